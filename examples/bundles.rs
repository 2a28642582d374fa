//! Inserting and removing several components at once: tuples, `#[derive(Bundle)]`, batches, columns: `cargo run --example bundles`.
#![allow(clippy::unwrap_used, reason = "an example that cannot go on should stop")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Position(f32, f32);
#[derive(Debug, Clone, Copy, PartialEq)]
struct Velocity(f32, f32);
#[derive(Debug, Clone, PartialEq)]
struct Name(String);

/// A struct of components is a bundle, too.
#[derive(Debug, Clone, PartialEq, Bundle)]
struct Ship {
    name: Name,
    position: Position,
    velocity: Velocity,
}

ecs_world! {
    components: Position, Velocity, Name;
    queries: (Position, Velocity);
}

fn ship(name: &str) -> Ship {
    Ship { name: Name(name.into()), position: Position(0.0, 0.0), velocity: Velocity(1.0, 0.0) }
}

fn main() {
    let mut world = World::default();

    // A component, a tuple, a tuple of tuples, a struct: each is a bundle.
    let buoy = world.spawn(Position(5.0, 5.0));
    let boat = world.spawn((Position(0.0, 0.0), (Velocity(0.0, 1.0), Name("Dinghy".into()))));
    let argo = world.spawn(ship("Argo"));

    // `insert` drops old values, `replace` returns them: an option per component.
    world.insert(buoy, Name("Buoy".into())).unwrap();
    let (old_position, old_velocity) = world.replace(buoy, (Position(6.0, 6.0), Velocity(0.0, 0.0))).unwrap();
    assert_eq!((old_position, old_velocity), (Some(Position(5.0, 5.0)), None));

    // `remove` removes all components of a bundle, or none.
    assert_eq!(world.remove::<Ship>(argo), Ok(Some(ship("Argo"))));
    assert_eq!(world.remove::<Ship>(argo), Ok(None));
    assert_eq!(world.remove::<Name>(boat), Ok(Some(Name("Dinghy".into()))));

    // A bundle that cannot be inserted is returned in the error.
    world.despawn(argo).unwrap();
    let refused = world.insert(argo, ship("Argo")).unwrap_err();
    println!("{refused}");
    assert_eq!(refused.into_inner(), ship("Argo"));

    // Many at once: from an iterator, or, fastest if they are there already, as a column per component.
    let fleet = world.spawn_batch(["Niña", "Pinta", "Santa María"].map(ship));
    let swarm = world.spawn_columns((vec![Position(1.0, 1.0); 100], vec![Velocity(0.0, 0.0); 100])).unwrap();
    assert_eq!((fleet.len(), swarm.len()), (3, 100));
    let unequal = world.spawn_columns((vec![Position(1.0, 1.0)], vec![Velocity(0.0, 0.0); 2])).unwrap_err();
    assert_eq!(unequal.columns.1.len(), 2);
    println!("{} entities move", world.query_position_velocity().iter().count());
    assert_eq!(world.query_position_velocity().iter().count(), 105);
}
