//! One node of alpha-beta, from the moment it is entered until its score is remembered.
//!
//! ```text
//! visit ── the game is over ─────────────────────────────▶ the score of its end
//!   │ ──── a glance sees a win or a loss ────────────────▶ its score
//!   │ ──── bounds without a search answer the window ────▶ the bound
//!   │ ──── no depth is left ─────────────────────────────▶ the evaluation, or a win by loud moves
//!   │ ──── the table's bounds answer the window ─────────▶ the bound
//!   ▼
//! expand: the moves are listed
//!   │ ──── foresee: a glance at where a move leads, or the table, shows that it is enough ──▶ its score
//!   ▼
//! try_moves: the moves are weighed; the best first, with the whole window, then the others with a null window, and again
//!   │        if they surprise
//!   ▼
//! remember: the score goes to the table, as a bound where it is outside the window
//! ```

use game::{Class, Game, Glance, Stopped, Verdict};

use super::order::{Order, pick};
use super::table::{Entry, LeafCache, Table, work_of};
use super::{Means, Memory, Place, Query, Window};
use crate::Halt;
use crate::budget::{Interrupt, NodeCounter};
use crate::busy::Busy;
use crate::knowledge::{Knowledge, MoveOf, Ranked, StateOf, bounds};
use crate::score::{self, WIN, is_loss, is_win, one_ply_longer, win_in};

/// One thread of an alpha-beta search, with all that it keeps from node to node.
///
/// Nothing is allocated at a node: the moves of all nodes on the path share one vector, of which each node uses the
/// end.
pub(crate) struct Worker<'a, K: Knowledge> {
    game: &'a K::Game,
    knowledge: &'a K,
    table: &'a Table,
    pub(crate) counter: NodeCounter<'a>,
    /// The moves of all nodes from the root to here.
    moves: Vec<Candidate<K>>,
    /// Where the moves of one node are listed.
    listed: Vec<Ranked<MoveOf<K>>>,
    order: &'a mut Order,
    leaves: &'a mut LeafCache,
    /// The positions from the root to here, if they may repeat and that would matter.
    path: Option<Vec<StateOf<K>>>,
    most_plies: u32,
    /// What other threads are searching, if there are any.
    busy: Option<&'a Busy>,
    /// The best move of the root, if one was found that is better than the window asks for.
    best: Option<MoveOf<K>>,
}

/// What a search from a root has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<M> {
    pub(crate) score: i32,
    /// A move that achieves the score, if it is above the window's lower bound and the moves were looked at.
    pub(crate) best: Option<M>,
}

/// A move of a node, and what was seen of the position that it leads to.
struct Candidate<K: Knowledge> {
    mv: MoveOf<K>,
    weight: i32,
    glimpse: Glimpse<K::Notes>,
}

impl<K: Knowledge> Candidate<K> {
    fn new(Ranked { mv, weight }: Ranked<MoveOf<K>>) -> Self {
        Candidate { mv, weight, glimpse: Glimpse::NOTHING }
    }
}

/// What was found out about a position before it is searched.
struct Glimpse<N> {
    seen: Option<Seen<N>>,
    class: Option<Class>,
    /// Whether the player to move is the one who moved there.
    again: bool,
}

impl<N> Glimpse<N> {
    const NOTHING: Self = Glimpse { seen: None, class: None, again: false };
}

/// What is known of an open position without a search.
struct Seen<N> {
    notes: N,
    least: i32,
    most: i32,
}

/// What a glance shows.
enum Look<N> {
    Settled(i32),
    Open(Seen<N>),
}

/// A node that neither a glance nor the table has answered.
struct Node<'n, S> {
    state: &'n S,
    window: Window,
    place: Place,
    class: Class,
    /// What is known of it before its moves are searched.
    known: Entry,
    /// Whether it is so near the end that it is kept in the leaf cache.
    is_leaf: bool,
    /// Whether it is so large that it is worth looking up its children first.
    looks_up: bool,
    /// Whether it is so large that it matters what other threads are doing.
    is_large: bool,
    /// Where its moves begin in the vector of all moves.
    start: usize,
}

/// With at most this many plies left a position is kept in the leaf cache.
const LEAF: u32 = 12;
/// With more plies left than this, a node's children are in the table, and are looked up there first.
const FAMILY: u32 = LEAF + 1;
/// With more plies left than this, a node is worth looking at what other threads are doing.
const LARGE: u32 = 16;
/// Where positions do not say how many plies are left, nodes less deep than this are large.
const NEAR_ROOT: u32 = 10;
/// The clock is looked at after this many children that were only looked at.
const MANY: usize = 64;

