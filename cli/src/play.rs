//! `morpion play`: a game at the terminal.

use std::fs::{File, TryLockError};
use std::io::{BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arena::{AnyGame, AnyMove, AnyState, Engines, Strength, Who, error_text};
use catalogue::numbers::counted;
use catalogue::{Catalogue, Opened};
use game::{Game, Limits, Notation};
use terminal::plain::{self, Left};
use terminal::{Session, Setup, screen};

use crate::answer::Failure;
use crate::files;
use crate::play_args::PlayArgs;
use crate::play_file::Saved;
use crate::position;
use crate::programs;
use crate::signals::interrupt;

/// Plays, and says with the exit code whether the game was stopped from outside.
pub fn run(args: &PlayArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    match saved(args)? {
        None => begin(args, games),
        Some(saved) if saved.count() == 1 && args.pick.is_none_or(|pick| pick == 1) => {
            resume(&saved, 0, args, games)
        }
        Some(saved) => one_of(&saved, args, games),
    }
}

/// The file with the game to go on with, if there is one.
fn saved(args: &PlayArgs) -> Result<Option<Saved<'_>>, Failure> {
    match (&args.resume, &args.record) {
        (Some(place), _) => Saved::read("--resume", place).map(Some),
        (None, Some(place)) if has_game(place) => {
            let given = [("--board", args.board.is_some()), ("--moves", args.moves.is_some())];
            if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
                let help = format!("leave out {option} to resume it, or name another file");
                return Err(files::wrong("--record", place, format_args!("there is a game in it; {help}")));
            }
            Saved::read("--record", place).map(Some)
        }
        _ if args.pick.is_some() => Err(Failure::new("--pick: name the file with --resume FILE")),
        _ => Ok(None),
    }
}

/// Begins a game.
fn begin(args: &PlayArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    // Without a name, the first game is played, as the help says.
    let opened = games.open(args.game.as_deref().unwrap_or(first(games)))?;
    let (game, engines) = players(&opened, args)?;
    let start = match &args.board {
        Some(place) => position::drawn(&opened, place)?,
        None => game.initial(),
    };
    let (moves, mut states) = line(&game, &start, args)?;
    let last = states.pop().expect("a line has one position more than moves");
    let setup = setup(args, games, &opened, [None, None], || strongest(&engines, &last));
    let session = Session::after_moves(&game, engines, setup, start, &moves);
    play(session.expect("only legal moves are read"), args, args.record.as_deref())
}

/// The moves that are made already, and the positions before, between and after them.
fn line(game: &AnyGame, start: &AnyState, args: &PlayArgs) -> Result<(Vec<AnyMove>, Vec<AnyState>), Failure> {
    // No moves lead from the start to the start.
    let text = args.moves.as_deref().unwrap_or("");
    game.parse_line_from(start, text)
        .map_err(|mistake| Failure::new(format!("--moves: {}", mistake.shown_in(text))))
}

/// Goes on with a game.
fn resume(saved: &Saved<'_>, number: usize, args: &PlayArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    let opened = saved.open(number, args, games)?;
    let (game, engines) = players(&opened, args)?;
    let start = game.initial();
    let strongest = || strongest(&engines, &start);
    let setup = |before| setup(args, games, &opened, before, strongest);
    let mut session = saved.session(number, &game, engines.clone(), args, setup)?;
    if let Ok(record) = saved.record(number) {
        session.is_on_file(record.clone());
    }
    // A file with other games is not replaced by one of them.
    let place = args.resume.as_deref().or(args.record.as_deref()).filter(|_| saved.count() == 1);
    play(session, args, place)
}

