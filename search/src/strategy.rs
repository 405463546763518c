//! Certificates of any game: in each position one move for the side that the proof is for, and all for the other.

use game::{Limits, Player, Verdict};
use rustc_hash::FxHashMap;

use crate::alpha_beta::AlphaBeta;
use crate::certificate::{Certificate, Fact, Reason, Script};
use crate::erased::State;
use crate::job::Job;
use crate::knowledge::{Knowledge, MoveOf, StateOf};
use crate::position::Position;
use crate::progress::Watcher;
use crate::score::{LONGEST, win_in};
use crate::{Answer, Halt, Solver};

/// One part in this many of the memory is for the table of the engine that finds moves.
const TABLE: usize = 4;

/// How a move is written in a position.
type Word<'a, M> = &'a dyn Fn(&State, M) -> String;

impl<K: Knowledge> Solver<'_, K> {
    /// Returns a certificate of an answer about a position; `None` if the answer does not say who wins, or the game is
    /// over. It claims the distance only if `with_plies`. `word` writes moves.
    ///
    /// # Errors
    /// If a limit is reached, or positions may occur twice in a game.
    pub fn certify(
        &self,
        state: &StateOf<K>,
        answer: &Answer<MoveOf<K>>,
        with_plies: bool,
        word: &dyn Fn(&StateOf<K>, MoveOf<K>) -> String,
    ) -> Result<Option<Certificate>, Halt> {
        let word = |state: &State, mv| word(state.get(), mv);
        certify(&self.at(state), &self.job, answer, with_plies, &word)
    }
}

/// Does what [`Solver::certify`] does, whatever the game.
fn certify<M: Copy + Eq + Send>(
    at: &dyn Position<M>,
    job: &Job<'_, M>,
    answer: &Answer<M>,
    with_plies: bool,
    word: Word<'_, M>,
) -> Result<Option<Certificate>, Halt> {
    let Some(verdict) = answer.verdict().filter(|_| at.outcome().is_none()) else { return Ok(None) };
    let plies = answer.value().and_then(|value| value.plies).filter(|_| with_plies);
    let plies = plies.filter(|_| verdict != Verdict::Draw);
    let facts = facts(at.turn(), verdict, plies);
    // Where positions may occur twice, only a win that comes closer with every move is sure to come.
    let nearest = answer.value().and_then(|value| value.plies).filter(|_| at.may_repeat());
    let (mut nodes, mut body) = (0, Vec::new());
    let limits = match job.limits.bytes() {
        Some(bytes) => job.limits.clone().memory(bytes / TABLE),
        None => job.limits.clone(),
    };
    let mut engine = AlphaBeta::new(&limits, Watcher::new(None));
    for &fact in &facts {
        let (script, known) = (Script::default(), FxHashMap::default());
        let mut writer = Strategist { limits: &job.limits, engine: &mut engine, word, fact, script, known };
        writer.node(at, fact.plies.or(nearest.filter(|_| fact.wins)))?;
        nodes += writer.script.nodes;
        writer.script.finish(&mut body);
    }
    let turn = at.turn();
    Ok(Some(Certificate { verdict, plies, turn, on_lines: None, facts, nodes, body }))
}

/// Returns the facts that make up a value.
pub(crate) fn facts(turn: Player, verdict: Verdict, plies: Option<u32>) -> Vec<Fact> {
    let fact = |player, wins, plies| Fact { player, wins, plies, reason: Reason::Proof };
    let winner = match verdict {
        Verdict::Draw => return Player::BOTH.map(|player| fact(player, false, None)).to_vec(),
        Verdict::Win => turn,
        Verdict::Loss => turn.other(),
    };
    let not_sooner = plies.map(|plies| fact(winner, false, Some(plies - 1)));
    std::iter::once(fact(winner, true, plies)).chain(not_sooner).collect()
}

/// A position with the plies that were left.
type Left = (State, Option<u32>);

/// Writes the proof of one fact.
struct Strategist<'a, 's, 'e, M> {
    limits: &'a Limits,
    engine: &'a mut AlphaBeta<'s, 'e, M>,
    word: Word<'a, M>,
    fact: Fact,
    script: Script,
    /// The numbers of positions that are proved, by the plies that were left; none while a proof is being written.
    known: FxHashMap<Left, Option<u32>>,
}

impl<M: Copy + Eq + Send> Strategist<'_, '_, '_, M> {
    /// Writes the proof of a position, with this many plies left.
    fn node(&mut self, at: &dyn Position<M>, plies: Option<u32>) -> Result<(), Halt> {
        self.script.nodes += 1;
        if at.outcome().is_some() || plies == Some(0) {
            return Ok(());
        }
        let entry = (at.state(), plies);
        self.check_limits(entry.0.bytes())?;
        match self.known.get(&entry) {
            Some(None) => return Err(Halt::Repetition),
            Some(&Some(number)) => {
                self.script.refer(number);
                return Ok(());
            }
            None => {}
        }
        self.known.insert(entry.clone(), None);
        let number = self.script.keep();
        // Moves are written by their places in the order of their words.
        let mut moves: Vec<(String, M)> =
            at.moves().into_iter().map(|mv| ((self.word)(&entry.0, mv), mv)).collect();
        moves.sort_by(|(word, _), (other, _)| word.cmp(other));
        let chooses = (at.turn() == self.fact.player) == self.fact.wins;
        let mut place = 0;
        if chooses {
            let mv = match self.known_move(at, plies) {
                Some(mv) => mv,
                None => {
                    let found = self.engine.achieving(at, self.bound(plies))?;
                    found.expect("what follows from a proved position is proved")
                }
            };
            place = moves.iter().position(|(_, other)| *other == mv).expect("the move is legal");
            moves = vec![moves.swap_remove(place)];
        }
        self.script.play(place);
        for (_, mv) in moves {
            self.node(&*at.after(mv), plies.map(|plies| plies - 1))?;
        }
        self.known.insert(entry, Some(number));
        Ok(())
    }

    fn check_limits(&self, state_bytes: usize) -> Result<(), Halt> {
        let of_known =
            self.known.capacity() * size_of::<(Left, Option<u32>)>() + self.known.len() * state_bytes;
        let bytes = self.script.bytes() + of_known;
        // What is not for the table is for the certificate.
        let stopped = self.limits.exceeded(bytes / (TABLE - 1) * TABLE);
        stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
    }

    /// Returns a move to a position that is proved already, if there is one: then nothing new is to be written.
    fn known_move(&self, at: &dyn Position<M>, plies: Option<u32>) -> Option<M> {
        let plies = plies.map(|plies| plies - 1);
        let is_known = |mv: &M| matches!(self.known.get(&(at.after(*mv).state(), plies)), Some(Some(_)));
        at.moves().into_iter().find(is_known)
    }

    /// Returns the score that the side for which the proof is must achieve.
    fn bound(&self, plies: Option<u32>) -> i32 {
        match (self.fact.wins, plies) {
            // A win in any number of plies is one in the most there can be.
            (true, plies) => win_in(plies.unwrap_or(LONGEST)),
            (false, None) => 0,
            (false, Some(plies)) => -win_in(plies + 1),
        }
    }
}
