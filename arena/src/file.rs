//! Writing files so that a reader never finds half of one.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// Writes a text to a file [atomically](write_atomically_with).
///
/// ```
/// let file = std::env::temp_dir().join(format!("arena-{}.txt", std::process::id()));
/// arena::write_atomically(&file, "whole").unwrap();
/// assert_eq!(std::fs::read_to_string(&file).unwrap(), "whole");
/// std::fs::remove_file(&file).unwrap();
/// ```
///
/// # Errors
/// If it cannot be written; then the old file is still there.
pub fn write_atomically(place: &Path, text: &str) -> io::Result<()> {
    write_atomically_with(place, |file| file.write_all(text.as_bytes()))
}

/// Writes a file so that at any moment its place holds the old file or the new one, never a part: the new one is
/// written beside it and then renamed. Returns what `write` returns.
///
/// A link is followed, also to a file that does not exist yet, and the permissions of the old file are kept. What is
/// not a file, such as a pipe or a device, is opened and written to.
///
/// # Errors
/// If it cannot be written; then the old file is still there.
pub fn write_atomically_with<R>(
    place: &Path,
    write: impl FnOnce(&mut File) -> io::Result<R>,
) -> io::Result<R> {
    let target = Target::of(place)?;
    let Some(part) = target.part() else {
        return write(&mut opened(&target.place)?);
    };
    let written = File::create(&part).and_then(|mut file| {
        if let Some(old) = &target.old {
            // Before the first byte: what is secret in the old file must not be readable in the new one.
            file.set_permissions(old.permissions())?;
        }
        let result = write(&mut file)?;
        file.sync_all()?;
        std::fs::rename(&part, &target.place)?;
        Ok(result)
    });
    if written.is_err() {
        // The error is reported; a part that cannot be removed either changes nothing about it.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Opens what is not a file, for writing.
#[cfg(not(unix))]
fn opened(place: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(place)
}

/// Opens what is not a file, for writing. A pipe is given a few seconds to find a reader: opening it would wait for one
/// for ever, and hear no signal.
#[cfg(unix)]
fn opened(place: &Path) -> io::Result<File> {
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    const PATIENCE: Duration = Duration::from_secs(5);
    const PAUSE: Duration = Duration::from_millis(20);
    let mut options = OpenOptions::new();
    options.write(true);
    if !std::fs::metadata(place)?.file_type().is_fifo() {
        return options.open(place);
    }
    let begun = Instant::now();
    loop {
        match options.clone().custom_flags(libc::O_NONBLOCK).open(place) {
            // Held open until the other is: a reader that loses its only writer takes that for the end.
            Ok(_held) => return options.open(place),
            Err(error) if error.raw_os_error() != Some(libc::ENXIO) => return Err(error),
            Err(_) if begun.elapsed() > PATIENCE => {
                return Err(io::Error::other("no program reads this pipe"));
            }
            Err(_) => std::thread::sleep(PAUSE),
        }
    }
}

/// Checks whether a file could be written at a place: to be called before long work, not after it.
///
/// # Errors
/// If it could not, with the reason.
pub fn check_writable(place: &Path) -> io::Result<()> {
    let target = Target::of(place)?;
    let Some(part) = target.part() else {
        // Opening a pipe would wait for its reader.
        return Ok(());
    };
    File::create(&part)?;
    std::fs::remove_file(part)
}

/// Where a file is to be written, with links followed.
struct Target {
    place: PathBuf,
    /// What is there now.
    old: Option<Metadata>,
}

impl Target {
    fn of(place: &Path) -> io::Result<Target> {
        let place = followed(place)?;
        let old = match std::fs::metadata(&place) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok(Target { place, old })
    }

    /// The file that is written before it is put in its place; none if what is there is not a file.
    fn part(&self) -> Option<PathBuf> {
        if self.old.as_ref().is_some_and(|old| !old.is_file()) {
            return None;
        }
        let name = self.place.file_name().expect("a place without a name is a folder, and those are refused");
        let mut name = name.to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        Some(self.place.with_file_name(name))
    }
}

/// The place that a chain of links leads to, whether or not a file is there.
fn followed(place: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    if place.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut place = place.to_path_buf();
    for _ in 0..MOST_LINKS {
        if !std::fs::symlink_metadata(&place).is_ok_and(|there| there.is_symlink()) {
            return if place.file_name().is_some() { Ok(place) } else { place.canonicalize() };
        }
        let link = std::fs::read_link(&place)?;
        // An absolute link replaces the whole path.
        place = place.parent().map_or(link.clone(), |folder| folder.join(&link));
    }
    Err(io::Error::other("too many links, one leading to the next"))
}
