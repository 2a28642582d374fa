//! Whole trees: cloned, taken from worlds and spawned in others, with the handles inside them.
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ecs_world::prelude::*;
use ecs_world::{ChangeErrorKind, EntitySet};

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
struct ChildOf(Entity);
#[derive(Debug, Clone, Copy, PartialEq, Relation)]
struct Follows(Entity);
#[derive(Debug, Clone, Copy, PartialEq, Relation)]
struct Guards(Entity);
#[derive(Debug, Clone, PartialEq, Relation)]
struct Likes(EntitySet);
#[derive(Debug, Clone, PartialEq)]
struct Name(u32);
#[derive(Debug, Clone, PartialEq)]
struct Shared(Rc<()>);
#[derive(Debug, Clone, PartialEq, VisitHandles)]
struct Target(Option<Entity>, Vec<Entity>);
#[derive(Debug, Clone, PartialEq)]
struct Loose(Entity);
#[derive(Debug, Clone, PartialEq)]
struct Tag;

/// Its `Clone`, `VisitHandles` or callback panics at this value.
#[derive(Debug, PartialEq)]
struct Fragile(u32);

const IN_CLONE: u32 = 1;
const IN_VISIT: u32 = 2;
const IN_ON_ADDED: u32 = 3;
const IN_ON_REMOVED: u32 = 4;

impl Clone for Fragile {
    fn clone(&self) -> Self {
        assert_ne!(self.0, IN_CLONE, "this clone panics");
        Self(self.0)
    }
}

impl VisitHandles for Fragile {
    fn visit_handles(&mut self, _: &mut dyn FnMut(&mut Entity)) {
        assert_ne!(self.0, IN_VISIT, "this visit panics");
    }
}

#[derive(Debug, Default)]
struct Watch(Vec<String>);

#[system]
impl Watch {
    fn run(&mut self, _: &Name) {}

    fn on_added(&mut self, name: &Name, tree: Tree<'_, ChildOf>, entity: Entity) {
        self.0.push(format!("+{} with {}", name.0, tree.child_count(entity)));
    }

    fn on_removed(&mut self, name: &Name, tree: Tree<'_, ChildOf>, entity: Entity) {
        self.0.push(format!("-{} with {}", name.0, tree.child_count(entity)));
    }
}

#[derive(Debug, Default)]
struct Break;

#[system]
impl Break {
    fn run(&self, _: &Fragile) {}

    fn on_added(&self, fragile: &Fragile) {
        assert_ne!(fragile.0, IN_ON_ADDED, "this callback panics");
    }

    fn on_removed(&self, fragile: &Fragile) {
        assert_ne!(fragile.0, IN_ON_REMOVED, "this callback panics");
    }
}

ecs_world! {
    components:
        Name,
        #[storage(vec)] Shared,
        #[handles] Target,
        #[storage(packed)] Loose,
        #[storage(tag)] Tag,
        #[handles] #[storage(hashed_array_tree(chunk = 4))] Fragile;
    relations:
        ChildOf (tree, cascade),
        Follows (tree, clear),
        Guards (cascade),
        #[storage(hash_map)] Likes (many, clear);
    systems: Watch, Break;
    groups: (Name, ChildOf);
    queries: (Name, without(Tag));
}

fn story(world: &mut World) -> Vec<String> {
    world.check_invariants().unwrap();
    std::mem::take(&mut world.systems.watch.0)
}

/// The names of an entity and its descendants, depth first.
fn names(world: &World, root: Entity) -> Vec<u32> {
    let all = std::iter::once(root).chain(world.tree::<ChildOf>().descendants(root));
    all.map(|entity| world.get::<Name>(entity).unwrap().0).collect()
}

fn below(world: &World, root: Entity) -> Vec<Entity> {
    world.tree::<ChildOf>().descendants(root).collect()
}

/// A root with the name 0 and children of the names 1 to `count`.
fn wide(world: &mut World, count: u32) -> Entity {
    let root = world.spawn(Name(0));
    world.spawn_batch((1..=count).map(|number| (Name(number), ChildOf(root))));
    root
}

/// A chain of the names 0 to `count`.
fn chain(world: &mut World, count: u32) -> Entity {
    let root = world.spawn(Name(0));
    let mut last = root;
    for number in 1..=count {
        last = world.spawn((Name(number), ChildOf(last)));
    }
    root
}

