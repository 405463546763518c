//! `morpion solve --strong` and `morpion lookup`: the value of every position, kept in a file.

use std::fs::File;
use std::time::Instant;

use game::{Playable, Stopped, Value};
use games::registry::{Catalogued, Spec, Visitor};
use num_bigint::BigUint;
use serde_json::json;
use symbolic::{Slice, Solved, Table, solve};

use super::answer::{Answer, Failure};
use super::args::{LookupArgs, SolveArgs};
use super::count_symbolic::{how_far, no_form};
use super::draft::Draft;
use super::draw::{Sheet, indented};
use super::perft::reason;
use super::progress::{Progress, limits_of};
use super::start::start;
use super::units::{about, counted, thousands};

/// The answer to `solve --strong`.
pub fn answer(args: &SolveArgs) -> Result<Answer, Failure> {
    let spec: Spec = args.game.parse()?;
    spec.visit(Strong { args, spec: &spec })?
}

struct Strong<'a> {
    args: &'a SolveArgs,
    spec: &'a Spec,
}

impl Visitor for Strong<'_> {
    type Output = Result<Result<Answer, Failure>, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let form = game
            .as_symbolic()
            .ok_or_else(|| no_form(self.spec, "`morpion tree` solves it if it is small"))?;
        let start = Instant::now();
        let draft = self.args.save.as_deref().map(Draft::create).transpose()?;
        let limits = limits_of(self.args.search.memory, self.args.search.time);
        let mut progress = Progress::new();
        let tell = &mut |so_far: &symbolic::Progress| progress.show(|| how_far(so_far));
        let solved = solve(form, self.args.distance, &limits, tell);
        drop(progress);
        Ok(match solved {
            Ok(solved) => self.report(&solved, draft, start),
            Err(unsolved) => Ok(self.partial(&unsolved, start)),
        })
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(Failure::new(format!("{} is a puzzle: nobody wins it, so there is nothing to solve", self.spec)))
    }
}

impl Strong<'_> {
    fn report(&self, solved: &Solved, draft: Option<Draft>, start: Instant) -> Result<Answer, Failure> {
        let counts = solved.table.counts();
        let [won, drawn, lost] = [0, 1, 2].map(|value| counts.iter().map(|of| &of[value]).sum::<BigUint>());
        let positions = &won + &drawn + &lost;
        let saved = draft.map(|draft| self.save(&solved.table, draft)).transpose()?;
        let seconds = start.elapsed().as_secs_f64();
        let mut sheet = Sheet::default();
        sheet.row("value of the start", solved.value.to_string());
        sheet.row("positions", thousands(&positions));
        sheet.row("won", thousands(&won));
        sheet.row("drawn", thousands(&drawn));
        sheet.row("lost", thousands(&lost));
        sheet.row("nodes", thousands(solved.table.nodes()));
        if let (Some(size), Some(path)) = (saved, &self.args.save) {
            let each = per_position(size, &positions);
            let size = about(usize::try_from(size).unwrap_or(usize::MAX));
            sheet.row("file", format!("{}: {size}, {each:.3} bytes for each position", path.display()));
        }
        sheet.row("memory", about(solved.bytes));
        sheet.row("time", format!("{seconds:.2} s"));
        let text = format!(
            "{}: every position solved, for the player to move; finished ones are lost, won or drawn\n\n{}",
            self.spec,
            sheet.text()
        );
        let rows: Vec<[String; 3]> =
            counts.iter().map(|counts| counts.each_ref().map(ToString::to_string)).collect();
        let rows_by = |slicing| (solved.table.slicing() == slicing).then_some(&rows);
        let json = json!({
            "game": self.spec.to_string(), "value": solved.value.verdict.to_string(), "plies": solved.value.plies,
            "positions": positions.to_string(),
            "won": won.to_string(), "lost": lost.to_string(), "drawn": drawn.to_string(),
            "won_drawn_lost_by_ply": rows_by(Slice::Ply), "won_drawn_lost_by_turn": rows_by(Slice::Turn),
            "nodes": solved.table.nodes(), "bytes": solved.bytes,
            "file_bytes": saved, "file_bytes_per_position": saved.map(|size| per_position(size, &positions)),
            "complete": true, "stopped": null, "seconds": seconds,
        });
        Ok(Answer::complete(text, json))
    }

    fn save(&self, table: &Table, draft: Draft) -> Result<u64, Failure> {
        let size = table.save(&self.spec.to_string(), &draft.file);
        let size = size.map_err(|e| Failure::new(format!("--save: {e}")))?;
        draft.keep().map(|()| size)
    }

    fn partial(&self, unsolved: &symbolic::Unsolved, start: Instant) -> Answer {
        let (reached, solved) = unsolved.plies;
        let why = match unsolved.stopped {
            Some(Stopped::Memory) => reason(Stopped::Memory, self.args.search.memory),
            _ => unsolved.reason.clone(),
        };
        let text = format!(
            "{}: not solved\n\nStopped: {why}. Until then {} with {} {} reached, and {solved} of them solved, the last \
             first.\n",
            self.spec,
            counted(reached, "ply", "plies"),
            counted(&unsolved.positions, "position", "positions"),
            if reached == 1 { "was" } else { "were" }
        );
        let json = json!({
            "game": self.spec.to_string(), "value": null, "won": null, "lost": null, "drawn": null, "bytes": null,
            "seconds": start.elapsed().as_secs_f64(), "positions": unsolved.positions.to_string(),
            "plies_reached": reached, "plies_solved": solved, "complete": false, "stopped": why,
        });
        Answer { text, json, complete: false }
    }
}

