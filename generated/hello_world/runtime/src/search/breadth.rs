//! Breadth first: the log of discovered states is the queue, and the first way to a state is a shortest one.
//!
//! The plain algorithm takes one state after the other and looks each successor up. The real one differs:
//!
//! 1. It takes many states: first the keys of all their successors are found, then all lookups are begun, and only then are they
//!    finished, because a random access takes some 200 ns if one waits for it and a twentieth of that if many are under way.
//! 2. The set of known states is in as many parts as there are threads, or some more, and every key belongs to one of them. States
//!    are explored in *rounds*: each thread expands some thousand states, then goes from part to part to ask which of the successors
//!    are new, and writes those down. A part belongs to one thread at a time, for thousands of keys, so nothing in it is atomic.
//! 3. Between rounds happens what must not happen meanwhile: one thread takes over what was found and looks at the clock, all make room.
//!
//! A round never goes beyond a level, so whatever the threads do, the states of each level are the same, and so are all counts
//! and the length of traces.

use super::candidates::StateId;
use super::crew::{Crew, lock, read, write};
use super::discoveries::{Sample, Stuck};
use super::explorer::Part;
use super::kernel::Kernel;
use super::levels::Levels;
use super::successors::Successors;
use super::worker::{AllWrong, join};
use crate::memory::{address_space, bytes_of};
use crate::outcome::{Limit, StoreUse};
use crate::protocol::{Protocol, Vector};
use crate::store::bitstate::{Bitstate, Fill, NoArray};
use crate::store::division::Division;
use crate::store::hands::Hands;
use crate::store::interned::Interned;
use crate::store::key_set::KeySet;
use crate::store::log::{Pen, Taken};
use crate::store::one_word::OneWord;
use crate::store::pages::return_what_is_dropped;
use crate::store::{Added, Refused, Space};
use std::ops::Range;
use std::sync::MutexGuard;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::Builder;
use std::time::{Duration, Instant};

/// A search has at most so many threads.
const MAX_THREADS: usize = 256;
/// With less memory left, the log goes to a file before something small has no room.
const RESERVE: u64 = 1 << 16;
/// States of the first round.
const FIRST_ROUND: usize = 1 << 8;
/// States of the longest round of one thread, and of each of several threads.
const LONGEST_ALONE: usize = 1 << 14;
const LONGEST_SHARED: usize = 1 << 20;
/// A round that takes less time is followed by a longer one, ...
const SHORT: Duration = Duration::from_millis(5);
/// ... and one that takes more by a shorter one.
const LONG: Duration = Duration::from_millis(50);
/// A search has as many threads as this part of the budget has room for: what several sets need to grow is more than one set needs,
/// and one thread gets farther with little memory.
const BUFFER_PART: u64 = 64;
/// What a thread needs for itself beside that, in bytes.
const BUFFERS: u64 = 3 << 20;
/// How many of the successors of a state are new at the most, where a level is much larger than the one before.
const NEW_PER_STATE: usize = 2;
/// States of a round for whose successors there is room before it begins: sets that grow together need not wait for each other, but those
/// that grow too early take memory.
const FORESEEN: usize = 1 << 18;

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    let (protocol, budget) = (kernel.protocol(), kernel.budget);
    let threads = count_threads(kernel);
    let searched = match Bitstate::asked_for(count_sets(threads), kernel.options, budget) {
        Err(NoArray) => None,
        Ok(array) if P::State::WORDS == 1 => explore(kernel, OneWord::new(protocol.facts()), array, threads),
        Ok(array) => Interned::new(protocol, kernel.options.tuning, budget)
            .and_then(|space| explore(kernel, space, array, threads)),
    };
    if searched != Some(Ok(())) {
        kernel.stop(Limit::Memory);
    }
}

/// How many threads the search has: as many as the user says, or as there are cores, if the budget has room for what each needs.
fn count_threads<P: Protocol>(kernel: &Kernel<P>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    // Every thread reserves address space that no budget knows: where that is limited, one thread is enough. And where a choice
    // depends on the choices before, they must always come in the same order.
    let is_alone = address_space().is_some() || kernel.options.remembers_choices();
    let most = if is_alone { 1 } else { (kernel.options.threads.unwrap_or_else(cores) as usize).min(MAX_THREADS) };
    let mut threads = 0;
    // One that is alone needs next to nothing.
    while most > 1 && threads < most && kernel.budget.left() / BUFFER_PART >= BUFFERS && kernel.budget.take(BUFFERS) {
        threads += 1;
    }
    threads.max(1)
}

/// How many sets so many threads have: with more of them, more work is to divide keys.
fn count_sets(threads: usize) -> usize {
    threads.next_power_of_two()
}

