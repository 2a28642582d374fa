//! `Relation::targets` that panics: it is called before a change begins, so nothing is changed.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;
use ecs_world::{Relation, Transfer, VisitHandles};

thread_local! {
    /// Number of calls before one panics; `None`: none panics.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

#[derive(Debug, Clone)]
struct Near([Entity; 1]);

impl VisitHandles for Near {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.0.visit_handles(visit);
    }
}

impl Relation for Near {
    fn targets(&self) -> &[Entity] {
        CALLS.set(CALLS.get() + 1);
        let left = LEFT.get();
        LEFT.set(left.and_then(|left| left.checked_sub(1)));
        assert!(left != Some(0), "this call of `targets` panics");
        &self.0
    }
}

#[derive(Debug, Clone, PartialEq)]
struct A(u32);

/// Has several targets, so that a bundle and a template can contain two relations.
#[derive(Debug, Clone)]
struct Far(Vec<Entity>);

impl VisitHandles for Far {
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.0.visit_handles(visit);
    }
}

impl Relation for Far {
    const MANY: bool = true;

    fn targets(&self) -> &[Entity] {
        Near([self.0[0]]).targets();
        &self.0
    }
}

ecs_world! {
    #[derive(Clone)]
    struct World;
    components: A;
    relations: Near (tree, cascade), Far (many, clear);
}

type Change = fn(&mut World, Entity, Entity);

/// Changes of an entity that has a target, and of new entities. Each of them calls `targets`.
const CHANGES: [(&str, Change); 17] = [
    ("spawn", |world, root, _| _ = world.spawn((A(1), Near([root]), Far(vec![root])))),
    ("insert", |world, root, entity| world.insert(entity, (Far(vec![root, entity]), Near([root]))).unwrap()),
    ("insert of some", |world, root, entity| world.insert(entity, (None::<Far>, Some(Near([root])))).unwrap()),
    ("insert again", |world, root, entity| {
        world.insert(entity, Near([root])).unwrap();
        world.insert(entity, Near([root])).unwrap();
    }),
    ("exchange", |world, root, entity| _ = world.exchange::<A, _>(entity, Near([root])).unwrap()),
    ("exchange for its like", |world, root, entity| {
        world.insert(entity, Near([root])).unwrap();
        _ = world.exchange::<Near, _>(entity, (Near([root]), Far(vec![root]))).unwrap();
    }),
    ("spawn_batch", |world, root, _| {
        _ = world.spawn_batch((0..3).map(|number| (A(number), Near([root]), Far(vec![root]))));
    }),
    ("spawn_columns", |world, root, _| {
        _ = world.spawn_columns((vec![A(1), A(2)], vec![Near([root]), Near([root])])).unwrap();
    }),
    ("commands", |world, root, entity| {
        world.commands().insert(entity, Near([root]));
        world.commands().spawn((A(1), Near([root])));
        world.commands().exchange::<A, _>(entity, Far(vec![root]));
        world.flush();
    }),
    ("spawn_template", |world, root, _| {
        let template = Template::new().with((A(1), Near([root]), Far(vec![root])));
        _ = world.spawn_template(&template);
        _ = world.spawn_templates(&template, 3);
    }),
    ("insert_template", |world, root, entity| {
        world.insert_template(entity, Template::new().with((Near([root]), Far(vec![root])))).unwrap();
    }),
    ("spawn_into", |world, root, _| {
        let mut template = Template::new().with((A(1), Near([root])));
        let spawned = catch_unwind(AssertUnwindSafe(|| template.spawn_into(world)));
        assert_eq!(template.has::<Near>(), spawned.is_err(), "components are in the world or the template");
        _ = spawned.expect("the call did not panic").unwrap();
    }),
    ("spawn_into of a transfer", |world, root, _| {
        let (mut transfer, before) = (Transfer::new(), world.len());
        for number in 0..3 {
            transfer.push(&mut Template::new().with((A(number), Near([root]))));
        }
        let spawned = catch_unwind(AssertUnwindSafe(|| transfer.spawn_into(world).map(|all| all.len())));
        assert_eq!(world.len() - before + transfer.len(), 3, "each entity is either in the world or in the transfer");
        assert_eq!(spawned.expect("the call did not panic"), Ok(3));
    }),
    ("clone_entity", |world, root, entity| {
        world.insert(entity, Near([root])).unwrap();
        _ = world.clone_entity(entity).unwrap();
    }),
    ("clone_tree", |world, root, entity| {
        world.insert(entity, Near([root])).unwrap();
        _ = world.clone_tree::<Near>(root).unwrap();
    }),
    ("take_tree and spawn_tree", |world, root, entity| {
        world.insert(entity, Near([root])).unwrap();
        let tree = world.take_tree::<Near>(root).unwrap();
        _ = world.spawn_tree(tree).unwrap();
    }),
    ("despawn", |world, root, entity| {
        world.insert(entity, Far(vec![root])).unwrap();
        world.despawn(root).unwrap();
    }),
];

