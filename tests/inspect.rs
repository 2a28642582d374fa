//! Single values of a world, read and written by name.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;
use ecs_world::{ChangeErrorKind, Inspect, InspectError};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

macro_rules! components {
    ($($name:ident),*) => {
        $(#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct $name(pub u16);)*
    };
}

components! { Plain, InVec, Packed, InTree, InHash, InBTree, Buffered, Tracked, A, B, C, D, E, F, G, H, Last }

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Label;

#[derive(Debug, Clone, PartialEq)]
pub struct Cached(pub u8);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct ChildOf(pub Entity);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Relation)]
pub struct Likes(pub EntitySet);

/// Strings, so that a value that is lost or dropped twice is noticed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Log(pub Vec<String>);

#[system(changed(Tracked))]
fn note_changed(tracked: &Tracked, log: &mut Log) {
    log.0.push(format!("changed {}", tracked.0));
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Watch;

#[system]
impl Watch {
    fn run(&mut self, _plain: &Plain) {}

    fn on_added(&mut self, plain: &Plain, log: &mut Log) {
        log.0.push(format!("added {}", plain.0));
    }

    fn on_replaced(&mut self, old: &Plain, plain: &Plain, log: &mut Log) {
        log.0.push(format!("replaced {} by {}", old.0, plain.0));
    }

    fn on_removed(&mut self, plain: &Plain, log: &mut Log) {
        log.0.push(format!("removed {}", plain.0));
    }
}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    pub struct Zoo;
    components: Plain, #[storage(vec)] InVec, #[storage(packed)] Packed, #[storage(hashed_array_tree(chunk = 4))] InTree,
        #[storage(hash_map)] InHash, #[storage(btree_map)] InBTree, #[double_buffered] Buffered, Tracked,
        #[storage(tag)] Label, #[transient] Cached, A, B, C, D, E, F, G, H, Last;
    relations: ChildOf (tree, cascade), Likes (many, clear);
    resources: Log = Log(vec![]);
    systems: note_changed, Watch;
}

fn number(component: &str) -> usize {
    Zoo::number_of(component).expect("the component exists")
}

fn insert(zoo: &mut Zoo, entity: Entity, component: &str, value: Value) -> Result<(), InspectError<serde_json::Error>> {
    zoo.insert_value(entity, number(component), value)
}

fn read(zoo: &Zoo, entity: Entity, component: &str) -> Option<Value> {
    let value = zoo.write_component(entity, number(component), serde_json::value::Serializer)?;
    Some(value.expect("JSON can represent the value"))
}

#[test]
fn values_in_each_storage_are_inserted_replaced_read_and_removed() {
    let mut zoo = Zoo::default();
    // Ensures that the entity has neither the first index nor the first generation.
    let others = [0, 1, 2].map(|_| zoo.spawn((InVec(7), Packed(7), InTree(7))));
    zoo.despawn(others[1]).expect("the entity is alive");
    let animal = zoo.spawn(());
    for name in ["Plain", "InVec", "Packed", "InTree", "InHash", "InBTree", "Buffered", "Tracked", "A", "H", "Last"] {
        assert_eq!(read(&zoo, animal, name), None);
        for value in [1, 2] {
            insert(&mut zoo, animal, name, json!(value)).expect("the value is valid");
            assert_eq!(read(&zoo, animal, name), Some(json!(value)), "{name}");
            zoo.check_invariants().expect("the world is consistent");
        }
        assert_eq!(zoo.component_names(animal), Some(vec![name]));
        assert_eq!(zoo.remove_value(animal, number(name)), Ok(true));
        assert_eq!(zoo.remove_value(animal, number(name)), Ok(false));
        zoo.check_invariants().expect("the world is consistent");
    }
    insert(&mut zoo, animal, "Label", json!(null)).expect("the value is valid");
    assert_eq!((read(&zoo, animal, "Label"), zoo.has::<Label>(animal)), (Some(json!(null)), true));
    assert_eq!(zoo.get::<InVec>(others[0]), Some(&InVec(7)), "other entities keep their values");
}

#[test]
fn a_double_buffered_component_that_is_inserted_has_a_past() {
    let mut zoo = Zoo::default();
    let animal = zoo.spawn(());
    insert(&mut zoo, animal, "Buffered", json!(3)).expect("the value is valid");
    assert_eq!(zoo.past::<Buffered>(animal), Some(&Buffered(3)));
}

#[test]
fn systems_are_notified_as_by_any_other_change() {
    let mut zoo = Zoo::default();
    let animal = zoo.spawn(Tracked(0));
    zoo.run();
    zoo.resources.log.0.clear();
    for value in [1, 2] {
        insert(&mut zoo, animal, "Plain", json!(value)).expect("the value is valid");
    }
    insert(&mut zoo, animal, "Tracked", json!(5)).expect("the value is valid");
    zoo.run();
    assert_eq!(zoo.remove_value(animal, number("Plain")), Ok(true));
    assert_eq!(zoo.resources.log.0, ["added 1", "replaced 1 by 2", "changed 5", "removed 2"]);
}

