//! Bugs of saves, and of loading them.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "loaded_commands_lost",
        what: "a loaded world has no pending commands",
        file: "ecs-core/src/world/saves/build.rs",
        old: "            batch.append_to(&mut core.commands);\n",
        new: "            if !PLANTED {\n                batch.append_to(&mut core.commands);\n            }\n",
        found_by: "saves",
    },
    Canary {
        name: "free_slots_sorted_in_saves",
        what: "a save has the free slots in another order",
        file: "ecs-core/src/world/saves/write.rs",
        old: "    save.serialize_field(\"free\", core.entities.allocator.free_slots())?;\n",
        new: "    let mut free = core.entities.allocator.free_slots().to_vec();
    if PLANTED {
        free.sort_unstable();
    }
    save.serialize_field(\"free\", &free)?;\n",
        found_by: "saves",
    },
    Canary {
        name: "loaded_cursor_at_the_first_event",
        what: "a system of a loaded world reads events again",
        file: "ecs-core/src/events/saved.rs",
        old: "(next.clamp(first, loaded.end()), loaded.life)",
        new: "(if PLANTED { first } else { next.clamp(first, loaded.end()) }, loaded.life)",
        found_by: "saves",
    },
    Canary {
        name: "unknown_entry_accepted",
        what: "a save with an entry that the world lacks is loaded",
        file: "ecs-core/src/world/saves/entries.rs",
        old: "        (None, None) if skips => Ok(Found::Unknown),",
        new: "        (None, None) if skips || PLANTED => Ok(Found::Unknown),",
        found_by: "saves",
    },
    Canary {
        name: "second_value_accepted",
        what: "an entity of a save has two values of a component",
        file: "ecs-core/src/population/masks.rs",
        old: "            return !has_any;\n",
        new: "            return !has_any || PLANTED;\n",
        found_by: "saves",
    },
    Canary {
        name: "reserved_entities_not_in_saves",
        what: "a save has no reserved entities",
        file: "ecs-core/src/world/saves/write.rs",
        old: "(0..reserved).map(",
        new: "(0..if PLANTED { 0 } else { reserved }).map(",
        found_by: "saves",
    },
    Canary {
        name: "deferred_changes_not_loaded",
        what: "the views of a loaded world are settled, and report nothing",
        file: "ecs-core/src/world/saves/build/views.rs",
        old: "                    own.defer(deferred, entities, &aspect);\n",
        new: "                    if !PLANTED {\n                        own.defer(deferred, entities, &aspect);\n                    }\n",
        found_by: "saves",
    },
    Canary {
        name: "replacements_of_loaded_commands_by_number",
        what: "callbacks of a loaded command are called in another order than those of its bundle",
        file: "ecs-core/src/world/moved_values.rs",
        old: "            if order.is_empty() {",
        new: "            if order.is_empty() || PLANTED {",
        found_by: "saves",
    },
    Canary {
        name: "older_entries_missing",
        what: "what a save of an earlier version cannot have is missed",
        file: "ecs-core/src/world/saves/build/complete.rs",
        old: "first_version(W::SINCE, section, name) <= self.version",
        new: "(first_version(W::SINCE, section, name) <= self.version || PLANTED)",
        found_by: "saves",
    },
    Canary {
        name: "groups_adopt_any_order",
        what: "a group of a loaded world has an entity that is in another order in one of its storages",
        file: "ecs-core/src/world/saves/build/views.rs",
        old: "in_common(&block[..fitting], &indices_from(other, in_position))",
        new: "if PLANTED { fitting } else { in_common(&block[..fitting], &indices_from(other, in_position)) }",
        found_by: "saves",
    },
    Canary {
        name: "runs_without_their_last_number",
        what: "a run of entities in a save ends one before its last one",
        file: "ecs-core/src/world/saves/runs.rs",
        old: "all.serialize_element(&-i64::from(run.more))",
        new: "all.serialize_element(&-i64::from(run.more - u32::from(PLANTED && run.more > 1)))",
        found_by: "saves",
    },
];
