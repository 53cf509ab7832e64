//! The functions of traits and of the blocks that implement them.
//!
//! ```text
//! defaults         default bodies → functions of the `impl` blocks
//! implied_traits   which functions of the traits of a module are differentiated
//! iterator_blocks  `impl Iterator for …`
//! ```

pub(in crate::item) mod defaults;
pub(in crate::item) mod implied_traits;
pub(in crate::item) mod iterator_blocks;
