//! argosc compiles Argos, Holzmann's guarded-command language for communication protocols.
//!
//! The library does no I/O: it takes text and gives back data. `pipeline` is the whole way in one file; `docs/ARCHITECTURE.md`
//! shows the stages and what is true between them.

#![forbid(unsafe_code)]

pub mod ast;
pub mod balance;
pub mod constant;
pub mod diagnostic;
pub mod emit;
pub mod interpret;
pub mod layout;
pub mod lex;
pub mod machine;
pub mod minimize;
pub mod model;
pub mod monitor;
pub mod parse;
pub mod pipeline;
pub mod preprocess;
pub mod print;
pub mod ranges;
pub mod replay;
pub mod resolve;
pub mod rules;
pub mod source;
pub mod token;
