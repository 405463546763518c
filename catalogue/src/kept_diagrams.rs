//! Counts by decision diagrams whose last plies are kept in a folder.

use std::io::{self, Write};

use layers::{Asked, Damage, Error, Folder};
use num_bigint::BigUint;

use symbolic::levels;
use symbolic::{Keeper, Layer, Reading, Unformed, Writing};

use crate::diagrams::CountByDiagrams;
use crate::kept::{OnDisk, refused};
use crate::{Failure, Job, Kept, Opened};

/// Plies in a folder.
struct Plies {
    folder: Folder,
    /// What was found damaged: then the count went on from the ply before.
    damages: Vec<Damage>,
    /// Why the folder cannot be used.
    refused: Option<Error>,
}

impl Plies {
    /// What ends the count.
    fn failed(&mut self, error: Error) -> Unformed {
        match error {
            Error::Stopped(why) => Unformed::Stopped(why),
            error => {
                let why = error.to_string();
                self.refused = Some(error);
                Unformed::Impossible(why)
            }
        }
    }
}

impl Keeper for Plies {
    fn load(&mut self, read: Reading<'_>) -> Result<(), Unformed> {
        let mut is_read = false;
        for place in (0..self.folder.manifest.kept.len()).rev() {
            let kept = self.folder.manifest.kept[place].clone();
            let what = match self.folder.known(&kept) {
                // What was kept before need not be read, but nothing damaged stays.
                Ok(_) if is_read => continue,
                Ok(file) => match read(&mut io::BufReader::new(file)) {
                    Ok(()) => {
                        is_read = true;
                        continue;
                    }
                    Err(error) => error.to_string(),
                },
                Err(Error::Damaged(damage)) => damage.what,
                Err(error) => return Err(self.failed(error)),
            };
            self.damages.push(Damage { file: kept.file, what });
            self.folder.forget(place).map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    fn save(&mut self, layers: &[Layer], write: Writing<'_>) -> Result<(), Unformed> {
        let positions: BigUint = layers.iter().map(Layer::positions).sum();
        let mut write = |to: &mut dyn Write| {
            write(to).map_err(|error: levels::Error| io::Error::other(error.to_string()))
        };
        let kept = self.folder.keep(layers.len(), positions.to_string(), &mut write);
        kept.map_err(|error| self.failed(error))
    }
}

impl Opened {
    /// Counts the positions that can be reached, by decision diagrams, ply by ply, and keeps every finished ply. `order` is
    /// that of the variables, if one was given.
    ///
    /// # Errors
    /// If there are no plies to keep, or the folder is of something else or cannot be used.
    pub fn count_by_diagrams_kept(
        &self,
        order: Option<&str>,
        kept: &Kept,
        job: &Job<'_>,
    ) -> Result<(CountByDiagrams, OnDisk), Failure> {
        let name = self.to_string();
        let form = self.variant.form_or(&name, "`--by explicit` counts it position by position")?;
        let asked = Asked {
            rules: self.about().version,
            // As in `kept`: the name has the fingerprint.
            text: None,
            game: name,
            symmetry: false,
            depth: None,
            width: 0,
            starts: None,
            // Without an order it is that of the program, which has no name.
            diagrams: Some(order.unwrap_or_default().to_string()),
        };
        let folder = Folder::open(kept.place.clone(), asked, kept.keeping.fresh, kept.keeping.disk);
        let folder = folder.map_err(|error| refused(&error))?;
        let damages = Vec::from_iter(folder.damage.clone());
        let mut plies = Plies { folder, damages, refused: None };
        let found = form.reach_kept(&mut plies, job);
        if let Some(error) = plies.refused {
            return Err(refused(&error));
        }
        if let (true, Some(problem)) = (found.layers.is_empty(), &found.problem) {
            return Err(Failure::new(format!(
                "{self} cannot be counted by diagrams: {problem}; `--by explicit` counts it position by position"
            )));
        }
        if found.is_complete() && !plies.folder.manifest.complete {
            plies.folder.complete().map_err(|error| refused(&error))?;
        }
        let positions = found.positions().to_string().parse().expect("digits are a number");
        let disk = OnDisk::new(&plies.folder, positions, &plies.damages);
        Ok((CountByDiagrams::new(&found, false, self.variant.is_game()), disk))
    }
}
