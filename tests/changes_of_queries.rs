//! Filters by changes: in query parameters, in systems that divide their entities over threads, and by readers outside of systems.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are a part of this one test")]
#![allow(clippy::needless_pass_by_value, reason = "parameters of systems are taken by value")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;
use ecs_world::{ChangeReader, Mut, SingleError};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub i32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity(pub i32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frozen;
/// Number of visits.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Visits(pub u32);

/// The visits so far, and the number of visits after which the next run panics.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    list: Vec<(Entity, i32)>,
    fails_after: Option<usize>,
}

impl Seen {
    fn note(&mut self, entity: Entity, position: i32) {
        assert_ne!(self.fails_after, Some(self.list.len()), "the system panics after this number of entities");
        self.list.push((entity, position));
    }
}

#[system(changed(moved: Position))]
fn list(moved: Query<'_, World, (Entity, &Position)>, seen: &mut Seen) {
    for (entity, position) in moved {
        seen.note(entity, position.0);
    }
}

#[system(changed(moved: Position), without(moved: Frozen), with(moved: Velocity))]
fn list_moving(mut moved: Query<'_, World, (Entity, &Position)>, seen: &mut Seen) {
    moved.for_each(|(entity, position)| seen.note(entity, position.0));
}

#[system(changed(both: Position, Velocity))]
fn list_both(both: Query<'_, World, (Entity, &Position, Option<&Velocity>, &Velocity)>, seen: &mut Seen) {
    both.iter().for_each(|(entity, position, ..)| seen.note(entity, position.0));
}

/// Each query has marks of its own: the first one lists changed positions, the second one added velocities.
#[system(changed(changed: Position), added(added: Velocity))]
fn list_two(
    changed: Query<'_, World, (Entity, &Position)>,
    added: Query<'_, World, (Entity, &Velocity)>,
    seen: &mut Seen,
) {
    changed.iter().for_each(|(entity, position)| seen.note(entity, position.0));
    added.iter().for_each(|(entity, velocity)| seen.note(entity, 1000 + velocity.0));
}

/// Writes the component that it filters by.
#[system(changed(moved: Position))]
fn double(mut moved: Query<'_, World, (Entity, &mut Position)>, seen: &mut Seen) {
    for (entity, position) in &mut moved {
        seen.note(entity, position.0);
        position.0 *= 2;
    }
}

/// Writes all positions through one query, and filters another query by changed velocities.
#[system(changed(faster: Velocity))]
fn push(mut all: Query<'_, World, Mut<'_, Position>>, faster: Query<'_, World, (Entity, &Velocity)>) {
    let fastest = faster.iter().map(|(_, velocity)| velocity.0).max();
    if let Some(fastest) = fastest {
        all.for_each(|mut position| position.0 += fastest);
    }
}

/// Runs per entity, with a query of other entities that is filtered.
#[system(changed(others: Velocity))]
fn follow(visits: &mut Visits, mut others: Query<'_, World, &Velocity>) {
    others.for_each(|velocity| visits.0 += velocity.0.unsigned_abs());
}

#[system(changed(Position), without(Frozen), parallel)]
fn visit(position: &Position, visits: &mut Visits, velocity: Option<&mut Velocity>) {
    visits.0 += 1;
    if let Some(velocity) = velocity {
        velocity.0 = position.0;
    }
}

#[system(changed(Position, Velocity), parallel)]
fn thaw(position: &mut Position, _: &Velocity, entity: Entity, commands: &mut Commands<World>) {
    position.0 += 1;
    commands.insert(entity, Frozen);
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: #[tracked] Position, Velocity, Frozen, Visits;
    resources: Seen;
    systems: list, list_moving, list_both, list_two, double, push, follow, visit, thaw;
}

impl World {
    /// Returns the visits of one schedule.
    fn seen(&mut self, run: fn(&mut Self)) -> Vec<(Entity, i32)> {
        run(self);
        core::mem::take(&mut self.resources.seen.list)
    }
}

