//! Claims about everything that can happen, on the erased system: compiled once for all games.

use std::time::Instant;

use arena::{AnyMove, AnyState};
use explore::{
    Checker, Explorer, Expression, Finding, Path, Predicate, Progress, Property, Report, Store, Verdict,
    Vocabulary, can_force_with, find_nearest, path_meeting,
};
use game::{Notation, Player, Stopped, SyntaxError};
use serde::Serialize;

use crate::data::{option_text, text};
use crate::walking::how_far;
use crate::{AnySystem, Failure, Job};

/// The most matches that are kept with their paths, and the most moves of a strategy that are kept.
pub(crate) const MOST: usize = 100_000;

/// What a move of a match takes until it is printed: its text, the text in the JSON, and both as they are written.
const MOVE_BYTES: usize = 256;

/// Claims to check, as text, and how far to look.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// A position of which this is true can be reached.
    pub find: Vec<String>,
    /// A game can meet all of these, one after the other.
    pub path: Vec<String>,
    /// True of every position.
    pub always: Vec<String>,
    /// True at some time in every game.
    pub eventually: Vec<String>,
    /// Pairs: whenever the first is true, the second is, at once or later.
    pub leads_to: Vec<String>,
    /// Pairs: the first stays true until the second becomes true, which must happen.
    pub until: Vec<String>,
    /// Wherever it is not over, something can be done.
    pub no_deadlock: bool,
    /// `x:EXPR`: a player can bring this about, whatever the other does.
    pub force: Vec<String>,
    /// The most moves to look ahead, counted from the start; `None` for no limit.
    pub depth: Option<u32>,
    /// Find every match, not only the nearest, and all of a strategy.
    pub all: bool,
    /// How positions are kept.
    pub store: Store,
}

impl Claims {
    /// Returns whether nothing is claimed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Claims { find, path, always, eventually, leads_to, until, force, .. } = self;
        let all = [find, path, always, eventually, leads_to, until, force];
        all.iter().all(|claims| claims.is_empty()) && !self.no_deadlock
    }
}

/// A kind of claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// It can be reached.
    Find,
    /// A path can meet several, one after the other.
    Path,
    /// It is true of every position.
    Always,
    /// It becomes true in every game.
    Eventually,
    /// Whenever the first is true, the second follows.
    LeadsTo,
    /// The first holds until the second does.
    Until,
    /// Something can always be done.
    NoDeadlock,
    /// A player can force it.
    Force,
}

impl ClaimKind {
    /// Returns whether a path proves it if it holds; otherwise one disproves it if it does not.
    #[must_use]
    pub fn is_witnessed(self) -> bool {
        matches!(self, ClaimKind::Find | ClaimKind::Path | ClaimKind::Force)
    }
}

/// A way through the game, written and drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way {
    /// The moves.
    pub moves: Vec<String>,
    /// The boards, the start first.
    pub boards: Vec<String>,
    /// Where it goes on for ever: the board that the last move leads back to.
    pub back_to: Option<usize>,
}

impl Way {
    pub(crate) fn of(system: &AnySystem, path: &Path<AnyState, AnyMove>, back_to: Option<usize>) -> Way {
        Way {
            moves: moves_of(system, path),
            boards: path.states.iter().map(|state| system.board_text(state)).collect(),
            back_to,
        }
    }
}

/// The moves of a path, written.
pub(crate) fn moves_of(system: &AnySystem, path: &Path<AnyState, AnyMove>) -> Vec<String> {
    let steps = path.states.iter().zip(&path.actions);
    steps.map(|(state, &action)| system.action_text(state, action)).collect()
}

/// A move of a strategy, and where to play it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Planned {
    /// The position, drawn.
    pub board: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The result of one claim.
#[derive(Clone, Debug, Serialize)]
pub struct Decided {
    /// Its kind.
    pub kind: ClaimKind,
    /// What is claimed.
    pub claim: String,
    /// Whether it holds; unknown if the search was stopped before that was clear.
    pub holds: Option<bool>,
    /// The number of positions examined.
    #[serde(serialize_with = "text")]
    pub explored: u64,
    /// The number of positions that match.
    #[serde(serialize_with = "option_text")]
    pub matches: Option<u64>,
    /// The moves of the example or counter-example.
    pub path: Option<Vec<String>>,
    /// Its boards.
    pub boards: Option<Vec<String>>,
    /// Where it goes on for ever: the board that the last move leads back to.
    pub back_to: Option<usize>,
    /// The paths to all matches, if [`Claims::all`] is set and there are several.
    pub paths: Option<Vec<Vec<String>>>,
    /// The number of moves within which it can be forced.
    pub moves: Option<u32>,
    /// The strategy, if [`Claims::all`] is set.
    pub strategy: Option<Vec<Planned>>,
    /// The number of moves in the strategy.
    #[serde(skip)]
    pub strategy_size: usize,
    /// The search behind it.
    #[serde(skip)]
    pub report: Report,
}

