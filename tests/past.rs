//! Double-buffered components: what systems and queries read of the past, and that the past follows its value wherever that moves.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

#[path = "common/components.rs"]
mod components;

use components::{Position, Velocity};
use ecs_world::WorldAccess;
use ecs_world::prelude::*;

/// A component without a past.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass(u32);

/// Sums of what was seen in a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    before: Vec<(u32, u32)>,
    after: Vec<(u32, u32)>,
}

#[system]
pub fn before(position: &Position, past: &Past<Position>, seen: &mut Seen) {
    seen.before.push((position.0, past.0));
}

#[system]
pub fn advance(position: &mut Position, velocity: &Velocity, past: &Past<Position>) {
    position.0 = past.0 + velocity.0;
}

#[system]
pub fn after(position: &Position, past: &Past<Position>, seen: &mut Seen) {
    seen.after.push((position.0, past.0));
}

#[system]
pub fn shift(position: &mut Position) {
    position.0 += 100;
}

#[system]
pub fn hatch(velocity: &Velocity, commands: &mut Commands<World>) {
    if velocity.0 == 7 {
        commands.spawn(Position(70));
    }
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: #[double_buffered] Position, Velocity, Mass;
    resources: Seen;
    systems: before, advance, hatch, sync, after;
    systems(fixed): shift;
}

fn positions(world: &World) -> Vec<(u32, u32)> {
    world.query::<(&Position, &Past<Position>)>().iter().map(|(now, past)| (now.0, past.0)).collect()
}

#[test]
fn the_past_is_the_value_when_the_run_started_for_all_of_its_systems() {
    let mut world = World::default();
    world.spawn((Position(1), Velocity(2)));
    world.run();
    assert_eq!(world.resources.seen, Seen { before: vec![(1, 1)], after: vec![(3, 1)] });
    world.run();
    assert_eq!(world.resources.seen, Seen { before: vec![(1, 1), (3, 3)], after: vec![(3, 1), (5, 3)] });
    assert_eq!(positions(&world), [(5, 3)], "the past can be read after the run");
}

#[test]
fn a_value_that_is_inserted_is_its_own_past() {
    let mut world = World::default();
    let one = world.spawn(Velocity(7));
    world.insert(one, Position(5)).expect("the entity is alive");
    assert_eq!(world.past::<Position>(one), Some(&Position(5)));
    world.run();
    assert_eq!(world.resources.seen.after, [(12, 5), (70, 70)], "a command spawned the second entity during the run");
}

#[test]
fn writes_to_the_present_leave_the_past() {
    let mut world = World::default();
    let one = world.spawn((Position(1), Mass(1)));
    let past = |world: &World| world.past::<Position>(one).map(|past| past.0);
    world.get_mut::<Position>(one).expect("the component is present").0 = 2;
    assert_eq!(past(&world), Some(1));
    world.insert(one, Position(3)).expect("the entity is alive");
    assert_eq!(world.replace(one, (Position(4), Velocity(1))), Ok((Some(Position(3)), None)));
    assert_eq!(past(&world), Some(1));
    for position in world.columns().position.as_mut_slice() {
        position.0 += 1;
    }
    world.query_mut::<&mut Position>().for_each(|position| position.0 += 1);
    world.insert_template(one, Template::new().with(Position(9))).expect("the entity is alive");
    assert_eq!((past(&world), world.get(one)), (Some(1), Some(&Position(9))));
    let exchanged = world.exchange::<(Position, Mass), _>(one, Position(10));
    assert_eq!(exchanged, Ok((Position(9), Mass(1))));
    assert_eq!(
        (past(&world), world.get(one)),
        (Some(1), Some(&Position(10))),
        "the value is replaced, not removed and inserted"
    );
    world.check_invariants().expect("the world is consistent");
}