#[test]
fn a_filtered_query_yields_what_changed_since_the_last_run() {
    for count in [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 500] {
        let mut world = World::default();
        let all: Vec<_> = world.spawn_batch((0..count).map(Position)).into_iter().collect();
        let expected: Vec<_> = all.iter().copied().zip(0..).collect();
        assert_eq!(world.seen(World::run_list), expected, "all of {count} were added");
        assert_eq!(world.seen(World::run_list), [], "none of {count} changed since");
        for (entity, at) in all.iter().zip(0..).step_by(7) {
            world.get_mut::<Position>(*entity).unwrap().0 = at + 1000;
        }
        let changed: Vec<_> = all.iter().copied().zip(1000..).step_by(7).collect();
        assert_eq!(world.seen(World::run_list), changed, "every seventh of {count} changed");
    }
}

#[test]
fn filters_by_changes_and_by_components_of_a_query_both_hold() {
    let mut world = World::default();
    let fast = world.spawn((Position(1), Velocity(1)));
    world.spawn(Position(2));
    world.spawn((Position(3), Velocity(1), Frozen));
    assert_eq!(world.seen(World::run_list_moving), [(fast, 1)]);
    assert_eq!(world.seen(World::run_list_moving), []);
    world.query_mut::<&mut Position>().for_each(|position| position.0 += 10);
    assert_eq!(world.seen(World::run_list_moving), [(fast, 11)]);
}

#[test]
fn a_query_filtered_by_two_components_yields_what_changed_in_both() {
    let mut world = World::default();
    let [a, b, c] = [1, 2, 3].map(|x| world.spawn((Position(x), Velocity(x))));
    assert_eq!(world.seen(World::run_list_both), [(a, 1), (b, 2), (c, 3)]);
    world.get_mut::<Position>(a).unwrap().0 = 7;
    world.get_mut::<Velocity>(b).unwrap().0 = 7;
    assert!(world.get_components::<(&mut Position, &mut Velocity)>(c).is_some());
    assert_eq!(world.seen(World::run_list_both), [(c, 3)]);
    world.get_mut::<Velocity>(a).unwrap().0 = 8;
    assert_eq!(world.seen(World::run_list_both), [], "the earlier change of the position was forgotten");
}

#[test]
fn two_queries_of_a_system_filter_by_marks_of_their_own() {
    let mut world = World::default();
    let ship = world.spawn((Position(1), Velocity(5)));
    assert_eq!(world.seen(World::run_list_two), [(ship, 1), (ship, 1005)]);
    world.get_mut::<Velocity>(ship).unwrap().0 = 6;
    assert_eq!(world.seen(World::run_list_two), [], "writing a velocity does not count as adding it");
    world.remove::<Velocity>(ship).unwrap();
    world.insert(ship, Velocity(7)).unwrap();
    assert_eq!(world.seen(World::run_list_two), [(ship, 1007)]);
}

#[test]
fn a_system_does_not_see_the_writes_of_its_own_query_but_others_do() {
    let mut world = World::default();
    let [a, b] = [1, 2].map(|x| world.spawn(Position(x)));
    assert_eq!(world.seen(World::run_double), [(a, 1), (b, 2)]);
    assert_eq!(world.seen(World::run_double), []);
    assert_eq!(world.seen(World::run_list), [(a, 2), (b, 4)]);
    world.get_mut::<Position>(b).unwrap().0 = 5;
    assert_eq!((world.seen(World::run_double), world.seen(World::run_list)), (vec![(b, 5)], vec![(b, 10)]));
}

#[test]
fn a_query_of_another_component_writes_beside_a_filtered_one() {
    let mut world = World::default();
    let [a, b] = [1, 2].map(|x| world.spawn((Position(x), Velocity(x))));
    world.run_push();
    world.seen(World::run_list);
    world.run_push();
    assert_eq!(world.seen(World::run_list), [], "no velocity changed");
    world.get_mut::<Velocity>(a).unwrap().0 = 10;
    world.run_push();
    assert_eq!(world.seen(World::run_list), [(a, 13), (b, 14)]);
}

#[test]
fn a_system_with_entities_reads_the_same_changes_for_each_of_them() {
    let mut world = World::default();
    let all = [0, 1].map(|_| world.spawn((Visits(0), Velocity(3))));
    world.run_follow();
    world.run_follow();
    assert_eq!(all.map(|entity| world.get::<Visits>(entity).unwrap().0), [6, 6]);
}

