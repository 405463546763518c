//! One game, declared with and without each capability: the answers are the same.

use catalogue::{Claims, Job, Simulate, Survey, TreeRequest, Variant};
use explore::Store;
use game::{
    Evaluate, Game, Indexed, Limits, Notation, Observable, Observe, Outcome, Player, Stop, Stopped, Symmetry,
    System, Threats,
};
use games::mnk::{Mnk, Rule};
use registry::{Capabilities, LinesTask};
use serde_json::json;
use symbolic::Symbolic;

use crate::common::{data, open, rule_name};

type Board = Mnk<u64>;
type State = <Board as Game>::State;
type Move = <Board as Game>::Move;

/// A board that declares what it is told to. Threats are known when it is compiled.
#[derive(Clone)]
struct Declared<const THREATS: bool> {
    game: Board,
    has: Has,
}

#[derive(Clone, Copy, Default, Debug)]
struct Has {
    symmetry: bool,
    index: bool,
    symbolic: bool,
    lines: bool,
    names: bool,
    evaluation: bool,
}

impl<const THREATS: bool> Game for Declared<THREATS> {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        self.game.initial()
    }

    fn turn(&self, state: &State) -> Player {
        self.game.turn(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn moves(&self, state: &State) -> impl Iterator<Item = Move> {
        self.game.moves(state)
    }

    fn play(&self, state: &mut State, mv: Move) {
        self.game.play(state, mv);
    }

    fn ply(&self, state: &State) -> Option<u32> {
        self.game.ply(state)
    }
}

impl<const THREATS: bool> Notation for Declared<THREATS> {
    fn action_text(&self, state: &State, mv: Move) -> String {
        self.game.action_text(state, mv)
    }

    fn board_text(&self, state: &State) -> String {
        self.game.board_text(state)
    }
}

/// What the board knows of its positions.
struct Guess(Option<games::lines::OpenLines<u64>>, Board);

impl<const THREATS: bool> Evaluate<Declared<THREATS>> for Guess {
    fn score(&self, _: &Declared<THREATS>, state: &State) -> i32 {
        self.0.as_ref().map_or(0, |lines| lines.score(&self.1, state))
    }

    fn is_informative(&self) -> bool {
        self.0.is_some()
    }
}

impl<const THREATS: bool> Capabilities for Declared<THREATS> {
    const SEES_THREATS: bool = THREATS;

    fn as_symmetric(&self) -> Option<&impl Symmetry<Configuration = State, Action = Move>> {
        self.has.symmetry.then_some(&self.game)
    }

    fn as_indexed(&self) -> Option<&impl Indexed<Configuration = State, Action = Move>> {
        self.has.index.then_some(&self.game)
    }

    fn as_symbolic(&self) -> Option<&impl Symbolic<Configuration = State, Action = Move>> {
        self.has.symbolic.then_some(&self.game)
    }

    fn as_threats(&self) -> Option<&impl Threats<State = State, Move = Move>> {
        THREATS.then_some(&self.game)
    }

    fn with_lines<T: LinesTask<Self>>(&self, task: T) -> Option<T::Output> {
        self.has.lines.then(|| task.run(&self.game))
    }

    fn names(&self) -> Vec<Observable<'_, State>> {
        if self.has.names { self.game.observables() } else { Vec::new() }
    }

    fn evaluation(&self) -> impl Evaluate<Self> {
        Guess(self.has.evaluation.then(|| self.game.open_lines()), self.game.clone())
    }
}

/// Everything that can be asked, but for what it took.
fn answers(variant: &Variant) -> Vec<(&'static str, serde_json::Value)> {
    let job = Job::default();
    let [start, late] = [None, Some("b2 a1 c3")].map(|moves| variant.position(moves).unwrap());
    let starts = [start.clone()];
    let solved = variant.solve(&late, &job).unwrap();
    let mut judged: Vec<(String, String, Option<u32>)> = Vec::new();
    for found in variant.analyze(&late, &job).unwrap().analysis {
        judged.push((found.mv, found.value, found.plies));
    }
    judged.sort();
    let tree = TreeRequest { depth: None, symmetry: false, alpha_beta_nodes: 1_000_000 };
    let claims = Claims {
        always: vec!["turn = x or ply >= 1".into()],
        force: vec!["x:over".into()],
        ..Claims::default()
    };
    let held: Vec<Option<bool>> =
        variant.check(&starts, &claims, &job).unwrap().claims.iter().map(|decided| decided.holds).collect();
    let simulate = Simulate { games: 200, seed: 3, plies: 100 };
    let (strong, table) = variant.strong(true, &job).unwrap();
    let found = variant.look_up(&table.unwrap(), &late).unwrap();
    vec![
        ("value", json!([variant.solve(&start, &job).unwrap().plies, solved.value, solved.plies])),
        ("moves", json!(judged)),
        ("perft", data(&variant.perft(&starts, 5, false, &job))),
        ("tree", data(&variant.tree(&start, tree, &job).unwrap())),
        ("count", data(&variant.count(None, &Survey::default(), &job))),
        ("explore", data(&variant.explore(None, &Survey::default(), &job))),
        ("check", json!(held)),
        ("simulate", data(&variant.simulate(&starts, simulate, &job))),
        ("strong", json!([strong.plies, strong.positions.to_string(), strong.won.unwrap().to_string()])),
        ("lookup", data(&found)),
    ]
}

