//! Systems of included sets that no schedule runs, as `World::PLAN` lists them.
#![allow(missing_docs, unreachable_pub, reason = "the sets here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take what they take")]

mod life {
    use ecs_world::prelude::*;

    #[derive(Debug, PartialEq)]
    pub struct Age(pub u32);

    #[system]
    pub fn tick(age: &mut Age) {
        age.0 += 1;
    }

    #[system]
    pub fn hunger(age: &Age) {
        assert!(age.0 < 100);
    }

    #[system]
    pub fn renew<W: Has<Age>>(mut all: Query<'_, W, (Entity, &mut Age)>) {
        all.for_each(|(_, age)| age.0 %= 10);
    }

    ecs_components! {
        pub set life;
        components: Age;
        systems: tick, hunger, renew;
    }
}

mod labour {
    use super::life;
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Working;

    #[system(with(Working))]
    pub fn work(age: &mut life::Age) {
        age.0 += 10;
    }

    ecs_components! {
        pub set labour;
        include: life::life;
        components: Working;
        systems: work;
    }

    ecs_components! {
        /// Runs one system of the set within it.
        pub set ageing;
        include: life::life;
        systems: life::tick;
    }

    ecs_components! {
        /// Runs nothing.
        pub set town;
        include: labour, life::life { hunger as appetite };
    }
}

/// The systems that the plan lists; asserts that its text lists the same ones.
fn unscheduled(plan: &ecs_world::Plan) -> Vec<&'static str> {
    let line = format!("Systems of included sets that no schedule runs: {}\n", plan.unscheduled.join(", "));
    assert_eq!(plan.to_string().contains(&line), !plan.unscheduled.is_empty(), "{plan}");
    plan.unscheduled.to_vec()
}

macro_rules! world {
    ($name:ident { $($declaration:tt)* }) => {
        mod $name {
            #[allow(unused_imports, reason = "some worlds name no system themselves")]
            use super::{labour, life};
            use ecs_world::prelude::*;

            ecs_world! { pub struct World; $($declaration)* }
        }
    };
}

world! { around { include: labour::labour; systems: ..labour; } }
world! { both { include: labour::labour, life::life; systems: ..labour, ..life; } }
world! { in_a_further_schedule { include: labour::labour, life::life; systems: ..labour; systems(daily): ..life; } }
world! { by_path { include: labour::labour; systems: ..labour, life::tick, life::hunger; } }
world! { generic_by_path { include: labour::labour; systems: ..labour, life::renew; } }
world! { in_part { include: labour::ageing; systems: ..ageing; } }
world! { nothing { include: labour::labour; } }
world! { nested { include: labour::town; systems: ..town; } }

#[test]
fn the_plan_lists_systems_of_a_set_within_a_set() {
    assert_eq!(unscheduled(&around::World::PLAN), ["tick", "hunger", "renew"]);
}

#[test]
fn systems_that_any_schedule_runs_are_not_listed() {
    assert!(unscheduled(&both::World::PLAN).is_empty());
    assert!(unscheduled(&in_a_further_schedule::World::PLAN).is_empty());
    assert_eq!(unscheduled(&in_part::World::PLAN), ["hunger", "renew"]);
}

#[test]
fn systems_that_are_named_by_their_paths_are_not_listed() {
    assert_eq!(unscheduled(&by_path::World::PLAN), ["renew"]);
    assert_eq!(unscheduled(&generic_by_path::World::PLAN), ["tick", "hunger"]);
}

#[test]
fn a_set_that_is_included_and_runs_nowhere_is_listed_as_a_whole() {
    assert_eq!(unscheduled(&nothing::World::PLAN), ["work", "tick", "hunger", "renew"]);
}

#[test]
fn each_system_is_listed_once_under_the_name_that_it_has_there() {
    assert_eq!(unscheduled(&nested::World::PLAN), ["work", "tick", "hunger", "renew"]);
}

#[test]
fn only_the_listed_systems_do_not_run() {
    let mut world = around::World::default();
    let worker = world.spawn((life::Age(3), labour::Working));
    world.run();
    assert_eq!(world.get(worker), Some(&life::Age(13)));
}
