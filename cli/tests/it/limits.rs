//! Limits on memory and time, as the operating system sees them.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The most memory that the program ever has while it runs, in bytes.
fn peak(words: &str) -> usize {
    let mut child = Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(words.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        // A program that has just ended has no such line any more.
        let text = std::fs::read_to_string(&status).unwrap();
        if let Some(line) = text.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            most = line.trim().strip_suffix(" kB").unwrap().trim().parse::<usize>().unwrap() * 1024;
        }
        std::thread::yield_now();
    }
    most
}

#[test]
fn a_search_takes_no_more_memory_than_it_may() {
    for (words, limit) in [
        ("explore amazons", 50 << 20),
        ("check amazons --always true", 50 << 20),
        ("explore coins:100,1,5,10", 200 << 20),
        ("check coins:100,1,5,10 --path sum=10 --path sum=500", 100 << 20),
        ("count mnk:21,21,5", 50 << 20),
        ("count mnk:21,21,5,wild", 50 << 20),
        ("explore mnk:21,21,5,order", 50 << 20),
        ("check mnk:21,21,5,wild --always true", 50 << 20),
        ("check connect:5,5,4 --eventually over", 50 << 20),
        ("check gomoku --eventually over", 50 << 20),
        ("solve amazons:4,4 --strong --distance", 50 << 20),
        ("count amazons --symmetry", 100 << 20),
        ("perft gomoku --depth 3 --time 1s", 50 << 20),
        // Numbers of thousands of digits, which are written as text twice.
        ("perft hanoi:2,4 --depth 4600", 50 << 20),
        // Paths to a hundred thousand matches.
        ("check connect:4,4,4 --all --find over", 8 << 20),
        ("check coins:1000,1,5,10 --all --find true", 8 << 20),
        // As a text the graph takes 60 MB.
        ("explore connect:4,4,4 --export /dev/null --format graphml --max-states 300000", 20 << 20),
    ] {
        let taken = peak(&format!("{words} --memory {limit}"));
        let most = limit + (16 << 20).max(limit / 10);
        assert!(taken <= most, "{words}: {} MB of {} MB", taken >> 20, limit >> 20);
        assert!(taken > limit / 4, "{words}: {} MB of {} MB: stopped too early", taken >> 20, limit >> 20);
    }
}

#[test]
fn diagrams_take_no_more_memory_than_they_may() {
    let limit = 50 << 20;
    for words in [
        "count cube:4,4 --by symbolic --direct",
        "count mnk:21,21,5 --by symbolic --direct",
        "solve connect:5,5,4 --strong --distance",
        "reach mnk:5,5,4",
        "reach 100",
        "solve cube:2,9",
        // Their symmetries are looked for by diagrams, too.
        "solve ../rules/games/nine-mens-morris.rbg --strong",
        "perft ../rules/games/hex-5.rbg --depth 1",
    ] {
        let taken = peak(&format!("{words} --memory {limit}"));
        assert!(taken <= limit + (16 << 20), "{words}: {} MB of {} MB", taken >> 20, limit >> 20);
    }
}

#[test]
fn time_is_kept_on_wide_boards() {
    for words in [
        "perft gomoku --depth 20",
        "perft mnk:21,21,5 --depth 20",
        "perft cube:7,3 --depth 20",
        "perft connect:255,1,3 --depth 20",
        "perft amazons --depth 20",
        "perft gomoku --depth 20 --memory 20M",
        "perft hanoi:2,4 --depth 1000000000",
        "count amazons",
        "explore mnk:21,21,5",
        "tree gomoku",
        "count cube:2,9 --by symbolic",
        "solve cube:2,9",
        // A search for each path.
        "check connect:4,4,4 --all --find over --store layered",
    ] {
        let begun = Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_morpion"))
            .args(words.split_whitespace())
            .args(["--time", "300ms"])
            .stdout(Stdio::null())
            .status()
            .unwrap();
        // Without the limit each of these takes hours; the machine may be busy, or stand still for a while.
        assert!(begun.elapsed() < Duration::from_secs(120), "{words}: {:?}", begun.elapsed());
        // A fast machine may count the cube before the time is up.
        let may_end = words == "count cube:2,9 --by symbolic";
        assert!(status.code() == Some(1) || may_end && status.success(), "{words}: {status}");
    }
}
