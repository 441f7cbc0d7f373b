//! Stages as text: `argosc check -v` and `argosc emit`. Stable from run to run; nothing is decided here.

pub mod action;
pub mod ast;
pub mod dot;
pub mod layout;
pub mod machines;
pub mod overview;
pub mod ranges;
pub mod rules;
