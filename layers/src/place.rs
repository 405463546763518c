//! Where the files of a state space lie: a folder, or whatever else keeps bytes under names.

use std::any::Any;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const LOCK: &str = "lock";
pub(crate) const TEMPORARY: &str = ".tmp";

/// Keeps files under names. A file is there as a whole or not at all, and is never changed, only replaced.
pub trait Depot: fmt::Debug + fmt::Display + Send + Sync {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// If it is not there, or cannot be read.
    fn open(&self, file: &str) -> io::Result<Box<dyn Source>>;

    /// Begins a file, which is there once it is [finished](Draft::finish).
    ///
    /// # Errors
    /// If it cannot be written.
    fn create(&self, file: &str) -> io::Result<Box<dyn Draft>>;

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, file: &str) -> io::Result<()>;

    /// Returns the names of everything that is there.
    ///
    /// # Errors
    /// If they cannot be read, or nothing is there, not even the place.
    fn names(&self) -> io::Result<Vec<String>>;

    /// Makes the place if it is not there, and takes it for this process alone, as long as what is returned is kept; or
    /// nothing, if another has it.
    ///
    /// # Errors
    /// If nothing can be kept here.
    fn claim(&self) -> io::Result<Option<Claim>>;

    /// Sees to it that nobody changes what is there, as long as what is returned is kept; nothing, if somebody does.
    /// Several may read at the same time. A depot that cannot tell returns a claim: every byte is checked anyway.
    ///
    /// # Errors
    /// If nothing can be read here.
    fn claim_to_read(&self) -> io::Result<Option<Claim>> {
        Ok(Some(Box::new(())))
    }

    /// Returns whether a name is one that the depot needs for itself.
    fn is_own(&self, name: &str) -> bool {
        name == LOCK
    }
}

/// A place is taken as long as this is kept.
pub type Claim = Box<dyn Any + Send + Sync>;

/// A file that is read.
pub trait Source: Read + Seek + fmt::Debug + Send {}

impl<S: Read + Seek + fmt::Debug + Send> Source for S {}

/// A file that is being written. Unless it is finished, nothing of it is left.
pub trait Draft: Write + Send {
    /// Waits until all of it is kept for good, and gives it its name, in the place of the file that had it before.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A place where files lie. A path is one, of a folder.
#[derive(Clone, Debug)]
pub struct Place(pub Arc<dyn Depot>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Place {
    fn from(path: &P) -> Place {
        Place(Arc::new(Disk(path.as_ref().to_path_buf())))
    }
}

/// A folder on a disk.
#[derive(Debug)]
struct Disk(PathBuf);

impl fmt::Display for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}

impl Depot for Disk {
    fn open(&self, file: &str) -> io::Result<Box<dyn Source>> {
        Ok(Box::new(File::open(self.0.join(file))?))
    }

    fn create(&self, file: &str) -> io::Result<Box<dyn Draft>> {
        let (folder, name) = (self.0.clone(), file.to_string());
        let to = File::create(folder.join(format!("{name}{TEMPORARY}")))?;
        Ok(Box::new(Written { to: BufWriter::with_capacity(1 << 18, to), folder, name, is_kept: false }))
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(file))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(&self.0)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn claim(&self) -> io::Result<Option<Claim>> {
        make(&self.0)?;
        let file = File::options().create(true).append(true).open(self.0.join(LOCK))?;
        held(file.try_lock(), file)
    }

    fn claim_to_read(&self) -> io::Result<Option<Claim>> {
        match File::open(self.0.join(LOCK)) {
            Ok(file) => held(file.try_lock_shared(), file),
            // As in a copy.
            Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
                Ok(Some(Box::new(())))
            }
            Err(error) => Err(error),
        }
    }
}

/// A file is held open for its lock, which ends with this process, however that ends.
fn held(locked: Result<(), TryLockError>, file: File) -> io::Result<Option<Claim>> {
    match locked {
        Ok(()) => Ok(Some(Box::new(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
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

/// A file that is being written to a disk, under another name.
struct Written {
    to: BufWriter<File>,
    folder: PathBuf,
    name: String,
    is_kept: bool,
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Draft for Written {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.to.flush()?;
        self.to.get_ref().sync_all()?;
        let part = self.folder.join(format!("{}{TEMPORARY}", self.name));
        fs::rename(part, self.folder.join(&self.name))?;
        self.is_kept = true;
        sync_folder(&self.folder)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        if !self.is_kept {
            // What is left of it is removed at the next start at the latest.
            let _ = fs::remove_file(self.folder.join(format!("{}{TEMPORARY}", self.name)));
        }
    }
}

/// Names of files reach the disk with their folder. Where a folder cannot be opened as a file, the system sees to it.
fn sync_folder(place: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(place)?.sync_all() } else { Ok(()) }
}

/// Reads all of a file, if it is there.
pub(crate) fn read_whole(depot: &dyn Depot, file: &str) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match depot.open(file).and_then(|mut source| source.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file as a whole.
pub(crate) fn write_whole(depot: &dyn Depot, file: &str, bytes: &[u8]) -> io::Result<()> {
    let mut draft = depot.create(file)?;
    draft.write_all(bytes)?;
    draft.finish()
}