/// A root, an entity without a target, and one that has the root as its target.
fn three() -> (World, Entity, Entity) {
    let mut world = World::default();
    let [root, entity] = [A(0), A(5)].map(|a| world.spawn(a));
    world.spawn((A(6), Near([root])));
    (world, root, entity)
}

#[test]
fn targets_that_panic_leave_a_world_that_is_whole() {
    for (name, change) in CHANGES {
        for left in 0.. {
            let (mut world, root, entity) = three();
            LEFT.set(Some(left));
            let panicked = catch_unwind(AssertUnwindSafe(|| change(&mut world, root, entity))).is_err();
            LEFT.set(None);
            world.check_invariants().unwrap_or_else(|error| panic!("{name}, call {left}: {error}"));
            let all: Vec<_> = world.entities().collect();
            for own in &all {
                assert_eq!(world.has::<Near>(*own), world.get::<Near>(*own).is_some(), "{name}, call {left}");
                assert_eq!(world.has::<A>(*own), world.get::<A>(*own).is_some(), "{name}, call {left}");
            }
            // The world remains usable: the next change links the targets that it reads itself.
            let root = world.spawn(());
            let next = world.spawn((None::<Near>, Far(vec![root])));
            world.insert(next, (A(1), Near([root]))).unwrap();
            assert!(world.tree::<Near>().children(root).eq([next]) && world.sources::<Far>().of(root).eq([next]));
            for own in all {
                _ = world.despawn(own);
            }
            world.check_invariants().unwrap();
            if !panicked {
                assert!(left > 0, "{name} does not call `targets`");
                break;
            }
        }
    }
}

#[test]
fn a_panic_in_the_first_call_of_targets_changes_nothing() {
    let (mut world, root, entity) = three();
    let changes: [Change; 3] = [
        |world, root, entity| world.insert(entity, (A(9), Near([root]))).unwrap(),
        |world, root, entity| drop(world.exchange::<A, _>(entity, Near([root]))),
        |world, root, _| _ = world.spawn((A(9), Near([root]))),
    ];
    for change in changes {
        LEFT.set(Some(0));
        assert!(catch_unwind(AssertUnwindSafe(|| change(&mut world, root, entity))).is_err());
        assert_eq!((world.get::<A>(entity), world.has::<Near>(entity), world.len()), (Some(&A(5)), false, 3));
    }
    world.despawn(entity).unwrap();
    let next = world.spawn(A(7));
    assert!(next.index() == entity.index() && world.get::<Near>(next).is_none());
}

#[test]
fn bundles_before_the_one_that_panics_are_spawned_and_linked() {
    for left in 0..6 {
        let (mut world, root, _) = three();
        LEFT.set(Some(left));
        let batch = (0..3).map(|number| (A(number), Near([root]), Far(vec![root])));
        assert!(catch_unwind(AssertUnwindSafe(|| world.spawn_batch(batch))).is_err());
        let spawned = left as usize / 2;
        assert_eq!((world.len(), world.sources::<Far>().count(root)), (3 + spawned, spawned));
        assert_eq!(world.tree::<Near>().children(root).len(), 1 + spawned);
        world.check_invariants().unwrap();
    }
}

#[test]
fn targets_are_read_once_where_a_value_is_inserted_or_its_target_changes() {
    let (mut world, root, entity) = three();
    let counted = |world: &mut World, change: &dyn Fn(&mut World)| {
        CALLS.set(0);
        change(world);
        CALLS.get()
    };
    assert_eq!(counted(&mut world, &|world| world.insert(entity, Near([root])).unwrap()), 1);
    assert_eq!(counted(&mut world, &|world| world.insert(entity, Near([root])).unwrap()), 1);
    assert_eq!(counted(&mut world, &|world| _ = world.spawn(Near([entity]))), 1);
    assert_eq!(counted(&mut world, &|world| _ = world.spawn_batch([Near([entity]), Near([root])])), 2);
    assert_eq!(counted(&mut world, &|world| drop(world.remove::<Near>(entity))), 0);
    world.check_invariants().unwrap();
}
