//! The declarations of `std`'s types in Rust syntax. Inference parses them as it parses the
//! crate's files; lowering asks the table of their methods.
//!
//! A type is written as a trait of its name, with the type that it dereferences to as its
//! supertrait: `trait Vec<T>: Slice<T>`. All iterators are `Iter<T>`. `Item<I>` is the item that a
//! `for` loop over `I` yields, `Target<R>` the type that a reference `R` refers to. `Sum<T>` and
//! `Collection<T>` are types that items are summed or collected into. Scalars have [`FLOAT`] and
//! [`INT`]. Only methods that occur in numerical code are listed: the result of any other one is
//! unknown.

/// How a method takes its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    Value,
    Shared,
    Unique,
    /// It is a function without a receiver.
    None,
}

/// A method of a type of `std`.
#[derive(Debug)]
pub struct Method {
    /// The name of the type, as it is declared here.
    pub of: &'static str,
    pub name: &'static str,
    pub receiver: Receiver,
    /// The count of arguments besides the receiver.
    pub arguments: usize,
    /// Whether an argument is a function, which the method calls.
    pub calls: bool,
    /// The type of the result; empty if there is none.
    pub output: &'static str,
}

/// Methods of traits of `std`, which types of the crate may implement as well.
const OF_TRAITS: &[&str] = &[
    "add",
    "clone",
    "cmp",
    "div",
    "eq",
    "mul",
    "neg",
    "partial_cmp",
    "rem",
    "sub",
    "to_owned",
    "to_string",
];

impl Method {
    /// Whether it is a method of the type itself, not of a trait.
    pub fn is_inherent(&self) -> bool {
        !OF_TRAITS.contains(&self.name)
    }
}

/// All methods of a name.
fn methods_named(name: &str) -> impl Iterator<Item = &'static Method> {
    let tables = [METHODS_OF_FLOAT, METHODS_OF_INT, METHODS_OF_TYPES];
    tables.into_iter().flatten().filter(move |method| method.name == name)
}

/// All methods of a name with a count of arguments besides the receiver.
pub fn methods(name: &str, arguments: usize) -> impl Iterator<Item = &'static Method> {
    methods_named(name)
        .filter(move |method| method.receiver != Receiver::None && method.arguments == arguments)
}

/// The method of a type.
pub fn method(of: &str, name: &str) -> Option<&'static Method> {
    methods_named(name).find(|method| method.of == of)
}

/// Whether slices have a method of this name, which takes them by reference.
pub fn is_of_slices(name: &str) -> bool {
    method("Slice", name)
        .is_some_and(|method| method.is_inherent() && method.receiver != Receiver::Value)
}

/// Whether floats have a method of this name.
pub fn is_of_floats(name: &str) -> bool {
    method("Float", name).is_some_and(Method::is_inherent)
}

/// How the method of a type takes its receiver.
pub fn receiver(of: &str, name: &str) -> Option<Receiver> {
    method(of, name).map(|method| method.receiver)
}

/// Whether a method may change its receiver, by its name: that of some type does.
pub fn may_change(name: &str, arguments: usize) -> bool {
    methods(name, arguments).any(|method| method.receiver == Receiver::Unique)
}

/// Whether a method changes its receiver, by its name: that of no type only reads it. Cells change
/// behind shared references.
pub fn changes_receiver(name: &str, arguments: usize) -> bool {
    may_change(name, arguments)
        && !methods(name, arguments)
            .any(|method| method.receiver == Receiver::Shared && !method.of.ends_with("Cell"))
}

/// Whether a method calls one of its arguments, by its name.
pub fn calls(name: &str) -> bool {
    methods_named(name).any(|method| method.calls)
}

