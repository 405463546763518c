//! Walks of a compiled model: all moves, the first one, one of them.

use std::cell::RefCell;

use super::Words;
use super::machine::{Act, DIRECT, Does, Machine, NO_CELL, Op};
use super::scan::{Scan, Scanned};
use super::survey::Surveyed;
use crate::model::{Loc, Mover};

/// A move: its letters, the first in the lowest bits; or, where they do not fit, its number among the moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move([u64; 2]);

/// The bit that tells numbers from letters, which take fewer than 128 bits.
const NUMBERED: u128 = 1 << 127;

impl Move {
    #[inline]
    fn new(code: u128) -> Move {
        // The lower and the upper half.
        Move([code as u64, (code >> 64) as u64])
    }

    #[inline]
    fn code(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

/// The moves of a position. They are listed when the first is asked for.
pub(crate) struct Moves<'m, 's, W: Words> {
    machine: &'m Machine,
    words: &'s W,
    at: Loc,
    found: Found<'m>,
}

/// What is known of the moves.
enum Found<'m> {
    Nothing,
    /// A list, and the number of the next one. Its memory is used again.
    List(Vec<Move>, usize),
    /// They need not be listed.
    Scan(&'m Scan),
    Scanned(Scanned<'m>),
}

impl<'m, 's, W: Words> Moves<'m, 's, W> {
    #[inline]
    pub(super) fn new(machine: &'m Machine, words: &'s W, at: Loc) -> Moves<'m, 's, W> {
        let found = match &machine.scans[at as usize] {
            Some(scan) => Found::Scan(scan),
            None => Found::Nothing,
        };
        Moves { machine, words, at, found }
    }

    /// Lists the moves.
    #[inline(never)]
    fn list(&self) -> Vec<Move> {
        let listed = self.machine.moves(self.words.clone().as_mut(), self.at);
        listed.unwrap_or_else(|endless| self.machine.endless(endless).abandon())
    }

    /// How many moves there are, if nothing is known.
    #[inline(never)]
    fn count_all(&self) -> usize {
        let number = self.machine.number_of_moves(self.words.clone().as_mut(), self.at);
        number.unwrap_or_else(|endless| self.machine.endless(endless).abandon())
    }
}

impl<W: Words> Iterator for Moves<'_, '_, W> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            match &mut self.found {
                Found::Scanned(scanned) => return scanned.next(),
                Found::List(list, next) => {
                    let found = list.get(*next).copied();
                    *next += 1;
                    return found;
                }
                Found::Scan(scan) => {
                    self.found = Found::Scanned(scan.moves(self.machine, self.words.as_ref()));
                }
                Found::Nothing => self.found = Found::List(self.list(), 0),
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.found {
            Found::Nothing => return (0, None),
            Found::Scan(scan) => scan.number(self.machine, self.words.as_ref()),
            Found::Scanned(scanned) => scanned.left(),
            Found::List(list, next) => list.len().saturating_sub(*next),
        };
        (left, Some(left))
    }

    #[inline]
    fn count(self) -> usize {
        match &self.found {
            Found::Scan(scan) => scan.number(self.machine, self.words.as_ref()),
            Found::Nothing => self.count_all(),
            Found::Scanned(_) | Found::List(..) => self.size_hint().0,
        }
    }
}

impl<W: Words> Drop for Moves<'_, '_, W> {
    #[inline]
    fn drop(&mut self) {
        if let Found::List(list, _) = &mut self.found
            && list.capacity() <= LARGEST_SPARE
        {
            spare(std::mem::take(list));
        }
    }
}

/// Keeps a list to be used again.
fn spare(list: Vec<Move>) {
    // When a thread ends, there may be nobody left to take it.
    let _ = SCRATCH.try_with(|scratch| {
        if let Ok(mut scratch) = scratch.try_borrow_mut()
            && scratch.spare.len() < MOST_SPARE
        {
            scratch.spare.push(list);
        }
    });
}

/// The largest list of moves that is kept to be used again, and how many are.
const LARGEST_SPARE: usize = 1 << 10;
const MOST_SPARE: usize = 1 << 6;

/// The longest walk, in assignments; more than any real game needs.
const LONGEST: u32 = 1 << 11;

/// How many locations may be passed for one answer.
const MOST_WORK: u64 = 1 << 28;

/// How many moves a position may have.
const MOST_MOVES: usize = 1 << 22;

/// How many moves the keeper may make after one of a player.
const MOST_KEPT: u32 = 1 << 16;

/// Memory that walks use again and again.
#[derive(Default)]
pub(super) struct Scratch {
    /// Locations to be visited.
    open: Vec<Loc>,
    /// Actions that were met.
    found: Vec<u32>,
    /// For each depth of patterns, the last search that passed a location.
    marks: Vec<Vec<u32>>,
    /// For each depth, the last search that met an action.
    acted: Vec<Vec<u32>>,
    search: u32,
    moves: Vec<Move>,
    /// How many moves were found.
    number: usize,
    /// Lists of moves that nobody needs any more.
    spare: Vec<Vec<Move>>,
    /// The letters of the move that was found, the last one first.
    letters: Vec<u32>,
    work: u64,
    /// The number of the values that the variables have now: each time some variable changes, they get a new one, and
    /// when that is undone, the old one.
    version: u64,
    /// The number that was given last.
    versions: u64,
    /// For the start of each pattern, the version for which it was looked for last, doubled, and whether it was found.
    patterns: Vec<u64>,
    /// The words of planes of the machine, each with the version for which it was made.
    planes: Vec<(u64, u64)>,
    /// The same for the values from which walks start, with the version that these have; and the cells that actions
    /// have changed since.
    bases: Vec<(u64, u64)>,
    base: u64,
    changed: Vec<Changed>,
    /// Why the walks were given up.
    pub(super) endless: Option<Endless>,
}

/// A cell that was changed, and its value before and after.
struct Changed {
    cell: u32,
    before: u32,
    after: u32,
}

/// Why walks were given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Endless {
    /// A walk assigns without end; near this action.
    Walk(u32),
    /// There are too many walks; near this action.
    Work(u32),
    /// The keeper moves without end, by this turn among others.
    Keeper(u32),
    /// Moves of the keeper lead to different states, this one among others.
    Choice(u32),
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Scratch {
    /// Prepares for an answer.
    fn start(&mut self, machine: &Machine) {
        self.open.clear();
        self.found.clear();
        self.moves.clear();
        self.number = 0;
        self.work = 0;
        self.endless = None;
        self.touch();
        if self.planes.len() < machine.sheets.len() {
            self.planes.resize(machine.sheets.len(), (0, 0));
            self.bases.resize(machine.sheets.len(), (0, 0));
        }
        if self.search > u32::MAX / 2 {
            self.search = 0;
            self.marks.clear();
            self.acted.clear();
        }
    }

    /// The variables have changed, and walks start anew.
    #[inline]
    pub(super) fn touch(&mut self) {
        self.versions += 1;
        self.version = self.versions;
        self.base = self.versions;
        self.changed.clear();
    }

    /// An action has changed a variable; returns the version before.
    #[inline]
    fn change(&mut self, machine: &Machine, words: &[u64], act: &Act, before: u32) -> u64 {
        if act.cell != NO_CELL {
            let after = match act.does {
                Does::Put(_, value) => value,
                _ => machine.value(words, act.cell),
            };
            self.changed.push(Changed { cell: act.cell, before, after });
        }
        self.versions += 1;
        std::mem::replace(&mut self.version, self.versions)
    }

    /// What an action has changed is undone.
    #[inline]
    fn restore(&mut self, act: &Act, version: u64) {
        if act.cell != NO_CELL {
            self.changed.pop();
        }
        self.version = version;
    }

    /// Makes room for the marks of a depth.
    #[cold]
    fn grow(&mut self, depth: usize, locations: usize, actions: usize) {
        if self.marks.len() <= depth {
            self.marks.resize(depth + 1, Vec::new());
            self.acted.resize(depth + 1, Vec::new());
        }
        self.marks[depth].resize(locations, 0);
        self.acted[depth].resize(actions, 0);
    }
}

impl Machine {
    /// Returns all moves from a location, or why there is no end to them.
    pub(crate) fn moves(&self, words: &mut [u64], at: Loc) -> Result<Vec<Move>, Endless> {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.start(self);
            self.generate::<true>(words, at, (0, 0), 0, scratch);
            // A new list, if none was given back.
            let spare = scratch.spare.pop().unwrap_or_default();
            let list = std::mem::replace(&mut scratch.moves, spare);
            scratch.moves.clear();
            scratch.endless.map_or_else(|| Ok(list), Err)
        })
    }

