//! Games as text, on boards of any size.

/// A rectangle whose rows are given as letters, each the first of a piece's name.
fn rectangle(rows: &[String], pieces: &[&str]) -> String {
    let piece = |letter: char| *pieces.iter().find(|piece| piece.starts_with(letter)).expect("a piece");
    let row = |row: &String| {
        let names: Vec<&str> = row.chars().map(piece).collect();
        format!("    [{}]", names.join(", "))
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("rectangle(up, down, left, right,\n{})", rows.join("\n"))
}

fn rows(width: usize, height: usize, row: impl Fn(usize) -> char) -> Vec<String> {
    (0..height).map(|y| std::iter::repeat_n(row(y), width).collect()).collect()
}

const ANYWHERE: &str = "#anywhere = ((up* + down*)(left* + right*))\n";

/// `k` in a row on a board of `w` times `h`: the last mark is looked at, or the whole board if `whole`.
pub(crate) fn in_a_row(w: usize, h: usize, k: usize, whole: bool) -> String {
    let board = rectangle(&rows(w, h, |_| 'e'), &["empty"]);
    let (more, from) = (k - 1, if whole { "anywhere {piece}" } else { "" });
    let back = |way: &str| if whole { String::new() } else { format!("({way} {{piece}})*") };
    let (left, up) = (back("left"), back("up"));
    let (up_left, up_right) = (back("up left"), back("up right"));
    format!(
        "#players = x(2), o(2)
#pieces = empty, cross, nought
#variables =
#board = {board}
{ANYWHERE}
#line(piece) = ({from} (
    {left} (right {{piece}})^{more} + {up} (down {{piece}})^{more}
  + {up_left} (down right {{piece}})^{more} + {up_right} (down left {{piece}})^{more}))
#turn(me; piece; other) =
    ->me anywhere {{empty}} [piece]
    ( {{! line(piece)}} + {{? line(piece)}} [$ me = 2, other = 0] ->> {{}} )
#rules = [$ x = 1, o = 1] (turn(x; cross; o) turn(o; nought; x))*
"
    )
}

/// Four in a row where marks fall.
pub(crate) fn connect_four(w: usize, h: usize) -> String {
    in_a_row(w, h, 4, false)
        .replace("{empty} [piece]", "{empty} ({! down} + {? down {cross, nought}}) [piece]")
}

/// Two rows of pawns on each side; whoever reaches the other end wins, and so does whoever takes all.
pub(crate) fn breakthrough(w: usize, h: usize, rows_of: usize) -> String {
    let row = |y: usize| {
        if y < rows_of {
            'b'
        } else if y >= h - rows_of {
            'w'
        } else {
            'e'
        }
    };
    let board = rectangle(&rows(w, h, row), &["empty", "white", "black"]);
    format!(
        "#players = w(1), b(1)
#pieces = empty, white, black
#variables =
#board = {board}
{ANYWHERE}
#turn(me; own; other; his; ahead) =
    ->me anywhere {{own}} [empty]
    ahead ({{empty}} + (left + right) {{empty, his}}) [own]
    ( {{? ahead}} {{? anywhere {{his}}}} + ({{! ahead}} + {{! anywhere {{his}}}}) [$ me = 1, other = 0] ->> {{}} )
#rules = (turn(w; white; b; black; up) turn(b; black; w; white; down))*
"
    )
}

/// Hex: the first player joins top and bottom, the second left and right. The last stone is looked at.
pub(crate) fn hex(w: usize, h: usize) -> String {
    let board = rectangle(&rows(w, h, |_| 'e'), &["empty"]);
    format!(
        "#players = r(1), b(1)
#pieces = empty, red, blue
#variables =
#board = {board}
{ANYWHERE}
#beside = (up + down + left + right + up right + down left)
#joined(piece; one; two) = {{? (beside {{piece}})* {{! one}}}} {{? (beside {{piece}})* {{! two}}}}
#turn(me; piece; other; one; two) =
    ->me anywhere {{empty}} [piece]
    ( {{! joined(piece; one; two)}} + joined(piece; one; two) [$ me = 1, other = 0] ->> {{}} )
#rules = (turn(r; red; b; up; down) turn(b; blue; r; left; right))*
"
    )
}

