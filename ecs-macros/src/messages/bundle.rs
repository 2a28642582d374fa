//! Error messages for `#[derive(Bundle)]`.

pub(crate) fn not_a_struct() -> String {
    "a bundle is a struct whose fields are components or bundles; an enum or union has no fixed set of components"
        .into()
}

pub(crate) fn field_twice(ty: &str) -> String {
    format!("two fields of this bundle are `{ty}`, and an entity has each component once; remove one of them")
}

/// Also for `#[derive(Query)]` and `#[derive(Relation)]`.
pub(crate) fn attribute_of_a_field(name: &str) -> String {
    format!("`#[{name}]` has no effect on a field; remove it")
}

pub(crate) fn broken_attribute() -> String {
    "expected `#[bundle(crate = path)]`, with the path under which this crate knows ecs-world".into()
}
