//! The tape: the recorded operations, in order, as arrays of numbers.
//!
//! A number is a *cell*, an array a run of cells; a cell takes no memory until a sweep needs
//! cotangents. An operation on scalars is one [`Scalar`]: the cells of its operands and its partial
//! derivatives. One with three operands is recorded as two, with a cell between them. An operation
//! on arrays is one [`Block`], for any length of the arrays. A fork is a block as well, and contains
//! the tapes of its two branches.

use std::boxed::Box;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::vec::Vec;

use super::sweep::{CotangentsBelow, Upstream};
use crate::Real;

/// The position of a number on the tapes: none, if it is constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the tape; 0 for constants.
    pub tape: u64,
    /// The cell, or the first of an array.
    pub cell: u32,
}

impl Place {
    pub const CONSTANT: Place = Place { tape: 0, cell: 0 };

    /// The position of an element of an array that begins here.
    pub fn offset(self, by: usize) -> Place {
        if self.tape == 0 { self } else { Place { cell: self.cell + number(by), ..self } }
    }
}

/// The transpose of an operation on arrays: reads the cotangents of its result, and adds to those
/// of earlier cells.
pub(super) type Transpose<T> =
    Box<dyn Fn(&Upstream<'_, T>, &mut CotangentsBelow<'_, T>) + Send + Sync>;

/// An operation on scalars: one entry for any operands, so that recording it is one store, and all
/// entries have the same layout.
pub(super) struct Scalar<T> {
    /// The cells of its operands, [`ABSENT`] for constants and where there is only one.
    pub operands: [u32; 2],
    pub partials: [T; 2],
}

/// No cell: a tape has fewer.
pub(super) const ABSENT: u32 = u32::MAX;

/// An entry of the tape that is no operation on scalars.
pub(super) struct Block<T> {
    /// The count of operations on scalars that precede it.
    pub scalars: usize,
    /// The cells of its result.
    pub cells: Range<u32>,
    pub kind: Kind<T>,
}

pub(super) enum Kind<T> {
    /// The arguments of the function.
    Input,
    /// A copy of cells of another tape of the same derivative.
    Import(Place),
    /// An operation on arrays.
    Operation(Transpose<T>),
    /// Two branches that ran in parallel.
    Fork(Box<[Tape<T>; 2]>),
}

/// One branch of the recording of a derivative.
pub(super) struct Tape<T> {
    pub id: u64,
    family: OnceLock<Family>,
    pub cells: u32,
    pub scalars: Vec<Scalar<T>>,
    pub blocks: Vec<Block<T>>,
    /// For each tape that was merged into this one, its fork and its branch.
    pub merged_tapes: BTreeMap<u64, (usize, usize)>,
}

/// The numbers of all tapes of one derivative, once there are several.
type Family = Arc<Mutex<BTreeSet<u64>>>;

/// A count of cells as the tape stores it.
#[inline]
pub(super) fn number(cells: usize) -> u32 {
    u32::try_from(cells).unwrap_or_else(|_| too_long())
}

#[cold]
fn too_long() -> ! {
    panic!("a tape holds at most 2³² numbers: differentiate the function in parts")
}

impl<T: Real> Tape<T> {
    /// The tape of a derivative by `inputs` arguments, which are its first cells.
    pub fn new(inputs: usize) -> Self {
        let mut tape = Tape::numbered(OnceLock::new());
        tape.block(inputs, Kind::Input);
        tape
    }

    fn numbered(family: OnceLock<Family>) -> Self {
        static TAPES: AtomicU64 = AtomicU64::new(1);
        Tape { id: TAPES.fetch_add(1, Ordering::Relaxed), family, ..Tape::blank() }
    }

    /// An empty tape that belongs to no derivative.
    pub fn blank() -> Self {
        Tape {
            id: 0,
            family: OnceLock::new(),
            cells: 0,
            scalars: Vec::new(),
            blocks: Vec::new(),
            merged_tapes: BTreeMap::new(),
        }
    }

