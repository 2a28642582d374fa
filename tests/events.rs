//! Events: sent by systems and through the world, read once by each reader, and kept for one full run after the one that sent them.

#[path = "common/components.rs"]
mod components;

use components::Health;
use ecs_world::prelude::*;

/// A hit of an entity.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hit {
    target: Entity,
    force: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Died(Entity);

/// A reader that runs before the senders.
#[derive(Debug, Default)]
struct Early {
    cursor: EventCursor<Hit>,
    read: Vec<u32>,
}

#[system]
impl Early {
    fn run(&mut self, hits: &Events<Hit>) {
        self.read.extend(hits.read(&mut self.cursor).map(|hit| hit.force));
    }
}

#[derive(Debug, Default)]
struct Force(u32);

#[system]
fn hit(entity: Entity, _: &Health, hits: &mut Events<Hit>, force: &mut Force) {
    force.0 += 1;
    hits.send(Hit { target: entity, force: force.0 });
}

/// A reader that runs after the sender, and sends events itself.
#[derive(Debug, Default)]
struct Wound {
    cursor: EventCursor<Hit>,
}

#[system]
impl Wound {
    fn run(&mut self, hits: &Events<Hit>, died: &mut Events<Died>, mut all: Query<'_, World, &mut Health>) {
        for hit in hits.read(&mut self.cursor) {
            if let Some(health) = all.get_mut(hit.target) {
                health.0 = health.0.saturating_sub(hit.force);
                if health.0 == 0 {
                    died.send(Died(hit.target));
                }
            }
        }
    }
}

ecs_world! {
    #[derive(Debug)]
    pub struct World;
    components: Health;
    resources: Force;
    events: Hit, Died;
    systems: Early, hit, Wound;
}

#[test]
fn readers_before_and_after_the_sender_receive_each_event_once() {
    let mut world = World::default();
    let target = world.spawn(Health(100));
    for _ in 0..4 {
        world.run();
    }
    assert_eq!(world.systems.early.read, [1, 2, 3], "events of the last run are read in the next one");
    assert_eq!(world.get::<Health>(target), Some(&Health(100 - 1 - 2 - 3 - 4)));
    world.run();
    assert_eq!(world.systems.early.read, [1, 2, 3, 4]);
}

#[test]
fn an_event_is_kept_for_one_full_run_after_the_one_in_which_it_was_sent() {
    let mut world = World::default();
    world.spawn(Health(1));
    world.run();
    assert_eq!((world.events.hit.len(), world.events.died.len()), (1, 1));
    world.clear();
    world.run();
    assert_eq!((world.events.hit.len(), world.events.died.len()), (1, 1));
    world.run();
    assert!(world.events.hit.is_empty() && world.events.died.is_empty());
}

#[test]
fn single_systems_and_syncs_age_no_events() {
    let mut world = World::default();
    let target = world.spawn(Health(9));
    world.events.hit.send(Hit { target, force: 5 });
    world.run_early();
    world.run_wound();
    world.flush();
    assert_eq!(world.systems.early.read, [5]);
    assert_eq!((world.get::<Health>(target), world.events.hit.len()), (Some(&Health(4)), 1));
    world.update_events();
    assert_eq!(world.events.hit.len(), 1);
    world.update_events();
    assert!(world.events.hit.is_empty());
}

#[test]
fn readers_receive_later_events_after_others_were_taken_out() {
    let mut world = World::default();
    let target = world.spawn(Health(100));
    let mut cursor = EventCursor::default();
    // Fewer, as many, and more events than were read the time before.
    for count in [3, 1, 1, 2, 5, 5, 9, 0, 4] {
        (0..count).for_each(|force| world.events.hit.send(Hit { target, force }));
        world.run_early();
        assert_eq!(std::mem::take(&mut world.systems.early.read), (0..count).collect::<Vec<_>>());
        assert!(world.events.hit.read(&mut cursor).map(|hit| hit.force).eq(0..count));
        let taken = std::mem::take(&mut world.events.hit);
        assert!(taken.iter().map(|hit| hit.force).eq(0..count));
    }
}

#[test]
fn library_code_sends_to_any_world_that_has_the_events() {
    fn strike<W: HasEvents<Hit>>(world: &mut W, target: Entity) {
        world.events_mut().send(Hit { target, force: 3 });
        assert_eq!(world.events().iter().map(|hit| hit.force).collect::<Vec<_>>(), [3]);
    }
    let mut world = World::default();
    let target = world.spawn(Health(9));
    strike(&mut world, target);
    world.run_wound();
    assert_eq!(world.get::<Health>(target), Some(&Health(6)));
}

mod combat {
    use super::*;

    #[derive(Debug, Default)]
    pub(super) struct Count(pub(super) usize);

    #[system]
    pub(super) fn count(hits: &Events<Hit>, count: &mut Count) {
        count.0 += hits.len();
    }

    ecs_components! {
        pub(super) set fight;
        components: Health;
        resources: Count;
        events: Hit;
        systems: hit_all, count;
    }

    #[system]
    pub(super) fn hit_all(entity: Entity, _: &Health, hits: &mut Events<Hit>) {
        hits.send(Hit { target: entity, force: 1 });
    }
}

ecs_world! {
    struct Arena;
    include: combat::fight { Hit as Blow };
    events: Died;
    systems: ..fight;
}

#[test]
fn events_of_sets_work_in_their_worlds() {
    let mut arena = Arena::default();
    let target = arena.spawn(Health(1));
    arena.run();
    arena.run();
    assert_eq!((arena.resources.count.0, arena.events.died.len()), (3, 0));
    assert!(arena.events.blow.iter().all(|blow| blow.target == target));
}

/// Panics when it is cloned.
#[derive(Debug, PartialEq)]
struct Fragile(u32);

impl Clone for Fragile {
    fn clone(&self) -> Self {
        panic!("{} is not cloned", self.0)
    }
}

#[test]
fn readers_continue_with_the_next_event_if_a_clone_panics_in_clone_from() {
    for (sent, kept, then) in [(0, 1, 1), (1, 1, 1), (5, 1, 7), (5, 9, 2), (2, 3, 3)] {
        let (mut events, mut cursor) = (Events::default(), EventCursor::default());
        (0..sent).for_each(|event| events.send(Fragile(event)));
        assert_eq!(events.read(&mut cursor).count(), sent as usize);
        let mut other = Events::default();
        (0..kept).for_each(|event| other.send(Fragile(event)));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| events.clone_from(&other)));
        assert!(panicked.is_err() && events.read(&mut cursor).count() == 0);
        (100..100 + then).for_each(|event| events.send(Fragile(event)));
        assert!(events.read(&mut cursor).map(|event| event.0).eq(100..100 + then), "{sent}, {kept}");
    }
}
