//! Breadth first: the log of discovered states is the queue, and the first way to a state is a shortest one.
//!
//! The plain algorithm takes one state after the other and looks each successor up. The real one takes many: first the keys
//! of all their successors are computed and the lookups begun, and only then are they finished, because a random access takes
//! some 200 ns if one waits for it and a tenth of that if many are under way. States are explored in *rounds*: within one,
//! threads take states in batches and share the set of known states; between them, one thread does what must not happen
//! meanwhile: it takes over what was found, makes tables larger, looks at the clock. A round never goes beyond a level, so
//! whatever the threads do, the states of each level are the same, and so are all counts and the length of traces.
//!
//! The way back costs next to nothing: a thread discovers states in the order of their predecessors, so of every 256th state
//! the number of its predecessor is kept, and the others are found by expanding the few states in between again.

use super::kernel::Kernel;
use super::recent::Recent;
use super::select::Selector;
use super::successors::Successors;
use super::worker::{AllWrong, Worker, join};
use crate::memory::{address_space, bytes_of};
use crate::outcome::{Limit, StoreUse};
use crate::protocol::{Protocol, Vector};
use crate::store::bitstate::{Bitstate, NoArray};
use crate::store::interned::Interned;
use crate::store::key_set::KeySet;
use crate::store::log::{CHUNK, Log};
use crate::store::one_word::OneWord;
use crate::store::{Added, Found, Refused, Space};
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The number of a state: how many were discovered before it.
type StateId = usize;

/// States that are expanded before their successors are looked up.
const BATCH: usize = 256;
/// States that one of several threads takes at a time.
const SHARE: usize = 1024;
/// Successors that are found before they are looked up, unless one state has more. So they take little memory.
const MAX_PENDING: usize = 1024;
/// Of one state in so many the predecessor is kept.
const SAMPLE: usize = 256;
/// A thread that has found so many new states lets the round end.
const MAX_NEW: usize = 1 << 16;
/// States of the first round.
const FIRST_ROUND: usize = 1 << 8;
/// States of the longest round of one thread, and of each of several threads.
const LONGEST_ALONE: usize = 1 << 12;
const LONGEST_SHARED: usize = 1 << 16;
/// A round that takes less time is followed by a longer one, ...
const SHORT: Duration = Duration::from_millis(5);
/// ... and one that takes more by a shorter one.
const LONG: Duration = Duration::from_millis(50);
/// A search has as many threads as this part of the budget has room for.
const BUFFER_PART: u64 = 8;

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    let (protocol, budget) = (kernel.protocol(), kernel.budget);
    let supertrace = Bitstate::asked_for(kernel.options, budget);
    let searched = match supertrace {
        Err(NoArray) => None,
        Ok(array) if P::State::WORDS == 1 => {
            OneWord::new(protocol.facts().vector_bits, array, budget).map(|space| explore(kernel, space))
        }
        Ok(array) => Interned::new(protocol, kernel.options.tuning, array, budget).map(|space| explore(kernel, space)),
    };
    if searched != Some(Ok(())) {
        kernel.stop(Limit::Memory);
    }
}

/// There is no room for more.
#[derive(PartialEq, Eq)]
struct NoRoom;

fn explore<P: Protocol, S: Space<P>>(kernel: &mut Kernel<P>, space: S) -> Result<(), NoRoom> {
    let buffers = bytes_of::<u64>(2 * MAX_NEW);
    let mut explorers = Vec::new();
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    // Every thread reserves address space that no budget knows: where that is limited, one thread is enough. And where a choice
    // depends on the choices before, they must always come in the same order.
    let is_alone = address_space().is_some() || kernel.options.remembers_choices();
    let most = if is_alone { 1 } else { kernel.options.threads.unwrap_or_else(cores) };
    while explorers.len() < most as usize {
        // The first one works with what there is.
        let has_room = kernel.budget.left() / BUFFER_PART >= buffers && kernel.budget.take(buffers);
        if !has_room && !explorers.is_empty() {
            break;
        }
        explorers.push(Explorer::new(kernel, &space));
    }
    kernel.outcome.threads = explorers.len();
    let mut search = Breadth {
        space,
        log: Log::default(),
        samples: Vec::new(),
        explorers,
        depth: 0,
        round: FIRST_ROUND,
        threads_from: kernel.options.tuning.threads_from,
    };
    let result = search.run(kernel).and_then(|()| search.take_over(kernel));
    search.report(kernel);
    search.explorers.iter().for_each(|explorer| kernel.take_executed(&explorer.found.executed));
    if let KeySet::Supertrace(array) = search.space.known() {
        kernel.take_fill(array.fill());
    }
    kernel.outcome.store = StoreUse {
        name: search.space.known().name(),
        description: search.space.describe(),
        set_bytes: search.space.bytes(),
        log_bytes: search.log.bytes() + bytes_of::<(StateId, StateId)>(search.samples.capacity()),
        file_bytes: search.log.file_bytes(),
    };
    result
}