#[test]
fn a_removed_value_has_no_past_and_a_later_one_has_a_past_of_its_own() {
    let mut world = World::default();
    let [one, two] = [1, 2].map(|x| world.spawn(Position(x)));
    world.get_mut::<Position>(one).expect("the component is present").0 = 5;
    assert_eq!(world.remove::<Position>(one), Ok(Some(Position(5))));
    assert_eq!((world.past::<Position>(one), world.past::<Position>(two)), (None, Some(&Position(2))));
    world.insert(one, Position(6)).expect("the entity is alive");
    assert_eq!(world.past::<Position>(one), Some(&Position(6)));
    world.despawn(one).expect("the entity is alive");
    assert_eq!(world.past::<Position>(one), None, "a stale handle has no past");
    assert_eq!(world.remove_any::<(Position, Mass)>(two), Ok((Some(Position(2)), None)));
    assert_eq!(world.past::<Position>(two), None);
    world.clear();
    assert!(positions(&world).is_empty());
    world.check_invariants().expect("the world is consistent");
}

#[test]
fn only_run_copies_the_present() {
    let mut world = World::default();
    let one = world.spawn((Position(1), Velocity(1)));
    for _ in 0..2 {
        world.run_fixed();
        world.run_shift();
        world.flush();
    }
    assert_eq!((world.get(one), world.past::<Position>(one)), (Some(&Position(401)), Some(&Position(1))));
    world.run_sequential();
    assert_eq!((world.get(one), world.past::<Position>(one)), (Some(&Position(402)), Some(&Position(401))));
}

#[test]
fn each_way_to_spawn_copies_the_first_value() {
    let mut world = World::default();
    world.spawn_batch((0..3).map(|x| (Position(x), Mass(x))));
    world.spawn_batch((3..5).map(|x| (Some(Position(x)), Mass(x))));
    world.spawn_columns((vec![Position(5), Position(6)], vec![Velocity(0); 2])).expect("the columns are equally long");
    let base = Template::new().with(Position(7)).with(Mass(7));
    let one = world.spawn_template(&base);
    world.spawn_templates(&base, 2);
    assert!(positions(&world).iter().all(|(now, past)| now == past));
    world.get_mut::<Position>(one).expect("the component is present").0 = 8;
    let clone = world.clone_entity(one).expect("the entity is alive");
    assert_eq!(world.past::<Position>(clone), Some(&Position(8)), "the past of a clone is its own present");
    let taken = world.take(one).expect("the entity is alive");
    let again = world.spawn_template(&taken);
    assert_eq!(world.past::<Position>(again), Some(&Position(8)));
    world.check_invariants().expect("the world is consistent");
    assert_eq!(positions(&world).len(), 11);
}

#[test]
fn a_cloned_world_has_a_copy_of_the_past() {
    let mut world = World::default();
    let one = world.spawn(Position(1));
    world.run_shift();
    let mut clone = world.clone();
    assert_eq!(positions(&clone), [(101, 1)]);
    clone.run();
    assert_eq!((world.past::<Position>(one), clone.past::<Position>(one)), (Some(&Position(1)), Some(&Position(101))));
    assert!(format!("{world:?}").contains("Position(1)"), "its debug output shows the past");
    assert_eq!(
        format!("{:?}", world.query::<&Past<Position>>().single().expect("one entity has a past")),
        "Position(1)"
    );
}

