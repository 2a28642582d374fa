//! Transient values are in no snapshot: which entities keep them after a restore, and that nothing else depends on them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ecs_world::prelude::*;

use super::{Position, Velocity};

/// Not `Clone`, although the world has snapshots. The shared counter tells the number of live values.
#[derive(Debug)]
pub struct Mesh(#[expect(dead_code, reason = "only the number of its owners is read")] Rc<()>, u32);

#[derive(Debug)]
pub struct Glow;

#[derive(Debug, Default)]
pub struct Window(u32);

#[derive(Debug)]
pub struct Clicked;

#[derive(Debug, PartialEq)]
pub enum Menu {
    Open,
    Shut,
}

#[derive(Debug, Default)]
pub struct Drawn(u32);

macro_rules! watchers {
    ($($Name:ident $field:ident: $view:ident without $Other:ident),*) => {
        $(
            #[derive(Debug, Default)]
            pub struct $Name {
                seen: Vec<Entity>,
                heard: Vec<(bool, Entity)>,
            }

            #[system(view = $view, without($Other))]
            impl $Name {
                fn run(&mut self, entity: Entity, _: &Position, _: &Mesh) {
                    self.seen.push(entity);
                }

                fn on_added(&mut self, entity: Entity) {
                    self.heard.push((true, entity));
                }

                fn on_removed(&mut self, entity: Entity) {
                    self.heard.push((false, entity));
                }
            }
        )*
    };
}
watchers!(Listed listed: list without Mark, Late late: delayed without Brand, Swapped swapped: active_passive without Velocity);

#[derive(Debug, Clone)]
pub struct Mark;
#[derive(Debug, Clone)]
pub struct Brand;

#[system]
fn click(clicked: EventReader<'_, Clicked>, drawn: &mut Drawn) {
    drawn.0 += 100 * u32::try_from(clicked.len()).unwrap();
}

#[system]
fn advance(position: &mut Position, velocity: &Velocity) {
    position.0 = position.0.wrapping_mul(31).wrapping_add(velocity.0);
}

ecs_world! {
    #[derive(Snapshot)]
    pub struct World;
    components: Position, Velocity, #[transient] Mesh, #[transient] Glow, Mark, Brand;
    resources: #[transient] Window, #[transient] Drawn;
    events: #[transient] Clicked;
    states: #[transient] Menu = Menu::Shut;
    systems: #[transient] Listed, #[transient] Late, #[transient] Swapped, glow, click, advance;
    queries: (Position, Velocity), (Position, without(Glow)), (Position, Velocity, without(Mesh)), (Mesh, Glow);
}

#[system]
fn glow(_: &Mesh, _: &Glow, drawn: &mut Drawn) {
    drawn.0 += 1;
}

fn mesh(n: u32) -> Mesh {
    Mesh(Rc::default(), n)
}

fn meshes(world: &World) -> Vec<(Entity, u32)> {
    let mut all: Vec<_> = world.query::<(Entity, &Mesh)>().iter().map(|(entity, mesh)| (entity, mesh.1)).collect();
    all.sort_unstable();
    all
}

#[test]
fn entities_that_are_alive_in_both_states_keep_their_transient_components() {
    let mut world = World::default();
    let [kept, lost, died, recycled] = [0, 1, 2, 3].map(|n| world.spawn((Position(n), mesh(n))));
    let never = world.spawn(Position(4));
    world.despawn(died).unwrap();
    let snapshot = world.snapshot();
    let counted = Rc::new(());
    let _ = world.remove::<Mesh>(lost).unwrap();
    world.insert(never, Mesh(counted.clone(), 40)).unwrap();
    world.despawn(recycled).unwrap();
    // These reuse the slots of the two despawned entities.
    let others = [0, 1].map(|_| world.spawn((Position(9), Mesh(counted.clone(), 50))));
    assert!(others.iter().any(|other| other.index() == recycled.index()));
    assert_eq!(Rc::strong_count(&counted), 4);
    world.restore(&snapshot);
    world.check_invariants().unwrap();
    assert_eq!(meshes(&world), [(kept, 0), (never, 40)]);
    assert_eq!(Rc::strong_count(&counted), 2, "values of entities that lose them are dropped");
    assert!(world.contains(recycled) && !world.has::<Mesh>(recycled));
    assert!(!world.has::<Mesh>(lost) && others.iter().all(|other| !world.contains(*other)));
    // A second restore changes nothing, and a world that had no such values gets none.
    world.restore(&snapshot);
    assert_eq!(meshes(&world), [(kept, 0), (never, 40)]);
    let mut other = World::default();
    other.restore(&snapshot);
    other.check_invariants().unwrap();
    assert_eq!((other.len(), meshes(&other)), (4, vec![]));
}

#[test]
fn transient_resources_events_states_and_systems_stay_as_they_are() {
    let mut world = World::default();
    world.run();
    let snapshot = world.snapshot();
    world.resources.window.0 = 7;
    world.events.clicked.send(Clicked);
    world.states.menu.set(Menu::Open);
    let entity = world.reserve_entity();
    world.systems.listed.heard.push((true, entity));
    let drawn = world.resources.drawn.0;
    world.restore(&snapshot);
    assert_eq!((world.resources.window.0, world.events.clicked.len()), (7, 1));
    assert_eq!((world.states.menu.requested(), world.systems.listed.heard.len()), (Some(&Menu::Open), 1));
    world.run();
    assert_eq!(world.resources.drawn.0, drawn + 100, "the reader of a transient event continues, too");
    world.restore(&snapshot);
    world.run();
    assert_eq!(world.resources.drawn.0, drawn + 100);
    assert!(world.states.menu == Menu::Open);
}

#[test]
fn views_that_mention_transient_components_are_exact_after_a_restore_and_call_nothing() {
    let mut world = World::default();
    let all = world.spawn_batch((0..6).map(Position)).into_vec();
    world.insert(all[1], Velocity(1)).unwrap();
    world.insert(all[2], mesh(2)).unwrap();
    let snapshot = world.snapshot();
    for number in [0, 1, 3] {
        world.insert(all[number], (mesh(0), Glow)).unwrap();
    }
    world.despawn(all[3]).unwrap();
    world.run();
    let heard = |world: &World| {
        [&world.systems.listed.heard, &world.systems.late.heard, &world.systems.swapped.heard].map(Vec::len)
    };
    let before = heard(&world);
    world.restore(&snapshot);
    world.check_invariants().unwrap();
    assert_eq!(meshes(&world), [(all[0], 0), (all[1], 0), (all[2], 2)]);
    assert_eq!(world.query_mesh_glow().iter().count(), 2);
    assert_eq!(world.query_position_without_glow().iter().count(), 4);
    let systems = &mut world.systems;
    [&mut systems.listed.seen, &mut systems.late.seen, &mut systems.swapped.seen].into_iter().for_each(Vec::clear);
    world.run();
    world.check_invariants().unwrap();
    assert_eq!(heard(&world), before, "a restore calls no callback, nor does the next sync");
    assert_eq!(world.systems.listed.seen, [all[0], all[1], all[2]]);
    assert_eq!(world.systems.late.seen, [all[0], all[1], all[2]]);
    assert_eq!(world.systems.swapped.seen, [all[0], all[2]], "the view excludes velocities");
    world.insert(all[4], mesh(4)).unwrap();
    world.run();
    assert_eq!(heard(&world), before.map(|count| count + 1));
}

#[test]
fn the_plan_says_why_a_view_owns_nothing_that_snapshots_have() {
    let views = World::PLAN.views;
    let of = |all: &[&str], none: &[&str]| views.iter().find(|view| view.all == all && view.none == none).unwrap();
    assert_eq!(of(&["Position", "Velocity"], &[]).owned, ["Position", "Velocity"]);
    assert_eq!(of(&["Mesh", "Glow"], &[]).owned, ["Mesh", "Glow"]);
    let own = of(&["Position", "Velocity"], &["Mesh"]);
    assert!(own.owned.is_empty());
    assert_eq!(own.reason, "Position is in snapshots, and Mesh is not; Velocity is in snapshots, and Mesh is not");
}

/// Random operations on saved components, and between them others on transient ones, which depend on a second seed.
fn course(world: &mut World, seed: u64, of_transient: u64) -> Vec<String> {
    let (mut saved, mut others) = (seed, of_transient);
    let next = |numbers: &mut u64| {
        *numbers = numbers.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(*numbers >> 34).unwrap()
    };
    let mut orders = vec![];
    for _ in 0..30 {
        let pick = |world: &World, n: u32| world.entities().nth(n as usize % world.len().max(1));
        for _ in 0..3 {
            let (n, what) = (next(&mut others), next(&mut others) % 4);
            let Some(entity) = pick(world, n) else { continue };
            match what {
                0 => drop(world.insert(entity, mesh(n))),
                1 => drop(world.insert(entity, Glow)),
                2 => drop(world.remove::<Mesh>(entity)),
                _ => drop(world.remove_any::<(Mesh, Glow)>(entity)),
            }
        }
        let (n, what) = (next(&mut saved), next(&mut saved) % 9);
        let entity = pick(world, n);
        match (what, entity) {
            (0 | 1, _) | (_, None) => drop(world.spawn((Position(n), Velocity(n)))),
            (2, Some(entity)) => drop(world.insert(entity, Velocity(n))),
            (3, Some(entity)) => drop(world.remove::<Velocity>(entity)),
            (4, Some(entity)) => drop(world.despawn(entity)),
            (5, Some(entity)) => drop(world.insert(entity, (Mark, Brand))),
            (6, Some(entity)) => drop(world.remove_any::<(Mark, Brand)>(entity)),
            (7, _) => drop(world.tidy_within(n as usize % 7)),
            _ => world.run(),
        }
        let columns = world.columns();
        let order: Vec<_> = columns.position.iter().collect();
        let text = format!("{order:?} {:?}", columns.velocity.as_slice());
        let grouped: Vec<_> = world.query_position_velocity().iter().map(|(entity, ..)| entity).collect();
        orders.push(format!("{text} {grouped:?}"));
    }
    orders
}

#[test]
fn transient_components_decide_no_order_of_what_is_saved() {
    for seed in 0..30 {
        let mut world = World::default();
        course(&mut world, seed, seed + 100);
        let snapshot = world.snapshot();
        let expected = course(&mut world, seed + 1, seed + 200);
        let mut other = World::default();
        course(&mut other, seed + 3, seed + 300);
        for world in [&mut world, &mut other] {
            world.restore(&snapshot);
            world.check_invariants().unwrap();
            assert_eq!(course(world, seed + 1, seed + 400), expected, "seed {seed}");
            world.check_invariants().unwrap();
        }
    }
}

#[test]
fn a_snapshot_is_refused_while_a_transient_value_is_pending() {
    let mut world = World::default();
    let ship = world.spawn(Position(1));
    let mut snapshot = world.snapshot();
    world.commands().insert(ship, Position(2));
    world.commands().insert(ship, (Position(3), mesh(1)));
    let refused = catch_unwind(AssertUnwindSafe(|| world.snapshot_into(&mut snapshot))).unwrap_err();
    assert_eq!(
        refused.downcast_ref::<String>().map(String::as_str),
        Some("a pending command has a value of the transient component `Mesh`: flush the commands before the snapshot")
    );
    assert!(snapshot.is_complete(), "the previous snapshot is unchanged");
    // A restore drops the pending values; later ones are not mistaken for them.
    let counted = Rc::new(());
    world.commands().insert(ship, Mesh(counted.clone(), 1));
    world.restore(&snapshot);
    assert_eq!(Rc::strong_count(&counted), 1);
    world.commands().insert(ship, mesh(5));
    world.flush();
    assert_eq!(meshes(&world), [(ship, 5)]);
    assert_eq!(world.get::<Position>(ship), Some(&Position(1)));
}

mod sets {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    pub struct Place(pub u32);
    #[derive(Debug)]
    pub struct Sprite;
    #[derive(Debug, Default)]
    pub struct Screen(pub u32);
    #[derive(Debug, Default)]
    pub struct Painter(pub u32);

    #[system]
    impl Painter {
        fn run(&mut self, _: &Place, _: &Sprite) {
            self.0 += 1;
        }
    }

    ecs_components! {
        pub set pictures;
        components: Place, #[transient] Sprite;
        resources: #[transient] Screen;
        systems: #[transient] Painter;
    }

    /// A world without snapshots that includes the set, too.
    pub mod plain {
        use ecs_world::prelude::*;

        ecs_world! {
            include: super::pictures;
            systems: ..pictures;
        }
    }

    pub mod saved {
        use ecs_world::prelude::*;

        ecs_world! {
            #[derive(Snapshot)]
            pub struct World;
            include: super::pictures { Sprite as Image };
            resources: Screen as Display;
            systems: ..pictures;
        }

        #[derive(Debug, Default, Clone)]
        pub struct Screen(pub u32);
    }
}

#[test]
fn sets_say_what_is_transient() {
    let mut world = sets::saved::World::default();
    let entity = world.spawn((sets::Place(1), sets::Sprite));
    let snapshot = world.snapshot();
    world.run();
    world.resources.screen.0 = 4;
    world.resources.display.0 = 5;
    world.insert(entity, sets::Place(2)).unwrap();
    world.restore(&snapshot);
    assert_eq!((world.systems.painter.0, world.resources.screen.0, world.resources.display.0), (1, 4, 0));
    assert!(world.has::<sets::Sprite>(entity));
    assert_eq!(world.get::<sets::Place>(entity), Some(&sets::Place(1)));
    let owned = |plan: ecs_world::Plan| plan.views[0].owned.len();
    assert_eq!((owned(sets::saved::World::PLAN), owned(sets::plain::World::PLAN)), (1, 2));
}

mod advised {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone)]
    pub struct Position(pub f32);
    #[derive(Debug, Clone)]
    pub struct Velocity(pub f32);
    #[derive(Debug, Clone)]
    pub struct Ship;
    #[derive(Debug)]
    pub struct Glow(pub f32);

    #[system]
    fn steer(_: &Ship, position: &mut Position) {
        position.0 += 1.0;
    }

    #[system]
    fn glow(glow: &Glow, position: &mut Position) {
        position.0 += glow.0;
    }

    #[system]
    fn advance(position: &mut Position, velocity: &Velocity) {
        position.0 += velocity.0;
    }

    ecs_world! {
        #[derive(Snapshot)]
        pub struct World;
        components: Position, Velocity, Ship, #[transient] Glow;
        systems: steer, glow, advance;
    }
}