struct Breadth<'s, P: Protocol, S: Space<P>> {
    space: S,
    log: Log,
    /// States and their predecessors. Between two of them, states are in the order of their predecessors.
    samples: Vec<(StateId, StateId)>,
    explorers: Vec<Explorer<'s, P, S>>,
    /// Of the states that are being expanded.
    depth: u32,
    /// How many states the next round should have.
    round: usize,
    /// With fewer states a round has one thread.
    threads_from: usize,
}

/// A thread of the search. What threads write must not lie in the same cache lines, which come in pairs.
#[repr(align(128))]
struct Explorer<'s, P: Protocol, S: Space<P>> {
    worker: Worker<'s, P>,
    cache: S::Cache,
    /// Successors that are to be looked up.
    found: Found<P>,
    selector: Selector,
    /// Those of one state, from which some are chosen.
    successors: Successors<P::State>,
    /// Of the successors that were found: where those of a state begin.
    parents: Vec<(usize, StateId)>,
    recent: Recent,
    /// Successors that wait to be looked up, ...
    waiting: Vec<u64>,
    /// ... and their numbers among those that were found.
    numbers: Vec<u32>,
    /// Which of those that were looked up are new.
    fresh: Vec<u32>,
    /// New keys, in the order of their discovery, in chunks for the log.
    new: Vec<Vec<u64>>,
    /// How many.
    new_count: usize,
    /// Numbers of new keys, and their predecessors.
    samples: Vec<(usize, StateId)>,
    /// States that it took but could not expand.
    left: Range<StateId>,
    /// Why the first of them could not be expanded.
    refused: Option<Refused>,
    /// There was no room in the set for the first of the successors that wait.
    is_stuck: bool,
    /// Other threads explored at the same time.
    is_shared: bool,
    /// There are states behind the depth bound.
    is_cut: bool,
}

/// What the threads of a round share.
struct Round<'r, S> {
    space: &'r S,
    log: &'r Log,
    next: &'r AtomicUsize,
    end: StateId,
    /// Successors lie beyond the depth bound.
    is_at_bound: bool,
}

impl<'s, P: Protocol, S: Space<P>> Breadth<'s, P, S> {
    fn run(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        self.start(kernel)?;
        let mut level = 0..1;
        while !level.is_empty() {
            self.explore_level(kernel, level.clone())?;
            self.report(kernel);
            if !kernel.goes_on() {
                return Ok(());
            }
            level = level.end..self.log.len();
            self.depth += 1;
        }
        Ok(())
    }

    fn start(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let key = self.space.key(&kernel.protocol().initial(), kernel.budget).map_err(|_| NoRoom)?;
        let is_added = self.space.known().add(key) == Added::New;
        self.space.known_mut().count(1);
        let has_room = is_added && self.log.extend(&[key], kernel.budget);
        self.explorers[0].worker.discover(&self.space.state(key));
        if has_room && kernel.budget.push(&mut self.samples, (0, 0)) { Ok(()) } else { Err(NoRoom) }
    }

    /// Expands all states of a level.
    fn explore_level(&mut self, kernel: &mut Kernel<P>, level: Range<StateId>) -> Result<(), NoRoom> {
        let mut left = vec![level];
        while let Some(range) = left.pop() {
            if range.is_empty() {
                continue;
            }
            if !kernel.goes_on() {
                return Ok(());
            }
            let end = range.end.min(range.start + self.round);
            self.make_room(kernel, end - range.start);
            let start = Instant::now();
            let next = self.explore_round(range.start..end, kernel.options.depth == Some(self.depth));
            self.adapt_round(start.elapsed());
            left.push(next..range.end);
            left.extend(self.explorers.iter_mut().map(|explorer| std::mem::take(&mut explorer.left)));
            self.take_over(kernel)?;
            self.overcome_refusals(kernel)?;
        }
        Ok(())
    }

