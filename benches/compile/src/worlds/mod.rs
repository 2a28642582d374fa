//! The same world, written for each library.
//!
//! Components hold a number. System `s` adds one component to another, both from one block of eight; the pairs differ as long as there are
//! enough of them. For every fourth system, a scene spawns an entity with the components of the system, inserts a third, removes the first,
//! and queries the rest.

mod bevy_ecs;
mod ecs_world;
mod gecs;
mod hecs;
mod sets;
mod vecs;

/// Size of a world.
#[derive(Debug, Clone, Copy, Default)]
pub struct Size {
    /// Number of components.
    pub components: usize,
    /// Number of systems.
    pub systems: usize,
}

/// The library that declares a world.
#[derive(Debug)]
pub struct Library {
    /// Its name.
    pub name: &'static str,
    /// Lines below `[dependencies]`; `ROOT` is the folder of this repository.
    pub dependencies: &'static str,
    /// Returns the program, or why there is none.
    pub source: fn(Size) -> Result<String, &'static str>,
}

/// All libraries.
pub const LIBRARIES: &[Library] = &[
    Library { name: "empty", dependencies: "", source: |_| Ok("fn main() { println!(\"{}\", CHANGE); }\n".into()) },
    Library { name: "vecs", dependencies: "", source: vecs::source },
    Library { name: "ecs-world", dependencies: "ecs-world = { path = \"ROOT\" }", source: ecs_world::source },
    Library { name: "one-set", dependencies: "ecs-world = { path = \"ROOT\" }", source: sets::one },
    Library { name: "eight-sets", dependencies: "ecs-world = { path = \"ROOT\" }", source: sets::eight },
    Library { name: "hecs", dependencies: "hecs = \"0.11.2\"", source: hecs::source },
    Library {
        name: "bevy_ecs",
        dependencies: "bevy_ecs = { version = \"0.20.1\", default-features = false, features = [\"std\"] }",
        source: bevy_ecs::source,
    },
    Library { name: "gecs", dependencies: "gecs = \"0.3.0\"", source: gecs::source },
];

/// Which components a system takes, and which one its scene inserts.
#[derive(Debug, Clone, Copy)]
struct Uses {
    number: usize,
    changed: usize,
    read: usize,
    inserted: usize,
}

impl Size {
    /// Components that each system uses.
    fn systems(self) -> impl Iterator<Item = Uses> {
        (0..self.systems).map(move |number| {
            let changed = number % self.components;
            let (block, place) = (changed / 8 * 8, changed % 8);
            let step = 1 + (number / self.components) % 7;
            let other = |far: usize| block + (place + far) % 8;
            Uses { number, changed, read: other(step), inserted: other(step % 7 + 1) }
        })
    }

    /// Components that each scene uses.
    fn scenes(self) -> impl Iterator<Item = Uses> {
        self.systems().step_by(4)
    }

    /// Types of components, with these derives.
    fn component_types(self, derives: &str) -> String {
        (0..self.components)
            .map(|number| format!("#[derive(Debug, Clone, Copy, Default{derives})]\npub struct C{number}(pub u64);\n"))
            .collect()
    }

    /// Concatenates `f` of each component.
    fn each_component(self, f: impl Fn(usize) -> String) -> String {
        (0..self.components).map(f).collect()
    }

    /// Calls of all scenes, whose results are summed.
    fn calls_of_scenes(self) -> String {
        self.scenes().map(|Uses { number, .. }| format!("    sum += scene_{number}(&mut world);\n")).collect()
    }
}
