//! Single values of a world by number or name, in formats of serde: what an inspector shows and edits.
//!
//! Nothing is generated for it. The functions that pass columns and values to visitors exist for saves, and a
//! [`ComponentList`](super::ComponentList) knows the type of each number. Both are combined in empty storages: a value is read into one of
//! them by number, and taken out of it by a visitor that knows its type (`visitors`).

mod visitors;

use core::fmt;

use serde::{Deserializer, Serializer};
use visitors::{Insert, Measure, ReadEntry, ReadOne, Remove, WriteEntry, WriteOne, WriteSeveral};

use super::moved_values;
use super::saves::{LoadWorld, SaveWorld};
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::mask::BitMask;
use crate::template::Template;
use crate::view::Members;
use crate::world::{EcsWorld, Token};

/// The result of writing a value into a format.
type Written<S> = Result<<S as Serializer>::Ok, <S as Serializer>::Error>;

/// A world whose values can be read and written one by one by their names, without their types, for inspectors, editors and consoles. Needs
/// the feature `inspect`.
///
/// Implemented for each world that is declared with `#[derive(Serialize, Deserialize)]`; `#[transient]` entries have no values here. A
/// component is given by its number, the position of its name in [`COMPONENTS`](crate::GeneratedWorld::COMPONENTS).
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use ecs_world::{Inspect, prelude::*};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! {
///     #[derive(Serialize, Deserialize)]
///     pub struct World;
///     components: Health;
/// }
///
/// let mut world = World::default();
/// let ship = world.spawn(());
/// let health = World::number_of("Health").unwrap();
/// world.insert_value(ship, health, serde_json::json!(5)).unwrap();
/// assert_eq!(world.get::<Health>(ship).unwrap().0, 5);
/// assert!(world.remove_value(ship, health).unwrap());
/// # }
/// ```
pub trait Inspect: SaveWorld + LoadWorld {
    /// The number of the component with this name. Runs in **O(components)** time.
    #[must_use]
    fn number_of(component: &str) -> Option<usize> {
        Self::COMPONENTS.iter().position(|own| *own == component)
    }

    /// Returns true if values of the component can be read and written; false if it is `#[transient]`. Runs in **O(components)** time.
    #[must_use]
    fn has_values(component: usize) -> bool {
        column::<Self>(component).is_some()
    }

    /// The resources, events, states and fields of systems that can be read and written: the section and the name of each, in **O(1)** time.
    #[must_use]
    fn value_names() -> &'static [(&'static str, &'static str)] {
        Self::VALUES
    }

    /// The relations: the component number of each, and whether it is a tree. Runs in **O(1)** time per relation.
    #[must_use]
    fn relations() -> impl Iterator<Item = (usize, bool)> {
        Self::RELATIONS.iter().map(|relating| (relating.component, relating.is_tree()))
    }

    /// Writes a component of an entity into a format; `None` if the entity is dead, or has no such value. Runs in **O(components)** time,
    /// plus that of the format.
    fn write_component<S: Serializer>(
        &self,
        entity: Entity,
        component: usize,
        format: S,
    ) -> Option<Result<S::Ok, S::Error>> {
        let core = self.__core(Token::new());
        let one = WriteOne { entity, living: &core.entities.allocator, format };
        Self::__save_column(&core.storages, column::<Self>(component)?, one)
    }

    /// Writes a component of several entities, each into a format of its own; finds the column only once. Skips entities that are dead or
    /// lack the component, and ends when `next` returns `None`. Runs in **O(components + entities)** time, plus that of the formats.
    fn write_components<S: Serializer>(
        &self,
        component: usize,
        next: impl FnMut() -> Option<(Entity, S)>,
        each: impl FnMut(Entity, Result<S::Ok, S::Error>),
    ) {
        let core = self.__core(Token::new());
        let several = WriteSeveral { living: &core.entities.allocator, next, each };
        if let Some(column) = column::<Self>(component) {
            Self::__save_column(&core.storages, column, several);
        }
    }

    /// Reads a component from a format and inserts it into an entity, replacing its value if it has one. Runs in **O(components)** time,
    /// plus that of the format and of an [`insert`](crate::WorldChanges::insert).
    ///
    /// # Errors
    ///
    /// [`InspectError`] if there is no such component with values, no such value, or the world refuses it. Nothing changes then.
    fn insert_value<'de, D: Deserializer<'de>>(
        &mut self,
        entity: Entity,
        component: usize,
        format: D,
    ) -> Result<(), InspectError<D::Error>> {
        let column = column::<Self>(component).ok_or(InspectError::NoValues)?;
        if !self.__core(Token::new()).entities.allocator.contains(entity) {
            return Err(InspectError::Refused(ChangeErrorKind::NoSuchEntity(entity)));
        }
        let mut storages = Self::Storages::default();
        Self::__load_column(&mut storages, column, ReadOne(format)).map_err(InspectError::Format)?;
        let mut insert = Insert { world: self, entity, storages, result: Ok(()) };
        Self::__each_component(&Self::Mask::bit(component), &mut insert);
        insert.result.map_err(InspectError::Refused)
    }

    /// Spawns an entity with the values of a template. They are moved, so the components need not be `Clone`. A template can be read from a
    /// format, as a map from names to values.
    ///
    /// This is one transition. Runs in **O(components of the world + views of the world)** time.
    ///
    /// # Errors
    ///
    /// [`ChangeError`] with the template, if the target of a relation is dead. Nothing changes then.
    ///
    /// # Panics
    ///
    /// If no index is left for the entity.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Inspect, prelude::*};
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: u32 as Health; }
    /// let template: Template<Game> = serde_json::from_str(r#"{"Health": 5}"#)?;
    /// let mut game = Game::default();
    /// let ship = game.spawn_owned(template).expect("it has no relation");
    /// assert_eq!(game.get::<u32>(ship), Some(&5));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    fn spawn_owned(&mut self, template: Template<Self>) -> Result<Entity, ChangeError<Template<Self>>> {
        moved_values::spawn_owned(self, template)
    }

    /// Reads a component from a format, and writes the value into another, as an [`insert_value`](Self::insert_value) would store it.
    /// Changes nothing. Runs in **O(components)** time, plus that of the formats.
    ///
    /// # Errors
    ///
    /// [`InspectError`] if there is no such component, or `from` has no such value. The error of `to` is in the inner result.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::{Inspect, prelude::*};
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: f32 as Health; }
    /// use serde_json::{json, value::Serializer};
    ///
    /// assert_eq!(Game::convert_value(0, json!(5), Serializer).unwrap().unwrap(), json!(5.0));
    /// assert!(Game::convert_value(0, json!("five"), Serializer).is_err());
    /// # }
    /// ```
    fn convert_value<'de, D: Deserializer<'de>, S: Serializer>(
        component: usize,
        from: D,
        to: S,
    ) -> Result<Written<S>, InspectError<D::Error>> {
        let column = column::<Self>(component).ok_or(InspectError::NoValues)?;
        let mut storages = Self::Storages::default();
        Self::__load_column(&mut storages, column, ReadOne(from)).map_err(InspectError::Format)?;
        let mut living = Allocator::default();
        let entity = living.spawn();
        Self::__save_column(&storages, column, WriteOne { entity, living: &living, format: to })
            .ok_or(InspectError::NoValues)
    }

    /// Removes a component of an entity, and returns true if the entity had it; false also for a number that no component has. Also removes
    /// `#[transient]` components. Takes the time of a [`remove`](crate::WorldChanges::remove).
    ///
    /// # Errors
    ///
    /// [`ChangeError`] if the entity is dead.
    fn remove_value(&mut self, entity: Entity, component: usize) -> Result<bool, ChangeError> {
        if !self.__core(Token::new()).entities.allocator.contains(entity) {
            return Err(ChangeError::no_such_entity(entity, ()));
        }
        let mut remove = Remove { world: self, entity, result: Ok(false) };
        if component < Self::COMPONENTS.len() {
            Self::__each_component(&Self::Mask::bit(component), &mut remove);
        }
        remove.result
    }

    /// Writes a resource, events, a state or the fields of a system into a format, in the form that saves have; `None` if there is no such
    /// entry. Runs in **O(entries)** time, plus that of the format.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Inspect, prelude::*};
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; resources: u32 as Score = 7; }
    /// # let mut game = Game::default();
    /// game.read_value("resources", "Score", serde_json::json!(9)).unwrap();
    /// let written = game.write_value("resources", "Score", serde_json::value::Serializer).unwrap();
    /// assert_eq!((written.unwrap(), game.resources.score), (serde_json::json!(9), 9));
    /// assert!(game.write_value("events", "Score", serde_json::value::Serializer).is_none());
    /// ```
    fn write_value<S: Serializer>(&self, section: &str, name: &str, format: S) -> Option<Result<S::Ok, S::Error>> {
        self.__save_value(value::<Self>(section, name)?, WriteEntry(format))
    }

    /// Replaces a resource, events, a state or the fields of a system with what it reads from a format. Runs in **O(entries)** time, plus
    /// that of the format.
    ///
    /// # Errors
    ///
    /// [`InspectError`] if there is no such entry, or the format has no such value. Nothing changes then.
    fn read_value<'de, D: Deserializer<'de>>(
        &mut self,
        section: &str,
        name: &str,
        format: D,
    ) -> Result<(), InspectError<D::Error>> {
        let number = value::<Self>(section, name).ok_or(InspectError::NoValues)?;
        self.__load_value(number, ReadEntry(format)).map_err(InspectError::Format)
    }

    /// The targets of an entity in a relation, given by its component number; none if that is not a relation. Runs in **O(targets)** time.
    fn targets_of(&self, component: usize, source: Entity) -> impl Iterator<Item = Entity> {
        let relations = &self.__core(Token::new()).entities.relations;
        let index = relation::<Self>(component).and_then(|relation| relations.get(relation));
        index.into_iter().flat_map(move |index| index.targets(source))
    }

    /// The sources of an entity in a relation, given by its component number, in their order; none if that is not a relation. Runs in
    /// **O(sources)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Inspect, prelude::*}; use serde::{Deserialize, Serialize};
    /// # #[derive(Relation, Serialize, Deserialize)] struct Likes(Entity);
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; relations: Likes (clear); }
    /// # let mut game = Game::default();
    /// let cat = game.spawn(());
    /// let dog = game.spawn(Likes(cat));
    /// let likes = Game::number_of("Likes").unwrap();
    /// assert!(game.sources_of(likes, cat).eq([dog]) && game.targets_of(likes, dog).eq([cat]));
    /// assert_eq!(game.source_count(likes, dog), 0);
    /// ```
    fn sources_of(&self, component: usize, target: Entity) -> impl Iterator<Item = Entity> {
        let relations = &self.__core(Token::new()).entities.relations;
        let index = relation::<Self>(component).and_then(|relation| relations.get(relation));
        index.into_iter().flat_map(move |index| index.sources(target))
    }

    /// The number of sources of an entity in a relation, given by its component number. Runs in **O(relations)** time.
    #[must_use]
    fn source_count(&self, component: usize, target: Entity) -> usize {
        let relations = &self.__core(Token::new()).entities.relations;
        let index = relation::<Self>(component).and_then(|relation| relations.get(relation));
        index.map_or(0, |index| index.count(target))
    }

    /// The number and memory of the values of a component, if it exists. Runs in **O(1)** time; **O(chunks)** for a `hashed_array_tree`.
    #[must_use]
    fn storage_size(&self, component: usize) -> Option<StorageSize> {
        if component >= Self::COMPONENTS.len() {
            return None;
        }
        let mut measure = Measure { world: self, size: None };
        Self::__each_component(&Self::Mask::bit(component), &mut measure);
        measure.size
    }

    /// The number of entities in a view, given by its position in [`PLAN`](crate::GeneratedWorld::PLAN). Runs in **O(1)** time; in
    /// **O(slots)** for a view that does not keep its entities.
    #[must_use]
    fn view_len(&self, view: usize) -> Option<usize> {
        let core = self.__core(Token::new());
        let (own, aspect) = Self::__view(&core.views, view)?;
        Some(match own.members() {
            Members::Prefix(len) => len,
            Members::Listed(list) => list.len(),
            Members::Whole => {
                let component = Self::VIEWS.get(view)?.all.first()?;
                self.storage_size(*component)?.len
            }
            Members::NotKept => {
                let living = core.entities.allocator.iter();
                living.filter(|entity| self.mask(*entity).is_some_and(|mask| aspect.matches(&mask))).count()
            }
        })
    }
}

