//! Filters by changes: the changes that a system sees since its own last run.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are a part of this one test")]

use ecs_world::ChangeReader;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Position(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Velocity(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Frozen;
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mass(i32);

/// The entities that were visited, with their values.
#[derive(Debug, Clone, Default)]
struct Seen(Vec<(Entity, i32)>);

impl Seen {
    fn note(&mut self, entity: Entity, value: i32) {
        self.0.push((entity, value));
    }

    /// Returns the visits since the last call, by entity index.
    fn take(&mut self) -> Vec<(Entity, i32)> {
        let mut seen = core::mem::take(&mut self.0);
        seen.sort_by_key(|(entity, _)| entity.index());
        seen
    }
}

macro_rules! reader {
    ($name:ident, [$($filter:tt)*], ($position:ident: &Position $($parameter:tt)*)) => {
        #[derive(Debug, Clone, Default)]
        struct $name(Seen);

        #[system($($filter)*)]
        impl $name {
            fn run(&mut self, entity: Entity, $position: &Position $($parameter)*) {
                self.0.note(entity, $position.0);
            }
        }
    };
}

reader!(Changed, [changed(Position)], (position: &Position));
reader!(Added, [added(Position)], (position: &Position));
reader!(Unfrozen, [changed(Position), without(Frozen)], (position: &Position));
reader!(Moving, [changed(Position)], (position: &Position, _velocity: &Velocity));
reader!(Both, [changed(Position, Velocity)], (position: &Position, _velocity: &Velocity));
reader!(AddedMass, [changed(Position), added(Mass), with(Mass)], (position: &Position));

/// Reads and writes the component that it filters by.
#[derive(Debug, Clone, Default)]
struct Doubling(Seen);

#[system(changed(Position))]
impl Doubling {
    fn run(&mut self, entity: Entity, position: &mut Position) {
        self.0.note(entity, position.0);
        position.0 *= 2;
    }
}

#[system]
fn fall(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

ecs_world! {
    #[derive(Clone)]
    struct World;
    components: Position, Velocity, Frozen, Mass;
    systems: Changed, Added, Unfrozen, Moving, Both, AddedMass;
    systems(double): Doubling;
    systems(falling): fall;
}

/// A function that changes a world.
type Write = fn(&mut World);
/// A function that changes one entity.
type WriteOne = fn(&mut World, Entity);

impl World {
    fn changed(&mut self) -> Vec<(Entity, i32)> {
        self.run_changed();
        self.systems.changed.0.take()
    }

    fn added(&mut self) -> Vec<(Entity, i32)> {
        self.run_added();
        self.systems.added.0.take()
    }
}

#[test]
fn a_spawned_value_is_changed_and_added_once() {
    let mut world = World::default();
    let ship = world.spawn(Position(1));
    assert_eq!((world.changed(), world.added()), (vec![(ship, 1)], vec![(ship, 1)]));
    assert_eq!((world.changed(), world.added()), (vec![], vec![]));
}

#[test]
fn each_way_of_writing_a_value_marks_it_as_changed_and_not_as_added() {
    let mut world = World::default();
    let [ship, rock] = [1, 2].map(|x| world.spawn((Position(x), Velocity(0))));
    let writes: &[(&str, WriteOne)] = &[
        ("get_mut", |world, ship| world.get_mut::<Position>(ship).unwrap().0 += 1),
        ("insert", |world, ship| world.insert(ship, Position(1)).unwrap()),
        ("replace", |world, ship| _ = world.replace(ship, Position(1)).unwrap()),
        ("exchange", |world, ship| {
            _ = world.exchange::<Position, _>(ship, Position(3)).unwrap();
        }),
        ("exchange of another", |world, ship| {
            _ = world.exchange::<Velocity, _>(ship, (Velocity(0), Position(3))).unwrap();
        }),
        ("get_disjoint_mut", |world, ship| {
            let [position] = world.get_disjoint_mut::<Position, 1>([ship]).unwrap();
            position.0 += 1;
        }),
        ("columns", |world, ship| world.columns().position.get_mut(ship).unwrap().0 += 1),
        ("query", |world, ship| {
            world.query_mut::<(&mut Position, &Velocity)>().get_mut(ship).unwrap().0.0 += 1;
        }),
        ("get_components", |world, ship| world.get_components::<(&mut Position, &Velocity)>(ship).unwrap().0.0 += 1),
        ("option", |world, ship| world.get_components::<Option<&mut Position>>(ship).unwrap().unwrap().0 += 1),
    ];
    world.run();
    world.run_changed();
    world.systems.changed.0.take();
    world.systems.added.0.take();
    for (name, write) in writes {
        write(&mut world, ship);
        let x = world.get::<Position>(ship).unwrap().0;
        assert_eq!((world.changed(), world.added()), (vec![(ship, x)], vec![]), "{name}");
        assert_eq!(world.get::<Position>(rock), Some(&Position(2)));
    }
}

#[test]
fn each_value_that_is_borrowed_with_others_is_marked() {
    let mut world = World::default();
    let all = [0, 1, 2, 3, 4].map(|x| world.spawn(Position(x)));
    world.changed();
    for position in world.get_disjoint_mut::<Position, 2>([all[3], all[1]]).expect("the entities differ") {
        position.0 += 10;
    }
    assert_eq!(world.changed(), [(all[1], 11), (all[3], 13)]);
    for position in world.get_disjoint_mut::<Position, 3>([all[4], all[0], all[2]]).expect("the entities differ") {
        position.0 += 10;
    }
    assert_eq!(world.changed(), [(all[0], 10), (all[2], 12), (all[4], 14)]);
    world.get_disjoint_mut::<Position, 0>([]).expect("none differs");
    assert_eq!(world.changed(), []);
}

#[test]
fn a_missing_item_marks_nothing() {
    let mut world = World::default();
    let ship = world.spawn(Position(1));
    world.changed();
    assert!(world.query_mut::<(&mut Position, &Velocity)>().get_mut(ship).is_none());
    assert!(world.get_components::<(&mut Position, &Velocity)>(ship).is_none());
    assert_eq!(world.query_mut::<(&mut Position, &Velocity)>().iter_mut().count(), 0);
    assert!(world.query_mut::<&mut Position>().without::<Position>().get_mut(ship).is_none());
    assert!(world.get_disjoint_mut::<Position, 2>([ship, ship]).is_err());
    assert!(world.get::<Position>(ship).is_some() && world.columns().position.get(ship).is_some());
    assert_eq!(world.query::<&Position>().iter().count(), 1);
    assert_eq!(world.changed(), []);
}

#[test]
fn each_iteration_marks_what_it_visits() {
    let writes: &[(&str, Write)] = &[
        ("for_each", |world| world.query_mut::<(&mut Position, &Velocity)>().for_each(|(position, _)| position.0 += 1)),
        ("iter_mut", |world| world.query_mut::<(&mut Position, &Velocity)>().iter_mut().for_each(|item| item.0.0 += 1)),
        ("filter", |world| {
            let mut query = world.query_mut::<&mut Position>().with::<Velocity>();
            query.iter_mut().for_each(|position| position.0 += 1);
        }),
        ("filter and for_each", |world| {
            world.query_mut::<&mut Position>().with::<Velocity>().for_each(|position| position.0 += 1);
        }),
        ("par_for_each", |world| {
            world.query_mut::<(&mut Position, &Velocity)>().par_for_each(|(position, _)| position.0 += 1);
        }),
        ("join", |world| {
            let mut columns = world.columns();
            (&mut columns.position, &columns.velocity).join().for_each(|(position, _)| position.0 += 1);
        }),
        ("others", |world| {
            world.query_mut::<(&mut Position, &Velocity)>().for_each_with(|(position, _), _| position.0 += 1);
        }),
        ("system", World::run_fall),
    ];
    for count in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 200] {
        for (name, write) in writes {
            let mut world = World::default();
            let mut moving = vec![];
            for at in 0..count {
                let entity = world.spawn(Position(at));
                if at % 3 != 1 {
                    world.insert(entity, Velocity(1)).unwrap();
                    moving.push((entity, at + 1));
                }
            }
            world.changed();
            write(&mut world);
            assert_eq!(world.changed(), moving, "{name} of {count}");
            assert_eq!(world.changed(), [], "{name} of {count}");
        }
    }
}

#[test]
fn writing_a_whole_column_marks_all_of_it() {
    for count in [0, 1, 64, 65] {
        let mut world = World::default();
        let all: Vec<_> = world.spawn_batch((0..count).map(Position)).into_iter().zip(0..).collect();
        assert_eq!(world.changed(), all);
        assert_eq!(world.columns().position.iter_mut().count(), all.len());
        assert_eq!(world.changed(), all);
        assert_eq!(world.columns().position.as_mut_slice().len(), all.len());
        assert_eq!(world.changed(), all);
        assert_eq!(world.columns().position.as_slice().len(), all.len());
        assert_eq!(world.changed(), []);
    }
}

#[test]
fn a_reader_sees_what_changed_since_its_own_last_run_however_rarely_it_runs() {
    let mut world = World::default();
    let [ship, rock] = [1, 2].map(|x| world.spawn((Position(x), Velocity(1))));
    world.run_moving();
    world.changed();
    world.systems.moving.0.take();
    for _ in 0..100 {
        world.get_mut::<Position>(ship).unwrap().0 += 1;
        assert_eq!(world.changed().len(), 1);
    }
    world.run_moving();
    assert_eq!(world.systems.moving.0.take(), [(ship, 101)], "only once after a pause");
    world.get_mut::<Position>(rock).unwrap().0 += 1;
    world.run_moving();
    assert_eq!(world.systems.moving.0.take(), [(rock, 3)]);
}

#[test]
fn a_reader_does_not_see_its_own_writes_but_others_do() {
    let mut world = World::default();
    let ship = world.spawn(Position(1));
    world.changed();
    for expected in [vec![(ship, 1)], vec![], vec![]] {
        world.run_double();
        assert_eq!(world.systems.doubling.0.take(), expected);
    }
    assert_eq!((world.changed(), world.changed()), (vec![(ship, 2)], vec![]));
    world.get_mut::<Position>(ship).unwrap().0 = 5;
    world.run_double();
    assert_eq!(world.systems.doubling.0.take(), [(ship, 5)]);
    assert_eq!(world.changed(), [(ship, 10)]);
}

#[test]
fn all_filters_of_a_system_must_hold() {
    let mut world = World::default();
    let [ship, ice, rock] = [1, 2, 3].map(|x| world.spawn(Position(x)));
    world.insert(ship, Velocity(0)).unwrap();
    world.insert(ice, Frozen).unwrap();
    world.insert(rock, Mass(1)).unwrap();
    world.run();
    let World { systems, .. } = &mut world;
    assert_eq!(systems.changed.0.take().len(), 3);
    assert_eq!(systems.unfrozen.0.take(), [(ship, 1), (rock, 3)]);
    assert_eq!((systems.moving.0.take(), systems.both.0.take()), (vec![(ship, 1)], vec![(ship, 1)]));
    assert_eq!(systems.added_mass.0.take(), [(rock, 3)]);
    // A change of one of the two components is not enough; changes that a run did not visit are forgotten, too.
    world.get_mut::<Velocity>(ship).unwrap().0 = 1;
    world.run();
    world.get_mut::<Position>(ship).unwrap().0 = 4;
    world.get_mut::<Position>(rock).unwrap().0 = 4;
    world.run();
    assert_eq!((world.systems.both.0.take(), world.systems.added_mass.0.take()), (vec![], vec![]));
    world.query_mut::<(&mut Position, &mut Velocity)>().for_each(|_| {});
    world.run();
    assert_eq!(world.systems.both.0.take(), [(ship, 4)]);
}

#[test]
fn starting_to_match_is_not_a_change() {
    let mut world = World::default();
    let ship = world.spawn((Position(1), Frozen));
    world.run();
    assert_eq!(world.systems.unfrozen.0.take(), []);
    world.remove::<Frozen>(ship).unwrap();
    world.insert(ship, Velocity(1)).unwrap();
    world.run();
    assert_eq!((world.systems.unfrozen.0.take(), world.systems.moving.0.take()), (vec![], vec![]));
}

#[test]
fn a_removed_value_leaves_no_mark_behind() {
    for count in [1, 2, 3, 64, 65, 130] {
        for removed in [0, 1, count / 2, count - 1] {
            let mut world = World::default();
            let entities: Vec<_> = world.spawn_batch((0..count).map(Position)).into_iter().collect();
            world.changed();
            let Some(entity) = entities.get(usize::try_from(removed).unwrap()) else { continue };
            world.get_mut::<Position>(*entity).unwrap().0 = -1;
            if count % 2 == 0 {
                world.despawn(*entity).unwrap();
            } else {
                _ = world.remove::<Position>(*entity).unwrap();
            }
            assert_eq!(world.changed(), [], "{removed} of {count}");
            // The last value, which is moved into the gap, keeps its own mark.
            if let Some(last) = entities.iter().rfind(|other| *other != entity) {
                let mut world = world.clone();
                let x = world.get::<Position>(*last).unwrap().0;
                world.get_mut::<Position>(*last).unwrap().0 = x;
                world.despawn(entities[0]).ok();
                let expected: Vec<_> = if *last == entities[0] { vec![] } else { vec![(*last, x)] };
                assert_eq!(world.changed(), expected);
            }
        }
    }
}

#[test]
fn marks_move_with_values_and_moving_marks_nothing() {
    for count in [1, 2, 3, 63, 64, 65, 128, 150] {
        let mut world = World::default();
        for x in 0..count {
            let entity = world.spawn(Position(x));
            if x % 2 == 1 {
                world.insert(entity, Velocity(1)).unwrap();
            }
        }
        let chosen: Vec<_> = world.query::<(Entity, &Position)>().iter().map(|(entity, _)| entity).step_by(5).collect();
        let expected = |world: &World| {
            let mut all: Vec<_> =
                chosen.iter().map(|entity| (*entity, world.get::<Position>(*entity).unwrap().0)).collect();
            all.sort_by_key(|(entity, _)| entity.index());
            all
        };
        let moves: &[Write] = &[
            |world| world.sort_by::<Position>(|a, b| b.0.cmp(&a.0)),
            |world| _ = world.tidy(),
            World::shrink_to_fit,
            |world| {
                // Entities enter and leave groups.
                let all: Vec<_> = world.query::<(Entity, &Position)>().iter().map(|(entity, _)| entity).collect();
                for (at, entity) in all.into_iter().enumerate() {
                    if at % 3 == 0 {
                        _ = world.remove::<Velocity>(entity);
                    } else {
                        world.insert(entity, Velocity(2)).unwrap();
                    }
                }
            },
            |world| *world = world.clone(),
        ];
        for (number, change) in moves.iter().enumerate() {
            world.changed();
            for entity in &chosen {
                _ = world.get_mut::<Position>(*entity);
            }
            change(&mut world);
            assert_eq!(world.changed(), expected(&world), "move {number} of {count}");
            change(&mut world);
            assert_eq!(world.changed(), [], "move {number} of {count}");
        }
        world.check_invariants().unwrap();
        world.clear();
        assert_eq!(world.changed(), []);
        let ship = world.spawn(Position(1));
        assert_eq!(world.changed(), [(ship, 1)]);
    }
}

#[test]
fn the_next_run_visits_changes_that_a_panicking_system_did_not_reach() {
    #[derive(Debug, Clone, Default)]
    struct Fragile(Vec<i32>);

    #[system(changed(Position))]
    impl Fragile {
        fn run(&mut self, position: &Position) {
            self.0.clear();
            self.0.push(position.0);
            assert_ne!(position.0, 70, "the system panics at this value");
        }
    }
    ecs_world! { components: Position; systems: Fragile; }
    let mut world = World::default();
    world.spawn_batch((0..130).map(Position));
    let run = std::panic::AssertUnwindSafe(|| world.run());
    assert!(std::panic::catch_unwind(run).is_err());
    assert_eq!(world.systems.fragile.0, [70]);
    world.run();
    assert_eq!(world.systems.fragile.0, [129]);
}

#[test]
fn the_plan_says_what_is_tracked_and_readers_share_a_stage() {
    let text = World::PLAN.text;
    let tracked = text.split("tracked, and what requires it:\n").nth(1).expect("the plan lists tracked components");
    let tracked = tracked.split("\n\n").next().unwrap_or_default();
    let readers = "changed for Changed, added for Added, changed for Unfrozen, changed for Moving, changed for Both, \
                   changed for AddedMass, changed for Doubling";
    let expected = format!("  Position: {readers}\n  Velocity: changed for Both\n  Mass: added for AddedMass");
    assert_eq!(tracked, expected);
    let stages = World::PLAN.schedules[0].parts[0].stages;
    assert_eq!(stages, [&["Changed", "Added", "Unfrozen", "Moving", "Both", "AddedMass"]]);
    assert!(!text.contains("Frozen: "), "a component without readers is not tracked");
}

mod bodies {
    use super::Seen;
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy)]
    pub struct Place(pub i32);

    #[derive(Debug, Default)]
    pub struct Watch(pub Seen);

    #[system(changed(Place), added(Place))]
    impl Watch {
        fn run(&mut self, entity: Entity, place: &Place) {
            self.0.note(entity, place.0);
        }
    }

    ecs_components! {
        pub set parts;
        components: Place;
        systems: Watch;
    }
}

