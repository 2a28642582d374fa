//! The same world in the words of each library.
//!
//! Components hold a number. System `s` adds one component to another, both of one block of eight; the pairs differ as long
//! as there are enough of them. One scene for every four systems spawns an entity with the components of its system, inserts
//! a third, removes the first, and asks for what is left.

mod bevy_ecs;
mod ecs_world;
mod gecs;
mod hecs;
mod sets;
mod vecs;

/// How much there is of a world.
#[derive(Debug, Clone, Copy, Default)]
pub struct Size {
    /// Kinds of components.
    pub components: usize,
    /// Systems.
    pub systems: usize,
}

/// The library that declares a world.
#[derive(Debug)]
pub struct Library {
    /// Its name.
    pub name: &'static str,
    /// Lines below `[dependencies]`; `ROOT` is the folder of this repository.
    pub dependencies: &'static str,
    /// A program, or why there is none.
    pub source: fn(Size) -> Result<String, &'static str>,
}

/// All of them.
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
    /// What each system uses.
    fn systems(self) -> impl Iterator<Item = Uses> {
        (0..self.systems).map(move |number| {
            let changed = number % self.components;
            let (block, place) = (changed / 8 * 8, changed % 8);
            let step = 1 + (number / self.components) % 7;
            let other = |far: usize| block + (place + far) % 8;
            Uses { number, changed, read: other(step), inserted: other(step % 7 + 1) }
        })
    }

    /// What each scene uses.
    fn scenes(self) -> impl Iterator<Item = Uses> {
        self.systems().step_by(4)
    }

    /// The types of components, with what they derive.
    fn component_types(self, derives: &str) -> String {
        (0..self.components)
            .map(|number| format!("#[derive(Debug, Clone, Copy, Default{derives})]\npub struct C{number}(pub u64);\n"))
            .collect()
    }

    /// `f` of each component, one after another.
    fn each_component(self, f: impl Fn(usize) -> String) -> String {
        (0..self.components).map(f).collect()
    }

    /// A call of each scene, added up.
    fn calls_of_scenes(self) -> String {
        self.scenes().map(|Uses { number, .. }| format!("    sum += scene_{number}(&mut world);\n")).collect()
    }
}
