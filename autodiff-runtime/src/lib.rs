//! The run-time half of `autodiff`: support for generated derivatives. Use the crate `autodiff`,
//! which re-exports all of this.
//!
//! A generated derivative passes two kinds of values in addition to those of the function itself,
//! and stores a third between its two halves.
//!
//! - *Tangents* flow forward. [`Differentiable`] determines the type of the tangents (and
//!   cotangents) of a value, makes a zero of the right lengths, and steps a value along a tangent.
//!   [`TangentSpace`] is their vector space. A `Vec<f64>` and a `[f64]` have the tangent
//!   `Vec<f64>`; a type that carries no reals has `()`.
//! - *Cotangents* flow backward, and are summed where a value was read. [`CotangentAccumulator`] is
//!   the memory they are added to: an element or a window of it, never a one-hot array. Dense
//!   memory, [`Sparse`], [`Atomic`] and [`Discard`] are accumulators, and generated code is generic
//!   over the choice.
//! - *Residuals* are the values that the forward sweep saves for the backward one. [`Residual`] is
//!   a value that can be saved, and [`DifferentiableFn`] names the residuals of a function, so that
//!   its callers can save them too.
//!
//! The scalars are `f64` and `f32`; [`Real`] is the bound that generic code has on them.
//! Derivatives at points that have none are declared in one place, the [`kinks`]. [`erf`],
//! [`ln_gamma`], [`digamma`], [`trigamma`] and [`polygamma`] are the special functions that the
//! standard library lacks.
//!
//! [`dual`] and `tape` are independent libraries: forward and reverse mode at run time, for code
//! that is generic over its scalar.
//!
//! The crate is `no_std` with `alloc`. The feature `std` (default) takes float functions from the
//! standard library instead of `libm`, and has the tape.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod accumulate;
mod agreement;
#[cfg(feature = "ndarray")]
pub mod arrays;
#[cfg(target_has_atomic = "64")]
mod atomic;
mod autoref;
mod boxed;
mod boxes;
mod carrier;
mod components;
mod cotangents;
mod derived_residual;
mod differentiable;
mod dropped;
#[cfg(target_has_atomic = "ptr")]
pub mod dual;
mod field;
mod fresh;
mod function;
pub mod kinks;
mod length;
#[cfg(feature = "linalg")]
pub mod linalg;
mod member;
mod method_identity;
mod object;
mod operators;
mod owned_form;
mod parallel;
mod polygamma;
mod pool;
mod pullback;
mod push_pop;
mod ranges;
mod real;
mod residual;
mod save;
mod saved;
mod sparse;
mod special;
mod stack;
mod std_fields;
mod std_method;
mod structure;
mod tangent;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod tape;
mod tuples;
mod turbofish;
mod type_eq;
mod zeros;

