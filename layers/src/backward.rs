//! The value of every state, ply by ply from the last one back.
//!
//! The states that follow a piece of a ply are sorted, each with the place of the state it follows, and the values of
//! the next ply are read past them in order. So nothing is looked up, and no more is held than a piece.

use std::io;

use game::{Outcome, Player, Value, Verdict};

use crate::error::Error;
use crate::folder::Sink;
use crate::manifest::{Part, Valued};
use crate::parquet::GROUP_ROWS;
use crate::piece::{Piece, What};
use crate::rows;
use crate::space::{Found, Space};
use crate::store::{Step, Store};
use crate::task::Task;
use crate::team::gaps;

/// A state and its value: the words, then the player, the verdict and the distance.
pub(crate) const BESIDE: usize = 3;

/// The number of states that are expanded at a time.
const BATCH: usize = 1 << 8;

impl Store<'_> {
    /// Says so if values of these states cannot be found ply by ply: before a folder is made for them.
    ///
    /// # Errors
    /// If states can come again.
    pub fn check_solvable(space: &dyn Space) -> Result<(), Error> {
        if space.is_graded() {
            return Ok(());
        }
        let why = "a position of this game does not tell its ply, so values cannot be found ply by ply; leave out --store";
        Err(Error::Refused(why.to_string()))
    }

    /// Finds the value of every state. What was found before is not looked for again.
    ///
    /// # Errors
    /// If states can come again, a limit is reached, or the folder cannot be used.
    pub fn solve(&mut self) -> Result<(), Error> {
        Store::check_solvable(self.space)?;
        self.explore()?;
        for ply in (0..self.folder.manifest.plies.len()).rev() {
            self.mending(|store| store.value_ply(ply))?;
        }
        Ok(())
    }

    /// Finds what is left of the values of a ply.
    fn value_ply(&mut self, ply: usize) -> Result<(), Error> {
        let here = &self.folder.manifest.plies[ply];
        let all = here.states();
        let done: Vec<(u64, u64)> = here.values.iter().map(|valued| (valued.from, valued.to())).collect();
        let pieces = self.shares(&gaps(&done, all)).into_iter();
        let pieces = pieces.map(|(from, to)| Piece { ply, what: What::Value(from, to) });
        self.at_work((Step::Value, ply, all), pieces.collect())
    }

    /// Finds the values of a file again.
    pub(crate) fn value_again(&mut self, ply: usize, place: usize) -> Result<(), Error> {
        let values = &self.folder.manifest.plies[ply].values;
        let old = values[place].clone();
        let (mut from, to) = (old.from, old.to());
        let mut again = Vec::new();
        while from < to {
            let valued = self.task(&self.folder.manifest).value_piece(ply, from, to)?;
            from = valued.to();
            again.push(valued);
        }
        let totals = again.iter().fold([0; 3], |sum, valued| [0, 1, 2].map(|at| sum[at] + valued.totals[at]));
        if totals != old.totals {
            return Err(self.changed(&old.part));
        }
        self.folder.manifest.plies[ply].values.splice(place..=place, again);
        self.folder.commit()
    }
}

