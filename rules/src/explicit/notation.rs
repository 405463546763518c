//! How positions and moves of a model are written and shown.

use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use game::look::{Cell as LookCell, Grid, Look, Mark, Pick, Role};
use game::{Notation, Observable, Observe, ParseError, Words as Listed, letters, shortened};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Core, Move, OVER, State, TextGame, TextSystem, Words};
use crate::model::{Loc, Model, Mover, Shape, Step};

/// What is needed to draw positions.
pub(crate) struct Drawing {
    /// Different for each model in the program.
    number: u64,
    /// How the pieces are drawn, each in its own way.
    symbols: Vec<char>,
    /// Whose the pieces are; none for what is not drawn as a piece.
    roles: Vec<Option<Role>>,
    /// The cells of each row.
    rows: Vec<Vec<u32>>,
    /// The locations where each player may be to move.
    decisions: Vec<Vec<Loc>>,
    /// Names for claims, made when they are asked for.
    names: OnceLock<Named>,
}

/// Names that last as long as the program, as claims want them.
struct Named {
    cells: Listed,
    pieces: Listed,
    variables: Listed,
}

impl Drawing {
    /// Decides how a model is drawn.
    pub(crate) fn new(model: &Model) -> Drawing {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let owners: Vec<Option<(usize, String)>> =
            model.board.pieces.iter().map(|piece| owner(model, piece)).collect();
        let blank = blank(model, &owners);
        let roles = owners.iter().zip(0..).map(|(owner, piece)| match owner {
            _ if piece == blank => None,
            Some((0, _)) => Some(Role::First),
            Some((1, _)) => Some(Role::Second),
            _ => Some(Role::Neutral),
        });
        let last = model.board.cells.iter().map(|cell| cell.row).max().expect("a board has cells");
        let mut rows = vec![Vec::new(); last as usize + 1];
        for (number, cell) in (0..).zip(&model.board.cells) {
            rows[cell.row as usize].push(number);
        }
        let mut decisions = vec![Vec::new(); model.players.len()];
        for (at, mover) in model.decisions() {
            if let Mover::Player(player) = mover {
                decisions[player as usize].push(at);
            }
        }
        Drawing {
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            roles: roles.collect(),
            symbols: symbols(model, &owners, blank),
            rows,
            decisions,
            names: OnceLock::new(),
        }
    }

    fn named(&self, model: &Model) -> &Named {
        self.names.get_or_init(|| {
            let list = |all: Vec<String>| -> Listed {
                let all: Vec<&'static str> =
                    all.into_iter().map(|name| &*Box::leak(name.into_boxed_str())).collect();
                Box::leak(all.into_boxed_slice())
            };
            let cells = model.board.cells.len();
            let names = model.variables.iter().map(|variable| variable.name.clone());
            Named {
                cells: list(names.clone().take(cells).collect()),
                pieces: list(model.board.pieces.clone()),
                variables: list(names.skip(cells).collect()),
            }
        })
    }
}

/// The player whose name a piece begins with, and the rest of its name; or by the first letter alone, if that is clear.
fn owner(model: &Model, piece: &str) -> Option<(usize, String)> {
    let lower = piece.to_lowercase();
    for (number, player) in model.players.iter().enumerate() {
        if let Some(rest) = lower.strip_prefix(&player.name.to_lowercase()) {
            return Some((number, rest.to_string()));
        }
    }
    let begins = |name: &str| name.to_lowercase().chars().next() == lower.chars().next();
    let mut found = model.players.iter().enumerate().filter(|(_, player)| begins(&player.name));
    let (number, _) = found.next().filter(|_| !is_blank(piece))?;
    found.next().is_none().then(|| (number, String::new()))
}

fn is_blank(piece: &str) -> bool {
    matches!(piece.to_lowercase().as_str(), "e" | "empty" | "free" | "blank" | "none")
}

/// The piece that is drawn as a dot: the one that is called so, or else the first that belongs to nobody.
fn blank(model: &Model, owners: &[Option<(usize, String)>]) -> usize {
    let called = model.board.pieces.iter().position(|piece| is_blank(piece));
    let nobody = || owners.iter().position(Option::is_none);
    // Where every piece belongs to somebody, none is drawn as a dot.
    called.or_else(nobody).unwrap_or(usize::MAX)
}

