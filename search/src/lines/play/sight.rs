//! What alpha-beta is told about a position.

use game::Class;

use super::field::Field;
use super::stand::{Completions, Squares, Stand};
use crate::knowledge::{Knowledge, Ranked, Sight};

/// What alpha-beta is told about a position: what a glance sees of fours and forks, the moves worth a look, and a balance
/// of open lines.
///
/// Few moves are listed, the most promising ones, unless the width says otherwise; so what a search finds by it is likely
/// and not certain, wins included.
pub(super) struct Sighted {
    /// The position at the root, by its key, and the only moves worth a look there.
    pub(super) root: Option<(u64, Squares)>,
    /// How many moves are listed at most; the faintest of more are left out.
    pub(super) width: usize,
}

/// Which replies there are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Replies {
    /// This square, or the game is lost at once.
    Only(usize),
    /// As one likes.
    Free,
}

/// Moves that do less than this part of what the best one does are not listed.
const FAINT: i32 = 16;

impl Sighted {
    /// The squares worth a look, unless all are: what can be done about forks that the other side threatens to play.
    ///
    /// A fork is stopped by taking its square or, if it has just two, one of the squares that it aims at; or it is
    /// answered by fours. See [`zone`](super::forced::zone).
    fn against_forks(field: &Field, stand: &Stand) -> Option<Squares> {
        let (me, you) = (stand.turn, stand.turn.other());
        if stand.twos[you.index()] < 2 {
            return None;
        }
        let mut stops: Option<Squares> = None;
        for square in stand.fours(you).filter(|&square| stand.worth(you, square).fours() > 1) {
            let partners = field.partners(stand, you, square);
            let (Some(one), Some(other)) = (partners.first, partners.second) else { continue };
            let mut here = Squares::one(square);
            if !partners.more {
                here = here.with(one).with(other);
            }
            stops = Some(stops.map_or(here, |stops| stops & here));
        }
        stops.map(|stops| stops | stand.fours(me).collect())
    }

    /// The most promising squares.
    pub(super) fn best_of(&self, stand: &Stand) -> impl Iterator<Item = usize> {
        let mut moves = Vec::new();
        self.list_among(stand, stand.free, &mut moves);
        moves.into_iter().map(|ranked| usize::from(ranked.mv))
    }

    /// Lists squares with what a mark there does for either side.
    fn list_among(&self, stand: &Stand, squares: Squares, moves: &mut Vec<Ranked<u16>>) {
        let (me, you) = (stand.turn, stand.turn.other());
        let begin = moves.len();
        let weight = |square| 5 * stand.worth(me, square).weight() + 4 * stand.worth(you, square).weight();
        moves.extend(squares.into_iter().map(|square| Ranked { mv: square as u16, weight: weight(square) }));
        if moves.len() - begin > self.width {
            drop_faint(moves, begin);
        }
        if moves.len() - begin > self.width {
            moves[begin..].select_nth_unstable_by_key(self.width, |ranked| (-ranked.weight, ranked.mv));
            moves.truncate(begin + self.width);
        }
        // History should have its say among moves that are about as good.
        moves[begin..].iter_mut().for_each(|ranked| ranked.weight /= 1024);
    }
}

/// Drops the moves that do little beside the best one.
#[inline]
fn drop_faint(moves: &mut Vec<Ranked<u16>>, begin: usize) {
    let faint = moves[begin..].iter().map(|ranked| ranked.weight).max().unwrap_or(0) / FAINT;
    let mut kept = begin;
    for at in begin..moves.len() {
        moves[kept] = moves[at];
        kept += usize::from(moves[at].weight >= faint);
    }
    moves.truncate(kept);
}

impl Knowledge<Field> for Sighted {
    type Notes = Replies;

    const ALTERNATES: bool = true;
    const LOOKS_UP: bool = false;

    #[inline]
    fn class(&self, _: &Field, stand: &Stand) -> Class {
        Class { key: stand.key, symmetry: 0 }
    }

    #[inline]
    fn code(&self, _: &Field, square: u16, _: usize) -> u8 {
        (square % 255) as u8 + 1
    }

    #[inline]
    fn glance(&self, field: &Field, stand: &Stand, _: bool) -> Sight<u16, Replies> {
        let (me, you) = (stand.turn, stand.turn.other());
        if let Some(square) = stand.completions(me).first() {
            return Sight::Won(square as u16, 1);
        }
        let notes = match stand.completions(you) {
            Completions::More(square, _) => return Sight::Lost(square as u16, 2),
            Completions::One(square) => Replies::Only(square),
            Completions::None => Replies::Free,
        };
        if let (Replies::Free, Some([square, ..])) = (notes, field.fork(stand, me)) {
            return Sight::Won(square as u16, 3);
        }
        Sight::Open { soonest_win: 3, soonest_loss: 2, notes }
    }

    fn list(&self, field: &Field, stand: &Stand, notes: Replies, moves: &mut Vec<Ranked<u16>>) {
        if let Replies::Only(square) = notes {
            moves.push(Ranked { mv: square as u16, weight: 0 });
            return;
        }
        let root = self.root.filter(|(key, _)| *key == stand.key).map(|(_, squares)| squares & stand.free);
        let zone = root.or_else(|| Sighted::against_forks(field, stand));
        let squares = zone.filter(|zone| !zone.is_empty()).unwrap_or(stand.free);
        self.list_among(stand, squares, moves);
    }

    #[inline]
    fn extension(&self, notes: &Replies) -> u32 {
        match notes {
            Replies::Only(_) => 1,
            Replies::Free => 0,
        }
    }

    #[inline]
    fn reduction(number: usize, depth: u32) -> u32 {
        match (number, depth) {
            (0..4, _) | (_, 0..3) => 0,
            (4..10, _) | (_, 3..5) => 1,
            _ => 2,
        }
    }

    #[inline]
    fn plies_left(&self, _: &Field, stand: &Stand) -> u32 {
        stand.free.count()
    }

    #[inline]
    fn score(&self, _: &Field, stand: &Stand) -> i32 {
        let (me, you) = (stand.turn, stand.turn.other());
        let (mine, yours) = (stand.balance[me.index()], stand.balance[you.index()]);
        mine + mine / 16 - yours
    }

    fn evaluates(&self) -> bool {
        true
    }
}
