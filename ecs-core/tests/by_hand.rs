//! A world written by hand, as `ecs_world!` would write it: what generated code must provide, and that this is enough.
#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    clippy::pedantic,
    clippy::allow_attributes_without_reason,
    reason = "it stands for generated code"
)]

use ecs_core as k;
use ecs_core::{
    Bundle, Commands, Component, EcsWorld, Entity, Has, Holds, Query, Spawner, WorldAccess, WorldChanges, WorldOrder,
};

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Position(f32);
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Velocity(f32);
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Health(u32);
/// Written only by the world, with structural changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parent(Entity);
#[derive(Default)]
pub struct Time(u32);

#[derive(Default)]
pub struct Physics {
    dt: f32,
}

impl Physics {
    fn run(&mut self, position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0 * self.dt;
    }
}

#[derive(Default)]
pub struct Regen {
    log: Vec<String>,
}

impl Regen {
    fn run(&mut self, entity: Entity, health: &mut Health, time: &Time, commands: &mut Commands<World>) {
        health.0 += time.0;
        if health.0 > 100 {
            commands.despawn(entity);
        }
    }

    fn on_added(&mut self, entity: Entity, health: &Health, commands: &mut Commands<World>) {
        self.log.push(format!("+{entity}:{}", health.0));
        if health.0 == 7 {
            commands.remove::<Health>(entity);
        }
    }

    fn on_removed(&mut self, entity: Entity, health: &Health) {
        self.log.push(format!("-{entity}:{}", health.0));
    }
}

fn report<W: Has<Position> + Has<Velocity>>(
    mut q: Query<'_, W, (&mut Position, Option<&Velocity>)>,
    s: &mut Spawner<W>,
) {
    let still = q.iter_mut().filter(|(_, velocity)| velocity.is_none()).count();
    q.for_each(|(position, _)| position.0 += 1.0);
    if still > 0 {
        let entity = s.spawn((Position(still as f32), Velocity(0.0)));
        s.insert(entity, Velocity(5.0));
    }
}

/// The mistakes that a world written by hand can make.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mistake {
    GroupIsSkipped,
    ListIsSkipped,
    ValuesAreSwapped,
    ValueIsLost,
}

thread_local! {
    static MISTAKE: std::cell::Cell<Option<Mistake>> = const { std::cell::Cell::new(None) };
}

#[derive(Default)]
pub struct World {
    systems: Systems,
    resources: Resources,
    core: k::Core<World>,
}

#[derive(Default)]
pub struct Systems {
    physics: Physics,
    regen: Regen,
}

#[derive(Default)]
pub struct Resources {
    time: Time,
}

#[derive(Default)]
pub struct Storages {
    position: k::SparseSet<Position>,
    velocity: k::SparseSet<Velocity>,
    health: k::SparseSet<Health>,
    parent: k::SparseSet<Parent>,
}

#[derive(Default)]
pub struct Queues {
    position: k::Queue<Position>,
    velocity: k::Queue<Velocity>,
    health: k::Queue<Health>,
    parent: k::Queue<Parent>,
}

#[derive(Default)]
pub struct Views {
    view_0: k::GroupView,
    view_1: k::ListView,
}

pub struct Columns<'w> {
    pub entities: k::EntityColumn<'w>,
    pub position: k::ColumnMut<'w, Position>,
    pub velocity: k::ColumnMut<'w, Velocity>,
    pub health: k::ColumnMut<'w, Health>,
    parent: k::ColumnMut<'w, Parent>,
}

const fn planned(
    all: &'static [&'static str],
    kept: k::ViewKind,
    owned: &'static [&'static str],
    systems: &'static [&'static str],
) -> k::ViewPlan {
    let (lost, priority, rank) = (&[], None, 0);
    k::ViewPlan {
        all,
        none: &[],
        any: &[],
        kept,
        owned,
        lost,
        priority,
        rank,
        reason: "by hand",
        systems,
        queried_by: &[],
    }
}