/// There is no room for more.
#[derive(PartialEq, Eq)]
struct NoRoom;

/// Explores all states; `None` if there is not even room to begin.
fn explore<P: Protocol, S: Space<P>>(
    kernel: &mut Kernel<P>,
    space: S,
    array: Option<Vec<Bitstate>>,
    threads: usize,
) -> Option<Result<(), NoRoom>> {
    let sets: Vec<KeySet> = match array {
        Some(pieces) => pieces.into_iter().map(KeySet::Supertrace).collect(),
        None => {
            let sets = count_sets(threads);
            (0..sets).map(|_| space.one_set(sets, kernel.budget)).collect::<Option<_>>()?
        }
    };
    if threads > 1 {
        return_what_is_dropped();
    }
    let crew = Crew::new(kernel, space, sets, threads);
    kernel.outcome.threads = threads;
    let result = std::thread::scope(|scope| {
        let _dismissal = crew.turns.dismissal();
        for number in 1..threads {
            let crew = &crew;
            let help = move || crew.turns.help(number);
            // If the system has no more threads, the others do the work.
            if let Ok(helper) = Builder::new().spawn_scoped(scope, help) {
                crew.turns.add_helper(helper.thread().clone());
            }
        }
        let mut search = Breadth {
            crew: &crew,
            samples: Vec::new(),
            wrong: AllWrong::new(),
            depth: 0,
            round: FIRST_ROUND,
            threads_from: kernel.options.tuning.threads_from,
            is_improved: false,
        };
        let result = search.run(kernel).and_then(|()| search.take_over(kernel));
        search.report(kernel);
        search.describe(kernel);
        result
    });
    Some(result)
}

/// The thread that leads.
struct Breadth<'c, 's, P: Protocol, S: Space<P>> {
    crew: &'c Crew<'s, P, S>,
    samples: Vec<Sample>,
    /// What is wrong about states that are not expanded yet.
    wrong: AllWrong<P::State>,
    /// Of the states that are being expanded.
    depth: u32,
    /// How many states the next round should have.
    round: usize,
    /// With fewer states a round has one thread.
    threads_from: usize,
    /// Keys are as good as they can be.
    is_improved: bool,
}

