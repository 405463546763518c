//! A folder of immutable files and a manifest that names them.
//!
//! A file that the manifest does not name is not there: it is removed when the folder is opened the next time. So a step
//! is done when its files have reached the disk, then their names, then the manifest, which takes the place of the old
//! one at once.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Damage, Error};
use crate::manifest::{Asked, Kept, Manifest, Part};
use crate::parquet::{Column, Reader, Sealed, Unreadable, Writer};
use crate::written::{self, BEFORE, MANIFEST};

const LOCK: &str = "lock";
pub(crate) const TEMPORARY: &str = ".tmp";

/// A folder, which nobody else changes.
#[derive(Debug)]
pub struct Folder {
    files: Arc<Files>,
    /// What is there.
    pub manifest: Manifest,
    /// What was wrong with the manifest or the one before it when it was opened.
    pub damage: Option<Damage>,
    /// The bytes of the manifest and of the one before it, among those that are there.
    listed: u64,
}

/// The files of a folder, which several threads read and write: each file is written by one of them.
#[derive(Debug)]
pub(crate) struct Files {
    place: PathBuf,
    /// The most bytes that may be there.
    room: Option<u64>,
    /// The bytes that are there, those of the manifest and of files that are being written among them.
    used: AtomicU64,
    /// Held open for its lock, which ends with this process, however that ends.
    _lock: Option<File>,
}

/// A file that is being written.
pub(crate) type Sink<'a> = Writer<Counted<'a>>;

impl Folder {
    /// Opens a folder, which is made if there is none, for what is asked; with `fresh`, whatever was there before is
    /// removed.
    ///
    /// # Errors
    /// If it holds something else, is damaged or in use, or cannot be made.
    pub fn open(place: &Path, asked: Asked, fresh: bool, room: Option<u64>) -> Result<Folder, Error> {
        check_ours(place, fresh)?;
        make(place).map_err(|error| unusable(place, &error))?;
        let lock = lock(place)?;
        // Read again: another process may have written it just before it gave up the lock.
        let old = if fresh { None } else { written::read(place)? };
        let (manifest, damage, is_new) = match old {
            Some((old, _)) if old.asked != asked => {
                return Err(Error::Refused(another(place, &old.asked, &asked)));
            }
            Some((old, damage)) => (old, damage, false),
            None => (Manifest::new(asked), None, true),
        };
        let mut folder = Folder::of(place, (manifest, damage), room, Some(lock));
        if is_new {
            folder.begin()?;
        }
        folder.tidy()?;
        if folder.damage.is_some() || !place.join(MANIFEST).exists() {
            folder.restore()?;
        }
        Ok(folder)
    }

    /// Opens a folder that is there, whatever it holds, to be read: several processes may do so at the same time.
    ///
    /// # Errors
    /// If there is none, it is damaged, or a process is changing it.
    pub fn existing(place: &Path) -> Result<Folder, Error> {
        let lock = lock_to_read(place)?;
        let found = written::read(place)?.ok_or_else(|| no_store(place))?;
        Ok(Folder::of(place, found, None, lock))
    }

    /// Returns what is in a folder at this moment, though a process may be changing it.
    ///
    /// # Errors
    /// If there is none, or its manifest is damaged.
    pub fn glance(place: &Path) -> Result<Manifest, Error> {
        let (manifest, _) = written::read(place)?.ok_or_else(|| no_store(place))?;
        Ok(manifest)
    }

    fn of(
        place: &Path,
        (manifest, damage): (Manifest, Option<Damage>),
        room: Option<u64>,
        lock: Option<File>,
    ) -> Folder {
        let used = AtomicU64::new(manifest.bytes());
        let files = Arc::new(Files { place: place.to_path_buf(), room, used, _lock: lock });
        Folder { files, manifest, damage, listed: 0 }
    }

    /// Puts an empty manifest in the place of whatever was there.
    fn begin(&mut self) -> Result<(), Error> {
        let begun = match self.commit() {
            Err(Error::Stopped(_)) => {
                // There may be room once what was there is removed. If this is broken off, the old manifest names files
                // that are missing, and these are made again.
                self.tidy()?;
                self.commit()
            }
            other => other,
        };
        let full = format!("{}: no room is left on the disk", self.place().display());
        begun.map_err(|error| match error {
            Error::Stopped(_) => Error::Refused(full),
            other => other,
        })?;
        // What was there before is not to come back.
        written::remove_before(self.place())
    }

