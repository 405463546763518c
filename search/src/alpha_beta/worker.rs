//! One thread of an alpha-beta search.

use game::{Class, Game, Stopped};

use super::busy::Busy;
use super::order::{Order, pick};
use super::{Means, Memory, Place, Question, Window};
use crate::budget::{Break, Halt, Meter};
use crate::knowledge::{Knowledge, Ranked, Sight, bounds};
use crate::score::{self, WIN, farther, is_loss, is_win, win_in};
use crate::table::{Entry, Near, Table, work_of};

/// One thread of an alpha-beta search, with all that it keeps from node to node; nothing is allocated at one.
pub(crate) struct Worker<'a, G: Game, K: Knowledge<G>> {
    pub(crate) game: &'a G,
    pub(crate) knowledge: &'a K,
    pub(crate) table: &'a Table,
    pub(crate) meter: Meter<'a>,
    /// The moves of all nodes from the root to here.
    moves: Vec<Ranked<G::Move>>,
    order: &'a mut Order,
    near: &'a mut Near,
    /// The positions from the root to here, if they may repeat and that would matter.
    path: Option<Vec<G::State>>,
    most_plies: u32,
    /// What other threads are searching, if there are any.
    busy: Option<&'a Busy>,
    /// The best move of the root, if one was found that is better than the window wants.
    best: Option<G::Move>,
}

/// After so many moves that were only looked at, the clock is.
const MANY: usize = 64;

/// What a search from a root has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<M> {
    pub(crate) score: i32,
    /// A move that achieves the score, if it is above the window's lower bound and the moves were looked at.
    pub(crate) best: Option<M>,
}

/// With so few plies left a position is kept in the small table.
const NEARBY: u32 = 12;
/// With more plies left than this, all positions after a move are looked up before any is searched.
const FAR: u32 = 16;
/// The same so near the root, where positions do not tell how many plies are left.
const NEAR_ROOT: u32 = 10;

/// What is known of a position that is about to be expanded.
#[derive(Clone, Copy)]
struct Known {
    class: Class,
    entry: Entry,
    /// Whether it is kept in the small table.
    near: bool,
    /// Whether it is worth looking up what its moves lead to, and what other threads are doing.
    large: bool,
}

impl<'a, G: Game, K: Knowledge<G>> Worker<'a, G, K> {
    pub(crate) fn new(
        game: &'a G,
        knowledge: &'a K,
        means: &Means<'a>,
        (order, near): &'a mut Memory,
    ) -> Self {
        let (meter, Means { table, busy, .. }) = (means.meter(), *means);
        let (most_plies, moves) = (meter.most_plies(), Vec::new());
        Worker { game, knowledge, table, meter, moves, order, near, path: None, most_plies, busy, best: None }
    }

    /// Searches from a root.
    pub(crate) fn run(&mut self, state: &G::State, question: Question) -> Result<Found<G::Move>, Break> {
        self.moves.clear();
        self.best = None;
        self.path = question.watchful.then(Vec::new);
        let score = self.visit(state, question.window, Place::root(question.depth))?;
        Ok(Found { score, best: self.best })
    }

    /// The score of a position, exact inside the window, and outside a bound on the same side.
    fn visit(&mut self, state: &G::State, window: Window, at: Place) -> Result<i32, Break> {
        self.meter.tick()?;
        let (game, knowledge) = (self.game, self.knowledge);
        if let Some(outcome) = knowledge.end(game, state, at.quiet) {
            return Ok(score::of_end(outcome, game.turn(state)));
        }
        let plies_left = knowledge.plies_left(game, state);
        let (least, most, notes) = match knowledge.glance(game, state, at.quiet) {
            Sight::Won(_, plies) => return Ok(win_in(plies)),
            Sight::Lost(_, plies) => return Ok(-win_in(plies)),
            Sight::Open { soonest_win, soonest_loss, notes } => {
                let (least, most) = bounds(soonest_win, soonest_loss, plies_left);
                (least, most, notes)
            }
        };
        let mut entry = Entry { least, most, depth: 0, work: 0, code: 0 };
        self.judge(state, window, &mut entry);
        // At the root a move is wanted too.
        if !at.is_root()
            && let Some(score) = settled(&entry, window)
        {
            return Ok(score);
        }
        let at = at.deeper(knowledge.extension(&notes));
        if at.depth == 0 {
            return Ok(score::guess(knowledge.score(game, state)).clamp(entry.least, entry.most));
        }
        let class = knowledge.class(game, state);
        let near = plies_left <= NEARBY && !at.is_root();
        let stored = if near { self.near.find(class.key) } else { self.table.find(class.key) };
        if let Some(stored) = stored {
            recall(&mut entry, &stored, at.depth);
            if let Some(score) = settled(&entry, window) {
                return Ok(score);
            }
        }
        let window = Window { alpha: window.alpha.max(entry.least - 1), beta: window.beta.min(entry.most) };
        let large = plies_left > FAR && (plies_left != u32::MAX || at.ply < NEAR_ROOT);
        self.expand(state, window, at, Known { class, entry, near, large }, notes)
    }