fn variants(rule: Rule) -> Vec<(String, Variant)> {
    let none = Has::default();
    let all = Has { symmetry: true, index: true, symbolic: true, lines: true, names: true, evaluation: true };
    let each = [
        none,
        Has { symmetry: true, ..none },
        Has { index: true, ..none },
        Has { symbolic: true, ..none },
        Has { lines: true, ..none },
        Has { names: true, ..none },
        Has { evaluation: true, ..none },
        all,
    ];
    let game = Board::new(3, 3, 3, rule);
    let mut variants = Vec::new();
    for has in each {
        let plain = Variant::of_game(Declared::<false> { game: game.clone(), has });
        variants.push((format!("{has:?}"), plain));
    }
    for has in [none, all] {
        let sharp = Variant::of_game(Declared::<true> { game: game.clone(), has });
        variants.push((format!("threats, {has:?}"), sharp));
    }
    variants
}

#[test]
fn what_is_declared_changes_no_answer() {
    for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
        let expected = answers(&open(&format!("mnk:3,3,3,{}", rule_name(rule))));
        for (name, variant) in variants(rule) {
            variant.laws(5, 1).unwrap_or_else(|broken| panic!("{name}: {broken}"));
            for ((what, found), (_, expected)) in answers(&variant).into_iter().zip(&expected) {
                assert_eq!(&found, expected, "{what} of {rule:?} with {name}");
            }
        }
    }
}

/// Symmetric positions are one where symmetries are known, and only there.
#[test]
fn classes_need_symmetries() {
    let survey = Survey { symmetry: true, ..Survey::default() };
    for (name, variant) in variants(Rule::Normal) {
        let count = variant.count(None, &survey, &Job::default());
        let expected = if name.contains("symmetry: true") { 765 } else { 5478 };
        assert_eq!((count.positions, count.classes), (5478, Some(expected)), "{name}");
        let by_diagrams = variant.count_by_diagrams("it", (false, false), &Job::default());
        assert_eq!(by_diagrams.is_ok(), name.contains("symbolic: true"), "{name}");
    }
}

#[test]
fn whatever_is_declared_moves_are_legal() {
    for (name, variant) in variants(Rule::Normal) {
        let (game, engines) = variant.players().unwrap();
        let mut state = game.initial();
        while game.outcome(&state).is_none() {
            let best = engines.choose(&state, &Limits::default().nodes(200)).best.unwrap();
            assert!(game.is_legal(&state, best), "{name}");
            game.play(&mut state, best);
        }
        assert_eq!(game.actions(&state).count(), 0, "{name}");
    }
}

#[test]
fn a_count_that_is_cut_short_says_what_is_not_whole() {
    let variant = open("mnk:4,4,4");
    let survey = Survey { store: Store::Exact, symmetry: true, ..Survey::default() };
    let count = |limits: Limits| variant.count(None, &survey, &Job::default().limits(limits));
    let whole = count(Limits::default());
    assert_eq!(
        (whole.positions, whole.classes, whole.totals.partial_ply),
        (9_722_011, Some(1_217_977), None)
    );

    // Memory is short for positions, so their classes are not counted.
    let cut = count(Limits::default().memory(16 << 20));
    let ply = cut.totals.partial_ply.unwrap() as usize;
    assert_eq!(cut.totals.by_ply[..ply], whole.totals.by_ply[..ply]);
    assert!(cut.totals.by_ply[ply] < whole.totals.by_ply[ply] && cut.totals.by_ply.len() == ply + 1);
    assert_eq!((cut.totals.complete, cut.classes, cut.classes_so_far), (false, None, None));
    let explored = variant.explore(None, &survey, &Job::default().limits(Limits::default().memory(16 << 20)));
    assert!(explored.totals.partial_ply.is_some() && !explored.totals.complete);

    // There is no time for anything but the start.
    let stop = Stop::new();
    stop.stop();
    let asked = count(Limits::default().stop(stop));
    assert_eq!(
        (asked.positions, asked.totals.stopped, asked.totals.partial_ply),
        (1, Some(Stopped::Asked), None)
    );
    assert_eq!((asked.classes, asked.classes_so_far), (None, None));
}