#[test]
fn changes_are_found_wherever_the_values_have_moved() {
    let mut world = World::default();
    let all: Vec<_> = world.spawn_batch((0..100).map(|x| (Position(x), Velocity(x)))).into_iter().collect();
    world.seen(World::run_list);
    for entity in all.iter().skip(50).step_by(3) {
        world.get_mut::<Position>(*entity).unwrap().0 += 1000;
    }
    for entity in all.iter().step_by(4) {
        world.despawn(*entity).unwrap();
    }
    world.sort_by::<Position>(|a, b| b.0.cmp(&a.0));
    world.tidy();
    world.shrink_to_fit();
    let mut expected: Vec<_> = world.query::<(Entity, &Position)>().iter().map(|(entity, it)| (entity, it.0)).collect();
    expected.retain(|(_, x)| *x >= 1000);
    expected.sort();
    let mut seen = world.seen(World::run_list);
    seen.sort();
    assert_eq!(seen, expected);
    assert!(seen.len() > 10);
    world.check_invariants().unwrap();
}

#[test]
fn all_ways_to_use_a_filtered_query_agree() {
    #[derive(Debug, Clone, Default, PartialEq)]
    pub struct Agreed(u32);
    #[system(changed(moved: Position))]
    fn check(mut moved: Query<'_, Game, (Entity, &mut Position)>, all: Query<'_, Game, Entity>, agreed: &mut Agreed) {
        let listed: Vec<_> = moved.iter_mut().map(|(entity, _)| entity).collect();
        let mut called = vec![];
        moved.for_each(|(entity, _)| called.push(entity));
        assert_eq!(called, listed);
        assert_eq!(moved.fold(0, |count, _| count + 1), listed.len());
        assert_eq!((moved.count(), moved.is_empty()), (listed.len(), listed.is_empty()));
        for entity in &all {
            assert_eq!(moved.contains(entity), listed.contains(&entity));
            assert_eq!(moved.get_mut(entity).is_some(), listed.contains(&entity));
        }
        moved.par_for_each(|(_, position)| position.0 += 1);
        let single = moved.single_mut().map(|(entity, _)| entity);
        let expected = match listed[..] {
            [] => Err(SingleError::None),
            [one] => Ok(one),
            _ => Err(SingleError::Many),
        };
        assert_eq!(single, expected);
        assert!(moved.reborrow().with::<Velocity>().iter_mut().all(|(entity, _)| listed.contains(&entity)));
        agreed.0 += u32::try_from(listed.len()).unwrap();
        assert!(moved.slices().is_none_or(|(entities, _)| entities.len() == listed.len()));
    }
    ecs_world! {
        struct Game;
        components: Position, Velocity;
        resources: Agreed;
        systems: check;
    }
    let mut world = Game::default();
    let all = [1, 2, 3].map(|x| world.spawn((Position(x), Velocity(x))));
    world.run();
    world.run();
    assert_eq!(world.resources.agreed, Agreed(3));
    world.get_mut::<Position>(all[1]).unwrap().0 = 9;
    world.run();
    assert_eq!(world.resources.agreed, Agreed(4));
    assert_eq!(all.map(|entity| world.get::<Position>(entity).unwrap().0), [2, 10, 4]);
}

#[test]
fn a_query_of_changes_counts_only_matching_entities() {
    #[derive(Debug, Default)]
    pub struct Counts(Vec<[usize; 3]>);
    #[system(changed(moved: Position))]
    fn count(moved: Query<'_, Counted, (&Position, &Velocity)>, counts: &mut Counts) {
        let yielded = moved.iter().fold(0, |yielded, _| yielded + 1);
        counts.0.push([yielded, moved.count(), usize::from(!moved.is_empty())]);
    }
    ecs_world! {
        struct Counted;
        components: Position, Velocity;
        resources: Counts;
        systems: count;
    }
    let mut world = Counted::default();
    world.spawn(Position(1));
    world.run();
    world.spawn(Position(2));
    world.spawn((Position(3), Velocity(3)));
    world.spawn((Position(4), Velocity(4)));
    world.spawn(Velocity(5));
    world.run();
    world.run();
    assert_eq!(world.resources.counts.0, [[0, 0, 0], [2, 2, 1], [0, 0, 0]]);
}