/// A constant with the declarations as text, and the table of their methods.
macro_rules! declarations {
    ($(#[doc = $doc:literal])* $TEXT:ident $TABLE:ident { $($all:tt)* }) => {
        $(#[doc = $doc])*
        pub const $TEXT: &str = stringify!($($all)*);
        const $TABLE: &[Method] = table!($($all)*);
    };
}

macro_rules! table {
    ($(trait $Of:ident $(<$($of:ident),*>)? $(: $Target:ident $(<$($target:ident),*>)?)? {
        $(fn $name:ident $(<$($generic:ident),*>)? ($($parameters:tt)*) $(-> $output:ty)?;)*
    })*) => {
        &[$($(Method {
            of: stringify!($Of),
            name: stringify!($name),
            receiver: receiver!($($parameters)*),
            arguments: arguments!($($parameters)*),
            calls: calls!($($parameters)*),
            output: stringify!($($output)?),
        },)*)*]
    };
}

macro_rules! receiver {
    (&mut self $($rest:tt)*) => {
        Receiver::Unique
    };
    (&self $($rest:tt)*) => {
        Receiver::Shared
    };
    (self $($rest:tt)*) => {
        Receiver::Value
    };
    ($($without:tt)*) => {
        Receiver::None
    };
}

/// Each argument has a colon.
macro_rules! arguments {
    () => { 0 };
    (: $($rest:tt)*) => { 1 + arguments!($($rest)*) };
    ($other:tt $($rest:tt)*) => { arguments!($($rest)*) };
}

macro_rules! calls {
    () => { false };
    (fn $($rest:tt)*) => { true };
    ($other:tt $($rest:tt)*) => { calls!($($rest)*) };
}

declarations! {
    /// Methods of `f64` and `f32`.
    FLOAT METHODS_OF_FLOAT {
trait Float {
    fn is_nan(self) -> bool; fn is_finite(self) -> bool; fn is_infinite(self) -> bool;
        fn is_normal(self) -> bool;
    fn is_sign_positive(self) -> bool; fn is_sign_negative(self) -> bool;
        fn total_cmp(&self, other: &Self) -> Ordering;
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>; fn sin_cos(self) -> (Self, Self);
        fn to_string(&self) -> String;
    fn powi(self, n: i32) -> Self; fn clone(&self) -> Self; fn eq(&self, other: &Self) -> bool;
    fn from_bits(bits: _) -> Self;
    fn abs(self) -> Self; fn acos(self) -> Self; fn acosh(self) -> Self; fn asin(self) -> Self;
        fn asinh(self) -> Self;
    fn atan(self) -> Self; fn atanh(self) -> Self; fn cbrt(self) -> Self; fn ceil(self) -> Self;
        fn cos(self) -> Self;
    fn cosh(self) -> Self; fn exp(self) -> Self; fn exp2(self) -> Self; fn exp_m1(self) -> Self;
        fn floor(self) -> Self;
    fn fract(self) -> Self; fn ln(self) -> Self; fn ln_1p(self) -> Self; fn log10(self) -> Self;
        fn log2(self) -> Self;
    fn neg(self) -> Self; fn recip(self) -> Self; fn round(self) -> Self; fn round_ties_even(self)
        -> Self; fn signum(self) -> Self;
    fn sin(self) -> Self; fn sinh(self) -> Self; fn sqrt(self) -> Self; fn tan(self) -> Self;
        fn tanh(self) -> Self;
    fn to_degrees(self) -> Self; fn to_radians(self) -> Self; fn trunc(self) -> Self;
        fn add(self, other: Self) -> Self;
    fn atan2(self, other: Self) -> Self; fn copysign(self, other: Self) -> Self;
        fn div(self, other: Self) -> Self;
    fn div_euclid(self, other: Self) -> Self; fn hypot(self, other: Self) -> Self;
        fn log(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self; fn midpoint(self, other: Self) -> Self;
        fn min(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self; fn powf(self, other: Self) -> Self; fn rem(self, other: Self)
        -> Self;
    fn rem_euclid(self, other: Self) -> Self; fn sub(self, other: Self) -> Self;
        fn clamp(self, low: Self, high: Self) -> Self;
    fn mul_add(self, a: Self, b: Self) -> Self;
}
    }
}

declarations! {
    /// Methods of integers.
    INT METHODS_OF_INT {
trait Int {
    fn pow(self, n: u32) -> Self; fn abs(self) -> Self; fn min(self, other: Self) -> Self;
        fn max(self, other: Self) -> Self;
    fn clamp(self, low: Self, high: Self) -> Self; fn signum(self) -> Self;
        fn rem_euclid(self, other: Self) -> Self;
    fn div_euclid(self, other: Self) -> Self; fn div_ceil(self, other: Self) -> Self; fn isqrt(self)
        -> Self; fn next_multiple_of(self, other: Self) -> Self;
    fn wrapping_add(self, other: Self) -> Self; fn wrapping_sub(self, other: Self) -> Self;
        fn wrapping_mul(self, other: Self) -> Self;
    fn saturating_add(self, other: Self) -> Self; fn saturating_sub(self, other: Self) -> Self;
        fn saturating_mul(self, other: Self) -> Self;
    fn checked_add(self, other: Self) -> Option<Self>; fn checked_sub(self, other: Self)
        -> Option<Self>;
    fn checked_mul(self, other: Self) -> Option<Self>; fn checked_div(self, other: Self)
        -> Option<Self>;
    fn wrapping_abs(self) -> Self; fn wrapping_neg(self) -> Self; fn wrapping_div(self, other: Self)
        -> Self; fn wrapping_rem(self, other: Self) -> Self;
    fn wrapping_shl(self, n: u32) -> Self; fn wrapping_shr(self, n: u32) -> Self;
        fn wrapping_pow(self, n: u32) -> Self; fn saturating_abs(self) -> Self;
    fn saturating_neg(self) -> Self; fn saturating_pow(self, n: u32) -> Self;
        fn checked_rem(self, other: Self) -> Option<Self>; fn checked_neg(self) -> Option<Self>;
    fn checked_pow(self, n: u32) -> Option<Self>; fn swap_bytes(self) -> Self; fn reverse_bits(self)
        -> Self; fn midpoint(self, other: Self) -> Self;
    fn overflowing_add(self, other: Self) -> (Self, bool); fn overflowing_sub(self, other: Self)
        -> (Self, bool); fn overflowing_mul(self, other: Self) -> (Self, bool);
    fn rotate_left(self, n: u32) -> Self; fn rotate_right(self, n: u32) -> Self;
        fn next_power_of_two(self) -> Self;
    fn count_ones(self) -> u32; fn count_zeros(self) -> u32; fn leading_zeros(self) -> u32;
        fn trailing_zeros(self) -> u32; fn ilog2(self) -> u32;
    fn is_power_of_two(self) -> bool; fn is_multiple_of(self, other: Self) -> bool;
        fn is_positive(self) -> bool; fn is_negative(self) -> bool;
    fn cmp(&self, other: &Self) -> Ordering; fn partial_cmp(&self, other: &Self)
        -> Option<Ordering>;
    fn to_string(&self) -> String; fn clone(&self) -> Self;
}
    }
}

/// Arrays of `ndarray`, with the types of their elements and their numbers of axes. Rows and views
/// are arrays here.
pub const ARRAY: &str = "NdArray";

/// A shape of `ndarray`, with its number of axes.
pub const SHAPE: &str = "NdShape";

declarations! {
    /// The other types.
    TYPES METHODS_OF_TYPES {
trait bool { fn then<U>(self, f: fn() -> U) -> Option<U>; fn then_some<U>(self, value: U)
    -> Option<U>; fn clone(&self) -> bool; fn cmp(&self, other: &bool) -> Ordering; }
trait char {
    fn is_alphabetic(self) -> bool; fn is_numeric(self) -> bool; fn is_alphanumeric(self) -> bool;
        fn is_whitespace(self) -> bool;
    fn is_uppercase(self) -> bool; fn is_lowercase(self) -> bool; fn is_ascii_digit(&self) -> bool;
        fn to_digit(self, radix: u32) -> Option<u32>;
    fn to_ascii_uppercase(&self) -> char; fn to_ascii_lowercase(&self) -> char; fn to_string(&self)
        -> String; fn clone(&self) -> char;
}
trait Ordering {
    fn reverse(self) -> Ordering; fn then(self, other: Ordering) -> Ordering; fn is_eq(self)
        -> bool; fn is_lt(self) -> bool; fn is_gt(self) -> bool;
    fn is_le(self) -> bool; fn is_ge(self) -> bool; fn is_ne(self) -> bool;
        fn then_with(self, f: fn() -> Ordering) -> Ordering;
}
trait str {
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn chars(&self) -> Iter<char>;
        fn bytes(&self) -> Iter<u8>; fn as_bytes(&self) -> &[u8];
    fn char_indices(&self) -> Iter<(usize, char)>; fn lines(&self) -> Iter<&str>;
        fn split_whitespace(&self) -> Iter<&str>; fn trim(&self) -> &str;
    fn split(&self, by: _) -> Iter<&str>; fn splitn(&self, n: usize, by: _) -> Iter<&str>;
        fn split_once(&self, by: _) -> Option<(&str, &str)>;
    fn starts_with(&self, with: _) -> bool; fn ends_with(&self, with: _) -> bool;
        fn contains(&self, what: _) -> bool; fn find(&self, what: _) -> Option<usize>;
    fn to_string(&self) -> String; fn to_owned(&self) -> String; fn to_uppercase(&self) -> String;
        fn to_lowercase(&self) -> String;
    fn as_str(&self) -> &str; fn strip_prefix(&self, with: _) -> Option<&str>;
        fn strip_suffix(&self, with: _) -> Option<&str>; fn repeat(&self, n: usize) -> String;
    fn eq_ignore_ascii_case(&self, other: &str) -> bool; fn cmp(&self, other: &str) -> Ordering;
        fn parse<F>(&self) -> Result<F, ParseError>;
}
trait ParseError { }
trait String: str {
    fn new() -> String; fn with_capacity(n: usize) -> String; fn push(&mut self, c: char);
        fn push_str(&mut self, s: &str); fn clear(&mut self);
    fn insert(&mut self, at: usize, c: char); fn insert_str(&mut self, at: usize, s: &str);
        fn truncate(&mut self, n: usize); fn retain(&mut self, f: fn(char) -> bool);
        fn extend<I>(&mut self, items: I); fn reserve(&mut self, n: usize);
    fn remove(&mut self, at: usize) -> char; fn drain(&mut self, range: _) -> Iter<char>;
        fn split_off(&mut self, at: usize) -> String;
    fn pop(&mut self) -> Option<char>; fn as_str(&self) -> &str; fn clone(&self) -> String;
        fn from(s: _) -> String;
}
trait Slice<T> {
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn iter(&self) -> Iter<&T>;
        fn iter_mut(&mut self) -> Iter<&mut T>;
    fn get(&self, at: _) -> _; fn get_mut(&mut self, at: _) -> _;
    fn first(&self) -> Option<&T>; fn last(&self) -> Option<&T>; fn first_mut(&mut self)
        -> Option<&mut T>; fn last_mut(&mut self) -> Option<&mut T>;
    fn windows(&self, n: usize) -> Iter<&[T]>; fn chunks(&self, n: usize) -> Iter<&[T]>;
        fn chunks_exact(&self, n: usize) -> Iter<&[T]>;
    fn rchunks(&self, n: usize) -> Iter<&[T]>; fn chunks_mut(&mut self, n: usize) -> Iter<&mut [T]>;
        fn chunks_exact_mut(&mut self, n: usize) -> Iter<&mut [T]>;
    fn to_vec(&self) -> Vec<T>; fn to_owned(&self) -> Vec<T>; fn into_vec(self) -> Vec<T>;
        fn as_slice(&self) -> &[T]; fn as_mut_slice(&mut self) -> &mut [T];
    fn split_at(&self, n: usize) -> (&[T], &[T]); fn split_at_mut(&mut self, n: usize)
        -> (&mut [T], &mut [T]);
    fn split_first(&self) -> Option<(&T, &[T])>; fn split_last(&self) -> Option<(&T, &[T])>;
    fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])>; fn split_last_mut(&mut self)
        -> Option<(&mut T, &mut [T])>;
    fn swap(&mut self, i: usize, j: usize); fn reverse(&mut self); fn fill(&mut self, value: T);
        fn contains(&self, value: &T) -> bool;
    fn copy_from_slice(&mut self, other: &[T]); fn clone_from_slice(&mut self, other: &[T]);
        fn rotate_left(&mut self, n: usize); fn rotate_right(&mut self, n: usize);
    fn sort(&mut self); fn sort_unstable(&mut self);
        fn sort_by(&mut self, f: fn(&T, &T) -> Ordering);
        fn sort_unstable_by(&mut self, f: fn(&T, &T) -> Ordering);
    fn sort_by_key<K>(&mut self, f: fn(&T) -> K); fn binary_search(&self, value: &T)
        -> Result<usize, usize>;
    fn binary_search_by(&self, f: fn(&T) -> Ordering) -> Result<usize, usize>;
        fn partition_point(&self, f: fn(&T) -> bool) -> usize;
    fn copy_within(&mut self, from: _, to: usize);
        fn sort_unstable_by_key<K>(&mut self, f: fn(&T) -> K);
        fn sort_by_cached_key<K>(&mut self, f: fn(&T) -> K);
    fn select_nth_unstable(&mut self, at: usize) -> (&mut [T], &mut T, &mut [T]);
        fn select_nth_unstable_by(&mut self, at: usize, f: fn(&T, &T) -> Ordering)
        -> (&mut [T], &mut T, &mut [T]);
    fn concat(&self) -> Concatenated<T>; fn join(&self, by: _) -> Joined<T>;
        fn starts_with(&self, other: &[T]) -> bool; fn fill_with(&mut self, f: fn() -> T);
    fn ends_with(&self, other: &[T]) -> bool; fn repeat(&self, n: usize) -> Vec<T>;
        fn swap_with_slice(&mut self, other: &mut [T]);
    fn is_sorted_by(&self, f: fn(&T, &T) -> bool) -> bool;
        fn is_sorted_by_key<K>(&self, f: fn(&T) -> K) -> bool;
    fn chunk_by(&self, f: fn(&T, &T) -> bool) -> Iter<&[T]>;
        fn split(&self, f: fn(&T) -> bool) -> Iter<&[T]>;
        fn split_inclusive(&self, f: fn(&T) -> bool) -> Iter<&[T]>;
}
trait Array<T> { }
trait Vec<T>: Slice<T> {
    fn new() -> Vec<T>; fn with_capacity(n: usize) -> Vec<T>; fn push(&mut self, value: T);
        fn pop(&mut self) -> Option<T>; fn clear(&mut self);
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn as_slice(&self) -> &[T];
        fn as_mut_slice(&mut self) -> &mut [T];
    fn insert(&mut self, at: usize, value: T); fn remove(&mut self, at: usize) -> T;
        fn swap_remove(&mut self, at: usize) -> T; fn truncate(&mut self, n: usize);
    fn resize(&mut self, n: usize, value: T); fn extend<I>(&mut self, items: I);
        fn extend_from_slice(&mut self, items: &[T]); fn append(&mut self, other: &mut Vec<T>);
    fn drain(&mut self, range: _) -> Iter<T>; fn retain(&mut self, f: fn(&T) -> bool);
        fn dedup(&mut self); fn dedup_by(&mut self, f: fn(&mut T, &mut T) -> bool);
        fn capacity(&self) -> usize;
    fn split_off(&mut self, at: usize) -> Vec<T>; fn into_boxed_slice(self) -> Box<[T]>;
        fn clone(&self) -> Vec<T>; fn reserve(&mut self, n: usize); fn shrink_to_fit(&mut self);
    fn resize_with(&mut self, n: usize, f: fn() -> T);
        fn retain_mut(&mut self, f: fn(&mut T) -> bool);
    fn dedup_by_key<K>(&mut self, f: fn(&mut T) -> K); fn extend_from_within(&mut self, range: _);
        fn clone_from(&mut self, source: &Vec<T>);
}
trait VecDeque<T> {
    fn new() -> VecDeque<T>; fn with_capacity(n: usize) -> VecDeque<T>;
        fn push_back(&mut self, value: T); fn push_front(&mut self, value: T);
    fn pop_back(&mut self) -> Option<T>; fn pop_front(&mut self) -> Option<T>; fn front(&self)
        -> Option<&T>; fn back(&self) -> Option<&T>;
    fn front_mut(&mut self) -> Option<&mut T>; fn back_mut(&mut self) -> Option<&mut T>;
    fn len(&self) -> usize; fn is_empty(&self) -> bool; fn iter(&self) -> Iter<&T>;
        fn iter_mut(&mut self) -> Iter<&mut T>; fn clear(&mut self);
    fn get(&self, at: usize) -> Option<&T>; fn get_mut(&mut self, at: usize) -> Option<&mut T>;
        fn extend<I>(&mut self, items: I); fn clone(&self) -> VecDeque<T>;
    fn truncate(&mut self, n: usize); fn drain(&mut self, range: _) -> Iter<T>;
        fn contains(&self, value: &T) -> bool; fn swap(&mut self, i: usize, j: usize);
}
trait Option<T> {
    fn is_some(&self) -> bool; fn is_none(&self) -> bool; fn is_some_and(self, f: fn(T) -> bool)
        -> bool; fn is_none_or(self, f: fn(T) -> bool) -> bool;
    fn unwrap(self) -> T; fn expect(self, text: &str) -> T; fn unwrap_or(self, value: T) -> T;
        fn unwrap_or_else(self, f: fn() -> T) -> T; fn unwrap_or_default(self) -> T;
    fn map<U>(self, f: fn(T) -> U) -> Option<U>; fn map_or<U>(self, value: U, f: fn(T) -> U) -> U;
        fn map_or_else<U>(self, g: fn() -> U, f: fn(T) -> U) -> U;
    fn and_then<U>(self, f: fn(T) -> Option<U>) -> Option<U>; fn or(self, other: Option<T>)
        -> Option<T>; fn or_else(self, f: fn() -> Option<T>) -> Option<T>;
    fn and<U>(self, other: Option<U>) -> Option<U>; fn xor(self, other: Option<T>) -> Option<T>;
        fn filter(self, f: fn(&T) -> bool) -> Option<T>;
    fn ok_or<E>(self, error: E) -> Result<T, E>; fn ok_or_else<E>(self, f: fn() -> E) -> Result<T,
        E>;
    fn as_ref(&self) -> Option<&T>; fn as_mut(&mut self) -> Option<&mut T>; fn as_deref(&self)
        -> Option<&Pointee<T>>; fn as_deref_mut(&mut self) -> Option<&mut Pointee<T>>;
    fn copied(self) -> Option<Target<T>>; fn cloned(self) -> Option<Target<T>>; fn take(&mut self)
        -> Option<T>; fn replace(&mut self, value: T) -> Option<T>;
    fn insert(&mut self, value: T) -> &mut T; fn get_or_insert(&mut self, value: T) -> &mut T;
        fn get_or_insert_with(&mut self, f: fn() -> T) -> &mut T;
    fn zip<U>(self, other: Option<U>) -> Option<(T, U)>; fn flatten(self) -> T; fn iter(&self)
        -> Iter<&T>; fn inspect(self, f: fn(&T)) -> Option<T>;
    fn clone(&self) -> Option<T>; fn take_if(&mut self, f: fn(&mut T) -> bool) -> Option<T>;
        fn unzip(self) -> _; fn transpose(self) -> _;
}
trait Result<T, E> {
    fn is_ok(&self) -> bool; fn is_err(&self) -> bool; fn unwrap(self) -> T;
        fn expect(self, text: &str) -> T; fn unwrap_err(self) -> E; fn expect_err(self, text: &str)
        -> E;
    fn unwrap_or(self, value: T) -> T; fn unwrap_or_else(self, f: fn(E) -> T) -> T;
        fn unwrap_or_default(self) -> T; fn ok(self) -> Option<T>; fn err(self) -> Option<E>;
    fn map<U>(self, f: fn(T) -> U) -> Result<U, E>; fn map_err<F>(self, f: fn(E) -> F) -> Result<T,
        F>; fn map_or<U>(self, value: U, f: fn(T) -> U) -> U;
    fn map_or_else<U>(self, g: fn(E) -> U, f: fn(T) -> U) -> U;
        fn and_then<U>(self, f: fn(T) -> Result<U, E>) -> Result<U, E>;
    fn or_else<F>(self, f: fn(E) -> Result<T, F>) -> Result<T, F>; fn as_ref(&self) -> Result<&T,
        &E>; fn as_mut(&mut self) -> Result<&mut T, &mut E>;
    fn is_ok_and(self, f: fn(T) -> bool) -> bool; fn is_err_and(self, f: fn(E) -> bool) -> bool;
        fn inspect_err(self, f: fn(&E)) -> Result<T, E>; fn clone(&self) -> Result<T, E>;
        fn iter(&self) -> Iter<&T>; fn transpose(self) -> _;
}
trait Box<T> { fn new(value: T) -> Box<T>; fn clone(&self) -> Box<T>; fn from(value: T) -> Box<T>; }
trait Rc<T> { fn new(value: T) -> Rc<T>; fn clone(this: &Rc<T>) -> Rc<T>; }
trait Arc<T> { fn new(value: T) -> Arc<T>; fn clone(this: &Arc<T>) -> Arc<T>; }
trait Cell<T> { fn new(value: T) -> Cell<T>; fn get(&self) -> T; fn set(&self, value: T); }
trait RefCell<T> {
    fn new(value: T) -> RefCell<T>; fn borrow(&self) -> Ref<T>; fn borrow_mut(&self) -> RefMut<T>;
        fn replace(&self, value: T) -> T; fn take(&self) -> T;
    fn into_inner(self) -> T; fn try_borrow(&self) -> Result<Ref<T>, _>; fn try_borrow_mut(&self)
        -> Result<RefMut<T>, _>;
}
trait Ref<T> { }
trait RefMut<T> { }
trait Mutex<T> {
    fn new(value: T) -> Mutex<T>; fn lock(&self) -> Result<MutexGuard<T>, _>; fn try_lock(&self)
        -> Result<MutexGuard<T>, _>; fn into_inner(self) -> Result<T, _>;
}
trait RwLock<T> {
    fn new(value: T) -> RwLock<T>; fn read(&self) -> Result<RwLockReadGuard<T>, _>; fn write(&self)
        -> Result<RwLockWriteGuard<T>, _>;
    fn try_read(&self) -> Result<RwLockReadGuard<T>, _>; fn try_write(&self)
        -> Result<RwLockWriteGuard<T>, _>; fn into_inner(self) -> Result<T, _>;
}
trait MutexGuard<T> { }
trait RwLockReadGuard<T> { }
trait RwLockWriteGuard<T> { }
trait Range<T> {
    fn contains(&self, value: &T) -> bool; fn is_empty(&self) -> bool; fn len(&self) -> usize;
        fn clone(&self) -> Range<T>;
    fn rev(self) -> Iter<T>;
}
trait HashMap<K, V> {
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn new() -> HashMap<K, V>; fn len(&self) -> usize; fn is_empty(&self) -> bool;
        fn get(&self, key: _) -> Option<&V>; fn get_mut(&mut self, key: _) -> Option<&mut V>;
    fn contains_key(&self, key: _) -> bool; fn insert(&mut self, key: K, value: V) -> Option<V>;
        fn remove(&mut self, key: _) -> Option<V>; fn iter(&self) -> Iter<(&K, &V)>;
    fn iter_mut(&mut self) -> Iter<(&K, &mut V)>; fn keys(&self) -> Iter<&K>; fn values(&self)
        -> Iter<&V>; fn values_mut(&mut self) -> Iter<&mut V>;
    fn into_keys(self) -> Iter<K>; fn into_values(self) -> Iter<V>; fn clone(&self) -> HashMap<K,
        V>; fn clear(&mut self); fn get_key_value(&self, key: _) -> Option<(&K, &V)>;
}
trait BTreeMap<K, V> {
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn new() -> BTreeMap<K, V>; fn len(&self) -> usize; fn is_empty(&self) -> bool;
        fn get(&self, key: _) -> Option<&V>; fn get_mut(&mut self, key: _) -> Option<&mut V>;
    fn contains_key(&self, key: _) -> bool; fn insert(&mut self, key: K, value: V) -> Option<V>;
        fn remove(&mut self, key: _) -> Option<V>; fn iter(&self) -> Iter<(&K, &V)>;
    fn iter_mut(&mut self) -> Iter<(&K, &mut V)>; fn keys(&self) -> Iter<&K>; fn values(&self)
        -> Iter<&V>; fn values_mut(&mut self) -> Iter<&mut V>;
    fn into_keys(self) -> Iter<K>; fn into_values(self) -> Iter<V>; fn clone(&self) -> BTreeMap<K,
        V>; fn clear(&mut self);
    fn range(&self, range: _) -> Iter<(&K, &V)>; fn first_key_value(&self) -> Option<(&K, &V)>;
        fn last_key_value(&self) -> Option<(&K, &V)>;
}
trait HashSet<T> {
    fn new() -> HashSet<T>; fn len(&self) -> usize; fn is_empty(&self) -> bool;
        fn contains(&self, value: _) -> bool; fn insert(&mut self, value: T) -> bool;
    fn remove(&mut self, value: _) -> bool; fn iter(&self) -> Iter<&T>; fn clone(&self)
        -> HashSet<T>;
}
trait BTreeSet<T> {
    fn new() -> BTreeSet<T>; fn len(&self) -> usize; fn is_empty(&self) -> bool;
        fn contains(&self, value: _) -> bool; fn insert(&mut self, value: T) -> bool;
    fn remove(&mut self, value: _) -> bool; fn iter(&self) -> Iter<&T>; fn first(&self)
        -> Option<&T>; fn last(&self) -> Option<&T>; fn range(&self, range: _) -> Iter<&T>;
    fn clone(&self) -> BTreeSet<T>;
}
trait Duration { fn as_secs_f64(&self) -> f64; fn as_secs(&self) -> u64; fn from_secs(n: u64)
    -> Duration; fn from_secs_f64(x: f64) -> Duration; }
trait DefaultHasher { fn new() -> DefaultHasher; fn finish(&self) -> u64; }
trait Iter<T> {
    fn next(&mut self) -> Option<T>; fn next_back(&mut self) -> Option<T>; fn last(self)
        -> Option<T>; fn nth(&mut self, n: usize) -> Option<T>; fn count(self) -> usize;
        fn len(&self) -> usize;
    fn by_ref(&mut self) -> Iter<T>; fn peekable(self) -> Iter<T>; fn peek(&mut self) -> Option<&T>;
    fn nth_back(&mut self, n: usize) -> Option<T>; fn next_if(&mut self, f: fn(&T) -> bool)
        -> Option<T>; fn next_if_eq(&mut self, item: &T) -> Option<T>;
        fn try_for_each<R>(&mut self, f: fn(T) -> R) -> R;
        fn cloned(self) -> Iter<Target<T>>; fn copied(self) -> Iter<Target<T>>;
    fn rev(self) -> Iter<T>; fn enumerate(self) -> Iter<(usize, T)>; fn skip(self, n: usize)
        -> Iter<T>; fn take(self, n: usize) -> Iter<T>; fn step_by(self, n: usize) -> Iter<T>;
    fn cycle(self) -> Iter<T>; fn fuse(self) -> Iter<T>; fn chain<I>(self, other: I) -> Iter<T>;
        fn zip<I>(self, other: I) -> Iter<(T, Item<I>)>;
    fn map<U>(self, f: fn(T) -> U) -> Iter<U>; fn filter(self, f: fn(&T) -> bool) -> Iter<T>;
        fn filter_map<U>(self, f: fn(T) -> Option<U>) -> Iter<U>;
    fn flat_map<U>(self, f: fn(T) -> U) -> Iter<Item<U>>; fn flatten(self) -> Iter<Item<T>>;
        fn inspect(self, f: fn(&T)) -> Iter<T>; fn map_while<U>(self, f: fn(T) -> Option<U>)
        -> Iter<U>;
    fn take_while(self, f: fn(&T) -> bool) -> Iter<T>; fn skip_while(self, f: fn(&T) -> bool)
        -> Iter<T>; fn scan<S, U>(self, start: S, f: fn(&mut S, T) -> Option<U>) -> Iter<U>;
    fn fold<B>(self, start: B, f: fn(B, T) -> B) -> B; fn rfold<B>(self, start: B, f: fn(B, T) -> B)
        -> B; fn try_fold<B, R>(&mut self, start: B, f: fn(B, T) -> R) -> R;
    fn reduce(self, f: fn(T, T) -> T) -> Option<T>; fn for_each(self, f: fn(T));
        fn all(&mut self, f: fn(T) -> bool) -> bool; fn any(&mut self, f: fn(T) -> bool) -> bool;
    fn position(&mut self, f: fn(T) -> bool) -> Option<usize>;
        fn rposition(&mut self, f: fn(T) -> bool) -> Option<usize>;
        fn find(&mut self, f: fn(&T) -> bool) -> Option<T>;
    fn rfind(&mut self, f: fn(&T) -> bool) -> Option<T>;
        fn find_map<U>(&mut self, f: fn(T) -> Option<U>) -> Option<U>;
    fn max(self) -> Option<T>; fn min(self) -> Option<T>; fn max_by(self, f: fn(&T, &T) -> Ordering)
        -> Option<T>; fn min_by(self, f: fn(&T, &T) -> Ordering) -> Option<T>;
    fn max_by_key<K>(self, f: fn(&T) -> K) -> Option<T>; fn min_by_key<K>(self, f: fn(&T) -> K)
        -> Option<T>;
    fn partition(self, f: fn(&T) -> bool) -> (Collection<T>, Collection<T>); fn sum(self) -> Sum<T>;
        fn product(self) -> Sum<T>; fn collect(self) -> Collection<T>; fn clone(&self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>; fn unzip(self) -> Unzipped<T>; fn is_empty(&self) -> bool;
        fn size_hint(&self) -> (usize, Option<usize>);
    fn eq<I>(self, other: I) -> bool; fn ne<I>(self, other: I) -> bool; fn lt<I>(self, other: I)
        -> bool; fn le<I>(self, other: I) -> bool; fn gt<I>(self, other: I) -> bool;
        fn ge<I>(self, other: I) -> bool; fn partial_cmp<I>(self, other: I) -> Option<Ordering>;
        fn cmp<I>(self, other: I) -> Ordering;
}
    }
}

/// Types of `ndarray`. `Shape<D>` is a shape with `D` axes, `Axes<S>` the number of axes of an array
/// or a shape, `Index<D>` the index of an element, and `Less<D>` the number of axes without one.
pub const ARRAYS: &str = "
trait NdShape<D> { fn f(self) -> NdShape<D>; fn clone(&self) -> NdShape<D>; }
trait NdArray<T, D> {
    fn zeros(shape: Shape<D>) -> NdArray<T, D>; fn ones(shape: Shape<D>) -> NdArray<T, D>;
        fn from_elem(shape: Shape<D>, value: T) -> NdArray<T, D>;
        fn from_shape_fn(shape: Shape<D>, f: fn(Index<D>) -> T) -> NdArray<T, D>;
        fn from_shape_simple_fn(shape: Shape<D>, f: fn() -> T) -> NdArray<T, D>;
        fn from_shape_vec(shape: Shape<D>, values: Vec<T>) -> Result<NdArray<T, D>, _>;
    fn from_vec(values: Vec<T>) -> NdArray<T, 1>; fn from<V>(values: V) -> NdArray<Item<V>, D>;
        fn from_iter<I>(items: I) -> NdArray<Item<I>, 1>; fn eye(n: usize) -> NdArray<T, 2>;
        fn from_diag(diagonal: _) -> NdArray<T, 2>;
        fn linspace(start: T, end: T, n: usize) -> NdArray<T, 1>;
        fn from_diag_elem(n: usize, value: T) -> NdArray<T, 2>;
    fn raw_dim(&self) -> NdShape<D>; fn dim(&self) -> Index<D>; fn len(&self) -> usize;
        fn nrows(&self) -> usize; fn ncols(&self) -> usize; fn len_of(&self, axis: _) -> usize;
        fn is_empty(&self) -> bool; fn shape(&self) -> &[usize]; fn ndim(&self) -> usize;
    fn iter(&self) -> Iter<&T>; fn iter_mut(&mut self) -> Iter<&mut T>;
        fn indexed_iter(&self) -> Iter<(Index<D>, &T)>; fn first(&self) -> Option<&T>;
        fn last(&self) -> Option<&T>; fn get(&self, at: _) -> Option<&T>;
        fn to_vec(&self) -> Vec<T>; fn sum(&self) -> T; fn fill(&mut self, value: T);
        fn fold<B>(&self, start: B, f: fn(B, &T) -> B) -> B;
    fn row(&self, at: usize) -> NdArray<T, 1>; fn column(&self, at: usize) -> NdArray<T, 1>;
        fn diag(&self) -> NdArray<T, 1>; fn index_axis(&self, axis: _, at: usize)
        -> NdArray<T, Less<D>>; fn slice(&self, of: _) -> NdArray<T, _>;
        fn select(&self, axis: _, at: _) -> NdArray<T, D>;
    fn triu(&self, k: isize) -> NdArray<T, D>; fn tril(&self, k: isize) -> NdArray<T, D>;
    fn view(&self) -> NdArray<T, D>; fn t(&self) -> NdArray<T, D>;
        fn to_owned(&self) -> NdArray<T, D>; fn into_owned(self) -> NdArray<T, D>;
        fn autodiff_into_dimensionality<N>(self, shape: Shape<N>) -> Result<NdArray<T, N>, _>;
        fn autodiff_kron(&self, other: _) -> NdArray<T, 2>;
    fn rows(&self) -> Iter<NdArray<T, 1>>; fn columns(&self) -> Iter<NdArray<T, 1>>;
        fn outer_iter(&self) -> Iter<NdArray<T, Less<D>>>; fn axis_iter(&self, axis: _)
        -> Iter<NdArray<T, Less<D>>>;
    fn mapv<U>(&self, f: fn(T) -> U) -> NdArray<U, D>;
        fn map<U>(&self, f: fn(&T) -> U) -> NdArray<U, D>;
        fn map_axis<U>(&self, axis: _, f: fn(NdArray<T, 1>) -> U) -> NdArray<U, Less<D>>;
}
trait NdZip1<A, N> { fn from<P>(of: P) -> NdZip1<Item<P>, Axes<P>>;
    fn indexed<P>(of: P) -> NdZip2<Index<Axes<P>>, Item<P>, Axes<P>>;
    fn and<P>(self, other: P) -> NdZip2<A, Item<P>, N>;
    fn map_collect<R>(self, f: fn(A) -> R) -> NdArray<R, N>; }
trait NdZip2<A, B, N> { fn and<P>(self, other: P) -> NdZip3<A, B, Item<P>, N>;
    fn map_collect<R>(self, f: fn(A, B) -> R) -> NdArray<R, N>; }
trait NdZip3<A, B, C, N> { fn and<P>(self, other: P) -> NdZip4<A, B, C, Item<P>, N>;
    fn map_collect<R>(self, f: fn(A, B, C) -> R) -> NdArray<R, N>; }
trait NdZip4<A, B, C, D, N> { fn and<P>(self, other: P) -> NdZip5<A, B, C, D, Item<P>, N>;
    fn map_collect<R>(self, f: fn(A, B, C, D) -> R) -> NdArray<R, N>; }
trait NdZip5<A, B, C, D, E, N> {
    fn map_collect<R>(self, f: fn(A, B, C, D, E) -> R) -> NdArray<R, N>; }
fn ndarray_arr1<T>(values: &[T]) -> NdArray<T, 1> {}
fn ndarray_arr2<T, const N: usize>(values: &[[T; N]]) -> NdArray<T, 2> {}
";

/// Functions of modules of `std`, by their names.
pub const FUNCTIONS: &str = "
fn swap<T>(a: &mut T, b: &mut T) {} fn replace<T>(a: &mut T, b: T) -> T {} fn take<T>(a: &mut T)
    -> T {}
fn once<T>(value: T) -> Iter<T> {} fn repeat<T>(value: T) -> Iter<T> {}
    fn repeat_n<T>(value: T, n: usize) -> Iter<T> {} fn repeat_with<T>(f: fn() -> T) -> Iter<T> {}
fn successors<T>(first: Option<T>, f: fn(&T) -> Option<T>) -> Iter<T> {} fn zip<A, B>(a: A, b: B)
    -> Iter<(Item<A>, Item<B>)> {}
fn array_from_fn<T, const N: usize>(f: fn(usize) -> T) -> [T; N] {}
    fn iter_from_fn<T>(f: fn() -> Option<T>) -> Iter<T> {}
fn drop<T>(value: T) {} fn min<T>(a: T, b: T) -> T {} fn max<T>(a: T, b: T) -> T {}
    fn identity<T>(value: T) -> T {}
";