impl Task<'_> {
    /// Finds the values of states of a ply from a number on, until the list of what follows is full.
    pub(crate) fn value_piece(&self, ply: usize, from: u64, to: u64) -> Result<Valued, Error> {
        let width = self.width();
        // Twice the list, which is sorted with as much beside it.
        let room = 2 * self.capacity() * size_of::<u64>();
        let mut found = Found::default();
        let (mut states, mut next) = (Vec::new(), from);
        let mut widest = 0;
        'piece: while next < to {
            self.look(Step::Value, ply, next, to)?;
            let left = to - next;
            // At most as many as fit a group, whose size is a `usize`.
            let most = left.min(GROUP_ROWS as u64) as usize;
            let rows = self.states(ply, next, most)?;
            for some in rows.chunks(BATCH * width) {
                let count = some.len() / width;
                let more = (states.len() / width + count, found.words.len() / width + 2 * widest * count);
                if bytes_for(width, more) > room && !states.is_empty() {
                    break 'piece;
                }
                let tally = self.space.expand(some, ply as u32, &mut found);
                widest = widest.max(tally.widest as usize);
                states.extend(some);
                next += count as u64;
            }
        }
        let mut judged = Vec::with_capacity(states.len() / width);
        self.space.judge(&states, &mut judged);
        let mut values: Vec<Option<Value>> =
            judged.iter().map(|(turn, outcome)| outcome.map(|outcome| outcome.value_for(*turn))).collect();
        self.follow(ply, found, &judged, &mut values)?;
        // Where there is neither a move nor an end, nobody wins.
        let values: Vec<Value> =
            values.into_iter().map(|value| value.unwrap_or(Value::of(Verdict::Draw))).collect();
        self.write_values(ply, from, &states, &judged, &values)
    }

    /// Passes the values of the next ply on to those who lead to them.
    fn follow(
        &self,
        ply: usize,
        found: Found,
        judged: &[(Player, Option<Outcome>)],
        values: &mut [Option<Value>],
    ) -> Result<(), Error> {
        let width = self.width();
        let pairs = Pairs::new(width, found);
        let Some(range) = pairs.range() else { return Ok(()) };
        let (mut at, mut missing) = (0, false);
        let next = &self.manifest.plies[ply + 1];
        let parts: Vec<Part> = next.values.iter().map(|valued| valued.part.clone()).collect();
        self.values_between(&parts, range, |row| {
            let state = &row[..width];
            while at < pairs.len() && pairs.is_of(at, state) {
                let place = pairs.place(at);
                let (turn, value) = value_of(&row[width..]);
                let mine = judged[place].0;
                let seen = if turn == mine { value } else { value.reversed() };
                let seen = seen.one_ply_longer();
                values[place] = Some(values[place].map_or(seen, |known| known.max(seen)));
                at += 1;
            }
            missing |= at < pairs.len() && pairs.is_before(at, state);
        })?;
        if missing || at < pairs.len() {
            return Err(Error::Refused(format!(
                "{}: a position follows those of ply {ply} and is not in the next: the rules have changed since; begin \
                 anew with --fresh",
                self.files.place()
            )));
        }
        Ok(())
    }

    /// Passes on the rows with values whose first words lie between these two.
    pub(crate) fn values_between(
        &self,
        parts: &[Part],
        (least, most): (u64, u64),
        mut take: impl FnMut(&[u64]),
    ) -> Result<(), Error> {
        let (columns, mut rows) = (self.manifest.value_columns(), Vec::new());
        for part in parts {
            if part.last[0] < least || part.first[0] > most {
                continue;
            }
            let mut reader = self.files.read(part, &columns)?;
            for group in 0..reader.groups().len() {
                let (first, last) = reader.groups()[group].range(0);
                if last < least || first > most {
                    continue;
                }
                rows.clear();
                reader.read(group, &mut rows).map_err(|error| self.files.unreadable(part, error))?;
                rows.chunks_exact(columns.len()).for_each(&mut take);
            }
        }
        Ok(())
    }

    fn write_values(
        &self,
        ply: usize,
        from: u64,
        states: &[u64],
        judged: &[(Player, Option<Outcome>)],
        values: &[Value],
    ) -> Result<Valued, Error> {
        let (width, mut totals) = (self.width(), [0; 3]);
        let file = self.name(ply, &format!("values-{from:012}"));
        let columns = self.manifest.value_columns();
        let write = |sink: &mut Sink<'_>| -> io::Result<()> {
            let mut row = Vec::with_capacity(width + BESIDE);
            for ((state, (turn, _)), value) in states.chunks_exact(width).zip(judged).zip(values) {
                totals[2 - value.verdict as usize] += 1;
                let plies = value.plies.map_or(-1, i64::from);
                row.clear();
                row.extend(state);
                row.extend([turn.index() as u64 + 1, value.verdict.sign() as i64 as u64, plies as u64]);
                sink.push(&row)?;
            }
            Ok(())
        };
        let sealed = self.files.write(&file, &columns, write)?;
        let (first, last) = (states[..width].to_vec(), states[states.len() - width..].to_vec());
        let first_value = (values[0].verdict.sign(), values[0].plies);
        Ok(Valued { from, part: Part { file, sealed, first, last }, totals, first_value })
    }
}

