//! Nim: heaps of objects, and a move takes any number of them from one heap.

mod entry;
mod symbolic;

use std::cmp::Reverse;

use game::look::{Heap, Pieces};
use game::{
    Evaluate, Game, Indexed, Look, Notation, Observable, Observe, Outcome, ParseError, Pick, Player, Symmetry,
};

use crate::permutations::{self, Permutation};

/// The most heaps there may be.
pub const MOST_HEAPS: usize = permutations::MOST;

/// The most objects a heap may have.
pub const LARGEST_HEAP: u8 = u8::MAX;

/// The objects left in the heaps, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Heaps {
    /// The sizes of the heaps; those that the game does not have are empty.
    pub sizes: [u8; MOST_HEAPS],
    /// The player to move.
    pub turn: Player,
}

/// A move: a heap, and the number of objects taken from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    /// The heap, counted from 0.
    pub heap: u8,
    /// The number of objects taken: at least one.
    pub take: u8,
}

/// Nim. In normal play the player who takes the last object wins, in misère play that player loses.
///
/// ```
/// use game::Game;
/// use games::nim::Nim;
/// let nim = Nim::new(&[3, 4, 5], false);
/// assert_eq!(nim.moves(&nim.initial()).count(), 12);
/// ```
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: usize,
    initial: [u8; MOST_HEAPS],
    /// The heaps, the one that is largest at the start first.
    by_size: Permutation,
    misere: bool,
}

impl Nim {
    /// Makes the game with these heaps.
    ///
    /// # Panics
    /// If there is no heap, or more than [`MOST_HEAPS`].
    #[must_use]
    pub fn new(heaps: &[u8], misere: bool) -> Nim {
        assert!((1..=MOST_HEAPS).contains(&heaps.len()), "nim with {} heaps", heaps.len());
        let mut initial = [0; MOST_HEAPS];
        initial[..heaps.len()].copy_from_slice(heaps);
        Nim { heaps: heaps.len(), initial, by_size: largest_first(&initial), misere }
    }

    /// Returns whether the player who takes the last object loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// Returns the sizes of the heaps.
    #[must_use]
    pub fn sizes<'s>(&self, state: &'s Heaps) -> &'s [u8] {
        &state.sizes[..self.heaps]
    }

    /// Returns whether the player to move can force a win, by Bouton's theorem: not if the binary digits of the heaps
    /// add up to zero without carrying. In misère play it is the other way round once no heap has more than one object.
    #[must_use]
    pub fn is_won(&self, state: &Heaps) -> bool {
        let sum = state.sizes.iter().fold(0, |sum, size| sum ^ size);
        let only_single = state.sizes.iter().all(|&size| size <= 1);
        (sum != 0) ^ (self.misere && only_single)
    }

    /// Returns the target of each heap in the canonical form.
    fn sorting(&self, state: &Heaps) -> Permutation {
        let mut to = permutations::identity();
        for (heap, place) in largest_first(&state.sizes).into_iter().zip(self.by_size) {
            to[usize::from(heap)] = place;
        }
        to
    }
}

/// Returns the heaps by decreasing size; of equal ones the first comes first.
fn largest_first(sizes: &[u8; MOST_HEAPS]) -> Permutation {
    let mut heaps = permutations::identity();
    heaps.sort_by_key(|&heap| Reverse(sizes[usize::from(heap)]));
    heaps
}

impl Game for Nim {
    type State = Heaps;
    type Move = Take;

    fn initial(&self) -> Heaps {
        Heaps { sizes: self.initial, turn: Player::First }
    }

    #[inline]
    fn turn(&self, state: &Heaps) -> Player {
        state.turn
    }

    #[inline]
    fn outcome(&self, state: &Heaps) -> Option<Outcome> {
        let winner = if self.misere { state.turn } else { state.turn.other() };
        (state.sizes == [0; MOST_HEAPS]).then_some(Outcome::Win(winner))
    }