#[test]
fn the_past_is_an_item_of_each_kind_of_query() {
    let mut world = World::default();
    let [one, two] = [1, 2].map(|x| world.spawn(Position(x)));
    let other = world.spawn(Mass(3));
    world.run_shift();
    assert!(world.query::<&Past<Position>>().iter().map(|past| past.0).eq([1, 2]));
    let all = world.query::<(Entity, Option<&Past<Position>>)>();
    assert!(all.iter().map(|(entity, past)| (entity, past.map(|past| past.0))).eq([
        (one, Some(1)),
        (two, Some(2)),
        (other, None)
    ]));
    assert!(all.share().with::<Position>().iter().map(|(entity, _)| entity).eq([one, two]));
    assert!(world.query::<(&Past<Position>, &Past<Position>)>().iter().all(|(first, second)| first == second));
    let mut both = world.query_mut::<(&Past<Position>, &mut Position, Option<&Past<Position>>)>();
    both.for_each(|(past, now, again)| now.0 = past.0 * 10 + again.map_or(0, |again| again.0));
    for (past, now, _) in both {
        now.0 -= past.0;
    }
    assert_eq!(positions(&world), [(10, 1), (20, 2)]);
    let (now, past) = world.get_components::<(&mut Position, &Past<Position>)>(two).expect("the component is present");
    now.0 = past.0;
    assert_eq!(positions(&world), [(10, 1), (2, 2)]);
    assert!(world.get_components::<&Past<Position>>(other).is_none());
    let columns = world.query_mut::<(&mut Position, &Past<Position>)>().slices();
    assert!(columns.is_none_or(|(now, past)| now.len() == past.len()));
}

#[derive(Query)]
struct Step<'w> {
    now: &'w mut Position,
    past: &'w Past<Position>,
}

#[test]
fn structs_of_queries_have_fields_of_the_past() {
    let mut world = World::default();
    world.spawn(Position(3));
    for step in world.query_mut::<Step>() {
        step.now.0 += step.past.0;
    }
    assert_eq!(positions(&world), [(6, 3)]);
}

#[test]
fn library_code_reads_the_past_of_any_world_that_has_it() {
    fn moved<W: HasPast<Position>>(world: &W, entity: Entity) -> Option<u32> {
        Some(world.get::<Position>(entity)?.0 - world.past::<Position>(entity)?.0)
    }
    fn farthest<W: HasPast<Position>>(world: &mut W) -> Option<u32> {
        world.query_mut::<(&mut Position, &Past<Position>)>().for_each(|(now, past)| now.0 += past.0);
        world.query::<(&Position, &Past<Position>)>().iter().map(|(now, past)| now.0 - past.0).max()
    }
    let mut world = World::default();
    let one = world.spawn(Position(1));
    world.run_shift();
    assert_eq!((moved(&world, one), farthest(&mut world)), (Some(100), Some(101)));
    assert!(World::past::<Position>(&world, one).is_some() && WorldAccess::past::<Position>(&world, one).is_some());
}

#[test]
fn the_plan_says_which_components_have_a_past_and_which_systems_read_it() {
    let text = World::PLAN.to_string();
    assert!(
        text.contains("Double-buffered components, which `run()` copies to their past as it starts: Position\n"),
        "{text}"
    );
    assert!(text.contains("advance: writes Position; reads Velocity, Past<Position>\n"), "{text}");
    let reads = |name: &str| World::PLAN.systems.iter().find(|system| system.name == name).map(|system| system.reads);
    assert_eq!(reads("before"), Some(&["Position", "Past<Position>"][..]));
    assert_eq!(reads("shift"), Some(&[][..]));
}

/// Values that count their clones and drops.
mod counted {
    use std::cell::Cell;

    use ecs_world::prelude::*;

    thread_local! {
        static CLONES: Cell<u32> = const { Cell::new(0) };
        static DROPS: Cell<u32> = const { Cell::new(0) };
    }

    #[derive(Debug, PartialEq)]
    pub struct Counted(u32);

    impl Clone for Counted {
        fn clone(&self) -> Self {
            CLONES.set(CLONES.get() + 1);
            Self(self.0)
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            DROPS.set(DROPS.get() + 1);
        }
    }

    #[derive(Debug, Clone, Relation)]
    pub struct ChildOf(Entity);

    ecs_world! {
        pub struct World;
        components: #[double_buffered] Counted;
        relations: ChildOf (tree, cascade);
    }

    /// The numbers of clones and of drops in an action.
    fn counts(action: impl FnOnce()) -> (u32, u32) {
        let before = (CLONES.get(), DROPS.get());
        action();
        (CLONES.get() - before.0, DROPS.get() - before.1)
    }

