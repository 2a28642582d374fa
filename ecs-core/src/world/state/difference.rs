//! The first difference between two worlds: the hashes of parts locate the part, which is then searched.
//!
//! There are three steps, each on less data than the previous one: the hashes of all parts show which parts differ, the hashes of all facts
//! of such a part show which fact differs, and only that fact is converted to text, in both worlds. A *fact* is the smallest unit within a
//! part: the value of an entity, a position of an order, a row that a system has not seen.
//!
//! ```text
//! parts    entities =    components Health: 51.. here, 8c.. there    commands =    rest =
//! facts    (Value, 0)  a7.. here, a7.. there
//!          (Value, 3)  20.. here, e9.. there     the first that differs: the value of the entity with index 3
//!          (Order, 0)  entity 0 first, in both
//! text     component `Health` of 3v1: Health(4) here, and Health(5) there
//! ```

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::hasher::Hasher;
use super::hashes::{PartHash, part_hashes};
use super::text::{around_difference, text_of};
use super::{Rest, Visitor, relation_name, view_name, visit};
use crate::codec::{Encoded, SaveAs};
use crate::entity::Entity;
use crate::relation::SavedOrder;
use crate::storage::{Storage, Values};
use crate::view::Deferred;
use crate::world::saves::{SaveCommands, SaveWorld, reserved, unseen};
use crate::world::{Core, Token};

/// The first difference between two worlds, in the order of the declaration: from
/// [`first_difference`](crate::WorldState::first_difference).
///
/// Its `Display` is a sentence that names the part, the entity, and the values in both worlds.
///
/// # Examples
///
/// ```text
/// component `Health` of 3v1: Health(4) here, and Health(5) there
/// ```
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use ecs_world::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! {
///     #[derive(Clone, Serialize, Deserialize)]
///     pub struct Game;
///     components: Health;
/// }
///
/// let mut game = Game::default();
/// let hero = game.spawn(Health(4));
/// let mut other = game.clone();
/// other.get_mut::<Health>(hero).unwrap().0 = 5;
/// let difference = game.first_difference(&other).unwrap();
/// assert_eq!((difference.section(), difference.name()), ("components", "Health"));
/// assert_eq!(difference.entity(), Some(hero));
/// assert_eq!((difference.here(), difference.there()), (Some("Health(4)"), Some("Health(5)")));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    section: &'static str,
    name: String,
    /// `None` for orders, and for values that belong to no entity.
    entity: Option<Entity>,
    /// What differs, such as an order; empty for a value.
    what: &'static str,
    /// The values here and there, as text.
    values: [Option<String>; 2],
}

impl Difference {
    /// The kind of the part that differs, as in [`PartHash::section`](crate::PartHash::section).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { #[derive(Serialize, Deserialize)] pub struct Game; resources: u32 as Score; }
    /// let (game, mut other) = (Game::default(), Game::default());
    /// assert_eq!(game.first_difference(&other), None);
    /// other.resources.score = 5;
    /// let difference = game.first_difference(&other).unwrap();
    /// assert_eq!((difference.section(), difference.name(), difference.entity()), ("resources", "Score", None));
    /// ```
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// The name of the entry; empty if the part belongs to no entry.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The entity whose value differs, or that is alive in only one of the worlds; `None` if the part has no entities, or if only orders
    /// differ.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { #[derive(Serialize, Deserialize)] pub struct Game; components: u32 as Health; }
    /// let (game, mut other) = (Game::default(), Game::default());
    /// let hero = other.spawn(());
    /// let difference = game.first_difference(&other).unwrap();
    /// assert_eq!((difference.section(), difference.entity()), ("entities", Some(hero)));
    /// ```
    #[must_use]
    pub fn entity(&self) -> Option<Entity> {
        self.entity
    }

    /// The value in this world, as text; `None` if this world lacks it. Long texts are cut around the first difference.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: u32 as Health; }
    /// # let mut game = Game::default();
    /// let hero = game.spawn(4_u32);
    /// let mut other = game.clone();
    /// other.remove::<u32>(hero).unwrap();
    /// let difference = game.first_difference(&other).unwrap();
    /// assert_eq!((difference.here(), difference.there()), (Some("4"), None));
    /// assert_eq!(difference.to_string(), format!("component `Health` of {hero}: 4 here, and nothing there"));
    /// ```
    #[must_use]
    pub fn here(&self) -> Option<&str> {
        self.values[0].as_deref()
    }

