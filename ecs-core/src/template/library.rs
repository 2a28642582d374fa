//! Libraries of templates, from documents in formats of serde that people write.
//!
//! - **I1** A document is added as a whole or not at all: its templates are built outside of the library, and moved into it if none of them
//!   has a mistake.

use alloc::collections::BTreeMap;
use alloc::string::String;
use core::fmt;
use core::ops::Index;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Template;
use super::document;
use super::mistakes::TemplatesError;
use crate::nearest::did_you_mean;
use crate::world::{CloneComponents, EcsWorld, LoadWorld, SaveWorld};

/// Templates by name, from documents that can be edited without compiling the program: monsters, weapons, levels.
///
/// A document is a map, in TOML, RON, JSON or another self-describing format of serde. Each entry is a template: a map from components of
/// the world to their values. Two further keys are optional:
///
/// - `extends` is the name of another template of the document or the library, or a list of names. Their components are inherited; if
///   several have a component, the last one counts. Components of the template itself replace inherited ones as whole values.
/// - `without` is the name of an inherited component that is left out, or a list of names.
///
/// Unit structs are written as `{}` if the format has no unit. The world must be declared with `#[derive(Deserialize)]`.
///
/// Unknown fields are mistakes, even if the type skips them. Those of types with `#[serde(tag = ..)]`, `#[serde(untagged)]` or
/// `#[serde(flatten)]` are not noticed: serde reads such values into a buffer first, and the format does not see which fields are used.
/// There, `#[serde(deny_unknown_fields)]` refuses them, except with `flatten`.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
/// # #[cfg(feature = "serde")] {
/// use ecs_world::Templates;
/// use serde::Deserialize;
///
/// #[derive(Debug, Clone, PartialEq, Deserialize)]
/// struct Health { current: u32, max: u32 }
/// #[derive(Debug, Clone, PartialEq, Deserialize)]
/// struct Armour(u32);
/// #[derive(Debug, Clone, Deserialize)]
/// struct Flying;
///
/// ecs_world! {
///     #[derive(Deserialize)]
///     struct Game;
///     components: Health, Armour, Flying;
/// }
///
/// let text = r#"
///     [Monster]
///     Health = { current = 5, max = 5 }
///     Armour = 1
///
///     [Bat]
///     extends = "Monster"
///     without = "Armour"
///     Flying = {}
/// "#;
/// let document = toml::Deserializer::parse(text)?;
/// let monsters = Templates::<Game>::load("monsters.toml", document)?;
///
/// let mut game = Game::default();
/// let bat = game.spawn_template(&monsters["Bat"]);
/// assert_eq!(game.get::<Health>(bat), Some(&Health { current: 5, max: 5 }));
/// assert_eq!(game.component_names(bat), Some(vec!["Health", "Flying"]));
///
/// let misspelt = toml::Deserializer::parse("[Orc]\nHelth = { current = 9, max = 9 }")?;
/// let error = Templates::<Game>::load("orcs.toml", misspelt).unwrap_err();
/// assert_eq!(error.to_string(), "orcs.toml: Orc.Helth: world `Game` has no component `Helth`: did you mean `Health`?");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Templates<W: EcsWorld> {
    /// By name. Sorted, so that messages and saves have a fixed order.
    templates: BTreeMap<String, Template<W>>,
}

