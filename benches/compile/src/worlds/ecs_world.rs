//! The world of this repository.

use super::{Size, Uses};

pub(super) fn source(size: Size) -> Result<String, &'static str> {
    let names: Vec<_> = size.systems().map(|Uses { number, .. }| format!("s{number}")).collect();
    let declaration = format!(
        "ecs_world! {{\n    components: {};\n    systems: {};\n}}\n",
        size.each_component(|number| format!("C{number}, ")),
        names.join(", "),
    );
    Ok(program(size, &declaration))
}

/// The program around a declaration of the world.
pub(super) fn program(size: Size, declaration: &str) -> String {
    format!(
        "use ecs_world::prelude::*;\n{}{}{declaration}{}{}",
        size.component_types(""),
        size.systems().map(system).collect::<String>(),
        size.scenes().map(scene).collect::<String>(),
        main(size),
    )
}

fn system(Uses { number, changed, read, .. }: Uses) -> String {
    format!("#[system]\npub fn s{number}(a: &mut C{changed}, b: &C{read}) {{\n    a.0 = a.0.wrapping_add(b.0);\n}}\n")
}

fn scene(Uses { number, changed, read, inserted }: Uses) -> String {
    format!(
        "fn scene_{number}(world: &mut World) -> u64 {{
    let entity = world.spawn((C{changed}(1), C{read}(2)));
    world.insert(entity, C{inserted}(3)).unwrap();
    world.remove::<C{changed}>(entity).unwrap();
    world.query::<(&C{read}, &C{inserted})>().iter().map(|(a, b)| a.0 ^ b.0).sum()
}}
"
    )
}

fn main(size: Size) -> String {
    format!(
        "fn main() {{
    let mut world = World::default();
    let mut sum = CHANGE;
{}    world.run();
    println!(\"{{sum}} {{}}\", world.len());
}}
",
        size.calls_of_scenes()
    )
}
