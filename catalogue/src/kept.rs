//! State spaces that are kept in a folder on the disk, ply by ply.

use std::sync::Arc;
use std::time::Instant;

use arena::AnyState;
use game::{Notation, Stopped, System};
use layers::{Asked, Damage, Error, Folder, Hands, Keeping, Place, Progress, Space, Step, Store};
use serde::Serialize;
use tablebase::Tablebase;

use crate::counted::{Count, Explored};
use crate::data::text;
use crate::numbers::{about, thousands};
use crate::tables::{LookedUp, Rated, Strong, StrongOnDisk};
use crate::walking::{Survey, Surveyed};
use crate::{Failure, Job, Opened};

/// Where a state space is kept.
#[derive(Clone)]
pub struct Kept {
    /// The folder.
    pub place: Place,
    /// Whether to remove what was there, and how many bytes there may be.
    pub keeping: Keeping,
    /// Who does the work, if not the threads of this process.
    pub hands: Option<Arc<dyn Hands>>,
}

impl Kept {
    /// In a folder.
    pub fn at(place: impl Into<Place>) -> Kept {
        Kept { place: place.into(), keeping: Keeping::default(), hands: None }
    }
}

/// What is in the folder after the work.
#[derive(Clone, Debug, Serialize)]
pub struct OnDisk {
    /// The folder.
    pub folder: String,
    /// The bytes of all files.
    #[serde(serialize_with = "text")]
    pub disk_bytes: u64,
    /// The bytes for each state.
    pub disk_bytes_per_state: f64,
    /// The files that were found damaged and made again.
    pub mended: Vec<String>,
}

impl OnDisk {
    pub(crate) fn of(store: &Store<'_>) -> OnDisk {
        OnDisk::new(&store.folder, store.folder.manifest.states() as f64, &store.mended)
    }

    pub(crate) fn new(folder: &Folder, states: f64, mended: &[Damage]) -> OnDisk {
        let bytes = folder.manifest.bytes();
        OnDisk {
            folder: folder.place().to_string(),
            disk_bytes: bytes,
            disk_bytes_per_state: bytes as f64 / states.max(1.0),
            mended: mended.iter().map(|damage| damage.file.clone()).collect(),
        }
    }
}

impl Opened {
    /// Counts the positions that can be reached, and keeps them: as [`count`](crate::Variant::count).
    ///
    /// # Errors
    /// If the folder is of something else or cannot be used, or positions of this game are not kept.
    pub fn count_kept(
        &self,
        starts: Option<&[AnyState]>,
        kept: &Kept,
        job: &Job<'_>,
    ) -> Result<(Count, OnDisk), Failure> {
        let survey = Survey::default();
        let (surveyed, disk) = self.survey_kept(starts, &survey, kept, job)?;
        Ok((Count::new(&surveyed, None).on_disk(), disk))
    }

    /// Surveys all states, and keeps them: as [`explore`](crate::Variant::explore).
    ///
    /// # Errors
    /// If the folder is of something else or cannot be used, or positions of this game are not kept.
    pub fn explore_kept(
        &self,
        starts: Option<&[AnyState]>,
        survey: &Survey,
        kept: &Kept,
        job: &Job<'_>,
    ) -> Result<(Explored, OnDisk), Failure> {
        let (surveyed, disk) = self.survey_kept(starts, survey, kept, job)?;
        Ok((Explored::new(&surveyed, survey).on_disk(), disk))
    }

    fn survey_kept(
        &self,
        starts: Option<&[AnyState]>,
        survey: &Survey,
        kept: &Kept,
        job: &Job<'_>,
    ) -> Result<(Surveyed, OnDisk), Failure> {
        self.with_store(starts, survey, kept, job, |store| {
            let stopped = unless_refused(store.explore())?;
            let (report, tally) = store.counted(stopped);
            let ends = self.variant.is_game().then_some(tally.ends);
            let largest = self.variant.measured().into_iter().zip(tally.largest).collect();
            Ok((Surveyed { report, ends, largest }, OnDisk::of(store)))
        })
    }

    /// Finds the value of every position, and keeps them: as [`strong`](crate::Variant::strong).
    ///
    /// # Errors
    /// If it is a puzzle, its positions do not tell their ply, or the folder is of something else or cannot be used.
    pub fn strong_kept(
        &self,
        distances: bool,
        kept: &Kept,
        job: &Job<'_>,
    ) -> Result<(Strong, OnDisk), Failure> {
        let (begun, survey) = (Instant::now(), Survey::default());
        // What cannot be solved leaves the folder as it was.
        if let Some(space) = self.variant.space(None, &survey) {
            Store::check_solvable(&*space).map_err(|error| refused(&error))?;
        }
        self.with_store(None, &survey, kept, job, |store| {
            let stopped = unless_refused(store.solve())?;
            let found = StrongOnDisk { manifest: &store.folder.manifest, distances, stopped };
            Ok((Strong::on_disk(&found, begun.elapsed().as_secs_f64()), OnDisk::of(store)))
        })
    }