#[test]
fn relations_are_checked_and_linked() {
    let mut zoo = Zoo::default();
    let [parent, child, dead] = [0, 1, 2].map(|_| zoo.spawn(()));
    zoo.despawn(dead).expect("the entity is alive");
    let pair = |entity: Entity| json!([entity.index(), entity.generation()]);
    insert(&mut zoo, child, "ChildOf", pair(parent)).expect("the value is valid");
    let refused = insert(&mut zoo, parent, "ChildOf", pair(child)).expect_err("the relation would be a cycle");
    assert!(matches!(refused, InspectError::Refused(ChangeErrorKind::Cycle { .. })), "{refused}");
    let refused = insert(&mut zoo, parent, "ChildOf", pair(dead)).expect_err("the target is dead");
    assert!(matches!(refused, InspectError::Refused(ChangeErrorKind::DeadTarget { .. })), "{refused}");
    insert(&mut zoo, parent, "Likes", json!([pair(child), pair(parent)])).expect("the value is valid");
    let (child_of, likes) = (number("ChildOf"), number("Likes"));
    assert_eq!(Zoo::relations().collect::<Vec<_>>(), [(child_of, true), (likes, false)]);
    assert!(zoo.sources_of(child_of, parent).eq([child]) && zoo.targets_of(child_of, child).eq([parent]));
    assert!(zoo.targets_of(likes, parent).eq([child, parent]));
    assert_eq!((zoo.source_count(likes, child), zoo.source_count(likes, dead)), (1, 0));
    assert_eq!((zoo.source_count(number("A"), child), zoo.targets_of(number("A"), child).count()), (0, 0));
    zoo.check_invariants().expect("the world is consistent");
}

#[test]
fn refused_calls_change_nothing() {
    let mut zoo = Zoo::default();
    let [animal, dead] = [zoo.spawn(A(1)), zoo.spawn(())];
    zoo.despawn(dead).expect("the entity is alive");
    let before = zoo.state_hash();
    for wrong in [json!(-1), json!(65536), json!("1"), json!(null), json!([1, 2])] {
        assert!(matches!(insert(&mut zoo, animal, "A", wrong), Err(InspectError::Format(_))));
    }
    assert!(matches!(insert(&mut zoo, animal, "Cached", json!(1)), Err(InspectError::NoValues)));
    assert!(matches!(zoo.insert_value(animal, Zoo::COMPONENTS.len(), json!(1)), Err(InspectError::NoValues)));
    assert!(matches!(zoo.insert_value(animal, usize::MAX, json!(1)), Err(InspectError::NoValues)));
    let refused = insert(&mut zoo, dead, "A", json!(1)).expect_err("the entity is dead");
    assert!(matches!(refused, InspectError::Refused(ChangeErrorKind::NoSuchEntity(entity)) if entity == dead));
    assert!(zoo.remove_value(dead, number("A")).is_err());
    assert_eq!(zoo.remove_value(animal, usize::MAX), Ok(false));
    assert_eq!(zoo.state_hash(), before);
    assert_eq!((read(&zoo, dead, "A"), zoo.storage_size(usize::MAX), zoo.view_len(usize::MAX)), (None, None, None));
}

#[test]
fn transient_components_are_named_and_removed_and_have_no_values() {
    let mut zoo = Zoo::default();
    let animal = zoo.spawn(Cached(1));
    assert!(!Zoo::has_values(number("Cached")) && Zoo::has_values(number("A")));
    assert!(zoo.write_component(animal, number("Cached"), serde_json::value::Serializer).is_none());
    assert_eq!(zoo.storage_size(number("Cached")).map(|size| size.len), Some(1));
    assert_eq!(zoo.remove_value(animal, number("Cached")), Ok(true));
}

#[test]
fn values_of_several_entities_are_written_in_the_order_of_the_entities() {
    let mut zoo = Zoo::default();
    let animals = [3, 1, 2].map(|value| zoo.spawn(A(value)));
    let lacking = zoo.spawn(());
    let mut requested = [animals[2], lacking, animals[0]].into_iter();
    let mut written = Vec::new();
    zoo.write_components(
        number("A"),
        || requested.next().map(|entity| (entity, serde_json::value::Serializer)),
        |entity, value| written.push((entity, value.expect("JSON can represent the value"))),
    );
    assert_eq!(written, [(animals[2], json!(2)), (animals[0], json!(3))]);
}

#[test]
fn resources_and_fields_of_systems_are_read_and_replaced() {
    let mut zoo = Zoo::default();
    assert_eq!(Zoo::value_names(), [("resources", "Log"), ("systems", "Watch")]);
    zoo.read_value("resources", "Log", json!(["a"])).expect("the value is valid");
    let log = zoo.write_value("resources", "Log", serde_json::value::Serializer).expect("the resource exists");
    assert_eq!((log.expect("JSON can represent the value"), zoo.resources.log.0.len()), (json!(["a"]), 1));
    assert!(matches!(zoo.read_value("resources", "Log", json!([1])), Err(InspectError::Format(_))));
    assert!(matches!(zoo.read_value("resources", "Watch", json!(null)), Err(InspectError::NoValues)));
    assert!(zoo.write_value("events", "Log", serde_json::value::Serializer).is_none());
    assert_eq!(zoo.resources.log.0, ["a"]);
}

