//! What the measuring programs share: the building and running of verifiers, processes with
//! what they cost, statistics, tables, plots, and random access to memory.

#![deny(unsafe_code)]

pub mod cores;
pub mod csv;
pub mod machine;
pub mod memory_access;
pub mod plot;
pub mod process;
pub mod scale;
pub mod size;
pub mod statistics;
pub mod table;
pub mod verifier;
pub mod warm;
pub mod workshop;