    /// An empty tape for a branch.
    pub fn branch(&self) -> Self {
        let family = self.family.get_or_init(|| Arc::new(Mutex::new(BTreeSet::from([self.id]))));
        let branch = Tape::numbered(family.clone().into());
        family.lock().unwrap_or_else(PoisonError::into_inner).insert(branch.id);
        branch
    }

    pub fn is_related(&self, id: u64) -> bool {
        let in_family =
            |family: &Family| family.lock().unwrap_or_else(PoisonError::into_inner).contains(&id);
        id == self.id || self.family.get().is_some_and(in_family)
    }

    fn more_cells(&mut self, count: usize) -> Range<u32> {
        let start = self.cells;
        self.cells = start.checked_add(number(count)).unwrap_or_else(|| too_long());
        start..self.cells
    }

    /// Records an operation on up to three scalars, by their cells, [`ABSENT`] for constants. At
    /// least one is not constant. Returns the cell of its result.
    #[inline]
    pub fn scalar<const N: usize>(&mut self, cells: [u32; N], partials: [T; N]) -> u32 {
        let operand = |number: usize| match (cells.get(number), partials.get(number)) {
            (Some(cell), Some(partial)) => (*cell, *partial),
            _ => (ABSENT, T::zero()),
        };
        let ((a, by_a), (b, by_b), (c, by_c)) = (operand(0), operand(1), operand(2));
        if c == ABSENT {
            return self.entry([a, b], [by_a, by_b]);
        }
        if b == ABSENT {
            return self.entry([a, c], [by_a, by_c]);
        }
        let between = self.entry([a, b], [by_a, by_b]);
        self.entry([between, c], [T::one(), by_c])
    }

    #[inline]
    fn entry(&mut self, operands: [u32; 2], partials: [T; 2]) -> u32 {
        self.scalars.push(Scalar { operands, partials });
        let cell = self.cells;
        self.cells = cell.checked_add(1).unwrap_or_else(|| too_long());
        cell
    }

    /// Records an entry that is no operation on scalars, and returns the first cell of its result.
    pub fn block(&mut self, length: usize, kind: Kind<T>) -> u32 {
        let cells = self.more_cells(length);
        let start = cells.start;
        self.blocks.push(Block { scalars: self.scalars.len(), cells, kind });
        start
    }

    /// The first cell of a run on this tape. Cells of another tape are imported.
    #[inline]
    pub fn local(&mut self, place: Place, length: usize) -> u32 {
        if place.tape == self.id { place.cell } else { self.block(length, Kind::Import(place)) }
    }

    /// Merges the tapes of two branches, unless both are empty.
    pub fn merge(&mut self, branches: [Tape<T>; 2]) {
        if branches.iter().all(|branch| branch.blocks.is_empty() && branch.scalars.is_empty()) {
            return;
        }
        let fork = self.blocks.len();
        for (side, branch) in branches.iter().enumerate() {
            self.merged_tapes.insert(branch.id, (fork, side));
            self.merged_tapes.extend(branch.merged_tapes.keys().map(|id| (*id, (fork, side))));
        }
        self.block(0, Kind::Fork(Box::new(branches)));
    }

    /// The counts of operations on scalars, of their operands, and of blocks, including those of
    /// branches.
    pub fn size(&self) -> [usize; 3] {
        let operands = self
            .scalars
            .iter()
            .map(|entry| entry.operands.iter().filter(|cell| **cell != ABSENT).count())
            .sum();
        let mut size = [self.scalars.len(), operands, self.blocks.len()];
        for block in &self.blocks {
            if let Kind::Fork(branches) = &block.kind {
                for branch in &**branches {
                    for (sum, part) in size.iter_mut().zip(branch.size()) {
                        *sum += part;
                    }
                }
            }
        }
        size
    }

    /// The bytes of the tape, without the operands that operations on arrays save.
    pub fn bytes(&self) -> usize {
        let branches = self.blocks.iter().map(|block| match &block.kind {
            Kind::Fork(branches) => {
                size_of_val(&**branches) + branches.iter().map(Tape::bytes).sum::<usize>()
            }
            _ => 0,
        });
        self.scalars.capacity() * size_of::<Scalar<T>>()
            + self.blocks.capacity() * size_of::<Block<T>>()
            + branches.sum::<usize>()
    }
}
