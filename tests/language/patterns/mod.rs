//! Patterns.

mod nested_patterns;
mod pattern_names;
mod patterns;
