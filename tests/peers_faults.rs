//! Faults that were reproduced in other libraries whose worlds are closed at compile time; each has a test here, which passes.

#[path = "common/components.rs"]
mod components;

use std::fs;

use components::Position;
use ecs_world::prelude::*;

mod physics {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Velocity(pub u32);
}

#[expect(non_camel_case_types, reason = "the test is about such names")]
#[derive(Debug, Clone, Copy, PartialEq)]
struct Very__Long__Name(u32);
#[derive(Debug)]
struct Marked;

#[system]
fn movement(position: &mut Position, velocity: &physics::Velocity) {
    position.0 += velocity.0;
}

#[system]
fn lengthen(name: &mut Very__Long__Name, velocity: &physics::Velocity) {
    name.0 += velocity.0;
}

ecs_world! {
    components: Position, physics::Velocity, Very__Long__Name, Marked;
    systems: movement, lengthen;
    queries: (Position), (physics::Velocity, without(Marked));
}

/// The pinned compiler output of a case in `tests/ui`.
fn pinned(case: &str) -> String {
    file(&format!("tests/ui/{case}.stderr"))
}

fn file(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// `zero_ecs` 0.3: its macro iterates a hash set, so that entities are visited in another order with each build.
///
/// The order is pinned here, so each build of this test expects the same one.
#[test]
fn the_order_of_iteration_is_the_same_in_each_build() {
    let mut world = World::default();
    world.spawn((Position(1), physics::Velocity(0)));
    world.spawn(Position(2));
    world.spawn((Marked, Position(3)));
    let fourth = world.spawn((Position(4), Very__Long__Name(0), physics::Velocity(0)));
    let visited = |world: &World| world.query::<&Position>().iter().map(|position| position.0).collect::<Vec<_>>();
    assert_eq!(visited(&world), [1, 4, 3, 2]);
    world.despawn(fourth).expect("the entity is alive");
    assert_eq!(visited(&world), [1, 2, 3]);
}

/// `zero_ecs` 0.3: "`__twcf__E1__v__m::Vel` is not a valid identifier".
#[test]
fn a_component_may_be_given_by_its_path() {
    let mut world = World::default();
    let entity = world.spawn((Position(1), physics::Velocity(2)));
    world.run();
    assert_eq!(world.get::<Position>(entity), Some(&Position(3)));
    assert_eq!(world.query_velocity_without_marked().iter().count(), 1);
}

/// `zero_ecs` 0.3: names of types are cut at double underscores, and "invalid field name" follows.
#[test]
fn a_name_may_contain_double_underscores() {
    let mut world = World::default();
    let entity = world.spawn((Very__Long__Name(1), physics::Velocity(2)));
    world.run();
    assert_eq!(world.get::<Very__Long__Name>(entity), Some(&Very__Long__Name(3)));
    assert_eq!(world.columns().very_long_name.len(), 1);
}

/// `zero_ecs` 0.3: a component that is not in the world becomes an argument of the generated method, so the error is reported at the call.
#[test]
fn an_undeclared_component_is_rejected_at_the_parameter() {
    let message = pinned("system/undeclared_component");
    assert!(message.starts_with("error: `Mass` is neither a component nor a resource of world `World`"), "{message}");
    assert!(message.contains("fn act(position: &mut Position, mass: &Mass) {"), "{message}");
    assert_eq!(message.matches("error:").count(), 1, "{message}");
}

/// gecs 0.3: the example of the README does not compile in a fresh project.
#[test]
fn the_example_of_the_readme_is_built_and_run_with_the_tests() {
    let (library, readme) = (file("src/lib.rs"), file("README.md"));
    assert!(library.contains("#[doc = include_str!(\"../README.md\")]"), "the examples of the README are doctests");
    for block in readme.split("```").skip(1).step_by(2) {
        let kind = block.lines().next().expect("a block has a first line");
        assert!(["rust", "text", "sh", "toml"].contains(&kind), "`{kind}` would not be run");
    }
    assert!(readme.contains("use ecs_world::prelude::*;"), "the README imports the prelude");
}

/// gecs 0.3: "query matched no archetypes in world", without the name of the missing component.
#[test]
fn a_query_of_a_component_that_is_not_declared_names_it() {
    for (case, start) in [
        ("query/unregistered", "error[E0277]: `Mass` is not a component of world `World`"),
        ("world/query_of_an_undeclared_component", "error: `Mass` is not a component of world `World`"),
    ] {
        let message = pinned(case);
        assert!(message.starts_with(start), "{message}");
        assert!(message.contains("add `Mass` to") || message.contains("Add `Mass` to"), "{message}");
    }
}
