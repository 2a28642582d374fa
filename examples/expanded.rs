//! The code that `ecs_world!` generates for `hello.rs`, simplified by hand and commented: `cargo run --example expanded`.
//!
//! It prints the same line as `hello`. Left out are documentation, the component `Health` and the system `Regen`, whose code repeats that
//! of the others, and the methods that only forward to `EcsWorld` and its supertraits. Everything named `k::` is generic code of
//! `ecs-core`, compiled once and checked by its own tests; none of it is meant for direct use.
#![allow(missing_docs, clippy::must_use_candidate, reason = "this stands for generated code")]

use ecs_world::__private as k;
use ecs_world::{Entity, Query, WorldChanges};

#[derive(Debug, Clone, Copy, Default)]
pub struct Position {
    x: f32,
    y: f32,
}
#[derive(Debug, Clone, Copy, Default)]
pub struct Velocity {
    x: f32,
    y: f32,
}

#[derive(Default)]
pub struct Physics {
    dt: f32,
}

impl Physics {
    fn run(&mut self, position: &mut Position, velocity: &Velocity) {
        position.x += velocity.x * self.dt;
        position.y += velocity.y * self.dt;
    }

    // `#[system]` leaves the block alone and adds a public entry point, so that a world in another module can call it.
    #[inline(always)]
    pub fn __ecs_run(&mut self, a0: &mut Position, a1: &Velocity) {
        Self::run(self, a0, a1);
    }
}

// It also adds a macro of the same name, which passes the signature to `ecs_world!`: that is how the world below knows which components
// `Physics` takes.

// 1. The world: one field for the states of systems, one for resources, one that only `ecs-core` can access.
#[derive(Default)]
pub struct World {
    pub systems: WorldSystems,
    core: k::Core<World>,
}

#[derive(Default)]
pub struct WorldSystems {
    pub physics: Physics,
}

// 2. One typed storage per component. No map from type ids, no boxes, no downcasts.
#[derive(Default)]
pub struct WorldStorages {
    position: k::SparseSet<Position>,
    velocity: k::SparseSet<Velocity>,
}

/// Values of pending commands.
#[derive(Default)]
pub struct WorldQueues {
    position: k::Queue<Position>,
    velocity: k::Queue<Velocity>,
}

/// One view per distinct set of requirements: here a group, which keeps its entities at the front of both storages.
#[derive(Default)]
pub struct WorldViews {
    view_0: k::GroupView,
}

/// The result of `world.columns()`.
pub struct WorldColumns<'w> {
    pub entities: k::EntityColumn<'w>,
    pub position: k::ColumnMut<'w, Position>,
    pub velocity: k::ColumnMut<'w, Velocity>,
}