impl<W: SaveWorld + LoadWorld> Inspect for W {}

/// The error if a value could not be read or written. Nothing changed.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// # use ecs_world::{Inspect, InspectError, prelude::*};
/// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: u32 as Health; }
/// let mut game = Game::default();
/// let ship = game.spawn(5_u32);
/// let error = game.insert_value(ship, 9, serde_json::json!(7)).unwrap_err();
/// assert!(matches!(error, InspectError::NoValues), "there is no tenth component");
/// let error = game.insert_value(ship, 0, serde_json::json!("many")).unwrap_err();
/// assert!(matches!(error, InspectError::Format(_)));
/// assert_eq!(game.get::<u32>(ship), Some(&5));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InspectError<E> {
    /// There is no such component or entry, or it is `#[transient]`.
    NoValues,
    /// The format has no value of this type.
    Format(E),
    /// The world refuses the value.
    Refused(ChangeErrorKind),
}

impl<E: fmt::Display> fmt::Display for InspectError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValues => f.write_str("the world has no such component or entry, or it is transient"),
            Self::Format(error) => error.fmt(f),
            Self::Refused(reason) => reason.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for InspectError<E> {}

/// The size of the storage of a component. From [`Inspect::storage_size`].
///
/// Spare memory is not counted, nor the past of a double-buffered component, nor what values own elsewhere, such as strings.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// # use ecs_world::{Inspect, prelude::*};
/// # ecs_world! { #[derive(Serialize, Deserialize)] struct Game; components: u32 as Health; }
/// let mut game = Game::default();
/// game.spawn_batch([1_u32, 2, 3]);
/// let size = game.storage_size(0).unwrap();
/// assert_eq!((size.len, size.value_bytes, size.values_bytes), (3, 4, 12));
/// assert!(size.storage.contains("DenseSet"));
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageSize {
    /// The type name of the storage.
    pub storage: &'static str,
    /// Number of values.
    pub len: usize,
    /// Bytes of one value.
    pub value_bytes: usize,
    /// Bytes of all values; in storages by the index of the entity, this includes the gaps between them.
    pub values_bytes: usize,
}

/// The column of the values of a component: the first one with its number, as that of its past is a later one.
fn column<W: SaveWorld>(component: usize) -> Option<usize> {
    W::COLUMNS.iter().position(|(_, own)| *own == component)
}

fn value<W: SaveWorld>(section: &str, name: &str) -> Option<usize> {
    W::VALUES.iter().position(|own| *own == (section, name))
}

fn relation<W: EcsWorld>(component: usize) -> Option<usize> {
    W::RELATIONS.iter().position(|relating| relating.component == component)
}
