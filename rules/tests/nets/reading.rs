//! What the reader accepts, and what it says of the rest.

use game::{Notation, System};
use rules::net::{Flow, TokenGame};
use rules::pnml::read;

use crate::net;

/// A text around the content of a net.
fn within(content: &str) -> String {
    format!(
        "<pnml>\n<net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'>\n{content}\n</net></pnml>"
    )
}

/// Pages within pages, references to what comes later, a graphical part, names, and weights that are added up.
#[test]
fn pages_and_references() {
    let text = within(
        "<name><text>two pages</text></name><page id='g1'>
         <place id='p'><name><graphics><offset x='1' y='2'/></graphics><text> free &amp; idle </text></name>
           <initialMarking><text>\n 3 </text></initialMarking></place>
         <referenceTransition id='r1' ref='r2'/>
         <arc id='a' source='p' target='r1'><inscription><text>2</text></inscription></arc>
         <arc id='b' source='p' target='t'/>
         <page id='g2'><referencePlace id='q' ref='p'/><referenceTransition id='r2' ref='t'/>
           <arc id='c' source='t' target='q'><type value='normal'/></arc></page></page>
         <page id='g3'><transition id='t'><toolspecific tool='x' version='1'><place/></toolspecific></transition></page>",
    );
    let net = read(&text).unwrap();
    assert_eq!(
        (net.name.as_str(), net.to_string().as_str()),
        ("two pages", "1 places, 1 transitions, 2 arcs")
    );
    assert_eq!((&*net.places[0].name, net.places[0].tokens), ("free & idle", 3));
    assert_eq!(net.transitions[0].takes, [Flow { place: 0, tokens: 3 }]);
    assert_eq!(net.transitions[0].puts, [Flow { place: 0, tokens: 1 }]);
    let game = TokenGame::new(net);
    let start = game.starts().next().unwrap();
    // A name of several words is no word.
    assert_eq!(game.board_text(&start), "3 p");
    assert_eq!(game.parse_board(" 3*p ").unwrap(), start);
    assert_eq!(game.parse_board("p + 2 p").unwrap(), start);
    assert_eq!(game.board_text(&game.parse_board("0").unwrap()), "0");
    assert!(game.parse_board("q").unwrap_err().problem.contains("there is no place `q`"));
    assert!(game.parse_board("99999999999999999999 p").is_err() && game.parse_board("").is_err());
    assert_eq!(game.parse_action(&start, "T").unwrap(), 0);
    assert_eq!(game.parse_action(&start, "u").unwrap_err().problem, "`u` is not a transition");
}

/// Texts as other programs write them: prefixes of name spaces, characters by number, CDATA, comments within a number, the
/// kinds of tokens of PIPE, the kinds of arcs of ProM.
#[test]
fn other_hands() {
    let text = "<?xml version='1.0' encoding='utf-8' standalone='no'?>
        <!DOCTYPE pnml>
        <n:pnml xmlns:n='http://www.pnml.org/version-2009/grammar/pnml'>
          <n:net n:other='x' id=\"n\" type=\"P/T net\"><!-- <place id='no'/> --><?tool <place id='no'/>?>
            <n:place id='&#112;&#x31;'><n:initialMarking><n:value>Default,2</n:value></n:initialMarking></n:place>
            <n:place id=' p2 '><n:initialMarking><n:text> 1<!-- one --><![CDATA[2]]>&#51; </n:text></n:initialMarking></n:place>
            <n:transition id='t&amp;u'/>
            <n:arc source='p1' target='t&#38;u'><n:arctype><n:text>normal</n:text></n:arctype></n:arc>
            <n:arc source = 'p2' target = 't&amp;u' ><n:inscription><n:text><![CDATA[ 3 ]]></n:text></n:inscription></n:arc>
          </n:net >
        </n:pnml>
        <!-- the end -->";
    let net = read(text).unwrap();
    let held: Vec<(&str, u32)> = net.places.iter().map(|place| (&*place.id, place.tokens)).collect();
    assert_eq!(held, [("p1", 2), ("p2", 123)]);
    assert_eq!(net.transitions[0].takes, [Flow { place: 0, tokens: 1 }, Flow { place: 1, tokens: 3 }]);
}

#[test]
fn units() {
    let net = net("philosophers", 3);
    let text = rules::pnml::write(&net);
    assert_eq!(read(&text).as_ref(), Ok(&net));
    let units = net.units.as_ref().unwrap();
    assert_eq!((units.units.len(), units.safe, units.from_root().len()), (7, true, 7));
    for (from, to, problem) in [
        ("<places>fork1</places>", "<places>fork1 nobody</places>", "nothing has the identifier `nobody`"),
        ("<places>fork1</places>", "<places>fork2</places>", "`fork2` is in two units, or is the root"),
        ("<places>fork1</places>", "<places>stop1</places>", "this is a transition"),
        ("<places>fork1</places>", "<places></places>", "the place `fork1` is in no unit"),
        ("root=\"u0\"", "root=\"u9\"", "there is no unit `u9`"),
        ("root=\"u0\"", "", "the units do not say which is the root"),
        ("<subunits>u1 ", "<subunits>u0 u1 ", "`u0` is in two units, or is the root"),
        ("<subunits>u1 ", "<subunits>", "some units are not within the root"),
        ("<unit id=\"u1\">", "<unit id=\"u2\">", "this unit is given twice"),
    ] {
        assert!(text.contains(from), "{from}");
        let mistake = read(&text.replacen(from, to, 1)).unwrap_err();
        assert!(mistake.problem.ends_with(problem), "{}", mistake.problem);
    }
}

