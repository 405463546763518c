//! What alpha-beta knows about a position of lines.

use game::{Class, Glance};

use super::board_index::BoardIndex;
use super::scored_position::{Completions, ScoredPosition, Squares};
use crate::knowledge::sealed::Sealed;
use crate::knowledge::{Knowledge, Ranked};

/// What alpha-beta knows about a position: what a glance sees of fours and forks, the moves worth searching, and a
/// balance of open lines.
///
/// Only the most promising moves are listed, unless the width says otherwise. So what a search finds with it is likely
/// and not certain, wins included.
pub(super) struct LineHeuristics<'a> {
    pub(super) board: &'a BoardIndex,
    /// The position at the root, by its key, and the only moves worth searching there.
    pub(super) root: Option<(u64, Squares)>,
    /// The greatest number of moves listed; the faintest of more are left out.
    pub(super) width: usize,
}

/// The only reply that does not lose at once, if there is just one.
type OnlyReply = Option<usize>;

/// Moves that weigh less than this part of the best one are not listed.
const FAINT: i32 = 16;

impl LineHeuristics<'_> {
    /// Returns the squares worth searching, unless all are: what can be done about forks that the other side threatens
    /// to play.
    ///
    /// A fork is stopped by taking its square or, if it has just two, one of the squares that it aims at; or it is
    /// answered by fours. See [`zone`](super::forced::zone).
    fn against_forks(board: &BoardIndex, position: &ScoredPosition) -> Option<Squares> {
        let (me, you) = (position.turn, position.turn.other());
        if position.twos[you.index()] < 2 {
            return None;
        }
        let mut stops: Option<Squares> = None;
        for square in position.fours(you).filter(|&square| position.worth(you, square).fours() > 1) {
            let partners = board.partners(position, you, square);
            let (Some(one), Some(other)) = (partners.first, partners.second) else { continue };
            let mut here = Squares::one(square);
            if !partners.more {
                here = here.with(one).with(other);
            }
            stops = Some(stops.map_or(here, |stops| stops & here));
        }
        stops.map(|stops| stops | position.fours(me).collect())
    }

    /// Returns the most promising squares.
    pub(super) fn best_of(&self, position: &ScoredPosition) -> impl Iterator<Item = usize> {
        let mut moves = Vec::new();
        self.list_among(position, position.free, &mut moves);
        moves.into_iter().map(|ranked| usize::from(ranked.mv))
    }

    /// Lists squares, each with a weight for what a mark there does for either side.
    fn list_among(&self, position: &ScoredPosition, squares: Squares, moves: &mut Vec<Ranked<u16>>) {
        let (me, you) = (position.turn, position.turn.other());
        let weight =
            |square| 5 * position.worth(me, square).weight() + 4 * position.worth(you, square).weight();
        let few = squares.count() as usize <= self.width;
        // If there are no squares, there is nothing to leave out.
        let best = if few { 0 } else { squares.into_iter().map(weight).max().unwrap_or(0) };
        let begin = moves.len();
        for square in squares {
            let weight = weight(square);
            if weight >= best / FAINT {
                moves.push(Ranked { mv: square as u16, weight });
            }
        }
        if moves.len() - begin > self.width {
            let order = |ranked: &Ranked<u16>| i64::from(ranked.mv) - (i64::from(ranked.weight) << 16);
            moves[begin..].select_nth_unstable_by_key(self.width, order);
            moves.truncate(begin + self.width);
        }
        // Coarser weights leave the order among moves that are about as good to their history.
        moves[begin..].iter_mut().for_each(|ranked| ranked.weight /= 1024);
    }
}

impl Sealed for LineHeuristics<'_> {}