    /// Rounds should take some milliseconds.
    fn adapt_round(&mut self, last: Duration) {
        let longest = if self.explorers.len() == 1 { LONGEST_ALONE } else { LONGEST_SHARED * self.explorers.len() };
        if last < SHORT {
            self.round = longest.min(self.round * 2);
        } else if last > LONG {
            self.round = FIRST_ROUND.max(self.round / 2);
        }
    }

    /// Lets the set grow in time. Where it cannot, it is filled to the last place.
    fn make_room(&mut self, kernel: &mut Kernel<P>, states: usize) {
        while self.space.known().room() < states {
            if !self.grow(kernel) {
                return;
            }
        }
    }

    /// Makes the set larger, if need be by moving the log to a file.
    fn grow(&mut self, kernel: &mut Kernel<P>) -> bool {
        let threads = self.explorers.len();
        self.space.known_mut().grow(threads, kernel.budget)
            || self.log.spill(kernel.budget) && self.space.known_mut().grow(threads, kernel.budget)
    }

    /// Expands states; gives the first that nobody took.
    fn explore_round(&mut self, states: Range<StateId>, is_at_bound: bool) -> StateId {
        let next = AtomicUsize::new(states.start);
        let round = Round { space: &self.space, log: &self.log, next: &next, end: states.end, is_at_bound };
        if self.explorers.len() == 1 || states.len() < self.threads_from {
            self.explorers[0].explore::<false>(&round);
        } else {
            std::thread::scope(|scope| {
                let (first, others) = self.explorers.split_first_mut().expect("a search has a thread");
                let round = &round;
                for explorer in others {
                    // If the system has no more threads, the others do the work.
                    let _ = Builder::new().spawn_scoped(scope, || explorer.explore::<true>(round));
                }
                first.explore::<true>(round);
            });
        }
        next.into_inner().min(states.end)
    }

    /// Takes over what the threads have found.
    fn take_over(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        for number in 0..self.explorers.len() {
            self.take_over_from(kernel, number)?;
            // The set may have grown for another thread.
            let mut has_grown = true;
            while self.explorers[number].is_stuck {
                if !has_grown {
                    return Err(NoRoom);
                }
                self.explorers[number].look_up_waiting::<false>(&self.space);
                self.take_over_from(kernel, number)?;
                has_grown = !self.explorers[number].is_stuck || self.grow(kernel);
            }
        }
        Ok(())
    }

    fn take_over_from(&mut self, kernel: &mut Kernel<P>, number: usize) -> Result<(), NoRoom> {
        let explorer = &mut self.explorers[number];
        kernel.count(&mut explorer.worker);
        if std::mem::take(&mut explorer.is_cut) {
            kernel.stop(Limit::Depth);
        }
        kernel.take_left_out(&mut explorer.selector);
        let count = std::mem::take(&mut explorer.new_count);
        if count == 0 {
            return Ok(());
        }
        kernel.reach(self.depth + 1);
        self.space.known_mut().count(count);
        let first = self.log.len();
        let (log, budget) = (&mut self.log, kernel.budget);
        let mut take = |keys: &mut Vec<u64>| log.take(keys, budget) || log.spill(budget) && log.take(keys, budget);
        let has_room = explorer.new.iter_mut().all(&mut take);
        let is_long = count >= SAMPLE || explorer.is_shared;
        // What was copied is used again.
        explorer.new.retain(|chunk| chunk.capacity() > 0);
        for (at, parent) in explorer.samples.drain(..) {
            let id = first + at;
            // What a short round found goes on where the last one ended.
            let goes_on = |(last, last_parent): &(StateId, StateId)| id - last < SAMPLE && parent >= *last_parent;
            if !is_long && self.samples.last().is_some_and(goes_on) {
                continue;
            }
            if !kernel.budget.push(&mut self.samples, (id, parent)) {
                return Err(NoRoom);
            }
        }
        if has_room { Ok(()) } else { Err(NoRoom) }
    }

    /// Makes keys possible that were refused.
    fn overcome_refusals(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let refusals: Vec<Refused> = self.explorers.iter_mut().filter_map(|it| it.refused.take()).collect();
        if refusals.is_empty() {
            return Ok(());
        }
        if refusals.contains(&Refused::Memory) && !self.log.spill(kernel.budget) {
            return Err(NoRoom);
        }
        if refusals.contains(&Refused::Keys) {
            let widened = self.space.widen(&mut self.log, kernel.budget);
            if widened.is_err() {
                let has_room = self.log.spill(kernel.budget);
                if !has_room || self.space.widen(&mut self.log, kernel.budget).is_err() {
                    return Err(NoRoom);
                }
            }
            self.explorers.iter_mut().for_each(|explorer| explorer.forget(&self.space));
        }
        Ok(())
    }

