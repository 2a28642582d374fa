//! Templates: composed at run time, spawned, inserted, cloned, taken from worlds and commanded.
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]

use std::rc::Rc;

use ecs_world::prelude::*;
use ecs_world::{ChangeErrorKind, CloneEntities};

#[derive(Debug, Clone, PartialEq)]
struct A(u32);
#[derive(Debug, Clone, PartialEq)]
struct B(u32);
#[derive(Debug, Clone, PartialEq)]
struct C(Rc<u32>);
#[derive(Debug, Clone, PartialEq)]
struct Tag;

/// What callbacks recorded, in order.
#[derive(Debug, Default)]
struct Story(Vec<String>);

/// Declares a system that records when entities enter and leave its view.
macro_rules! noticing {
    ($name:ident, $text:literal, ($($filter:tt)*): $($C:ty),*) => {
        #[derive(Debug, Default)]
        struct $name;

        #[system($($filter)*)]
        impl $name {
            fn run(&self $(, _: &$C)*) {}

            fn on_added(&self, entity: Entity, story: &mut Story) {
                story.0.push(format!("{} +{}", $text, entity.index()));
            }

            fn on_removed(&self, entity: Entity, story: &mut Story) {
                story.0.push(format!("{} -{}", $text, entity.index()));
            }
        }
    };
}

noticing!(HasA, "A", (): A);
noticing!(HasAb, "AB", (): A, B);
noticing!(HasAWithoutB, "A-B", (without(B)): A);
noticing!(HasTag, "T", (): Tag);

ecs_world! {
    components: A, B, #[storage(hash_map)] C, #[storage(tag)] Tag;
    resources: Story;
    systems: HasA, HasAb, HasAWithoutB, HasTag;
    groups: (A, B);
}

fn story(world: &mut World) -> Vec<String> {
    world.check_invariants().unwrap();
    std::mem::take(&mut world.resources.story.0)
}

fn names(world: &World, entity: Entity) -> Vec<&'static str> {
    world.component_names(entity).unwrap()
}