impl<W: EcsWorld> Templates<W> {
    /// Creates a library without templates. Does not allocate.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Templates, prelude::*};
    /// # ecs_world! {}
    /// let library = Templates::<World>::new();
    /// assert!(library.is_empty() && library.get("Orc").is_none());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { templates: BTreeMap::new() }
    }

    /// Loads the templates of a document. To reload it, load it again and assign the result: if the document has mistakes, the existing
    /// library is unchanged.
    ///
    /// `document` is a name for messages, such as that of the file. A deserializer stops at the end of the document and ignores what
    /// follows: to refuse that, keep the deserializer of `serde_json` or `ron`, and call its `end()` afterwards.
    ///
    /// Runs in **O(document + templates * components of the world)** time; a template takes a word per component of the world, and its
    /// values. Inherited values are cloned, so many templates that extend one with large values take many times the memory of the document:
    /// 4 000 that extend one of 80 kB take 320 MB. Limit the size of documents from untrusted sources.
    ///
    /// # Errors
    ///
    /// [`TemplatesError`] lists the mistakes in the document.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Templates, prelude::*};
    /// # ecs_world! { #[derive(Deserialize)] struct Game; components: u32 as Health; }
    /// fn read(text: &str) -> Result<Templates<Game>, Box<dyn std::error::Error>> {
    ///     let mut json = serde_json::Deserializer::from_str(text);
    ///     let orcs = Templates::load("orcs.json", &mut json)?;
    ///     json.end()?;
    ///     Ok(orcs)
    /// }
    ///
    /// let mut orcs = read(r#"{ "Orc": { "Health": 9 } }"#).unwrap();
    /// for edited in [r#"{ "Orc": { "Health": "many" } }"#, "{} }", "{}"] {
    ///     match read(edited) {
    ///         Ok(reloaded) => orcs = reloaded,
    ///         Err(_) => assert_eq!(orcs["Orc"].get::<u32>(), Some(&9)),
    ///     }
    /// }
    /// assert!(orcs.is_empty(), "a document may have no template");
    /// ```
    pub fn load<'de, D: Deserializer<'de>>(document: &str, deserializer: D) -> Result<Self, TemplatesError>
    where
        W: LoadWorld + for<'x> CloneComponents<'x>,
    {
        let mut library = Self::new();
        library.add(document, deserializer)?;
        Ok(library)
    }

    /// Adds the templates of another document, which can extend those of the library. Otherwise the same as [`load`](Self::load), including
    /// its cost.
    ///
    /// # Errors
    ///
    /// [`TemplatesError`] lists the mistakes in the document; the library is unchanged. A name that the library already has is one of them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::Templates;
    /// # ecs_world! { #[derive(Deserialize)] struct Game; components: u32 as Health; }
    /// let mut library = Templates::<Game>::new();
    /// for (name, text) in [("base.json", r#"{"Monster": {"Health": 5}}"#), ("bats.json", r#"{"Bat": {"extends": "Monster"}}"#)] {
    ///     library.add(name, &mut serde_json::Deserializer::from_str(text)).unwrap();
    /// }
    /// assert_eq!(library["Bat"].get::<u32>(), Some(&5));
    /// # }
    /// ```
    pub fn add<'de, D: Deserializer<'de>>(&mut self, document: &str, deserializer: D) -> Result<(), TemplatesError>
    where
        W: LoadWorld + for<'x> CloneComponents<'x>,
    {
        let read = document::read(self, document, deserializer)?;
        self.templates.extend(read);
        Ok(())
    }

    /// Inserts a template, and returns the one that had this name. Runs in **O(log templates)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Templates, prelude::*};
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let mut library = Templates::<World>::new();
    /// assert!(library.insert("Orc", Template::new().with(Health(9))).is_none());
    /// library.insert("Bat", Template::new().with(Health(2)));
    /// assert_eq!(library.get("Orc").and_then(|orc| orc.get::<Health>()).map(|health| health.0), Some(9));
    /// assert!(library.iter().map(|(name, _)| name).eq(["Bat", "Orc"]));
    /// assert_eq!((library.len(), library.is_empty()), (2, false));
    /// # }
    /// ```
    pub fn insert(&mut self, name: impl Into<String>, template: Template<W>) -> Option<Template<W>> {
        self.templates.insert(name.into(), template)
    }

    /// Returns the template with this name, if there is one. Runs in **O(log templates)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Templates, prelude::*};
    /// # struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// let mut library = Templates::<World>::new();
    /// library.insert("Orc", Template::new().with(Health(9)));
    /// assert!(library.get("Orc").is_some_and(|orc| orc.has::<Health>()));
    /// assert!(library.get("orc").is_none(), "upper and lower case are different");
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Template<W>> {
        self.templates.get(name)
    }

    /// All templates with their names, in alphabetical order.
    ///
    /// Runs in **O(templates)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Templates, prelude::*};
    /// # ecs_world! {}
    /// let mut library = Templates::<World>::new();
    /// for name in ["Orc", "Bat", "Orc"] {
    ///     library.insert(name, Template::new());
    /// }
    /// assert!(library.iter().map(|(name, _)| name).eq(["Bat", "Orc"]));
    /// assert_eq!((library.len(), library.iter().len()), (2, 2));
    /// ```
    #[must_use = "an iterator does nothing until it is used"]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Template<W>)> {
        self.templates.iter().map(|(name, template)| (name.as_str(), template))
    }

    /// Number of templates. Runs in **O(1)** time.
    #[must_use]
    pub fn len(&self) -> usize {
        self.templates.len()
    }

    /// Returns true if the library has no template. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }
}

impl<W: EcsWorld> Templates<W> {
    /// The names, in alphabetical order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.templates.keys().map(String::as_str)
    }
}

/// The template with this name. Runs in **O(log templates)** time.
///
/// # Panics
///
/// If there is none; [`get`](Templates::get) returns an `Option`.
impl<W: EcsWorld> Index<&str> for Templates<W> {
    type Output = Template<W>;

    #[track_caller]
    fn index(&self, name: &str) -> &Template<W> {
        self.get(name).unwrap_or_else(|| {
            let near = did_you_mean(name, self.names());
            panic!("the library has no template `{name}`{near}")
        })
    }
}

impl<W: EcsWorld> Default for Templates<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: for<'x> CloneComponents<'x>> Clone for Templates<W> {
    fn clone(&self) -> Self {
        Self { templates: self.templates.clone() }
    }
}

impl<W: EcsWorld> fmt::Debug for Templates<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Templates")?;
        f.debug_map().entries(&self.templates).finish()
    }
}

/// A map from names to templates, whose inherited components are written as their own.
impl<W: SaveWorld> Serialize for Templates<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.templates.serialize(serializer)
    }
}

/// Reads what is written with `Serialize`; [`load`](Templates::load) reads documents.
impl<'de, W: LoadWorld> Deserialize<'de> for Templates<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(deserializer).map(|templates| Self { templates })
    }
}