    /// What is certain without a search, as far as it matters for the window.
    #[inline]
    fn judge(&self, state: &G::State, window: Window, known: &mut Entry) {
        known.most = known.most.min(score::most(self.knowledge.at_most(self.game, state)));
        if window.alpha < 0 && known.least < 0 {
            let least = self.knowledge.at_least(self.game, state);
            known.least = known.least.max(-score::most(least.reversed()));
        }
    }

    /// Searches the moves of a position.
    fn expand(
        &mut self,
        state: &G::State,
        window: Window,
        at: Place,
        known: Known,
        notes: K::Notes,
    ) -> Result<i32, Break> {
        if at.ply >= self.most_plies {
            return Err(Stopped::Depth.into());
        }
        if let Some(path) = &mut self.path {
            if path.contains(state) {
                return Err(Break::Halt(Halt::Repetition));
            }
            path.push(state.clone());
        }
        let before = self.meter.nodes();
        let start = self.moves.len();
        self.knowledge.list(self.game, state, notes, &mut self.moves);
        self.rank(start, known.class.symmetry, known.entry.code, at.ply);
        let (best, code) = match self.foresee(state, window, at, &known, start)? {
            // What is seen will be seen again: the table rather keeps a move that took a search to find.
            Some((score, code)) => (score, if at.is_root() { code } else { 0 }),
            None => self.try_moves(state, window, at, &known, start)?,
        };
        self.moves.truncate(start);
        if let Some(path) = &mut self.path {
            path.pop();
        }
        let (key, Entry { least, most, .. }) = (known.class.key, known.entry);
        let best = best.clamp(least, most);
        let entry = Entry {
            least: if best > window.alpha { best } else { least },
            most: if best < window.beta { best } else { most },
            depth: at.depth,
            work: work_of(self.meter.nodes() - before),
            code,
        };
        if known.near {
            self.near.store(key, entry);
        } else {
            self.table.store(key, entry);
        }
        Ok(best)
    }

    /// Gives every move its weight; the one from the table comes first.
    #[inline]
    fn rank(&mut self, start: usize, symmetry: usize, code: u8, ply: u32) {
        for ranked in &mut self.moves[start..] {
            let own = self.knowledge.code(self.game, ranked.mv, 0);
            ranked.weight = self.order.weight(ranked.weight, own, ply);
            if code != 0 && self.knowledge.code(self.game, ranked.mv, symmetry) == code {
                ranked.weight = i32::MAX;
            }
        }
    }

