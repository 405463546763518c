//! Words for the fuzzer of specs, taken from the registry: `fuzz/spec.dict`.
//!
//! `MORPION_UPDATE=1 cargo test -p morpion-cli --test it dictionary` writes it anew.

use std::collections::BTreeSet;
use std::path::Path;

use games::ABOUTS;
use registry::Accepts;

/// Names, short names, words and ends of ranges, defaults and examples.
fn words() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = [":", ","].map(str::to_string).into();
    for about in ABOUTS {
        let aliases = about.aliases.iter().flat_map(|alias| [alias.name, alias.means]);
        let texts = [about.name, about.default].into_iter().chain(aliases);
        words.extend(texts.chain(about.examples.iter().copied()).map(str::to_string));
        for field in about.fields {
            match &field.accepts {
                Accepts::Word(these) => words.extend(these.iter().map(|word| format!(",{word}"))),
                Accepts::Number(range) => words.extend([range.start(), range.end()].map(u32::to_string)),
                Accepts::Text | Accepts::File => {}
            }
        }
    }
    words
}

/// As libFuzzer and AFL read it: quotes, backslashes and whatever is not ASCII are escaped.
fn entry(word: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    format!("\"{}\"\n", word.bytes().map(byte).collect::<String>())
}

#[test]
fn the_dictionary_of_the_fuzzer_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/spec.dict");
    let start = "# Specs of the built-in games, from the registry: see cli/tests/it/dictionary.rs.\n";
    let text = start.to_string() + &words().iter().map(|word| entry(word)).collect::<String>();
    if std::env::var_os("MORPION_UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "fuzz/spec.dict is not up to date; MORPION_UPDATE=1 writes it");
    assert_eq!(entry("a\"\\é"), "\"a\\\"\\\\\\xc3\\xa9\"\n");
}
