//! A program with every command, for the games it is given.

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use arena::error_text;
use catalogue::{Catalogue, Entry};
use clap::{CommandFactory, FromArgMatches};
use game::unless_abandoned;

use crate::answer::{Answer, Failure};
use crate::args::{Args, Command};
use crate::{
    analyze, bench, bitmap, check, count, explore, files, games, gomocup_engine, info, judge, laws, pages,
    perft, play, reach, simulate, solve, store, strong, tournament, tree, versus,
};

/// A program that has every command of `morpion`, for the built-in games and for your own.
///
/// ```no_run
/// use catalogue::Entry;
/// # use games::nim::Nim;
/// const ENTRY: Entry = Entry::of::<Nim>();
///
/// fn main() -> std::process::ExitCode {
///     cli::App::bare("takeaway").game(ENTRY).run()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct App {
    name: &'static str,
    games: Catalogue,
    /// The number of games of the program's own: they come before the built-in ones.
    own: usize,
    about: &'static str,
    version: &'static str,
}

impl App {
    /// Creates a program of this name with the built-in games.
    #[cfg(feature = "built-in")]
    #[must_use]
    pub fn new(name: &'static str) -> App {
        App { games: builtin::catalogue(name), ..App::bare(name) }
    }

    /// Creates a program of this name without any game yet.
    #[must_use]
    pub fn bare(name: &'static str) -> App {
        let about = "define a game once; then play it, solve it, explore it, check it, and count it.";
        let version = env!("CARGO_PKG_VERSION");
        App { name, games: Catalogue::new(name, Vec::new()), own: 0, about, version }
    }

    /// Adds a game. A program's own games are listed before the built-in ones, in the order given; `play` plays the first
    /// if no game is named.
    #[must_use]
    pub fn game(mut self, entry: Entry) -> App {
        self.games.insert(self.own, entry);
        self.own += 1;
        self
    }

    /// Sets the description of the program, in one line.
    #[must_use]
    pub fn about(mut self, about: &'static str) -> App {
        self.about = about;
        self
    }

    /// Sets the version of the program, for `--version`: `env!("CARGO_PKG_VERSION")` in your own. The default is the
    /// version of this crate.
    #[must_use]
    pub fn version(mut self, version: &'static str) -> App {
        self.version = version;
        self
    }

