//! The arguments, as typed. Completions and manual pages are made from the same definitions.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use search::Engine;

use crate::files::parse_output;
use crate::play_args::{MatchArgs, PlayArgs, TournamentArgs};
use crate::units;

/// Define a game once; then play it, solve it, explore it, check it, and count it.
#[derive(Parser)]
#[command(name = "morpion", version, about, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Subcommand)]
pub enum Command {
    /// List the games
    Games {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the rules, parameters, capabilities and start of a game
    Info(InfoArgs),
    /// Count and evaluate the game tree: nodes, games, height, value, and what alpha-beta visits
    Tree(TreeArgs),
    /// Count the ways to play N moves
    Perft(PerftArgs),
    /// Count the positions that can be reached, ply by ply, and how they end
    Count(CountArgs),
    /// Find the value of a position: win, draw or loss, in how many plies, and by which moves; for a puzzle, the
    /// shortest solution
    Solve(SolveArgs),
    /// Play a game, on the whole screen or line by line
    Play(PlayArgs),
    /// Show a page in a browser: play, values of moves, state graphs, claims, diagrams
    #[cfg(feature = "serve")]
    Serve(crate::serve::ServeArgs),
    /// Let two engines play each other; --first always begins
    Match(MatchArgs),
    /// Let engines play each other, both sides of every opening, and rate them
    Tournament(TournamentArgs),
    /// Be an engine for five in a row: speak the Gomocup protocol on the standard input and output
    Gomocup,
    /// Read moves, one JSON object per line, and say whether each kept the value of its position
    Judge(crate::judge::JudgeArgs),
    /// Find the value of every legal move
    Analyze(AnalyzeArgs),
    /// Solve a fixed list of positions and print the nodes it took: the signature of the search
    Bench {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check claims about everything that can happen, with a shortest example or counter-example
    Check(CheckArgs),
    /// Visit all states: how many, how deep, how they branch and end; --export writes the graph to a file
    Explore(ExploreArgs),
    /// Play random games: who wins, how long they last, how many moves there are
    Simulate(SimulateArgs),
    /// Check by random play that a game obeys the laws that every engine relies on
    Laws(LawsArgs),
    /// Compute all states of a game as a decision diagram, by homomorphisms; N alone is N×N tic-tac-toe
    Reach(ReachArgs),
    /// Look up a position in a tablebase, a file that `solve --strong --save` wrote, or in a folder that `solve --strong
    /// --store` filled
    Lookup(LookupArgs),
    /// Show what is in a folder that `--store DIR` filled; `store verify DIR` checks it
    Store(StoreArgs),
    /// Show a board as a bitmap: its number, its bits, and the alignments on it
    Bitmap(BitmapArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands
    Man {
        /// Write one page per command into this folder instead
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// Arguments of `info`.
#[derive(clap::Args)]
pub struct InfoArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Where to begin.
#[derive(clap::Args, Clone)]
pub struct Start {
    /// Begin after these moves, separated by commas or spaces, for example a1,b2; or run together where all have the
    /// same length: 4455
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Begin at the position drawn in this file, as the program draws it; - is the standard input. --moves are played
    /// from there
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// The position in that file, drawn, once it has been read.
    #[arg(skip)]
    pub drawn: OnceCell<String>,
}

/// Where to begin, and how much to spend.
#[derive(clap::Args)]
pub struct Spending {
    #[command(flatten)]
    pub from: Start,
    /// Use at most this much memory, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Stop after this time, for example 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    pub time: Option<Duration>,
    /// Examine symmetric positions separately: slower, with the same answer
    #[arg(long)]
    pub no_symmetry: bool,
}

/// Arguments of `tree`.
#[derive(clap::Args)]
pub struct TreeArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// Cut the tree off at this depth
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub spending: Spending,
    /// Stop alpha-beta, which visits equal positions again and again, after N nodes
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub alpha_beta_nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `perft`.
#[derive(clap::Args)]
pub struct PerftArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// How many moves to play
    #[arg(long, value_name = "N")]
    pub depth: u32,
    #[command(flatten)]
    pub spending: Spending,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `count`.
#[derive(clap::Args)]
pub struct CountArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// How to count
    #[arg(long, value_enum, default_value_t = By::Explicit)]
    pub by: By,
    /// With --by symbolic: count all plies at once, from a description of the unfinished positions
    #[arg(long)]
    pub direct: bool,
    /// Also count up to symmetry
    #[arg(long)]
    pub symmetry: bool,
    #[command(flatten)]
    pub order: Order,
    #[command(flatten)]
    pub searching: Searching,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The order of the variables of diagrams.
#[derive(clap::Args)]
pub struct Order {
    /// Begin the order of the variables with these, for example "c3 c2 b1": for games as text and Petri nets. The order
    /// decides how large the diagrams are, not what is found
    #[arg(long, value_name = "NAMES")]
    pub order: Option<String>,
}

/// How to search, and how much to spend.
#[derive(clap::Args)]
pub struct Searching {
    #[command(flatten)]
    pub from: Start,
    /// How to keep positions: auto, exact, layered, indexed, or a folder. A folder keeps them ply by ply, so that the same
    /// command resumes where it was interrupted
    #[arg(long, value_name = "HOW|DIR", default_value = "auto", value_parser = parse_store)]
    pub store: Storage,
    #[command(flatten)]
    pub keeping: Keeping,
    /// Use N threads; the answer does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Use at most this much memory, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Stop after this time, for example 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    pub time: Option<Duration>,
}

/// Arguments of `explore`.
#[derive(clap::Args)]
pub struct ExploreArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// Go at most N moves deep
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Count symmetric positions as one
    #[arg(long)]
    pub symmetry: bool,
    #[command(flatten)]
    pub searching: Searching,
    /// Write the graph to this file; - is the standard output, and then nothing else is printed
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// The format of the file: dot, graphml or aut [default: the ending of its name]
    #[arg(long, value_name = "FORMAT", requires = "export")]
    pub format: Option<String>,
    /// Write no graph with more states than this
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub max_states: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `simulate`.
#[derive(clap::Args)]
pub struct SimulateArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = parse_games::<u64>)]
    pub games: u64,
    /// The same seed gives the same games, on any number of threads
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub from: Start,
    /// Stop each game after N moves: some never end
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub steps: u32,
    /// Use N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Stop after this time, for example 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    pub time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `laws`.
#[derive(clap::Args)]
pub struct LawsArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// How many random games to check
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_games::<usize>)]
    pub games: usize,
    /// The same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn parse_games<N: FromStr + Default + PartialEq>(text: &str) -> Result<N, String> {
    // What is not a number is refused below, as 0 is.
    let games = text.parse().ok().filter(|games| *games != N::default());
    games.ok_or_else(|| "a number of games is wanted, 1 or more, for example 100".to_string())
}

