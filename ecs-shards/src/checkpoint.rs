//! Checkpoints: a file per region, and a manifest.
//!
//! - **I1** The manifest is replaced by one rename, after all files that it names were written and synchronised. So it names a complete
//!   checkpoint or does not exist, whenever processes are killed.
//! - **I2** The name of a file contains the hash of its contents, and the file gets that name by one rename. So a new run in the folder of
//!   another one replaces no file that the manifest still names.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{ShardError, ShardErrorKind};
use crate::message::{read, write};

/// Version of the format of checkpoints.
const FORMAT: u32 = 1;

/// Description of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    format: u32,
    pub(crate) step: u64,
    pub(crate) version: String,
    pub(crate) world: u64,
    pub(crate) parameters: String,
    /// A hash of the file of each region.
    pub(crate) files: Vec<u64>,
}

impl Manifest {
    pub(crate) fn new(step: u64, version: &str, world: u64, parameters: String, files: Vec<u64>) -> Self {
        Self { format: FORMAT, step, version: version.into(), world, parameters, files }
    }

    /// Returns a hash of the whole manifest.
    pub(crate) fn hash(&self) -> Result<u64, ShardError> {
        Ok(hash(&write(self)?))
    }
}

/// FNV-1a over words of eight bytes, to detect damaged files.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^= hash >> 29;
    }
    hash
}

/// The folder of checkpoints.
pub(crate) struct Folder<'a>(pub(crate) &'a Path);

impl Folder<'_> {
    fn of_step(&self, step: u64) -> PathBuf {
        self.0.join(format!("step-{step:010}"))
    }

    fn file(&self, step: u64, region: u32, hash: u64) -> PathBuf {
        self.of_step(step).join(format!("region-{region:06}-{hash:016x}"))
    }

    fn manifest(&self) -> PathBuf {
        self.0.join("manifest")
    }

    /// Writes the file of a region, and returns its hash.
    pub(crate) fn write_region(&self, step: u64, region: u32, bytes: &[u8]) -> Result<u64, ShardError> {
        let hash = hash(bytes);
        let path = self.file(step, region, hash);
        let temporary = path.with_extension("tmp");
        fs::create_dir_all(self.of_step(step))
            .and_then(|()| write_file(&temporary, bytes))
            .and_then(|()| fs::rename(&temporary, &path))
            .map_err(|error| failed(&path, error))?;
        Ok(hash)
    }

    /// Reads the file of a region.
    pub(crate) fn read_region(&self, manifest: &Manifest, region: u32) -> Result<Vec<u8>, ShardError> {
        let expected = manifest.files.get(region as usize).copied().unwrap_or_default();
        let path = self.file(manifest.step, region, expected);
        let bytes = fs::read(&path).map_err(|error| failed(&path, error))?;
        if expected != hash(&bytes) {
            return Err(failed(&path, "the file is damaged, or of another checkpoint"));
        }
        Ok(bytes)
    }

    /// Makes a checkpoint the one that runs continue from (I1), and removes earlier ones.
    pub(crate) fn complete(&self, manifest: &Manifest) -> Result<(), ShardError> {
        let (path, temporary) = (self.manifest(), self.0.join("manifest.tmp"));
        let bytes = write(manifest)?;
        // The folder of the step is an entry of the folder of the checkpoint, which must be durable before the manifest, too.
        sync_folder(&self.of_step(manifest.step))
            .and_then(|()| sync_folder(self.0))
            .and_then(|()| write_file(&temporary, &bytes))
            .and_then(|()| fs::rename(&temporary, &path))
            .and_then(|()| sync_folder(self.0))
            .map_err(|error| failed(&path, error))?;
        self.remove_before(manifest.step);
        Ok(())
    }

    /// Removes the checkpoints before a step. What cannot be removed only takes space.
    fn remove_before(&self, step: u64) {
        let (Ok(entries), own) = (fs::read_dir(self.0), self.of_step(step)) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let is_older = path.file_name().zip(own.file_name()).is_some_and(|(name, own)| {
                name.to_str().is_some_and(|name| name.starts_with("step-") && name.len() == own.len()) && name < own
            });
            if is_older {
                let _ = fs::remove_dir_all(path);
            }
        }
    }

    /// Returns the last complete checkpoint.
    pub(crate) fn last(&self) -> Result<Option<Manifest>, ShardError> {
        let path = self.manifest();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, error)),
        };
        let manifest: Manifest = read(&bytes).map_err(|error| failed(&path, error))?;
        if manifest.format != FORMAT {
            return Err(failed(&path, format!("its form is {}, and not {FORMAT}", manifest.format)));
        }
        Ok(Some(manifest))
    }
}

fn failed(path: &Path, error: impl std::fmt::Display) -> ShardError {
    ShardError::new(ShardErrorKind::Checkpoint, format!("checkpoint {}: {error}", path.display()))
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes renames durable. Some operating systems cannot do this, and others need not.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let _ = File::open(folder)?.sync_all();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(step: u64, file: u64) -> Manifest {
        Manifest::new(step, "1", 2, "none".into(), vec![file])
    }

    #[test]
    fn files_are_replaced_by_others_and_never_written_in_place() {
        let path = std::env::temp_dir().join(format!("ecs-shards-{}-in-place", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let folder = Folder(&path);
        let hash = folder.write_region(1, 0, b"bytes").expect("it can be written");
        let first = manifest(1, hash);
        folder.complete(&first).expect("it can be written");
        // A hard link shows writes in place, but not a file that replaces the original.
        let [region, other] = ["region", "other"].map(|name| path.join(name));
        fs::hard_link(folder.file(1, 0, hash), &region).expect("the folder allows it");
        fs::hard_link(folder.manifest(), &other).expect("the folder allows it");
        folder.write_region(1, 0, b"bytes").expect("it can be written");
        fs::write(&region, b"damaged").expect("it is there");
        assert_eq!(folder.read_region(&first, 0).as_deref(), Ok(&b"bytes"[..]));
        let hash = folder.write_region(2, 0, b"others").expect("it can be written");
        folder.complete(&manifest(2, hash)).expect("it can be written");
        assert_eq!(folder.last(), Ok(Some(manifest(2, hash))));
        assert_eq!(fs::read(&other).expect("it is there"), write(&first).expect("it can be written"));
        fs::remove_dir_all(&path).expect("it is there");
    }
}