    #[test]
    fn a_past_is_dropped_with_the_value_that_is_removed() {
        let mut world = World::default();
        let all = [1, 2, 3].map(|number| world.spawn(Counted(number)));
        assert_eq!(counts(|| drop(world.remove::<Counted>(all[0]).unwrap())), (0, 2));
        assert_eq!(counts(|| drop(world.remove_any::<Counted>(all[1]).unwrap())), (0, 2));
        assert_eq!(counts(|| drop(world.exchange::<Counted, ()>(all[2], ()).unwrap())), (0, 2));
    }

    #[test]
    fn pasts_are_dropped_when_a_tree_is_taken() {
        let mut world = World::default();
        let root = world.spawn(Counted(1));
        world.spawn((Counted(2), ChildOf(root)));
        let mut taken = None;
        assert_eq!(counts(|| taken = world.take_tree::<ChildOf>(root)), (0, 2));
        assert_eq!(counts(|| drop(taken)), (0, 2));
    }

    #[test]
    fn a_template_that_replaces_a_value_clones_nothing() {
        let mut world = World::default();
        let entity = world.spawn(Counted(1));
        let template = Template::new().with(Counted(2));
        assert_eq!(counts(|| world.insert_template(entity, template).unwrap()), (0, 1));
    }

    #[test]
    fn each_past_of_a_batch_is_cloned_once() {
        for count in [0, 1, 2, 3, 64] {
            let mut world = World::default();
            let values = || (0..count).map(Counted).collect::<Vec<_>>();
            assert_eq!(counts(|| _ = world.spawn_columns((values(),)).unwrap()), (count, 0));
            assert_eq!(counts(|| _ = world.spawn_batch(values())), (count, 0));
        }
    }

    #[test]
    fn each_entity_of_a_tree_arrives_with_its_own_past() {
        let mut world = World::default();
        let root = world.spawn(Counted(1));
        let child = world.spawn((Counted(2), ChildOf(root)));
        world.spawn((Counted(3), ChildOf(root)));
        world.spawn((Counted(4), ChildOf(child)));
        let tree = world.take_tree::<ChildOf>(root).unwrap();
        world.spawn_tree(tree).unwrap();
        let all = world.query::<(&Counted, &Past<Counted>)>();
        let mut numbers: Vec<_> = all.iter().map(|(now, past)| (now.0, past.0)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [(1, 1), (2, 2), (3, 3), (4, 4)]);
    }
}

mod dropped {
    use std::cell::Cell;
    use std::rc::Rc;

    /// The first value that is dropped while it is armed panics.
    #[derive(Clone)]
    pub struct Bomb(pub Rc<Cell<bool>>);

    impl Drop for Bomb {
        fn drop(&mut self) {
            assert!(!self.0.replace(false), "this drop panics");
        }
    }

    ecs_world::ecs_world! {
        pub struct World;
        components: #[double_buffered] Bomb;
    }
}

#[test]
fn a_value_leaves_with_its_past_if_the_drop_of_one_panics() {
    use dropped::{Bomb, World};
    use std::cell::Cell;
    use std::rc::Rc;

    for act in [
        |world: &mut World, entity| world.despawn(entity).expect("the entity is alive"),
        |world: &mut World, entity| drop(world.remove::<Bomb>(entity)),
        |world: &mut World, _| world.clear(),
    ] {
        let (mut world, armed) = (World::default(), Rc::new(Cell::new(false)));
        let entity = world.spawn(Bomb(Rc::clone(&armed)));
        armed.set(true);
        let act = std::panic::AssertUnwindSafe(|| act(&mut world, entity));
        assert!(std::panic::catch_unwind(act).is_err());
        assert!(!world.has::<Bomb>(entity));
        world.check_invariants().expect("the world is consistent");
        assert_eq!(Rc::strong_count(&armed), 1, "both values were dropped");
    }
}
