//! The tapes that the running thread records on: how a number finds its tape.
//!
//! A number knows the number of its tape, and each thread has a stack of the tapes it may record on: one for each derivative that is at
//! work, innermost last. Recording looks the tape up there. So a number that outlived its derivative, or came to a thread on which the
//! derivative is not at work, finds nothing, and that is a panic and not a lost derivative.

use std::any::Any;
use std::boxed::Box;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;
use std::vec::Vec;

use super::record::Tape;
use crate::Real;

struct Entry {
    id: u64,
    /// `RefCell<Tape<T>>`, for some `T` that `kind` knows.
    tape: Rc<dyn Any>,
    kind: Arc<dyn Scalars>,
}

std::thread_local! {
    static STACK: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// A `Tape<T>` on its way from one thread to another.
type Sent = Box<dyn Any + Send>;

/// What is done with tapes whose scalar is not known. They are of that scalar always: `None` stands for what cannot be.
trait Scalars: Send + Sync {
    fn branch(&self, tape: &dyn Any) -> Option<Sent>;
    fn enter(&self, branch: Sent) -> Option<(u64, Rc<dyn Any>)>;
    fn leave(&self, tape: &dyn Any) -> Option<Sent>;
    fn merge(&self, tape: &dyn Any, branches: [Option<Sent>; 2]) -> Option<()>;
}

struct Of<T>(PhantomData<fn() -> T>);

impl<T: Real> Scalars for Of<T> {
    fn branch(&self, tape: &dyn Any) -> Option<Sent> {
        Some(Box::new(tape.downcast_ref::<RefCell<Tape<T>>>()?.borrow().branch()))
    }

    fn enter(&self, branch: Sent) -> Option<(u64, Rc<dyn Any>)> {
        let tape = branch.downcast::<Tape<T>>().ok()?;
        Some((tape.id, Rc::new(RefCell::new(*tape))))
    }

    fn leave(&self, tape: &dyn Any) -> Option<Sent> {
        Some(Box::new(tape.downcast_ref::<RefCell<Tape<T>>>()?.replace(Tape::blank())))
    }

    fn merge(&self, tape: &dyn Any, [left, right]: [Option<Sent>; 2]) -> Option<()> {
        let branches = [*left?.downcast().ok()?, *right?.downcast().ok()?];
        tape.downcast_ref::<RefCell<Tape<T>>>()?.borrow_mut().merge(branches);
        Some(())
    }
}

/// Leaves the stack as it was, also if the function that is differentiated panics.
struct Leave;

impl Drop for Leave {
    fn drop(&mut self) {
        STACK.with_borrow_mut(Vec::pop);
    }
}

/// Runs a function that records on the given tape.
pub(super) fn recording<T: Real, R>(tape: Tape<T>, f: impl FnOnce() -> R) -> (R, Tape<T>) {
    let id = tape.id;
    let tape = Rc::new(RefCell::new(tape));
    STACK.with_borrow_mut(|stack| stack.push(Entry { id, tape: tape.clone(), kind: Arc::new(Of::<T>(PhantomData)) }));
    let leave = Leave;
    let result = f();
    drop(leave);
    (result, tape.replace(Tape::blank()))
}

/// Records something that is computed from numbers on the given tapes (0 for constants): on the tape of the innermost branch, if the
/// numbers are of several. `None` if all are constant.
///
/// # Panics
/// If the tape is not at work on this thread, or the tapes are of different derivatives.
#[inline]
#[track_caller]
pub(super) fn record<T: Real, R>(tapes: impl Iterator<Item = u64> + Clone, f: impl FnOnce(&mut Tape<T>) -> R) -> Option<R> {
    let tapes = tapes.filter(|id| *id != 0);
    let first = tapes.clone().next()?;
    let entered = STACK.with_borrow(|stack| {
        // nearly always there is one tape, or the innermost is meant
        let entry = if tapes.clone().all(|id| id == first) { stack.iter().rev().find(|entry| entry.id == first) } else { None };
        let tape = match entry.and_then(|entry| entry.tape.downcast_ref::<RefCell<Tape<T>>>()) {
            Some(tape) => tape,
            None => related(stack, first, tapes.clone())?,
        };
        Some(f(&mut tape.borrow_mut()))
    });
    if entered.is_none() {
        not_recording();
    }
    entered
}

/// The innermost tape of the derivative that the given one is of, if the others are of it as well.
#[cold]
#[inline(never)]
#[track_caller]
fn related<T: Real>(stack: &[Entry], first: u64, mut tapes: impl Iterator<Item = u64>) -> Option<&RefCell<Tape<T>>> {
    let mut of_scalar = stack.iter().rev().filter_map(|entry| entry.tape.downcast_ref::<RefCell<Tape<T>>>());
    let tape = of_scalar.find(|tape| tape.borrow().is_related(first))?;
    let recorded = tape.borrow();
    if !tapes.all(|id| id == recorded.id || recorded.is_related(id)) {
        confused();
    }
    drop(recorded);
    Some(tape)
}

#[cold]
#[inline(never)]
#[track_caller]
fn confused() -> ! {
    panic!(
        "the variables of two derivatives meet: take the inner derivative at a variable and lift what it takes from outside with \
         `Var::constant(x)`, or leave out the outer derivative with `x.value()`"
    )
}

#[cold]
#[inline(never)]
#[track_caller]
fn not_recording() -> ! {
    panic!(
        "a variable is used where its derivative is not being recorded: after the call of the differentiated function, or on another \
         thread without `tape::join`"
    )
}

/// The tapes of a branch, to be moved to the thread where it runs.
struct Branch(Vec<Carried>);

/// A tape, and what knows its scalar.
type Carried = (Option<Sent>, Arc<dyn Scalars>);

/// Puts back the stack of a thread after a branch ran on it.
struct PutBack(Vec<Entry>);

impl Drop for PutBack {
    fn drop(&mut self) {
        STACK.set(std::mem::take(&mut self.0));
    }
}

impl Branch {
    fn of(stack: &[Entry]) -> Self {
        Branch(stack.iter().map(|entry| (entry.kind.branch(&*entry.tape), entry.kind.clone())).collect())
    }

    /// Runs a function that records on these tapes only: the thread may be in the middle of another branch.
    fn run<R>(self, f: impl FnOnce() -> R) -> (R, Branch) {
        let entries = self.0.into_iter().filter_map(|(tape, kind)| {
            let (id, tape) = kind.enter(tape?)?;
            Some(Entry { id, tape, kind })
        });
        let put_back = PutBack(STACK.replace(entries.collect()));
        let result = f();
        let tapes = STACK.with_borrow(|stack| stack.iter().map(|entry| (entry.kind.leave(&*entry.tape), entry.kind.clone())).collect());
        drop(put_back);
        (result, Branch(tapes))
    }
}

/// Runs two functions, side by side with the feature `rayon`, and gives both results: `rayon::join` for functions that compute with
/// variables. Each records on a tape of its own, and so does its transpose; what they add to is added in the order of the arguments, whichever
/// is done first. So gradients are the same to the last bit on any number of threads, and without the feature.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape::{self, Var};
///
/// fn sum_of_squares(x: &[Var]) -> Var {
///     if x.len() < 2 {
///         return x.iter().map(|x| x * x).sum();
///     }
///     let (left, right) = x.split_at(x.len() / 2);
///     let (left, right) = tape::join(|| sum_of_squares(left), || sum_of_squares(right));
///     left + right
/// }
///
/// assert_eq!(tape::gradient(sum_of_squares, &[1.0, 2.0, 3.0]), [2.0, 4.0, 6.0]);
/// ```
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    let mine = PutBack(STACK.take());
    let (left, right) = (Branch::of(&mine.0), Branch::of(&mine.0));
    #[cfg(feature = "rayon")]
    let ((a, left), (b, right)) = rayon::join(|| left.run(a), || right.run(b));
    #[cfg(not(feature = "rayon"))]
    let ((a, left), (b, right)) = (left.run(a), right.run(b));
    for (entry, ((left, _), (right, _))) in mine.0.iter().zip(left.0.into_iter().zip(right.0)) {
        // of one scalar all, since they were made as branches of this tape
        let merged = entry.kind.merge(&*entry.tape, [left, right]);
        debug_assert!(merged.is_some());
    }
    (a, b)
}
