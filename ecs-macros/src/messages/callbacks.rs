//! Error messages for `on_added`, `on_removed` and `on_replaced`.

/// `component` is the name of a component that the callback takes, if `run` does not require it.
pub(crate) fn callback_parameter(system: &str, callback: &str, component: Option<&str>) -> String {
    let cause = if callback == "on_removed" { ", `RemovalCause`" } else { "" };
    let subject = component.map_or_else(
        || format!("`{callback}` of system `{system}`"),
        |name| format!("`{callback}` of system `{system}` takes `{name}`, which `run` does not require, so entities may lack it; it"),
    );
    format!(
        "{subject} can take components that `run` requires, resources, `Events<E>` and `State<S>` by reference, \
         `Tree`, `Sources`, `Entity`{cause} and `&mut Commands<World>`, and nothing else"
    )
}

pub(crate) fn no_former_value(system: &str) -> String {
    format!(
        "the first parameter of `on_replaced` is the value that was replaced, of a component that `run` of system `{system}` requires; \
         write `old: &Position`, and `new: &Position` for the value that is there now"
    )
}

pub(crate) fn cause_of_a_run(system: &str) -> String {
    format!("`run` of system `{system}` has no `RemovalCause`: `on_removed` takes it, when an entity stops matching")
}

pub(crate) fn callback_of_a_single_run(system: &str, callback: &str) -> String {
    format!("system `{system}` runs once, not per entity, so `{callback}` would never be called; remove it")
}