impl k::GeneratedWorld for World {
    type Mask = k::Mask<1>;
    type Storages = Storages;
    type Queues = Queues;
    type Views = Views;
    type Columns<'w> = Columns<'w>;
    const NAME: &'static str = "World";
    const COMPONENTS: &'static [&'static str] = &["Position", "Velocity", "Health", "Parent"];
    const VIEWS: &'static [k::Mentions] = &[
        k::Mentions { all: &[0, 1], none: &[], any: &[], owned: &[0, 1] },
        k::Mentions { all: &[2], none: &[], any: &[], owned: &[] },
    ];
    const ASPECTS: &'static [k::Aspect<k::Mask<1>>] = &<k::Aspect<k::Mask<1>>>::of_views::<2>(Self::VIEWS);
    const ITERATED_BY: &'static [&'static [usize]] = &[&[0], &[1], &[]];
    const SETTLING: &'static [usize] = &[];
    const PLAN: k::Plan = k::Plan {
        rare: &[],
        fixed: &[],
        ordered: &[],
        views: &[
            planned(&["Position", "Velocity"], k::ViewKind::Group, &["Position", "Velocity"], &["Physics"]),
            planned(&["Health"], k::ViewKind::List, &[], &["Regen"]),
        ],
        systems: &[],
        schedules: &[],
        unscheduled: &[],
        text: "by hand",
    };
    const CALLBACKS: bool = true;
    fn __core(&self, _: k::Token) -> &k::Core<Self> {
        &self.core
    }
    fn __core_mut(&mut self, _: k::Token) -> &mut k::Core<Self> {
        &mut self.core
    }
    fn __columns<'w>(storages: &'w mut Storages, entities: k::EntityColumn<'w>) -> Columns<'w> {
        Columns {
            entities,
            position: k::column(&mut storages.position, entities),
            velocity: k::column(&mut storages.velocity, entities),
            health: k::column(&mut storages.health, entities),
            parent: k::column(&mut storages.parent, entities),
        }
    }
    fn __each_component<V: k::EachComponent<Self>>(among: &k::Mask<1>, visitor: &mut V) {
        <k::List<(Position, Velocity, Health, Parent)> as k::ComponentList<Self>>::visit(among, visitor);
    }
    fn __visit_storage<'w, V: k::VisitStorage<'w>>(
        storages: &'w mut Storages,
        component: usize,
        visitor: V,
    ) -> Option<V::Output> {
        match component {
            0 => visitor.visit(&mut storages.position),
            1 => visitor.visit(&mut storages.velocity),
            2 => visitor.visit(&mut storages.health),
            3 => visitor.visit(&mut storages.parent),
            _ => None,
        }
    }
    #[inline]
    fn __before<C: k::Concerned<Self>>(s: &mut Storages, views: &mut Views, change: &k::Transition<k::Mask<1>>) {
        if C::VIEWS.has(1) {
            k::before::<Self, 1>(s, views, change);
        }
        if C::VIEWS.has(0) {
            k::before::<Self, 0>(s, views, change);
        }
    }
    #[inline]
    fn __after<C: k::Concerned<Self>>(s: &mut Storages, views: &mut Views, change: &k::Transition<k::Mask<1>>) {
        let mistake = MISTAKE.get();
        if C::VIEWS.has(0) && mistake != Some(Mistake::GroupIsSkipped) {
            k::after::<Self, 0>(s, views, change);
        }
        match mistake {
            Some(Mistake::ValuesAreSwapped) => k::StorageTasks::swap_all(&mut s.position, &[(0, 1)]),
            Some(Mistake::ValueIsLost) => k::ErasedStorage::discard(&mut s.position, change.entity()),
            _ => {}
        }
        if C::VIEWS.has(1) && mistake != Some(Mistake::ListIsSkipped) {
            k::after::<Self, 1>(s, views, change);
        }
    }
    fn __spawned<C: k::Concerned<Self>>(s: &mut Storages, views: &mut Views, all: &[Entity], mask: &k::Mask<1>) {
        if C::VIEWS.has(0) {
            k::spawned::<Self, 0>(s, views, all, mask);
        }
        if C::VIEWS.has(1) {
            k::spawned::<Self, 1>(s, views, all, mask);
        }
    }
    fn __view_alone(views: &Views, view: usize) -> Option<&dyn k::View<k::Mask<1>>> {
        match view {
            0 => Some(&views.view_0),
            1 => Some(&views.view_1),
            _ => None,
        }
    }
    fn __view_alone_mut(views: &mut Views, view: usize) -> Option<&mut dyn k::View<k::Mask<1>>> {
        match view {
            0 => Some(&mut views.view_0),
            1 => Some(&mut views.view_1),
            _ => None,
        }
    }
    #[inline]
    fn __on_added<C: k::Concerned<Self>>(&mut self, change: &k::Transition<k::Mask<1>>, token: k::Token) {
        if C::VIEWS.has(1) && change.enters(&<Self as k::HasView<1>>::ASPECT) {
            let Self { systems, core, .. } = self;
            let k::Parts { storages, entities, commands, .. } = k::parts(core, token);
            k::call_one::<(k::Handle, k::Read<k::SparseSet<Health>>), _>(
                (entities.handles(), k::read(&storages.health)),
                change.entity(),
                |(a0, a1)| <Regen>::on_added(&mut systems.regen, a0, a1, commands),
            );
        }
    }
    #[inline]
    fn __on_removed<C: k::Concerned<Self>>(&mut self, change: &k::Transition<k::Mask<1>>, token: k::Token) {
        if C::VIEWS.has(1) && change.leaves(&<Self as k::HasView<1>>::ASPECT) {
            let Self { systems, core, .. } = self;
            let k::Parts { storages, entities, .. } = k::parts(core, token);
            k::call_one::<(k::Handle, k::Read<k::SparseSet<Health>>), _>(
                (entities.handles(), k::read(&storages.health)),
                change.entity(),
                |(a0, a1)| <Regen>::on_removed(&mut systems.regen, a0, a1),
            );
        }
    }
}

