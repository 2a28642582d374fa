//! Handles in components: which fields the derive visits, and what worlds and sets do with `#[handles]`.
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(unreachable_pub, reason = "the items of a set are as public as the set")]
#![allow(clippy::type_complexity, reason = "types are nested on purpose")]

use std::collections::VecDeque;

use ecs_world::EntitySet;
use ecs_world::prelude::*;

fn entity(number: u64) -> Entity {
    Entity::from_bits(1 << 32 | number).unwrap()
}

/// Increments the index of each handle by ten, and returns the old indices.
fn visited(value: &mut impl VisitHandles) -> Vec<u32> {
    let mut all = vec![];
    value.visit_handles(&mut |handle| {
        all.push(handle.index());
        *handle = entity(u64::from(handle.index()) + 10);
    });
    all
}

#[derive(VisitHandles)]
struct Names {
    one: Entity,
    none: u32,
    maybe: Option<Entity>,
    list: Vec<Entity>,
    ring: VecDeque<Entity>,
    boxed: Box<Entity>,
    pair: [Entity; 2],
    set: EntitySet,
    with_others: (u8, Entity, &'static str, (Entity, f32)),
    lists_of_pairs: Vec<(u8, Option<Box<(Entity, bool)>>)>,
}

#[test]
fn the_derive_visits_the_handles_in_the_types_of_fields_in_order() {
    let mut value = Names {
        one: entity(0),
        none: 5,
        maybe: Some(entity(1)),
        list: vec![entity(2), entity(3)],
        ring: [entity(4)].into(),
        boxed: Box::new(entity(5)),
        pair: [entity(6), entity(7)],
        set: [entity(8), entity(9)].into(),
        with_others: (1, entity(10), "", (entity(11), 2.0)),
        lists_of_pairs: vec![(0, Some(Box::new((entity(12), true)))), (1, None)],
    };
    assert!(visited(&mut value).into_iter().eq(0..=12));
    assert!(visited(&mut value).into_iter().eq(10..=22), "handles are replaced in place");
    assert_eq!((value.none, value.one), (5, entity(20)));
}

#[derive(VisitHandles)]
struct Pair(Entity, Entity);

#[derive(VisitHandles)]
enum Order {
    Wait,
    Count(#[allow(dead_code, reason = "it holds no handle")] u32),
    Follow(Entity),
    Visit { places: Vec<Entity>, pace: f32 },
    Escort(#[handles] Pair, Entity),
}

#[test]
fn the_derive_visits_the_current_variant_of_an_enum() {
    assert!(visited(&mut Order::Wait).is_empty() && visited(&mut Order::Count(3)).is_empty());
    assert_eq!(visited(&mut Order::Follow(entity(1))), [1]);
    let mut visit = Order::Visit { places: vec![entity(1), entity(2)], pace: 1.0 };
    assert_eq!(visited(&mut visit), [1, 2]);
    assert!(matches!(visit, Order::Visit { pace: 1.0, places } if places == [entity(11), entity(12)]));
    assert_eq!(visited(&mut Order::Escort(Pair(entity(1), entity(2)), entity(3))), [1, 2, 3]);
}

#[derive(VisitHandles)]
struct Slot<T, const N: usize>
where
    T: Clone,
{
    #[handles]
    values: [T; N],
    #[handles]
    owner: Option<Pair>,
}

#[derive(VisitHandles)]
struct Branch {
    #[handles]
    below: Vec<Branch>,
    own: Entity,
}

#[test]
fn marked_fields_are_visited_in_generic_and_in_recursive_types() {
    let mut slot = Slot { values: [entity(1), entity(2)], owner: Some(Pair(entity(3), entity(4))) };
    assert_eq!(visited(&mut slot), [1, 2, 3, 4]);
    let leaf = |number| Branch { below: vec![], own: entity(number) };
    let mut branch = Branch { below: vec![leaf(1), leaf(2)], own: entity(3) };
    assert_eq!(visited(&mut branch), [1, 2, 3]);
}

#[derive(VisitHandles)]
struct Marked {
    #[handles]
    pair: (Entity, Pair),
    #[handles]
    list: Vec<(Pair, Option<Entity>)>,
    alone: (Entity, u8),
}

#[test]
fn all_parts_of_a_marked_field_are_visited_beside_handles_that_its_type_names() {
    let pair = |first: u64| Pair(entity(first), entity(first + 1));
    let list = vec![(pair(3), Some(entity(5))), (pair(6), None)];
    let mut value = Marked { pair: (entity(0), pair(1)), list, alone: (entity(8), 9) };
    assert!(visited(&mut value).into_iter().eq(0..=8));
    assert!(visited(&mut value).into_iter().eq(10..=18), "handles are replaced in place");
}

/// A handle that the derive must not visit: the type has another name.
type Foreign = Entity;

#[derive(VisitHandles)]
struct Half {
    own: Entity,
    foreign: Foreign,
}

#[test]
fn fields_of_other_types_are_left_out() {
    let mut half = Half { own: entity(1), foreign: entity(2) };
    assert_eq!(visited(&mut half), [1]);
    assert_eq!(half.foreign, entity(2));
}

#[derive(Relation)]
struct Likes(EntitySet);

#[test]
fn a_set_has_no_duplicates_after_a_visit_that_panicked() {
    let [a, b, c] = [1, 2, 3].map(|index| Entity::from_bits(1 << 32 | index).unwrap());
    let mut set = EntitySet::from([a, b, c]);
    let visited = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        set.visit_handles(&mut |handle| if *handle == a { *handle = b } else { panic!("a visit panics") });
    }));
    assert!(visited.is_err());
    assert!(set.iter().eq([b, c]));
    assert!(set.remove(b) && !set.contains(b));
}