    /// Writes the manifest that is used once more, where it or the one before it is damaged or missing.
    fn restore(&mut self) -> Result<(), Error> {
        // A sound one becomes the one before.
        if self.damage.as_ref().is_some_and(|damage| damage.file == MANIFEST) {
            written::remove(self.place())?;
        }
        self.commit()
    }

    /// Returns where it is.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.files.place
    }

    /// Keeps what is known after so many plies, with so many positions, and forgets all but the one before it.
    ///
    /// # Errors
    /// If it cannot be written; then what was kept before is still there.
    pub fn keep(
        &mut self,
        plies: usize,
        positions: String,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        let file = format!("ply-{:03}-known", plies - 1);
        let (bytes, sum) = self.files.put(&file, |mut sink| {
            write(&mut sink)?;
            sink.flush()?;
            Ok((sink.counts.bytes, sink.counts.sum.sum()))
        })?;
        self.manifest.kept.push(Kept { file, plies, positions, bytes, sum });
        let old = self.manifest.kept.len().saturating_sub(2);
        let old: Vec<Kept> = self.manifest.kept.drain(..old).collect();
        self.commit()?;
        for Kept { file, bytes, .. } in old {
            self.files.remove_file(&file, bytes);
        }
        Ok(())
    }

    /// Forgets what was kept in one of these places.
    ///
    /// # Errors
    /// If the manifest cannot be written.
    pub fn forget(&mut self, place: usize) -> Result<(), Error> {
        let Kept { file, bytes, .. } = self.manifest.kept.remove(place);
        self.commit()?;
        self.files.remove_file(&file, bytes);
        Ok(())
    }

    /// Says that everything is there.
    ///
    /// # Errors
    /// If the manifest cannot be written.
    pub fn complete(&mut self) -> Result<(), Error> {
        self.manifest.complete = true;
        self.commit()
    }

    /// Opens a file of what is known, if it is as it was written: every byte is read once before.
    ///
    /// # Errors
    /// If it is damaged or cannot be read.
    pub fn known(&self, kept: &Kept) -> Result<File, Error> {
        let place = self.place().join(&kept.file);
        let damaged = |what: &str| Damage { file: kept.file.clone(), what: what.to_string() };
        let opened = File::open(&place).and_then(|mut file| {
            let (mut sum, mut bytes, mut buffer) = (flate2::Crc::new(), 0, vec![0; 1 << 18]);
            loop {
                match file.read(&mut buffer)? {
                    0 => break,
                    count => {
                        sum.update(&buffer[..count]);
                        bytes += count as u64;
                    }
                }
            }
            file.rewind()?;
            Ok((file, (bytes, sum.sum())))
        });
        match opened {
            Ok((file, found)) if found == (kept.bytes, kept.sum) => Ok(file),
            Ok(_) => Err(Error::Damaged(damaged("its checksum is wrong"))),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(Error::Damaged(damaged("it is missing")))
            }
            Err(error) => Err(Error::io(&place, &error)),
        }
    }

    /// The files in it.
    pub(crate) fn files(&self) -> Arc<Files> {
        Arc::clone(&self.files)
    }

    /// Opens a file for reading.
    pub(crate) fn read(&self, part: &Part, columns: &[Column]) -> Result<Reader, Error> {
        self.files.read(part, columns)
    }

    /// What is wrong with a file.
    pub(crate) fn unreadable(&self, part: &Part, error: Unreadable) -> Error {
        self.files.unreadable(part, error)
    }

    /// Puts the manifest in the place of the old one, which is kept until the next.
    pub(crate) fn commit(&mut self) -> Result<(), Error> {
        let listed = 2 * written::write(self.place(), &self.manifest)?;
        self.files.used.fetch_add(listed, Ordering::Relaxed);
        self.files.used.fetch_sub(std::mem::replace(&mut self.listed, listed), Ordering::Relaxed);
        Ok(())
    }

    /// Counts the bytes that are there anew, while nothing is being written.
    pub(crate) fn recount(&self) {
        self.files.used.store(self.manifest.bytes() + self.listed, Ordering::Relaxed);
    }

    /// Removes files of ours that the manifest does not name.
    pub(crate) fn tidy(&self) -> Result<(), Error> {
        let mut named: std::collections::HashSet<&str> = self.manifest.files().collect();
        named.extend([MANIFEST, BEFORE]);
        let failed = |error: io::Error| Error::io(self.place(), &error);
        for entry in fs::read_dir(self.place()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            if is_ours(name) && !named.contains(name) {
                fs::remove_file(entry.path()).map_err(|error| Error::io(&entry.path(), &error))?;
            }
        }
        Ok(())
    }
}

