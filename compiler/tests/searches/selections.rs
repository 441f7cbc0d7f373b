//! Selections, foldings and probabilistic search visit exactly what their naive twins visit.

use crate::case::{Case, everywhere, shown};
use crate::common::verify::as_if_large;
use crate::parts::names;
use crate::spec::Seen;
use crate::twins::{Choose, Step, Visited, blast, process, scatter, view, visit, visit_likely};
use argos_runtime::options::{Options, Order, Selection};
use argos_runtime::outcome::Limit;
use argos_runtime::protocol::Facts;

fn visited(case: &Case, options: &Options) -> Visited {
    visited_by(case, &case.check_part(options))
}

fn visited_by(case: &Case, seen: &Seen) -> Visited {
    let found = case.found(seen);
    assert_eq!(found.states, seen.explored.len() as u64);
    Visited::by(seen, &found)
}

/// A selection that chooses by the state alone visits the same in every order.
fn check_selection(case: &Case, selection: Selection, choose: Choose) {
    let twin = visit(case.spec, &case.meaning, choose, |state| state.to_vec());
    let breadth = Options { selection, ..case.meaning.clone() };
    let depth = Options { order: Order::Depth, ..breadth.clone() };
    let is_whole = twin.states.len() == case.exact.explored.len()
        && twin.transitions == case.whole.transitions
        && twin.failures == Visited::by(&case.exact, &case.whole).failures;
    for options in [&breadth, &as_if_large(&breadth), &depth, &Options { unlikely: Some(1_000_000), ..breadth.clone() }]
    {
        let seen = case.check_part(options);
        assert_eq!(visited_by(case, &seen), twin, "{}", shown(options));
        assert_eq!(seen.outcome.limits.contains(&Limit::Selection), !is_whole, "{}", shown(options));
    }
}

#[test]
fn scatter_explores_processes_by_what_they_can_do() {
    everywhere(150, |case, choice| {
        let count = 1 + choice % 3;
        let mut choose = |facts: &Facts, steps| scatter(facts, steps, count);
        check_selection(case, Selection::Scatter(count as u32), &mut choose);
    });
}

#[test]
fn blast_explores_one_step() {
    everywhere(100, |case, _| check_selection(case, Selection::Blast, &mut blast));
}

/// One process, by how often it was chosen: each time there was a choice of steps.
fn advance(case: &Case, is_fair: bool) -> Visited {
    let mut chosen = vec![0i64; case.spec.set.facts.processes.len()];
    let mut choose = |facts: &Facts, steps: Vec<Step>| {
        if steps.len() < 2 {
            return steps;
        }
        let rank = |number: &u32| if is_fair { chosen[*number as usize] } else { -chosen[*number as usize] };
        let mut able: Vec<u32> = steps.iter().map(|step| process(facts, step)).collect();
        able.sort();
        let first = able.into_iter().min_by_key(rank).expect("there are steps");
        chosen[first as usize] += 1;
        steps.into_iter().filter(|step| process(facts, step) == first).collect()
    };
    visit(case.spec, &case.meaning, &mut choose, |state| state.to_vec())
}

#[test]
fn progress_explores_the_process_that_was_chosen_least_or_most() {
    everywhere(100, |case, _| {
        for (selection, is_fair) in [(Selection::FairProgress, true), (Selection::MaximumProgress, false)] {
            let options = Options { selection, ..case.meaning.clone() };
            assert_eq!(visited(case, &options), advance(case, is_fair), "{}", shown(&options));
        }
    });
}

#[test]
fn random_selection_depends_on_the_seed_alone() {
    everywhere(100, |case, choice| {
        let random = |seed| Options { selection: Selection::Random(1), seed, ..case.meaning.clone() };
        let first = visited(case, &random(choice as u64));
        assert_eq!(visited(case, &random(choice as u64)), first);
        // In vectors of other lengths states have other lots.
        let large = as_if_large(&random(choice as u64));
        assert_eq!(visited(case, &large), visited(case, &Options { threads: Some(1), ..large.clone() }));
        assert_eq!(visited(case, &Options { order: Order::Depth, ..random(choice as u64) }), first);
    });
}

#[test]
fn folded_states_are_met_once() {
    everywhere(150, |case, choice| {
        let (facts, names) = (&case.spec.set.facts, names(case));
        let fold = vec![names[choice % names.len()].clone(), names[choice / 7 % names.len()].clone()];
        let options = Options { fold: fold.clone(), ..case.meaning.clone() };
        let face = |state: &[u64]| view(facts, &fold, state);
        let twin = visit(case.spec, &case.meaning, &mut |_, steps| steps, face);
        assert_eq!(visited(case, &options), twin, "{}", shown(&options));
        // Depth first other states stand for the same faces, but never two for one.
        let depth = visited(case, &Options { order: Order::Depth, ..options });
        let faces: std::collections::HashSet<_> = depth.states.iter().map(|state| face(state)).collect();
        assert_eq!(faces.len(), depth.states.len());
    });
}

#[test]
fn unlikely_steps_are_counted() {
    everywhere(150, |case, _| {
        for most in 0..3 {
            let options = Options { unlikely: Some(most), ..case.meaning.clone() };
            let twin = visit_likely(case.spec, &case.meaning, most);
            assert_eq!(visited(case, &options), twin, "{}", shown(&options));
        }
    });
}
