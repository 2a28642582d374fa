//! Transfers: entities that move between worlds together arrive as if each had moved alone.
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

#[path = "transfers/panics.rs"]
mod panics;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ecs_world::prelude::*;
use ecs_world::{ChangeErrorKind, Transfer};

#[derive(Debug, Clone, PartialEq)]
struct A(u32);
#[derive(Debug, Clone, PartialEq)]
struct B(u32);
#[derive(Debug, Clone, PartialEq)]
struct C(Rc<u32>);
#[derive(Debug, Clone, PartialEq)]
struct D(u32);
#[derive(Debug, Clone, PartialEq)]
struct Cached(Rc<u32>);
#[derive(Debug, Clone, PartialEq)]
struct Tag;

#[system(without(Tag))]
fn both(_: &mut A, _: &B) {}

ecs_world! {
    #[derive(Snapshot)]
    struct World;
    components: A, B, #[storage(hash_map)] C, #[storage(vec)] D, #[storage(tag)] Tag;
    systems: both;
    groups: (A, B);
}

/// A world with free slots, and with values behind the boundary of its groups.
fn inhabited() -> World {
    let mut world = World::default();
    let first = [0, 1, 2, 3, 4, 5].map(|number| world.spawn((A(number), (number % 2 == 0).then_some(B(number)))));
    world.spawn((A(9), B(9), Tag));
    for hole in [first[1], first[2]] {
        world.despawn(hole).unwrap();
    }
    world
}

/// Spawns an entity, whose components depend on its number if `differs`.
fn spawn(world: &mut World, number: u32, differs: bool) -> Entity {
    let has = |of: u32| !differs || number.is_multiple_of(of);
    let (grouped, ungrouped) =
        ((A(number), has(2).then_some(B(number))), (has(3).then_some(D(number)), has(5).then_some(Tag)));
    world.spawn((grouped, ungrouped))
}

fn described(world: &mut World) -> String {
    world.check_invariants().unwrap();
    let all = world.query::<(Entity, Option<&A>, Option<&B>, Option<&D>, Option<&Tag>)>();
    let all: Vec<_> = all.iter().collect();
    let all = format!("{all:?}");
    let columns = world.columns();
    format!("{all} {:?} {:?}", columns.a.as_slice(), columns.b.as_slice())
}

#[test]
fn entities_arrive_in_the_state_and_order_of_single_moves() {
    for (count, differs) in [0, 1, 2, 3, 7, 8, 9, 100].into_iter().flat_map(|count| [(count, true), (count, false)]) {
        let (mut here, mut there, mut alone) = (World::default(), inhabited(), inhabited());
        let mut source = World::default();
        let (mut transfer, mut template) = (Transfer::new(), Template::new());
        // The second round reuses memory.
        for _ in 0..2 {
            let fleet: Vec<_> = (0..count).map(|number| spawn(&mut here, number, differs)).collect();
            let same: Vec<_> = (0..count).map(|number| spawn(&mut source, number, differs)).collect();
            Transfer::look_up(&here, &fleet);
            assert_eq!(described(&mut here), described(&mut source), "`look_up` changes nothing");
            for (ship, other) in fleet.iter().zip(&same).rev() {
                assert!(transfer.take_from(&mut here, *ship) && template.take_from(&mut source, *other));
                template.spawn_into(&mut alone).unwrap();
            }
            assert_eq!((transfer.len(), transfer.is_empty(), here.len()), (fleet.len(), fleet.is_empty(), 0));
            let arrived = transfer.spawn_into(&mut there).unwrap();
            assert!(arrived.iter().zip((0..count).rev()).all(|(ship, own)| there.get::<A>(*ship) == Some(&A(own))));
            assert_eq!((arrived.len(), transfer.len()), (fleet.len(), 0));
            assert_eq!(described(&mut there), described(&mut alone), "{count} entities");
            assert_eq!(described(&mut here), described(&mut source));
        }
    }
}

