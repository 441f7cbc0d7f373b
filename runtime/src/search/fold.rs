//! Foldings (IEEE paper): processes, queues and variables that do not count when states are compared.

use crate::protocol::{Facts, Vector};
use crate::vector::Field;

/// All bits that count when what has these names does not.
pub fn all_but<State: Vector>(facts: &Facts, names: &[String]) -> State {
    let mut mask = State::ZERO;
    mask.as_mut().fill(u64::MAX);
    for field in names.iter().flat_map(|name| fields(facts, name)).filter(|field| field.width > 0) {
        mask.as_mut()[field.word as usize] &= !((u64::MAX >> (64 - field.width)) << field.bit);
    }
    mask
}

/// Everything that has a name: a process with its variables, a queue, a variable; of an array all elements or one.
pub fn fields(facts: &Facts, name: &str) -> Vec<Field> {
    let without_index = |full: &str| full.rfind('[').map_or(full.to_string(), |at| full[..at].to_string());
    let is_it = |full: &str| full == name || without_index(full) == name;
    let mut fields = Vec::new();
    for process in facts.processes.iter().filter(|process| is_it(&process.name)) {
        fields.push(process.control);
    }
    for variable in facts.variables.iter() {
        // Variables of procedures have the names of their calls in between. Without its index, a process of an array stands for all.
        let owner = variable.name.split_once('.').map(|(owner, _)| owner);
        let of_all = owner.map(|owner| without_index(owner) + &variable.name[owner.len()..]);
        if is_it(&variable.name) || owner.is_some_and(is_it) || of_all.is_some_and(|name| is_it(&name)) {
            fields.extend((0..variable.place.length as usize).map(|element| variable.place.at(element)));
        } else if variable.is_array {
            let is_element = |element: &usize| name == format!("{}[{element}]", variable.name);
            let elements = (0..variable.place.length as usize).filter(is_element);
            fields.extend(elements.map(|element| variable.place.at(element)));
        }
    }
    for queue in facts.queues.iter().filter(|queue| is_it(&queue.name)) {
        fields.extend((0..queue.place.capacity).map(|slot| queue.place.slot(slot)));
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn names_stand_for_their_bits() {
        let facts = fixture::facts();
        let bits = |name: &str| fields(&facts, name).iter().map(|field| field.width).sum::<u32>();
        let all: u32 = ["sender", "hop", "link", "receiver", "user", "t"].map(bits).iter().sum();
        assert!(bits("hop") == 2 * bits("hop[1]") && bits("hop[1]") > 0);
        assert!(bits("sender") > bits("sender.sbit"), "a process has a control state, and here a queue of that name");
        assert!(bits("t[2]") == 2 && bits("t") == 6 && bits("t[3]") == 0);
        assert!(all <= facts.vector_bits && bits("nobody") == 0);
        let mask: [u64; 1] = all_but(&facts, &["sender.sbit".to_string()]);
        assert_eq!(mask[0].count_zeros(), bits("sender.sbit"));
    }
}