    /// The value in the other world, as text; `None` if that world lacks it.
    #[must_use]
    pub fn there(&self) -> Option<&str> {
        self.values[1].as_deref()
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { section, name, entity, what, values: [here, there] } = self;
        let word = match *section {
            "entities" => "entities",
            "components" => "component",
            "relations" => "relation",
            "lists" | "deferred" => "view",
            "resources" => "resource",
            "events" => "event",
            "states" => "state",
            "systems" => "system",
            "commands" => "pending commands",
            _ => "rest of the state",
        };
        f.write_str(word)?;
        if !name.is_empty() {
            write!(f, " `{name}`")?;
        }
        if let Some(entity) = entity {
            write!(f, " of {entity}")?;
        }
        if !what.is_empty() {
            write!(f, ", {what}")?;
        }
        let [here, there] = [here, there].map(|value| value.as_deref().unwrap_or("nothing"));
        write!(f, ": {here} here, and {there} there")
    }
}

/// The kind of a fact. Values are compared before orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The value of an entity, the generation of a slot, or an entry that is one value.
    Value,
    /// The entity or node at a position of an order.
    Order,
    /// A row that a system has not seen.
    Unseen,
    /// State that belongs to no entry.
    Rest,
}

/// A fact of a part: its kind, and its entity, position or row.
///
/// Keys are ordered as facts are compared.
type Key = (Kind, u64);

/// The first difference between two worlds; `None` if the states are equal.
///
/// Differences of values take precedence over those of orders, since a missing value also changes orders. Runs in the time of two hashes of
/// the state, plus that of hashing the facts of the parts that differ, which are kept in memory.
pub(crate) fn first_difference<W: SaveWorld>(here: &W, there: &W) -> Option<Difference> {
    let (ours, theirs) = (part_hashes(here), part_hashes(there));
    let has = |parts: &[PartHash], part: &PartHash| {
        parts.iter().any(|own| (own.section(), own.name()) == (part.section(), part.name()))
    };
    // A view with deferred changes has no list, but a separate part for these changes.
    let is_kept = |part: &&PartHash| part.section() != "lists" || has(&theirs, part);
    let different = ours.iter().filter(is_kept).filter(|part| !theirs.contains(part));
    let different = different.chain(theirs.iter().filter(|part| part.section() == "deferred" && !has(&ours, part)));
    let mut first: Option<(Key, &PartHash)> = None;
    for part in different {
        let Some(key) = first_key([here, there], part) else { continue };
        if first.is_none_or(|(first, _)| key.0 < first.0) {
            first = Some((key, part));
        }
        if key.0 == Kind::Value {
            break;
        }
    }
    let (key, part) = first?;
    Some(describe([here, there], part, key))
}

/// The first fact of a part that differs, or that only one world has.
///
/// Takes memory for the hashes of all facts of the part, in both worlds.
fn first_key<W: SaveWorld>(worlds: [&W; 2], part: &PartHash) -> Option<Key> {
    let facts = worlds.map(|world| {
        let mut facts = Facts::of(part, None);
        visit(world, &mut facts);
        facts.hashes
    });
    let keys = facts.iter().flat_map(BTreeMap::keys);
    keys.filter(|key| facts[0].get(key) != facts[1].get(key)).min().copied()
}

/// Describes one fact in both worlds, as texts that are cut around their difference.
fn describe<W: SaveWorld>(worlds: [&W; 2], part: &PartHash, key: Key) -> Difference {
    let mut values = worlds.map(|world| {
        let mut facts = Facts::of(part, Some(key));
        visit(world, &mut facts);
        facts.text
    });
    if let [Some(one), Some(other)] = &values {
        values = around_difference(one, other).map(Some);
    }
    let index = u32::try_from(key.1).ok().filter(|_| key.0 == Kind::Value);
    let entity = index.and_then(|index| {
        let living = |world: &W| world.__core(Token::new()).entities.allocator.entity_at(index);
        worlds.into_iter().find_map(living)
    });
    let what = match key.0 {
        Kind::Value | Kind::Rest => "",
        Kind::Order => "in its order",
        Kind::Unseen => "in the changes that systems have not seen",
    };
    Difference { section: part.section(), name: part.name().to_string(), entity, what, values }
}

/// A visitor that collects the facts of one part: the hash of each, or the text of one. It ignores other parts.
struct Facts<'a> {
    /// The section of the part; together with `name`, it identifies the part.
    section: &'static str,
    name: &'a str,
    /// The fact whose text is made; if `None`, hashes are collected.
    wanted: Option<Key>,
    /// The hash of each fact, in the order in which facts are compared.
    hashes: BTreeMap<Key, u64>,
    /// The text of the wanted fact; `None` if the world has no such fact.
    text: Option<String>,
}