#[derive(Relation)]
struct ChildOf {
    parent: Entity,
}

#[test]
fn the_targets_of_a_relation_are_visited() {
    assert_eq!(visited(&mut Likes([entity(1), entity(2)].into())), [1, 2]);
    assert_eq!(visited(&mut ChildOf { parent: entity(3) }), [3]);
}

mod library {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq, VisitHandles)]
    pub struct Target(pub Entity);
    #[derive(Debug, Clone, PartialEq, VisitHandles)]
    pub struct Loose(pub Entity);
    #[derive(Debug, Clone, PartialEq, Relation)]
    pub struct ChildOf(pub Entity);

    ecs_components! {
        pub set aiming;
        components: #[handles] Target, Loose;
        relations: ChildOf (tree, cascade);
    }

    ecs_components! {
        pub set war;
        include: aiming;
    }
}

mod plain {
    use ecs_world::prelude::*;

    ecs_world! {
        include: super::library::aiming;
    }
}

mod through_another {
    use ecs_world::prelude::*;

    use super::library::{ChildOf, Loose, aiming, war};

    ecs_world! {
        include: war, aiming;
        components: #[storage(vec)] Target, #[handles] Loose;
        relations: ChildOf (tree, clear);
    }

    use super::library::Target;
}

/// Whether the handles in two components of an entity that refers to itself refer to the clone once it is cloned.
fn cloned<W>() -> (bool, bool)
where
    W: Has<library::Target> + Has<library::Loose> + HasTree<library::ChildOf> + ecs_world::CloneEntities,
{
    let mut world = W::default();
    let original = world.spawn(());
    world.insert(original, (library::Target(original), library::Loose(original))).unwrap();
    let clone = world.clone_tree::<library::ChildOf>(original).unwrap();
    world.check_invariants().unwrap();
    (
        world.get::<library::Target>(clone) == Some(&library::Target(clone)),
        world.get::<library::Loose>(clone) == Some(&library::Loose(clone)),
    )
}

#[test]
fn handles_attributes_of_a_set_hold_in_its_worlds_and_entries_can_add_more() {
    assert_eq!(cloned::<plain::World>(), (true, false));
    assert_eq!(cloned::<through_another::World>(), (true, true));
}

/// A component that finds its handles by hand.
#[derive(Debug, Clone, PartialEq)]
struct Packed(u64);

impl VisitHandles for Packed {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        if let Some(mut handle) = Entity::from_bits(self.0) {
            visit(&mut handle);
            self.0 = handle.to_bits();
        }
    }
}

mod by_hand {
    use ecs_world::prelude::*;

    #[derive(Clone, Relation)]
    pub(super) struct ChildOf(pub(super) Entity);

    ecs_world! {
        components: #[handles] super::Packed;
        relations: ChildOf (tree, keep);
    }
}

#[test]
fn handles_that_a_handwritten_impl_visits_are_replaced() {
    let mut world = by_hand::World::default();
    let original = world.spawn(());
    world.insert(original, Packed(original.to_bits())).unwrap();
    world.spawn((by_hand::ChildOf(original), Packed(0)));
    let clone = world.clone_tree::<by_hand::ChildOf>(original).unwrap();
    assert_eq!(world.get::<Packed>(clone), Some(&Packed(clone.to_bits())));
}