#[test]
fn a_template_has_the_values_that_were_added_last() {
    let template = Template::<World>::new();
    assert!(template.is_empty() && !template.has::<A>() && template.get::<A>().is_none());
    let mut template = template.with((A(1), B(2))).with((A(3), None::<B>, Some(Tag)));
    assert_eq!((template.get::<A>(), template.get::<B>()), (Some(&A(3)), Some(&B(2))));
    assert!(template.has::<Tag>() && !template.has::<C>() && !template.is_empty());
    template.get_mut::<B>().unwrap().0 += 1;
    assert_eq!(format!("{template:?}"), r#"Template{"A", "B", "Tag"}"#);
    let template = template.without::<(A, C)>().without::<A>();
    assert!(!template.has::<A>() && template.get::<A>().is_none());
    assert_eq!(template.get::<B>(), Some(&B(3)));
    assert_eq!(format!("{:?}", Template::<World>::default()), "Template{}");
}

#[test]
fn a_template_overrides_what_it_extends() {
    let base = Template::<World>::new().with((A(1), B(1)));
    let derived = Template::new().with((B(2), Tag)).extended(&base);
    assert_eq!((derived.get::<A>(), derived.get::<B>()), (Some(&A(1)), Some(&B(2))));
    assert!(derived.has::<Tag>() && base.has::<A>() && !base.has::<Tag>());
    let again = derived.clone().extended(&derived);
    assert_eq!(again.mask(), derived.mask());
    let replaced = again.with((A(3), B(4), Tag));
    assert_eq!(
        (replaced.get::<A>(), replaced.get::<B>()),
        (Some(&A(3)), Some(&B(4))),
        "the template has one value of each component"
    );
}

#[test]
fn values_of_a_template_are_dropped_once() {
    let value = Rc::new(1);
    let template = Template::<World>::new().with(C(value.clone()));
    let clone = template.clone();
    assert_eq!(Rc::strong_count(&value), 3);
    let replaced = template.with(C(Rc::default()));
    assert_eq!(Rc::strong_count(&value), 2);
    drop(clone.without::<C>());
    assert_eq!(Rc::strong_count(&value), 1);
    drop(replaced);
}

#[test]
fn a_spawned_template_is_one_transition_and_keeps_its_values() {
    let mut world = World::default();
    let template = Template::new().with((A(1), B(2), C(Rc::new(3)), Tag));
    let entities = [(); 3].map(|()| world.spawn_template(&template));
    assert_eq!(story(&mut world)[..3], ["A +0", "AB +0", "T +0"]);
    for entity in entities {
        assert_eq!(names(&world, entity), ["A", "B", "C", "Tag"]);
        assert_eq!(world.get_components::<(&A, &B)>(entity), Some((&A(1), &B(2))));
    }
    world.get_mut::<A>(entities[0]).unwrap().0 = 7;
    assert_eq!(
        (template.get::<A>(), world.get::<A>(entities[1])),
        (Some(&A(1)), Some(&A(1))),
        "each entity has a value of its own"
    );
    let empty = world.spawn_template(&Template::new());
    assert!(names(&world, empty).is_empty());
}

#[test]
fn entities_move_through_one_template_with_their_callbacks() {
    let (mut here, mut there) = (World::default(), World::default());
    let mut template = Template::new().with(C(Rc::new(1)));
    let value = Rc::new(7);
    let bundles = [Some(A(1)), None, Some(A(3))];
    let fleet = bundles.clone().map(|a| here.spawn((a, B(2), C(value.clone()))));
    for (entity, a) in fleet.into_iter().zip(&bundles) {
        assert!(template.take_from(&mut here, entity));
        assert_eq!((template.get::<A>(), template.has::<Tag>()), (a.as_ref(), false));
        let moved = template.spawn_into(&mut there).unwrap();
        assert!(template.is_empty() && template.get::<B>().is_none());
        assert_eq!((there.get::<A>(moved), there.get::<B>(moved)), (a.as_ref(), Some(&B(2))));
    }
    assert_eq!((here.len(), there.len(), Rc::strong_count(&value)), (0, 3, 4));
    assert_eq!(story(&mut here)[4..], ["A -0", "AB -0", "A -2", "AB -2"]);
    assert_eq!(story(&mut there), ["A +0", "AB +0", "A +2", "AB +2"]);
}

#[test]
fn a_template_is_empty_after_a_dead_entity_was_taken_and_drops_what_it_had() {
    let (mut world, value) = (World::default(), Rc::new(7));
    let [ship, wreck] = [world.spawn((A(1), C(value.clone()))), world.spawn(())];
    world.despawn(wreck).unwrap();
    let mut template = Template::new();
    assert!(template.take_from(&mut world, ship) && Rc::strong_count(&value) == 2);
    assert!(!template.take_from(&mut world, wreck));
    assert!(template.is_empty() && template.get::<A>().is_none() && Rc::strong_count(&value) == 1);
    template = template.with((A(5), C(value.clone())));
    template.clear();
    assert!(template.is_empty() && Rc::strong_count(&value) == 1);
    let empty = template.spawn_into(&mut world).unwrap();
    assert_eq!(
        (names(&world, empty).len(), story(&mut world)),
        (0, ["A +0", "A-B +0", "A -0", "A-B -0"].map(String::from).into())
    );
}

#[test]
fn any_number_of_templates_is_spawned_together() {
    for count in [0, 1, 2, 3, 7, 8, 9, 1_000] {
        let mut world = World::default();
        let freed = [(); 4].map(|()| world.spawn((A(0), B(0))));
        world.spawn(A(9));
        for entity in freed {
            world.despawn(entity).unwrap();
        }
        let spawned = world.spawn_templates(&Template::new().with((B(2), A(1), Tag)), count);
        assert_eq!((spawned.len(), world.len()), (count, count + 1));
        assert!(
            spawned.iter().all(|entity| world.get_components::<(&A, &B, &Tag)>(*entity) == Some((&A(1), &B(2), &Tag)))
        );
        assert_eq!(story(&mut world).iter().filter(|line| line.starts_with("T +")).count(), count);
    }
}

#[test]
fn a_clone_of_an_entity_has_values_of_its_own() {
    let mut world = World::default();
    let value = Rc::new(3);
    let original = world.spawn((A(1), C(value.clone()), Tag));
    story(&mut world);
    let clone = world.clone_entity(original).unwrap();
    assert_eq!(story(&mut world), ["A +1", "A-B +1", "T +1"]);
    assert_eq!(names(&world, clone), names(&world, original));
    assert_eq!(Rc::strong_count(&value), 3);
    world.get_mut::<A>(clone).unwrap().0 = 2;
    assert_eq!(world.get::<A>(original), Some(&A(1)));
    world.despawn(original).unwrap();
    assert_eq!(world.clone_entity(original).unwrap_err().kind, ChangeErrorKind::NoSuchEntity(original));
    assert_eq!(world.get::<C>(clone), Some(&C(value)));
}

#[test]
fn inserting_a_template_is_one_transition_and_drops_what_it_replaces() {
    let mut world = World::default();
    let (old, new) = (Rc::new(1), Rc::new(2));
    let entity = world.spawn((A(1), C(old.clone())));
    story(&mut world);
    world.insert_template(entity, Template::new().with((B(2), C(new.clone()), Tag))).unwrap();
    assert_eq!(story(&mut world), ["A-B -0", "AB +0", "T +0"]);
    assert_eq!((Rc::strong_count(&old), Rc::strong_count(&new)), (1, 2));
    world.insert_template(entity, Template::new().with((A(5), B(6)))).unwrap();
    assert!(story(&mut world).is_empty(), "a replaced value is no transition");
    assert_eq!(world.get_components::<(&A, &B)>(entity), Some((&A(5), &B(6))));
}

#[test]
fn a_template_for_a_dead_entity_is_returned() {
    let mut world = World::default();
    let entity = world.spawn(A(1));
    let taken = world.take(entity).unwrap();
    let refused = world.insert_template(entity, taken).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::NoSuchEntity(entity));
    assert_eq!(refused.into_inner().get::<A>(), Some(&A(1)));
}

