//! Rules for systems that divide their entities over threads: no parameter may be changed by several threads at once.

use crate::messages::parallel as say;
use crate::model::{ArgumentKind, Field, System};
use crate::report::Errors;
use crate::vocabulary::{ByKind, EntryId, EntryKind};

pub(super) fn check(system: &System, entries: &ByKind<Vec<Field>>, errors: &mut Errors) {
    if !system.parallel {
        return;
    }
    let name = system.name.to_string();
    if !system.per_entity() {
        errors.at(system.span(), say::nothing_to_divide(&name));
        return;
    }
    let called = |entry: EntryId| entries[entry].name.to_string();
    for argument in &system.run.arguments {
        let refusal = match &argument.kind {
            ArgumentKind::Entry { entry, mutable: true } => Some(match entry.kind {
                EntryKind::Event => say::sends(&name, &called(*entry)),
                EntryKind::State => say::requests(&name, &called(*entry)),
                kind => say::writes(&name, kind.word(), &called(*entry)),
            }),
            ArgumentKind::Spawner => Some(say::spawner(&name)),
            ArgumentKind::Query(shape) => {
                let written = shape.borrows().into_iter().find(|borrow| borrow.mutable);
                written.map(|borrow| say::writing_query(&name, &called(EntryKind::Component.number(borrow.component))))
            }
            _ => None,
        };
        if let Some(refusal) = refusal {
            errors.at(argument.span, refusal);
        }
    }
}
