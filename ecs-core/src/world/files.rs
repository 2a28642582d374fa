//! Saves in files: written to a temporary file, which replaces the old save when it is complete.
//!
//! - **I1** The file of a save is replaced by one rename, after all bytes of the new one were written and synchronised. So whenever the
//!   program stops, the file is either the old save or the new one.

use alloc::format;
use core::fmt;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::world::EcsWorld;

/// Number of bytes that are written at a time.
///
/// It keeps system calls few for formats that write many small pieces.
const BUFFER: usize = 1 << 16;

/// Saves worlds to files and loads them, in any format. With the feature `std`; implemented for every world.
///
/// # Examples
///
/// A custom format, which keeps only the values:
///
/// ```
/// use std::io::{self, Write};
/// use ecs_world::{WorldFiles, prelude::*};
///
/// ecs_world! { components: u8 as Health; }
///
/// let path = std::env::temp_dir().join("ecs-world-health.save");
/// let mut world = World::default();
/// world.spawn_batch([3_u8, 5]);
/// world.save_to(&path, |world, file| world.query::<&u8>().into_iter().try_for_each(|health| file.write_all(&[*health])))?;
/// let loaded = World::load_from(&path, |bytes| {
///     let mut world = World::default();
///     world.spawn_batch(bytes.iter().copied());
///     Ok::<_, io::Error>(world)
/// })?;
/// assert_eq!(loaded.len(), 2);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait WorldFiles: EcsWorld {
    /// Saves the world to a file: replaces the file at `path`, or creates it.
    ///
    /// `write` gets the world, and a buffered writer for a temporary file (`.ecs-world-*.tmp`) in the same folder. Afterwards this file is
    /// flushed to the disk and renamed. So if the program is killed or the power fails, the file is either the old save or the new one. On
    /// errors and panics the old save stays as it was, and the temporary file is removed; a killed program leaves it. The last step lets
    /// the rename survive a power failure: if it fails, the new save is in place and the error is returned. If `path` is a symbolic link,
    /// the link is replaced. On Unix, the new file gets the permissions of the file that it replaces, but not its owner and group; the
    /// temporary file has these permissions, or fewer, from its creation on.
    ///
    /// The folder must be readable as well as writable; otherwise nothing changes. Takes the time of `write`, and waits for the disk.
    ///
    /// # Errors
    ///
    /// [`FileError`], if `write` returns an error, or the file cannot be written or renamed.
    ///
    /// # Examples
    ///
    /// ```
    /// use ecs_world::ecs_world;
    /// # #[cfg(all(feature = "std", feature = "serde"))] {
    /// use ecs_world::WorldFiles;
    ///
    /// ecs_world! {
    ///     #[derive(Serialize, Deserialize)]
    ///     struct Game;
    ///     components: u32 as Health;
    /// }
    ///
    /// let path = std::env::temp_dir().join("example.save");
    /// let mut game = Game::default();
    /// let ship = game.spawn(5_u32);
    /// game.save_to(&path, |game, file| serde_json::to_writer(file, game))?;
    ///
    /// let loaded = Game::load_from(&path, |bytes| serde_json::from_slice(bytes))?;
    /// assert_eq!(loaded.get::<u32>(ship), Some(&5));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn save_to<E>(
        &self,
        path: impl AsRef<Path>,
        write: impl FnOnce(&Self, &mut dyn Write) -> Result<(), E>,
    ) -> Result<(), FileError<E>> {
        let path = path.as_ref();
        replace(path, |file| write(self, file)).map_err(|kind| FileError { path: path.into(), kind })
    }

    /// Reads a file, and returns the world that `read` creates from its bytes.
    ///
    /// To replace an existing world, assign the result to it; on an error it stays as it was. Runs in **O(bytes)** time, plus that of
    /// `read`; all bytes are in memory at once.
    ///
    /// # Errors
    ///
    /// [`FileError`], if the file cannot be read, or `read` returns an error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::ecs_world;
    /// # #[cfg(all(feature = "std", feature = "serde"))] {
    /// # use ecs_world::{FileErrorKind, WorldFiles};
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: u32 as Health; }
    /// let path = std::env::temp_dir().join("no-such-folder").join("missing.save");
    /// let error = Game::load_from(&path, |bytes| serde_json::from_slice(bytes)).err().unwrap();
    /// assert_eq!(error.path, path);
    /// assert!(matches!(error.kind, FileErrorKind::Io(_)));
    /// # }
    /// ```
    fn load_from<E>(path: impl AsRef<Path>, read: impl FnOnce(&[u8]) -> Result<Self, E>) -> Result<Self, FileError<E>> {
        let path = path.as_ref();
        let bytes = fs::read(path).map_err(FileErrorKind::Io);
        let loaded = bytes.and_then(|bytes| read(&bytes).map_err(FileErrorKind::Format));
        loaded.map_err(|kind| FileError { path: path.into(), kind })
    }
}

