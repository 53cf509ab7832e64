//! User-defined rules.

mod generic_rules;
mod jvp_rules_in_place;
mod rule_agreement;
mod rules;
mod rules_behind_references;
mod rules_in_place;
