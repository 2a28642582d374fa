//! The planner: which storages views own, which requests are granted, rare components, and advice.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::needless_pass_by_value,
    reason = "systems here are what users may write"
)]

#[path = "common/components.rs"]
mod components;

use components::{Position, Velocity};
use ecs_world::prelude::*;
use ecs_world::{GroupPriority, LostTo, Plan, Remedy, ViewKind, ViewPlan};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ship;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turret;

#[system]
pub fn steer(_: &Ship, position: &mut Position) {
    position.0 += 1;
}

#[system]
pub fn aim(_: &Turret, velocity: &mut Velocity) {
    velocity.0 += 1;
}

#[system]
pub fn advance(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

/// The view of a system.
fn view(plan: Plan, system: &str) -> &'static ViewPlan {
    plan.views.iter().find(|view| view.systems.contains(&system)).expect("the system has a view")
}

fn kept(plan: Plan, system: &str) -> (ViewKind, &'static [&'static str]) {
    let view = view(plan, system);
    (view.kept, view.owned)
}

mod hot {
    use super::*;

    ecs_world! {
        pub struct Hot;
        components: Position, Velocity, Ship, Turret;
        systems: steer, aim, advance;
    }
}

mod mended {
    use super::*;

    ecs_world! {
        pub struct Mended;
        components: Position, Velocity, #[rare] Ship, #[rare] Turret;
        systems: steer, aim, advance;
    }
}

mod entered {
    use super::*;

    ecs_world! {
        pub struct Entered;
        components: Position, Velocity, Ship, Turret;
        systems: steer, aim, advance;
        groups: (Position, Velocity);
    }
}

/// Spawns ships with a position, turrets with a velocity, and `others` entities with both.
fn fill<W: Has<Position> + Has<Velocity> + Has<Ship> + Has<Turret>>(ships: u32, turrets: u32, others: u32) -> W {
    let mut world = W::default();
    world.spawn_batch((0..ships).map(|n| (Position(n), Ship)));
    world.spawn_batch((0..turrets).map(|n| (Velocity(n), Turret)));
    world.spawn_batch((0..others).map(|n| (Position(n), Velocity(n))));
    world
}

#[test]
fn advice_names_the_small_views_that_took_storages_from_a_large_one() {
    assert_eq!(kept(hot::Hot::PLAN, "advance"), (ViewKind::Scan, &[][..]));
    let world: hot::Hot = fill(1, 1, 1_000);
    let advice = world.advice();
    let [hint] = advice.hints.as_slice() else { panic!("{advice}") };
    assert_eq!((hint.view, hint.len), (view(hot::Hot::PLAN, "advance"), 1_000 + 1));
    let [steer, aim] = ["steer", "aim"].map(|system| view(hot::Hot::PLAN, system));
    let lost =
        [LostTo { component: "Position", view: steer, len: 1 }, LostTo { component: "Velocity", view: aim, len: 1 }];
    assert_eq!(hint.lost, lost);
    assert_eq!(hint.write, [Remedy::Rare("Ship"), Remedy::Rare("Turret")]);
    assert!(hint.can_be_an_entry && !advice.is_empty());
    let text = "\
(Position, Velocity) (at most 1001 entities, 1 system) lost Position to (Position, Ship) (at most 1, 1 system), Velocity to (Velocity, Turret) (at most 1, 1 system)
  write `components: #[rare] Ship, #[rare] Turret`, or `groups: (Position, Velocity)`
(Position, Velocity) looks components up, and gains from `tidy()`
";
    assert_eq!(advice.to_string(), text);
}

#[test]
fn each_remedy_that_advice_names_works() {
    for plan in [mended::Mended::PLAN, entered::Entered::PLAN] {
        assert_eq!(kept(plan, "advance"), (ViewKind::Group, &["Position", "Velocity"][..]), "{plan}");
        assert_eq!(kept(plan, "steer"), (ViewKind::Group, &["Ship"][..]), "{plan}");
        assert_eq!(kept(plan, "aim"), (ViewKind::Group, &["Turret"][..]), "{plan}");
    }
    let (mended, entered) = (fill::<mended::Mended>(1, 1, 1_000), fill::<entered::Entered>(1, 1, 1_000));
    for advice in [mended.advice(), entered.advice()] {
        assert!(advice.is_empty(), "{advice}");
        assert_eq!(advice.to_string(), "No view lost a storage to a view of far fewer entities or of far less work.\n");
    }
}