#[test]
fn systems_of_sets_filter_by_changes_of_their_components_and_others_by_relations() {
    #[derive(Debug, Clone, Copy, Relation)]
    struct ChildOf(Entity);

    #[derive(Debug, Default)]
    struct Adopted(Vec<Entity>);

    #[system(changed(ChildOf))]
    impl Adopted {
        fn run(&mut self, child: Entity, _parent: &ChildOf) {
            self.0.push(child);
        }
    }
    ecs_world! {
        include: bodies::parts;
        relations: ChildOf (tree, cascade);
        systems: Adopted, ..parts;
    }
    let mut world = World::default();
    let parent = world.spawn(bodies::Place(1));
    let child = world.spawn((ChildOf(parent), bodies::Place(2)));
    world.run();
    assert_eq!(world.systems.watch.0.take(), [(parent, 1), (child, 2)]);
    let other = world.spawn(());
    world.insert(child, (ChildOf(other), bodies::Place(3))).unwrap();
    world.run();
    assert_eq!((world.systems.watch.0.take(), &world.systems.adopted.0[..]), (vec![], &[child, child][..]));
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Heat(i32);

/// Writes every third value.
#[system]
fn warm(mut heat: Mut<'_, Heat>) {
    if heat.0 % 3 == 0 {
        heat.0 += 3;
    }
}

#[system]
fn warm_moving(heat: Option<Mut<'_, Heat>>, _velocity: &Velocity) {
    if let Some(mut heat) = heat.filter(|heat| heat.0 % 3 == 0) {
        heat.0 += 3;
    }
}

#[system]
fn warm_by_query(mut bodies: Query<'_, Warm, (Mut<'_, Heat>, Option<&Velocity>)>) {
    for (mut heat, _) in &mut bodies {
        if heat.0 % 3 == 0 {
            heat.0 += 3;
        }
    }
}

