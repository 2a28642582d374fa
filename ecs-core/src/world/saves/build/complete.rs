//! Whether a save has what the world declares, and is of this declaration.
//!
//! The messages say what to write: a declaration that changed gets a new version, and then says of its entries what became of them. The
//! policies of `Load` are for programs that do not, or cannot.

use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;

use super::super::entries::word;
use super::super::read::{LoadWorld, Loading};
use super::super::{Saves, ValueReader, ValueSeed};
use super::is_past;

/// Whether a value has no state: one that is missing is then the one of a new world, whatever the save had.
///
/// So a system without fields can be added without a word. What has a size has a state.
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
    /// All that the world declares is there, or the policy says otherwise; and the save is of this declaration.
    ///
    /// # Errors
    ///
    /// A message that says how to declare what is new, and which policy would accept the save.
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

    /// A column that the save should have.
    fn missing_column(&self) -> Option<usize> {
        let is_past_of_earlier = |column: &usize| self.version < W::VERSION && is_past::<W>(*column);
        let mut missing = (0..W::COLUMNS.len()).filter(|column| self.columns[*column].is_none());
        missing.find(|column| !is_past_of_earlier(column) && self.is_expected("components", W::COLUMNS[*column].0))
    }

    /// Another value that the save should have. What has no state is never missed.
    fn missing_value(&mut self) -> Option<usize> {
        (0..W::VALUES.len()).find(|value| {
            let (section, name) = W::VALUES[*value];
            !self.values[*value] && self.is_expected(section, name) && !self.world.__load_value(*value, HasNoState)
        })
    }

    /// Whether saves of this version have the entry.
    fn is_expected(&self, section: &str, name: &str) -> bool {
        let version = self.version;
        let since = W::SINCE.iter().find(|(own, entry, _)| *own == section && *entry == name);
        since.is_none_or(|(_, _, since)| version >= *since)
    }

    /// What is wrong if an entry is missing, and what to write.
    ///
    /// The past of a component is in the save or not as the version says, so it has no `#[since]` of its own.
    fn without(&self, word: &str, name: &str, is_past: bool) -> String {
        let own = W::VERSION;
        let since = |version| format!("`#[since({version})]` before it");
        let words = match self.version.cmp(&own) {
            Ordering::Less => since(own),
            // The declaration changed, and its version did not.
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

/// What to write if a declaration changed and its version did not.
fn next_version<W: Saves>() -> String {
    format!("`#[version({})]` before `struct {};`", W::VERSION.saturating_add(1), W::NAME)
}
