//! Games in which positions repeat, made at random, against a solver that lists positions.

use explore::Explorer;
use game::{Game, Limits, Outcome, Player, Verdict};
use levels::{Judge, Relation, Shape, Way};
use proptest::prelude::*;
use symbolic::{Ending, Never, Symbolic, solve};

/// The values of each of the two letters of a place.
const BASE: u32 = 4;
const PLACES: u32 = BASE * BASE;

/// A token that players move by turns from place to place; some places end the game.
#[derive(Clone, Debug)]
struct Token {
    /// Where each player may move from each place, as bits.
    moves: [Vec<u32>; 2],
    ends: Vec<Option<Outcome>>,
}

impl Game for Token {
    type State = (u32, Player);
    type Move = u32;

    fn initial(&self) -> (u32, Player) {
        (0, Player::First)
    }

    fn turn(&self, state: &(u32, Player)) -> Player {
        state.1
    }

    fn outcome(&self, state: &(u32, Player)) -> Option<Outcome> {
        self.ends[state.0 as usize]
    }

    fn moves(&self, &(place, turn): &(u32, Player)) -> impl Iterator<Item = u32> {
        let to = self.moves[turn.index()][place as usize];
        (0..PLACES).filter(move |place| to >> place & 1 == 1)
    }

    fn play(&self, state: &mut (u32, Player), mv: u32) {
        *state = (mv, state.1.other());
    }
}

/// A move, read from the word after it, or from the word before it if `back`. The state is the pair of the first
/// letters, before and after; at the end, whether there is such a move.
struct Moved {
    moves: Vec<u32>,
    back: bool,
}

impl Relation for Moved {
    type State = Option<(u32, u32)>;

    fn states(&self) -> u32 {
        1 + BASE * BASE
    }

    fn start(&self) -> Self::State {
        None
    }

    fn ways(&self, _: usize, state: &Self::State, value: u32) -> Vec<Way<Self::State>> {
        let pair = |other: u32| if self.back { (value, other) } else { (other, value) };
        match *state {
            None => (0..BASE).map(|other| Way::letter(other, Some(pair(other)))).collect(),
            Some((before, after)) => {
                let is_move = |other: &u32| {
                    let (low_before, low_after) = pair(*other);
                    let from = self.moves[(before * BASE + low_before) as usize];
                    from >> (after * BASE + low_after) & 1 == 1
                };
                (0..BASE).filter(is_move).map(|other| Way::letter(other, None)).collect()
            }
        }
    }

    fn accepts(&self, state: &Self::State) -> bool {
        state.is_none()
    }
}

/// How the game stands at each place.
struct Ended(Vec<Option<Outcome>>);

impl Judge for Ended {
    type State = (u32, u32);

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }

    fn read(&self, level: usize, &(place, _): &(u32, u32), value: u32) -> Option<(u32, u32)> {
        let place = place * BASE + value;
        let judged = match self.0.get(place as usize) {
            Some(end) if level == 1 => match end {
                None => 1,
                Some(Outcome::Draw) => 2,
                Some(Outcome::Win(player)) => 3 + player.index() as u32,
            },
            _ => 0,
        };
        Some((place, judged))
    }

    fn end(&self, &(_, judged): &(u32, u32)) -> u32 {
        judged
    }
}

impl Symbolic for Token {
    type Step = Moved;
    type Back = Moved;
    type Judge = Ended;
    type Unfinished = Never;

    fn shape(&self) -> Shape {
        Shape::uniform(2, BASE as usize)
    }

    fn encode(&self, &(place, _): &(u32, Player)) -> Vec<u32> {
        vec![place / BASE, place % BASE]
    }

    fn decode(&self, word: &[u32], turn: Player) -> Option<(u32, Player)> {
        Some((word[0] * BASE + word[1], turn))
    }

    fn step(&self, mover: Player) -> Moved {
        Moved { moves: self.moves[mover.index()].clone(), back: false }
    }

    fn step_back(&self, mover: Player) -> Moved {
        Moved { back: true, ..self.step(mover) }
    }

    fn judge(&self, _: Player) -> Ended {
        Ended(self.ends.clone())
    }

    fn meaning(&self, judged: u32, _: u32) -> Ending {
        match judged {
            1 => Ending::Open,
            2 => Ending::Drawn,
            _ => Ending::Won(Player::BOTH[judged as usize - 3]),
        }
    }
}

fn tokens() -> impl Strategy<Value = Token> {
    let few = || prop::collection::vec((0..PLACES, 0..PLACES, 0..PLACES), PLACES as usize);
    let end = prop_oneof![
        6 => Just(None),
        1 => Just(Some(Outcome::Draw)),
        1 => Just(Some(Outcome::Win(Player::First))),
        1 => Just(Some(Outcome::Win(Player::Second))),
    ];
    let ends = prop::collection::vec(end, PLACES as usize);
    (few(), few(), ends).prop_map(|(first, second, mut ends)| {
        ends[0] = None;
        let bits = |moves: Vec<(u32, u32, u32)>| {
            moves.into_iter().map(|(a, b, c)| 1 << a | 1 << b | 1 << c).collect()
        };
        Token { moves: [bits(first), bits(second)], ends }
    })
}

proptest! {
    #[test]
    fn values_spread_to_where_a_list_has_them(token in tokens()) {
        let by_list = explore::solve(&Explorer::new(&token));
        for distance in [false, true] {
            let solved = solve(&token, distance, &Limits::default(), &mut |_| ());
            let table = solved.unwrap_or_else(|unsolved| panic!("{unsolved}")).table;
            for (state, value) in by_list.iter() {
                let found = table.value(&token, &token, &state);
                prop_assert_eq!(found.map(|found| found.verdict), Some(value.verdict));
                if distance {
                    prop_assert_eq!(found, Some(value));
                }
            }
            let totals = [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|verdict| by_list.count(verdict).into());
            prop_assert_eq!(table.totals(), totals);
        }
    }
}

#[test]
fn a_game_without_an_end_is_drawn_at_no_distance() {
    let to_and_fro = |place: u32| 1 << (place ^ 1);
    let moves: Vec<u32> = (0..PLACES).map(to_and_fro).collect();
    let token = Token { moves: [moves.clone(), moves], ends: vec![None; PLACES as usize] };
    let solved = solve(&token, true, &Limits::default(), &mut |_| ()).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(solved.value, game::Value::of(Verdict::Draw));
    assert_eq!(solved.table.totals(), [0u32, 2, 0].map(Into::into));
}
