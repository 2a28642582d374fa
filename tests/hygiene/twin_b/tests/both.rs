//! Sets of two crates with identical sources in one world: each has its own types, and runs.

use ecs_world::prelude::*;
use hygiene_twin_a as a;
use hygiene_twin_b as b;

ecs_world! {
    struct Both;
    include:
        a::growth,
        b::growth { Age as Years, Runs as Rounds, ran as ran_again, grow as grow_again, ripen as ripen_again };
    systems: ..a::growth, ..b::growth;
}

/// Companion macros that two crates export for systems of the same name.
mod alone {
    ecs_world::ecs_world! {
        pub struct OfA;
        components: hygiene_twin_a::Age;
        systems: hygiene_twin_a::rejuvenate;
    }
    ecs_world::ecs_world! {
        pub struct OfB;
        components: hygiene_twin_b::Age;
        systems: hygiene_twin_b::rejuvenate;
    }
}

#[test]
fn two_crates_are_equal_in_text() {
    assert_eq!(include_str!("../src/lib.rs"), include_str!("../../twin_a/src/lib.rs"));
}

#[test]
fn sets_of_two_crates_of_equal_text_both_run() {
    let mut world = Both::default();
    let entity = world.spawn((a::Age(0), b::Age(100)));
    assert_eq!(world.component_names(entity), Some(vec!["Age", "Years"]));
    world.run();
    assert_eq!(world.query_age().single().map(|found| *found.1), Ok(a::Age(11)));
    assert_eq!(world.query_years().single().map(|found| *found.1), Ok(b::Age(111)));
    assert_eq!((world.resources.runs, world.resources.rounds), (a::Runs(1), b::Runs(1)));
    world.check_invariants().expect("the world is consistent");
}

#[test]
fn exported_systems_of_two_crates_of_equal_text_both_run() {
    let (mut of_a, mut of_b) = (alone::OfA::default(), alone::OfB::default());
    let (one, other) = (of_a.spawn(a::Age(1)), of_b.spawn(b::Age(1)));
    of_a.run();
    of_b.run();
    assert_eq!((of_a.get::<a::Age>(one), of_b.get::<b::Age>(other)), (Some(&a::Age(0)), Some(&b::Age(0))));
}

#[test]
fn a_set_that_is_included_in_two_ways_runs_once() {
    ecs_world! {
        struct Once;
        include: b::outer, b::growth, a::outer { Age as Years, Runs as Rounds, ran as ran_again, grow as other, ripen as last };
        systems: ..b::outer, ..b::growth, ..a::outer;
    }
    let mut world = Once::default();
    world.spawn(b::Age(0));
    world.run();
    assert_eq!(world.query_age().single().map(|found| *found.1), Ok(b::Age(11)));
    assert_eq!((world.resources.runs, world.resources.rounds), (b::Runs(1), a::Runs(0)));
}
