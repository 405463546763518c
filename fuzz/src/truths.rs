//! Small games whose values certificates are written of, and these values as the checker writes them.

/// Games by name, with their values.
pub const TRUTHS: [(&str, &str); 8] = [
    ("mnk:3,3,3", "draw"),
    ("mnk:4,3,3", "win for the first player in 7 plies"),
    ("mnk:3,3,3,misere", "draw"),
    ("mnk:3,3,3,weak", "win for the first player in 7 plies"),
    ("torus:3,3,3", "win for the first player in 7 plies"),
    ("connect:3,3,3", "draw"),
    ("nim:1,2", "win for the first player in 3 plies"),
    ("nim:2,2", "win for the second player in 4 plies"),
];
