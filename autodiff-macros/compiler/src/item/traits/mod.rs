//! The functions of traits and of the blocks that implement them.

pub(in crate::item) mod defaults;
pub(in crate::item) mod implied_traits;
pub(in crate::item) mod iterator_blocks;