/// A letter for each piece: capitals for the first player where pieces of both have the same names. Short names choose
/// first, so that a king is a k and a knight is an n.
fn symbols(model: &Model, owners: &[Option<(usize, String)>], blank: usize) -> Vec<char> {
    let mut taken: FxHashSet<char> = ['.'].into_iter().collect();
    let pieces = &model.board.pieces;
    let mut found = vec!['.'; pieces.len()];
    let mut order: Vec<usize> = (0..pieces.len()).filter(|&number| number != blank).collect();
    order.sort_by_key(|&number| pieces[number].len());
    for number in order {
        let wanted: Vec<char> = match &owners[number] {
            Some((0, rest)) if !rest.is_empty() => rest.to_uppercase().chars().collect(),
            Some((_, rest)) if !rest.is_empty() => rest.to_lowercase().chars().collect(),
            _ => pieces[number].chars().collect(),
        };
        let others = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain("+*=%&@!?".chars());
        let symbol = wanted.into_iter().chain(others).find(|symbol| taken.insert(*symbol));
        found[number] = symbol.expect("there are fewer pieces than symbols");
    }
    found
}

/// The moves of one position, written.
struct Written {
    drawing: u64,
    words: Vec<u64>,
    at: Loc,
    moves: FxHashMap<Move, (String, Vec<Pick>)>,
}

thread_local! {
    /// The last position whose moves were written: moves are asked for one by one, but must differ from each other.
    static WRITTEN: RefCell<Option<Written>> = const { RefCell::new(None) };
}

impl<W: Words> Core<W> {
    fn model(&self) -> &Model {
        &self.machine.model
    }

    /// How a move is written and made.
    fn written(&self, state: &State<W>, mv: Move) -> (String, Vec<Pick>) {
        WRITTEN.with_borrow_mut(|written| {
            let (drawing, words, at) = (self.drawing.number, state.words.as_ref(), state.at);
            let known = written.as_ref();
            if known.is_none_or(|known| (known.drawing, &*known.words, known.at) != (drawing, words, at)) {
                let moves = self.write_all(state);
                *written = Some(Written { drawing, words: words.to_vec(), at, moves });
            }
            let written = written.as_ref().expect("it was just written");
            written.moves.get(&mv).cloned().unwrap_or_else(|| {
                // Not a move of this position: nothing has to be told apart.
                let text = "an impossible move".to_string();
                (text.clone(), vec![Pick::Label(text)])
            })
        })
    }

    /// All moves of a position, with what tells them apart.
    fn write_all(&self, state: &State<W>) -> FxHashMap<Move, (String, Vec<Pick>)> {
        let moves: Vec<Move> = if state.at >= OVER { Vec::new() } else { self.moves(state).collect() };
        let mut found: Vec<(Move, Vec<u32>, String, String)> = Vec::new();
        for mv in moves {
            let (cells, text, more) = self.plain_text(state, mv);
            found.push((mv, cells, text, more));
        }
        tell_apart(&mut found, |text, more, _| format!("{text}={more}"));
        tell_apart(&mut found, |text, _, number| format!("{text} ({number})"));
        let mut picks: Vec<Vec<Pick>> = found.iter().map(|(_, cells, ..)| self.cell_picks(cells)).collect();
        let mut order: Vec<usize> = (0..picks.len()).collect();
        order.sort_by(|a, b| picks[*a].cmp(&picks[*b]));
        // Whatever is the beginning of another comes right before one that it begins.
        let unclear: Vec<usize> = (0..order.len())
            .filter(|&place| {
                let here = &picks[order[place]];
                let begins = order.get(place + 1).is_some_and(|&next| picks[next].starts_with(here));
                here.is_empty() || begins || place > 0 && picks[order[place - 1]] == *here
            })
            .map(|place| order[place])
            .collect();
        for number in unclear {
            picks[number].push(Pick::Label(found[number].2.clone()));
        }
        found.into_iter().zip(picks).map(|((mv, _, text, _), picks)| (mv, (text, picks))).collect()
    }

