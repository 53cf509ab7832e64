//! Operators, methods, constructors and chains of them.

mod aliases;
mod arithmetic;
mod chains;
mod kernels;
mod moved_operands;
mod namesakes;
mod options_and_tuples;
mod results;
mod shape_mismatches;
mod table_rows;
