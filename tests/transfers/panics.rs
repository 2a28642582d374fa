//! Values that panic when they are dropped or cloned while entities move: what is left in a transfer or a template belongs to one entity.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::Transfer;
use ecs_world::prelude::*;

thread_local! {
    /// Number of the value whose next drop, or clone, panics; zero for none.
    static DROPPED: Cell<u32> = const { Cell::new(0) };
    static CLONED: Cell<u32> = const { Cell::new(0) };
}

/// Panics once if the value with this number is set to.
fn go_off(armed: &'static std::thread::LocalKey<Cell<u32>>, number: u32) {
    if number != 0 && armed.get() == number {
        armed.set(0);
        panic!("value {number} panics");
    }
}

fn panics<R>(action: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(action)).is_err()
}

#[derive(Debug, PartialEq)]
struct Bomb(u32);

impl Drop for Bomb {
    fn drop(&mut self) {
        go_off(&DROPPED, self.0);
    }
}

#[derive(Debug, PartialEq)]
struct After(u32);

ecs_world! {
    components: Bomb, After;
}

/// A template with both components, the first of which panics when it is dropped.
fn armed() -> Template<World> {
    DROPPED.set(1);
    Template::new().with((Bomb(1), After(1)))
}

#[test]
fn a_template_is_empty_after_a_clear_that_panics() {
    let mut world = World::default();
    let ship = world.spawn(After(2));
    let mut template = armed();
    assert!(panics(|| template.clear()));
    assert!(template.is_empty() && template.get::<After>().is_none());
    assert!(template.take_from(&mut world, ship));
    assert_eq!(template.get::<After>(), Some(&After(2)));
}

#[test]
fn a_template_takes_nothing_if_its_former_values_panic() {
    let mut world = World::default();
    let ship = world.spawn(After(2));
    let mut template = armed();
    assert!(panics(|| template.take_from(&mut world, ship)));
    assert!(template.is_empty() && template.get::<After>().is_none() && world.contains(ship));
}

#[test]
fn the_next_entity_of_a_transfer_has_its_own_values_after_a_clear_that_panics() {
    let mut transfer = Transfer::new();
    transfer.push(&mut armed());
    assert!(panics(|| transfer.clear()));
    assert!(transfer.is_empty());
    transfer.push(&mut Template::new().with(After(2)));
    let mut world = World::default();
    let spawned = transfer.spawn_into(&mut world).unwrap();
    world.check_invariants().unwrap();
    assert_eq!(world.get::<After>(spawned[0]), Some(&After(2)));
}

#[test]
fn values_on_both_sides_of_a_queue_are_cleared_whichever_panics() {
    for number in 1..=5 {
        let (mut transfer, mut template) = (Transfer::<World>::new(), Template::new());
        for value in [9, 1, 2] {
            transfer.push(&mut Template::new().with(Bomb(value)));
        }
        assert!(transfer.pop(&mut template));
        for value in [3, 4] {
            transfer.push(&mut Template::new().with(Bomb(value)));
        }
        DROPPED.set(number);
        assert_eq!(panics(|| transfer.clear()), number < 5);
        DROPPED.set(0);
        transfer.push(&mut Template::new().with(Bomb(7)));
        assert!(transfer.pop(&mut template) && transfer.is_empty());
        assert_eq!(template.get::<Bomb>(), Some(&Bomb(7)), "after a panic of value {number}");
    }
}

#[test]
fn a_transfer_keeps_its_entities_if_the_template_that_they_are_popped_into_panics() {
    let (mut transfer, mut template) = (Transfer::new(), armed());
    transfer.push(&mut Template::new().with(After(2)));
    assert!(panics(|| transfer.pop(&mut template)));
    assert_eq!(transfer.len(), 1);
    assert!(transfer.pop(&mut template));
    assert_eq!((template.get::<Bomb>(), template.get::<After>()), (None, Some(&After(2))));
}

mod pasts {
    use super::*;

    /// Its clones, which are pasts, panic when they are dropped, and it panics when it is cloned.
    #[derive(Debug, PartialEq)]
    struct Echo {
        number: u32,
        is_past: bool,
    }

    fn echo(number: u32) -> Echo {
        Echo { number, is_past: false }
    }

    impl Clone for Echo {
        fn clone(&self) -> Self {
            go_off(&CLONED, self.number);
            Self { number: self.number, is_past: true }
        }
    }

    impl Drop for Echo {
        fn drop(&mut self) {
            if self.is_past {
                go_off(&DROPPED, self.number);
            }
        }
    }

    ecs_world! {
        components: #[double_buffered] Echo, After;
    }

    #[test]
    fn a_template_has_the_taken_values_if_their_past_panics() {
        let mut world = World::default();
        let [one, two] = [world.spawn((echo(1), After(1))), world.spawn(After(2))];
        let mut template = Template::new();
        DROPPED.set(1);
        assert!(panics(|| template.take_from(&mut world, one)));
        world.check_invariants().unwrap();
        assert_eq!((template.get::<Echo>(), template.get::<After>()), (Some(&echo(1)), Some(&After(1))));
        assert!(template.has::<Echo>() && template.has::<After>() && !world.contains(one));
        assert!(template.take_from(&mut world, two));
        assert_eq!((template.get::<Echo>(), template.get::<After>()), (None, Some(&After(2))));
    }

    #[test]
    fn a_past_that_panics_as_it_is_dropped_leaves_nothing_in_a_transfer() {
        let mut world = World::default();
        let [one, two] = [world.spawn((echo(1), After(1))), world.spawn(After(2))];
        let (mut transfer, mut template) = (Transfer::new(), Template::new());
        DROPPED.set(1);
        assert!(panics(|| transfer.take_from(&mut world, one)));
        assert!(transfer.is_empty() && transfer.take_from(&mut world, two) && transfer.pop(&mut template));
        assert_eq!((template.get::<Echo>(), template.get::<After>()), (None, Some(&After(2))));
    }

    #[test]
    fn a_past_that_cannot_be_cloned_leaves_a_template_as_it_was() {
        let mut world = World::default();
        let mut template = Template::new().with((echo(1), After(1)));
        CLONED.set(1);
        assert!(panics(|| template.spawn_into(&mut world)));
        world.check_invariants().unwrap();
        assert!(world.is_empty() && template.has::<Echo>() && template.has::<After>());
        let spawned = template.spawn_into(&mut world).unwrap();
        assert_eq!(world.past::<Echo>(spawned).map(|past| past.number), Some(1));
    }

    #[test]
    fn a_transfer_keeps_the_entity_whose_past_cannot_be_cloned_and_those_after_it() {
        let (mut transfer, mut world) = (Transfer::new(), World::default());
        for number in 1..=3 {
            transfer.push(&mut Template::new().with((echo(number), After(number))));
        }
        CLONED.set(2);
        assert!(panics(|| transfer.spawn_into(&mut world)));
        world.check_invariants().unwrap();
        assert_eq!((world.len(), transfer.len()), (1, 2));
        let spawned = transfer.spawn_into(&mut world).unwrap();
        let numbers = spawned.iter().map(|ship| (world.get::<Echo>(*ship).unwrap().number, world.get::<After>(*ship)));
        assert!(numbers.eq([(2, Some(&After(2))), (3, Some(&After(3)))]));
    }
}
