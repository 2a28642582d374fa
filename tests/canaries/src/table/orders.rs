//! Bugs of what a storage knows about its order, and about the masks of its entities.

use super::Canary;

pub const CANARIES: &[Canary] = &[
    Canary {
        name: "number_kept",
        what: "a storage that as many values were removed from as were inserted since is taken for one that it was compared with before",
        file: "ecs-core/src/sparse/order.rs",
        old: "2 * self.version",
        new: "(if PLANTED { 0 } else { 2 * self.version })",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "number_kept_by_what_grows",
        what: "a storage that values were inserted into is taken for one that it was compared with before",
        file: "ecs-core/src/sparse/order.rs",
        old: " + self.len() as u64\n",
        new: " + if PLANTED { 0 } else { self.len() as u64 }\n",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "masks_kept",
        what: "masks that changed are taken for those of before",
        file: "ecs-core/src/numbered/number.rs",
        old: "*self.flag.get_mut() = CHANGED | UNKNOWN;",
        new: "*self.flag.get_mut() = if PLANTED { CHANGED } else { CHANGED | UNKNOWN };",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "value_in_front_of_a_callback",
        what: "a callback that is called as a component is removed finds a storage that still has the value, and a past stays",
        file: "ecs-core/src/world/remove.rs",
        old: "if const { !runs_user_code_after_loss::<W, B>() } {",
        new: "if PLANTED || const { !runs_user_code_after_loss::<W, B>() } {",
        found_by: "model, directed",
    },
    Canary {
        name: "compared_at_the_ends",
        what: "two storages are taken to be in one order if their lengths, their first and their last entities are the same",
        file: "ecs-core/src/sparse/order.rs",
        old: "&& self.compare_all(other)",
        new: "&& (PLANTED || self.compare_all(other))",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "summary_of_other_masks",
        what: "a filter is decided by what all entities of a storage had before",
        file: "ecs-core/src/sparse/order/cached.rs",
        old: "self.of_masks.load(Ordering::Acquire) != masks",
        new: "!PLANTED && self.of_masks.load(Ordering::Acquire) != masks",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "excluded_by_all",
        what: "`without` drops no entity where some, but not all, have the component",
        file: "ecs-core/src/view/filter.rs",
        old: "excluded & some == 0",
        new: "excluded & (if PLANTED { all } else { some }) == 0",
        found_by: "unit, model, directed",
    },
    Canary {
        name: "any_of_different_ones",
        what: "`any` keeps all entities if each component is on some entity, even those that have none of them",
        file: "ecs-core/src/view/filter.rs",
        old: "anys().all(|any| any & all != 0)",
        new: "anys().all(|any| any & (if PLANTED { some } else { all }) != 0)",
        found_by: "unit, model, directed",
    },
];
