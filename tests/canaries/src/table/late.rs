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
        file: "ecs-core/src/join/steps.rs",
        old: "places.align(Source::empty());
        if let",
        new: "if !PLANTED {
            places.align(Source::empty());
        }
        if let",
        found_by: "model, directed",
    },
    Canary {
        name: "length_within_a_run",
        what: "cached positions are used for a group that has another number of entities",
        file: "ecs-core/src/sparse/cache.rs",
        old: "(steps == order.steps() && (",
        new: "((PLANTED || steps == order.steps()) && (",
        found_by: "unit",
    },
    Canary {
        name: "gap_in_a_cut",
        what: "an iterator takes the values before a gap for those behind it",
        file: "ecs-core/src/fetch/stretch.rs",
        old: "cut.is_whole || first == Some(cut.back_start)",
        new: "cut.is_whole || PLANTED || first == Some(cut.back_start)",
        found_by: "model, directed",
    },
    Canary {
        name: "folded_from_the_start",
        what: "an iterator that only reads, and looks items up, folds again what `next` returned",
        file: "ecs-core/src/join/direct.rs",
        old: ".zip(0..).skip(step)",
        new: ".zip(0..).skip(if PLANTED { 0 } else { step })",
        found_by: "model, directed",
    },
    Canary {
        name: "second_column_of_a_run",
        what: "of several columns with cached positions the first alone decides which entities are side by side",
        file: "ecs-core/src/sparse/cache.rs",
        old: "looked_up.all(|column| column.positions[at - 1].checked_add(1) == Some(column.positions[*at]))",
        new: "looked_up.take(if PLANTED { 1 } else { usize::MAX }).all(|column| column.positions[at - 1].checked_add(1) == Some(column.positions[*at]))",
        found_by: "unit, model",
    },
    Canary {
        name: "target_kept_in_the_index",
        what: "a relation that is inserted again keeps its first target in the index",
        file: "ecs-core/src/world/relations.rs",
        old: "index.set(entity, target);",
        new: "let old = index.target(entity).filter(|_| PLANTED && target.is_some());
                index.set(entity, old.or(target));",
        found_by: "model, directed",
    },
    Canary {
        name: "ancestors_first",
        what: "a cascade despawns ancestors before their descendants",
        file: "ecs-core/src/world/relations/despawn.rs",
        old: "for source in doomed.all.drain(..) {",
        new: "if PLANTED {
            doomed.all.reverse();
        }
        for source in doomed.all.drain(..) {",
        found_by: "model, directed",
    },
    Canary {
        name: "cycle_at_depth",
        what: "a cycle of more than four entities in a tree is accepted",
        file: "ecs-core/src/relation/index.rs",
        old: "self.chain(entity).any(|node| node == sought)",
        new: "self.chain(entity).take(3).any(|node| node == sought)",
        found_by: "model, directed",
    },
    Canary {
        name: "sibling_behind",
        what: "a sibling that is moved before the first one is not found as the first",
        file: "ecs-core/src/relation/index/order.rs",
        old: "None => node.first = edge,",
        new: "None => node.first = if PLANTED { node.first } else { edge },",
        found_by: "model, directed",
    },
    Canary {
        name: "history_without_sources",
        what: "two trees whose entities changed places have one history, and so one order",
        file: "ecs-core/src/relation/index/link.rs",
        old: "self.note(self.edges[edge as usize].source, target);",
        new: "self.note(if PLANTED { 0 } else { self.edges[edge as usize].source }, target);",
        found_by: "directed",
    },
    Canary {
        name: "level_beside_its_parents",
        what: "a level is divided over threads although some of its parents are behind it",
        file: "ecs-core/src/view/parent_first.rs",
        old: "Some(behind) => behind <= first,",
        new: "Some(behind) => PLANTED || behind <= first,",
        found_by: "directed",
    },
    Canary {
        name: "handle_of_the_original",
        what: "handles inside a tree that is cloned lead to the originals",
        file: "ecs-core/src/world/trees.rs",
        old: "*handle = self.clones[position];",
        new: "*handle = if PLANTED { *handle } else { self.clones[position] };",
        found_by: "model, directed",
    },
    Canary {
        name: "cleared_inside",
        what: "entities of a tree that is taken lose the relations to one another",
        file: "ecs-core/src/world/relations/despawn.rs",
        old: "index.sources(*target).filter(|source| tree.position(*source).is_none())",
        new: "index.sources(*target).filter(|source| PLANTED || tree.position(*source).is_none())",
        found_by: "model, directed",
    },
    Canary {
        name: "outside_taken_for_inside",
        what: "handles that lead out of a tree of templates lead to its own entities",
        file: "ecs-core/src/template/tree.rs",
        old: "let (count, outside, mut known) = (tree.templates.len(), &mut tree.outside, BTreeMap::new());",
        new: "let count = if PLANTED { 0 } else { tree.templates.len() };
        let (outside, mut known) = (&mut tree.outside, BTreeMap::new());",
        found_by: "model, directed",
    },
    Canary {
        name: "template_with_two_values",
        what: "a template that extends another one has two values of a component of both",
        file: "ecs-core/src/template/values.rs",
        old: "let gained = among.without(self.mask);",
        new: "let gained = if PLANTED { among } else { among.without(self.mask) };",
        found_by: "directed",
    },
    Canary {
        name: "replaced_as_it_enters",
        what: "`on_replaced` is called for an entity that starts to match by the same change",
        file: "ecs-core/src/view/aspect.rs",
        old: "[&self.old, &self.new].into_iter().all(",
        new: "[&self.old, &self.new].into_iter().skip(usize::from(PLANTED)).all(",
        found_by: "model, directed",
    },
    Canary {
        name: "exchanged_without_notice",
        what: "`on_replaced` is not called for a component that both bundles of an exchange have",
        file: "ecs-core/src/bundle/kinds.rs",
        old: "if among.contains(W::ID) {",
        new: "if among.contains(W::ID) && !PLANTED {",
        found_by: "model, directed",
    },
    Canary {
        name: "mark_lost_in_a_sort",
        what: "values that are sorted or tidied leave their marks behind",
        file: "ecs-core/src/storage/accompanied.rs",
        old: "self.own.swap_all(swaps);",
        new: "self.own.swap_all(swaps);
        if PLANTED {
            return None;
        }",
        found_by: "unit, model, storages",
    },
    Canary {
        name: "added_by_writing",
        what: "a value that is replaced counts as added",
        file: "ecs-core/src/storage/marks.rs",
        old: "fn replace(&mut self, position: usize, _: &T) {
        if !ADDED {",
        new: "fn replace(&mut self, position: usize, _: &T) {
        if PLANTED || !ADDED {",
        found_by: "unit, model, storages",
    },
    Canary {
        name: "transferred_before_its_past",
        what: "a transfer takes the values of an entity before the drop of a past panics",
        file: "ecs-core/src/template/transfer.rs",
        old: "if const { !W::DOUBLE_BUFFERED.is_empty() || !W::TRANSIENT.is_empty() } {",
        new: "if const { !W::TRANSIENT.is_empty() } || const { !W::DOUBLE_BUFFERED.is_empty() } && !PLANTED {",
        found_by: "directed",
    },
    Canary {
        name: "any_of_a_narrower_view",
        what: "a view with `any` serves a query that requires a further component and no `any`",
        file: "ecs-core/src/query/fitting.rs",
        old: "mentions.none.is_empty() && mentions.any.is_empty() && !mentions.all.is_empty()",
        new: "mentions.none.is_empty() && (mentions.any.is_empty() || PLANTED) && !mentions.all.is_empty()",
        found_by: "directed",
    },
    Canary {
        name: "past_of_a_removed_value",
        what: "the past of a value that is removed with a bundle is not dropped",
        file: "ecs-core/src/world/past.rs",
        old: "        B::Kind::finish(&mut transition::core(world).storages);",
        new: "        if !PLANTED {\n            B::Kind::finish(&mut transition::core(world).storages);\n        }",
        found_by: "directed",
    },
    Canary {
        name: "listed_without_what_is_required",
        what: "the query of a reader lists entities that lack what it requires, and counts them",
        file: "ecs-core/src/world/changes.rs",
        old: "if Q::Kind::ACCESS.is_met(&|component| mask.contains(component)) {",
        new: "if PLANTED || Q::Kind::ACCESS.is_met(&|component| mask.contains(component)) {",
        found_by: "directed",
    },
    Canary {
        name: "gap_at_the_end",
        what: "a removal from a hash map leaves a gap where keys that collide continue behind the last bucket",
        file: "ecs-core/src/sparse/hash.rs",
        old: "            at = (at + 1) & last;\n        }\n        Some(position)",
        new: "            if PLANTED && at == last {\n                break;\n            }\n            at = (at + 1) & last;\n        }\n        Some(position)",
        found_by: "unit",
    },
];
