//! Creates the tables and plots of `benches/SOURCES.md` from the raw results in `benches/results`, and the chart of the table in
//! `benches/README.md`.
//!
//! `cargo run --manifest-path benches/plots/Cargo.toml [-- DIRECTORY]`. The table of a name replaces the text between `<!-- begin NAME -->`
//! and `<!-- end NAME -->` in the page; plots are written beside the results.

mod page;
mod peers;
mod plots;
mod results;
mod svg;
mod tables;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use results::Results;

/// The results of all runs.
pub struct All {
    /// Results of `cargo bench --bench profiles`.
    pub profiles: Results,
    /// Results of `cargo bench --bench dissertation`.
    pub dissertation: Results,
    /// Results of `benches/cachegrind`.
    pub cachegrind: Results,
}

fn main() -> ExitCode {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let results = std::env::args().nth(1).map_or_else(|| benches.join("results"), PathBuf::from);
    let outcome = run(&results, &benches.join("SOURCES.md")).and_then(|()| chart(&results, &benches.join("README.md")));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("plots: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(results: &Path, page: &Path) -> Result<(), String> {
    let read = |name: &str| Results::read(&results.join(name));
    let all = All {
        profiles: read("profiles.csv")?,
        dissertation: read("dissertation.csv")?,
        cachegrind: read("cachegrind.csv")?,
    };
    for (name, plot) in plots::all(&all) {
        let path = results.join(format!("{name}.svg"));
        std::fs::write(&path, plot.svg()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    page::fill(page, &tables::all(&all))
}

/// Draws the table of a page as a chart, beside the results.
fn chart(results: &Path, page: &Path) -> Result<(), String> {
    let at = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(page).map_err(|error| at(page, &error))?;
    let table = peers::Table::read(&text).map_err(|error| at(page, &error))?;
    let path = results.join("peers.svg");
    std::fs::write(&path, peers::chart(&table)).map_err(|error| at(&path, &error))
}