    /// The cells of a move in their order, how it is written, and what may tell it from others: the piece that it puts
    /// last.
    fn plain_text(&self, state: &State<W>, mv: Move) -> (Vec<u32>, String, String) {
        let model = self.model();
        let mut words = state.words.clone();
        let letters = self.machine.letters(words.as_mut(), state.at, mv);
        let actions = letters.iter().map(|&letter| model.actions[letter as usize]);
        let mut cells: Vec<u32> = Vec::new();
        let (mut put, mut named) = (String::new(), Vec::new());
        for action in actions {
            named.extend(model.labels.get(action.modifier as usize).filter(|name| !name.is_empty()).cloned());
            let cell = match action.step {
                Step::Assign { variable, term, .. } if (variable as usize) < model.board.cells.len() => {
                    if let crate::model::Term::Number(piece) = model.terms[term as usize] {
                        put = model.board.pieces[usize::try_from(piece).expect("a piece")].clone();
                    }
                    Some(variable)
                }
                Step::Turn { .. } => action.cell.filter(|cell| cells.last() != Some(cell)),
                _ => None,
            };
            cells.extend(cell);
        }
        if !named.is_empty() {
            return (cells, named.join(" "), put);
        }
        if letters.len() == 1 && self.changes_nothing(state, mv) {
            return (Vec::new(), "pass".to_string(), put);
        }
        let between = if matches!(model.board.shape, Shape::Graph) { "-" } else { "" };
        let names: Vec<&str> =
            cells.iter().map(|&cell| model.board.cells[cell as usize].name.as_str()).collect();
        (cells, names.join(between), put)
    }

    /// Whether a move leaves the board as it is.
    fn changes_nothing(&self, state: &State<W>, mv: Move) -> bool {
        let mut next = state.clone();
        self.play(&mut next, mv);
        let value = |state: &State<W>, cell| self.machine.value(state.words.as_ref(), cell);
        let cells = u32::try_from(self.model().board.cells.len()).expect("few cells");
        (0..cells).all(|cell| value(state, cell) == value(&next, cell))
    }

    fn cell_picks(&self, cells: &[u32]) -> Vec<Pick> {
        let Some((columns, _)) = self.grid() else { return Vec::new() };
        let pick = |&cell: &u32| {
            let cell = &self.model().board.cells[cell as usize];
            Pick::Cell { grid: 0, cell: cell.row as usize * columns + cell.column as usize }
        };
        cells.iter().map(pick).collect()
    }

    /// The columns and rows, if the board is a rectangle.
    fn grid(&self) -> Option<(usize, usize)> {
        let board = &self.model().board;
        let last = board.cells.iter().map(|cell| cell.column).max()?;
        (board.shape == Shape::Rectangle).then_some((last as usize + 1, self.drawing.rows.len()))
    }

    fn look(&self, state: &State<W>) -> Look {
        let Some((columns, rows)) = self.grid() else { return Look::Text };
        let mut grid = Grid::squares(columns, rows, |_, _| None);
        let blocked = Mark::new(" ", Role::Blocked);
        let cell = |cell: LookCell| LookCell { mark: Some(blocked.clone()), ..cell };
        grid.cells = grid.cells.into_iter().map(cell).collect();
        for (number, cell) in (0..).zip(&self.model().board.cells) {
            let piece = self.machine.value(state.words.as_ref(), number) as usize;
            let mark = self.drawing.roles[piece].map(|role| Mark::new(self.drawing.symbols[piece], role));
            grid.cells[cell.row as usize * columns + cell.column as usize].mark = mark;
        }
        Look::Grids(vec![grid.active(state.at < OVER)])
    }

