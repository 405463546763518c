//! `morpion check`: claims about everything that can happen.

use std::time::Instant;

use explore::{
    Checker, Explorer, Expression, Finding, Predicate, Property, Report, Store, Verdict, Vocabulary,
    can_force_watched, find_with, path_meeting,
};
use game::{Indexed, Mistake, Playable, Player, System};
use games::registry::{Catalogued, Spec, Visitor};

use super::answer::{Answer, Failure};
use super::args::{CheckArgs, Keep};
use super::check_report::{Answered, Kind, Outcome, Way};
use super::survey::{Survey, watched};

pub fn answer(args: &CheckArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    let claims =
        [&args.find, &args.path, &args.always, &args.eventually, &args.leads_to, &args.until, &args.force];
    if claims.iter().all(|claims| claims.is_empty()) && !args.no_deadlock {
        return Err(Failure::new(format!(
            "nothing is claimed about {spec}\nfor example: morpion check {spec} --eventually over; \
             `morpion check --help` lists the kinds of claims"
        )));
    }
    let start = Instant::now();
    let outcomes = spec.visit(Check(args))?;
    Ok(Answered { spec: &spec, args, outcomes, seconds: start.elapsed().as_secs_f64() }.answer())
}

/// So many matches are kept with their paths, and so many moves of a strategy.
const MOST: usize = 100_000;

struct Check<'a>(&'a CheckArgs);

type Outcomes = Result<Vec<Outcome>, Failure>;
type State<S> = <S as System>::Configuration;

impl Visitor for Check<'_> {
    type Output = Outcomes;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Outcomes {
        let vocabulary = Vocabulary::of_game(game).and(game.observables());
        let forces: Vec<(Player, Expression<'_, State<G>>)> =
            self.0.force.iter().map(|text| forced(&vocabulary, text)).collect::<Result<_, _>>()?;
        let task = Task::new(self.0, game)?;
        let mut outcomes = task.common(&vocabulary)?;
        for ((player, goal), text) in forces.iter().zip(&self.0.force) {
            outcomes.push(task.force(*player, goal, text));
        }
        Ok(outcomes)
    }

    fn system<S: Catalogued>(self, system: &S) -> Outcomes {
        if !self.0.force.is_empty() {
            return Err(Failure::new(format!(
                "nobody can force anything in {}: it has no players\nask with --find, --always or --eventually",
                self.0.game
            )));
        }
        Task::new(self.0, system)?.common(&Vocabulary::of_system(system).and(system.observables()))
    }
}

/// Claims about one system.
struct Task<'a, S: Catalogued> {
    args: &'a CheckArgs,
    system: &'a S,
    survey: Survey<'a, S>,
}

/// What kind of claim, as it was typed, and what it says.
type Claim<'p, C> = (Kind, String, Property<'p, C>);

impl<'a, S: Catalogued> Task<'a, S> {
    fn new(args: &'a CheckArgs, system: &'a S) -> Result<Self, Failure> {
        let mut survey = Survey::new(system, &args.searching)?;
        survey.depth = args.depth;
        Ok(Task { args, system, survey })
    }

    /// All claims that need no players.
    fn common(&self, names: &Vocabulary<'_, State<S>>) -> Outcomes {
        let args = self.args;
        let read = |option: &str, texts: &[String]| -> Result<Vec<_>, Failure> {
            texts.iter().map(|text| names.predicate(text).map_err(|e| wrong(option, &e))).collect()
        };
        let (find, path) = (read("--find", &args.find)?, read("--path", &args.path)?);
        let (always, eventually) = (read("--always", &args.always)?, read("--eventually", &args.eventually)?);
        let (leads, until) = (read("--leads-to", &args.leads_to)?, read("--until", &args.until)?);
        let mut claims: Vec<Claim<'_, State<S>>> = Vec::new();
        if !args.all {
            claims.extend(single(Kind::Find, &args.find, &find, |e| Property::Sometimes(e)));
        }
        claims.extend(single(Kind::Always, &args.always, &always, |e| Property::Always(e)));
        claims.extend(single(Kind::Eventually, &args.eventually, &eventually, |e| Property::Eventually(e)));
        let leads_to = |e, then| Property::LeadsTo(e, then);
        claims.extend(double(Kind::LeadsTo, " leads to ", &args.leads_to, &leads, leads_to));
        claims
            .extend(double(Kind::Until, " until ", &args.until, &until, |e, then| Property::Until(e, then)));
        if args.no_deadlock {
            claims.push((Kind::NoDeadlock, "no deadlock".to_string(), Property::NoDeadlock));
        }
        let mut outcomes = Vec::new();
        if args.all {
            let found = find.iter().zip(&args.find);
            outcomes.extend(found.map(|(goal, text)| self.find_all(&**goal, text)));
        }
        outcomes.extend(self.decide(&claims));
        if !path.is_empty() {
            outcomes.push(self.path(&path));
        }
        Ok(outcomes)
    }

