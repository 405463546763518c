//! Questions put to one thread or many.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use game::Stopped;

use super::busy::Busy;
use super::order::Order;
use super::solve::Bracket;
use super::{Found, Window};
use crate::aside::{Work, aside};
use crate::budget::{Account, Break, Budget, Halt, Meter};
use crate::position::Position;
use crate::progress::{Progress, Watcher};
use crate::score;
use crate::table::{Near, Table};

/// Puts questions to alpha-beta, and keeps what was learnt from one to the next. The same for all games with such moves:
/// see [`Position`].
pub(crate) struct Asker<'a, 'w, M> {
    pub(super) table: Table,
    pub(crate) account: Account<'a>,
    memories: Vec<Memory>,
    /// Nodes until the table should grow.
    patience: u64,
    busy: Option<Busy>,
    watcher: Watcher<'w, M>,
    /// What the watcher is told.
    pub(super) bracket: Bracket,
    /// A move of the position that is solved, and the score that it is proved to achieve.
    pub(crate) proved: Option<(M, i32)>,
}

/// What each thread keeps for itself.
pub(crate) type Memory = (Order, Near);

/// So deep a search needs no such stack.
const SHALLOW: u32 = 600;

/// A question: the score of a position inside a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) window: Window,
    pub(crate) depth: u32,
    /// Whether a position that comes twice ends the search.
    pub(crate) watchful: bool,
}

/// What the threads of a search share.
#[derive(Clone, Copy)]
pub(crate) struct Means<'s> {
    pub(super) table: &'s Table,
    account: &'s Account<'s>,
    patience: u64,
    pub(super) busy: Option<&'s Busy>,
}

impl<'s> Means<'s> {
    /// A meter for the nodes of one thread.
    pub(super) fn meter(&self) -> Meter<'s> {
        let mut meter = Meter::new(self.account);
        if self.table.can_grow() {
            meter.grow_after(self.patience);
        }
        meter
    }
}

impl<'a, 'w, M: Copy + Eq + Send> Asker<'a, 'w, M> {
    pub(crate) fn new(budget: &'a Budget, threads: usize, watcher: Watcher<'w, M>) -> Self {
        let table = Table::new(budget.bytes().unwrap_or(1 << 30));
        let memories = (0..threads.max(1)).map(|_| (Order::new(), Near::new())).collect();
        let patience = table.capacity() as u64;
        let account = Account::new(budget);
        let busy = (threads > 1).then(Busy::new);
        Asker { table, account, memories, patience, busy, watcher, bracket: Bracket::UNKNOWN, proved: None }
    }

    /// Tells the watcher how far it is.
    pub(crate) fn report(&mut self, position: &dyn Position<M>, bracket: Bracket) {
        self.bracket = bracket;
        let mut watcher = std::mem::replace(&mut self.watcher, Watcher::new(None));
        watcher.tell(|elapsed| self.progress(position, elapsed));
        self.watcher = watcher;
    }

    /// How far it is.
    fn progress(&self, position: &dyn Position<M>, elapsed: Duration) -> Progress<M> {
        Progress {
            least: score::value(self.bracket.least),
            most: score::value(self.bracket.most),
            line: self.line_so_far(position),
            nodes: self.account.nodes(),
            elapsed,
            table: self.table.fullness(),
        }
    }

    /// The score of a position, exact inside the window, and outside a bound on the same side.
    pub(crate) fn ask(&mut self, position: &dyn Position<M>, question: Question) -> Result<Found<M>, Halt> {
        loop {
            match self.try_once(position, question) {
                Ok(found) => return Ok(found),
                Err(Break::Grow | Break::Beaten) => self.make_room(),
                Err(Break::Halt(halt)) => return Err(halt),
            }
        }
    }

    /// More room for what is learnt. If a limit is met before that is done, the next node will meet it too.
    fn make_room(&mut self) {
        if self.table.grow(&|| self.account.is_over()) {
            self.memories.iter_mut().for_each(|(_, near)| near.grow());
        }
        self.patience = self.table.capacity() as u64;
    }

    fn try_once(&mut self, position: &dyn Position<M>, question: Question) -> Result<Found<M>, Break> {
        let before = self.account.nodes();
        let most_plies = self.account.budget().most_plies();
        let plies = position.plies_left().min(most_plies);
        let mut memories = std::mem::take(&mut self.memories);
        let result = match &mut memories[..] {
            [memory] if plies <= SHALLOW && !self.watcher.is_there() => {
                position.search(question, &self.means(), memory)
            }
            many => self.answer_together(position, question, many),
        };
        self.memories = memories;
        self.patience = self.patience.saturating_sub(self.account.nodes() - before);
        result
    }

    /// The part that all threads share.
    fn means(&self) -> Means<'_> {
        let Asker { table, account, patience, busy, .. } = self;
        Means { table, account, patience: *patience, busy: busy.as_ref() }
    }

    /// The first answer of several threads. This one tells the watcher meanwhile.
    fn answer_together(
        &mut self,
        position: &dyn Position<M>,
        question: Question,
        memories: &mut [Memory],
    ) -> Result<Found<M>, Break> {
        let mut watcher = std::mem::replace(&mut self.watcher, Watcher::new(None));
        let means = self.means();
        self.account.resume();
        let results = Mutex::new(Vec::new());
        let answer = |memory: &mut Memory| {
            let result = position.search(question, &means, memory);
            results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
            means.account.finish();
        };
        let work = |memory| -> Work<'_> { Box::new(move || answer(memory)) };
        let works = memories.iter_mut().map(work).collect();
        aside(works, &mut || watcher.tell(|elapsed| self.progress(position, elapsed)));
        self.account.resume();
        self.watcher = watcher;
        first_of(results.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The answer, if any thread has it; otherwise the best reason why not.
fn first_of<T>(results: Vec<Result<T, Break>>) -> Result<T, Break> {
    let rank = |result: &Result<T, Break>| match result {
        Ok(_) => 0,
        Err(Break::Halt(_)) => 1,
        Err(Break::Grow) => 2,
        Err(Break::Beaten) => 3,
    };
    // No thread was to be had: there is no room for its stack.
    results.into_iter().min_by_key(rank).unwrap_or(Err(Stopped::Memory.into()))
}
