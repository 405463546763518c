//! `morpion check`: claims about everything that can happen.

use explore::{
    Checker, Explorer, Expression, Finding, Path, Predicate, Property, Report, Verdict, Vocabulary,
    can_force_watched, find_with, path_meeting,
};
use game::{Indexed, Limits, Mistake, Playable, Player, System};
use games::registry::{Catalogued, Spec, Visitor};

use super::answer::{Answer, Failure};
use super::args::{CheckArgs, Keep};
use super::check_report::{Answered, Kind, Outcome, Way};
use super::progress::{Progress, limits_of};
use super::units::{about, thousands};

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
    let outcomes = spec.visit(Check { args, limits: limits_of(args.memory, args.time) })?;
    Ok(Answered { spec: &spec, args, outcomes }.answer())
}

/// So many matches are kept with their paths, and so many moves of a strategy.
const MOST: usize = 100_000;

struct Check<'a> {
    args: &'a CheckArgs,
    limits: Limits,
}

type Outcomes = Result<Vec<Outcome>, Failure>;
type State<S> = <S as System>::Configuration;

impl Visitor for Check<'_> {
    type Output = Outcomes;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Outcomes {
        let vocabulary = Vocabulary::of_game(game).and(game.observables());
        let forces: Vec<(Player, Expression<'_, State<G>>)> =
            self.args.force.iter().map(|text| forced(&vocabulary, text)).collect::<Result<_, _>>()?;
        let mut outcomes = self.common(game, &vocabulary)?;
        for ((player, goal), text) in forces.iter().zip(&self.args.force) {
            outcomes.push(self.force(game, *player, goal, text));
        }
        Ok(outcomes)
    }

    fn system<S: Catalogued>(self, system: &S) -> Outcomes {
        if !self.args.force.is_empty() {
            return Err(Failure::new(format!(
                "nobody can force anything in {}: it has no players\nask with --find, --always or --eventually",
                self.args.game
            )));
        }
        self.common(system, &Vocabulary::of_system(system).and(system.observables()))
    }
}

