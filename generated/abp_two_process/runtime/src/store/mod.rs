//! Sets of visited states, one file each.

pub mod chunks;
pub mod table;
