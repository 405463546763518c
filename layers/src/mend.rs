//! What is damaged is made again: every file follows from others.

use crate::error::{Damage, Error};
use crate::forward::Bucket;
use crate::manifest::Part;
use crate::parquet::GROUP_ROWS;
use crate::space::{Found, Tally};
use crate::store::{Step, Store};

/// A file that is damaged more often than this lies on a disk that is.
const PATIENCE: usize = 3;

impl Store<'_> {
    /// Makes a damaged file again.
    ///
    /// # Errors
    /// If it cannot be made as it was: then the rules have changed, or the disk is failing.
    pub(crate) fn mend(&mut self, damage: Damage) -> Result<(), Error> {
        let file = damage.file.clone();
        if self.mended.iter().filter(|mended| mended.file == file).count() >= PATIENCE {
            return Err(Error::Refused(format!(
                "{}: {} is damaged again and again, so the disk may be failing",
                self.folder.place(),
                file
            )));
        }
        self.mended.push(damage);
        self.mending(|store| store.make_again(&file))?;
        // A file was written over another, or beside it.
        self.folder.recount();
        Ok(())
    }

    /// Makes a file again, wherever it belongs.
    fn make_again(&mut self, file: &str) -> Result<(), Error> {
        let manifest = &mut self.folder.manifest;
        if let Some(place) =
            manifest.runs.iter().position(|run| run.part.as_ref().is_some_and(|part| part.file == file))
        {
            return self.expand_again(place);
        }
        if let Some(place) =
            manifest.merged.iter().position(|merged| merged.parts.iter().any(|part| part.file == file))
        {
            // What it was made of is still there: this range is merged or swept again.
            let merged = manifest.merged.remove(place);
            self.folder.commit()?;
            self.folder.files().remove(merged.parts.into_iter());
            return Ok(());
        }
        for ply in 0..manifest.plies.len() {
            let Some(place) = manifest.plies[ply].parts.iter().position(|part| part.file == file) else {
                continue;
            };
            return self.find_again(ply, place);
        }
        for ply in 0..manifest.plies.len() {
            let values = &manifest.plies[ply].values;
            if let Some(place) = values.iter().position(|valued| valued.part.file == file) {
                return self.value_again(ply, place);
            }
        }
        unreachable!("only files that the manifest names are read")
    }

    /// Expands the states of a run again.
    fn expand_again(&mut self, place: usize) -> Result<(), Error> {
        let ply = self.folder.manifest.plies.len() - 1;
        let run = self.folder.manifest.runs[place].clone();
        let (mut from, mut again) = (run.from, Vec::new());
        while from < run.to {
            let piece = self.task(&self.folder.manifest).expand_piece(ply, from, run.to)?;
            from = piece.to;
            again.push(piece);
        }
        let mut tally = Tally::default();
        again.iter().for_each(|piece| tally.add(&piece.tally));
        if tally != run.tally {
            return Err(self.changed(run.part.as_ref().expect("the file of the run was damaged")));
        }
        self.folder.manifest.runs.splice(place..=place, again);
        self.folder.commit()
    }

    /// Finds the states of a part again, by what lies between its first and its last among those that follow the ply
    /// before.
    fn find_again(&mut self, ply: usize, place: usize) -> Result<(), Error> {
        let part = self.folder.manifest.plies[ply].parts[place].clone();
        if ply == 0 {
            let again = self.first_parts()?;
            return if again.get(place) == Some(&part) { Ok(()) } else { Err(self.changed(&part)) };
        }
        let task = self.task(&self.folder.manifest);
        let mut list = Bucket::new(&task, part.first.clone(), after(&part.last));
        let (mut from, all) = (0, self.folder.manifest.plies[ply - 1].states());
        let mut found = Found::default();
        while from < all {
            task.look(Step::Expand, ply - 1, from, all)?;
            let states = task.states(ply - 1, from, GROUP_ROWS)?;
            for some in states.chunks(256 * self.width()) {
                found.words.clear();
                found.ends.clear();
                self.space.expand(some, ply as u32 - 1, &mut found);
                list.add(&mut found.words);
            }
            from += (states.len() / self.width()) as u64;
        }
        let (mut words, high) = list.finish();
        if high != after(&part.last) {
            return Err(Error::Stopped(game::Stopped::Memory));
        }
        if !self.space.is_graded() {
            task.subtract_earlier(ply, (&part.first, high.as_deref()), &mut words)?;
        }
        if words.is_empty() || task.write_part(&part.file, &words)? != part {
            return Err(self.changed(&part));
        }
        Ok(())
    }

    /// A file cannot be made as it was.
    pub(crate) fn changed(&self, part: &Part) -> Error {
        Error::Refused(format!(
            "{}: {} is damaged, and what is made again differs from it: the rules have changed since; begin anew with \
             --fresh",
            self.folder.place(),
            part.file
        ))
    }
}

/// The state after this one in order, if there is any.
fn after(state: &[u64]) -> Option<Vec<u64>> {
    let mut next = state.to_vec();
    for word in next.iter_mut().rev() {
        let (sum, carried) = word.overflowing_add(1);
        *word = sum;
        if !carried {
            return Some(next);
        }
    }
    None
}
