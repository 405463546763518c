//! Moves that are found by asking the same of every cell at once.
//!
//! If the walks of a decision differ by where they begin more than by what they do, they are gathered by what they ask
//! relative to their first cell: shifting planes of cells against each other answers a question for all cells together.

use rustc_hash::FxHashMap;

use super::machine::{Machine, Sheet};
use super::paths::{Path, Paths, Questions};
use super::walk::Move;
use crate::model::{Loc, Model};

/// The most locations that are entered to find the walks of a decision.
const MOST_ENTERED: u32 = 1 << 15;

/// The most lists of moves, one for each thing that is done relative to the first cell.
const MOST_LISTS: usize = 4;

/// The most questions on a walk.
const MOST_QUESTIONS: usize = 8;

/// The most questions in all, and how many walks there must be for each.
const MOST_NODES: usize = 1 << 8;
const FEWEST_WALKS: usize = 4;

/// A question about a cell relative to the first one, asked where those before it in the tree were answered by yes.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// How the plane is made, which has one word.
    sheet: Sheet,
    /// The first cells of walks that end here, and the list of their moves.
    ends: u64,
    list: u8,
    /// How many questions come before on the walk.
    depth: u8,
    /// How far the plane is rotated.
    rotate: u8,
}

/// The moves from a location.
#[derive(Debug)]
pub(crate) struct Scan {
    /// The questions, each before those that follow on it.
    nodes: Vec<Node>,
    /// Whether each question follows on the one before, and there is one list.
    single: bool,
    /// For each list, the moves by the first cell.
    moves: Vec<Move>,
}

impl Scan {
    /// The first cells of moves, where there is one list.
    #[inline(always)]
    fn cells(&self, machine: &Machine, words: &[u64]) -> u64 {
        let (mut open, mut found) = (u64::MAX, 0);
        for node in &self.nodes {
            // A rotation never brings in what does not belong there: `ends` has but the cells where a walk begins.
            open &= machine.sheet(&node.sheet, words).rotate_right(node.rotate.into());
            found |= open & node.ends;
        }
        found
    }

    /// Shows the first cells of moves in each list, until it is enough; returns whether it was.
    #[inline]
    fn look(&self, machine: &Machine, words: &[u64], mut see: impl FnMut(usize, u64) -> bool) -> bool {
        let mut open = [u64::MAX; MOST_QUESTIONS + 1];
        self.nodes.iter().any(|node| {
            let depth = usize::from(node.depth) % MOST_QUESTIONS;
            let plane = machine.sheet(&node.sheet, words).rotate_right(node.rotate.into());
            open[depth + 1] = open[depth] & plane;
            see(usize::from(node.list) % MOST_LISTS, open[depth + 1] & node.ends)
        })
    }

    /// Whether there is a move in some list.
    #[inline(never)]
    fn any_listed(&self, machine: &Machine, words: &[u64]) -> bool {
        self.look(machine, words, |_, cells| cells != 0)
    }

    /// The first cells of moves in each list.
    #[inline(never)]
    fn lists(&self, machine: &Machine, words: &[u64]) -> [u64; MOST_LISTS] {
        let mut lists = [0; MOST_LISTS];
        self.look(machine, words, |list, cells| {
            lists[list] |= cells;
            false
        });
        lists
    }

    /// How many moves there are in all lists.
    #[inline(never)]
    fn number_listed(&self, machine: &Machine, words: &[u64]) -> usize {
        self.lists(machine, words).iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether there is a move.
    #[inline(always)]
    pub(super) fn any(&self, machine: &Machine, words: &[u64]) -> bool {
        if self.single { self.cells(machine, words) != 0 } else { self.any_listed(machine, words) }
    }

    /// How many moves there are.
    #[inline(always)]
    pub(super) fn number(&self, machine: &Machine, words: &[u64]) -> usize {
        if self.single {
            self.cells(machine, words).count_ones() as usize
        } else {
            self.number_listed(machine, words)
        }
    }

    /// The moves.
    #[inline]
    pub(super) fn moves(&self, machine: &Machine, words: &[u64]) -> Scanned<'_> {
        let (bits, further) = if self.single {
            (self.cells(machine, words), [0; MOST_LISTS - 1])
        } else {
            let [bits, further @ ..] = self.lists(machine, words);
            (bits, further)
        };
        Scanned { bits, moves: &self.moves, further }
    }
}

/// The moves of a position, one after the other.
pub(super) struct Scanned<'m> {
    /// The first cells of those that are left of a list, and the moves of this list and those that follow.
    bits: u64,
    moves: &'m [Move],
    /// The first cells of the moves of these.
    further: [u64; MOST_LISTS - 1],
}