    /// Tries the moves one by one: the best score and the code of its move, if it raised alpha.
    #[inline]
    fn try_moves(
        &mut self,
        state: &G::State,
        window: Window,
        at: Place,
        known: &Known,
        start: usize,
    ) -> Result<(i32, u8), Break> {
        let Window { mut alpha, beta } = window;
        // Where nobody can move, nobody wins.
        let nothing = if self.moves.len() == start { 0 } else { -WIN };
        let (mut best, mut code) = (nothing, 0);
        let shared = self.busy.filter(|_| known.large);
        let mut place = start;
        while place < self.moves.len() {
            let Some(mv) = pick(&mut self.moves[place..]) else { break };
            let child = self.game.next(state, mv);
            let mark = shared.map(|busy| (busy, self.knowledge.class(self.game, &child).key));
            if self.postpones(mark, place, start) {
                continue;
            }
            let again = self.moves_again(state, &child);
            let narrow = Window { alpha, beta: if place == start { beta } else { alpha + 1 } };
            let fewer = K::reduction(place - start, at.depth);
            let mut score = self.marked(mark, &child, narrow, at.shallower(fewer), again)?;
            if fewer > 0 && score > alpha {
                score = self.after(&child, narrow, at, again)?;
            }
            if place > start && score > alpha && score < beta {
                score = self.after(&child, Window { alpha, beta }, at, again)?;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if at.is_root() {
                        self.best = Some(mv);
                    }
                    code = self.knowledge.code(self.game, mv, known.class.symmetry);
                }
                if score >= beta {
                    self.learn(mv, at.ply, start, place);
                    break;
                }
            }
            place += 1;
        }
        Ok((best, code))
    }

    /// Whether a move is left for later because another thread is at it. That happens once to each, and never to the
    /// first.
    #[inline]
    fn postpones(&mut self, mark: Option<(&Busy, u64)>, place: usize, start: usize) -> bool {
        let Some((busy, key)) = mark else { return false };
        let weight = &mut self.moves[place].weight;
        let postpones = place > start && *weight != i32::MIN && busy.has(key);
        if postpones {
            *weight = i32::MIN;
        }
        postpones
    }

    /// The score of a move, while other threads are told that this one is at it.
    #[inline]
    fn marked(
        &mut self,
        mark: Option<(&Busy, u64)>,
        child: &G::State,
        window: Window,
        at: Place,
        again: bool,
    ) -> Result<i32, Break> {
        let Some((busy, key)) = mark else { return self.after(child, window, at, again) };
        busy.enter(key);
        let score = self.after(child, window, at, again);
        busy.leave(key);
        score
    }

    /// The score of a move, by the position it leads to.
    #[inline]
    fn after(&mut self, child: &G::State, window: Window, at: Place, again: bool) -> Result<i32, Break> {
        let score = farther(self.visit(child, window.after(again), at.next())?);
        Ok(if again { score } else { -score })
    }

    #[inline]
    fn moves_again(&self, state: &G::State, child: &G::State) -> bool {
        !K::ALTERNATES && self.game.turn(state) == self.game.turn(child)
    }

    fn learn(&mut self, mv: G::Move, ply: u32, start: usize, place: usize) {
        let code = self.knowledge.code(self.game, mv, 0);
        let (knowledge, game) = (self.knowledge, self.game);
        let tried = self.moves[start..place].iter().map(|ranked| knowledge.code(game, ranked.mv, 0));
        self.order.refuted(code, ply, tried);
    }

    /// Whether a move is seen to be good enough before any is searched: by a glance at where it leads, or because the
    /// table knows (enhanced transposition cut-off). The position where it leads counts as a node, as if it had been
    /// searched; those that do not help are not counted until they are. The score, and the code of the move.
    fn foresee(
        &mut self,
        state: &G::State,
        window: Window,
        at: Place,
        about: &Known,
        start: usize,
    ) -> Result<Option<(i32, u8)>, Break> {
        let looks_up = K::LOOKS_UP && about.large;
        if !(looks_up || K::SETTLES) {
            return Ok(None);
        }
        for place in start..self.moves.len() {
            if (place - start) % MANY == MANY - 1 {
                self.meter.look_within()?;
            }
            let mv = self.moves[place].mv;
            let child = self.game.next(state, mv);
            let again = self.moves_again(state, &child);
            let good = |known: &Entry| farther(if again { known.least } else { -known.most });
            let mut known = self.at_a_glance(&child);
            if looks_up && good(&known) < window.beta {
                let class = self.knowledge.class(self.game, &child);
                if let Some(entry) = self.table.find(class.key) {
                    recall(&mut known, &entry, at.next().depth);
                }
            }
            if good(&known) >= window.beta {
                self.meter.tick()?;
                if at.is_root() {
                    self.best = Some(mv);
                }
                return Ok(Some((good(&known), self.knowledge.code(self.game, mv, about.class.symmetry))));
            }
        }
        Ok(None)
    }

    /// What a glance tells of a position after a listed move, as far as it is bad for the player to move.
    #[inline]
    fn at_a_glance(&self, child: &G::State) -> Entry {
        let (game, knowledge) = (self.game, self.knowledge);
        let mut known = Entry { least: -WIN, most: WIN, depth: 0, work: 0, code: 0 };
        if K::SETTLES && knowledge.end(game, child, true).is_none() {
            known.most = match knowledge.glance(game, child, true) {
                Sight::Lost(_, plies) => -win_in(plies),
                Sight::Won(..) => WIN,
                Sight::Open { .. } => score::most(knowledge.at_most(game, child)),
            };
        }
        known
    }
}

/// What the table tells, added to what is known: bounds searched deep enough, wins and losses from any depth.
#[inline]
fn recall(known: &mut Entry, entry: &Entry, depth: u32) {
    if entry.depth >= depth || is_win(entry.least) {
        known.least = known.least.max(entry.least);
    }
    if entry.depth >= depth || is_loss(entry.most) {
        known.most = known.most.min(entry.most);
    }
    known.code = entry.code;
}

/// The score, if what is known answers what the window asks.
#[inline]
fn settled(known: &Entry, window: Window) -> Option<i32> {
    if known.least >= window.beta || known.least >= known.most {
        Some(known.least)
    } else if known.most <= window.alpha {
        Some(known.most)
    } else {
        None
    }
}
