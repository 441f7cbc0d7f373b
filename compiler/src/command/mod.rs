//! Commands that write to disk or run other programs.

pub mod run;
pub mod write;