// 3. How generic code reaches the parts of this world.
impl k::GeneratedWorld for World {
    type Mask = k::SmallMask<u8>; // one bit per component; beyond 32 components, `k::Mask` has words of 64
    type Storages = WorldStorages;
    type Queues = WorldQueues;
    type Views = WorldViews;
    type Columns<'w> = WorldColumns<'w>;
    const NAME: &'static str = "World";
    const COMPONENTS: &'static [&'static str] = &["Position", "Velocity"];
    const VIEWS: &'static [k::Mentions] = &[k::Mentions { all: &[0, 1], none: &[], any: &[], owned: &[0, 1] }];
    const ASPECTS: &'static [k::Aspect<k::SmallMask<u8>>] =
        &<k::Aspect<k::SmallMask<u8>>>::of_views::<1>(<Self as k::GeneratedWorld>::VIEWS);
    const ITERATED_BY: &'static [&'static [usize]] = &[&[0]];
    const SETTLING: &'static [usize] = &[]; // no view defers changes
    const PLAN: k::Plan = k::Plan {
        rare: &[],
        fixed: &[],
        ordered: &[],
        views: &[k::ViewPlan {
            all: &["Position", "Velocity"],
            none: &[],
            any: &[],
            kept: k::ViewKind::Group,
            owned: &["Position", "Velocity"],
            lost: &[],
            priority: Some(k::GroupPriority::Several),
            rank: 0,
            reason: "owns all that it requires",
            systems: &["Physics"],
            queried_by: &[],
        }],
        systems: &[k::SystemPlan { name: "Physics", reads: &["Velocity"], writes: &["Position"], commands: false }],
        schedules: &[k::SchedulePlan { name: "run", parts: &[k::PartPlan { stages: &[&["Physics"]] }] }],
        unscheduled: &[],
        text: "(Position, Velocity): group",
    };
    const CALLBACKS: bool = false; // no system has `on_added` or `on_removed`, so nothing tests for them at run time

    // A `Token` can only be made by `ecs-core`: so users never get a `&mut` to a storage.
    fn __core(&self, _: k::Token) -> &k::Core<Self> {
        &self.core
    }
    fn __core_mut(&mut self, _: k::Token) -> &mut k::Core<Self> {
        &mut self.core
    }
    fn __columns<'w>(all: &'w mut WorldStorages, entities: k::EntityColumn<'w>) -> WorldColumns<'w> {
        WorldColumns {
            entities,
            position: k::column(&mut all.position, entities),
            velocity: k::column(&mut all.velocity, entities),
        }
    }
    // For despawns: which components an entity has is only known at run time, from its mask.
    fn __visit_storage<'w, V: k::VisitStorage<'w>>(
        all: &'w mut WorldStorages,
        component: usize,
        visitor: V,
    ) -> Option<V::Output> {
        match component {
            0 => visitor.visit(&mut all.position),
            1 => visitor.visit(&mut all.velocity),
            _ => None,
        }
    }
    // Visits components with their types, for templates: compiled only where it is used.
    fn __each_component<V: k::EachComponent<Self>>(among: &Self::Mask, visitor: &mut V) {
        <WorldComponents as k::ComponentList<Self>>::visit(among, visitor);
    }
    // A structural change notifies the views: inner ones are left first, and entered last. Which views it can affect is a constant, so no
    // code is generated for the others.
    #[inline]
    fn __before<C: k::Concerned<Self>>(
        storages: &mut WorldStorages,
        views: &mut WorldViews,
        change: &k::Transition<k::SmallMask<u8>>,
    ) {
        if C::VIEWS.has(0) {
            k::before::<Self, 0>(storages, views, change);
        }
    }
    #[inline]
    fn __after<C: k::Concerned<Self>>(
        storages: &mut WorldStorages,
        views: &mut WorldViews,
        change: &k::Transition<k::SmallMask<u8>>,
    ) {
        if C::VIEWS.has(0) {
            k::after::<Self, 0>(storages, views, change);
        }
    }
    // A batch enters a group by adding to its length.
    #[inline]
    fn __spawned<C: k::Concerned<Self>>(
        storages: &mut WorldStorages,
        views: &mut WorldViews,
        entities: &[Entity],
        mask: &k::SmallMask<u8>,
    ) {
        if C::VIEWS.has(0) {
            k::spawned::<Self, 0>(storages, views, entities, mask);
        }
    }
    fn __view_alone(views: &WorldViews, view: usize) -> Option<&dyn k::View<k::SmallMask<u8>>> {
        match view {
            0 => Some(&views.view_0),
            _ => None,
        }
    }
    fn __view_alone_mut(views: &mut WorldViews, view: usize) -> Option<&mut dyn k::View<k::SmallMask<u8>>> {
        match view {
            0 => Some(&mut views.view_0),
            _ => None,
        }
    }
}