/// Arguments of `check`.
#[derive(clap::Args)]
#[command(
    after_help = "EXPR is an expression over the names of the game, for example \"cell(0,0) = x and ply < 5\" or \
\"sum = 10\". There are numbers, words, brackets, = != < <= > >= + - * % and or not implies. \
`info GAME` lists the names."
)]
pub struct CheckArgs {
    /// The game: name or name:parameters
    pub game: String,
    /// A position where this is true can be reached
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub find: Vec<String>,
    /// Given several times: in some game all of these become true, in this order
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub path: Vec<String>,
    /// This is true of every position
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub always: Vec<String>,
    /// This becomes true in every game
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub eventually: Vec<String>,
    /// Whenever the first is true, the second becomes true, at once or later, in every game
    #[arg(long, num_args = 2, value_names = ["EXPR", "EXPR"], allow_hyphen_values = true)]
    pub leads_to: Vec<String>,
    /// In every game the first stays true until the second becomes true, which must happen
    #[arg(long, num_args = 2, value_names = ["EXPR", "EXPR"], allow_hyphen_values = true)]
    pub until: Vec<String>,
    /// Every unfinished position has a legal move
    #[arg(long)]
    pub no_deadlock: bool,
    /// A player, x or o, can bring this about, whatever the other does
    #[arg(long, value_name = "PLAYER:EXPR", allow_hyphen_values = true)]
    pub force: Vec<String>,
    /// Look at most N moves ahead, counted from the start
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Find every match, not only the nearest, as far as the memory allowed holds them; print the whole strategy
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub searching: Searching,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Where to begin a search, and how much to spend.
#[derive(clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub from: Start,
    /// Use N threads; the value does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Use at most this much memory, for example 500M or 4G [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes)]
    pub memory: Option<usize>,
    /// Stop after this time, for example 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    pub time: Option<Duration>,
    /// How to search: auto, alphabeta, dfpn, mcts or minimax
    #[arg(long, value_name = "ENGINE", default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

impl SearchArgs {
    /// Returns the memory for a search, by default what the help says.
    pub fn memory(&self) -> usize {
        self.memory.unwrap_or(1 << 30)
    }