#[test]
fn sizes_of_storages_and_views_are_counted() {
    let mut zoo = Zoo::default();
    zoo.spawn_batch((0..3).map(|value| (Plain(value), InVec(value), Tracked(value))));
    let last = zoo.spawn(InVec(9));
    zoo.despawn(last).expect("the entity is alive");
    let plain = zoo.storage_size(number("Plain")).expect("the component exists");
    assert_eq!((plain.len, plain.value_bytes, plain.values_bytes), (3, 2, 6));
    assert!(plain.storage.contains("DenseSet"), "{}", plain.storage);
    let tracked = zoo.storage_size(number("Tracked")).expect("the component exists");
    assert_eq!((tracked.len, tracked.values_bytes), (3, 6), "marks do not count as values");
    let in_vec = zoo.storage_size(number("InVec")).expect("the component exists");
    assert_eq!((in_vec.len, in_vec.values_bytes), (3, 4 * size_of::<Option<InVec>>()), "the gap counts, too");
    zoo.shrink_to_fit();
    assert_eq!(zoo.storage_size(number("InVec")).map(|size| size.values_bytes), Some(3 * size_of::<Option<InVec>>()));
    let views: Vec<_> =
        Zoo::PLAN.views.iter().map(|view| view.all).zip((0..).map_while(|view| zoo.view_len(view))).collect();
    assert!(views.contains(&(&["Plain"][..], 3)) && views.contains(&(&["Tracked"][..], 3)), "{views:?}");
}

#[test]
fn values_are_converted_as_each_storage_would_hold_them() {
    use serde_json::value::Serializer;

    for name in ["Plain", "InVec", "Packed", "InTree", "InHash", "InBTree", "Buffered", "Tracked", "Last"] {
        assert_eq!(Zoo::convert_value(number(name), json!(5), Serializer).ok().and_then(Result::ok), Some(json!(5)));
        assert!(matches!(Zoo::convert_value(number(name), json!(-5), Serializer), Err(InspectError::Format(_))));
    }
    let label = Zoo::convert_value(number("Label"), json!(null), Serializer);
    assert_eq!(label.ok().and_then(Result::ok), Some(json!(null)));
    for none in [number("Cached"), Zoo::COMPONENTS.len(), usize::MAX] {
        assert!(matches!(Zoo::convert_value(none, json!(1), Serializer), Err(InspectError::NoValues)));
    }
}

#[test]
fn owned_templates_are_spawned_in_one_transition_or_returned() {
    let mut zoo = Zoo::default();
    let [parent, dead] = [zoo.spawn(()), zoo.spawn(())];
    zoo.despawn(dead).expect("the entity is alive");
    let before = zoo.state_hash();
    let template = |parent| Template::new().with((Plain(1), Buffered(2), Cached(3), ChildOf(parent)));
    let refused = zoo.spawn_owned(template(dead)).expect_err("the parent is dead");
    assert!(matches!(refused.kind, ChangeErrorKind::DeadTarget { .. }), "{refused}");
    assert_eq!((zoo.state_hash(), refused.value.get::<Plain>()), (before, Some(&Plain(1))));
    let child = zoo.spawn_owned(template(parent)).expect("the parent is alive");
    assert_eq!(zoo.component_names(child), Some(vec!["Plain", "Buffered", "Cached", "ChildOf"]));
    assert_eq!((zoo.past::<Buffered>(child), zoo.get::<Cached>(child)), (Some(&Buffered(2)), Some(&Cached(3))));
    assert!(zoo.sources_of(number("ChildOf"), parent).eq([child]));
    assert_eq!(zoo.resources.log.0, ["added 1"]);
    zoo.check_invariants().expect("the world is consistent");
}

mod signals {
    use ecs_world::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Hit(pub u8);

    #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
    pub struct Heard(pub Vec<u8>);

    #[system]
    fn hear(hits: EventReader<'_, Hit>, heard: &mut Heard) {
        heard.0.extend(hits.into_iter().map(|hit| hit.0));
    }

    ecs_world! {
        #[derive(Clone, Serialize, Deserialize)]
        pub struct Game;
        events: Hit;
        resources: Heard;
        systems: hear;
    }
}

#[test]
fn events_that_replace_others_are_received_whatever_was_read_before() {
    use signals::{Game, Hit};
    for before in [0, 1, 2, 5] {
        for (is_clone, is_sent) in [(false, false), (true, false), (true, true)] {
            let mut game = Game::default();
            for _ in 0..before {
                game.events.hit.send(Hit(0));
                game.run();
            }
            if is_clone {
                game = game.clone();
            }
            if is_sent {
                game.events.hit.send(Hit(0));
            }
            game.resources.heard.0.clear();
            game.read_value("events", "Hit", json!([0, [], [1, 2, 3], []])).expect("the events are valid");
            (0..3).for_each(|_| game.run());
            assert_eq!(game.resources.heard.0, [1, 2, 3], "{before}, {is_clone}, {is_sent}");
        }
    }
}
