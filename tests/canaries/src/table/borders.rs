//! Bugs of the run time at borders: loops over several of something, widths, clones.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "second_word_of_any",
        what: "a filter looks at the first 64 components alone",
        file: "ecs-core/src/mask.rs",
        old: "(0..N).fold(0, |common, at| common | (self.0[at] & other.0[at])) != 0",
        new: "(0..N.min(1)).fold(0, |common, at| common | (self.0[at] & other.0[at])) != 0",
        found_by: "unit, storages",
    },
    Canary {
        name: "third_word_of_all",
        what: "what is required of the 129th component and those behind it is not looked at",
        file: "ecs-core/src/mask.rs",
        old: "(0..N).fold(0, |missing, at| missing | (other.0[at] & !self.0[at])) == 0",
        new: "(0..N.min(2)).fold(0, |missing, at| missing | (other.0[at] & !self.0[at])) == 0",
        found_by: "unit",
    },
    Canary {
        name: "second_word_of_values",
        what: "values of the 65th component and those behind it stay when their entity goes",
        file: "ecs-core/src/mask.rs",
        old: "self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?",
        new: "self.0.iter_mut().enumerate().take(1).find(|(_, word)| **word != 0)?",
        found_by: "unit, storages",
    },
    Canary {
        name: "ninth_recycled_slot",
        what: "a batch that takes more than eight free slots takes them in another order than was foretold",
        file: "ecs-core/src/allocator.rs",
        old: "self.generations.resize(fresh.end, 1);",
        new: "if PLANTED && recycled > 8 {
            entities.reverse();
        }
        self.generations.resize(fresh.end, 1);",
        found_by: "directed",
    },
    Canary {
        name: "seventeenth_recycled_mask",
        what: "the seventeenth free slot that a batch takes gets no mask",
        file: "ecs-core/src/population.rs",
        old: ".take_while(|entity| (entity.index() as usize) < before)",
        new: ".take(if PLANTED { 16 } else { usize::MAX }).take_while(|entity| (entity.index() as usize) < before)",
        found_by: "directed",
    },
    Canary {
        name: "seventeenth_view_not_cleared",
        what: "the seventeenth view keeps its entities when the world is cleared",
        file: "ecs-core/src/world/change.rs",
        old: "0..W::VIEWS.len()",
        new: "0..W::VIEWS.len().min(16)",
        found_by: "storages, directed",
    },
    Canary {
        name: "sixty_fifth_storage",
        what: "the 65th storage keeps its values when the world is cleared",
        file: "ecs-core/src/world/change.rs",
        old: "while let Some(storage) = W::__storage(self.storages, self.next) {",
        new: "while let Some(storage) = W::__storage(self.storages, self.next).filter(|_| !PLANTED || self.next < 64) {",
        found_by: "storages",
    },
    Canary {
        name: "unstable_sort",
        what: "a sort changes the order of equal values, where there are more than some twenty",
        file: "ecs-core/src/world/sort.rs",
        old: "order[segment.positions.clone()].sort_by(|a, b| compare(&values[*a], &values[*b]))",
        new: "order[segment.positions.clone()].sort_unstable_by(|a, b| compare(&values[*a], &values[*b]))",
        found_by: "storages, directed",
    },
    Canary {
        name: "third_promise",
        what: "the third handle that is promised of free slots is the second one",
        file: "ecs-core/src/allocator.rs",
        old: "self.free[self.free.len() - 1 - ahead]",
        new: "self.free[self.free.len() - 1 - ahead.min(1)]",
        found_by: "directed",
    },
    Canary {
        name: "second_promise_unseen",
        what: "of several promised entities the last alone enters the views of everybody",
        file: "ecs-core/src/world/change.rs",
        old: "enter::<W, Spawning<()>>(world, &Transition::spawned(entity, W::Mask::EMPTY))",
        new: "if core(world).reserved.count == 0 {
            enter::<W, Spawning<()>>(world, &Transition::spawned(entity, W::Mask::EMPTY))
        }",
        found_by: "directed",
    },
    Canary {
        name: "ninth_of_columns_unheard",
        what: "systems do not hear of the ninth entity that comes by columns",
        file: "ecs-core/src/world/spawn.rs",
        old: "for entity in &spawned {",
        new: "for entity in spawned.iter().take(if PLANTED { 8 } else { usize::MAX }) {",
        found_by: "directed",
    },
    Canary {
        name: "third_column_unequal",
        what: "a third column of another length is not refused",
        file: "ecs-core/src/bundle/columns.rs",
        old: "all.into_iter().flatten().reduce(",
        new: "all.into_iter().flatten().take(if PLANTED { 2 } else { usize::MAX }).reduce(",
        found_by: "directed",
    },
    Canary {
        name: "duplicate_apart",
        what: "a handle that comes twice is noticed only where both stand side by side",
        file: "ecs-core/src/world/disjoint.rs",
        old: "entities[..at].iter().position(|earlier| *earlier == entity)",
        new: "entities[at.saturating_sub(1)..at].iter().position(|earlier| *earlier == entity)",
        found_by: "directed",
    },
    Canary {
        name: "fourth_storage_unsorted",
        what: "a sort leaves the fourth storage of a group as it was",
        file: "ecs-core/src/world/sort.rs",
        old: "for component in segment.owned {",
        new: "for component in segment.owned.iter().take(if PLANTED { 3 } else { usize::MAX }) {",
        found_by: "directed",
    },
    Canary {
        name: "promises_not_cloned",
        what: "a clone of a world forgets what a panic left promised",
        file: "ecs-core/src/world/core.rs",
        old: "self.reserved.clone()",
        new: "Reserved::default()",
        found_by: "directed",
    },
];