    /// Returns the memory for the values of all positions, by default what the help says.
    pub fn memory_for_all(&self) -> usize {
        self.memory.unwrap_or(2 << 30)
    }
}

/// Arguments of `solve`.
#[derive(clap::Args)]
pub struct SolveArgs {
    /// The game: name or name:parameters
    pub game: String,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Solve every position of this file, the moves of one on each line; - is the standard input. Prints one JSON
    /// object a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "board"])]
    pub batch: Option<PathBuf>,
    /// Find the value of every reachable position: by decision diagrams, or state by state where a game has none. The
    /// default of --memory is then 2G
    #[arg(long, conflicts_with_all = ["moves", "board", "batch", "engine"], group = "whole")]
    pub strong: bool,
    /// Write a proof of the value to this file, for `morpion-verify`
    #[arg(long, value_name = "FILE", conflicts_with = "batch", group = "whole", value_parser = parse_output)]
    pub certify: Option<PathBuf>,
    /// For a game of lines: save proofs in this file during the search; the same command resumes from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "strong"], value_parser = parse_output)]
    pub checkpoint: Option<PathBuf>,
    /// How often to save proofs
    #[arg(long, value_name = "TIME", default_value = "3m", requires = "checkpoint", value_parser = units::parse_time)]
    pub checkpoint_every: Duration,
    /// With --strong: also find the distance to the end. With --certify: also prove it
    #[arg(long, requires = "whole")]
    pub distance: bool,
    #[command(flatten)]
    pub order: Order,
    /// With --strong: keep positions and values in this folder, ply by ply, so that the same command resumes where it was
    /// interrupted
    #[arg(long, value_name = "DIR", requires = "strong", conflicts_with = "save")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub keeping: Keeping,
    /// With --strong: save the values in this file, for `lookup`
    #[arg(long, value_name = "FILE", requires = "strong", conflicts_with = "order", value_parser = parse_output)]
    pub save: Option<PathBuf>,
}

/// Arguments of `analyze`.
#[derive(clap::Args)]
pub struct AnalyzeArgs {
    /// The game: name or name:parameters
    pub game: String,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// How to count.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum By {
    /// Position by position
    Explicit,
    /// By decision diagrams: beyond what memory can list
    Symbolic,
}

/// How positions are kept.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Keep {
    /// The one that fits the game best
    Auto,
    /// All of them, in a hash table
    Exact,
    /// Two plies at a time, where a position shows its ply
    Layered,
    /// A bit or two for every possible position, by its index
    Indexed,
}

/// How positions are kept: in memory, or in a folder.
#[derive(Clone)]
pub enum Storage {
    /// In memory.
    Memory(Keep),
    /// In a folder.
    Folder(PathBuf),
}

/// Reads how positions are kept. A word that looks like one of ours is taken for a mistake, not for a folder.
fn parse_store(text: &str) -> Result<Storage, String> {
    let kinds = Keep::value_variants();
    let name = |keep: &Keep| keep.to_possible_value().expect("no kind is hidden").get_name().to_string();
    if let Some(keep) = kinds.iter().find(|keep| name(keep) == text) {
        return Ok(Storage::Memory(*keep));
    }
    let is_new = !PathBuf::from(text).is_dir();
    match kinds.iter().map(name).find(|name| is_new && strsim::damerau_levenshtein(name, text) <= 2) {
        Some(name) => Err(format!("is `{name}` meant? A folder of that name is ./{text}")),
        None if text.is_empty() => Err("a folder has a name, for example ./store".to_string()),
        None => Ok(Storage::Folder(text.into())),
    }
}

/// What may be done to a folder.
#[derive(clap::Args, Clone, Copy)]
pub struct Keeping {
    /// With --store DIR: use at most this much of the disk, for example 10G
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes)]
    pub disk: Option<usize>,
    /// With --store DIR: remove what is there, and begin anew
    #[arg(long)]
    pub fresh: bool,
}

impl Keeping {
    /// Returns the folder to keep states in.
    pub fn folder(&self, place: &Path) -> catalogue::Kept {
        let keeping = catalogue::Keeping { fresh: self.fresh, disk: self.disk.map(|bytes| bytes as u64) };
        catalogue::Kept { keeping, ..catalogue::Kept::at(place) }
    }
}

impl Searching {
    /// Returns how positions are kept in memory, or the folder that they are kept in.
    ///
    /// # Errors
    /// If options contradict each other.
    pub fn storage(&self) -> Result<Result<explore::Store, catalogue::Kept>, catalogue::Failure> {
        match &self.store {
            Storage::Memory(keep) if self.keeping.fresh || self.keeping.disk.is_some() => {
                let keep = keep.to_possible_value().expect("no kind is hidden");
                Err(catalogue::Failure::new(format!(
                    "--fresh and --disk are about a folder, and --store is `{}`; name a folder with --store DIR",
                    keep.get_name()
                )))
            }
            Storage::Memory(keep) => Ok(Ok((*keep).into())),
            Storage::Folder(place) => Ok(Err(self.keeping.folder(place))),
        }
    }
}