#[test]
fn a_run_that_panics_leaves_all_changes_to_the_next_one() {
    let mut world = World::default();
    let all = [1, 2, 3].map(|x| world.spawn(Position(x)));
    world.resources.seen.fails_after = Some(1);
    assert!(catch_unwind(AssertUnwindSafe(|| world.run_list())).is_err());
    world.resources.seen = Seen::default();
    let expected: Vec<_> = all.into_iter().zip(1..).collect();
    assert_eq!(world.seen(World::run_list), expected);
    assert_eq!(world.seen(World::run_list), []);
}

#[test]
fn a_clone_of_a_world_finds_the_same_changes() {
    let mut world = World::default();
    let [a, b] = [1, 2].map(|x| world.spawn(Position(x)));
    world.seen(World::run_list);
    world.get_mut::<Position>(b).unwrap().0 = 3;
    let mut copy = world.clone();
    assert_eq!((world.seen(World::run_list), copy.seen(World::run_list)), (vec![(b, 3)], vec![(b, 3)]));
    copy.get_mut::<Position>(a).unwrap().0 = 4;
    assert_eq!((world.seen(World::run_list), copy.seen(World::run_list)), (vec![], vec![(a, 4)]));
}

#[test]
fn parallel_systems_visit_what_changed() {
    for count in [0, 1, 2, 3, 63, 64, 65, 500, 5000] {
        let mut world = World::default();
        let all: Vec<_> = (0..count).map(|x| world.spawn((Position(x), Visits(0), Velocity(-1)))).collect();
        for entity in all.iter().skip(1).step_by(5) {
            world.insert(*entity, Frozen).unwrap();
        }
        world.run_visit();
        world.run_visit();
        for entity in all.iter().skip(2).step_by(3) {
            world.get_mut::<Position>(*entity).unwrap().0 += 1;
        }
        world.run_visit();
        for (at, entity) in all.iter().enumerate() {
            let visits = if at % 5 == 1 { 0 } else { 1 + u32::from(at % 3 == 2) };
            assert_eq!(world.get::<Visits>(*entity), Some(&Visits(visits)), "{at} of {count}");
            let (position, velocity) = world.get_components::<(&Position, &Velocity)>(*entity).unwrap();
            assert_eq!(velocity.0, if visits == 0 { -1 } else { position.0 });
        }
    }
}

#[test]
fn parallel_systems_write_what_they_filter_by_and_record_commands_in_order() {
    let mut world = World::default();
    let all: Vec<_> = (0..1000).map(|x| world.spawn((Position(x), Velocity(x)))).collect();
    world.run_thaw();
    world.run_thaw();
    world.flush();
    assert!(all.iter().zip(1..).all(|(entity, x)| world.get::<Position>(*entity) == Some(&Position(x))));
    let frozen: Vec<_> = world.query::<(Entity, &Frozen)>().iter().map(|(entity, _)| entity).collect();
    assert_eq!(frozen, all);
    assert_eq!(world.seen(World::run_list).len(), 1000, "other systems see the writes");
}

#[test]
fn readers_of_changes_that_do_not_write_share_a_stage() {
    #[system(changed(moved: Position))]
    fn first(moved: Query<'_, Shared, &Position>, sum: &mut First) {
        sum.0 += moved.iter().map(|position| position.0).sum::<i32>();
    }
    #[system(changed(moved: Position), added(others: Position))]
    fn second(mut moved: Query<'_, Shared, &Position>, mut others: Query<'_, Shared, &Position>, sum: &mut Second) {
        sum.0 += moved.fold(0, |sum, it| sum + it.0) + others.fold(0, |sum, it| sum + it.0);
    }
    #[derive(Debug, Default)]
    pub struct First(i32);
    #[derive(Debug, Default)]
    pub struct Second(i32);
    ecs_world! {
        struct Shared;
        components: Position;
        resources: First, Second;
        systems: first, second;
    }
    let [stage] = Shared::PLAN.schedules[0].parts[0].stages else { panic!("{}", Shared::PLAN) };
    assert_eq!(*stage, ["first", "second"]);
    assert!(Shared::PLAN.text.contains(
        "Position: changed for the query in parameter 1 of first, changed for the query in parameter 1 of second, \
         added for the query in parameter 2 of second"
    ));
    let mut world = Shared::default();
    let all = [1, 2].map(|x| world.spawn(Position(x)));
    world.run();
    world.get_mut::<Position>(all[0]).unwrap().0 = 10;
    world.run();
    assert_eq!((world.resources.first.0, world.resources.second.0), (3 + 10, 6 + 10));
}

