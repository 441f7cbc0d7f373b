//! When a state counts as one that was met before, for searches that look at one state at a time.
//!
//! Ordinarily that is when it was met, and every state is stored. Options change it, and go together:
//! - with a depth bound (AT&T paper, section II) a state that is met again nearer to the start is explored again, because more
//!   of what follows is then within the bound;
//! - a cache forgets states (`store/visits`), and supertrace takes some states for others (`store/bitstate`);
//! - of states where no loop starts nothing is stored (`loop_starts`);
//! - foldings (IEEE paper, "Foldings") ignore parts of a state.

use super::distinct::Distinct;
use super::fold::all_but;
use super::kernel::Kernel;
use super::loop_starts::LoopStarts;
use crate::memory::Budget;
use crate::options::Replace;
use crate::outcome::{Kept, StoreUse};
use crate::protocol::{Facts, Protocol, Vector};
use crate::store::Added;
use crate::store::bitstate::{Bitstate, Fill};
use crate::store::states::States;
use crate::store::visits::{Progress, Visit, Visits};

/// Knows what was met.
pub struct Matching<'s, State> {
    facts: &'s Facts,
    budget: &'s Budget,
    bound: Option<u32>,
    /// The bits that count.
    fold: Option<State>,
    loop_starts: Option<LoopStarts>,
    store: Store<State>,
    /// How many were stored.
    stored: u64,
    /// Where states are not all stored: how many there are, ...
    distinct: Option<Distinct>,
    /// ... and if there is a bound, of how many the successors were looked at.
    looked_at: Option<Distinct>,
    /// Where states are stored: how many have successors that were not looked at.
    cut: u64,
}

enum Store<State> {
    All(States),
    Visits(Visits<State>),
    Supertrace(Bitstate),
}

/// What is to be done with a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// Nothing.
    Old,
    /// Look at its successors. `is_new`: it was not met before; `is_again`: its successors were looked at before.
    Explore { is_new: bool, is_again: bool },
    /// Its successors lie beyond the bound: only find out whether it has any.
    LookAtBound { is_new: bool },
}

/// There is no room for more.
#[derive(PartialEq, Eq, Debug)]
pub struct NoRoom;

impl<'s, State: Vector> Matching<'s, State> {
    /// As the options say, with nothing met yet.
    pub fn new<P: Protocol<State = State>>(kernel: &Kernel<'s, P>) -> Result<Self, NoRoom> {
        let (facts, options, budget) = (kernel.protocol().facts(), kernel.options, kernel.budget);
        let array = Bitstate::asked_for(1, options, budget).map_err(|_| NoRoom)?;
        let store = match (array.and_then(|mut pieces| pieces.pop()), options.cache) {
            (Some(array), _) => Store::Supertrace(array),
            (None, Some(size)) => {
                Store::Visits(Visits::new(size as usize * options.tuning.cache_unit, options.replace))
            }
            (None, None) if options.depth.is_some() => Store::Visits(Visits::new(usize::MAX, Replace::Oldest)),
            (None, None) => Store::All(States::new::<State>(facts, budget).ok_or(NoRoom)?),
        };
        let initial = kernel.protocol().initial();
        let forgets = options.loop_states || options.cache.is_some();
        Ok(Matching {
            facts,
            budget,
            bound: options.depth,
            fold: (!options.fold.is_empty()).then(|| all_but(facts, &options.fold)),
            loop_starts: options.loop_states.then(|| LoopStarts::of(facts, initial.as_ref())),
            store,
            stored: 0,
            distinct: forgets.then(|| Distinct::new::<State>(facts, budget)),
            looked_at: (forgets && options.depth.is_some()).then(|| Distinct::new::<State>(facts, budget)),
            cut: 0,
        })
    }

    /// What counts of a state.
    pub fn face(&self, state: &State) -> State {
        let mut face = *state;
        if let Some(mask) = &self.fold {
            face.as_mut().iter_mut().zip(mask.as_ref()).for_each(|(word, mask)| *word &= mask);
        }
        face
    }

    /// Meets a state that is not on the way the search is just going.
    pub fn meet(&mut self, state: &State, depth: u32) -> Result<Meeting, NoRoom> {
        let face = self.face(state);
        let is_stored = self.is_stored(state);
        let added = match &mut self.store {
            _ if !is_stored => Added::New,
            Store::All(set) => set.add(&face, self.budget),
            Store::Supertrace(array) => array.add_words(face.as_ref()),
            Store::Visits(visits) => match visits.meet(&face) {
                Some(visit) => {
                    let meeting = meet_again(visit, depth, self.bound, &mut self.cut);
                    return Ok(self.recall(&face, meeting));
                }
                None => Added::New,
            },
        };
        match added {
            Added::NoRoom => return Err(NoRoom),
            Added::Old => return Ok(Meeting::Old),
            Added::New => self.stored += u64::from(is_stored),
        }
        let is_new = self.distinct.as_mut().is_none_or(|distinct| distinct.meet(&face, self.budget));
        Ok(match self.bound {
            Some(bound) if depth >= bound => Meeting::LookAtBound { is_new },
            _ => self.recall(&face, Meeting::Explore { is_new, is_again: !is_new }),
        })
    }

