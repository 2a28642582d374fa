//! Relations with several targets: linking, refusals, clearing, despawning and reading.
#![allow(missing_docs, unreachable_pub, reason = "worlds are public")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::ChangeErrorKind;
use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq, Relation)]
pub struct Likes(pub EntitySet);

#[derive(Debug, Clone, PartialEq, Relation)]
pub struct Needs {
    pub all: EntitySet,
}

#[derive(Debug, Clone, PartialEq, Relation)]
pub struct Remembers(pub EntitySet);

#[derive(Debug, Clone, Copy, PartialEq, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Name(pub u32);

/// Whether the next callback panics.
#[derive(Debug, Default)]
pub struct Fatal(bool);

#[derive(Debug, Default)]
pub struct Unloved {
    pub names: Vec<(u32, usize)>,
}

#[system]
impl Unloved {
    fn run(_: &Name, _: &Likes) {}

    fn on_removed(&mut self, name: &Name, likes: &Likes, fatal: &mut Fatal) {
        assert!(!std::mem::take(&mut fatal.0), "a callback panics");
        self.names.push((name.0, likes.0.len()));
    }
}

#[system]
fn count(name: &mut Name, entity: Entity, likes: Sources<'_, Likes>) {
    name.0 = u32::try_from(likes.of(entity).len() * 10 + likes.targets_of(entity).count()).expect("a small number");
}

ecs_world! {
    pub struct World;
    components: Name;
    relations: Likes (many, clear), Needs (cascade, many), Remembers (many, keep), ChildOf (tree, cascade);
    resources: Fatal;
    systems: Unloved, count;
}

fn named<const N: usize>(world: &mut World) -> [Entity; N] {
    std::array::from_fn(|name| world.spawn(Name(u32::try_from(name).expect("a small number"))))
}

#[track_caller]
fn assert_likes(world: &mut World, source: Entity, targets: &[Entity]) {
    world.check_invariants().expect("the world is consistent");
    assert!(world.sources::<Likes>().targets_of(source).eq(targets.iter().copied()));
    assert_eq!(world.sources::<Likes>().target(source), targets.first().copied());
    let own = world.get::<Likes>(source).map(|likes| likes.0.as_slice().to_vec()).unwrap_or_default();
    assert_eq!(own, targets);
    for target in targets {
        assert!(world.sources::<Likes>().of(*target).any(|own| own == source));
    }
}

#[test]
fn a_set_holds_each_handle_once_in_the_order_of_insertion() {
    let mut world = World::default();
    let [a, b, c] = named(&mut world);
    let mut set: EntitySet = [b, a, b, c, a].into();
    assert_eq!((set.as_slice(), set.len(), set.is_empty()), (&[b, a, c][..], 3, false));
    assert!(!set.insert(a) && set.remove(b) && !set.remove(b) && set.insert(b));
    assert!(set.iter().eq([a, c, b]) && set.contains(c));
    set.extend([a, b, c]);
    assert_eq!(set.clone().into_iter().collect::<EntitySet>(), set);
    assert_eq!(format!("{:?}", EntitySet::new()), "{}");
    assert_eq!((&set).into_iter().count(), 3);
}

#[test]
fn targets_are_in_the_order_of_the_value_and_sources_in_that_of_insertion() {
    for count in [0, 1, 2, 3, 100] {
        let mut world = World::default();
        let [root, source, other] = named(&mut world);
        let targets: Vec<_> = (0..count).map(|_| world.spawn(ChildOf(root))).collect();
        world.insert(source, Likes(targets.iter().copied().collect())).unwrap();
        world.insert(other, Likes(targets.iter().rev().copied().collect())).unwrap();
        assert_likes(&mut world, source, &targets);
        for target in &targets {
            assert!(world.sources::<Likes>().of(*target).eq([source, other]));
            assert_eq!(world.sources::<Likes>().count(*target), 2);
        }
        assert_eq!(world.sources::<Likes>().len(), 2 * targets.len());
        // Fewer targets, more, and others in another order: if a target stays, the source keeps its place among the sources of this target.
        let odd: Vec<_> = targets.iter().copied().skip(1).step_by(2).collect();
        world.insert(source, Likes(odd.iter().copied().collect())).unwrap();
        assert_likes(&mut world, source, &odd);
        let mut all: Vec<_> = targets.clone();
        all.reverse();
        world.insert(source, Likes(all.iter().copied().collect())).unwrap();
        assert_likes(&mut world, source, &all);
        for (number, target) in targets.iter().enumerate() {
            let order = if number % 2 == 1 { [source, other] } else { [other, source] };
            assert!(world.sources::<Likes>().of(*target).eq(order));
        }
        assert!(world.remove::<Likes>(source).unwrap().is_some());
        assert_likes(&mut world, source, &[]);
    }
}

