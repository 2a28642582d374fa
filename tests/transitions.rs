//! The order of transitions: callbacks around changes, views that are entered and left, commands and reserved entities at syncs.
#![allow(missing_docs, unreachable_pub, reason = "the world here is for this test alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct C(u32);

/// What happened, in order.
#[derive(Debug, Default)]
pub struct Story(Vec<String>);

/// What callbacks command, for the entity that they are called for.
#[derive(Debug, Default)]
pub struct Requests {
    freeze_on_added: bool,
    despawn_on_added: bool,
    spawn_on_removed: bool,
}

/// Matches entities with an `A`.
#[derive(Debug, Default)]
pub struct HasA;

#[system]
impl HasA {
    fn run(&self, _: &A) {}

    fn on_added(
        &self,
        entity: Entity,
        a: &mut A,
        story: &mut Story,
        requests: &Requests,
        commands: &mut Commands<World>,
    ) {
        story.0.push(format!("HasA +{entity} A{}", a.0));
        if requests.freeze_on_added {
            commands.insert(entity, C(a.0));
        }
        if requests.despawn_on_added {
            commands.despawn(entity);
        }
    }

    fn on_removed(
        &self,
        story: &mut Story,
        a: &mut A,
        entity: Entity,
        requests: &Requests,
        commands: &mut Commands<World>,
    ) {
        story.0.push(format!("HasA -{entity} A{}", a.0));
        a.0 += 1000;
        if requests.spawn_on_removed {
            commands.spawn(B(a.0));
        }
    }
}

/// Matches entities with an `A` and no `C`.
#[derive(Debug, Default)]
pub struct FreeA;

#[system(without(C))]
impl FreeA {
    fn run(&self, _: &A) {}

    fn on_added(&self, entity: Entity, a: &A, story: &mut Story) {
        story.0.push(format!("FreeA +{entity} A{}", a.0));
    }

    fn on_removed(&self, entity: Entity, a: &A, story: &mut Story) {
        story.0.push(format!("FreeA -{entity} A{}", a.0));
    }
}

/// Matches entities with a `B` and a `C`.
#[derive(Debug, Default)]
pub struct HasBC;

#[system]
impl HasBC {
    fn run(&self, _: &B, _: &C) {}

    fn on_added(&self, entity: Entity, c: &C, b: &B, story: &mut Story) {
        story.0.push(format!("HasBC +{entity} B{} C{}", b.0, c.0));
    }

    fn on_removed(&self, entity: Entity, story: &mut Story) {
        story.0.push(format!("HasBC -{entity}"));
    }
}

/// Matches entities with a `B` or a `C`.
#[derive(Debug, Default)]
pub struct AnyBC;

#[system(any(B, C))]
impl AnyBC {
    fn run(&self, _: Entity) {}

    fn on_added(&self, entity: Entity, story: &mut Story) {
        story.0.push(format!("AnyBC +{entity}"));
    }

    fn on_removed(&self, entity: Entity, story: &mut Story) {
        story.0.push(format!("AnyBC -{entity}"));
    }
}

ecs_world! {
    components: A, B, C;
    resources: Story, Requests;
    systems: HasA, FreeA, HasBC, AnyBC;
}

fn story(world: &mut World) -> Vec<String> {
    world.check_invariants().unwrap_or_else(|error| panic!("{error}"));
    std::mem::take(&mut world.resources.story.0)
}

/// The systems that match an entity, by their names.
fn managers(world: &World, entity: Entity) -> Vec<&'static str> {
    let all = [
        ("HasA", world.managed_has_a()),
        ("FreeA", world.managed_free_a()),
        ("HasBC", world.managed_has_bc()),
        ("AnyBC", world.managed_any_bc()),
    ];
    all.into_iter().filter(|(_, managed)| managed.contains(entity)).map(|(name, _)| name).collect()
}

#[test]
fn one_call_is_one_transition_for_each_system() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(2)));
    assert_eq!(story(&mut world), ["HasA +0v1 A1", "FreeA +0v1 A1", "AnyBC +0v1"]);
    assert_eq!(managers(&world, entity), ["HasA", "FreeA", "AnyBC"]);
    world.insert(entity, (C(3), A(4))).unwrap();
    assert_eq!(story(&mut world), ["FreeA -0v1 A1", "HasBC +0v1 B2 C3"], "removals first, with the old values");
    assert_eq!(managers(&world, entity), ["HasA", "HasBC", "AnyBC"]);
    world.remove::<(C, B)>(entity).unwrap();
    assert_eq!(story(&mut world), ["HasBC -0v1", "AnyBC -0v1", "FreeA +0v1 A4"], "additions follow removals");
    assert_eq!(managers(&world, entity), ["HasA", "FreeA"]);
}

