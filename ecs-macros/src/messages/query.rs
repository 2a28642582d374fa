//! Error messages for `#[derive(Query)]`.

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

pub(crate) fn several_lifetimes() -> String {
    "all fields of a query borrow from one world; use a single lifetime parameter".into()
}

pub(crate) fn broken_attribute() -> String {
    "expected `#[query(crate = path)]`, with the path under which this crate knows ecs-world".into()
}