    #[inline]
    fn moves(&self, state: &Heaps) -> impl Iterator<Item = Take> {
        let heaps = (0..).zip(self.sizes(state));
        heaps.flat_map(|(heap, &size)| (1..=size).map(move |take| Take { heap, take }))
    }

    #[inline]
    fn play(&self, state: &mut Heaps, mv: Take) {
        state.sizes[usize::from(mv.heap)] -= mv.take;
        state.turn = state.turn.other();
    }

    #[inline]
    fn is_legal(&self, state: &Heaps, mv: Take) -> bool {
        let size = self.sizes(state).get(usize::from(mv.heap));
        size.is_some_and(|size| (1..=*size).contains(&mv.take))
    }
}

/// Returns `a` for the first heap, `b` for the second, ….
fn name(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}

/// Returns strokes in groups of five; of a large heap only the first fifty.
fn strokes(size: u8) -> String {
    const SHOWN: u8 = 50;
    let groups: Vec<String> =
        (0..size.min(SHOWN)).step_by(5).map(|done| "|".repeat(usize::from(size - done).min(5))).collect();
    groups.join(" ") + if size > SHOWN { " …" } else { "" }
}

impl Notation for Nim {
    fn action_text(&self, _: &Heaps, mv: Take) -> String {
        format!("{}{}", name(usize::from(mv.heap)), mv.take)
    }

    fn spellings(&self, _: &Heaps, mv: Take) -> Vec<String> {
        let Take { heap, take } = mv;
        vec![format!("{} {take}", name(usize::from(heap))), format!("{heap} {take}")]
    }

    fn board_text(&self, state: &Heaps) -> String {
        let heaps = self.sizes(state).iter().enumerate();
        let lines = heaps.map(|(heap, &size)| format!("{} {size:>3} {}", name(heap), strokes(size)));
        let lines: Vec<String> = lines.map(|line| line.trim_end().to_string()).collect();
        format!("{}\n{} to move", lines.join("\n"), state.turn)
    }

    fn look(&self, state: &Heaps) -> Look {
        let heaps = self.sizes(state).iter().enumerate();
        let heap =
            |(heap, &size)| Heap { name: name(heap).to_string(), pieces: Pieces::Alike(usize::from(size)) };
        Look::Heaps(heaps.map(heap).collect())
    }

    /// Returns the heap, and the number of objects taken.
    fn picks(&self, _: &Heaps, mv: Take) -> Vec<Pick> {
        vec![Pick::Heap(mv.heap.into()), Pick::Label(mv.take.to_string())]
    }

    fn parse_board(&self, text: &str) -> Result<Heaps, ParseError> {
        let wrong = |problem: String| {
            ParseError::new(problem, format!("the start is drawn\n{}", self.board_text(&self.initial())))
        };
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut sizes = [0; MOST_HEAPS];
        for (heap, &most) in self.initial[..self.heaps].iter().enumerate() {
            let name = name(heap);
            let line = lines.next().ok_or_else(|| wrong(format!("heap {name} is missing")))?;
            let (size, drawn) =
                read_heap(line, name).ok_or_else(|| wrong(format!("`{line}` is not heap {name}")))?;
            if size > most {
                return Err(wrong(format!("heap {name} had {most} at the start, not {size}")));
            }
            let ink = |text: &str| text.split_whitespace().collect::<String>();
            if !drawn.is_empty() && ink(drawn) != ink(&strokes(size)) {
                return Err(wrong(format!("heap {name} has {size}, but `{drawn}` is drawn")));
            }
            sizes[heap] = size;
        }
        // An empty line does not say who is to move, just as none does.
        let last = lines.next().unwrap_or_default().trim();
        let turn = Player::BOTH.into_iter().find(|player| last == format!("{player} to move"));
        let turn = turn.ok_or_else(|| wrong("nothing says who is to move".to_string()))?;
        match lines.next() {
            None => Ok(Heaps { sizes, turn }),
            Some(line) => Err(wrong(format!("`{line}` is one line too many"))),
        }
    }
}

