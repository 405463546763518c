//! Strong solutions of games in which positions repeat: values spread from the ends until nothing changes.

use game::{Ending, Player, Value, Verdict};
use levels::{Diagram, Image, Result, Steps, sweep};

use crate::ending::{code_of, ending_of};
use crate::reaching::Reaching;
use crate::solve::{code, decode, value_of_ending};
use crate::watch::Watch;

/// The end cannot be forced, or it is not known yet that it can.
const UNFORCED: Value = Value::of(Verdict::Draw);

/// A value as a number from 1. Numbers must be small here, and that of an end which is never reached is not.
fn inner(value: Value, distance: bool) -> u32 {
    if value == UNFORCED { 1 } else { 1 + code(value, distance) }
}

/// The value that such a number stands for.
fn of_inner(number: u32, distance: bool) -> Option<Value> {
    if number == 1 { Some(UNFORCED) } else { decode(number.checked_sub(1)?, distance) }
}

/// The values of all positions that can be reached, by who is to move.
pub(crate) struct Spreading {
    distance: bool,
    /// All positions, given their endings.
    positions: [Diagram; 2],
    /// Their values so far. Where none is known yet it is a draw at no distance, and so it stays if nobody can force
    /// the end.
    values: [Diagram; 2],
    /// How often values have been spread.
    pub(crate) rounds: usize,
}

impl Spreading {
    /// Finds all positions, and the values of those where the game is over. Returns the steps backwards too.
    ///
    /// # Errors
    /// [`Error::Stopped`](levels::Error::Stopped) if a limit was reached.
    pub(crate) fn new(
        mut reaching: Reaching<'_>,
        distance: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(Spreading, [Steps; 2])> {
        let shape = reaching.model.shape.clone();
        let mut positions = [Diagram::empty(&shape), Diagram::empty(&shape)];
        loop {
            if let Some(new) = reaching.take_all() {
                let turn = reaching.ply() as usize % 2;
                watch.held = positions.iter().map(Diagram::bytes).sum::<usize>() + new.bytes();
                let either = |given: &[u32]| if given[0] != 0 { given[0] } else { given[1] };
                positions[turn] =
                    Diagram::combine(&shape, &[&new, &positions[turn]], either, &mut |effort| {
                        watch.go_on(effort)
                    })?;
            }
            if reaching.is_done() {
                break;
            }
            watch.held = positions.iter().map(Diagram::bytes).sum();
            reaching.advance(watch)?;
        }
        let values = [Player::First, Player::Second].map(|mover| {
            let first = |ending: u32| match ending_of(ending) {
                Some(Ending::Open) | None => inner(UNFORCED, distance),
                Some(ending) => inner(value_of_ending(ending, mover), distance),
            };
            positions[mover.index()].relabelled(first, &mut |effort| watch.go_on(effort))
        });
        let [first, second] = values;
        let spreading = Spreading { distance, positions, values: [first?, second?], rounds: 0 };
        Ok((spreading, reaching.model.backs))
    }

    /// Spreads values until nothing changes, and returns them.
    ///
    /// # Errors
    /// [`Error::Stopped`](levels::Error::Stopped) if a limit was reached.
    pub(crate) fn run(&mut self, backs: &mut [Steps; 2], watch: &mut Watch<'_>) -> Result<[Diagram; 2]> {
        // How many turns in a row have brought nothing new.
        let mut still = 0;
        while still < 2 {
            let mover = Player::at_ply(self.rounds as u32);
            let new = self.spread(mover, &mut backs[mover.index()], watch)?;
            let old = &mut self.values[mover.index()];
            still = if new == *old { still + 1 } else { 0 };
            *old = new;
            self.rounds += 1;
        }
        let coded = |value| of_inner(value, self.distance).map_or(0, |value| code(value, self.distance));
        let [first, second] =
            self.values.each_ref().map(|values| values.relabelled(coded, &mut |effort| watch.go_on(effort)));
        Ok([first?, second?])
    }

    /// The values of the positions of one player, from those of the other.
    fn spread(&self, mover: Player, back: &mut Steps, watch: &mut Watch<'_>) -> Result<Diagram> {
        let held = |diagrams: &[Diagram; 2]| diagrams.iter().map(Diagram::bytes).sum::<usize>();
        watch.held = held(&self.positions) + held(&self.values);
        watch.ply = self.rounds as u32;
        let (positions, next) = (&self.positions[mover.index()], &self.values[mover.other().index()]);
        let (distance, shape) = (self.distance, positions.shape());
        let open = code_of(Ending::Open);
        let result = |ending: u32, after: &[u32]| match ending_of(ending) {
            Some(over) if ending != open => inner(value_of_ending(over, mover), distance),
            _ => inner(best(after, distance), distance),
        };
        let mut image = Image::new(shape, next, back, positions, result).with_lone();
        let swept = sweep(shape, &mut image, (), &mut |effort| watch.go_on(effort))?;
        swept.diagram(shape, |value| value, &mut |effort| watch.go_on(effort))
    }
}

/// The best of what moves lead to. A draw has a distance only if every move that does not lose leads to such a draw.
fn best(after: &[u32], distance: bool) -> Value {
    let values = || after.iter().filter_map(|&value| of_inner(value, distance)).map(Value::one_ply_back);
    let plies_of = |verdict| move |value: Value| (value.verdict == verdict).then_some(value.plies);
    if let Some(quickest) = values().filter_map(plies_of(Verdict::Win)).min() {
        return Value { verdict: Verdict::Win, plies: quickest };
    }
    let mut draws = values().filter_map(plies_of(Verdict::Draw)).peekable();
    if draws.peek().is_some() {
        let longest = draws.try_fold(0, |longest, plies| Some(plies?.max(longest)));
        return Value { verdict: Verdict::Draw, plies: longest.filter(|_| distance) };
    }
    let longest = values().filter_map(plies_of(Verdict::Loss)).max();
    Value { verdict: Verdict::Loss, plies: longest.expect("a position where play goes on has a move") }
}
