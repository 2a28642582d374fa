//! Relations: linking, refusals, despawning, clearing and reading.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;
use ecs_world::{ChangeError, ChangeErrorKind};

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct Targets {
    pub target: Entity,
}

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct Fears(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name(pub u32);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marked;

thread_local! {
    /// The calls of callbacks, in order: the name, and whether the entity was despawned.
    static SEEN: RefCell<Vec<(u32, bool)>> = const { RefCell::new(Vec::new()) };
    /// The name at which callbacks panic.
    static FATAL: RefCell<Option<u32>> = const { RefCell::new(None) };
}

#[derive(Debug, Default, Clone)]
pub struct Leaving;

#[system]
impl Leaving {
    fn run(_: &Name, _: &ChildOf) {}

    fn on_removed(name: &Name, cause: RemovalCause) {
        note(name.0, cause);
    }
}

#[derive(Debug, Default, Clone)]
pub struct Aiming;

#[system]
impl Aiming {
    fn run(_: &Name, _: &Targets) {}

    fn on_removed(name: &Name, cause: RemovalCause) {
        note(name.0, cause);
    }
}

fn note(name: u32, cause: RemovalCause) {
    assert_ne!(FATAL.with_borrow(|fatal| *fatal), Some(name), "a callback panics");
    SEEN.with_borrow_mut(|seen| seen.push((name, cause == RemovalCause::Despawn)));
}

fn seen() -> Vec<(u32, bool)> {
    SEEN.take()
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: Name, Marked;
    relations: ChildOf (tree, cascade), Targets (clear), Fears (keep);
    systems: Leaving, Aiming;
}

/// A world without callbacks, in which batches are spawned together.
mod quiet {
    use super::{ChildOf, Fears, Name, Targets};

    ecs_world::ecs_world! {
        #[derive(Clone)]
        pub struct Quiet;
        components: Name;
        relations: ChildOf (cascade, tree), Targets (cascade), Fears (keep, tree);
    }
}

use quiet::Quiet;

#[derive(Bundle)]
struct Limb {
    name: Name,
    parent: ChildOf,
}

fn named(world: &mut World, name: u32) -> Entity {
    world.spawn(Name(name))
}

fn child(world: &mut World, parent: Entity, name: u32) -> Entity {
    world.spawn((Name(name), ChildOf(parent)))
}

/// Two children with two children each: names 1; 2, 3; 4, 5, 6, 7 in this order.
fn family(world: &mut World) -> [Entity; 7] {
    let root = named(world, 1);
    let [left, right] = [2, 3].map(|name| child(world, root, name));
    let [first, second] = [4, 5].map(|name| child(world, left, name));
    let [third, fourth] = [6, 7].map(|name| child(world, right, name));
    world.check_invariants().expect("a tree");
    [root, left, right, first, second, third, fourth]
}

#[test]
fn children_are_in_the_order_in_which_they_got_their_parent() {
    let mut world = World::default();
    let root = named(&mut world, 0);
    for count in [0, 1, 2, 3, 100] {
        let parent = named(&mut world, 1);
        let children: Vec<_> = (0..count).map(|name| child(&mut world, parent, name)).collect();
        let tree = world.tree::<ChildOf>();
        assert!(tree.children(parent).eq(children.iter().copied()));
        assert!(tree.children(parent).rev().eq(children.iter().rev().copied()));
        assert_eq!((tree.children(parent).len(), tree.child_count(parent)), (children.len(), children.len()));
        assert!(children.iter().all(|child| tree.parent(*child) == Some(parent)));
        world.insert(parent, ChildOf(root)).unwrap();
        world.check_invariants().unwrap();
    }
    assert_eq!(world.tree::<ChildOf>().children(root).len(), 5);
}

#[test]
fn removing_a_child_keeps_the_order_of_its_siblings() {
    for removed in 0..4 {
        let mut world = World::default();
        let parent = named(&mut world, 0);
        let mut children = [1, 2, 3, 4].map(|name| child(&mut world, parent, name)).to_vec();
        assert_eq!(world.remove::<ChildOf>(children[removed]), Ok(Some(ChildOf(parent))));
        let orphan = children.remove(removed);
        assert!(world.tree::<ChildOf>().children(parent).eq(children.iter().copied()));
        assert_eq!(world.tree::<ChildOf>().parent(orphan), None);
        world.insert(orphan, ChildOf(parent)).unwrap();
        children.push(orphan);
        assert!(world.tree::<ChildOf>().children(parent).eq(children));
        world.check_invariants().unwrap();
    }
}

#[test]
fn inserting_the_same_target_again_keeps_the_position_among_siblings() {
    let mut world = World::default();
    let [parent, other] = [0, 1].map(|name| named(&mut world, name));
    let children = [2, 3, 4].map(|name| child(&mut world, parent, name));
    assert_eq!(world.replace(children[0], ChildOf(parent)), Ok(Some(ChildOf(parent))));
    assert!(world.tree::<ChildOf>().children(parent).eq(children));
    assert_eq!(world.replace(children[0], ChildOf(other)), Ok(Some(ChildOf(parent))));
    assert!(world.tree::<ChildOf>().children(parent).eq([children[1], children[2]]));
    assert!(world.tree::<ChildOf>().children(other).eq([children[0]]));
    world.check_invariants().unwrap();
}

#[test]
fn each_way_to_insert_and_remove_updates_the_index() {
    let mut world = World::default();
    let [parent, other] = [0, 1].map(|name| named(&mut world, name));
    let limb = world.spawn(Limb { name: Name(2), parent: ChildOf(parent) });
    let nested = world.spawn(((Name(3),), (ChildOf(parent), Targets { target: other })));
    assert!(world.tree::<ChildOf>().children(parent).eq([limb, nested]));
    assert!(world.sources::<Targets>().of(other).eq([nested]));
    world.exchange::<ChildOf, _>(limb, Targets { target: parent }).unwrap();
    assert!(world.tree::<ChildOf>().children(parent).eq([nested]));
    assert_eq!(world.sources::<Targets>().target(limb), Some(parent));
    world.exchange::<Targets, _>(limb, (ChildOf(other), Marked)).unwrap();
    assert!(world.tree::<ChildOf>().children(other).eq([limb]));
    world.exchange::<ChildOf, _>(limb, ChildOf(parent)).unwrap();
    assert!(world.tree::<ChildOf>().children(parent).eq([nested, limb]));
    world.remove_any::<(ChildOf, Fears, Marked)>(limb).unwrap();
    assert!(world.tree::<ChildOf>().children(parent).eq([nested]));
    assert_eq!(world.remove::<(ChildOf, Fears)>(nested), Ok(None));
    world.check_invariants().unwrap();
    world.clear();
    assert!(world.tree::<ChildOf>().is_empty() && world.sources::<Targets>().is_empty());
    world.check_invariants().unwrap();
}

#[test]
fn batches_are_linked_in_order() {
    for count in [0, 1, 2, 3, 40] {
        let mut world = World::default();
        let parent = named(&mut world, 0);
        let one_by_one = world.spawn_batch((0..count).map(|name| (Name(name), ChildOf(parent))));
        let columns = ((0..count).map(Name).collect::<Vec<_>>(), vec![ChildOf(parent); count as usize]);
        let in_columns = world.spawn_columns(columns).unwrap();
        let all = one_by_one.iter().chain(&*in_columns).copied();
        assert!(world.tree::<ChildOf>().children(parent).eq(all));
        world.check_invariants().unwrap();

        let mut world = Quiet::default();
        let parent = world.spawn(Name(0));
        let children = world.spawn_batch((0..count).map(|name| (Name(name), ChildOf(parent))));
        assert!(world.tree::<ChildOf>().children(parent).eq(children.iter().copied()));
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_dead_target_is_refused_and_the_bundle_returned() {
    let mut world = World::default();
    let [dead, living] = [0, 1].map(|name| named(&mut world, name));
    world.despawn(dead).unwrap();
    let refused = world.try_spawn((Name(2), ChildOf(dead))).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: None, target: dead });
    assert_eq!(refused.into_inner(), (Name(2), ChildOf(dead)));
    let kind = ChangeErrorKind::DeadTarget { entity: Some(living), target: dead };
    let refused = world.insert(living, (Marked, ChildOf(dead))).unwrap_err();
    assert_eq!((refused.kind, refused.into_inner()), (kind, (Marked, ChildOf(dead))));
    assert_eq!(world.replace(living, Targets { target: dead }).unwrap_err().kind, kind);
    assert_eq!(world.exchange::<Name, _>(living, Fears(dead)).unwrap_err().kind, kind);
    assert!(world.has::<Name>(living) && !world.has::<Marked>(living));
    assert_eq!(world.len(), 1);
    world.check_invariants().unwrap();
}

#[test]
fn a_bundle_is_refused_as_a_whole_if_one_of_its_relations_is() {
    let mut world = World::default();
    let [dead, entity, target] = [0, 1, 2].map(|name| named(&mut world, name));
    world.despawn(dead).unwrap();
    for bundle in [(ChildOf(target), Fears(dead)), (ChildOf(entity), Fears(target)), (ChildOf(dead), Fears(target))] {
        assert_eq!(world.insert(entity, bundle).unwrap_err().into_inner(), bundle);
        assert!(!world.has::<ChildOf>(entity) && !world.has::<Fears>(entity));
        assert!(world.sources::<Fears>().is_empty() && world.tree::<ChildOf>().is_empty());
    }
    world.check_invariants().unwrap();
}

#[test]
fn a_tree_refuses_an_entity_above_itself_at_any_depth() {
    for depth in [0, 1, 2, 3, 50] {
        let mut world = World::default();
        let root = named(&mut world, 0);
        let last = (0..depth).fold(root, |parent, name| child(&mut world, parent, name));
        let refused = world.insert(root, ChildOf(last)).unwrap_err();
        assert_eq!(refused.kind, ChangeErrorKind::Cycle { entity: root, target: last });
        let expected = match depth {
            0 => format!("entity {root} cannot be its own target in a tree"),
            _ => format!("entity {last} is a descendant of entity {root}, and cannot be its target in a tree"),
        };
        assert_eq!(refused.to_string(), expected);
        let beside = named(&mut world, 1);
        world.insert(root, ChildOf(beside)).unwrap();
        world.check_invariants().unwrap();
    }
}

#[test]
fn relations_that_are_no_tree_can_lead_back() {
    let mut world = World::default();
    let [a, b] = [0, 1].map(|name| named(&mut world, name));
    world.insert(a, Targets { target: a }).unwrap();
    world.insert(a, Fears(b)).unwrap();
    world.insert(b, (Fears(a), Targets { target: a })).unwrap();
    assert!(world.sources::<Targets>().of(a).eq([a, b]));
    world.check_invariants().unwrap();
    world.despawn(a).unwrap();
    assert!(!world.has::<Targets>(b) && world.has::<Fears>(b));
    world.check_invariants().unwrap();
}

#[test]
#[should_panic(expected = "cannot spawn: a relation of a new entity has the target 0v1")]
fn spawn_panics_for_a_dead_target() {
    let mut world = World::default();
    let dead = named(&mut world, 0);
    world.despawn(dead).unwrap();
    world.spawn(ChildOf(dead));
}

#[test]
fn a_batch_with_a_dead_target_spawns_what_is_before_it_and_columns_nothing() {
    fn check<W: HasTree<ChildOf> + Has<Name>>() {
        let mut world = W::default();
        let [parent, dead] = [0, 1].map(|name| world.spawn(Name(name)));
        world.despawn(dead).unwrap();
        let targets = [parent, parent, dead, parent];
        let batch = catch_unwind(AssertUnwindSafe(|| world.spawn_batch(targets.map(ChildOf))));
        assert!(batch.is_err());
        assert_eq!((world.tree::<ChildOf>().children(parent).len(), world.len()), (2, 3));
        let columns = catch_unwind(AssertUnwindSafe(|| world.spawn_columns(targets.map(ChildOf).to_vec())));
        assert!(columns.is_err());
        assert_eq!(world.len(), 3);
        world.check_invariants().unwrap();
    }
    check::<World>();
    check::<Quiet>();
}

#[test]
fn cascade_despawns_descendants_before_their_ancestors() {
    let mut world = World::default();
    let family = family(&mut world);
    let beside = named(&mut world, 8);
    seen();
    world.despawn(family[0]).unwrap();
    assert_eq!(seen(), [4, 5, 2, 6, 7, 3].map(|name| (name, true)));
    assert!(family.iter().all(|entity| !world.contains(*entity)) && world.contains(beside));
    world.check_invariants().unwrap();
}

#[test]
fn a_callback_that_panics_in_a_cascade_leaves_a_consistent_tree() {
    for fatal in 1..=7 {
        let mut world = World::default();
        let family = family(&mut world);
        FATAL.set(Some(fatal));
        let result = catch_unwind(AssertUnwindSafe(|| world.despawn(family[0])));
        FATAL.set(None);
        assert_eq!(result.is_err(), fatal != 1, "the root has no parent, and so no callback");
        world.check_invariants().unwrap();
        assert_eq!(world.contains(family[fatal as usize - 1]), fatal != 1);
        if world.contains(family[0]) {
            world.despawn(family[0]).unwrap();
        }
        assert!(world.is_empty());
        world.check_invariants().unwrap();
        seen();
    }
}

#[test]
fn a_chain_of_a_million_is_despawned_at_once() {
    let mut world = Quiet::default();
    let root = world.spawn(());
    let length = if cfg!(miri) { 100 } else { 1_000_000 };
    (0..length).fold(root, |parent, _| world.spawn(ChildOf(parent)));
    assert_eq!(world.tree::<ChildOf>().descendants(root).count(), length);
    world.despawn(root).unwrap();
    assert!(world.is_empty() && world.tree::<ChildOf>().is_empty());
    world.check_invariants().unwrap();
}

#[test]
fn clear_removes_the_relation_in_one_transition_per_source() {
    for count in [0, 1, 2, 3, 30] {
        let mut world = World::default();
        let target = named(&mut world, 99);
        let sources: Vec<_> = (0..count).map(|name| world.spawn((Name(name), Targets { target }, Marked))).collect();
        seen();
        world.despawn(target).unwrap();
        assert!(seen().into_iter().eq((0..count).map(|name| (name, false))));
        assert!(sources.iter().all(|source| !world.has::<Targets>(*source) && world.has::<Marked>(*source)));
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_callback_that_panics_while_a_relation_is_cleared_leaves_target_and_source() {
    let mut world = World::default();
    let target = named(&mut world, 99);
    let sources = [1, 2, 3].map(|name| world.spawn((Name(name), Targets { target })));
    FATAL.set(Some(2));
    assert!(catch_unwind(AssertUnwindSafe(|| world.despawn(target))).is_err());
    FATAL.set(None);
    assert_eq!(sources.map(|source| world.has::<Targets>(source)), [false, true, true]);
    assert!(world.contains(target));
    world.check_invariants().unwrap();
    seen();
}

#[test]
fn keep_leaves_a_stale_handle_that_refers_to_no_later_entity() {
    let mut world = World::default();
    let target = named(&mut world, 0);
    let source = world.spawn((Name(1), Fears(target)));
    world.despawn(target).unwrap();
    assert_eq!(world.get::<Fears>(source), Some(&Fears(target)));
    let next = named(&mut world, 2);
    assert_eq!(next.index(), target.index());
    let sources = world.sources::<Fears>();
    assert_eq!((sources.target(source), sources.count(next), sources.count(target)), (None, 0, 0));
    world.insert(next, Fears(source)).unwrap();
    assert!(world.sources::<Fears>().of(source).eq([next]));
    world.check_invariants().unwrap();
    world.remove::<Fears>(source).unwrap();
    world.check_invariants().unwrap();
}

#[test]
fn cascades_of_several_relations_despawn_each_entity_once_and_before_its_targets() {
    let mut world = Quiet::default();
    let [a, b, c] = [0, 1, 2].map(|name| world.spawn(Name(name)));
    world.insert(b, ChildOf(a)).unwrap();
    world.insert(c, (ChildOf(b), Targets { target: a })).unwrap();
    world.insert(a, Targets { target: c }).unwrap();
    let beside = world.spawn(Fears(a));
    world.check_invariants().unwrap();
    world.despawn(b).unwrap();
    assert!(world.entities().eq([beside]));
    world.check_invariants().unwrap();
}

mod cascading {
    use super::{ChildOf, Name, Targets};
    use ecs_world::prelude::*;

    #[derive(Debug, Default)]
    pub struct Gone(pub Vec<Entity>);

    #[derive(Debug, Default)]
    pub struct Watch;

    #[system]
    impl Watch {
        fn run(_: &Name) {}

        fn on_removed(entity: Entity, gone: &mut Gone) {
            gone.0.push(entity);
        }
    }

    ecs_world! {
        pub struct World;
        components: Name;
        relations: ChildOf (tree, cascade), Targets (cascade);
        resources: Gone;
        systems: Watch;
    }
}

#[test]
fn callbacks_of_cascades_run_once_per_entity_and_for_sources_before_their_targets() {
    for count in [1, 2, 3, 62, 63, 64, 65, 129] {
        let mut world = cascading::World::default();
        for _ in 0..2 {
            let mut all = vec![world.spawn(Name(0))];
            for n in 1..=count {
                let relations = (ChildOf(all[(n - 1) / 2]), Targets { target: all[n - 1] });
                all.push(world.spawn((Name(1), relations)));
            }
            world.despawn(all[0]).unwrap();
            all.reverse();
            assert_eq!(std::mem::take(&mut world.resources.gone.0), all, "{count}");
            assert!(world.is_empty());
            world.check_invariants().unwrap();
        }
    }
}

#[test]
fn an_entity_at_a_given_handle_is_linked_and_refused_as_any_other() {
    let mut world = Quiet::default();
    let [parent, dead] = [0, 1].map(|name| world.spawn(Name(name)));
    world.despawn(dead).unwrap();
    let given = Entity::from_bits(1 << 32 | 9).unwrap();
    let refused = world.spawn_at(given, (Name(2), ChildOf(dead))).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: None, target: dead });
    assert_eq!((refused.into_inner(), world.len()), ((Name(2), ChildOf(dead)), 1));
    assert!(world.spawn_at(given, ChildOf(given)).is_err(), "the target is not alive yet");
    assert_eq!(world.spawn_at(parent, ChildOf(parent)).unwrap_err().kind, ChangeErrorKind::NotFree(parent));
    world.spawn_at(given, (Name(2), ChildOf(parent))).unwrap();
    assert!(world.tree::<ChildOf>().children(parent).eq([given]));
    let reserved = world.reserve_entity();
    assert_eq!(world.spawn_at(reserved, Name(5)).unwrap_err().kind, ChangeErrorKind::NotFree(reserved));
    assert!(world.contains(reserved), "the reserved entity became alive first");
    world.check_invariants().unwrap();
    world.despawn(parent).unwrap();
    assert!(!world.contains(given));
}

#[test]
fn mutual_cascades_of_two_trees_terminate() {
    mod trees {
        use super::{ChildOf, Name, Targets};

        ecs_world::ecs_world! {
            pub struct Trees;
            components: Name;
            relations: ChildOf (tree, cascade), Targets (tree, cascade);
        }
    }
    let mut world = trees::Trees::default();
    let [a, b, c, beside] = [0, 1, 2, 3].map(|name| world.spawn(Name(name)));
    world.insert(b, ChildOf(a)).unwrap();
    world.insert(c, (ChildOf(a), Targets { target: b })).unwrap();
    world.insert(a, Targets { target: c }).unwrap();
    world.check_invariants().unwrap();
    world.despawn(b).unwrap();
    assert!(world.entities().eq([beside]));
    world.check_invariants().unwrap();
}

#[test]
fn a_tree_is_read_upwards_and_downwards() {
    let mut world = World::default();
    let [root, left, right, first, second, third, fourth] = family(&mut world);
    let single = named(&mut world, 8);
    let tree = world.tree::<ChildOf>();
    assert!(tree.ancestors(fourth).eq([right, root]) && tree.ancestors(root).eq([]));
    assert_eq!([fourth, root, single].map(|entity| tree.root(entity)), [root, root, single]);
    assert_eq!([fourth, right, root, single].map(|entity| tree.depth(entity)), [2, 1, 0, 0]);
    assert!(tree.descendants(root).eq([left, first, second, right, third, fourth]));
    assert!(
        tree.descendants(right).eq([third, fourth])
            && tree.descendants(fourth).eq([])
            && tree.descendants(single).eq([])
    );
    let mut buffer = vec![single];
    assert_eq!(tree.breadth_first(root, &mut buffer), [left, right, first, second, third, fourth]);
    assert_eq!(tree.breadth_first(left, &mut buffer), [first, second]);
    assert!(tree.breadth_first(single, &mut buffer).is_empty());
    assert!(
        tree.is_descendant_of(fourth, root)
            && tree.is_descendant_of(fourth, right)
            && !tree.is_descendant_of(fourth, left)
    );
    assert!(
        !tree.is_descendant_of(root, root)
            && !tree.is_descendant_of(root, fourth)
            && !tree.is_descendant_of(fourth, single)
    );
    assert_eq!(tree.len(), 6);
}

#[test]
fn clones_share_nothing_and_continue_alike() {
    let mut world = World::default();
    let [root, a, b, ..] = family(&mut world);
    let mut clone = world.clone();
    world.despawn(a).unwrap();
    assert_eq!((world.tree::<ChildOf>().len(), clone.tree::<ChildOf>().len()), (3, 6));
    assert!(clone.tree::<ChildOf>().children(root).eq([a, b]));
    clone.despawn(a).unwrap();
    for world in [&mut world, &mut clone] {
        let new = child(world, b, 9);
        world.shrink_to_fit();
        assert_eq!(world.tree::<ChildOf>().children(b).next_back(), Some(new));
        world.check_invariants().unwrap();
    }
    seen();
}

#[test]
fn queries_read_relations_and_columns_join_them() {
    let mut world = World::default();
    let [root, a, ..] = family(&mut world);
    let parents = world.query::<(&Name, &ChildOf)>();
    assert_eq!(parents.into_iter().filter(|(_, parent)| parent.0 == root).count(), 2);
    assert_eq!(world.query::<&Name>().without::<ChildOf>().single(), Ok(&Name(1)));
    for (name, _) in world.query_mut::<(&mut Name, &ChildOf)>() {
        name.0 += 10;
    }
    let mut columns = world.columns();
    for (name, parent) in (&mut columns.name, &columns.child_of).join() {
        name.0 += u32::from(parent.0 == a) * 100;
    }
    assert_eq!((columns.child_of.len(), columns.child_of.get(a)), (6, Some(&ChildOf(root))));
    assert_eq!(world.query::<&Name>().into_iter().map(|name| name.0).sum::<u32>(), 28 + 60 + 200);
}

#[test]
fn commands_that_break_a_rule_are_dropped_and_counted() {
    let mut world = World::default();
    let [root, a, ..] = family(&mut world);
    let dead = named(&mut world, 9);
    world.despawn(dead).unwrap();
    let commands = world.commands();
    commands.insert(root, ChildOf(a));
    commands.spawn((Name(10), ChildOf(dead)));
    commands.spawn_batch([dead, root].map(ChildOf));
    commands.insert_batch([(a, Fears(root)), (a, Fears(dead))]);
    commands.exchange::<Name, _>(a, Targets { target: dead });
    world.flush();
    assert_eq!((world.dropped_commands(), world.len()), (5, 8));
    assert_eq!(world.get::<Fears>(a), Some(&Fears(root)));
    let mut spawner = world.spawner();
    let parent = spawner.spawn(Name(11));
    let child = spawner.spawn(ChildOf(parent));
    let refused = spawner.spawn((Name(12), ChildOf(dead)));
    world.flush();
    assert!(world.tree::<ChildOf>().children(parent).eq([child]));
    assert_eq!(world.component_names(refused), Some(vec![]));
    assert_eq!(world.dropped_commands(), 6);
    world.check_invariants().unwrap();
}

#[test]
fn library_code_reads_and_writes_relations_of_any_world() {
    fn adopt<W: HasTree<ChildOf> + HasRelation<Fears>>(world: &mut W, child: Entity, parent: Entity) -> bool {
        let result: Result<(), ChangeError<_>> = world.insert(child, (ChildOf(parent), Fears(parent)));
        result.is_ok()
            && world.tree::<ChildOf>().parent(child) == Some(parent)
            && world.sources::<Fears>().count(parent) == 1
    }
    let mut world = World::default();
    let [parent, child] = [0, 1].map(|name| named(&mut world, name));
    assert!(adopt(&mut world, child, parent) && !adopt(&mut world, parent, child));
    let mut world = Quiet::default();
    let [parent, child] = [0, 1].map(|name| world.spawn(Name(name)));
    assert!(adopt(&mut world, child, parent) && !adopt(&mut world, parent, child));
}

#[test]
fn an_entity_that_reuses_a_slot_inherits_no_sources() {
    let mut world = World::default();
    let parent = named(&mut world, 0);
    let child = child(&mut world, parent, 1);
    world.remove::<ChildOf>(child).unwrap();
    world.despawn(parent).unwrap();
    let next = named(&mut world, 2);
    assert_eq!(next.index(), parent.index());
    assert_eq!((world.tree::<ChildOf>().child_count(next), world.tree::<ChildOf>().parent(next)), (0, None));
    assert_eq!(world.insert(child, ChildOf(parent)).unwrap_err().into_inner(), ChildOf(parent));
    world.check_invariants().unwrap();
    seen();
}

/// A set whose systems read relations, and worlds that include it.
mod scenes {
    use ecs_world::prelude::*;

    use super::{ChildOf, Targets};

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Depth(pub usize);

    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct Aimed(pub usize);

    #[system(parallel)]
    pub fn measure(entity: Entity, depth: &mut Depth, tree: Tree<'_, ChildOf>) {
        depth.0 = tree.depth(entity);
    }

    #[system]
    pub fn count(aimed: Query<'_, Set, (Entity, &mut Aimed)>, targets: Sources<'_, Targets>) {
        for (entity, aimed) in aimed {
            aimed.0 = targets.count(entity);
        }
    }

    ecs_components! {
        pub set scene;
        components: Depth;
        relations: ChildOf (tree, cascade);
        systems: measure;
    }

    ecs_world! {
        pub struct Set;
        include: scene;
        components: Aimed;
        relations: #[storage(vec)] Targets as Aim (clear);
        systems: ..scene, count, Lonely;
        queries: (Depth, ChildOf);
    }

    #[derive(Debug, Default)]
    pub struct Lonely {
        pub roots: usize,
    }

    #[system]
    impl Lonely {
        fn run(&mut self, entity: Entity, _: &Depth, tree: Tree<'_, ChildOf>, targets: Sources<'_, Targets>) {
            self.roots += usize::from(tree.parent(entity).is_none() && targets.target(entity).is_none());
        }
    }

    ecs_world! {
        pub struct Overriding;
        include: scene;
        components: #[storage(hash_map)] ChildOf;
        relations: Targets (keep);
        systems: ..scene;
    }

    ecs_world! {
        pub struct Declaring;
        include: scene;
        relations: ChildOf (tree, clear);
    }
}

#[test]
fn systems_and_sets_read_relations() {
    use scenes::{Aimed, Depth, Set};
    let mut world = Set::default();
    let root = world.spawn((Depth(9), Aimed(9)));
    let mut chain = vec![root];
    for depth in 1..4 {
        chain.push(world.spawn((ChildOf(chain[depth - 1]), Depth(9), Aimed(depth))));
        world.spawn(Targets { target: root });
    }
    world.insert(root, Targets { target: chain[3] }).unwrap();
    world.run();
    assert!(chain.iter().map(|entity| world.get::<Depth>(*entity).unwrap().0).eq(0..4));
    assert!(chain.iter().map(|entity| world.get::<Aimed>(*entity).unwrap().0).eq([3, 0, 0, 1]));
    assert_eq!(world.systems.lonely.roots, 0);
    assert_eq!(world.query_depth_child_of().iter().count(), 3);
    let plan = Set::PLAN.systems.iter().find(|system| system.name == "measure").unwrap();
    assert_eq!((plan.reads, plan.writes), (&["ChildOf"][..], &["Depth"][..]));
    world.despawn(root).unwrap();
    assert_eq!(world.len(), 3);
    assert!(world.sources::<Targets>().is_empty());
    world.check_invariants().unwrap();
}

#[test]
fn a_world_decides_what_sets_leave_open_about_a_relation() {
    let mut world = scenes::Overriding::default();
    let parent = world.spawn(());
    let child = world.spawn(ChildOf(parent));
    world.despawn(parent).unwrap();
    assert!(!world.contains(child), "the policy of the set holds");
    let mut world = scenes::Declaring::default();
    let parent = world.spawn(());
    let child = world.spawn(ChildOf(parent));
    world.despawn(parent).unwrap();
    assert!(world.contains(child) && !world.has::<ChildOf>(child), "the policy of the world holds");
}

#[test]
fn siblings_are_sorted_and_moved() {
    for count in [0, 1, 2, 3, 20] {
        let mut world = World::default();
        let [parent, other] = [0, 1].map(|name| named(&mut world, name));
        let mut children: Vec<_> = (0..count).map(|name| child(&mut world, parent, name * 7 % 5)).collect();
        let name = |world: &World, entity| world.get::<Name>(entity).map(|name| name.0);
        world.sort_sources_by::<ChildOf>(parent, |world, a, b| name(world, a).cmp(&name(world, b)));
        children.sort_by_key(|entity| name(&world, *entity));
        assert!(world.tree::<ChildOf>().children(parent).eq(children.iter().copied()));
        world.check_invariants().unwrap();
        for from in 0..children.len() {
            for to in 0..children.len() {
                let (moved, sibling) = (children[from], children[to]);
                assert!(world.move_source_before::<ChildOf>(moved, sibling));
                if from != to {
                    children.remove(from);
                    let place = children.iter().position(|own| *own == sibling).unwrap();
                    children.insert(place, moved);
                }
                assert!(world.tree::<ChildOf>().children(parent).eq(children.iter().copied()));
                assert!(world.tree::<ChildOf>().children(parent).rev().eq(children.iter().rev().copied()));
            }
        }
        world.check_invariants().unwrap();
        let elsewhere = child(&mut world, other, 9);
        for own in children {
            assert!(!world.move_source_before::<ChildOf>(own, elsewhere));
            assert!(
                !world.move_source_before::<ChildOf>(own, parent) && !world.move_source_before::<ChildOf>(parent, own)
            );
        }
    }
}

#[test]
fn a_comparison_of_siblings_that_panics_moves_none() {
    let mut world = World::default();
    let parent = named(&mut world, 0);
    let children = [3, 2, 1].map(|name| child(&mut world, parent, name));
    let sorted = catch_unwind(AssertUnwindSafe(|| {
        world.sort_sources_by::<ChildOf>(parent, |_, _, _| panic!("a comparison panics"));
    }));
    assert!(sorted.is_err());
    assert!(world.tree::<ChildOf>().children(parent).eq(children));
    world.check_invariants().unwrap();
}

mod listening {
    use ecs_world::prelude::*;

    use super::{ChildOf, Name};

    /// The calls of callbacks: the name, that of the parent, and the number of children.
    #[derive(Debug, Default)]
    pub struct Seen(pub Vec<(&'static str, u32, Option<u32>, usize)>);

    #[derive(Debug, Default)]
    pub struct Family;

    #[system]
    impl Family {
        fn run(_: &Name, _: &ChildOf) {}

        fn on_added(name: &Name, entity: Entity, tree: Tree<'_, ChildOf>, seen: &mut Seen) {
            seen.0.push(("added", name.0, tree.parent(entity).map(Entity::index), tree.child_count(entity)));
        }

        fn on_removed(name: &Name, entity: Entity, children: Sources<'_, ChildOf>, seen: &mut Seen) {
            seen.0.push(("removed", name.0, children.target(entity).map(Entity::index), children.count(entity)));
        }
    }

    ecs_world! {
        pub struct Listening;
        components: Name;
        relations: ChildOf (tree, cascade);
        resources: Seen;
        systems: Family;
    }
}

#[test]
fn callbacks_read_relations_as_they_are_before_a_removal_and_after_an_insertion() {
    let mut world = listening::Listening::default();
    let root = world.spawn(Name(0));
    let child = world.spawn((Name(1), ChildOf(root)));
    let grandchild = world.spawn((Name(2), ChildOf(child)));
    world.spawn((Name(3), ChildOf(grandchild)));
    world.remove::<ChildOf>(child).unwrap();
    world.despawn(child).unwrap();
    let expected = [
        ("added", 1, Some(0), 0),
        ("added", 2, Some(1), 0),
        ("added", 3, Some(2), 0),
        ("removed", 1, Some(0), 1),
        ("removed", 3, Some(2), 0),
        ("removed", 2, Some(1), 0),
    ];
    assert_eq!(world.resources.seen.0, expected);
}

mod conditional {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Relation)]
    pub struct Follows(pub Entity);

    ecs_world! {
        pub struct World;
        relations: #[cfg(all())] Follows (keep), #[cfg(any())] Gone (tree, cascade), #[cfg(any())] Gone as Lost (clear);
    }
}

#[test]
fn a_relation_exists_if_its_cfg_holds() {
    let mut world = conditional::World::default();
    let target = world.spawn(());
    let source = world.spawn(conditional::Follows(target));
    assert!(world.sources::<conditional::Follows>().of(target).eq([source]));
}
