//! The words for a plan: one table, which the world's documentation and its `PLAN` share.

use super::{Access, Kept, Part, View};
use crate::model::{Tracker, When, World};

/// How each view is kept, what each system accesses, and the stages of each schedule.
pub(super) fn of(world: &World, views: &[View], accesses: &[Access], schedules: &[Vec<Part>]) -> String {
    let mut text = of_views(world, views);
    if !accesses.is_empty() {
        text.push_str("\nWhat each system accesses:\n");
    }
    let systems = world.systems.iter().zip(accesses);
    text.extend(systems.map(|(system, access)| format!("  {}: {}\n", system.name, touched(world, access))));
    text.push_str(&of_tracked(world));
    text.push_str(&of_double_buffered(world));
    if !world.unscheduled.is_empty() {
        let names: Vec<_> = world.unscheduled.iter().map(|system| system.name.to_string()).collect();
        text.extend(["\nSystems of included sets that no schedule runs: ", &names.join(", "), "\n"]);
    }
    for (schedule, parts) in world.schedules.iter().zip(schedules) {
        let shown = schedule.when.show();
        if parts.iter().all(|part| part.stages.is_empty()) {
            continue;
        }
        if let When::At(..) = schedule.when {
            let head = format!("\nSystems of schedule {shown}, which run one after another:\n");
            text.extend([head, in_turn(world, parts)]);
        } else {
            let head = format!("\nStages of schedule {shown}, each with systems that can run in parallel:\n");
            text.extend([head, of_schedule(world, parts)]);
        }
    }
    text
}

/// The components whose changes are tracked, and for which systems: `Position: changed for Render`.
fn of_tracked(world: &World) -> String {
    let lines = world.trackers().into_iter().zip(world.components());
    let lines =
        lines.filter(|(trackers, component)| component.tracked || !trackers.is_empty()).map(|(trackers, component)| {
            let registered = component.tracked.then(|| "`#[tracked]`".to_string());
            let readers = trackers.iter().map(|Tracker { system, added, query }| {
                let kind = if *added { "added" } else { "changed" };
                let query = query.map(|query| format!("the query in parameter {} of ", query + 1)).unwrap_or_default();
                format!("{kind} for {query}{}", world.systems[*system].name)
            });
            format!("  {}: {}\n", component.name, registered.into_iter().chain(readers).collect::<Vec<_>>().join(", "))
        });
    let lines: String = lines.collect();
    if lines.is_empty() {
        lines
    } else {
        format!("\nComponents whose changes are tracked, and what requires it:\n{lines}")
    }
}

/// The double-buffered components.
fn of_double_buffered(world: &World) -> String {
    let names = world.components().iter().filter(|component| component.is_double_buffered());
    let names: Vec<_> = names.map(|component| component.name.to_string()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("\nDouble-buffered components, which `run()` copies to their past as it starts: {}\n", names.join(", "))
}

/// `writes Position; reads Velocity, Time; commands`
fn touched(world: &World, access: &Access) -> String {
    let names = |written: bool| -> Vec<String> {
        access.touched().filter(|(_, writes)| *writes == written).map(|(what, _)| what.name(world)).collect()
    };
    let mut parts = Vec::new();
    for (what, names) in [("writes", names(true)), ("reads", names(false))] {
        if !names.is_empty() {
            parts.push(format!("{what} {}", names.join(", ")));
        }
    }
    if access.commands {
        parts.push("commands".into());
    }
    if parts.is_empty() { "nothing that other systems access".into() } else { parts.join("; ") }
}

/// `Physics, Regen`: the systems between two syncs in a line, for a list whose systems run one after another.
fn in_turn(world: &World, parts: &[Part]) -> String {
    let parts = parts.iter().map(|part| {
        let names: Vec<_> =
            part.stages.iter().flatten().map(|system| world.systems[*system].name.to_string()).collect();
        if names.is_empty() { String::new() } else { format!("  {}\n", names.join(", ")) }
    });
    parts.collect::<Vec<_>>().join("  sync\n")
}

/// `1: Physics, Regen`, and what each system waits for.
fn of_schedule(world: &World, parts: &[Part]) -> String {
    let name = |system: usize| world.systems[system].name.to_string();
    let (mut lines, mut number) = (Vec::new(), 0);
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            lines.push("  sync\n".to_string());
        }
        for stage in &part.stages {
            number += 1;
            let systems: Vec<_> = stage.iter().map(|system| name(*system) + &waits(world, part, *system)).collect();
            lines.push(format!("  {number}: {}\n", systems.join(", ")));
        }
    }
    lines.concat()
}

