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
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::hasher::Hasher;
use super::{Rest, Visitor, relation_name, view_name, visit};
use crate::allocator::Allocator;
use crate::codec::{Encoded, SaveAs};
use crate::entity::Entity;
use crate::relation::SavedOrder;
use crate::sparse::Source;
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
            let name = match name {
                Name::Of(name) => name.into(),
                Name::Composed(name) => name().into(),
            };
            parts.push(PartHash { section, name, hash });
        }),
    );
    PartHashes(parts)
}

/// Hashes each part, and passes the hash to a function, with the section and the name of the part.
///
/// The function is a trait object, so that the code is compiled once for both kinds of hashes.
struct Parts<'a>(&'a mut dyn FnMut(&'static str, Name<'_>, u64));

/// The name of a part.
#[derive(Clone, Copy)]
enum Name<'a> {
    /// The name of an entry; empty for a part that is the only one of its section.
    Of(&'static str),
    /// A function that composes the name of a view. The hash of the whole state does not call it, as it needs no names.
    Composed(&'a dyn Fn() -> String),
}

impl Parts<'_> {
    fn add(&mut self, section: &'static str, name: Name<'_>, hash: u64) {
        (self.0)(section, name, hash);
    }
}

/// Adds the entities of a column and their number to a hash.
fn add_entities(hasher: &mut Hasher, source: Source<'_>, values: usize) {
    match source.indices() {
        Some(indices) => indices.iter().for_each(|index| hasher.word(u64::from(*index))),
        None => source.iter().for_each(|index| hasher.word(u64::from(index))),
    }
    hasher.word(values as u64);
}

/// Adds lists of rows to a hash.
fn add_rows(hasher: &mut Hasher, lists: &[Vec<u32>]) {
    for rows in lists {
        hasher.value(rows);
    }
}

impl<W: SaveWorld> Visitor<W> for Parts<'_> {
    fn entities(&mut self, core: &Core<W>) {
        let allocator = &core.entities.allocator;
        self.add("entities", Name::Of(""), Hasher::of(&(allocator.generations(), allocator.free_slots())));
    }

    /// Hashes the entities and their number, then the hash of each value, then the rows that systems have not seen.
    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, column: usize, storage: &S) {
        let mut hasher = Hasher::NEW;
        add_entities(&mut hasher, storage.source(), storage.values());
        for value in storage.parts().1.each() {
            hasher.word(Hasher::of(&Encoded::<_, F>::new(value)));
        }
        add_rows(&mut hasher, &unseen(storage));
        self.add("components", Name::Of(W::COLUMNS[column].0), hasher.finish());
    }

    fn relation(&mut self, relation: usize, order: &SavedOrder) {
        self.add("relations", Name::Of(relation_name::<W>(relation)), Hasher::of(order));
    }

    fn list(&mut self, view: usize, list: &[u32]) {
        self.add("lists", Name::Composed(&|| view_name::<W>(view)), Hasher::of(list));
    }

    fn deferred(&mut self, view: usize, deferred: &Deferred) {
        let Deferred { list, noted, gone, new } = deferred;
        self.add("deferred", Name::Composed(&|| view_name::<W>(view)), Hasher::of(&(list, noted, gone, new)));
    }

    fn value<T: Serialize>(&mut self, value: usize, it: &T) {
        let (section, name) = W::VALUES[value];
        self.add(section, Name::Of(name), Hasher::of(it));
    }

    fn commands(&mut self, core: &Core<W>) {
        let mut hasher = Hasher::NEW;
        hasher.word(u64::from(core.reserved.count));
        match SaveCommands::new(core) {
            Ok(commands) => hasher.value(&commands),
            Err(_) => hasher.word(core.commands.len() as u64),
        }
        self.add("commands", Name::Of(""), hasher.finish());
    }

    fn rest(&mut self, rest: &Rest) {
        self.add("rest", Name::Of(""), Hasher::of(rest));
    }
}

/// The hash of the content of a world, which does not depend on orders.
///
/// Orders, changes that systems or views have yet to process, free slots and the rest are not part of it: if the same changes were made to
/// two worlds in different orders, their content is equal, provided that handles are equal.
pub(crate) fn content_hash<W: SaveWorld>(world: &W) -> u64 {
    let living = &world.__core(Token::new()).entities.allocator;
    let mut total = Hasher::NEW;
    total.word(W::SCHEMA_HASH);
    visit(world, &mut Content { total: &mut total, living });
    total.finish()
}

/// Hashes each value with the handle of its entity, and sums these hashes per column, since a sum does not depend on the order.
struct Content<'a> {
    /// The hash of the parts so far.
    total: &'a mut Hasher,
    /// Maps indices to handles, which are hashed in their place.
    living: &'a Allocator,
}

/// Adds the live entities and their number to a hash.
fn add_living(hasher: &mut Hasher, allocator: &Allocator) {
    for index in 0..allocator.slots() {
        if let Some(entity) = allocator.entity_at(index) {
            hasher.word(entity.to_bits());
        }
    }
    hasher.word(allocator.len() as u64);
}

/// The hash of a value with the handle of its entity.
#[inline]
fn hash_of_row(entity: Option<Entity>, value: u64) -> u64 {
    let mut row = Hasher::NEW;
    row.word(entity.map_or(0, Entity::to_bits));
    row.word(value);
    row.finish()
}

impl<W: SaveWorld> Visitor<W> for Content<'_> {
    fn entities(&mut self, core: &Core<W>) {
        add_living(self.total, &core.entities.allocator);
    }

    fn column<S: Storage, F: SaveAs<S::Value>>(&mut self, _: usize, storage: &S) {
        let (mut indices, mut sum) = (storage.source().iter(), 0_u64);
        for value in storage.parts().1.each() {
            let owner = indices.next().and_then(|index| self.living.entity_at(index));
            sum = sum.wrapping_add(hash_of_row(owner, Hasher::of(&Encoded::<_, F>::new(value))));
        }
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