impl<'a, K: Knowledge> Worker<'a, K> {
    pub(crate) fn new(knowledge: &'a K, means: &Means<'a>, (order, leaves): &'a mut Memory) -> Self {
        let (counter, Means { table, busy, .. }) = (means.counter(), *means);
        let (most_plies, moves, game) = (counter.most_plies(), Vec::new(), knowledge.game());
        Worker {
            game,
            knowledge,
            table,
            counter,
            moves,
            listed: Vec::new(),
            order,
            leaves,
            path: None,
            most_plies,
            busy,
            best: None,
        }
    }

    /// Searches from a root.
    pub(crate) fn run(&mut self, state: &StateOf<K>, query: Query) -> Result<Found<MoveOf<K>>, Interrupt> {
        self.moves.clear();
        self.best = None;
        self.path = query.stop_on_repetition.then(Vec::new);
        let score = self.visit(state, query.window, Place::root(query.depth), Glimpse::NOTHING)?;
        Ok(Found { score, best: self.best })
    }

    /// Returns what is known of a position without a search, as far as a search with this upper bound of the window
    /// could use it.
    #[inline]
    fn look(&self, state: &StateOf<K>, quiet: bool, beta: i32) -> Look<K::Notes> {
        let knowledge = self.knowledge;
        if let Some(outcome) = knowledge.end(state, quiet) {
            return Look::Settled(score::of_end(outcome, self.game.turn(state)));
        }
        match knowledge.glance(state, quiet) {
            Glance::Won { plies, .. } => Look::Settled(win_in(plies)),
            Glance::Lost { plies, .. } => Look::Settled(-win_in(plies)),
            Glance::Open { soonest_win, soonest_loss, moves: notes } => {
                let (least, most) = bounds(soonest_win, soonest_loss, knowledge.plies_left(state));
                let useful = if beta > 0 { Verdict::Win } else { Verdict::Loss };
                let most = most.min(score::most(knowledge.at_most(state, &notes, useful)));
                Look::Open(Seen { notes, least, most })
            }
        }
    }

    /// Returns the score of a position: exact inside the window, and outside a bound on the same side. What was seen of
    /// it before is not looked for again.
    fn visit(
        &mut self,
        state: &StateOf<K>,
        window: Window,
        place: Place,
        glimpse: Glimpse<K::Notes>,
    ) -> Result<i32, Interrupt> {
        self.counter.tick()?;
        let knowledge = self.knowledge;
        let look = glimpse.seen.map_or_else(|| self.look(state, place.quiet, window.beta), Look::Open);
        let Seen { notes, least, most } = match look {
            Look::Settled(score) => return Ok(score),
            Look::Open(seen) => seen,
        };
        let mut known = Entry { least, most, depth: 0, work: 0, code: 0 };
        self.secure(state, window, &mut known);
        let plies_left = knowledge.plies_left(state);
        // At the root a move is wanted too.
        if !place.is_root()
            && let Some(score) = answer(&known, window)
        {
            return Ok(score);
        }
        let place = place.deeper(knowledge.extension(&notes));
        if place.depth == 0 {
            return self.evaluate(state, window, place, &known);
        }
        // What follows a forced move is as good as where it leads: a place in the table would be wasted on it.
        if !place.is_root()
            && self.path.is_none()
            && let Some(mv) = knowledge.only_move(&notes)
        {
            return self.follow(state, mv, window, place, known);
        }
        // Nodes near the end are most of all, and are met again soon or never: they stay in the processor's cache.
        let class = glimpse.class.unwrap_or_else(|| knowledge.class(state));
        let is_leaf = plies_left <= LEAF && !place.is_root();
        let stored = if is_leaf { self.leaves.find(class.key) } else { self.table.find(class.key) };
        if let Some(stored) = stored {
            recall(&mut known, &stored, place.depth);
            if let Some(score) = answer(&known, window) {
                return Ok(score);
            }
        }
        let window = Window { alpha: window.alpha.max(known.least - 1), beta: window.beta.min(known.most) };
        let is_above = |plies| plies_left > plies && (plies_left != u32::MAX || place.ply < NEAR_ROOT);
        let (looks_up, is_large) = (K::LOOKS_UP && is_above(FAMILY), is_above(LARGE));
        let start = self.moves.len();
        self.expand(&Node { state, window, place, class, known, is_leaf, looks_up, is_large, start }, notes)
    }

