//! `on_replaced`: called once for each replaced value of an entity that matches the system before and after.
#![allow(clippy::unwrap_used, clippy::trivially_copy_pass_by_ref, reason = "the functions here are parts of tests")]
#![allow(missing_docs, unreachable_pub, reason = "the items of a set are as public as the set")]

#[path = "common/components.rs"]
mod components;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use components::{Frozen, Health};
use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq)]
struct Armour(u32);
#[derive(Debug, Clone, PartialEq)]
struct Shared(Rc<u32>);
#[derive(Debug, Clone, Copy, PartialEq, Relation)]
struct ChildOf(Entity);

/// The arguments of callbacks, in order.
#[derive(Debug, Default, Clone)]
pub struct Story(pub Vec<String>);

/// A callback panics if the new value is this one.
const POISON: u32 = 666;

#[derive(Debug, Default)]
struct Watch;

#[system(without(Frozen))]
impl Watch {
    fn run(&self, _: &Health, _: &Armour) {}

    fn on_added(&self, health: &Health, story: &mut Story) {
        story.0.push(format!("+{}", health.0));
    }

    fn on_removed(&self, health: &Health, story: &mut Story) {
        story.0.push(format!("-{}", health.0));
    }

    fn on_replaced(&self, old: &Health, new: &Health, armour: &Armour, entity: Entity, story: &mut Story) {
        assert_ne!(new.0, POISON, "this callback panics");
        story.0.push(format!("{} of {} to {}, armour {}", old.0, entity.index(), new.0, armour.0));
    }
}

/// Its callback takes only the old value and has no receiver, and its view is delayed.
struct Late;

#[system(view = delayed)]
impl Late {
    fn run(_: &Armour, _: Option<&Health>) {}

    fn on_replaced(old: &Armour, story: &mut Story) {
        story.0.push(format!("armour {}", old.0));
    }
}

/// Its callback writes the new value, and issues commands.
#[derive(Default)]
struct Limit {
    called: u32,
}

#[system]
impl Limit {
    fn run(&mut self, _: &Armour) {}

    fn on_replaced(&mut self, _: &Armour, armour: &mut Armour, entity: Entity, commands: &mut Commands<World>) {
        self.called += 1;
        if armour.0 > 100 {
            armour.0 = 100;
            commands.insert(entity, Shared(Rc::new(1)));
        }
    }
}

struct Moved;

#[system]
impl Moved {
    fn run(_: &ChildOf) {}

    fn on_replaced(old: &ChildOf, new: &ChildOf, tree: Tree<'_, ChildOf>, entity: Entity, story: &mut Story) {
        assert_eq!(tree.parent(entity), Some(new.0));
        story.0.push(format!("from {} to {}", old.0.index(), new.0.index()));
    }
}

ecs_world! {
    components: Health, Armour, #[storage(vec)] Shared, Frozen;
    relations: ChildOf (tree, clear);
    resources: Story;
    systems: Watch, Late = Late, Limit, Moved = Moved;
    groups: (Health, Armour);
}

fn story(world: &mut World) -> Vec<String> {
    world.check_invariants().unwrap();
    std::mem::take(&mut world.resources.story.0)
}

/// A world with an entity that matches all systems except that of the relation.
fn world() -> (World, Entity) {
    let mut world = World::default();
    let entity = world.spawn((Health(1), Armour(10)));
    story(&mut world);
    (world, entity)
}

#[test]
fn each_method_that_replaces_a_value_calls_on_replaced_once() {
    let (mut world, entity) = world();
    world.insert(entity, Health(2)).unwrap();
    assert_eq!(story(&mut world), ["1 of 0 to 2, armour 10"]);
    assert_eq!(world.replace(entity, Health(3)), Ok(Some(Health(2))));
    assert_eq!(story(&mut world), ["2 of 0 to 3, armour 10"]);
    world.insert_template(entity, Template::new().with(Health(4))).unwrap();
    assert_eq!(story(&mut world), ["3 of 0 to 4, armour 10"]);
    assert_eq!(world.exchange::<Health, _>(entity, Health(5)), Ok(Health(4)));
    assert_eq!(story(&mut world), ["4 of 0 to 5, armour 10"]);
    assert_eq!(world.exchange::<(), _>(entity, (Health(6),)), Ok(()));
    assert_eq!(story(&mut world), ["5 of 0 to 6, armour 10"]);
    world.commands().insert(entity, Health(7));
    world.commands().insert_template(entity, Template::new().with(Health(8)));
    world.commands().exchange::<Health, _>(entity, Health(9));
    world.commands().insert_batch([(entity, Health(10)), (entity, Health(11))]);
    assert!(story(&mut world).is_empty());
    world.flush();
    let steps = [(6, 7), (7, 8), (8, 9), (9, 10), (10, 11)];
    assert_eq!(story(&mut world), steps.map(|(old, new)| format!("{old} of 0 to {new}, armour 10")));
}

