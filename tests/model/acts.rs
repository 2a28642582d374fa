//! What the executor does with a bundle. Each function has one signature for all shapes, so that only these few lines are compiled for each
//! shape, and the comparisons with the reference once.

use ecs_world::ChangeErrorKind;
use ecs_world::prelude::*;

use super::operations::{Fuse, Said, Shape};
use super::reference::Values;
use super::shapes::{Noted, Parts, values_of, with_shape};
use super::world::{Big, Boxed, Counted, Frozen, Kit, Other, Plain, Tag, Wide, World, burn, gone};

/// The result of a change, or what refused it with the values of the bundle that was to be inserted.
type Changed<T, Refused = Entity> = Result<T, (Refused, Values)>;

/// The operations on the bundle of a shape.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    pub values: fn(u32) -> Values,
    pub template: fn(u32) -> Template<World>,
    pub spawn: fn(&mut World, u32) -> Entity,
    pub spawn_batch: fn(&mut World, &[u32], Said) -> Vec<Entity>,
    pub insert: fn(&mut World, Entity, u32) -> Changed<()>,
    pub replace: fn(&mut World, Entity, u32) -> Changed<Values>,
    pub remove: fn(&mut World, Entity) -> Result<Option<Values>, Entity>,
    pub remove_any: fn(&mut World, Entity) -> Result<Values, Entity>,
    pub command_spawn: fn(&mut World, u32),
    pub command_spawn_batch: fn(&mut World, &[u32], Said),
    pub command_insert: fn(&mut World, Entity, u32),
    pub command_insert_batch: fn(&mut World, &[(Entity, u32)]),
    pub command_remove: fn(&mut World, Entity),
    pub command_remove_batch: fn(&mut World, &[Entity]),
    pub command_remove_any: fn(&mut World, Entity),
}

impl Acts {
    fn of<B: Parts>() -> Self {
        Self {
            values: values_of::<B>,
            template: template::<B>,
            spawn: spawn::<B>,
            spawn_batch: spawn_batch::<B>,
            insert: insert::<B>,
            replace: replace::<B>,
            remove: remove::<B>,
            remove_any: remove_any::<B>,
            command_spawn: command_spawn::<B>,
            command_spawn_batch: command_spawn_batch::<B>,
            command_insert: command_insert::<B>,
            command_insert_batch: command_insert_batch::<B>,
            command_remove: command_remove::<B>,
            command_remove_batch: command_remove_batch::<B>,
            command_remove_any: command_remove_any::<B>,
        }
    }

    /// The operations on the bundle of a shape.
    pub(super) fn on(shape: Shape) -> Self {
        with_shape!(shape, B => Self::of::<B>())
    }
}

/// The operations that exchange one bundle for another.
#[derive(Clone, Copy)]
pub(super) struct ExchangeActs {
    /// The values that are lost, and those that are gained.
    pub values: [fn(u32) -> Values; 2],
    pub exchange: fn(&mut World, Entity, u32) -> Changed<Values, Option<Entity>>,
    pub command_exchange: fn(&mut World, Entity, u32),
}

impl ExchangeActs {
    fn of<R: Parts, B: Parts>() -> Self {
        Self {
            values: [values_of::<R>, values_of::<B>],
            exchange: exchange::<R, B>,
            command_exchange: command_exchange::<R, B>,
        }
    }

    /// The operations on a pair of bundles, by its number.
    pub(super) fn on(exchange: u8) -> Self {
        match exchange {
            0 => Self::of::<Plain, Counted>(),
            1 => Self::of::<(Counted, Tag), (Plain, Counted)>(),
            2 => Self::of::<Kit, (Frozen, (Other, Counted))>(),
            3 => Self::of::<Frozen, (Tag, Wide)>(),
            4 => Self::of::<(), (Counted, Boxed)>(),
            5 => Self::of::<(Wide, Big), ()>(),
            6 => Self::of::<(Counted, (Plain,)), Kit>(),
            _ => Self::of::<(Boxed, Frozen), (Boxed, Counted)>(),
        }
    }
}

/// A template of a bundle that is created from a number.
fn template<B: Parts>(number: u32) -> Template<World> {
    Template::new().with(B::make(number))
}

fn spawn<B: Parts>(world: &mut World, number: u32) -> Entity {
    world.spawn(B::make(number))
}

