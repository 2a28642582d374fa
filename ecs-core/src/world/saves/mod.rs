//! Saves: writing the whole state of a world in any format of serde, and making worlds from it.
//!
//! `docs/SAVES.md` documents what is written, and in which form. Writing and reading both follow the order of [`FIELDS`]. Generated code
//! passes each column and each value to a visitor, by number; it does not depend on the form.
//!
//! - **I1** Loaded data becomes part of a new world through the operations of a world, or is checked first: indices refer to live slots and
//!   occur once per column, and views and relations are made from masks and values. Only orders are taken from the save, as far as they
//!   fit.
//!
//! ```text
//! save   write::world    Core and fields  --FIELDS-->  a struct of serde       (write, runs, columns, commands)
//! load   Load            a struct of serde  ----->  a world under construction  (read, entries, columns, runs, removed)
//!        build                                      a world: views, relations, orders, invariants checked
//! ```

mod build;
mod columns;
mod commands;
mod entries;
mod names;
mod read;
mod removed;
mod runs;
mod visitors;
mod write;

use alloc::format;
use alloc::string::String;
use core::marker::PhantomData;

use serde::{Deserializer, Serializer};

pub(super) use build::mark;
pub(super) use commands::{ReadCommands, SaveCommands};
pub(super) use names::EachName;
pub(super) use read::Loading;
pub use read::{
    LoadWorld, OutOfSaves, load_column, load_column_as, load_events, load_events_as, load_queue, load_queue_as,
    load_state, load_state_as, load_value, load_value_as,
};
pub use removed::{make_past, skip_removed};
pub(super) use runs::Runs;
pub use visitors::{
    ColumnReader, ColumnWriter, QueueReader, QueueWriter, RemovedReader, ValueReader, ValueSeed, ValueWriter,
};
pub use write::{
    InSaves, SaveWorld, save_column, save_column_as, save_events, save_events_as, save_queue, save_queue_as,
    save_state, save_state_as, save_value, save_value_as,
};
pub(super) use write::{reserved, sorted, unseen};

use crate::access::Mentions;
use crate::mask::BitMask;
use crate::view::Transition;
use crate::world::EcsWorld;

/// The format version of the saves that are written.
const FORMAT: u32 = 3;

/// The first format version that writes entities and rows as runs.
const RUNS_SINCE: u32 = 3;

/// Number of fields in each format version, by number of the version. Later versions append fields; version 0 does not exist.
const FIELDS_OF: [usize; 4] = [0, 16, FIELDS.len(), FIELDS.len()];

/// The fields of a save, in the order in which they are written.
const FIELDS: &[&str] = &[
    "format",
    "schema",
    "generations",
    "free",
    "components",
    "relations",
    "lists",
    "resources",
    "events",
    "states",
    "systems",
    "dropped_commands",
    "is_running",
    "tidy_budget",
    "tidy_next",
    "sorted",
    "reserved",
    "commands",
    "deferred",
    "version",
];

/// The fields whose entries are single values, by the names that generated code uses for them.
pub(super) const SECTIONS: [&str; 4] = ["resources", "events", "states", "systems"];

/// A world that is declared with `#[derive(Serialize)]` or `#[derive(Deserialize)]`.
///
/// # Examples
///
/// A server refuses a client whose world has another declaration:
///
/// ```
/// # #[cfg(feature = "serde")] {
/// # use ecs_world::{Saves, prelude::*};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Serialize, Deserialize)] struct Health(u32);
/// ecs_world! { #[derive(Serialize, Deserialize)] struct Server; components: Health; }
/// ecs_world! { #[derive(Serialize, Deserialize)] #[version(2)] struct Client; components: Health; resources: u32 as Score; }
///
/// fn fits<A: Saves, B: Saves>() -> bool {
///     A::SCHEMA_HASH == B::SCHEMA_HASH
/// }
///
/// assert!(fits::<Server, Server>() && !fits::<Server, Client>());
/// assert_eq!((Server::VERSION, Client::VERSION), (1, 2));
/// # }
/// ```
pub trait Saves: EcsWorld {
    /// A description of what is in a save of the world: the names and types of its components, relations, resources, events, states and
    /// systems.
    const SCHEMA: &'static str;
    /// A hash of [`SCHEMA`](Self::SCHEMA). Each save contains that of its world.
    const SCHEMA_HASH: u64 = hash(Self::SCHEMA);
    /// The version of the declaration: the number in `#[version(..)]`, or 1 without it. Each save contains that of its world. A save of a
    /// later version is refused, unless [`skip_unknown`](Load::skip_unknown) is used.
    const VERSION: u32 = 1;
    /// Renamed entries: the section, the former name and the present one.
    #[doc(hidden)]
    const RENAMED: &'static [(&'static str, &'static str, &'static str)] = &[];
    /// Entries that were added later: the section, the name, and the first version that has the entry.
    #[doc(hidden)]
    const SINCE: &'static [(&'static str, &'static str, u32)] = &[];
    /// Removed entries: the section, or `""` for any section, and the name.
    #[doc(hidden)]
    const REMOVED: &'static [(&'static str, &'static str)] = &[];
    /// Entries that are declared but in no save: the section and the name.
    #[doc(hidden)]
    const TRANSIENT_NAMES: &'static [(&'static str, &'static str)] = &[];
    /// The columns: the name and the number of the component. The column of a past has the number of its component as well.
    #[doc(hidden)]
    const COLUMNS: &'static [(&'static str, usize)];
    /// All other values: the section and the name.
    #[doc(hidden)]
    const VALUES: &'static [(&'static str, &'static str)];
    /// Adds an entity to a view if it matches.
    #[doc(hidden)]
    fn __enter(_: &mut Self::Storages, _: &mut Self::Views, view: usize, _: &Transition<Self::Mask>);
}