#[system(parallel)]
fn warm_on_threads(mut heat: Mut<'_, Heat>) {
    if heat.0 % 3 == 0 {
        heat.0 += 3;
    }
}

#[derive(Debug, Clone, Default)]
struct Warmed(Seen);

#[system(changed(Heat))]
impl Warmed {
    fn run(&mut self, entity: Entity, heat: &Heat) {
        self.0.note(entity, heat.0);
    }
}

/// Filters by the component that it takes as `Mut`.
#[derive(Debug, Clone, Default)]
struct Cooled(Seen);

#[system(changed(Heat))]
impl Cooled {
    fn run(&mut self, entity: Entity, mut heat: Mut<'_, Heat>) {
        self.0.note(entity, heat.0);
        if heat.0 > 9 {
            heat.0 = 9;
        }
    }
}

ecs_world! {
    struct Warm;
    components: Heat, Velocity;
    systems: warm, warm_moving, warm_by_query, warm_on_threads;
    systems(read): Warmed, Cooled;
}

impl Warm {
    fn changed(&mut self) -> Vec<(Entity, i32)> {
        self.run_warmed();
        self.systems.warmed.0.take()
    }

    fn heats(&self) -> Vec<(Entity, i32)> {
        let mut all: Vec<_> = self.query::<(Entity, &Heat)>().iter().map(|(entity, heat)| (entity, heat.0)).collect();
        all.sort_by_key(|(entity, _)| entity.index());
        all
    }
}

