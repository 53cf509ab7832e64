//! Automatic differentiation of ordinary Rust functions at compile time.
//!
//! [`#[differentiate(reverse)]`](differentiate) on a function generates its derivatives next to it:
//! forward mode, reverse mode, and the linear map and its transpose that both are made of. What is
//! generated is plain Rust, compiled with the rest of the crate.
//!
//! # A first derivative
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn energy(x: &[f64], k: f64) -> f64 {
//!     let mut sum = 0.0;
//!     for i in 1..x.len() {
//!         let stretch = x[i] - x[i - 1];
//!         sum += 0.5 * k * stretch * stretch;
//!     }
//!     sum
//! }
//!
//! let x = [0.0, 1.0, 3.0];
//! let (value, (x_bar, k_bar)) = energy_value_and_grad(&x, 2.0);
//! assert_eq!(value, energy(&x, 2.0));
//! assert_eq!((x_bar, k_bar), (vec![-2.0, -2.0, 4.0], 2.5));
//!
//! // the derivative along one direction needs no reverse sweep
//! let (_, slope) = energy_jvp(&x, 2.0, &[0.0, 0.0, 1.0], 0.0);
//! assert_eq!(slope, 4.0);
//! ```
//!
//! A parameter is *active* if its type carries reals. Integers, bools, strings and the like are
//! inactive and have no gradient.
//!
//! # What is generated
//!
//! For `fn f(p: P, n: usize, q: Q) -> Y` with active `p` and `q`:
//!
//! | name | arguments and result | meaning |
//! |---|---|---|
//! | `f` | unchanged | the function as written |
//! | `f_jvp` | `(p, n, q, p_dot, q_dot) -> (Y, Y tangent)` | value and directional derivative |
//! | `f_primal` | `(p, n, q) -> (Y, FResiduals)` | value and residuals |
//! | `f_linear` | `(&FResiduals, p_dot, q_dot) -> Y tangent` | the linear map at that point |
//! | `f_transposed` | `(&FResiduals, y_bar, &mut p_bar, &mut q_bar)` | its transpose, *adding into* accumulators |
//! | `f_vjp` | `(p, n, q, y_bar) -> (Y, (p_bar, q_bar))` | value and pulled-back cotangents |
//! | `f_grad` | `(p, n, q) -> (p_bar, q_bar)` | if `Y` is one real: the gradient |
//! | `f_value_and_grad` | `(p, n, q) -> (Y, (p_bar, q_bar))` | if `Y` is one real: value and gradient |
//! | `f_grad` | `(p, n, q) -> Result<(p_bar, q_bar), E>` | if `Y` is `Result<f64, E>`: the gradient of the `Ok` value, or the function's own error; `Option` likewise |
//! | `f_value_and_grad` | `(p, n, q) -> Result<(f64, (p_bar, q_bar)), E>` | likewise, with the `Ok` value |
//! | `f_primal_into` | `(p, n, q, &mut FResiduals) -> Y` | as `f_primal`, using memory again |
//! | `f_vjp_into` | `(p, n, q, y_bar, &mut FResiduals, &mut p_bar, &mut q_bar) -> Y` | as `f_vjp`, into accumulators, using memory again |
//!
//! `#[differentiate(forward)]` generates `f_jvp` only. Tangents, cotangents and gradients are in
//! the order of the active parameters. A single one is not in a tuple.
//!
//! The name `FResiduals` is that of the function in camel case: `LogPosteriorResiduals`. For a
//! method it starts with the name of the type: `ModelLossResiduals`, or `Model_LossResiduals` if
//! the module also has derivatives of a function `model_loss`. If the names of two functions
//! differ only in underscores or case, they are `step_x_Residuals` and `step__x_Residuals`.
//!
//! `#[differentiate(schedule = …)]` selects the order in which `f_vjp`, `f_grad`,
//! `f_value_and_grad` and `f_vjp_into` compute values and cotangents. The value is the same to the
//! last bit, gradients up to rounding, and the count of operations on reals is the same.
//!
//! | `schedule` | both sweeps |
//! |---|---|
//! | `"auto"` | each loop, call and branch is run backwards as soon as its cotangents are known: the default, and the fastest |
//! | `"unzipped"` | first all values and their residuals, then all cotangents |
//! | `"pullbacks"` | each operation yields its value and a *pullback*, a closure over what it read. The pullbacks are applied in reverse. Each operation selects its captures alone. For comparison and for reading (see [`reading`]) |
//!
//! ```
//! # use autodiff::prelude::*;
//! #[differentiate(reverse, schedule = "pullbacks")]
//! fn energy(x: &[f64]) -> f64 {
//!     let mut sum = 0.0;
//!     for pair in x.windows(2) {
//!         sum += (pair[1] - pair[0]).powi(2);
//!     }
//!     sum
//! }
//! # fn main() {
//! assert_eq!(energy_grad(&[1.0, 3.0, 4.0]), [-4.0, 2.0, 2.0]);
//! # }
//! ```
//!
//! A tangent is passed as its parameter is, and a gradient has the shape of its argument:
//!
//! | parameter | tangent argument | gradient | accumulator |
//! |---|---|---|---|
//! | `f64` | `f64` | `f64` | `&mut f64` |
//! | `[f64; N]`, `&[f64; N]` | as the parameter | `[f64; N]` | `&mut [f64; N]`, `&mut [f64]` |
//! | `&[f64]` | `&[f64]` | `Vec<f64>` | `&mut [f64]` |
//! | `Vec<f64>`, `&Vec<f64>` | as the parameter | `Vec<f64>` | `&mut [f64]` |
//! | `VecDeque<f64>`, `&VecDeque<f64>` | as the parameter | `VecDeque<f64>` | `&mut VecDeque<f64>` |
//! | `&[[f64; D]]`, `&[Vec<f64>]`, … | as the parameter | owned | nested likewise |
//! | `(f64, usize)` | `(f64, ())` | `(f64, ())` | `&mut (f64, ())` |
//! | `&mut [f64]`, `&mut f64`, … | as the parameter, changed | none: see [below](#memory-that-is-changed) | as the parameter, changed |
//!
//! The cotangent of a result that is a `Vec` is passed as a slice. Discrete parts of a tuple have
//! `()` in their place.
//!
//! Calls compose. Only the function itself needs to be in scope, not what is generated for it:
//!
//! ```
//! mod activation {
//!     use autodiff::prelude::*;
//!
//!     #[differentiate(reverse)]
//!     pub fn sigmoid(x: f64) -> f64 {
//!         1.0 / (1.0 + (-x).exp())
//!     }
//! }
//!
//! use activation::sigmoid as squash;
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn neuron(w: &[f64; 2], x: f64) -> f64 {
//!     squash(w[0] * x + w[1])
//! }
//!
//! let (w_bar, x_bar) = neuron_grad(&[2.0, -2.0], 1.0);
//! assert_eq!((w_bar, x_bar), ([0.25, 0.25], 0.5));
//! ```
//!
//! # Residuals and the linear map
//!
//! At a point, the derivative of a function is a linear map from tangents to tangents. `f_primal`
//! returns the value and the *residuals*, all that the linear map needs. `f_linear` applies the
//! map and `f_transposed` its transpose, any number of times.
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn polar(r: f64, angle: f64) -> (f64, f64) {
//!     (r * angle.cos(), r * angle.sin())
//! }
//!
//! let (_, residuals) = polar_primal(2.0, 0.5);
//! let (x_dot, y_dot) = polar_linear(&residuals, 1.0, -0.25);
//! let (mut r_bar, mut angle_bar) = (0.0, 0.0);
//! polar_transposed(&residuals, (3.0, 4.0), &mut r_bar, &mut angle_bar);
//! // the law of the transpose: ⟨A v, w⟩ = ⟨v, Aᵀ w⟩
//! let (left, right) = (3.0 * x_dot + 4.0 * y_dot, 1.0 * r_bar - 0.25 * angle_bar);
//! assert!((left - right).abs() < 1e-14);
//! ```
//!
//! Residuals may borrow from the arguments; `residuals.size_in_bytes()` returns their size.
//! `f_primal_into` and `f_vjp_into` reuse the memory of residuals. `f_vjp`, `f_grad` and
//! `f_value_and_grad` reuse memory that the thread keeps from their last call. The memory of the
//! cotangents of arrays is reused by all of them. [`release_memory`] frees what the thread keeps.
//!
//! # Accumulators
//!
//! `f_transposed` and `f_vjp_into` add into places that the caller chooses: anything that is a
//! [`CotangentAccumulator`]. Dense memory is one; so are [`Sparse`], which stores what was added to
//! and nothing else, `SparseRows`, its form for rows of an `Array2`, [`Atomic`], which threads
//! share, and [`Discard`], for a gradient that is not wanted. Reading one element of a long input
//! costs O(1) in the transpose.
//!
//! ```
//! use autodiff::prelude::*;
//!
//! /// The squared distance of two rows of a table.
//! #[differentiate(reverse)]
//! fn distance(table: &[[f64; 2]], i: usize, j: usize, scale: f64) -> f64 {
//!     let (u, v) = (table[i][0] - table[j][0], table[i][1] - table[j][1]);
//!     scale * (u * u + v * v)
//! }
//!
//! let table = vec![[1.0, 2.0]; 100_000];
//! let (_, residuals) = distance_primal(&table, 7, 70_000, 0.5);
//! let mut table_bar = Sparse::<[f64; 2]>::new(table.len());
//! distance_transposed(&residuals, 1.0, &mut table_bar, &mut Discard);
//! assert_eq!(table_bar.stored(), 2);
//! ```
//!
//! Adding never overwrites, so that one accumulator can take the gradient of a sum, term by term,
//! and from several threads:
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn term(w: &[f64], #[constant] x: f64) -> f64 {
//!     (w[0] + w[1] * x).powi(2)
//! }
//!
//! let w = [1.0, 2.0];
//! let shared = Atomic::new(2);
//! std::thread::scope(|threads| {
//!     for x in [0.0, 1.0, 2.0] {
//!         let (w, shared) = (&w, &shared);
//!         threads.spawn(move || {
//!             let (_, residuals) = term_primal(w, x);
//!             term_transposed(&residuals, 1.0, &mut &*shared);
//!         });
//!     }
//! });
//! assert_eq!(shared.to_vec(), [18.0, 26.0]);
//! ```
//!
//! # User-defined types
//!
//! `#[derive(Differentiable)]` on a struct or enum generates the type of its tangents, `STangent`,
//! with the same fields of the same visibility. Fields without reals are left out: by their type
//! (integers, `bool`, `char`, strings, `PhantomData`, and types that consist of these), or because
//! they are marked `#[constant]`. The tangent of an enum has the same variants.
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[derive(Differentiable)]
//! struct Layer {
//!     weights: Vec<[f64; 2]>,
//!     bias: f64,
//!     #[constant]
//!     rate: f64,
//!     name: String,
//! }
//!
//! let mut layer = Layer { weights: vec![[1.0, 2.0]], bias: 0.5, rate: 0.1, name: "first".into() };
//! let mut step: LayerTangent = layer.zero_tangent();
//! step.weights[0][1] = 4.0;
//! step += LayerTangent { weights: vec![[1.0, 0.0]], bias: 1.0 };
//! step.scale(0.5);
//! layer.move_by(&step);
//! assert_eq!((layer.weights[0], layer.bias, layer.rate), ([1.5, 4.0], 1.0, 0.1));
//! assert_eq!(step.flatten(), [0.5, 2.0, 0.5]);
//! assert_eq!(layer.flatten(), [1.5, 4.0, 1.0]);
//! layer.unflatten(&[1.0, 2.0, 3.0]);
//! assert_eq!((layer.weights[0], layer.bias, layer.rate), ([1.0, 2.0], 3.0, 0.1));
//! ```
//!
//! [`flatten`](Differentiable::flatten) and [`unflatten`](Differentiable::unflatten) convert the
//! active reals of a value or of a tangent to and from a flat sequence, for optimisers over
//! slices. `unflatten` writes in place, and leaves discrete parts, `#[constant]` fields, lengths
//! and variants as they are.
//!
//! Tangents add with `+=`, and have the methods of [`TangentSpace`] and [`TangentDot`]; those of
//! different variants of an enum do not add. Where all lengths are part of the types, they are
//! also entries of a [`Sparse`]. A zero tangent is made from the value, which knows the lengths. A
//! field that borrows reals must be `#[constant]`, because `move_by` cannot change borrowed reals.
//! The tangent of a field whose type is an alias of a discrete type is a field `()`.
//!
//! # Memory that is changed
//!
//! A parameter by `&mut` is an argument and a result. Its tangent is passed by `&mut` as well: the
//! call replaces the tangent of the initial value by that of the final value. Its cotangent flows
//! the other way: `f_transposed`, `f_vjp` and `f_grad` replace the cotangent of the final value by
//! that of the initial value. `f_vjp` takes this cotangent after the arguments and after `y_bar`,
//! which is left out if the function returns nothing.
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn decay(u: &mut [f64], k: f64) {
//!     for i in 0..u.len() {
//!         u[i] *= k * i as f64;
//!     }
//! }
//!
//! let (mut u, mut u_bar) = ([1.0, 2.0, 3.0], [1.0, 1.0, 1.0]);
//! let ((), k_bar) = decay_vjp(&mut u, 0.5, &mut u_bar);
//! assert_eq!((u, u_bar, k_bar), ([0.0, 1.0, 3.0], [0.0, 0.5, 1.0], 2.0 + 6.0));
//! ```
//!
//! # Constants
//!
//! `#[constant]` makes a parameter inactive: it gets no tangent and no gradient. [`constant`] stops
//! the derivative inside of a function.
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn f(x: f64, #[constant] k: f64) -> f64 {
//!     k * x * constant(x)
//! }
//!
//! assert_eq!(f_grad(3.0, 2.0), 6.0);
//! ```
//!
//! # Kinks
//!
//! Where a function has no derivative, or its formula fails, every mode agrees on this (the page
//! [`kinks`] lists the points that are tested):
//!
//! | where | partial derivatives |
//! |---|---|
//! | `x.abs()` at 0 | 0 |
//! | `x.max(y)`, `x.min(y)`, ties | 1 for `x`, 0 for `y`; if one is NaN, 1 for the other |
//! | `x.clamp(low, high)`, ties | 1 for `x`, 0 for the bounds |
//! | `x.hypot(y)`, `y.atan2(x)` at the origin | 0 |
//! | `x.powi(0)`, `x.powf(0.0)` | 0 in `x`, everywhere |
//! | `x.powf(y)` in `y` | 0 where the result is 0 and where x = y = 0; NaN for x < 0 |
//! | `x.sqrt()`, `x.cbrt()` at 0 | +∞; of `sqrt` at −0, −∞ |
//! | `x.copysign(y)` | ±1 in `x`, 0 in `y` |
//! | `floor`, `ceil`, `round`, `round_ties_even`, `trunc`, `signum`, casts to integers, comparisons | 0 |
//! | `x.fract()`; `x % y` and `x.rem_euclid(y)` in `x` | 1 |
//! | `x % y`, `x.rem_euclid(y)` in `y` | minus the whole number of times that `y` goes into `x` |
//!
//! A branch has the derivative of the arm that was taken.
//!
//! # Generic functions
//!
//! A type parameter is a real scalar if it is bounded by [`Real`] or by traits of `num_traits`.
//! Literals are written `T::real(0.5)`, or as `num_traits` has them. Only the generated functions
//! require the other bounds that derivatives need. The bounds must show that `x.tanh()` is the
//! function of the library, directly or as `trait Scalar: Float {}`. A parameter that is bounded
//! by a user-defined trait with the attribute may be any type that implements it (page
//! [`supported`]).
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn distance<T: Real, const N: usize>(a: &[T; N], b: &[T; N]) -> T {
//!     let squares = a.iter().zip(b).map(|(&a, &b)| (a - b).powi(2));
//!     (squares.sum::<T>() + T::real(1e-6)).sqrt()
//! }
//!
//! let (a_bar, _) = distance_grad(&[3.0_f64, 4.0], &[0.0, 0.0]);
//! let (single, _) = distance_grad::<f32, 2>(&[3.0, 4.0], &[0.0, 0.0]);
//! assert!((a_bar[0] - 0.6).abs() < 1e-6 && (single[1] - 0.8).abs() < 1e-6);
//! ```
//!
//! Calls of generic functions are inferred as anywhere in Rust, from the types of their arguments.
//! Where the arguments do not determine the generic arguments, write them:
//! `distance::<f64, 2>(…)`. A method that a user-defined trait adds to `T` has a derivative if the
//! trait, its function and the `impl` block have the attribute.
//!
//! Visibility, bounds, `#[cfg]`, `#[inline]`, `#[deprecated]` and `#[doc(hidden)]` follow the
//! function. A `const fn` stays one; its derivatives are not.
//!
//! # Special functions
//!
//! [`special`] has `erf`, `ln_gamma` and `digamma`, for use in differentiated functions and
//! outside.
//!
//! ```
//! use autodiff::prelude::*;
//! use autodiff::special::erf;
//!
//! #[differentiate(reverse)]
//! fn normal(x: f64, sigma: f64) -> f64 {
//!     0.5 * (1.0 + erf(x / (sigma * std::f64::consts::SQRT_2)))
//! }
//!
//! let (density, _) = normal_grad(0.0, 1.0);
//! assert!((density - 0.398_942_280_401_432_7).abs() < 1e-15);
//! ```
//!
//! # Code that the attribute does not see
//!
//! Closures, `dyn Fn` and generic functions of other crates are differentiated at run time, by
//! whatever is generic over [`Real`] or `num_traits::Float`: [`dual`] is forward mode, [`tape`] is
//! reverse mode. Both nest for higher derivatives, and never confuse one derivative with another.
//! Generated derivatives of generic functions run with dual numbers too, which gives forward over
//! reverse:
//!
//! ```
//! use autodiff::dual;
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn energy<T: Real>(x: &[T]) -> T {
//!     x[0] * x[0] * x[1].exp()
//! }
//!
//! let closure: &dyn Fn(&[dual::Dual<f64>]) -> dual::Dual<f64> = &|x| energy(x) + 1.0;
//! assert_eq!(dual::directional(closure, &[3.0, 0.0], &[1.0, 0.0]), (10.0, 6.0));
//! // each column of the Hessian for about the price of a gradient
//! assert_eq!(dual::jacobian(|x| energy_grad(x), &[3.0, 0.0]), [[2.0, 6.0], [6.0, 9.0]]);
//! ```
//!
//! A generated derivative is a single entry of the tape. So a program may choose its parts at run
//! time, and have each of them compiled:
//!
//! ```
//! use autodiff::prelude::*;
//! use autodiff::tape::{self, Var, Vector};
//!
//! #[differentiate(reverse)]
//! fn energy(x: &[f64]) -> f64 {
//!     x[0] * x[0] * x[1].exp()
//! }
//!
//! let parts: Vec<Box<dyn Fn(&[Var]) -> Var>> = vec![
//!     Box::new(|x| tape::call_with_gradient(&Vector::from_vars(x), |x| energy_value_and_grad(x))),
//!     Box::new(|x| x.iter().copied().sum()),
//! ];
//! let product = |x: &[Var]| parts.iter().map(|part| part(x)).product();
//! // x₀²(x₀ + x₁) at x₁ = 0
//! assert_eq!(tape::gradient(product, &[3.0, 0.0]), [27.0, 9.0 + 27.0]);
//! ```
//!
//! # Methods and modules
//!
//! In an `impl` block with a bare `#[differentiate]`, functions may have the attribute; their
//! derivatives are associated functions. In such a block, and in a module with the attribute, a
//! function without the attribute is differentiated if a differentiated function calls it with
//! active values.
//!
//! ```
//! use autodiff::prelude::*;
//!
//! #[derive(Differentiable, Clone, Debug, PartialEq)]
//! struct Spring {
//!     stiffness: f64,
//!     rest: f64,
//! }
//!
//! #[differentiate]
//! impl Spring {
//!     #[differentiate(reverse)]
//!     fn energy(&self, x: f64) -> f64 {
//!         let d = self.stretch(x);
//!         0.5 * self.stiffness * d * d
//!     }
//!
//!     fn stretch(&self, x: f64) -> f64 {
//!         x - self.rest
//!     }
//! }
//!
//! let spring = Spring { stiffness: 2.0, rest: 1.0 };
//! let (of_spring, force) = spring.energy_grad(4.0);
//! assert_eq!(of_spring, SpringTangent { stiffness: 4.5, rest: -6.0 });
//! assert_eq!(force, 6.0);
//! ```
//!
//! Operators are functions of `impl` blocks. After
//! `#[differentiate] impl Add for Vec3 { #[differentiate] fn add … }`, differentiated functions may
//! write `a + b`.
//!
//! # Functions as parameters
//!
//! A parameter may be a function: `impl Fn(f64) -> f64`, `F: Fn(f64, &[f64]) -> Vec<f64>`, `&F`,
//! `FnMut`, `fn(f64) -> f64`. Differentiated functions that call such a function pass
//! differentiated functions by name, and closures. The captures of a closure have derivatives. A
//! closure that changes its captures cannot be passed.
//!
//! ```
//! use autodiff::function;
//! use autodiff::prelude::*;
//!
//! #[differentiate(reverse)]
//! fn newton(f: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64, start: f64) -> f64 {
//!     let mut x = start;
//!     for _ in 0..20 {
//!         x -= f(x) / slope(x);
//!     }
//!     x
//! }
//!
//! #[differentiate(reverse)]
//! fn root(a: f64) -> f64 {
//!     newton(|x| x * x - a, |x| 2.0 * x, 1.0)
//! }
//!
//! assert!((root_grad(2.0) - 0.5 / 2f64.sqrt()).abs() < 1e-12);
//!
//! // outside of differentiated code
//! #[differentiate(reverse)]
//! fn cosine(x: f64) -> f64 {
//!     x.cos()
//! }
//! #[differentiate(reverse)]
//! fn falling(x: f64) -> f64 {
//!     -x.sin()
//! }
//! let (quarter, of_start) = newton_value_and_grad(function!(cosine), function!(falling), 1.0);
//! assert!((quarter - std::f64::consts::FRAC_PI_2).abs() < 1e-12 && of_start.abs() < 1e-12);
//! ```
//!
//! A closure cannot be passed there: it has no derivative, and the error says so. The original
//! `newton` takes any function. A parameter that is a function has no tangent and no gradient in
//! the generated functions. A value that needs a gradient is a parameter of the function that
//! makes the closure, as `a` is above.
//!
//! # Limits
//!
//! The page [`supported`] has an example of each supported construct, and each is a test.
//! [`linear_functions`] describes [`#[linear]`](linear), [`rules`] derivatives that are written by
//! hand, [`reading`] the emitted code, and [`kinks`] the points without a derivative. Any function
//! may be called if none of its arguments is active.
//!
//! Not supported yet are closures that change their captures as arguments of functions, `&mut`
//! references that are assigned another place (a mutable slice may be assigned another part of the
//! same slice), derivatives of derivatives, and checkpoints. Each is a compile error at its place
//! that says what to write instead; so is an active value that would lose its derivative in a
//! function without one.
//!
//! A function of another crate that is re-exported next to a module of its name, as by
//! `pub mod beta; pub use beta::beta;`, has no derivative for callers. The macro does not see the
//! traits of other crates: if a type implements one of these and a differentiated trait with a
//! method of the same name, only the other crate's trait is in scope, and the type of `x` cannot be
//! inferred, `x.name()` finds the differentiated method: write `<Type as Trait>::name(&x)`.
//!
//! ```compile_fail
//! # use autodiff::prelude::*;
//! fn plain(x: f64) -> f64 {
//!     x * x
//! }
//!
//! #[differentiate(reverse)]
//! fn f(x: f64) -> f64 {
//!     plain(x) // `plain` is not differentiated
//! }
//! ```
//!
//! A tangent, cotangent or accumulator of the wrong length is a panic that names the function, the
//! parameter and both lengths, before anything is written. A derivative returns the value of the
//! function to the last bit, and panics where the function does.
//!
//! Without the feature `std` the crate is `no_std` with `alloc`. A function that calls methods like
//! `exp` then needs `use num_traits::Float;`, with or without derivatives.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate self as autodiff;

pub use autodiff_macros::{Differentiable, differentiate, differentiate_foreign, function, linear};
pub use autodiff_runtime::{
    Atomic, CotangentAccumulator, Differentiable, Discard, Real, Sparse, TangentDot, TangentSpace,
    release_memory,
};

#[cfg(feature = "ndarray")]
pub use autodiff_runtime::SparseRows;
#[cfg(target_has_atomic = "ptr")]
pub use autodiff_runtime::dual;
#[cfg(feature = "linalg")]
pub use autodiff_runtime::linalg;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub use autodiff_runtime::tape;

#[doc(hidden)]
pub mod libm;
pub mod special;

/// Stops the derivative: the value of its argument, as a constant. (JAX: `stop_gradient`.)
#[inline(always)]
pub fn constant<T>(value: T) -> T {
    value
}

/// What a program that differentiates brings into scope.
pub mod prelude {
    pub use crate::{
        Atomic, CotangentAccumulator, Differentiable, Discard, Real, Sparse, TangentDot,
        TangentSpace, constant, differentiate, differentiate_foreign, linear,
    };

    #[cfg(feature = "ndarray")]
    pub use crate::SparseRows;
}

/// What emitted code names. Private: anything here may change.
#[doc(hidden)]
pub mod __private {
    extern crate alloc;
    pub use crate::libm;
    pub use alloc::boxed::Box;
    pub use alloc::collections::VecDeque;
    pub use alloc::string::String;
    pub use alloc::vec;
    pub use alloc::vec::Vec;
    pub use autodiff_macros::{Differentiable, differentiate};
    pub use autodiff_runtime::kinks::*;
    pub use autodiff_runtime::*;
}

#[doc = include_str!("../docs/supported.md")]
pub mod supported {}

#[cfg(feature = "ndarray")]
#[doc = include_str!("../docs/arrays.md")]
pub mod arrays {}

#[cfg(feature = "rayon")]
#[doc = include_str!("../docs/threads.md")]
pub mod threads {}

#[doc = include_str!("../docs/linear_functions.md")]
pub mod linear_functions {}

#[doc = include_str!("../docs/rules.md")]
pub mod rules {}

#[doc = include_str!("../docs/reading.md")]
pub mod reading {}

#[doc = include_str!("../docs/kinks.md")]
pub mod kinks {}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