/// The bytes that so many states take at most, and so many that follow them.
fn bytes_for(width: usize, (states, following): (usize, usize)) -> usize {
    let word = size_of::<u64>();
    let each = width * word + size_of::<usize>() + size_of::<(Player, Option<Outcome>)>();
    // A state that follows is written once more with the place of the one before; or in one word, sorted with as many
    // words beside.
    let pair = (2 * width + 1) * word;
    states * (each + 2 * size_of::<Option<Value>>()) + following * pair
}

/// Who is to move, and the value for that player, as the last columns of a row say. What was written is read: the
/// checksum of a page is compared before its rows are.
pub(crate) fn value_of(columns: &[u64]) -> (Player, Value) {
    let player = Player::BOTH[(columns[0] == 2) as usize];
    let verdict = match columns[1] as i64 {
        1 => Verdict::Win,
        0 => Verdict::Draw,
        _ => Verdict::Loss,
    };
    // A distance that is not known is written as -1.
    (player, Value { verdict, plies: u32::try_from(columns[2] as i64).ok() })
}

/// States that follow others, in order, each with the place of the one it follows.
enum Pairs {
    /// Both in one word: how much the state is above the least, and in the lowest bits the place.
    Packed { least: u64, bits: u32, words: Vec<u64> },
    /// Rows of the words of the state and the place.
    Rows { width: usize, words: Vec<u64> },
}

impl Pairs {
    fn new(width: usize, found: Found) -> Pairs {
        let Found { mut words, ends } = found;
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let bits = u64::BITS - (ends.len() as u64).leading_zeros();
        let bounds = words.iter().fold((u64::MAX, 0), |(least, most), &w| (w.min(least), w.max(most)));
        let span = bounds.1.saturating_sub(bounds.0);
        if width == 1 && span.leading_zeros() >= bits {
            for (place, (begin, &end)) in begins.zip(&ends).enumerate() {
                for word in &mut words[begin..end] {
                    *word = (*word - bounds.0) << bits | place as u64;
                }
            }
            explore::sort_words(&mut words);
            return Pairs::Packed { least: bounds.0, bits, words };
        }
        let mut pairs = Vec::with_capacity(words.len() / width * (width + 1));
        for (place, (begin, &end)) in begins.zip(&ends).enumerate() {
            for state in words[begin..end].chunks_exact(width) {
                pairs.extend(state);
                pairs.push(place as u64);
            }
        }
        rows::sort(width + 1, &mut pairs);
        Pairs::Rows { width, words: pairs }
    }

    fn len(&self) -> usize {
        match self {
            Pairs::Packed { words, .. } => words.len(),
            Pairs::Rows { width, words } => words.len() / (width + 1),
        }
    }

    /// The first words of the first and of the last state, if there are any.
    fn range(&self) -> Option<(u64, u64)> {
        match self {
            Pairs::Packed { least, bits, words } => {
                Some((least + (words.first()? >> bits), least + (words.last()? >> bits)))
            }
            Pairs::Rows { width, words } => Some((*words.first()?, words[words.len() - width - 1])),
        }
    }

    #[inline]
    fn compare(&self, at: usize, state: &[u64]) -> std::cmp::Ordering {
        match self {
            Pairs::Packed { least, bits, words } => (least + (words[at] >> bits)).cmp(&state[0]),
            Pairs::Rows { width, words } => {
                let row = at * (width + 1);
                words[row..row + width].cmp(state)
            }
        }
    }

    #[inline]
    fn is_of(&self, at: usize, state: &[u64]) -> bool {
        self.compare(at, state).is_eq()
    }

    #[inline]
    fn is_before(&self, at: usize, state: &[u64]) -> bool {
        self.compare(at, state).is_lt()
    }

    #[inline]
    fn place(&self, at: usize) -> usize {
        match self {
            Pairs::Packed { bits, words, .. } => (words[at] & ((1 << bits) - 1)) as usize,
            Pairs::Rows { width, words } => words[at * (width + 1) + width] as usize,
        }
    }
}
