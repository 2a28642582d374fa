//! Hand-written code: a `Vec` of options for each component, a function for each system.

use super::{Size, Uses};

pub(super) fn source(size: Size) -> Result<String, &'static str> {
    Ok(format!(
        "{}#[derive(Default)]\npub struct World {{\n    len: usize,\n{}}}\n\
         impl World {{\n    fn spawn(&mut self) -> usize {{\n{}        self.len += 1;\n        self.len - 1\n    }}\n}}\n{}{}{}",
        size.component_types(""),
        size.each_component(|number| format!("    c{number}: Vec<Option<C{number}>>,\n")),
        size.each_component(|number| format!("        self.c{number}.push(None);\n")),
        size.systems().map(system).collect::<String>(),
        size.scenes().map(scene).collect::<String>(),
        main(size),
    ))
}

fn system(Uses { number, changed, read, .. }: Uses) -> String {
    format!(
        "fn s{number}(world: &mut World) {{
    for (a, b) in world.c{changed}.iter_mut().zip(&world.c{read}) {{
        if let (Some(a), Some(b)) = (a, b) {{
            a.0 = a.0.wrapping_add(b.0);
        }}
    }}
}}
"
    )
}

fn scene(Uses { number, changed, read, inserted }: Uses) -> String {
    format!(
        "fn scene_{number}(world: &mut World) -> u64 {{
    let entity = world.spawn();
    world.c{changed}[entity] = Some(C{changed}(1));
    world.c{read}[entity] = Some(C{read}(2));
    world.c{inserted}[entity] = Some(C{inserted}(3));
    world.c{changed}[entity] = None;
    world.c{read}.iter().zip(&world.c{inserted}).filter_map(|(a, b)| Some(a.as_ref()?.0 ^ b.as_ref()?.0)).sum()
}}
"
    )
}

fn main(size: Size) -> String {
    let systems: String = size.systems().map(|Uses { number, .. }| format!("    s{number}(&mut world);\n")).collect();
    format!(
        "fn main() {{
    let mut world = World::default();
    let mut sum = CHANGE;
{}{systems}    println!(\"{{sum}} {{}}\", world.len);
}}
",
        size.calls_of_scenes()
    )
}