#[test]
fn a_clone_has_the_shape_of_the_original_with_any_number_of_descendants() {
    for count in [0, 1, 2, 3, 63, 64, 65, 1_000] {
        for build in [wide, chain] {
            let mut world = World::default();
            // Free slots, so that handles are not ascending.
            let freed = world.spawn_batch((0..count / 2 + 3).map(|_| ())).into_vec();
            for entity in freed {
                world.despawn(entity).unwrap();
            }
            let root = build(&mut world, count);
            // Every third entity lacks the other components, so that storages have values of different entities.
            let all = std::iter::once(root).chain(below(&world, root));
            let chosen: Vec<_> =
                all.enumerate().filter(|(number, _)| number % 3 != 2).map(|(_, entity)| entity).collect();
            for entity in chosen.iter().rev() {
                let rest = (Loose(*entity), Shared(Rc::default()), Tag, Fragile(0), Likes([root].into()));
                world.insert(*entity, rest).unwrap();
            }
            let before = world.len();
            let clone = world.clone_tree::<ChildOf>(root).unwrap();
            assert_eq!(world.sources::<Likes>().count(clone), chosen.len());
            for (original, clone) in below(&world, root).into_iter().zip(below(&world, clone)) {
                assert_eq!(world.component_names(original), world.component_names(clone));
                assert_eq!(world.get::<Loose>(original), world.get::<Loose>(clone));
            }
            world.check_invariants().unwrap();
            assert_eq!(world.len(), before + count as usize + 1);
            assert!(names(&world, root).into_iter().eq(0..=count));
            assert_eq!(names(&world, root), names(&world, clone));
            assert!(below(&world, clone).iter().all(|entity| world.tree::<ChildOf>().root(*entity) == clone));
        }
    }
}

#[test]
fn a_taken_tree_has_its_shape_in_another_world_with_any_number_of_descendants() {
    for count in [0, 1, 2, 3, 63, 64, 65, 1_000] {
        for build in [wide, chain] {
            let [mut one, mut other] = [World::default(), World::default()];
            other.spawn_batch((0..5).map(|_| Tag));
            let rest = one.spawn(Name(9));
            let root = build(&mut one, count);
            let taken = one.take_tree::<ChildOf>(root).unwrap();
            assert_eq!((taken.count(), taken.templates().len()), (count as usize + 1, count as usize + 1));
            assert!(taken.outside().is_empty());
            one.check_invariants().unwrap();
            assert!(one.len() == 1 && one.contains(rest));
            let root = other.spawn_tree(taken).unwrap();
            other.check_invariants().unwrap();
            assert!(names(&other, root).into_iter().eq(0..=count));
        }
    }
}

#[test]
fn siblings_keep_their_order_and_the_clone_is_the_last_child_of_its_parent() {
    let mut world = World::default();
    let top = world.spawn(Name(100));
    let root = world.spawn((Name(0), ChildOf(top)));
    let [a, b, c] = [1, 2, 3].map(|name| world.spawn((Name(name), ChildOf(root))));
    world.spawn((Name(4), ChildOf(a)));
    world.spawn((Name(101), ChildOf(top)));
    world.move_source_before::<ChildOf>(c, a);
    let clone = world.clone_tree::<ChildOf>(root).unwrap();
    assert_eq!(names(&world, clone), [0, 3, 1, 4, 2]);
    assert_eq!(names(&world, top), [100, 0, 3, 1, 4, 2, 101, 0, 3, 1, 4, 2]);
    assert_eq!(world.tree::<ChildOf>().parent(b), Some(root));
    let taken = world.take_tree::<ChildOf>(clone).unwrap();
    assert!(!taken.templates()[0].has::<ChildOf>() && taken.templates()[1].has::<ChildOf>());
    let again = world.spawn_tree(taken).unwrap();
    assert_eq!((names(&world, again), world.tree::<ChildOf>().parent(again)), (vec![0, 3, 1, 4, 2], None));
}

/// A root with two children, and an entity outside; all of them like, follow, guard and target one another.
fn entangled(world: &mut World) -> [Entity; 4] {
    let outside = world.spawn(Name(9));
    let root = world.spawn(Name(0));
    let [one, two] = [1, 2].map(|name| world.spawn((Name(name), ChildOf(root))));
    world.insert(root, (Likes([two, outside, root].into()), Target(Some(root), vec![one, outside, two]))).unwrap();
    world.insert(one, (Follows(two), Likes([root].into()), Loose(root))).unwrap();
    world.insert(two, (Follows(outside), Guards(one), Target(None, vec![]))).unwrap();
    [outside, root, one, two]
}