impl Scanned<'_> {
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Move> {
        if self.bits == 0 && !self.next_list() {
            return None;
        }
        let cell = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.moves[cell])
    }

    /// Goes on with the next list that has a move; returns whether there is one.
    #[inline(never)]
    fn next_list(&mut self) -> bool {
        while self.bits == 0 && self.further != [0; MOST_LISTS - 1] {
            self.bits = self.further[0];
            self.further = [self.further[1], self.further[2], 0];
            self.moves = &self.moves[64..];
        }
        self.bits != 0
    }

    #[inline]
    pub(super) fn left(&self) -> usize {
        let further: u32 = self.further.iter().map(|bits| bits.count_ones()).sum();
        (self.bits.count_ones() + further) as usize
    }
}

/// What a walk asks, relative to its first cell: how far away, and what set of values.
type Shape = Vec<(i64, u64)>;

/// The walks of a location by their shapes, in the order in which they were found.
#[derive(Default)]
struct Shapes {
    all: Vec<(Shape, Vec<(u32, Move)>)>,
    numbers: FxHashMap<Shape, usize>,
}

impl Shapes {
    /// Adds a walk; nothing if it asks nothing, or too much.
    fn add(&mut self, machine: &Machine, path: &Path) -> Option<()> {
        let &(first, _) = path.tests.first()?;
        let away = |cell: u32| i64::from(cell) - i64::from(first);
        let shape: Shape = path.tests.iter().map(|&(cell, set)| (away(cell), set)).collect();
        if shape.len() > MOST_QUESTIONS || path.letters.len() as u32 * machine.letter_bits >= 128 {
            return None;
        }
        let next = self.all.len();
        let number = *self.numbers.entry(shape.clone()).or_insert(next);
        if number == next {
            self.all.push((shape, Vec::new()));
        }
        self.all[number].1.push((first, machine.coded(&path.letters)));
        Some(())
    }
}

/// Lists of moves by their first cells.
#[derive(Default)]
struct Lists {
    moves: Vec<[Option<Move>; 64]>,
    /// Where each move is.
    places: FxHashMap<Move, (usize, u32)>,
}

impl Lists {
    /// Returns the number of a list with these moves at these cells, which it has or gets; nothing if some of them are
    /// elsewhere.
    fn place(&mut self, moves: &[(u32, Move)]) -> Option<usize> {
        let known = moves.iter().find_map(|(_, mv)| self.places.get(mv));
        let list = known.map_or(self.moves.len(), |(list, _)| *list);
        if list == self.moves.len() {
            self.moves.push([None; 64]);
        }
        for &(cell, mv) in moves {
            if *self.places.entry(mv).or_insert((list, cell)) != (list, cell) {
                return None;
            }
            let there = self.moves[list][cell as usize].get_or_insert(mv);
            if *there != mv {
                return None;
            }
        }
        (self.moves.len() <= MOST_LISTS).then_some(list)
    }
}

impl Machine {
    /// Compiles the moves from a location, if that can be done and pays.
    pub(super) fn scan(&mut self, model: &Model, at: Loc) -> Option<Scan> {
        if model.board.cells.len() > 64 {
            return None;
        }
        let paths = Paths::to_turns(model, at, Questions::Joined, MOST_ENTERED)?;
        let mut shapes = Shapes::default();
        for path in &paths {
            shapes.add(self, path)?;
        }
        let mut lists = Lists::default();
        let mut ends: Vec<(Shape, u64, usize)> = Vec::new();
        for (shape, moves) in shapes.all {
            let list = lists.place(&moves)?;
            ends.push((shape, moves.iter().fold(0, |cells, (cell, _)| cells | 1 << cell), list));
        }
        let nodes = self.tree(model, ends);
        if nodes.len() > MOST_NODES || nodes.len() * FEWEST_WALKS > paths.len() {
            return None;
        }
        let single = lists.moves.len() == 1 && (0..).zip(&nodes).all(|(depth, node)| node.depth == depth);
        // What is at no cell is never asked for.
        let some = lists.moves.iter().flatten().flatten().next().copied()?;
        let moves = lists.moves.into_iter().flatten().map(|mv| mv.unwrap_or(some)).collect();
        Some(Scan { single, nodes, moves })
    }

    /// A tree of questions from those of the shapes, which share what they ask first.
    fn tree(&mut self, model: &Model, mut ends: Vec<(Shape, u64, usize)>) -> Vec<Node> {
        ends.sort_by(|a, b| a.0.cmp(&b.0));
        let mut nodes: Vec<Node> = Vec::new();
        let mut before: Shape = Vec::new();
        for (shape, cells, list) in ends {
            let shared = shape.iter().zip(&before).take_while(|(a, b)| a == b).count();
            for (depth, &(away, set)) in shape.iter().enumerate().skip(shared) {
                nodes.push(Node {
                    depth: depth as u8,
                    rotate: away.rem_euclid(64) as u8,
                    sheet: {
                        let plane = self.plane_of_bits(model, set);
                        self.sheets[plane as usize]
                    },
                    ends: 0,
                    list: 0,
                });
            }
            let last = nodes.last_mut().expect("a shape asks something that none before it has asked");
            (last.ends, last.list) = (cells, list as u8);
            before = shape;
        }
        nodes
    }
}
