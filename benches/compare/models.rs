//! The models and their sizes. How many states each has is in `benches/models/README.md`.

use argos_benches::size::Size;

pub struct Model {
    pub name: &'static str,
    /// For trying things out.
    small: &'static str,
    /// For the comparison with SPIN: 2 to 9 million states.
    default: &'static str,
    /// For threads: more than 5 million states.
    large: &'static str,
    /// From 1e5 to about 1e8 states, in ascending order; empty if the model has too few sizes.
    growth: &'static [&'static str],
}

impl Model {
    pub fn small(&self) -> Size {
        self.size(self.small)
    }

    pub fn default(&self) -> Size {
        self.size(self.default)
    }

    pub fn large(&self) -> Size {
        self.size(self.large)
    }

    /// All sizes for growth, or the two smallest.
    pub fn growth(&self, small: bool) -> Vec<Size> {
        let count = if small { 2 } else { self.growth.len() };
        self.growth.iter().take(count).map(|macros| self.size(macros)).collect()
    }

    fn size(&self, macros: &'static str) -> Size {
        Size { model: self.name, macros }
    }
}

pub const MODELS: [Model; 9] = [
    Model {
        name: "go_back_n",
        small: "W=2 Q=2",
        default: "W=2 Q=5",
        large: "W=2 Q=6",
        growth: &["W=2 Q=2", "W=2 Q=3", "W=2 Q=4", "W=2 Q=5", "W=2 Q=6", "W=2 Q=7"],
    },
    Model {
        name: "selective_repeat",
        small: "W=1 Q=4",
        default: "W=2 Q=2",
        large: "W=2 Q=3",
        growth: &["W=1 Q=5", "W=1 Q=7", "W=2 Q=1", "W=1 Q=18", "W=2 Q=2", "W=2 Q=3"],
    },
    Model {
        name: "piggyback",
        small: "W=1 Q=1",
        default: "W=2 Q=1",
        large: "W=2 Q=2",
        growth: &["W=1 Q=3", "W=2 Q=1", "W=1 Q=7", "W=2 Q=2"],
    },
    Model { name: "two_phase_commit", small: "N=3 Q=N", default: "N=4 Q=N", large: "N=5 Q=3", growth: &[] },
    Model {
        name: "cache_directory",
        small: "N=3 V=2",
        default: "N=4 V=3",
        large: "N=5 V=2",
        growth: &["N=3 V=3", "N=3 V=4", "N=4 V=2", "N=4 V=3", "N=4 V=4", "N=4 V=5", "N=5 V=2"],
    },
    Model {
        name: "users_servers",
        small: "W=1 T=4",
        default: "W=2 T=2",
        large: "W=2 T=3",
        growth: &["W=2 T=1", "W=1 T=8", "W=1 T=12", "W=2 T=2", "W=3 T=1", "W=2 T=3", "W=2 T=4"],
    },
    Model {
        name: "ring",
        small: "K=3 T=1",
        default: "K=4 T=1",
        large: "K=3 T=4",
        growth: &["K=3 T=1", "K=3 T=2", "K=3 T=3", "K=3 T=4", "K=4 T=2"],
    },
    Model {
        name: "leader_election",
        small: "N=6",
        default: "N=8",
        large: "N=9",
        growth: &["N=6", "N=7", "N=8", "N=9"],
    },
    Model {
        name: "data_switch",
        small: "W=1 T=2",
        default: "W=2 T=2",
        large: "W=3 T=2",
        growth: &["W=1 T=1", "W=1 T=2", "W=1 T=4", "W=2 T=2", "W=2 T=3", "W=2 T=4", "W=3 T=2"],
    },
];