/// One fox against hounds on the dark squares: the fox wins at the top, the hounds if it cannot move.
pub(crate) fn fox_and_hounds(w: usize, h: usize) -> String {
    let square = |y: usize, x: usize| match y {
        0 if x % 2 == 1 => 'h',
        y if y == h - 1 && x == w / 2 - (w / 2 + h) % 2 => 'f',
        _ => 'e',
    };
    let rows: Vec<String> = (0..h).map(|y| (0..w).map(|x| square(y, x)).collect()).collect();
    let board = rectangle(&rows, &["empty", "fox", "hound"]);
    format!(
        "#players = f(1), h(1)
#pieces = empty, fox, hound
#variables =
#board = {board}
{ANYWHERE}
#rules = (
    [$ f = 0, h = 1]
    ->f anywhere {{fox}} [empty] (up + down)(left + right) {{empty}} [fox]
    ( {{? up}} + {{! up}} [$ f = 1, h = 0] ->> {{}} )
    [$ f = 1, h = 0]
    ->h anywhere {{hound}} [empty] down (left + right) {{empty}} [hound]
  )*
"
    )
}

/// Mills of three on two squares one within the other: players place so many men, then move them; a mill takes a man.
/// Whoever has two men left, or cannot move, loses.
pub(crate) fn morris(men: usize) -> String {
    let names = |ring: usize| move |i: usize| format!("{}{}", ["a", "b"][ring], i % 8);
    let mut board = String::new();
    for ring in 0..2 {
        let name = names(ring);
        for i in 0..8 {
            let mut ways = vec![format!("right: {}", name(i + 1)), format!("left: {}", name(i + 7))];
            if i % 2 == 1 {
                ways.push(format!("across: {}", names(1 - ring)(i)));
            }
            let next = if i == 7 { names((ring + 1) % 2)(0) } else { name(i + 1) };
            ways.push(format!("next: {next}"));
            board += &format!("    {} [empty] {{{}}}\n", name(i), ways.join(", "));
        }
    }
    format!(
        "#players = w(1), b(1)
#pieces = empty, white, black
#variables = whand({men}), bhand({men})
#board =
{board}
#anywhere = (next*)
#corner = {{! across}}
#mill(piece) = ( corner (right {{piece}} right {{piece}} + left {{piece}} left {{piece}})
  + {{? across}} right {{piece}} left left {{piece}})
#turn(me; own; hand; other; his; rest) =
    [$ me = 0, other = 1]
    ->me ( {{$ hand > 0}} anywhere {{empty}} [own] [$ hand = hand - 1]
         + {{$ hand == 0}} anywhere {{own}} [empty] (right + left + across) {{empty}} [own] )
    ( {{! mill(own)}}
    + {{? mill(own)}} anywhere {{his}} [empty]
      ( {{$ his + rest >= 3}} + {{$ his + rest < 3}} [$ me = 1, other = 0] ->> {{}} ) )
#rules = [$ whand = {men}, bhand = {men}]
    (turn(w; white; whand; b; black; bhand) turn(b; black; bhand; w; white; whand))*
"
    )
}

/// Pegs jump over pegs; the board is given by rows of `p` and `e`, and dots where there is no hole.
pub(crate) fn pegs(rows: &[&str]) -> String {
    let row = |row: &&str| {
        let piece = |letter| match letter {
            'p' => "peg",
            'e' => "empty",
            _ => "",
        };
        let names: Vec<&str> = row.chars().map(piece).collect();
        format!("    [{}]", names.join(", "))
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!(
        "#players = solver(1)
#pieces = empty, peg
#variables =
#board = rectangle(up, down, left, right,\n{})
#anywhere = ((up + down + left + right)*)
#jump(way) = way {{peg}} [empty] way {{empty}} [peg]
#rules = ( ->solver anywhere {{peg}} [empty] (jump(up) + jump(down) + jump(left) + jump(right)) )*
",
        rows.join("\n")
    )
}

/// Three men each on a board of `w` times `h`: they are placed, then moved to the side; three in a row win.
pub(crate) fn three_men(w: usize, h: usize) -> String {
    let board = rectangle(&rows(w, h, |_| 'e'), &["empty"]);
    format!(
        "#players = w(1), b(1)
#pieces = empty, white, black
#variables =
#board = {board}
{ANYWHERE}
#beside = (up + down + left + right)
#line(piece) = ((left {{piece}})* (right {{piece}})^2 + (up {{piece}})* (down {{piece}})^2)
#turn(me; own; other) =
    [$ me = 0, other = 1]
    ->me ( {{$ own < 3}} anywhere {{empty}} [own]
         + {{$ own == 3}} anywhere {{own}} [empty] beside {{empty}} [own] )
    ( {{! line(own)}} + {{? line(own)}} [$ me = 1, other = 0] ->> {{}} )
#rules = (turn(w; white; b) turn(b; black; w))*
"
    )
}
