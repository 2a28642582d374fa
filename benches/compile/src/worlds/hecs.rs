//! hecs: archetypes at run time, functions for systems.

use super::{Size, Uses};

pub(super) fn source(size: Size) -> Result<String, &'static str> {
    Ok(format!(
        "use hecs::World;\n{}{}{}{}",
        size.component_types(""),
        size.systems().map(system).collect::<String>(),
        size.scenes().map(scene).collect::<String>(),
        main(size),
    ))
}

fn system(Uses { number, changed, read, .. }: Uses) -> String {
    format!(
        "fn s{number}(world: &mut World) {{
    for (a, b) in world.query_mut::<(&mut C{changed}, &C{read})>() {{
        a.0 = a.0.wrapping_add(b.0);
    }}
}}
"
    )
}

fn scene(Uses { number, changed, read, inserted }: Uses) -> String {
    format!(
        "fn scene_{number}(world: &mut World) -> u64 {{
    let entity = world.spawn((C{changed}(1), C{read}(2)));
    world.insert_one(entity, C{inserted}(3)).unwrap();
    world.remove_one::<C{changed}>(entity).unwrap();
    world.query::<(&C{read}, &C{inserted})>().iter().map(|(a, b)| a.0 ^ b.0).sum()
}}
"
    )
}

fn main(size: Size) -> String {
    let systems: String = size.systems().map(|Uses { number, .. }| format!("    s{number}(&mut world);\n")).collect();
    format!(
        "fn main() {{
    let mut world = World::new();
    let mut sum = CHANGE;
{}{systems}    println!(\"{{sum}} {{}}\", world.len());
}}
",
        size.calls_of_scenes()
    )
}