    /// Returns the number of moves from a location, or why there is no end to them.
    fn number_of_moves(&self, words: &mut [u64], at: Loc) -> Result<usize, Endless> {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.start(self);
            self.generate::<false>(words, at, (0, 0), 0, scratch);
            scratch.endless.map_or(Ok(scratch.number), Err)
        })
    }

    /// Plays a move, and then the keeper's; returns where the next one begins, and nothing if the game is over.
    #[inline(always)]
    pub(crate) fn play(&self, words: &mut [u64], at: Loc, mv: Move) -> Result<Option<Loc>, Endless> {
        // Most moves of scans are the end of the move alone, and the keeper then has one rule to obey.
        let letter = (mv.0[0] & self.letter_mask).wrapping_sub(1);
        let to = match self.acts.get(letter as usize) {
            Some(&Act { does: Does::Turn, to, .. }) if mv.0[1] >> 63 == 0 => to,
            _ => return self.play_long(words, at, mv),
        };
        let next = match self.obey(to, words) {
            Some(Some(next)) => next,
            Some(None) => return Ok(None),
            None => return self.settled(words, to),
        };
        match &self.scans[next as usize] {
            Some(scan) => Ok(scan.any(self, words).then_some(next)),
            None => self.settled(words, next),
        }
    }

    /// As [`Machine::play`], for any move.
    #[inline(never)]
    fn play_long(&self, words: &mut [u64], at: Loc, mv: Move) -> Result<Option<Loc>, Endless> {
        if mv.0[1] >> 63 == 0 {
            let next = self.replay(words, mv);
            return self.settled(words, next);
        }
        self.play_number(words, at, mv.code() ^ NUMBERED)
    }

    /// Plays a move that is told by its number.
    fn play_number(&self, words: &mut [u64], at: Loc, mut number: u128) -> Result<Option<Loc>, Endless> {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.start(self);
            let next = self.nth(words, at, &mut number, true, 0, scratch);
            self.settle(words, next.expect("a move is played where it is legal"), scratch)
        })
    }

    /// Makes the moves of the keeper from a location.
    #[inline(never)]
    pub(crate) fn settled(&self, words: &mut [u64], mut at: Loc) -> Result<Option<Loc>, Endless> {
        // As long as rules tell what the keeper does, nothing has to be searched.
        for _ in 0..MOST_KEPT {
            if let Some(next) = self.obey(at, words) {
                match next {
                    Some(next) => at = next,
                    None => return Ok(None),
                }
            } else if let Some(scan) = &self.scans[at as usize] {
                return Ok(scan.any(self, words).then_some(at));
            } else {
                break;
            }
        }
        self.searched(words, at)
    }

    /// As [`Machine::settled`], where the ways must be searched for.
    fn searched(&self, words: &mut [u64], at: Loc) -> Result<Option<Loc>, Endless> {
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.start(self);
            self.settle(words, at, scratch)
        })
    }

    /// Returns the letters of a move.
    pub(crate) fn letters(&self, words: &mut [u64], at: Loc, mv: Move) -> Vec<u32> {
        let code = mv.code();
        if code & NUMBERED == 0 {
            return self.unpacked(code).collect();
        }
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.start(self);
            let mut number = code ^ NUMBERED;
            self.nth(words, at, &mut number, false, 0, scratch).expect("a move is read where it is legal");
            // The letters are put down on the way back.
            scratch.letters.iter().rev().copied().collect()
        })
    }

    /// Returns whether the letters of every move fit into it.
    pub(crate) fn moves_fit(&self) -> bool {
        self.model.longest.is_some_and(|longest| (u64::from(longest) + 1) * u64::from(self.letter_bits) < 128)
    }

    /// Returns the move with other letters in place of its own, which must fit.
    pub(crate) fn exchanged(&self, mv: Move, letters: &[u32]) -> Move {
        debug_assert_eq!(mv.code() & NUMBERED, 0, "the letters fit");
        let exchanged: Vec<u32> = self.unpacked(mv.code()).map(|letter| letters[letter as usize]).collect();
        self.coded(&exchanged)
    }

    /// The move of these letters, which must fit.
    pub(super) fn coded(&self, letters: &[u32]) -> Move {
        let places = (0..).step_by(self.letter_bits as usize);
        let letters = letters.iter().map(|&letter| u128::from(letter + 1));
        Move::new(letters.zip(places).fold(0, |code, (letter, place): (u128, u32)| code | letter << place))
    }

    fn unpacked(&self, mut code: u128) -> impl Iterator<Item = u32> {
        let mask = (1_u128 << self.letter_bits) - 1;
        std::iter::from_fn(move || {
            let letter = (code & mask) as u32;
            code >>= self.letter_bits;
            letter.checked_sub(1)
        })
    }

    /// Does what the letters of a move say; returns where it leads.
    #[inline]
    fn replay(&self, words: &mut [u64], Move([mut low, mut high]): Move) -> Loc {
        loop {
            let letter = ((low & self.letter_mask) as u32).checked_sub(1).expect("a move ends with a turn");
            let act = &self.acts[letter as usize];
            if matches!(act.does, Does::Turn) {
                return act.to;
            }
            // A letter has 32 bits at most.
            low = low >> self.letter_bits | high << (64 - self.letter_bits);
            high >>= self.letter_bits;
            self.apply(words, act).expect("a move is played where it is legal");
        }
    }

    /// Makes the keeper's moves; nothing is left if the game is over.
    fn settle(&self, words: &mut [u64], mut at: Loc, scratch: &mut Scratch) -> Result<Option<Loc>, Endless> {
        let (mut last, mut looks) = (0, true);
        for _ in 0..MOST_KEPT {
            if looks && self.chooses[at as usize] {
                match self.survey(words, at, scratch)? {
                    Surveyed::End(next) => return Ok(next),
                    Surveyed::Far => looks = false,
                }
            }
            let keeps = self.movers[at as usize] == Mover::Keeper;
            scratch.touch();
            let next = self.nth(words, at, &mut 0, keeps, 0, scratch);
            if let Some(endless) = scratch.endless {
                return Err(endless);
            }
            match next {
                Some(next) if keeps => at = next,
                Some(_) => return Ok(Some(at)),
                None => return Ok(None),
            }
            last = scratch.letters[0];
        }
        Err(Endless::Keeper(last))
    }

    /// Does what an action says, if it is possible; returns what was there before.
    #[inline]
    pub(super) fn apply(&self, words: &mut [u64], act: &Act) -> Option<u32> {
        let (field, value) = match act.does {
            Does::Put(field, value) => (field, value),
            Does::Assign(variable, term) => {
                // What is no value of the variable cannot be assigned: `None`.
                let value = self.term(words, term).and_then(|value| u32::try_from(value).ok());
                let size = self.model.variables[variable as usize].size;
                (self.fields[variable as usize], value.filter(|&value| value < size)?)
            }
            Does::Turn | Does::Never => return None,
        };
        Some(field.exchange(words, value))
    }

    /// Undoes what an action did.
    #[inline]
    pub(super) fn undo(&self, words: &mut [u64], act: &Act, before: u32) {
        let field = match act.does {
            Does::Put(field, _) => field,
            Does::Assign(variable, _) => self.fields[variable as usize],
            Does::Turn | Does::Never => unreachable!("nothing was done"),
        };
        field.set(words, before);
    }

    /// Counts an assignment; tells whether to give up.
    #[inline]
    fn tires(&self, action: u32, length: u32, scratch: &mut Scratch) -> bool {
        scratch.work += 1;
        if length > LONGEST {
            scratch.endless = Some(Endless::Walk(action));
        } else if scratch.work > MOST_WORK || scratch.number > MOST_MOVES {
            scratch.endless = Some(Endless::Work(action));
        }
        scratch.endless.is_some()
    }

    /// Counts the moves that continue these letters, of which so many bits are taken, and appends them to the list if it
    /// is wanted.
    fn generate<const LIST: bool>(
        &self,
        words: &mut [u64],
        at: Loc,
        (code, bits): (u128, u32),
        length: u32,
        scratch: &mut Scratch,
    ) {
        if !LIST && self.spots[at as usize].counts {
            scratch.number += self.count_turns(words, at, scratch);
            return;
        }
        let next_bits = bits + self.letter_bits;
        let fits = next_bits < 128;
        self.actions(words, at, 0, scratch, &mut |words, action, scratch| {
            let act = &self.acts[action as usize];
            let (next, taken) = if !LIST {
                (0, 0)
            } else if fits {
                (code | u128::from(action + 1) << bits, next_bits)
            } else {
                (0, 128)
            };
            if matches!(act.does, Does::Turn) {
                if LIST {
                    let code = if fits { next } else { NUMBERED | scratch.number as u128 };
                    scratch.moves.push(Move::new(code));
                }
                scratch.number += 1;
                // What comes next asks whether it is too much.
                return false;
            } else if act.quiet {
                if !self.tires(action, length, scratch) {
                    self.generate::<LIST>(words, act.to, (next, taken), length + 1, scratch);
                }
            } else if let Some(before) = self.apply(words, act) {
                let version = scratch.change(self, words, act, before);
                if !self.tires(action, length, scratch) {
                    self.generate::<LIST>(words, act.to, (next, taken), length + 1, scratch);
                }
                self.undo(words, act, before);
                scratch.restore(act, version);
            }
            scratch.endless.is_some()
        });
    }

    /// Finds the move of a number, as [`Machine::moves`] lists them, and returns where it leads. What it assigns stays
    /// assigned if `keep` says so; its letters are left behind, the last one first.
    pub(super) fn nth(
        &self,
        words: &mut [u64],
        at: Loc,
        number: &mut u128,
        keep: bool,
        length: u32,
        scratch: &mut Scratch,
    ) -> Option<Loc> {
        let mut result = None;
        self.actions(words, at, 0, scratch, &mut |words, action, scratch| {
            let act = &self.acts[action as usize];
            if matches!(act.does, Does::Turn) {
                if *number == 0 {
                    scratch.letters.clear();
                    scratch.letters.push(action);
                    result = Some(act.to);
                    return true;
                }
                *number -= 1;
            } else if act.quiet {
                if !self.tires(action, length, scratch) {
                    result = self.nth(words, act.to, number, keep, length + 1, scratch);
                }
                if result.is_some() {
                    if keep {
                        self.apply(words, act).expect("a value within the domain can be put");
                    }
                    scratch.letters.push(action);
                }
            } else if let Some(before) = self.apply(words, act) {
                let version = scratch.change(self, words, act, before);
                if !self.tires(action, length, scratch) {
                    result = self.nth(words, act.to, number, keep, length + 1, scratch);
                }
                if result.is_none() || !keep {
                    self.undo(words, act, before);
                    scratch.restore(act, version);
                }
                if result.is_some() {
                    scratch.letters.push(action);
                }
            }
            result.is_some() || scratch.endless.is_some()
        });
        result
    }

    /// Whether a pattern is found; looks for it once for the same values of the variables.
    #[inline]
    fn finds(&self, words: &mut [u64], start: Loc, depth: usize, scratch: &mut Scratch) -> bool {
        let version = scratch.version;
        match scratch.patterns.get(start as usize) {
            Some(known) if known >> 1 == version => return known & 1 == 1,
            Some(_) => {}
            None => scratch.patterns.resize(self.spots.len(), 0),
        }
        let found = self.reaches(words, start, depth, 0, scratch);
        scratch.patterns[start as usize] = version << 1 | u64::from(found);
        found
    }

    /// Whether a walk leads from here to the end of the pattern.
    fn reaches(
        &self,
        words: &mut [u64],
        start: Loc,
        depth: usize,
        length: u32,
        scratch: &mut Scratch,
    ) -> bool {
        self.actions(words, start, depth, scratch, &mut |words, action, scratch| {
            let act = &self.acts[action as usize];
            if act.quiet {
                let found = !self.tires(action, length, scratch)
                    && self.reaches(words, act.to, depth, length + 1, scratch);
                return found || scratch.endless.is_some();
            }
            let Some(before) = self.apply(words, act) else { return false };
            let version = scratch.change(self, words, act, before);
            let found = !self.tires(action, length, scratch)
                && self.reaches(words, act.to, depth, length + 1, scratch);
            self.undo(words, act, before);
            scratch.restore(act, version);
            found || scratch.endless.is_some()
        }) && scratch.endless.is_none()
    }

    /// Shows the actions that a walk meets first, each once, until `see` says that it is enough. Returns whether it
    /// did, or the walk met the end of a pattern. What `see` changes it must undo, unless it is enough.
    #[inline]
    pub(super) fn actions<F>(
        &self,
        words: &mut [u64],
        at: Loc,
        depth: usize,
        scratch: &mut Scratch,
        see: &mut F,
    ) -> bool
    where
        F: FnMut(&mut [u64], u32, &mut Scratch) -> bool,
    {
        if self.spots[at as usize].branches {
            return self.branch(words, at, depth, scratch, see);
        }
        // Marks are used again further on, so all actions are found before any is tried.
        let first = scratch.found.len();
        let mut enough = self.gather(words, at, depth, scratch);
        let end = scratch.found.len();
        let mut place = first;
        while !enough && place < end {
            let action = scratch.found[place];
            enough = see(words, action, scratch);
            place += 1;
        }
        scratch.found.truncate(first);
        enough
    }

    /// As [`Machine::actions`], where no location and no action can be met twice: nothing has to be marked.
    fn branch<F>(&self, words: &mut [u64], at: Loc, depth: usize, scratch: &mut Scratch, see: &mut F) -> bool
    where
        F: FnMut(&mut [u64], u32, &mut Scratch) -> bool,
    {
        let spot = self.spots[at as usize];
        if spot.accepts {
            return true;
        }
        for op in &self.ops[spot.quick.0 as usize..spot.quick.1 as usize] {
            let enough = match *op {
                Op::Act(action) => see(words, action, scratch),
                Op::Chain { first, end } => {
                    let mut enough = false;
                    for run in &self.runs[first as usize..end as usize] {
                        let far = run.goes(self.plane_now(run.place, words, scratch));
                        enough = self.actions_of(run, far).iter().any(|&action| see(words, action, scratch));
                        if enough || !run.goes_on(far) {
                            break;
                        }
                    }
                    enough
                }
                Op::Fan(fan) => {
                    let fan = &self.fans[fan as usize];
                    let mut hits = self.plane_now(fan.place, words, scratch) & fan.cells;
                    let mut enough = false;
                    while hits != 0 && !enough {
                        let to = self.target(fan, hits.trailing_zeros());
                        hits &= hits - 1;
                        enough = self.go_on(words, to, depth, scratch, see);
                    }
                    enough
                }
                Op::Test { place, bit, to } => {
                    self.holds(words, place, bit, scratch) && self.go_on(words, to, depth, scratch, see)
                }
                _ => match self.passes(*op, words, depth, scratch) {
                    Some(to) => self.go_on(words, to, depth, scratch, see),
                    None => false,
                },
            };
            if enough {
                return true;
            }
        }
        false
    }

    /// How many actions a walk meets from a location where all of them end the move.
    fn count_turns(&self, words: &mut [u64], at: Loc, scratch: &mut Scratch) -> usize {
        if at & DIRECT != 0 {
            return 1;
        }
        let spot = self.spots[at as usize];
        let mut found = 0;
        for op in &self.ops[spot.quick.0 as usize..spot.quick.1 as usize] {
            match *op {
                Op::Act(_) => found += 1,
                Op::Chain { first, end } => {
                    for run in &self.runs[first as usize..end as usize] {
                        let far = run.goes(self.plane_now(run.place, words, scratch));
                        found += far as usize;
                        if !run.goes_on(far) {
                            break;
                        }
                    }
                }
                Op::Fan(fan) => {
                    let fan = &self.fans[fan as usize];
                    let mut hits = self.plane_now(fan.place, words, scratch) & fan.cells;
                    if fan.acts {
                        found += hits.count_ones() as usize;
                        continue;
                    }
                    while hits != 0 {
                        found += self.count_turns(words, self.target(fan, hits.trailing_zeros()), scratch);
                        hits &= hits - 1;
                    }
                }
                Op::Test { place, bit, to } => {
                    if self.holds(words, place, bit, scratch) {
                        found += self.count_turns(words, to, scratch);
                    }
                }
                op => {
                    if let Some(to) = self.passes(op, words, 0, scratch) {
                        found += self.count_turns(words, to, scratch);
                    }
                }
            }
        }
        found
    }

    /// Goes on from where a test leads: to a location, perhaps through others with a single test, or to an action.
    #[inline]
    fn go_on<F>(
        &self,
        words: &mut [u64],
        mut to: Loc,
        depth: usize,
        scratch: &mut Scratch,
        see: &mut F,
    ) -> bool
    where
        F: FnMut(&mut [u64], u32, &mut Scratch) -> bool,
    {
        while to & DIRECT == 0 {
            let spot = &self.spots[to as usize];
            if !spot.gate {
                return self.branch(words, to, depth, scratch, see);
            }
            let Op::Test { place, bit, to: next } = self.ops[spot.first as usize] else {
                unreachable!("a gate is a test");
            };
            if !self.holds(words, place, bit, scratch) {
                return false;
            }
            to = next;
        }
        see(words, to ^ DIRECT, scratch)
    }

    /// Whether a bit of a word of planes is set.
    #[inline]
    fn holds(&self, words: &[u64], place: u32, bit: u32, scratch: &mut Scratch) -> bool {
        self.plane_now(place, words, scratch) >> bit & 1 == 1
    }

    /// A word of planes; made once for the same values of the variables.
    #[inline]
    fn plane_now(&self, place: u32, words: &[u64], scratch: &mut Scratch) -> u64 {
        let (version, plane) = scratch.planes[place as usize];
        if version == scratch.version { plane } else { self.make_plane(place, words, scratch) }
    }

    #[inline(never)]
    fn make_plane(&self, place: u32, words: &[u64], scratch: &mut Scratch) -> u64 {
        let sheet = &self.sheets[place as usize];
        let plane = if sheet.is_sum() {
            // What actions have changed is put in afterwards.
            let changed = scratch.changed.iter();
            let (version, mut base) = scratch.bases[place as usize];
            if version != scratch.base {
                let now = self.sheet(sheet, words);
                base = changed.clone().rev().fold(now, |plane, at| sheet.with(plane, at.cell, at.before));
                scratch.bases[place as usize] = (scratch.base, base);
            }
            changed.fold(base, |plane, at| sheet.with(plane, at.cell, at.after))
        } else {
            self.sheet(sheet, words)
        };
        scratch.planes[place as usize] = (scratch.version, plane);
        plane
    }

    /// Where a test leads, if it holds.
    fn passes(&self, op: Op, words: &mut [u64], depth: usize, scratch: &mut Scratch) -> Option<Loc> {
        match op {
            Op::Test { place, bit, to } => self.holds(words, place, bit, scratch).then_some(to),
            Op::Reach { start, expected, to } => {
                (self.finds(words, start, depth + 1, scratch) == expected).then_some(to)
            }
            Op::Compare { left, right, relation, to } => {
                let (left, right) = (self.term(words, left)?, self.term(words, right)?);
                relation.holds(left, right).then_some(to)
            }
            Op::Wide { variable, set, to } => {
                let value = self.value(words, variable);
                self.model.sets[set as usize].binary_search(&value).is_ok().then_some(to)
            }
            Op::Fan(_) | Op::Act(_) | Op::Chain { .. } => unreachable!("none is a test"),
        }
    }

    /// Appends the actions that a walk meets first, each once; returns at once if it meets the end of a pattern.
    fn gather(&self, words: &mut [u64], start: Loc, depth: usize, scratch: &mut Scratch) -> bool {
        let ready = scratch.marks.get(depth).is_some_and(|marks| marks.len() >= self.spots.len())
            && scratch.acted[depth].len() >= self.acts.len();
        if !ready {
            scratch.grow(depth, self.spots.len(), self.acts.len());
        }
        scratch.search += 1;
        let search = scratch.search;
        let mut marks = std::mem::take(&mut scratch.marks[depth]);
        let mut acted = std::mem::take(&mut scratch.acted[depth]);
        let first = scratch.open.len();
        let mut at = start;
        let mut accepted = false;
        loop {
            if at & DIRECT != 0 {
                let action = at ^ DIRECT;
                let joins = self.acts[action as usize].joins;
                if !joins || std::mem::replace(&mut acted[action as usize], search) != search {
                    scratch.found.push(action);
                }
            } else if self.is_new(at, search, &mut marks) {
                scratch.work += 1;
                let spot = self.spots[at as usize];
                if spot.accepts {
                    accepted = true;
                    break;
                }
                for op in &self.ops[spot.first as usize..spot.end as usize] {
                    match *op {
                        Op::Fan(fan) => {
                            let fan = &self.fans[fan as usize];
                            let mut hits = self.plane_now(fan.place, words, scratch) & fan.cells;
                            while hits != 0 {
                                scratch.open.push(self.target(fan, hits.trailing_zeros()));
                                hits &= hits - 1;
                            }
                        }
                        Op::Act(action) => scratch.open.push(DIRECT | action),
                        Op::Test { place, bit, to } => {
                            if self.holds(words, place, bit, scratch) {
                                scratch.open.push(to);
                            }
                        }
                        op => {
                            let next = self.passes(op, words, depth, scratch);
                            scratch.open.extend(next);
                        }
                    }
                }
            }
            if scratch.open.len() == first {
                break;
            }
            at = scratch.open.pop().expect("there are more");
        }
        scratch.open.truncate(first);
        scratch.marks[depth] = marks;
        scratch.acted[depth] = acted;
        accepted
    }

    /// Marks a location, if it has to be marked; returns whether it was not marked before.
    #[inline]
    fn is_new(&self, at: Loc, search: u32, marks: &mut [u32]) -> bool {
        !self.spots[at as usize].joins || std::mem::replace(&mut marks[at as usize], search) != search
    }
}
