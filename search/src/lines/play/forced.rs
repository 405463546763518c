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
