//! The core: variables, and an automaton whose edges read and write them.

use game::SyntaxError;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The number of a variable in [`Model::variables`].
pub type Var = u32;

/// The number of a location in [`Model::locations`].
pub type Loc = u32;

/// A model: variables of finite domains, and an automaton that walks from location to location, testing and changing
/// them.
///
/// # What it means
///
/// A *state* is a value for each variable and a location. A *walk* starts at a location and follows [edges](Edge): a
/// test lets it pass or not, an assignment changes a variable (and does not let it pass if the new value is outside the
/// domain). A [`Step::Turn`] ends the walk: whoever it names is to move next, from the location it leads to.
///
/// The states that count are those at *decisions*, the locations to which turns lead and the [start](Model::start). A
/// *move* is the word of the [actions](Action) on a walk from there to the next turn, which it includes. Walks with the
/// same word are the same move: they make the same assignments and end at the same location. If there is no such walk,
/// the game is over, and the score variables of the [players](Model::players) tell how.
///
/// The [keeper](Mover::Keeper) is no player. Where a turn is its own, one of its moves is made at once, as part of the
/// move before; a model promises that it never matters which one. If the keeper has none, the game is over.
///
/// # What else holds
///
/// - Each location belongs to the main automaton or to a *pattern*. No edge leads from the one to the other, but a
///   [`Step::Reach`] names the location where its pattern starts. A pattern has no turns, and no pattern tests itself,
///   directly or not; patterns end at [accepting](Place::Accepting) locations. Equal parts of patterns are shared.
/// - No walk in the main automaton or in a pattern makes more assignments than [`Model::longest`], if that is known.
/// - An action determines the step and where it leads, wherever it occurs.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The name of the model.
    pub name: String,
    /// The variables: cells of the board, then scores and others.
    pub variables: Vec<Variable>,
    /// The board, if there is one.
    pub board: Board,
    /// The players, in the order of their declaration.
    pub players: Vec<Participant>,
    /// The locations.
    pub locations: Vec<Location>,
    /// The edges, those of each location together.
    pub edges: Vec<Edge>,
    /// The location where every game starts: a decision, of the keeper in most games.
    pub start: Loc,
    /// Sets of values, each sorted: tests refer to them by their indices.
    pub sets: Vec<Vec<u32>>,
    /// Terms: comparisons and assignments refer to them by their indices.
    pub terms: Vec<Term>,
    /// The letters of which moves are made.
    pub actions: Vec<Action>,
    /// The names of the modifiers of [actions](Action), if they have any: a move is then written as those of its
    /// actions, and otherwise by its cells.
    pub labels: Vec<String>,
    /// Where the modifiers of [actions](Action) stand in the text.
    pub origins: Vec<Origin>,
    /// The largest number of assignments on a walk from a decision to a turn or to the end of a pattern, if there is a
    /// bound that does not depend on the values.
    pub longest: Option<u32>,
}

/// A variable, with values from 0 up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The number of its values.
    pub size: u32,
    /// Its value at the start.
    pub initial: u32,
}

/// The board that people see, and the variables that are its cells. Engines need it only for [`Term::Count`], which
/// counts cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// How the cells lie.
    pub shape: Shape,
    /// The cells: cell `i` is variable `i`, and all have the same domain.
    pub cells: Vec<Cell>,
    /// The names of the values of a cell.
    pub pieces: Vec<String>,
    /// The names of the directions.
    pub directions: Vec<String>,
}

/// How the cells of a board lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// In no way that can be drawn: a list.
    #[default]
    Graph,
    /// In rows and columns, some of them perhaps without a cell.
    Rectangle,
    /// In rows of which each is shifted by half a cell against the next: columns count half cells.
    Hexagon,
    /// In layers of rows and columns, drawn one below the other.
    Cuboid,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// Its column, from the left.
    pub column: u32,
    /// Its row, from the top.
    pub row: u32,
    /// The cells beside it, by the numbers of the directions.
    pub neighbours: Vec<Option<u32>>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// The name of the player.
    pub name: String,
    /// The variable with the score, if scores are kept.
    pub score: Option<Var>,
}

/// A location of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// What kind of place it is.
    pub place: Place,
    /// Whether it belongs to a pattern; otherwise it is of the main automaton.
    pub in_pattern: bool,
    /// Its first edge.
    pub first: u32,
    /// One more than its last edge.
    pub end: u32,
}

