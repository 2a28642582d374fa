//! Error messages for double-buffered components and their pasts.

pub(crate) fn broken() -> String {
    "`#[double_buffered]` takes no arguments; write `#[double_buffered]`".into()
}

pub(crate) fn twice() -> String {
    "`#[double_buffered]` is given twice; remove one of them".into()
}

pub(crate) fn on_no_component(what: &str) -> String {
    format!("`#[double_buffered]` applies to components, and this is {what}; remove `#[double_buffered]`")
}

pub(crate) fn of_a_relation(name: &str) -> String {
    format!(
        "the relation `{name}` cannot be double-buffered, since its targets are those of the index, which has no past; remove \
         `#[double_buffered]`"
    )
}

pub(crate) fn of_a_tag(name: &str) -> String {
    format!("`{name}` is kept as a `tag`, and has no value that could have a past; remove `#[double_buffered]`")
}

pub(crate) fn not_double_buffered(place: &str, name: &str) -> String {
    format!(
        "{place} reads `Past<{name}>`, and `{name}` is not double-buffered; write `#[double_buffered] {name}` in `components:`, or take \
         `&{name}`"
    )
}

pub(crate) fn of_a_relation_in(place: &str, name: &str) -> String {
    format!("{place} reads `Past<{name}>`, and the relation `{name}` has no past; take `&{name}`")
}

pub(crate) fn mutable(place: &str, name: &str) -> String {
    format!(
        "{place} takes `&mut Past<{name}>`, which `run()` alone writes; take `&Past<{name}>`, or `&mut {name}` to write the present"
    )
}

pub(crate) fn unnamed(place: &str) -> String {
    format!("{place} takes `Past` without saying of which component; write `&Past<Position>`")
}

pub(crate) fn by_value(place: &str, name: &str) -> String {
    format!("{place} takes `{name}` by value; write `&{name}`")
}

pub(crate) fn not_a_component(place: &str) -> String {
    format!(
        "`Past` is not a component, and {place} names it; write the double-buffered component itself, or read its past as `&Past<C>` in a \
         system or a query"
    )
}
