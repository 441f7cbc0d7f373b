//! What every compiled verifier runs on, and the part of it that the compiler needs as well: the arithmetic of Argos.
//!
//! It is small and has few dependencies, so that the verifiers which carry its source build in seconds.

#![deny(unsafe_code)]

pub mod json;
pub mod memory;
pub mod options;
pub mod outcome;
pub mod protocol;
pub mod report;
pub mod run;
pub mod search;
pub mod store;
pub mod trace;
pub mod value;
pub mod vector;
