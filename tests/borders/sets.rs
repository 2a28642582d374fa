//! Sets whose lists of systems contain `sync`, included unchanged, with renames, by other sets, and twice.

use ecs_world::prelude::*;

mod parts {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Number(pub u32);
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Mark;

    /// The number of marked entities each time that a system looked.
    #[derive(Debug, Default)]
    pub struct Seen(pub Vec<usize>);

    #[system]
    pub fn mark<W: Has<Number> + Has<Mark>>(
        all: Query<'_, W, (Entity, &Number, Option<&Mark>)>,
        commands: &mut Commands<W>,
    ) {
        if let Some((entity, ..)) = all.iter().find(|(.., mark)| mark.is_none()) {
            commands.insert(entity, Mark);
        }
    }

    #[system]
    pub fn look<W: Has<Number> + Has<Mark>>(
        all: Query<'_, W, (&Number, &Mark)>,
        seen: &mut Seen,
        commands: &mut Commands<W>,
    ) {
        assert!(commands.len() < 2, "there is a sync between any two systems that mark");
        seen.0.push(all.iter().count());
    }

    ecs_components! {
        pub set marking;
        components: Number, Mark;
        resources: Seen;
        systems: sync, mark as one, look as before_one, sync, look as after_one, mark as two, sync, sync,
            look as after_two, mark as three, look as before_three, sync;
    }
}

mod layers {
    use super::parts::{self, marking};
    use ecs_world::prelude::*;

    ecs_components! {
        pub set around;
        include: marking { Mark as Label, one as begin };
        systems: parts::look as first, sync, ..marking, sync, parts::look as last, parts::mark as finally;
    }

    // Includes the systems of the other set a second time.
    ecs_components! {
        pub set beside;
        include: marking { Seen as Watched };
        systems: ..marking, sync, parts::mark as beside_mark, parts::look as beside_look;
    }
}

use parts::{Number, marking};

/// The numbers that systems saw in a run, the number of marked entities, and the systems between each two syncs.
macro_rules! run {
    ($World:ident . $seen:ident) => {{
        let mut world = $World::default();
        let entities = world.spawn_batch((0..8).map(Number));
        world.run();
        world.check_invariants().unwrap();
        let marked = entities.iter().filter(|entity| world.has::<parts::Mark>(**entity)).count();
        (std::mem::take(&mut world.resources.$seen.0), marked, parts_of(&$World::PLAN))
    }};
}

/// The systems of the first schedule, divided by syncs.
fn parts_of(plan: &ecs_world::Plan) -> Vec<Vec<&'static str>> {
    let of_part = |part: &ecs_world::PartPlan| {
        let mut systems: Vec<_> = part.stages.iter().flat_map(|stage| stage.iter().copied()).collect();
        systems.sort_unstable();
        systems
    };
    plan.schedules[0].parts.iter().map(of_part).filter(|part| !part.is_empty()).collect()
}

#[test]
fn a_set_with_syncs_applies_commands_at_each() {
    ecs_world! {
        struct Plain;
        include: marking;
        systems: ..marking;
    }
    let (seen, marked, parts) = run!(Plain.seen);
    assert_eq!((seen, marked), (vec![0, 1, 2, 2], 3));
    assert_eq!(
        parts,
        [vec!["before_one", "one"], vec!["after_one", "two"], vec!["after_two", "before_three", "three"]]
    );
}

#[test]
fn a_set_with_syncs_can_be_included_with_renames() {
    ecs_world! {
        struct Renamed;
        include: marking { Mark as Label, Seen as Log, two as second, after_two as after_second };
        systems: parts::look as early, ..marking, parts::look as late, sync, parts::look as latest;
    }
    let (seen, marked, parts) = run!(Renamed.log);
    assert_eq!((seen, marked), (vec![0, 0, 1, 2, 2, 3, 3], 3));
    let last = vec!["after_second", "before_three", "three"];
    assert_eq!(parts[0], ["early"]);
    assert_eq!(parts[1..4], [vec!["before_one", "one"], vec!["after_one", "second"], last]);
    assert_eq!(parts[4..], [["late"], ["latest"]]);
}

#[test]
fn a_set_of_sets_keeps_the_syncs_of_both() {
    ecs_world! {
        struct Nested;
        include: layers::around { Label as Final };
        systems: ..around;
    }
    let (seen, marked, parts) = run!(Nested.seen);
    assert_eq!((seen, marked), (vec![0, 0, 1, 2, 2, 3], 4));
    let third = vec!["after_two", "before_three", "three"];
    let expected =
        [vec!["first"], vec!["before_one", "begin"], vec!["after_one", "two"], third, vec!["finally", "last"]];
    assert_eq!(parts, expected);
}

#[test]
fn systems_included_by_two_sets_run_once_and_the_syncs_of_both_stay() {
    ecs_world! {
        struct Twice;
        include: layers::around { Label as Sign, Seen as Watched }, layers::beside { Mark as Sign };
        systems: ..around, sync, ..beside;
    }
    let (seen, marked, parts) = run!(Twice.watched);
    assert_eq!((seen, marked), (vec![0, 0, 1, 2, 2, 3, 4], 5));
    assert_eq!(parts.last(), Some(&vec!["beside_look", "beside_mark"]));
    assert_eq!(parts.len(), 6);
}
