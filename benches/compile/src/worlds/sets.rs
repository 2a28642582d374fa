//! The world of this repository, declared in sets.

use super::{Size, Uses, ecs_world};

/// One set declares everything.
pub(super) fn one(size: Size) -> Result<String, &'static str> {
    in_sets(size, 1)
}

/// Eight sets declare an eighth each.
pub(super) fn eight(size: Size) -> Result<String, &'static str> {
    in_sets(size, 8)
}

fn in_sets(size: Size, sets: usize) -> Result<String, &'static str> {
    if !size.components.is_multiple_of(8 * sets) {
        return Err("a system takes components of one block of eight, and so of one set");
    }
    let names = |separator: &str, prefix: &str| {
        (0..sets).map(|set| format!("{prefix}set_{set}")).collect::<Vec<_>>().join(separator)
    };
    let declared: String = (0..sets).map(|set| declaration(size, set, sets)).collect();
    let world = format!("ecs_world! {{\n    include: {};\n    systems: {};\n}}\n", names(", ", ""), names(", ", ".."));
    Ok(ecs_world::program(size, &(declared + &world)))
}

/// A set with the components and systems of some blocks.
fn declaration(size: Size, set: usize, sets: usize) -> String {
    let share = size.components / sets;
    let own = |component: usize| component / share == set;
    let components: Vec<_> =
        (0..size.components).filter(|component| own(*component)).map(|n| format!("C{n}")).collect();
    let systems = size.systems().filter(|Uses { changed, .. }| own(*changed));
    let systems: Vec<_> = systems.map(|Uses { number, .. }| format!("s{number}")).collect();
    format!(
        "ecs_components! {{\n    pub set set_{set};\n    components: {};\n    systems: {};\n}}\n",
        components.join(", "),
        systems.join(", ")
    )
}