impl<'s, P: Protocol, S: Space<P>> Breadth<'_, 's, P, S> {
    fn run(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        self.start(kernel)?;
        let (mut level, mut levels) = (0..1, Levels::default());
        while !level.is_empty() {
            levels.add(level.clone());
            self.crew.expected.store(levels.expected_states(), Relaxed);
            self.explore_level(kernel, level.clone())?;
            self.report(kernel);
            if !kernel.goes_on() {
                return Ok(());
            }
            level = level.end..read(&self.crew.log).len();
            self.depth += 1;
        }
        Ok(())
    }

    fn start(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let (crew, initial) = (self.crew, kernel.protocol().initial());
        let key = read(&crew.space).key(&initial, kernel.budget).map_err(|_| NoRoom)?;
        let division = Division::new(read(&crew.space).key_bits(), crew.sets.len());
        let set = division.set_of(division.spread(key));
        if lock(&crew.sets[set]).add(key) != Added::New {
            return Err(NoRoom);
        }
        let mut first = lock(&crew.discoveries[0]);
        first.begin(key).map_err(|Stuck| NoRoom)?;
        lock(&crew.explorers[0]).worker.discover(&initial);
        write(&crew.log).take(&mut [&mut first.pen]);
        let sample = Sample { at: 0, parent: 0 };
        if kernel.budget.push(&mut self.samples, sample) { Ok(()) } else { Err(NoRoom) }
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
            // What would be left is not worth a round of its own.
            let is_last = range.len() < self.round + self.threads_from;
            let states = range.start..if is_last { range.end } else { range.start + self.round };
            let is_at_bound = kernel.options.depth == Some(self.depth);
            let start = Instant::now();
            left.push(states.end..range.end);
            left.extend(self.explore_round(states, is_at_bound));
            self.adapt_round(start.elapsed());
            let explorers = self.crew.explorers.iter();
            left.extend(explorers.map(|explorer| std::mem::take(&mut lock(explorer).left)));
            self.make_room(kernel)?;
            self.take_over(kernel)?;
            self.overcome_refusals(kernel)?;
            self.improve_keys(kernel)?;
        }
        Ok(())
    }

    /// So many states are not worth to be shared.
    fn is_alone(&self, states: usize) -> bool {
        self.crew.explorers.len() == 1 || states < self.threads_from
    }

    /// Rounds should take some milliseconds.
    fn adapt_round(&mut self, last: Duration) {
        let threads = self.crew.explorers.len();
        let longest = if threads == 1 { LONGEST_ALONE } else { LONGEST_SHARED * threads };
        if last < SHORT {
            self.round = longest.min(self.round * 2);
        } else if last > LONG {
            self.round = FIRST_ROUND.max(self.round / 2);
        }
    }

    /// Explores states, with all threads if that is worth it; gives those that nobody took.
    fn explore_round(&self, states: Range<StateId>, is_at_bound: bool) -> Vec<Range<StateId>> {
        let (crew, is_alone) = (self.crew, self.is_alone(states.len()));
        let more = NEW_PER_STATE * states.len().min(FORESEEN) / crew.sets.len();
        if !is_alone && crew.sets.iter().any(|set| lock(set).room() < more) {
            crew.grow_all(more);
        }
        let parts = Part::divide(&states, if is_alone { 1 } else { crew.explorers.len() });
        crew.explore_all(&parts, is_at_bound, is_alone);
        parts.iter().map(Part::left).collect()
    }

    /// Looks up what there was no room for, after moving the log to a file.
    fn make_room(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let crew = self.crew;
        while crew.is_stuck.swap(false, Relaxed) {
            let left = kernel.budget.left();
            // That may move the log to the file already.
            self.take_over(kernel)?;
            write(&crew.log).spill(kernel.budget);
            let is_spilled = kernel.budget.left() > left;
            let lacks_room = |set: &usize| crew.lacks_room(*set);
            let grows =
                (0..crew.sets.len()).find(lacks_room).is_some_and(|set| crew.grow(set, &mut lock(&crew.sets[set])));
            if !grows && !is_spilled {
                return Err(NoRoom);
            }
            let mut explorers = crew.explorers.iter().enumerate();
            let finds = |(thread, explorer)| crew.find_all_new(thread, &mut lock(explorer), &read(&crew.space)).is_ok();
            crew.is_stuck.store(!explorers.all(finds), Relaxed);
        }
        Ok(())
    }

    /// Takes over what the threads have found.
    fn take_over(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        for explorer in &self.crew.explorers {
            let mut explorer = lock(explorer);
            kernel.count(&mut explorer.worker);
            if std::mem::take(&mut explorer.is_cut) {
                kernel.stop(Limit::Depth);
            }
            kernel.take_left_out(&mut explorer.selector);
        }
        self.take_discoveries(kernel)
    }

    /// What was new becomes part of the log in the order of its predecessors, whatever set it is in: neighbours have successors
    /// in common, which are recognised where they are found if that is at the same time.
    fn take_discoveries(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let mut new: Vec<_> = self.crew.discoveries.iter().map(lock).collect();
        let wrong: Vec<_> = new.iter_mut().map(|new| new.count(kernel)).collect();
        let mut pens: Vec<&mut Pen> = new.iter_mut().map(|new| &mut new.pen).collect();
        let taken = write(&self.crew.log).take(&mut pens);
        if !taken.is_empty() {
            if kernel.budget.left() < RESERVE {
                write(&self.crew.log).spill(kernel.budget);
            }
            kernel.reach(self.depth + 1);
        }
        for (pen, wrong) in wrong.into_iter().enumerate() {
            for (place, mut wrong) in wrong {
                let is_in = |piece: &&Taken| piece.pen == pen && (piece.at..piece.at + piece.count).contains(&wrong.at);
                let piece =
                    taken.iter().find(is_in).expect("defect of the verifier: a state that is wrong is not in the log");
                wrong.at += piece.start - piece.at;
                join(&mut self.wrong, place, wrong);
            }
        }
        for piece in &taken {
            let sample = Sample { at: piece.start, parent: piece.order };
            let is_needed = self.samples.last().is_none_or(|last| !sample.adds_nothing_to(*last));
            let mut push = || kernel.budget.push(&mut self.samples, sample);
            if is_needed && !push() && !(write(&self.crew.log).spill(kernel.budget) && push()) {
                return Err(NoRoom);
            }
        }
        Ok(())
    }

    /// Makes keys possible that were refused.
    fn overcome_refusals(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let crew = self.crew;
        crew.is_refused.store(false, Relaxed);
        let refusals: Vec<Refused> = crew.explorers.iter().filter_map(|it| lock(it).refused.take()).collect();
        if refusals.contains(&Refused::Memory) && !write(&crew.log).spill(kernel.budget) {
            return Err(NoRoom);
        }
        if refusals.contains(&Refused::Keys) {
            let widen = |hands: Hands| write(&crew.space).widen(&read(&crew.log), hands, kernel.budget);
            let mut widened = self.with_all(widen);
            if widened.is_err() {
                write(&crew.log).spill(kernel.budget);
                // What becomes larger is there twice for a moment, so one after the other may have room where all together have not.
                widened = widen(Hands::ALONE);
            }
            if let Some(change) = widened.map_err(|_| NoRoom)? {
                self.change_keys(kernel, change)?;
            }
        }
        Ok(())
    }

    /// Makes better keys, once, when enough is known about them.
    fn improve_keys(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let crew = self.crew;
        if self.is_improved || read(&crew.log).len() < kernel.options.tuning.join_from {
            return Ok(());
        }
        self.is_improved = true;
        let improved = self.with_all(|hands| write(&crew.space).improve(&read(&crew.log), hands, kernel.budget));
        // If there is no room for that, the search goes on as it is.
        if let Ok(Some(change)) = improved { self.change_keys(kernel, change) } else { Ok(()) }
    }

    /// Writes all keys anew.
    fn change_keys(&mut self, kernel: &mut Kernel<P>, change: S::Change) -> Result<(), NoRoom> {
        let crew = self.crew;
        // What threads keep for themselves is not true any more.
        crew.explorers.iter().for_each(|explorer| lock(explorer).forget(&read(&crew.space)));
        let is_alone = self.is_alone(read(&crew.log).len());
        crew.rewrite(&change, is_alone);
        kernel.budget.give_back(S::change_bytes(&change));
        drop(change);
        crew.refill(is_alone);
        if crew.is_stuck.swap(false, Relaxed) && write(&crew.log).spill(kernel.budget) {
            crew.refill(is_alone);
        }
        if crew.is_stuck.swap(false, Relaxed) { Err(NoRoom) } else { Ok(()) }
    }

    /// Does something with the help of all threads, if there are states enough for that to be worth it.
    fn with_all<R>(&self, work: impl FnOnce(Hands) -> R) -> R {
        self.crew.with_hands(self.is_alone(read(&self.crew.log).len()), work)
    }

    /// Reports what the threads found wrong.
    fn report(&mut self, kernel: &mut Kernel<P>) {
        let mut all = std::mem::take(&mut self.wrong);
        for explorer in &self.crew.explorers {
            let wrong = std::mem::take(&mut lock(explorer).worker.notes.wrong);
            wrong.into_iter().for_each(|(place, wrong)| join(&mut all, place, wrong));
        }
        kernel.report(all, |kernel, id| self.path(kernel, id));
    }

    /// The states from the initial one to this one.
    fn path(&self, kernel: &Kernel<P>, last: StateId) -> Vec<P::State> {
        let (space, log) = (read(&self.crew.space), read(&self.crew.log));
        // Room for the steps to a state of the next level, and for the result of one that fails.
        let mut states = Vec::with_capacity(self.depth as usize + 3);
        states.push(space.state(log.get(last)));
        let mut successors = Successors::new();
        let trying = kernel.trying();
        let mut at = last;
        while at != 0 {
            let target = states[states.len() - 1];
            let sample = self.samples.partition_point(|sample| sample.at <= at) - 1;
            let leads_to_it = |id: &StateId| {
                successors.generate(trying.protocol, &space.state(log.get(*id)), trying.conditions);
                successors.steps.iter().any(|(_, next)| *next == target)
            };
            let found = (self.samples[sample].parent..at).find(leads_to_it);
            at = found.expect("defect of the verifier: a state has no predecessor");
            states.push(space.state(log.get(at)));
        }
        states.reverse();
        states
    }

    /// Tells the kernel what was executed, and how states were stored.
    fn describe(&self, kernel: &mut Kernel<P>) {
        let crew = self.crew;
        crew.explorers.iter().for_each(|explorer| kernel.take_executed(&lock(explorer).found.executed));
        let sets: Vec<_> = crew.sets.iter().map(lock).collect();
        let fill =
            |set: &MutexGuard<KeySet>| if let KeySet::Supertrace(array) = &**set { Some(array.fill()) } else { None };
        if let Some(fill) = Fill::of_all(&sets.iter().filter_map(fill).collect::<Vec<_>>()) {
            kernel.take_fill(fill);
        }
        let set_bytes = sets.iter().map(|set| set.bytes()).sum();
        let (space, log) = (read(&crew.space), read(&crew.log));
        let mut description = space.describe(&sets[0], set_bytes);
        if sets.len() > 1 {
            description += &format!("; in {} parts, each for one thread at a time", sets.len());
        }
        kernel.outcome.store = StoreUse {
            name: sets[0].name(),
            description,
            set_bytes: set_bytes + space.bytes(),
            log_bytes: log.bytes() + bytes_of::<Sample>(self.samples.capacity()),
            file_bytes: log.file_bytes(),
        };
    }
}