impl Files {
    /// Where the folder is.
    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// Writes a file, and waits until it has reached the disk.
    ///
    /// # Errors
    /// If it cannot be written, or there is no room for it; then nothing of it is left.
    pub(crate) fn write(
        &self,
        name: &str,
        columns: &[Column],
        write: impl FnOnce(&mut Sink<'_>) -> io::Result<()>,
    ) -> Result<Sealed, Error> {
        self.put(name, |sink| {
            let mut sink = Writer::new(sink, columns)?;
            write(&mut sink)?;
            sink.finish()
        })
    }

    /// Writes a file of whatever is written.
    fn put<R>(&self, name: &str, write: impl FnOnce(Counted<'_>) -> io::Result<R>) -> Result<R, Error> {
        let (target, part) = (self.place.join(name), self.place.join(format!("{name}{TEMPORARY}")));
        let mut counts = Counts::default();
        let written = File::create(&part).and_then(|file| {
            let handle = file.try_clone()?;
            let to = BufWriter::with_capacity(1 << 18, file);
            let made = write(Counted { to, files: self, counts: &mut counts })?;
            handle.sync_all()?;
            fs::rename(&part, &target)?;
            sync_folder(&self.place)?;
            Ok(made)
        });
        written.map_err(|error| {
            // The error is reported; what is left of the file is removed at the next start.
            let _ = fs::remove_file(&part);
            self.used.fetch_sub(counts.bytes, Ordering::Relaxed);
            // What was written may have come to us by a detour on which the kind of the error was lost.
            Error::io(&target, &counts.failed.map_or(error, io::Error::from))
        })
    }

    /// Removes files that the manifest no longer names.
    pub(crate) fn remove(&self, parts: impl Iterator<Item = Part>) {
        for part in parts {
            self.remove_file(&part.file, part.sealed.bytes);
        }
    }

    fn remove_file(&self, file: &str, bytes: u64) {
        // Whatever cannot be removed now is removed at the next start.
        let _ = fs::remove_file(self.place.join(file));
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Opens a file for reading.
    pub(crate) fn read(&self, part: &Part, columns: &[Column]) -> Result<Reader, Error> {
        let place = self.place.join(&part.file);
        Reader::open(&place, columns, &part.sealed).map_err(|error| self.unreadable(part, error))
    }

    /// What is wrong with a file.
    pub(crate) fn unreadable(&self, part: &Part, error: Unreadable) -> Error {
        match error {
            Unreadable::Io(error) => Error::io(&self.place.join(&part.file), &error),
            Unreadable::Damaged(what) => {
                Error::Damaged(Damage { file: part.file.clone(), what: what.to_string() })
            }
        }
    }
}

/// A writer that counts, and refuses what there is no room for.
pub(crate) struct Counted<'a> {
    to: BufWriter<File>,
    files: &'a Files,
    counts: &'a mut Counts,
}

/// What became of a file so far.
#[derive(Default)]
struct Counts {
    bytes: u64,
    sum: flate2::Crc,
    /// Why it could not be written.
    failed: Option<ErrorKind>,
}

impl Counted<'_> {
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let more = bytes.len() as u64;
        self.counts.bytes += more;
        let used = self.files.used.fetch_add(more, Ordering::Relaxed) + more;
        if self.files.room.is_some_and(|room| used > room) {
            return Err(ErrorKind::StorageFull.into());
        }
        self.counts.sum.update(bytes);
        self.to.write_all(bytes)
    }
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes).inspect_err(|error| self.counts.failed = Some(error.kind()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().inspect_err(|error| self.counts.failed = Some(error.kind()))
    }
}

/// Names of files reach the disk with their folder. Where a folder cannot be opened as a file, the system sees to it.
pub(crate) fn sync_folder(place: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(place)?.sync_all() } else { Ok(()) }
}

/// Makes a folder; its name, and those of the folders it is in, reach the disk.
fn make(place: &Path) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = place.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(place)?;
    for folder in missing {
        let around = folder.parent().filter(|around| !around.as_os_str().is_empty());
        match sync_folder(around.unwrap_or(Path::new("."))) {
            // Who may not read a folder may still make another in it.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
            other => other?,
        }
    }
    Ok(())
}

