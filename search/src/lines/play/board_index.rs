//! The squares and lines of a board, indexed for playing.

use game::{Game, LineBoard, Outcome, Player, Random};

use super::scored_position::{ScoredPosition, Squares};
use super::weights::{self, MOST_LINES};

/// The squares and lines of a board, and the rules: a [`Game`] whose positions know what their lines are worth.
#[derive(Clone, Debug)]
pub(super) struct BoardIndex {
    squares: usize,
    /// The squares of all lines, one line after the other.
    members: Vec<u16>,
    /// Where each line begins among them, and at last where they end.
    begins: Vec<u32>,
    /// The lines through each square.
    through: Vec<Vec<u16>>,
    /// The lines that a square spoils for the player who holds it.
    spoils: Vec<Vec<u16>>,
    /// Whether the lines of either player count.
    counts: [bool; 2],
    /// Random words that make up the keys of positions: for each square and player, and for the turn.
    keys: Vec<[u64; 2]>,
    turn_key: u64,
}

/// The greatest number of squares, and the greatest length of a line.
const MOST_SQUARES: usize = Squares::CAPACITY;
const LONGEST_LINE: usize = 127;

/// Set in the count of a player's marks on a line that the player has spoilt.
const SPOILT: u8 = 128;

impl BoardIndex {
    /// Returns the index of a board, unless it has more squares, lines through one square or squares in one line than
    /// fit.
    pub(super) fn new(board: &LineBoard) -> Option<BoardIndex> {
        let lines: Vec<&Vec<usize>> = board.lines.iter().filter(|line| !line.is_empty()).collect();
        let mut through = vec![Vec::new(); board.squares];
        // `None`, here and below, says that there are more lines than numbers of 16 bits.
        let mut spoils = vec![Vec::new(); board.squares];
        let whole = board.lines.iter().zip(&board.beyond).filter(|(line, _)| !line.is_empty());
        for (number, (_, beyond)) in whole.enumerate() {
            for &square in beyond {
                spoils[square].push(u16::try_from(number).ok()?);
            }
        }
        let (mut members, mut begins) = (Vec::new(), vec![0]);
        for (number, line) in lines.iter().enumerate() {
            members.extend(line.iter().map(|&square| square as u16));
            begins.push(members.len() as u32);
            for &square in *line {
                through[square].push(u16::try_from(number).ok()?);
            }
        }
        let fits = board.squares <= MOST_SQUARES
            && lines.iter().all(|line| line.len() <= LONGEST_LINE)
            && through.iter().all(|lines: &Vec<u16>| lines.len() <= MOST_LINES);
        let mut random = Random::new(board.squares as u64);
        let keys = (0..board.squares).map(|_| [random.next(), random.next()]).collect();
        let counts = Player::BOTH.map(|player| board.filled_by.counts(player));
        let turn_key = random.next();
        fits.then_some(BoardIndex {
            squares: board.squares,
            members,
            begins,
            through,
            spoils,
            counts,
            keys,
            turn_key,
        })
    }

    /// Returns the number of squares.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the middle of the board: the square from which most others are reached by lines, by lines of those, and
    /// so on.
    pub(super) fn middle(&self) -> Option<usize> {
        const STEPS: usize = 8;
        let mut reach = vec![1.0; self.squares];
        for _ in 0..STEPS {
            let over = |line: usize| self.line(line).iter().map(|&square| reach[usize::from(square)]).sum();
            let lines: Vec<f64> = (0..self.lines()).map(over).collect();
            let through =
                |lines_here: &Vec<u16>| lines_here.iter().map(|&line| lines[usize::from(line)]).sum();
            let next: Vec<f64> = self.through.iter().map(through).collect();
            let most = next.iter().copied().fold(1.0, f64::max);
            reach = next.into_iter().map(|reach| reach / most).collect();
        }
        (0..self.squares).rev().max_by(|&a, &b| reach[a].total_cmp(&reach[b]))
    }