#[test]
fn a_replaced_value_is_no_transition() {
    let mut world = World::default();
    let entity = world.spawn((A(1), C(1)));
    story(&mut world);
    world.insert(entity, (A(2), C(2))).unwrap();
    assert_eq!(world.replace(entity, A(3)), Ok(Some(A(2))));
    assert!(story(&mut world).is_empty());
    world.insert(entity, (C(4), B(4))).unwrap();
    assert_eq!(story(&mut world), ["HasBC +0v1 B4 C4"], "`on_added` reads the new values");
}

#[test]
fn replacing_one_component_of_any_by_another_calls_no_callback() {
    let mut world = World::default();
    let entity = world.spawn(B(1));
    assert_eq!(story(&mut world), ["AnyBC +0v1"]);
    world.insert(entity, C(1)).unwrap();
    world.remove::<B>(entity).unwrap();
    assert_eq!(story(&mut world), ["HasBC +0v1 B1 C1", "HasBC -0v1"]);
    world.remove::<C>(entity).unwrap();
    assert_eq!(story(&mut world), ["AnyBC -0v1"]);
}

#[test]
fn failed_and_empty_changes_call_no_callback() {
    let mut world = World::default();
    let (entity, gone) = (world.spawn(A(1)), world.spawn(A(2)));
    world.despawn(gone).unwrap();
    story(&mut world);
    assert_eq!(world.remove::<(A, B)>(entity), Ok(None));
    world.insert(entity, ()).unwrap();
    world.remove::<()>(entity).unwrap();
    assert!(world.insert(gone, B(1)).is_err() && world.despawn(gone).is_err() && world.remove::<A>(gone).is_err());
    assert!(world.spawn_columns((vec![A(1)], vec![B(1), B(2)])).is_err());
    assert!(story(&mut world).is_empty());
}

#[test]
fn a_removal_returns_the_value_that_on_removed_wrote() {
    let mut world = World::default();
    let entity = world.spawn((A(1), B(1)));
    assert_eq!(world.remove::<A>(entity), Ok(Some(A(1001))));
}

#[test]
fn callbacks_run_for_batches_one_by_one_and_for_columns_row_by_row() {
    let mut world = World::default();
    world.spawn_batch([A(5), A(6)]);
    assert_eq!(story(&mut world), ["HasA +0v1 A5", "FreeA +0v1 A5", "HasA +1v1 A6", "FreeA +1v1 A6"]);
    world.spawn_columns((vec![A(7), A(8)], vec![C(0), C(0)])).unwrap();
    assert_eq!(story(&mut world), ["HasA +2v1 A7", "AnyBC +2v1", "HasA +3v1 A8", "AnyBC +3v1"]);
}

#[test]
fn clear_calls_on_removed_by_ascending_index_before_any_removal() {
    let mut world = World::default();
    let entities = world.spawn_batch([A(1), A(2), A(3)]);
    world.despawn(entities[0]).unwrap();
    world.spawn((B(4), A(4)));
    story(&mut world);
    world.clear();
    let expected =
        ["HasA -0v3 A4", "FreeA -0v3 A1004", "AnyBC -0v3", "HasA -1v1 A2", "FreeA -1v1 A1002", "HasA -2v1 A3"];
    assert_eq!(story(&mut world)[..6], expected);
    assert!(world.is_empty() && world.managed_has_a().is_empty());
    assert_eq!(
        world.spawn_batch([(), (), (), ()]).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["0v5", "1v3", "2v3", "3v1"]
    );
}

#[test]
fn commands_of_callbacks_are_applied_in_the_same_sync() {
    let mut world = World::default();
    world.resources.requests = Requests { freeze_on_added: true, ..Requests::default() };
    world.commands().spawn(A(1));
    world.commands().spawn(B(2));
    world.flush();
    let expected = ["HasA +0v1 A1", "FreeA +0v1 A1", "AnyBC +1v1", "FreeA -0v1 A1", "AnyBC +0v1"];
    assert_eq!(story(&mut world), expected, "commands of callbacks follow earlier ones");
    assert!(world.commands().is_empty());
    let entity = world.spawn(A(3));
    assert!(!world.has::<C>(entity), "outside of a sync, commands of callbacks stay pending");
    world.flush();
    assert!(world.has::<C>(entity));
}