macro_rules! component {
    ($C:ident $c:ident $id:literal $MUTABLE:literal) => {
        impl k::Holds<$C> for World {
            const ID: usize = $id;
            type Storage = k::SparseSet<$C>;
            fn storage(storages: &Storages) -> &k::SparseSet<$C> {
                &storages.$c
            }
            fn storage_mut(storages: &mut Storages) -> &mut k::SparseSet<$C> {
                &mut storages.$c
            }
            fn column<'a, 'w>(
                columns: &'a mut Self::Columns<'w>,
                _: k::Token,
            ) -> &'a mut k::ColumnMut<'w, $C, Self::Storage> {
                &mut columns.$c
            }
            fn queue(queues: &mut Queues) -> &mut k::Queue<$C> {
                &mut queues.$c
            }
            fn queued(queues: &Queues) -> &k::Queue<$C> {
                &queues.$c
            }
        }
        impl k::Bundle<World> for $C {
            type Replaced = Option<Self>;
            type Kind = k::ComponentKind<$MUTABLE>;
        }
    };
}
component!(Position position 0 true);
component!(Velocity velocity 1 true);
component!(Health health 2 true);
component!(Parent parent 3 false);

impl k::HasView<0> for World {
    type View = k::GroupView;
    fn view(views: &Views) -> &k::GroupView {
        &views.view_0
    }
    fn view_mut(views: &mut Views) -> &mut k::GroupView {
        &mut views.view_0
    }
    fn owned() -> impl k::OwnedStorages<Self> {
        <k::Owns<Position, k::Owns<Velocity, ()>> as k::OwnedStorages<Self>>::LIST
    }
}

impl k::HasView<1> for World {
    type View = k::ListView;
    fn view(views: &Views) -> &k::ListView {
        &views.view_1
    }
    fn view_mut(views: &mut Views) -> &mut k::ListView {
        &mut views.view_1
    }
}

impl k::RunSystem<0> for World {
    fn __run_one(&mut self, token: k::Token) {
        let Self { systems, core, .. } = self;
        let k::Parts { storages, views, entities, .. } = k::parts(core, token);
        k::drive::<Self, (k::Write<k::SparseSet<Position>>, k::Read<k::SparseSet<Velocity>>), _, 0, true>(
            &views.view_0,
            (k::write(&mut storages.position).aligned(), k::read(&storages.velocity).aligned()),
            entities,
            |(a0, a1)| <Physics>::run(&mut systems.physics, a0, a1),
        );
    }
}

impl k::RunSystem<1> for World {
    fn __run_one(&mut self, token: k::Token) {
        let Self { systems, resources, core } = self;
        let k::Parts { storages, views, entities, commands, .. } = k::parts(core, token);
        k::drive::<Self, (k::Handle, k::Write<k::SparseSet<Health>>), _, 1, true>(
            &views.view_1,
            (entities.handles(), k::write(&mut storages.health)),
            entities,
            |(a0, a1)| <Regen>::run(&mut systems.regen, a0, a1, &resources.time, commands),
        );
    }
}

impl k::RunSystem<2> for World {
    fn __run_one(&mut self, token: k::Token) {
        let Self { core, .. } = self;
        let k::Parts { storages, views, entities, commands, reserved } = k::parts(core, token);
        let mut spawner = k::Spawner::new(entities, reserved, commands);
        let q0 = k::query_over((k::write(&mut storages.position), k::read(&storages.velocity)), views, entities);
        report(q0, &mut spawner);
    }
}

impl k::RunSchedule<0> for World {
    const SCHEDULE: &'static str = "run";
    const ITERATED: &'static [usize] = &[0, 1];

