//! One component is added to each of 10 000 entities, then removed from each: a component that no view requires (one float, and three
//! floats), and one that a view requires.

use std::marker::PhantomData;

use ecs_world::prelude::*;
use specs::{Builder as _, WorldExt as _};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const ENTITIES: usize = 10_000;

/// A component that all entities have.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct A(f32);
/// The component that is added and removed.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct B(f32);
/// A larger component that is added and removed: values of this size are returned in memory, not in registers.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Three([f32; 3]);
vec_storage!(A, B, Three);

/// A component that is added and removed.
pub trait Added:
    Copy
    + Send
    + Sync
    + 'static
    + bevy_ecs::component::Component<Mutability = bevy_ecs::component::Mutable>
    + shipyard::Component<Tracking = shipyard::track::Untracked>
    + specs::Component<Storage = specs::VecStorage<Self>>
{
    /// The value of each entity.
    const VALUE: Self;

    /// Adds the value to a checksum.
    fn count(&self, sum: &mut Checksum);
}

impl Added for B {
    const VALUE: Self = Self(1.0);

    fn count(&self, sum: &mut Checksum) {
        sum.add(&[self.0]);
    }
}

impl Added for Three {
    const VALUE: Self = Self([1.0, 2.0, 3.0]);

    fn count(&self, sum: &mut Checksum) {
        sum.add(&self.0);
    }
}

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: ENTITIES, steps: 2 };
    contest.run("add and remove, in no view", size, || {
        let mut contestants = others::<B>();
        contestants.push(Contestant::new(Library::EcsWorld, Toggled(ungrouped::Ours::filled())));
        contestants.push(Contestant::new(Library::Sparsey, Toggled(Sparsey::<B>::ungrouped())));
        contestants
    });
    contest.run("add and remove, three floats, in no view", size, || {
        let mut contestants = others::<Three>();
        contestants.push(Contestant::new(Library::EcsWorld, Toggled(ungrouped_three::Ours::filled())));
        contestants.push(Contestant::new(Library::Sparsey, Toggled(Sparsey::<Three>::ungrouped())));
        contestants
    });
    contest.run("add and remove, in a view", size, || {
        let mut contestants = others::<B>();
        contestants.push(Contestant::new(Library::EcsWorld, Toggled(grouped::Ours::filled())));
        contestants.push(Contestant::new(Library::Sparsey, Toggled(Sparsey::<B>::grouped())));
        contestants
    });
}

/// Libraries for which views make no difference.
fn others<B: Added>() -> Vec<Contestant> {
    vec![
        Contestant::new(Library::Vec, Toggled(Plain::<B>::filled())),
        Contestant::new(Library::Hecs, Toggled(Hecs::<B>::filled())),
        Contestant::new(Library::Bevy, Toggled(Bevy::<B>::filled())),
        Contestant::new(Library::Shipyard, Toggled(Shipyard::<B>::filled())),
        Contestant::new(Library::Specs, Toggled(Specs::<B>::filled())),
    ]
}

/// Operations that this file needs of a world.
pub trait Population {
    /// Adds a component to all entities.
    fn add_all(&mut self);

    /// Removes it again.
    fn remove_all(&mut self);

    /// Adds all components to a checksum.
    fn sum_up(&mut self, sum: &mut Checksum);
}

/// A world whose component is added and removed.
struct Toggled<P>(P);

impl<P: Population> Workload for Toggled<P> {
    fn step(&mut self) {
        self.0.add_all();
        self.0.remove_all();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.sum_up(sum);
        self.0.add_all();
        self.0.sum_up(sum);
    }
}

/// The entities are rows.
struct Plain<B> {
    a: Vec<A>,
    b: Vec<Option<B>>,
    entities: Vec<u32>,
}

impl<B: Added> Plain<B> {
    fn filled() -> Self {
        let entities = 0..ENTITIES as u32;
        Self {
            a: entities.clone().map(|n| A(n as f32)).collect(),
            b: vec![None; ENTITIES],
            entities: entities.collect(),
        }
    }
}

impl<B: Added> Population for Plain<B> {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.b[*entity as usize] = Some(B::VALUE);
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.b[*entity as usize] = None;
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.a.iter().for_each(|a| sum.add(&[a.0]));
        self.b.iter().flatten().for_each(|b| b.count(sum));
    }
}

/// Declares a contestant: a world of ecs-world with its entities.
macro_rules! ours {
    ($World:ident, $B:ty) => {
        #[derive(Default)]
        pub struct Ours {
            world: $World,
            entities: Vec<Entity>,
        }

        impl Ours {
            pub fn filled() -> Self {
                let mut own = Self::default();
                own.entities.extend((0..ENTITIES).map(|n| own.world.spawn(A(n as f32))));
                own
            }
        }

        impl Population for Ours {
            fn add_all(&mut self) {
                for entity in &self.entities {
                    self.world.insert(*entity, <$B>::VALUE).unwrap();
                }
            }

            fn remove_all(&mut self) {
                for entity in &self.entities {
                    self.world.remove::<$B>(*entity).unwrap();
                }
            }

            fn sum_up(&mut self, sum: &mut Checksum) {
                self.world.query::<&A>().iter().for_each(|a| sum.add(&[a.0]));
                self.world.query::<&$B>().iter().for_each(|b| b.count(sum));
            }
        }
    };
}

