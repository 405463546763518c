//! Strong solutions: the value of every position, ply by ply from the end.

use dd::Error;
use dd::levels::{Diagram, Image, Shape, sweep};
use game::{Limits, Player, Stopped, Value, Verdict};
use num_bigint::BigUint;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use crate::model::Model;
use crate::reaching::Reaching;
use crate::symbolic::Symbolic;
use crate::table::{Slice, Table};
use crate::watch::{Progress, Watch};

/// A solution, and what it took.
pub struct Solved {
    /// The values.
    pub table: Table,
    /// The value of the start.
    pub value: Value,
    /// The most bytes that were in use.
    pub bytes: usize,
    /// The time it took.
    pub elapsed: Duration,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// The limit that was reached, if it was one.
    pub stopped: Option<Stopped>,
    /// Why, in words.
    pub reason: String,
    /// How many plies had been reached, and how many of them were solved.
    pub plies: (usize, usize),
    /// The positions of the plies that had been reached.
    pub positions: BigUint,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reached, solved) = self.plies;
        write!(
            f,
            "{}: {} positions of {reached} plies reached, {solved} plies solved",
            self.reason, self.positions
        )
    }
}

impl std::error::Error for Unsolved {}

/// Finds the value of every position that can be reached, with the distance in plies if that is wanted: then the winner
/// hurries, the loser holds out, and a draw lasts as long as it can.
///
/// Every ply is a diagram that gives each position its value; that of a ply is made out of the next one in a single
/// sweep.
///
/// # Errors
/// If a limit is reached, or positions can come again so that there is no last ply.
pub fn solve<S: Symbolic>(
    system: &S,
    distance: bool,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Solved, Box<Unsolved>> {
    run(Model::of(system), distance, limits, tell)
}

fn run(
    model: Model<'_>,
    distance: bool,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Solved, Box<Unsolved>> {
    let begin = Instant::now();
    let (shape, graded, starts) = (Arc::clone(&model.shape), model.graded, model.starts.clone());
    let mut solving = Solving {
        distance,
        shape,
        graded,
        plies: Vec::new(),
        reached: 0,
        positions: BigUint::ZERO,
        values: Vec::new(),
    };
    let mut watch = Watch::new(limits, solving.shape.levels(), tell);
    let solved = solving.forwards(model, &mut watch);
    let solved = solved.and_then(|mut model| solving.backwards(&mut model, &mut watch));
    if let Err(error) = solved {
        return Err(Box::new(solving.unsolved(&error, watch.stopped)));
    }
    let bytes = watch.peak;
    let table = solving.table().map_err(|error| Box::new(solving.unsolved(&error, None)))?;
    let start = starts.first().and_then(|start| table.value_of_word(start, 0));
    let value = start.unwrap_or(Value::of(Verdict::Draw));
    Ok(Solved { table, value, bytes, elapsed: begin.elapsed() })
}

struct Solving {
    distance: bool,
    shape: Arc<Shape>,
    graded: bool,
    /// The positions of each ply, given their endings; emptied from the end.
    plies: Vec<Diagram>,
    reached: usize,
    positions: BigUint,
    /// The values of the plies that are solved, the last ply first.
    values: Vec<Diagram>,
}

impl Solving {
    fn held(&self) -> usize {
        self.plies.iter().chain(&self.values).map(Diagram::bytes).sum()
    }

    fn forwards<'a>(&mut self, mut model: Model<'a>, watch: &mut Watch<'_>) -> dd::Result<Model<'a>> {
        // Positions that come again in a later ply are kept there as well: their values are needed.
        model.graded = true;
        let mut reaching = Reaching::of(model, true);
        loop {
            if let Some(all) = reaching.take_all() {
                self.positions += all.counts().into_values().sum::<BigUint>();
                self.plies.push(all);
                self.reached += 1;
            }
            if reaching.is_done() {
                return Ok(reaching.model);
            }
            watch.held = self.held();
            reaching.advance(watch)?;
            self.no_way_back(&reaching)?;
        }
    }

    /// Where positions do not tell their ply, the same ones may come again for ever.
    fn no_way_back(&self, reaching: &Reaching<'_>) -> dd::Result<()> {
        let again = |ply: &Diagram| reaching.all().is_some_and(|all| all == ply);
        let same_turn = self.plies.iter().rev().skip(1).step_by(2);
        if !reaching.is_done() && !self.graded && same_turn.into_iter().any(again) {
            return Err(Error::Unsupported(
                "solving a game in which positions come again for ever".to_string(),
            ));
        }
        Ok(())
    }

    fn backwards(&mut self, model: &mut Model<'_>, watch: &mut Watch<'_>) -> dd::Result<()> {
        let nothing = Diagram::empty(&self.shape);
        while let Some(endings) = self.plies.pop() {
            let ply = self.plies.len() as u32;
            watch.ply = ply;
            watch.held = self.held() + endings.bytes();
            let next = self.values.last().unwrap_or(&nothing);
            match self.backup(model, (&endings, next), ply, watch) {
                Ok(values) => self.values.push(values),
                Err(error) => {
                    self.plies.push(endings);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// The values of a ply, from those of the next.
    fn backup(
        &self,
        model: &mut Model<'_>,
        (endings, next): (&Diagram, &Diagram),
        ply: u32,
        watch: &mut Watch<'_>,
    ) -> dd::Result<Diagram> {
        let mover = Player::at_ply(ply);
        let back = &mut model.backs[mover.index()];
        let distance = self.distance;
        let result = |ending: u32, after: &[u32]| match Ending::from_code(ending) {
            Some(Ending::Open) | None => best(after, distance),
            Some(Ending::Won(player)) if player == mover => code(Value::win(0), distance),
            Some(Ending::Won(_)) => code(Value::loss(0), distance),
            Some(Ending::Drawn | Ending::Final) => code(Value::draw(0), distance),
        };
        let mut image = Image::new(&self.shape, next, back, endings, result).with_lone();
        let swept = sweep(&self.shape, &mut image, (), &mut |effort| watch.go_on(effort))?;
        swept.diagram(&self.shape, |value| value, &mut |effort| watch.go_on(effort))
    }

    /// Where positions tell their ply, a slice for each; else one for each player to move.
    fn table(&mut self) -> dd::Result<Table> {
        let mut slices: Vec<Diagram> = std::mem::take(&mut self.values);
        slices.reverse();
        let slicing = if self.graded { Slice::Ply } else { Slice::Turn };
        if slicing == Slice::Turn {
            let mut by_turn = [Diagram::empty(&self.shape), Diagram::empty(&self.shape)];
            for (ply, slice) in slices.iter().enumerate() {
                by_turn[ply % 2] = by_turn[ply % 2].or(slice)?;
            }
            slices = by_turn.into();
        }
        Ok(Table { slices, slicing, distance: self.distance })
    }

    fn unsolved(&self, error: &Error, stopped: Option<Stopped>) -> Unsolved {
        let reason = match (error, stopped) {
            (Error::Stopped, Some(why)) => why.to_string(),
            _ => error.to_string(),
        };
        let plies = (self.reached, self.values.len());
        Unsolved { stopped, reason, plies, positions: self.distinct() }
    }

    /// How many positions were reached, each counted once: where positions do not tell their ply, several plies may have
    /// the same.
    fn distinct(&self) -> BigUint {
        if self.graded {
            return self.positions.clone();
        }
        let plies = self.plies.iter().chain(self.values.iter().rev()).map(|ply| ply.relabelled(|_| 1));
        let mut by_turn = [Diagram::empty(&self.shape), Diagram::empty(&self.shape)];
        for (number, ply) in plies.enumerate() {
            let seen = &mut by_turn[number % 2];
            // Numbers that are all 1 can always be combined.
            *seen = seen.or(&ply).unwrap_or(ply);
        }
        by_turn.iter().map(|seen| seen.count(1)).sum()
    }
}

/// The best of what moves lead to.
fn best(after: &[u32], distance: bool) -> u32 {
    let values = after.iter().filter_map(|&value| decode(value, distance));
    values.map(Value::before).max().map_or(0, |value| code(value, distance))
}

/// A value as a number from 1.
pub(crate) fn code(value: Value, distance: bool) -> u32 {
    let verdict = match value.verdict {
        Verdict::Loss => 1,
        Verdict::Draw => 2,
        Verdict::Win => 3,
    };
    verdict + if distance { 3 * value.plies.unwrap_or(0) } else { 0 }
}

/// The value that a number stands for.
pub(crate) fn decode(code: u32, distance: bool) -> Option<Value> {
    let above = code.checked_sub(1)?;
    let verdict = [Verdict::Loss, Verdict::Draw, Verdict::Win][(above % 3) as usize];
    Some(Value { verdict, plies: distance.then_some(above / 3) })
}