#[test]
fn a_plan_lists_rare_components_and_says_what_they_leave_to_others() {
    assert_eq!((mended::Mended::PLAN.rare, hot::Hot::PLAN.rare), (&["Ship", "Turret"][..], &[][..]));
    let steer = view(mended::Mended::PLAN, "steer");
    assert_eq!(steer.reason, "Position is left to (Position, Velocity), since Ship is rare");
    assert!(steer.lost.is_empty() && mended::Mended::PLAN.text.contains(steer.reason));
}

#[test]
fn a_plan_names_the_entry_that_demotes_the_group_of_a_system() {
    let plan = entered::Entered::PLAN;
    let steer = view(plan, "steer");
    let [lost] = steer.lost else { panic!("{plan}") };
    assert_eq!((lost.component, plan.views[lost.owner].priority), ("Position", Some(GroupPriority::Entry)));
    assert_eq!(plan.views[lost.owner].to_string(), "(Position, Velocity)");
    assert_eq!(steer.reason, "Position is kept in the order of (Position, Velocity), an entry of `groups:`");
    assert!(plan.text.contains(steer.reason));
    let [lost] = view(hot::Hot::PLAN, "aim").lost else { return };
    panic!("{lost:?}: nothing demotes it");
}

#[test]
fn a_plan_says_that_a_view_is_requested_by_an_entry_of_groups() {
    let text = entered::Entered::PLAN.text;
    assert!(
        text.lines().any(|line| line.starts_with("  (Position, Velocity): ") && line.ends_with("`groups:`")),
        "{text}"
    );
}

#[test]
fn a_view_of_twice_as_many_entities_as_the_owners_gets_advice() {
    let hints = |ships, turrets, others| fill::<hot::Hot>(ships, turrets, others).advice().hints;
    assert!(hints(0, 0, 0).is_empty(), "an empty world needs no advice");
    assert!(hints(70, 70, 0).is_empty() && hints(70, 70, 69).is_empty() && hints(70, 70, 70)[..].len() == 1);
    // The view has at most 50 + n positions and 50 + n velocities.
    assert!(hints(50, 50, 49).is_empty());
    let [hint] = &hints(50, 50, 50)[..] else { panic!("no advice, although 100 are twice as many as 50") };
    assert_eq!((hint.len, hint.lost.len()), (100, 2));
}

#[test]
fn a_view_of_fewer_than_32_entities_gets_no_advice() {
    for others in [0, 1, 2, 3, 7, 30, 31, 32, 33, 1_000] {
        let hints = fill::<hot::Hot>(0, 0, others).advice().hints;
        assert_eq!(hints.len(), usize::from(others >= 32), "{others} entities");
    }
    let hints = fill::<hot::Hot>(1, 1, 30).advice().hints;
    assert!(hints.is_empty(), "at most 31 positions and velocities: {hints:?}");
    let hints = fill::<hot::Hot>(1, 1, 31).advice().hints;
    assert_eq!(hints.len(), 1, "at most 32 positions and velocities: {hints:?}");
}

#[test]
fn only_the_storages_that_small_views_took_are_named() {
    let world: hot::Hot = fill(1, 900, 1_000);
    let [hint] = &world.advice().hints[..] else { panic!("{}", world.advice()) };
    assert_eq!(hint.write, [Remedy::Rare("Ship")]);
    assert_eq!(hint.lost.iter().map(|lost| lost.component).collect::<Vec<_>>(), ["Position"]);
}

mod chained {
    use super::*;

    #[system]
    fn follow(_: &Turret, position: &mut Position) {
        position.0 += 1;
    }

    ecs_world! {
        pub struct Chained;
        components: Position, Velocity, Ship, Turret;
        systems: steer, follow, advance;
    }
}

