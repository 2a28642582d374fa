//! Values of states, such as `Phase::Play`.

use syn::Path;

use super::Scope;
use crate::messages::states as say;
use crate::model::StateValue;
use crate::report::Errors;
use crate::vocabulary::EntryKind;

/// The state that all segments but the last name, with the last one as its value; reported if there is no such state.
pub(super) fn value(path: &Path, place: &str, scope: &Scope, errors: &mut Errors) -> Option<StateValue> {
    let mut state = path.clone();
    let value = state.segments.pop().map(|segment| segment.ident);
    state.segments.pop_punct();
    let Some(value) = value.filter(|_| !state.segments.is_empty()) else {
        errors.on(path, say::value_without_state(place));
        return None;
    };
    let state = scope.entry(EntryKind::State, &state, place, errors);
    state.map(|state| StateValue { state: state.number, value })
}