/// Returns the size of a heap drawn in a line and its strokes, if it is a line for the heap of that name.
fn read_heap(line: &str, name: char) -> Option<(u8, &str)> {
    let rest = line.trim().strip_prefix(name)?.trim_start();
    // An empty heap is drawn as nothing.
    let (size, drawn) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    // What is no size makes it another kind of line.
    Some((size.parse().ok()?, drawn.trim()))
}

/// The heaps are interchangeable, so every permutation of them is a symmetry, numbered by its Lehmer code.
///
/// In the canonical form the largest heap is where the largest was at the start, the second where the second was, and
/// so on. So no heap is larger than it was at the start, and the canonical form of every position has an index.
impl Symmetry for Nim {
    fn symmetries(&self) -> usize {
        permutations::count(self.heaps)
    }

    fn image(&self, state: &Heaps, symmetry: usize) -> Heaps {
        let to = permutations::nth(self.heaps, symmetry);
        let mut image = *state;
        for (&size, place) in state.sizes.iter().zip(to) {
            image.sizes[usize::from(place)] = size;
        }
        image
    }

    fn image_of_action(&self, mv: Take, symmetry: usize) -> Take {
        let to = permutations::nth(self.heaps, symmetry);
        Take { heap: to[usize::from(mv.heap)], ..mv }
    }

    fn to_canonical(&self, state: &Heaps) -> usize {
        permutations::number(&self.sorting(state)[..self.heaps])
    }

    fn canonical(&self, state: &Heaps) -> Heaps {
        let mut sorted = state.sizes;
        sorted.sort_unstable_by_key(|&size| Reverse(size));
        let mut canonical = *state;
        for (size, place) in sorted.into_iter().zip(self.by_size) {
            canonical.sizes[usize::from(place)] = size;
        }
        canonical
    }
}

/// A number with a digit for each heap and one for the turn. Only positions in which no heap is larger than at the
/// start have one.
impl Indexed for Nim {
    fn size(&self) -> Option<u64> {
        self.initial.iter().try_fold(2u64, |size, &most| size.checked_mul(u64::from(most) + 1))
    }

    fn index(&self, state: &Heaps) -> u64 {
        let digits = state.sizes.iter().zip(self.initial);
        let heaps = digits.fold(0, |index, (&size, most)| index * (u64::from(most) + 1) + u64::from(size));
        heaps * 2 + state.turn.index() as u64
    }

    fn state_at(&self, index: u64) -> Heaps {
        let turn = Player::BOTH[(index % 2) as usize];
        let mut rest = index / 2;
        let mut sizes = [0; MOST_HEAPS];
        for (size, most) in sizes.iter_mut().zip(self.initial).rev() {
            let radix = u64::from(most) + 1;
            *size = (rest % radix) as u8;
            rest /= radix;
        }
        Heaps { sizes, turn }
    }
}

impl Observe for Nim {
    fn observables(&self) -> Vec<Observable<'_, Heaps>> {
        let total = |state: &Heaps| self.sizes(state).iter().map(|&size| i64::from(size)).sum();
        let sum = |state: &Heaps| self.sizes(state).iter().fold(0, |sum, size| sum ^ size).into();
        vec![
            Observable::number("heap", "how many objects a heap has; the first is 0", |state: &Heaps, of| {
                state.sizes[of[0] as usize].into()
            })
            .of_number("heap", 0..=self.heaps as i64 - 1),
            Observable::number("total", "how many objects there are", move |state, _| total(state)),
            Observable::number("nimsum", "the heaps added in binary without carrying", move |state, _| {
                sum(state)
            }),
        ]
    }
}

/// A perfect evaluation of nim, by [`Nim::is_won`].
#[derive(Clone, Copy, Debug)]
pub struct NimSum;

impl Evaluate<Nim> for NimSum {
    fn score(&self, game: &Nim, state: &Heaps) -> i32 {
        if game.is_won(state) { 1000 } else { -1000 }
    }

    fn priority(&self, game: &Nim, state: &Heaps, mv: Take) -> i32 {
        i32::from(!game.is_won(&game.next(state, mv)))
    }
}