    /// A search as it was asked for.
    fn explorer(
        &self,
    ) -> Explorer<'_, S, impl Indexed<Configuration = S::Configuration, Action = <S as System>::Action>> {
        let explorer = self.survey.explorer().index(self.system.as_indexed());
        // Many ways back are found at once only where every position is kept.
        let whole = self.args.all && matches!(self.args.searching.store, Keep::Auto);
        if whole { explorer.store(Store::Exact) } else { explorer }
    }

    /// Decides in one search everything that can be.
    fn decide(&self, claims: &[Claim<'_, State<S>>]) -> Vec<Outcome> {
        if claims.is_empty() {
            return Vec::new();
        }
        let checker = claims.iter().fold(Checker::new(self.explorer()), |checker, (_, text, property)| {
            checker.claim(text.clone(), *property)
        });
        let (findings, report) = watched(|watch| checker.run_watched(watch));
        let outcome = |((kind, _, property), finding): (&Claim<'_, _>, &Finding<_, _>)| {
            let mut outcome = Outcome::new(*kind, finding.label.clone(), &report);
            outcome.holds = verdict(property, finding.verdict, &report);
            let witness = finding.witness.as_ref();
            outcome.way = witness.map(|witness| Way::of(self.system, &witness.path, witness.back_to));
            if *kind == Kind::Find {
                outcome.matches = Some(u64::from(outcome.holds == Some(true)));
            }
            outcome
        };
        claims.iter().zip(&findings).map(outcome).collect()
    }

    fn find_all(&self, goal: &Predicate<'_, State<S>>, text: &str) -> Outcome {
        let explorer = self.explorer();
        let (found, report) = watched(|watch| find_with(&explorer, goal, MOST, watch));
        let mut outcome = Outcome::new(Kind::Find, text.to_string(), &report);
        outcome.holds = decided(found.number > 0, &report);
        outcome.matches = Some(found.number);
        let mut ways = found.nearest.iter().map(|path| Way::of(self.system, path, None));
        outcome.way = ways.next();
        outcome.others = ways.collect();
        outcome
    }

    fn path(&self, predicates: &[Expression<'_, State<S>>]) -> Outcome {
        let predicates: Vec<&Predicate<'_, State<S>>> = predicates.iter().map(|e| &**e as _).collect();
        let explorer = self.explorer();
        let (path, report) = watched(|watch| path_meeting(&explorer, &predicates, watch));
        let mut outcome = Outcome::new(Kind::Path, self.args.path.join(", then "), &report);
        outcome.holds = decided(path.is_some(), &report);
        outcome.way = path.map(|path| Way::of(self.system, &path, None));
        outcome
    }
}

impl<G: Playable + Catalogued> Task<'_, G> {
    fn force(&self, player: Player, goal: &Expression<'_, State<G>>, text: &str) -> Outcome {
        let explorer = self.explorer();
        let forced = watched(|watch| can_force_watched(&explorer, player, |state| goal(state), watch));
        let mut outcome = Outcome::new(Kind::Force, text.to_string(), &forced.graph().report);
        let within = forced.moves.filter(|&moves| self.args.depth.is_none_or(|depth| moves <= depth));
        outcome.holds = decided(within.is_some(), &forced.graph().report);
        if let Some(moves) = within {
            outcome.moves = Some(moves);
            outcome.way = forced.line(player).map(|line| Way::of(self.system, &line, None));
            let plan = forced.plan(player);
            outcome.plan_size = plan.len();
            let written = plan.iter().take(if self.args.all { MOST } else { 0 });
            let texts = |(state, mv): &(State<G>, _)| {
                (self.system.board_text(state), self.system.action_text(state, *mv))
            };
            outcome.plan = written.map(texts).collect();
        }
        outcome
    }
}

/// Claims with one expression each.
fn single<'p, C>(
    kind: Kind,
    texts: &'p [String],
    expressions: &'p [Expression<'p, C>],
    property: impl Fn(&'p Predicate<'p, C>) -> Property<'p, C>,
) -> impl Iterator<Item = Claim<'p, C>> {
    texts.iter().zip(expressions).map(move |(text, e)| (kind, text.clone(), property(&**e)))
}

/// Claims with two expressions each, in words joined so.
fn double<'p, C>(
    kind: Kind,
    joint: &'p str,
    texts: &'p [String],
    expressions: &'p [Expression<'p, C>],
    property: impl Fn(&'p Predicate<'p, C>, &'p Predicate<'p, C>) -> Property<'p, C>,
) -> impl Iterator<Item = Claim<'p, C>> {
    let pairs = texts.chunks_exact(2).zip(expressions.chunks_exact(2));
    pairs.map(move |(text, e)| (kind, text.join(joint), property(&*e[0], &*e[1])))
}

/// Whether a claim holds as far as was asked: if nothing but the depth limit ended the search, that decides what is about
/// single positions.
fn verdict<C>(property: &Property<'_, C>, verdict: Verdict, report: &Report) -> Option<bool> {
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
fn decided(found: bool, report: &Report) -> Option<bool> {
    (found || report.stopped.is_none()).then_some(found)
}

/// `x:EXPR`: who is to force what.
fn forced<'a, C: 'a>(names: &Vocabulary<'a, C>, text: &str) -> Result<(Player, Expression<'a, C>), Failure> {
    let end = text.find(':').unwrap_or(text.len());
    let player = match text[..end].trim().to_lowercase().as_str() {
        "x" | "first" => Player::First,
        "o" | "second" => Player::Second,
        _ => {
            let problem = "it must begin with a player";
            let help = "x: or o:, and what that player shall bring about, for example x:winner = x";
            return Err(wrong("--force", &Mistake::new(text, 0..end, problem, help)));
        }
    };
    let start = (end + 1).min(text.len());
    let goal = names.predicate(&text[start..]).map_err(|mistake| {
        let place = mistake.place.start + start..mistake.place.end + start;
        wrong("--force", &Mistake { text: text.to_string(), place, ..mistake })
    })?;
    Ok((player, goal))
}

/// A mistake in what was given with an option.
fn wrong(option: &str, mistake: &Mistake) -> Failure {
    Failure::new(format!("{option}: {mistake}"))
}