#[doc(hidden)]
pub use accumulate::no_elements;
pub use accumulate::{CotangentAccumulator, Discard};
pub use agreement::TwoRules;
#[cfg(feature = "ndarray")]
pub use arrays::SparseRows;
#[cfg(target_has_atomic = "64")]
pub use atomic::{Atomic, AtomicElement, AtomicWindow};
pub use autoref::{
    Constant, ConstantReference, ConstantValue, Probe, ProbeDifferentiable, ProbeOther,
    ProbeOtherConstant, ProbeReference,
};
pub use boxed::{Boxed, InPlace, Large, Nest, is_large};
pub use boxes::{in_box, out_of_box};
#[doc(hidden)]
pub use components::{Components, component};
pub use cotangents::{sum_cotangents, take_cotangent, take_cotangents};
#[doc(hidden)]
pub use derived_residual::{Blank, HeapProbe, HeapProbeOther, HeapProbeResidual};
pub use differentiable::{ArrayShape, Differentiable, SequenceShape, TangentShape};
#[doc(hidden)]
pub use dropped::{Dropped, NotDropped};
#[doc(hidden)]
pub use field::{
    Access, Discrete, Is, SameFunction, StandsFor, different_variants, discrete, other_variant,
    same_function, stands_for,
};
#[doc(hidden)]
pub use fresh::Fresh;
pub use function::{
    AnyValue, DifferentiableFn, Explicit, Found, Indexed, Inferred, Known, LinearFn,
    LinearInAllParts, Method, Named, NoResiduals, PassedAsConstant, ReverseMode, RuleOf, TupleLeaf,
    Unwanted, is_same_place, length_of_linear,
};
pub use kinks::{
    atan2_partial_x, atan2_partial_y, atan2_partials, clamp_arm, hypot_partial, max_takes_first,
    min_takes_first, powf_partial_x, powf_partial_y, powi_partial, quotient_or_zero, rem_times,
    sign0, signum_ratio,
};
pub use length::{
    check_accumulator, check_accumulator_shape, check_length, check_result_length,
    check_result_shape, check_shape,
};
#[doc(hidden)]
pub use member::{
    CastTangent, ChangePart, Definition, Elements, Field, Holds, Nothing, PartOf, PartWithTangent,
    PartWithoutTangent, Parts, ReadPart, StaticZero, StoreParts, TangentField, TangentOfPart,
    Wanted, WholeNumber, Windows, add_part, at, beyond, cast_tangent, is_definition, name,
    own_part, part, part_in_box, part_to_store, put_part, read_part, swap_elements, take_part,
    whole_number, within,
};
#[doc(hidden)]
pub use method_identity::{
    ByName, ByTrait, CallWay, Differ, Pair, is_other, of_the_trait, underived,
};
#[doc(hidden)]
pub use num_traits::{self, Float};
#[doc(hidden)]
pub use object::{
    Accumulators, At, ByMut, ByReference, ByValue, CaptureTangents, Environment, Function, Object,
    Parameters,
};
pub use operators::{Operator, Operators};
#[doc(hidden)]
pub use owned_form::{OwnedForm, Returned, ReturnedValue, ReturnedView};
pub use parallel::{Inactive, parallel_join, parallel_map, parallel_sum};
pub use pool::{acquire_stacks, release_memory, release_stacks};
pub use pullback::{Erased, tangent_of_pullback};
pub use push_pop::{ChangeEnd, ChangeFront, pop_front_part, pop_part, push_front_part, push_part};
pub use ranges::IndexRange;
pub use real::Real;
#[doc(hidden)]
pub use real::{cast, div_euclid, real, rem_euclid, round_ties_even};
pub use residual::Residual;
#[doc(hidden)]
pub use residual::{Generics, size_in_bytes};
#[doc(hidden)]
pub use save::{
    Behind, BehindReference, BehindValue, ByFields, CannotSave, CannotSaveField, Cloned,
    ClonesFields, ClonesForeign, ClonesOtherwise, ClonesParameter, EachSaved, FieldClonesOtherwise,
    IsClone, Need, Needed, NotSaved, PlainClone, Save, SavedByClone, SavedByCopy, SavedByFields,
    Saving, is_clone,
};
#[doc(hidden)]
pub use saved::{Borrowed, Saved};
pub use sparse::{Sparse, SparseElement, SparseEntry, SparseWindow};
pub use special::{Special, digamma, erf, ln_gamma, polygamma, trigamma};
pub use stack::Stack;
#[doc(hidden)]
pub use std_fields::{Content, IntoContent, content, has_content, into_content, owned_option};
pub use std_method::{IsStdMethod, StdMethod};
pub use structure::{ByElement, Owned, SequenceOf, Structure};
pub use tangent::{TangentDot, TangentSpace};
pub use turbofish::{Turbofish, Usize};
#[doc(hidden)]
pub use type_eq::MadeOf;
#[doc(hidden)]
pub use zeros::Zeros;
#[doc(hidden)]
pub use {
    __behind as behind, __cloned as cloned, __cloned_field as cloned_field,
    __function_object as function_object, __hold_part as hold_part, __owned_form as owned_form,
    __residual as residual, __saved as saved, __saved_all as saved_all,
    __saved_field as saved_field, __saved_plain as saved_plain, __saved_value as saved_value,
    __stacks as stacks,
};
