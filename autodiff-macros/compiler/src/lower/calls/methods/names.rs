//! The names of the methods of `std` that lowering knows.

use crate::lower::*;
use crate::primitives::Prim;

/// Methods of iterators, and methods that return iterators: a chain of these becomes opaque code
/// as a whole, including its closures.
pub const CHAINS: &[(&str, usize)] = &[
    ("iter", 0),
    ("into_iter", 0),
    ("iter_mut", 0),
    ("map", 1),
    ("filter", 1),
    ("filter_map", 1),
    ("flat_map", 1),
    ("flatten", 0),
    ("fold", 2),
    ("rfold", 2),
    ("sum", 0),
    ("product", 0),
    ("zip", 1),
    ("enumerate", 0),
    ("rev", 0),
    ("chain", 1),
    ("take", 1),
    ("skip", 1),
    ("take_while", 1),
    ("skip_while", 1),
    ("step_by", 1),
    ("windows", 1),
    ("chunks", 1),
    ("chunks_exact", 1),
    ("copied", 0),
    ("cloned", 0),
    ("collect", 0),
    ("count", 0),
    ("any", 1),
    ("all", 1),
    ("find", 1),
    ("rfind", 1),
    ("position", 1),
    ("rposition", 1),
    ("max_by", 1),
    ("min_by", 1),
    ("max_by_key", 1),
    ("min_by_key", 1),
    ("scan", 2),
    ("reduce", 1),
    ("for_each", 1),
    ("unzip", 0),
    ("partition", 1),
    ("chars", 0),
    ("bytes", 0),
    ("lines", 0),
    ("split", 1),
    ("split_whitespace", 0),
    ("keys", 0),
    ("values", 0),
    ("last", 0),
    ("nth", 1),
    ("peekable", 0),
    ("split_at", 1),
    ("unwrap", 0),
    ("expect", 1),
    ("unwrap_or", 1),
    ("unwrap_or_default", 0),
    ("unwrap_or_else", 1),
    ("ok", 0),
    ("is_some", 0),
    ("is_none", 0),
    ("is_ok", 0),
    ("is_err", 0),
    ("get", 1),
    ("first", 0),
    ("parse", 0),
    ("trim", 0),
    ("and_then", 1),
    ("try_into", 0),
    ("into", 0),
];

/// Whether a method may be a supported one of iterators, `Option`s or sequences.
pub(super) fn is_known(name: &str, arguments: usize) -> bool {
    iterate::is_method(name, arguments)
        || iterate::is_source(name, arguments)
        || library::option::is_method(name, arguments)
        || library::result::is_method(name, arguments)
        || library::slices::is_method(name, arguments)
        || library::option::changes(name, arguments)
        || matches!((name, arguments), ("next_if" | "next_if_eq", 1))
        || matches!(
            (name, arguments),
            (
                "total_cmp"
                    | "partial_cmp"
                    | "cmp"
                    | "then"
                    | "then_with"
                    | "then_some"
                    | "contains",
                1
            )
        )
        || matches!(
            (name, arguments),
            (
                "reverse"
                    | "is_lt"
                    | "is_le"
                    | "is_gt"
                    | "is_ge"
                    | "is_eq"
                    | "is_ne"
                    | "peek"
                    | "take",
                0
            )
        )
}

/// Whether std has a method of this name that is supported or recognized elsewhere.
pub fn is_of_std(name: &str, arguments: usize) -> bool {
    is_known(name, arguments)
        || Prim::from_method(name, arguments + 1).is_some()
        || CHAINS.contains(&(name, arguments))
        || std_declarations::methods(name, arguments)
            .any(|method| method.receiver == Receiver::Unique && is_sequence(method.of))
        || matches!(
            name,
            "len"
                | "is_empty"
                | "to_vec"
                | "autodiff_saved"
                | "into_boxed_slice"
                | "copied"
                | "cloned"
                | "sin_cos"
        )
}

/// Whether a type of std is a sequence of values: also an `Option` or a `Result`.
fn is_sequence(of: &str) -> bool {
    matches!(of, "Slice" | "Vec" | "VecDeque" | "Option" | "Result" | "Iter")
}