#[test]
fn advice_names_all_views_that_would_take_the_storage_in_turn() {
    let world: chained::Chained = fill(1, 2, 100);
    let [hint] = &world.advice().hints[..] else { panic!("{}", world.advice()) };
    assert_eq!(hint.write, [Remedy::Rare("Ship"), Remedy::Rare("Turret")]);
    assert_eq!(
        hint.lost.iter().map(|lost| (lost.component, lost.len)).collect::<Vec<_>>(),
        [("Position", 1), ("Position", 2)]
    );
    assert!(hint.view.systems == ["advance"], "a view that becomes rare gets no advice of its own");
    let world: chained::Chained = fill(1, 64, 100);
    let [hint] = &world.advice().hints[..] else { panic!("{}", world.advice()) };
    assert_eq!((hint.view.systems, hint.len), (&["follow"][..], 64), "too many turrets to make them rare");
    assert_eq!(hint.write, [Remedy::Rare("Ship")]);
}

mod explicit {
    use super::*;

    ecs_world! {
        pub struct Explicit;
        components: #[storage(vec)] Velocity, Position, Ship, Turret;
        systems: steer, aim, advance;
        groups: (Ship, Position);
    }
}

#[test]
fn advice_says_to_remove_an_entry_for_a_small_view() {
    let world: explicit::Explicit = fill(1, 1, 100);
    let advice = world.advice();
    let [hint] = &advice.hints[..] else { panic!("{advice}") };
    let entry = view(explicit::Explicit::PLAN, "steer");
    assert_eq!(hint.write, [Remedy::RemoveEntry(entry), Remedy::Rare("Ship")]);
    assert!(!hint.can_be_an_entry, "no group can own velocities, which are in a `vec`");
    assert!(
        advice
            .to_string()
            .ends_with("\n  remove `(Position, Ship)` from `groups:`, write `components: #[rare] Ship`\n"),
        "{advice}"
    );
    assert_eq!(explicit::Explicit::PLAN.fixed, ["Velocity"]);
}

mod beside {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Name;
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Place;

    ecs_world! {
        pub struct Beside;
        components: Position, Velocity, Ship, Turret, Name, Place;
        systems: steer, aim, advance;
        groups: (Name, Place);
    }
}

#[test]
fn an_entry_that_has_nothing_in_common_with_a_view_does_not_prevent_another() {
    let world: beside::Beside = fill(1, 1, 100);
    let [hint] = &world.advice().hints[..] else { panic!("{}", world.advice()) };
    assert!(hint.can_be_an_entry, "{}", world.advice());
}

mod asked {
    use super::*;

    #[system]
    pub fn guard(turrets: Query<'_, Asked, (&Position, &Turret)>) {
        assert_eq!(turrets.iter().count(), 0);
    }

    #[system]
    pub fn look(bodies: Query<'_, Asked, (&Position, &Velocity)>) {
        assert!(bodies.iter().count() > 0);
    }

    ecs_world! {
        pub struct Asked;
        components: Position, Velocity, #[rare] Ship, Turret;
        systems: steer, guard, look;
    }
}

#[test]
fn advice_names_an_entry_if_a_rare_view_takes_storages_from_parameters_only() {
    let plan = asked::Asked::PLAN;
    assert_eq!(kept(plan, "steer"), (ViewKind::Group, &["Position", "Ship"][..]), "{plan}");
    let of = |name: &str| plan.views.iter().find(|view| view.to_string() == name).expect("the plan has the view");
    let [guard, look] = ["(Position, Turret)", "(Position, Velocity)"].map(of);
    assert!(view(plan, "steer").rank < guard.rank && guard.rank < look.rank, "{plan}");
    assert!(look.lost.iter().any(|lost| lost.component == "Position"), "{plan}");
    let world: asked::Asked = fill(1, 1, 1_000);
    let [hint] = &world.advice().hints[..] else { panic!("{}", world.advice()) };
    assert_eq!((hint.view, &hint.write[..], hint.can_be_an_entry), (look, &[][..], true));
    assert_eq!(hint.lost, [LostTo { component: "Position", view: view(plan, "steer"), len: 1 }]);
}

mod worked {
    use super::*;

    #[system]
    pub fn find(sailing: Query<'_, Worked, (&Position, &Ship)>) {
        let _ = sailing.iter().count();
    }

    #[system]
    pub fn count(sailing: Query<'_, Worked, (&Position, &Ship)>) {
        let _ = sailing.iter().count();
    }

    ecs_world! {
        pub struct Worked;
        components: Position, Velocity, Ship, Turret;
        systems: advance, find, count;
    }
}

