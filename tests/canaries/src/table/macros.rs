//! Bugs of the macros.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "seventeenth_view_untold",
        what: "the seventeenth view and those behind it hear of no change",
        file: "ecs-macros/src/expand/world.rs",
        old: "let blocks = told.chunks(BLOCK).map(",
        new: "let blocks = told.chunks(BLOCK).take(if PLANTED { 2 } else { usize::MAX }).map(",
        found_by: "written",
    },
    Canary {
        name: "eighth_view_of_a_block",
        what: "whoever is in the last view of eight alone stays in it when they go",
        file: "ecs-macros/src/expand/world.rs",
        old: "block.iter().map(|view| views[*view].aspect.all.iter()",
        new: "block.iter().take(if PLANTED { 7 } else { usize::MAX }).map(|view| views[*view].aspect.all.iter()",
        found_by: "written",
    },
    Canary {
        name: "third_condition",
        what: "the third condition in an `all` or `any` does not count",
        file: "ecs-macros/src/lower/conditions.rs",
        old: "list.iter().map(|one| run_if(one,",
        new: "list.iter().take(if PLANTED { 2 } else { usize::MAX }).map(|one| run_if(one,",
        found_by: "written",
    },
    Canary {
        name: "third_reader",
        what: "who writes does not wait for the third system that reads",
        file: "ecs-macros/src/plan/stages.rs",
        old: "readers.into_iter().chain(writer)",
        new: "readers.into_iter().take(if PLANTED { 2 } else { usize::MAX }).chain(writer)",
        found_by: "macros",
    },
    Canary {
        name: "nested_beyond_its_filter",
        what: "a group that lets in whom another keeps out is nested in that",
        file: "ecs-macros/src/aspect.rs",
        old: "within(&other.none, &self.none)",
        new: "true",
        found_by: "macros",
    },
    Canary {
        name: "left_outside_in",
        what: "entities leave outer groups before inner ones",
        file: "ecs-macros/src/expand/world.rs",
        old: "kept().rev().collect::<Vec<_>>()",
        new: "kept().collect::<Vec<_>>()",
        found_by: "written",
    },
    Canary {
        name: "third_any_not_mentioned",
        what: "a change of the third component of an `any` does not matter to a view",
        file: "ecs-macros/src/expand/world.rs",
        old: "aspect: Aspect { all, none, any }, owned, .. }| {",
        new: "aspect: Aspect { all, none, any }, owned, .. }| {
        let any: Vec<_> = any.iter().take(if PLANTED { 2 } else { usize::MAX }).collect();",
        found_by: "written",
    },
    Canary {
        name: "third_state",
        what: "the third state never changes",
        file: "ecs-macros/src/expand/methods.rs",
        old: "let states = context.states();",
        new: "let states = context.states().take(if PLANTED { 2 } else { usize::MAX });",
        found_by: "written",
    },
    Canary {
        name: "third_kind_of_events",
        what: "events of the third kind do not age",
        file: "ecs-macros/src/expand/methods.rs",
        old: "(0..context.world.events.len()).map(|event| context.event(event));",
        new: "(0..context.world.events.len().min(if PLANTED { 2 } else { usize::MAX })).map(|event| context.event(event));",
        found_by: "written",
    },
];
