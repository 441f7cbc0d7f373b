//! How executions end in a search depth first, as the manual counts them.

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// In a proper or idle end.
    Terminating,
    /// In a state that it had been in before.
    Loop,
    /// In a state that another execution had been in before: it is the prefix of others.
    Prefix,
}

/// How many executions ended in which way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs)]
pub struct Executions {
    pub terminating: u64,
    pub loops: u64,
    pub prefixes: u64,
}

impl Executions {
    /// Counts one.
    #[inline]
    pub fn count(&mut self, ending: Ending) {
        match ending {
            Ending::Terminating => self.terminating += 1,
            Ending::Loop => self.loops += 1,
            Ending::Prefix => self.prefixes += 1,
        }
    }

    /// Adds those of another search.
    pub fn join(&mut self, other: Executions) {
        self.terminating += other.terminating;
        self.loops += other.loops;
        self.prefixes += other.prefixes;
    }
}

/// Which executions are shown beside those that lead to errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// None.
    Errors,
    /// Those that terminate, and loops.
    Executions,
    /// All.
    Prefixes,
}

impl Listing {
    /// Executions with this ending are shown.
    pub fn shows(self, ending: Ending) -> bool {
        match self {
            Listing::Errors => false,
            Listing::Executions => ending != Ending::Prefix,
            Listing::Prefixes => true,
        }
    }
}
