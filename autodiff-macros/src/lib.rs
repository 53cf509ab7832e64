//! The macro shell: token streams in, token streams out. All of the work is in `autodiff-compiler`.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Differentiates a function at compile time. See the documentation of the crate `autodiff`.
#[proc_macro_attribute]
pub fn differentiate(options: TokenStream, item: TokenStream) -> TokenStream {
    autodiff_compiler::differentiate(options.into(), item.into()).into()
}
