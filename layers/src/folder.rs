//! A folder of immutable files and a manifest that names them.
//!
//! A file that the manifest does not name is not there: it is removed when the folder is opened the next time. So a step
//! is done when its files have reached the disk, then their names, then the manifest, which takes the place of the old
//! one at once.

use std::io::{self, ErrorKind, Read, Seek, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Stopped;

use crate::error::{Damage, Error};
use crate::manifest::{Asked, Kept, Manifest, Part};
use crate::parquet::{Column, Reader, Sealed, Unreadable, Writer};
use crate::place::{Claim, Draft, Place, Source, TEMPORARY, read_whole};
use crate::written::{self, BEFORE, MANIFEST};

/// What the names of all files begin with that [hands](crate::Hands) leave beside the states. No manifest names them, so
/// they are removed when the folder is opened the next time.
pub const JOBS: &str = "ply-job-";

/// A folder, which nobody else changes.
#[derive(Debug)]
pub struct Folder {
    files: Arc<Files>,
    /// What is there.
    pub manifest: Manifest,
    /// What was wrong with the manifest or the one before it when it was opened.
    pub damage: Option<Damage>,
    /// The bytes of the manifest and of the one before it, among those that are there.
    listed: [u64; 2],
}

/// The files of a folder, which several threads read and write: each file is written by one of them.
#[derive(Debug)]
pub(crate) struct Files {
    place: Place,
    /// The most bytes that may be there.
    room: Option<u64>,
    /// The bytes that are there, those of the manifest and of files that are being written among them.
    used: AtomicU64,
    /// Kept by who keeps the manifest, so that nobody else does.
    _claim: Option<Claim>,
}

/// A file that is being written.
pub(crate) type Sink<'a> = Writer<Counted<'a>>;

impl Folder {
    /// Opens a folder, which is made if there is none, for what is asked; with `fresh`, whatever was there before is
    /// removed.
    ///
    /// # Errors
    /// If it holds something else, is damaged or in use, or cannot be made.
    pub fn open(
        place: impl Into<Place>,
        asked: Asked,
        fresh: bool,
        room: Option<u64>,
    ) -> Result<Folder, Error> {
        let place = &place.into();
        check_ours(place, fresh)?;
        let claim = claimed(place, place.0.claim())?;
        // Read again: another process may have written it just before it gave up the place.
        let old = if fresh { None } else { written::read(place)? };
        let (manifest, damage, is_new) = match old {
            Some((old, _)) if old.asked != asked => {
                return Err(Error::Refused(another(place, &old.asked, &asked)));
            }
            Some((old, damage)) => (old, damage, false),
            None => (Manifest::new(asked), None, true),
        };
        let mut folder = Folder { damage, ..Folder::of(place, manifest, room, Some(claim)) };
        if is_new {
            folder.begin()?;
        } else {
            folder.list();
        }
        folder.tidy()?;
        if folder.damage.is_some() || !written::is_there(place) {
            folder.restore()?;
        }
        Ok(folder)
    }

    /// Opens a folder that is there, whatever it holds, to be read: several processes may do so at the same time.
    ///
    /// # Errors
    /// If there is none, it is damaged, or a process is changing it.
    pub fn existing(place: impl Into<Place>) -> Result<Folder, Error> {
        let place = &place.into();
        let claim = claimed(place, place.0.claim_to_read())?;
        let (manifest, damage) = written::read(place)?.ok_or_else(|| no_store(place))?;
        Ok(Folder { damage, ..Folder::of(place, manifest, None, Some(claim)) })
    }

    /// Returns what is in a folder at this moment, though a process may be changing it.
    ///
    /// # Errors
    /// If there is none, or its manifest is damaged.
    pub fn glance(place: impl Into<Place>) -> Result<Manifest, Error> {
        let place = &place.into();
        let (manifest, _) = written::read(place)?.ok_or_else(|| no_store(place))?;
        Ok(manifest)
    }

    /// What a manifest names, for somebody who does not keep that manifest.
    pub(crate) fn of(place: &Place, manifest: Manifest, room: Option<u64>, claim: Option<Claim>) -> Folder {
        let used = AtomicU64::new(manifest.bytes());
        let files = Arc::new(Files { place: place.clone(), room, used, _claim: claim });
        Folder { files, manifest, damage: None, listed: [0; 2] }
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
        let full = match self.files.room {
            Some(room) => format!(
                "{}: --disk allows {room} bytes, and there is no room for even an empty store",
                self.place()
            ),
            None => format!("{}: no room is left on the disk", self.place()),
        };
        begun.map_err(|error| match error {
            Error::Stopped(_) => Error::Refused(full),
            other => other,
        })?;
        // What was there before is not to come back.
        written::remove(self.place(), BEFORE)?;
        self.list();
        Ok(())
    }

    /// Looks how large the manifests are that are there, while nothing is being written.
    fn list(&mut self) {
        self.listed = [MANIFEST, BEFORE].map(|name| written::size(self.place(), name));
        self.recount();
    }

    /// Writes the manifest that is used once more, where it or the one before it is damaged or missing.
    fn restore(&mut self) -> Result<(), Error> {
        // A sound one becomes the one before.
        if self.damage.as_ref().is_some_and(|damage| damage.file == MANIFEST) {
            written::remove(self.place(), MANIFEST)?;
            self.list();
        }
        self.commit()
    }

    /// Returns where it is.
    #[must_use]
    pub fn place(&self) -> &Place {
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

    /// Forgets what was kept in one of these places; without the newest not everything is there any more.
    ///
    /// # Errors
    /// If the manifest cannot be written.
    pub fn forget(&mut self, place: usize) -> Result<(), Error> {
        let Kept { file, bytes, .. } = self.manifest.kept.remove(place);
        self.manifest.complete &= place < self.manifest.kept.len();
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
    pub fn known(&self, kept: &Kept) -> Result<Box<dyn Source>, Error> {
        let damaged = |what: &str| Damage { file: kept.file.clone(), what: what.to_string() };
        let opened = self.place().0.open(&kept.file).and_then(|mut file| {
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
            Err(error) => Err(Error::io(self.place(), &kept.file, &error)),
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
        let text = written::sealed_text(&self.manifest);
        let ([here, before], new) = (self.listed, text.len() as u64);
        let others = self.files.used.load(Ordering::Relaxed).saturating_sub(here + before);
        // Each is written beside what it takes the place of.
        let most = others.saturating_add(2 * here + before.max(new));
        if self.files.room.is_some_and(|room| most > room) {
            return Err(Stopped::Disk.into());
        }
        written::write(self.place(), &text)?;
        self.files.used.fetch_add(new, Ordering::Relaxed);
        self.files.used.fetch_sub(before, Ordering::Relaxed);
        self.listed = [new, here];
        Ok(())
    }

    /// Counts the bytes that are there anew, while nothing is being written.
    pub(crate) fn recount(&self) {
        self.files.used.store(self.manifest.bytes() + self.listed.iter().sum::<u64>(), Ordering::Relaxed);
    }

    /// Removes files of ours that the manifest does not name.
    pub(crate) fn tidy(&self) -> Result<(), Error> {
        let mut named: std::collections::HashSet<&str> = self.manifest.files().collect();
        named.extend([MANIFEST, BEFORE]);
        let names = self.place().0.names().map_err(|error| unusable(self.place(), &error))?;
        for name in names {
            if is_ours(&name) && !named.contains(name.as_str()) {
                match self.place().0.remove(&name) {
                    // Somebody who works in vain has tidied up after himself.
                    Err(error) if error.kind() == ErrorKind::NotFound => (),
                    removed => removed.map_err(|error| Error::io(self.place(), &name, &error))?,
                }
            }
        }
        Ok(())
    }
}

impl Files {
    /// Where the folder is.
    pub(crate) fn place(&self) -> &Place {
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
        let mut counts = Counts::default();
        let written = self.place.0.create(name).and_then(|mut draft| {
            let made = write(Counted { to: &mut *draft, files: self, counts: &mut counts })?;
            draft.finish()?;
            Ok(made)
        });
        written.map_err(|error| {
            self.used.fetch_sub(counts.bytes, Ordering::Relaxed);
            // What was written may have come to us by a detour on which the kind of the error was lost.
            Error::io(&self.place, name, &counts.failed.map_or(error, io::Error::from))
        })
    }

    /// Counts what somebody else has written here.
    ///
    /// # Errors
    /// If there is no room for it.
    pub(crate) fn receive(&self, bytes: u64) -> Result<(), Error> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.room.is_some_and(|room| used > room) { Err(Stopped::Disk.into()) } else { Ok(()) }
    }

    /// Removes files that the manifest no longer names.
    pub(crate) fn remove(&self, parts: impl Iterator<Item = Part>) {
        for part in parts {
            self.remove_file(&part.file, part.sealed.bytes);
        }
    }

    fn remove_file(&self, file: &str, bytes: u64) {
        // Whatever cannot be removed now is removed at the next start.
        let _ = self.place.0.remove(file);
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Opens a file for reading.
    pub(crate) fn read(&self, part: &Part, columns: &[Column]) -> Result<Reader, Error> {
        let opened = self.place.0.open(&part.file).map_err(Unreadable::from);
        let reader = opened.and_then(|file| Reader::new(file, columns, &part.sealed));
        reader.map_err(|error| self.unreadable(part, error))
    }

    /// What is wrong with a file.
    pub(crate) fn unreadable(&self, part: &Part, error: Unreadable) -> Error {
        match error {
            Unreadable::Io(error) => Error::io(&self.place, &part.file, &error),
            Unreadable::Damaged(what) => {
                Error::Damaged(Damage { file: part.file.clone(), what: what.to_string() })
            }
        }
    }
}

/// A writer that counts, and refuses what there is no room for.
pub(crate) struct Counted<'a> {
    to: &'a mut dyn Draft,
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

/// Whether a file has a name that only we give.
fn is_ours(name: &str) -> bool {
    let name = name.strip_suffix(TEMPORARY).unwrap_or(name);
    if [MANIFEST, BEFORE].contains(&name) || name.starts_with(JOBS) {
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

fn claimed(place: &Place, claim: io::Result<Option<Claim>>) -> Result<Claim, Error> {
    match claim {
        Ok(Some(claim)) => Ok(claim),
        Ok(None) => Err(Error::Refused(format!("{place}: another process works in this folder"))),
        Err(error) => Err(unusable(place, &error)),
    }
}

pub(crate) fn unusable(place: &Place, error: &io::Error) -> Error {
    Error::Refused(format!("{place}: the folder cannot be used: {error}"))
}

fn no_store(place: &Place) -> Error {
    Error::Refused(format!("{place}: there is no store here; `--store DIR` makes one"))
}

/// Refuses folders that are neither stores nor empty. Where all is to be removed, a store may be damaged.
fn check_ours(place: &Place, fresh: bool) -> Result<(), Error> {
    let error = match written::read(place) {
        Ok(Some(_)) => return Ok(()),
        Ok(None) => return check_names(place, &|name| name == format!("{MANIFEST}{TEMPORARY}")),
        Err(error) => error,
    };
    let Ok(Some(bytes)) = read_whole(&*place.0, MANIFEST) else { return Err(error) };
    if !bytes.starts_with(written::HEAD.as_bytes()) {
        check_names(place, &is_ours)?;
    }
    if fresh { Ok(()) } else { Err(error) }
}

/// Checks that there are only such files in a folder, if there is one; and those that its place needs for itself.
fn check_names(place: &Place, allowed: &dyn Fn(&str) -> bool) -> Result<(), Error> {
    let names = match place.0.names() {
        Ok(names) => names,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unusable(place, &error)),
    };
    if names.iter().any(|name| !place.0.is_own(name) && !allowed(name)) {
        return Err(Error::Refused(format!(
            "{place}: this folder is no store and not empty; name a new one"
        )));
    }
    Ok(())
}

/// Why a folder is not the one for what is asked.
fn another(place: &Place, old: &Asked, asked: &Asked) -> String {
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
