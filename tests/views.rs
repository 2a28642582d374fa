//! Views: which of them exist, how each is kept, which entities they contain, and when callbacks run.

use ecs_world::ViewKind;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Position(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Velocity(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Health(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Frozen;

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

#[system(without(Frozen))]
fn thaw(position: &mut Position, velocity: &mut Velocity) {
    position.0 += velocity.0;
}

#[system]
fn decay(health: &mut Health) {
    health.0 -= 1;
}

#[system]
fn bleed(position: &Position, health: &mut Health) {
    health.0 -= position.0;
}

#[system(without(Frozen))]
fn look(entity: Entity, position: &Position, health: &Health) {
    let _ = (entity, position, health);
}

ecs_world! {
    struct Planned;
    components: Position, Velocity, Health, Frozen;
    systems: movement, thaw, decay, bleed, look;
}

/// How the view of a system is kept, and the storages that it owns.
fn kept(system: &str) -> (ViewKind, &'static [&'static str]) {
    let view = Planned::PLAN.views.iter().find(|view| view.systems.contains(&system)).expect("the system has a view");
    (view.kept, view.owned)
}

#[test]
fn groups_own_the_storages_that_no_other_group_orders() {
    assert_eq!(kept("movement"), (ViewKind::Group, &["Position", "Velocity"][..]));
    assert_eq!(
        kept("thaw"),
        (ViewKind::Group, &["Position", "Velocity"][..]),
        "the group of `thaw` is nested in that of `movement`"
    );
    assert_eq!(kept("bleed"), (ViewKind::Group, &["Health"][..]), "positions are in the order of another group");
    assert_eq!(kept("look"), (ViewKind::Group, &["Health"][..]), "the group of `look` is nested in that of `bleed`");
    assert_eq!(kept("decay"), (ViewKind::Storage, &["Health"][..]));
}

#[test]
fn the_plan_can_be_read() {
    let text = Planned::PLAN.to_string();
    let line = |start: &str| text.lines().find(|line| line.trim_start().starts_with(start)).map(str::trim_start);
    let thaw = "(Position, Velocity, without(Frozen)): group; owns all that it requires; for thaw";
    assert_eq!(line("(Position, Velocity, without(Frozen))"), Some(thaw));
    let bleed = "(Position, Health): partial group, owns Health; Position is kept in the order of (Position, Velocity); for bleed";
    assert_eq!(line("(Position, Health)"), Some(bleed));
    assert_eq!(Planned::PLAN.views.len(), 5);
    assert_eq!(<Planned as GeneratedWorld>::PLAN.text, text);
}

#[test]
fn outer_groups_are_planned_before_inner_ones() {
    let place = |system| Planned::PLAN.views.iter().position(|view| view.systems.contains(&system));
    assert!(place("movement") < place("thaw") && place("bleed") < place("look"));
}

#[test]
fn a_group_is_walked_as_slices_and_a_partial_one_is_not() {
    let mut world = Planned::default();
    let still = world.spawn((Position(1), Health(1)));
    let movers = world.spawn_batch((0..20).map(|n| (Position(n), Velocity(n))));
    let (handles, positions, velocities) = world.query_position_velocity_mut().slices().expect("a full group");
    assert_eq!(handles.iter().collect::<Vec<_>>(), *movers);
    assert!(positions.iter().map(|position| position.0).eq(velocities.iter().map(|velocity| velocity.0)));
    assert!(world.query_position_health().slices().is_none());
    assert!(world.query_position_velocity().without::<Frozen>().slices().is_none(), "a filtered group has no slices");
    assert!(world.query_health().slices().is_some_and(|(handles, _)| handles.get(0) == Some(still)));
    world.run_movement();
    assert!(world.query::<(&Position, &Velocity)>().iter().all(|(position, velocity)| position.0 == 2 * velocity.0));
}

#[test]
fn entities_that_start_to_match_enter_nested_groups_and_leave_them_again() {
    let mut world = Planned::default();
    let all: Vec<_> = (0..9).map(|n| world.spawn((Position(n), Velocity(1)))).collect();
    for entity in all.iter().step_by(2) {
        world.insert(*entity, Frozen).unwrap();
        world.check_invariants().unwrap();
    }
    assert_eq!((world.managed_movement().len(), world.managed_thaw().len()), (9, 4));
    world.run_thaw();
    for (n, entity) in (0..).zip(&all) {
        let moved = i32::from(n % 2 == 1);
        assert_eq!(world.get::<Position>(*entity), Some(&Position(n + moved)));
    }
    for entity in &all {
        world.remove::<(Velocity,)>(*entity).unwrap();
        world.check_invariants().unwrap();
    }
    assert!(world.managed_movement().is_empty() && world.managed_thaw().is_empty());
}

#[test]
fn an_adhoc_query_finds_the_same_through_any_view() {
    let mut world = Planned::default();
    for n in 0..30 {
        let entity = world.spawn(Position(n));
        if n % 3 != 0 {
            world.insert(entity, Velocity(n)).unwrap();
        }
        if n % 5 == 0 {
            world.insert(entity, (Health(n), Frozen)).unwrap();
        }
    }
    let mut grouped: Vec<_> = world.query::<(&Velocity, &Position)>().iter().map(|(_, position)| position.0).collect();
    grouped.sort_unstable();
    assert!(grouped.into_iter().eq((0..30).filter(|n| n % 3 != 0)));
    let three: Vec<_> = world.query::<(&Health, &Velocity, &Position)>().iter().map(|(health, ..)| health.0).collect();
    assert_eq!(three.len(), 4);
    let optional =
        world.query::<(&Velocity, &Position, Option<&Health>)>().iter().filter(|(_, _, health)| health.is_some());
    assert_eq!(optional.count(), 4);
    let sum = world.query_mut::<(&Position, &mut Velocity)>().fold(0, |sum, (position, _)| sum + position.0);
    assert_eq!(sum, (0..30).filter(|n| n % 3 != 0).sum());
}

#[test]
fn a_view_excludes_entities_whether_it_has_settled_or_not() {
    ecs_world! {
        struct Unkept;
        components: Position, Velocity, Health, Frozen;
        queries:
            #[view(scan)] (Position, without(Frozen)), #[view(delayed)] (Velocity, without(Frozen), any(Position, Health)),
            #[view(active_passive)] (Velocity, any(Position, Health));
    }
    let mut world = Unkept::default();
    world.spawn_batch((0..3).map(|n| (Position(n), Velocity(n))));
    world.spawn_batch((3..6).map(|n| (Position(n), Velocity(n), Frozen)));
    world.spawn_batch((6..9).map(Velocity));
    world.spawn_batch((9..12).map(|n| (Velocity(n), Health(n))));
    for _ in 0..2 {
        let scanned: Vec<_> = world.query_position_without_frozen().iter().map(|(_, position)| position.0).collect();
        assert_eq!(scanned, [0, 1, 2]);
        let velocities = world.query_velocity_without_frozen_any_position_health();
        assert!(velocities.iter().map(|(_, velocity)| velocity.0).eq([0, 1, 2, 9, 10, 11]));
        let velocities = world.query_velocity_any_position_health();
        assert!(velocities.iter().map(|(_, velocity)| velocity.0).eq([0, 1, 2, 3, 4, 5, 9, 10, 11]));
        // In the second round, the views have settled.
        world.flush();
    }
}

/// Upper bound of the steps of a query for positions and velocities, and the number of entities that match.
macro_rules! steps {
    ($world:expr) => {{
        let world = &$world;
        let query = world.query::<(&Position, &Velocity)>();
        (query.iter().size_hint().1, query.iter().count())
    }};
}

#[test]
fn an_adhoc_query_visits_its_own_view_or_the_smallest_that_has_all_matches() {
    ecs_world! {
        struct Without;
        components: Position, Velocity, Health;
    }
    ecs_world! {
        struct Equal;
        components: Position, Velocity, Health;
        queries: #[view(list)] (Position), #[view(list)] (Position, Velocity);
    }
    ecs_world! {
        struct Covering;
        components: Position, Velocity, Health;
        queries: #[view(list)] (Position), #[view(list)] (Velocity, any(Position, Health));
    }
    macro_rules! filled {
        ($World:ident, $velocities:expr) => {{
            let mut world = $World::default();
            world.spawn_batch((0..2).map(|n| (Position(n), Velocity(n))));
            world.spawn_batch((0..6).map(Position));
            world.spawn_batch((0..$velocities).map(Velocity));
            world
        }};
    }
    assert_eq!(steps!(filled!(Without, 3)), (Some(5), 2), "the shortest storage");
    assert_eq!(steps!(filled!(Equal, 3)), (Some(2), 2), "the view of both");
    assert_eq!(steps!(filled!(Covering, 10)), (Some(2), 2), "the smallest of the views that contain all matches");
    let mut world = filled!(Covering, 0);
    world.spawn_batch((0..4).map(|n| (Velocity(n), Health(n))));
    assert_eq!(steps!(world), (Some(6), 2), "the storage of velocities is smaller than each view");
}

/// The callbacks of a system with a delayed view.
#[derive(Debug, Default)]
struct Diary {
    added: Vec<Entity>,
    removed: Vec<Entity>,
    seen: usize,
}

#[system(view = delayed)]
impl Diary {
    fn run(&mut self, position: &Position, velocity: &Velocity) {
        let _ = (position, velocity);
        self.seen += 1;
    }

    fn on_added(&mut self, entity: Entity, velocity: &Velocity, commands: &mut Commands<Late>) {
        self.added.push(entity);
        if velocity.0 < 0 {
            commands.despawn(entity);
        }
    }

    fn on_removed(&mut self, entity: Entity) {
        self.removed.push(entity);
    }
}

ecs_world! {
    struct Late;
    components: Position, Velocity, Health;
    systems: Diary;
    queries: #[view(active_passive)] (Position, Health), #[view(scan)] (Velocity, Health), #[view(list)] (Position, Velocity, Health);
}

#[test]
fn callbacks_of_a_delayed_view_run_at_the_sync_for_changes_since_the_last() {
    let mut world = Late::default();
    let (stays, goes) = (world.spawn((Position(0), Velocity(1))), world.spawn((Position(0), Velocity(1))));
    world.despawn(goes).unwrap();
    assert!(world.systems.diary.added.is_empty(), "no callback runs before the sync");
    world.flush();
    assert_eq!(world.systems.diary.added, [stays], "an entity that entered and left between runs is not reported");
    world.remove::<Velocity>(stays).unwrap();
    world.insert(stays, Velocity(2)).unwrap();
    world.flush();
    assert!(world.systems.diary.removed.is_empty());
    world.despawn(stays).unwrap();
    let again = world.spawn((Position(0), Velocity(1)));
    assert_eq!(again.index(), stays.index());
    world.flush();
    assert_eq!((&world.systems.diary.removed[..], &world.systems.diary.added[1..]), (&[stays][..], &[again][..]));
}

#[test]
fn commands_of_late_callbacks_are_applied_in_the_same_sync() {
    let mut world = Late::default();
    world.spawn((Position(0), Velocity(-1)));
    world.flush();
    assert!(world.is_empty());
    assert_eq!((world.systems.diary.added.len(), world.systems.diary.removed.len()), (1, 1));
}

#[test]
fn views_that_settle_later_are_exact_for_queries_and_settled_before_systems() {
    let mut world = Late::default();
    world.spawn_batch((0..5).map(|n| (Position(n), Velocity(1), Health(n))));
    assert_eq!(world.query_position_velocity().iter().count(), 5, "a query that reads does not need a settled view");
    assert_eq!(world.managed_diary().len(), 5);
    assert_eq!(world.query_position_health_mut().iter_mut().count(), 5);
    world.run_diary();
    assert_eq!(world.systems.diary.seen, 5);
    let by_index: Vec<_> = world.query_position_health().iter().map(|(entity, ..)| entity.index()).collect();
    assert_eq!(by_index, [0, 1, 2, 3, 4]);
    assert_eq!(world.query_velocity_health().iter().count(), world.query_position_velocity_health().iter().count());
    world.clear();
    assert_eq!((world.managed_diary().len(), world.query_position_velocity().iter().count()), (0, 0));
    world.flush();
    assert_eq!(world.systems.diary.removed.len(), 5, "callbacks of `clear` run at the sync");
    world.check_invariants().unwrap();
}

ecs_world! {
    struct Wished;
    components: Position, Velocity, Health, Frozen;
    systems: #[view(scan)] movement, bleed;
    groups: (Position, Health), (Position, Health, without(Frozen));
}

#[test]
fn declared_groups_have_priority_over_planned_ones() {
    let kept: Vec<_> = Wished::PLAN.views.iter().map(|view| (view.systems, view.kept, view.reason)).collect();
    assert!(kept.contains(&(&["movement"], ViewKind::Scan, "as declared")), "{kept:?}");
    assert!(kept.contains(&(&["bleed"], ViewKind::Group, "owns all that it requires")), "{kept:?}");
    let mut world = Wished::default();
    world.spawn((Position(1), Health(5)));
    world.spawn((Position(2), Velocity(3)));
    world.run();
    assert_eq!(world.query_position_health_without_frozen().single().unwrap().2, &Health(4));
    assert_eq!(world.query::<(&Position, &Velocity)>().single(), Ok((&Position(5), &Velocity(3))));
}

mod with_any {
    use super::*;

    #[system(any(Velocity, Health), view = list)]
    fn listed(_: &Position, _: &Mass) {}

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Mass(i32);

    ecs_world! {
        components: Position, Velocity, Health, Frozen, Mass;
        systems: listed;
    }

    #[test]
    fn a_view_with_any_serves_no_query_that_does_not_ask_for_it() {
        let mut world = World::default();
        for number in 0..9 {
            let some = ((number % 3 == 0).then_some(Velocity(1)), (number < 5).then_some(Frozen));
            world.spawn((Position(number), Mass(number), some));
        }
        assert_eq!(world.query::<(&Position, &Mass)>().iter().count(), 9);
        assert_eq!(world.query::<(&Position, &Mass)>().with::<Frozen>().iter().count(), 5);
    }
}

/// Worlds with a delayed view and lists: with more than eight views, a despawn skips those whose components the entity lacks.
mod delayed_beside_lists {
    use super::*;

    macro_rules! world {
        ($name:ident: $delayed:tt, $($number:literal)*) => {
            mod $name {
                use super::{Frozen, Health};
                use ecs_world::prelude::*;

                pub(super) struct Mark<const N: usize>;

                #[derive(Default)]
                pub(super) struct Late {
                    pub(super) reported: Vec<(bool, Entity)>,
                    pub(super) visited: Vec<Entity>,
                }

                #[system(view = delayed, without(Frozen))]
                impl Late {
                    fn run(&mut self, entity: Entity, _: &Health) {
                        self.visited.push(entity);
                    }

                    fn on_added(&mut self, entity: Entity) {
                        self.reported.push((true, entity));
                    }

                    fn on_removed(&mut self, entity: Entity) {
                        self.reported.push((false, entity));
                    }
                }

                paste::paste! {
                    ecs_world! {
                        pub(super) struct World;
                        components: Health, Frozen $(, Mark<$number> as [<Mark $number>])*;
                        systems: Late;
                        queries: $(#[view(list)] ([<Mark $number>], without(Frozen))),*;
                    }
                }

                #[test]
                fn an_entity_that_lost_what_a_delayed_view_requires_is_forgotten_when_it_is_despawned() {
                    let mut world = World::default();
                    assert_eq!(World::PLAN.views.len(), $delayed);
                    // Each slot is used three times before the view settles: by entities that were in it, never are, and will be.
                    let seen = world.spawn_batch([(); 3].map(|()| Health(1))).into_vec();
                    world.run();
                    let noted: Vec<_> = seen
                        .iter()
                        .map(|entity| {
                            world.remove::<Health>(*entity).expect("the entity is alive");
                            world.despawn(*entity).expect("the entity is alive");
                            let noted = world.spawn(Health(2));
                            world.remove::<Health>(noted).expect("the entity is alive");
                            world.despawn(noted).expect("the entity is alive");
                            world.check_invariants().expect("the world is consistent");
                            let noted = world.spawn(Health(3));
                            world.check_invariants().expect("the world is consistent");
                            noted
                        })
                        .collect();
                    world.systems.late = Late::default();
                    world.run();
                    world.check_invariants().expect("the world is consistent");
                    let Late { reported, visited } = &world.systems.late;
                    assert_eq!(*visited, noted);
                    let left = seen.iter().map(|entity| (false, *entity));
                    assert!(reported.iter().copied().eq(left.chain(noted.iter().map(|entity| (true, *entity)))), "{reported:?}");
                }
            }
        };
    }

    world!(seven: 8, 0 1 2 3 4 5 6);
    world!(eight: 9, 0 1 2 3 4 5 6 7);
    world!(sixteen: 17, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}
