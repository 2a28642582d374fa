//! Checks whether a save has all entries that the world declares, and is of this declaration.
//!
//! The error messages say what to write: a declaration that changed gets a new version, and its attributes say what became of its entries.
//! The policies of `Load` are for programs that do not or cannot do this.

use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;

use super::super::entries::word;
use super::super::read::{LoadWorld, Loading};
use super::super::{Saves, ValueReader, ValueSeed};
use super::is_past;

/// A visitor that returns true if a value has no state, because its size is zero. A save may lack such a value, since all instances are
/// equal.
///
/// So a system without fields can be added without any attribute.
struct HasNoState;

impl<'de> ValueReader<'de> for HasNoState {
    type Output = bool;

    fn value<T: ValueSeed<'de>>(self, _: T) -> bool {
        size_of::<T::Lent>() == 0
    }

    fn none(self) -> bool {
        false
    }
}

impl<W: LoadWorld> Loading<W> {
    /// Checks that the save has all entries that the world declares and is of this declaration, unless the policy allows otherwise.
    ///
    /// # Errors
    ///
    /// If it does not. The message says how to declare what is new, and which policy would accept the save.
    pub(super) fn check_complete(&mut self) -> Result<(), String> {
        let policy = self.policy;
        let (version, own) = (self.version, W::VERSION);
        if version == 0 {
            return Err(format!("the save is of version 0 of world `{}`, and there is none before version 1", W::NAME));
        }
        if version > own && !policy.skips_unknown {
            return Err(format!(
                "the save is of version {version} of world `{}`, and this is version {own}: load it with a later version of the program",
                W::NAME
            ));
        }
        if policy.defaults_missing {
            return Ok(());
        }
        if let Some(missing) = self.missing_column() {
            return Err(self.without("component", W::COLUMNS[missing].0, is_past::<W>(missing)));
        }
        if let Some(missing) = self.missing_value() {
            let (section, name) = W::VALUES[missing];
            return Err(self.without(word(section), name, false));
        }
        if self.schema != W::SCHEMA_HASH && version >= own && !policy.skips_unknown {
            return Err(format!(
                "the save is of world `{name}`, version {version}, with another declaration: an entry, its name, kind, type or \
                 place differs, or which systems have `changed(..)` or `added(..)`. Write {} if the types read what the former \
                 ones wrote, or load it with a policy of `Load`",
                next_version::<W>(),
                name = W::NAME
            ));
        }
        Ok(())
    }

    /// The first column that the save should have but lacks.
    fn missing_column(&self) -> Option<usize> {
        for (column, rows) in self.columns.iter().enumerate() {
            let is_past_of_earlier = self.version < W::VERSION && is_past::<W>(column);
            if rows.is_none() && !is_past_of_earlier && self.is_expected("components", W::COLUMNS[column].0) {
                return Some(column);
            }
        }
        None
    }

    /// The first value, other than a column, that the save should have but lacks. Values without a state are never missing.
    fn missing_value(&mut self) -> Option<usize> {
        for (value, (section, name)) in W::VALUES.iter().enumerate() {
            let is_missing = !self.values[value] && self.is_expected(section, name);
            if is_missing && !self.world.__load_value(value, HasNoState) {
                return Some(value);
            }
        }
        None
    }

    /// Returns true if saves of this version have the entry.
    fn is_expected(&self, section: &str, name: &str) -> bool {
        first_version(W::SINCE, section, name) <= self.version
    }

    /// The error for a missing entry: what is wrong, and what to write.
    ///
    /// The past of a component has no `#[since]` of its own, as any earlier version may lack it.
    fn without(&self, word: &str, name: &str, is_past: bool) -> String {
        let own = W::VERSION;
        let since = |version| format!("`#[since({version})]` before it");
        let words = match self.version.cmp(&own) {
            Ordering::Less => since(own),
            // The declaration changed, but its version did not.
            Ordering::Equal if is_past => next_version::<W>(),
            Ordering::Equal => format!("{} and {}", since(own.saturating_add(1)), next_version::<W>()),
            Ordering::Greater => String::new(),
        };
        let write = if words.is_empty() { words } else { format!("write {words}, or ") };
        format!(
            "the save, of version {}, has no {word} `{name}`, which world `{}` declares: {write}load it with \
             `Load::new().default_missing()`, to let it start as in a new world",
            self.version,
            W::NAME
        )
    }
}

/// The version since which saves have an entry; 0 if it has no `#[since]`.
fn first_version(all: &[(&str, &str, u32)], section: &str, name: &str) -> u32 {
    let since = all.iter().find(|(own, entry, _)| *own == section && *entry == name);
    since.map_or(0, |(_, _, since)| *since)
}

/// What to write if a declaration changed but its version did not.
fn next_version<W: Saves>() -> String {
    format!("`#[version({})]` before `struct {};`", W::VERSION.saturating_add(1), W::NAME)
}
