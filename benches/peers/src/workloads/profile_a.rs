//! Profile A of the article with which this library began: 32 components, 16 systems, and entities that all have the same components.
//!
//! Entities have 8 of the components. Each system takes the first component and two others of these 8, so that all entities match all
//! systems, and all systems share a component. 10 000 entities are created; created and destroyed, the last one first; and visited by all
//! systems.

use ecs_world::prelude::*;
use shipyard::{EntitiesViewMut, IntoIter as _, View, ViewMut};
use specs::{Join as _, WorldExt as _, WriteStorage};

use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const ENTITIES: usize = 10_000;
const SYSTEMS: usize = 16;

/// A component: the first is the one that all systems share.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Part<const N: usize>(f32);

impl<const N: usize> specs::Component for Part<N> {
    type Storage = specs::VecStorage<Self>;
}

/// Gives the components short names.
macro_rules! parts {
    ($($Part:ident = $n:literal),* $(,)?) => {
        $(
            /// One of the 32.
            pub type $Part = Part<$n>;
        )*
    };
}
parts! {
    C0 = 0, C1 = 1, C2 = 2, C3 = 3, C4 = 4, C5 = 5, C6 = 6, C7 = 7, C8 = 8, C9 = 9, C10 = 10, C11 = 11, C12 = 12,
    C13 = 13, C14 = 14, C15 = 15, C16 = 16, C17 = 17, C18 = 18, C19 = 19, C20 = 20, C21 = 21, C22 = 22, C23 = 23,
    C24 = 24, C25 = 25, C26 = 26, C27 = 27, C28 = 28, C29 = 29, C30 = 30, C31 = 31,
}

/// Calls a macro with all components.
macro_rules! each_part {
    ($say:ident) => {
        $say! {
            C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23 C24 C25 C26 C27 C28 C29
            C30 C31
        }
    };
}

/// Calls a macro for each system, with its components besides the shared one.
macro_rules! each_system {
    ($say:ident) => {
        $say! {
            s0: C1 C2, s1: C3 C4, s2: C5 C6, s3: C1 C3, s4: C2 C4, s5: C5 C7, s6: C1 C4, s7: C2 C3, s8: C6 C7, s9: C1 C5,
            s10: C2 C6, s11: C3 C7, s12: C1 C6, s13: C2 C5, s14: C4 C7, s15: C3 C6
        }
    };
}

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: ENTITIES, steps: 1 };
    contest.run("profile A, create", size, all::<Create>);
    contest.run("profile A, create and destroy", size, all::<CreateAndDestroy>);
    contest.run("profile A, iterate", Size { units: ENTITIES * SYSTEMS, steps: 2 }, all::<Iterate>);
}

/// All libraries, for one task.
fn all<T: Task>() -> Vec<Contestant> {
    vec![
        Contestant::new(Library::Vec, Tasked::<Plain, T>::new()),
        Contestant::new(Library::EcsWorld, Tasked::<Ours, T>::new()),
        Contestant::new(Library::Hecs, Tasked::<hecs::World, T>::new()),
        Contestant::new(Library::Bevy, Tasked::<Bevy, T>::new()),
        Contestant::new(Library::Sparsey, Tasked::<Sparsey, T>::new()),
        Contestant::new(Library::Shipyard, Tasked::<shipyard::World, T>::new()),
        Contestant::new(Library::Specs, Tasked::<Specs, T>::new()),
        Contestant::new(Library::Gecs, Tasked::<on_gecs::Gecs, T>::new()),
    ]
}

/// Operations that this file needs of a world.
pub trait Population: Default + 'static {
    type Handle: Copy;

    /// Creates entities, one after another.
    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<Self::Handle>);

    /// Destroys entities.
    fn destroy_all(&mut self, handles: impl Iterator<Item = Self::Handle>);

    /// Runs all systems.
    fn iterate(&mut self);

    /// Adds the shared components to a checksum.
    fn sum_up(&mut self, sum: &mut Checksum);
}

/// Components of an entity.
pub type Parts = (C0, C1, C2, C3, C4, C5, C6, C7);

/// Components of entity `n`.
fn parts(n: usize) -> Parts {
    (Part(n as f32), Part(1.0), Part(2.0), Part(3.0), Part(4.0), Part(5.0), Part(6.0), Part(7.0))
}

