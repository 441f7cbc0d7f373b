//! What every compiled verifier runs on, and the part of it that the compiler needs as well: the arithmetic of Argos.
//!
//! The crate has no dependencies, so that the verifiers which carry its source build in seconds.

#![forbid(unsafe_code)]

pub mod protocol;
pub mod value;
pub mod vector;