fn spawn_batch<B: Parts>(world: &mut World, numbers: &[u32], said: Said) -> Vec<Entity> {
    world.spawn_batch(Telling::new(numbers, said, made::<B>)).into_vec()
}

fn insert<B: Parts>(world: &mut World, entity: Entity, number: u32) -> Changed<()> {
    match world.insert(entity, B::make(number)) {
        Ok(()) => Ok(()),
        Err(error) => Err((gone(error.kind), error.into_inner().values())),
    }
}

fn replace<B: Parts>(world: &mut World, entity: Entity, number: u32) -> Changed<Values> {
    match world.replace(entity, B::make(number)) {
        Ok(old) => Ok(old.values()),
        Err(error) => Err((gone(error.kind), error.into_inner().values())),
    }
}

fn remove<B: Parts>(world: &mut World, entity: Entity) -> Result<Option<Values>, Entity> {
    match world.remove::<B>(entity) {
        Ok(Some(bundle)) => Ok(Some(bundle.values())),
        Ok(None) => Ok(None),
        Err(error) => Err(gone(error.kind)),
    }
}

fn remove_any<B: Parts>(world: &mut World, entity: Entity) -> Result<Values, Entity> {
    match world.remove_any::<B>(entity) {
        Ok(taken) => Ok(taken.values()),
        Err(error) => Err(gone(error.kind)),
    }
}

fn exchange<R: Parts, B: Parts>(world: &mut World, entity: Entity, number: u32) -> Changed<Values, Option<Entity>> {
    match world.exchange::<R, B>(entity, B::make(number)) {
        Ok(taken) => Ok(taken.values()),
        Err(error) => {
            let gone = if let ChangeErrorKind::NoSuchEntity(entity) = error.kind { Some(entity) } else { None };
            Err((gone, error.into_inner().values()))
        }
    }
}

fn command_spawn<B: Parts>(world: &mut World, number: u32) {
    world.commands().spawn(B::make(number));
}

fn command_spawn_batch<B: Parts>(world: &mut World, numbers: &[u32], said: Said) {
    world.commands().spawn_batch(Telling::new(numbers, said, made::<B>));
}

fn command_insert<B: Parts>(world: &mut World, entity: Entity, number: u32) {
    world.commands().insert(entity, B::make(number));
}

fn command_insert_batch<B: Parts>(world: &mut World, numbers: &[(Entity, u32)]) {
    world.commands().insert_batch(Telling::new(numbers, Said::Truth, made_for::<B>));
}

fn command_remove<B: Parts>(world: &mut World, entity: Entity) {
    world.commands().remove::<B>(entity);
}

fn command_remove_batch<B: Parts>(world: &mut World, entities: &[Entity]) {
    world.commands().remove_batch::<B>(Telling::of(entities));
}

fn command_remove_any<B: Parts>(world: &mut World, entity: Entity) {
    world.commands().remove_any::<B>(entity);
}

fn command_exchange<R: Parts, B: Parts>(world: &mut World, entity: Entity, number: u32) {
    world.commands().exchange::<R, B>(entity, B::make(number));
}

/// The bundle of a number.
fn made<B: Parts>(number: &u32) -> B {
    B::make(*number)
}

/// The bundle of a number, for an entity.
fn made_for<B: Parts>((entity, number): &(Entity, u32)) -> (Entity, B) {
    (*entity, B::make(*number))
}

/// Yields what is made from each item of a slice, with a given size hint. Not an adapter of any iterator: each of those would add a dozen
/// functions for each shape.
pub(super) struct Telling<'a, N, T> {
    items: std::slice::Iter<'a, N>,
    make: fn(&N) -> T,
    hint: (usize, Option<usize>),
}

impl<'a, N, T> Telling<'a, N, T> {
    fn new(items: &'a [N], said: Said, make: fn(&N) -> T) -> Self {
        Self { items: items.iter(), make, hint: said.hint(items.len()) }
    }
}

impl<'a> Telling<'a, Entity, Entity> {
    /// Yields handles, and tells their number.
    pub(super) fn of(entities: &'a [Entity]) -> Self {
        Self::new(entities, Said::Truth, |entity| *entity)
    }
}

impl<N, T> Iterator for Telling<'_, N, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        burn(Fuse::Item);
        self.items.next().map(self.make)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.hint
    }
}
