//! The proc-macro entry points. All of the work is in `autodiff-compiler`.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Differentiates a function at compile time.
///
/// It goes on a free function, on a method of an `impl` block or of a trait that has the attribute
/// as well, or on an inline module. For `fn f(x: f64) -> f64` it emits `f_jvp`, `f_primal`,
/// `f_linear`, `f_transposed`, `f_vjp`, `f_grad`, `f_value_and_grad`, `f_primal_into` and
/// `f_vjp_into` next to `f`; the documentation of the crate `autodiff` has their signatures.
///
/// | option | default | meaning |
/// |---|---|---|
/// | `reverse` | yes: `#[differentiate]` is `#[differentiate(reverse)]` | forward and reverse mode |
/// | `forward` | no | only `f_jvp` |
/// | `schedule = "auto"` | `"auto"` | order of the two sweeps: `"auto"`, `"unzipped"` or `"pullbacks"` |
/// | `show` | no | writes the stages of the function to files under the target directory |
/// | `jvp = rule` | none | the derivative is the `#[linear]` function `rule`; the body is not differentiated |
/// | `vjp = rule` | none | the reverse mode is the function `rule`, with the signature of `f_vjp` |
/// | `primal = p, transposed = t` | none | the reverse mode is `p`, then `t`, with user-defined residuals |
///
/// On a block, a trait or a module it has no options: `#[differentiate]`.
///
/// # Errors
/// Each unsupported construct is a compile error at its place that says what to write instead. All
/// errors of a function are reported together, and the function itself is still emitted.
#[proc_macro_attribute]
pub fn differentiate(options: TokenStream, item: TokenStream) -> TokenStream {
    autodiff_compiler::differentiate(options.into(), item.into()).into()
}

/// Proves that a function is linear in some of its parameters, and generates its transpose. See the
/// documentation of the crate `autodiff`.
#[proc_macro_attribute]
pub fn linear(params: TokenStream, item: TokenStream) -> TokenStream {
    autodiff_compiler::linear(params.into(), item.into()).into()
}

/// Declares derivatives of functions of other crates. See the page `rules` of the crate `autodiff`.
#[proc_macro]
pub fn differentiate_foreign(declarations: TokenStream) -> TokenStream {
    autodiff_compiler::differentiate_foreign(declarations.into()).into()
}

/// A differentiated function as a value, for functions that take functions.
///
/// Where a differentiated function has a parameter `f: impl Fn(f64) -> f64`, its derivatives take a
/// function with derivatives there: `function!(square)`, `function!(norm::<f64, 3>)` for a generic
/// one, `function!(Model::energy)` for an associated one. Inside of differentiated functions it is
/// not needed: there, functions and closures are passed directly.
#[proc_macro]
pub fn function(path: TokenStream) -> TokenStream {
    autodiff_compiler::function(path.into()).into()
}

/// Derives the trait `Differentiable` for a struct or enum `S`, and with it the type of its
/// tangents, `STangent`.
///
/// The tangent type has the fields of `S` that carry reals, with their names and visibilities, each
/// of the type `<Field as Differentiable>::Tangent`. Left out are fields
///
/// - of discrete types: integers, `bool`, `char`, `()`, `String`, `&str`, `PhantomData`, and `Vec`,
///   `Option`, `Box`, `Range`, arrays, tuples and references of these only;
/// - of structs and enums without this derive that contain only such types, and are defined at the
///   top of the same file;
/// - with `#[constant]`, of any type.
///
/// The fields of a tuple struct are renumbered: that of `S(usize, f64)` is `STangent(f64)`. An enum
/// has a tangent with the same variants. Tangents are `Clone`, `Debug` and `PartialEq`, those of
/// structs `Default` (the zero of a value whose sequences are empty), and `Copy` where all fields
/// are reals, arrays or tuples of reals.
///
/// ```text
/// #[derive(Differentiable)]          pub struct BodyTangent {
/// pub struct Body {                      pub mass: f64,
///     pub mass: f64,                     pub position: [f64; 3],
///     pub position: [f64; 3],        }
///     pub id: u32,
///     #[constant]
///     radius: f64,
/// }
/// ```
///
/// Type parameters of active fields get the bound `Differentiable`. See the documentation of the
/// crate `autodiff` for examples.
#[proc_macro_derive(Differentiable, attributes(constant))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    autodiff_compiler::derive_differentiable(item.into()).into()
}