    fn __run_listed(&mut self, token: k::Token) {
        k::run_one::<Self, 0>(self, token);
        k::run_one::<Self, 1>(self, token);
        k::run_one::<Self, 2>(self, token);
    }
}

impl World {
    pub fn run(&mut self) {
        k::run_schedule::<Self, 0>(self)
    }
    pub fn managed_regen(&self) -> k::Managed<'_, k::Mask<1>> {
        k::managed::<Self, 1>(self)
    }
    pub fn query_position_velocity(&self) -> k::Query<'_, Self, (Entity, &Position, &Velocity)> {
        k::query_view::<Self, _, 0>(self)
    }
    pub fn query_position_velocity_mut(&mut self) -> k::Query<'_, Self, (Entity, &mut Position, &mut Velocity)> {
        k::query_view_mut::<Self, _, 0>(self)
    }
}

#[test]
fn systems_visit_exactly_the_entities_that_match() {
    let mut world = World::default();
    let mover = world.spawn((Position(1.0), Velocity(2.0)));
    let still = world.spawn(Position(5.0));
    world.systems.physics.dt = 0.5;
    k::run_system::<World, 0>(&mut world);
    assert_eq!(world.get::<Position>(mover), Some(&Position(2.0)));
    assert_eq!(world.get::<Position>(still), Some(&Position(5.0)));
    assert_eq!(world.query_position_velocity().iter().collect::<Vec<_>>(), [(mover, &Position(2.0), &Velocity(2.0))]);
    for (_, position, velocity) in world.query_position_velocity_mut() {
        position.0 = velocity.0;
    }
    let positions: Vec<_> = world.query::<&Position>().into_iter().copied().collect();
    assert_eq!(positions, [Position(2.0), Position(5.0)]);
    world.check_invariants().unwrap();
}

#[test]
fn callbacks_run_once_per_transition_and_their_commands_at_the_next_sync() {
    let mut world = World::default();
    let entity = world.spawn((Position(0.0), Health(7)));
    assert_eq!(world.systems.regen.log, ["+0v1:7"]);
    world.insert(entity, Health(8)).unwrap();
    assert_eq!(world.systems.regen.log.len(), 1, "replacing a value is no transition");
    assert!(world.managed_regen().contains(entity));
    world.flush();
    assert_eq!(world.systems.regen.log, ["+0v1:7", "-0v1:8"]);
    assert!(!world.has::<Health>(entity) && world.managed_regen().is_empty());
    world.check_invariants().unwrap();
}

#[test]
fn entities_of_a_spawner_have_their_handles_after_the_sync() {
    let mut world = World::default();
    let despawned = world.spawn(());
    world.spawn(Position(0.0));
    world.despawn(despawned).unwrap();
    world.run();
    let spawned: Vec<_> = world.query_position_velocity().into_iter().map(|(e, p, v)| (e, *p, *v)).collect();
    assert_eq!(spawned, [(Entity::from_bits(3 << 32).unwrap(), Position(1.0), Velocity(5.0))]);
    world.check_invariants().unwrap();
}

#[test]
fn generic_code_needs_no_other_bound_than_has() {
    fn give<W: Has<Position> + Has<Velocity>>(world: &mut W) -> Option<Position> {
        let entity = world.spawn((Position(1.0), ()));
        world.insert(entity, (Velocity(2.0), (Position(3.0),))).unwrap();
        let (old, (position,)) = world.replace(entity, (Velocity(9.0), (Position(4.0),))).unwrap();
        assert_eq!((old, position), (Some(Velocity(2.0)), Some(Position(3.0))));
        world.commands().insert(entity, Position(8.0));
        world.flush();
        assert_eq!(world.query::<(Entity, &Position)>().single().unwrap().0, entity);
        let (velocity, _) = world.remove::<(Velocity, Position)>(entity).unwrap()?;
        assert_eq!(world.remove::<(Velocity, Position)>(entity), Ok(None));
        Some(Position(velocity.0))
    }
    let mut world = World::default();
    assert_eq!(give(&mut world), Some(Position(9.0)));
    world.check_invariants().unwrap();
}