/// Goes on with one of several games: the one that was named, or those that are chosen one after the other.
fn one_of(saved: &Saved<'_>, args: &PlayArgs, games: &Catalogue) -> Result<ExitCode, Failure> {
    let count = saved.count();
    match args.pick {
        Some(pick) if pick as usize <= count => return resume(saved, pick as usize - 1, args, games),
        Some(pick) => {
            return Err(Failure::new(format!(
                "--pick {pick}: the file has {}",
                counted(count, "game", "games")
            )));
        }
        None if args.record.is_some() => {
            let (program, place) = (games.program(), saved.place().display());
            let help = format!("`{program} play --resume {place}` opens them");
            return Err(saved.wrong(format_args!(
                "the file has {count} games, and --record keeps one; name another file ({help})"
            )));
        }
        None => {}
    }
    if !has_screen(args) {
        const SHOWN: usize = 20;
        let lines: Vec<String> = saved.lines().into_iter().take(SHOWN).collect();
        let more = if count > SHOWN { "\n…" } else { "" };
        let lines = lines.join("\n") + more;
        return Err(saved.wrong(format_args!("the file has {count} games; --pick N chooses one:\n{lines}")));
    }
    let (stop, mut marked) = (interrupt(), 0);
    loop {
        let chosen = screen::choose("Which game?", &saved.lines(), marked, &stop);
        match chosen.map_err(|error| no_screen(&error))? {
            Some(number) => {
                marked = number;
                resume(saved, number, args, games)?;
            }
            None => return Ok(exit_code(stop.is_stopped())),
        }
    }
}

/// Plays a game, and keeps it in a file.
fn play(mut session: Session<'_>, args: &PlayArgs, place: Option<&Path>) -> Result<ExitCode, Failure> {
    let mut reserved = place.map(|place| reserve(place, args)).transpose()?.flatten();
    if let Some(place) = place {
        if let Some(file) = reserved.as_mut().filter(|file| is_empty(file)) {
            let record = session.record();
            kept(file.write_all(record.text_for(place).as_bytes()), args)?;
            session.is_on_file(record);
        }
        session.keep_in(place.to_path_buf());
    }
    let code = if has_screen(args) { on_screen(session, args) } else { by_lines(session, args) };
    programs::finish();
    code
}

/// Whether there is anything in a file.
fn has_game(place: &Path) -> bool {
    std::fs::metadata(place).is_ok_and(|there| there.is_file() && there.len() > 0)
}