#[test]
fn the_values_of_a_bundle_are_reported_in_its_order_when_all_are_replaced() {
    #[derive(Bundle)]
    struct Kit {
        armour: Armour,
        rest: (Option<Health>, Option<Shared>),
    }

    let (mut world, entity) = world();
    world.insert(entity, (Health(2), Armour(20))).unwrap();
    assert_eq!(story(&mut world), ["1 of 0 to 2, armour 20", "armour 10"]);
    world.insert(entity, Kit { armour: Armour(30), rest: (Some(Health(3)), None) }).unwrap();
    assert_eq!(story(&mut world), ["armour 20", "2 of 0 to 3, armour 30"]);
    world.insert(entity, Kit { armour: Armour(40), rest: (None, Some(Shared(Rc::default()))) }).unwrap();
    assert_eq!(story(&mut world), ["armour 30"]);
    let taken = world.exchange::<Kit, _>(entity, (Armour(50), Health(4))).unwrap();
    assert_eq!((taken.armour, taken.rest.0), (Armour(40), Some(Health(3))));
    assert_eq!(story(&mut world), ["armour 40", "3 of 0 to 4, armour 50"]);
    world.insert_template(entity, Template::new().with((Armour(60), Health(5)))).unwrap();
    assert_eq!(story(&mut world), ["4 of 0 to 5, armour 60", "armour 50"], "templates have the order of the world");
    assert_eq!(world.systems.limit.called, 5);
}

#[test]
fn methods_that_replace_no_value_do_not_call_on_replaced() {
    let (mut world, entity) = world();
    world.get_mut::<Health>(entity).unwrap().0 = 2;
    world.query_mut::<&mut Health>().for_each(|health| health.0 += 1);
    for armour in world.columns().armour.as_mut_slice() {
        armour.0 += 1;
    }
    world.run();
    world.tidy();
    assert!(story(&mut world).is_empty());
    let clone = world.clone_entity(entity).unwrap();
    world.spawn_template(&Template::new().with((Health(5), Armour(5))));
    world.remove::<Health>(clone).unwrap();
    world.despawn(clone).unwrap();
    assert_eq!(story(&mut world), ["+3", "+5", "-3"]);
    assert!(world.insert(clone, Health(9)).is_err());
    assert!(story(&mut world).is_empty());
}

#[test]
fn entities_that_do_not_match_before_and_after_are_not_reported() {
    let (mut world, entity) = world();
    // The entity starts to match, stops matching, or does not match at all.
    let other = world.spawn(Health(1));
    world.insert(other, (Health(2), Armour(1))).unwrap();
    assert_eq!(story(&mut world), ["+2"]);
    world.insert(entity, (Health(2), Frozen)).unwrap();
    assert_eq!(story(&mut world), ["-1"]);
    world.insert(entity, Health(3)).unwrap();
    assert!(story(&mut world).is_empty());
    assert!(world.exchange::<Frozen, _>(entity, Health(4)).is_ok());
    assert_eq!(story(&mut world), ["+4"]);
    assert!(world.exchange::<(Health, Armour), _>(entity, Health(5)).is_ok());
    assert_eq!(story(&mut world), ["-4"]);
    // The components that the other systems require stay.
    world.insert(other, (Armour(2), Frozen)).unwrap();
    assert_eq!(story(&mut world), ["-2", "armour 1"]);
}

