//! Deltas and replicas if drops or callbacks panic, and if values that were read before cannot be read again.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;
use ecs_world::{DeltaError, Replica};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

thread_local! {
    /// Number of drops and callbacks that succeed before one panics.
    static PANICS: Cell<Option<u32>> = const { Cell::new(None) };
    /// Number of values that are read before one is refused.
    static REFUSALS: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Counts down; returns true once, at zero.
fn is_time(left: &'static std::thread::LocalKey<Cell<Option<u32>>>) -> bool {
    let now = left.get();
    left.set(now.and_then(|now| now.checked_sub(1)));
    now == Some(0)
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Fragile(u32);

impl Drop for Fragile {
    fn drop(&mut self) {
        assert!(!is_time(&PANICS), "it is time to panic");
    }
}

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = u32::deserialize(deserializer)?;
        if is_time(&REFUSALS) { Err(D::Error::custom("it is time to refuse")) } else { Ok(Self(value)) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, VisitHandles)]
pub(crate) struct Target(Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub(crate) struct ChildOf(Entity);

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Watch;

#[system]
impl Watch {
    fn run(_: Entity) {}

    fn on_added(_: Entity) {
        assert!(!is_time(&PANICS), "a callback panics");
    }

    fn on_removed(_: Entity) {
        assert!(!is_time(&PANICS), "a callback panics");
    }
}

ecs_world! {
    #[derive(Clone, Serialize, Deserialize)]
    pub(crate) struct Brittle;
    components: Fragile, #[handles] Target;
    relations: ChildOf (tree, cascade);
    resources: Fragile as First = Fragile(0), (Fragile, u8) as Second = (Fragile(0), 0);
    systems: Watch;
}

/// A state, and a later one.
fn states() -> [Brittle; 2] {
    let mut base = Brittle::default();
    let all = [1, 2, 3, 4].map(|value| base.spawn(Fragile(value)));
    base.insert(all[0], Target(all[1])).unwrap();
    base.insert(all[1], ChildOf(all[2])).unwrap();
    let mut next = base.clone();
    next.despawn(all[3]).unwrap();
    next.insert(all[0], (Fragile(5), ChildOf(all[1]))).unwrap();
    next.remove::<Fragile>(all[2]).unwrap();
    let new = [6, 7].map(|value| next.spawn((Fragile(value), Target(all[0]))));
    next.insert(all[1], Target(new[1])).unwrap();
    (next.resources.first, next.resources.second) = (Fragile(8), (Fragile(9), 1));
    [base, next]
}

/// Repeats a call until nothing panics, with the panic one step later each time; returns the number of panics.
fn each_panic<T>(mut prepare: impl FnMut() -> T, mut call: impl FnMut(&mut T), mut check: impl FnMut(T)) -> u32 {
    let mut turns = 0;
    loop {
        let mut subject = prepare();
        PANICS.set(Some(turns));
        let result = catch_unwind(AssertUnwindSafe(|| call(&mut subject)));
        PANICS.set(None);
        if result.is_ok() {
            return turns;
        }
        turns += 1;
        check(subject);
    }
}

#[test]
fn a_world_is_whole_after_a_delta_that_panics() {
    let [base, next] = states();
    let delta = next.diff(&base).unwrap();
    let turns = each_panic(
        || base.clone(),
        |world| world.apply(&delta).unwrap(),
        |mut world| {
            world.check_invariants().unwrap();
            world.run();
            world.apply(&next.diff(&world).unwrap()).unwrap();
            assert_eq!(world.first_difference(&next), None);
        },
    );
    assert!(turns > 5, "{turns}");
}

struct Client {
    world: Brittle,
    own: Entity,
    replica: Replica<Brittle>,
}

impl Client {
    fn of(server: &Brittle) -> Self {
        let (mut world, replica) = (Brittle::default(), Replica::new());
        let own = world.spawn(Fragile(100));
        let mut client = Self { world, own, replica };
        client.update(server);
        client
    }

    fn update(&mut self, server: &Brittle) {
        self.replica.apply(&mut self.world, &server.diff(self.replica.original()).unwrap()).unwrap();
        self.assert_like(server);
    }

    fn assert_like(&mut self, server: &Brittle) {
        let Self { world, own, replica } = self;
        world.check_invariants().unwrap();
        replica.original().clone().check_invariants().unwrap();
        assert_eq!(replica.original().first_difference(server), None);
        assert_eq!((replica.len(), world.len()), (server.len(), server.len() + 1));
        assert_eq!(world.get::<Fragile>(*own), Some(&Fragile(100)));
        for there in server.entities() {
            let here = replica.here(there).unwrap();
            assert!(world.contains(here) && replica.there(here) == Some(there));
            assert_eq!(world.get::<Fragile>(here), server.get::<Fragile>(there));
            let target = server.get::<Target>(there).and_then(|target| replica.here(target.0));
            assert_eq!(world.get::<Target>(here).map(|target| target.0), target);
            let parent = server.get::<ChildOf>(there).and_then(|parent| replica.here(parent.0));
            assert_eq!(world.get::<ChildOf>(here).map(|parent| parent.0), parent);
        }
    }
}

#[test]
fn the_next_delta_mends_a_replica_after_a_panic() {
    let [base, next] = states();
    let (mut emptied, mut updated) = (0, 0);
    let turns = each_panic(
        || Client::of(&base),
        |client| client.replica.apply(&mut client.world, &next.diff(&base).unwrap()).unwrap(),
        |mut client| {
            client.world.check_invariants().unwrap();
            let copy = client.replica.original().state_hash();
            emptied += u32::from(copy == Brittle::default().state_hash());
            updated += u32::from(copy == next.state_hash());
            client.update(&next);
            client.update(&base);
        },
    );
    assert!(
        emptied > 5 && updated > 5 && turns >= emptied + updated,
        "{emptied} emptied and {updated} updated of {turns}"
    );
}

#[test]
fn a_value_that_cannot_be_read_changes_neither_world_nor_replica_however_late() {
    let [base, next] = states();
    let delta = next.diff(&base).unwrap();
    let mut turns = 0;
    loop {
        let (mut world, mut client) = (base.clone(), Client::of(&base));
        let before = client.world.clone();
        REFUSALS.set(Some(turns));
        let applied = world.apply(&delta);
        REFUSALS.set(Some(turns));
        let repeated = client.replica.apply(&mut client.world, &delta);
        REFUSALS.set(None);
        if applied.is_err() {
            assert!(matches!(applied, Err(DeltaError::Damaged(_))), "{applied:?}");
            assert_eq!(world.first_difference(&base), None);
        }
        if repeated.is_err() {
            assert_eq!(client.world.first_difference(&before), None);
            client.assert_like(&base);
            client.update(&next);
        } else {
            assert_eq!(applied, Ok(()), "the replica reads as many values as the world");
            break;
        }
        turns += 1;
    }
    assert!(turns > 5, "{turns}");
}
