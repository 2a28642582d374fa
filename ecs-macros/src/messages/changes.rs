//! The refusals of filters by changes.

pub(crate) fn not_required(system: &str, filter: &str, name: &str) -> String {
    format!(
        "system `{system}` filters by `{filter}({name})` and does not require `{name}`; take `&{name}`, or add `with({name})`"
    )
}

pub(crate) fn divided(system: &str) -> String {
    format!(
        "system `{system}` filters by changes, which are visited one after another, so it cannot be `parallel`; remove `parallel`, or \
         filter by changes in a system of its own"
    )
}

pub(crate) fn shared_by_queries(system: &str, name: &str) -> String {
    format!(
        "system `{system}` filters by changes of `{name}`, which two of its queries borrow; borrow it in one query, or filter in another \
         system"
    )
}

pub(crate) fn of_a_query(filter: &str, parameter: &str) -> String {
    format!(
        "`{filter}(..)` filters the entities that a system visits, and not those of the query `{parameter}`; write \
         `#[system({filter}(A))]` at a system that takes `&A`"
    )
}

pub(crate) fn broken_tracked() -> String {
    "`#[tracked]` takes no arguments; write `#[tracked]`".into()
}

pub(crate) fn tracked_twice() -> String {
    "`#[tracked]` is given twice; remove one of them".into()
}

pub(crate) fn tracked_on_no_component(what: &str) -> String {
    format!("`#[tracked]` applies to components, and this is {what}; remove `#[tracked]`")
}