#[test]
fn on_replaced_is_called_after_the_callbacks_of_the_transition() {
    let (mut world, entity) = world();
    world.insert(entity, (Armour(11), Frozen)).unwrap();
    assert_eq!(story(&mut world), ["-1", "armour 10"]);
    world.exchange::<(Frozen, Armour), _>(entity, Armour(12)).unwrap();
    assert_eq!(story(&mut world), ["+1", "armour 11"]);
}

#[test]
fn on_replaced_can_write_the_new_value_and_issue_commands() {
    let (mut world, entity) = world();
    world.insert(entity, Armour(500)).unwrap();
    assert_eq!((world.commands().len(), world.get(entity)), (1, Some(&Armour(100))));
    world.flush();
    assert!(world.has::<Shared>(entity));
}

#[test]
fn a_relation_that_is_inserted_again_reports_the_old_target_and_the_new_one() {
    let mut world = World::default();
    let [one, two] = [0, 1].map(|_| world.spawn(()));
    let child = world.spawn(ChildOf(one));
    world.insert(child, ChildOf(two)).unwrap();
    assert_eq!(story(&mut world), ["from 0 to 1"]);
    assert!(world.insert(child, ChildOf(child)).is_err());
    world.despawn(two).unwrap();
    assert!(story(&mut world).is_empty());
}

#[test]
fn a_replaced_value_is_dropped_once_even_if_a_callback_panics() {
    let (mut world, entity) = world();
    let (first, second) = (Rc::new(1), Rc::new(2));
    world.insert(entity, Shared(first.clone())).unwrap();
    let poison = |world: &mut World| {
        let bundle = (Health(POISON), Shared(second.clone()));
        let panics = catch_unwind(AssertUnwindSafe(|| world.insert(entity, bundle))).is_err();
        assert!(panics && world.get(entity) == Some(&Health(POISON)));
        story(world);
        world.insert(entity, Health(1)).unwrap();
    };
    poison(&mut world);
    assert_eq!((Rc::strong_count(&first), Rc::strong_count(&second)), (1, 2));
    let template = Template::new().with((Health(POISON), Shared(first.clone())));
    assert!(catch_unwind(AssertUnwindSafe(|| world.insert_template(entity, template))).is_err());
    assert_eq!((Rc::strong_count(&first), Rc::strong_count(&second)), (2, 1));
    let bundle = (Health(POISON), Shared(second.clone()));
    let exchanged = catch_unwind(AssertUnwindSafe(|| world.exchange::<(Shared, Health), _>(entity, bundle)));
    assert!(exchanged.is_err());
    assert_eq!((Rc::strong_count(&first), Rc::strong_count(&second)), (1, 2));
    story(&mut world);
    world.insert(entity, Health(3)).unwrap();
    assert_eq!(story(&mut world), [format!("{POISON} of 0 to 3, armour 10")]);
}

#[test]
fn commands_after_one_whose_callback_panics_are_applied_later() {
    let (mut world, entity) = world();
    world.commands().insert(entity, Health(POISON));
    world.commands().insert(entity, Health(2));
    assert!(catch_unwind(AssertUnwindSafe(|| world.flush())).is_err());
    assert_eq!((world.commands().len(), world.get(entity)), (1, Some(&Health(POISON))));
    world.flush();
    assert_eq!(story(&mut world), [format!("{POISON} of 0 to 2, armour 10")]);
}

mod library {
    use ecs_world::prelude::*;

    use super::{Health, Story};

    #[derive(Debug, Default, Clone)]
    pub struct Log;

    #[system]
    impl Log {
        fn run(&self, _: &Health) {}

        fn on_replaced(&self, old: &Health, new: &Health, story: &mut Story) {
            story.0.push(format!("{} to {}", old.0, new.0));
        }
    }

    ecs_components! {
        pub set logging;
        components: Health;
        resources: Story;
        systems: Log;
    }
}

mod game {
    use ecs_world::prelude::*;

    ecs_world! {
        include: super::library::logging { Health as Life };
        systems: ..logging;
    }
}

#[test]
fn a_system_of_a_set_can_have_on_replaced() {
    let mut game = game::World::default();
    let entity = game.spawn(Health(1));
    for health in [2, 3] {
        game.insert(entity, Health(health)).unwrap();
    }
    assert_eq!(game.resources.story.0, ["1 to 2", "2 to 3"]);
}