// 4. Per component: its number, its storage, and the implementations that make it a component and a bundle of this world.
macro_rules! component {
    ($C:ty, $id:literal, $field:ident) => {
        impl k::Holds<$C> for World {
            const ID: usize = $id;
            type Storage = k::SparseSet<$C>;
            fn storage(all: &WorldStorages) -> &k::SparseSet<$C> {
                &all.$field
            }
            fn storage_mut(all: &mut WorldStorages) -> &mut k::SparseSet<$C> {
                &mut all.$field
            }
            fn column<'a, 'w>(
                columns: &'a mut Self::Columns<'w>,
                _: k::Token,
            ) -> &'a mut k::ColumnMut<'w, $C, Self::Storage> {
                &mut columns.$field
            }
            fn queue(all: &mut WorldQueues) -> &mut k::Queue<$C> {
                &mut all.$field
            }
            fn queued(all: &WorldQueues) -> &k::Queue<$C> {
                &all.$field
            }
        }
        impl k::Bundle<World> for $C {
            type Replaced = Option<Self>;
            type Kind = k::ComponentKind;
        }
    };
}
component!(Position, 0, position);
component!(Velocity, 1, velocity);

// All components as a list of types. With `for<'x>`, rustc checks whether they are `Clone` only where entities are cloned.
type WorldComponents = k::List<(Position, Velocity)>;
impl k::CloneComponents<'_> for World
where
    for<'x> WorldComponents: k::CloneList<'x, World>,
{
    fn __each_clone<V: k::EachClone<Self>>(among: &Self::Mask, visitor: &mut V) {
        <WorldComponents as k::CloneList<'_, Self>>::visit_clone(among, visitor);
    }
}

// 5. Per view: its aspect, its field, and the storages that it owns.
impl k::HasView<0> for World {
    type View = k::GroupView;
    fn view(views: &WorldViews) -> &k::GroupView {
        &views.view_0
    }
    fn view_mut(views: &mut WorldViews) -> &mut k::GroupView {
        &mut views.view_0
    }
    fn owned() -> impl k::OwnedStorages<Self> {
        <k::Owns<Position, k::Owns<Velocity, ()>> as k::OwnedStorages<Self>>::LIST
    }
}

// 6. Per system: a direct call for each entity of its view. The fields of the world are borrowed separately, so that rustc itself proves
//    that nothing is borrowed twice.
impl k::RunSystem<0> for World {
    #[inline(always)]
    fn __run_one(&mut self, token: k::Token) {
        let Self { systems, core } = self;
        let k::Parts { storages, views, entities, .. } = k::parts(core, token);
        let _traced = k::traced(entities, 0, "Physics");
        k::drive::<Self, (k::Write<k::SparseSet<Position>>, k::Read<k::SparseSet<Velocity>>), _, 0, true>(
            &views.view_0,
            (k::write_aligned(&mut storages.position), k::read_aligned(&storages.velocity)),
            entities,
            |(a0, a1)| <Physics>::__ecs_run(&mut systems.physics, a0, a1),
        );
    }
}

// 7. The schedule is a list of calls.
impl k::RunSchedule<0> for World {
    const SCHEDULE: &'static str = "run";
    const ITERATED: &'static [usize] = &[0];

    fn __run_listed(&mut self, token: k::Token) {
        k::run_one::<Self, 0>(self, token);
    }
}

// 8. The methods that users call.
impl World {
    pub fn run(&mut self) {
        k::run_schedule::<Self, 0>(self);
    }
    pub fn run_physics(&mut self) {
        k::run_system::<Self, 0>(self);
    }
    pub fn managed_physics(&self) -> k::Managed<'_, k::SmallMask<u8>> {
        k::managed::<Self, 0>(self)
    }
    pub fn query_position_velocity(&self) -> Query<'_, Self, (Entity, &Position, &Velocity)> {
        k::query_view::<Self, _, 0>(self)
    }
    pub fn query_position_velocity_mut(&mut self) -> Query<'_, Self, (Entity, &mut Position, &mut Velocity)> {
        k::query_view_mut::<Self, _, 0>(self)
    }
}

fn main() {
    let mut world = World::default();
    let ship = world.spawn((Position::default(), Velocity { x: 1.0, y: 0.0 }));
    world.systems.physics.dt = 1.0 / 60.0;
    world.run();
    world.run_physics();
    for (_, position, _) in world.query_position_velocity_mut() {
        position.x /= 2.0;
    }
    assert!(world.managed_physics().contains(ship));
    for (entity, position, velocity) in world.query_position_velocity() {
        println!("{entity:?} {position:?} {velocity:?}");
    }
}