/// What kind of place a location is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A place between two steps.
    Inner,
    /// Where a move begins.
    Decision(Mover),
    /// Where a pattern has been found.
    Accepting,
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// A player, by number.
    Player(u32),
    /// Nobody: the rules go on by themselves.
    Keeper,
}

/// A step to another location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// What must hold, or what is done.
    pub step: Step,
    /// Where it leads.
    pub to: Loc,
}

/// A test, an assignment, or the end of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// The variable has one of the values of the set of this number.
    Test {
        /// The variable.
        variable: Var,
        /// The number of the set in [`Model::sets`].
        set: u32,
    },
    /// The terms of these numbers compare so, and both have a value.
    Compare {
        /// The number of the left term in [`Model::terms`].
        left: u32,
        /// How they compare.
        relation: Relation,
        /// The number of the right term.
        right: u32,
    },
    /// Whether some walk leads from `start` to an accepting location is as expected. What the walk assigns is undone.
    Reach {
        /// Where the walk starts.
        start: Loc,
        /// Whether there must be such a walk, or must not.
        expected: bool,
    },
    /// The variable gets the value of the term; impossible if that is outside its domain, or there is none.
    Assign {
        /// The variable.
        variable: Var,
        /// The number of the term.
        term: u32,
        /// The letter of the move.
        action: u32,
    },
    /// The move ends here; this one is next.
    Turn {
        /// Who is to move next.
        mover: Mover,
        /// The letter of the move.
        action: u32,
    },
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// Equal.
    Equal,
    /// Not equal.
    Unequal,
    /// The left one is less.
    Less,
    /// The left one is less or equal.
    AtMost,
}

impl Relation {
    /// Returns whether two numbers compare so.
    #[inline]
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
        }
    }
}

/// A number that depends on the variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// This number.
    Number(i64),
    /// The value of a variable.
    Value(Var),
    /// How many cells of the board have this value.
    Count(u32),
    /// The result of an operation; there is none if it overflows or divides by zero.
    Operation(Operation, Box<(Term, Term)>),
}

/// What is done with two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient, rounded towards zero.
    Divide,
}

impl Operation {
    /// Returns the result, unless it overflows or the divisor is zero.
    #[must_use]
    pub fn apply(self, left: i64, right: i64) -> Option<i64> {
        match self {
            Operation::Add => left.checked_add(right),
            Operation::Subtract => left.checked_sub(right),
            Operation::Multiply => left.checked_mul(right),
            Operation::Divide => left.checked_div(right),
        }
    }
}

impl Term {
    /// Returns the value of the term, given those of the variables and the numbers of cells with a value.
    pub fn evaluate(&self, value: &impl Fn(Var) -> u32, count: &impl Fn(u32) -> u32) -> Option<i64> {
        match self {
            Term::Number(number) => Some(*number),
            Term::Value(variable) => Some(value(*variable).into()),
            Term::Count(piece) => Some(count(*piece).into()),
            Term::Operation(operation, both) => {
                let (left, right) = (both.0.evaluate(value, count)?, both.1.evaluate(value, count)?);
                operation.apply(left, right)
            }
        }
    }

    /// Calls the function with every variable that the term reads, those of a board with `cells` cells if it counts.
    fn reads(&self, cells: u32, see: &mut impl FnMut(Var)) {
        match self {
            Term::Number(_) => {}
            Term::Value(variable) => see(*variable),
            Term::Count(_) => (0..cells).for_each(see),
            Term::Operation(_, both) => {
                both.0.reads(cells, see);
                both.1.reads(cells, see);
            }
        }
    }
}

/// A letter of moves: what was assigned, or who is next, and where the walk stood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// What is done: a [`Step::Assign`] or a [`Step::Turn`].
    pub step: Step,
    /// Where it leads.
    pub to: Loc,
    /// Which of the assignments and turns of the text it is, counted in the order of the text.
    pub modifier: u32,
    /// The cell where the walk stood, if there is a board.
    pub cell: Option<u32>,
}

/// A place in the text of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The number of the line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// The line.
    pub text: Arc<str>,
    /// The bytes of it that are meant.
    pub marked: Range<usize>,
    /// What else there is to say about the place, such as the macros through which it was reached; each in a line that
    /// begins with a line break.
    pub used: Arc<str>,
}

impl Origin {
    /// Returns a mistake at this place.
    #[must_use]
    pub fn mistake(&self, problem: &str, help: &str) -> SyntaxError {
        SyntaxError::new(&*self.text, self.marked.clone(), problem, format!("{help}{}", self.used))
            .in_line(self.line as usize, self.column as usize)
    }
}

