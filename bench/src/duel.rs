//! Matches between two players of lines: the whole of one against a fraction of it.

use std::process::ExitCode;
use std::time::Instant;

use game::{Limits, Lines, Outcome, Player, Random};
use registry::{Capabilities, LinesTask, Visitor};
use search::lines::{Tactician, Why};

/// The weaker player gets nodes divided by this, and does not look for threats.
const HANDICAP: u64 = 50;

/// Plays a match and prints how it ended.
pub(crate) fn play(game: &str, games: &str, nodes: &str) -> ExitCode {
    let (Ok(spec), Ok(games), Ok(nodes)) = (games::read(game), games.parse(), nodes.parse()) else {
        eprintln!("usage: bench duel GAME GAMES NODES, as in `bench duel mnk:9,9,5 20 500000`");
        return ExitCode::from(2);
    };
    match games::visit(game, Duel { games, nodes }) {
        Ok(Some(result)) => {
            println!("{spec}: {result}");
            ExitCode::SUCCESS
        }
        Err(mistake) => {
            eprintln!("{mistake}");
            ExitCode::from(2)
        }
        Ok(None) => {
            eprintln!("{spec} is not a game of lines; mnk, gomoku and cube are");
            ExitCode::from(2)
        }
    }
}

/// The match to play.
#[derive(Clone, Copy)]
struct Duel {
    games: u64,
    nodes: u64,
}

impl Visitor for Duel {
    type Output = Option<String>;

    fn game<G: game::Playable + Capabilities>(self, game: G) -> Option<String> {
        game.with_lines(self).flatten()
    }

    fn system<S: game::System>(self, _: S) -> Option<String> {
        None
    }
}

impl<S: game::System> LinesTask<S> for Duel {
    type Output = Option<String>;

    fn run<G: Lines<State = S::Configuration, Move = S::Action>>(self, game: &G) -> Option<String> {
        let players = [Tactician::new(game)?, Tactician::new(game)?.without_threats()];
        let mut tally = Tally::default();
        for number in 0..self.games {
            let opening = opening(game, number / 2);
            let strong = if number % 2 == 0 { Player::First } else { Player::Second };
            let outcome = self.play(game, &players, opening, strong, &mut tally.moves);
            tally.add(outcome, strong);
        }
        Some(tally.to_string())
    }
}

impl Duel {
    /// Plays a game to its end.
    fn play<G: Lines>(
        self,
        game: &G,
        players: &[Tactician<'_, G>; 2],
        mut state: G::State,
        strong: Player,
        moves: &mut Moves,
    ) -> Option<Outcome> {
        loop {
            if let Some(outcome) = game.outcome(&state) {
                return Some(outcome);
            }
            let is_strong = game.turn(&state) == strong;
            let nodes = if is_strong { self.nodes } else { self.nodes / HANDICAP };
            let begun = Instant::now();
            let decision = players[usize::from(!is_strong)].choose(&state, &Limits::default().nodes(nodes));
            if let (true, Why::Seems { plies, .. }) = (is_strong, decision.why) {
                moves.add(plies, decision.nodes, begun.elapsed().as_secs_f64());
            }
            game.play(&mut state, decision.best?);
        }
    }
}

/// Returns the position after two to four random moves: the first where many lines cross, the others on a line with all
/// before.
fn opening<G: Lines>(game: &G, seed: u64) -> G::State {
    let mut random = Random::new(seed);
    let mut state = game.initial();
    let Some(board) = game.line_board() else { return state };
    let crossing = |square: usize| board.lines.iter().filter(|line| line.contains(&square)).count();
    let most = (0..board.squares).map(crossing).max().unwrap_or(0);
    let mut taken: Vec<usize> = Vec::new();
    for _ in 0..2 + random.below(3) {
        let meets = |a, b| board.lines.iter().any(|line| line.contains(&a) && line.contains(&b));
        let good = |square| crossing(square) == most && taken.iter().all(|&other| meets(square, other));
        let Some(mv) = random.choose(game.moves(&state).filter(|&mv| good(game.square_of(mv)))) else {
            break;
        };
        taken.push(game.square_of(mv));
        game.play(&mut state, mv);
    }
    state
}

/// How the games ended, for the stronger player.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    moves: Moves,
}

impl Tally {
    fn add(&mut self, outcome: Option<Outcome>, strong: Player) {
        match outcome {
            Some(Outcome::Win(player)) if player == strong => self.won += 1,
            Some(Outcome::Win(_)) => self.lost += 1,
            Some(Outcome::Draw) | None => self.drawn += 1,
        }
    }
}

/// The cost of looking ahead.
#[derive(Default)]
struct Moves {
    count: u32,
    plies: u32,
    nodes: u64,
    seconds: f64,
}

impl Moves {
    fn add(&mut self, plies: u32, nodes: u64, seconds: f64) {
        self.count += 1;
        self.plies += plies;
        self.nodes += nodes;
        self.seconds += seconds;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { won, drawn, lost, moves } = self;
        let depth = f64::from(moves.plies) / f64::from(moves.count.max(1));
        let speed = moves.nodes as f64 / moves.seconds.max(1e-9) / 1e3;
        write!(
            f,
            "{won} won, {drawn} drawn, {lost} lost; looked {depth:.1} plies ahead, {speed:.0} thousand nodes/s"
        )
    }
}
