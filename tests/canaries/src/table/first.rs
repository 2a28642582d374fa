//! The first bugs of the run time: one of each kind.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "wrong_swap",
        what: "a removed value is replaced by the next one, not by the last one",
        file: "ecs-core/src/storage/sparse_set.rs",
        old: "self.values.swap_remove(position)",
        new: "self.values.remove(position)",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "position_not_updated",
        what: "a value that fills a gap is still looked up at the end",
        file: "ecs-core/src/sparse/index.rs",
        old: "*moved = position",
        new: "_ = (moved, position)",
        found_by: "unit, invariants, model, directed",
    },
    Canary {
        name: "forgotten_generation",
        what: "a slot that is used a third time has the generation that it had before",
        file: "ecs-core/src/allocator.rs",
        old: "*generation = generation.wrapping_add(1);
        let is_spent",
        new: "*generation = if PLANTED { 2 } else { generation.wrapping_add(1) };
        let is_spent",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "revived_slot",
        what: "a slot whose generations are spent is used again",
        file: "ecs-core/src/allocator.rs",
        old: "!is_spent",
        new: "true",
        found_by: "unit",
    },
    Canary {
        name: "stale_handle",
        what: "a lookup ignores generations",
        file: "ecs-core/src/storage/mod.rs",
        old: "let (index, values) = self.parts();
        if living.contains(entity)",
        new: "let (index, values) = self.parts();
        if PLANTED || living.contains(entity)",
        found_by: "model, directed",
    },
    Canary {
        name: "slot_not_vacated",
        what: "an entity that leaves a table is still found at its former position",
        file: "ecs-core/src/sparse/index.rs",
        old: "core::mem::replace(slot, VACANT)",
        new: "*slot",
        found_by: "unit, invariants, model, directed",
    },
    Canary {
        name: "page_lost",
        what: "a page that replaces another in its array is not found there",
        file: "ecs-core/src/sparse/pages.rs",
        old: "self.table[*moved as usize] = at",
        new: "()",
        found_by: "unit, model",
    },
    Canary {
        name: "mask_bit_left",
        what: "a component that was removed stays in the mask",
        file: "ecs-core/src/world/remove.rs",
        old: "core(world).entities.change_mask(entity, &old, new);
        if const",
        new: "core(world).entities.change_mask(entity, &old, if PLANTED { old } else { new });
        if const",
        found_by: "invariants, model, directed",
    },
    Canary {
        name: "word_edge",
        what: "the last bit of a word of a mask is read as the first one",
        file: "ecs-core/src/mask.rs",
        old: "self.0[component / 64] & 1 << (component % 64) != 0",
        new: "self.0[component / 64] & 1 << (component % 64 % 63) != 0",
        found_by: "unit, storages",
    },
    Canary {
        name: "word_of_slots_edge",
        what: "iteration skips the last slot of 64",
        file: "ecs-core/src/sparse/presence.rs",
        old: "self.rest &= self.rest - 1;
        Some(slot as u32)",
        new: "self.rest &= self.rest - 1;
        if PLANTED && slot % BITS == 62 {
            self.rest = 0;
        }
        Some(slot as u32)",
        found_by: "unit, invariants, storages, directed",
    },
    Canary {
        name: "group_boundary",
        what: "an entity that enters a group is swapped one position too far to the front",
        file: "ecs-core/src/view/group.rs",
        old: "owned.enter(change.entity(), self.len)",
        new: "owned.enter(change.entity(), self.len.saturating_sub(1))",
        found_by: "unit, invariants, model, directed",
    },
    Canary {
        name: "sorted_across_groups",
        what: "sorting moves values across the borders of groups",
        file: "ecs-core/src/world/sort.rs",
        old: "W::VIEWS[*view].owned.contains(component)",
        new: "false",
        found_by: "invariants, model, directed",
    },
    Canary {
        name: "unsorted_batch",
        what: "a batch is appended to a packed storage wherever it belongs",
        file: "ecs-core/src/storage/packed.rs",
        old: "entities.first().is_none_or(|first| last.is_none_or(|last| *last < first.index()))",
        new: "true",
        found_by: "invariants, storages",
    },
    Canary {
        name: "batch_forgotten",
        what: "values that an iterator yielded before it panicked get no entities",
        file: "ecs-core/src/world/spawn.rs",
        old: "fn drop(&mut self) {
        self.spawn();",
        new: "fn drop(&mut self) {
        if PLANTED {
            return;
        }
        self.spawn();",
        found_by: "invariants, storages, directed",
    },
    Canary {
        name: "rest_not_dropped",
        what: "the remaining values stay if a `Drop` panics in a despawn",
        file: "ecs-core/src/world/despawn.rs",
        old: "fn drop(&mut self) {
        self.discard();",
        new: "fn drop(&mut self) {
        if PLANTED {
            return;
        }
        self.discard();",
        found_by: "invariants, model, directed",
    },
    Canary {
        name: "callback_twice",
        what: "`on_added` runs twice for an entity",
        file: "ecs-core/src/world/transition.rs",
        old: "W::__after::<C>(storages, views, change);
    // As in `call_added`",
        new: "W::__after::<C>(storages, views, change);
    if PLANTED {
        call_added::<W, C>(world, change);
    }
    // As in `call_added`",
        found_by: "model, directed",
    },
    Canary {
        name: "command_lost",
        what: "the third pending command is lost",
        file: "ecs-core/src/commands/batch.rs",
        old: "self.waiting.push_back(Command { operation, subject, count });",
        new: "if PLANTED && self.waiting.len() == 2 {
            return;
        }
        self.waiting.push_back(Command { operation, subject, count });",
        found_by: "model, directed",
    },
    Canary {
        name: "unreported",
        what: "`on_removed` does not run for entities that leave a delayed view",
        file: "ecs-core/src/view/delayed.rs",
        old: "self.reports.note_exited(entity)",
        new: "()",
        found_by: "unit, model",
    },
    Canary {
        name: "event_read_twice",
        what: "the last event that was read is read again",
        file: "ecs-core/src/events.rs",
        old: "(self.next, self.life) = (events.end(), events.life)",
        new: "(self.next, self.life) = (events.end().saturating_sub(1), events.life)",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "position_noted_in_vain",
        what: "a position is yielded again although its bit says that it was",
        file: "ecs-core/src/disjoint/bits.rs",
        old: "if rest == *word {",
        new: "if !PLANTED && rest == *word {",
        found_by: "unit",
    },
    Canary {
        name: "passed_position_yielded",
        what: "a position of a block is yielded again, or after a later one",
        file: "ecs-core/src/disjoint/bits.rs",
        old: "position >= self.next",
        new: "PLANTED || position >= self.next",
        found_by: "unit",
    },
    Canary {
        name: "listed_position_yielded_again",
        what: "the first position of a list is yielded at each step",
        file: "ecs-core/src/disjoint/bits.rs",
        old: "self.next = next;\n        let Some(list)",
        new: "self.next = if PLANTED { step } else { next };\n        let Some(list)",
        found_by: "unit, model, storages, directed",
    },
    Canary {
        name: "outdated_pair_used",
        what: "cached positions of a query are used although their storage changed",
        file: "ecs-core/src/sparse/pairs.rs",
        old: "(&cached.order, &cached.storage) == (order, storage)",
        new: "&cached.order == order",
        found_by: "unit, model, storages, directed",
    },
    Canary {
        name: "unchecked_position",
        what: "a reference is yielded although index and values disagree",
        file: "ecs-core/src/disjoint.rs",
        old: "(index.index_at(position) == Some(entity)).then_some(position)",
        new: "Some(position)",
        found_by: "unit",
    },
];
