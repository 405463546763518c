//! The symbolic form of a model, put together.

use game::{Ending, Limits, Player, SyntaxError};
use levels::Shape;
use std::sync::Arc;

use crate::model::{Edge, Loc, Model, Mover, Relation, Step, Term, Var};

use super::NoForm;
use super::automata::{Numbers, OneMove, Pairs, Standing};
use super::letters::{Last, Letters};
use super::nodes::Id;
use super::store::{ALL, NONE, Store};
use super::walks::Walks;

/// What the judge says of a word: play goes on.
const OPEN: u32 = 1;
/// The game is over, and nobody has won.
const EVEN: u32 = 2;
/// Player 0 has the higher score; after it comes the number for player 1.
const WON: u32 = 3;
/// The keeper had a choice, or no end.
const WRONG: u32 = 5;

/// A model as diagrams: words, the relation of a move, and how the game stands.
#[derive(Debug)]
pub(crate) struct Form {
    letters: Letters,
    /// The moves of the player who begins, and of the other; the same twice where players do not take turns.
    moves: [Arc<Pairs>; 2],
    standings: [Arc<Numbers>; 2],
    takes_turns: bool,
    has_scores: bool,
    plies_apart: bool,
    /// What is wrong if a word says so.
    doubt: Option<SyntaxError>,
}

/// How large a form is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// States of the relations of moves, in all.
    pub moves: usize,
    /// The most states of a relation at one level.
    pub width: usize,
    /// States of the automata that tell which words come after a move and how the game stands.
    pub standings: usize,
}

impl Form {
    /// Makes the form of a model whose variables are read in this order. `start` is the first state.
    ///
    /// # Errors
    /// If a limit is reached, or there is no form.
    pub(crate) fn new(
        model: &Model,
        order: &[Var],
        (values, last): (&[u32], Last),
        limits: &Limits,
    ) -> Result<Form, NoForm> {
        let letters = Letters::new(model, order, limits)?;
        let store = Store::new(letters.sizes(), limits);
        let start = letters.encode(|variable| values[variable as usize], last);
        let mut building = Building { walks: Walks::new(model, &letters, store), start };
        building.walks.take_care()?;
        let moves = building.moves()?;
        let takes_turns = building.takes_turns(&moves);
        let by_turn = building.by_turn(&moves, takes_turns)?;
        let plies_apart = building.has_plies_apart(by_turn);
        let standing = building.standing()?;
        let mut made = Vec::new();
        for relation in by_turn {
            made.push(building.automata(relation, standing)?);
        }
        let has_scores = model.has_two_scores();
        let [(first, judge), (second, other)] = made.try_into().expect("there are two");
        let (moves, standings) = ([first, second], [judge, other]);
        let doubt = doubt(model, &letters);
        Ok(Form { letters, moves, standings, takes_turns, has_scores, plies_apart, doubt })
    }

