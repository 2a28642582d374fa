//! One component is added to each of 10 000 entities, then removed from each: in no view, and in a view.

use ecs_world::prelude::*;
use specs::{Builder as _, WorldExt as _};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const ENTITIES: usize = 10_000;

/// What all entities have.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct A(f32);
/// The component that is added and removed.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct B(f32);
vec_storage!(A, B);

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: ENTITIES, steps: 2 };
    contest.run("add and remove, in no view", size, || {
        let mut contestants = others();
        contestants.push(Contestant::new(Library::EcsWorld, Toggled(ungrouped::Ours::filled())));
        contestants.push(Contestant::new(Library::Sparsey, Toggled(Sparsey::ungrouped())));
        contestants
    });
    contest.run("add and remove, in a view", size, || {
        let mut contestants = others();
        contestants.push(Contestant::new(Library::EcsWorld, Toggled(grouped::Ours::filled())));
        contestants.push(Contestant::new(Library::Sparsey, Toggled(Sparsey::grouped())));
        contestants
    });
}

/// Libraries for which it makes no difference.
fn others() -> Vec<Contestant> {
    vec![
        Contestant::new(Library::Vec, Toggled(Plain::filled())),
        Contestant::new(Library::Hecs, Toggled(Hecs::filled())),
        Contestant::new(Library::Bevy, Toggled(Bevy::filled())),
        Contestant::new(Library::Shipyard, Toggled(Shipyard::filled())),
        Contestant::new(Library::Specs, Toggled(Specs::filled())),
    ]
}

/// What a world must be able to do here.
pub trait Population {
    /// Adds a component to all entities.
    fn add_all(&mut self);

    /// Removes it again.
    fn remove_all(&mut self);

    /// Sums up all components.
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
struct Plain {
    a: Vec<A>,
    b: Vec<Option<B>>,
    entities: Vec<u32>,
}

impl Plain {
    fn filled() -> Self {
        let entities = 0..ENTITIES as u32;
        Self {
            a: entities.clone().map(|n| A(n as f32)).collect(),
            b: vec![None; ENTITIES],
            entities: entities.collect(),
        }
    }
}

impl Population for Plain {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.b[*entity as usize] = Some(B(1.0));
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.b[*entity as usize] = None;
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.a.iter().for_each(|a| sum.add(&[a.0]));
        self.b.iter().flatten().for_each(|b| sum.add(&[b.0]));
    }
}

/// Makes a contestant of a world of ecs-world with its entities.
macro_rules! ours {
    ($World:ident) => {
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
                    self.world.insert(*entity, B(1.0)).unwrap();
                }
            }

            fn remove_all(&mut self) {
                for entity in &self.entities {
                    self.world.remove::<B>(*entity).unwrap();
                }
            }

            fn sum_up(&mut self, sum: &mut Checksum) {
                self.world.query::<&A>().iter().for_each(|a| sum.add(&[a.0]));
                self.world.query::<&B>().iter().for_each(|b| sum.add(&[b.0]));
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

    ours!(Ungrouped);
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

    ours!(Grouped);
}

struct Hecs {
    world: hecs::World,
    entities: Vec<hecs::Entity>,
}

impl Hecs {
    fn filled() -> Self {
        let mut world = hecs::World::new();
        Self { entities: (0..ENTITIES).map(|n| world.spawn((A(n as f32),))).collect(), world }
    }
}

impl Population for Hecs {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.world.insert_one(*entity, B(1.0)).unwrap();
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.world.remove_one::<B>(*entity).unwrap();
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query_mut::<&A>().into_iter().for_each(|a| sum.add(&[a.0]));
        self.world.query_mut::<&B>().into_iter().for_each(|b| sum.add(&[b.0]));
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    entities: Vec<bevy_ecs::entity::Entity>,
}

impl Bevy {
    fn filled() -> Self {
        let mut world = bevy_ecs::world::World::new();
        Self { entities: (0..ENTITIES).map(|n| world.spawn(A(n as f32)).id()).collect(), world }
    }
}

impl Population for Bevy {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.world.entity_mut(*entity).insert(B(1.0));
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.world.entity_mut(*entity).remove::<B>();
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query::<&A>().iter(&self.world).for_each(|a| sum.add(&[a.0]));
        self.world.query::<&B>().iter(&self.world).for_each(|b| sum.add(&[b.0]));
    }
}

struct Sparsey {
    world: sparsey::World,
    entities: Vec<sparsey::Entity>,
}

impl Sparsey {
    fn ungrouped() -> Self {
        Self::filled(sparsey::World::builder().register::<A>().register::<B>().build())
    }

    fn grouped() -> Self {
        Self::filled(sparsey::World::builder().add_group::<(A, B)>().build())
    }

    fn filled(mut world: sparsey::World) -> Self {
        Self { entities: (0..ENTITIES).map(|n| world.create((A(n as f32),))).collect(), world }
    }
}

impl Population for Sparsey {
    fn add_all(&mut self) {
        for entity in &self.entities {
            self.world.insert(*entity, (B(1.0),));
        }
    }

    fn remove_all(&mut self) {
        for entity in &self.entities {
            self.world.delete::<(B,)>(*entity);
        }
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.for_each::<&A>(|a| sum.add(&[a.0]));
        self.world.for_each::<&B>(|b| sum.add(&[b.0]));
    }
}

struct Shipyard {
    world: shipyard::World,
    entities: Vec<shipyard::EntityId>,
}

impl Shipyard {
    fn filled() -> Self {
        let mut world = shipyard::World::new();
        Self { entities: (0..ENTITIES).map(|n| world.add_entity(A(n as f32))).collect(), world }
    }
}

impl Population for Shipyard {
    fn add_all(&mut self) {
        let entities = &self.entities;
        self.world.run(|all: shipyard::EntitiesView, mut storage: shipyard::ViewMut<B>| {
            for entity in entities {
                all.add_component(*entity, &mut storage, B(1.0));
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
        self.world.iter::<&B>().iter().for_each(|b| sum.add(&[b.0]));
    }
}

struct Specs {
    world: specs::World,
    entities: Vec<specs::Entity>,
}

impl Specs {
    fn filled() -> Self {
        let mut world = specs::World::new();
        world.register::<A>();
        world.register::<B>();
        Self { entities: (0..ENTITIES).map(|n| world.create_entity().with(A(n as f32)).build()).collect(), world }
    }
}

impl Population for Specs {
    fn add_all(&mut self) {
        let mut storage = self.world.write_storage::<B>();
        for entity in &self.entities {
            storage.insert(*entity, B(1.0)).unwrap();
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
        self.world.read_storage::<B>().join().for_each(|b| sum.add(&[b.0]));
    }
}
