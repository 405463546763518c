//! What may be asked of boards, whatever is on them.

use game::{Observable, Words};

/// What may be on a square of most boards.
pub(crate) const MARKS: Words = &["empty", "x", "o"];

/// Returns two observables of a board of `w` columns and `h` rows, what is on a square and how many squares have it:
/// `cell(column,row)`, which may also be written as the name of the square, and `count(mark)`.
///
/// ```
/// let of_numbers = games::observed::board((4, 4), &["empty", "full"], |set: &u16, i, j| {
///     usize::from(set >> (4 * j + i) & 1)
/// });
/// assert_eq!(of_numbers[0].read(&0b10, &[1, 0]), 1);
/// assert_eq!(of_numbers[1].read(&0b11, &[1]), 2);
/// ```
pub fn board<'a, C: 'a>(
    (w, h): (u32, u32),
    words: Words,
    cell: impl Fn(&C, u32, u32) -> usize + Clone + Send + Sync + 'a,
) -> Vec<Observable<'a, C>> {
    board_named((w, h), words, cell, |_| None)
}

/// Returns the same of a board whose squares have other names besides: `named` finds the column and the row of one.
pub(crate) fn board_named<'a, C: 'a>(
    (w, h): (u32, u32),
    words: Words,
    cell: impl Fn(&C, u32, u32) -> usize + Clone + Send + Sync + 'a,
    named: impl Fn(&str) -> Option<(u32, u32)> + Send + Sync + 'a,
) -> Vec<Observable<'a, C>> {
    let squares = move || (0..h).flat_map(move |j| (0..w).map(move |i| (i, j)));
    let named = move |name: &str| {
        let lower = name.to_lowercase();
        let as_in_chess = || squares().find(|&(i, j)| game::square(i as usize, j as usize) == lower);
        named(name).or_else(as_in_chess).map(|(i, j)| vec![i.into(), j.into()])
    };
    let counted = cell.clone();
    vec![
        Observable::word("cell", "what is on a square; cell(1,0) is b1", words, move |state, of| {
            cell(state, of[0] as u32, of[1] as u32)
        })
        .of_number("column", 0..=i64::from(w) - 1)
        .of_number("row", 0..=i64::from(h) - 1)
        .or("a1", named),
        Observable::number("count", "how many squares have it", move |state, of| {
            squares().filter(|&(i, j)| counted(state, i, j) as i64 == of[0]).count() as i64
        })
        .of_word("mark", words),
    ]
}

/// Which of two sets of marks a square belongs to: the number of a word of [`MARKS`].
#[inline]
pub(crate) fn mark(is_x: bool, is_o: bool) -> usize {
    usize::from(is_x) + 2 * usize::from(is_o)
}
