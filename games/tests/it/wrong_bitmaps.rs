//! The bitmaps of the course, and its own wrong answers: each must be caught by the checks that the right one passes.

use games::bits::Bits;
use games::mnk::bitmap::{self, DIRECTIONS, Direction};

/// One answer to all questions of the course.
#[derive(Clone, Copy)]
struct Answer {
    encode: fn(u32, u32, u32, u32) -> u32,
    decode: fn(u32, u32, u32) -> (u32, u32),
    mask: fn(u32, u32, u32, u32) -> u64,
    read: fn(u32, u32, u64, u32, u32) -> bool,
    update: fn(u32, u32, u64, u32, u32) -> u64,
    directions: [Direction; 4],
    alignments: fn(u32, u32, u32, Direction, u64) -> u64,
    has_alignment: fn(u32, u32, u32, u64) -> bool,
}

const OURS: Answer = Answer {
    encode: bitmap::encode,
    decode: bitmap::decode,
    mask: bitmap::mask,
    read: bitmap::read,
    update: bitmap::update,
    directions: DIRECTIONS,
    alignments: bitmap::alignments,
    has_alignment: bitmap::has_alignment,
};

const SIZES: [(u32, u32); 6] = [(3, 3), (4, 3), (3, 4), (1, 6), (6, 1), (7, 6)];

/// Every check, with the name of the first that fails.
fn check(answer: Answer) -> Result<(), &'static str> {
    let holds = |name, ok: bool| if ok { Ok(()) } else { Err(name) };
    for (w, h) in SIZES {
        let squares = || (0..w).flat_map(move |i| (0..h).map(move |j| (i, j)));
        for (i, j) in squares() {
            let bit = (h + 1) * i + j;
            holds("encode", (answer.encode)(w, h, i, j) == bit)?;
            holds("decode", (answer.decode)(w, h, bit) == (i, j))?;
            holds("mask", (answer.mask)(w, h, i, j) == 1 << bit)?;
        }
        let mut random = game::Random::new(u64::from(10 * w + h));
        for round in 0..300 {
            // Few marks, many, and all.
            let mut board = random.next() & bitmap::full::<u64>(w, h);
            board |= if round % 3 == 0 { random.next() & bitmap::full::<u64>(w, h) } else { 0 };
            board = if round == 0 { bitmap::full(w, h) } else { board };
            for (i, j) in squares() {
                let marked = board >> ((h + 1) * i + j) & 1 == 1;
                holds("read", (answer.read)(w, h, board, i, j) == marked)?;
                let after = (answer.update)(w, h, board, i, j);
                holds("update", after == board | 1 << ((h + 1) * i + j))?;
            }
            for k in 1..=7 {
                alignments_are_right(answer, w, h, k, board)?;
            }
        }
    }
    Ok(())
}

/// Looks for each run square by square.
fn alignments_are_right(answer: Answer, w: u32, h: u32, k: u32, board: u64) -> Result<(), &'static str> {
    let steps: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let marked = |i: i64, j: i64| {
        let inside = (0..i64::from(w)).contains(&i) && (0..i64::from(h)).contains(&j);
        inside && board >> (i64::from(h + 1) * i + j) & 1 == 1
    };
    let mut any = false;
    for (direction, (di, dj)) in answer.directions.into_iter().zip(steps) {
        let mut expected = 0u64;
        for bit in bitmap::full::<u64>(w, h).iter() {
            let (i, j) = (i64::from(bit / (h + 1)), i64::from(bit % (h + 1)));
            if (0..i64::from(k)).all(|n| marked(i + n * di, j + n * dj)) {
                expected |= 1 << bit;
            }
        }
        any |= expected != 0;
        if (answer.alignments)(w, h, k, direction, board) != expected {
            return Err("alignments");
        }
    }
    if (answer.has_alignment)(w, h, k, board) == any { Ok(()) } else { Err("has_alignment") }
}

#[test]
fn ours_is_right() {
    assert_eq!(check(OURS), Ok(()));
}

#[test]
fn the_values_of_the_course() {
    let left = bitmap::bitmap::<u64>(3, 3, "....\n1...\n1...\n1...").unwrap();
    let bottom = bitmap::bitmap::<u64>(3, 3, "....\n....\n....\n111.").unwrap();
    let full = bitmap::bitmap::<u64>(3, 3, "....111.111.111.").unwrap();
    assert_eq!((full, left, bottom), (1911, 7, 273));
    assert_eq!(bitmap::mask::<u64>(3, 3, 1, 1), 32);
    assert_eq!(bitmap::full::<u64>(3, 3), 1911);
}

#[test]
fn text_reads_back_and_mistakes_are_placed() {
    use bitmap::{BitmapError, Place};
    for (w, h) in [(3, 3), (7, 6), (1, 4)] {
        let board = 0x5a5a_a5a5_3c3c_c3c3 & bitmap::full::<u64>(w, h);
        assert_eq!(bitmap::bitmap(w, h, &bitmap::text(w, h, board)), Ok(board));
    }
    let wrong = |text| bitmap::bitmap::<u64>(2, 1, text).unwrap_err();
    assert_eq!(wrong("... 11"), BitmapError::Length { found: 5, w: 2, h: 1 });
    assert_eq!(wrong("... 11.."), BitmapError::Length { found: 7, w: 2, h: 1 });
    assert_eq!(wrong("...\n1x."), BitmapError::Character { found: 'x', place: Place { line: 2, column: 2 } });
    assert_eq!(wrong("1..\n..."), BitmapError::Outside { i: 0, j: 1, place: Place { line: 1, column: 1 } });
    assert_eq!(wrong("...\n..1"), BitmapError::Outside { i: 2, j: 0, place: Place { line: 2, column: 3 } });
    assert_eq!(
        wrong("1").to_string(),
        "the text has 1 characters where a 2x1 board needs 6 (2 lines of 3: an empty row on top, an empty column on \
         the right)"
    );
}

