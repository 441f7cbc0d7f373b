//! What the guides of a protocol say about its first states. Test programs with emitted models have this file as a module of
//! their own, so emitted code and interpreted rules are walked through in the same way.

use argos_runtime::protocol::{Failure, Protocol, Sink, Vector};

/// How many states are looked at.
const STATES: usize = 100;

/// A line for each of the first states: its cost by every guide.
pub fn costs(protocol: &impl Protocol) -> String {
    let mut found = Found(vec![protocol.initial()]);
    let mut text = String::new();
    for at in 0..STATES {
        let Some(&state) = found.0.get(at) else { break };
        let guides = 0..protocol.facts().guides.len() as u32;
        let costs: Vec<_> = guides.map(|number| protocol.guide(number, &state, u32::MAX)).collect();
        text += &format!("{costs:?}\n");
        protocol.steps(&state, u32::MAX, &mut found);
    }
    text
}

/// States in the order of discovery.
struct Found<State>(Vec<State>);

impl<State: Vector> Sink<State> for Found<State> {
    fn step(&mut self, _: u32, next: &State) {
        if !self.0.contains(next) {
            self.0.push(*next);
        }
    }

    fn fails(&mut self, _: u32, _: Failure, _: Option<&State>) {}
}
