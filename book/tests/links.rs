//! Links of the book and of the other documents lead somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn chapters() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("book/src")).unwrap().map(|entry| entry.unwrap().path());
    let mut chapters: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    chapters.sort();
    chapters
}

/// The text without what is shown as it is: blocks, and code in a line.
fn prose(text: &str) -> String {
    let mut inside = false;
    let mut lines = String::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        if !inside && !fence {
            lines += line;
            lines.push('\n');
        }
    }
    lines.split('`').step_by(2).collect::<Vec<&str>>().join("`")
}

/// Where the links of a document lead.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    // A link may be broken over two lines.
    let ends = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    ends.map(|(link, _)| link.split_whitespace().collect()).collect()
}

/// The names by which the headings of a document are linked.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text
        .lines()
        .filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    let name = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(name).collect()
}

/// What is wrong with the links of a document.
fn faults(document: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(document).unwrap();
    let folder = document.parent().unwrap();
    let mut found = Vec::new();
    for link in links(&text).iter().filter(|link| !link.contains("://")) {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if path.is_empty() { document.to_path_buf() } else { folder.join(path) };
        let what = format!("{}: {link}", document.display());
        if !target.exists() {
            found.push(format!("{what} is not there"));
        } else if !anchor.is_empty() && !anchors(&std::fs::read_to_string(&target).unwrap()).contains(anchor)
        {
            found.push(format!("{what}: no such heading"));
        }
    }
    found
}

#[test]
fn links_lead_somewhere() {
    let others = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CODE_OF_CONDUCT.md",
        "CHANGELOG.md",
    ];
    let documents = chapters().into_iter().chain(others.map(|name| root().join(name)));
    let faults: Vec<String> = documents.flat_map(|document| faults(&document)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// In the HTML, a chapter is a page: what lies outside of the book is not there.
#[test]
fn chapters_link_within_the_book() {
    for chapter in chapters() {
        let text = std::fs::read_to_string(&chapter).unwrap();
        for link in links(&text) {
            assert!(!link.starts_with("../"), "{}: {link} leads out of the book", chapter.display());
        }
    }
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("book/src/SUMMARY.md")).unwrap();
    for chapter in chapters() {
        let name = chapter.file_name().unwrap().to_str().unwrap();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("]({name})")),
            "{name} is not in the summary"
        );
    }
}

#[test]
fn anchors_and_links_are_read() {
    assert_eq!(links("[a](b.md) and `[c](d.md)`\n```\n[e](f.md)\n```\n[g\nh](i.md#j)"), ["b.md", "i.md#j"]);
    assert!(anchors("## In which order\n").contains("in-which-order"));
}
