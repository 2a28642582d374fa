//! Drawings of schedules: the same boxes and arrows in the languages of Graphviz and Mermaid.
//!
//! An arrow is a dependency between two conflicting systems, unless a third one between them implies it (transitive reduction).
//! Dependencies are computed from the accesses of systems, not stored in the plan.
//!
//! Everything is computed while it is printed, from the constant plan: nothing is allocated, and a program that never prints a plan
//! contains none of this. Both languages get the same sequence of calls (`draw`), so the drawings differ in syntax only.
//!
//! Drawing takes **O(systems^3)** comparisons of accesses per part of a schedule, which is fine for a picture that people can read.
//!
//! ```text
//! Graphviz (`dot`)                                Mermaid (`mermaid`)
//!   subgraph cluster_stage_0_0 { .. }               subgraph stage_0_0 .. end
//!   system_0_1 [label = "Physics\nwrites .."];      system_0_1["Physics<br>writes .."]
//!   system_0_1 -> system_0_2 [label="Position"];    system_0_1 -->|"Position"| system_0_2
//! ```
//!
//! An arrow from the first to the third of three systems that all conflict is not drawn, since it is implied by the two others: of n
//! systems in a row, n - 1 arrows remain.

use core::fmt::{self, Display, Formatter};

use super::{Plan, SystemPlan};

/// The schedules in the language of Graphviz.
///
/// It is printed with `Display`.
///
/// Stages are clusters, which frame their boxes; a sync is a diamond of its own between them.
pub(super) struct Dot(pub(super) Plan);

/// The schedules in the language of Mermaid.
///
/// Stages are subgraphs. An editor or a forge that knows Mermaid shows it within a page of Markdown.
pub(super) struct Mermaid(pub(super) Plan);

