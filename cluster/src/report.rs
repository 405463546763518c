//! Answers, for people and for programs.

use std::fmt::Write as _;

use catalogue::numbers::{about, thousands};
use catalogue::{Count, Explored, OnDisk, Opened, Strong};
use serde_json::{Value, json};

use crate::Driver;

/// An answer.
pub(crate) struct Report {
    pub(crate) text: String,
    pub(crate) json: Value,
    pub(crate) complete: bool,
}

/// An object with what others have to say, too.
fn object(opened: &Opened, parts: &[Value]) -> Value {
    let mut all = serde_json::Map::new();
    all.insert("game".to_string(), opened.to_string().into());
    for part in parts {
        all.extend(part.as_object().cloned().unwrap_or_default());
    }
    Value::Object(all)
}

fn value(found: &impl serde::Serialize) -> Value {
    serde_json::to_value(found).expect("answers are texts, numbers and lists")
}

/// What every answer says of the folder.
fn on_disk(disk: &OnDisk) -> String {
    let bytes = usize::try_from(disk.disk_bytes).expect("files are addressed by 64 bits");
    let mut text = format!("on disk     {}, {:.3} bytes each\n", about(bytes), disk.disk_bytes_per_state);
    if !disk.mended.is_empty() {
        let _ = writeln!(text, "damaged, and made again: {}", disk.mended.join(", "));
    }
    text
}

/// Positions, ply by ply.
fn plies(by_ply: &[u64]) -> String {
    let line = |(ply, count): (usize, &u64)| format!("ply {ply:>3}  {:>20}\n", thousands(count));
    by_ply.iter().enumerate().map(line).collect()
}

impl Report {
    pub(crate) fn counted(opened: &Opened, (count, disk): &(Count, OnDisk)) -> Report {
        let totals = &count.totals;
        let text = format!(
            "{opened}\n\n{}\npositions   {}\nterminal    {}\n{}",
            plies(&totals.by_ply),
            thousands(count.positions),
            thousands(totals.terminal),
            on_disk(disk)
        );
        Report::new(text, object(opened, &[value(count), value(disk)]), totals.complete)
            .stopped(totals.stopped.map(|why| why.to_string()))
    }

    pub(crate) fn explored(opened: &Opened, (explored, disk): &(Explored, OnDisk)) -> Report {
        let json = object(opened, &[value(explored), value(disk)]);
        let complete = json["complete"] == json!(true);
        let stopped = json["stopped"].as_str().map(ToString::to_string);
        let text = format!(
            "{opened}\n\npositions   {}\ndepth       {}\n{}",
            thousands(explored.states),
            explored.depth,
            on_disk(disk)
        );
        Report::new(text, json, complete).stopped(stopped)
    }

    pub(crate) fn solved(opened: &Opened, (strong, disk): &(Strong, OnDisk)) -> Report {
        let number =
            |count: &Option<_>| count.as_ref().map_or_else(|| "not known yet".to_string(), thousands);
        let start = match (strong.value, strong.plies) {
            (Some(value), Some(plies)) => format!("{value} in {plies} plies"),
            (Some(value), None) => value.to_string(),
            (None, _) => "not known yet".to_string(),
        };
        let text = format!(
            "{opened}\n\nstart       {start}, for the player to move\npositions   {}\nwon         {}\ndrawn       \
             {}\nlost        {}\n{}",
            thousands(&strong.positions),
            number(&strong.won),
            number(&strong.drawn),
            number(&strong.lost),
            on_disk(disk)
        );
        Report::new(text, object(opened, &[value(strong), value(disk)]), strong.complete)
            .stopped(strong.stopped.clone())
    }

    fn new(text: String, json: Value, complete: bool) -> Report {
        Report { text, json, complete }
    }

    fn stopped(mut self, why: Option<String>) -> Report {
        if let Some(why) = why {
            let _ = writeln!(self.text, "stopped     {why}; the same command goes on");
        }
        self
    }

    /// Adds who has done the work, and what had to be given out again.
    pub(crate) fn done_by(mut self, driver: &Driver) -> Report {
        let repeats = driver.repeats();
        let _ = writeln!(self.text, "done by     {}", driver.engine());
        for repeat in &repeats {
            let _ = writeln!(self.text, "{}", repeat.text());
        }
        self.json["engine"] = driver.engine().into();
        self.json["repeated"] = value(&repeats);
        self
    }
}