    /// Returns how large the form is.
    pub(crate) fn size(&self) -> Size {
        Size {
            moves: self.moves.iter().map(|moves| moves.states()).sum(),
            width: self.moves.iter().map(|moves| moves.width()).max().expect("there are two"),
            standings: self.standings.iter().map(|standing| standing.states()).sum(),
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        let sizes = self.letters.sizes().into_iter().enumerate();
        let shape = Shape::new(sizes.map(|(level, size)| vec![level + 1; size as usize]).collect());
        shape.expect("each level leads to the next, and every variable has its first value")
    }

    pub(super) fn letters(&self) -> &Letters {
        &self.letters
    }

    pub(crate) fn encode(&self, value: impl Fn(Var) -> u32, last: Last) -> Vec<u32> {
        self.letters.encode(value, last)
    }

    pub(crate) fn decode(&self, word: &[u32]) -> Option<(Vec<u32>, Last)> {
        self.letters.decode(word)
    }

    /// The move of the player who begins, or of the other.
    pub(crate) fn one_move(&self, mover: Player, back: bool) -> OneMove {
        OneMove { pairs: Arc::clone(&self.moves[mover.index()]), back }
    }

    pub(crate) fn standing(&self, mover: Player) -> Standing {
        Standing { numbers: Arc::clone(&self.standings[mover.index()]) }
    }

    /// What a number of the judge means. `named` says which player has a number. Abandons what is being done if the
    /// rules are wrong there.
    pub(crate) fn meaning(&self, judged: u32, named: impl Fn(u32) -> Player) -> Ending {
        if let (WRONG, Some(doubt)) = (judged, &self.doubt) {
            doubt.clone().abandon();
        }
        match judged {
            OPEN => Ending::Open,
            _ if !self.has_scores => Ending::Final,
            EVEN => Ending::Drawn,
            _ => Ending::Won(named(judged - WON)),
        }
    }

    /// Whether no word can occur at two plies.
    pub(crate) fn has_plies_apart(&self) -> bool {
        self.plies_apart
    }

    /// Whether two players move by turns, so that the ply says whose turn it is.
    pub(crate) fn takes_turns(&self) -> bool {
        self.takes_turns
    }
}

/// The moves from one decision.
struct Decided {
    at: Loc,
    player: u32,
    relation: Id,
    /// The letters that may come before, at each level.
    before: Vec<Vec<bool>>,
    is_new: bool,
}

struct Building<'m, 'l> {
    walks: Walks<'m, 'l>,
    start: Vec<u32>,
}

impl Building<'_, '_> {
    /// The moves from each decision, as far as a first look shows that they can occur: what letters there are at which
    /// level is found out for each decision by itself.
    fn moves(&mut self) -> Result<Vec<Decided>, NoForm> {
        let mut all = self.decided()?;
        let last = self.walks.letters.last();
        let begins = self.walks.letters.last_of(self.start[last]);
        for decided in all.iter_mut().filter(|one| begins == Some(Last::Decision(one.at))) {
            for (level, &letter) in self.start.iter().enumerate() {
                decided.before[level][letter as usize] = true;
            }
            decided.is_new = true;
        }
        while let Some(next) = all.iter().position(|decided| decided.is_new) {
            all[next].is_new = false;
            let from = self.words(&all[next].before)?;
            let store = &mut self.walks.store;
            let relation = store.from(from, all[next].relation)?;
            let after = store.range(relation)?;
            for other in &mut all {
                let letter = self.walks.letters.letter_of(other.at).expect("it is a decision");
                let store = &mut self.walks.store;
                let here = store.letters(last, |other| other == letter);
                let here = store.only(after, here)?;
                other.is_new |= mark(store, here, &mut other.before);
            }
        }
        all.retain(|decided| decided.before[last].contains(&true));
        for decided in &mut all {
            let from = self.words(&decided.before)?;
            decided.relation = self.walks.store.from(from, decided.relation)?;
        }
        Ok(all)
    }

    /// The moves from each decision, wherever they may occur.
    fn decided(&mut self) -> Result<Vec<Decided>, NoForm> {
        let (model, letters) = (self.walks.model, self.walks.letters);
        let (last, none) = (letters.last(), letters.sizes());
        let mut all = Vec::new();
        for (at, mover) in model.decisions() {
            let Mover::Player(player) = mover else { continue };
            let relation = self.walks.moves(at)?;
            let next = (player + 1) % letters.players();
            let store = &mut self.walks.store;
            let relation = store.renamed(relation, last, letters.over(0), letters.over(next))?;
            let before = none.iter().map(|&size| vec![false; size as usize]).collect();
            all.push(Decided { at, player, relation, before, is_new: false });
        }
        Ok(all)
    }

    /// The words of these letters.
    fn words(&mut self, letters: &[Vec<bool>]) -> Result<Id, NoForm> {
        let store = &mut self.walks.store;
        let mut all = ALL;
        for (level, is_in) in letters.iter().enumerate().rev() {
            let here = store.letters(level, |letter| is_in[letter as usize]);
            all = store.only(all, here)?;
        }
        Ok(all)
    }

    /// Whether there are two players, and after a move of the one always the other is to move.
    fn takes_turns(&self, moves: &[Decided]) -> bool {
        let letters = self.walks.letters;
        let follows = |decided: &Decided| {
            let after = self.walks.store.last_letters_after(decided.relation);
            let to = |letter: u32| match letters.last_of(letter) {
                Some(Last::Decision(at)) => {
                    let next = moves.iter().find(|other| other.at == at);
                    next.is_some_and(|next| next.player != decided.player)
                }
                Some(Last::Over(_)) | None => true,
            };
            after.into_iter().all(to)
        };
        letters.players() == 2 && moves.iter().all(follows)
    }