#[test]
fn callbacks_may_answer_each_other_in_one_sync() {
    let mut world = World::default();
    world.resources.requests = Requests { despawn_on_added: true, spawn_on_removed: true, ..Requests::default() };
    world.commands().spawn(A(7));
    world.flush();
    let expected = ["HasA +0v1 A7", "FreeA +0v1 A7", "HasA -0v1 A7", "FreeA -0v1 A1007", "AnyBC +0v3"];
    assert_eq!(story(&mut world), expected);
    assert_eq!(world.query::<&B>().single(), Ok(&B(1007)));
}

#[test]
fn a_despawned_entity_is_despawned_once_however_often_it_is_commanded() {
    let mut world = World::default();
    world.resources.requests.despawn_on_added = true;
    let entity = world.spawn((A(1), B(1)));
    world.commands().despawn(entity);
    world.flush();
    assert_eq!((world.len(), world.dropped_commands()), (0, 1));
    world.flush();
    assert_eq!(world.dropped_commands(), 1);
}

#[test]
fn dropping_a_world_calls_no_callback() {
    use std::rc::Rc;
    #[derive(Debug, Default)]
    pub struct Ear(Rc<std::cell::Cell<u32>>);

    #[system]
    impl Ear {
        fn run(&self, _: &u8) {}

        fn on_removed(&self) {
            self.0.set(self.0.get() + 1);
        }
    }

    ecs_world! {
        struct Room;
        components: u8 as Voice;
        systems: Ear;
    }

    let mut room = Room::default();
    let heard = Rc::clone(&room.systems.ear.0);
    let entity = room.spawn(1);
    room.spawn(2);
    room.despawn(entity).unwrap();
    drop(room);
    assert_eq!(heard.get(), 1);
}

mod causes {
    use super::*;

    /// Why entities stopped matching, by index.
    #[derive(Debug, Default)]
    pub struct Immediate {
        pub causes: Vec<(u32, RemovalCause)>,
    }

    #[system(without(C))]
    impl Immediate {
        fn run(&self, _: &A, _: &B) {}

        fn on_removed(&mut self, cause: RemovalCause, _: &B, entity: Entity) {
            self.causes.push((entity.index(), cause));
        }
    }

    /// Why entities stopped matching, for a delayed view.
    #[derive(Debug, Default)]
    pub struct Late {
        pub causes: Vec<(u32, RemovalCause)>,
    }

    #[system(view = delayed)]
    impl Late {
        fn run(&self, _: &A) {}

        fn on_removed(&mut self, entity: Entity, cause: RemovalCause) {
            self.causes.push((entity.index(), cause));
        }
    }

    ecs_components! {
        pub set brought;
        components: A, B, C;
        systems: Immediate, Late;
    }

    ecs_world! {
        pub struct Alone;
        components: A, B, C;
        systems: Immediate, Late;
    }

    ecs_world! {
        pub struct Including;
        include: brought;
        systems: ..brought;
    }
}

/// The causes that both systems receive in a world of this type.
macro_rules! causes_in {
    ($World:ty) => {{
        let mut world = <$World>::default();
        let entities = world.spawn_batch((0..8).map(|_| (A(0), B(0)))).into_vec();
        world.flush();
        let [removed, excluded, exchanged, stripped, despawned, both, back, cleared] = entities[..] else { panic!() };
        world.remove::<A>(removed).unwrap();
        world.insert(excluded, C(0)).unwrap();
        world.exchange::<A, _>(exchanged, C(0)).unwrap();
        world.remove_any::<(A, B, C)>(stripped).unwrap();
        world.despawn(despawned).unwrap();
        world.remove::<A>(both).unwrap();
        world.despawn(both).unwrap();
        world.remove::<A>(back).unwrap();
        world.insert(back, A(1)).unwrap();
        // The slot of a despawned entity is reused, by another entity.
        let reused = world.spawn(());
        assert_eq!(reused.index(), both.index());
        let immediate = world.systems.immediate.causes.clone();
        assert!(world.systems.late.causes.is_empty(), "a delayed view has callbacks at the sync");
        world.flush();
        let late = std::mem::take(&mut world.systems.late.causes);
        world.clear();
        world.flush();
        let cleared =
            (cleared.index(), world.systems.immediate.causes.last().copied(), world.systems.late.causes.clone());
        (immediate, late, cleared)
    }};
}