    /// Returns the squares of a line.
    #[inline]
    pub(super) fn line(&self, number: usize) -> &[u16] {
        &self.members[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    /// Returns the number of lines.
    pub(super) fn lines(&self) -> usize {
        self.begins.len() - 1
    }

    /// Returns the number of squares that a line lacks to be filled by a player; none if it never can be.
    #[inline]
    pub(super) fn lacking(&self, position: &ScoredPosition, number: usize, player: Player) -> Option<u32> {
        let marks = position.marks[number];
        let open = self.counts[player.index()]
            && marks[player.other().index()] & !SPOILT == 0
            && marks[player.index()] & SPOILT == 0;
        open.then(|| self.line(number).len() as u32 - u32::from(marks[player.index()]))
    }

    /// Returns the position with these squares held.
    pub(super) fn position(&self, holder: &dyn Fn(usize) -> Option<Player>, turn: Player) -> ScoredPosition {
        let mut position = self.initial();
        for square in 0..self.squares {
            if let Some(player) = holder(square) {
                position = self.with_turn(position, player);
                self.play(&mut position, square as u16);
            }
        }
        // The squares were not taken in this order: what was filled on the way may be spoilt.
        let filled =
            |player: &Player| (0..self.lines()).any(|line| self.lacking(&position, line, *player) == Some(0));
        position.winner = position.winner.and_then(|_| Player::BOTH.into_iter().find(filled));
        self.with_turn(position, turn)
    }

    /// Returns the same position with this player to move.
    pub(super) fn with_turn(&self, mut position: ScoredPosition, turn: Player) -> ScoredPosition {
        if position.turn != turn {
            (position.turn, position.key) = (turn, position.key ^ self.turn_key);
        }
        position
    }

    /// Returns the key of the position after a move.
    #[inline]
    pub(super) fn key_after(&self, position: &ScoredPosition, square: usize) -> u64 {
        position.key ^ self.keys[square][position.turn.index()] ^ self.turn_key
    }

    /// Returns the squares with which a player would fill a line after a mark here: two of them, if there are.
    pub(super) fn partners(&self, position: &ScoredPosition, player: Player, square: usize) -> Partners {
        let mut partners = Partners { first: None, second: None, more: false };
        for &number in &self.through[square] {
            let number = usize::from(number);
            if self.lacking(position, number, player) == Some(2) {
                let other = self.line(number).iter().map(|&at| usize::from(at));
                let other = other.filter(|&at| at != square && position.free.contains(at));
                other.for_each(|partner| partners.add(partner));
            }
        }
        partners
    }

    /// Returns a square on which a player makes two threats at once to fill a line, and the two squares that fill them.
    #[inline]
    pub(super) fn fork(&self, position: &ScoredPosition, player: Player) -> Option<[usize; 3]> {
        if position.twos[player.index()] < 2 {
            return None;
        }
        position.fours(player).filter(|&square| position.worth(player, square).fours() > 1).find_map(
            |square| {
                let partners = self.partners(position, player, square);
                Some([square, partners.first?, partners.second?])
            },
        )
    }

    /// Adds a line's change of worth to its squares.
    #[inline]
    fn spread(&self, position: &mut ScoredPosition, number: usize, change: u64) {
        for &square in self.line(number) {
            let worth = &mut position.worth[usize::from(square)];
            *worth = worth.wrapping_add(change);
        }
    }

    /// Adds or removes a line from the counts of a player's lines. Returns the change of worth to its squares.
    #[inline]
    fn count(&self, position: &mut ScoredPosition, player: Player, lacking: u32, adds: bool) -> u64 {
        let side = player.index();
        if !self.counts[side] {
            return 0;
        }
        let one = if adds { 1u16 } else { u16::MAX };
        match lacking {
            1 => position.ones[side] = position.ones[side].wrapping_add(one),
            2 => position.twos[side] = position.twos[side].wrapping_add(one),
            _ => {}
        }
        let sign = if adds { 1 } else { -1 };
        position.balance[side] += sign * weights::of_balance(lacking);
        let weight = u64::from(weights::of_square(lacking)) << (32 * side);
        if adds { weight } else { weight.wrapping_neg() }
    }

    /// Puts a player's mark on a line.
    #[inline]
    fn mark(&self, position: &mut ScoredPosition, player: Player, number: usize) {
        let marks = position.marks[number];
        let [own, other] = [player, player.other()].map(|side| marks[side.index()]);
        let (own, is_spoilt) = (u32::from(own & !SPOILT), own & SPOILT != 0);
        let (other, is_theirs_spoilt) = (u32::from(other & !SPOILT), other & SPOILT != 0);
        let length = self.line(number).len() as u32;
        let mut change = 0u64;
        if other == 0 && !is_spoilt {
            change = self.count(position, player, length - own, false);
            change = change.wrapping_add(self.count(position, player, length - own - 1, true));
            if own + 1 == length && self.counts[player.index()] {
                position.winner = Some(player);
            }
        }
        if own == 0 && !is_theirs_spoilt {
            change = change.wrapping_add(self.count(position, player.other(), length - other, false));
        }
        if change != 0 {
            self.spread(position, number, change);
        }
        position.marks[number][player.index()] += 1;
    }

    /// Takes a line from a player, who holds a square beside it.
    fn spoil(&self, position: &mut ScoredPosition, player: Player, number: usize) {
        if let Some(lacking) = self.lacking(position, number, player) {
            let change = self.count(position, player, lacking, false);
            self.spread(position, number, change);
        }
        position.marks[number][player.index()] |= SPOILT;
    }
}

/// Squares that belong together, two of them and whether there are more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partners {
    pub(super) first: Option<usize>,
    pub(super) second: Option<usize>,
    pub(super) more: bool,
}

impl Partners {
    fn add(&mut self, square: usize) {
        if self.first.is_none_or(|first| first == square) {
            self.first = Some(square);
        } else if self.second.is_none_or(|second| second == square) {
            self.second = Some(square);
        } else {
            self.more = true;
        }
    }
}

impl Game for BoardIndex {
    type State = ScoredPosition;
    type Move = u16;

