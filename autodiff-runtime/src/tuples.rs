//! The tuple lengths, in one list for all traits that treat tuples component by component.

/// Calls `$implement!` once for every tuple length from 1 to 12, with
/// `(type parameter, second type parameter, index)` for each component.
macro_rules! for_tuples {
    ($implement:ident) => {
        crate::tuples::for_prefixes!($implement []
            (A TA 0) (B TB 1) (C TC 2) (D TD 3) (E TE 4) (F TF 5) (G TG 6) (H TH 7) (I TI 8)
                (J TJ 9) (K TK 10) (L TL 11)
        );
    };
}
pub(crate) use for_tuples;

macro_rules! for_prefixes {
    ($implement:ident [$($prefix:tt)*]) => {};
    ($implement:ident [$($prefix:tt)*] $next:tt $($rest:tt)*) => {
        $implement!($($prefix)* $next);
        crate::tuples::for_prefixes!($implement [$($prefix)* $next] $($rest)*);
    };
}
pub(crate) use for_prefixes;
