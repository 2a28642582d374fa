//! Commands during other changes: by callbacks, in the middle of a sync, for entities that are dead by then.

use ecs_world::prelude::*;

use super::components::{Counted, Position, Tag, live, panics};

/// What callbacks are to do, and what they did.
#[derive(Debug, Default)]
pub struct Orders {
    act: Act,
    calls: u32,
    /// The commands that a callback took away.
    taken: Option<Box<Commands<World>>>,
    other: Option<Entity>,
}

/// The command of a callback, for its own entity or for another one.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum Act {
    #[default]
    Nothing,
    Despawn,
    DespawnOther,
    Respawn,
    Answer,
    TakeAway,
    InsertAgain,
    ForgetAll,
    TakeAll,
    Panic,
}

#[derive(Debug, Default)]
pub struct Answers;

impl Answers {
    fn answer(position: Position, entity: Entity, orders: &mut Orders, commands: &mut Commands<World>) {
        orders.calls += 1;
        match orders.act {
            Act::Despawn => commands.despawn(entity),
            Act::DespawnOther => orders.other.iter().for_each(|other| commands.despawn(*other)),
            Act::Respawn if position.0 > 0 => {
                commands.despawn(entity);
                commands.spawn((Position(position.0 - 1), Counted::new(position.0)));
            }
            Act::Answer if orders.calls > 100_000 => {}
            Act::Answer if orders.calls.is_multiple_of(2) => commands.insert(entity, position),
            Act::Respawn | Act::Nothing => {}
            Act::Answer | Act::TakeAway => commands.remove::<Position>(entity),
            Act::InsertAgain => commands.insert(entity, (Position(position.0 + 1), Counted::new(7))),
            Act::ForgetAll => commands.clear(),
            Act::TakeAll => orders.taken = Some(Box::new(std::mem::take(commands))),
            Act::Panic => panic!("a callback panics"),
        }
    }
}

#[system]
impl Answers {
    fn run(&self, _: &Position) {}

    fn on_added(&self, position: &Position, entity: Entity, orders: &mut Orders, commands: &mut Commands<World>) {
        Self::answer(*position, entity, orders, commands);
    }

    fn on_removed(&self, position: &Position, entity: Entity, orders: &mut Orders, commands: &mut Commands<World>) {
        Self::answer(*position, entity, orders, commands);
    }
}

/// Reserves an entity, then panics if it is set to.
#[system]
fn reserve(orders: &mut Orders, spawner: &mut Spawner<World>) {
    orders.other = Some(spawner.spawn((Position(0), Counted::new(1))));
    assert!(orders.act != Act::Panic, "this run panics");
}

ecs_world! {
    pub struct World;
    components: Position, Tag, Counted;
    resources: Orders;
    systems: Answers, reserve;
    queries: (Position);
}

fn world(act: Act) -> World {
    let mut world = World::default();
    world.resources.orders.act = act;
    world
}

// 13: a hook that despawned its own entity did so in the middle of the operation that had called it.
#[test]
fn a_callback_that_despawns_its_entity_does_so_after_the_operation() {
    let mut world = world(Act::Despawn);
    let entity = world.spawn((Position(1), Counted::new(1)));
    assert!(world.has::<Position>(entity) && world.query_position().get(entity).is_some());
    world.flush();
    assert!(!world.contains(entity) && live() == 0);
    assert_eq!(
        (world.resources.orders.calls, world.dropped_commands()),
        (2, 1),
        "both callbacks commanded a despawn, and the second one found no live entity"
    );
    world.check_invariants().unwrap();
}

// 13: each command that a hook can issue for its entity, in each kind of hook.
#[test]
fn callbacks_may_issue_any_command() {
    let acts = [Act::Despawn, Act::DespawnOther, Act::Respawn, Act::TakeAway, Act::ForgetAll, Act::TakeAll];
    for act in acts {
        let mut world = world(Act::Nothing);
        let entities = world.spawn_batch((0..6).map(|n| (Position(n), Counted::new(n))));
        world.resources.orders.act = act;
        world.resources.orders.other = Some(entities[5]);
        world.despawn(entities[0]).unwrap();
        world.remove::<Position>(entities[1]).unwrap();
        world.spawn((Position(3), Tag));
        world.commands().insert(entities[1], Position(2));
        world.commands().spawn((Counted::new(9), Position(1)));
        world.spawn_columns((vec![Position(1), Position(2)], vec![Tag, Tag])).unwrap();
        world.check_invariants().unwrap();
        world.flush();
        world.check_invariants().unwrap();
        assert!(world.commands().is_empty(), "{act:?}");
        world.clear();
        world.commands().clear();
        world.check_invariants().unwrap();
        drop(world);
        assert_eq!(live(), 0, "{act:?}");
    }
}

// 13: hooks that called each other recursed until the stack overflowed.
#[test]
fn callbacks_that_trigger_each_other_do_not_overflow_the_stack() {
    let mut world = world(Act::Answer);
    let entity = world.spawn(Position(7));
    world.flush();
    assert_eq!((world.resources.orders.calls, world.get::<Position>(entity)), (100_001, Some(&Position(7))));
    world.check_invariants().unwrap();
}

// 13: a hook that replaced the value that it was called for was called again, without end.
#[test]
fn replacing_a_value_in_a_callback_calls_no_further_callback() {
    let mut world = world(Act::InsertAgain);
    let entity = world.spawn(Position(1));
    world.flush();
    assert_eq!((world.get::<Position>(entity), world.resources.orders.calls), (Some(&Position(2)), 1));
    world.resources.orders.act = Act::Nothing;
}