    fn initial(&self) -> ScoredPosition {
        let mut position = ScoredPosition {
            worth: vec![0; self.squares].into_boxed_slice(),
            marks: vec![[0; 2]; self.lines()].into_boxed_slice(),
            free: Squares::below(self.squares),
            first: Squares::EMPTY,
            turn: Player::First,
            winner: None,
            ones: [0; 2],
            twos: [0; 2],
            balance: [0; 2],
            key: 0,
        };
        for number in 0..self.lines() {
            let length = self.line(number).len() as u32;
            let change = Player::BOTH.map(|player| self.count(&mut position, player, length, true));
            self.spread(&mut position, number, change[0].wrapping_add(change[1]));
        }
        position
    }

    #[inline]
    fn turn(&self, position: &ScoredPosition) -> Player {
        position.turn
    }

    #[inline]
    fn outcome(&self, position: &ScoredPosition) -> Option<Outcome> {
        position.winner.map(Outcome::Win).or_else(|| position.free.is_empty().then_some(Outcome::Draw))
    }

    #[inline]
    fn moves(&self, position: &ScoredPosition) -> impl Iterator<Item = u16> {
        position.free.into_iter().map(|square| square as u16)
    }

    #[inline]
    fn play(&self, position: &mut ScoredPosition, square: u16) {
        let square = usize::from(square);
        let player = position.turn;
        position.key = self.key_after(position, square);
        position.free = position.free.without(square);
        if player == Player::First {
            position.first = position.first.with(square);
        }
        for &number in &self.through[square] {
            self.mark(position, player, usize::from(number));
        }
        for &number in &self.spoils[square] {
            self.spoil(position, player, usize::from(number));
        }
        position.turn = player.other();
    }

    #[inline]
    fn ply(&self, position: &ScoredPosition) -> Option<u32> {
        Some(self.squares as u32 - position.free.count())
    }

    #[inline]
    fn key(&self, position: &ScoredPosition) -> u64 {
        position.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Lines;
    use game::mock::LineGame;
    use proptest::prelude::*;

    /// What is known of a position, counted line by line.
    fn counted(board: &BoardIndex, position: &ScoredPosition) -> ScoredPosition {
        let mut fresh =
            ScoredPosition { ones: [0; 2], twos: [0; 2], balance: [0; 2], winner: None, ..position.clone() };
        fresh.worth.fill(0);
        for number in 0..board.lines() {
            for player in Player::BOTH {
                let held = if player == Player::First {
                    position.first
                } else {
                    taken(board, position) - position.first
                };
                let line = board.line(number).iter().map(|&square| usize::from(square));
                let marks = line.clone().filter(|&square| held.contains(square)).count();
                fresh.marks[number][player.index()] = marks as u8;
                let against =
                    line.filter(|&square| !held.contains(square) && !position.free.contains(square)).count();
                if against == 0 && board.counts[player.index()] {
                    let lacking = (board.line(number).len() - marks) as u32;
                    fresh.winner = fresh.winner.or((lacking == 0).then_some(player));
                    fresh.ones[player.index()] += u16::from(lacking == 1);
                    fresh.twos[player.index()] += u16::from(lacking == 2);
                    fresh.balance[player.index()] += weights::of_balance(lacking);
                    let weight = u64::from(weights::of_square(lacking)) << (32 * player.index());
                    board.line(number).iter().for_each(|&square| fresh.worth[usize::from(square)] += weight);
                }
            }
        }
        fresh
    }

    fn taken(board: &BoardIndex, position: &ScoredPosition) -> Squares {
        Squares::below(board.squares) - position.free
    }

    proptest! {
        #[test]
        fn what_is_kept_up_to_date_is_what_is_counted(seed: u64, squares in 1..30usize, lines in 0..20usize, weak: bool) {
            let game = LineGame::random(seed, squares, lines, 1, squares.min(6));
            let game = if weak { game.weak() } else { game };
            let board = BoardIndex::new(&game.line_board().unwrap()).unwrap();
            let (mut random, mut position, mut state) = (Random::new(seed), board.initial(), game.initial());
            loop {
                let fresh = counted(&board, &position);
                prop_assert_eq!(format!("{position:?}"), format!("{fresh:?}"));
                prop_assert_eq!(board.outcome(&position), game.outcome(&state));
                let rebuilt = board.position(&|square| game.holder(&state, square), game.turn(&state));
                prop_assert_eq!(format!("{position:?}"), format!("{rebuilt:?}"));
                if board.outcome(&position).is_some() {
                    break;
                }
                let square = random.choose(board.moves(&position)).unwrap();
                board.play(&mut position, square);
                game.play(&mut state, usize::from(square));
            }
        }
    }
}
