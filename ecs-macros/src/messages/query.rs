//! Error messages for `#[derive(Query)]`, and for filters in `queries:` and `groups:`.

pub(crate) fn not_a_struct() -> String {
    "`#[derive(Query)]` applies to structs, which fetch all of their fields; an enum or union has no fixed fields"
        .into()
}

pub(crate) fn unsupported_field() -> String {
    "a query cannot fetch this; a field is `&'w C`, `&'w mut C`, `&'w Past<C>`, an `Option` of one of these, or `Entity`".into()
}

pub(crate) fn aliased(component: &str) -> String {
    format!("component `{component}` is borrowed twice, at least once with `&mut`; fetch it once")
}

/// `Without<Frozen>` in a query of a declaration. `word` is what such a filter is called here.
pub(crate) fn filter_as_a_component(word: &str, components: &str) -> String {
    if let "changed" | "added" = word {
        return format!(
            "a filter is not a component, and declared queries cannot filter by changes; remove it, and write `#[system({word}({components}))]` \
             at the system that visits them"
        );
    }
    format!("a filter is not a component; write `{word}({components})`")
}

pub(crate) fn several_lifetimes() -> String {
    "all fields of a query borrow from one world; use a single lifetime parameter".into()
}

pub(crate) fn broken_attribute() -> String {
    "expected `#[query(crate = path)]`, with the path under which this crate knows ecs-world".into()
}
