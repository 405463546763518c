//! The sliding puzzle: its rules, how it is written, and a program with every command for it.

use morpion::prelude::*;

/// A frame of `w` columns and `h` rows.
#[derive(Clone)]
struct Sliding {
    w: usize,
    h: usize,
}

/// The tiles row by row, from the upper left; 0 is the hole. What lies outside of the frame is 0, too.
type Tiles = [u8; 16];

fn place(tiles: &Tiles, tile: u8) -> usize {
    tiles.iter().position(|&other| other == tile).expect("no tile is ever lost")
}

impl System for Sliding {
    type Configuration = Tiles;
    /// The tile that slides into the hole.
    type Action = u8;
    /// The puzzle in order. As every step can be taken back, what is 31 steps from here is solved in 31 steps. There is
    /// no `is_final`: searches stop at final states, so if this were one, nothing else would be found.
    fn starts(&self) -> impl Iterator<Item = Tiles> {
        std::iter::once(std::array::from_fn(|n| if n + 1 < self.w * self.h { n as u8 + 1 } else { 0 }))
    }
    fn actions(&self, tiles: &Tiles) -> impl Iterator<Item = u8> {
        let (w, hole) = (self.w, place(tiles, 0));
        let beside = move |n: &usize| (n % w).abs_diff(hole % w) + (n / w).abs_diff(hole / w) == 1;
        (0..w * self.h).filter(beside).map(|n| tiles[n])
    }
    fn apply(&self, tiles: &mut Tiles, tile: u8) {
        let (from, hole) = (place(tiles, tile), place(tiles, 0));
        tiles.swap(from, hole);
    }
}

impl Notation for Sliding {
    fn action_text(&self, _: &Tiles, tile: u8) -> String {
        tile.to_string()
    }
    fn board_text(&self, tiles: &Tiles) -> String {
        let row = |row: &[u8]| row.iter().map(|tile| format!("{tile:3}")).collect::<String>();
        tiles[..self.w * self.h].chunks(self.w).map(row).collect::<Vec<_>>().join("\n")
    }
    /// If this is left out, boards that can be reached are searched for the one that is drawn so: slow on large boards.
    fn parse_board(&self, text: &str) -> Result<Tiles, ParseError> {
        let read: Vec<u8> = text.split_whitespace().filter_map(|tile| tile.parse().ok()).collect();
        if read.len() != self.w * self.h || !(0..read.len()).all(|tile| read.contains(&(tile as u8))) {
            return Err(ParseError::new(
                "these are not the tiles",
                "each must be there once, and 0 for the hole",
            ));
        }
        Ok(std::array::from_fn(|n| read.get(n).copied().unwrap_or(0)))
    }
}

/// What claims may ask: `check sliding:3,3 --moves "6 5 2" --find solved`.
impl Observe for Sliding {
    fn observables(&self) -> Vec<Observable<'_, Tiles>> {
        let wrong = |tiles: &Tiles| (1..).zip(tiles).filter(|&(own, &tile)| tile != 0 && tile != own).count();
        vec![
            Observable::truth("solved", "whether all tiles are in order", move |tiles, _| wrong(tiles) == 0),
            Observable::number("misplaced", "how many are not", move |tiles, _| wrong(tiles) as i64),
            Observable::number("tile", "the tile at a place, 0 for the hole", |tiles: &Tiles, of| {
                tiles[self.w * of[1] as usize + of[0] as usize].into()
            })
            .of_number("column", 0..=self.w as i64 - 1)
            .of_number("row", 0..=self.h as i64 - 1),
        ]
    }
}

impl Capabilities for Sliding {
    declare!(observe);
}

const ENTRY: Entry = Entry::new(
    &About {
        title: "slide the tiles into order (a puzzle, not a game)",
        syntax: "sliding[:W,H]",
        parameters: "W columns, H rows",
        fields: &[Field::number("W", "the width", 2, 4), Field::number("H", "the height", 2, 4)],
        default: "sliding:3,3",
        examples: &["sliding:3,3", "sliding:4,2"],
        rules: "Tiles lie in a frame with one hole. Slide a tile from beside the hole into it, until all are in order.",
        moves: "the tile that slides: 6",
        ..About::new("sliding")
    },
    |given| {
        Ok(Variant::of_system(Sliding { w: given.number("W")? as usize, h: given.number("H")? as usize }))
    },
);

fn main() -> std::process::ExitCode {
    morpion::App::bare("sliding").game(ENTRY).run()
}
