//! Bugs of hashes, deltas and replicas.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "last_value_unhashed",
        what: "the last value of a column is not in its hash",
        file: "ecs-core/src/world/state/hashes.rs",
        old: "storage.parts().1.each().for_each(",
        new: "storage.parts().1.each().take(storage.values().saturating_sub(usize::from(PLANTED))).for_each(",
        found_by: "states",
    },
    Canary {
        name: "left_out_unhashed",
        what: "a struct that leaves fields out has one hash whichever they are",
        file: "ecs-core/src/world/state/hasher/parts.rs",
        old: "self.hasher.mark(fields)",
        new: "self.hasher.mark(fields & 0)",
        found_by: "states",
    },
    Canary {
        name: "order_unhashed",
        what: "the order of the sources of a relation is not in its hash",
        file: "ecs-core/src/world/state/hashes.rs",
        old: "Hasher::of(order)",
        new: "Hasher::of(&order.1)",
        found_by: "states",
    },
    Canary {
        name: "content_without_entities",
        what: "the hash of the content is that of the values, whichever entity has them",
        file: "ecs-core/src/world/state/hashes.rs",
        old: "self.entities.allocator.entity_at(index).map_or(0, Entity::to_bits)",
        new: "0",
        found_by: "states",
    },
    Canary {
        name: "removal_not_in_delta",
        what: "a delta of ascending numbers removes none",
        file: "ecs-core/src/world/state/edit/numbers.rs",
        old: "removed.next_if_eq(number).is_none()",
        new: "(removed.next_if_eq(number).is_none() || true)",
        found_by: "states",
    },
    Canary {
        name: "target_unchecked",
        what: "a damaged delta leads to another state than it says",
        file: "ecs-core/src/world/state/delta.rs",
        old: "state_hash(&loaded) != delta.target",
        new: "false",
        found_by: "states",
    },
    Canary {
        name: "recycled_entity_unnoticed",
        what: "an entity of a slot that is used again is not replicated, if it has the value of the former one",
        file: "ecs-core/src/world/state/replica/changes.rs",
        old: "!recycled.is_empty()",
        new: "false",
        found_by: "states",
    },
    Canary {
        name: "handle_left_as_it_is",
        what: "the handles of the other world stay in relations and components of a replica",
        file: "ecs-core/src/world/state/replica.rs",
        old: "self.here.get(handle).copied().unwrap_or(Entity::UNUSED)",
        new: "*handle",
        found_by: "states",
    },
    Canary {
        name: "half_of_a_state_kept",
        what: "a world keeps its entities when a value panics while a delta, or a restore, replaces what they have",
        file: "ecs-core/src/world/snapshots.rs",
        old: "        core.entities.clear();\n",
        new: "        if !PLANTED {\n            core.entities.clear();\n        }\n",
        found_by: "states",
    },
    Canary {
        name: "delta_leaves_pending_commands",
        what: "a world to which a delta is applied keeps the commands that were pending",
        file: "ecs-core/src/world/state/load.rs",
        old: "    (core.commands, core.reserved) = (commands, reserved);\n",
        new: "    if PLANTED {
        core.reserved = reserved;
    } else {
        (core.commands, core.reserved) = (commands, reserved);
    }\n",
        found_by: "states",
    },
    Canary {
        name: "transient_value_of_the_dead",
        what: "a transient value of an entity that a delta despawns stays with the next one in its slot",
        file: "ecs-core/src/world/state/load.rs",
        old: "    discard_transient(core, &entities);\n",
        new: "    if !PLANTED {\n        discard_transient(core, &entities);\n    }\n",
        found_by: "states",
    },
];