impl Check<'_> {
    /// All claims that need no players.
    fn common<S: Catalogued>(&self, system: &S, names: &Vocabulary<'_, State<S>>) -> Outcomes {
        let args = self.args;
        let read = |option: &str, texts: &[String]| -> Result<Vec<_>, Failure> {
            texts.iter().map(|text| names.predicate(text).map_err(|e| wrong(option, &e))).collect()
        };
        let (find, path) = (read("--find", &args.find)?, read("--path", &args.path)?);
        let (always, eventually) = (read("--always", &args.always)?, read("--eventually", &args.eventually)?);
        let (leads, until) = (read("--leads-to", &args.leads_to)?, read("--until", &args.until)?);
        let mut claims: Vec<(Kind, String, Property<'_, State<S>>)> = Vec::new();
        if !args.all {
            let found = find.iter().zip(&args.find);
            claims.extend(found.map(|(e, text)| (Kind::Find, text.clone(), Property::Sometimes(&**e))));
        }
        claims.extend(
            always
                .iter()
                .zip(&args.always)
                .map(|(e, text)| (Kind::Always, text.clone(), Property::Always(&**e))),
        );
        claims.extend(
            eventually
                .iter()
                .zip(&args.eventually)
                .map(|(e, text)| (Kind::Eventually, text.clone(), Property::Eventually(&**e))),
        );
        let pairs = leads.chunks(2).zip(args.leads_to.chunks(2));
        claims
            .extend(pairs.map(|(e, text)| {
                (Kind::LeadsTo, text.join(" leads to "), Property::LeadsTo(&*e[0], &*e[1]))
            }));
        let pairs = until.chunks(2).zip(args.until.chunks(2));
        claims.extend(
            pairs.map(|(e, text)| (Kind::Until, text.join(" until "), Property::Until(&*e[0], &*e[1]))),
        );
        if args.no_deadlock {
            claims.push((Kind::NoDeadlock, "no deadlock".to_string(), Property::NoDeadlock));
        }
        let mut outcomes = self.decide(system, &claims);
        if args.all {
            let found = find.iter().zip(&args.find);
            outcomes.extend(found.map(|(goal, text)| self.find_all(system, &**goal, text)));
        }
        if !path.is_empty() {
            outcomes.push(self.path(system, &path));
        }
        Ok(outcomes)
    }

    /// A search as it was asked for.
    fn explorer<'s, S: Catalogued>(
        &self,
        system: &'s S,
    ) -> Explorer<'s, S, impl Indexed<Configuration = S::Configuration, Action = <S as System>::Action>> {
        let args = self.args;
        // Many ways back are found at once only where every position is kept.
        let keep = if args.all && matches!(args.store, Keep::Auto) { Keep::Exact } else { args.store };
        let explorer = Explorer::new(system)
            .index(system.as_indexed())
            .store(keep.into())
            .threads(args.threads.into())
            .limits(&self.limits);
        match args.depth {
            Some(depth) => explorer.depth(depth),
            None => explorer,
        }
    }

    /// Decides in one search everything that can be.
    fn decide<S: Catalogued>(
        &self,
        system: &S,
        claims: &[(Kind, String, Property<'_, State<S>>)],
    ) -> Vec<Outcome> {
        if claims.is_empty() {
            return Vec::new();
        }
        let checker =
            claims.iter().fold(Checker::new(self.explorer(system)), |checker, (_, text, property)| {
                checker.claim(text.clone(), *property)
            });
        let (findings, report) = watched(|watch| checker.run_watched(watch));
        let outcome = |((kind, _, property), finding): (&(Kind, String, Property<'_, _>), &Finding<_, _>)| {
            let mut outcome = Outcome::new(*kind, finding.label.clone(), &report);
            outcome.holds = self.verdict(property, finding.verdict, &report);
            let witness = finding.witness.as_ref();
            outcome.way = witness.map(|witness| Way::of(system, &witness.path, witness.back_to));
            if *kind == Kind::Find {
                outcome.matches = Some(u64::from(outcome.holds == Some(true)));
            }
            outcome
        };
        claims.iter().zip(&findings).map(outcome).collect()
    }

    /// Whether a claim holds as far as was asked: if nothing but the depth limit ended the search, that decides what is
    /// about single positions.
    fn verdict<C>(&self, property: &Property<'_, C>, verdict: Verdict, report: &Report) -> Option<bool> {
        match verdict {
            Verdict::Holds => Some(true),
            Verdict::Fails => Some(false),
            Verdict::Unknown if report.stopped.is_none() && property.is_local() => {
                Some(!matches!(property, Property::Sometimes(_)))
            }
            Verdict::Unknown => None,
        }
    }

    fn find_all<S: Catalogued>(&self, system: &S, goal: &Predicate<'_, State<S>>, text: &str) -> Outcome {
        let explorer = self.explorer(system);
        let (found, report) = watched(|watch| find_with(&explorer, goal, MOST, watch));
        let mut outcome = Outcome::new(Kind::Find, text.to_string(), &report);
        outcome.holds = decided(found.number > 0, &report);
        outcome.matches = Some(found.number);
        let mut ways = found.nearest.iter().map(|path| Way::of(system, path, None));
        outcome.way = ways.next();
        outcome.others = ways.collect();
        outcome
    }

    fn path<S: Catalogued>(&self, system: &S, predicates: &[Expression<'_, State<S>>]) -> Outcome {
        let predicates: Vec<&Predicate<'_, State<S>>> = predicates.iter().map(|e| &**e as _).collect();
        let explorer = self.explorer(system);
        let (path, report): (Option<Path<_, _>>, Report) =
            watched(|watch| path_meeting(&explorer, &predicates, watch));
        let mut outcome = Outcome::new(Kind::Path, self.args.path.join(", then "), &report);
        outcome.holds = decided(path.is_some(), &report);
        outcome.way = path.map(|path| Way::of(system, &path, None));
        outcome
    }

    fn force<G: Playable + Catalogued>(
        &self,
        game: &G,
        player: Player,
        goal: &Expression<'_, State<G>>,
        text: &str,
    ) -> Outcome {
        let explorer = self.explorer(game);
        let forced = watched(|watch| can_force_watched(&explorer, player, |state| goal(state), watch));
        let mut outcome = Outcome::new(Kind::Force, text.to_string(), &forced.graph().report);
        let within = forced.moves.filter(|&moves| self.args.depth.is_none_or(|depth| moves <= depth));
        outcome.holds = decided(within.is_some(), &forced.graph().report);
        if let Some(moves) = within {
            outcome.moves = Some(moves);
            outcome.way = forced.line(player).map(|line| Way::of(game, &line, None));
            let plan = forced.plan(player);
            outcome.plan_size = plan.len();
            let shown = if self.args.all { MOST } else { 0 };
            let written = plan.iter().take(shown);
            outcome.plan =
                written.map(|(state, mv)| (game.board_text(state), game.action_text(state, *mv))).collect();
        }
        outcome
    }
}

/// What was looked for is there, or is not; if the search was stopped, what was not found may yet be.
fn decided(found: bool, report: &Report) -> Option<bool> {
    (found || report.stopped.is_none()).then_some(found)
}

/// Does something long with a sign of life.
fn watched<T>(work: impl FnOnce(&mut dyn FnMut(&explore::Progress)) -> T) -> T {
    let mut progress = Progress::new();
    work(&mut |so_far: &explore::Progress| {
        let speed = so_far.per_second() / 1e6;
        let (states, depth) = (thousands(so_far.states), so_far.depth);
        progress
            .show(|| format!("depth {depth}: {states} positions, {speed:.1} M/s, {}", about(so_far.bytes)));
    })
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