/// The step of each system.
fn act<const X: usize, const Y: usize>(shared: &mut C0, x: &Part<X>, y: &Part<Y>) {
    shared.0 = shared.0 * 0.5 + x.0 * y.0;
}

/// An operation of a population.
trait Task: 'static {
    fn perform<W: Population>(world: &mut W, handles: &mut Vec<W::Handle>);
}

/// A world and its task.
struct Tasked<W: Population, T> {
    world: W,
    handles: Vec<W::Handle>,
    task: std::marker::PhantomData<T>,
}

impl<W: Population, T> Tasked<W, T> {
    fn new() -> Self {
        let mut world = W::default();
        let mut handles = Vec::new();
        world.create_all((0..ENTITIES).map(parts), &mut handles);
        Self { world, handles, task: std::marker::PhantomData }
    }
}

impl<W: Population, T: Task> Workload for Tasked<W, T> {
    fn step(&mut self) {
        T::perform(&mut self.world, &mut self.handles);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.sum_up(sum);
        Create::perform(&mut self.world, &mut self.handles);
        self.world.iterate();
        self.world.sum_up(sum);
    }
}

struct Create;

impl Task for Create {
    fn perform<W: Population>(world: &mut W, handles: &mut Vec<W::Handle>) {
        *world = W::default();
        handles.clear();
        world.create_all((0..ENTITIES).map(parts), handles);
    }
}

struct CreateAndDestroy;

impl Task for CreateAndDestroy {
    fn perform<W: Population>(world: &mut W, handles: &mut Vec<W::Handle>) {
        Create::perform(world, handles);
        world.destroy_all(handles.drain(..).rev());
    }
}

struct Iterate;

impl Task for Iterate {
    fn perform<W: Population>(world: &mut W, _: &mut Vec<W::Handle>) {
        world.iterate();
    }
}

/// Entities are rows, which suffices because the last one is removed first.
#[derive(Default)]
struct Plain(Vec<C0>, Vec<C1>, Vec<C2>, Vec<C3>, Vec<C4>, Vec<C5>, Vec<C6>, Vec<C7>);

impl Population for Plain {
    type Handle = usize;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<usize>) {
        for parts in all {
            handles.push(self.0.len());
            self.0.push(parts.0);
            self.1.push(parts.1);
            self.2.push(parts.2);
            self.3.push(parts.3);
            self.4.push(parts.4);
            self.5.push(parts.5);
            self.6.push(parts.6);
            self.7.push(parts.7);
        }
    }

    fn destroy_all(&mut self, rows: impl Iterator<Item = usize>) {
        for row in rows {
            self.0.swap_remove(row);
            self.1.swap_remove(row);
            self.2.swap_remove(row);
            self.3.swap_remove(row);
            self.4.swap_remove(row);
            self.5.swap_remove(row);
            self.6.swap_remove(row);
            self.7.swap_remove(row);
        }
    }

    fn iterate(&mut self) {
        fn run<const X: usize, const Y: usize>(all: &mut [C0], all_x: &[Part<X>], all_y: &[Part<Y>]) {
            all.iter_mut().zip(all_x).zip(all_y).for_each(|((shared, x), y)| act(shared, x, y));
        }

        let Self(shared, a, b, c, d, e, f, g) = self;
        run(shared, a, b);
        run(shared, c, d);
        run(shared, e, f);
        run(shared, a, c);
        run(shared, b, d);
        run(shared, e, g);
        run(shared, a, d);
        run(shared, b, c);
        run(shared, f, g);
        run(shared, a, e);
        run(shared, b, f);
        run(shared, c, g);
        run(shared, a, f);
        run(shared, b, e);
        run(shared, d, g);
        run(shared, c, f);
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.0.iter().for_each(|shared| sum.add(&[shared.0]));
    }
}

macro_rules! systems {
    ($($system:ident: $X:ident $Y:ident),*) => {
        $(
            #[system]
            fn $system(shared: &mut C0, x: &$X, y: &$Y) {
                act(shared, x, y);
            }
        )*
    };
}
each_system!(systems);

