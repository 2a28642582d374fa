//! Commands in batches: two queues in every state are appended, and a world with queued commands is cloned.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub u32);
#[derive(Debug, Clone, PartialEq)]
pub struct Text(pub String);
#[derive(Debug, Clone, Default)]
pub struct Fuse(pub u32);

fn text(number: u32) -> Text {
    Text(format!("number {number}"))
}

/// Issues commands and may panic afterwards.
macro_rules! systems {
    ($($name:ident $number:literal $Own:ident),*) => {$(
        #[derive(Debug, Clone)]
        pub struct $Own;

        #[system]
        fn $name(entity: Entity, own: &mut $Own, fuse: &Fuse, commands: &mut Commands<World>) {
            *own = $Own;
            commands.insert(entity, Number($number));
            commands.spawn((Number(100 + $number), text($number)));
            assert!(fuse.0 != $number, "system {}", $number);
        }
    )*};
}

systems! { first 1 A, second 2 B, third 3 C }

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: Number, Text, A, B, C;
    resources: Fuse;
    systems: first, second, third;
}

/// Issues four commands, which spawn entities with one or two components.
fn issue(commands: &mut Commands<World>, numbers: &mut std::ops::RangeFrom<u32>) {
    let mut next = || numbers.next().unwrap();
    commands.spawn(Number(next()));
    let number = next();
    commands.spawn((text(number), Number(number)));
    commands.spawn_batch([Number(next()), Number(next())]);
}

const ISSUED: usize = 4;

/// Commands with `sealed` batches, and if `last` is set, with an unfinished one.
fn commands(sealed: usize, last: bool, numbers: &mut std::ops::RangeFrom<u32>) -> Commands<World> {
    let mut commands = Commands::default();
    for _ in 0..sealed {
        let mut other = Commands::default();
        issue(&mut other, numbers);
        commands.append(&mut other);
    }
    if last {
        issue(&mut commands, numbers);
    }
    commands
}

/// Asserts that entities have the numbers `0..count` in the order in which they were spawned, and the right texts.
#[track_caller]
fn assert_spawned(world: &World, count: u32) {
    let mut found: Vec<_> = world.query::<(Entity, &Number, Option<&Text>)>().iter().collect();
    found.sort_unstable_by_key(|(entity, ..)| *entity);
    assert!(found.iter().map(|(_, number, _)| number.0).eq(0..count), "{found:?}");
    for (_, number, found) in found {
        assert_eq!(found, (number.0 % 4 == 1).then(|| text(number.0)).as_ref());
    }
}

#[test]
fn queues_are_joined_in_order_whatever_is_pending() {
    for (before, last) in (0..4).flat_map(|sealed| [(sealed, false), (sealed, true)]) {
        for (other_before, other_last) in (0..4).flat_map(|sealed| [(sealed, false), (sealed, true)]) {
            let mut numbers = 0..;
            let mut joined = commands(before, last, &mut numbers);
            let mut other = commands(other_before, other_last, &mut numbers);
            let rounds = before + usize::from(last) + other_before + usize::from(other_last);
            joined.append(&mut other);
            assert_eq!((joined.len(), joined.is_empty()), (rounds * ISSUED, rounds == 0));
            assert_eq!((other.len(), other.is_empty()), (0, true));
            // Both remain usable: commands that are issued into one are appended, and those of the other are appended again.
            issue(&mut joined, &mut numbers);
            issue(&mut other, &mut numbers);
            joined.append(&mut other);
            joined.append(&mut Commands::default());
            issue(&mut joined, &mut numbers);
            let mut world = World::default();
            world.commands().append(&mut joined);
            assert_eq!(world.commands().len(), (rounds + 3) * ISSUED);
            world.flush();
            assert_spawned(&world, numbers.start);
            // Again, with the memory of the batches that were applied.
            issue(&mut joined, &mut numbers);
            issue(world.commands(), &mut numbers);
            let first = numbers.start - 4;
            world.commands().append(&mut joined);
            world.flush();
            let last: Vec<_> =
                world.query::<&Number>().iter().skip(first as usize - 4).map(|number| number.0).collect();
            assert_eq!(last, (first..first + 4).chain(first - 4..first).collect::<Vec<_>>());
        }
    }
}

/// A clone of commands in each state has the same effect as the original.
#[test]
fn cloned_queues_contain_pending_commands() {
    for (before, last) in (0..4).flat_map(|sealed| [(sealed, false), (sealed, true)]) {
        let mut numbers = 0..;
        let original = commands(before, last, &mut numbers);
        let (mut world, mut copy) = (World::default(), original.clone());
        assert_eq!((copy.len(), original.len()), (numbers.start as usize, numbers.start as usize));
        world.commands().append(&mut copy);
        world.flush();
        assert_spawned(&world, numbers.start);
    }
}

/// The components that commands inserted into an entity.
type Row = (Entity, Option<Number>, Option<Text>);

fn rows(world: &World) -> Vec<Row> {
    let query = world.query::<(Entity, Option<&Number>, Option<&Text>)>();
    query.iter().map(|(entity, number, text)| (entity, number.copied(), text.cloned())).collect()
}

#[test]
fn a_clone_after_a_caught_panic_in_a_stage_holds_the_commands_of_the_stage() {
    for which in 1..=3 {
        let mut world = World::default();
        world.spawn_batch((0..3).map(|_| A));
        world.spawn_batch((0..3).map(|_| B));
        world.spawn_batch((0..3).map(|_| C));
        let before = rows(&world);
        world.commands().spawn(Number(0));
        world.resources.fuse.0 = which;
        assert!(catch_unwind(AssertUnwindSafe(|| world.run())).is_err(), "system {which} panics");
        let (mut copy, mut twice) = (world.clone(), world.clone().clone());
        world.check_invariants().unwrap();
        copy.check_invariants().unwrap();
        assert_eq!(rows(&copy), before, "no command was applied");
        let waiting = [world.commands().len(), copy.commands().len(), twice.commands().len()];
        assert!(waiting[0] >= 3, "the first command and two of system {which} are pending");
        assert_eq!(waiting, [waiting[0]; 3]);
        for world in [&mut world, &mut copy, &mut twice] {
            world.flush();
            world.check_invariants().unwrap();
        }
        assert_eq!((rows(&copy), rows(&twice)), (rows(&world), rows(&world)));
        assert!(rows(&world).iter().any(|(_, number, _)| *number == Some(Number(which))));
        // The clone continues as the original does.
        for world in [&mut world, &mut copy] {
            world.resources.fuse.0 = 0;
            world.run();
        }
        assert_eq!(rows(&copy), rows(&world));
        let numbers = rows(&world).into_iter().filter_map(|(_, number, _)| number).collect::<Vec<_>>();
        assert!((1..=3).all(|system| numbers.contains(&Number(system)) && numbers.contains(&Number(100 + system))));
    }
}