    /// Returns what a folder of this game says of a position; `None` if it is not there, or has no value yet.
    ///
    /// # Errors
    /// If a file is damaged or cannot be read.
    pub fn look_up_kept(&self, folder: &Folder, state: &AnyState) -> Result<Option<LookedUp>, Failure> {
        self.check_rules(folder)?;
        let (asked, system) = (&folder.manifest.asked, self.variant.system());
        let value = |state: &AnyState| {
            // The store may hold one state for all that are symmetric to it.
            let state = if asked.symmetry { system.canonical(state) } else { state.clone() };
            let value = folder.value(&system.words(&state));
            let value = value.map_err(|error| unreadable(folder, &error))?;
            Ok::<_, Failure>(value.map(|(_, value)| value))
        };
        let Some(own) = value(state)? else { return Ok(None) };
        let mut rated = Vec::new();
        for (mv, next) in system.steps(state) {
            let Some(worth) = value(&next)? else { return Ok(None) };
            let same = system.turn(&next) == system.turn(state);
            let worth = if same { worth.one_ply_longer() } else { worth.one_ply_back() };
            rated.push((worth.without_draw_length(), system.action_text(state, mv)));
        }
        // Of equal ones the first stays first.
        rated.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        let own = own.without_draw_length();
        let best = rated.iter().take_while(|(worth, _)| *worth == rated[0].0).map(|(_, mv)| mv.clone());
        Ok(Some(LookedUp {
            value: own.verdict,
            plies: own.plies,
            best: best.collect(),
            moves: rated.iter().map(|(worth, mv)| Rated { mv: mv.clone(), worth: (*worth).into() }).collect(),
            board: system.board_text(state),
            over: system.is_final(state),
        }))
    }

    /// Returns the values in a folder of this game as a table by index, which takes at most so many bytes.
    ///
    /// # Errors
    /// If there is no such table of them, it would be too large, or a file is damaged or cannot be read.
    pub fn table_kept(&self, folder: &Folder, memory: usize) -> Result<Tablebase, Failure> {
        self.check_rules(folder)?;
        let place = folder.place();
        let Some(size) = game::Indexed::size(self.variant.system()) else {
            return Err(Failure::new(format!(
                "{place}: {self} has no index, and one file holds values by index; `lookup {place}` reads the folder"
            )));
        };
        let asked = &folder.manifest.asked;
        if asked.symmetry || asked.depth.is_some() || asked.starts.is_some() {
            return Err(Failure::new(format!(
                "{place}: one file holds the values of all positions, and this folder holds those up to symmetry, up to a \
                 depth or from a given position"
            )));
        }
        let bytes = explore::Table::bytes_for(size, folder.manifest.states());
        if bytes > memory as u64 {
            let bytes = usize::try_from(bytes).map_or("too much memory".to_string(), about);
            return Err(Failure::new(format!(
                "{place}: one file of these values takes {bytes}; give --memory"
            )));
        }
        let table = explore::Table::listed(size, |take| {
            folder.each_value(&mut |words, _, value| take(words[0], value))
        });
        table.map(Tablebase::Indexed).map_err(|error| unreadable(folder, &error))
    }

    /// Checks that a folder was made by these rules.
    fn check_rules(&self, folder: &Folder) -> Result<(), Failure> {
        let asked = &folder.manifest.asked;
        if asked.rules != self.about().version {
            let place = folder.place();
            return Err(Failure::new(format!("{place}: this store was made by other rules of {self}")));
        }
        let survey = Survey { symmetry: asked.symmetry, depth: asked.depth, ..Survey::default() };
        match self.variant.space(None, &survey) {
            // Where it begins elsewhere, its first plies say nothing.
            Some(space) if asked.starts.is_none() && !folder.is_of(&*space) => Err(Failure::new(format!(
                "{}: the positions of this store are written in another way than those of {self} are now",
                folder.place()
            ))),
            _ => Ok(()),
        }
    }