#[test]
fn a_dead_entity_is_not_taken() {
    let mut world = World::default();
    let [ship, wreck] = [A(1), A(2)].map(|a| world.spawn(a));
    world.despawn(wreck).unwrap();
    let mut transfer = Transfer::new();
    Transfer::look_up(&world, &[wreck, ship]);
    assert!(!transfer.take_from(&mut world, wreck) && transfer.is_empty());
    assert!(transfer.take_from(&mut world, ship) && !transfer.take_from(&mut world, ship));
    assert_eq!((transfer.len(), format!("{transfer:?}")), (1, "Transfer { entities: 1, .. }".into()));
}

#[test]
fn templates_are_popped_in_the_order_of_pushes_and_the_rest_is_dropped() {
    let value = Rc::new(7);
    let mut transfer = Transfer::<World>::new();
    let mut template = Template::new();
    for number in 0..5 {
        template = template.with((A(number), (number != 2).then(|| C(value.clone()))));
        transfer.push(&mut template);
        assert!(template.is_empty());
    }
    for number in 0..3 {
        assert!(transfer.pop(&mut template));
        assert_eq!((template.get::<A>(), template.has::<C>()), (Some(&A(number)), number != 2));
    }
    template.clear();
    assert_eq!((transfer.len(), Rc::strong_count(&value)), (2, 3));
    transfer.clear();
    assert!(Rc::strong_count(&value) == 1 && !transfer.pop(&mut template) && template.is_empty());
    transfer.push(&mut template.with((A(8), C(value.clone()))));
    let mut world = World::default();
    let spawned = transfer.spawn_into(&mut world).unwrap();
    assert_eq!((world.get::<A>(spawned[0]), Rc::strong_count(&value)), (Some(&A(8)), 2));
    transfer.push(&mut Template::new().with(C(value.clone())));
    drop(transfer);
    assert_eq!(Rc::strong_count(&value), 2);
}

mod transient {
    use super::*;

    ecs_world! {
        #[derive(Snapshot)]
        struct World;
        components: A, #[transient] Cached;
    }

    #[test]
    fn transient_components_are_dropped() {
        let (mut here, mut there, value) = (World::default(), World::default(), Rc::new(1));
        let ship = here.spawn((A(1), Cached(value.clone())));
        let mut transfer = Transfer::new();
        assert!(transfer.take_from(&mut here, ship) && !transfer.take_from(&mut here, ship));
        transfer.push(&mut Template::new().with((A(2), Cached(value.clone()))));
        assert_eq!((transfer.len(), Rc::strong_count(&value)), (2, 1));
        let arrived = transfer.spawn_into(&mut there).unwrap();
        for (ship, number) in arrived.iter().zip([1, 2]) {
            assert_eq!((there.get::<A>(*ship), there.has::<Cached>(*ship)), (Some(&A(number)), false));
        }
    }
}

mod double_buffered {
    use super::*;

    ecs_world! {
        components: #[double_buffered] A, B;
    }

    #[test]
    fn values_with_a_past_move() {
        let (mut here, mut there) = (World::default(), World::default());
        let fleet = [1, 2, 3].map(|number| here.spawn((A(number), (number == 2).then_some(B(0)))));
        here.run();
        let mut transfer = Transfer::new();
        assert!(fleet.iter().all(|ship| transfer.take_from(&mut here, *ship)));
        let arrived = transfer.spawn_into(&mut there).unwrap();
        there.check_invariants().unwrap();
        here.check_invariants().unwrap();
        let values: Vec<_> = arrived.iter().map(|ship| there.get::<A>(*ship).unwrap().0).collect();
        assert_eq!((values, here.len()), (vec![1, 2, 3], 0));
    }
}

mod noticed {
    use super::*;