/// A language of drawings.
///
/// Each function writes one piece of the drawing. Boxes and arrows are referred to by [`Id`]s, which are valid names in both languages.
trait Language {
    /// Writes what is before the first box: the kind of the graph, and the direction of its arrows.
    fn begin(f: &mut Formatter<'_>) -> fmt::Result;
    /// Writes what is after the last arrow; nothing in Mermaid.
    fn end(f: &mut Formatter<'_>) -> fmt::Result;
    /// Opens the frame of a stage. All boxes up to the next [`end_stage`](Self::end_stage) are in it.
    fn begin_stage(f: &mut Formatter<'_>, stage: Id, title: fmt::Arguments<'_>) -> fmt::Result;
    fn end_stage(f: &mut Formatter<'_>) -> fmt::Result;
    /// Writes a box with the accesses of a system. Arrows refer to it by its id.
    fn system(f: &mut Formatter<'_>, id: Id, system: &SystemPlan) -> fmt::Result;
    /// Writes a sync point, which is outside of all frames.
    fn sync(f: &mut Formatter<'_>, id: Id) -> fmt::Result;
    /// Writes an arrow; one between a system and a sync has no label.
    fn arrow(f: &mut Formatter<'_>, from: Id, to: Id, why: Option<&str>) -> fmt::Result;
}

/// The name of a box: its kind, the number of its schedule, and its number there.
///
/// Kinds consist of letters, so an id needs no quotes and no escapes; names of systems are in labels only.
#[derive(Clone, Copy)]
struct Id(&'static str, usize, usize);

impl Display for Id {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.0, self.1, self.2)
    }
}

/// The accesses of a system, in lines separated by `line`.
fn touched(f: &mut Formatter<'_>, system: &SystemPlan, line: &str) -> fmt::Result {
    f.write_str(system.name)?;
    for (what, names) in [("writes", system.writes), ("reads", system.reads)] {
        for (at, name) in names.iter().enumerate() {
            let (line, what) = if at == 0 { (line, what) } else { (",", "") };
            write!(f, "{line}{what} {name}")?;
        }
    }
    if system.commands { write!(f, "{line}commands") } else { Ok(()) }
}

impl Language for Dot {
    fn begin(f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph schedules {{\n  rankdir = LR;\n  node [shape = box];")
    }

    fn end(f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "}}")
    }

    fn begin_stage(f: &mut Formatter<'_>, stage: Id, title: fmt::Arguments<'_>) -> fmt::Result {
        writeln!(f, "  subgraph cluster_{stage} {{\n    label = \"{title}\";")
    }

    fn end_stage(f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "  }}")
    }

    fn system(f: &mut Formatter<'_>, id: Id, system: &SystemPlan) -> fmt::Result {
        write!(f, "    {id} [label = \"")?;
        touched(f, system, "\\n")?;
        writeln!(f, "\"];")
    }

    fn sync(f: &mut Formatter<'_>, id: Id) -> fmt::Result {
        writeln!(f, "  {id} [label = \"sync\", shape = diamond];")
    }

    fn arrow(f: &mut Formatter<'_>, from: Id, to: Id, why: Option<&str>) -> fmt::Result {
        match why {
            Some(why) => writeln!(f, "  {from} -> {to} [label=\"{why}\"];"),
            None => writeln!(f, "  {from} -> {to};"),
        }
    }
}

impl Language for Mermaid {
    fn begin(f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "flowchart LR")
    }

    fn end(_: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn begin_stage(f: &mut Formatter<'_>, stage: Id, title: fmt::Arguments<'_>) -> fmt::Result {
        writeln!(f, "  subgraph {stage} [\"{title}\"]")
    }

    fn end_stage(f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "  end")
    }

    fn system(f: &mut Formatter<'_>, id: Id, system: &SystemPlan) -> fmt::Result {
        write!(f, "    {id}[\"")?;
        touched(f, system, "<br>")?;
        writeln!(f, "\"]")
    }

    fn sync(f: &mut Formatter<'_>, id: Id) -> fmt::Result {
        writeln!(f, "  {id}{{sync}}")
    }

    fn arrow(f: &mut Formatter<'_>, from: Id, to: Id, why: Option<&str>) -> fmt::Result {
        match why {
            Some(why) => writeln!(f, "  {from} -->|\"{why}\"| {to}"),
            None => writeln!(f, "  {from} --> {to}"),
        }
    }
}

/// Draws all schedules of a plan, one after another, each with its parts between syncs.
fn draw<L: Language>(plan: &Plan, f: &mut Formatter<'_>) -> fmt::Result {
    L::begin(f)?;
    for (schedule, own) in plan.schedules.iter().enumerate() {
        let (mut stages, mut before) = (0, 0);
        for (number, part) in own.parts.iter().enumerate() {
            if number > 0 {
                L::sync(f, Id("sync", schedule, number))?;
            }
            let part = Part { plan, stages: part.stages, schedule, number, before };
            part.boxes::<L>(f, own.name, &mut stages)?;
            part.arrows::<L>(f)?;
            part.syncs::<L>(f, number + 1 < own.parts.len())?;
            before += part.systems().count();
        }
    }
    L::end(f)
}

/// A part of a schedule, with the number of systems before it.
///
/// Drawn by one call each of `boxes`, `arrows` and `syncs`; only two counts in `draw` are kept from one part to the next.
struct Part<'p> {
    plan: &'p Plan,
    /// The names of the systems, stage by stage.
    stages: &'static [&'static [&'static str]],
    schedule: usize,
    /// Its position in the schedule. Sync `n` is between the parts `n - 1` and `n`.
    number: usize,
    /// Added to the position of a system in the part, so that no two boxes of a schedule have the same id.
    before: usize,
}

impl<'p> Part<'p> {
    /// The systems, stage by stage, with their boxes. (Conflicting ones are in their declared order.)
    fn systems(&self) -> impl Iterator<Item = (Id, &'static SystemPlan)> + use<'p> {
        let Self { plan, schedule, before, .. } = *self;
        let names = self.stages.iter().copied().flatten();
        let systems = names.filter_map(|name| plan.system(name));
        systems.enumerate().map(move |(at, system)| (Id("system", schedule, before + at), system))
    }

    /// Draws a box per system, in a frame per stage. Stages are numbered within the schedule, across its parts: `stages` counts them.
    fn boxes<L: Language>(&self, f: &mut Formatter<'_>, name: &str, stages: &mut usize) -> fmt::Result {
        let mut systems = self.systems();
        for stage in self.stages {
            *stages += 1;
            L::begin_stage(f, Id("stage", self.schedule, *stages), format_args!("{name}, stage {stages}"))?;
            for (id, system) in systems.by_ref().take(stage.len()) {
                L::system(f, id, system)?;
            }
            L::end_stage(f)?;
        }
        Ok(())
    }

    /// Draws dependencies, transitively reduced: a system between two conflicting ones replaces their arrow.
    ///
    /// An arrow is labelled with what both systems access. Two writers are ordered by any system between them that accesses it; a reader
    /// and a writer only by another writer.
    fn arrows<L: Language>(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, (from, first)) in self.systems().enumerate() {
            for (distance, (to, then)) in self.systems().skip(at + 1).enumerate() {
                let between = |what| {
                    let mut between = self.systems().skip(at + 1).take(distance);
                    let both_write = first.writes.contains(&what) && then.writes.contains(&what);
                    between.any(|(_, it)| if both_write { it.touches(what) } else { it.writes.contains(&what) })
                };
                for what in first.conflicts(then).filter(|what| !between(what)) {
                    L::arrow(f, from, to, Some(what))?;
                }
            }
        }
        Ok(())
    }

    /// Draws arrows from the previous sync to systems without dependencies, and from systems on which no other depends to the next sync.
    fn syncs<L: Language>(&self, f: &mut Formatter<'_>, more: bool) -> fmt::Result {
        for (at, (id, system)) in self.systems().enumerate() {
            let waits = |other: &(Id, &SystemPlan)| system.conflicts(other.1).next().is_some();
            if self.number > 0 && !self.systems().take(at).any(|other| waits(&other)) {
                L::arrow(f, Id("sync", self.schedule, self.number), id, None)?;
            }
            if more && !self.systems().skip(at + 1).any(|other| waits(&other)) {
                L::arrow(f, id, Id("sync", self.schedule, self.number + 1), None)?;
            }
        }
        Ok(())
    }
}

impl Display for Dot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        draw::<Self>(&self.0, f)
    }
}

impl Display for Mermaid {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        draw::<Self>(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use crate::plan::{PartPlan, Plan, SchedulePlan, SystemPlan};

    const fn system(name: &'static str, reads: &'static [&'static str], writes: &'static [&'static str]) -> SystemPlan {
        SystemPlan { name, reads, writes, commands: false }
    }

    /// Three parts with syncs between them, and a schedule of another name.
    const PLAN: Plan = Plan {
        rare: &[],
        fixed: &[],
        ordered: &[],
        views: &[],
        systems: &[
            system("a", &[], &["X"]),
            system("b", &["X"], &[]),
            system("c", &["X"], &["Y"]),
            SystemPlan { commands: true, ..system("d", &[], &["X"]) },
            system("e", &["Y"], &[]),
            system("f", &["Y"], &["X"]),
        ],
        unscheduled: &[],
        schedules: &[
            SchedulePlan {
                name: "run",
                parts: &[
                    PartPlan { stages: &[&["a", "e"], &["b", "c"], &["d"]] },
                    PartPlan { stages: &[&["e"]] },
                    PartPlan { stages: &[&["c", "d"]] },
                ],
            },
            SchedulePlan { name: "late", parts: &[PartPlan { stages: &[&["f"]] }] },
        ],
        text: "the plan",
    };

    const MERMAID: &str = r#"flowchart LR
  subgraph stage_0_1 ["run, stage 1"]
    system_0_0["a<br>writes X"]
    system_0_1["e<br>reads Y"]
  end
  subgraph stage_0_2 ["run, stage 2"]
    system_0_2["b<br>reads X"]
    system_0_3["c<br>writes Y<br>reads X"]
  end
  subgraph stage_0_3 ["run, stage 3"]
    system_0_4["d<br>writes X<br>commands"]
  end
  system_0_0 -->|"X"| system_0_2
  system_0_0 -->|"X"| system_0_3
  system_0_1 -->|"Y"| system_0_3
  system_0_2 -->|"X"| system_0_4
  system_0_3 -->|"X"| system_0_4
  system_0_4 --> sync_0_1
  sync_0_1{sync}
  subgraph stage_0_4 ["run, stage 4"]
    system_0_5["e<br>reads Y"]
  end
  sync_0_1 --> system_0_5
  system_0_5 --> sync_0_2
  sync_0_2{sync}
  subgraph stage_0_5 ["run, stage 5"]
    system_0_6["c<br>writes Y<br>reads X"]
    system_0_7["d<br>writes X<br>commands"]
  end
  system_0_6 -->|"X"| system_0_7
  sync_0_2 --> system_0_6
  subgraph stage_1_1 ["late, stage 1"]
    system_1_0["f<br>writes X<br>reads Y"]
  end
"#;

    const DOT: &str = r#"digraph schedules {
  rankdir = LR;
  node [shape = box];
  subgraph cluster_stage_0_1 {
    label = "run, stage 1";
    system_0_0 [label = "a\nwrites X"];
    system_0_1 [label = "e\nreads Y"];
  }
  subgraph cluster_stage_0_2 {
    label = "run, stage 2";
    system_0_2 [label = "b\nreads X"];
    system_0_3 [label = "c\nwrites Y\nreads X"];
  }
  subgraph cluster_stage_0_3 {
    label = "run, stage 3";
    system_0_4 [label = "d\nwrites X\ncommands"];
  }
  system_0_0 -> system_0_2 [label="X"];
  system_0_0 -> system_0_3 [label="X"];
  system_0_1 -> system_0_3 [label="Y"];
  system_0_2 -> system_0_4 [label="X"];
  system_0_3 -> system_0_4 [label="X"];
  system_0_4 -> sync_0_1;
  sync_0_1 [label = "sync", shape = diamond];
  subgraph cluster_stage_0_4 {
    label = "run, stage 4";
    system_0_5 [label = "e\nreads Y"];
  }
  sync_0_1 -> system_0_5;
  system_0_5 -> sync_0_2;
  sync_0_2 [label = "sync", shape = diamond];
  subgraph cluster_stage_0_5 {
    label = "run, stage 5";
    system_0_6 [label = "c\nwrites Y\nreads X"];
    system_0_7 [label = "d\nwrites X\ncommands"];
  }
  system_0_6 -> system_0_7 [label="X"];
  sync_0_2 -> system_0_6;
  subgraph cluster_stage_1_1 {
    label = "late, stage 1";
    system_1_0 [label = "f\nwrites X\nreads Y"];
  }
}
"#;

    #[test]
    fn a_plan_is_drawn_for_mermaid() {
        assert_eq!(PLAN.mermaid().to_string(), MERMAID);
    }

    #[test]
    fn a_plan_is_drawn_for_graphviz() {
        assert_eq!(PLAN.dot().to_string(), DOT);
    }

    #[test]
    fn a_plan_prints_its_text() {
        assert_eq!((PLAN.to_string(), alloc::format!("{PLAN:?}")), ("the plan".to_string(), "the plan".to_string()));
    }
}