#[test]
fn mistakes_say_where_and_what() {
    let place = "<place id='p'/><transition id='t'/>";
    for (content, problem) in [
        ("<place/>".to_string(), "line 3, column 1: this place has no identifier"),
        (
            "<place id='p'/><place id='p'/>".into(),
            "line 3, column 27: `p` is the identifier of something else already",
        ),
        (
            "<place id='p'><initialMarking><text>x</text></initialMarking></place>".into(),
            "line 3, column 37: `x` is not a number of tokens",
        ),
        (
            "<place id='p'><initialMarking><text>-1</text></initialMarking></place>".into(),
            "line 3, column 37: `-1` is not a number of tokens",
        ),
        (
            "<place id='p'><initialMarking><text>99999999999999999999</text></initialMarking></place>".into(),
            "line 3, column 37: `99999999999999999999` is out of range",
        ),
        ("<place id='p'><initialMarking/></place>".into(), "line 3, column 15: there is no number in it"),
        (
            "<place id='p'><initialMarking><text>1</text></initialMarking>\
             <initialMarking><text>1</text></initialMarking></place>"
                .into(),
            "line 3, column 62: this is the second `initialMarking` here",
        ),
        (
            "<place id='p'><initialMarking><text>1</text><text>2</text></initialMarking></place>".into(),
            "line 3, column 51: this is the second number in it",
        ),
        (
            "<place id='p'><initialMarking><text>1.5</text></initialMarking></place>".into(),
            "line 3, column 37: `1.5` is not a number of tokens",
        ),
        (
            format!("{place}<arc source='p' target='t'><arctype><text>reset</text></arctype></arc>"),
            "line 3, column 63: arcs of type `reset` are not supported",
        ),
        (format!("{place}<arc source='p' target='q'/>"), "line 3, column 60: nothing has the identifier `q`"),
        (format!("{place}<arc source='p' target='p'/>"), "line 3, column 60: this arc joins two places"),
        (format!("{place}<arc source='t' target='t'/>"), "line 3, column 60: this arc joins two transitions"),
        (format!("{place}<arc source='p'/>"), "line 3, column 36: this arc lacks a source or a target"),
        (
            format!("{place}<arc source='p' target='t'><inscription><text>0</text></inscription></arc>"),
            "line 3, column 82: `0` is out of range",
        ),
        (
            format!("{place}<arc source='p' target='t'><type value='inhibitor'/></arc>"),
            "line 3, column 63: arcs of type `inhibitor` are not supported",
        ),
        (
            format!("{place}<arc source='p' target='t'><type><text>inhibitor</text></type></arc>"),
            "line 3, column 63: arcs of type `inhibitor` are not supported",
        ),
        (
            format!("{place}<arc source='p' target='t' type='inhibitor'/>"),
            "line 3, column 36: arcs of type `inhibitor` are not supported",
        ),
        (
            "<referencePlace id='a' ref='b'/><referencePlace id='b' ref='a'/><transition id='t'/>\
             <arc source='a' target='t'/>"
                .into(),
            "line 3, column 98: these references lead to each other",
        ),
        (
            format!("{place}<referencePlace id='a' ref='t'/><arc source='a' target='t'/>"),
            "line 3, column 64: this is a transition",
        ),
        (
            "<place id='p'><hlinitialMarking/></place>".into(),
            "line 3, column 15: this place has colours, which are not supported",
        ),
        (
            "<place id='p'><capacity><text>2</text></capacity></place>".into(),
            "line 3, column 31: places of limited capacity are not supported",
        ),
    ] {
        let mistake = read(&within(&content)).unwrap_err();
        assert_eq!(mistake.problem, problem, "{content}");
        assert!(!mistake.help.is_empty());
    }
}

#[test]
fn other_nets_are_not_supported() {
    for (text, problem) in [
        ("", "line 1, column 1: there is no net here"),
        ("<html/>", "line 1, column 1: `html` is not a net in PNML"),
        ("<pnml/>", "line 1, column 1: there is no net in it"),
        ("<pnml><net id='n'/></pnml>", "line 1, column 7: the net does not say of what type it is"),
        (
            "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'/></pnml>",
            "line 1, column 25: nets with colours are not supported",
        ),
        (
            "<pnml><net id='n' type='timed'/></pnml>",
            "line 1, column 25: nets of type `timed` are not supported",
        ),
        (
            "<pnml><net id='n' type='ptnet'/><net id='m' type='ptnet'/></pnml>",
            "line 1, column 33: this is the second net of the text",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().problem, problem);
    }
    assert_eq!(read("<pnml><net id='n' type='ptnet'/></pnml>").unwrap().places.len(), 0);
}

/// The tokens of all places, and of a transition, are bounded, so that sums fit.
#[test]
fn sums_are_bounded() {
    let most = "<initialMarking><text>2147483647</text></initialMarking>";
    let one = within(&format!("<place id='p'>{most}</place>"));
    assert_eq!(read(&one).unwrap().places[0].tokens, 2_147_483_647);
    let two = within(&format!("<place id='p'>{most}</place><place id='q'>{most}</place>"));
    assert!(read(&two).unwrap_err().problem.ends_with("up to this place there are 4294967294 tokens"));
    let arc = "<arc source='p' target='t'><inscription><text>2000000000</text></inscription></arc>";
    let heavy = within(&format!("<place id='p'/><transition id='t'/>{arc}{arc}"));
    let problem = read(&heavy).unwrap_err().problem;
    assert!(problem.ends_with("with this arc the transition moves 4000000000 tokens at a time"), "{problem}");
}
