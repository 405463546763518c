//! A forced line of play, and what it depends on.

use game::Player;

use super::board_index::BoardIndex;
use super::scored_position::{ScoredPosition, Squares};

/// Moves of the attacker and the other side in turn, the attacker's first and last: the last one fills a line. Every
/// reply is the only one, or one that holds out longest.
pub(super) type Line = Vec<usize>;

/// Squares outside which the other side can do nothing about a win by fours: if it takes any of the others first, the
/// attacker plays the same line and wins.
///
/// For its replies are forced, and all squares of the line lie within. It could only gain time, with a square to fill
/// in a line of its own. Such a line holds the square it took, or it would be there without it; and all but one of its
/// other free squares are replies that it was forced to. All squares of such lines lie within, too. Lines through the
/// first square of the attacker are no danger: that is taken before there is any reply.
pub(super) fn zone(
    board: &BoardIndex,
    position: &ScoredPosition,
    attacker: Player,
    line: &[usize],
) -> Squares {
    let mut zone: Squares = line.iter().copied().collect();
    let replies: Squares = line.iter().skip(1).step_by(2).copied().collect();
    let most = 2 + replies.count();
    for number in 0..board.lines() {
        let Some(lacking) =
            board.lacking(position, number, attacker.other()).filter(|&lacking| lacking <= most)
        else {
            continue;
        };
        let squares: Squares = board.line(number).iter().map(|&square| usize::from(square)).collect();
        let free = squares & position.free;
        let blocked = line.first().is_some_and(|&first| free.contains(first));
        if !blocked && lacking - (free & replies).count() <= 2 {
            zone |= free;
        }
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{NodeCounter, SharedBudget};
    use crate::lines::play::fours::ThreatSearch;
    use crate::lines::play::scored_position::Completions;
    use game::mock::LineGame;
    use game::{Game, Limits, Lines, Random};
    use proptest::prelude::*;

    /// Whether the line wins for the player to move: every reply but the last is the only one.
    fn wins(board: &BoardIndex, position: &ScoredPosition, line: &[usize]) -> bool {
        let (attacker, mut position) = (position.turn, position.clone());
        for pair in line.chunks(2) {
            if position.completions(attacker.other()) != Completions::None
                && position.completions(attacker) == Completions::None
                && position.completions(attacker.other()) != Completions::One(pair[0])
            {
                return false;
            }
            board.play(&mut position, pair[0] as u16);
            match (pair.get(1), position.completions(attacker)) {
                (None, _) => return position.winner == Some(attacker),
                (Some(_), Completions::None) => return false,
                (Some(&reply), Completions::One(only)) if reply != only => return false,
                (Some(&reply), _) => board.play(&mut position, reply as u16),
            }
        }
        false
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever the other side takes outside the zone, the line wins all the same.
        #[test]
        fn outside_the_zone_nothing_helps(seed: u64, squares in 8..18usize, lines in 6..30usize) {
            let game = LineGame::random(seed, squares, lines, 3, 4);
            let board = BoardIndex::new(&game.line_board().unwrap()).unwrap();
            let limits = Limits::default();
            let account = SharedBudget::new(&limits);
            let mut search = ThreatSearch::new(&board, NodeCounter::new(&account), 1 << 16);
            let (mut random, mut position) = (Random::new(seed), board.initial());
            while board.outcome(&position).is_none() {
                let quiet = Player::BOTH.map(|player| position.completions(player)) == [Completions::None; 2];
                let attacker = position.turn.other();
                if quiet && let Ok(Some(line)) = search.threat(&position, attacker, 20) {
                    prop_assert!(wins(&board, &board.with_turn(position.clone(), attacker), &line));
                    for square in position.free - zone(&board, &position, attacker, &line) {
                        let next = board.next(&position, square as u16);
                        prop_assert!(wins(&board, &next, &line), "{square} stops {line:?}");
                    }
                }
                let square = random.choose(board.moves(&position)).unwrap();
                board.play(&mut position, square);
            }
        }
    }
}
