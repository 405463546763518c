//! Writing files so that a reader never finds half of one.

use std::ffi::OsStr;
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

/// Checks whether a file could be written at a place: to be called before long work, not after it. Parts of the file
/// that programs which were killed have left beside it are removed, those of running programs are not.
///
/// # Errors
/// If it could not, with the reason.
pub fn check_writable(place: &Path) -> io::Result<()> {
    let target = Target::of(place)?;
    let Some(part) = target.part() else {
        // Opening a pipe would wait for its reader.
        return Ok(());
    };
    target.remove_orphans();
    File::create(&part)?;
    std::fs::remove_file(part)
}

/// Returns whether a program with this number may still run; where that cannot be seen, it may.
fn may_run(process: u32) -> bool {
    let processes = Path::new("/proc");
    !processes.join("self").exists() || processes.join(process.to_string()).exists()
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
        let mut name = self.name().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        Some(self.place.with_file_name(name))
    }

    fn name(&self) -> &OsStr {
        self.place.file_name().expect("a place without a name is a folder, and those are refused")
    }

    /// Removes the parts of this file that killed programs have left, as far as that can be done.
    fn remove_orphans(&self) {
        let folder = self.place.parent().filter(|folder| !folder.as_os_str().is_empty());
        // A bare name lies in the folder that we are in.
        let Ok(entries) = std::fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
        let is_orphan = |name: &OsStr| {
            let rest = name.as_encoded_bytes().strip_prefix(self.name().as_encoded_bytes());
            let number = rest.and_then(|rest| rest.strip_prefix(b".")?.strip_suffix(b".part"));
            // What is no number of a process was not left by one of ours.
            let process: Option<u32> = number.and_then(|number| str::from_utf8(number).ok()?.parse().ok());
            process.is_some_and(|process| !may_run(process))
        };
        for entry in entries.flatten().filter(|entry| is_orphan(&entry.file_name())) {
            // Another program may have been faster, or the folder be closed: the file that is wanted is written anyway.
            let _ = std::fs::remove_file(entry.path());
        }
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn parts_that_killed_programs_left_are_removed() {
        let folder = std::env::temp_dir().join(format!("arena-parts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let (dead, alive) = (child.id(), std::os::unix::process::parent_id());
        let names = [
            format!("table.{dead}.part"),
            format!("table.{alive}.part"),
            format!("other.{dead}.part"),
            format!("table.{dead}x.part"),
            format!("table.{dead}"),
        ];
        names.iter().for_each(|name| std::fs::write(folder.join(name), "half").unwrap());
        check_writable(&folder.join("table")).unwrap();
        let there: Vec<bool> = names.iter().map(|name| folder.join(name).exists()).collect();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(there, [false, true, true, true, true]);
    }
}
