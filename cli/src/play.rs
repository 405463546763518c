//! `morpion play`: a game at the terminal.

use std::io::{BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use arena::{AnyGame, Engines, Record, Who, check_writable};
use catalogue::{Catalogue, Opened};
use game::{Notation, shortened};
use terminal::plain::{self, Left};
use terminal::{Session, Setup, screen};

use crate::answer::Failure;
use crate::play_args::PlayArgs;
use crate::progress::interrupt;
use crate::solve;

/// Plays, and says with the exit code whether the game was stopped from outside.
pub fn run(args: &PlayArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    let opened = solve::game(args.game.as_deref().unwrap_or(first(games)), games)?;
    let players = opened.variant.players();
    let (game, engines) = players.ok_or_else(|| Failure::new(format!("{opened} has no players")))?;
    let game = Arc::new(game);
    let mut session = match &args.record {
        Some(place) if place.is_file() => resumed(&game, engines, args, (&opened, games), place)?,
        _ => Session::new(&game, engines, setup(args, &opened, [None; 2])),
    };
    if let Some(place) = &args.record {
        kept(check_writable(place), args)?;
        session.keep_in(place.clone());
    }
    let terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if args.plain || !terminal { by_lines(session, args) } else { on_screen(session, args) }
}

/// The game that is played where none is named: the first short name, or the first game.
pub fn first(games: &Catalogue) -> &'static str {
    let abouts = || games.entries().iter().map(|entry| entry.about);
    let aliases = abouts().take(1).flat_map(|about| about.aliases.iter().map(|alias| alias.name));
    aliases.chain(abouts().map(|about| about.name)).next().unwrap_or("")
}

/// Who plays: whoever was named, or else played before, or else a person against the engine.
fn setup(args: &PlayArgs, opened: &Opened, before: [Option<Who>; 2]) -> Setup {
    let engine = args.level.map_or(Who::Perfect, Who::Level);
    let first = args.first.or(before[0]).unwrap_or(Who::Human);
    // Somebody wants to play: if not first, then second.
    let rest = if first == Who::Human || args.level.is_some() { engine } else { Who::Human };
    let second = args.second.or(before[1]).unwrap_or(rest);
    let time = [args.clock.control(); 2];
    Setup { time, seed: args.seed, ..Setup::new(opened.to_string(), [first, second]) }
}

/// Goes on with the game in a file.
fn resumed<'g>(
    game: &'g Arc<AnyGame>,
    engines: Engines,
    args: &PlayArgs,
    (opened, games): (&Opened, &Catalogue),
    place: &Path,
) -> Result<Session<'g>, Failure> {
    let wrong = |why: String| Failure::new(format!("{}: {why}", place.display()));
    let bytes = std::fs::read(place).map_err(|why| wrong(why.to_string()))?;
    let text = String::from_utf8_lossy(&bytes);
    let loaded = Record::load(&**game, &text);
    // A game of another name is told before what is wrong with its moves.
    let name = loaded.as_ref().map_or_else(|damage| &damage.saved.game, |replayed| &replayed.record.game);
    match games.open(name) {
        Ok(other) if other.to_string() != opened.to_string() => {
            return Err(wrong(format!(
                "this is a game of {name}: {} play {name} --record …",
                games.program()
            )));
        }
        Err(mistake) if !name.is_empty() => {
            return Err(wrong(format!("`game: {}`: {mistake}", shortened(name))));
        }
        _ => {}
    }
    let replayed = loaded.map_err(|damage| wrong(damage.to_string()))?;
    if args.clock.control().is_limited() && replayed.record.time != [args.clock.control(); 2] {
        let help = "leave out --time and --move-time to go on with it";
        return Err(wrong(format!("this game has other times, {}; {help}", replayed.record.time[0])));
    }
    let Record { players, time, headers, .. } = replayed.record;
    let before = [0, 1].map(|side| players[side].parse().ok());
    let mut setup = Setup { time, headers, ..setup(args, opened, before) };
    for (side, (name, named)) in players.into_iter().zip([args.first, args.second]).enumerate() {
        setup.names[side] = Some(name).filter(|name| named.is_none() && !name.is_empty());
    }
    Ok(Session::resumed(game, engines, setup, replayed.table))
}

fn by_lines(session: Session<'_>, args: &PlayArgs) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout();
    let input = BufReader::new(std::io::stdin());
    let left = plain::run(session, input, &mut out, &interrupt()).or_else(|error| match error.kind() {
        // Whoever has seen enough and closed the pipe has left.
        std::io::ErrorKind::BrokenPipe => Ok(Left::Quit),
        std::io::ErrorKind::Other => kept(Err(error), args).map(|()| Left::Quit),
        _ => Err(Failure::new(format!("cannot write: {error}"))),
    })?;
    Ok(if left == Left::Stopped { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn on_screen(session: Session<'_>, args: &PlayArgs) -> Result<ExitCode, Failure> {
    let stop = interrupt();
    let (session, shown) = screen::run(session, &stop);
    // What was played is kept, also where the terminal is gone.
    kept(session.keep(), args)?;
    shown.map_err(|error| {
        Failure::new(format!("cannot use the terminal: {error}; --plain plays line by line"))
    })?;
    let table = session.table();
    let mut out = std::io::stdout().lock();
    let board = table.game().board_text(table.state());
    let ending = table.ending().map_or("left unfinished".to_string(), |ending| ending.to_string());
    let moves = session.history().join(" ");
    // The game is over, whether or not anybody reads this.
    let _ = write!(out, "{}\n{}: {ending}\n{moves}\n", board.trim_end(), session.setup().name);
    Ok(if stop.is_stopped() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn kept(saved: std::io::Result<()>, args: &PlayArgs) -> Result<(), Failure> {
    let place = args.record.as_ref().map_or(String::new(), |place| place.display().to_string());
    saved.map_err(|error| Failure::new(format!("--record {place}: {error}")))
}
