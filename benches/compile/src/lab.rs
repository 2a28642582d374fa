//! A crate in a temporary folder, whose dependencies are built before anything is measured.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs, io};

use crate::clock::{Time, time};
use crate::worlds::Library;

/// Number of measurements of a check after a change; the fastest counts.
const CHECKS: usize = 3;

/// Measurements of a crate.
#[derive(Debug)]
pub struct Figures {
    /// `cargo check` of a new crate.
    pub first_check: Time,
    /// `cargo check` after a line in the middle of `main` changed.
    pub next_check: Time,
    /// `cargo build --release`; it is not incremental, so a build after a change takes as long.
    pub release: Time,
}

/// A crate that is rewritten for each world; dropping it removes its folder.
#[derive(Debug)]
pub struct Lab {
    folder: PathBuf,
    patience: Duration,
}

impl Lab {
    /// Creates a crate with the dependencies of a library, and builds these. Builds that take longer than `patience` are killed.
    pub fn new(library: &Library, patience: Duration) -> io::Result<Self> {
        let folder = env::temp_dir().join(format!("compile-cost-{}-{}", std::process::id(), library.name));
        fs::create_dir_all(folder.join("src"))?;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let dependencies = library.dependencies.replace("ROOT", &root.display().to_string());
        let manifest = format!(
            "[package]\nname = \"measured\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependencies}\n"
        );
        fs::write(folder.join("Cargo.toml"), manifest)?;
        let lab = Self { folder, patience };
        lab.write("fn main() {}\n")?;
        for build in [&["check"][..], &["build", "--release"]] {
            let built = lab.cargo(build).status()?;
            assert!(built.success(), "the dependencies of {} cannot be built", library.name);
        }
        Ok(lab)
    }

    /// Measures a program in which `CHANGE` is a placeholder for a number.
    pub fn measure(&self, source: &str) -> io::Result<Figures> {
        let check = &["check", "--offline"];
        let first_check = self.first(source, check)?;
        let next_check = self.after_changes(source, check, CHECKS, first_check)?;
        let release = &["build", "--release", "--offline"];
        let first_release = self.first(source, release)?;
        Ok(Figures {
            first_check,
            next_check,
            release: self.after_changes(source, release, 1, first_release)?.min(first_release),
        })
    }

    /// Measures a build that reuses nothing of earlier ones but the dependencies.
    fn first(&self, source: &str, build: &[&str]) -> io::Result<Time> {
        let incremental = self.folder.join("target/debug/incremental");
        if incremental.exists() {
            fs::remove_dir_all(incremental)?;
        }
        self.write(&source.replace("CHANGE", "0"))?;
        time(&mut self.cargo(build), self.patience)
    }

    /// Measures builds after changes of one line, unless the first build did not finish.
    fn after_changes(&self, source: &str, build: &[&str], times: usize, first: Time) -> io::Result<Time> {
        let mut fastest = first;
        if !first.finished() {
            return Ok(first);
        }
        for change in 1..=times {
            self.write(&source.replace("CHANGE", &change.to_string()))?;
            let taken = time(&mut self.cargo(build), self.patience)?;
            fastest = if change == 1 { taken } else { fastest.min(taken) };
        }
        Ok(fastest)
    }

    fn write(&self, source: &str) -> io::Result<()> {
        fs::write(self.folder.join("src/main.rs"), source)
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join("target"));
        cargo
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        // If this fails, files remain only in a temporary folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
