//! Questions put to one thread or many.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use game::Game;

use super::busy::Busy;
use super::order::Order;
use super::solve::Bracket;
use super::{Found, Window, Worker};
use crate::aside::STACK;
use crate::budget::{Account, Break, Budget, Halt, Meter};
use crate::knowledge::Knowledge;
use crate::progress::{Progress, Watcher};
use crate::score;
use crate::table::{Near, Table};

/// Puts questions to alpha-beta, and keeps what was learnt from one to the next.
pub(crate) struct Asker<'a, 'w, G: Game, K: Knowledge<G>> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) table: Table,
    pub(crate) account: Account<'a>,
    orders: Vec<(Order, Near)>,
    /// Nodes until the table should grow.
    patience: u64,
    busy: Option<Busy>,
    watcher: Watcher<'w, G::Move>,
    /// What the watcher is told.
    pub(super) bracket: Bracket,
    /// A move of the position that is solved, and the score that it is proved to achieve.
    pub(crate) proved: Option<(G::Move, i32)>,
}

/// So deep a search needs no such stack.
const SHALLOW: u32 = 600;

/// A question: the score of a position inside a window.
#[derive(Debug)]
pub(crate) struct Question<'s, S> {
    pub(crate) state: &'s S,
    pub(crate) window: Window,
    pub(crate) depth: u32,
    /// Whether a position that comes twice ends the search.
    pub(crate) watchful: bool,
}

impl<S> Clone for Question<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Question<'_, S> {}

impl<'a, 'w, G: Game, K: Knowledge<G>> Asker<'a, 'w, G, K> {
    pub(crate) fn new(
        game: &'a G,
        knowledge: &'a K,
        budget: &'a Budget,
        threads: usize,
        watcher: Watcher<'w, G::Move>,
    ) -> Self {
        let table = Table::new(budget.bytes().unwrap_or(1 << 30));
        let orders = (0..threads.max(1)).map(|_| (Order::new(), Near::new())).collect();
        let patience = table.capacity() as u64;
        let account = Account::new(budget);
        let busy = (threads > 1).then(Busy::new);
        Asker {
            game,
            knowledge,
            table,
            account,
            orders,
            patience,
            busy,
            watcher,
            bracket: Bracket::UNKNOWN,
            proved: None,
        }
    }

    /// Tells the watcher how far it is.
    pub(crate) fn report(&mut self, state: &G::State, bracket: Bracket) {
        self.bracket = bracket;
        let mut watcher = std::mem::replace(&mut self.watcher, Watcher::new(None));
        watcher.tell(|elapsed| self.progress(state, elapsed));
        self.watcher = watcher;
    }

    /// How far it is.
    fn progress(&self, state: &G::State, elapsed: Duration) -> Progress<G::Move> {
        Progress {
            least: score::value(self.bracket.least),
            most: score::value(self.bracket.most),
            line: self.line_so_far(state),
            nodes: self.account.nodes(),
            elapsed,
            table: self.table.fullness(),
        }
    }

    /// The score of a position, exact inside the window, and outside a bound on the same side.
    pub(crate) fn ask(&mut self, question: Question<'_, G::State>) -> Result<Found<G::Move>, Halt> {
        loop {
            match self.try_once(question) {
                Ok(found) => return Ok(found),
                Err(Break::Grow | Break::Beaten) => self.make_room(),
                Err(Break::Halt(halt)) => return Err(halt),
            }
        }
    }

    /// More room for what is learnt. If a limit is met before that is done, the next node will meet it too.
    fn make_room(&mut self) {
        if self.table.grow(|| self.account.is_over()) {
            self.orders.iter_mut().for_each(|(_, near)| near.grow());
        }
        self.patience = self.table.capacity() as u64;
    }

    fn try_once(&mut self, question: Question<'_, G::State>) -> Result<Found<G::Move>, Break> {
        let before = self.account.nodes();
        let most_plies = self.account.budget().most_plies();
        let plies = self.knowledge.plies_left(self.game, question.state).min(most_plies);
        let mut orders = std::mem::take(&mut self.orders);
        let result = match &mut orders[..] {
            [order] if plies <= SHALLOW && !self.watcher.is_there() => self.as_ref().answer(question, order),
            many => self.answer_together(question, many),
        };
        self.orders = orders;
        self.patience = self.patience.saturating_sub(self.account.nodes() - before);
        result
    }

    /// The part that all threads share.
    fn as_ref(&self) -> Shared<'_, G, K> {
        let Asker { game, knowledge, table, account, patience, busy, .. } = self;
        Shared { game, knowledge, table, account, patience: *patience, busy: busy.as_ref() }
    }

    /// The first answer of several threads. This one tells the watcher meanwhile.
    fn answer_together(
        &mut self,
        question: Question<'_, G::State>,
        memories: &mut [(Order, Near)],
    ) -> Result<Found<G::Move>, Break> {
        let mut watcher = std::mem::replace(&mut self.watcher, Watcher::new(None));
        let shared = self.as_ref();
        self.account.resume();
        let results = thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for memory in memories {
                let (send, shared) = (send.clone(), &shared);
                // A thread that cannot be started is one helper less.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    let _ = send.send(shared.answer(question, memory));
                });
            }
            drop(send);
            let mut results = Vec::new();
            loop {
                match receive.recv_timeout(Duration::from_millis(100)) {
                    Ok(result) => {
                        self.account.finish();
                        results.push(result);
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        watcher.tell(|elapsed| self.progress(question.state, elapsed));
                    }
                    Err(RecvTimeoutError::Disconnected) => break results,
                }
            }
        });
        self.account.resume();
        self.watcher = watcher;
        first_of(results)
    }
}

/// What the threads of a search share.
struct Shared<'s, G, K> {
    game: &'s G,
    knowledge: &'s K,
    table: &'s Table,
    account: &'s Account<'s>,
    patience: u64,
    busy: Option<&'s Busy>,
}

impl<G: Game, K: Knowledge<G>> Shared<'_, G, K> {
    /// One thread's answer.
    fn answer(
        &self,
        question: Question<'_, G::State>,
        memory: &mut (Order, Near),
    ) -> Result<Found<G::Move>, Break> {
        let mut meter = Meter::new(self.account);
        if self.table.can_grow() {
            meter.grow_after(self.patience);
        }
        let mut worker = Worker::new(self.game, self.knowledge, self.table, meter, self.busy, memory);
        let result = worker.run(question);
        worker.meter.settle();
        result
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
    results.into_iter().min_by_key(rank).unwrap_or(Err(Break::Halt(Halt::Depth)))
}
