//! Files in a bucket of an object store.

use std::fmt;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use layers::{Claim, Depot, Draft, Source};
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt, PutMode, PutOptions};

use crate::place::runtime;

/// Who works here writes this object again and again.
const LEASE: &str = "lock";
/// How often.
const RENEWED: Duration = Duration::from_secs(10);
/// After this time it is taken for dead.
const EXPIRED: Duration = Duration::from_secs(40);
/// So much is read at a time, at least.
const BLOCK: u64 = 1 << 20;

/// A folder in a bucket. The threads that wait for it are never those of the engine.
#[derive(Debug)]
pub(crate) struct Bucket {
    address: String,
    folder: String,
    store: Arc<dyn ObjectStore>,
}

impl Bucket {
    pub(crate) fn new(address: String, folder: String, store: Arc<dyn ObjectStore>) -> Bucket {
        Bucket { address, folder, store }
    }

    fn path(&self, file: &str) -> Path {
        Path::from(format!("{}/{file}", self.folder))
    }

    /// Takes the lease, if nobody has it who is alive.
    async fn take_lease(&self) -> Result<bool, Error> {
        let path = self.path(LEASE);
        let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
        match self.store.put_opts(&path, "lease".into(), options.clone()).await {
            Ok(_) => return Ok(true),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => (),
            Err(error) => return Err(error),
        }
        // The clock of the store is asked, not ours: it writes both times.
        let old = self.store.head(&path).await?.last_modified;
        let probe = self.path("lock-probe");
        self.store.put(&probe, "now".into()).await?;
        let now = self.store.head(&probe).await?.last_modified;
        self.store.delete(&probe).await?;
        if (now - old).to_std().unwrap_or_default() < EXPIRED {
            return Ok(false);
        }
        self.store.delete(&path).await?;
        // Of two who find it expired, one comes first.
        match self.store.put_opts(&path, "lease".into(), options).await {
            Ok(_) => Ok(true),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl Depot for Bucket {
    fn open(&self, file: &str) -> io::Result<Box<dyn Source>> {
        let (store, path) = (self.store.clone(), self.path(file));
        let size = runtime().block_on(store.head(&path)).map_err(plain)?.size;
        Ok(Box::new(Object { store, path, size, place: 0, block: Vec::new(), from: 0 }))
    }

    fn create(&self, file: &str) -> io::Result<Box<dyn Draft>> {
        let (store, path) = (self.store.clone(), self.path(file));
        Ok(Box::new(Written { store, path, bytes: Vec::new() }))
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        runtime().block_on(self.store.delete(&self.path(file))).map_err(plain)
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let folder = Path::from(self.folder.as_str());
        let list = runtime().block_on(self.store.list_with_delimiter(Some(&folder))).map_err(plain)?;
        Ok(list.objects.iter().filter_map(|object| object.location.filename()).map(String::from).collect())
    }

    fn claim(&self) -> io::Result<Option<Claim>> {
        if !runtime().block_on(self.take_lease()).map_err(plain)? {
            return Ok(None);
        }
        let (store, path) = (self.store.clone(), self.path(LEASE));
        let (given_back, wait) = mpsc::channel::<()>();
        let renewal = std::thread::spawn(move || {
            while wait.recv_timeout(RENEWED) == Err(RecvTimeoutError::Timeout) {
                // What fails now is tried again before it expires.
                let _ = runtime().block_on(store.put(&path, "lease".into()));
            }
            let _ = runtime().block_on(store.delete(&path));
        });
        Ok(Some(Box::new(Lease { given_back: Some(given_back), renewal: Some(renewal) })))
    }
}

/// Taken for as long as it is kept.
struct Lease {
    given_back: Option<mpsc::Sender<()>>,
    renewal: Option<std::thread::JoinHandle<()>>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        drop(self.given_back.take());
        if let Some(renewal) = self.renewal.take() {
            // If it panicked, the lease expires.
            let _ = renewal.join();
        }
    }
}

/// An object that is read, block by block.
#[derive(Debug)]
struct Object {
    store: Arc<dyn ObjectStore>,
    path: Path,
    size: u64,
    place: u64,
    block: Vec<u8>,
    /// Where the block begins.
    from: u64,
}

impl Read for Object {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.place >= self.size || into.is_empty() {
            return Ok(0);
        }
        if self.place < self.from || self.place >= self.from + self.block.len() as u64 {
            let end = (self.place + BLOCK.max(into.len() as u64)).min(self.size);
            let range = self.place..end;
            self.block = runtime().block_on(self.store.get_range(&self.path, range)).map_err(plain)?.to_vec();
            self.from = self.place;
            if self.block.is_empty() {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        let rest = &self.block[(self.place - self.from) as usize..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.place += count as u64;
        Ok(count)
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.place.checked_add_signed(by),
        };
        self.place = place.ok_or(ErrorKind::InvalidInput)?;
        Ok(self.place)
    }
}

/// An object that is written: as a whole, in the end.
struct Written {
    store: Arc<dyn ObjectStore>,
    path: Path,
    bytes: Vec<u8>,
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Draft for Written {
    fn finish(self: Box<Self>) -> io::Result<()> {
        runtime().block_on(self.store.put(&self.path, self.bytes.into())).map(drop).map_err(plain)
    }
}

/// What an object store says, as what a disk would say.
fn plain(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => ErrorKind::NotFound,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => ErrorKind::PermissionDenied,
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, error)
}