#[test]
fn an_entity_that_is_taken_from_one_world_can_be_inserted_into_another() {
    let (mut one, mut other) = (World::default(), World::default());
    let value = Rc::new(3);
    let entity = one.spawn((A(1), B(2), C(value.clone())));
    story(&mut one);
    let taken = one.take(entity).unwrap();
    assert_eq!(story(&mut one), ["A -0", "AB -0"]);
    assert!(!one.contains(entity) && one.is_empty() && one.take(entity).is_none());
    let arrived = other.spawn(());
    other.insert_template(arrived, taken).unwrap();
    assert_eq!(story(&mut other), ["A +0", "AB +0"]);
    assert_eq!((other.get::<A>(arrived), other.get::<C>(arrived)), (Some(&A(1)), Some(&C(value.clone()))));
    assert_eq!(Rc::strong_count(&value), 2, "taking an entity clones no value");
}

#[test]
fn commands_spawn_insert_and_clone_at_the_next_sync() {
    let mut world = World::default();
    let template = Template::new().with((A(1), Tag));
    let (alive, dead) = (world.spawn((A(2), B(2))), world.spawn(()));
    story(&mut world);
    world.commands().spawn_template(&template);
    world.commands().despawn(dead);
    world.commands().insert_template(dead, template.clone());
    world.commands().insert(alive, (None::<B>, A(3)));
    world.commands().clone_entity(alive);
    world.commands().insert_template(alive, template.clone().with(B(4)));
    world.commands().spawn_templates(&template, 2);
    world.commands().clone_entity(dead);
    world.commands().spawn(A(5));
    assert_eq!((world.commands().len(), world.len()), (10, 2));
    world.flush();
    assert_eq!(world.dropped_commands(), 2);
    let mut values: Vec<_> = world
        .query::<(&A, Option<&B>, Option<&Tag>)>()
        .iter()
        .map(|(a, b, tag)| (a.0, b.map(|b| b.0), tag.is_some()))
        .collect();
    values.sort_unstable();
    let expected =
        [(1, None, true), (1, None, true), (1, None, true), (1, Some(4), true), (3, Some(2), false), (5, None, false)];
    assert_eq!(values, expected);
    world.check_invariants().unwrap();
}

#[test]
fn a_spawner_spawns_templates_whose_handles_are_known_at_once() {
    let mut world = World::default();
    let template = Template::new().with((A(1), B(2)));
    let entity = world.spawner().spawn_template(&template);
    assert!(!world.contains(entity));
    world.flush();
    assert_eq!(world.get_components::<(&A, &B)>(entity), Some((&A(1), &B(2))));
}

#[test]
fn library_code_spawns_templates_of_worlds_that_can_clone() {
    fn twins<W: CloneEntities + Has<A>>(world: &mut W) -> [Entity; 3] {
        let one = world.spawn_template(&Template::new().with(A(1)));
        let two = world.clone_entity(one).unwrap();
        world.commands().spawn_template(&Template::new().with(A(3)).clone());
        world.flush();
        [one, two, world.spawn_templates(&Template::new(), 1)[0]]
    }
    let mut world = World::default();
    let [one, two, three] = twins(&mut world);
    assert_eq!((world.get::<A>(one), world.get::<A>(two)), (Some(&A(1)), Some(&A(1))));
    assert!(world.contains(three));
}

/// A world with a component that cannot be cloned: its templates can still be composed, inserted and taken.
mod unique {
    use ecs_world::prelude::*;

    struct Door(Box<dyn Fn() -> u32>);
    struct Key;

    ecs_world! { components: Door, Key; }