#[test]
fn advice_names_an_entry_for_a_view_of_twice_the_work() {
    let filled = |movers, ships| fill::<worked::Worked>(ships, 0, movers);
    // Two systems visit the ships, and one what moves.
    for (movers, ships) in [(32, 32), (99, 100), (100, 100), (100, 199)] {
        let world = filled(movers, ships);
        let [hint] = &world.advice().hints[..] else { panic!("{movers}, {ships}: {}", world.advice()) };
        assert_eq!((hint.view.queried_by, hint.len), (&["find", "count"][..], ships as usize));
        assert_eq!((&hint.write[..], hint.can_be_an_entry), (&[][..], true));
        let owner = view(worked::Worked::PLAN, "advance");
        assert_eq!(hint.lost, [LostTo { component: "Position", view: owner, len: movers as usize }]);
        assert!(world.advice().to_string().contains("\n  write `groups: (Position, Ship)`\n"), "{}", world.advice());
    }
    for (movers, ships) in [(0, 31), (31, 31), (33, 32), (101, 100), (1_000, 100)] {
        let world = filled(movers, ships);
        assert!(world.advice().is_empty(), "{movers}, {ships}: {}", world.advice());
    }
    let all = usize::MAX;
    let advice = worked::Worked::PLAN.advice(&[("Position", all), ("Velocity", all), ("Ship", all)]);
    assert!(advice.is_empty(), "the largest numbers do not overflow: {advice}");
}

mod owners {
    use super::*;

    #[system]
    pub fn find(bodies: Query<'_, Owners, (&Position, &Velocity)>) {
        let _ = bodies.iter().count();
    }

    #[system]
    pub fn count(bodies: Query<'_, Owners, (&Position, &Velocity)>) {
        let _ = bodies.iter().count();
    }

    #[system]
    pub fn sum(bodies: Query<'_, Owners, (&Position, &Velocity)>) {
        let _ = bodies.iter().count();
    }

    ecs_world! {
        pub struct Owners;
        components: Position, Velocity, Ship, Turret;
        systems: steer, aim, find, count, sum;
    }
}

mod one_owner {
    use super::*;

    #[system(with(Turret))]
    pub fn advance_turrets(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    #[system]
    pub fn find(ships: Query<'_, OneOwner, (&Position, &Velocity, &Ship)>) {
        let _ = ships.iter().count();
    }

    #[system]
    pub fn count(ships: Query<'_, OneOwner, (&Position, &Velocity, &Ship)>) {
        let _ = ships.iter().count();
    }

    ecs_world! {
        pub struct OneOwner;
        components: Position, Velocity, Ship, Turret;
        systems: advance_turrets, find, count;
    }
}

#[test]
fn the_work_of_several_owners_is_added_and_that_of_one_counts_once() {
    let hints = |plan: Plan, ships, turrets| {
        plan.advice(&[("Position", 100), ("Velocity", 100), ("Ship", ships), ("Turret", turrets)]).hints
    };
    // Three systems visit 100 entities, so that the owners may visit 150.
    for (ships, turrets, expected) in [(75, 75, 1), (76, 75, 0), (75, 76, 0), (51, 99, 1), (51, 100, 0)] {
        let hints = hints(owners::Owners::PLAN, ships, turrets);
        assert_eq!(hints.len(), expected, "{ships} ships and {turrets} turrets: {hints:?}");
        assert!(hints.iter().all(|hint| hint.lost.len() == 2 && hint.can_be_an_entry), "{hints:?}");
    }
    // Two systems visit 64 ships, and one owner of both storages visits as many turrets, or one more.
    for (turrets, expected) in [(63, 1), (64, 1), (65, 0)] {
        let hints = hints(one_owner::OneOwner::PLAN, 64, turrets);
        assert_eq!(hints.len(), expected, "{turrets} turrets: {hints:?}");
        assert!(hints.iter().all(|hint| hint.lost.len() == 2), "{hints:?}");
    }
}

mod contended {
    use super::*;

    #[system]
    pub fn find(sailing: Query<'_, Contended, (&Position, &Ship)>) {
        let _ = sailing.iter().count();
    }

    #[system]
    pub fn count(turrets: Query<'_, Contended, (&Position, &Turret)>) {
        let _ = turrets.iter().count();
    }