    /// Reports what the threads found wrong.
    fn report(&mut self, kernel: &mut Kernel<P>) {
        let mut all = AllWrong::new();
        for explorer in &mut self.explorers {
            let wrong = std::mem::take(&mut explorer.worker.notes.wrong);
            wrong.into_iter().for_each(|(place, wrong)| join(&mut all, place, wrong));
        }
        kernel.report(all, |kernel, id| self.path(kernel, id));
    }

    /// The states from the initial one to this one.
    fn path(&self, kernel: &Kernel<P>, last: StateId) -> Vec<P::State> {
        // Room for the steps to a state of the next level, and for the result of one that fails.
        let mut states = Vec::with_capacity(self.depth as usize + 3);
        states.push(self.space.state(self.log.get(last)));
        let mut successors = Successors::new();
        let trying = kernel.trying();
        let mut at = last;
        while at != 0 {
            let target = states[states.len() - 1];
            let sample = self.samples.partition_point(|(id, _)| *id <= at) - 1;
            let leads_to_it = |id: &StateId| {
                successors.generate(trying.protocol, &self.space.state(self.log.get(*id)), trying.conditions);
                successors.steps.iter().any(|(_, next)| *next == target)
            };
            let found = (self.samples[sample].1..at).find(leads_to_it);
            at = found.expect("defect of the verifier: a state has no predecessor");
            states.push(self.space.state(self.log.get(at)));
        }
        states.reverse();
        states
    }
}

impl<'s, P: Protocol, S: Space<P>> Explorer<'s, P, S> {
    fn new(kernel: &Kernel<'s, P>, space: &S) -> Self {
        let facts = kernel.protocol().facts();
        Explorer {
            worker: kernel.worker(),
            cache: space.cache(),
            found: Found::new(facts.rules.len()),
            selector: Selector::new(kernel.options, facts),
            successors: Successors::new(),
            parents: Vec::new(),
            recent: Recent::new(),
            waiting: Vec::new(),
            numbers: Vec::new(),
            fresh: Vec::new(),
            new: Vec::new(),
            new_count: 0,
            samples: Vec::new(),
            left: 0..0,
            refused: None,
            is_stuck: false,
            is_shared: false,
            is_cut: false,
        }
    }

    /// Expands states until all are taken, or it cannot go on. `SHARED`: other threads do the same.
    fn explore<const SHARED: bool>(&mut self, round: &Round<S>) {
        self.is_shared = SHARED;
        // Neighbours have successors in common: it is better to have many of them.
        let share = if SHARED { SHARE } else { BATCH };
        while self.new_count < MAX_NEW && self.can_go_on() {
            let start = round.next.fetch_add(share, Relaxed);
            if start >= round.end {
                return;
            }
            let share = start..round.end.min(start + share);
            for start in share.clone().step_by(BATCH) {
                self.explore_batch::<SHARED>(round, start..share.end.min(start + BATCH));
                if !self.can_go_on() {
                    self.left.end = share.end;
                    return;
                }
            }
        }
    }

    /// Forgets what is not true any more when keys have changed.
    fn forget(&mut self, space: &S) {
        let old = std::mem::replace(&mut self.cache, space.cache());
        self.worker.trying.budget.give_back(S::cache_bytes(&old));
        self.recent.forget();
    }

    fn can_go_on(&self) -> bool {
        self.refused.is_none() && !self.is_stuck
    }

    /// Expands a few states; `left` says which of them, and perhaps none, are left if it cannot go on.
    fn explore_batch<const SHARED: bool>(&mut self, round: &Round<S>, batch: Range<StateId>) {
        let mut keys = [0; BATCH];
        let keys = &mut keys[..batch.len()];
        round.log.read(batch.start, keys);
        self.left = batch.end..batch.end;
        for (id, key) in batch.clone().zip(keys) {
            if let Err(refused) = self.expand(round, *key, id) {
                (self.left, self.refused) = (id..batch.end, Some(refused));
                break;
            }
            if self.found.successors.len() >= MAX_PENDING {
                self.look_up::<SHARED>(round.space);
                if self.is_stuck {
                    self.left = id + 1..batch.end;
                    return;
                }
            }
        }
        self.look_up::<SHARED>(round.space);
    }