impl Knowledge for LineHeuristics<'_> {
    type Game = BoardIndex;
    type Notes = OnlyReply;

    const ALTERNATES: bool = true;
    const LOOKS_UP: bool = false;
    const IS_LOUD: bool = true;

    #[inline]
    fn game(&self) -> &BoardIndex {
        self.board
    }

    #[inline]
    fn class(&self, position: &ScoredPosition) -> Class {
        Class { key: position.key, symmetry: 0 }
    }

    #[inline]
    fn code(&self, square: u16, _: usize) -> u8 {
        (square % 255) as u8 + 1
    }

    #[inline]
    fn glance(&self, position: &ScoredPosition, _: bool) -> Glance<u16, OnlyReply> {
        let (me, you) = (position.turn, position.turn.other());
        if let Some(square) = position.completions(me).first() {
            return Glance::Won { best: square as u16, plies: 1 };
        }
        let notes = match position.completions(you) {
            Completions::More(square, _) => return Glance::Lost { best: square as u16, plies: 2 },
            Completions::One(square) => Some(square),
            Completions::None => None,
        };
        if let (None, Some([square, ..])) = (notes, self.board.fork(position, me)) {
            return Glance::Won { best: square as u16, plies: 3 };
        }
        Glance::Open { soonest_win: 3, soonest_loss: 2, moves: notes }
    }

    fn list(&self, position: &ScoredPosition, notes: OnlyReply, moves: &mut Vec<Ranked<u16>>) {
        if let Some(square) = notes {
            moves.push(Ranked { mv: square as u16, weight: 0 });
            return;
        }
        let root =
            self.root.filter(|(key, _)| *key == position.key).map(|(_, squares)| squares & position.free);
        let zone = root.or_else(|| LineHeuristics::against_forks(self.board, position));
        // Where no move helps against forks, all are tried.
        let squares = zone.filter(|zone| !zone.is_empty()).unwrap_or(position.free);
        self.list_among(position, squares, moves);
    }

    /// Lists fours that leave other lines with more marks, too: what follows a four that does not is known before it.
    fn list_loud(&self, position: &ScoredPosition, moves: &mut Vec<Ranked<u16>>) {
        let me = position.turn;
        if position.twos[me.index()] < 2 {
            return;
        }
        for square in position.fours(me) {
            let worth = position.worth(me, square);
            if worth.may_make_three() {
                moves.push(Ranked { mv: square as u16, weight: worth.weight() });
            }
        }
    }

    #[inline]
    fn only_move(&self, notes: &OnlyReply) -> Option<u16> {
        notes.map(|square| square as u16)
    }

    #[inline]
    fn extension(&self, notes: &OnlyReply) -> u32 {
        u32::from(notes.is_some())
    }

    #[inline]
    fn reduction(number: usize, depth: u32) -> u32 {
        match (number, depth) {
            (0..2, _) | (_, 0..3) => 0,
            (2..6, _) | (_, 3..5) => 1,
            (6..12, _) | (_, 5..8) => 2,
            _ => 3,
        }
    }

    #[inline]
    fn plies_left(&self, position: &ScoredPosition) -> u32 {
        position.free.count()
    }

    #[inline]
    fn score(&self, position: &ScoredPosition) -> i32 {
        let (me, you) = (position.turn, position.turn.other());
        let (mine, yours) = (position.balance[me.index()], position.balance[you.index()]);
        mine + mine / 16 - yours
    }

    fn is_informative(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::alpha_beta::{AlphaBeta, Query, Window};
    use crate::position::At;
    use crate::progress::Watcher;
    use crate::score::{WIN, is_decided, is_win, value, win_in};
    use game::mock::LineGame;
    use game::{Game, Limits, Lines, Random, Worth};

    /// Whatever a search of little depth claims is so, and some of it was seen by loud moves alone.
    #[test]
    fn what_is_decided_is_so() {
        let (mut decided, mut loud) = (0, 0);
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let game = LineGame::random(seed, 8 + random.below(7), 6 + random.below(12), 3, 4);
            let board = BoardIndex::new(&game.line_board().unwrap()).unwrap();
            let knowledge = LineHeuristics { board: &board, root: None, width: usize::MAX };
            let (mut state, mut position) = (game.initial(), board.initial());
            while game.outcome(&state).is_none() {
                for depth in 1..=3 {
                    let score = look(&knowledge, &position, depth);
                    if is_decided(score) {
                        let truth = Solver::new(&game).solve(&state).worth;
                        let Worth::Proved(truth) = truth else { panic!("{truth:?} of a small game") };
                        assert_eq!(truth.verdict, value(score).verdict, "seed {seed}, depth {depth}");
                        decided += 1;
                        // A glance at what follows one move shows no more than four plies.
                        loud += u32::from(depth == 1 && !is_win(score) && -score < win_in(4));
                    }
                }
                let square = random.choose(board.moves(&position)).unwrap();
                board.play(&mut position, square);
                game.play(&mut state, usize::from(square));
            }
        }
        assert!(decided > 500 && loud > 10, "{decided} decided, {loud} by loud moves");
    }

    fn look(knowledge: &LineHeuristics<'_>, position: &ScoredPosition, depth: u32) -> i32 {
        let limits = Limits::default().threads(1).memory(1 << 16);
        let mut engine = AlphaBeta::new(&limits, Watcher::new(None));
        let query = Query { window: Window { alpha: -WIN, beta: WIN }, depth, stop_on_repetition: false };
        let at = At { knowledge, state: position.clone() };
        engine.ask(&at, query).expect("no limit is so near").score
    }
}
