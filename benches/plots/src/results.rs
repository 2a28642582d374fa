//! Owns the raw results, as `cargo bench --bench profiles` and `--bench dissertation` write them.

use std::collections::BTreeSet;
use std::path::Path;

/// One figure.
#[derive(Debug, Clone)]
struct Row {
    workload: String,
    entities: usize,
    parameter: usize,
    contestant: String,
    median: f64,
}

/// All figures of one run.
#[derive(Debug, Default)]
pub struct Results {
    /// Description of the machine.
    pub machine: Vec<(String, String)>,
    rows: Vec<Row>,
}

impl Results {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut results = Self::default();
        for (number, line) in text.lines().enumerate() {
            if let Some((what, value)) = line.strip_prefix("# ").and_then(|comment| comment.split_once(": ")) {
                results.machine.push((what.into(), value.into()));
            } else if !line.starts_with("workload,") {
                let row = row(line).ok_or(format!("{}:{}: not a row: {line}", path.display(), number + 1))?;
                results.rows.push(row);
            }
        }
        Ok(results)
    }

    /// The median of a contestant in a case.
    pub fn median(&self, workload: &str, entities: usize, parameter: usize, contestant: &str) -> Option<f64> {
        let is = |row: &&Row| {
            row.workload == workload
                && row.entities == entities
                && row.parameter == parameter
                && row.contestant == contestant
        };
        self.rows.iter().find(is).map(|row| row.median)
    }

    /// The cases of a workload: entities and parameter, ascending.
    pub fn cases(&self, workload: &str) -> Vec<(usize, usize)> {
        let rows = self.rows.iter().filter(|row| row.workload == workload);
        rows.map(|row| (row.entities, row.parameter)).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

fn row(line: &str) -> Option<Row> {
    let fields: Vec<_> = line.split(',').collect();
    let [workload, entities, parameter, contestant, _, median, _, _, _] = fields[..] else { return None };
    Some(Row {
        workload: workload.into(),
        entities: entities.parse().ok()?,
        parameter: parameter.parse().ok()?,
        contestant: contestant.into(),
        median: median.parse().ok()?,
    })
}
