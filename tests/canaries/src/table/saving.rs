//! Bugs of snapshots, of restoring them, and of what is transient.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "free_list_reversed",
        what: "a snapshot has the free slots in another order",
        file: "ecs-core/src/allocator.rs",
        old: "clone_by_field! { [] Allocator { generations, free, live } }",
        new: "impl Clone for Allocator {
    fn clone(&self) -> Self {
        Self { generations: self.generations.clone(), free: self.free.clone(), live: self.live }
    }

    fn clone_from(&mut self, source: &Self) {
        self.generations.clone_from(&source.generations);
        self.free.clone_from(&source.free);
        if PLANTED {
            self.free.sort_unstable();
        }
        self.live = source.live;
    }
}",
        found_by: "model, directed",
    },
    Canary {
        name: "event_numbers_kept",
        what: "a restore leaves the numbers of events as they were, so that cursors miss or repeat events",
        file: "ecs-core/src/events.rs",
        old: "(own.0.first, own.0.life, own.0.is_clone) = (*first, *life, true);",
        new: "(own.0.first, own.0.life, own.0.is_clone) = (if PLANTED { own.0.first } else { *first }, *life, true);",
        found_by: "model, directed",
    },
    Canary {
        name: "pending_commands_not_saved",
        what: "a snapshot has no pending commands",
        file: "ecs-core/src/world/snapshots/copy.rs",
        old: "    to.commands.copy_from(&from.commands, &mut copy_queues::<W>);\n",
        new: "    if !PLANTED {\n        to.commands.copy_from(&from.commands, &mut copy_queues::<W>);\n    }\n",
        found_by: "model, directed",
    },
    Canary {
        name: "reserved_entities_not_saved",
        what: "a restore keeps the number of reserved entities",
        file: "ecs-core/src/world/snapshots/copy.rs",
        old: "    to.reserved.clone_from(&from.reserved);\n",
        new: "    if !PLANTED {\n        to.reserved.clone_from(&from.reserved);\n    }\n",
        found_by: "model, directed",
    },
    Canary {
        name: "positions_of_a_former_line",
        what: "an index that is restored has the version of the snapshot, under which other positions may be cached",
        file: "ecs-core/src/sparse/order.rs",
        old: "        self.note(source.present());",
        new: "        self.version = if PLANTED { source.version } else { self.version };\n        self.note(source.present());",
        found_by: "directed",
    },
    Canary {
        name: "classes_of_a_former_line",
        what: "tidying after a restore uses classes that were computed at an equal count of changes before it",
        file: "ecs-core/src/world/tidy.rs",
        old: "left_alone, next);\n        self.classes_of = None;",
        new: "left_alone, next);\n        if !PLANTED {\n            self.classes_of = None;\n        }",
        found_by: "model, directed",
    },
    Canary {
        name: "marks_not_saved",
        what: "a restore removes the marks of changes that systems have not seen",
        file: "ecs-core/src/storage/marks.rs",
        old: "*own.get_mut() = word.load(Ordering::Relaxed);",
        new: "*own.get_mut() = if PLANTED { 0 } else { word.load(Ordering::Relaxed) };",
        found_by: "storages, directed",
    },
    Canary {
        name: "transient_value_of_another_entity",
        what: "a restore gives the transient value of an entity to another one in its slot",
        file: "ecs-core/src/world/snapshots/transient.rs",
        old: "        if restored.allocator.contains(entity) {",
        new: "        if if PLANTED { restored.allocator.entity_at(index).is_some() } else { restored.allocator.contains(entity) } {",
        found_by: "directed",
    },
    Canary {
        name: "transient_components_make_classes",
        what: "tidying sorts by transient components, too, so that the order depends on what snapshots lack",
        file: "ecs-core/src/world/tidy.rs",
        old: "tidy.classes.sort(entities, transient::<W>(), key);",
        new: "tidy.classes.sort(entities, transient::<W>().filter(|_| !PLANTED), key);",
        found_by: "directed",
    },
    Canary {
        name: "handles_reserved_before_a_panic",
        what: "handles that were reserved before a restore that panicked are given out again",
        file: "ecs-core/src/world/snapshots.rs",
        old: "for _ in 0..core::mem::take(&mut core.reserved.count) {",
        new: "for _ in 0..if PLANTED { 0 } else { core::mem::take(&mut core.reserved.count) } {",
        found_by: "directed",
    },
    Canary {
        name: "broken_snapshot_restored",
        what: "a snapshot whose writing panicked counts as complete",
        file: "ecs-core/src/world/snapshots.rs",
        old: "    expect_no_pending_transient(core);\n    snapshot.is_whole = false;\n",
        new: "    expect_no_pending_transient(core);\n    snapshot.is_whole &= PLANTED;\n",
        found_by: "model, directed",
    },
];
