//! The rules for systems whose entities are divided over threads: nothing that they take is changed by several at once.

use crate::messages::parallel as say;
use crate::model::{Field, System, What};
use crate::report::Errors;

pub(super) fn check(system: &System, [components, resources, events]: [&[Field]; 3], errors: &mut Errors) {
    if !system.parallel {
        return;
    }
    let name = system.name.to_string();
    if !system.per_entity() {
        errors.at(system.span(), say::nothing_to_divide(&name));
        return;
    }
    let called = |fields: &[Field], number: usize| fields[number].name.to_string();
    for argument in &system.run.arguments {
        let refusal = match &argument.what {
            What::Resource { resource, mutable: true } => {
                Some(say::writes(&name, "resource", &called(resources, *resource)))
            }
            What::Event { event, mutable: true } => Some(say::sends(&name, &called(events, *event))),
            What::Spawner => Some(say::spawner(&name)),
            What::Query(shape) => {
                let written = shape.borrows().into_iter().find(|borrow| borrow.mutable);
                written.map(|borrow| say::writing_query(&name, &called(components, borrow.component)))
            }
            _ => None,
        };
        if let Some(refusal) = refusal {
            errors.at(argument.span, refusal);
        }
    }
}