mod ungrouped {
    use super::*;

    ecs_world! {
        struct Ungrouped;
        components: A, B;
    }

    ours!(Ungrouped, B);
}

mod ungrouped_three {
    use super::*;

    ecs_world! {
        struct Ungrouped;
        components: A, Three;
    }

    ours!(Ungrouped, Three);
}

mod grouped {
    use super::*;

    #[system]
    fn both(a: &mut A, b: &B) {
        a.0 += b.0;
    }

    ecs_world! {
        struct Grouped;
        components: A, B;
        systems: both;
    }

    ours!(Grouped, B);
}

struct Hecs<B> {
    world: hecs::World,
    entities: Vec<hecs::Entity>,
    value: PhantomData<B>,
}

impl<B: Added> Hecs<B> {
    fn filled() -> Self {
        let mut world = hecs::World::new();
        Self { entities: (0..ENTITIES).map(|n| world.spawn((A(n as f32),))).collect(), world, value: PhantomData }
    }
}

impl<B: Added> Population for Hecs<B> {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.world.insert_one(*entity, B::VALUE).unwrap();
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.world.remove_one::<B>(*entity).unwrap();
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query_mut::<&A>().into_iter().for_each(|a| sum.add(&[a.0]));
        self.world.query_mut::<&B>().into_iter().for_each(|b| b.count(sum));
    }
}

struct Bevy<B> {
    world: bevy_ecs::world::World,
    entities: Vec<bevy_ecs::entity::Entity>,
    value: PhantomData<B>,
}

impl<B: Added> Bevy<B> {
    fn filled() -> Self {
        let mut world = bevy_ecs::world::World::new();
        Self { entities: (0..ENTITIES).map(|n| world.spawn(A(n as f32)).id()).collect(), world, value: PhantomData }
    }
}

impl<B: Added> Population for Bevy<B> {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.world.entity_mut(*entity).insert(B::VALUE);
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.world.entity_mut(*entity).remove::<B>();
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query::<&A>().iter(&self.world).for_each(|a| sum.add(&[a.0]));
        self.world.query::<&B>().iter(&self.world).for_each(|b| b.count(sum));
    }
}

struct Sparsey<B> {
    world: sparsey::World,
    entities: Vec<sparsey::Entity>,
    value: PhantomData<B>,
}

impl<B: Added> Sparsey<B> {
    fn ungrouped() -> Self {
        Self::filled(sparsey::World::builder().register::<A>().register::<B>().build())
    }

    fn grouped() -> Self {
        Self::filled(sparsey::World::builder().add_group::<(A, B)>().build())
    }

    fn filled(mut world: sparsey::World) -> Self {
        Self { entities: (0..ENTITIES).map(|n| world.create((A(n as f32),))).collect(), world, value: PhantomData }
    }
}

impl<B: Added> Population for Sparsey<B> {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.world.insert(*entity, (B::VALUE,));
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.world.delete::<(B,)>(*entity);
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.for_each::<&A>(|a| sum.add(&[a.0]));
        self.world.for_each::<&B>(|b| b.count(sum));
    }
}

struct Shipyard<B> {
    world: shipyard::World,
    entities: Vec<shipyard::EntityId>,
    value: PhantomData<B>,
}

impl<B: Added> Shipyard<B> {
    fn filled() -> Self {
        let mut world = shipyard::World::new();
        Self { entities: (0..ENTITIES).map(|n| world.add_entity(A(n as f32))).collect(), world, value: PhantomData }
    }
}

impl<B: Added> Population for Shipyard<B> {
    fn add_all(&mut self) {
        let entities = &self.entities;
        self.world.run(|all: shipyard::EntitiesView, mut storage: shipyard::ViewMut<B>| {
            for entity in entities {
                all.add_component(*entity, &mut storage, B::VALUE);
            }
        });
    }

    fn remove_all(&mut self) {
        let entities = &self.entities;
        self.world.run(|mut storage: shipyard::ViewMut<B>| {
            for entity in entities {
                shipyard::Delete::delete(&mut storage, *entity);
            }
        });
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.iter::<&A>().iter().for_each(|a| sum.add(&[a.0]));
        self.world.iter::<&B>().iter().for_each(|b| b.count(sum));
    }
}

struct Specs<B> {
    world: specs::World,
    entities: Vec<specs::Entity>,
    value: PhantomData<B>,
}

impl<B: Added> Specs<B> {
    fn filled() -> Self {
        let mut world = specs::World::new();
        world.register::<A>();
        world.register::<B>();
        Self {
            entities: (0..ENTITIES).map(|n| world.create_entity().with(A(n as f32)).build()).collect(),
            world,
            value: PhantomData,
        }
    }
}

impl<B: Added> Population for Specs<B> {
    fn add_all(&mut self) {
        let mut storage = self.world.write_storage::<B>();
        for entity in &self.entities {
            storage.insert(*entity, B::VALUE).unwrap();
        }
    }

    fn remove_all(&mut self) {
        let mut storage = self.world.write_storage::<B>();
        for entity in &self.entities {
            storage.remove(*entity);
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        use specs::Join as _;
        self.world.read_storage::<A>().join().for_each(|a| sum.add(&[a.0]));
        self.world.read_storage::<B>().join().for_each(|b| b.count(sum));
    }
}