    #[test]
    fn components_that_cannot_be_cloned_can_be_in_templates() {
        let mut world = World::default();
        let (one, other) = (world.spawn(Key), world.spawn(()));
        world.insert_template(one, Template::new().with(Door(Box::new(|| 7)))).unwrap();
        let taken = world.take(one).unwrap();
        world.commands().insert_template(other, taken);
        world.flush();
        assert!(world.has::<Key>(other));
        assert_eq!((world.get::<Door>(other).unwrap().0)(), 7);
    }
}

/// Counts clones, and panics at one of them.
mod fragile {
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use ecs_world::prelude::*;

    thread_local! {
        static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
        static LIVE: Cell<i64> = const { Cell::new(0) };
    }

    #[derive(Debug)]
    struct First(u32);
    #[derive(Debug)]
    struct Second(u32);

    macro_rules! fragile {
        ($($T:ident),*) => {$(
            impl $T {
                fn new(n: u32) -> Self {
                    LIVE.set(LIVE.get() + 1);
                    Self(n)
                }
            }

            impl Clone for $T {
                fn clone(&self) -> Self {
                    assert!(LEFT.get() > 0, "a clone panics");
                    LEFT.set(LEFT.get() - 1);
                    Self::new(self.0)
                }
            }

            impl Drop for $T {
                fn drop(&mut self) {
                    LIVE.set(LIVE.get() - 1);
                }
            }
        )*};
    }

    fragile!(First, Second);

