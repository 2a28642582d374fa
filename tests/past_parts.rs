//! Double-buffered components beside others: sets, callbacks, filters by changes, queries that share a component, panics of user code.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::ChangeReader;
use ecs_world::prelude::*;

mod sets {
    use super::*;

    pub mod bodies {
        use super::*;

        #[derive(Debug, Clone, PartialEq)]
        pub struct Position(pub i32);
        #[derive(Debug, Clone, PartialEq)]
        pub struct Charge(pub i32);

        #[system]
        pub fn attract<W: HasPast<Position>>(
            position: &mut Position,
            all: Query<'_, W, (Entity, Option<&Past<Position>>)>,
            own: &Past<Position>,
        ) {
            position.0 += all.iter().filter_map(|(_, other)| other).map(|other| other.0).sum::<i32>() - own.0;
        }

        ecs_components! {
            pub set motion;
            components: #[double_buffered] Position, Charge;
            systems: attract;
        }
    }

    pub mod fields {
        use super::bodies::{Charge, Position};
        use super::*;

        #[system]
        pub fn load(charge: &mut Charge, past: &Past<Charge>, position: &Position) {
            charge.0 = past.0 * 2 + position.0;
        }

        ecs_components! {
            pub set electricity;
            components: Position, #[double_buffered] Charge;
            systems: load;
        }
    }

    ecs_world! {
        include: bodies::motion, fields::electricity;
        systems: ..motion, ..electricity;
    }

    mod renamed {
        use super::*;

        ecs_world! {
            include: bodies::motion { Position as Place };
            components: #[storage(vec)] bodies::Position as Place;
            systems: ..motion;
        }

        #[test]
        fn an_entry_of_the_world_keeps_the_past_that_the_set_declares() {
            let mut world = World::default();
            let all = world.spawn_batch([1, 10, 100].map(bodies::Position));
            world.run();
            let now = all.iter().map(|one| world.get::<bodies::Position>(*one).map(|position| position.0));
            assert!(now.eq([111, 111, 111].map(Some)));
            assert!(all.iter().map(|one| world.past(*one)).eq([1, 10, 100].map(bodies::Position).iter().map(Some)));
        }
    }

    #[test]
    fn a_component_is_double_buffered_if_one_of_its_sets_says_so() {
        let mut world = World::default();
        let one = world.spawn((bodies::Position(1), bodies::Charge(3)));
        world.spawn(bodies::Position(5));
        world.run();
        assert_eq!(
            world.get_components::<(&bodies::Position, &bodies::Charge)>(one),
            Some((&bodies::Position(6), &bodies::Charge(12)))
        );
        assert_eq!(world.past(one), Some(&bodies::Position(1)));
        assert_eq!(world.past(one), Some(&bodies::Charge(3)));
        world.check_invariants().expect("the world is consistent");
    }
}