    #[inline(always)]
    fn expand(&mut self, round: &Round<S>, key: u64, id: StateId) -> Result<(), Refused> {
        if round.is_at_bound {
            self.look_at_bound(round.space.state(key), id);
            return Ok(());
        }
        let before = self.found.mark();
        if let Err(refused) = self.find_successors(round.space, key) {
            self.found.go_back(before);
            return Err(refused);
        }
        self.parents.push((before.successors(), id));
        let steps = self.found.mark().steps_since(before);
        self.worker.expanded(steps, &mut self.found.failures, id, || round.space.state(key));
        Ok(())
    }

    #[inline(always)]
    fn find_successors(&mut self, space: &S, key: u64) -> Result<(), Refused> {
        if self.selector.takes_all() {
            return space.expand(&self.worker.trying, key, &mut self.cache, &mut self.found);
        }
        self.choose_successors(space, key)
    }

    #[cold]
    fn choose_successors(&mut self, space: &S, key: u64) -> Result<(), Refused> {
        let (trying, state) = (&self.worker.trying, space.state(key));
        self.successors.generate(trying.protocol, &state, trying.conditions);
        self.selector.choose(trying.protocol.facts(), &state, &mut self.successors);
        space.take(trying, key, &self.successors, &mut self.found)
    }

    /// Finds out whether a state behind which the depth bound lies is an end, which then is within the bound. What can happen
    /// otherwise is not executed.
    fn look_at_bound(&mut self, state: P::State, id: StateId) {
        let trying = &self.worker.trying;
        self.successors.generate(trying.protocol, &state, trying.conditions);
        if self.successors.is_empty() {
            self.worker.ends_at_bound(&state, id);
        } else {
            self.is_cut = true;
        }
    }

    /// Looks the successors up that were found, in the order in which they were found.
    #[inline(always)]
    fn look_up<const SHARED: bool>(&mut self, space: &S) {
        self.recent.meet(&self.found.successors, &mut self.waiting, &mut self.numbers);
        self.found.successors.clear();
        self.look_up_waiting::<SHARED>(space);
    }

    /// How many new keys there can be until one of them is a sample, or does not fit the last chunk.
    fn until_sample(&self) -> usize {
        let chunk = self.new.last().map_or(CHUNK, |chunk| CHUNK - chunk.len());
        (SAMPLE - self.new_count % SAMPLE).min(if chunk == 0 { CHUNK } else { chunk })
    }

    /// Takes new keys over, given as their places among those that were looked up.
    #[inline(always)]
    fn discover(&mut self, space: &S, fresh: &[u32]) {
        let parents = &self.parents;
        let parent = |at: u32| {
            let number = self.numbers[at as usize] as usize;
            parents[parents.partition_point(|(first, _)| *first <= number) - 1].1
        };
        if self.new_count.is_multiple_of(SAMPLE) {
            self.samples.push((self.new_count, parent(fresh[0])));
        }
        if self.new.last().is_none_or(|chunk| chunk.len() == CHUNK) {
            self.new.push(Vec::with_capacity(CHUNK));
        }
        let chunk = self.new.last_mut().expect("there is one with room");
        chunk.extend(fresh.iter().map(|at| self.waiting[*at as usize]));
        self.new_count += fresh.len();
        self.worker.notes.states += fresh.len() as u64;
        if self.worker.checks_states() {
            for at in fresh {
                self.worker.check(&space.state(self.waiting[*at as usize]), Some(parent(*at)));
            }
        }
    }

    /// Looks up what is waiting. If there is no room for some of it, that is still waiting then.
    #[inline(always)]
    fn look_up_waiting<const SHARED: bool>(&mut self, space: &S) {
        let done = space.known().add_all::<SHARED>(&self.waiting, &mut self.fresh);
        let fresh = std::mem::take(&mut self.fresh);
        let mut left = &fresh[..];
        while !left.is_empty() {
            let (now, later) = left.split_at(left.len().min(self.until_sample()));
            self.discover(space, now);
            left = later;
        }
        self.fresh = fresh;
        self.fresh.clear();
        self.waiting.drain(..done);
        self.numbers.drain(..done);
        self.is_stuck = !self.waiting.is_empty();
        if !self.is_stuck {
            self.parents.clear();
        }
    }
}