    /// Reads all of a folder, and makes again what is damaged, if that is wanted. Returns what was damaged.
    ///
    /// # Errors
    /// If a file cannot be read, or cannot be made again, or a limit is reached.
    pub fn repair_kept(&self, folder: Folder, job: &Job<'_>) -> Result<Vec<Damage>, Failure> {
        let asked = folder.manifest.asked.clone();
        let place = folder.place().clone();
        drop(folder);
        if asked.diagrams.is_some() {
            return Err(Failure::new(
                "a store of diagrams is repaired by the command that made it: it goes on from the ply before",
            ));
        }
        if asked.starts.is_some() {
            return Err(Failure::new(
                "a store that begins at a given position is repaired by the command that made it",
            ));
        }
        let survey = Survey { symmetry: asked.symmetry, depth: asked.depth, ..Survey::default() };
        let kept = Kept::at(place);
        self.with_store(None, &survey, &kept, job, |store| {
            store.repair().map_err(|error| refused(&error))?;
            Ok(store.mended.clone())
        })
    }

    /// Does something with the store of this game in a folder.
    ///
    /// # Errors
    /// If the folder is of something else or cannot be used, or positions of this game are not kept.
    pub(crate) fn with_store<R>(
        &self,
        starts: Option<&[AnyState]>,
        survey: &Survey,
        kept: &Kept,
        job: &Job<'_>,
        work: impl FnOnce(&mut Store<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let space = self.variant.space(starts, survey).ok_or_else(|| self.not_to_be_kept())?;
        let asked = Asked {
            game: self.to_string(),
            rules: self.about().version,
            // The name of a game from a file ends in the fingerprint of its text.
            text: None,
            symmetry: survey.symmetry,
            depth: survey.depth,
            width: space.width(),
            starts: starts.map(|_| space.starts()),
            diagrams: None,
        };
        let tell = |so_far: &Progress| job.say(&|| how_far(so_far));
        let opened = Store::open((kept.place.clone(), &kept.keeping), asked, &*space, &job.limits, &tell);
        let store = opened.map_err(|error| refused(&error))?;
        work(&mut kept.hands.iter().cloned().fold(store, Store::by))
    }

    /// Returns the states as they are kept in a folder that answers this question, for somebody who works on it for
    /// others.
    ///
    /// # Errors
    /// If the folder is of another game or of other rules, or positions of this game are not kept.
    pub fn space_kept(&self, asked: &Asked) -> Result<Box<dyn Space + '_>, Failure> {
        if asked.game != self.to_string() || asked.rules != self.about().version {
            let (rules, ours) = (asked.rules, self.about().version);
            return Err(Failure::new(format!(
                "this is a store of {}, rules {rules}, and here they are those of {self}, rules {ours}",
                asked.game
            )));
        }
        // Where it begins is written in the folder.
        let survey = Survey { symmetry: asked.symmetry, depth: asked.depth, ..Survey::default() };
        self.variant.space(None, &survey).ok_or_else(|| self.not_to_be_kept())
    }
}

impl Opened {
    /// Why its positions are not kept in a folder.
    fn not_to_be_kept(&self) -> Failure {
        Failure::new(match self.variant.system().width() {
            None => format!(
                "the positions of {self} have neither an index (`game::Indexed`) nor a fixed width (`game::Packed`), so \
                 they are not kept in a folder; leave out --store DIR"
            ),
            Some(bits) => format!(
                "the positions of {self} take {} bytes each, and those that are kept in a folder at most {}; leave out \
                 --store DIR",
                bits.div_ceil(8),
                8 * layers::MOST_WORDS
            ),
        })
    }
}

/// Returns the limit that was reached, if it was one.
///
/// # Errors
/// If the folder cannot be used.
pub(crate) fn unless_refused(done: Result<(), Error>) -> Result<Option<Stopped>, Failure> {
    match done {
        Ok(()) => Ok(None),
        Err(Error::Stopped(why)) => Ok(Some(why)),
        Err(error) => Err(refused(&error)),
    }
}

/// Returns why a folder cannot be read, and what helps.
fn unreadable(folder: &Folder, error: &Error) -> Failure {
    let place = folder.place();
    Failure::new(match error {
        Error::Damaged(damage) => {
            format!("{place}: {damage}; `store verify --repair {place}` makes it again")
        }
        error => format!("{place}: {error}"),
    })
}

/// Returns an error of a folder as one of ours.
pub(crate) fn refused(error: &Error) -> Failure {
    Failure::new(format!("--store {error}"))
}

/// How far the work on a folder has come, in words.
fn how_far(so_far: &Progress) -> String {
    let Progress { step, ply, done, all, disk, .. } = *so_far;
    let what = match step {
        Step::Expand => "looked at",
        Step::Merge => "merged",
        Step::Value => "solved",
        Step::Scan => "searched",
    };
    let disk = about(usize::try_from(disk).expect("a computer of 64 bits, which files of this size need"));
    format!("ply {ply}: {} of {} positions {what}, {disk} on disk", thousands(done), thousands(all))
}