fn per_position(size: u64, positions: &BigUint) -> f64 {
    let positions: f64 = positions.to_string().parse().unwrap_or(f64::NAN);
    size as f64 / positions
}

/// The answer to `lookup`.
pub fn lookup(args: &LookupArgs) -> Result<Answer, Failure> {
    let wrong = |what: String| Failure::new(format!("{}: {what}", args.file.display()));
    let open = || File::open(&args.file).map_err(|e| wrong(e.to_string()));
    if !Table::is_one(open()?) {
        return Err(wrong(
            "this is no tablebase; `morpion solve GAME --strong --save FILE` writes one".to_string(),
        ));
    }
    let name = Table::name(std::io::BufReader::new(open()?)).map_err(|e| wrong(e.to_string()))?;
    let spec: Spec =
        name.parse().map_err(|_| wrong("it is damaged: it does not say which game it is of".to_string()))?;
    spec.visit(Find { args, spec: &spec, file: open()? })
}

struct Find<'a> {
    args: &'a LookupArgs,
    spec: &'a Spec,
    file: File,
}

impl Visitor for Find<'_> {
    type Output = Result<Answer, Failure>;

    fn game<G: Playable + Catalogued>(self, game: &G) -> Self::Output {
        let form = game.as_symbolic().ok_or_else(|| no_form(self.spec, "so it has no tablebase"))?;
        let table = Table::load(form, self.file)
            .map_err(|e| Failure::new(format!("{}: {e}", self.args.file.display())))?;
        let state = start(game, self.args.moves.as_deref())?;
        let value = table.value(game, form, &state);
        let value =
            value.ok_or_else(|| Failure::new(format!("no such position in the table of {}", self.spec)))?;
        let moves = table.moves(game, form, &state);
        let best = table.best_moves(game, form, &state);
        let named = |mv: &G::Move| game.action_text(&state, *mv);
        let mut text = format!("{}\n{}: {value}\n", indented(&game.board_text(&state)), self.spec);
        if game.outcome(&state).is_some() {
            text += "The game is over.\n";
        }
        let mut sheet = Sheet::default();
        for (mv, worth) in &moves {
            let mark = if best.contains(mv) { "*" } else { " " };
            sheet.row(format!("{mark} {}", named(mv)), worth.to_string());
        }
        text += &sheet.text();
        let worth = |value: &Value| json!({"value": value.verdict.to_string(), "plies": value.plies});
        let moves: Vec<serde_json::Value> =
            moves.iter().map(|(mv, value)| json!({"move": named(mv), "worth": worth(value)})).collect();
        let json = json!({
            "game": self.spec.to_string(), "value": value.verdict.to_string(), "plies": value.plies,
            "best": best.iter().map(named).collect::<Vec<_>>(), "moves": moves,
        });
        Ok(Answer::complete(text, json))
    }

    fn system<S: Catalogued>(self, _: &S) -> Self::Output {
        Err(Failure::new(format!(
            "{}: {} is a puzzle and has no tablebase",
            self.args.file.display(),
            self.spec
        )))
    }
}