#[test]
fn on_removed_receives_whether_the_entity_is_despawned() {
    use RemovalCause::{Change, Despawn};
    for (immediate, mut late, (cleared, last, late_cleared)) in
        [causes_in!(causes::Alone), causes_in!(causes::Including)]
    {
        let expected = [(0, Change), (1, Change), (2, Change), (3, Change), (4, Despawn), (5, Change), (6, Change)];
        assert_eq!(immediate, expected);
        late.sort_unstable_by_key(|(index, _)| *index);
        assert_eq!(
            late,
            [(0, Change), (2, Change), (3, Change), (4, Despawn), (5, Despawn)],
            "a delayed view reports causes as of the sync"
        );
        assert_eq!(last, Some((cleared, Despawn)));
        assert!(late_cleared.contains(&(cleared, Despawn)));
        assert!(late_cleared.iter().all(|(_, cause)| *cause == Despawn));
    }
}

/// Worlds of 32 and 33 views: in the second, insertions are not inlined into their callers.
mod many {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct A(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct B(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct C(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct D(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct E(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct F(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct X(pub u32);

    ecs_world! {
        pub struct Least;
        components: A, B, C, D, E, F, X;
        groups: (A, B, without(X));
        queries: (A, without(X)), (B, without(X)), (C, without(X)), (D, without(X)), (E, without(X)), (F, without(X)), (A, C, without(X)), (A, D, without(X)), (A, E, without(X)), (A, F, without(X)), (B, C, without(X)), (B, D, without(X)), (B, E, without(X)), (B, F, without(X)), (C, D, without(X)), (C, E, without(X)), (C, F, without(X)), (D, E, without(X)), (D, F, without(X)), (E, F, without(X)), (A, B, C, without(X)), (A, B, D, without(X)), (A, B, E, without(X)), (A, B, F, without(X)), (A, C, D, without(X)), (A, C, E, without(X)), (A, C, F, without(X)), (A, D, E, without(X)), (A, D, F, without(X)), (A, E, F, without(X)), (B, C, D, without(X));
    }

    ecs_world! {
        pub struct Most;
        components: A, B, C, D, E, F, X;
        groups: (A, B, without(X));
        queries: (A, without(X)), (B, without(X)), (C, without(X)), (D, without(X)), (E, without(X)), (F, without(X)), (A, C, without(X)), (A, D, without(X)), (A, E, without(X)), (A, F, without(X)), (B, C, without(X)), (B, D, without(X)), (B, E, without(X)), (B, F, without(X)), (C, D, without(X)), (C, E, without(X)), (C, F, without(X)), (D, E, without(X)), (D, F, without(X)), (E, F, without(X)), (A, B, C, without(X)), (A, B, D, without(X)), (A, B, E, without(X)), (A, B, F, without(X)), (A, C, D, without(X)), (A, C, E, without(X)), (A, C, F, without(X)), (A, D, E, without(X)), (A, D, F, without(X)), (A, E, F, without(X)), (B, C, D, without(X)), (B, C, E, without(X));
    }
}

/// Inserts into a world of these views: an entity leaves and enters a group, values are overwritten, and invariants hold.
macro_rules! inserts {
    ($World:ident, $views:literal) => {{
        use many::{A, B, X};

        let mut world = many::$World::default();
        assert_eq!(many::$World::PLAN.views.len(), $views);
        let entities: Vec<_> = (0..3).map(|n| world.spawn((A(n), B(n)))).collect();
        assert_eq!(world.query_a_b_without_x().iter().count(), 3);
        world.insert(entities[1], X(1)).unwrap();
        world.check_invariants().unwrap();
        let left: Vec<_> = world.query_a_b_without_x().iter().map(|(_, a, _)| a.0).collect();
        assert_eq!(left, [0, 2]);
        assert_eq!(world.replace(entities[1], (X(2), A(7))).unwrap(), (Some(X(1)), Some(A(1))));
        world.remove::<X>(entities[1]).unwrap();
        world.remove::<B>(entities[0]).unwrap();
        world.insert(entities[0], B(5)).unwrap();
        world.check_invariants().unwrap();
        let mut all: Vec<_> = world.query_a_b_without_x().iter().map(|(_, a, b)| (a.0, b.0)).collect();
        all.sort_unstable();
        assert_eq!(all, [(0, 5), (2, 2), (7, 1)]);
    }};
}

#[test]
fn insertions_notify_views_in_worlds_of_32_and_of_33_views() {
    inserts!(Least, 32);
    inserts!(Most, 33);
}