#[test]
fn a_dead_target_among_several_is_refused_and_the_value_returned() {
    let mut world = World::default();
    let [a, b, source] = named(&mut world);
    world.despawn(b).unwrap();
    let refused = world.insert(source, Likes([a, b].into())).unwrap_err();
    assert_eq!(refused.kind, ChangeErrorKind::DeadTarget { entity: Some(source), target: b });
    assert_eq!(refused.into_inner(), Likes([a, b].into()));
    assert_likes(&mut world, source, &[]);
    assert!(world.try_spawn((Name(1), Remembers([b].into()))).is_err());
    world.commands().insert(source, Likes([b].into()));
    world.flush();
    assert_eq!(world.dropped_commands(), 1);
}

#[test]
fn an_entity_can_be_its_own_target_and_that_of_others() {
    let mut world = World::default();
    let [a, b] = named(&mut world);
    world.insert(a, Likes([b, a].into())).unwrap();
    world.insert(b, Likes([a, b].into())).unwrap();
    world.check_invariants().unwrap();
    world.run();
    assert_eq!([a, b].map(|entity| world.get::<Name>(entity).unwrap().0), [22, 22]);
    world.despawn(a).unwrap();
    assert_likes(&mut world, b, &[b]);
    world.despawn(b).unwrap();
    assert!(world.is_empty() && world.sources::<Likes>().is_empty());
}

#[test]
fn clear_takes_one_target_and_the_relation_with_the_last_one() {
    let mut world = World::default();
    let [a, b, c, source] = named(&mut world);
    world.insert(source, Likes([a, b, c].into())).unwrap();
    world.despawn(b).unwrap();
    assert_likes(&mut world, source, &[a, c]);
    world.despawn(a).unwrap();
    assert_likes(&mut world, source, &[c]);
    assert_eq!(world.systems.unloved.names, []);
    world.despawn(c).unwrap();
    assert_likes(&mut world, source, &[]);
    assert!(!world.has::<Likes>(source), "a source without targets loses the relation");
    assert_eq!(world.systems.unloved.names, [(3, 1)], "the callback sees the last target");
}

#[test]
fn a_callback_that_panics_while_the_last_target_is_cleared_changes_nothing() {
    let mut world = World::default();
    let [a, b, source] = named(&mut world);
    world.insert(source, Likes([a, b].into())).unwrap();
    world.despawn(a).unwrap();
    world.resources.fatal.0 = true;
    catch_unwind(AssertUnwindSafe(|| world.despawn(b))).unwrap_err();
    assert!(world.contains(b));
    assert_likes(&mut world, source, &[b]);
    world.despawn(b).unwrap();
    assert_likes(&mut world, source, &[]);
}

#[test]
fn cascade_despawns_a_source_with_any_of_its_targets_once() {
    let mut world = World::default();
    let [a, b, c, source] = named(&mut world);
    let dependent = world.spawn(Needs { all: [source, b].into() });
    world.insert(source, Needs { all: [a, b].into() }).unwrap();
    world.insert(c, Needs { all: [a, c].into() }).unwrap();
    world.despawn(b).unwrap();
    assert!(!world.contains(source) && !world.contains(dependent) && world.contains(a) && world.contains(c));
    world.check_invariants().unwrap();
    world.despawn(a).unwrap();
    assert!(world.is_empty());
}

#[test]
fn keep_leaves_stale_handles_among_the_targets() {
    let mut world = World::default();
    let [a, b, source] = named(&mut world);
    world.insert(source, Remembers([a, b].into())).unwrap();
    world.despawn(a).unwrap();
    assert!(world.sources::<Remembers>().targets_of(source).eq([b]));
    assert_eq!(world.get(source), Some(&Remembers([a, b].into())));
    assert!(world.insert(source, Remembers([a, b].into())).is_err(), "a dead target is refused");
    let successor = world.spawn(());
    assert_eq!((successor.index(), world.sources::<Remembers>().count(successor)), (a.index(), 0));
    world.check_invariants().unwrap();
}

