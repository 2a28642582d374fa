//! Owns the loops of systems: outlined generic code that generated code calls with columns and a closure.

use crate::{Entity, Fetch, ListView};

/// Calls a system for each entity of its view, in the order of the view.
///
/// Out of line on purpose: one copy per system, not one per place that runs it.
#[inline(never)]
pub fn drive<F: Fetch, S: FnMut(F::Item<'_>)>(view: &ListView, mut columns: F::Columns<'_>, mut system: S) {
    let index = view.index();
    for position in 0..index.len() {
        let item = index.index_at(position).and_then(|index| F::get(F::reborrow(&mut columns), index));
        debug_assert!(item.is_some(), "an entity of the view lacks a required component");
        if let Some(item) = item {
            system(item);
        }
    }
}

/// Calls a callback for one entity, which has what the callback takes.
#[inline]
pub fn call_one<F: Fetch, S: FnOnce(F::Item<'_>)>(columns: F::Columns<'_>, entity: Entity, callback: S) {
    let item = F::get(columns, entity.index());
    debug_assert!(item.is_some(), "an entity of the view lacks a required component");
    if let Some(item) = item {
        callback(item);
    }
}
