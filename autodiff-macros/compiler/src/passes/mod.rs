//! The passes: each file one function from Linear A to Linear A.