    fn board_text(&self, state: &State<W>) -> String {
        let model = self.model();
        let symbol =
            |cell: u32| self.drawing.symbols[self.machine.value(state.words.as_ref(), cell) as usize];
        let mut lines: Vec<String> = Vec::new();
        match model.board.shape {
            Shape::Graph => {
                let all: Vec<String> = (0..)
                    .zip(&model.board.cells)
                    .map(|(number, cell)| format!("{} {}", cell.name, symbol(number)))
                    .collect();
                lines.extend(all.chunks(8).map(|some| some.join("  ")));
            }
            shape => {
                let width = self.drawing.rows.len().to_string().len();
                for (row, cells) in self.drawing.rows.iter().enumerate() {
                    let mut line = format!("{:>width$} ", self.drawing.rows.len() - row);
                    let start = line.len();
                    for &cell in cells {
                        let column = model.board.cells[cell as usize].column as usize;
                        let place = start + if shape == Shape::Hexagon { column } else { 2 * column };
                        line.extend(std::iter::repeat_n(' ', place.saturating_sub(line.len())));
                        line.push(symbol(cell));
                    }
                    lines.push(line);
                }
                if let Some((columns, _)) = self.grid() {
                    let names: Vec<String> = (0..columns).map(letters).collect();
                    lines.push(format!("{:>width$} {}", "", names.join(" ")));
                }
            }
        }
        lines.push(self.status(state));
        lines.join("\n")
    }

    /// Who is to move, and the variables.
    fn status(&self, state: &State<W>) -> String {
        let model = self.model();
        let player = self.player(state) as usize;
        let name = &model.players[player].name;
        let decisions = &self.drawing.decisions[player];
        let mut text = if state.at >= OVER {
            format!("over before {name}")
        } else if decisions.len() == 1 {
            format!("{name} to move")
        } else {
            let number = decisions.binary_search(&state.at).expect("a player moves at a decision");
            format!("{name} to move at {number}")
        };
        for (number, variable) in (0..).zip(&model.variables).skip(model.board.cells.len()) {
            text += &format!(", {} {}", variable.name, self.machine.value(state.words.as_ref(), number));
        }
        text
    }

    /// Reads a position as it is drawn.
    fn parse_board(&self, text: &str) -> Result<State<W>, ParseError> {
        let help = "draw it as the program does, with the line about who is to move";
        let mut reader = Reader { text, at: 0, help };
        let mut words = vec![0; self.machine.words];
        let model = self.model();
        for (row, cells) in self.drawing.rows.iter().enumerate() {
            if model.board.shape != Shape::Graph {
                reader.need(&(self.drawing.rows.len() - row).to_string())?;
            }
            for &cell in cells {
                if model.board.shape == Shape::Graph {
                    reader.need(&model.board.cells[cell as usize].name)?;
                }
                let piece = self.symbol(&mut reader)?;
                self.machine.fields[cell as usize].set(&mut words, piece);
            }
        }
        if let Some((columns, _)) = self.grid() {
            for column in 0..columns {
                reader.need(&letters(column))?;
            }
        }
        let at = self.read_turn(&mut reader)?;
        for (number, variable) in model.variables.iter().enumerate().skip(model.board.cells.len()) {
            reader.need(&variable.name)?;
            let value = reader.number()?;
            if value >= variable.size {
                let problem = format!("{} is at most {}", variable.name, variable.size - 1);
                return Err(ParseError::new(problem, help));
            }
            self.machine.fields[number].set(&mut words, value);
        }
        reader.finish()?;
        let at = match at {
            over if over >= OVER => over,
            // What settles nowhere is over.
            at => match self.machine.settled(&mut words, at) {
                Ok(found) => found.unwrap_or_else(|| OVER + self.player(&State { words: W::of(&words), at })),
                Err(endless) => return Err(ParseError::new(self.machine.endless(endless).problem, help)),
            },
        };
        Ok(State { words: W::of(&words), at })
    }

    fn symbol(&self, reader: &mut Reader<'_>) -> Result<u32, ParseError> {
        let found = reader.symbol()?;
        let piece = self.drawing.symbols.iter().position(|symbol| *symbol == found);
        let piece = piece.ok_or_else(|| {
            let all: Vec<String> = (self.drawing.symbols.iter().zip(&self.model().board.pieces))
                .map(|(symbol, piece)| format!("{symbol} {piece}"))
                .collect();
            let problem = format!("`{}` is not a piece", shortened(&found.to_string()));
            ParseError::new(problem, format!("pieces are drawn as {}", all.join(", ")))
        })?;
        Ok(u32::try_from(piece).expect("few pieces"))
    }

