//! Strong solutions: the value of every position, ply by ply from the end where there is a last ply.

use game::{Ending, Limits, Player, Stopped, Value, Verdict};
use levels::Error;
use levels::{Diagram, Effort, Image, Shape, Steps, sweep};
use num_bigint::BigUint;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::ending::ending_of;
use crate::endless::Spreading;
use crate::model::Model;
use crate::reaching::Reaching;
use crate::symbolic::{Symbolic, Unformed};
use crate::table::{Slice, Table};
use crate::watch::{Progress, Watch};

/// What may be spent after a limit was reached, to count the positions that had been reached.
const LAST_BYTES: usize = 4 << 20;
const LAST_TIME: Duration = Duration::from_millis(200);

/// The distance of an end that nobody can force: no game lasts that long.
const NEVER: u32 = 0x3fff_ffff;

const NO_TURNS: &str = "players do not take turns, so that diagrams cannot tell who is to move";

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
    /// Whether diagrams cannot solve the game whatever the limits: the rules have no symbolic form, or players do not
    /// take turns. Other engines may still solve it.
    pub endless: bool,
    /// Why, in words.
    pub reason: String,
    /// The number of plies reached, and how many of them were solved.
    pub plies: (usize, usize),
    /// The number of positions of the plies reached; a lower bound where there was no room to find out which of them
    /// repeat.
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

/// Finds the value of every position that can be reached, with the number of plies to the end if `distance` is set:
/// then the winner takes the shortest way, the loser the longest, and a draw lasts as long as it can.
///
/// Each ply is a diagram from positions to values, made out of the next ply in a single sweep. If positions repeat so
/// that there is no last ply, values spread from the ends until nothing changes, one diagram for each player to move;
/// where nobody can force the end, it is a draw at no distance.
///
/// # Errors
/// If a limit is reached, or players do not take turns.
pub fn solve<S: Symbolic>(
    system: &S,
    distance: bool,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Solved, Box<Unsolved>> {
    run(&|| Model::of(system, limits), distance, limits, tell)
}

/// Nothing was solved, since there is no form.
fn unformed(why: &Unformed) -> Box<Unsolved> {
    let stopped = match why {
        Unformed::Stopped(stopped) => Some(*stopped),
        Unformed::Impossible(_) => None,
    };
    let (endless, reason) = (stopped.is_none(), why.to_string());
    Box::new(Unsolved { stopped, endless, reason, plies: (0, 0), positions: BigUint::ZERO })
}

fn run<'a>(
    form: &dyn Fn() -> Result<Model<'a>, Unformed>,
    distance: bool,
    limits: &Limits,
    tell: &mut dyn FnMut(&Progress),
) -> Result<Solved, Box<Unsolved>> {
    let begin = Instant::now();
    let model = form().map_err(|why| unformed(&why))?;
    if !model.has_turns {
        return Err(unformed(&Unformed::Impossible(NO_TURNS.to_string())));
    }
    let (shape, tells_ply, starts) = (Arc::clone(&model.shape), model.tells_ply, model.starts.clone());
    let mut solving = Solving {
        distance,
        shape,
        tells_ply,
        plies: Vec::new(),
        reached: 0,
        positions: BigUint::ZERO,
        values: Vec::new(),
    };
    let mut watch = Watch::new(limits, solving.shape.levels(), tell);
    let table = match solving.forwards(model, &mut watch) {
        Ok(mut backs) => {
            solving.backwards(&mut backs, &mut watch).and_then(|()| Ok(solving.table(&mut watch)?))
        }
        Err(Failure::Endless) => {
            solving.forget_plies();
            solving.spread(form().map_err(|why| unformed(&why))?, &mut watch)
        }
        Err(failure) => Err(failure),
    };
    let table = table.map_err(|failure| Box::new(solving.unsolved(&failure, watch.stopped)))?;
    let bytes = watch.peak;
    let start = starts.first().and_then(|start| table.value_of_word(start, 0));
    let Some(value) = start else {
        return Err(Box::new(solving.unsolved(&Failure::NoStart, None)));
    };
    Ok(Solved { table, value, bytes, elapsed: begin.elapsed() })
}

/// Why a solution was given up.
enum Failure {
    Diagrams(Error),
    /// Positions come again for ever, so that there is no last ply.
    Endless,
    /// The start has no value.
    NoStart,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Diagrams(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Diagrams(error) => error.fmt(f),
            Failure::Endless => f.write_str("there is no last ply"),
            Failure::NoStart => {
                f.write_str("the start of the game is no word of its shape, or its judge does not accept it")
            }
        }
    }
}

