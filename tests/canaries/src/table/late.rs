//! Bugs of cached positions and of iterators that no test found when they were first planted.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "third_column_found",
        what: "a cached scan takes values of its third component from the entities that it skipped",
        file: "ecs-core/src/sparse/cache.rs",
        old: "self.columns.iter_mut().for_each(|column| column.positions[kept] = column.positions[step]);",
        new: "self.columns.iter_mut().take(if PLANTED { 2 } else { usize::MAX }).for_each(|column| column.positions[kept] = column.positions[step]);",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "found_in_step",
        what: "a cached scan takes values of the storage that it walked from the entities that it skipped",
        file: "ecs-core/src/view/steps.rs",
        old: "if found.is_some() {
            places.align(Source::EMPTY);",
        new: "if found.is_some() && !PLANTED {
            places.align(Source::EMPTY);",
        found_by: "model, directed",
    },
    Canary {
        name: "length_within_a_run",
        what: "cached positions are used for a group that has another number of entities",
        file: "ecs-core/src/sparse/cache.rs",
        old: "(steps == order.steps() && (",
        new: "((PLANTED || steps == order.steps()) && (",
        found_by: "unit, model",
    },
    Canary {
        name: "gap_in_a_cut",
        what: "an iterator takes the values before a gap for those behind it",
        file: "ecs-core/src/fetch/stretch.rs",
        old: "cut.is_whole || first == Some(cut.place)",
        new: "cut.is_whole || PLANTED || first == Some(cut.place)",
        found_by: "model, directed",
    },
    Canary {
        name: "folded_from_the_start",
        what: "an iterator that only reads, and looks items up, folds again what `next` returned",
        file: "ecs-core/src/join/direct.rs",
        old: ".zip(0..).skip(self.step)",
        new: ".zip(0..).skip(if PLANTED { 0 } else { self.step })",
        found_by: "model, directed",
    },
    Canary {
        name: "second_column_of_a_run",
        what: "of several columns with cached positions the first alone decides which entities are side by side",
        file: "ecs-core/src/sparse/cache.rs",
        old: "looked_up.fold(steps - first, |len, column| ascending(&column.positions[first..first + len]))",
        new: "looked_up.take(if PLANTED { 1 } else { usize::MAX }).fold(steps - first, |len, column| ascending(&column.positions[first..first + len]))",
        found_by: "unit, model",
    },
];
