//! Ranges that are values: variables, fields, results of functions.

use core::ops::{Range, RangeInclusive};

/// The ends of a range of indices.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is not supported as a range here",
    note = "values may be of type `Range<usize>` or `RangeInclusive<usize>`: write other ranges \
            where they are used, as in `x[start..]`"
)]
pub trait IndexRange {
    /// The first index.
    fn first(&self) -> usize;
    /// The index after the last.
    fn past(&self) -> usize;
}

impl IndexRange for Range<usize> {
    fn first(&self) -> usize {
        self.start
    }

    fn past(&self) -> usize {
        self.end
    }
}

impl IndexRange for RangeInclusive<usize> {
    fn first(&self) -> usize {
        // an exhausted range is empty
        if self.is_empty() && self.start() == self.end() { self.past() } else { *self.start() }
    }

    fn past(&self) -> usize {
        self.end() + 1
    }
}

impl<R: IndexRange> IndexRange for &R {
    fn first(&self) -> usize {
        (**self).first()
    }

    fn past(&self) -> usize {
        (**self).past()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // an empty range selects nothing
    #[allow(clippy::reversed_empty_ranges)]
    fn ends_select_what_the_range_selects() {
        let x = [1, 2, 3, 4];
        for range in [1..=2, 0..=3, 2..=1] {
            assert_eq!(x[range.first()..range.past()], x[range]);
        }
        let mut exhausted = 1..=1;
        exhausted.next();
        assert_eq!(x[exhausted.first()..exhausted.past()], x[exhausted]);
        assert_eq!(((1..3).first(), (1..3).past()), (1, 3));
    }
}
