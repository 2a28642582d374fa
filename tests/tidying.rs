//! Tidying: storages and lists are brought into one order, within a budget, and nothing else changes.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for this test alone")]
#![allow(clippy::manual_is_multiple_of, reason = "remainders say which entities have a component")]

use ecs_world::prelude::*;
use ecs_world::{Tidied, ViewKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sprite(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glow(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shade(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packed(u32);
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mapped(u32);

/// Counts its callbacks, and the entities that it visits.
#[derive(Debug, Clone, Default)]
pub struct Ear {
    callbacks: usize,
    seen: Vec<u32>,
}

#[system(view = list)]
impl Ear {
    fn run(&mut self, name: &Name, shade: &Shade) {
        self.seen.push(name.0 + shade.0);
    }

    fn on_added(&mut self) {
        self.callbacks += 1;
    }

    fn on_removed(&mut self) {
        self.callbacks += 1;
    }
}

ecs_world! {
    /// `(Depth, Sprite, Glow)` is nested in `(Depth, Sprite)`; `(Depth, Shade)` can own only `Shade`.
    #[derive(Debug, Clone)]
    pub struct World;
    components:
        Depth, Sprite, Glow, Shade, Name, #[storage(hashed_array_tree(chunk = 2))] Body, #[storage(packed)] Packed,
        #[storage(hash_map)] Mapped;
    systems: Ear;
    systems(later): Ear;
    groups: (Depth, Sprite), (Depth, Sprite, Glow);
    queries:
        (Depth, Shade), #[view(list)] (Depth, Name), #[view(delayed)] (Name, Mapped), #[view(active_passive)] (Shade, Mapped),
        #[view(scan)] (Sprite, Name), (Name);
}

fn whole(world: &mut World) {
    world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
}

/// Entities of several classes, whose components were inserted in different orders.
fn mixed(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities: Vec<_> = (0..count).map(|_| world.spawn(())).collect();
    let shuffled = |stride: u32| (0..count).map(move |at| at * stride % count);
    for n in shuffled(7) {
        world.insert(entities[n as usize], (Name(n), Body(n))).expect("the entity is alive");
    }
    for n in shuffled(11).filter(|n| n % 5 != 0) {
        world.insert(entities[n as usize], (Depth(n), Packed(n))).expect("the entity is alive");
    }
    for n in shuffled(13).filter(|n| n % 2 == 0) {
        world.insert(entities[n as usize], (Sprite(n), Mapped(n))).expect("the entity is alive");
    }
    for n in shuffled(17).filter(|n| n % 3 == 0) {
        world.insert(entities[n as usize], (Glow(n), Shade(n))).expect("the entity is alive");
    }
    whole(&mut world);
    (world, entities)
}

/// The order of all storages and of a list, as numbers.
fn orders(world: &mut World) -> Vec<Vec<u32>> {
    let columns = world.columns();
    let mut orders = vec![
        columns.depth.as_slice().iter().map(|it| it.0).collect(),
        columns.sprite.as_slice().iter().map(|it| it.0).collect(),
        columns.glow.as_slice().iter().map(|it| it.0).collect(),
        columns.shade.as_slice().iter().map(|it| it.0).collect(),
        columns.name.as_slice().iter().map(|it| it.0).collect(),
        columns.mapped.as_slice().iter().map(|it| it.0).collect(),
    ];
    orders.push(world.query_depth_name().iter().map(|(_, depth, _)| depth.0).collect());
    orders.push(world.query_name_mapped_mut().into_iter().map(|(_, name, _)| name.0).collect());
    orders
}

/// Expected order of the numbers in a storage: by group, then by class, then by number.
fn expected(count: u32, is_in: impl Fn(u32) -> bool, groups: impl Fn(u32) -> usize) -> Vec<u32> {
    let class = |n: u32| {
        (0..=n).find(|m| {
            [2, 3, 5].iter().all(|by| m % by == 0) == [2, 3, 5].iter().all(|by| n % by == 0)
                && [2, 3, 5].iter().all(|by| (m % by == 0) == (n % by == 0))
        })
    };
    let mut all: Vec<_> = (0..count).filter(|n| is_in(*n)).collect();
    all.sort_by_key(|n| (std::cmp::Reverse(groups(*n)), class(*n), *n));
    all
}

/// All expected orders for `count` entities.
fn all_expected(count: u32) -> Vec<Vec<u32>> {
    let (deep, sprite, glow) = (|n: u32| n % 5 != 0, |n: u32| n % 2 == 0, |n: u32| n % 3 == 0);
    let groups = move |n: u32| usize::from(deep(n) && sprite(n)) + usize::from(deep(n) && sprite(n) && glow(n));
    vec![
        expected(count, deep, groups),
        expected(count, sprite, groups),
        expected(count, glow, groups),
        expected(count, glow, |n| usize::from(deep(n))),
        expected(count, |_| true, |_| 0),
        expected(count, sprite, |_| 0),
        expected(count, deep, |_| 0),
        expected(count, sprite, |_| 0),
    ]
}

#[test]
fn the_world_here_has_views_of_all_kinds() {
    let kept: Vec<_> = World::PLAN.views.iter().map(|view| (view.kept, view.owned.len())).collect();
    for expected in [ViewKind::List, ViewKind::Delayed, ViewKind::ActivePassive, ViewKind::Scan, ViewKind::Storage] {
        assert!(kept.iter().any(|(kept, _)| *kept == expected), "{kept:?}");
    }
    let groups = [1, 2, 3].map(|owned| kept.contains(&(ViewKind::Group, owned)));
    assert_eq!(groups, [true; 3]);
}

#[test]
fn any_number_of_values_is_brought_into_the_order_of_groups_classes_and_entities() {
    for count in [0, 1, 2, 3, 19, 31, 64, 97, 1_000] {
        let (mut world, _) = mixed(count);
        assert!(world.tidy().done);
        whole(&mut world);
        assert_eq!(orders(&mut world), all_expected(count), "{count}");
        assert_eq!(world.tidy(), Tidied { moved: 0, done: true, left_alone: 0 });
    }
}

#[test]
fn values_keep_their_entities_and_stable_addresses_do_not_change() {
    let (mut world, entities) = mixed(97);
    let address = |world: &World, n: usize| std::ptr::from_ref(world.get::<Body>(entities[n]).unwrap()).addr();
    let before: Vec<_> = (0..97).map(|n| address(&world, n)).collect();
    let packed = world.columns().packed.as_slice().to_vec();
    world.tidy();
    assert!((0..97).map(|n| address(&world, n)).eq(before));
    assert_eq!(world.columns().packed.as_slice(), packed);
    for (n, entity) in (0..).zip(&entities) {
        assert_eq!(world.get(*entity), Some(&Name(n)));
        assert_eq!(world.get::<Depth>(*entity).map(|it| it.0), (n % 5 != 0).then_some(n));
        assert_eq!(world.get::<Sprite>(*entity).map(|it| it.0), (n % 2 == 0).then_some(n));
        assert_eq!(world.get::<Mapped>(*entity).map(|it| it.0), (n % 2 == 0).then_some(n));
        assert_eq!(world.get::<Shade>(*entity).map(|it| it.0), (n % 3 == 0).then_some(n));
    }
}

#[test]
fn calls_within_a_budget_lead_to_the_same_order_and_keep_to_the_budget() {
    for budget in [1, 2, 3, 4, 10, 100, 1_000] {
        let (mut world, _) = mixed(97);
        let mut moved = 0;
        for call in 0.. {
            let tidied = world.tidy_within(budget);
            whole(&mut world);
            // Three aligned storages are swapped together, so the last swap can exceed the budget by two.
            assert!(
                tidied.moved < budget + 3 && (tidied.done || tidied.moved >= budget),
                "{tidied:?} with a budget of {budget}"
            );
            moved += tidied.moved;
            if tidied.done {
                assert!(moved > budget || call == 0);
                break;
            }
        }
        assert_eq!(orders(&mut world), all_expected(97), "{budget}");
    }
}

#[test]
fn a_budget_of_nothing_says_whether_all_is_in_order() {
    let (mut world, _) = mixed(31);
    let before = format!("{world:?}");
    assert_eq!(world.tidy_within(0), Tidied { moved: 0, done: false, left_alone: 0 });
    assert_eq!(format!("{world:?}"), before);
    world.tidy();
    assert_eq!(world.tidy_within(0), Tidied { moved: 0, done: true, left_alone: 0 });
}

#[test]
fn a_budget_that_is_just_enough_is_done() {
    let (world, _) = mixed(97);
    let needed = world.clone().tidy().moved;
    let within = |budget| world.clone().tidy_within(budget);
    assert_eq!(within(needed), Tidied { moved: needed, done: true, left_alone: 0 });
    assert!(!within(needed - 3).done);
}

#[test]
fn a_clone_continues_where_the_original_would() {
    let (mut world, entities) = mixed(97);
    for _ in 0..20 {
        world.tidy_within(7);
        let mut clone = world.clone();
        assert_eq!(clone.tidy_within(9), world.tidy_within(9));
        assert_eq!(format!("{clone:?}"), format!("{world:?}"));
        world.remove::<Sprite>(entities[64]).unwrap();
        world.shrink_to_fit();
    }
}

#[test]
fn a_call_continues_where_the_last_one_ended_after_changes_before_it() {
    let mut world = World::default();
    let entities: Vec<_> = (0..100).map(|_| world.spawn(())).collect();
    for n in (0..100).rev() {
        world.insert(entities[n as usize], Name(n)).unwrap();
    }
    assert!(!world.tidy_within(10).done);
    // The first entity is moved to the end repeatedly: a call that always started with it would do nothing else.
    for _ in 0..40 {
        world.remove::<Name>(entities[0]).unwrap();
        world.insert(entities[0], Name(0)).unwrap();
        assert!(!world.tidy_within(1).done);
    }
    whole(&mut world);
    assert!(world.columns().name.as_slice()[1..99].iter().map(|name| name.0).eq(1..99));
    assert_eq!(world.tidy_within(100), Tidied { moved: 1, done: true, left_alone: 0 });
}

#[test]
fn any_number_of_swaps_is_made_in_all_storages_of_a_group() {
    for count in [0, 1, 2, 3, 1_023, 1_024, 1_025, 1_026, 2_047, 2_048, 2_049, 2_050, 5_000] {
        let mut world = World::default();
        let entities: Vec<_> = (0..count).map(|_| world.spawn(())).collect();
        // A rotation takes one swap for each value but the last.
        for n in (1..count).chain([0]).filter(|n| *n < count) {
            world.insert(entities[n as usize], (Depth(n), Sprite(n), Glow(n))).unwrap();
        }
        let tidied = world.tidy();
        assert_eq!((tidied.moved, tidied.done), (3 * count.saturating_sub(1) as usize, true));
        whole(&mut world);
        assert!(
            world
                .query_depth_sprite_glow()
                .iter()
                .map(|(_, depth, sprite, glow)| [depth.0, sprite.0, glow.0])
                .eq((0..count).map(|n| [n; 3]))
        );
    }
}

#[test]
fn sorted_storages_are_not_tidied_until_they_are_unsorted() {
    let (mut world, _) = mixed(97);
    world.sort_by_key::<Name, _>(|name| std::cmp::Reverse(name.0));
    world.sort_by_key::<Glow, _>(|glow| std::cmp::Reverse(glow.0));
    let before = orders(&mut world);
    let tidied = world.tidy();
    assert_eq!((tidied.done, tidied.left_alone), (true, 2));
    whole(&mut world);
    let (after, expected) = (orders(&mut world), all_expected(97));
    assert_eq!([&after[2], &after[4]], [&before[2], &before[4]], "sorted storages stay as they are");
    let inner = after[2].iter().take_while(|n| *n % 5 != 0 && *n % 2 == 0).count();
    assert!(inner > 5);
    for owned in 0..2 {
        assert_eq!(after[owned][..inner], before[owned][..inner], "the group of a sorted storage stays as it is");
        assert_eq!(after[owned][inner..], expected[owned][inner..], "values outside of the group are tidied");
    }
    assert_eq!([&after[3], &after[5], &after[6]], [&expected[3], &expected[5], &expected[6]]);
    assert_eq!(world.clone().tidy(), Tidied { moved: 0, done: true, left_alone: 2 });
    world.unsort::<Name>();
    world.unsort::<Glow>();
    assert_eq!(orders(&mut world), after, "`unsort` moves nothing");
    assert_eq!(world.tidy().left_alone, 0);
    whole(&mut world);
    assert_eq!(orders(&mut world), expected);
}

#[test]
fn only_run_tidies_and_within_its_budget() {
    let (mut world, _) = mixed(97);
    world.run();
    let untidy = orders(&mut world);
    assert_eq!(world.tidy_budget(), None);
    world.set_tidy_budget(Some(usize::MAX));
    world.run_later();
    world.run_ear();
    world.flush();
    assert_eq!(orders(&mut world), untidy);
    let mut clone = world.clone();
    world.systems.ear.seen.clear();
    world.run();
    assert_eq!(orders(&mut world), all_expected(97), "`run` tidies at its end");
    clone.run_sequential();
    assert_eq!(orders(&mut clone), all_expected(97), "a clone has the same budget");
    let (mut other, _) = mixed(97);
    other.set_tidy_budget(Some(5));
    other.run();
    assert!(!other.tidy_within(0).done);
    other.set_tidy_budget(None);
    let before = orders(&mut other);
    other.run();
    assert_eq!((orders(&mut other), other.tidy_budget()), (before, None));
}

#[test]
fn systems_visit_in_the_new_order_without_callbacks() {
    let (mut world, _) = mixed(31);
    let callbacks = world.systems.ear.callbacks;
    world.tidy();
    world.flush();
    assert_eq!(world.systems.ear.callbacks, callbacks);
    world.run();
    assert_eq!(world.systems.ear.seen, expected(31, |n| n % 3 == 0, |_| 0).iter().map(|n| 2 * n).collect::<Vec<_>>());
}

#[test]
fn tidying_leaves_commands_pending() {
    let (mut world, entities) = mixed(31);
    world.commands().despawn(entities[3]);
    world.commands().insert(entities[4], Shade(9));
    world.tidy();
    assert!(world.contains(entities[3]) && !world.has::<Shade>(entities[4]) && world.commands().len() == 2);
    world.flush();
    assert!(!world.contains(entities[3]) && world.has::<Shade>(entities[4]));
    assert!(world.tidy().done);
    whole(&mut world);
}

#[test]
fn each_call_tidies_any_changes_since_the_last_one() {
    let (mut world, entities) = mixed(97);
    for round in 0..40 {
        let entity = entities[(round * 29) % 97];
        match round % 8 {
            0 => drop(world.remove::<Name>(entity).unwrap()),
            1 => world.insert(entity, Name(u32::try_from(round).unwrap())).unwrap(),
            2 => drop(world.remove::<(Depth, Packed)>(entity).unwrap()),
            3 => world.insert(entity, (Glow(1), Mapped(2))).unwrap(),
            4 => drop(world.spawn_batch((0..3).map(|n| (Name(n), Sprite(n))))),
            5 => drop(world.spawn_columns((vec![Depth(1); 4], vec![Shade(2); 4])).unwrap()),
            6 => drop(world.spawn(())),
            _ => drop(world.remove::<Body>(entity).unwrap()),
        }
        assert!(world.tidy().done);
        // The storages are recorded as tidy at this number of changes, which the check verifies.
        whole(&mut world);
    }
    world.clear();
    assert!(world.tidy().done && world.is_empty());
    whole(&mut world);
}

#[test]
fn the_plan_and_the_advice_name_the_views_that_gain() {
    let named: Vec<_> = World::PLAN.gaining_from_tidy().map(ToString::to_string).collect();
    let all = ["(Shade, Name)", "(Depth, Shade)", "(Depth, Name)", "(Name, Mapped)", "(Sprite, Name)"];
    assert!(named.iter().all(|view| all.contains(&view.as_str())), "{named:?}");
    for view in &all[1..] {
        assert!(named.iter().any(|own| own == view), "{view} of {named:?}");
    }
    let text = World::PLAN.to_string();
    let line = text.lines().find(|line| line.contains("gain from `tidy()`")).expect("the plan lists such views");
    assert!(named.iter().all(|view| line.contains(view)), "{line}");
    let (mut world, entities) = mixed(31);
    assert!(world.advice().tidy.iter().copied().eq(World::PLAN.gaining_from_tidy()));
    assert!(world.advice().to_string().contains("(Depth, Name) looks components up, and gains from `tidy()`"));
    world.tidy();
    assert!(world.advice().tidy.is_empty());
    world.remove::<Name>(entities[3]).unwrap();
    assert!(!world.advice().tidy.is_empty());
    let mut few = World::default();
    few.spawn((Depth(0), Name(0)));
    assert!(few.advice().tidy.is_empty(), "a list of one entity is in order");
}

mod kinds {
    use ecs_world::prelude::*;

    macro_rules! components {
        ($($Component:ident),*) => {$(
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub struct $Component(pub u32);
        )*};
    }
    components!(Hashed, Treed, Holed, Packed, Chunked);
    #[derive(Debug, Clone, Copy)]
    pub struct Flag;

    ecs_world! {
        pub struct World;
        components:
            #[storage(hash_map)] Hashed, #[storage(btree_map)] Treed, #[storage(vec)] Holed, #[storage(packed)] Packed,
            #[storage(hashed_array_tree(chunk = 4))] Chunked, #[storage(tag)] Flag;
        queries:
            #[view(list)] (Hashed, Packed), #[view(list)] (Treed, Holed), #[view(scan)] (Hashed, Treed),
            #[view(scan)] (Hashed, Chunked), #[view(list)] (Packed, Chunked), #[view(list)] (Holed, Flag);
    }
}

#[test]
fn views_that_look_up_maps_gain_and_views_of_ordered_storages_do_not() {
    let named: Vec<_> = kinds::World::PLAN.gaining_from_tidy().map(ToString::to_string).collect();
    assert_eq!(named, ["(Hashed, Packed)", "(Treed, Holed)", "(Hashed, Treed)"]);
    assert_eq!(kinds::World::PLAN.ordered, ["Holed", "Packed", "Chunked", "Flag"]);
    let text = kinds::World::PLAN.to_string();
    assert!(text.contains("gain from `tidy()`: (Hashed, Packed), (Treed, Holed), (Hashed, Treed)\n"), "{text}");
    // They do gain from it: lists and maps are brought into one order.
    let mut world = kinds::World::default();
    let entities: Vec<_> = (0..97).map(|_| world.spawn(())).collect();
    for n in (0..97).map(|at| at * 11 % 97) {
        world.insert(entities[n as usize], (kinds::Treed(n), kinds::Packed(n))).unwrap();
    }
    for n in (0..97).map(|at| at * 7 % 97) {
        world.insert(entities[n as usize], (kinds::Hashed(n), kinds::Holed(n))).unwrap();
    }
    assert!(world.tidy().done);
    let listed: Vec<_> = world.query_hashed_packed().iter().map(|(entity, ..)| entity).collect();
    assert_eq!(listed, entities);
    assert!(world.query_treed_holed().iter().map(|(entity, ..)| entity).eq(entities.iter().copied()));
    let columns = world.columns();
    assert!(columns.hashed.entities().eq(entities.iter().copied()));
    assert!(columns.treed.entities().eq(entities));
    world.check_invariants().unwrap();
}
