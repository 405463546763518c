//! Games as text whose rules turn out to be wrong in the middle of a computation.

use crate::program::{folder, json, morpion, refused};

/// Six squares; if they are filled from left to right, which play by chance hardly ever does, something is wrong.
const ROW: &str = "#players = x(1), o(1)
#pieces = e, a, b
#variables = n(6)
#board = rectangle(up, down, left, right, [e, e, e, e, e, e])
#any = (left* + right*)
#put(me) = ->me any {e} ({! left left* {e}} [a] [$ n = n + 1] + {? left left* {e}} [a]) ->>
    ({$ n < 6} + {$ n == 6} WRONG)
#rules = (put(x) put(o))*
";

#[test]
fn rules_that_turn_out_wrong_are_errors() {
    let folder = folder("wrong-texts");
    let wrongs = [("choice", "any {a} [b]", "several ways"), ("endless", "->> (->>)* {}", "without end")];
    for (name, wrong, said) in wrongs {
        let path = folder.join(name).with_extension("rbg");
        std::fs::write(&path, ROW.replace("WRONG", wrong)).unwrap();
        let path = path.to_str().unwrap();
        assert!(
            json(&["perft", path, "--depth", "3", "--json"]).is_object(),
            "the beginning is as it should be"
        );
        for words in [
            &["solve", path][..],
            &["solve", path, "--strong"],
            &["analyze", path],
            &["tree", path],
            &["count", path],
            &["count", path, "--threads", "2"],
            &["count", path, "--by", "symbolic"],
            &["explore", path],
            &["perft", path, "--depth", "6"],
        ] {
            let message = refused(words);
            assert!(message.starts_with("error: "), "{words:?}: {message}");
            assert!(message.contains("line ") && message.contains(said), "{words:?}: {message}");
            assert!(message.contains('^') && !message.contains("panicked"), "{words:?}: {message}");
        }
        let output = morpion(&["count", path, "--json"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("{\"error\":"));
    }
}
