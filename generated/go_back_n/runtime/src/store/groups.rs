//! States in groups: those in which a process has the same control state.
//!
//! Which rules are tried depends on the control state of a process, and nobody can foresee that from one state to the next: the
//! processor takes the wrong way for nearly every state and process. In a group it is the same way for all.

use crate::protocol::Vector;
use crate::vector::Field;

/// So many states there are at the most: enough for groups that are worth it, few enough for the nearest cache.
pub const MOST: usize = 1 << 9;
/// Of a process with more control states than these, groups would be too small to be worth anything.
const MAX_CONTROLS: usize = 1 << 6;

/// States of one word in the groups of one process, by its control state.
pub struct Groups<State> {
    groups: Box<[Group<State>; MAX_CONTROLS]>,
}

struct Group<State> {
    length: usize,
    /// The places of the states among all.
    places: [u16; MOST],
    states: [State; MOST],
}

impl<State: Vector> Default for Groups<State> {
    fn default() -> Self {
        let group = || Group { length: 0, places: [0; MOST], states: [State::ZERO; MOST] };
        let groups: Vec<Group<State>> = std::iter::repeat_with(group).take(MAX_CONTROLS).collect();
        Groups { groups: groups.into_boxed_slice().try_into().ok().expect("as many as there are") }
    }
}

impl<State: Vector> Groups<State> {
    /// Calls `work` for the groups of a process whose control state is in `control`, one of so many: with the control state, the states
    /// and their places among `keys`.
    #[inline(always)]
    pub fn for_each(
        &mut self,
        keys: &[u64],
        (control, controls): (Field, usize),
        mut work: impl FnMut(u32, &[State], &[u16; MOST]),
    ) {
        if controls > MAX_CONTROLS {
            for (place, key) in keys.iter().enumerate() {
                work(control.bits(&[*key]) as u32, &[state_of(*key)], &[place as u16; MOST]);
            }
            return;
        }
        self.groups.iter_mut().take(controls).for_each(|group| group.length = 0);
        for (place, key) in keys.iter().enumerate() {
            let group = &mut self.groups[control.bits(&[*key]) as usize % MAX_CONTROLS];
            let end = group.length;
            group.states[end % MOST] = state_of(*key);
            group.places[end % MOST] = place as u16;
            group.length = end + 1;
        }
        for (control, group) in self.groups.iter().enumerate().take(controls).filter(|(_, group)| group.length > 0) {
            work(control as u32, &group.states[..group.length], &group.places);
        }
    }
}

/// A state of one word.
#[inline(always)]
pub fn state_of<State: Vector>(key: u64) -> State {
    let mut state = State::ZERO;
    state.as_mut()[0] = key;
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_in_the_group_of_its_control_state() {
        for (width, controls) in [(0, 1), (2, 3), (6, 64), (7, 70)] {
            let control = Field::new(0, 5, width, 0);
            let mut groups = Groups::<[u64; 1]>::default();
            for count in [1, 100, MOST] {
                let key = |place: usize| ((place * 7 % controls) as u64) << 5 | (place as u64) << 20;
                let keys: Vec<u64> = (0..count).map(key).collect();
                let mut met = vec![false; count];
                groups.for_each(&keys, (control, controls), |at, states, places| {
                    for (state, place) in states.iter().zip(places) {
                        assert_eq!((state[0], control.bits(state)), (keys[usize::from(*place)], u64::from(at)));
                        assert!(!std::mem::replace(&mut met[usize::from(*place)], true));
                    }
                });
                assert!(met.iter().all(|met| *met));
            }
        }
    }
}
