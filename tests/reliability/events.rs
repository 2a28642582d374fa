//! Events whose user code panics.

use ecs_world::prelude::*;

use super::components::{Counted, let_panic, live, panics};

/// An event with a counted value.
#[derive(Debug, Clone, PartialEq)]
struct Moved(Counted);

#[system]
fn listen(moved: &Events<Moved>, heard: &mut Heard) {
    heard.0.extend(moved.read(&mut heard.1).map(|moved| moved.0.0));
}

/// The received events, and the cursor.
#[derive(Debug, Default)]
struct Heard(Vec<u32>, EventCursor<Moved>);

ecs_world! {
    struct World;
    components: Counted;
    resources: Heard;
    events: Moved;
    systems: listen;
}

fn numbers(world: &World) -> Vec<u32> {
    world.events.moved.iter().map(|moved| moved.0.0).collect()
}

// 13: events that were dropped in the middle of a panic were received again by readers that had read them.
#[test]
fn all_events_are_removed_when_the_drop_of_one_panics() {
    for culprit in 0..4 {
        let (mut world, mut cursor) = (World::default(), EventCursor::default());
        for number in 0..4 {
            if number == 2 {
                world.update_events();
            }
            world.events.moved.send(Moved(Counted::new(number)));
        }
        assert_eq!(world.events.moved.read(&mut cursor).count(), 4);
        let_panic(culprit);
        assert!(panics(|| world.events.moved.clear()));
        assert_eq!((numbers(&world), live()), (vec![], 0), "{culprit}");
        world.events.moved.send(Moved(Counted::new(9)));
        assert!(world.events.moved.read(&mut cursor).map(|moved| moved.0.0).eq([9]), "{culprit}");
    }
}

// 13: old events, one of which panics, are dropped once each, and newer ones stay.
#[test]
fn newer_events_stay_when_the_drop_of_an_old_one_panics() {
    for culprit in 0..2 {
        let mut world = World::default();
        for number in 0..4 {
            if number == 2 {
                world.update_events();
            }
            world.events.moved.send(Moved(Counted::new(number)));
        }
        let_panic(culprit);
        assert!(panics(|| world.run()), "a run drops old events first");
        assert_eq!((numbers(&world), live()), (vec![2, 3], 2));
        world.flush();
        world.run_listen();
        assert_eq!(world.resources.heard.0, [2, 3]);
    }
}