struct Solving {
    distance: bool,
    shape: Arc<Shape>,
    tells_ply: bool,
    /// The positions of each ply, given their endings; emptied from the end.
    plies: Vec<Diagram>,
    reached: usize,
    positions: BigUint,
    /// The values of the plies that are solved, the last ply first.
    values: Vec<Diagram>,
}

impl Solving {
    /// Bytes that the plies hold, and those that are lost between them: diagrams of many sizes that last for long leave
    /// holes that the arrays of a sweep do not fit. Measured, that is a sixth.
    fn held(&self) -> usize {
        let bytes: usize = self.plies.iter().chain(&self.values).map(Diagram::bytes).sum();
        bytes + bytes / 6
    }

    /// Finds the positions of every ply. Returns the steps backwards, which are all that is needed from there on.
    fn forwards(&mut self, mut model: Model<'_>, watch: &mut Watch<'_>) -> Result<[Steps; 2], Failure> {
        // Positions that come again in a later ply are kept there as well: their values are needed.
        model.plies_apart = true;
        let mut reaching = Reaching::of(model, true)?;
        loop {
            if let Some(all) = reaching.take_all() {
                self.positions += all.counts().into_values().sum::<BigUint>();
                self.plies.push(all);
                self.reached += 1;
            }
            if reaching.is_done() {
                return Ok(reaching.model.backs);
            }
            watch.held = self.held();
            reaching.advance(watch)?;
            self.no_way_back(&reaching)?;
        }
    }

    /// Where positions do not tell their ply, the same ones may come again for ever.
    fn no_way_back(&self, reaching: &Reaching<'_>) -> Result<(), Failure> {
        let again = |ply: &Diagram| reaching.all().is_some_and(|all| all == ply);
        let same_turn = self.plies.iter().rev().skip(1).step_by(2);
        if !reaching.is_done() && !self.tells_ply && same_turn.into_iter().any(again) {
            return Err(Failure::Endless);
        }
        Ok(())
    }

