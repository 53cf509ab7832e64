//! The common part of all scalars that carry derivatives with a value: [`Dual`](crate::dual::Dual)
//! and `tape::Var`.
//!
//! Such a type has a field `value: T` and a function `constant(value: T)`, for numbers without
//! a derivative. It is compared, cast, tested and printed as its value, so that generic code takes
//! the same branches as with plain numbers. Only the arithmetic and the functions differ, and each
//! type implements those.

/// The traits of `$Self`, a scalar over `T`, that are the same for every carrier.
macro_rules! carrier {
    ([$($N:tt)*] $Self:ty) => {
        crate::carrier::comparisons! { [$($N)*] $Self }
        crate::carrier::numbers! { [$($N)*] $Self }
        crate::carrier::conversions! { [$($N)*] $Self }
        crate::carrier::with_constants! { [$($N)*] $Self: Add add, Sub sub, Mul mul, Div div,
            Rem rem }
        crate::carrier::assignments! { [$($N)*] $Self: AddAssign add_assign +,
            SubAssign sub_assign -, MulAssign mul_assign *, DivAssign div_assign /,
            RemAssign rem_assign % }
        crate::carrier::sums! { [$($N)*] $Self }
        crate::carrier::storage! { [$($N)*] $Self }
        crate::carrier::tangents! { [$($N)*] $Self }
    };
}
pub(crate) use carrier;

/// From constants, and comparisons of values.
macro_rules! comparisons {
    ([$($N:tt)*] $Self:ty) => {
        impl<T: Real, $($N)*> From<T> for $Self {
            /// A constant.
            #[inline]
            fn from(value: T) -> Self {
                Self::constant(value)
            }
        }

        impl<T: Real, $($N)*> Default for $Self {
            /// The constant zero.
            #[inline]
            fn default() -> Self {
                Self::constant(T::zero())
            }
        }

        /// Compares values.
        impl<T: Real, $($N)*> PartialEq for $Self {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.value == other.value
            }
        }

        /// Compares values.
        impl<T: Real, $($N)*> PartialOrd for $Self {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                self.value.partial_cmp(&other.value)
            }
        }

        impl<T: Real, $($N)*> PartialEq<T> for $Self {
            #[inline]
            fn eq(&self, other: &T) -> bool {
                self.value == *other
            }
        }

        impl<T: Real, $($N)*> PartialOrd<T> for $Self {
            #[inline]
            fn partial_cmp(&self, other: &T) -> Option<core::cmp::Ordering> {
                self.value.partial_cmp(other)
            }
        }
    };
}
pub(crate) use comparisons;

/// The numeric traits of `num_traits`.
macro_rules! numbers {
    ([$($N:tt)*] $Self:ty) => {
        impl<T: Real, $($N)*> num_traits::Zero for $Self {
            #[inline]
            fn zero() -> Self {
                Self::constant(T::zero())
            }

            #[inline]
            fn is_zero(&self) -> bool {
                self.value.is_zero()
            }
        }

        impl<T: Real, $($N)*> num_traits::One for $Self {
            #[inline]
            fn one() -> Self {
                Self::constant(T::one())
            }
        }

        impl<T: Real, $($N)*> num_traits::Num for $Self {
            type FromStrRadixErr = T::FromStrRadixErr;

            #[inline]
            fn from_str_radix(text: &str, radix: u32) -> Result<Self, T::FromStrRadixErr> {
                T::from_str_radix(text, radix).map(Self::constant)
            }
        }

        impl<T: Real + num_traits::FloatConst, $($N)*> num_traits::FloatConst for $Self {
            crate::carrier::constants! {
                E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4
                    FRAC_PI_6 FRAC_PI_8
                LN_10 LN_2 LOG10_E LOG2_E PI SQRT_2 TAU LOG10_2 LOG2_10
            }
        }

        impl<T: Real, $($N)*> num_traits::Signed for $Self {
            #[inline]
            fn abs(&self) -> Self {
                num_traits::Float::abs(*self)
            }

            #[inline]
            fn abs_sub(&self, other: &Self) -> Self {
                num_traits::Float::abs_sub(*self, *other)
            }

            #[inline]
            fn signum(&self) -> Self {
                num_traits::Float::signum(*self)
            }

            #[inline]
            fn is_positive(&self) -> bool {
                self.value > T::zero()
            }

            #[inline]
            fn is_negative(&self) -> bool {
                self.value < T::zero()
            }
        }

        impl<T: Real, $($N)*> num_traits::Euclid for $Self {
            /// As `f64::div_euclid`: a step function, whose derivative is 0.
            #[inline]
            fn div_euclid(&self, other: &Self) -> Self {
                Self::constant(crate::real::div_euclid(self.value, other.value))
            }

            /// As `f64::rem_euclid`.
            #[inline]
            fn rem_euclid(&self, other: &Self) -> Self {
                crate::real::rem_euclid(*self, *other)
            }
        }

        impl<T: Real, $($N)*> num_traits::MulAdd for $Self {
            type Output = Self;

            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                num_traits::Float::mul_add(self, a, b)
            }
        }

        #[cfg(feature = "ndarray")]
        impl<T: Real, $($N)*> ndarray::ScalarOperand for $Self {}
    };
}
pub(crate) use numbers;