/// Callbacks, and filters by changes of the component whose past is read.
mod changing {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Position(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Speed(pub i32);

    #[derive(Debug, Clone, Default)]
    pub struct Watch {
        pub log: Vec<String>,
    }

    #[system]
    impl Watch {
        fn run(&mut self, _: &Position) {
            self.log.push("run".into());
        }

        fn on_added(&mut self, position: &Position, past: &Past<Position>) {
            self.log.push(format!("+{}:{}", position.0, past.0));
        }

        fn on_replaced(&mut self, old: &Position, new: &Position, past: &Past<Position>) {
            self.log.push(format!("{}-{}:{}", old.0, new.0, past.0));
        }

        fn on_removed(&mut self, position: &Position, past: &Past<Position>) {
            self.log.push(format!("-{}:{}", position.0, past.0));
        }
    }

    /// Visits changed values, and writes them.
    #[derive(Debug, Clone, Default)]
    pub struct Changed(pub Vec<(i32, i32)>);

    #[system(changed(Position))]
    impl Changed {
        fn run(&mut self, position: &mut Position, past: &Past<Position>, all: Query<'_, World, &Past<Position>>) {
            self.0.push((position.0, past.0 + 1_000 * i32::try_from(all.iter().count()).expect("a small number")));
            position.0 += 1;
        }
    }

    #[derive(Debug, Clone, Default)]
    pub struct Jumped(pub Vec<i32>);

    #[system(changed(Position))]
    impl Jumped {
        fn run(&mut self, past: &Past<Position>) {
            self.0.push(past.0);
        }
    }

    #[system]
    pub fn step(mut position: Mut<'_, Position>, past: &Past<Position>, speed: &Speed) {
        if speed.0 != 0 {
            position.0 = past.0 + speed.0;
        }
    }

    ecs_world! {
        #[derive(Debug, Clone)]
        pub struct World;
        components: #[tracked] #[double_buffered] Position, Speed;
        systems: Watch, Changed, Jumped;
        systems(steps): step;
    }

    #[test]
    fn callbacks_see_a_past_that_equals_the_present_as_an_entity_begins_to_match() {
        let mut world = World::default();
        let one = world.spawn(Position(1));
        world.get_mut::<Position>(one).expect("the component is present").0 = 2;
        world.remove::<Position>(one).expect("the entity is alive");
        world.insert(one, Position(3)).expect("the entity is alive");
        world.insert(one, Position(4)).expect("the entity is alive");
        assert_eq!(world.exchange::<Position, _>(one, Position(5)), Ok(Position(4)));
        world.despawn(one).expect("the entity is alive");
        assert_eq!(world.systems.watch.log, ["+1:1", "-2:1", "+3:3", "3-4:3", "4-5:3", "-5:3"]);
    }

    #[test]
    fn filters_by_changes_and_the_past_of_one_component_do_not_disturb_each_other() {
        let mut world = World::default();
        let all = world.spawn_batch((0..130).map(Position));
        world.run();
        assert_eq!(world.systems.changed.0.len(), 130);
        assert!(
            world
                .systems
                .changed
                .0
                .iter()
                .enumerate()
                .all(|(at, (now, past))| *now == i32::try_from(at).expect("a small number") && *past == now + 130_000)
        );
        (world.systems.changed.0, world.systems.jumped.0) = (vec![], vec![]);
        world.run();
        assert!(world.systems.changed.0.is_empty(), "the copy is no change, and a system does not see its own writes");
        assert!(world.systems.jumped.0.is_empty());
        let mut reader = ChangeReader::<Position>::new(&mut world);
        world.insert(all[64], Speed(5)).expect("the entity is alive");
        world.insert(all[65], Speed(0)).expect("the entity is alive");
        world.run_steps();
        let mut seen = vec![];
        reader.for_each(&mut world, |entity, position| seen.push((entity, position.0)));
        assert_eq!(seen, [(all[64], 65 + 5)], "`Mut` marks what it writes");
        world.run();
        assert_eq!((&world.systems.changed.0[..], &world.systems.jumped.0[..]), (&[(70, 130_070)][..], &[70][..]));
        world.check_invariants().expect("the world is consistent");
    }
}

/// Two queries of a system write one component, on both sides of the boundary of a group; a third one reads its past.
mod split {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Health(pub i32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Boss;

    #[system(without(others: Boss), with(bosses: Boss))]
    pub fn fight(
        mut bosses: Query<'_, World, &mut Health>,
        mut others: Query<'_, World, &mut Health>,
        all: Query<'_, World, &Past<Health>>,
    ) {
        let sum: i32 = all.iter().map(|health| health.0).sum();
        bosses.for_each(|health| health.0 += sum);
        others.for_each(|health| health.0 -= sum);
    }

    ecs_world! {
        components: #[double_buffered] Health, Boss;
        systems: fight;
        groups: (Health, Boss);
    }

    #[test]
    fn a_query_reads_the_past_of_a_component_that_two_others_write() {
        let mut world = World::default();
        let all = world.spawn_batch((0..67).map(Health)).into_vec();
        for boss in all.iter().step_by(3) {
            world.insert(*boss, Boss).expect("the entity is alive");
        }
        world.run();
        let sum = (0..67).sum::<i32>();
        for (number, entity) in (0..).zip(&all) {
            let now = if number % 3 == 0 { number + sum } else { number - sum };
            assert_eq!((world.get(*entity), world.past(*entity)), (Some(&Health(now)), Some(&Health(number))));
        }
        world.check_invariants().expect("the world is consistent");
    }
}

thread_local! {
    /// Number of clones and drops until one panics.
    static FUSE: Cell<Option<u32>> = const { Cell::new(None) };
    /// Number of values that are alive.
    static ALIVE: Cell<isize> = const { Cell::new(0) };
}

/// A component whose clones and drops panic when the fuse has burnt down.
mod fragile {
    use super::*;

    #[derive(Debug)]
    pub struct Fragile(pub u32);

    fn burn() {
        let left = FUSE.get();
        FUSE.set(left.map(|left| left.wrapping_sub(1)));
        assert!(left != Some(0), "user code panics");
    }

    impl Fragile {
        pub fn new(value: u32) -> Self {
            ALIVE.set(ALIVE.get() + 1);
            Self(value)
        }
    }

    impl Clone for Fragile {
        fn clone(&self) -> Self {
            burn();
            Self::new(self.0)
        }
    }

