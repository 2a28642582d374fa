//! Hashes of worlds: of the whole state, of each part, and of the content without its order.
//!
//! If the state hashes of two worlds are equal, all of their parts are equal, except for collisions of 64 bits; if not, the hashes of the
//! parts show which part differs. Nothing is cached, so each hash visits all values: **O(values)**.
//!
//! | | entities | columns | orders of relations and lists | values of entries |
//! |---|---|---|---|---|
//! | state | handles and free slots | values in their order | yes | yes |
//! | content | handles of live entities | a sum over the values | no | yes |

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::hasher::Hasher;
use super::{Rest, Visitor, relation_name, view_name, visit};
use crate::codec::{Encoded, SaveAs};
use crate::entity::Entity;
use crate::population::Population;
use crate::relation::SavedOrder;
use crate::storage::{Storage, Values};
use crate::view::Deferred;
use crate::world::saves::{SaveCommands, SaveWorld, unseen};
use crate::world::{Core, Token};

/// The hash of one part of a world, from [`part_hashes`](crate::WorldState::part_hashes).
///
/// # Examples
///
/// ```text
/// components Position: 5fd0ab1f21a2c370
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHash {
    section: &'static str,
    /// Borrowed, except for views, whose names are composed of names of components.
    name: Cow<'static, str>,
    /// The hash of this part alone; it does not depend on other parts.
    hash: u64,
}

impl PartHash {
    /// The kind of the part: `entities`, `components`, `relations` (their order), `lists` (of views), `deferred` (changes that a view has
    /// not settled), `resources`, `events`, `states`, `systems`, `commands`, or `rest` for state that belongs to no entry.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// let parts = Game::default().part_hashes();
    /// let all: Vec<_> = parts.iter().map(|part| (part.section(), part.name())).collect();
    /// assert_eq!(all, [("entities", ""), ("components", "Health"), ("commands", ""), ("rest", "")]);
    /// ```
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// The name of the entry; empty for `entities`, `commands` and `rest`, which are one part each.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The hash of the part.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Clone, Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Clone, Serialize, Deserialize)] pub struct Game; components: Health; }
    /// # let mut game = Game::default();
    /// let before = game.part_hashes();
    /// let hero = game.spawn(Health(3));
    /// game.despawn(hero).unwrap();
    /// let after = game.part_hashes();
    /// let same: Vec<_> = before.iter().zip(&after).map(|(old, new)| old.hash() == new.hash()).collect();
    /// assert_eq!(same, [false, true, true, true], "the slot of the hero has another generation");
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

impl fmt::Display for PartHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { section, name, hash } = self;
        let space = if name.is_empty() { "" } else { " " };
        write!(f, "{section}{space}{name}: {hash:016x}")
    }
}

/// The hashes of all parts of a world, from [`part_hashes`](crate::WorldState::part_hashes). It dereferences to a slice, and its `Display`
/// prints one line per part.
///
/// # Examples
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
/// let hero = game.spawn(Health(3));
/// let before = game.part_hashes();
/// game.get_mut::<Health>(hero).unwrap().0 = 4;
/// let after = game.part_hashes();
/// let changed: Vec<_> = before.iter().zip(&after).filter(|(old, new)| old != new).collect();
/// let [(_, health)] = changed[..] else { panic!("one part changed") };
/// assert_eq!((health.section(), health.name()), ("components", "Health"));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHashes(Vec<PartHash>);

impl core::ops::Deref for PartHashes {
    type Target = [PartHash];

    fn deref(&self) -> &[PartHash] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a PartHashes {
    type Item = &'a PartHash;
    type IntoIter = core::slice::Iter<'a, PartHash>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for PartHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| writeln!(f, "{part}"))
    }
}

/// The hash of the whole state: a chain over the hash of the declaration and those of all parts.
///
/// So worlds of different declarations have different hashes, even if both are empty.
pub(crate) fn state_hash<W: SaveWorld>(world: &W) -> u64 {
    let mut total = Hasher::NEW;
    total.word(W::SCHEMA_HASH);
    visit(world, &mut Parts(&mut |_, _, hash| total.word(hash)));
    total.finish()
}

/// The hashes of all parts, in the order in which they are visited.
pub(crate) fn part_hashes<W: SaveWorld>(world: &W) -> PartHashes {
    let mut parts = Vec::new();
    visit(
        world,
        &mut Parts(&mut |section, name: Name<'_>, hash| {
            parts.push(PartHash { section, name: name(), hash });
        }),
    );
    PartHashes(parts)
}

/// Hashes each part, and passes the hash to a function, with the section and the name of the part.
///
/// The function is a trait object, so that the code is compiled once for both kinds of hashes.
struct Parts<'a>(&'a mut dyn FnMut(&'static str, Name<'_>, u64));

/// A function that returns the name of a part.
///
/// The hash of the whole state does not call it, as it needs no names.
type Name<'a> = &'a dyn Fn() -> Cow<'static, str>;