    ecs_world! { components: First, #[storage(hashed_array_tree)] Second; }

    /// Repeats a call with a panic at each clone in turn, until it succeeds; returns the number of clones.
    fn at_each_clone(act: impl Fn(&mut World, &Template<World>, Entity)) -> u32 {
        for clones in 0..100 {
            LEFT.set(u32::MAX);
            let mut world = World::default();
            let template = Template::new().with((First::new(1), Second::new(2)));
            let entity = world.spawn_template(&template);
            world.commands().insert(entity, First::new(3));
            let (pending, live) = (world.commands().len(), LIVE.get());
            LEFT.set(clones);
            let done = catch_unwind(AssertUnwindSafe(|| act(&mut world, &template, entity)));
            LEFT.set(u32::MAX);
            world.check_invariants().unwrap();
            if done.is_ok() {
                return clones;
            }
            assert_eq!((world.len(), world.commands().len(), LIVE.get()), (1, pending, live), "after {clones} clones");
            world.commands().insert(entity, (Second::new(4), None::<First>));
            world.flush();
            assert_eq!((world.get::<First>(entity).unwrap().0, world.get::<Second>(entity).unwrap().0), (3, 4));
            drop((world, template));
            assert_eq!(LIVE.get(), 0);
        }
        unreachable!("the operation makes at least a hundred clones")
    }

    #[test]
    fn nothing_changes_if_a_clone_panics() {
        assert_eq!(at_each_clone(|world, template, _| _ = world.spawn_template(template)), 2);
        assert_eq!(at_each_clone(|world, template, _| drop(world.spawn_templates(template, 3))), 6);
        assert_eq!(at_each_clone(|world, _, entity| _ = world.clone_entity(entity)), 2);
        assert_eq!(at_each_clone(|world, template, _| world.commands().spawn_template(template)), 2);
        assert_eq!(at_each_clone(|_, template, _| drop(template.clone())), 2);
    }
}

mod of_relations {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Relation)]
    struct ChildOf(Entity);
    #[derive(Debug, Clone, PartialEq, Relation)]
    struct Aims(Entity);
    #[derive(Debug, Clone, PartialEq, Relation)]
    struct Fears(Entity);
    #[derive(Debug, Clone, PartialEq)]
    struct Name(u32);

    ecs_world! {
        components: Name;
        relations: ChildOf (tree, cascade), Aims (clear), Fears (keep);
    }

    fn check(world: &mut World) {
        world.check_invariants().unwrap();
    }

    #[test]
    fn a_spawned_template_is_linked_to_its_target() {
        let mut world = World::default();
        let parent = world.spawn(Name(0));
        let child = Template::new().with((Name(1), ChildOf(parent), Aims(parent)));
        let first = world.spawn_template(&child);
        let others = world.spawn_templates(&child, 3).into_vec();
        world.commands().spawn_template(&child);
        world.flush();
        let twin = world.clone_entity(first).unwrap();
        let children: Vec<_> = world.tree::<ChildOf>().children(parent).collect();
        assert_eq!((children.len(), children[0], &children[1..4], children[5]), (6, first, &*others, twin));
        assert_eq!(world.sources::<Aims>().of(parent).count(), 6);
        check(&mut world);
    }

    #[test]
    fn a_template_with_a_dead_target_spawns_nothing() {
        let mut world = World::default();
        let [parent, other] = [world.spawn(Name(0)), world.spawn(Name(1))];
        let child = Template::new().with((Name(2), ChildOf(parent)));
        world.despawn(parent).unwrap();
        let refused = world.try_spawn_template(&child).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: None, target: parent });
        world.commands().spawn_template(&child);
        world.commands().insert_template(other, child.clone());
        let reserved = world.spawner().spawn_template(&child);
        world.flush();
        assert_eq!((world.len(), world.dropped_commands()), (2, 3));
        assert_eq!(world.component_names(reserved), Some(vec![]));
        let refused = world.insert_template(other, child).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: Some(other), target: parent });
        assert_eq!(refused.value.get::<Name>(), Some(&Name(2)));
        assert_eq!(world.get::<Name>(other), Some(&Name(1)));
        assert_eq!(world.spawn_templates(&refused.value, 0).into_vec(), []);
        check(&mut world);
    }

    #[test]
    #[should_panic = "cannot spawn: a relation of a new entity has the target"]
    fn spawning_a_template_with_a_dead_target_panics() {
        let mut world = World::default();
        let parent = world.spawn(());
        world.despawn(parent).unwrap();
        world.spawn_template(&Template::new().with(ChildOf(parent)));
    }

    #[test]
    fn a_template_that_would_close_a_cycle_is_returned() {
        let mut world = World::default();
        let parent = world.spawn(Name(0));
        let child = world.spawn((Name(1), ChildOf(parent)));
        let refused = world.insert_template(parent, Template::new().with((Name(9), ChildOf(child)))).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::Cycle { entity: parent, target: child });
        assert_eq!((refused.value.get::<Name>(), world.get::<Name>(parent)), (Some(&Name(9)), Some(&Name(0))));
        check(&mut world);
    }

    #[test]
    fn inserting_a_template_moves_an_entity_to_another_target() {
        let mut world = World::default();
        let [one, other] = [world.spawn(()), world.spawn(())];
        let child = world.spawn(ChildOf(one));
        world.insert_template(child, Template::new().with(ChildOf(other))).unwrap();
        assert_eq!((world.tree::<ChildOf>().parent(child), world.sources::<ChildOf>().count(one)), (Some(other), 0));
        check(&mut world);
    }

    #[test]
    fn a_template_with_a_dead_target_is_refused_and_keeps_its_components() {
        let mut world = World::default();
        let parent = world.spawn(Name(0));
        let child = world.spawn((Name(1), ChildOf(parent)));
        let mut template = Template::new();
        assert!(template.take_from(&mut world, child));
        assert_eq!(world.sources::<ChildOf>().count(parent), 0);
        world.despawn(parent).unwrap();
        let refused = template.spawn_into(&mut world).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: None, target: parent });
        assert_eq!((template.get::<ChildOf>(), world.len()), (Some(&ChildOf(parent)), 0));
        check(&mut world);
        let mut alone = template.without::<ChildOf>();
        let spawned = alone.spawn_into(&mut world).unwrap();
        assert_eq!(world.get::<Name>(spawned), Some(&Name(1)));
        check(&mut world);
    }

    #[test]
    fn taking_an_entity_treats_its_sources_as_a_despawn_does() {
        let mut world = World::default();
        let parent = world.spawn(Name(0));
        let root = world.spawn((Name(1), ChildOf(parent)));
        let [child, aiming, fearful] =
            [world.spawn((Name(2), ChildOf(root))), world.spawn(Aims(root)), world.spawn(Fears(root))];
        let grandchild = world.spawn((Name(3), ChildOf(child), Aims(root)));
        let taken = world.take(root).unwrap();
        assert_eq!((taken.get::<ChildOf>(), taken.get::<Name>()), (Some(&ChildOf(parent)), Some(&Name(1))));
        assert!(![root, child, grandchild].iter().any(|entity| world.contains(*entity)));
        assert_eq!((world.get::<Aims>(aiming), world.get::<Fears>(fearful)), (None, Some(&Fears(root))));
        check(&mut world);
        let twin = world.clone_entity(fearful).unwrap();
        assert_eq!(world.get::<Fears>(twin), Some(&Fears(root)), "a relation with `keep` may hold a stale handle");
        let back = world.spawn_template(&taken);
        assert_eq!(world.tree::<ChildOf>().children(parent).collect::<Vec<_>>(), [back]);
        check(&mut world);
    }
}
