//! Bugs of walks and views.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "fourth_any",
        what: "the fourth `any` of a query does not count",
        file: "ecs-core/src/view/filter.rs",
        old: "anys[..count].iter().chain(more).all(",
        new: "anys[..count].iter().take(if PLANTED { 3 } else { usize::MAX }).chain(more).all(",
        found_by: "model, directed",
    },
    Canary {
        name: "second_run",
        what: "beyond 256 entities a list beside a group yields values of others",
        file: "ecs-core/src/view/walk.rs",
        old: "for (index, step) in some.iter().zip(first..) {",
        new: "for (index, step) in some.iter().zip((if PLANTED { first % RUN } else { first })..) {",
        found_by: "storages, directed",
    },
    Canary {
        name: "run_by_its_ends",
        what: "entities are taken for a run of a storage if the last one is where it should be",
        file: "ecs-core/src/sparse/index.rs",
        old: "own.starts_with(indices)",
        new: "own.get(..indices.len()).is_some_and(|own| own.last() == indices.last())",
        found_by: "model, directed",
    },
    Canary {
        name: "heir_in_a_query",
        what: "a query finds the heir of a slot by a stale handle",
        file: "ecs-core/src/view/walk.rs",
        old: "(lives && self.source.step_of(index).is_some() && self.keeps(index)).then_some(index)",
        new: "(self.source.step_of(index).is_some() && self.keeps(index)).then_some(index)",
        found_by: "model",
    },
    Canary {
        name: "remainder_of_seven",
        what: "of seven entities behind the last block of eight one is left out",
        file: "ecs-core/src/fetch/tuples.rs",
        old: "0..len % BLOCK",
        new: "0..(len % BLOCK).min(6)",
        found_by: "model, directed",
    },
    Canary {
        name: "odd_shares",
        what: "an odd number of shares is cut elsewhere than the slots for what comes of them",
        file: "ecs-core/src/parallel.rs",
        old: "half * self.per_slot",
        new: "slots.len().div_ceil(2) * self.per_slot",
        found_by: "unit, model, storages, directed",
    },
    Canary {
        name: "slices_numbered_anew",
        what: "a chunk of slices is numbered from the cut before it",
        file: "ecs-core/src/view/parallel.rs",
        old: "self.first + steps",
        new: "steps",
        found_by: "model, storages, directed, threads",
    },
    Canary {
        name: "batch_taken_for_in_place",
        what: "a batch of more than eight is taken to be at the front of its group",
        file: "ecs-core/src/view/group.rs",
        old: "owned.have(self.len + entities.len())",
        new: "entities.len() > 8 || owned.have(self.len + entities.len())",
        found_by: "model, storages, directed",
    },
    Canary {
        name: "noted_beyond_a_word",
        what: "of more than 64 entities that changed between two syncs, a delayed list leaves out the rest",
        file: "ecs-core/src/view/delayed.rs",
        old: "0..self.noted.len()",
        new: "0..self.noted.len().min(64)",
        found_by: "unit, storages, directed",
    },
    Canary {
        name: "one_cleared",
        what: "of a delayed list that is cleared one entity alone goes",
        file: "ecs-core/src/view/delayed.rs",
        old: "self.leave(last)",
        new: "{
            self.leave(last);
            break;
        }",
        found_by: "unit, invariants, model, directed",
    },
    Canary {
        name: "first_word_cleared",
        what: "an entity with a slot beyond the 64th stays in an active-passive list that is cleared",
        file: "ecs-core/src/view/active_passive.rs",
        old: "self.active.fill(0)",
        new: "self.active.iter_mut().take(1).for_each(|word| *word = 0)",
        found_by: "unit, invariants, model, storages, directed",
    },
    Canary {
        name: "heir_between_syncs",
        what: "the entity that gets a slot before the next sync is taken for the one that had it",
        file: "ecs-core/src/view/active_passive.rs",
        old: "self.is_active(entity.index()) && living.allocator.contains(entity)",
        new: "self.is_active(entity.index())",
        found_by: "unit, model",
    },
    Canary {
        name: "fourth_lane",
        what: "what is commanded in the fourth share of a parallel walk is lost",
        file: "ecs-core/src/commands/lanes.rs",
        old: "for lane in &mut self.lanes {",
        new: "for lane in self.lanes.iter_mut().take(if PLANTED { 3 } else { usize::MAX }) {",
        found_by: "threads",
    },
    Canary {
        name: "present_unfiltered",
        what: "walks of storages that are bits do not filter",
        file: "ecs-core/src/view/walk.rs",
        old: "if self.keeps(index)
                && let Some(item) = F::step(&mut self.columns, index as usize, index)",
        new: "if (PLANTED || self.keeps(index))
                && let Some(item) = F::step(&mut self.columns, index as usize, index)",
        found_by: "storages",
    },
    Canary {
        name: "length_stands_still",
        what: "an iterator over what is looked up says the length that it had at first",
        file: "ecs-core/src/join/matches.rs",
        old: "self.source.steps().saturating_sub(self.step)",
        new: "self.source.steps().saturating_sub(if PLANTED { 0 } else { self.step })",
        found_by: "model",
    },
];