/// ` (after Physics: Position)`
fn waits(world: &World, part: &Part, system: usize) -> String {
    let waits = part.waits.iter().filter(|wait| wait.then == system);
    let waits: Vec<_> =
        waits.map(|wait| format!("{}: {}", world.systems[wait.first].name, wait.what.name(world))).collect();
    if waits.is_empty() { String::new() } else { format!(" (after {})", waits.join("; ")) }
}

/// How each view is kept, one line each.
fn of_views(world: &World, views: &[View]) -> String {
    let mut text = format!("Views of {}, outer groups before inner ones:\n", world.name);
    if views.is_empty() {
        text.push_str("  none: no system manages entities, and no query is declared\n");
    }
    for view in views {
        text.push_str(&line(world, view));
    }
    let gaining = views.iter().filter(|view| gains_from_tidy(world, view)).map(|view| view.shown.as_str());
    let gaining = gaining.collect::<Vec<_>>().join(", ");
    if !gaining.is_empty() {
        text.extend(["Views that look components up, and gain from `tidy()`: ", gaining.as_str(), "\n"]);
    }
    let parts = (0..world.components().len()).filter_map(|component| parts(world, views, component));
    let parts: String = parts.collect();
    if !parts.is_empty() {
        text.extend([
            "Storages that groups divide: `sort_by` sorts each part by itself, and never across their boundaries:\n",
            &parts,
        ]);
    }
    text
}

/// The parts into which groups divide a storage, from its front: `Position: (Position, Velocity), the rest`.
fn parts(world: &World, views: &[View], component: usize) -> Option<String> {
    let owners = views.iter().rev().filter(|view| view.kept == Kept::Group && view.owned.contains(&component));
    let owners: Vec<_> = owners.map(|view| view.shown.as_str()).collect();
    let name = &world.components()[component].name;
    (!owners.is_empty()).then(|| format!("  {name}: {}, the rest\n", owners.join(", ")))
}

/// Returns true if a view looks up components whose storages leave the order of values free. `ViewPlan::gains_from_tidy` of the run time
/// is the same function: macros cannot use the run time.
fn gains_from_tidy(world: &World, view: &View) -> bool {
    let is_free = |component: &&usize| !world.components()[**component].storage.is_ordered();
    let looked_up = view.aspect.all.iter().filter(|component| !view.owned.contains(component)).filter(is_free).count();
    match view.kept {
        Kept::List | Kept::Delayed | Kept::Group => looked_up > 0,
        Kept::Scan => looked_up > 1,
        Kept::Storage | Kept::ActivePassive => false,
    }
}

fn line(world: &World, view: &View) -> String {
    let names = |components: &[usize]| -> Vec<String> {
        components.iter().map(|component| world.components()[*component].name.to_string()).collect()
    };
    let kept = match view.kept {
        Kept::Group if view.owned.len() < view.aspect.all.len() => {
            format!("partial group, owns {}", names(&view.owned).join(", "))
        }
        kept => kept.name().to_string(),
    };
    let systems: Vec<_> = view.systems.iter().map(|system| world.systems[*system].name.to_string()).collect();
    let mut serves = systems;
    serves.extend(view.queried.then(|| "queries".into()));
    serves.extend(view.grouped.then(|| "`groups:`".into()));
    let queried_by = view.queried_by.iter().map(|system| format!("the query of {}", world.systems[*system].name));
    serves.extend(queried_by);
    format!("  {}: {kept}; {}; for {}\n", view.shown, view.reason, serves.join(", "))
}
