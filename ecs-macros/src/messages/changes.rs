//! Error messages for filters by changes.

/// `of` is the system; `has_queries` says whether it takes queries.
pub(crate) fn not_required(of: &str, filter: &str, name: &str, has_queries: bool) -> String {
    let other = if has_queries {
        format!("filter a query: `{filter}(parameter: {name})`")
    } else {
        format!("if it is not a parameter, add `with({name})`")
    };
    format!("{of} filters by `{filter}({name})` and does not require `{name}`; take `&{name}`, or {other}")
}

/// `of` is the query.
pub(crate) fn not_required_by_query(of: &str, filter: &str, name: &str) -> String {
    format!("{of} is filtered by `{filter}({name})` and does not require `{name}`; fetch `&{name}` in it")
}

pub(crate) fn shared_by_queries(system: &str, name: &str) -> String {
    format!(
        "system `{system}` filters by changes of `{name}`, which two of its queries borrow; borrow it in one query, or filter in another \
         system"
    )
}

pub(crate) fn view_of_changes(parameter: usize, system: &str) -> String {
    format!(
        "the query in parameter {parameter} of system `{system}` iterates what changed, so no view is kept for it; remove `view(..)`, or \
         the filter"
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