/// Asserts that the handles of a tree refer to its own entities and to these others, as in `entangled`.
fn assert_entangled(world: &mut World, root: Entity, outside: Entity, loose: Entity) {
    let [one, two] = below(world, root)[..] else { panic!("the root has two children") };
    assert_eq!(world.get(root), Some(&Likes([two, outside, root].into())));
    assert_eq!(world.get(root), Some(&Target(Some(root), vec![one, outside, two])));
    assert_eq!((world.get(one), world.get(one)), (Some(&Follows(two)), Some(&Likes([root].into()))));
    assert_eq!((world.get(two), world.get(two)), (Some(&Follows(outside)), Some(&Guards(one))));
    assert_eq!((world.get(two), world.get(one)), (Some(&Target(None, vec![])), Some(&Loose(loose))));
    assert!(world.sources::<Likes>().of(root).any(|source| source == one));
    assert_eq!(world.tree::<Follows>().parent(one), Some(two));
    world.check_invariants().unwrap();
}

#[test]
fn handles_inside_a_clone_lead_to_clones_and_others_stay() {
    let mut world = World::default();
    let [outside, root, ..] = entangled(&mut world);
    let clone = world.clone_tree::<ChildOf>(root).unwrap();
    assert_entangled(&mut world, root, outside, root);
    assert_entangled(&mut world, clone, outside, root);
    assert!(world.sources::<Likes>().of(outside).eq([root, clone]));
}

#[test]
fn handles_inside_a_taken_tree_lead_to_the_entities_that_are_spawned() {
    let [mut one, mut other] = [World::default(), World::default()];
    let [outside, root, ..] = entangled(&mut one);
    let taken = one.take_tree::<ChildOf>(root).unwrap();
    one.check_invariants().unwrap();
    assert_eq!((taken.outside(), one.len()), (&[outside][..], 1));
    // The other world has live entities under all of these handles.
    let there = other.spawn_batch((0..8).map(|_| Tag))[7];
    let first = other.spawn_tree(taken.clone().map_outside(|_| there)).unwrap();
    assert_entangled(&mut other, first, there, root);
    let second = other.spawn_tree(taken.map_outside(|_| there).with((Name(5), ChildOf(first)))).unwrap();
    let tree = other.tree::<ChildOf>();
    assert_eq!((tree.parent(second), tree.child_count(second)), (Some(first), 2));
    assert_eq!(other.get::<Name>(second), Some(&Name(5)));
    other.check_invariants().unwrap();
}

#[test]
fn a_tree_with_handles_to_others_is_refused_until_they_are_mapped() {
    let mut world = World::default();
    let [outside, root, ..] = entangled(&mut world);
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    let refused = world.spawn_tree(taken).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::OutsideTree { handle: outside });
    assert!(refused.to_string().contains(&format!("the handle {outside} of an entity outside")), "{refused}");
    let taken = refused.into_inner();
    let dead = world.spawn(());
    world.despawn(dead).unwrap();
    let refused = world.spawn_tree(taken.map_outside(|_| dead)).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: None, target: dead });
    assert_eq!(world.len(), 1);
    let root = world.spawn_tree(refused.into_inner().map_outside(|_| outside)).unwrap();
    assert_entangled(&mut world, root, outside, Entity::from_bits(1 << 32 | 1).unwrap());
}

#[test]
fn a_tree_whose_templates_were_changed_into_a_cycle_is_refused() {
    let mut world = World::default();
    let root = chain(&mut world, 2);
    let mut taken = world.take_tree::<ChildOf>(root).unwrap();
    let under_the_root = *taken.templates()[1].get::<ChildOf>().unwrap();
    let under_the_first = *taken.templates()[2].get::<ChildOf>().unwrap();
    assert!(!world.contains(under_the_root.0), "handles in a taken tree refer to no entity");
    for wrong in [under_the_root, under_the_first] {
        let refused = world.spawn_tree(taken.with(wrong)).unwrap_err();
        assert!(matches!(refused.kind, ChangeErrorKind::Cycle { .. }), "{refused}");
        taken = refused.into_inner();
    }
    assert!(world.is_empty());
    taken.templates_mut()[0] = Template::new();
    taken.templates_mut()[2] = Template::new().with((Name(7), under_the_root));
    let root = world.spawn_tree(taken.with(Name(4))).unwrap();
    assert_eq!(names(&world, root), [4, 1, 7]);
    world.check_invariants().unwrap();
}