#[test]
fn a_set_passes_on_the_filters_of_its_queries() {
    let mut world = of_a_set::World::default();
    let [_, sad] = [1, 2].map(|mood| world.spawn(of_a_set::Mood(mood)));
    world.run();
    world.get_mut::<of_a_set::Mood>(sad).unwrap().0 = -2;
    world.run();
    assert_eq!(world.resources.moods.0, [1, 2, 1, 2, -2]);
}

#[test]
fn a_reader_queries_what_changed_since_it_read_last() {
    let mut world = World::default();
    let [a, b, c] = [1, 2, 3].map(|x| world.spawn((Position(x), Velocity(x))));
    let mut reader = ChangeReader::<Position>::new(&mut world);
    assert_eq!(reader.query::<_, Entity>(&mut world).iter().count(), 0);
    world.get_mut::<Position>(c).unwrap().0 = 4;
    world.insert(a, (Position(5), Frozen)).unwrap();
    let moved = reader.query::<_, (Entity, &Position, &Velocity)>(&mut world);
    assert!(moved.iter().eq([(a, &Position(5), &Velocity(1)), (c, &Position(4), &Velocity(3))]));
    assert!(!moved.contains(b));
    assert_eq!(reader.query::<_, Entity>(&mut world).iter().count(), 0);
    reader.for_each(&mut world, |_, _| unreachable!("the query has already read the changes"));
    world.query_mut::<&mut Position>().for_each(|position| position.0 += 1);
    let mut moved = reader.query::<_, &mut Position>(&mut world).without::<Frozen>();
    moved.for_each(|position| position.0 *= 10);
    let mut again = vec![];
    reader.for_each(&mut world, |entity, position| again.push((entity, position.0)));
    assert_eq!(again, [(b, 30), (c, 50)], "the reader finds only the writes of the query");
    reader.release(&mut world);
}

/// From the third loop on, positions are cached.
#[test]
fn writes_through_mut_mark_their_own_entities_in_any_loop() {
    for count in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 200] {
        let mut world = World::default();
        let all: Vec<_> = (0..count).map(|x| world.spawn(Position(x))).collect();
        for entity in all.iter().rev() {
            world.insert(*entity, Velocity(1)).unwrap();
        }
        world.spawn_batch((0..3).map(|x| (Velocity(x),)));
        let mut reader = ChangeReader::<Position>::new(&mut world);
        for written in 0..6 {
            let mut expected = vec![];
            for (entity, mut position, _) in world.query_mut::<(Entity, Mut<'_, Position>, &mut Velocity)>() {
                if position.0 % 6 == written {
                    position.0 += 6;
                    expected.push(entity);
                }
            }
            let mut changed: Vec<_> = reader.query::<_, Entity>(&mut world).iter().collect();
            changed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(changed, expected, "{count} entities, loop {written}");
        }
    }
}

#[test]
fn only_a_single_match_is_marked_as_changed() {
    let mut world = World::default();
    let [a, b, _] = [1, 2, 3].map(|x| world.spawn(Position(x)));
    let mut reader = ChangeReader::<Position>::new(&mut world);
    let found = |world: &mut World, reader: &mut ChangeReader<Position>| -> Vec<_> {
        reader.query::<_, Entity>(world).iter().collect()
    };
    assert_eq!(world.query_mut::<&mut Position>().single_mut(), Err(SingleError::Many));
    assert_eq!(world.query_mut::<(&mut Position, &Velocity)>().into_single().err(), Some(SingleError::None));
    assert_eq!(found(&mut world, &mut reader), [], "no position was borrowed, so none is marked");
    world.insert(b, Velocity(1)).unwrap();
    world.query_mut::<(&mut Position, &Velocity)>().single_mut().unwrap().0.0 += 1;
    assert_eq!(found(&mut world, &mut reader), [b]);
    world.insert(a, Frozen).unwrap();
    let item = world.query_mut::<(Entity, &mut Position, Option<&Velocity>)>().with::<Frozen>().into_single();
    assert_eq!(item, Ok((a, &mut Position(1), None)));
    assert_eq!(found(&mut world, &mut reader), [a]);
    reader.release(&mut world);
}

