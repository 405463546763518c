//! The manifest as a file, and the one before it.
//!
//! Each takes the place of the one before at once, and that is kept: if a byte of the manifest changes, the work goes on
//! from the last step but one. At any moment one of both is whole.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::error::{Damage, Error};
use crate::folder::{TEMPORARY, sync_folder, unusable};
use crate::manifest::{Manifest, VERSION};

pub(crate) const MANIFEST: &str = "manifest.json";
/// The manifest that was there before the last step.
pub(crate) const BEFORE: &str = "manifest.json.old";
/// What every manifest begins with: it is an object of two fields, of which the first is the sum of the second.
pub(crate) const HEAD: &str = "{\"crc32\":\"";
const BODY: &str = "\",\"manifest\":";
const END: &str = "}\n";

/// What was read.
enum Read {
    Missing,
    Damaged,
    Sound(Box<Manifest>),
}

/// Reads the manifest of a folder, if there is one; if it is damaged, the one before it. Returns also which of both is
/// damaged, if one is.
///
/// # Errors
/// If both are damaged, or cannot be read, or it is of another version.
pub(crate) fn read(place: &Path) -> Result<Option<(Manifest, Option<Damage>)>, Error> {
    let damage = |file: &str, more: &str| {
        Some(Damage { file: file.to_string(), what: format!("its checksum is wrong{more}") })
    };
    let newest = read_one(place, MANIFEST)?;
    if let Read::Sound(manifest) = newest {
        // What is before it is not needed now, so it only matters whether it would be of use.
        let is_damaged = matches!(read_one(place, BEFORE), Ok(Read::Damaged));
        return Ok(Some((*manifest, damage(BEFORE, "").filter(|_| is_damaged))));
    }
    // Where the newest is missing, the work was broken off between two names.
    let is_missing = matches!(newest, Read::Missing);
    match read_one(place, BEFORE)? {
        Read::Sound(manifest) => {
            let damage = damage(MANIFEST, ", and the one before it is used").filter(|_| !is_missing);
            Ok(Some((*manifest, damage)))
        }
        Read::Missing if is_missing => Ok(None),
        Read::Missing | Read::Damaged => Err(damaged(&place.join(MANIFEST))),
    }
}

/// Puts a manifest in the place of the one that is there, which is kept instead of the one before that. Returns how many
/// bytes it has.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(place: &Path, manifest: &Manifest) -> Result<u64, Error> {
    let text = sealed_text(manifest);
    let (target, part) = (place.join(MANIFEST), place.join(format!("{MANIFEST}{TEMPORARY}")));
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        unless_missing(fs::rename(&target, place.join(BEFORE)))?;
        fs::rename(&part, &target)?;
        sync_folder(place)
    });
    written.map_err(|error| {
        // The error is reported; what is left of the file is removed at the next start.
        let _ = fs::remove_file(&part);
        Error::io(&target, &error)
    })?;
    Ok(text.len() as u64)
}

/// Removes the manifest.
///
/// # Errors
/// If that is not possible.
pub(crate) fn remove(place: &Path) -> Result<(), Error> {
    let name = place.join(MANIFEST);
    unless_missing(fs::remove_file(&name)).map_err(|error| Error::io(&name, &error))
}

/// Removes the one before.
///
/// # Errors
/// If that is not possible.
pub(crate) fn remove_before(place: &Path) -> Result<(), Error> {
    let name = place.join(BEFORE);
    unless_missing(fs::remove_file(&name)).map_err(|error| Error::io(&name, &error))
}

fn unless_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// The manifest with its checksum.
fn sealed_text(manifest: &Manifest) -> String {
    let body = serde_json::to_string(manifest).expect("a manifest can be written as JSON");
    format!("{HEAD}{:08x}{BODY}{body}{END}", sum_of(&body))
}

fn sum_of(text: &str) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(text.as_bytes());
    sum.sum()
}

fn read_one(place: &Path, name: &str) -> Result<Read, Error> {
    let text = match fs::read_to_string(place.join(name)) {
        Ok(text) => text,
        Err(error) => {
            return match error.kind() {
                ErrorKind::NotFound => Ok(Read::Missing),
                ErrorKind::InvalidData => Ok(Read::Damaged),
                ErrorKind::NotADirectory => {
                    Err(Error::Refused(format!("{}: this is no folder", place.display())))
                }
                _ => Err(unusable(place, &error)),
            };
        }
    };
    let body = text.strip_prefix(HEAD).and_then(|rest| rest.split_once(BODY));
    let body = body.and_then(|(sum, rest)| Some((sum, rest.strip_suffix(END)?)));
    let body = body.filter(|(sum, body)| *sum == format!("{:08x}", sum_of(body)));
    let parsed = body.and_then(|(_, body)| serde_json::from_str::<serde_json::Value>(body).ok());
    let Some(parsed) = parsed else { return Ok(Read::Damaged) };
    if parsed["version"] != VERSION {
        return Err(Error::Refused(format!(
            "{}: a store of version {}, and this program knows {VERSION}; begin anew with --fresh",
            place.display(),
            parsed["version"]
        )));
    }
    let manifest = serde_json::from_value(parsed).ok().filter(Manifest::is_sound);
    Ok(manifest.map_or(Read::Damaged, |manifest| Read::Sound(Box::new(manifest))))
}

fn damaged(name: &Path) -> Error {
    Error::Refused(format!("{}: the manifest is damaged; begin anew with --fresh", name.display()))
}