#[test]
fn callbacks_run_when_the_whole_tree_exists_parents_first_or_last() {
    let mut world = World::default();
    let root = wide(&mut world, 2);
    story(&mut world);
    world.clone_tree::<ChildOf>(root).unwrap();
    assert_eq!(story(&mut world), ["+0 with 2", "+1 with 0", "+2 with 0"]);
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    assert_eq!(story(&mut world), ["-2 with 0", "-1 with 0", "-0 with 2"]);
    world.spawn_tree(taken).unwrap();
    assert_eq!(story(&mut world), ["+0 with 2", "+1 with 0", "+2 with 0"]);
}

#[test]
fn an_unknown_root_is_no_tree() {
    let [mut world, mut other] = [World::default(), World::default()];
    let [dead, _] = [world.spawn(()), world.spawn(())];
    world.despawn(dead).unwrap();
    let foreign = other.spawn_batch((0..3).map(|_| ()))[2];
    for handle in [dead, foreign, Entity::from_bits(u64::MAX).unwrap()] {
        let refused = world.clone_tree::<ChildOf>(handle).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::NoSuchEntity(handle));
        assert!(world.take_tree::<ChildOf>(handle).is_none());
    }
    assert_eq!(world.len(), 1);
}

#[test]
fn a_panic_while_values_are_cloned_or_visited_changes_nothing() {
    for panics_in in [IN_CLONE, IN_VISIT] {
        for position in 0..3 {
            let mut world = World::default();
            let shared = Rc::new(());
            let root = wide(&mut world, 2);
            let all: Vec<_> = std::iter::once(root).chain(below(&world, root)).collect();
            for (number, entity) in all.iter().enumerate() {
                let fragile = Fragile(if number == position { panics_in } else { 0 });
                world.insert(*entity, (fragile, Shared(shared.clone()), Tag, Loose(root))).unwrap();
            }
            story(&mut world);
            let count = Rc::strong_count(&shared);
            assert!(catch_unwind(AssertUnwindSafe(|| world.clone_tree::<ChildOf>(root))).is_err());
            assert!(story(&mut world).is_empty());
            assert_eq!((world.len(), Rc::strong_count(&shared)), (3, count));
            world.get_mut::<Fragile>(all[position]).unwrap().0 = 0;
            let clone = world.clone_tree::<ChildOf>(root).unwrap();
            assert_eq!(names(&world, clone), [0, 1, 2]);
        }
    }
}

#[test]
fn a_panic_while_a_taken_tree_is_visited_drops_it() {
    let mut world = World::default();
    let shared = Rc::new(());
    let root = wide(&mut world, 2);
    world.insert(root, (Fragile(IN_VISIT), Shared(shared.clone()))).unwrap();
    assert!(catch_unwind(AssertUnwindSafe(|| world.take_tree::<ChildOf>(root))).is_err());
    world.check_invariants().unwrap();
    assert_eq!((world.len(), Rc::strong_count(&shared)), (0, 1));
}

#[test]
fn a_panic_of_on_added_leaves_all_of_a_tree_alive() {
    for position in 0..3 {
        let mut world = World::default();
        let root = wide(&mut world, 2);
        let mut taken = world.take_tree::<ChildOf>(root).unwrap();
        let broken = &mut taken.templates_mut()[position];
        *broken = std::mem::take(broken).with(Fragile(IN_ON_ADDED));
        assert!(catch_unwind(AssertUnwindSafe(|| world.spawn_tree(taken))).is_err());
        world.check_invariants().unwrap();
        assert_eq!(world.len(), 3);
        let root = world.query::<(Entity, &Name)>().iter().find(|(_, name)| name.0 == 0).unwrap().0;
        assert!(catch_unwind(AssertUnwindSafe(|| world.clone_tree::<ChildOf>(root))).is_err());
        world.check_invariants().unwrap();
        assert_eq!(world.len(), 6);
    }
}