#[test]
fn a_readers_query_counts_only_matching_entities() {
    for (changed, expected) in [(0, 0), (1, 0), (1, 1), (2, 1), (3, 3), (64, 32), (65, 1), (100, 50)] {
        let mut world = World::default();
        let mut reader = ChangeReader::<Position>::new(&mut world);
        for number in 0..changed {
            let entity = world.spawn(Position(1));
            if number < expected {
                world.insert(entity, Velocity(1)).unwrap();
            }
        }
        let found = reader.query::<_, (Option<&Position>, &Velocity)>(&mut world);
        assert_eq!(
            (found.iter().count(), found.iter().fold(0, |count, _| count + 1)),
            (expected, expected),
            "{changed} changed"
        );
        let (lower, upper) = found.iter().size_hint();
        assert!(lower <= expected && upper.is_some_and(|upper| upper >= expected), "{expected} in {lower}..={upper:?}");
        for position in world.query_mut::<&mut Position>() {
            position.0 += 1;
        }
        assert_eq!(reader.query::<_, (Entity, &mut Velocity)>(&mut world).iter_mut().count(), expected);
        reader.release(&mut world);
    }
}

#[test]
fn values_written_beside_a_mut_are_marked_only_for_matches() {
    for count in [0, 1, 2, 3, 64, 65, 100] {
        let mut world = World::default();
        let all: Vec<_> = (0..count).map(|number| world.spawn(Position(number))).collect();
        // In another order, so that values have to be looked up.
        for entity in all.iter().rev().step_by(2) {
            world.insert(*entity, Velocity(1)).unwrap();
        }
        let mut reader = ChangeReader::<Position>::new(&mut world);
        let mut expected = vec![];
        for (entity, _, position) in world.query_mut::<(Entity, Mut<'_, Velocity>, &mut Position)>() {
            position.0 += 1;
            expected.push(entity);
        }
        let mut changed = vec![];
        reader.for_each(&mut world, |entity, _| changed.push(entity));
        for entities in [&mut changed, &mut expected] {
            entities.sort_by_key(|entity| entity.index());
        }
        assert_eq!(changed, expected);
        assert_eq!(changed.len(), all.len().div_ceil(2));
        world.query_mut::<(Mut<'_, Velocity>, &mut Position)>().for_each(|_| {});
        let found = reader.query::<_, Entity>(&mut world);
        assert_eq!(found.iter().count(), changed.len());
        reader.release(&mut world);
    }
}

#[test]
fn a_reader_of_another_world_finds_nothing() {
    let (mut world, mut other) = (World::default(), World::default());
    let mut reader = ChangeReader::<Position>::new(&mut world);
    other.spawn(Position(1));
    assert_eq!(reader.query::<_, Entity>(&mut other).iter().count(), 0);
    world.spawn(Position(1));
    assert_eq!(reader.query::<_, Entity>(&mut world).iter().count(), 1);
    reader.release(&mut world);
}

mod of_a_set {
    use ecs_world::Holds;
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Mood(pub i32);
    #[derive(Debug, Clone, Default)]
    pub struct Moods(pub Vec<i32>);

    #[system(changed(changed: Mood), added(new: Mood))]
    pub fn collect<W: Holds<Mood>>(changed: Query<'_, W, &Mood>, new: Query<'_, W, &Mood>, moods: &mut Moods) {
        moods.0.extend(changed.iter().map(|mood| mood.0));
        moods.0.extend(new.iter().map(|mood| mood.0));
    }

    ecs_components! {
        pub set crowd;
        components: Mood;
        resources: Moods;
        systems: collect;
    }
    ecs_world! {
        pub struct World;
        include: crowd;
        systems: ..crowd;
    }
}