    #[derive(Debug, Default)]
    struct Story(Vec<(&'static str, u32)>);

    #[derive(Debug, Default)]
    struct Notices;

    #[system]
    impl Notices {
        fn run(&self, _: &A) {}

        fn on_added(&self, a: &A, story: &mut Story) {
            story.0.push(("added", a.0));
            assert_ne!(a.0, 3, "this callback panics");
        }

        fn on_removed(&self, a: &A, story: &mut Story) {
            story.0.push(("removed", a.0));
        }
    }

    ecs_world! {
        components: A;
        resources: Story;
        systems: Notices;
    }

    #[test]
    fn each_callback_follows_its_entity_and_a_panic_keeps_those_after_it() {
        let (mut here, mut there) = (World::default(), World::default());
        let fleet = [1, 2, 4].map(|number| here.spawn(A(number)));
        let mut transfer = Transfer::new();
        assert!(fleet[..2].iter().all(|ship| transfer.take_from(&mut here, *ship)));
        transfer.push(&mut Template::new().with(A(3)));
        assert!(transfer.take_from(&mut here, fleet[2]));
        let spawned = catch_unwind(AssertUnwindSafe(|| transfer.spawn_into(&mut there).map(|all| all.len())));
        assert!(spawned.is_err(), "the callback of the third entity panics");
        assert_eq!((there.len(), transfer.len()), (3, 1));
        assert_eq!(here.resources.story.0[3..], [("removed", 1), ("removed", 2), ("removed", 4)]);
        assert_eq!(there.resources.story.0, [("added", 1), ("added", 2), ("added", 3)]);
        assert_eq!(transfer.spawn_into(&mut there).unwrap().len(), 1);
        assert_eq!(there.resources.story.0[3..], [("added", 4)]);
        there.check_invariants().unwrap();
    }
}

mod reserved {
    use super::*;

    /// Whether the next `on_added` panics.
    #[derive(Debug, Default)]
    struct Armed(bool);

    #[derive(Debug, Default)]
    struct Notices;

    #[system]
    impl Notices {
        fn run(&self, _: Entity) {}

        fn on_added(&self, armed: &mut Armed) {
            assert!(!std::mem::take(&mut armed.0), "this callback panics");
        }
    }

    ecs_world! {
        components: A;
        resources: Armed;
        systems: Notices;
    }

    #[test]
    fn an_entity_without_components_is_kept_if_one_that_was_reserved_panics() {
        for number in 0..3 {
            let mut world = World::default();
            let mut transfer = Transfer::new();
            (0..number).for_each(|_| transfer.push(&mut Template::new()));
            world.spawner().reserve_entity();
            world.resources.armed.0 = true;
            let spawned = catch_unwind(AssertUnwindSafe(|| transfer.spawn_into(&mut world).map(|all| all.len())));
            assert!(spawned.is_err());
            assert_eq!((world.len(), transfer.len()), (1, number));
            assert_eq!(transfer.spawn_into(&mut world).unwrap().len(), number);
            world.check_invariants().unwrap();
        }
    }
}

mod related {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Relation)]
    struct ChildOf(Entity);

    ecs_world! {
        components: A;
        relations: ChildOf (tree, clear);
    }

    #[test]
    fn an_entity_whose_target_is_dead_is_refused_and_kept_with_those_after_it() {
        let mut world = World::default();
        let [parent, lost] = [A(0), A(1)].map(|a| world.spawn(a));
        let mut transfer = Transfer::new();
        for (number, target) in [(2, Some(parent)), (3, Some(lost)), (4, None)] {
            transfer.push(&mut Template::new().with((A(number), target.map(ChildOf))));
        }
        world.despawn(lost).unwrap();
        let refused = transfer.spawn_into(&mut world).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: None, target: lost });
        assert_eq!((world.sources::<ChildOf>().count(parent), world.len(), transfer.len()), (1, 2, 2));
        let mut first = Template::new();
        assert!(transfer.pop(&mut first) && first.get::<A>() == Some(&A(3)) && first.has::<ChildOf>());
        assert_eq!(transfer.spawn_into(&mut world).unwrap().len(), 1);
        world.check_invariants().unwrap();
    }
}