impl Model {
    /// Returns a mistake at the place in the text of an action.
    #[must_use]
    pub fn mistake_at(&self, action: u32, problem: &str, help: &str) -> SyntaxError {
        let modifier = self.actions[action as usize].modifier as usize;
        match self.origins.get(modifier) {
            Some(origin) => origin.mistake(problem, help),
            None => SyntaxError::new("", 0..0, problem, help),
        }
    }

    /// Returns the edges of a location.
    #[inline]
    #[must_use]
    pub fn edges_of(&self, location: Loc) -> &[Edge] {
        let Location { first, end, .. } = self.locations[location as usize];
        &self.edges[first as usize..end as usize]
    }

    /// Returns every edge with the location that it leaves.
    pub fn all_edges(&self) -> impl Iterator<Item = (Loc, Edge)> {
        let locations = (0..).zip(&self.locations);
        locations.flat_map(|(from, _)| self.edges_of(from).iter().map(move |edge| (from, *edge)))
    }

    /// Returns the locations where moves begin, with who is to move there.
    pub fn decisions(&self) -> impl Iterator<Item = (Loc, Mover)> {
        (0..).zip(&self.locations).filter_map(|(at, location)| match location.place {
            Place::Decision(mover) => Some((at, mover)),
            Place::Inner | Place::Accepting => None,
        })
    }

    /// Returns the variables that a step reads, sorted; for a [`Step::Reach`], those that its pattern reads before it
    /// writes them, or may.
    #[must_use]
    pub fn reads(&self, step: Step) -> Vec<Var> {
        let cells = u32::try_from(self.board.cells.len()).expect("a board has fewer than 2^32 cells");
        let mut found = Vec::new();
        let mut see = |variable| found.push(variable);
        match step {
            Step::Test { variable, .. } => see(variable),
            Step::Compare { left, right, .. } => {
                self.terms[left as usize].reads(cells, &mut see);
                self.terms[right as usize].reads(cells, &mut see);
            }
            Step::Assign { term, .. } => self.terms[term as usize].reads(cells, &mut see),
            Step::Turn { .. } => {}
            Step::Reach { start, .. } => {
                for at in self.reachable(start) {
                    for edge in self.edges_of(at) {
                        found.extend(self.reads(edge.step));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the variable that a step writes.
    #[must_use]
    pub fn writes(&self, step: Step) -> Option<Var> {
        match step {
            Step::Assign { variable, .. } => Some(variable),
            Step::Test { .. } | Step::Compare { .. } | Step::Reach { .. } | Step::Turn { .. } => None,
        }
    }

    /// Returns the locations to which edges lead from this one, itself first; not those beyond the turns, and not those
    /// of the patterns that are tested on the way.
    #[must_use]
    pub fn reachable(&self, start: Loc) -> Vec<Loc> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = vec![start];
        seen.insert(start);
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for edge in self.edges_of(at) {
                if !matches!(edge.step, Step::Turn { .. }) && seen.insert(edge.to) {
                    found.push(edge.to);
                }
            }
        }
        found
    }

    /// Returns what a value of a variable is called: the piece, for a cell.
    #[must_use]
    pub fn value_name(&self, variable: Var, value: u32) -> String {
        if (variable as usize) < self.board.cells.len() {
            self.board.pieces[value as usize].clone()
        } else {
            value.to_string()
        }
    }

    /// Returns whether there are two players with scores, as a game that can be solved must have.
    #[must_use]
    pub fn has_two_scores(&self) -> bool {
        self.players.len() == 2 && self.players.iter().all(|player| player.score.is_some())
    }

    /// Returns why the model is no game that can be solved, if it is none.
    #[must_use]
    pub fn unsolvable(&self) -> Option<String> {
        match self.players.len() {
            _ if self.has_two_scores() => None,
            1 => Some("it has one player, and its ends differ in score".to_string()),
            2 => Some("its players have no scores that tell who wins".to_string()),
            players => Some(format!("it has {players} players, and only games of two have a value")),
        }
    }
}

/// The size of a model in words: variables, locations, edges.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decisions = self.decisions().count();
        write!(
            f,
            "{} variables, {} locations ({decisions} of them decisions), {} edges, {} actions",
            self.variables.len(),
            self.locations.len(),
            self.edges.len(),
            self.actions.len()
        )
    }
}