#[test]
fn sources_of_each_target_are_sorted_and_moved_by_themselves() {
    let mut world = World::default();
    let [a, b] = named(&mut world);
    let sources = [2, 1, 3].map(|name| world.spawn((Name(name), Likes([a, b].into()))));
    let [second, first, third] = sources;
    let name = |world: &World, entity| world.get::<Name>(entity).map(|name| name.0);
    world.sort_sources_by::<Likes>(a, |world, a, b| name(world, a).cmp(&name(world, b)));
    assert!(world.sources::<Likes>().of(a).eq([first, second, third]));
    assert!(world.sources::<Likes>().of(b).eq([second, first, third]));
    assert!(world.move_source_before::<Likes>(third, first), "the source is moved at each common target");
    assert!(world.sources::<Likes>().of(a).eq([third, first, second]));
    assert!(world.sources::<Likes>().of(b).eq([second, third, first]));
    world.check_invariants().unwrap();
}

#[test]
fn a_source_is_moved_only_among_the_sources_of_common_targets() {
    let mut world = World::default();
    let [a, b, c] = named(&mut world);
    let [one, two, three] = [vec![a, b], vec![b, c], vec![c]].map(|all| world.spawn(Likes(all.into_iter().collect())));
    let of = |world: &World| [a, b, c].map(|target| world.sources::<Likes>().of(target).collect::<Vec<_>>());
    assert!(world.move_source_before::<Likes>(two, one));
    assert_eq!(of(&world), [vec![one], vec![two, one], vec![two, three]]);
    assert!(!world.move_source_before::<Likes>(three, one), "no target in common");
    assert_eq!(of(&world), [vec![one], vec![two, one], vec![two, three]]);
    assert!(world.move_source_before::<Likes>(three, two));
    assert_eq!(of(&world), [vec![one], vec![two, one], vec![three, two]]);
    assert!(world.sources::<Likes>().targets_of(two).eq([b, c]), "its own targets keep their order");
    world.check_invariants().unwrap();
}

mod watching {
    use ecs_world::prelude::*;

    use super::Likes;

    #[derive(Debug, Default)]
    pub struct Changed(pub Vec<usize>);

    #[system(changed(Likes))]
    fn watch(likes: &Likes, changed: &mut Changed) {
        changed.0.push(likes.0.len());
    }

    ecs_world! {
        pub struct Watching;
        relations: Likes (many, clear);
        resources: Changed;
        systems: watch;
    }
}

#[test]
fn a_relation_that_loses_one_of_its_targets_is_changed() {
    let mut world = watching::Watching::default();
    let [a, b, c] = [0, 1, 2].map(|_| world.spawn(()));
    world.spawn(Likes([a, b].into()));
    world.spawn(Likes([c].into()));
    world.run();
    world.run();
    assert_eq!(std::mem::take(&mut world.resources.changed.0), [2, 1]);
    world.despawn(a).unwrap();
    world.run();
    assert_eq!(world.resources.changed.0, [1]);
}

mod parts {
    use super::{Likes, Remembers};

    ecs_world::ecs_components! {
        pub set hearts;
        relations: Likes (many, keep), Remembers (keep, many);
    }

    ecs_world::ecs_world! {
        #[derive(Clone)]
        pub struct Whole;
        include: hearts;
        components: #[storage(btree_map)] Likes;
    }
}

#[test]
fn sets_pass_on_that_a_relation_has_several_targets() {
    let mut world = parts::Whole::default();
    let [a, b] = [0, 1].map(|_| world.spawn(()));
    let source = world.spawn(Likes([a, b].into()));
    assert!(world.sources::<Likes>().targets_of(source).eq([a, b]));
    let mut clone = world.clone();
    clone.despawn(a).unwrap();
    assert!(clone.sources::<Likes>().targets_of(source).eq([b]));
    assert!(world.sources::<Likes>().targets_of(source).eq([a, b]));
    for world in [&mut world, &mut clone] {
        world.check_invariants().unwrap();
    }
}
