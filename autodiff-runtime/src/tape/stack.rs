//! The tapes that the current thread records on: how a number finds its tape.
//!
//! A number has the identifier of its tape, and each thread has a stack of the tapes it may record
//! on: one for each active derivative, innermost last. Recording looks the tape up there. If a
//! number outlives its derivative, or is moved to a thread on which the derivative is not active,
//! the lookup fails: that is a panic and not a lost derivative.

use std::any::Any;
use std::boxed::Box;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::vec::Vec;

use super::record::{ABSENT, Place, Tape};
use crate::Real;

/// A tape that is being recorded, and its identifier.
struct Entry {
    id: u64,
    tape: Box<dyn Recorder>,
}

std::thread_local! {
    /// [`Leave`] and [`PutBack`] remove its entries. So a thread has nothing to drop at its end,
    /// and accesses the stack without a check that it has ended.
    static STACK: RefCell<ManuallyDrop<Vec<Entry>>> = const {
        RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// Replaces the stack; returns the former one.
fn replaced(stack: Vec<Entry>) -> Vec<Entry> {
    ManuallyDrop::into_inner(STACK.replace(ManuallyDrop::new(stack)))
}

/// A tape with any scalar type.
trait Recorder: Any + Send {
    /// An empty tape for a branch.
    fn branch(&self) -> Entry;
    /// Merges the tapes of two branches of this one.
    fn merge(&mut self, branches: [Box<dyn Recorder>; 2]);
}

impl<T: Real> Recorder for Tape<T> {
    fn branch(&self) -> Entry {
        let tape = self.branch();
        Entry { id: tape.id, tape: Box::new(tape) }
    }

    fn merge(&mut self, [left, right]: [Box<dyn Recorder>; 2]) {
        self.merge([downcast(left), downcast(right)]);
    }
}

/// Downcasts the tape.
fn downcast<T: Real>(tape: Box<dyn Recorder>) -> Tape<T> {
    let tape: Box<dyn Any> = tape;
    *tape.downcast().unwrap_or_else(|_| unreachable!("a tape changed its scalar"))
}

/// The tape, if it has this scalar type.
#[inline]
fn of_scalar<T: Real>(entry: &mut Entry) -> Option<&mut Tape<T>> {
    let tape: &mut dyn Any = &mut *entry.tape;
    tape.downcast_mut()
}

/// Restores the stack, also if the differentiated function panics.
struct Leave {
    depth: usize,
}

impl Drop for Leave {
    fn drop(&mut self) {
        STACK.with_borrow_mut(|stack| {
            stack.truncate(self.depth);
            if stack.is_empty() {
                stack.shrink_to_fit();
            }
        });
    }
}

/// Runs a function that records on the given tape.
pub(super) fn recording<T: Real, R>(tape: Tape<T>, f: impl FnOnce() -> R) -> (R, Tape<T>) {
    let leave = STACK.with_borrow_mut(|stack| {
        stack.push(Entry { id: tape.id, tape: Box::new(tape) });
        Leave { depth: stack.len() - 1 }
    });
    let result = f();
    let recorded = STACK.with_borrow_mut(|stack| stack.drain(leave.depth..).next());
    drop(leave);
    let recorded =
        recorded.unwrap_or_else(|| unreachable!("what is recorded on stays until it is left"));
    (result, downcast(recorded.tape))
}

/// Records an operation on numbers of the given tapes (0 for constants): on the tape of the
/// innermost branch, if the numbers are of several. `None` if all are constant.
///
/// The recording closure does no arithmetic on numbers: they may be on tapes themselves.
///
/// # Panics
/// If the tape is not active on this thread, or if the tapes belong to different derivatives.
#[inline]
#[track_caller]
pub(super) fn record<T: Real, R>(
    tapes: impl Iterator<Item = u64> + Clone,
    f: impl FnOnce(&mut Tape<T>) -> R,
) -> Option<R> {
    let (mut first, mut same) = (0, true);
    for id in tapes.clone().filter(|id| *id != 0) {
        first = if first == 0 { id } else { first };
        same &= first == id;
    }
    if first == 0 {
        return None;
    }
    let entered = STACK.with_borrow_mut(|stack| {
        if same && let Some(tape) = on_stack(stack, first) {
            return Some(f(tape));
        }
        Some(f(innermost_related(stack, first, tapes)?))
    });
    if entered.is_none() {
        not_recording();
    }
    entered
}

/// Records an operation on scalars of one tape, by their cells, and returns the place of its
/// result.
#[inline]
#[track_caller]
pub(super) fn scalar<T: Real, const N: usize>(
    tape: u64,
    cells: [u32; N],
    partials: [T; N],
) -> Place {
    let cell =
        STACK.with_borrow_mut(|stack| Some(on_stack::<T>(stack, tape)?.scalar(cells, partials)));
    match cell {
        Some(cell) => Place { tape, cell },
        None => scalar_in_branch(tape, cells, partials),
    }
}

/// The slow path: in a branch of the derivative that the tape belongs to.
#[cold]
#[inline(never)]
#[track_caller]
fn scalar_in_branch<T: Real, const N: usize>(
    tape: u64,
    cells: [u32; N],
    partials: [T; N],
) -> Place {
    let recorded = record::<T, _>(std::iter::once(tape), |here| {
        let cells = cells
            .map(|cell| if cell == ABSENT { ABSENT } else { here.local(Place { tape, cell }, 1) });
        Place { tape: here.id, cell: here.scalar(cells, partials) }
    });
    recorded.unwrap_or(Place::CONSTANT)
}

/// The given tape: nearly always the innermost.
#[inline]
fn on_stack<T: Real>(stack: &mut [Entry], id: u64) -> Option<&mut Tape<T>> {
    match stack.last() {
        Some(innermost) if innermost.id == id => stack.last_mut().and_then(of_scalar),
        _ => further_out(stack, id),
    }
}

#[inline(never)]
fn further_out<T: Real>(stack: &mut [Entry], id: u64) -> Option<&mut Tape<T>> {
    stack.iter_mut().rev().find(|entry| entry.id == id).and_then(of_scalar)
}

/// The innermost tape of the derivative of the given tape, if the other tapes belong to it as well.
#[cold]
#[inline(never)]
#[track_caller]
fn innermost_related<T: Real>(
    stack: &mut [Entry],
    first: u64,
    mut tapes: impl Iterator<Item = u64>,
) -> Option<&mut Tape<T>> {
    let mut of_this_scalar = stack.iter_mut().rev().filter_map(of_scalar::<T>);
    let tape = of_this_scalar.find(|tape| tape.is_related(first))?;
    if !tapes.all(|id| id == 0 || tape.is_related(id)) {
        panic_mixed();
    }
    Some(tape)
}

#[cold]
#[inline(never)]
#[track_caller]
fn panic_mixed() -> ! {
    panic!(
        "variables of two derivatives are mixed: take the inner derivative at a variable and lift \
         outer values with `Var::constant(x)`, or drop the outer derivative with `x.value()`"
    )
}

#[cold]
#[inline(never)]
#[track_caller]
fn not_recording() -> ! {
    panic!(
        "a variable is used while its derivative is not being recorded: after the call of the \
         differentiated function, or on another thread without `tape::join`"
    )
}

/// The tapes of a branch, to be moved to its thread.
struct Branch(Vec<Entry>);

/// Restores the stack of a thread after a branch ran on it.
struct PutBack(Vec<Entry>);

impl Drop for PutBack {
    fn drop(&mut self) {
        drop(replaced(std::mem::take(&mut self.0)));
    }
}

impl Branch {
    fn of(stack: &[Entry]) -> Self {
        Branch(stack.iter().map(|entry| entry.tape.branch()).collect())
    }

    /// Runs a function that records on these tapes only: the thread may be executing another
    /// branch.
    fn run<R>(self, f: impl FnOnce() -> R) -> (R, Branch) {
        let put_back = PutBack(replaced(self.0));
        let result = f();
        let tapes = replaced(Vec::new());
        drop(put_back);
        (result, Branch(tapes))
    }
}

/// Runs two functions, in parallel with the feature `rayon`, and returns both results:
/// `rayon::join` for functions that compute with variables. Each records on a separate tape, and so
/// does its transpose. Cotangents are added in the order of the arguments, independently of which
/// function ends first. So gradients are bit-identical on any number of threads, and without the
/// feature.
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
pub fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    let mut mine = PutBack(replaced(Vec::new()));
    let (left, right) = (Branch::of(&mine.0), Branch::of(&mine.0));
    #[cfg(feature = "rayon")]
    let ((a, left), (b, right)) = rayon::join(|| left.run(a), || right.run(b));
    #[cfg(not(feature = "rayon"))]
    let ((a, left), (b, right)) = (left.run(a), right.run(b));
    for (entry, (left, right)) in mine.0.iter_mut().zip(left.0.into_iter().zip(right.0)) {
        entry.tape.merge([left.tape, right.tape]);
    }
    (a, b)
}
