//! Name, syntax, default and help of every game, in one place.

use super::parameters::Parameters;
use super::spec::{self, Spec};
use game::Mistake as SpecError;

/// A game in the registry.
pub struct Entry {
    /// The name before the colon.
    pub name: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
    /// How parameters are written.
    pub syntax: &'static str,
    /// What the parameters mean.
    pub parameters: &'static str,
    /// What the name alone stands for.
    pub default: &'static str,
    /// Some that work, the plainest first.
    pub examples: &'static [&'static str],
    /// The rules.
    pub rules: &'static str,
    /// How moves are typed.
    pub moves: &'static str,
    pub(super) parse: fn(&Parameters<'_>) -> Result<Spec, SpecError>,
}

/// A short name for a game with parameters.
pub struct Alias {
    /// The short name.
    pub name: &'static str,
    /// What it stands for.
    pub means: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
}

/// Short names.
pub const ALIASES: &[Alias] = &[
    Alias { name: "ttt", means: "mnk:3,3,3", title: "tic-tac-toe" },
    Alias { name: "gomoku", means: "mnk:15,15,5", title: "five in a row on a large board" },
    Alias { name: "connect4", means: "connect:7,6,4", title: "Connect Four" },
    Alias { name: "notakto", means: "mnk:3,3,3,notakto", title: "both place x, three in a row lose" },
    Alias { name: "order-and-chaos", means: "mnk:6,6,5,order", title: "one wants order, the other none" },
    Alias { name: "qubic", means: "cube:4,3", title: "four in a row in a cube" },
];

/// Every game.
pub const ENTRIES: &[Entry] = &[
    Entry {
        name: "mnk",
        title: "k in a row on a board of w columns and h rows, and its variants",
        syntax: "mnk:W,H,K[,VARIANT]",
        parameters: "W columns, H rows, K in a row; VARIANT is normal, misere, weak, wild, wild-misere, notakto or order",
        default: "mnk:3,3,3",
        examples: &["mnk:4,4,4", "mnk:3,3,3,misere", "mnk:6,6,5,order"],
        rules: "Players take turns to mark a free square; the game ends when K marks are in a row, across, up or \
                diagonally, or when the board is full.\n\
                normal: own marks; whoever has K in a row wins; a full board is a draw.\n\
                misere: own marks; whoever has K in a row loses.\n\
                weak: own marks; only the first player can win (maker and breaker).\n\
                wild: either mark may be placed; whoever completes K equal marks wins.\n\
                wild-misere: either mark may be placed; whoever completes K equal marks loses.\n\
                notakto: both place x; whoever completes K loses.\n\
                order: either mark may be placed; the first player, Order, wins with K equal marks, whoever completes \
                them; the second, Chaos, wins if the board fills up without.",
        moves: "a square: b2, or column and row counted from zero: 1 1; where either mark may be placed, the mark and \
                the square: xb2",
        parse: spec::parse_mnk,
    },
    Entry {
        name: "connect",
        title: "k in a row with gravity: the Connect Four family",
        syntax: "connect:W,H,K[,VARIANT]",
        parameters: "W columns, H rows, K in a row; VARIANT is normal, misere or weak",
        default: "connect:7,6,4",
        examples: &["connect:7,6,4", "connect:5,4,4", "connect:4,4,3,misere"],
        rules: "Players take turns to throw a mark of their own into a column, where it falls to the lowest free square. \
                Whoever has K in a row, across, up or diagonally, wins; a full board is a draw.\n\
                misere: whoever has K in a row loses.\n\
                weak: only the first player can win.",
        moves: "a column, counted from one: 4",
        parse: spec::parse_connect,
    },
    Entry {
        name: "nim",
        title: "take any number from one heap",
        syntax: "nim:HEAP,HEAP,…[,misere]",
        parameters: "the size of each heap; with misere whoever takes the last object loses",
        default: "nim:3,4,5",
        examples: &["nim:3,4,5", "nim:1,2,3,misere"],
        rules: "Players take turns to take one or more objects from one heap. Whoever takes the last object wins, or, \
                with misere, loses.",
        moves: "heap and number: b2 takes two from the second heap; or the heap counted from zero and the number: 1 2",
        parse: spec::parse_nim,
    },
    Entry {
        name: "amazons",
        title: "queens that move and shoot",
        syntax: "amazons[:W,H]",
        parameters: "W columns, H rows",
        default: "amazons:10,10",
        examples: &["amazons:6,6", "amazons:10,10"],
        rules: "Each side has four queens. A move takes one of them like a chess queen over free squares, and from where \
                it lands it shoots an arrow, again like a queen; the square the arrow reaches is blocked for good. \
                Whoever cannot move loses.",
        moves: "from, to and the arrow: d1-d7/g7, or d1 d7 g7",
        parse: spec::parse_amazons,
    },
    Entry {
        name: "cube",
        title: "tic-tac-toe in n^d cells: cubes and beyond",
        syntax: "cube:N,D",
        parameters: "N cells along each of D axes; N in a row win",
        default: "cube:3,3",
        examples: &["cube:4,3", "cube:3,3", "cube:3,4"],
        rules: "Players take turns to mark a free cell of a cube of D dimensions. Whoever has N marks in a row, along any \
                axis or diagonal, wins; a full cube is a draw.",
        moves: "a letter and a number for each axis in turn: b2c; or coordinates counted from zero: 1 1 2",
        parse: spec::parse_cube,
    },
    Entry {
        name: "ultimate",
        title: "ultimate tic-tac-toe: nine boards in one",
        syntax: "ultimate",
        parameters: "none",
        default: "ultimate",
        examples: &["ultimate"],
        rules: "Nine boards of tic-tac-toe make a large one. Where you mark a square of a small board, there your \
                opponent must play: in the small board at the same place of the large one; if that is decided or full, \
                anywhere. Whoever wins three small boards in a row wins; if all are decided or full without, it is a \
                draw.",
        moves: "a square of the whole 9x9 board: e5, or column and row counted from zero: 4 4",
        parse: spec::parse_ultimate,
    },
    Entry {
        name: "coins",
        title: "choose coins in order until a sum is reached (a system, not a game)",
        syntax: "coins:TARGET,COIN,COIN,…",
        parameters: "the sum to reach, and the coins there are",
        default: "coins:100,1,5,10",
        examples: &["coins:100,1,5,10", "coins:10,1,2"],
        rules: "Coins are put down one after the other until their sum reaches the target or passes it. A state is the \
                whole row of coins.",
        moves: "the value of a coin: 5",
        parse: spec::parse_coins,
    },
    Entry {
        name: "hanoi",
        title: "the towers of Hanoi (a system, not a game)",
        syntax: "hanoi:RINGS[,PEGS]",
        parameters: "the number of rings, and of pegs if not 3",
        default: "hanoi:3,3",
        examples: &["hanoi:12,3", "hanoi:5", "hanoi:6,4"],
        rules: "Rings of different sizes lie on the first peg, the largest at the bottom. Move one ring at a time, never \
                a larger one onto a smaller, until all are on the last peg.",
        moves: "from peg to peg: a-c, or counted from zero: 0 2",
        parse: spec::parse_hanoi,
    },
];