/// Whether a file has a name that only we give.
fn is_ours(name: &str) -> bool {
    let name = name.strip_suffix(TEMPORARY).unwrap_or(name);
    if [MANIFEST, BEFORE].contains(&name) {
        return true;
    }
    let Some((ply, rest)) = name.strip_prefix("ply-").and_then(|rest| rest.split_once('-')) else {
        return false;
    };
    let is_table = ["part-", "run-", "values-"].iter().any(|kind| rest.starts_with(kind));
    ply.len() >= 3
        && ply.bytes().all(|digit| digit.is_ascii_digit())
        && (rest == "known" || is_table && rest.ends_with(".parquet"))
}

fn lock(place: &Path) -> Result<File, Error> {
    let name = place.join(LOCK);
    let file =
        File::options().create(true).append(true).open(&name).map_err(|error| unusable(place, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(error) => Err(locked(place, error)),
    }
}

/// The lock of somebody who only reads; none where that file is missing, as in a copy: every byte is checked anyway.
fn lock_to_read(place: &Path) -> Result<Option<File>, Error> {
    let file = match File::open(place.join(LOCK)) {
        Ok(file) => file,
        Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
            return Ok(None);
        }
        Err(error) => return Err(unusable(place, &error)),
    };
    file.try_lock_shared().map_err(|error| locked(place, error))?;
    Ok(Some(file))
}

fn locked(place: &Path, error: TryLockError) -> Error {
    match error {
        TryLockError::WouldBlock => {
            Error::Refused(format!("{}: another process works in this folder", place.display()))
        }
        TryLockError::Error(error) => unusable(place, &error),
    }
}

pub(crate) fn unusable(place: &Path, error: &io::Error) -> Error {
    Error::Refused(format!("{}: the folder cannot be used: {error}", place.display()))
}

fn no_store(place: &Path) -> Error {
    Error::Refused(format!("{}: there is no store here; `--store DIR` makes one", place.display()))
}

/// Refuses folders that are neither stores nor empty. Where all is to be removed, a store may be damaged.
fn check_ours(place: &Path, fresh: bool) -> Result<(), Error> {
    let error = match written::read(place) {
        Ok(Some(_)) => return Ok(()),
        Ok(None) => return check_names(place, &|name| name == format!("{MANIFEST}{TEMPORARY}")),
        Err(error) => error,
    };
    let Ok(text) = fs::read(place.join(MANIFEST)) else { return Err(error) };
    if !text.starts_with(written::HEAD.as_bytes()) {
        check_names(place, &is_ours)?;
    }
    if fresh { Ok(()) } else { Err(error) }
}

/// Checks that there are only such files in a folder, if there is one; and the lock.
fn check_names(place: &Path, allowed: &dyn Fn(&str) -> bool) -> Result<(), Error> {
    let entries = match fs::read_dir(place) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unusable(place, &error)),
    };
    for entry in entries {
        let name = entry.map_err(|error| unusable(place, &error))?.file_name();
        if name != LOCK && !allowed(&name.to_string_lossy()) {
            return Err(Error::Refused(format!(
                "{}: this folder is no store and not empty; name a new one",
                place.display()
            )));
        }
    }
    Ok(())
}

/// Why a folder is not the one for what is asked.
fn another(place: &Path, old: &Asked, asked: &Asked) -> String {
    let place = place.display();
    let or = "name another folder, or begin anew with --fresh";
    if old.game != asked.game {
        return format!("{place}: this is a store of {}, not of {}; {or}", old.game, asked.game);
    }
    if old.rules != asked.rules || old.text != asked.text {
        return format!("{place}: this store was made by other rules of {}; {or}", old.game);
    }
    if old.diagrams != asked.diagrams {
        let by = |asked: &Asked| match asked.diagrams.as_deref() {
            None => "of positions one by one".to_string(),
            Some("") => "of diagrams".to_string(),
            Some(order) => format!("of diagrams in the order {order}"),
        };
        return format!("{place}: this is a store {}, not {}; {or}", by(old), by(asked));
    }
    let described = |asked: &Asked| {
        let symmetry = if asked.symmetry { "up to symmetry" } else { "without --symmetry" };
        let depth = asked.depth.map_or("to any depth".to_string(), |depth| format!("to depth {depth}"));
        let starts = if asked.starts.is_some() { "from a given position" } else { "from the start" };
        format!("{starts}, {symmetry}, {depth}")
    };
    match (described(old), described(asked)) {
        (old, asked) if old == asked => format!("{place}: this store begins at another position; {or}"),
        (old, asked) => format!("{place}: this store goes {old}, not {asked}; {or}"),
    }
}