ecs_world! {
    struct Ours;
    components: C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22,
        C23, C24, C25, C26, C27, C28, C29, C30, C31;
    systems: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15;
}

impl Population for Ours {
    type Handle = Entity;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<Entity>) {
        handles.extend(all.map(|parts| self.spawn(parts)));
    }

    fn destroy_all(&mut self, handles: impl Iterator<Item = Entity>) {
        handles.for_each(|handle| self.despawn(handle).unwrap());
    }

    fn iterate(&mut self) {
        self.run_sequential();
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.query::<&C0>().iter().for_each(|shared| sum.add(&[shared.0]));
    }
}

impl Population for hecs::World {
    type Handle = hecs::Entity;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<hecs::Entity>) {
        handles.extend(all.map(|parts| self.spawn(parts)));
    }

    fn destroy_all(&mut self, handles: impl Iterator<Item = hecs::Entity>) {
        handles.for_each(|handle| self.despawn(handle).unwrap());
    }

    fn iterate(&mut self) {
        macro_rules! run {
            ($($system:ident: $X:ident $Y:ident),*) => {
                $(self.query_mut::<(&mut C0, &$X, &$Y)>().into_iter().for_each(|(shared, x, y)| act(shared, x, y));)*
            };
        }
        each_system!(run);
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.query_mut::<&C0>().into_iter().for_each(|shared| sum.add(&[shared.0]));
    }
}

type Query<X, Y> = bevy_ecs::query::QueryState<(&'static mut C0, &'static X, &'static Y)>;

/// A world with the queries of all systems.
macro_rules! bevy {
    ($($system:ident: $X:ident $Y:ident),*) => {
        struct Bevy {
            world: bevy_ecs::world::World,
            $($system: Query<$X, $Y>,)*
        }

        impl Default for Bevy {
            fn default() -> Self {
                let mut world = bevy_ecs::world::World::new();
                Self { $($system: world.query(),)* world }
            }
        }
    };
}
each_system!(bevy);

impl Population for Bevy {
    type Handle = bevy_ecs::entity::Entity;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<Self::Handle>) {
        handles.extend(all.map(|parts| self.world.spawn(parts).id()));
    }

    fn destroy_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| _ = self.world.despawn(handle));
    }

    fn iterate(&mut self) {
        macro_rules! run {
            ($($system:ident: $X:ident $Y:ident),*) => {
                $(self.$system.iter_mut(&mut self.world).for_each(|(mut shared, x, y)| act(&mut shared, x, y));)*
            };
        }
        each_system!(run);
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.world.query::<&C0>().iter(&self.world).for_each(|shared| sum.add(&[shared.0]));
    }
}

/// The shared component can be in the group of one system only.
struct Sparsey(sparsey::World);

impl Default for Sparsey {
    fn default() -> Self {
        let mut world = sparsey::World::builder().add_group::<(C0, C1, C2)>().build();
        macro_rules! register {
            ($($Part:ident)*) => { $(world.register::<$Part>();)* };
        }
        each_part!(register);
        Self(world)
    }
}

impl Population for Sparsey {
    type Handle = sparsey::Entity;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<sparsey::Entity>) {
        handles.extend(all.map(|parts| self.0.create(parts)));
    }

    fn destroy_all(&mut self, handles: impl Iterator<Item = sparsey::Entity>) {
        handles.for_each(|handle| _ = self.0.destroy(handle));
    }

    fn iterate(&mut self) {
        macro_rules! run {
            ($($system:ident: $X:ident $Y:ident),*) => {
                $(self.0.for_each::<(&mut C0, &$X, &$Y)>(|(shared, x, y)| act(shared, x, y));)*
            };
        }
        each_system!(run);
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.0.for_each::<&C0>(|shared| sum.add(&[shared.0]));
    }
}

