//! A forced line of play, and what it depends on.

use game::Player;

use super::field::Field;
use super::stand::{Squares, Stand};

/// Moves of the attacker and the other side in turn, the attacker's first and last: the last one fills a line. Every
/// reply is the only one, or one that holds out longest.
pub(super) type Line = Vec<usize>;

/// Squares outside which the other side can do nothing about a win by fours: if it takes any of the others first, the
/// attacker plays the same line and wins.
///
/// For its replies are forced, and all squares of the line lie within. It could only gain time, with a square to fill in
/// a line of its own. Such a line holds the square it took, or it would be there without it; and all but one of its other
/// free squares are replies that it was forced to. All squares of such lines lie within, too. Lines through the first
/// square of the attacker are no danger: that is taken before there is any reply.
pub(super) fn zone(field: &Field, stand: &Stand, attacker: Player, line: &[usize]) -> Squares {
    let mut zone: Squares = line.iter().copied().collect();
    let replies: Squares = line.iter().skip(1).step_by(2).copied().collect();
    let most = 2 + replies.count();
    for number in 0..field.lines() {
        let Some(lacking) = field.lacking(stand, number, attacker.other()).filter(|&lacking| lacking <= most)
        else {
            continue;
        };
        let squares: Squares = field.line(number).iter().map(|&square| usize::from(square)).collect();
        let free = squares & stand.free;
        let blocked = line.first().is_some_and(|&first| free.has(first));
        if !blocked && lacking - (free & replies).count() <= 2 {
            zone |= free;
        }
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::budget::{Account, Meter};
    use crate::lines::play::stand::Completions;
    use crate::lines::play::threats::Hunter;
    use game::mock::LineGame;
    use game::{Game, Lines, Random};
    use proptest::prelude::*;

    /// Whether the line wins for the player to move: every reply but the last is the only one.
    fn wins(field: &Field, stand: &Stand, line: &[usize]) -> bool {
        let (attacker, mut stand) = (stand.turn, stand.clone());
        for pair in line.chunks(2) {
            if stand.completions(attacker.other()) != Completions::None
                && stand.completions(attacker) == Completions::None
                && stand.completions(attacker.other()) != Completions::One(pair[0])
            {
                return false;
            }
            field.play(&mut stand, pair[0] as u16);
            match (pair.get(1), stand.completions(attacker)) {
                (None, _) => return stand.winner == Some(attacker),
                (Some(_), Completions::None) => return false,
                (Some(&reply), Completions::One(only)) if reply != only => return false,
                (Some(&reply), _) => field.play(&mut stand, reply as u16),
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
            let field = Field::new(&game.line_board().unwrap()).unwrap();
            let budget = Budget::default();
            let account = Account::new(&budget);
            let mut hunter = Hunter::new(&field, Meter::new(&account), 1 << 16);
            let (mut random, mut stand) = (Random::new(seed), field.initial());
            while field.outcome(&stand).is_none() {
                let quiet = Player::BOTH.map(|player| stand.completions(player)) == [Completions::None; 2];
                let attacker = stand.turn.other();
                if quiet && let Ok(Some(line)) = hunter.threat(&stand, attacker, 20) {
                    prop_assert!(wins(&field, &field.with_turn(stand.clone(), attacker), &line));
                    for square in stand.free - zone(&field, &stand, attacker, &line) {
                        let next = field.next(&stand, square as u16);
                        prop_assert!(wins(&field, &next, &line), "{square} stops {line:?}");
                    }
                }
                let square = random.choose(field.moves(&stand)).unwrap();
                field.play(&mut stand, square);
            }
        }
    }
}