#[test]
fn a_panic_of_on_removed_leaves_a_tree_as_it_is() {
    for position in 0..3 {
        let mut world = World::default();
        let root = wide(&mut world, 2);
        let all: Vec<_> = std::iter::once(root).chain(below(&world, root)).collect();
        world.insert(all[position], Fragile(IN_ON_REMOVED)).unwrap();
        assert!(catch_unwind(AssertUnwindSafe(|| world.take_tree::<ChildOf>(root))).is_err());
        world.check_invariants().unwrap();
        assert_eq!(names(&world, root), [0, 1, 2]);
    }
}

#[test]
fn sources_outside_of_a_taken_tree_are_despawned_or_cleared_and_those_inside_are_not() {
    let mut world = World::default();
    let root = wide(&mut world, 2);
    let [one, two] = below(&world, root)[..] else { panic!("the root has two children") };
    let other = world.spawn(Name(7));
    world.insert(one, (Guards(two), Follows(root))).unwrap();
    let guard = world.spawn((Name(8), Guards(one)));
    let follower = world.spawn((Name(9), Follows(two), Likes([other, one].into())));
    story(&mut world);
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    assert_eq!(story(&mut world), ["-8 with 0", "-2 with 0", "-1 with 0", "-0 with 2"]);
    assert!(!world.contains(guard) && !world.has::<Follows>(follower));
    assert_eq!(world.get(follower), Some(&Likes([other].into())));
    let root = world.spawn_tree(taken).unwrap();
    let [one, two] = below(&world, root)[..] else { panic!("the root has two children") };
    assert_eq!((world.get(one), world.get(one)), (Some(&Guards(two)), Some(&Follows(root))));
}

#[test]
fn a_cut_tree_keeps_the_relations_inside_and_loses_those_that_lead_outside() {
    let mut world = World::default();
    let [_, root, ..] = entangled(&mut world);
    let taken = world.take_tree::<ChildOf>(root).unwrap().cut_outside();
    // A world in which the handles of the first one refer to live entities.
    let mut other = World::default();
    other.spawn_batch((10..40).map(Name));
    for tree in [taken.clone(), taken.clone().cut_outside(), taken] {
        let root = other.spawn_tree(tree).unwrap();
        let [one, two] = below(&other, root)[..] else { panic!("the root has two children") };
        assert!(!other.has::<Likes>(root) && !other.has::<Follows>(two));
        assert_eq!((other.get(one), other.get(one)), (Some(&Follows(two)), Some(&Likes([root].into()))));
        assert_eq!(other.get(two), Some(&Guards(one)));
        let Some(Target(Some(own), targets)) = other.get(root).cloned() else { panic!("the root has targets") };
        assert_eq!((own, targets[0], targets[2]), (root, one, two));
        assert!(!other.contains(targets[1]));
        other.check_invariants().unwrap();
    }
}

#[test]
fn a_cut_tree_keeps_the_components_that_it_was_given() {
    let mut world = World::default();
    let [_, root, ..] = entangled(&mut world);
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    let mut other = World::default();
    let dock = other.spawn(Name(5));
    let given = || (ChildOf(dock), Target(Some(dock), vec![]));
    for tree in [taken.clone().with(given()).cut_outside(), taken.cut_outside().with(given())] {
        let root = other.spawn_tree(tree).unwrap();
        assert_eq!(other.tree::<ChildOf>().parent(root), Some(dock));
        assert_eq!(other.get(root), Some(&Target(Some(dock), vec![])));
        assert!(!other.has::<Likes>(root));
        other.check_invariants().unwrap();
    }
}