impl Decided {
    pub(crate) fn new(kind: ClaimKind, claim: String, report: &Report) -> Decided {
        Decided {
            kind,
            claim,
            holds: None,
            explored: report.counts.states,
            matches: None,
            path: None,
            boards: None,
            back_to: None,
            paths: None,
            moves: None,
            strategy: None,
            strategy_size: 0,
            report: report.clone(),
        }
    }

    /// Adds a way that shows it, drawn.
    pub(crate) fn with_way(mut self, way: Option<Way>) -> Decided {
        if let Some(Way { moves, boards, back_to }) = way {
            (self.path, self.boards, self.back_to) = (Some(moves), Some(boards), back_to);
        }
        self
    }

    /// Adds the way to the nearest match, drawn, and the moves to all, if there are several.
    pub(crate) fn with_ways(mut self, nearest: Option<Way>, all: Vec<Vec<String>>) -> Decided {
        self.paths = Some(all).filter(|all| all.len() > 1);
        self.with_way(nearest)
    }

    /// Returns whether a limit left it open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.holds.is_none() || self.kind == ClaimKind::Find && self.report.stopped.is_some()
    }
}

/// The results of several claims.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Whether all claims hold: false if one does not, `None` if one is undecided and none is false.
    pub holds: Option<bool>,
    /// The number of positions that the widest search examined.
    #[serde(serialize_with = "text")]
    pub explored: u64,
    /// The matches of the first claim.
    #[serde(serialize_with = "option_text")]
    pub matches: Option<u64>,
    /// The path of the first claim.
    pub path: Option<Vec<String>>,
    /// The depth limit, if there was one.
    pub depth: Option<u32>,
    /// The result of each claim.
    pub claims: Vec<Decided>,
    /// Whether no limit left a claim open.
    pub complete: bool,
    /// The limit that left one open, if one did.
    #[serde(serialize_with = "option_text")]
    pub stopped: Option<Stopped>,
    /// The bytes that the next step would have needed, if memory was short.
    pub needed: Option<usize>,
    /// The bytes that all of it would have needed, as a guess.
    pub needed_in_all: Option<usize>,
    /// How long it took.
    pub seconds: f64,
}

impl Checked {
    pub(crate) fn new(claims: Vec<Decided>, depth: Option<u32>, seconds: f64) -> Checked {
        let all = claims.iter().map(|claim| claim.holds);
        let holds = match all.clone().any(|holds| holds == Some(false)) {
            true => Some(false),
            false => all.clone().all(|holds| holds.is_some()).then_some(true),
        };
        let short = claims.iter().map(|claim| &claim.report).find(|report| report.needed.is_some());
        Checked {
            holds,
            // Without a claim nothing is explored.
            explored: claims.iter().map(|claim| claim.explored).max().unwrap_or(0),
            matches: claims.first().and_then(|claim| claim.matches),
            path: claims.first().and_then(|claim| claim.path.clone()),
            depth,
            complete: claims.iter().all(|claim| !claim.is_open()),
            stopped: claims.iter().filter(|claim| claim.is_open()).find_map(|claim| claim.report.stopped),
            needed: short.and_then(|report| report.needed),
            needed_in_all: short.and_then(|report| report.needed_in_all),
            claims,
            seconds,
        }
    }
}

/// Decides claims about a system from these starts on.
pub(crate) fn check(
    system: &AnySystem,
    starts: &[AnyState],
    claims: &Claims,
    job: &Job<'_>,
) -> Result<Checked, Failure> {
    let begun = Instant::now();
    let vocabulary = system.vocabulary();
    let forced = |text: &String| forced(&vocabulary, text);
    let forces: Vec<(Player, Expression<'_, AnyState>)> =
        claims.force.iter().map(forced).collect::<Result<_, _>>()?;
    let task = Task { system, starts, claims, job };
    let mut decided = task.common(&vocabulary)?;
    for ((player, goal), text) in forces.iter().zip(&claims.force) {
        decided.push(task.force(*player, goal, text));
    }
    Ok(Checked::new(decided, claims.depth, begun.elapsed().as_secs_f64()))
}

/// What kind of claim, as it was typed, and what it says.
type Claim<'p> = (ClaimKind, String, Property<'p, AnyState>);

/// Claims about one system.
struct Task<'a> {
    system: &'a AnySystem,
    starts: &'a [AnyState],
    claims: &'a Claims,
    job: &'a Job<'a>,
}

