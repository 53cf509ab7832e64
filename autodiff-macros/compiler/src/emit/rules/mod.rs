//! User-defined rules: [`pullback`] makes a reverse rule the linear map of a marker, which the
//! derivatives of the function then call; [`agreement`] writes a function that compares the rules
//! of both modes.

pub mod agreement;
pub mod pullback;