/// Reserves a file of records until it is dropped, so that no other program plays the game in it: the one that ends
/// last would erase what the other has played. Nothing is reserved if it is a pipe, or where files cannot be reserved.
fn reserve(place: &Path, args: &PlayArgs) -> Result<Option<File>, Failure> {
    let option = option(args);
    if std::fs::metadata(place).is_ok_and(|there| !there.is_file()) {
        return Ok(None);
    }
    let opened = File::options().read(true).write(true).create(true).truncate(false).open(place);
    // What may only be read is still replaced, where the folder allows it.
    let file =
        opened.or_else(|_| File::open(place)).map_err(|error| files::unwritable(option, place, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(files::wrong(option, place, "another program plays the game in this file; name another"))
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

fn is_empty(file: &File) -> bool {
    file.metadata().is_ok_and(|of| of.len() == 0)
}

/// Whether the whole screen can be used. A terminal that is typed on is not needed where something else is read from
/// the standard input: keys are then read from the terminal of the process.
fn has_screen(args: &PlayArgs) -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let is_read = args.board.as_deref().is_some_and(|place| place == Path::new("-"));
    let is_terminal = std::io::stdout().is_terminal() && (is_read || std::io::stdin().is_terminal());
    is_terminal && !args.plain && !is_dumb
}

/// A game and its engines; a puzzle as a game that is played alone.
fn players(opened: &Opened, args: &PlayArgs) -> Result<(Arc<AnyGame>, Engines), Failure> {
    if let Some((game, engines)) = opened.variant.players() {
        let named = args.first.iter().chain(&args.second);
        let engines = programs::with_programs(engines, opened, named, &args.program)?;
        return Ok((Arc::new(game), engines));
    }
    let (game, engines) = opened.variant.puzzle().expect("a variant is a game or a puzzle");
    let named = [("--first", args.first.is_some()), ("--second", args.second.is_some())];
    let named = named.into_iter().chain([("--level", args.level.is_some())]).find(|(_, named)| *named);
    match named {
        Some((option, _)) => {
            Err(Failure::new(format!("{option}: {opened} is a puzzle, which is played alone; leave it out")))
        }
        None => Ok((Arc::new(game), engines)),
    }
}

/// Returns the game that is played where none is named: the first short name, or the first game.
pub fn first(games: &Catalogue) -> &'static str {
    let abouts = || games.entries().iter().map(|entry| entry.about);
    let aliases = abouts().take(1).flat_map(|about| about.aliases.iter().map(|alias| alias.name));
    // A catalogue without games cannot open this either, and says so.
    aliases.chain(abouts().map(|about| about.name)).next().unwrap_or("")
}

/// Who plays: the players named, or else those before, or else a person against the engine.
fn setup(
    args: &PlayArgs,
    games: &Catalogue,
    opened: &Opened,
    before: [Option<Who>; 2],
    strongest: impl FnOnce() -> Who,
) -> Setup {
    let [first, second] = before;
    // What the options and the saved game leave open: a person begins.
    let first = args.first.clone().or(first).unwrap_or(Who::Human);
    let second = args.second.clone().or(second).or(args.level.map(Who::Level));
    // A person wants to play: if not first, then second. A puzzle has no second player.
    let plays_second = first != Who::Human || !opened.variant.is_game();
    // Asked only where it matters, since it may take half a second.
    let is_perfect = |who: &Who| *who == Who::Perfect;
    let matters = second.is_none() && !plays_second || second.iter().chain([&first]).any(is_perfect);
    let strongest = matters.then(strongest);
    let is_solved = strongest.as_ref().map(is_perfect);
    // What the help says of a second player who is not named.
    let second = second.unwrap_or_else(|| match plays_second {
        true => Who::Human,
        false => strongest.expect("it matters where an engine plays second and none is named"),
    });
    let time = [args.clock.control(); 2];
    let setup = Setup::new(opened.to_string(), [first, second]).program(games.program());
    // Where no engine that may be called perfect plays, it is not asked for.
    let is_solved = is_solved.unwrap_or(true);
    Setup { time, seed: args.seed, is_solved, ..setup }
}

/// The strongest opponent: a perfect one where the start is solved at once, elsewhere an engine that says how long it
/// thinks.
fn strongest(engines: &Engines, start: &AnyState) -> Who {
    const TIME: Duration = Duration::from_millis(500);
    const NODES: u64 = 500_000;
    let limits = Limits::default().time(TIME).memory(128 << 20);
    match engines.solve(start, &limits.nodes(NODES)).verdict() {
        Some(_) => Who::Perfect,
        None => {
            let time = Some(Duration::from_secs(2));
            Who::Engine(Strength { nodes: None, depth: None, time, blunders: 0 })
        }
    }
}

fn by_lines(session: Session<'_>, args: &PlayArgs) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout();
    let input = BufReader::new(std::io::stdin());
    let left = plain::run(session, input, &mut out, &interrupt()).or_else(|error| match error.kind() {
        // A reader who has closed the pipe has left.
        std::io::ErrorKind::BrokenPipe => Ok(Left::Quit),
        std::io::ErrorKind::Other => kept(Err(error), args).map(|()| Left::Quit),
        _ => Err(Failure::new(format!("cannot write to the standard output: {}", error_text(&error)))),
    })?;
    Ok(exit_code(left == Left::Stopped))
}

fn on_screen(session: Session<'_>, args: &PlayArgs) -> Result<ExitCode, Failure> {
    let stop = interrupt();
    let (session, shown) = screen::run(session, &stop);
    // What was played is kept, also where the terminal is gone.
    kept(session.keep(), args)?;
    shown.map_err(|error| no_screen(&error))?;
    let table = session.table();
    let mut out = std::io::stdout().lock();
    let board = table.game().board_text(table.state());
    let ending = table.ending().map_or("left unfinished".to_string(), |ending| ending.to_string());
    let moves = session.history().join(" ");
    // The game is over, whether or not anybody reads this.
    let _ = write!(out, "{}\n{}: {ending}\n{moves}\n", board.trim_end(), session.setup().name);
    Ok(exit_code(stop.is_stopped()))
}

fn no_screen(error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot use the terminal: {}; --plain plays line by line", error_text(error)))
}

fn exit_code(is_stopped: bool) -> ExitCode {
    if is_stopped { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// The option that names the file of the game.
fn option(args: &PlayArgs) -> &'static str {
    if args.resume.is_some() { "--resume" } else { "--record" }
}

/// Reports that the game could not be saved.
fn kept(saved: std::io::Result<()>, args: &PlayArgs) -> Result<(), Failure> {
    saved.map_err(|error| match args.resume.as_deref().or(args.record.as_deref()) {
        Some(place) => files::unwritable(option(args), place, &error),
        None => Failure::new(error_text(&error)),
    })
}
