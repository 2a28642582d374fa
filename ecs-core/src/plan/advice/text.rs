//! Advice as text.

use core::fmt;

use super::{Advice, Hint, LostTo, Remedy};
use crate::plan::ViewPlan;

/// Prints two lines per hint: what was lost to which view, and what to write; a line per view that gains from `tidy()`; and a line per scan
/// that could be a group.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            f.write_str("No view lost a storage to a view of far fewer entities or of far less work.\n")?;
        }
        self.hints.iter().try_for_each(|hint| write!(f, "{hint}"))?;
        self.tidy.iter().try_for_each(|view| writeln!(f, "{view} looks components up, and gains from `tidy()`"))?;
        for view in &self.scans {
            let systems = Systems(view);
            writeln!(f, "{view} is a scan, for {systems}: if that takes long, measure with `groups: {view}`")?;
        }
        Ok(())
    }
}

/// Prints the number of systems that iterate a view.
struct Systems(&'static ViewPlan);

impl fmt::Display for Systems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let systems = self.0.number_of_systems();
        write!(f, "{systems} system{}", if systems == 1 { "" } else { "s" })
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at most {} entities, {}) lost ", self.view, self.len, Systems(self.view))?;
        for (at, LostTo { component, view, len }) in self.lost.iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            write!(f, "{separator}{component} to {view} (at most {len}, {})", Systems(view))?;
        }
        f.write_str("\n  ")?;
        let mut begun = false;
        for remedy in &self.write {
            if let Remedy::RemoveEntry(view) = remedy {
                write!(f, "remove `{view}` from `groups:`, ")?;
            }
        }
        for remedy in &self.write {
            if let Remedy::Rare(component) = remedy {
                write!(f, "{}#[rare] {component}", if begun { ", " } else { "write `components: " })?;
                begun = true;
            }
        }
        if begun {
            f.write_str("`")?;
        }
        if self.can_be_an_entry {
            write!(f, "{}`groups: {}`", if begun { ", or " } else { "write " }, self.view)?;
        }
        f.write_str("\n")
    }
}
