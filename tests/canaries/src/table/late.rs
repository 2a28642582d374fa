//! Bugs of cached positions, of iterators, of versions and of tidying that were planted last.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "third_column_found",
        what: "a cached scan takes the values of its third component from the entities that it skipped",
        file: "ecs-core/src/sparse/cache.rs",
        old: "self.columns.iter_mut().for_each(|column| column.positions[kept] = column.positions[step]);",
        new: "self.columns.iter_mut().take(if PLANTED { 2 } else { usize::MAX }).for_each(|column| column.positions[kept] = column.positions[step]);",
        found_by: "",
    },
    Canary {
        name: "found_in_step",
        what: "a cached scan takes the values of the storage that it walked by the number of the entity that it found",
        file: "ecs-core/src/view/walk.rs",
        old: "if found.is_some() {
            F::align(&mut self.columns, Source::NOBODY);",
        new: "if found.is_some() && !PLANTED {
            F::align(&mut self.columns, Source::NOBODY);",
        found_by: "",
    },
    Canary {
        name: "last_column_compared",
        what: "of several storages the last alone decides whether cached positions are those of now",
        file: "ecs-core/src/sparse/cache.rs",
        old: "self.is_unchanged &= columns[number].stamp == stamp;",
        new: "self.is_unchanged = (PLANTED || self.is_unchanged) & (columns[number].stamp == stamp);",
        found_by: "",
    },
    Canary {
        name: "length_not_compared",
        what: "positions stay cached where a group has another number of entities at the same places",
        file: "ecs-core/src/sparse/cache.rs",
        old: "let is_unchanged = positions.order == order;",
        new: "let is_unchanged = if PLANTED { positions.order.map(|it| it.0) == order.map(|it| it.0) } else { positions.order == order };",
        found_by: "",
    },
    Canary {
        name: "length_within_a_run",
        what: "cached positions are used where a group has another number of entities since the run began",
        file: "ecs-core/src/sparse/cache.rs",
        old: "(steps == order.steps() && (",
        new: "((PLANTED || steps == order.steps()) && (",
        found_by: "",
    },
    Canary {
        name: "gap_in_a_cut",
        what: "values that are side by side behind a gap are taken from before it",
        file: "ecs-core/src/fetch/stretch.rs",
        old: "cut.is_whole || first == Some(cut.place)",
        new: "cut.is_whole || PLANTED || first == Some(cut.place)",
        found_by: "",
    },
    Canary {
        name: "sifted_not_counted",
        what: "an iterator over filtered values side by side says at most how many are behind these",
        file: "ecs-core/src/join/behind.rs",
        old: "(least, sifted.len() + most)",
        new: "(least, (if PLANTED { 0 } else { sifted.len() }) + most)",
        found_by: "",
    },
    Canary {
        name: "fetched_not_counted",
        what: "an iterator does not count what was fetched ahead",
        file: "ecs-core/src/join/ahead.rs",
        old: "(fetched + least, fetched + most)",
        new: "(least, (if PLANTED { 0 } else { fetched }) + most)",
        found_by: "",
    },
    Canary {
        name: "filled_twice",
        what: "scattered items are fetched to the places of filtered ones that are side by side",
        file: "ecs-core/src/join/behind.rs",
        old: "&mut self.step, &self.keep, &mut room[filled..])",
        new: "&mut self.step, &self.keep, &mut room[if PLANTED { 0 } else { filled }..])",
        found_by: "",
    },
    Canary {
        name: "nth_at_the_end_of_a_run",
        what: "an iterator ends where as many items are skipped as are side by side",
        file: "ecs-core/src/join/matches.rs",
        old: "if n < left {",
        new: "if n < left + usize::from(PLANTED) {",
        found_by: "",
    },
    Canary {
        name: "folded_from_the_start",
        what: "what was taken of an iterator that looks items up is folded once more, if it is only read",
        file: "ecs-core/src/join/direct.rs",
        old: ".zip(0..).skip(self.step)",
        new: ".zip(0..).skip(if PLANTED { 0 } else { self.step })",
        found_by: "",
    },
    Canary {
        name: "scattered_from_the_start",
        what: "what was taken of an iterator over scattered items is folded once more, if it is only read",
        file: "ecs-core/src/join/behind.rs",
        old: "for (index, step) in indices.iter().zip(0..).skip(step) {",
        new: "for (index, step) in indices.iter().zip(0..).skip(if PLANTED { 0 } else { step }) {",
        found_by: "",
    },
    Canary {
        name: "batch_not_counted",
        what: "a batch leaves the version of an index as it is",
        file: "ecs-core/src/sparse/index.rs",
        old: "self.version += 1;
        let first = self.len();",
        new: "self.version += u64::from(!PLANTED);
        let first = self.len();",
        found_by: "",
    },
    Canary {
        name: "clear_not_counted",
        what: "an index that is cleared keeps its version",
        file: "ecs-core/src/sparse/index.rs",
        old: "pub fn clear(&mut self) {
        self.version += 1;",
        new: "pub fn clear(&mut self) {
        self.version += u64::from(!PLANTED);",
        found_by: "",
    },
    Canary {
        name: "packed_not_counted",
        what: "an index whose entities ascend keeps its version when it is renumbered",
        file: "ecs-core/src/sparse/index.rs",
        old: "self.version += 1;
        for (index, position) in self.back[first..]",
        new: "self.version += u64::from(!PLANTED);
        for (index, position) in self.back[first..]",
        found_by: "",
    },
    Canary {
        name: "unsorted_unnoticed",
        what: "tidying leaves a storage that it was given back as it is, if nothing else changed",
        file: "ecs-core/src/world/tidy.rs",
        old: "entities.wear.note(W::Mask::bit(component).folded());",
        new: "if !PLANTED {
        entities.wear.note(W::Mask::bit(component).folded());
    }",
        found_by: "",
    },
    Canary {
        name: "budget_of_a_group",
        what: "tidying makes as many swaps in each storage of a group as its budget allows for all",
        file: "ecs-core/src/world/tidy.rs",
        old: "left.div_ceil(together).min(BATCH)",
        new: "left.div_ceil(if PLANTED { 1 } else { together }).min(BATCH)",
        found_by: "",
    },
    Canary {
        name: "batch_of_swaps",
        what: "what is behind the first batch of swaps of a class is left in its old order",
        file: "ecs-core/src/world/tidy.rs",
        old: "while placed < members.len() {",
        new: "while placed < members.len() && !(PLANTED && placed > 0) {",
        found_by: "",
    },
    Canary {
        name: "owner_not_looked_up",
        what: "values that a group owns are taken from the cache of the order that it had",
        file: "ecs-core/src/sparse/cache.rs",
        old: "looked_up.fold(steps - first, |len, column| ascending(&column.positions[first..first + len]))",
        new: "looked_up.take(if PLANTED { 1 } else { usize::MAX }).fold(steps - first, |len, column| ascending(&column.positions[first..first + len]))",
        found_by: "",
    },
    Canary {
        name: "table_of_a_cut",
        what: "values behind a run that was cut off are taken one place too far back, once there is a table",
        file: "ecs-core/src/fetch/apart.rs",
        old: "self.table.resize_with(first, || None);",
        new: "self.table.resize_with(if PLANTED { first.saturating_sub(1) } else { first }, || None);",
        found_by: "",
    },
];