impl<'a> Facts<'a> {
    fn of(part: &'a PartHash, wanted: Option<Key>) -> Self {
        Self { section: part.section(), name: part.name(), wanted, hashes: BTreeMap::new(), text: None }
    }

    fn is_of(&self, section: &str, name: &str) -> bool {
        self.section == section && self.name == name
    }

    /// Adds a fact whose text is that of its value.
    fn fact<T: Serialize + ?Sized>(&mut self, kind: Kind, number: u64, value: &T) {
        self.fact_as(kind, number, value, text_of::<T>);
    }

    fn fact_as<T: Serialize + ?Sized>(&mut self, kind: Kind, number: u64, value: &T, text: impl Fn(&T) -> String) {
        match self.wanted {
            Some(wanted) if wanted == (kind, number) => self.text = Some(text(value)),
            Some(_) => {}
            None => _ = self.hashes.insert((kind, number), Hasher::of(value)),
        }
    }

    /// Adds the entity at each position of an order. `what` is an entity or a slot.
    fn order(&mut self, indices: &[u32], what: &str) {
        for (position, index) in (0..).zip(indices) {
            self.fact_as(Kind::Order, position, index, |index| format!("{what} {index} at position {position}"));
        }
    }

    /// Adds the rows that each system has not seen.
    fn unseen(&mut self, lists: &[Vec<u32>]) {
        for (reader, rows) in (0..).zip(lists) {
            for row in rows {
                self.fact_as(Kind::Unseen, reader << 32 | u64::from(*row), &(), |()| format!("row {row}"));
            }
        }
    }
}

impl<W: SaveWorld> Visitor<W> for Facts<'_> {
    fn entities(&mut self, core: &Core<W>) {
        if !self.is_of("entities", "") {
            return;
        }
        let allocator = &core.entities.allocator;
        for (index, generation) in (0..).zip(allocator.generations()) {
            self.fact_as(Kind::Value, u64::from(index), generation, |generation| match allocator.entity_at(index) {
                Some(entity) => entity.to_string(),
                None => format!("a free slot {index} of generation {generation}"),
            });
        }
        self.order(allocator.free_slots(), "free slot");
    }

    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, column: usize, storage: &S) {
        if !self.is_of("components", W::COLUMNS[column].0) {
            return;
        }
        let mut indices = storage.source().iter();
        for value in storage.parts().1.each() {
            let Some(index) = indices.next() else { break };
            self.fact(Kind::Value, u64::from(index), &Encoded::<_, F>::new(value));
        }
        match storage.source().indices() {
            Some(indices) => self.order(indices, "entity"),
            None => self.order(&storage.source().list(), "entity"),
        }
        self.unseen(&unseen(storage));
    }

    fn relation(&mut self, relation: usize, (nodes, vacant): &SavedOrder) {
        if !self.is_of("relations", relation_name::<W>(relation)) {
            return;
        }
        for (position, node) in (0..).zip(nodes) {
            self.fact_as(Kind::Order, position, node, |(entity, sources)| match entity {
                Some(entity) => format!("entity {entity} with the sources {sources:?}"),
                None => "a vacant node".to_string(),
            });
        }
        self.fact(Kind::Order, u64::MAX, vacant);
    }

    fn list(&mut self, view: usize, list: &[u32]) {
        if self.is_of("lists", &view_name::<W>(view)) {
            self.order(list, "entity");
        }
    }

    fn deferred(&mut self, view: usize, deferred: &Deferred) {
        if self.is_of("deferred", &view_name::<W>(view)) {
            let Deferred { list, noted, gone, new } = deferred;
            self.fact(Kind::Order, 0, &(list, noted, gone, new));
        }
    }

    fn value<T: Serialize>(&mut self, value: usize, it: &T) {
        let (section, name) = W::VALUES[value];
        if self.is_of(section, name) {
            self.fact(Kind::Value, u64::MAX, it);
        }
    }

    fn commands(&mut self, core: &Core<W>) {
        if self.is_of("commands", "") {
            let reserved = reserved(core);
            match SaveCommands::new(core) {
                Ok(commands) => self.fact(Kind::Value, u64::MAX, &(reserved, commands)),
                Err(_) => self.fact(Kind::Value, u64::MAX, &(reserved, core.commands.len())),
            }
        }
    }

    fn rest(&mut self, rest: &Rest) {
        if self.is_of("rest", "") {
            self.fact(Kind::Rest, 0, rest);
        }
    }
}