impl Population for shipyard::World {
    type Handle = shipyard::EntityId;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<shipyard::EntityId>) {
        type First<'a> = (ViewMut<'a, C0>, ViewMut<'a, C1>, ViewMut<'a, C2>, ViewMut<'a, C3>);
        type Last<'a> = (ViewMut<'a, C4>, ViewMut<'a, C5>, ViewMut<'a, C6>, ViewMut<'a, C7>);
        self.run(
            |mut entities: EntitiesViewMut, (mut a, mut b, mut c, mut d): First, (mut e, mut f, mut g, mut h): Last| {
                handles.extend(all.map(|parts| {
                    entities.add_entity((&mut a, &mut b, &mut c, &mut d, &mut e, &mut f, &mut g, &mut h), parts)
                }));
            },
        );
    }

    fn destroy_all(&mut self, handles: impl Iterator<Item = shipyard::EntityId>) {
        handles.for_each(|handle| _ = self.delete_entity(handle));
    }

    fn iterate(&mut self) {
        macro_rules! run {
            ($($system:ident: $X:ident $Y:ident),*) => {
                $(self.run(|mut shared: ViewMut<C0>, all_x: View<$X>, all_y: View<$Y>| {
                    (&mut shared, &all_x, &all_y).iter().for_each(|(shared, x, y)| act(shared, x, y));
                });)*
            };
        }
        each_system!(run);
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.iter::<&C0>().iter().for_each(|shared| sum.add(&[shared.0]));
    }
}

struct Specs(specs::World);

impl Default for Specs {
    fn default() -> Self {
        let mut world = specs::World::new();
        macro_rules! register {
            ($($Part:ident)*) => { $(world.register::<$Part>();)* };
        }
        each_part!(register);
        Self(world)
    }
}

impl Population for Specs {
    type Handle = specs::Entity;

    fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<specs::Entity>) {
        type First<'a> = (WriteStorage<'a, C0>, WriteStorage<'a, C1>, WriteStorage<'a, C2>, WriteStorage<'a, C3>);
        type Last<'a> = (WriteStorage<'a, C4>, WriteStorage<'a, C5>, WriteStorage<'a, C6>, WriteStorage<'a, C7>);
        let ((mut a, mut b, mut c, mut d), (mut e, mut f, mut g, mut h)): (First, Last) = self.0.system_data();
        let entities = self.0.entities();
        handles.extend(all.map(|parts| {
            let entity = entities.build_entity();
            let entity = entity.with(parts.0, &mut a).with(parts.1, &mut b).with(parts.2, &mut c).with(parts.3, &mut d);
            entity.with(parts.4, &mut e).with(parts.5, &mut f).with(parts.6, &mut g).with(parts.7, &mut h).build()
        }));
        drop((a, b, c, d, e, f, g, h, entities));
        self.0.maintain();
    }

    fn destroy_all(&mut self, handles: impl Iterator<Item = specs::Entity>) {
        self.0.delete_entities(&handles.collect::<Vec<_>>()).unwrap();
    }

    fn iterate(&mut self) {
        macro_rules! run {
            ($($system:ident: $X:ident $Y:ident),*) => {
                $((
                    &mut self.0.write_storage::<C0>(),
                    &self.0.read_storage::<$X>(),
                    &self.0.read_storage::<$Y>(),
                ).join().for_each(|(shared, x, y)| act(shared, x, y));)*
            };
        }
        each_system!(run);
    }

    fn sum_up(&mut self, sum: &mut Checksum) {
        self.0.read_storage::<C0>().join().for_each(|shared| sum.add(&[shared.0]));
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{C0, C1, C2, C3, C4, C5, C6, C7, Checksum, Parts, Population, act};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Alike, dyn, C0, C1, C2, C3, C4, C5, C6, C7);
    }

    impl Population for Gecs {
        type Handle = Entity<Alike>;

        fn create_all(&mut self, all: impl Iterator<Item = Parts>, handles: &mut Vec<Entity<Alike>>) {
            handles.extend(all.map(|parts| World::create::<Alike>(self, parts)));
        }

        fn destroy_all(&mut self, handles: impl Iterator<Item = Entity<Alike>>) {
            handles.for_each(|handle| _ = self.destroy(handle));
        }

        fn iterate(&mut self) {
            macro_rules! run {
                ($($system:ident: $X:ident $Y:ident),*) => {
                    $(ecs_iter!(self, |shared: &mut C0, x: &$X, y: &$Y| act(shared, x, y));)*
                };
            }
            each_system!(run);
        }

        fn sum_up(&mut self, sum: &mut Checksum) {
            ecs_iter!(self, |shared: &C0| sum.add(&[shared.0]));
        }
    }
}