/// FNV-1a with 64 bits, the hash by Fowler, Noll and Vo.
///
/// It is short, can be computed in constants, and is the same in each version of the compiler. It only distinguishes declarations, so it
/// need not resist attacks.
const fn hash(text: &str) -> u64 {
    let (bytes, mut hash, mut at) = (text.as_bytes(), 0xcbf2_9ce4_8422_2325, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}

/// How a world is loaded if the save and the declaration of the world differ. By default, such a save is refused.
///
/// It is a `DeserializeSeed` of serde. `Game::deserialize(..)` is the same as `Load::<Game>::new().deserialize(..)`. Deserialization stops
/// at the end of the save and ignores what follows. To refuse trailing input, keep the deserializer of `serde_json` or `ron`, and call its
/// `end()` afterwards.
///
/// `docs/SAVES.md` in the repository has an example.
///
/// | policy | the save has an unknown entry | the save lacks an entry |
/// |---|---|---|
/// | `Load::new()` | refused | refused |
/// | `.skip_unknown()` | skipped | refused |
/// | `.default_missing()` | refused | starts as in a new world |
///
/// If a component became double-buffered, its pasts start equal to the present values. A save of an earlier `#[version]` may lack them
/// under any policy; in a save of the same version they count as a missing entry.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use ecs_world::{Load, prelude::*};
/// use serde::de::DeserializeSeed;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! { #[derive(Serialize, Deserialize)] struct Old; components: Health; }
/// ecs_world! { #[derive(Serialize, Deserialize)] struct New; components: Health; resources: u32 as Score = 7; }
///
/// let mut old = Old::default();
/// old.spawn(Health(3));
/// let save = serde_json::to_string(&old).unwrap();
/// let load = |policy: Load<New>| {
///     let mut json = serde_json::Deserializer::from_str(&save);
///     let loaded = policy.deserialize(&mut json)?;
///     json.end().map(|()| loaded)
/// };
/// assert!(load(Load::new()).is_err(), "it has no score");
/// let new = load(Load::new().default_missing()).unwrap();
/// assert_eq!((new.len(), new.resources.score), (1, 7));
/// # }
/// ```
#[derive(Debug)]
pub struct Load<W> {
    /// Whether entries that the world does not declare are skipped. Entries with `#[removed]` are skipped under any policy.
    skips_unknown: bool,
    /// Whether entries that the save lacks start as in a new world. With `#[since]`, an entry that earlier versions lack does so under any
    /// policy.
    defaults_missing: bool,
    world: PhantomData<fn() -> W>,
}

impl<W> Load<W> {
    /// Creates the default policy: a save of another declaration is refused. `deserialize` of a world uses it.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Load, prelude::*};
    /// # use serde::{Deserialize, Serialize, de::DeserializeSeed};
    /// # #[derive(Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: Health; }
    /// # let mut game = Game::default();
    /// game.spawn(Health(3));
    /// let save = serde_json::to_string(&game).unwrap();
    /// let loaded = Load::<Game>::new().deserialize(&mut serde_json::Deserializer::from_str(&save)).unwrap();
    /// assert_eq!(loaded.len(), 1);
    /// # }
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { skips_unknown: false, defaults_missing: false, world: PhantomData }
    }

    /// Skips entries of the save that the world does not declare. Only self-describing formats can skip a value (JSON and RON can, postcard
    /// cannot).
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Load, prelude::*};
    /// # use serde::{Deserialize, Serialize, de::DeserializeSeed};
    /// # #[derive(Serialize, Deserialize)] struct Health(u32);
    /// # #[derive(Serialize, Deserialize)] struct Mana(u32);
    /// ecs_world! { #[derive(Serialize, Deserialize)] struct Old; components: Health, Mana; }
    /// ecs_world! { #[derive(Serialize, Deserialize)] struct New; components: Health; }
    ///
    /// let mut old = Old::default();
    /// let hero = old.spawn((Health(3), Mana(7)));
    /// let save = serde_json::to_string(&old).unwrap();
    /// let load = Load::<New>::new().skip_unknown();
    /// let new = load.deserialize(&mut serde_json::Deserializer::from_str(&save)).unwrap();
    /// assert_eq!(new.component_names(hero), Some(vec!["Health"]));
    /// # }
    /// ```
    #[must_use]
    pub const fn skip_unknown(self) -> Self {
        Self { skips_unknown: true, ..self }
    }

    /// Uses the state of `W::default()` for entries that the save lacks: components have no values, and all other entries have their
    /// initial value.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Load, prelude::*};
    /// # use serde::{Deserialize, Serialize, de::DeserializeSeed};
    /// # #[derive(Serialize, Deserialize)] struct Health(u32);
    /// # #[derive(Serialize, Deserialize)] struct Mana(u32);
    /// ecs_world! { #[derive(Serialize, Deserialize)] struct Old; components: Health; }
    /// ecs_world! { #[derive(Serialize, Deserialize)] struct New; components: Health, Mana; }
    ///
    /// let mut old = Old::default();
    /// let hero = old.spawn(Health(3));
    /// let save = serde_json::to_string(&old).unwrap();
    /// let load = Load::<New>::new().default_missing();
    /// let new = load.deserialize(&mut serde_json::Deserializer::from_str(&save)).unwrap();
    /// assert_eq!((new.has::<Health>(hero), new.has::<Mana>(hero)), (true, false));
    /// ```
    #[must_use]
    pub const fn default_missing(self) -> Self {
        Self { defaults_missing: true, ..self }
    }
}

