//! A file that is not there until it is whole.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::answer::Failure;

/// A file being written beside its place. It is put there when it is kept, and removed otherwise.
pub struct Draft {
    pub file: File,
    part: PathBuf,
    place: PathBuf,
}

impl Draft {
    /// Begins a file for this place; fails at once if nothing can be written there.
    pub fn create(place: &Path) -> Result<Draft, Failure> {
        let mut name = place.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.part", std::process::id()));
        let part = place.with_file_name(name);
        let file = File::create(&part)
            .map_err(|e| Failure::new(format!("--save: cannot write {}: {e}", place.display())))?;
        Ok(Draft { file, part, place: place.to_path_buf() })
    }

    /// Puts the file in its place.
    pub fn keep(self) -> Result<(), Failure> {
        let put = self.file.sync_all().and_then(|()| std::fs::rename(&self.part, &self.place));
        put.map_err(|e| Failure::new(format!("--save: cannot write {}: {e}", self.place.display())))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Once it is in its place there is nothing to remove.
        let _ = std::fs::remove_file(&self.part);
    }
}