#[test]
fn advice_counts_no_view_that_cannot_own_a_saved_storage() {
    for glowing in [10, 500] {
        let sizes = [("Position", 1_000), ("Velocity", 900), ("Ship", 3), ("Glow", glowing)];
        let advice = advised::World::PLAN.advice(&sizes);
        let [hint] = advice.hints.as_slice() else { panic!("{advice}") };
        assert_eq!((hint.view.systems, &hint.write[..]), (&["advance"][..], &[ecs_world::Remedy::Rare("Ship")][..]));
        assert_eq!(hint.lost.iter().map(|lost| lost.view.systems).collect::<Vec<_>>(), [["steer"]]);
    }
}

mod linked {
    use ecs_world::prelude::*;

    #[derive(Debug, Clone)]
    pub(crate) struct Fuel;
    #[derive(Debug, Clone)]
    pub(crate) struct Link;
    #[derive(Debug, Clone)]
    pub(crate) struct Mesh;

    #[derive(Debug, Clone, Default)]
    pub(crate) struct Seen(pub(crate) Vec<Entity>);

    #[system(view = delayed)]
    fn see(entity: Entity, _: &Fuel, _: &Link, seen: &mut Seen) {
        seen.0.push(entity);
    }

    ecs_world! {
        #[derive(Clone, Snapshot)]
        pub(crate) struct World;
        components: Fuel, Link, #[transient] Mesh;
        resources: Seen;
        systems: see;
    }
}

/// The entity already has the component of the bundle that the view requires; whether it has the other one is in no snapshot.
#[test]
fn a_bundle_with_a_transient_component_decides_no_order_of_a_delayed_view() {
    use linked::{Fuel, Link, Mesh, World};

    let mut world = World::default();
    let (first, second) = (world.spawn((Fuel, Mesh)), world.spawn(Fuel));
    world.flush();
    let mut restored = World::default();
    restored.restore(&world.snapshot());
    for world in [&mut world, &mut restored] {
        world.insert(first, (Fuel, Mesh)).unwrap();
        world.insert(second, Link).unwrap();
        world.insert(first, Link).unwrap();
        world.run();
    }
    assert_eq!(world.resources.seen.0, [second, first]);
    assert_eq!(restored.resources.seen.0, world.resources.seen.0);
}
