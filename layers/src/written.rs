//! The manifest as a file, and the one before it.
//!
//! What each takes the place of is kept as well: if a byte of the manifest changes, the work goes on from the last step but
//! one. At any moment one of both is whole.

use std::io::{ErrorKind, SeekFrom};

use crate::error::{Damage, Error};
use crate::folder::unusable;
use crate::manifest::{Manifest, VERSION};
use crate::place::{Place, read_whole, write_whole};

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
pub(crate) fn read(place: &Place) -> Result<Option<(Manifest, Option<Damage>)>, Error> {
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
        Read::Missing | Read::Damaged => Err(damaged(place)),
    }
}

/// Returns whether the newest manifest is there, whole or not.
pub(crate) fn is_there(place: &Place) -> bool {
    place.0.open(MANIFEST).is_ok()
}

/// Returns the bytes of a file, 0 if there is none.
pub(crate) fn size(place: &Place, name: &str) -> u64 {
    let file = place.0.open(name).and_then(|mut file| file.seek(SeekFrom::End(0)));
    // Whatever is wrong with it is said where it is read.
    file.unwrap_or(0)
}

/// Puts the text of a manifest in the place of the one that is there, which is kept instead of the one before that.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(place: &Place, text: &str) -> Result<(), Error> {
    let put = |name: &str, bytes: &[u8]| {
        write_whole(&*place.0, name, bytes).map_err(|error| Error::io(place, name, &error))
    };
    let old = read_whole(&*place.0, MANIFEST).map_err(|error| Error::io(place, MANIFEST, &error))?;
    if let Some(old) = old {
        put(BEFORE, &old)?;
    }
    put(MANIFEST, text.as_bytes())
}

/// Removes the manifest of this name, if it is there.
///
/// # Errors
/// If that is not possible.
pub(crate) fn remove(place: &Place, name: &str) -> Result<(), Error> {
    match place.0.remove(name) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(place, name, &error)),
        _ => Ok(()),
    }
}

/// The manifest with its checksum.
pub(crate) fn sealed_text(manifest: &Manifest) -> String {
    let body = serde_json::to_string(manifest).expect("a manifest can be written as JSON");
    format!("{HEAD}{:08x}{BODY}{body}{END}", sum_of(&body))
}

fn sum_of(text: &str) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(text.as_bytes());
    sum.sum()
}

fn read_one(place: &Place, name: &str) -> Result<Read, Error> {
    let bytes = match read_whole(&*place.0, name) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(Read::Missing),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(Error::Refused(format!("{place}: this is no folder")));
        }
        Err(error) => return Err(unusable(place, &error)),
    };
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Read::Damaged) };
    let body = text.strip_prefix(HEAD).and_then(|rest| rest.split_once(BODY));
    let body = body.and_then(|(sum, rest)| Some((sum, rest.strip_suffix(END)?)));
    let body = body.filter(|(sum, body)| *sum == format!("{:08x}", sum_of(body)));
    let parsed = body.and_then(|(_, body)| serde_json::from_str::<serde_json::Value>(body).ok());
    let Some(parsed) = parsed else { return Ok(Read::Damaged) };
    if parsed["version"] != VERSION {
        return Err(Error::Refused(format!(
            "{place}: a store of version {}, and this program knows {VERSION}; begin anew with --fresh",
            parsed["version"]
        )));
    }
    let manifest = serde_json::from_value(parsed).ok().filter(Manifest::is_sound);
    Ok(manifest.map_or(Read::Damaged, |manifest| Read::Sound(Box::new(manifest))))
}

fn damaged(place: &Place) -> Error {
    Error::Refused(format!("{place}/{MANIFEST}: the manifest is damaged; begin anew with --fresh"))
}