/// Conversions to and from numbers of other types.
macro_rules! conversions {
    ([$($N:tt)*] $Self:ty) => {
        impl<T: Real, $($N)*> num_traits::ToPrimitive for $Self {
            #[inline]
            fn to_i64(&self) -> Option<i64> {
                self.value.to_i64()
            }

            #[inline]
            fn to_u64(&self) -> Option<u64> {
                self.value.to_u64()
            }

            #[inline]
            fn to_i128(&self) -> Option<i128> {
                self.value.to_i128()
            }

            #[inline]
            fn to_u128(&self) -> Option<u128> {
                self.value.to_u128()
            }

            #[inline]
            fn to_f32(&self) -> Option<f32> {
                self.value.to_f32()
            }

            #[inline]
            fn to_f64(&self) -> Option<f64> {
                self.value.to_f64()
            }
        }

        impl<T: Real, $($N)*> num_traits::NumCast for $Self {
            #[inline]
            fn from<P: num_traits::ToPrimitive>(number: P) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }
        }

        impl<T: Real, $($N)*> num_traits::FromPrimitive for $Self {
            #[inline]
            fn from_i64(number: i64) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }

            #[inline]
            fn from_u64(number: u64) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }

            #[inline]
            fn from_i128(number: i128) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }

            #[inline]
            fn from_u128(number: u128) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }

            #[inline]
            fn from_f32(number: f32) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }

            #[inline]
            fn from_f64(number: f64) -> Option<Self> {
                <T as num_traits::NumCast>::from(number).map(Self::constant)
            }
        }
    };
}
pub(crate) use conversions;

/// Sums and products of iterators.
macro_rules! sums {
    ([$($N:tt)*] $Self:ty) => {
        impl<T: Real, $($N)*> core::iter::Sum for $Self {
            #[inline]
            fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
                // From −0, as the sum of floats: the neutral element of addition.
                numbers.fold(Self::constant(-T::zero()), |sum, x| sum + x)
            }
        }

        impl<'a, T: Real, $($N)*> core::iter::Sum<&'a $Self> for $Self {
            #[inline]
            fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
                numbers.copied().sum()
            }
        }

        impl<T: Real, $($N)*> core::iter::Product for $Self {
            #[inline]
            fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(Self::constant(T::one()), |product, x| product * x)
            }
        }

        impl<'a, T: Real, $($N)*> core::iter::Product<&'a $Self> for $Self {
            #[inline]
            fn product<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
                numbers.copied().product()
            }
        }
    };
}
pub(crate) use sums;

/// Residuals and accumulators.
macro_rules! storage {
    ([$($N:tt)*] $Self:ty) => {
        impl<T: Real, $($N)*> crate::Residual for $Self {
            #[inline]
            fn blank() -> Self {
                Self::constant(T::zero())
            }

            #[inline]
            fn heap_bytes(&self) -> usize {
                0
            }
        }

        impl<T: Real, $($N)*> crate::Structure for $Self {
            type Element = Self;
            type Memory = Self;
        }

        impl<T: Real, $($N)*> crate::CotangentAccumulator<$Self> for $Self {
            // wanted, as the real is: the views of an array infer this from the type
            crate::accumulate::without_elements!(Self);
            crate::accumulate::itself!();

            #[inline]
            fn add(&mut self, cotangent: &Self) {
                *self += *cotangent;
            }
        }

        impl<T: Real, $($N)*> crate::PlainClone for $Self {}

        impl<T: Real, $($N)*> crate::Save for $Self {
            #[inline(always)]
            fn save<Need: crate::Need>(&self) -> Self {
                *self
            }

            #[inline]
            fn save_all<Need: crate::Need>(elements: &[Self]) -> alloc::vec::Vec<Self> {
                elements.to_vec()
            }
        }
    };
}
pub(crate) use storage;

