//! Saves in files: written beside the old save, and moved to its place when they are whole.
//!
//! - **I1** The file of a save is replaced by one rename, after all bytes of the new one were written and synchronised. So whenever the
//!   program ends, the file is the old save or the new one.

use alloc::format;
use core::fmt;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::world::EcsWorld;

/// Bytes that are written at a time.
///
/// A format that writes many small pieces then costs few calls of the system.
const BUFFER: usize = 1 << 16;

/// Worlds that are saved to files and loaded from them, in whichever format. With the feature `std`; implemented for every world.
///
/// # Examples
///
/// A format of your own, which keeps nothing but the values:
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
    /// `write` gets the world, and a buffered writer for a temporary file (`.ecs-world-*.tmp`) in the same folder. When it has written the
    /// world, the file is flushed to the disk and renamed. So whenever the program is killed or the power fails, the file is the old save or
    /// the new one. On errors and panics the old save stays as it was, and the temporary file is removed; a killed program leaves
    /// it. If the last step fails, which makes the rename last a power failure, the new save is there and the error is returned. If
    /// `path` is a symbolic link, the link is replaced. On Unix a file that is replaced passes its permissions on, though not its owner and
    /// group; the temporary file has them, or fewer, from its creation on.
    ///
    /// The folder must be readable as well as writable, or nothing changes. Runs in the time of `write`, and waits for the disk.
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

    /// Reads a file, and returns the world that `read` makes of its bytes.
    ///
    /// A world that exists is replaced by assigning the result; if there is an error, it stays as it was. Runs in **O(bytes)** time, and in
    /// that of `read`; all bytes are in memory at once.
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

/// Why a world could not be saved to a file, or loaded from it.
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
    /// The file, as it was given.
    pub path: PathBuf,
    /// The reason.
    pub kind: FileErrorKind<E>,
}

/// Whether a file or its contents are the reason of a [`FileError`].
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
    /// The format refused the world that is saved, or the bytes that are loaded.
    Format(E),
}

/// The file, and the reason.
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

/// Replaces a file by what is written (I1).
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
    // A format wraps the errors of files in its own.
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
    // Before the rename: if the folder cannot be read, the old save stays.
    let folder = Synced::open(folder)?;
    temporary.rename(path)?;
    folder.sync()
}

/// A folder that is synchronised after a rename in it.
#[cfg(unix)]
struct Synced(File);

#[cfg(unix)]
impl Synced {
    fn open(folder: &Path) -> io::Result<Self> {
        File::open(folder).map(Self)
    }

    /// Makes a rename last. Some file systems cannot.
    fn sync(&self) -> io::Result<()> {
        match self.0.sync_all() {
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    }
}

/// Folders cannot be synchronised here.
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

/// What a file passes on to the one that replaces it: who may read, write and execute it. `None` if there is no file to replace.
#[cfg(unix)]
struct Permissions(Option<u32>);

#[cfg(unix)]
impl Permissions {
    fn of(path: &Path) -> Self {
        use std::os::unix::fs::MetadataExt;

        let old = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
        Self(old.map(|old| old.mode() & 0o777))
    }

    /// Creates a file that allows at no time what these do not: who opened it once can read what is written later.
    fn create(&self, path: &Path) -> io::Result<File> {
        use std::os::unix::fs::OpenOptionsExt;

        let mut options = File::options();
        if let Some(mode) = self.0 {
            options.mode(mode);
        }
        options.write(true).create_new(true).open(path)
    }

    /// Adds those that the process denies to files that it creates. Not all file systems have them.
    fn pass_on(&self, to: &File) {
        use std::os::unix::fs::PermissionsExt;

        if let Some(mode) = self.0 {
            let _ = to.set_permissions(fs::Permissions::from_mode(mode));
        }
    }
}

/// The folder decides here.
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

/// A file that is removed with this value, unless it was renamed.
struct Temporary(Option<PathBuf>);

impl Temporary {
    /// Creates one in a folder. Its name is that of no other file, also if other threads and processes save there.
    fn create(folder: &Path, permissions: &Permissions) -> io::Result<(Self, File)> {
        let mut number = 0_u32;
        // WebAssembly has no numbers of processes, and the standard library panics there: names that exist are skipped below.
        let process = if cfg!(target_family = "wasm") { 0 } else { process::id() };
        loop {
            // A name of its own, since one that has that of the save in it could be too long.
            let path = folder.join(format!(".ecs-world-{process}-{number}.tmp"));
            match permissions.create(&path) {
                // Of another thread, or left by a process that was killed and had the same number.
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
            // There is an error to report already, or a panic.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes to a file, and keeps the error of the file, if there is one.
struct Writer {
    /// What was not written to the disk yet is lost with it, which is no loss: the file is removed then.
    file: BufWriter<File>,
    /// The first error of the file. A format may wrap it in its own or return another, so it is kept here to be reported.
    failed: Option<io::Error>,
}

impl Writer {
    /// What failed once fails from then on: bytes may be missing.
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