impl From<Keep> for explore::Store {
    fn from(keep: Keep) -> explore::Store {
        match keep {
            Keep::Auto => explore::Store::Auto,
            Keep::Exact => explore::Store::Exact,
            Keep::Layered => explore::Store::Layered,
            Keep::Indexed => explore::Store::Indexed,
        }
    }
}

/// Arguments of `reach`.
#[derive(clap::Args)]
pub struct ReachArgs {
    /// N for N×N tic-tac-toe by one of two formulas, or any game that has a symbolic form
    #[arg(default_value = "3", value_name = "N|GAME", value_parser = parse_target)]
    pub target: Target,
    /// For N×N: the formula; the two differ in when a win is recorded [default: separate-win]
    #[arg(long, value_enum)]
    pub formula: Option<Formula>,
    /// How to compute the fixpoint
    #[arg(long, value_enum, default_value_t = Way::Auto)]
    pub strategy: Way,
    #[command(flatten)]
    pub order: Order,
    /// Print a table with values separated by commas
    #[arg(long, conflicts_with_all = ["latex", "json"])]
    pub csv: bool,
    /// Print a table for LaTeX
    #[arg(long, conflicts_with = "json")]
    pub latex: bool,
    /// Write the diagram to this file, as a graph for Graphviz
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub dot: Option<PathBuf>,
    /// Write the diagram to this file, as an SVG picture
    #[arg(long, value_name = "FILE", value_parser = parse_output)]
    pub svg: Option<PathBuf>,
    /// Use at most this much memory, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Stop after this time, for example 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::parse_time)]
    pub time: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The argument of `reach`.
#[derive(Clone)]
pub enum Target {
    /// N×N tic-tac-toe.
    Square(u32),
    /// A game by name.
    Game(String),
}

fn parse_target(text: &str) -> Result<Target, String> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Target::Game(text.to_string()));
    }
    match text.parse() {
        Ok(n @ 1..=100) => Ok(Target::Square(n)),
        _ => Err(format!("{text} is not in 1..=100")),
    }
}

/// The formulas of `reach`.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Formula {
    /// A win is recorded in a step of its own
    #[value(alias = "readme")]
    SeparateWin,
    /// A win is recorded with the move that makes it
    #[value(alias = "demo")]
    ImmediateWin,
}

/// How a fixpoint is reached.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Way {
    /// All states are expanded in every round
    Plain,
    /// Only new states are expanded
    Frontier,
    /// The ends of words are completed first where possible; elsewhere new states are expanded
    Saturation,
    /// Saturation where possible, and otherwise the frontier
    Auto,
}

/// Arguments of `store`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct StoreArgs {
    /// The folder
    #[arg(value_name = "DIR", required = true)]
    pub place: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<StoreCommand>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What may be done to a folder.
#[derive(Subcommand)]
pub enum StoreCommand {
    /// Check everything in a folder: checksums, the order of positions, and their numbers
    Verify(VerifyArgs),
    /// Write the values that a folder holds into one file, as `solve --strong --save` does
    Export(ExportArgs),
}

/// Arguments of `store export`.
#[derive(clap::Args)]
pub struct ExportArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub place: PathBuf,
    /// The file
    #[arg(value_name = "FILE", value_parser = parse_output)]
    pub file: PathBuf,
    /// Use at most this much memory, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `store verify`.
#[derive(clap::Args)]
pub struct VerifyArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    pub place: PathBuf,
    /// Compute again what is damaged
    #[arg(long)]
    pub repair: bool,
    /// Use at most this much memory for repairs, for example 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = units::parse_bytes)]
    pub memory: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `lookup`.
#[derive(clap::Args)]
pub struct LookupArgs {
    /// The tablebase: a file that `solve --strong --save` wrote, or a folder that `solve --strong --store` filled
    pub file: PathBuf,
    #[command(flatten)]
    pub from: Start,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bitmap`.
#[derive(clap::Args)]
pub struct BitmapArgs {
    /// Columns
    #[arg(value_parser = clap::value_parser!(u32).range(1..=255))]
    pub w: u32,
    /// Rows
    #[arg(value_parser = clap::value_parser!(u32).range(1..=255))]
    pub h: u32,
    /// (W+1)·(H+1) characters, the top row first: 1 for a mark, 0 or . for none; white space is ignored
    #[arg(required_unless_present = "value")]
    pub text: Option<String>,
    /// Give the bitmap as a decimal number instead
    #[arg(long, value_name = "NUMBER", conflicts_with = "text")]
    pub value: Option<String>,
    /// Find K in a row
    #[arg(short, long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=255))]
    pub k: u32,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
