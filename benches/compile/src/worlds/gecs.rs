//! gecs: archetypes at compile time, one for each block of eight components. It cannot insert or remove components, so scenes only spawn
//! and query.

use super::{Size, Uses};

pub(super) fn source(size: Size) -> Result<String, &'static str> {
    if size.components > 256 {
        return Err("at most 256 components");
    }
    Ok(format!(
        "use gecs::prelude::*;\n{}ecs_world! {{\n    ecs_name!(World0);\n{}}}\n{}{}{}",
        size.component_types(""),
        (0..size.components / 8).map(archetype).collect::<String>(),
        size.systems().map(system).collect::<String>(),
        size.scenes().map(scene).collect::<String>(),
        main(size),
    ))
}

fn block(number: usize) -> impl Iterator<Item = String> {
    (number * 8..number * 8 + 8).map(|component| format!("C{component}"))
}

fn archetype(number: usize) -> String {
    format!("    ecs_archetype!(A{number}, dyn, {});\n", block(number).collect::<Vec<_>>().join(", "))
}

fn system(Uses { number, changed, read, .. }: Uses) -> String {
    format!(
        "fn s{number}(world: &mut World0) {{
    ecs_iter!(world, |a: &mut C{changed}, b: &C{read}| {{
        a.0 = a.0.wrapping_add(b.0);
    }});
}}
"
    )
}

fn scene(Uses { number, changed, read, inserted }: Uses) -> String {
    let values: Vec<_> = block(changed / 8).map(|component| format!("{component}(1)")).collect();
    format!(
        "fn scene_{number}(world: &mut World0) -> u64 {{
    world.create::<A{}>(({}));
    let mut sum = 0;
    ecs_iter!(world, |a: &C{read}, b: &C{inserted}| {{
        sum += a.0 ^ b.0;
    }});
    sum
}}
",
        changed / 8,
        values.join(", ")
    )
}

fn main(size: Size) -> String {
    let systems: String = size.systems().map(|Uses { number, .. }| format!("    s{number}(&mut world);\n")).collect();
    format!(
        "fn main() {{
    let mut world = World0::default();
    let mut sum = CHANGE;
{}{systems}    println!(\"{{sum}}\");
}}
",
        size.calls_of_scenes()
    )
}
