//! Entries that cannot work are found before anybody plays.

use catalogue::{Catalogue, Entry, Variant};
use registry::{About, Alias, Field, Parameters, SyntaxError};

use crate::common::Heap;

const SIZE: Field = Field::number("SIZE", "the number of objects", 1, 99);

const GOOD: About = About {
    syntax: "heap:SIZE[,MOST]",
    fields: &[SIZE, Field::number("MOST", "how many may be taken", 1, 9).or("3")],
    default: "heap:10",
    examples: &["heap:5", "heap:7,2"],
    aliases: &[Alias { name: "ten", means: "heap:10,3", title: "ten of them" }],
    ..About::new("heap")
};

fn open(given: &Parameters) -> Result<Variant, SyntaxError> {
    let (size, most) = (given.number("SIZE")?, given.number("MOST")?);
    if most > size {
        return Err(given.mistake("SIZE", "MOST", "more may be taken than there are", "take fewer"));
    }
    Ok(Variant::of_game(Heap(size)))
}

fn problems(abouts: &[&'static About]) -> String {
    let entries = abouts.iter().map(|about| Entry::new(about, open)).collect();
    Catalogue::new("takeaway", entries).problems().join("\n")
}

#[test]
fn good_entries_have_no_problem() {
    assert_eq!(problems(&[&GOOD]), "");
    let mut catalogue = Catalogue::new("takeaway", Vec::new());
    assert_eq!((catalogue.problems().len(), catalogue.entries().len()), (0, 0));
    catalogue.insert(0, Entry::new(&GOOD, open));
    let opened = catalogue.open(" TEN ").unwrap();
    assert_eq!((opened.to_string().as_str(), opened.about().name), ("heap:10,3", "heap"));
    assert_eq!(catalogue.open(&opened.to_string()).unwrap().to_string(), opened.to_string());
}

#[test]
fn mistakes_name_the_program() {
    let catalogue = Catalogue::new("takeaway", vec![Entry::new(&GOOD, open)]);
    let mistake = |text: &str| catalogue.open(text).err().unwrap();
    assert_eq!(mistake("chess").problem, "there is no game `chess`");
    assert!(mistake("chess").help.contains("`takeaway games`"), "{}", mistake("chess"));
    assert_eq!(mistake("").problem, "no game is named");
    assert_eq!(mistake("heap:2,3").problem, "more may be taken than there are");
    assert_eq!(mistake("heap:2,3").to_string().lines().nth(2), Some("       ^^^"));
    let empty = Catalogue::new("takeaway", Vec::new());
    assert!(empty.open("heap").is_err() && empty.open("").is_err());
}

#[test]
fn two_entries_with_one_name() {
    assert!(problems(&[&GOOD, &GOOD]).contains("two entries have the name `heap`"));
}

#[test]
fn short_names_that_clash() {
    const OTHER: About = About {
        default: "other:10",
        examples: &[],
        aliases: &[Alias { name: "heap", means: "other:10", title: "" }],
        ..About { name: "other", ..GOOD }
    };
    assert!(problems(&[&GOOD, &OTHER]).contains("two entries have the name `heap`"));
    const SAME: About = About { name: "other", default: "other:10", examples: &[], ..GOOD };
    let found = problems(&[&GOOD, &SAME]);
    assert!(found.contains("two entries have the name `ten`"), "{found}");
    assert!(found.contains("the entry of `other` promises `heap:10,3`, another game"), "{found}");
}

#[test]
fn short_names_of_short_names() {
    const CIRCLE: About = About {
        aliases: &[
            Alias { name: "one", means: "two", title: "" },
            Alias { name: "two", means: "one", title: "" },
            Alias { name: "self", means: "self", title: "" },
            Alias { name: "ten", means: "heap:10", title: "" },
            Alias { name: "again", means: "ten", title: "" },
        ],
        ..GOOD
    };
    let found = problems(&[&CIRCLE]);
    for name in ["one", "two", "self", "again"] {
        assert!(found.contains(&format!("promises `{name}`")), "{found}");
    }
}

#[test]
fn examples_that_do_not_parse() {
    const BAD: About = About { examples: &["heap:5", "heap:q"], ..GOOD };
    assert!(problems(&[&BAD]).contains("the entry of `heap` promises `heap:q`: `q` is not a number"));
    const ANOTHER: About = About { examples: &["chess"], ..GOOD };
    assert!(problems(&[&ANOTHER]).contains("promises `chess`: there is no game `chess`"));
}

#[test]
fn defaults_outside_their_own_range() {
    const LARGE: About = About { default: "heap:100", ..GOOD };
    assert!(problems(&[&LARGE]).contains("promises `heap:100`: 100 is too large"));
    const FIELD: About = About { fields: &[SIZE, Field::number("MOST", "m", 1, 9).or("10")], ..GOOD };
    assert!(problems(&[&FIELD]).contains("10 is too large"), "{}", problems(&[&FIELD]));
    const WORD: About = About { fields: &[SIZE, Field::word("MOST", "m", &["a", "b"]).or("c")], ..GOOD };
    assert!(problems(&[&WORD]).contains("there is no m `c`"), "{}", problems(&[&WORD]));
}

#[test]
fn examples_whose_parameters_do_not_fit_together() {
    const BAD: About = About { examples: &["heap:5", "heap:2,9"], ..GOOD };
    let found = problems(&[&BAD]);
    assert!(found.contains("promises `heap:2,9`: more may be taken than there are"), "{found}");
    const ALIAS: About = About { aliases: &[Alias { name: "few", means: "heap:1,2", title: "" }], ..GOOD };
    assert!(problems(&[&ALIAS]).contains("promises `heap:1,2`"));
}

#[test]
fn names_that_cannot_be_typed() {
    const SPACE: About = About { aliases: &[Alias { name: "Ten of", means: "heap:10", title: "" }], ..GOOD };
    assert!(problems(&[&SPACE]).contains("`Ten of` cannot be typed as a name"));
    assert!(problems(&[&About { name: "", ..GOOD }]).contains("cannot be typed"));
    // It is said once, not again for everything that the entry promises under that name.
    const FOUR: About = About::new("Number Four");
    let found = problems(&[&FOUR]);
    assert_eq!(found, "`Number Four` cannot be typed as a name: lower case, no space, colon or comma");
}

/// What is said of an entry with these parameters, all of which its examples give.
fn problems_with(fields: &'static [Field]) -> String {
    let about = About { fields, default: "heap:5,2", examples: &[], aliases: &[], ..GOOD };
    problems(&[Box::leak(Box::new(about))])
}

#[test]
fn parameters_that_contradict_themselves() {
    const MOST: Field = Field::number("MOST", "how many may be taken", 1, 9);
    assert_eq!(problems_with(const { &[SIZE, MOST] }), "");
    let unused_default = problems_with(const { &[SIZE, MOST.or("10")] });
    assert!(
        unused_default.contains("MOST: its default is not accepted: 10 is too large"),
        "{unused_default}"
    );
    let empty = problems_with(const { &[SIZE, Field::number("MOST", "m", 9, 1).or("5")] });
    assert!(empty.contains("MOST: no number is from 9 to 1"), "{empty}");
    let twice = problems_with(const { &[SIZE, SIZE] });
    assert!(twice.contains("SIZE: another has the same name"), "{twice}");
    let never = problems_with(const { &[SIZE.up_to(0), MOST] });
    assert!(never.contains("SIZE: it may be given 0 times"), "{never}");
    let behind = problems_with(const { &[SIZE.or("5"), MOST] });
    assert!(
        behind.contains("MOST: it must be given, and stands behind one that may be left out"),
        "{behind}"
    );
    let several = problems_with(const { &[SIZE.up_to(9), MOST.or("3")] });
    assert!(several.contains("SIZE: it may be given several times"), "{several}");
    let word =
        problems_with(const { &[SIZE, MOST.or("3"), Field::word("RULE", "rule", &["Misère"]).or("")] });
    assert!(word.contains("RULE: the word `Misère` cannot be typed"), "{word}");
    let file = problems_with(const { &[Field::file("FILE", "a file"), MOST.or("3")] });
    assert!(file.contains("FILE: it is a file, so it is given once, and nothing may follow it"), "{file}");
}

#[test]
fn a_default_word_before_another_value_is_printed() {
    const RULES: About = About {
        fields: &[
            SIZE,
            Field::word("RULE", "rule", &["normal", "misere"]).or("normal"),
            Field::number("MOST", "how many may be taken", 1, 9).or("3"),
        ],
        examples: &["heap:5,normal,2", "heap:5,misere", "heap:5"],
        aliases: &[],
        ..GOOD
    };
    assert_eq!(problems(&[&RULES]), "");
    let catalogue = Catalogue::new("takeaway", vec![Entry::new(&RULES, open)]);
    for (typed, printed) in [("heap:5,normal,2", "heap:5,normal,2"), ("heap:5", "heap:5,normal,3")] {
        assert_eq!(catalogue.open(typed).unwrap().to_string(), printed);
    }
}
