//! A model with values for its macros.

use std::fmt;

/// A model with values for its macros.
#[derive(Clone, Copy)]
pub struct Size {
    pub model: &'static str,
    /// As in `W=2 Q=5`.
    pub macros: &'static str,
}

impl Size {
    /// The macros as options, for argosc as for SPIN.
    pub fn defines(self) -> impl Iterator<Item = String> {
        self.macros.split_whitespace().map(|definition| format!("-D{definition}"))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {}", self.model, self.macros)
    }
}
