//! Owns the contestants: the columns of the tables.

use std::fmt::Debug;

/// A column of a table.
pub trait Column: Copy + PartialEq + Debug + 'static {
    /// Note above the table.
    const NOTE: &'static str;
    /// All columns, in order; the first is the baseline.
    const ALL: &'static [Self];
    /// Heads of further columns.
    const VERDICTS: &'static [&'static str];

    /// The head of the column.
    fn name(self) -> &'static str;

    /// Cells of the further columns, given the time of each contestant.
    fn verdicts(medians: &[(Self, f64)]) -> Vec<String>;
}

/// Libraries that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    /// The hand-written program: the baseline.
    Vec,
    /// This library.
    EcsWorld,
    /// Archetypes.
    Hecs,
    /// Archetypes.
    Bevy,
    /// Sparse sets, grouped if one group suffices.
    Sparsey,
    /// Sparse sets.
    Shipyard,
    /// Vectors indexed by entity, joined through bit sets.
    Specs,
    /// Archetypes that are fixed at compile time: entities never gain or lose components.
    Gecs,
}

impl Library {
    fn is_peer(self) -> bool {
        !matches!(self, Self::Vec | Self::EcsWorld)
    }

    fn can_add_and_remove(self) -> bool {
        self != Self::Gecs
    }
}

impl Column for Library {
    const NOTE: &'static str = "On the right is the time of ecs-world over that of its best peer: of those that can add and \
                                remove components, and of all.";
    const ALL: &'static [Self] =
        &[Self::Vec, Self::EcsWorld, Self::Hecs, Self::Bevy, Self::Sparsey, Self::Shipyard, Self::Specs, Self::Gecs];
    const VERDICTS: &'static [&'static str] = &["over best adder", "over best"];

    fn name(self) -> &'static str {
        match self {
            Self::Vec => "Vec",
            Self::EcsWorld => "ecs-world",
            Self::Hecs => "hecs",
            Self::Bevy => "bevy_ecs",
            Self::Sparsey => "sparsey",
            Self::Shipyard => "shipyard",
            Self::Specs => "specs",
            Self::Gecs => "gecs",
        }
    }

    fn verdicts(medians: &[(Self, f64)]) -> Vec<String> {
        let Some((_, own)) = medians.iter().find(|(library, _)| *library == Self::EcsWorld) else { return Vec::new() };
        let groups: [fn(Self) -> bool; 2] = [Self::can_add_and_remove, |_| true];
        let best = groups.iter().filter_map(|is_compared| {
            let peers = medians.iter().filter(|(library, _)| library.is_peer() && is_compared(*library));
            peers.min_by(|a, b| a.1.total_cmp(&b.1))
        });
        best.map(|(library, best)| format!("{:.2} {:8}", own / best, library.name())).collect()
    }
}

/// Kinds of views of this library that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The hand-written program: the baseline.
    Vec,
    /// The entities are at the front of the storages.
    Group,
    /// A packed list.
    List,
    /// A dense list that records changed entities and settles at the next sync.
    Delayed,
    /// A bit per entity, from which a list is made at the next sync.
    ActivePassive,
    /// No kept entities: each iteration tests masks.
    Scan,
}

impl Column for Kind {
    const NOTE: &'static str = "All columns but the first are ecs-world, with the view of the system kept in that way.";
    const ALL: &'static [Self] = &[Self::Vec, Self::Group, Self::List, Self::Delayed, Self::ActivePassive, Self::Scan];
    const VERDICTS: &'static [&'static str] = &[];

    fn name(self) -> &'static str {
        match self {
            Self::Vec => "Vec",
            Self::Group => "group",
            Self::List => "list",
            Self::Delayed => "delayed",
            Self::ActivePassive => "active_passive",
            Self::Scan => "scan",
        }
    }

    fn verdicts(_: &[(Self, f64)]) -> Vec<String> {
        Vec::new()
    }
}

/// Schedules that are compared, each on one thread if its library supports that, and on all threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheduler {
    /// The hand-written program on one thread: the baseline.
    Vec,
    /// The hand-written program in nested joins on all threads, which shows what the machine can gain.
    Joins,
    /// This library, one system after another.
    EcsWorldInTurn,
    /// This library, in stages that are planned at compile time.
    EcsWorld,
    /// Each system starts when those that conflict with it are done; one thread.
    BevyInTurn,
    /// The same on the threads of its own pool.
    Bevy,
    /// Batches of systems.
    Shipyard,
    /// Stages of groups of systems; one thread.
    SpecsInTurn,
    /// The same in a pool.
    Specs,
    /// Each system starts when those that conflict with it are done.
    Legion,
}

impl Column for Scheduler {
    const NOTE: &'static str = "(1) stands for one thread, as `Vec` does; the others have as many as there are cores.";
    const ALL: &'static [Self] = &[
        Self::Vec,
        Self::EcsWorldInTurn,
        Self::BevyInTurn,
        Self::SpecsInTurn,
        Self::Joins,
        Self::EcsWorld,
        Self::Bevy,
        Self::Shipyard,
        Self::Specs,
        Self::Legion,
    ];
    const VERDICTS: &'static [&'static str] = &[];

    fn name(self) -> &'static str {
        match self {
            Self::Vec => "Vec",
            Self::Joins => "rayon::join",
            Self::EcsWorldInTurn => "ecs-world (1)",
            Self::EcsWorld => "ecs-world",
            Self::BevyInTurn => "bevy_ecs (1)",
            Self::Bevy => "bevy_ecs",
            Self::Shipyard => "shipyard",
            Self::SpecsInTurn => "specs (1)",
            Self::Specs => "specs",
            Self::Legion => "legion",
        }
    }

    fn verdicts(_: &[(Self, f64)]) -> Vec<String> {
        Vec::new()
    }
}
