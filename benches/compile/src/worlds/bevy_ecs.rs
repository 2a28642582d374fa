//! `bevy_ecs`: archetypes at run time, systems in a schedule.

use super::{Size, Uses};

pub(super) fn source(size: Size) -> Result<String, &'static str> {
    Ok(format!(
        "use bevy_ecs::prelude::*;\n{}{}{}{}",
        size.component_types(", Component"),
        size.systems().map(system).collect::<String>(),
        size.scenes().map(scene).collect::<String>(),
        main(size),
    ))
}

fn system(Uses { number, changed, read, .. }: Uses) -> String {
    format!(
        "fn s{number}(mut query: Query<(&mut C{changed}, &C{read})>) {{
    for (mut a, b) in &mut query {{
        a.0 = a.0.wrapping_add(b.0);
    }}
}}
"
    )
}

fn scene(Uses { number, changed, read, inserted }: Uses) -> String {
    format!(
        "fn scene_{number}(world: &mut World) -> u64 {{
    let entity = world.spawn((C{changed}(1), C{read}(2))).id();
    world.entity_mut(entity).insert(C{inserted}(3));
    world.entity_mut(entity).remove::<C{changed}>();
    world.query::<(&C{read}, &C{inserted})>().iter(world).map(|(a, b)| a.0 ^ b.0).sum()
}}
"
    )
}

fn main(size: Size) -> String {
    let systems: String =
        size.systems().map(|Uses { number, .. }| format!("    schedule.add_systems(s{number});\n")).collect();
    format!(
        "fn main() {{
    let mut world = World::new();
    let mut schedule = Schedule::default();
    let mut sum = CHANGE;
{}{systems}    schedule.run(&mut world);
    println!(\"{{sum}} {{}}\", world.archetypes().len());
}}
",
        size.calls_of_scenes()
    )
}