impl<'a> Task<'a> {
    /// All claims that need no players.
    fn common(&self, names: &Vocabulary<'_, AnyState>) -> Result<Vec<Decided>, Failure> {
        let claims = self.claims;
        let read = |option: &str, texts: &[String]| -> Result<Vec<_>, Failure> {
            texts.iter().map(|text| names.predicate(text).map_err(|e| wrong(option, &e))).collect()
        };
        let (find, path) = (read("--find", &claims.find)?, read("--path", &claims.path)?);
        let always = read("--always", &claims.always)?;
        let eventually = read("--eventually", &claims.eventually)?;
        let (leads, until) = (read("--leads-to", &claims.leads_to)?, read("--until", &claims.until)?);
        let mut all: Vec<Claim<'_>> = Vec::new();
        if !claims.all {
            all.extend(single(ClaimKind::Find, &claims.find, &find, |e| Property::Sometimes(e)));
        }
        all.extend(single(ClaimKind::Always, &claims.always, &always, |e| Property::Always(e)));
        all.extend(single(ClaimKind::Eventually, &claims.eventually, &eventually, |e| {
            Property::Eventually(e)
        }));
        all.extend(double(ClaimKind::LeadsTo, " leads to ", &claims.leads_to, &leads, |e, then| {
            Property::LeadsTo(e, then)
        }));
        all.extend(double(ClaimKind::Until, " until ", &claims.until, &until, |e, then| {
            Property::Until(e, then)
        }));
        if claims.no_deadlock {
            all.push((ClaimKind::NoDeadlock, "no deadlock".to_string(), Property::NoDeadlock));
        }
        let mut decided = Vec::new();
        if claims.all {
            let found = find.iter().zip(&claims.find);
            decided.extend(found.map(|(goal, text)| self.find_all(&**goal, text)));
        }
        decided.extend(self.decide(&all));
        if !path.is_empty() {
            decided.push(self.path(&path));
        }
        Ok(decided)
    }

    /// Returns a search within the limits of the job, to the depth and with the store of the claims.
    fn explorer<'e>(&self, watch: &'e dyn Fn(&Progress)) -> Explorer<'e, AnySystem, AnySystem>
    where
        'a: 'e,
    {
        let index = Some(self.system).filter(|system| game::Indexed::size(*system).is_some());
        // Many ways back are found at once only where every position is kept.
        let whole = self.claims.all && self.claims.store == Store::Auto;
        let explorer = Explorer::new(self.system)
            .index(index)
            .store(if whole { Store::Exact } else { self.claims.store })
            .limits(&self.job.limits)
            .watch(watch)
            .starting_from(self.starts);
        self.claims.depth.into_iter().fold(explorer, Explorer::depth)
    }

    /// Tells how far a search has come.
    fn watch(&self) -> impl Fn(&Progress) {
        |so_far| self.job.say(&|| how_far(so_far))
    }

    /// Decides in one search everything that can be.
    fn decide(&self, claims: &[Claim<'_>]) -> Vec<Decided> {
        if claims.is_empty() {
            return Vec::new();
        }
        let watch = self.watch();
        let checker =
            claims.iter().fold(Checker::new(self.explorer(&watch)), |checker, (_, text, property)| {
                checker.claim(text.clone(), *property)
            });
        let (findings, report) = checker.run();
        let decided = |((kind, _, property), finding): (&Claim<'_>, &Finding<_, _>)| {
            let mut decided = Decided::new(*kind, finding.label.clone(), &report);
            decided.holds = verdict(property, finding.verdict, &report);
            if *kind == ClaimKind::Find {
                decided.matches = Some(u64::from(decided.holds == Some(true)));
            }
            let witness = finding.witness.as_ref();
            decided.with_way(witness.map(|w| Way::of(self.system, &w.path, w.back_to)))
        };
        claims.iter().zip(&findings).map(decided).collect()
    }

    fn find_all(&self, goal: &Predicate<'_, AnyState>, text: &str) -> Decided {
        let watch = self.watch();
        let explorer = self.explorer(&watch);
        let found = find_nearest(&explorer, goal, MOST);
        let mut report = found.exploration.report.clone();
        let (mut first, mut all, mut room) = (None, Vec::new(), found.room());
        for path in found.paths() {
            let bytes = path.len() * MOVE_BYTES;
            if bytes > room && first.is_some() {
                report.stopped = report.stopped.or(Some(Stopped::Memory));
                break;
            }
            room = room.saturating_sub(bytes);
            first.get_or_insert_with(|| Way::of(self.system, &path, None));
            all.push(moves_of(self.system, &path));
        }
        if (all.len() as u64) < found.number.min(MOST as u64) {
            // Memory limits how many are noted, and time how many paths are found.
            let is_short = all.len() == found.noted();
            let why = if is_short { Stopped::Memory } else { Stopped::Time };
            report.stopped = report.stopped.or(self.job.limits.exceeded(0)).or(Some(why));
        }
        let mut decided = Decided::new(ClaimKind::Find, text.to_string(), &report);
        decided.holds = settled(found.number > 0, &report);
        decided.matches = Some(found.number);
        decided.with_ways(first, all)
    }

    fn path(&self, predicates: &[Expression<'_, AnyState>]) -> Decided {
        let predicates: Vec<&Predicate<'_, AnyState>> = predicates.iter().map(|e| &**e as _).collect();
        let (path, report) = path_meeting(&self.explorer(&self.watch()), &predicates);
        let mut decided = Decided::new(ClaimKind::Path, self.claims.path.join(", then "), &report);
        decided.holds = settled(path.is_some(), &report);
        decided.with_way(path.map(|path| Way::of(self.system, &path, None)))
    }

    fn force(&self, player: Player, goal: &Expression<'_, AnyState>, text: &str) -> Decided {
        let is_own = |state: &AnyState| self.system.turn(state) == Some(player);
        let watch = self.watch();
        let forced = can_force_with(&self.explorer(&watch), &is_own, &|state| goal(state));
        let mut decided = Decided::new(ClaimKind::Force, text.to_string(), &forced.graph().report);
        let within = forced.moves.filter(|&moves| self.claims.depth.is_none_or(|depth| moves <= depth));
        decided.holds = settled(within.is_some(), &forced.graph().report);
        if within.is_none() {
            return decided;
        }
        decided.moves = within;
        let plan = forced.plan();
        decided.strategy_size = plan.len();
        let planned = |(state, mv): &(AnyState, AnyMove)| Planned {
            board: self.system.board_text(state),
            mv: self.system.action_text(state, *mv),
        };
        let plan: Vec<Planned> =
            plan.iter().take(if self.claims.all { MOST } else { 0 }).map(planned).collect();
        decided.strategy = Some(plan).filter(|plan| !plan.is_empty());
        let line = forced.line();
        decided.with_way(line.map(|line| Way::of(self.system, &line, None)))
    }
}

/// Claims with one expression each.
fn single<'p>(
    kind: ClaimKind,
    texts: &'p [String],
    expressions: &'p [Expression<'p, AnyState>],
    property: impl Fn(&'p Predicate<'p, AnyState>) -> Property<'p, AnyState>,
) -> impl Iterator<Item = Claim<'p>> {
    texts.iter().zip(expressions).map(move |(text, e)| (kind, text.clone(), property(&**e)))
}