    impl Drop for Fragile {
        fn drop(&mut self) {
            ALIVE.set(ALIVE.get() - 1);
            if !std::thread::panicking() {
                burn();
            }
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Plain(pub u32);

    #[derive(Relation, Debug, Clone, Copy)]
    pub struct ChildOf(pub Entity);

    #[system]
    pub fn both(_: &Fragile, _: &mut Plain) {}

    ecs_world! {
        pub struct World;
        components: Plain, #[double_buffered] Fragile;
        relations: ChildOf (tree, cascade);
        systems: both;
    }

    /// Calls an operation with longer and longer fuses until none of its clones and drops panics, and checks the world after each call.
    fn survives(name: &str, operation: impl Fn(&mut World, &[Entity])) {
        for fuse in 0..100 {
            let is_done = {
                let mut world = World::default();
                let all = world.spawn_batch((0..4).map(|n| (Plain(n), Fragile::new(n)))).into_vec();
                world.spawn((Plain(9), Fragile::new(9)));
                FUSE.set(Some(fuse));
                let result = catch_unwind(AssertUnwindSafe(|| operation(&mut world, &all)));
                FUSE.set(None);
                world.check_invariants().unwrap_or_else(|error| panic!("{name} after {fuse}: {error}"));
                // The world is still usable.
                let again = world.spawn((Plain(5), Fragile::new(5)));
                world.run();
                assert_eq!(world.past::<Fragile>(again).map(|past| past.0), Some(5));
                world.remove::<Fragile>(again).expect("the entity is alive");
                world
                    .check_invariants()
                    .unwrap_or_else(|error| panic!("{name} after {fuse}, and a further run: {error}"));
                assert_eq!(world.query::<&Past<Fragile>>().iter().count(), world.query::<&Fragile>().iter().count());
                result.is_ok()
            };
            assert_eq!(ALIVE.get(), 0, "{name}: each value is dropped once");
            if is_done {
                assert!(fuse > 0, "{name} never panics");
                return;
            }
        }
        panic!("{name} panics with every fuse");
    }

    #[test]
    fn a_world_is_consistent_after_each_panic_of_a_clone_or_a_drop() {
        survives("run", |world, _| world.run());
        survives("spawn", |world, _| {
            world.spawn((Plain(1), Fragile::new(1)));
        });
        survives("spawn of an option", |world, _| {
            world.spawn((Plain(1), Some(Fragile::new(1))));
        });
        survives("batch", |world, _| drop(world.spawn_batch((0..3).map(|n| (Plain(n), Fragile::new(n))))));
        survives("columns", |world, _| {
            let fragile: Vec<_> = (0..3).map(Fragile::new).collect();
            world
                .spawn_columns((vec![Plain(1); 3], fragile))
                .map(drop)
                .map_err(drop)
                .expect("the columns are equally long");
        });
        survives("insert", |world, all| {
            let one = world.spawn(Plain(1));
            world.insert(one, Fragile::new(1)).map_err(drop).expect("the entity is alive");
            world.insert(all[1], Fragile::new(2)).map_err(drop).expect("the entity is alive");
        });
        survives("remove", |world, all| drop(world.remove::<Fragile>(all[1])));
        survives("remove any", |world, all| drop(world.remove_any::<(Fragile, Plain)>(all[1])));
        survives("exchange", |world, all| {
            drop(world.exchange::<Fragile, _>(all[0], Plain(3)));
            drop(world.exchange::<Fragile, _>(all[1], Fragile::new(3)));
            drop(world.exchange::<Plain, _>(all[0], Fragile::new(4)));
        });
        survives("despawn", |world, all| world.despawn(all[2]).expect("the entity is alive"));
        survives("take", |world, all| drop(world.take(all[2])));
        survives("template", |world, all| {
            world.clone_entity(all[0]).expect("the entity is alive");
            let template = Template::new().with(Fragile::new(3)).with(Plain(1));
            drop(world.spawn_templates(&template, 2));
            let one = world.spawn(());
            drop(world.insert_template(one, template));
        });
        survives("commands", |world, all| {
            let one = all[0];
            let commands = world.commands();
            commands.spawn((Plain(2), Fragile::new(2)));
            commands.remove::<Fragile>(one);
            commands.insert(one, Fragile::new(3));
            let template = Template::new().with(Fragile::new(4));
            commands.insert_template(all[2], template);
            world.flush();
        });
        survives("trees", |world, all| {
            for (child, parent) in [(1, 0), (2, 0), (3, 1)] {
                world.insert(all[child], ChildOf(all[parent])).expect("the entities are alive");
            }
            let clone = world.clone_tree::<ChildOf>(all[0]).expect("the entity is alive");
            let taken = world.take_tree::<ChildOf>(all[0]).expect("the entity is alive");
            assert!(world.spawn_tree(taken).map_err(drop).is_ok_and(|root| root != clone));
            let pasts = world.query::<(&Fragile, &Past<Fragile>)>();
            assert!(pasts.iter().all(|(now, past)| now.0 == past.0));
        });
        survives("clear", |world, _| world.clear());
    }
}
