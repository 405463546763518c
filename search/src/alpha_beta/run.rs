//! Queries to one thread or many.

use std::sync::Mutex;
use std::time::Duration;

use game::{Limits, Stopped};

use super::order::Order;
use super::solve::Bracket;
use super::table::{LeafCache, Table};
use super::{Found, Window};
use crate::Halt;
use crate::budget::{Interrupt, NodeCounter, SharedBudget};
use crate::busy::Busy;
use crate::large_stack::{SOUND, Work, run_on_large_stack};
use crate::position::Position;
use crate::progress::{Progress, Watcher};
use crate::score;

/// Answers queries by alpha-beta, and keeps what was learnt from one to the next. It is compiled once for all games
/// with moves of type `M`: see [`Position`].
pub(crate) struct AlphaBeta<'a, 'w, M> {
    pub(super) table: Table,
    pub(crate) budget: SharedBudget<'a>,
    memories: Vec<Memory>,
    /// Nodes until the table should grow.
    patience: u64,
    busy: Option<Busy>,
    watcher: Watcher<'w, M>,
    /// What is known of the value, for reports of progress.
    pub(super) bracket: Bracket,
    /// A move of the position that is solved, and the score that it is proved to achieve.
    pub(crate) proved: Option<(M, i32)>,
}

/// What each thread keeps for itself.
pub(crate) type Memory = (Order, LeafCache);

/// A search that goes no deeper than this needs no large stack.
const SHALLOW: u32 = 600;

/// A query: what is the score of a position, as far as it lies inside a window?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    pub(crate) window: Window,
    pub(crate) depth: u32,
    /// Whether a position that occurs twice ends the search.
    pub(crate) stop_on_repetition: bool,
}

/// What the threads of a search share.
#[derive(Clone, Copy)]
pub(crate) struct Means<'s> {
    pub(super) table: &'s Table,
    budget: &'s SharedBudget<'s>,
    patience: u64,
    pub(super) busy: Option<&'s Busy>,
}

impl<'s> Means<'s> {
    /// Returns a counter for the nodes of one thread.
    pub(super) fn counter(&self) -> NodeCounter<'s> {
        let mut counter = NodeCounter::new(self.budget);
        if self.table.can_grow() {
            counter.grow_after(self.patience);
        }
        counter
    }
}

impl<'a, 'w, M: Copy + Eq + Send> AlphaBeta<'a, 'w, M> {
    pub(crate) fn new(limits: &'a Limits, watcher: Watcher<'w, M>) -> Self {
        let (budget, threads) = (SharedBudget::new(limits), limits.thread_count());
        let table = Table::new(budget.table_bytes());
        let memories = (0..threads).map(|_| (Order::new(), LeafCache::new())).collect();
        let patience = table.capacity() as u64;
        let busy = (threads > 1).then(Busy::new);
        AlphaBeta {
            table,
            budget,
            memories,
            patience,
            busy,
            watcher,
            bracket: Bracket::UNKNOWN,
            proved: None,
        }
    }

    /// Reports progress.
    pub(crate) fn report(&mut self, position: &dyn Position<M>, bracket: Bracket) {
        self.bracket = bracket;
        self.watcher.tell(|elapsed| self.progress(position, elapsed));
    }

    fn progress(&self, position: &dyn Position<M>, elapsed: Duration) -> Progress<M> {
        Progress {
            worth: score::between(self.bracket.least, self.bracket.most),
            line: self.line_so_far(position),
            nodes: self.budget.nodes(),
            elapsed,
            table: self.table.fullness(),
        }
    }

    /// Returns the score of a position: exact inside the window, and outside a bound on the same side.
    pub(crate) fn ask(&mut self, position: &dyn Position<M>, query: Query) -> Result<Found<M>, Halt> {
        loop {
            match self.try_once(position, query) {
                Ok(found) => return Ok(found),
                Err(Interrupt::Grow | Interrupt::Beaten) => self.make_room(),
                Err(Interrupt::Halt(halt)) => return Err(halt),
            }
        }
    }

    /// Lets the table grow. If a limit is reached before that is done, the next node will reach it too.
    //
    // Tables begin small, because to clear a large one takes longer than to solve most positions that players ask
    // about.
    fn make_room(&mut self) {
        if self.table.grow(&|| self.budget.is_over()) {
            self.memories.iter_mut().for_each(|(_, leaves)| leaves.grow());
        }
        self.patience = self.table.capacity() as u64;
    }

    fn try_once(&mut self, position: &dyn Position<M>, query: Query) -> Result<Found<M>, Interrupt> {
        let before = self.budget.nodes();
        let plies = position.plies_left().min(self.budget.most_plies());
        let mut memories = std::mem::take(&mut self.memories);
        let result = match &mut memories[..] {
            // A thread takes longer to start than most positions near the end take to solve.
            [memory] if plies <= SHALLOW && !self.watcher.is_there() => {
                position.search(query, &self.means(), memory)
            }
            many => self.answer_together(position, query, many),
        };
        self.memories = memories;
        self.patience = self.patience.saturating_sub(self.budget.nodes() - before);
        result
    }

    /// Returns the part that all threads share.
    fn means(&self) -> Means<'_> {
        let AlphaBeta { table, budget, patience, busy, .. } = self;
        Means { table, budget, patience: *patience, busy: busy.as_ref() }
    }

    /// Returns the first answer of several threads. This one reports progress meanwhile.
    fn answer_together(
        &self,
        position: &dyn Position<M>,
        query: Query,
        memories: &mut [Memory],
    ) -> Result<Found<M>, Interrupt> {
        let means = self.means();
        self.budget.resume();
        let results = Mutex::new(Vec::new());
        let answer = |memory: &mut Memory| {
            let result = position.search(query, &means, memory);
            results.lock().expect(SOUND).push(result);
            means.budget.finish();
        };
        let work = |memory| -> Work<'_> { Box::new(move || answer(memory)) };
        let works = memories.iter_mut().map(work).collect();
        let report = &mut || self.watcher.tell(|elapsed| self.progress(position, elapsed));
        run_on_large_stack(works, report);
        self.budget.resume();
        first_of(results.into_inner().expect(SOUND))
    }
}

/// Returns the answer, if any thread has it; otherwise the best reason why not.
fn first_of<T>(results: Vec<Result<T, Interrupt>>) -> Result<T, Interrupt> {
    let rank = |result: &Result<T, Interrupt>| match result {
        Ok(_) => 0,
        Err(Interrupt::Halt(_)) => 1,
        Err(Interrupt::Grow) => 2,
        Err(Interrupt::Beaten) => 3,
    };
    // No thread could be started: there is no room for its stack.
    results.into_iter().min_by_key(rank).unwrap_or(Err(Stopped::Memory.into()))
}