/// A way to write every third value; if the flag is set, only of entities with a velocity.
type WriteThirds = (&'static str, fn(&mut Warm), bool);

/// All ways to do so by `Mut`.
const BY_MUT: [WriteThirds; 12] = [
    ("system", Warm::run_warm, false),
    ("option", Warm::run_warm_moving, true),
    ("query parameter", Warm::run_warm_by_query, false),
    ("parallel", Warm::run_warm_on_threads, false),
    ("for_each", |world| world.query_mut::<Mut<'_, Heat>>().for_each(heat), false),
    ("for_each of two", |world| world.query_mut::<(Mut<'_, Heat>, &Velocity)>().for_each(|(it, _)| heat(it)), true),
    ("iter_mut", |world| world.query_mut::<Mut<'_, Heat>>().iter_mut().for_each(heat), false),
    (
        "kept",
        |world| world.query_mut::<Mut<'_, Heat>>().iter_mut().collect::<Vec<_>>().into_iter().for_each(heat),
        false,
    ),
    (
        "nth",
        |world| {
            let mut query = world.query_mut::<Mut<'_, Heat>>();
            let mut items = query.iter_mut();
            let nth = usize::default();
            while let Some(item) = items.nth(nth) {
                heat(item);
            }
        },
        false,
    ),
    ("filter", |world| world.query_mut::<Mut<'_, Heat>>().with::<Velocity>().iter_mut().for_each(heat), true),
    ("two kept", |world| world.query_mut::<(Mut<'_, Heat>, &Velocity)>().iter_mut().for_each(|(it, _)| heat(it)), true),
    ("par_for_each", |world| world.query_mut::<(Mut<'_, Heat>, &Velocity)>().par_for_each(|(it, _)| heat(it)), true),
];

fn heat(mut heat: Mut<'_, Heat>) {
    if heat.0 % 3 == 0 {
        heat.0 += 3;
    }
}

#[test]
fn a_mut_marks_what_is_written_and_not_what_is_visited() {
    for count in [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200] {
        for (name, write, of_moving) in BY_MUT {
            // With both columns in one order, and in different ones.
            for step in [1, 2] {
                let mut world = Warm::default();
                let all: Vec<_> = (0..count).map(|at| world.spawn(Heat(at))).collect();
                for entity in all.iter().rev().step_by(step) {
                    world.insert(*entity, Velocity(0)).unwrap();
                }
                world.changed();
                let before = world.heats();
                write(&mut world);
                let after = world.heats();
                let expected: Vec<_> =
                    after.into_iter().zip(before).filter(|(new, old)| new != old).map(|(new, _)| new).collect();
                let is_written =
                    |at: &usize| at.is_multiple_of(3) && (!of_moving || (all.len() - 1 - at).is_multiple_of(step));
                let written = (0..all.len()).filter(is_written).count();
                assert_eq!(expected.len(), written, "{name} of {count}, every {step}.");
                assert_eq!(world.changed(), expected, "{name} of {count}, every {step}.");
            }
        }
    }
}

#[test]
fn a_mut_marks_its_own_position_in_runs_that_begin_anywhere() {
    for count in [20, 600] {
        for first in [0, 1, 8, 10, 12] {
            // All entities from `first` on, in order; or with the last of them moved to the front.
            for is_moved in [false, true] {
                let mut world = Warm::default();
                let all: Vec<_> = (0..count).map(|at| world.spawn(Heat(at))).collect();
                let (front, behind) = all[first..].split_at(if is_moved { all.len() - first - 1 } else { 0 });
                behind.iter().chain(front).for_each(|entity| world.insert(*entity, Velocity(0)).unwrap());
                world.changed();
                for (it, _) in world.query_mut::<(Mut<'_, Heat>, &Velocity)>() {
                    heat(it);
                }
                let expected: Vec<_> = (first..all.len()).filter(|at| at % 3 == 0).map(|at| all[at]).collect();
                let mut changed: Vec<_> = world.changed().into_iter().map(|(entity, _)| entity).collect();
                changed.sort_unstable_by_key(|entity| entity.index());
                assert_eq!(changed, expected, "{count} from {first} on, {is_moved}");
            }
        }
    }
}

#[test]
fn a_mut_after_skipped_items_marks_its_own_position() {
    for count in [0, 1, 2, 3, 4, 63, 64, 65, 66, 200] {
        for skipped in [0, 1, 2, 3, 63, 64, 65, count.max(1) - 1, count] {
            let mut world = Warm::default();
            let all: Vec<_> = world.spawn_batch((0..).take(count).map(Heat)).into_vec();
            world.changed();
            if let Some(mut one) = world.query_mut::<Mut<'_, Heat>>().iter_mut().nth(skipped) {
                one.0 += 1_000;
            }
            let changed: Vec<_> = world.changed().into_iter().map(|(entity, _)| entity).collect();
            assert!(changed.iter().eq(all.get(skipped)), "{skipped} of {count}: {changed:?}");
            // Skips repeatedly in one iteration.
            let mut query = world.query_mut::<Mut<'_, Heat>>();
            let mut items = query.iter_mut();
            while let Some(mut one) = items.nth(skipped) {
                one.0 += 1_000;
            }
            let changed: Vec<_> = world.changed().into_iter().map(|(entity, _)| entity).collect();
            assert!(
                changed.iter().eq(all.iter().skip(skipped).step_by(skipped + 1)),
                "{skipped} of {count}: {changed:?}"
            );
        }
    }
}

#[test]
fn a_mut_can_be_compared_or_written_without_a_mark() {
    let mut world = Warm::default();
    let [ship, rock] = [1, 2].map(|x| world.spawn(Heat(x)));
    world.changed();
    let mut heat = world.get_components::<Mut<'_, Heat>>(ship).unwrap();
    assert!(!heat.set_if_neq(Heat(1)) && *heat == Heat(1));
    heat.bypass_change_detection().0 = 5;
    assert_eq!(format!("{heat:?}"), "Heat(5)");
    assert_eq!(world.changed(), []);
    assert!(world.get_components::<Mut<'_, Heat>>(rock).unwrap().set_if_neq(Heat(7)));
    assert!(world.get_components::<Option<Mut<'_, Heat>>>(ship).unwrap().is_some());
    assert_eq!(world.changed(), [(rock, 7)]);
}

#[test]
fn a_mut_that_is_filtered_by_its_own_changes_marks_them_for_others_only() {
    let mut world = Warm::default();
    let [ship, rock] = [10, 8].map(|x| world.spawn(Heat(x)));
    world.changed();
    for expected in [vec![(ship, 10), (rock, 8)], vec![]] {
        world.run_cooled();
        assert_eq!(world.systems.cooled.0.take(), expected);
    }
    assert_eq!(world.changed(), [(ship, 9)]);
}

#[test]
fn chunks_of_slices_of_mut_mark_the_values_that_are_borrowed_for_writing() {
    for count in [1, 2, 3, 63, 64, 65, 127, 128, 129, 300] {
        for size in [1, 2, 3, 63, 64, 65, 128, 1_000] {
            let mut world = Warm::default();
            let all = world.spawn_batch((0..count).map(Heat)).into_vec();
            world.changed();
            let each = core::num::NonZeroUsize::new(size).expect("the size is not zero");
            // Every second chunk is borrowed for writing.
            let visited = world.query_mut::<Mut<'_, Heat>>().par_slices(each, |first, slice| {
                assert_eq!(usize::try_from(slice.as_slice()[0].0), Ok(first));
                if first / size % 2 == 1 {
                    assert!(!slice.into_mut_slice().is_empty());
                }
            });
            assert_eq!(visited, Some(()), "a query of one storage has slices");
            let written = all.iter().enumerate().filter(|(at, _)| at / size % 2 == 1);
            assert!(
                world.changed().iter().map(|(entity, _)| entity).eq(written.map(|(_, entity)| entity)),
                "{count} by {size}"
            );
        }
    }
}

#[test]
fn chunks_mark_all_their_values_and_without_chunks_nothing_is_marked() {
    let size = core::num::NonZeroUsize::new(2).expect("the size is not zero");
    for count in [0, 1, 2, 3, 70] {
        let mut world = Warm::default();
        let all: Vec<_> = world.spawn_batch((0..count).map(|x| (Heat(x), Velocity(x)))).into_iter().zip(0..).collect();
        world.changed();
        let filtered = world.query_mut::<&mut Heat>().without::<Velocity>().par_slices(size, |_, _| panic!("filtered"));
        let joined = world.query_mut::<(&mut Heat, &Velocity)>().par_slices(size, |_, _| panic!("two storages"));
        let optional = world.query_mut::<(&mut Heat, Option<&Velocity>)>().par_slices(size, |_, _| panic!("optional"));
        assert_eq!((filtered, joined, optional, world.changed()), (None, None, None, vec![]), "{count}");
        assert_eq!(world.query_mut::<&mut Heat>().par_slices(size, |_, _| {}), Some(()));
        assert_eq!(world.changed(), all, "one storage without a filter has slices");
    }
}

#[test]
fn slices_of_mut_mark_the_values_that_are_borrowed_for_writing() {
    let mut world = Warm::default();
    let all: Vec<_> = world.spawn_batch((0..70).map(Heat)).into_iter().zip(0..).collect();
    world.changed();
    let slice = world.query_mut::<Mut<'_, Heat>>().slices().unwrap();
    assert_eq!((slice.as_slice().len(), slice.as_slice()[3]), (70, Heat(3)));
    drop(slice);
    assert_eq!(world.changed(), []);
    assert_eq!(world.query_mut::<Mut<'_, Heat>>().slices().unwrap().into_mut_slice().len(), 70);
    assert_eq!(world.changed(), all);
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Ammo(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fuel(i32);

/// Filters by a component that other readers read, too.
#[derive(Debug, Clone, Default)]
struct Refill(Seen);

#[system(changed(Ammo))]
impl Refill {
    fn run(&mut self, entity: Entity, ammo: &mut Ammo) {
        self.0.note(entity, ammo.0);
        ammo.0 += 1;
    }
}

#[system]
fn shoot(mut ammo: Mut<'_, Ammo>) {
    if ammo.0 > 10 {
        ammo.0 -= 1;
    }
}

ecs_world! {
    #[derive(Clone)]
    struct Arsenal;
    components: #[tracked] Ammo, #[tracked] #[storage(vec)] Fuel;
    systems: shoot, Refill;
}

fn read(reader: &mut ChangeReader<Ammo>, world: &mut Arsenal) -> Vec<(Entity, i32)> {
    let mut read = vec![];
    reader.for_each(world, |entity, ammo| read.push((entity, ammo.0)));
    read
}

#[test]
fn a_registered_reader_sees_changes_from_then_on_until_it_is_released() {
    for count in [0, 1, 2, 3, 63, 64, 65, 200] {
        let mut world = Arsenal::default();
        let all: Vec<_> = (0..count).map(|x| world.spawn((Ammo(x), Fuel(x)))).collect();
        let [mut first, mut second] = [(); 2].map(|()| ChangeReader::<Ammo>::new(&mut world));
        let mut fuel = ChangeReader::<Fuel>::new(&mut world);
        assert_eq!(read(&mut first, &mut world), []);
        world.run_shoot();
        let shot: Vec<_> = (11..count).map(|x| (all[usize::try_from(x).unwrap()], x - 1)).collect();
        assert_eq!((read(&mut first, &mut world), read(&mut first, &mut world)), (shot.clone(), vec![]));
        let mut clone = world.clone();
        assert_eq!((read(&mut second, &mut clone), read(&mut second, &mut world)), (shot.clone(), shot));
        world.run_refill();
        assert_eq!(world.systems.refill.0.take().len(), all.len());
        let kept = ChangeReader::<Ammo>::new(&mut world);
        assert_eq!(read(&mut first, &mut world).len(), all.len(), "filtering systems mark their writes");
        for entity in all.iter().skip(1) {
            world.despawn(*entity).unwrap();
        }
        assert_eq!(read(&mut second, &mut world).len(), all.len().min(1));
        second.release(&mut world);
        let mut visited = 0;
        fuel.for_each(&mut world, |_, _| visited += 1);
        world.query_mut::<&mut Fuel>().for_each(|fuel| fuel.0 += 1);
        fuel.for_each(&mut world, |_, _| visited += 1);
        assert_eq!(visited, all.len().min(1));
        world.check_invariants().unwrap();
        kept.release(&mut world);
        let ship = world.spawn(Ammo(5));
        assert_eq!(read(&mut first, &mut world), [(ship, 5)]);
        // A world in which the reader is not registered.
        let mut other = Arsenal::default();
        other.spawn(Ammo(1));
        assert_eq!(read(&mut first, &mut other), []);
    }
    assert!(Arsenal::PLAN.text.contains("  Ammo: `#[tracked]`, changed for Refill\n  Fuel: `#[tracked]`\n"));
}

#[test]
fn a_walk_along_a_tree_marks_what_it_visits() {
    #[derive(Debug, Clone, Copy, Relation)]
    struct ChildOf(Entity);

    #[derive(Debug, Clone, Default)]
    struct Moved(Seen);

    #[system(changed(Position))]
    impl Moved {
        fn run(&mut self, entity: Entity, position: &Position) {
            self.0.note(entity, position.0);
        }
    }
    ecs_world! {
        components: Position, Velocity;
        relations: ChildOf (tree, cascade);
        systems: Moved;
    }
    let mut world = World::default();
    let root = world.spawn((Position(1), Velocity(1)));
    let children = [2, 3].map(|x| world.spawn((Position(x), Velocity(1), ChildOf(root))));
    let still = world.spawn((Position(4), ChildOf(root)));
    let mut order = LevelOrder::default();
    for on_threads in [false, true] {
        world.run();
        world.systems.moved.0.take();
        let mut query = world.query_mut::<(&mut Position, &Velocity)>();
        if on_threads {
            query.par_for_each_parent_first::<ChildOf>(&mut order, |_, (position, _)| position.0 += 1);
        } else {
            query.for_each_parent_first::<ChildOf>(&mut order, |_, (position, _)| position.0 += 1);
        }
        world.run();
        let seen: Vec<_> = world.systems.moved.0.take().into_iter().map(|(entity, _)| entity).collect();
        assert_eq!(seen, [root, children[0], children[1]]);
    }
    assert_eq!(world.get(still), Some(&Position(4)));
}

/// Regression tests for faults that were reported from outside.
mod found {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Heat(u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Glow(u32);
    #[derive(Debug, Clone, Copy, PartialEq, Relation)]
    struct Near(Entity);

    /// Panics at one value of heat.
    #[derive(Debug, Clone, Default)]
    struct Fragile {
        seen: Vec<u32>,
        fatal: Option<u32>,
    }

    #[system(changed(Heat, Glow))]
    impl Fragile {
        fn run(&mut self, heat: &Heat, _: &Glow) {
            assert_ne!(self.fatal, Some(heat.0), "the system panics at this value");
            self.seen.push(heat.0);
        }
    }

    #[derive(Debug, Clone, Default)]
    struct Watching(u32);

    #[system(changed(Glow), added(Glow))]
    impl Watching {
        fn run(&mut self, _: &Glow) {
            self.0 += 1;
        }
    }

    ecs_world! {
        #[derive(Clone)]
        struct Oven;
        components: #[tracked] Heat, #[storage(vec)] Glow;
        relations: #[tracked] Near (clear);
        systems: Fragile, Watching;
    }

    #[test]
    fn a_reader_reads_nothing_in_other_worlds_and_in_clones_with_readers_of_their_own() {
        let [mut one, mut other] = [Oven::default(), Oven::default()];
        let first = one.spawn(Heat(1));
        other.spawn(Heat(2));
        let mut clone = one.clone();
        let mut readers = [&mut one, &mut other, &mut clone].map(ChangeReader::<Heat>::new);
        for world in [&mut one, &mut other, &mut clone] {
            world.query_mut::<&mut Heat>().for_each(|heat| heat.0 += 10);
        }
        let [of_one, of_other, of_clone] = &mut readers;
        let count = |reader: &mut ChangeReader<Heat>, world: &mut Oven| {
            let mut count = 0;
            reader.for_each(world, |_, _| count += 1);
            count
        };
        assert_eq!((count(of_one, &mut other), count(of_one, &mut clone), count(of_clone, &mut one)), (0, 0, 0));
        let [_, _, of_third] = [(); 3].map(|()| ChangeReader::<Heat>::new(&mut one));
        of_third.release(&mut other);
        assert_eq!((count(of_one, &mut one), count(of_other, &mut other), count(of_clone, &mut clone)), (1, 1, 1));
        assert_eq!(one.get::<Heat>(first), Some(&Heat(11)));
    }

    #[test]
    fn a_reader_continues_in_a_clone_that_was_made_later() {
        let mut oven = Oven::default();
        let heat = oven.spawn(Heat(1));
        let mut reader = ChangeReader::<Heat>::new(&mut oven);
        oven.get_mut::<Heat>(heat).unwrap().0 = 2;
        let mut clone = oven.clone();
        for world in [&mut oven, &mut clone] {
            let mut seen = vec![];
            reader.for_each(world, |entity, heat| seen.push((entity, heat.0)));
            assert_eq!(seen, [(heat, 2)]);
        }
    }

    #[test]
    fn readers_of_relations_see_changed_targets() {
        let mut oven = Oven::default();
        let [a, b] = [oven.spawn(Heat(1)), oven.spawn(Heat(2))];
        let near = oven.spawn(Near(a));
        let mut reader = ChangeReader::<Near>::new(&mut oven);
        oven.insert(near, Near(b)).unwrap();
        let mut seen = vec![];
        reader.for_each(&mut oven, |entity, near| seen.push((entity, near.0)));
        assert_eq!(seen, [(near, b)]);
    }

    #[test]
    fn columns_of_storages_with_gaps_mark_only_values() {
        for count in [0_u32, 1, 2, 3, 63, 64, 65, 128] {
            let mut oven = Oven::default();
            oven.spawn_batch((0..count).map(|n| (Heat(n), Glow(n))));
            let odd: Vec<_> = oven.entities().skip(1).step_by(2).collect();
            for entity in &odd {
                oven.despawn(*entity).unwrap();
            }
            oven.run();
            oven.systems.watching.0 = 0;
            oven.columns().glow.iter_mut().for_each(|(_, glow)| glow.0 += 1);
            oven.check_invariants().unwrap();
            oven.spawn_batch(odd.iter().map(|_| Heat(0)));
            oven.run();
            // No value was added since.
            assert_eq!(oven.systems.watching.0, 0);
            oven.check_invariants().unwrap();
        }
    }

    #[test]
    fn a_run_that_panics_forgets_all_changes_of_the_entities_it_reached() {
        for fatal in [1_u32, 2, 3] {
            let mut oven = Oven::default();
            let entities = [1, 2, 3].map(|n| oven.spawn((Heat(n), Glow(n))));
            oven.systems.fragile.fatal = Some(fatal);
            assert!(catch_unwind(AssertUnwindSafe(|| oven.run_fragile())).is_err());
            let fragile = &mut oven.systems.fragile;
            assert_eq!(std::mem::take(&mut fragile.seen), (1..fatal).collect::<Vec<_>>());
            fragile.fatal = None;
            // Changes only one of two components of the entities that were reached.
            for entity in entities.iter().take(fatal as usize) {
                oven.get_mut::<Heat>(*entity).unwrap().0 += 10;
            }
            oven.run_fragile();
            assert_eq!(oven.systems.fragile.seen, (fatal + 1..=3).collect::<Vec<_>>(), "panicked at {fatal}");
        }
    }

    mod three {
        use super::*;

        #[derive(Debug, Clone, Copy, PartialEq)]
        struct Smoke(u32);

        #[system(changed(Heat, Glow, Smoke))]
        impl Brittle {
            fn run(&mut self, heat: &Heat, _: &Glow, _: &Smoke) {
                assert_ne!(self.fatal, Some(heat.0), "the system panics at this value");
                self.seen.push(heat.0);
            }
        }

        /// Panics at one value of heat.
        #[derive(Debug, Clone, Default)]
        struct Brittle {
            seen: Vec<u32>,
            fatal: Option<u32>,
        }

        ecs_world! {
            struct Oven;
            components: Heat, Glow, #[storage(vec)] Smoke;
            systems: Brittle;
        }

        #[test]
        fn three_filters_forget_all_changes_of_the_entities_that_a_panicking_run_reached() {
            for fatal in [1_u32, 2, 3] {
                let mut oven = Oven::default();
                let entities = [1, 2, 3].map(|n| oven.spawn((Heat(n), Glow(n), Smoke(n))));
                oven.systems.brittle.fatal = Some(fatal);
                assert!(catch_unwind(AssertUnwindSafe(|| oven.run_brittle())).is_err());
                oven.systems.brittle = Brittle::default();
                // Changes only two of three components of the entities that were reached, alternately.
                for (number, entity) in entities.iter().enumerate().take(fatal as usize) {
                    oven.get_mut::<Heat>(*entity).unwrap().0 += 10;
                    if number % 2 == 0 {
                        oven.get_mut::<Glow>(*entity).unwrap().0 += 10;
                    } else {
                        oven.get_mut::<Smoke>(*entity).unwrap().0 += 10;
                    }
                }
                oven.run_brittle();
                assert_eq!(oven.systems.brittle.seen, (fatal + 1..=3).collect::<Vec<_>>(), "panicked at {fatal}");
            }
        }
    }
}

mod several {
    use super::*;

    macro_rules! components {
        ($($name:ident),*) => {
            $(#[derive(Debug, Clone, Copy, PartialEq)] pub struct $name(pub u32);)*
        };
    }
    components!(A, B, C, D);
    /// How often each system visited the entity.
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub struct Visits([u32; 4]);

    #[system(changed(A, B, C), with(A, B, C))]
    fn three(visits: &mut Visits) {
        visits.0[0] += 1;
    }

    #[system(changed(A, B, C, D), with(A, B, C, D))]
    fn four(visits: &mut Visits) {
        visits.0[1] += 1;
    }

    #[system(parallel, changed(D, C, B, A), with(A, B, C, D))]
    fn four_on_threads(visits: &mut Visits) {
        visits.0[2] += 1;
    }

    #[system(changed(B, D), added(A, C), with(A, B, C, D))]
    fn two_of_each(visits: &mut Visits) {
        visits.0[3] += 1;
    }

    ecs_world! {
        pub struct Wide;
        components: A, B, C, D, Visits;
        systems: three, four, four_on_threads, two_of_each;
    }

    #[test]
    fn an_entity_is_visited_if_all_of_several_components_changed_since_the_last_run() {
        for count in [1, 2, 3, 16, 64, 65, 130] {
            let mut world = Wide::default();
            let all = world.spawn_batch((0..count).map(|_| (A(0), B(0), C(0), D(0), Visits::default()))).into_vec();
            let visits = |world: &mut Wide, entity| std::mem::take(&mut *world.get_mut::<Visits>(entity).unwrap()).0;
            world.run();
            assert!(all.iter().all(|entity| visits(&mut world, *entity) == [1, 1, 1, 1]), "added values have changed");
            for round in 0..20 {
                let changed = |n: usize| (n + round) % 16;
                for (n, entity) in all.iter().enumerate() {
                    let is_changed = |component: u32| changed(n) & 1 << component != 0;
                    if is_changed(0) {
                        world.get_mut::<A>(*entity).unwrap().0 += 1;
                    }
                    if is_changed(1) {
                        world.get_mut::<B>(*entity).unwrap().0 += 1;
                    }
                    if is_changed(2) {
                        world.get_mut::<C>(*entity).unwrap().0 += 1;
                    }
                    if is_changed(3) {
                        world.get_mut::<D>(*entity).unwrap().0 += 1;
                    }
                }
                world.run();
                for (n, entity) in all.iter().enumerate() {
                    let [three, four] = [0b111, 0b1111].map(|mask| u32::from(changed(n) & mask == mask));
                    assert_eq!(
                        visits(&mut world, *entity),
                        [three, four, four, 0],
                        "{entity} of {count}, round {round}"
                    );
                }
            }
        }
    }
}