    /// Who is to move, and where.
    fn read_turn(&self, reader: &mut Reader<'_>) -> Result<Loc, ParseError> {
        let over = reader.take("over");
        if over {
            reader.need("before")?;
        }
        let players = &self.model().players;
        let Some(player) = players.iter().position(|player| reader.take(&player.name)) else {
            let all: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
            let help = format!("a player is named who is to move: {}", all.join(", "));
            return Err(ParseError::new("nobody is to move", help));
        };
        if over {
            return Ok(OVER + u32::try_from(player).expect("few players"));
        }
        reader.need("to")?;
        reader.need("move")?;
        let decisions = &self.drawing.decisions[player];
        let number = if decisions.len() == 1 {
            0
        } else {
            reader.need("at")?;
            reader.number()? as usize
        };
        decisions.get(number).copied().ok_or_else(|| {
            let help = format!("it is below {}", decisions.len());
            ParseError::new(format!("{} is never to move at {number}", players[player].name), help)
        })
    }

    fn observables(&self) -> Vec<Observable<'_, State<W>>> {
        let (machine, names) = (&*self.machine, self.drawing.named(self.model()));
        let cells = names.cells.len();
        // Arguments are within the lists that the parameters give.
        let at = |number: i64| u32::try_from(number).expect("an argument is the number of a word");
        let cell =
            Observable::word("cell", "what stands there", names.pieces, move |state: &State<W>, of| {
                machine.value(state.words.as_ref(), at(of[0])) as usize
            });
        let count =
            Observable::number("pieces", "how many of them there are", move |state: &State<W>, of| {
                let all = 0..u32::try_from(cells).expect("few cells");
                all.filter(|&cell| machine.value(state.words.as_ref(), cell) == at(of[0])).count() as i64
            });
        let mut all = Vec::new();
        if let Some(example) = names.cells.first() {
            let by_name = |name: &str| {
                let found = names.cells.iter().position(|cell| cell.eq_ignore_ascii_case(name))?;
                Some(vec![found as i64])
            };
            all.push(cell.of_word("square", names.cells).or(example, by_name));
            all.push(count.of_word("piece", names.pieces));
        }
        if let Some(example) = names.variables.first() {
            let help = "a score or a variable";
            let value = Observable::number("value", help, move |state: &State<W>, of| {
                machine
                    .value(state.words.as_ref(), u32::try_from(cells).expect("few cells") + at(of[0]))
                    .into()
            });
            let by_name = |name: &str| {
                let found = names.variables.iter().position(|own| own.eq_ignore_ascii_case(name))?;
                Some(vec![found as i64])
            };
            all.push(value.of_word("name", names.variables).or(example, by_name));
        }
        all
    }

    /// What `info` says of the model.
    pub(super) fn details(&self) -> Vec<(&'static str, String)> {
        let model = self.model();
        let board = &model.board;
        let shape = match board.shape {
            Shape::Graph => "a graph",
            Shape::Rectangle => "a rectangle",
            Shape::Hexagon => "a hexagon",
            Shape::Cuboid => "a cuboid",
        };
        let pieces = board.pieces.iter().zip(&self.drawing.symbols);
        let pieces: Vec<String> = pieces.map(|(piece, symbol)| format!("{symbol} {piece}")).collect();
        let bound = |variable: u32| model.variables[variable as usize].size - 1;
        let players = model.players.iter().map(|player| match player.score {
            Some(score) => format!("{} (0 to {})", player.name, bound(score)),
            None => player.name.clone(),
        });
        let first = board.cells.len() + model.players.iter().filter(|player| player.score.is_some()).count();
        let variables = model.variables.iter().skip(first);
        let variables: Vec<String> =
            variables.map(|variable| format!("{} (0 to {})", variable.name, variable.size - 1)).collect();
        let longest = match model.longest {
            Some(longest) => format!("at most {longest} assignments in a move"),
            None => "the position alone bounds the assignments in a move".to_string(),
        };
        let mut rows = vec![
            (
                "board",
                format!("{shape} of {} cells; directions {}", board.cells.len(), board.directions.join(", ")),
            ),
            ("pieces", pieces.join(", ")),
            ("scores", players.collect::<Vec<_>>().join(", ")),
        ];
        if !variables.is_empty() {
            rows.push(("variables", variables.join(", ")));
        }
        rows.push(("automaton", format!("{model}; {longest}")));
        rows.push(("diagrams", self.told()));
        rows
    }
}