impl Parts<'_> {
    fn add(&mut self, section: &'static str, name: Name<'_>, hash: u64) {
        (self.0)(section, name, hash);
    }
}

/// The name of a part that is the only one of its section.
const NONE: Name<'static> = &|| Cow::Borrowed("");

impl<W: SaveWorld> Visitor<W> for Parts<'_> {
    fn entities(&mut self, core: &Core<W>) {
        let allocator = &core.entities.allocator;
        self.add("entities", NONE, Hasher::of(&(allocator.generations(), allocator.free_slots())));
    }

    /// Hashes the entities and their number, then the hash of each value, then the rows that systems have not seen.
    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, column: usize, storage: &S) {
        let mut hasher = Hasher::NEW;
        let source = storage.source();
        match source.indices() {
            Some(indices) => indices.iter().for_each(|index| hasher.word(u64::from(*index))),
            None => source.iter().for_each(|index| hasher.word(u64::from(index))),
        }
        hasher.word(storage.values() as u64);
        storage.parts().1.each().for_each(|value| hasher.word(Hasher::of(&Encoded::<_, F>::new(value))));
        for rows in unseen(storage) {
            hasher.value(&rows);
        }
        self.add("components", &|| W::COLUMNS[column].0.into(), hasher.finish());
    }

    fn relation(&mut self, relation: usize, order: &SavedOrder) {
        self.add("relations", &|| relation_name::<W>(relation).into(), Hasher::of(order));
    }

    fn list(&mut self, view: usize, list: &[u32]) {
        self.add("lists", &|| view_name::<W>(view).into(), Hasher::of(list));
    }

    fn deferred(&mut self, view: usize, deferred: &Deferred) {
        let Deferred { list, noted, gone, new } = deferred;
        self.add("deferred", &|| view_name::<W>(view).into(), Hasher::of(&(list, noted, gone, new)));
    }

    fn value<T: Serialize>(&mut self, value: usize, it: &T) {
        let (section, name) = W::VALUES[value];
        self.add(section, &|| name.into(), Hasher::of(it));
    }

    fn commands(&mut self, core: &Core<W>) {
        let mut hasher = Hasher::NEW;
        hasher.word(u64::from(core.reserved.count));
        match SaveCommands::new(core) {
            Ok(commands) => hasher.value(&commands),
            Err(_) => hasher.word(core.commands.len() as u64),
        }
        self.add("commands", NONE, hasher.finish());
    }

    fn rest(&mut self, rest: &Rest) {
        self.add("rest", NONE, Hasher::of(rest));
    }
}

/// The hash of the content of a world, which does not depend on orders.
///
/// Orders, changes that systems or views have yet to process, free slots and the rest are not part of it: if the same changes were made to
/// two worlds in different orders, their content is equal, provided that handles are equal.
pub(crate) fn content_hash<W: SaveWorld>(world: &W) -> u64 {
    let entities = &world.__core(Token::new()).entities;
    let mut total = Hasher::NEW;
    total.word(W::SCHEMA_HASH);
    visit(world, &mut Content { total: &mut total, entities });
    total.finish()
}

/// Hashes each value with the handle of its entity, and sums these hashes per column, since a sum does not depend on the order.
struct Content<'a, M> {
    /// The hash of the parts so far.
    total: &'a mut Hasher,
    /// Maps indices to handles, which are hashed in their place.
    entities: &'a Population<M>,
}

impl<W: SaveWorld> Visitor<W> for Content<'_, W::Mask> {
    fn entities(&mut self, core: &Core<W>) {
        let allocator = &core.entities.allocator;
        let living = (0..allocator.slots()).filter_map(|index| allocator.entity_at(index));
        living.for_each(|entity| self.total.word(entity.to_bits()));
        self.total.word(allocator.len() as u64);
    }

    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, _: usize, storage: &S) {
        let rows = storage.source().iter().zip(storage.parts().1.each());
        let hashes = rows.map(|(index, value)| {
            let mut row = Hasher::NEW;
            row.word(self.entities.allocator.entity_at(index).map_or(0, Entity::to_bits));
            row.word(Hasher::of(&Encoded::<_, F>::new(value)));
            row.finish()
        });
        let sum = hashes.fold(0, u64::wrapping_add);
        self.total.word(sum);
    }

    fn relation(&mut self, _: usize, _: &SavedOrder) {}

    fn list(&mut self, _: usize, _: &[u32]) {}

    fn deferred(&mut self, _: usize, _: &Deferred) {}

    fn value<T: Serialize>(&mut self, _: usize, it: &T) {
        self.total.word(Hasher::of(it));
    }

    fn commands(&mut self, core: &Core<W>) {
        Parts(&mut |_, _, hash| self.total.word(hash)).commands(core);
    }

    fn rest(&mut self, _: &Rest) {}
}