/// The scalar as a differentiable value, which is its own tangent.
macro_rules! tangents {
    ([$($N:tt)*] $Self:ty) => {
        impl<T: Real, $($N)*> crate::Differentiable for $Self {
            type Tangent = Self;
            type Shape = ();

            #[inline]
            fn tangent_shape(&self) {}

            #[inline]
            fn zero_of(_: &()) -> Self {
                Self::constant(T::zero())
            }

            #[inline]
            fn move_by(&mut self, tangent: &Self) {
                *self += *tangent;
            }

            #[inline]
            fn write_reals(&self, reals: &mut alloc::vec::Vec<f64>) {
                crate::TangentSpace::flatten_into(self, reals);
            }

            #[inline]
            fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                crate::TangentSpace::unflatten_from(self, flat)
            }
        }

        impl<T: Real, $($N)*> crate::TangentDot for $Self {}

        /// Flat vectors are of `f64`: they hold values, without derivatives.
        impl<T: Real, $($N)*> crate::TangentSpace for $Self {
            #[inline]
            fn add_assign(&mut self, other: &Self) {
                *self += *other;
            }

            #[inline]
            fn scale(&mut self, factor: f64) {
                *self *= Self::constant(T::real(factor));
            }

            #[inline]
            fn inner_product(&self, other: &Self) -> f64 {
                self.value.inner_product(&other.value)
            }

            #[inline]
            fn dimension(&self) -> usize {
                self.value.dimension()
            }

            #[inline]
            fn flatten_into(&self, out: &mut alloc::vec::Vec<f64>) {
                self.value.flatten_into(out);
            }

            #[inline]
            #[track_caller]
            fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                let mut value = self.value;
                let rest = value.unflatten_from(flat);
                *self = Self::constant(value);
                rest
            }
        }
    };
}
pub(crate) use tangents;

/// The constants of a trait, as constants.
macro_rules! constants {
    ($($name:ident)*) => {$(
        #[inline]
        fn $name() -> Self {
            Self::constant(T::$name())
        }
    )*};
}
pub(crate) use constants;

/// Operators with a plain number on the right, or on the left if it is `f64` or `f32`.
macro_rules! with_constants {
    ($N:tt $Self:ty: $($Operator:ident $method:ident),*) => {$(
        crate::carrier::with_constants!(@one $N $Self, $Operator $method);
    )*};
    (@one [$($N:tt)*] $Self:ty, $Operator:ident $method:ident) => {
        impl<T: Real, $($N)*> core::ops::$Operator<T> for $Self {
            type Output = Self;

            #[inline]
            fn $method(self, other: T) -> Self {
                core::ops::$Operator::$method(self, Self::constant(other))
            }
        }

        impl<T: Real, $($N)*> core::ops::$Operator<&$Self> for $Self {
            type Output = Self;

            #[inline]
            fn $method(self, other: &Self) -> Self {
                core::ops::$Operator::$method(self, *other)
            }
        }

        impl<T: Real, $($N)*> core::ops::$Operator<$Self> for &$Self {
            type Output = $Self;

            #[inline]
            fn $method(self, other: $Self) -> $Self {
                core::ops::$Operator::$method(*self, other)
            }
        }

        impl<T: Real, $($N)*> core::ops::$Operator<&$Self> for &$Self {
            type Output = $Self;

            #[inline]
            fn $method(self, other: &$Self) -> $Self {
                core::ops::$Operator::$method(*self, *other)
            }
        }
    };
}
pub(crate) use with_constants;

/// The assigning forms of operators.
macro_rules! assignments {
    ($N:tt $Self:ty: $($Operator:ident $method:ident $symbol:tt),*) => {$(
        crate::carrier::assignments!(@one $N $Self, $Operator $method $symbol);
    )*};
    (@one [$($N:tt)*] $Self:ty, $Operator:ident $method:ident $symbol:tt) => {
        impl<T: Real, $($N)*> core::ops::$Operator for $Self {
            #[inline]
            fn $method(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }

        impl<T: Real, $($N)*> core::ops::$Operator<T> for $Self {
            #[inline]
            fn $method(&mut self, other: T) {
                *self = *self $symbol other;
            }
        }
    };
}
pub(crate) use assignments;

/// The part of `Float` that does not involve derivatives: limits, tests, and steps, which are
/// constants.
macro_rules! values {
    () => {
        crate::carrier::constants! {
            nan infinity neg_infinity neg_zero min_value min_positive_value epsilon max_value
        }
        crate::carrier::values! {
            @test is_nan is_infinite is_finite is_normal is_subnormal is_sign_positive
            is_sign_negative }
        crate::carrier::values! { @step floor ceil round trunc signum }

        #[inline]
        fn classify(self) -> core::num::FpCategory {
            self.value.classify()
        }

        #[inline]
        fn integer_decode(self) -> (u64, i16, i8) {
            self.value.integer_decode()
        }
    };
    (@test $($name:ident)*) => {$(
        #[inline]
        fn $name(self) -> bool {
            self.value.$name()
        }
    )*};
    (@step $($name:ident)*) => {$(
        #[inline]
        fn $name(self) -> Self {
            Self::constant(self.value.$name())
        }
    )*};
}
pub(crate) use values;