/// Gives new texts to moves that are written alike.
fn tell_apart(found: &mut [(Move, Vec<u32>, String, String)], new: impl Fn(&str, &str, usize) -> String) {
    let mut alike: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (number, (_, _, text, _)) in found.iter().enumerate() {
        alike.entry(text.to_lowercase()).or_default().push(number);
    }
    for numbers in alike.into_values().filter(|numbers| numbers.len() > 1) {
        for (place, number) in numbers.into_iter().enumerate() {
            let (_, _, text, more) = &mut found[number];
            *text = new(text, more, place + 1);
        }
    }
}

/// A place in a drawing.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    help: &'static str,
}

impl Reader<'_> {
    /// Skips what does not matter.
    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        let blank = |c: char| c.is_whitespace() || c == ',' || c == ';';
        self.at += rest.len() - rest.trim_start_matches(blank).len();
    }

    fn take(&mut self, word: &str) -> bool {
        self.skip();
        let rest = &self.text[self.at..];
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        let found = rest.strip_prefix(word).is_some_and(ends);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn need(&mut self, word: &str) -> Result<(), ParseError> {
        if self.take(word) {
            return Ok(());
        }
        let rest = shortened(self.text[self.at..].trim_start());
        Err(ParseError::new(format!("`{word}` is missing before `{rest}`"), self.help))
    }

    fn symbol(&mut self) -> Result<char, ParseError> {
        self.skip();
        let found = self.text[self.at..].chars().next();
        let symbol = found.ok_or_else(|| ParseError::new("a cell is missing at the end", self.help))?;
        self.at += symbol.len_utf8();
        Ok(symbol)
    }

    fn number(&mut self) -> Result<u32, ParseError> {
        self.skip();
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = rest[..digits].parse().map_err(|_| {
            ParseError::new(format!("a number is missing before `{}`", shortened(rest)), self.help)
        })?;
        self.at += digits;
        Ok(number)
    }

    fn finish(&mut self) -> Result<(), ParseError> {
        self.skip();
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Ok(());
        }
        Err(ParseError::new(format!("`{}` does not belong to the board", shortened(rest)), self.help))
    }
}

macro_rules! notation {
    ($type:ident) => {
        impl<W: Words> Notation for $type<W> {
            fn action_text(&self, state: &State<W>, action: Move) -> String {
                self.0.written(state, action).0
            }

            fn board_text(&self, state: &State<W>) -> String {
                self.0.board_text(state)
            }

            fn look(&self, state: &State<W>) -> Look {
                self.0.look(state)
            }

            fn picks(&self, state: &State<W>, action: Move) -> Vec<Pick> {
                self.0.written(state, action).1
            }

            fn parse_board(&self, text: &str) -> Result<State<W>, ParseError> {
                self.0.parse_board(text)
            }
        }

        impl<W: Words> Observe for $type<W> {
            fn observables(&self) -> Vec<Observable<'_, State<W>>> {
                self.0.observables()
            }
        }

        impl<W: Words> registry::Capabilities for $type<W> {
            registry::declare!(observe, packed, symbolic, symmetry);

            fn ordered(&self, names: &str) -> Option<Result<Self, game::SyntaxError>> {
                Some(self.ordered(names))
            }

            fn details(&self) -> Vec<(&'static str, String)> {
                self.0.details()
            }

            fn unsolvable(&self) -> Option<String> {
                self.model().unsolvable()
            }
        }
    };
}

notation!(TextGame);
notation!(TextSystem);