// 15: commands taken out of a queue in the middle of its flush were lost, or applied twice.
#[test]
fn commands_moved_in_the_middle_of_a_sync_are_applied_once() {
    let mut world = world(Act::TakeAll);
    for n in 0..5 {
        world.commands().spawn((Position(n), Counted::new(n)));
    }
    world.flush();
    assert_eq!((world.len(), live()), (1, 5));
    world.resources.orders.act = Act::Nothing;
    *world.commands() = *world.resources.orders.taken.take().unwrap();
    world.flush();
    assert_eq!((world.len(), live(), world.dropped_commands()), (5, 5, 0));
    world.flush();
    assert_eq!(world.len(), 5, "a second flush finds nothing");
    let positions: Vec<_> = world.query::<&Position>().iter().map(|position| position.0).collect();
    assert_eq!(positions, [0, 1, 2, 3, 4]);
}

// 15: a command for a dead entity panicked, far from where it was issued.
#[test]
fn commands_for_dead_entities_are_counted() {
    let mut world = world(Act::Nothing);
    let entities = world.spawn_batch((0..8).map(Position));
    for entity in &entities {
        world.commands().insert(entity, Counted::new(1));
        world.commands().despawn(entity);
        world.commands().insert(entity, (Counted::new(2), Tag));
        world.commands().remove::<Position>(entity);
        world.commands().despawn(entity);
    }
    world.despawn(entities[3]).unwrap();
    world.flush();
    assert_eq!((world.len(), live(), world.dropped_commands()), (0, 0, 7 * 3 + 5));
}

// 5, 15: a refused despawn made reserved entities alive, and a reserved entity could be despawned but not changed.
#[test]
fn a_refused_despawn_leaves_reserved_entities_reserved() {
    let mut world = world(Act::Panic);
    let stale = world.spawn(Tag);
    world.despawn(stale).unwrap();
    assert!(panics(|| world.run_reserve()));
    world.resources.orders.act = Act::Nothing;
    let reserved = world.resources.orders.other.unwrap();
    for refused in [stale, reserved] {
        assert!(world.despawn(refused).is_err() && world.insert(refused, Tag).is_err());
        assert!(!world.contains(reserved) && world.is_empty());
    }
    world.flush();
    assert!(world.contains(reserved));
    drop(world);
    assert_eq!(live(), 0);
}

// 13, 15: a world that was cleared or dropped with reserved entities and pending commands kept half of them.
#[test]
fn entities_reserved_before_a_panic_become_alive_before_a_clear() {
    let mut world = world(Act::Panic);
    assert!(panics(|| world.run_reserve()));
    world.resources.orders.act = Act::Nothing;
    let reserved = world.resources.orders.other.unwrap();
    world.clear();
    assert!(!world.contains(reserved));
    world.flush();
    assert_eq!((world.len(), live(), world.dropped_commands()), (0, 0, 1));
    assert_ne!(world.spawn(Tag), reserved, "its slot is used with the next generation");
    world.resources.orders.act = Act::Panic;
    assert!(panics(|| world.run_reserve()));
    drop(world);
    assert_eq!(live(), 0);
}

mod pending_values {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    pub struct Body;
    #[derive(Debug, Clone, PartialEq)]
    pub struct Stunned(pub u32);
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub enum Reaction {
        #[default]
        Nothing,
        Clear,
        Take,
        Append,
    }

    #[system(without(Stunned))]
    impl Walk {
        fn run(&self, _: &Body) {}

        fn on_removed(&self, _: &Body, reaction: &Reaction, commands: &mut Commands<World>) {
            match reaction {
                Reaction::Nothing => {}
                Reaction::Clear => commands.clear(),
                Reaction::Take => drop(std::mem::take(commands)),
                Reaction::Append => {
                    let mut own = Commands::default();
                    own.spawn_template(&Template::new().with(Stunned(7)));
                    commands.append(&mut own);
                }
            }
        }
    }

    #[derive(Debug, Default)]
    pub struct Walk;

    ecs_world! {
        pub struct World;
        components: Body, Stunned;
        resources: Reaction;
        systems: Walk;
        groups: (Body, Stunned);
    }
}

// 13: a callback that changed the queue changed the values of the command that had called it.
#[test]
fn a_callback_may_clear_or_replace_the_queue_while_a_template_of_it_is_inserted() {
    use pending_values::{Body, Reaction, Stunned, World};
    for reaction in [Reaction::Nothing, Reaction::Clear, Reaction::Take, Reaction::Append] {
        for later in 0..3 {
            let mut world = World::default();
            world.resources.reaction = reaction;
            let all: Vec<_> = (0..=later).map(|_| world.spawn(Body)).collect();
            for (number, entity) in (0..).zip(&all) {
                world.commands().insert_template(*entity, ecs_world::Template::new().with(Stunned(number)));
            }
            world.flush();
            world.check_invariants().unwrap();
            assert_eq!(world.get(all[0]), Some(&Stunned(0)), "{reaction:?}");
            for (number, entity) in (0..).zip(&all).skip(1) {
                let is_applied = matches!(reaction, Reaction::Nothing | Reaction::Append);
                assert_eq!(world.get(*entity), is_applied.then_some(&Stunned(number)), "{reaction:?}");
            }
            let spawned = world.query::<(Entity, &Stunned)>().iter().filter(|(_, own)| own.0 == 7).count();
            assert_eq!(spawned, if reaction == Reaction::Append { all.len() } else { 0 });
        }
    }
}