impl<W> Clone for Load<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Load<W> {}

impl<W> Default for Load<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// Saves a world. For generated code.
///
/// # Errors
///
/// If the world has something that cannot be saved, such as a pending function, or the format refuses a value.
pub fn save_world<W: SaveWorld, S: Serializer>(world: &W, serializer: S) -> Result<S::Ok, S::Error> {
    write::world(world, serializer)
}

/// Loads a world. For generated code.
///
/// # Errors
///
/// If the save is damaged, or of a world with another declaration.
pub fn load_world<'de, W: LoadWorld, D: Deserializer<'de>>(deserializer: D) -> Result<W, D::Error> {
    serde::de::DeserializeSeed::deserialize(Load::new(), deserializer)
}

/// What a name in a save refers to.
#[derive(Debug, Clone, Copy)]
enum Found {
    /// The entry with this number.
    Entry(usize),
    /// The removed entry with this number; it is skipped.
    Removed(usize),
    /// No entry that the world knows; it is skipped, too.
    Unknown,
}

/// The present name of the entry that was once called `name`; `name` itself if it was not renamed.
pub(crate) fn present_name<'a, W: Saves>(section: &str, name: &'a str) -> &'a str {
    renamed(W::RENAMED, section, name)
}

/// The present name of an entry, by the renamed entries of a world.
fn renamed<'a>(all: &[(&str, &str, &'static str)], section: &str, name: &'a str) -> &'a str {
    let renamed = all.iter().find(|(own, old, _)| *own == section && *old == name);
    renamed.map_or(name, |(_, _, present)| *present)
}

/// The number of the removed entry of a section that has this name, or whose past has it.
///
/// ```text
/// #[removed(components: "Armour")]              ("components", "Armour") is number 0 of `REMOVED`
///
/// find_removed("components", "Armour")          Some(0)
/// find_removed("components", "Past<Armour>")    Some(0): the past of a removed component is removed with it
/// find_removed("resources", "Armour")           None: it is removed from `components:` alone
/// ```
pub(crate) fn find_removed<W: Saves>(section: &str, name: &str) -> Option<usize> {
    position_of_removed(W::REMOVED, section, name)
}

/// The number of a removed entry among those of a world.
fn position_of_removed(all: &[(&str, &str)], section: &str, name: &str) -> Option<usize> {
    let present = name.strip_prefix("Past<").and_then(|name| name.strip_suffix('>'));
    let is_of = |own: &str| own.is_empty() || own == section;
    all.iter().position(|(own, removed)| is_of(own) && (*removed == name || Some(*removed) == present))
}

/// The name of the list of a view: its requirement, such as `Position, Velocity, without(Asleep)`.
///
/// When a save is read, the name is compared with those of all views.
///
/// ```text
/// all [Position, Velocity]   none [Asleep]   any []            "Position, Velocity, without(Asleep)"
/// all []                     none []         any [Red, Blue]   "any(Red, Blue)"
/// ```
pub(super) fn list_name<W: EcsWorld>(view: usize) -> String {
    name_of_list(&W::VIEWS[view], W::COMPONENTS)
}

/// The name of the list of a view that mentions these components.
fn name_of_list(mentions: &Mentions, all: &[&'static str]) -> String {
    let names = |components: &[usize]| {
        components.iter().map(|component| all[*component]).collect::<alloc::vec::Vec<_>>().join(", ")
    };
    let mut name = names(mentions.all);
    for (word, components) in [("without", mentions.none), ("any", mentions.any)] {
        if !components.is_empty() {
            let separator = if name.is_empty() { "" } else { ", " };
            name = format!("{name}{separator}{word}({})", names(components));
        }
    }
    name
}

/// Returns true if saves contain the order of a view.
pub(super) fn is_saved<W: EcsWorld>(view: usize) -> bool {
    !W::VIEWS[view].any_of(W::TRANSIENT)
}

/// The components of a mask.
pub(crate) fn numbers<M: BitMask>(mut mask: M) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || mask.pop_first())
}
