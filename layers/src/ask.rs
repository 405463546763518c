//! Questions to a folder: what it says of a state, and whether it is sound.

use game::{Player, Value};

use crate::backward::value_of;
use crate::error::{Damage, Error};
use crate::folder::Folder;
use crate::manifest::Part;
use crate::parquet::Column;
use crate::rows::{self, Subtraction};
use crate::space::{Found, Space};
use crate::written::MANIFEST;

/// No more starts are looked at to see what a folder is of.
const FEW: usize = 1 << 12;

impl Folder {
    /// Returns whether the first two plies are those of this space. If not, its states are written in another way than
    /// they were, or the rules have changed.
    #[must_use]
    pub fn is_of(&self, space: &dyn Space) -> bool {
        let (width, plies) = (space.width(), &self.manifest.plies);
        let mut starts = space.starts();
        rows::sort(width, &mut starts);
        if plies.first().is_some_and(|ply| !ply.is_of(width, &starts)) {
            return false;
        }
        let Some(ply) = plies.get(1).filter(|_| starts.len() / width <= FEW) else { return true };
        let mut found = Found::default();
        space.expand(&starts, 0, &mut found);
        rows::sort(width, &mut found.words);
        let mut subtraction = Subtraction::new(width, &mut found.words);
        subtraction.drop_all(&starts);
        subtraction.finish();
        ply.is_of(width, &found.words)
    }

    /// Returns the player to move in a state and the value of the state; `None` if the folder has no value of it.
    ///
    /// # Errors
    /// If a file cannot be read, or is damaged.
    pub fn value(&self, state: &[u64]) -> Result<Option<(Player, Value)>, Error> {
        let (columns, width) = (self.manifest.value_columns(), self.manifest.asked.width);
        for ply in &self.manifest.plies {
            let place = ply.values.partition_point(|valued| valued.part.last.as_slice() < state);
            let Some(valued) = ply.values.get(place) else { continue };
            if valued.part.first.as_slice() > state {
                continue;
            }
            if let Some(row) = self.row(&valued.part, &columns, state)? {
                return Ok(Some(value_of(&row[width..])));
            }
        }
        Ok(None)
    }

    /// Calls `take` with every state that has a value, the player to move, and the value for that player: ply
    /// by ply.
    ///
    /// # Errors
    /// If a file cannot be read, or is damaged.
    pub fn each_value(&self, take: &mut dyn FnMut(&[u64], Player, Value)) -> Result<(), Error> {
        let (columns, width) = (self.manifest.value_columns(), self.manifest.asked.width);
        let mut rows = Vec::new();
        for valued in self.manifest.plies.iter().flat_map(|ply| &ply.values) {
            let mut reader = self.read(&valued.part, &columns)?;
            for group in 0..reader.groups().len() {
                rows.clear();
                let read = reader.read(group, &mut rows);
                read.map_err(|error| self.unreadable(&valued.part, error))?;
                for row in rows.chunks_exact(columns.len()) {
                    let (player, value) = value_of(&row[width..]);
                    take(&row[..width], player, value);
                }
            }
        }
        Ok(())
    }

    /// Returns the row of a state in a file, if it is there.
    fn row(&self, part: &Part, columns: &[Column], state: &[u64]) -> Result<Option<Vec<u64>>, Error> {
        let mut reader = self.read(part, columns)?;
        let mut rows = Vec::new();
        // States with the same first word may lie in several groups.
        let first = reader.groups().partition_point(|group| group.range(0).1 < state[0]);
        for group in first..reader.groups().len() {
            if reader.groups()[group].range(0).0 > state[0] {
                break;
            }
            rows.clear();
            reader.read(group, &mut rows).map_err(|error| self.unreadable(part, error))?;
            let row = |place: usize| &rows[place * columns.len()..(place + 1) * columns.len()];
            let (mut low, mut high) = (0, rows.len() / columns.len());
            while low < high {
                let middle = low + (high - low) / 2;
                match row(middle)[..state.len()].cmp(state) {
                    std::cmp::Ordering::Less => low = middle + 1,
                    std::cmp::Ordering::Greater => high = middle,
                    std::cmp::Ordering::Equal => return Ok(Some(row(middle).to_vec())),
                }
            }
        }
        Ok(None)
    }

    /// Reads everything, the manifests too, and returns what is wrong with it: checksums, order, bounds and numbers of
    /// rows. `tell` is called with the number of files that are done.
    ///
    /// # Errors
    /// If the disk cannot be read, or `tell` says that it is enough.
    pub fn verify(&self, tell: &dyn Fn(usize) -> Result<(), Error>) -> Result<Vec<Damage>, Error> {
        let (states, values) = (self.manifest.columns(), self.manifest.value_columns());
        let mut damages = Vec::from_iter(self.damage.clone());
        let values_of = |part: &Part| {
            let mut all = self.manifest.plies.iter().flat_map(|ply| &ply.values);
            all.any(|valued| valued.part.file == part.file)
        };
        for (done, part) in self.manifest.parts().enumerate() {
            tell(done)?;
            match self.verify_part(part, if values_of(part) { &values } else { &states }) {
                Err(Error::Damaged(damage)) => damages.push(damage),
                other => other?,
            }
        }
        for kept in &self.manifest.kept {
            match self.known(kept) {
                Err(Error::Damaged(damage)) => damages.push(damage),
                other => drop(other?),
            }
        }
        damages.extend(self.misnumbered());
        Ok(damages)
    }

    fn verify_part(&self, part: &Part, columns: &[Column]) -> Result<(), Error> {
        let wrong = |what: &str| Error::Damaged(Damage { file: part.file.clone(), what: what.to_string() });
        let mut reader = self.read(part, columns)?;
        let width = self.manifest.asked.width;
        let (mut count, mut rows) = (0, Vec::new());
        let (mut first, mut last): (Option<Vec<u64>>, Option<Vec<u64>>) = (None, None);
        for group in 0..reader.groups().len() {
            rows.clear();
            reader.read(group, &mut rows).map_err(|error| self.unreadable(part, error))?;
            for row in rows.chunks_exact(columns.len()) {
                let state = &row[..width];
                if last.as_deref().is_some_and(|last| last >= state) {
                    return Err(wrong("its states are not in order"));
                }
                first.get_or_insert_with(|| state.to_vec());
                match &mut last {
                    Some(last) => last.copy_from_slice(state),
                    None => last = Some(state.to_vec()),
                }
                count += 1;
            }
        }
        let is_whole = count == part.sealed.rows;
        let is_bounded = first.as_ref() == Some(&part.first) && last.as_ref() == Some(&part.last);
        if is_whole && is_bounded { Ok(()) } else { Err(wrong("it has other states than the manifest says")) }
    }

    /// What does not add up in the manifest.
    fn misnumbered(&self) -> Vec<Damage> {
        let mut damages = Vec::new();
        let mut wrong = |ply: usize, what: &str| {
            damages.push(Damage { file: MANIFEST.to_string(), what: format!("ply {ply} {what}") });
        };
        for (number, ply) in self.manifest.plies.iter().enumerate() {
            if ply.tally.as_ref().is_some_and(|tally| tally.states != ply.states()) {
                wrong(number, "has more or fewer states than were counted");
            }
            if ply.parts.windows(2).any(|pair| pair[0].last >= pair[1].first) {
                wrong(number, "has files that are not in order");
            }
            let totals: u64 = ply.values.iter().flat_map(|valued| valued.totals).sum();
            if totals != ply.valued() {
                wrong(number, "has other totals than values");
            }
        }
        damages
    }
}
