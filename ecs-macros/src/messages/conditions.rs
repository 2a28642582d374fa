//! Error messages for `#[condition]`, `conditions:` and `run_if`.

use std::fmt::Display;

use super::{did_you_mean, nearest, otherwise};

/// Conditions with parentheses, which every world has.
const WITH_PARENTHESES: [&str; 6] = ["in_state", "on_event", "any_with", "not", "all", "any"];

// `run_if`.

pub(crate) fn no_condition() -> String {
    "expected a condition after `run_if =`: the path of an entry of `conditions:`, `in_state(Phase::Play)`, \
     `on_event(Hit)`, `any_with(Asteroid)`, `not(..)`, `all(.., ..)` or `any(.., ..)`"
        .into()
}

pub(crate) fn method_of_a_system() -> String {
    "a system is listed by its path, without calls of methods; write its condition at the function, as in \
     `#[system(run_if = in_state(Phase::Play))]`, and list systems in the order in which they run"
        .into()
}

pub(crate) fn operator() -> String {
    "conditions are combined by words: write `not(a)`, `all(a, b)` or `any(a, b)`".into()
}

pub(crate) fn no_single_component() -> String {
    "`any_with` takes one component: write `any(any_with(Asteroid), any_with(Comet))`, or `all(..)` of both".into()
}

pub(crate) fn no_single_value() -> String {
    "`in_state` takes one value: write `any(in_state(Phase::Menu), in_state(Phase::Play))`".into()
}

pub(crate) fn comparison(value: &str) -> String {
    format!("`in_state` takes the value alone: write `in_state({value})`")
}

pub(crate) fn no_single_event() -> String {
    "`on_event` takes one event type: write `any(on_event(Hit), on_event(Miss))`".into()
}

pub(crate) fn nothing_in_it(name: &impl Display) -> String {
    format!(
        "these parentheses are empty; write the path of a condition without parentheses, or what `{name}(..)` applies to"
    )
}

pub(crate) fn called(name: &impl Display) -> String {
    if ["changed", "added"].contains(&name.to_string().as_str()) {
        return format!(
            "`{name}(..)` is not a condition; write `#[system({name}(A))]` to visit the entities of which `A` changed, beside `run_if`"
        );
    }
    if let near @ Some(_) = nearest(&name.to_string(), WITH_PARENTHESES.into_iter()) {
        return format!(
            "`{name}(..)` is not a condition.{} Otherwise write `run_if = {name}`: a condition of `conditions:` is named, not called",
            did_you_mean(near)
        );
    }
    format!(
        "a condition is named, not called: write `run_if = {name}`; its parameters are passed by the world. Only `in_state(..)`, \
         `on_event(..)`, `any_with(..)`, `not(..)`, `all(..)` and `any(..)` take parentheses"
    )
}

pub(crate) fn run_if_twice() -> String {
    "`run_if = ..` is given twice; write `run_if = all(.., ..)`".into()
}

pub(crate) fn undeclared_condition(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    // The combinations have such short names that others are similar to them.
    let (with_one_value, _combinations) = WITH_PARENTHESES.split_at(3);
    let of_every_world = nearest(name, with_one_value.iter().copied()).map(|near| format!("{near}(..)"));
    let near = near.or(of_every_world.as_deref());
    let of_a_state = if near.is_some() { "" } else { "; a value of a state is tested with `in_state(..)`" };
    let order = format!("put `#[condition]` on the function, and add it to `conditions:`{of_a_state}");
    format!("`{name}` is not a condition of {declared}, and {place} depends on it.{}", otherwise(near, &order))
}

// The attribute.

pub(crate) fn wrong_item() -> String {
    "`#[condition]` applies to a function: `fn in_play(phase: &State<Phase>) -> bool`".into()
}

pub(crate) fn on_a_method(name: &impl Display) -> String {
    format!(
        "condition `{name}` is a method, and a condition takes no `self`; move it out of the `impl` block, and remove `self`"
    )
}

pub(crate) fn wrong_argument() -> String {
    "`#[condition]` takes no argument except `export`".into()
}

pub(crate) fn no_bool(name: &impl Display) -> String {
    format!("condition `{name}` does not return `bool`; write `-> bool`")
}

pub(crate) fn hidden(name: &impl Display) -> String {
    format!("condition `{name}` is exported but not public; write `pub fn {name}`, or remove `export`")
}

// The section.

pub(crate) fn condition_with_value() -> String {
    "a condition is a function and has no initial value; remove it".into()
}

pub(crate) fn condition_without_path() -> String {
    "a condition is named by its path, such as `in_play` or `game::in_play`; write a path".into()
}

pub(crate) fn condition_among_systems(name: &impl Display) -> String {
    format!(
        "`{name}` is a condition, not a system; put it into `conditions:`, and write `#[system(run_if = {name})]` on systems"
    )
}

pub(crate) fn system_among_conditions(name: &impl Display) -> String {
    format!(
        "`{name}` is a system, not a condition; put it into `systems:`, or write `#[condition]` on it and return `bool`"
    )
}

pub(crate) fn unsupported_parameter(condition: &str, number: usize) -> String {
    format!(
        "parameter {number} of condition `{condition}` has a type that a condition cannot take; take resources as `&R`, states as \
         `&State<S>`, and events as `EventReader<'_, E>` or `&Events<E>`"
    )
}

/// `any_with` of a resource.
pub(crate) fn any_with_a_resource(place: &str, name: &str) -> String {
    format!(
        "`{name}` in {place} is a resource, which a world always has; write a `#[condition]` that takes `&{name}`, add it to `conditions:`, \
         and name it here"
    )
}

pub(crate) fn component_not_resource(place: &str, name: &str) -> String {
    format!(
        "`{name}` is a component, and {place} is evaluated once per run, without entities; keep the value in a resource, or test \
         the entities in the system"
    )
}

pub(crate) fn undeclared_resource(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not a resource of {declared}, and {place} takes it.{}",
        otherwise(near, &format!("add `{name}` to `resources:`"))
    )
}