#[test]
fn a_component_without_mutable_access_is_read_and_changed_structurally() {
    fn adopt<W: Holds<Parent> + Has<Position>>(world: &mut W, parents: [Entity; 2]) -> Entity {
        let child = world.spawn((Parent(parents[0]), Position(1.0)));
        assert_eq!(world.replace(child, Parent(parents[1])), Ok(Some(Parent(parents[0]))));
        assert_eq!(world.get::<Parent>(child), Some(&Parent(parents[1])));
        assert_eq!(
            world.get_components::<(&Parent, &mut Position)>(child),
            Some((&Parent(parents[1]), &mut Position(1.0)))
        );
        assert_eq!(world.query::<(&Parent, Option<&Position>)>().iter().count(), 1);
        assert_eq!(
            world.query_mut::<(Option<&Parent>, &mut Position)>().into_single().map(|it| it.0.copied()),
            Ok(Some(Parent(parents[1])))
        );
        let parent = world.get::<Parent>(child).unwrap();
        assert_eq!(world.owner_of(parent), Some(child));
        world.commands().insert(child, Parent(parents[0]));
        world.commands().remove::<Position>(child);
        world.flush();
        assert_eq!(world.remove::<Parent>(child), Ok(Some(Parent(parents[0]))));
        assert_eq!(world.exchange::<(), _>(child, Parent(parents[1])), Ok(()));
        world.spawn_columns(vec![Parent(child)]).unwrap();
        child
    }
    fn is_a_component<C: Component<World> + Bundle<World, Replaced = Option<C>>>() {}
    is_a_component::<Parent>();
    let mut world = World::default();
    let parents = [0, 1].map(|_| world.spawn(()));
    let child = adopt(&mut world, parents);
    world.sort_by_key::<Parent, _>(|parent| parent.0);
    assert_eq!(world.query::<&Parent>().iter().map(|parent| parent.0).collect::<Vec<_>>(), [parents[1], child]);
    assert!(world.has::<Parent>(child) && !world.has::<Position>(child));
    assert_eq!(world.component_names(child), Some(vec!["Parent"]));
    world.check_invariants().unwrap();
}

#[test]
fn columns_are_borrowed_separately_and_joined() {
    use ecs_core::Join;
    let mut world = World::default();
    let both = world.spawn((Position(1.0), Velocity(2.0)));
    world.spawn(Velocity(3.0));
    let mut columns = world.columns();
    for (entity, position, velocity) in (&columns.entities, &mut columns.position, &columns.velocity).join() {
        assert_eq!(entity, both);
        position.0 += velocity.0;
    }
    assert_eq!(columns.position.get(both), Some(&Position(3.0)));
    assert_eq!(columns.velocity.len(), 2);
    assert_eq!((&columns.entities,).join().count(), 2);
}

#[test]
fn columns_of_unequal_length_are_returned() {
    let mut world = World::default();
    let error = world.spawn_columns((vec![Position(1.0)], vec![Health(1), Health(2)])).unwrap_err();
    assert_eq!(error.columns.1, [Health(1), Health(2)]);
    let spawned = world.spawn_columns((vec![Position(1.0), Position(2.0)], vec![Health(1), Health(2)])).unwrap();
    assert_eq!(world.get::<Health>(spawned[1]), Some(&Health(2)));
    assert_eq!(world.managed_regen().iter().collect::<Vec<_>>(), spawned.into_vec());
    world.check_invariants().unwrap();
}

#[test]
fn a_system_reads_a_resource_and_clearing_a_world_calls_on_removed() {
    let mut world = World::default();
    world.resources.time = Time(200);
    let doomed = world.spawn(Health(1));
    world.run();
    assert!(!world.contains(doomed));
    world.spawn_batch((0..5).map(|n| (Health(n), Position(0.0))));
    world.clear();
    assert!(world.is_empty() && world.query::<&Health>().iter().next().is_none());
    assert_eq!(world.systems.regen.log.iter().filter(|line| line.starts_with('-')).count(), 6);
    world.check_invariants().unwrap();
}

#[test]
fn the_mistakes_of_a_world_written_by_hand_are_found() {
    let found = |mistake| {
        let mut world = World::default();
        world.spawn((Position(1.0), Velocity(1.0)));
        world.spawn((Position(2.0), Velocity(2.0)));
        MISTAKE.set(mistake);
        world.spawn((Position(3.0), Velocity(3.0), Health(3)));
        MISTAKE.set(None);
        world.check_invariants().map_err(|error| error.to_string())
    };
    assert_eq!(found(None), Ok(()));
    for (mistake, expected) in [
        (Mistake::GroupIsSkipped, "view 0 of World: 3 match, it holds 2"),
        (Mistake::ListIsSkipped, "view 1 of World: 1 match, it holds 0"),
        (Mistake::ValuesAreSwapped, "view 0 of World: Velocity is in another order"),
        (Mistake::ValueIsLost, "Position of World: 3 masks for 2 values"),
    ] {
        assert_eq!(found(Some(mistake)), Err(expected.to_owned()), "{mistake:?}");
    }
}
