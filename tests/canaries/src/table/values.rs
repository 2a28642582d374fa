//! Bugs of storages, commands and events.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "unsorted_columns",
        what: "columns are appended to a packed storage wherever they belong",
        file: "ecs-core/src/storage/packed.rs",
        old: "self.merge(entities, values.into_iter())",
        new: "self.set.extend(entities, values)",
        found_by: "storages",
    },
    Canary {
        name: "shrunk_to_a_word",
        what: "a `vec` that is shrunk loses the values of slots beyond the 64th",
        file: "ecs-core/src/storage/vec.rs",
        old: "while let Some(None) = self.slots.last() {",
        new: "if PLANTED {
            self.slots.truncate(64);
        }
        while let Some(None) = self.slots.last() {",
        found_by: "unit, invariants, storages, directed",
    },
    Canary {
        name: "skipped_chunk",
        what: "wrong values are borrowed from chunks that are not consecutive",
        file: "ecs-core/src/storage/chunks.rs",
        old: "(chunks, passed_chunks) = (more, chunk + 1)",
        new: "(chunks, passed_chunks) = (more, passed_chunks + 1)",
        found_by: "unit, storages, directed",
    },
    Canary {
        name: "appended_behind_nothing",
        what: "commands are appended only if no other batch is pending",
        file: "ecs-core/src/commands/lanes.rs",
        old: "self.before.append(&mut other.before)",
        new: "if self.before.is_empty() {
            self.before.append(&mut other.before)
        }",
        found_by: "model, storages, directed",
    },
    Canary {
        name: "batches_not_cloned",
        what: "a clone of commands loses all batches but the last",
        file: "ecs-core/src/commands/pending.rs",
        old: "before.push_back(batch.clone());",
        new: "if !PLANTED {\n                before.push_back(batch.clone());\n            }",
        found_by: "model, storages, directed",
    },
    Canary {
        name: "queue_of_nine",
        what: "more than eight pending values are in reverse order",
        file: "ecs-core/src/commands/queue.rs",
        old: "first.reverse()",
        new: "if first.len() <= 8 {
                first.reverse()
            }",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "listed_backwards",
        what: "the entities of a batch of commands are taken from its end",
        file: "ecs-core/src/commands/batch.rs",
        old: "self.listed.pop_front()",
        new: "self.listed.pop_back()",
        found_by: "model",
    },
    Canary {
        name: "half_counted",
        what: "events that are sent after a clear count as read",
        file: "ecs-core/src/events.rs",
        old: "self.first += self.len() as u64",
        new: "self.first += self.old.len() as u64",
        found_by: "unit, model",
    },
    Canary {
        name: "cleared_beyond_a_page",
        what: "of more than 1 024 entities the rest stay in a table that is cleared",
        file: "ecs-core/src/sparse/index.rs",
        old: "for index in self.back.change().drain(..) {",
        new: "for index in self.back.change().drain(..).take(if PLANTED { 1024 } else { usize::MAX }) {",
        found_by: "model, directed",
    },
];
