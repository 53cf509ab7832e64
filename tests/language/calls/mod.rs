//! Calls of functions, recursive ones included.

mod call_forms;
mod call_trees;
mod calls;
mod effects_of_calls;
mod nested_tuples;
mod predicates;
mod recursion;