/// Claims with two expressions each, in words joined so.
fn double<'p>(
    kind: ClaimKind,
    joint: &'p str,
    texts: &'p [String],
    expressions: &'p [Expression<'p, AnyState>],
    property: impl Fn(&'p Predicate<'p, AnyState>, &'p Predicate<'p, AnyState>) -> Property<'p, AnyState>,
) -> impl Iterator<Item = Claim<'p>> {
    let pairs = texts.chunks_exact(2).zip(expressions.chunks_exact(2));
    pairs.map(move |(text, e)| (kind, text.join(joint), property(&*e[0], &*e[1])))
}

/// Whether a claim holds as far as was asked: if nothing but the depth limit ended the search, that decides what is about
/// single positions.
fn verdict(property: &Property<'_, AnyState>, verdict: Verdict, report: &Report) -> Option<bool> {
    match verdict {
        Verdict::Holds => Some(true),
        Verdict::Fails => Some(false),
        Verdict::Unknown if report.stopped.is_none() && property.is_local() => {
            Some(!matches!(property, Property::Sometimes(_)))
        }
        Verdict::Unknown => None,
    }
}

/// What was looked for is there, or is not; if the search was stopped, what was not found may yet be.
pub(crate) fn settled(found: bool, report: &Report) -> Option<bool> {
    (found || report.stopped.is_none()).then_some(found)
}

/// `x:EXPR`: who is to force what.
fn forced<'a>(
    names: &Vocabulary<'a, AnyState>,
    text: &str,
) -> Result<(Player, Expression<'a, AnyState>), Failure> {
    // Without a colon all of it is taken for the player, and turned down.
    let end = text.find(':').unwrap_or(text.len());
    let player = match text[..end].trim().to_lowercase().as_str() {
        "x" | "first" => Player::First,
        "o" | "second" => Player::Second,
        _ => {
            let problem = "it must begin with a player";
            let help = "x: or o:, and what that player shall bring about, for example x:winner = x";
            return Err(wrong("--force", &SyntaxError::new(text, 0..end, problem, help)));
        }
    };
    let start = (end + 1).min(text.len());
    let goal = names.predicate(&text[start..]).map_err(|mistake| {
        let place = mistake.place.start + start..mistake.place.end + start;
        wrong("--force", &SyntaxError { text: text.to_string(), place, ..mistake })
    })?;
    Ok((player, goal))
}

/// A mistake in what was given with an option.
pub(crate) fn wrong(option: &str, mistake: &SyntaxError) -> Failure {
    Failure::new(format!("{option}: {mistake}"))
}
