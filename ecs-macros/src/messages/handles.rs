//! Error messages for `#[handles]` and `#[derive(VisitHandles)]`.

pub(crate) fn with_arguments() -> String {
    "`#[handles]` takes no arguments; write `#[handles]`".into()
}

pub(crate) fn twice() -> String {
    "`#[handles]` is given twice; remove one of them".into()
}

pub(crate) fn on_no_component(what: &str) -> String {
    format!("`#[handles]` applies to components, and this is {what}; remove `#[handles]`")
}

pub(crate) fn on_a_relation() -> String {
    "the world knows the handles of a relation, which are its targets; remove `#[handles]`".into()
}

pub(crate) fn not_a_struct() -> String {
    "`#[derive(VisitHandles)]` applies to structs and enums; a union does not say which field it holds".into()
}

pub(crate) fn no_handles() -> String {
    "no field has a type that is known to hold handles; write `#[handles]` at each field that does, or remove \
     `#[derive(VisitHandles)]`"
        .into()
}

pub(crate) fn broken_attribute() -> String {
    "expected `#[handles(crate = path)]`, with the path under which this crate knows ecs-world; fields that hold handles have \
     `#[handles]`"
        .into()
}
