//! What the measuring programs share: processes with what they cost, tables, and random access to memory.

#![deny(unsafe_code)]

pub mod memory_access;
pub mod process;
pub mod table;
