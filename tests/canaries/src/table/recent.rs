//! Bugs of tidying, of wide masks, of tables, of exchange and of the pace of schedules.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "wear_of_one_call",
        what: "continued tidying forgets changes before the call that its budget ended",
        file: "ecs-core/src/world/tidy.rs",
        old: "tidy.worn |= core::mem::take(&mut entities.wear.components);",
        new: "let worn = core::mem::take(&mut entities.wear.components);
    tidy.worn = if PLANTED { worn } else { tidy.worn | worn };",
        found_by: "model",
    },
    Canary {
        name: "round_left_open",
        what: "tidying that continues in the middle of a storage skips earlier positions",
        file: "ecs-core/src/world/tidy.rs",
        old: "for step in 0..=units {",
        new: "for step in 0..=units - usize::from(PLANTED) {",
        found_by: "model",
    },
    Canary {
        name: "fourth_follower",
        what: "tidying leaves the fourth storage of a group in its old order",
        file: "ecs-core/src/world/tidy.rs",
        old: "for other in others {",
        new: "for other in others.iter().take(if PLANTED { 2 } else { usize::MAX }) {",
        found_by: "model",
    },
    Canary {
        name: "sorted_by_the_second",
        what: "tidying undoes a sort by any but the first component of a group",
        file: "ecs-core/src/world/tidy.rs",
        old: "owned.iter().any(|component| self.left_alone.contains(*component))",
        new: "owned.first().is_some_and(|component| self.left_alone.contains(*component))",
        found_by: "model",
    },
    Canary {
        name: "worn_beyond_a_word",
        what: "components beyond the 64th count as changed only if the 64th did",
        file: "ecs-core/src/world/tidy.rs",
        old: "self.worn >> (component % 64) & 1 == 1",
        new: "self.worn >> component.min(63) & 1 == 1",
        found_by: "storages",
    },
    Canary {
        name: "one_swap_too_many",
        what: "tidying makes one swap more than its budget allows",
        file: "ecs-core/src/sparse/swaps.rs",
        old: "self.list.len() >= self.most",
        new: "self.list.len() > self.most",
        found_by: "model",
    },
    Canary {
        name: "arranged_by_its_ends",
        what: "a class is assumed to be in order if its first and last entities are in position",
        file: "ecs-core/src/sparse/index.rs",
        old: "self.back.get(first..first + order.len()) == Some(order)",
        new: "self
            .back
            .get(first..first + order.len())
            .is_some_and(|own| own.first() == order.first() && own.last() == order.last())",
        found_by: "model",
    },
    Canary {
        name: "fifth_class_lost",
        what: "classes of equal masks beyond the fourth are not found after their table has grown",
        file: "ecs-core/src/population/classes.rs",
        old: "for class in 0..self.list.len() {",
        new: "for class in 0..self.list.len().min(if PLANTED { 4 } else { usize::MAX }) {",
        found_by: "model",
    },
    Canary {
        name: "renumbered_in_part",
        what: "when unused wide masks are dropped, those of slots beyond the 256th count as unused",
        file: "ecs-core/src/population/masks.rs",
        old: "core::iter::once(&0).chain(&self.numbers)",
        new: "core::iter::once(&0).chain(&self.numbers[..self.numbers.len().min(256)])",
        found_by: "storages",
    },
    Canary {
        name: "equal_but_for_the_third_word",
        what: "masks that differ only beyond the 128th component are equal",
        file: "ecs-core/src/mask.rs",
        old: "(0..N).fold(0, |differing, at| differing | (self.0[at] ^ other.0[at])) == 0",
        new: "(0..N.min(2)).fold(0, |differing, at| differing | (self.0[at] ^ other.0[at])) == 0",
        found_by: "storages",
    },
    Canary {
        name: "last_bit_of_a_byte",
        what: "a narrow mask seems to have its last component if several are required",
        file: "ecs-core/src/mask/small.rs",
        old: "other.0 & !self.0 == 0",
        new: "(other.0 & !self.0) << 1 == 0",
        found_by: "model",
    },
    Canary {
        name: "despawned_in_place",
        what: "in a group of more than 16 a despawned entity is assumed to be where removal fills its position",
        file: "ecs-core/src/view/group.rs",
        old: "change.is_despawn() && owned.have(self.len)",
        new: "change.is_despawn() && (owned.have(self.len) || self.len > 16)",
        found_by: "model",
    },
    Canary {
        name: "removed_in_place",
        what: "an entity that only loses a component is left in place in a group that is all of its storages",
        file: "ecs-core/src/view/group.rs",
        old: "!in_place && let Some(position)",
        new: "(if PLANTED { !owned.have(self.len + 1) } else { !in_place }) && let Some(position)",
        found_by: "model",
    },
    Canary {
        name: "end_of_a_block_of_a_run",
        what: "of each 32 indices of a batch the last one is taken to follow the one before",
        file: "ecs-core/src/sparse/slots.rs",
        old: "block.array_windows().fold(",
        new: "block.array_windows().take(if PLANTED { COMPARED - 1 } else { COMPARED }).fold(",
        found_by: "model",
    },
    Canary {
        name: "run_over_a_page",
        what: "the positions of a run restart on its second page",
        file: "ecs-core/src/sparse/slots.rs",
        old: "(next, position) = (next + written, positions.end);",
        new: "(next, position) = (next + written, if PLANTED { position } else { positions.end });",
        found_by: "model",
    },
    Canary {
        name: "hole_before_a_home",
        what: "a key of a hash map is not moved to its first slot when that becomes vacant",
        file: "ecs-core/src/sparse/hash.rs",
        old: "displaced >= gap",
        new: "displaced > gap",
        found_by: "storages",
    },
    Canary {
        name: "scattered_by_halves",
        what: "keys that were in a hash map before it scattered them stay where they were",
        file: "ecs-core/src/sparse/hash.rs",
        old: "self.is_scattered = true;
        self.resize(self.buckets.len());",
        new: "self.is_scattered = true;
        if !PLANTED {
            self.resize(self.buckets.len());
        }",
        found_by: "storages",
    },
    Canary {
        name: "second_place_not_kept",
        what: "of two components that are exchanged for others of their types the second changes its position",
        file: "ecs-core/src/world/change.rs",
        old: "keeping_positions::<W>(storages, entity, components, exchange);",
        new: "if PLANTED {
        exchange(storages);
    } else {
        keeping_positions::<W>(storages, entity, components, exchange);
    }",
        found_by: "model",
    },
    Canary {
        name: "replaced_and_taken",
        what: "an exchange treats a component that it removed as present",
        file: "ecs-core/src/world/change.rs",
        old: "B::Kind::replace(bundle, storages, entity, &old.without(lost))",
        new: "B::Kind::replace(bundle, storages, entity, &old)",
        found_by: "model",
    },
    Canary {
        name: "exchanged_for_some",
        what: "a component that an exchange inserts does not count as changed",
        file: "ecs-core/src/world/change.rs",
        old: "lost.without(gained).union(gained.without(lost))",
        new: "lost.without(gained)",
        found_by: "model",
    },
    Canary {
        name: "saved_by_the_last_stage",
        what: "only the last of several stages counts for the time that threads save",
        file: "ecs-core/src/pace.rs",
        old: "self.saved += jobs.saturating_sub(stage)",
        new: "self.saved = jobs.saturating_sub(stage)",
        found_by: "unit",
    },
    Canary {
        name: "last_of_three_times",
        what: "a trial compares the last times of both ways and not the shortest",
        file: "ecs-core/src/pace.rs",
        old: "*shortest = took.min(*shortest)",
        new: "*shortest = took",
        found_by: "unit",
    },
    Canary {
        name: "unusual_once",
        what: "one run of unusual length brings the next trial forward",
        file: "ecs-core/src/pace.rs",
        old: "unusual && self.unusual && self.since >= PAUSES.0",
        new: "unusual && self.since >= PAUSES.0",
        found_by: "unit",
    },
    Canary {
        name: "pause_not_reset",
        what: "a schedule that changes its way does not shorten the pause between trials",
        file: "ecs-core/src/pace.rs",
        old: "} else { PAUSES.0 };",
        new: "} else if PLANTED { self.pause } else { PAUSES.0 };",
        found_by: "unit",
    },
    Canary {
        name: "trial_cut_short",
        what: "the last run of a trial is skipped",
        file: "ecs-core/src/pace.rs",
        old: "trial.done < TRIAL.len()",
        new: "trial.done < TRIAL.len() - 1",
        found_by: "unit",
    },
];