    /// The moves of the player who begins, and of the other; or of all, twice.
    fn by_turn(&mut self, moves: &[Decided], takes_turns: bool) -> Result<[Id; 2], NoForm> {
        let last = self.walks.letters.last();
        let begins = match self.walks.letters.last_of(self.start[last]) {
            Some(Last::Decision(at)) => moves.iter().find(|decided| decided.at == at).map(|one| one.player),
            Some(Last::Over(_)) | None => None,
        };
        let mut both = [NONE; 2];
        for decided in moves {
            for (turn, all) in both.iter_mut().enumerate() {
                if !takes_turns || (Some(decided.player) == begins) == (turn == 0) {
                    *all = self.walks.store.union(*all, decided.relation)?;
                }
            }
        }
        Ok(both)
    }

    /// Whether every move changes the number of some piece by the same, as where a stone is placed: then the number of
    /// moves can be told from the board.
    fn has_plies_apart(&self, moves: [Id; 2]) -> bool {
        let Walks { model, letters, store, .. } = &self.walks;
        let cells = model.board.cells.len();
        let counts = |piece: u32| {
            let is_piece = |level: usize, letter: u32| match letters.variables.get(level) {
                Some(&cell) if (cell as usize) < cells => {
                    i64::from(letters.values[cell as usize][letter as usize] == piece)
                }
                _ => 0,
            };
            let mut known = rustc_hash::FxHashMap::default();
            let [first, second] = moves.map(|moves| match moves {
                NONE => None,
                _ => store.difference(moves, &is_piece, &mut known),
            });
            first.is_some_and(|difference| difference != 0) && (first == second || moves[1] == NONE)
        };
        (0..model.board.pieces.len() as u32).any(counts)
    }

    /// How the game stands in each word.
    fn standing(&mut self) -> Result<Id, NoForm> {
        let Walks { model, letters, store, terms, .. } = &mut self.walks;
        let (last, over) = (letters.last(), letters.over(0));
        let open = store.letters(last, |letter| letter < over);
        let mut ended = EVEN;
        if model.has_two_scores() {
            let score =
                |player: usize| Term::Value(model.players[player].score.expect("there are two scores"));
            let scores = [score(0), score(1)];
            for player in [0, 1] {
                let (own, other) = (&scores[player], &scores[1 - player]);
                let wins = terms.terms_compared((other, Relation::Less, own), model, letters, store)?;
                let given = store.relabelled(wins, WON + player as u32)?;
                ended = store.either(given, ended)?;
            }
        }
        if let Some(wrong) = letters.wrong() {
            let here = store.letters(last, |letter| letter == wrong);
            let given = store.relabelled(here, WRONG)?;
            ended = store.either(given, ended)?;
        }
        Ok(store.either(open, ended)?)
    }

    /// The automata of a relation of moves: a simpler relation, and how the game stands in the words that come after
    /// it, or at the start.
    fn automata(&mut self, relation: Id, standing: Id) -> Result<(Arc<Pairs>, Arc<Numbers>), NoForm> {
        let start: Vec<Vec<bool>> = self
            .walks
            .letters
            .sizes()
            .iter()
            .zip(&self.start)
            .map(|(&size, &letter)| (0..size).map(|other| other == letter).collect())
            .collect();
        let start = self.words(&start)?;
        let store = &mut self.walks.store;
        let after = store.range(relation)?;
        let after = store.either(after, start)?;
        let simpler = store.simpler(relation, after)?;
        let standing = store.only(standing, after)?;
        Ok((Arc::new(Pairs::new(store, simpler)), Arc::new(Numbers::new(store, standing))))
    }
}

/// What is wrong where a word says so: at the first turn after which that can be.
fn doubt(model: &Model, letters: &Letters) -> Option<SyntaxError> {
    let leads_there = |edge: &Edge| match edge.step {
        Step::Turn { action, .. } if letters.doubtful[edge.to as usize] => Some(action),
        _ => None,
    };
    let action = model.edges.iter().find_map(leads_there)?;
    let problem =
        "the rules go on by themselves from here in several ways to different positions, or without end";
    Some(model.mistake_at(action, problem, crate::keeper::ONE_WAY))
}

/// Marks the letters that words of a set have at each level. Returns whether one was not marked.
fn mark(store: &Store<'_>, set: Id, marks: &mut [Vec<bool>]) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let (mut open, mut is_new) = (vec![(0, set)], false);
    while let Some((level, at)) = open.pop() {
        if at == NONE || level == marks.len() || !seen.insert((level, at)) {
            continue;
        }
        for (letter, marked) in (0..).zip(&mut marks[level]) {
            let child = store.child(at, level, letter);
            if child != NONE {
                is_new |= !std::mem::replace(marked, true);
                open.push((level + 1, child));
            }
        }
    }
    is_new
}