    ecs_world! {
        pub struct Contended;
        components: Position, Velocity, Ship, Turret;
        systems: advance, find, count;
    }
}

#[test]
fn advice_gives_a_storage_that_several_views_lost_to_that_of_the_most_work() {
    for (ships, turrets, expected) in [(100, 99, "(Position, Ship)"), (99, 100, "(Position, Turret)")] {
        let mut world: contended::Contended = fill(ships, 0, 5);
        world.spawn_batch((0..turrets).map(|n| (Position(n), Turret)));
        let [hint] = &world.advice().hints[..] else { panic!("{}", world.advice()) };
        assert_eq!(hint.view.to_string(), expected, "the macro refuses an entry for both");
    }
}

mod wished {
    use super::*;

    #[system(view = scan)]
    fn look(position: &Position, velocity: &Velocity) {
        let _ = (position, velocity);
    }

    ecs_world! {
        pub struct Wished;
        components: Position, Velocity, Ship, Turret;
        systems: steer, aim, look;
    }
}

#[test]
fn a_view_that_is_requested_as_a_scan_gets_no_advice() {
    let world: wished::Wished = fill(1, 1, 1_000);
    assert!(world.advice().is_empty(), "{}", world.advice());
}

mod of_sets {
    use super::*;

    pub mod fleet {
        ecs_world::ecs_components! {
            pub set fleet;
            components: super::Position, #[rare] super::Ship, super::Turret;
        }
    }

    pub mod silent {
        ecs_world::ecs_components! {
            pub set silent;
            components: super::Ship, #[storage(vec)] #[rare] super::Turret;
        }
    }

    pub mod around {
        ecs_world::ecs_components! {
            pub set around;
            include: super::fleet::fleet;
            components: #[rare(false)] super::Ship;
        }
    }

    ecs_world! {
        pub struct Both;
        include: silent::silent, fleet::fleet;
        components: Velocity, /** Aims. */ Turret;
        systems: steer, aim, advance;
    }

    ecs_world! {
        pub struct Outer;
        include: around::around;
        components: Velocity;
        systems: steer, aim, advance;
    }

    ecs_world! {
        pub struct Decided;
        include: around::around { Ship as Vessel }, fleet::fleet { Ship as Vessel };
        components: Velocity, #[rare] Ship as Vessel;
        systems: steer, aim, advance;
    }

    ecs_world! {
        pub struct Common;
        include: fleet::fleet, silent::silent;
        components: Velocity, #[rare(false)] Ship, #[rare(false)] Turret;
        systems: steer, aim, advance;
    }
}

#[test]
fn a_set_that_does_not_say_which_components_are_rare_leaves_it_to_others() {
    assert_eq!(of_sets::Both::PLAN.rare, ["Ship", "Turret"]);
    assert_eq!(of_sets::Both::PLAN.fixed, ["Turret"], "one set determines its storage, too");
}

#[test]
fn an_outer_set_overrides_an_inner_one_about_rare_components_and_the_world_overrides_both() {
    assert_eq!(of_sets::Outer::PLAN.rare, [""; 0]);
    assert_eq!(of_sets::Decided::PLAN.rare, ["Vessel"]);
    assert_eq!((of_sets::Common::PLAN.rare, of_sets::Common::PLAN.fixed), (&[][..], &["Turret"][..]));
}

mod listed {
    use super::*;

    #[derive(Default)]
    pub struct Seen(pub Vec<(Entity, Position)>);

    #[system(view = list)]
    fn look(entity: Entity, position: &Position, seen: &mut Seen) {
        seen.0.push((entity, *position));
    }

    ecs_world! {
        pub struct Listed;
        components: Position, Velocity;
        resources: Seen;
        systems: look, advance;
    }
}

#[test]
fn a_list_over_one_component_pairs_entities_with_their_values_in_a_grouped_storage() {
    let mut world = listed::Listed::default();
    let still: Vec<_> = (0..3).map(|n| world.spawn(Position(n))).collect();
    let moving: Vec<_> = (3..5).map(|n| world.spawn((Position(n), Velocity(0)))).collect();
    world.run();
    let expected: Vec<_> = still.into_iter().chain(moving).zip((0..).map(Position)).collect();
    assert_eq!(world.resources.seen.0, expected);
    assert_eq!(kept(listed::Listed::PLAN, "look"), (ViewKind::List, &[][..]));
}
