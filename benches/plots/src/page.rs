//! Owns the page: writes each table between its markers.

use std::path::Path;

/// Writes tables into a page, each between the markers with its name.
pub fn fill(path: &Path, tables: &[(&'static str, String)]) -> Result<(), String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut page = std::fs::read_to_string(path).map_err(|error| at(&error))?;
    for (name, table) in tables {
        let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
        let start = page.find(&begin).ok_or_else(|| at(&format!("there is no `{}`", begin.trim())))? + begin.len();
        let stop = start + page[start..].find(&end).ok_or_else(|| at(&format!("there is no `{end}`")))?;
        page.replace_range(start..stop, &format!("\n{table}\n"));
    }
    std::fs::write(path, page).map_err(|error| at(&error))
}