#[test]
fn entities_that_leave_a_tree_when_a_source_outside_is_despawned_are_outside_too() {
    for is_guard in [false, true] {
        let mut world = World::default();
        let root = world.spawn(Name(0));
        let outside = world.spawn(Guards(root));
        // It is despawned with the entity outside, so its own source leaves the tree.
        let branch = world.spawn((Name(1), Follows(root), Guards(outside)));
        let leaf = world.spawn((Name(2), Follows(branch), Likes([root].into())));
        if is_guard {
            world.insert(leaf, Guards(root)).unwrap();
        }
        let taken = world.take_tree::<Follows>(root).unwrap();
        assert_eq!((taken.count(), world.contains(leaf)), (1, !is_guard));
        assert!(!world.has::<Likes>(leaf) && !world.has::<Follows>(leaf));
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_tree_whose_handles_outside_were_replaced_needs_no_map() {
    let mut world = World::default();
    let [gate, other] = [0, 1].map(|name| world.spawn(Name(name)));
    let root = world.spawn(Guards(gate));
    world.spawn((ChildOf(root), Name(2)));
    let tree = world.take_tree::<ChildOf>(root).unwrap();
    assert_eq!(tree.outside(), [gate]);
    let refused = world.spawn_tree(tree).unwrap_err();
    let root = world.spawn_tree(refused.value.with(Guards(other))).unwrap();
    assert_eq!((world.get(root), below(&world, root).len()), (Some(&Guards(other)), 1));
    world.check_invariants().unwrap();
}

#[test]
fn a_handle_that_was_cut_refers_to_no_entity_of_another_tree() {
    let mut world = World::default();
    let gone = world.spawn(());
    let root = world.spawn(Target(Some(gone), vec![gone]));
    let cut = world.take_tree::<ChildOf>(root).unwrap().cut_outside();
    let root = world.spawn_tree(cut).unwrap();
    let Target(Some(dead), _) = world.get::<Target>(root).cloned().unwrap() else { panic!("the target is kept") };
    let other = world.spawn(());
    let tree = world.take_tree::<ChildOf>(other).unwrap().with(Target(Some(dead), vec![]));
    let other = world.spawn_tree(tree).unwrap();
    assert_eq!(world.get(other), Some(&Target(Some(dead), vec![])));
    assert!(!world.contains(dead));
}

#[test]
fn entities_that_are_despawned_with_a_source_outside_are_not_taken() {
    let mut world = World::default();
    let root = wide(&mut world, 3);
    let [one, two, _] = below(&world, root)[..] else { panic!("the root has three children") };
    // The guard of the first is guarded by the second.
    let guard = world.spawn((Name(8), Guards(one)));
    world.insert(two, Guards(guard)).unwrap();
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    assert_eq!((taken.count(), world.len()), (3, 0));
    let root = world.spawn_tree(taken).unwrap();
    assert_eq!(names(&world, root), [0, 1, 3]);
    // If the root is despawned, nothing is left to take.
    let guard = world.spawn(Guards(root));
    world.insert(root, Guards(guard)).unwrap();
    assert!(world.take_tree::<ChildOf>(root).is_none());
    world.check_invariants().unwrap();
    assert!(world.is_empty());
}

#[test]
fn commands_clone_trees_at_the_next_sync() {
    let mut world = World::default();
    let root = wide(&mut world, 2);
    let dead = world.spawn(());
    world.commands().spawn((Name(3), ChildOf(root)));
    world.commands().clone_tree::<ChildOf>(root);
    world.commands().despawn(dead);
    world.commands().clone_tree::<ChildOf>(dead);
    assert_eq!(world.len(), 4);
    world.flush();
    assert_eq!((world.len(), world.dropped_commands()), (8, 1));
    world.check_invariants().unwrap();
}

#[test]
fn reserved_entities_become_alive_before_clones() {
    let mut world = World::default();
    let root = wide(&mut world, 1);
    let reserved = world.reserve_entity();
    let clone = world.clone_tree::<ChildOf>(root).unwrap();
    assert!(world.contains(reserved) && reserved != clone);
    let reserved = world.reserve_entity();
    let taken = world.take_tree::<ChildOf>(clone).unwrap();
    assert!(world.contains(reserved));
    let reserved = world.reserve_entity();
    let again = world.spawn_tree(taken).unwrap();
    assert!(world.contains(reserved) && reserved != again);
    world.check_invariants().unwrap();
}

#[test]
fn a_tree_is_cloned_with_its_own_relation() {
    let mut world = World::default();
    let leader = world.spawn(Name(0));
    let follower = world.spawn((Name(1), Follows(leader)));
    world.spawn((Name(2), ChildOf(follower)));
    let clone = world.clone_tree::<Follows>(leader).unwrap();
    assert_eq!((world.len(), world.tree::<Follows>().child_count(clone)), (5, 1));
    let taken = world.take_tree::<Follows>(leader).unwrap();
    // The child of the follower is despawned with it, since it is no follower.
    assert_eq!((taken.count(), world.len()), (2, 2));
}

#[test]
fn library_code_clones_and_moves_trees() {
    fn twins<W: HasTree<ChildOf> + ecs_world::CloneEntities>(world: &mut W, root: Entity) -> Entity {
        let clone = world.clone_tree::<ChildOf>(root).unwrap();
        let taken: TemplateTree<W, ChildOf> = world.take_tree(clone).unwrap();
        world.commands().clone_tree::<ChildOf>(root);
        world.flush();
        world.spawn_tree(taken).unwrap()
    }
    use ecs_world::TemplateTree;
    let mut world = World::default();
    let root = wide(&mut world, 3);
    let twin = twins(&mut world, root);
    assert_eq!(names(&world, twin), [0, 1, 2, 3]);
    assert_eq!(world.len(), 12);
}

#[test]
fn a_template_tree_shows_what_its_templates_have() {
    let mut world = World::default();
    let root = wide(&mut world, 1);
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    assert_eq!(format!("{taken:?}"), r#"TemplateTree[Template{"Name"}, Template{"Name", "ChildOf"}]"#);
}

#[test]
fn a_chain_of_a_hundred_thousand_is_cloned_taken_and_spawned() {
    let mut world = World::default();
    let root = chain(&mut world, 100_000);
    let clone = world.clone_tree::<ChildOf>(root).unwrap();
    let taken = world.take_tree::<ChildOf>(root).unwrap();
    let again = world.spawn_tree(taken).unwrap();
    for root in [clone, again] {
        assert!(names(&world, root).into_iter().eq(0..=100_000));
    }
    world.check_invariants().unwrap();
}

#[test]
fn a_leaf_that_is_taken_has_no_parent_where_it_is_spawned() {
    let mut world = World::default();
    let root = wide(&mut world, 1);
    let [leaf] = below(&world, root)[..] else { panic!("the root has one child") };
    let taken = world.take_tree::<ChildOf>(leaf).unwrap();
    let leaf = world.spawn_tree(taken).unwrap();
    assert!(!world.has::<ChildOf>(leaf) && below(&world, root).is_empty());
    assert_eq!(names(&world, leaf), [1]);
}

/// Listed slots are marked in words of 64 bits; here the target can be in a word of its own.
#[test]
fn a_slot_whose_entity_cascaded_is_found_by_later_cascades() {
    for before in [0, 1, 62, 63, 64, 127] {
        let mut world = World::default();
        let (other, guard) = (world.spawn(()), world.spawn(()));
        world.spawn_batch((0..before).map(Name));
        let target = world.spawn(());
        world.insert(guard, Guards(target)).unwrap();
        world.despawn(target).unwrap();
        let again = world.spawn_batch([Guards(other), Guards(other)]).into_vec();
        assert!(again.iter().any(|source| source.index() == target.index()));
        world.despawn(other).unwrap();
        assert_eq!(world.len(), before as usize, "{before} entities before");
        world.check_invariants().unwrap();
    }
}

mod causes {
    use ecs_world::RemovalCause;
    use ecs_world::prelude::*;

    #[derive(Debug, Relation)]
    pub(crate) struct ChildOf(pub(crate) Entity);
    #[derive(Debug, Relation)]
    pub(crate) struct Follows(pub(crate) Entity);
    #[derive(Debug, Relation)]
    pub(crate) struct Guards(pub(crate) Entity);

    #[derive(Default)]
    pub(crate) struct Causes(pub(crate) Vec<RemovalCause>);

    #[system]
    impl Causes {
        fn run(&self, _: &Follows) {}

        fn on_removed(&mut self, _: &Follows, cause: RemovalCause) {
            self.0.push(cause);
        }
    }

    ecs_world! {
        pub(crate) struct World;
        relations: ChildOf (tree, cascade), Follows (clear), Guards (cascade);
        systems: Causes;
    }
}

/// As in a despawn, a source that is despawned with its target does not lose another relation to it first.
#[test]
fn sources_outside_are_despawned_before_others_lose_their_relations() {
    use causes::{ChildOf, Follows, Guards, World};
    use ecs_world::RemovalCause::{Change, Despawn};

    let mut world = World::default();
    let root = world.spawn(());
    let follower = world.spawn(Follows(root));
    let guard = world.spawn((Guards(root), Follows(root)));
    let taken = world.take_tree::<ChildOf>(root);
    assert!(taken.is_some());
    assert_eq!(world.systems.causes.0, [Despawn, Change]);
    assert!(world.contains(follower) && !world.contains(guard));
}
