//! Calls of callbacks for one entity; generated code passes columns and a closure.

use crate::entity::Entity;
use crate::fetch::Fetch;

/// Calls a callback for one entity, which has all components that the callback takes. Costs one lookup per component.
#[inline]
pub fn call_one<F: Fetch, S: FnOnce(F::Item<'_>)>(columns: F::Columns<'_>, entity: Entity, callback: S) {
    let item = F::get(columns, entity.index());
    debug_assert!(item.is_some(), "an entity of the view lacks a required component");
    if let Some(item) = item {
        callback(item);
    }
}