    /// Where a state may have been forgotten that was only looked at from the bound, what is known of it does not say whether its
    /// successors were looked at before.
    fn recall(&mut self, face: &State, meeting: Meeting) -> Meeting {
        match (meeting, &mut self.looked_at) {
            (Meeting::Explore { is_new, .. }, Some(looked_at)) => {
                Meeting::Explore { is_new, is_again: !looked_at.meet(face, self.budget) }
            }
            _ => meeting,
        }
    }

    /// It is the first time that nothing is found to happen in a state behind which the bound lies.
    pub fn looks_first(&mut self, state: &State) -> bool {
        let face = self.face(state);
        self.looked_at.as_mut().is_none_or(|looked_at| looked_at.meet(&face, self.budget))
    }

    fn is_stored(&self, state: &State) -> bool {
        self.loop_starts.as_ref().is_none_or(|starts| starts.has(self.facts, state.as_ref()))
    }

    /// The search has explored a state, and leaves it.
    pub fn leave(&mut self, state: &State, depth: u32) -> Result<(), NoRoom> {
        self.keep(state, depth, Progress::Explored)
    }

    /// A state behind which the bound lies was looked at.
    pub fn looked_at_bound(&mut self, state: &State, depth: u32, is_end: bool) -> Result<(), NoRoom> {
        self.cut += u64::from(!is_end);
        self.keep(state, depth, if is_end { Progress::Explored } else { Progress::Cut })
    }

    fn keep(&mut self, state: &State, depth: u32, progress: Progress) -> Result<(), NoRoom> {
        let (face, is_stored) = (self.face(state), self.is_stored(state));
        let has_room = match &mut self.store {
            Store::Visits(visits) if is_stored => visits.keep(&face, depth, progress, self.budget),
            _ => true,
        };
        if has_room { Ok(()) } else { Err(NoRoom) }
    }

    /// The bound kept something from being looked at.
    pub fn is_cut(&self) -> bool {
        match (&self.distinct, &self.looked_at) {
            (Some(all), Some(looked_at)) if !looked_at.is_estimate() => looked_at.count() < all.count(),
            _ => self.cut > 0,
        }
    }

    /// How many different states were met, and whether that is an estimate; `None` if all are stored.
    pub fn distinct(&self) -> Option<(u64, bool)> {
        self.distinct.as_ref().map(|distinct| (distinct.count(), distinct.is_estimate()))
    }

    /// How full supertrace's array is.
    pub fn fill(&self) -> Option<Fill> {
        if let Store::Supertrace(array) = &self.store { Some(array.fill()) } else { None }
    }

    /// How many states are stored and how many were forgotten, where that is not simply all and none.
    pub fn kept(&self) -> Option<Kept> {
        self.distinct.as_ref()?;
        Some(match &self.store {
            Store::Visits(visits) => Kept { stored: visits.count() as u64, forgotten: visits.forgotten },
            Store::All(_) | Store::Supertrace(_) => Kept { stored: self.stored, forgotten: 0 },
        })
    }

    /// How states are stored. `stack_bytes`: what else there is.
    pub fn usage(&self, stack_bytes: u64) -> StoreUse {
        let (name, mut description, set_bytes) = match &self.store {
            Store::All(set) => (set.name(), set.describe(), set.bytes()),
            Store::Supertrace(array) => ("bitstate", array.describe(array.bytes()), array.bytes()),
            Store::Visits(visits) if self.distinct.is_some() => (
                "cache",
                format!("cache: {} states are kept, with how often they were met", visits.count()),
                visits.bytes(),
            ),
            Store::Visits(visits) => {
                ("table", "table of states with their distance from the start".to_string(), visits.bytes())
            }
        };
        if self.loop_starts.is_some() {
            description += "; only states in which some process is at the start of a loop are stored";
        }
        StoreUse { name, description, set_bytes, log_bytes: stack_bytes, file_bytes: 0 }
    }
}

/// A state that was explored is explored again if it is nearer to the start now, and less lies beyond the bound.
fn meet_again<State>(visit: &mut Visit<State>, depth: u32, bound: Option<u32>, cut: &mut u64) -> Meeting {
    if visit.depth <= depth {
        return Meeting::Old;
    }
    visit.depth = depth;
    if bound.is_none_or(|bound| depth >= bound) {
        return Meeting::Old;
    }
    let before = std::mem::replace(&mut visit.progress, Progress::Explored);
    *cut -= u64::from(before == Progress::Cut);
    Meeting::Explore { is_new: false, is_again: before == Progress::Explored }
}