impl<W: EcsWorld> WorldFiles for W {}

/// The error if a world could not be saved to a file, or loaded from one.
///
/// # Examples
///
/// ```
/// # use ecs_world::{FileErrorKind, WorldFiles, prelude::*};
/// # ecs_world! { components: u8 as Health; }
/// let path = std::env::temp_dir().join("ecs-world-refused.save");
/// let error = World::default().save_to(&path, |_, _| Err("no such format")).unwrap_err();
/// assert!(matches!(error.kind, FileErrorKind::Format("no such format")));
/// assert!(error.to_string().ends_with("ecs-world-refused.save: no such format"));
/// assert!(!path.exists(), "what was written is removed");
/// ```
#[derive(Debug)]
pub struct FileError<E> {
    /// The path of the file, as it was given.
    pub path: PathBuf,
    /// The reason.
    pub kind: FileErrorKind<E>,
}

/// The cause of a [`FileError`]: the file or its contents.
///
/// # Examples
///
/// ```
/// # use ecs_world::{FileErrorKind, WorldFiles, prelude::*};
/// # ecs_world! { components: u8 as Health; }
/// let folder = std::env::temp_dir();
/// let error = World::load_from(&folder, |_| Ok::<_, String>(World::default())).err().unwrap();
/// assert!(matches!(error.kind, FileErrorKind::Io(_)), "a folder has no bytes, so the function was not called");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum FileErrorKind<E> {
    /// The file cannot be read, written or renamed.
    Io(io::Error),
    /// The format refused the world to save, or the bytes to load.
    Format(E),
}

