//! Regular Boardgames, a language for the rules of board games: texts into models.
//!
//! The rules are a regular expression. Its letters move over the board (`up`), test what stands there (`{white}`), put
//! pieces (`[empty]`), compare and set variables (`{$ turns < 10}`, `[$ turns = turns + 1]`), look whether something is
//! possible (`{? …}`, `{! …}`), and say who is to move (`->white`) or that the rules go on by themselves (`->>`).
//! The language is that of J. Kowalski, M. Mika, J. Sutowicz and M. Szykuła, *Regular Boardgames*, AAAI 2019.

use game::SyntaxError;

use crate::model::{Board, Model, Participant, Variable};
use crate::reduce::Draft;

mod board;
mod macros;
mod network;
mod parse;
mod source;
mod unfold;

use macros::Items;
use network::{Network, Sizes};
use parse::{Declared, Names, Parser};
use source::Source;
use unfold::Unfolding;

/// The most players: the location of a state that is over says who would move, in a byte.
const MOST_PLAYERS: usize = 254;

/// The most edges of an automaton: it then takes some 2.5 GB to make.
const MOST_EDGES: usize = 1 << 23;

/// The same where a stranger sent the text: some 40 MB. Chess has 41 135 edges.
pub(crate) const FEW_EDGES: usize = 1 << 17;

/// Reads the rules of a game.
///
/// # Errors
/// If the text is not a game, or one that is too large: what is wrong, in which line and column, and what would be
/// right.
pub fn read(name: &str, text: &str) -> Result<Model, SyntaxError> {
    read_within(name, text, MOST_EDGES)
}

/// Reads the rules of a game whose automaton has at most so many edges, which bounds time and memory.
pub(crate) fn read_within(name: &str, text: &str, edges: usize) -> Result<Model, SyntaxError> {
    let source = Source::new(text);
    let mut items = Items::read(&source)?;
    let mut names = Names::default();
    section(&mut items, "pieces", |parser| parser.pieces(&mut names))?;
    let help = "for example #players = white(100), black(100), with the largest scores";
    names.players =
        section(&mut items, "players", |parser| parser.bounded(&mut names, Declared::Player, help))?;
    if names.players.is_empty() {
        return Err(items.wrong(items.end(), "there is no player", help));
    }
    if names.players.len() > MOST_PLAYERS {
        let problem = format!("{} players are too many", names.players.len());
        return Err(items.wrong(items.end(), problem, format!("at most {MOST_PLAYERS}")));
    }
    let help = "for example #variables = turns(20), with the largest value";
    names.variables =
        section(&mut items, "variables", |parser| parser.bounded(&mut names, Declared::Variable, help))?;
    let (board, pieces) = section(&mut items, "board", |parser| board::read(parser, &mut names))?;
    let rule = section(&mut items, "rules", |parser| parser.rules(&names))?;
    let network = Network::new(&rule, sizes(&names, &board), &items)?;
    let unfolding = Unfolding::new(&network, &board, &items, edges)?;
    Ok(model(name, &names, &board, &pieces, &network, unfolding))
}

/// Returns what a text says: its tokens, without comments and spacing; all of it if it has none.
#[must_use]
pub fn plain(text: &str) -> String {
    match Source::new(text).tokens() {
        Ok(tokens) => tokens.iter().map(|token| token.word.text() + " ").collect(),
        Err(_) => text.to_string(),
    }
}

/// Reads one section.
fn section<T>(
    items: &mut Items<'_>,
    name: &str,
    read: impl FnOnce(&mut Parser<'_, '_>) -> Result<T, SyntaxError>,
) -> Result<T, SyntaxError> {
    let Some((tokens, end)) = items.section(name)? else {
        if name == "variables" {
            return read(&mut Parser::new(items, &[], items.end()));
        }
        let problem = format!("there is no `#{name}`");
        let help =
            format!("a game has the sections {}", macros::SECTIONS.map(|name| format!("#{name}")).join(", "));
        return Err(items.wrong(items.end(), problem, help));
    };
    read(&mut Parser::new(items, &tokens, end))
}

/// How many there are of everything.
fn sizes(names: &Names, board: &Board) -> Sizes {
    let size = |length: usize| u32::try_from(length).expect("the text is not that long");
    Sizes {
        cells: size(board.cells.len()),
        players: size(names.players.len()),
        pieces: size(names.pieces.len()),
    }
}

/// Puts the parts together.
fn model(
    name: &str,
    names: &Names,
    board: &Board,
    pieces: &[u32],
    network: &Network<'_>,
    unfolding: Unfolding<'_>,
) -> Model {
    let sizes = sizes(names, board);
    let cells = board.cells.iter().zip(pieces).map(|(cell, &initial)| Variable {
        name: cell.name.clone(),
        size: sizes.pieces,
        initial,
    });
    let others = names.players.iter().chain(&names.variables);
    let others = others.map(|(name, bound)| Variable { name: name.clone(), size: bound + 1, initial: 0 });
    let players = names.players.iter().zip(sizes.cells..);
    let bits = |&set: &u64| (0..sizes.pieces).filter(|piece| set >> piece & 1 == 1).collect();
    let model = Model {
        name: name.to_string(),
        variables: cells.chain(others).collect(),
        players: players
            .map(|((name, _), score)| Participant { name: name.clone(), score: Some(score) })
            .collect(),
        sets: unfolding.sets.iter().map(bits).collect(),
        actions: unfolding.actions.clone(),
        terms: network.terms.clone(),
        origins: network.items.origins(&network.modifiers),
        ..Model::default()
    };
    let in_pattern = (0..unfolding.kinds.len()).map(|at| unfolding.in_pattern(at)).collect();
    let Unfolding { same, kinds, edges, .. } = unfolding;
    Draft { same, kinds, in_pattern, edges }.reduced(Model { board: board.clone(), ..model })
}
