//! The mistakes in a document of templates.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error;
use core::fmt;

/// Why a document of templates was refused. `Display` lists the mistakes, one per line.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use ecs_world::{Templates, prelude::*};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: Health; }
///
/// let document = r#"{ "Orc": { "Healt": 5 } }"#;
/// let read = Templates::<Game>::load("orcs.json", &mut serde_json::Deserializer::from_str(document));
/// let error = read.err().unwrap();
/// assert_eq!((error.document(), error.mistakes().len()), ("orcs.json", 1));
/// assert!(error.to_string().starts_with("orcs.json: Orc"));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplatesError {
    /// The name that the caller gave it.
    document: String,
    /// In the order in which they were found; never empty.
    mistakes: Vec<TemplateMistake>,
    /// Number of mistakes beyond those.
    unlisted: usize,
}

/// A mistake in a document of templates.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// # use ecs_world::{Templates, prelude::*};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Clone, Serialize, Deserialize)] struct Health { current: u32 }
/// ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: Health; }
///
/// let document = r#"{ "Orc": { "Health": { "current": 5, "curent": 3 }, "extends": "Monster" } }"#;
/// let read = Templates::<Game>::load("orcs.json", &mut serde_json::Deserializer::from_str(document));
/// let error = read.err().unwrap();
/// let paths: Vec<_> = error.mistakes().iter().map(|mistake| &mistake.path[..]).collect();
/// assert_eq!(paths, ["Orc.Health.curent", "Orc.extends"]);
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateMistake {
    /// The path of the mistake: the template, the component and the field, such as `Enemy.Health.current`; empty if it is the document as a
    /// whole.
    pub path: String,
    /// What is wrong, and the name that was probably meant.
    pub message: String,
}

impl TemplatesError {
    /// The name of the document.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Templates, prelude::*};
    /// # ecs_world! { #[derive(Deserialize)] struct Game; components: u32 as Health; }
    /// let read = Templates::<Game>::load("orcs.json", &mut serde_json::Deserializer::from_str("[]"));
    /// assert_eq!(read.unwrap_err().document(), "orcs.json");
    /// ```
    #[must_use]
    pub fn document(&self) -> &str {
        &self.document
    }

    /// The mistakes, in the order in which they were found: at most 64, and the one that ended the reading, if any, such as a value that
    /// its type refuses. The format is not read beyond that.
    ///
    /// Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Templates, prelude::*};
    /// # ecs_world! { #[derive(Deserialize)] struct Game; components: u32 as Health; }
    /// let document = r#"{ "Bat": { "Helth": 2 }, "Orc": { "Health": "many" }, "Elf": { "Helth": 4 } }"#;
    /// let read = Templates::<Game>::load("monsters.json", &mut serde_json::Deserializer::from_str(document));
    /// let error = read.unwrap_err();
    /// assert!(error.mistakes().iter().map(|mistake| &mistake.path[..]).eq(["Bat.Helth", "Orc.Health"]));
    /// ```
    #[must_use]
    pub fn mistakes(&self) -> &[TemplateMistake] {
        &self.mistakes
    }
}

impl fmt::Display for TemplatesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, TemplateMistake { path, message }) in self.mistakes.iter().enumerate() {
            let (line, separator) = (if at > 0 { "\n" } else { "" }, if path.is_empty() { "" } else { ": " });
            write!(f, "{line}{}: {path}{separator}{message}", self.document)?;
        }
        if self.unlisted > 0 {
            write!(f, "\n{}: and {} more", self.document, self.unlisted)?;
        }
        Ok(())
    }
}

impl error::Error for TemplatesError {}

/// The mistakes that were found so far, and the position in the document.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    /// In the order in which they were found.
    found: Vec<TemplateMistake>,
    /// Number of mistakes that were found after the list was full.
    unlisted: usize,
    /// The path being read, to which a mistake that the format reports belongs.
    pub(super) path: String,
}

impl Mistakes {
    /// Maximum number of mistakes that are listed.
    const MOST: usize = 64;

    /// Adds a mistake. `message` is called only if it is listed, as suggestions take time.
    pub(super) fn add(&mut self, path: impl Into<String>, message: impl FnOnce() -> String) {
        if self.found.len() < Self::MOST {
            self.found.push(TemplateMistake { path: path.into(), message: message() });
        } else {
            self.unlisted += 1;
        }
    }

    /// Adds the mistake that ends the reading. It is listed even if the list is full.
    pub(super) fn add_broken(&mut self, error: &dyn fmt::Display) {
        let path = core::mem::take(&mut self.path);
        self.found.push(TemplateMistake { path, message: error.to_string().trim_end().into() });
    }

    /// Returns true if a mistake was found, listed or not.
    pub(super) fn is_any(&self) -> bool {
        !self.found.is_empty()
    }

    /// # Errors
    ///
    /// All mistakes, if there are any.
    pub(super) fn into_result(self, document: &str) -> Result<(), TemplatesError> {
        let Self { found: mistakes, unlisted, .. } = self;
        if mistakes.is_empty() {
            return Ok(());
        }
        Err(TemplatesError { document: document.into(), mistakes, unlisted })
    }
}