/// Shows the path and the reason.
impl<E: fmt::Display> fmt::Display for FileError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            FileErrorKind::Io(error) => error.fmt(f),
            FileErrorKind::Format(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for FileError<E> {}

/// Replaces a file with the bytes that `write` writes (I1).
fn replace<E>(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<(), FileErrorKind<E>> {
    let Some(_) = path.file_name() else {
        let error = io::Error::new(ErrorKind::InvalidInput, "the path does not end in the name of a file");
        return Err(FileErrorKind::Io(error));
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let permissions = Permissions::of(path);
    let (temporary, file) = Temporary::create(folder, &permissions).map_err(FileErrorKind::Io)?;
    permissions.pass_on(&file);
    let mut writer = Writer { file: BufWriter::with_capacity(BUFFER, file), failed: None };
    let written = write(&mut writer);
    // Formats wrap the errors of the file in their own.
    if let Some(error) = writer.failed {
        return Err(FileErrorKind::Io(error));
    }
    written.map_err(FileErrorKind::Format)?;
    finish(writer.file, temporary, path, folder).map_err(FileErrorKind::Io)
}

fn finish(file: BufWriter<File>, temporary: Temporary, path: &Path, folder: &Path) -> io::Result<()> {
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    drop(file);
    // Opened before the rename: if the folder cannot be read, the old save stays.
    let folder = Synced::open(folder)?;
    temporary.rename(path)?;
    folder.sync()
}

/// A folder that is synchronised after a file in it was renamed.
#[cfg(unix)]
struct Synced(File);

#[cfg(unix)]
impl Synced {
    fn open(folder: &Path) -> io::Result<Self> {
        File::open(folder).map(Self)
    }

    /// Makes a rename durable. Some file systems do not support this.
    fn sync(&self) -> io::Result<()> {
        match self.0.sync_all() {
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    }
}

/// Folders cannot be synchronised on this platform.
#[cfg(not(unix))]
struct Synced;

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "they can fail on unix")]
impl Synced {
    fn open(_: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// The permissions to read, write and execute that a file passes on to the one that replaces it. `None` if there is no file to replace.
#[cfg(unix)]
struct Permissions(Option<u32>);

#[cfg(unix)]
impl Permissions {
    fn of(path: &Path) -> Self {
        use std::os::unix::fs::MetadataExt;

        let old = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
        Self(old.map(|old| old.mode() & 0o777))
    }

    /// Creates a file that never allows more than these permissions: otherwise a process that opened it early could read what is
    /// written later.
    fn create(&self, path: &Path) -> io::Result<File> {
        use std::os::unix::fs::OpenOptionsExt;

        let mut options = File::options();
        if let Some(mode) = self.0 {
            options.mode(mode);
        }
        options.write(true).create_new(true).open(path)
    }

    /// Sets the permissions that the process masked when it created the file. Not all file systems have them.
    fn pass_on(&self, to: &File) {
        use std::os::unix::fs::PermissionsExt;

        if let Some(mode) = self.0 {
            let _ = to.set_permissions(fs::Permissions::from_mode(mode));
        }
    }
}

/// The folder determines the permissions on this platform.
#[cfg(not(unix))]
struct Permissions;

#[cfg(not(unix))]
#[expect(clippy::unused_self, reason = "they are kept on unix")]
impl Permissions {
    fn of(_: &Path) -> Self {
        Self
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        File::create_new(path)
    }

    fn pass_on(&self, _: &File) {}
}

/// A temporary file, which is removed with this value unless it was renamed.
struct Temporary(Option<PathBuf>);

impl Temporary {
    /// Creates a file with an unused name in a folder, even if other threads and processes save there.
    fn create(folder: &Path, permissions: &Permissions) -> io::Result<(Self, File)> {
        let mut number = 0_u32;
        // WebAssembly has no process ids, and the standard library panics there: names in use are skipped below.
        let process = if cfg!(target_family = "wasm") { 0 } else { process::id() };
        loop {
            // The name of the save is not a part of the name, which could be too long then.
            let path = folder.join(format!(".ecs-world-{process}-{number}.tmp"));
            match permissions.create(&path) {
                // Created by another thread, or left by a killed process with the same id.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                created => return created.map(|file| (Self(Some(path)), file)),
            }
        }
    }

    fn rename(mut self, to: &Path) -> io::Result<()> {
        if let Some(path) = &self.0 {
            fs::rename(path, to)?;
        }
        self.0 = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // There already is an error to report, or a panic.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes to a file, and keeps its first error.
struct Writer {
    /// Bytes that did not reach the disk yet can be lost when it is dropped. That is harmless, since the file is removed then.
    file: BufWriter<File>,
    /// The first error of the file. It is kept to be reported, since a format may wrap it in its own or return another one.
    failed: Option<io::Error>,
}

impl Writer {
    /// Calls `write`. After the first error, except an interruption, all further calls fail, since bytes may be missing.
    fn checked<T>(&mut self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<T>) -> io::Result<T> {
        if let Some(error) = &self.failed {
            return Err(error.kind().into());
        }
        write(&mut self.file).map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                self.failed = Some(error);
            }
            kind.into()
        })
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.checked(|file| file.write(bytes))
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checked(|file| file.write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.checked(BufWriter::flush)
    }
}

#[cfg(test)]
mod tests;
