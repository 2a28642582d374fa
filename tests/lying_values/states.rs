//! Hashes, differences, deltas and replicas, while values lie.

use ecs_world::{Delta, Replica};

use crate::values::{CLONING, DROPPING, READING, VISITING, WRITING, random, while_lying};
use crate::worlds::{ATTEMPTS, World, assert_continues, attempts, change, truth, world};

#[test]
fn hashes_and_differences_of_values_that_lie_change_no_world() {
    attempts(|context| {
        let (mut world, mut other) = (world(), world());
        let before = [truth(&world), truth(&other)];
        while_lying(WRITING | CLONING | DROPPING, || match random(4) {
            0 => drop(world.part_hashes()),
            1 => drop(world.first_difference(&other).map(|difference| difference.to_string())),
            2 => drop(world.diff(&other)),
            _ => _ = (world.state_hash(), world.content_hash()),
        });
        assert_eq!([truth(&world), truth(&other)], before, "{context}");
        assert_eq!(world.state_hash(), world.clone().state_hash(), "{context}: lies leave no cached hashes behind");
        assert_continues(&mut world, context);
        assert_continues(&mut other, context);
    });
}

/// A world before and after some changes.
fn before_and_after() -> (World, World) {
    let base = world();
    let mut game = base.clone();
    (0..=random(9)).for_each(|_| change(&mut game));
    (base, game)
}

#[test]
fn a_delta_of_values_that_lie_leads_to_a_world_that_is_whole_or_is_refused() {
    let applied = std::cell::Cell::new(0);
    attempts(|context| {
        let (mut base, game) = before_and_after();
        let before = truth(&base);
        if let Some(Ok(delta)) = while_lying(WRITING, || game.diff(&base)) {
            let delta: Delta<World> = postcard::from_bytes(&postcard::to_allocvec(&delta).unwrap()).unwrap();
            match base.apply(&delta) {
                Ok(()) => {
                    applied.set(applied.get() + 1);
                    assert_eq!(base.state_hash(), delta.target(), "{context}");
                }
                Err(_) => assert_eq!(truth(&base), before, "{context}: a refused delta changes nothing"),
            }
        }
        assert_continues(&mut base, context);
    });
    assert!(cfg!(miri) || (1..ATTEMPTS).contains(&applied.get()), "some deltas are applied, and some are not");
}

#[test]
fn a_world_is_whole_after_a_delta_was_applied_while_its_values_lied() {
    let applied = std::cell::Cell::new(0);
    attempts(|context| {
        let (mut base, game) = before_and_after();
        let (delta, before) = (game.diff(&base).unwrap(), truth(&base));
        let entities_before: Vec<_> = base.entities().collect();
        let kinds = [WRITING, READING, DROPPING, WRITING | READING | DROPPING][random(4) as usize];
        let outcome = while_lying(kinds, || base.apply(&delta));
        if kinds == WRITING && outcome != Some(Ok(())) {
            assert_eq!(truth(&base), before, "{context}: a refused delta changes nothing");
        }
        if outcome != Some(Ok(())) {
            // A drop that panics can leave the world empty, or occur so late that all is already replaced.
            let is_new = base.entities().eq(game.entities());
            assert!(base.is_empty() || is_new || base.entities().eq(entities_before), "{context}: {outcome:?}");
        }
        applied.set(applied.get() + u32::from(outcome == Some(Ok(()))));
        assert_continues(&mut base, context);
    });
    assert!(cfg!(miri) || (1..ATTEMPTS).contains(&applied.get()), "some deltas are applied, and some are not");
}

#[test]
fn a_replica_of_values_that_lie_leaves_a_world_that_is_whole() {
    attempts(|context| {
        let (mut server, mut client, mut replica) = (world(), world(), Replica::new());
        for _ in 0..3 {
            let Ok(delta) = server.diff(replica.original()) else { break };
            let lies = WRITING | READING | DROPPING | VISITING;
            let applied = while_lying(lies, || replica.apply(&mut client, &delta));
            client.check_invariants().unwrap_or_else(|error| panic!("{context}: {error}"));
            for there in server.entities() {
                let here = replica.here(there);
                assert!(here.is_none_or(|here| replica.there(here) == Some(there)), "{context}");
            }
            if applied != Some(Ok(())) {
                break;
            }
            (0..4).for_each(|_| change(&mut server));
        }
        drop(replica);
        assert_continues(&mut client, context);
    });
}