    /// Returns the score of a position where no depth is left: the evaluation, unless loud moves win.
    #[inline]
    fn evaluate(
        &mut self,
        state: &StateOf<K>,
        window: Window,
        place: Place,
        known: &Entry,
    ) -> Result<i32, Interrupt> {
        let score = score::guess(self.knowledge.score(state)).clamp(known.least, known.most);
        // Most windows are answered by the evaluation, and some by the fact that no win is left.
        if !K::IS_LOUD || score >= window.beta || place.loud == 0 || !is_win(known.most) {
            return Ok(score);
        }
        let start = self.moves.len();
        self.knowledge.list_loud(state, &mut self.listed);
        self.moves.extend(self.listed.drain(..).map(Candidate::new));
        let won = self.win_loudly(state, place.louder(), start)?;
        self.moves.truncate(start);
        Ok(won.unwrap_or(score))
    }

    /// Returns the score of the first of the listed moves that wins.
    fn win_loudly(
        &mut self,
        state: &StateOf<K>,
        place: Place,
        start: usize,
    ) -> Result<Option<i32>, Interrupt> {
        for at in start..self.moves.len() {
            let Some(candidate) = pick(&mut self.moves[at..], |candidate| candidate.weight) else { break };
            let child = self.game.next(state, candidate.mv);
            let again = self.moves_again(state, &child);
            let score = self.after(&child, Window::WON, place, again, Glimpse::NOTHING)?;
            if is_win(score) {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Searches the only move of a node.
    fn follow(
        &mut self,
        state: &StateOf<K>,
        mv: MoveOf<K>,
        window: Window,
        place: Place,
        known: Entry,
    ) -> Result<i32, Interrupt> {
        if place.ply >= self.most_plies {
            return Err(Stopped::Depth.into());
        }
        let window = Window { alpha: window.alpha.max(known.least - 1), beta: window.beta.min(known.most) };
        let child = self.game.next(state, mv);
        let again = self.moves_again(state, &child);
        Ok(self.after(&child, window, place, again, Glimpse::NOTHING)?.clamp(known.least, known.most))
    }

    /// Raises the lower bound as far as that needs no search, if the window asks for it.
    #[inline]
    fn secure(&self, state: &StateOf<K>, window: Window, known: &mut Entry) {
        // Whether the position is at least a draw takes as long as the rest of a glance; most windows do not ask.
        if window.alpha < 0 && known.least < 0 {
            let least = self.knowledge.at_least(state);
            known.least = known.least.max(-score::most(least.reversed()));
        }
    }

    /// Searches the moves of a node.
    fn expand(&mut self, node: &Node<'_, StateOf<K>>, notes: K::Notes) -> Result<i32, Interrupt> {
        if node.place.ply >= self.most_plies {
            return Err(Stopped::Depth.into());
        }
        if let Some(path) = &mut self.path {
            if path.contains(node.state) {
                return Err(Interrupt::Halt(Halt::Repetition));
            }
            path.push(node.state.clone());
        }
        let before = self.counter.nodes();
        self.knowledge.list(node.state, notes, &mut self.listed);
        self.moves.extend(self.listed.drain(..).map(Candidate::new));
        let (best, code) = match self.foresee(node)? {
            // What is seen will be seen again: the table rather keeps a move that took a search to find.
            Some((score, code)) => (score, if node.place.is_root() { code } else { 0 }),
            None => self.try_moves(node)?,
        };
        self.moves.truncate(node.start);
        if let Some(path) = &mut self.path {
            path.pop();
        }
        let best = best.clamp(node.known.least, node.known.most);
        self.remember(node, best, code, self.counter.nodes() - before);
        Ok(best)
    }

    /// Keeps the score of a node, and the move that achieved it, in the table or in the leaf cache.
    #[inline]
    fn remember(&mut self, node: &Node<'_, StateOf<K>>, score: i32, code: u8, nodes: u64) {
        let entry = Entry {
            least: if score > node.window.alpha { score } else { node.known.least },
            most: if score < node.window.beta { score } else { node.known.most },
            depth: node.place.depth,
            work: work_of(nodes),
            code,
        };
        if node.is_leaf {
            self.leaves.store(node.class.key, entry);
        } else {
            self.table.store(node.class.key, entry);
        }
    }

    /// Gives every move its weight; the move from the table comes first.
    #[inline]
    fn weigh(&mut self, node: &Node<'_, StateOf<K>>) {
        let (code, symmetry, ply) = (node.known.code, node.class.symmetry, node.place.ply);
        let promises = self.knowledge.promises(node.state);
        for ranked in &mut self.moves[node.start..] {
            let own = self.knowledge.code(ranked.mv, 0);
            let notes = ranked.glimpse.seen.as_ref().map(|seen| &seen.notes);
            let promise = ranked.weight.saturating_add(promises(ranked.mv, notes));
            ranked.weight = self.order.weight(promise, own, ply);
            if code != 0 && self.knowledge.code(ranked.mv, symmetry) == code {
                ranked.weight = i32::MAX;
            }
        }
    }

    /// Tries the moves one by one. Returns the best score and the code of its move, if it raised alpha.
    #[inline]
    fn try_moves(&mut self, node: &Node<'_, StateOf<K>>) -> Result<(i32, u8), Interrupt> {
        self.weigh(node);
        let (start, place, Window { mut alpha, beta }) = (node.start, node.place, node.window);
        // A position without moves is a draw.
        let nothing = if self.moves.len() == start { 0 } else { -WIN };
        let (mut best, mut code) = (nothing, 0);
        let shared = self.busy.filter(|_| node.is_large);
        let mut at = start;
        while at < self.moves.len() {
            // Moves are picked one by one and not sorted: mostly the first or second ends the loop.
            let Some(candidate) = pick(&mut self.moves[at..], |candidate| candidate.weight) else { break };
            let (mv, glimpse) = (candidate.mv, std::mem::replace(&mut candidate.glimpse, Glimpse::NOTHING));
            let child = self.game.next(node.state, mv);
            // What was not asked before is asked now.
            let class = || glimpse.class.unwrap_or_else(|| self.knowledge.class(&child));
            let mark = shared.map(|busy| (busy, class().key));
            if self.postpones(mark, at, start) {
                continue;
            }
            let again = self.moves_again(node.state, &child);
            let narrow = Window { alpha, beta: if at == start { beta } else { alpha + 1 } };
            let fewer = K::reduction(at - start, place.depth);
            let mut score = match mark {
                Some((busy, key)) => {
                    busy.during(key, || self.after(&child, narrow, place.shallower(fewer), again, glimpse))?
                }
                None => self.after(&child, narrow, place.shallower(fewer), again, glimpse)?,
            };
            if fewer > 0 && score > alpha {
                score = self.after(&child, narrow, place, again, Glimpse::NOTHING)?;
            }
            if at > start && score > alpha && score < beta {
                score = self.after(&child, Window { alpha, beta }, place, again, Glimpse::NOTHING)?;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if place.is_root() {
                        self.best = Some(mv);
                    }
                    code = self.knowledge.code(mv, node.class.symmetry);
                }
                if score >= beta {
                    self.learn(mv, place.ply, start, at);
                    break;
                }
            }
            at += 1;
        }
        Ok((best, code))
    }

    /// Returns whether a move is left for later because another thread is searching it. That happens once to each
    /// move, and never to the first.
    #[inline]
    fn postpones(&mut self, mark: Option<(&Busy, u64)>, at: usize, start: usize) -> bool {
        let Some((busy, key)) = mark else { return false };
        let weight = &mut self.moves[at].weight;
        let postpones = at > start && *weight != i32::MIN && busy.has(key);
        if postpones {
            *weight = i32::MIN;
        }
        postpones
    }

    /// Returns the score of a move, by the position it leads to.
    #[inline]
    fn after(
        &mut self,
        child: &StateOf<K>,
        window: Window,
        place: Place,
        again: bool,
        glimpse: Glimpse<K::Notes>,
    ) -> Result<i32, Interrupt> {
        let score = one_ply_longer(self.visit(child, window.after(again), place.next(), glimpse)?);
        Ok(if again { score } else { -score })
    }

    /// Returns whether the same player moves again.
    #[inline]
    fn moves_again(&self, state: &StateOf<K>, child: &StateOf<K>) -> bool {
        !K::ALTERNATES && self.game.turn(state) == self.game.turn(child)
    }

    /// Learns that a move has refuted a position, and that those tried before it have not.
    fn learn(&mut self, mv: MoveOf<K>, ply: u32, start: usize, at: usize) {
        let knowledge = self.knowledge;
        let tried = self.moves[start..at].iter().map(|ranked| knowledge.code(ranked.mv, 0));
        self.order.refuted(knowledge.code(mv, 0), ply, tried);
    }

    /// Returns the score and the code of a move that is seen to be enough before any is searched: by a glance at where
    /// it leads, or because the table knows (enhanced transposition cut-off).
    fn foresee(&mut self, node: &Node<'_, StateOf<K>>) -> Result<Option<(i32, u8)>, Interrupt> {
        if !(node.looks_up || K::SETTLES) {
            return Ok(None);
        }
        for at in node.start..self.moves.len() {
            if (at - node.start) % MANY == MANY - 1 {
                self.counter.look_within()?;
            }
            let known = self.glimpse(node, at);
            if let Some(enough) = self.enough(node, at, &known)? {
                return Ok(Some(enough));
            }
        }
        if node.looks_up { self.look_up(node) } else { Ok(None) }
    }

    /// Returns what a glance shows of the position after a listed move, and keeps it for the search.
    #[inline]
    fn glimpse(&mut self, node: &Node<'_, StateOf<K>>, at: usize) -> Entry {
        let child = self.game.next(node.state, self.moves[at].mv);
        let mut known = Entry { least: -WIN, most: WIN, depth: 0, work: 0, code: 0 };
        let mut glimpse = Glimpse { again: self.moves_again(node.state, &child), ..Glimpse::NOTHING };
        if K::SETTLES {
            match self.look(&child, true, node.window.after(glimpse.again).beta) {
                Look::Settled(score) => (known.least, known.most) = (score, score),
                Look::Open(seen) => {
                    (known.least, known.most) = (seen.least, seen.most);
                    glimpse.seen = Some(seen);
                }
            }
        }
        if node.looks_up {
            glimpse.class = Some(self.knowledge.class(&child));
        }
        self.moves[at].glimpse = glimpse;
        known
    }

    /// Looks for a move that is enough in the table.
    fn look_up(&mut self, node: &Node<'_, StateOf<K>>) -> Result<Option<(i32, u8)>, Interrupt> {
        let table = self.table;
        let class =
            |candidate: &Candidate<K>| candidate.glimpse.class.expect("its class was found at a glance");
        // All are asked for before the first is needed: they come from the main memory together, not one by one.
        for candidate in &self.moves[node.start..] {
            table.fetch(class(candidate).key);
        }
        for at in node.start..self.moves.len() {
            let candidate = &self.moves[at];
            let Some(entry) = table.find(class(candidate).key) else { continue };
            let (least, most) =
                candidate.glimpse.seen.as_ref().map_or((-WIN, WIN), |seen| (seen.least, seen.most));
            let mut known = Entry { least, most, depth: 0, work: 0, code: 0 };
            recall(&mut known, &entry, node.place.next().depth);
            if let Some(enough) = self.enough(node, at, &known)? {
                return Ok(Some(enough));
            }
        }
        Ok(None)
    }

    /// Returns the score and the code of a move, if what is known of where it leads makes it good enough. That position
    /// counts as a node, as if it had been searched; those that do not help are not counted until they are.
    #[inline]
    fn enough(
        &mut self,
        node: &Node<'_, StateOf<K>>,
        at: usize,
        known: &Entry,
    ) -> Result<Option<(i32, u8)>, Interrupt> {
        let Candidate { mv, ref glimpse, .. } = self.moves[at];
        let score = one_ply_longer(if glimpse.again { known.least } else { -known.most });
        if score < node.window.beta {
            return Ok(None);
        }
        self.counter.tick()?;
        if node.place.is_root() {
            self.best = Some(mv);
        }
        Ok(Some((score, self.knowledge.code(mv, node.class.symmetry))))
    }
}

/// Adds what the table knows: bounds that were searched deep enough, and wins and losses from any depth.
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

/// Returns the score, if what is known answers the window.
#[inline]
fn answer(known: &Entry, window: Window) -> Option<i32> {
    if known.least >= window.beta || known.least >= known.most {
        Some(known.least)
    } else if known.most <= window.alpha {
        Some(known.most)
    } else {
        None
    }
}