    /// Returns why the program cannot run, in words: two games of one name, an example or a default that does not parse.
    /// Empty if it can run.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        self.games.problems_opening(self.own)
    }

    /// Runs the program with the arguments of the process, and returns the exit code. Entries that cannot work are
    /// reported before anything else, with exit code 2.
    #[must_use]
    pub fn run(self) -> ExitCode {
        self.run_on(std::env::args_os())
    }

    /// Runs the program with these arguments, the name of the program first, and returns the exit code.
    #[must_use]
    pub fn run_on(self, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let json = arguments.iter().any(|word| word == "--json");
        // Rules of a text that turn out wrong in the midst of work are a failure as any other.
        let obeyed = unless_abandoned(|| self.obey(arguments)).unwrap_or_else(|wrong| Err(wrong.into()));
        obeyed.unwrap_or_else(|failure| fail(&failure, json))
    }

    /// Does what the arguments ask for. Returns the exit code.
    fn obey(&self, arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(Failure::new(problems.join("\n")));
        }
        let typed = self.command().try_get_matches_from(arguments);
        let args = match typed.and_then(|matches| Args::from_arg_matches(&matches)) {
            Ok(args) => args,
            Err(error) if error.use_stderr() => return Err(refused(&error)),
            // Help and version, which clap prints in colours.
            Err(error) => error.exit(),
        };
        let Some(command) = args.command else {
            return print(&self.welcome(), ExitCode::SUCCESS);
        };
        files::check(&command)?;
        if let Command::Play(args) = &command {
            return play::run(args, &self.games);
        }
        if let Command::Gomocup = &command {
            return gomocup_engine::run(&self.games);
        }
        if let Command::Judge(args) = &command {
            return judge::run(args, &self.games);
        }
        #[cfg(feature = "serve")]
        if let Command::Serve(args) = &command {
            return crate::serve::run(args, &self.games);
        }
        let (answer, json) = self.answer(command)?;
        let code = if answer.complete { ExitCode::SUCCESS } else { ExitCode::from(1) };
        let text = if json { answer.json_line() } else { answer.text };
        print(&text, code)
    }

    /// The arguments, with the name of this program and games that it has.
    fn command(&self) -> clap::Command {
        let program = self.name;
        let examples = self.examples();
        let help = format!(
            "A game is written `name` or `name:parameters`: {examples}. `{program} games` lists them, \
             `{program} info GAME` explains one."
        );
        let command = Args::command().name(program).bin_name(program).version(self.version);
        command.about(sentence(self.about)).after_help(help)
    }

    /// Some names of games, the short ones first.
    fn examples(&self) -> String {
        let abouts = || self.games.entries().iter().map(|entry| entry.about);
        let aliases = abouts().flat_map(|about| about.aliases.iter().map(|alias| alias.name));
        let names = aliases.take(1).chain(abouts().map(registry::About::example)).take(4);
        names.collect::<Vec<_>>().join(", ")
    }

    fn answer(&self, command: Command) -> Result<(Answer, bool), Failure> {
        let games = &self.games;
        Ok(match command {
            Command::Games { json } => (games::answer(games), json),
            Command::Info(args) => (info::answer(&args, games)?, args.json),
            Command::Tree(args) => (tree::answer(&args, games)?, args.json),
            Command::Perft(args) => (perft::answer(&args, games)?, args.json),
            Command::Count(args) => (count::answer(&args, games)?, args.json),
            Command::Solve(args) if !args.strong && args.order.order.is_some() => {
                return Err(Failure::new("--order needs --strong: without it nothing is solved by diagrams"));
            }
            Command::Solve(args) if args.strong => (strong::answer(&args, games)?, args.search.json),
            Command::Solve(args) => (solve::answer(&args, games)?, args.search.json && args.batch.is_none()),
            Command::Analyze(args) => (analyze::answer(&args, games)?, args.search.json),
            Command::Bench { json } => (bench::answer(games)?, json),
            Command::Check(args) => (check::answer(&args, games)?, args.json),
            Command::Explore(args) => (explore::answer(&args, games)?, args.json),
            Command::Simulate(args) => (simulate::answer(&args, games)?, args.json),
            Command::Laws(args) => (laws::answer(&args, games)?, args.json),
            Command::Reach(args) => (reach::answer(&args, games)?, args.json),
            Command::Lookup(args) if args.file.is_dir() => (store::lookup(&args, games)?, args.json),
            Command::Lookup(args) => (strong::lookup(&args, games)?, args.json),
            Command::Judge(_) => unreachable!("it runs before this is asked: its answers come line by line"),
            Command::Gomocup => unreachable!("it runs before this is asked: its answers come one by one"),
            Command::Store(args) => store::answer(&args, games)?,
            Command::Play(_) => unreachable!("it is played before this is asked: its output is the screen"),
            #[cfg(feature = "serve")]
            Command::Serve(_) => unreachable!("it runs before this is asked: its output is a page"),
            Command::Match(args) => (versus::answer(&args, games)?, args.contest.json),
            Command::Tournament(args) => (tournament::answer(&args, games)?, args.contest.json),
            Command::Bitmap(args) => (bitmap::answer(&args, games)?, args.json),
            Command::Completions { shell } => (pages::completions(shell, self.command(), games), false),
            Command::Man { dir } => (pages::manual(dir.as_deref(), self.command())?, false),
        })
    }

    fn welcome(&self) -> String {
        let program = self.games.program();
        let played = play::first(&self.games);
        let entry = self.games.entries().first().map(|entry| entry.about);
        // What has a short name has it for people; other games may be large, but an example is not.
        let is_short = entry.is_none_or(|about| about.name != played);
        let first = entry.filter(|_| !is_short).map_or(played, registry::About::example);
        let is_game = self.games.open(first).is_ok_and(|opened| opened.variant.is_game());
        let alias = entry.and_then(|about| about.aliases.iter().find(|alias| alias.name == played));
        let title = alias.map_or(played, |alias| alias.title);
        // A program with a game of its own speaks of that one.
        let second = self.games.entries().get(1).filter(|_| self.own == 0);
        let other = second.and_then(|entry| entry.about.aliases.first()).map_or(first, |alias| alias.name);
        let line = |command: String, what: &str| {
            let command = format!("  {program} {command}");
            match command.len() {
                0..=29 => format!("{command:<30}{what}\n"),
                _ => format!("{command}\n{:30}{what}\n", ""),
            }
        };
        let mut text = format!("{program}: {}\n\nTry one of these:\n", self.about)
            + &line("games".into(), "the games, with their parameters");
        if is_game {
            text += &line("play".into(), &format!("{title}, against a player that makes no mistake"));
        }
        text += &line(format!("info {other}"), "rules, parameters and the start of a game");
        text += &if is_game {
            line(format!("tree {first}"), &format!("the whole game tree of {title}, counted and evaluated"))
        } else {
            line(format!("explore {first}"), "all states: how many, how far, how they branch and end")
        };
        text += &line(format!("perft {other} --depth 8"), "how many ways there are to play eight moves");
        text + &format!("\n{program} --help lists all commands, {program} COMMAND --help explains one.\n")
    }
}

/// A line as the first of a help text: with a capital, and without a full stop.
fn sentence(line: &str) -> String {
    let mut letters = line.trim_end_matches('.').chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What clap objects to, as one of our own failures.
fn refused(error: &clap::Error) -> Failure {
    let text = error.to_string();
    if !cfg!(feature = "serve") && text.starts_with("error: unrecognized subcommand 'serve'") {
        return Failure::new(
            "this program was built without `serve`, the page in a browser; build it with that feature: \
             cargo run --release --features serve -- serve",
        );
    }
    // Ours is put before every failure.
    Failure::new(text.strip_prefix("error: ").unwrap_or(&text).trim_end())
}

/// Prints to the standard output. A reader who has seen enough and closed the pipe is no error.
fn print(text: &str, code: ExitCode) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{end}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write the answer: {}", error_text(&error))))
        }
        _ => Ok(code),
    }
}

/// Reports a failure on the standard error, as text or as a JSON object.
fn fail(failure: &Failure, json: bool) -> ExitCode {
    let mut out = std::io::stderr().lock();
    // If even this cannot be written, only the exit code is left to say it.
    let _ = match json {
        true => writeln!(out, "{}", serde_json::json!({ "error": failure.to_string() })),
        false => writeln!(out, "error: {failure}"),
    };
    ExitCode::from(2)
}