    fn backwards(&mut self, backs: &mut [Steps; 2], watch: &mut Watch<'_>) -> Result<(), Failure> {
        let nothing = Diagram::empty(&self.shape);
        while let Some(endings) = self.plies.pop() {
            let ply = self.plies.len() as u32;
            watch.ply = ply;
            watch.held = self.held() + endings.bytes();
            // After the last ply there is nothing.
            let next = self.values.last().unwrap_or(&nothing);
            match self.backup(backs, (&endings, next), ply, watch) {
                Ok(values) => self.values.push(values),
                Err(error) => {
                    self.plies.push(endings);
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }

    /// Solves a game without a last ply.
    fn spread(&mut self, model: Model<'_>, watch: &mut Watch<'_>) -> Result<Table, Failure> {
        let (mut spreading, mut backs) = Spreading::new(Reaching::of(model, true)?, self.distance, watch)?;
        let slices = spreading.run(&mut backs, watch)?;
        Ok(Table { slices: slices.into(), slicing: Slice::Turn, distance: self.distance })
    }

    /// The values of a ply, from those of the next.
    fn backup(
        &self,
        backs: &mut [Steps; 2],
        (endings, next): (&Diagram, &Diagram),
        ply: u32,
        watch: &mut Watch<'_>,
    ) -> levels::Result<Diagram> {
        let mover = Player::at_ply(ply);
        let back = &mut backs[mover.index()];
        let distance = self.distance;
        let result = |ending: u32, after: &[u32]| match ending_of(ending) {
            Some(Ending::Open) | None => best(after, distance),
            Some(ending) => code(value_of_ending(ending, mover), distance),
        };
        let mut image = Image::new(&self.shape, next, back, endings, result).with_lone();
        let swept = sweep(&self.shape, &mut image, (), &mut |effort| watch.go_on(effort))?;
        swept.diagram(&self.shape, |value| value, &mut |effort| watch.go_on(effort))
    }

    /// Where positions tell their ply, a slice for each; else one for each player to move.
    fn table(&mut self, watch: &mut Watch<'_>) -> levels::Result<Table> {
        let (slicing, slices) = if self.tells_ply {
            self.values.reverse();
            (Slice::Ply, std::mem::take(&mut self.values))
        } else {
            let held = self.held();
            let first = |given: &[u32]| if given[0] != 0 { given[0] } else { given[1] };
            let by_turn = by_turn(&self.shape, self.values.iter().rev(), first, &mut |so_far, effort| {
                watch.held = held + so_far;
                watch.go_on(effort)
            })?;
            self.values.clear();
            (Slice::Turn, by_turn.into())
        };
        Ok(Table { slices, slicing, distance: self.distance })
    }

    fn unsolved(&self, error: &Failure, stopped: Option<Stopped>) -> Unsolved {
        let reason = match (error, stopped) {
            (Failure::Diagrams(Error::Stopped), Some(why)) => why.to_string(),
            _ => error.to_string(),
        };
        let plies = (self.reached, self.values.len());
        Unsolved { stopped, endless: false, reason, plies, positions: self.distinct() }
    }

    /// Makes room to solve the game in another way.
    fn forget_plies(&mut self) {
        self.positions = self.distinct();
        self.plies.clear();
    }

    /// How many positions were reached, each counted once: where positions do not tell their ply, several plies may
    /// have the same. A limit was reached, so this may take little more memory and time; what it cannot tell apart
    /// within that, it does not add up.
    fn distinct(&self) -> BigUint {
        if self.tells_ply || self.plies.is_empty() && self.values.is_empty() {
            return self.positions.clone();
        }
        let plies = || self.plies.iter().chain(self.values.iter().rev());
        let (begin, either) =
            (Instant::now(), |given: &[u32]| u32::from(given.iter().any(|&value| value != 0)));
        let go_on = &mut |so_far: usize, effort: Effort| {
            so_far + effort.bytes < LAST_BYTES && begin.elapsed() < LAST_TIME
        };
        match by_turn(&self.shape, plies(), either, go_on) {
            Ok(all) => all.iter().map(|seen| seen.count(1)).sum(),
            Err(_) => {
                let count = |ply: &Diagram| ply.counts().into_values().sum::<BigUint>();
                let most = |turn| plies().skip(turn).step_by(2).map(count).max();
                [0, 1].into_iter().filter_map(most).sum()
            }
        }
    }
}

/// Joins the plies of each player, `result` deciding between what is there and what comes. `go_on` is called with the
/// bytes that both diagrams hold.
fn by_turn<'a>(
    shape: &Arc<Shape>,
    plies: impl Iterator<Item = &'a Diagram>,
    result: impl Fn(&[u32]) -> u32,
    go_on: &mut dyn FnMut(usize, Effort) -> bool,
) -> levels::Result<[Diagram; 2]> {
    let mut all = [Diagram::empty(shape), Diagram::empty(shape)];
    for (ply, diagram) in plies.enumerate() {
        let so_far = all.iter().map(Diagram::bytes).sum();
        let turn = &mut all[ply % 2];
        *turn = Diagram::combine(shape, &[turn, diagram], &result, &mut |effort| go_on(so_far, effort))?;
    }
    Ok(all)
}

/// What the end of a game is worth to the player who would be to move.
pub(crate) fn value_of_ending(ending: Ending, mover: Player) -> Value {
    match ending {
        Ending::Won(player) if player == mover => Value::win(0),
        Ending::Won(_) => Value::loss(0),
        Ending::Drawn | Ending::Final | Ending::Open => Value::draw(0),
    }
}

/// The best of what moves lead to.
fn best(after: &[u32], distance: bool) -> u32 {
    let values = after.iter().filter_map(|&value| decode(value, distance));
    values.map(Value::one_ply_back).max().map_or(0, |value| code(value, distance))
}

/// A value as a number from 1.
pub(crate) fn code(value: Value, distance: bool) -> u32 {
    let verdict = match value.verdict {
        Verdict::Loss => 1,
        Verdict::Draw => 2,
        Verdict::Win => 3,
    };
    let plies = match value.plies {
        Some(plies) => plies,
        None => NEVER,
    };
    verdict + if distance { 3 * plies } else { 0 }
}

/// The value that a number stands for.
pub(crate) fn decode(code: u32, distance: bool) -> Option<Value> {
    let above = code.checked_sub(1)?;
    let verdict = [Verdict::Loss, Verdict::Draw, Verdict::Win][(above % 3) as usize];
    Some(Value { verdict, plies: Some(above / 3).filter(|&plies| distance && plies != NEVER) })
}