#[test]
fn long_alignments_and_far_shifts() {
    // On a board one square wide the diagonals would be shifted far beyond the word.
    let full = bitmap::full::<u64>(1, 31);
    assert!(bitmap::has_alignment(1, 31, 31, full));
    assert!(!bitmap::has_alignment(1, 31, 32, full));
    assert!(!bitmap::has_alignment(1, 31, u32::MAX, full));
    assert_eq!(bitmap::alignments(3, 3, 0, bitmap::north, 0u64), 1911);
}

#[test]
fn or_in_place_of_and_when_k_is_even() {
    fn alignments(w: u32, h: u32, k: u32, direction: Direction, board: u64) -> u64 {
        if k == 1 {
            return board;
        }
        let half = alignments(w, h, k / 2, direction, board);
        let step = direction(w, h);
        if k.is_multiple_of(2) {
            half | half.shifted(k / 2 * step)
        } else {
            half & half.shifted(k / 2 * step) & board.shifted((k - 1) * step)
        }
    }
    assert_eq!(check(Answer { alignments, ..OURS }), Err("alignments"));
}

#[test]
fn shift_not_multiplied() {
    fn alignments(w: u32, h: u32, k: u32, direction: Direction, board: u64) -> u64 {
        let mut found = board;
        for _ in 1..k {
            found = board & board.shifted(direction(w, h));
        }
        found
    }
    assert_eq!(check(Answer { alignments, ..OURS }), Err("alignments"));
}

#[test]
fn i_and_j_swapped() {
    let encode = |_: u32, h: u32, i: u32, j: u32| (h + 1) * j + i;
    assert_eq!(check(Answer { encode, ..OURS }), Err("encode"));
    let decode = |_: u32, h: u32, offset: u32| (offset % (h + 1), offset / (h + 1));
    assert_eq!(check(Answer { decode, ..OURS }), Err("decode"));
    let mask = |w, h, i, j| bitmap::mask(w, h, j, i);
    assert_eq!(check(Answer { mask, ..OURS }), Err("mask"));
    let read = |w, h, board: u64, i, j| bitmap::read(w, h, board, j, i);
    assert_eq!(check(Answer { read, ..OURS }), Err("read"));
}

#[test]
fn division_by_h_where_h_plus_one_belongs() {
    let decode = |_: u32, h: u32, offset: u32| (offset / h, offset % h);
    assert_eq!(check(Answer { decode, ..OURS }), Err("decode"));
}

#[test]
fn a_mark_that_erases_the_others() {
    let update = |w, h, _: u64, i, j| bitmap::mask(w, h, i, j);
    assert_eq!(check(Answer { update, ..OURS }), Err("update"));
    let toggle = |w, h, board: u64, i, j| board ^ bitmap::mask::<u64>(w, h, i, j);
    assert_eq!(check(Answer { update: toggle, ..OURS }), Err("update"));
}

#[test]
fn a_direction_that_is_one_off() {
    let mut directions = DIRECTIONS;
    directions[1] = bitmap::southeast;
    assert_eq!(check(Answer { directions, ..OURS }), Err("alignments"));
    directions = DIRECTIONS;
    directions.swap(2, 3);
    assert_eq!(check(Answer { directions, ..OURS }), Err("alignments"));
}

#[test]
fn one_direction_forgotten() {
    let has_alignment = |w, h, k, board: u64| {
        DIRECTIONS[..3].iter().any(|&direction| bitmap::alignments(w, h, k, direction, board) != 0)
    };
    assert_eq!(check(Answer { has_alignment, ..OURS }), Err("has_alignment"));
}

/// Whether a call panics.
fn fails(call: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    std::panic::catch_unwind(call).is_err()
}

#[test]
fn a_board_that_does_not_fit_and_a_square_outside_are_turned_down() {
    assert_eq!(bitmap::mask::<u64>(7, 7, 7, 7), 1 << 63);
    assert!(fails(|| assert_eq!(bitmap::mask::<u64>(8, 8, 7, 7), 0)));
    assert!(fails(|| assert_eq!(bitmap::mask::<u64>(8, 8, 0, 0), 1)));
    assert!(fails(|| assert_eq!(bitmap::mask::<u64>(3, 3, 4, 0), 1)));
    assert!(fails(|| assert!(bitmap::read(3, 3, u64::MAX, 0, 4))));
    assert!(fails(|| assert_eq!(bitmap::update(9, 9, 0u64, 1, 1), 0)));
    assert!(fails(|| assert_eq!(bitmap::full::<u32>(6, 6), 0)));
    assert_eq!(bitmap::size(65_535, 65_535), u32::MAX);
    assert_eq!(bitmap::size(u32::MAX, 1), u32::MAX);
}
