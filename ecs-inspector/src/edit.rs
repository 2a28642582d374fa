//! Requests that change a world. A request that is refused has changed nothing.

use std::collections::BTreeMap;

use ecs_world::{Entity, Inspect, Template};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::losses::{Found, Losses, NOT_FINITE};
use crate::probe::ProbeError;
use crate::search::number;
use crate::{Request, Response};

/// Performs a request that changes the world.
pub(crate) fn edit<W: Inspect>(world: &mut W, request: Request) -> Result<Response, String> {
    match request {
        Request::Spawn { components } => spawn(world, components).map(|entity| Response::Spawned { entity }),
        Request::Despawn { entity } => {
            world.despawn(entity).map(|()| Response::Done).map_err(|error| error.to_string())
        }
        Request::Insert { entity, component, value } => {
            refuse_infinite::<W>(number::<W>(&component)?, &value, &value)
                .map_err(|reason| format!("component `{component}`: {reason}"))?;
            insert(world, entity, &component, value)
        }
        Request::Set { entity, component, path, value } => set(world, entity, &component, &path, &value),
        Request::Remove { entity, component } => match world.remove_value(entity, number::<W>(&component)?) {
            Ok(true) => Ok(Response::Done),
            Ok(false) => Err(format!("entity {entity} lacks component `{component}`")),
            Err(error) => Err(error.to_string()),
        },
        Request::SetValue { section, name, path, value } => set_value(world, &section, &name, &path, &value),
        other => Err(format!("{other:?} changes nothing")),
    }
}

fn spawn<W: Inspect>(world: &mut W, components: Map<String, Value>) -> Result<Entity, String> {
    for (component, value) in &components {
        let column = number::<W>(component)?;
        if !W::has_values(column) {
            return Err(format!("component `{component}` is transient: its values are not known"));
        }
        refuse_infinite::<W>(column, value, value).map_err(|reason| format!("component `{component}`: {reason}"))?;
    }
    // All names and values are read before anything changes.
    let template = Template::<W>::deserialize(Value::Object(components)).map_err(|error| error.to_string())?;
    world.spawn_owned(template).map_err(|refused| refused.kind.to_string())
}

fn insert<W: Inspect>(world: &mut W, entity: Entity, component: &str, value: Value) -> Result<Response, String> {
    let inserted = world.insert_value(entity, number::<W>(component)?, value);
    inserted.map(|()| Response::Done).map_err(|error| format!("component `{component}`: {error}"))
}

fn set<W: Inspect>(
    world: &mut W,
    entity: Entity,
    component: &str,
    path: &[String],
    part: &Value,
) -> Result<Response, String> {
    let column = number::<W>(component)?;
    let value = world.write_component(entity, column, serde_json::value::Serializer);
    let value = value.ok_or_else(|| format!("entity {entity} has no value of component `{component}`"))?;
    let mut value = value.map_err(|error| format!("component `{component}`: {error}"))?;
    replace(&mut value, path, part.clone())?;
    let losses = world.write_component(entity, column, Losses::Towards(path));
    let refused = refuse_losses(losses).and_then(|()| refuse_infinite::<W>(column, part, &value));
    refused.map_err(|reason| format!("component `{component}`: {reason}"))?;
    let read = W::convert_value(column, &value, serde_json::value::Serializer);
    let read = read.map_err(|error| format!("component `{component}`: {error}"))?;
    if !read.is_ok_and(|read| is_equal_beside(&value, &read, path)) {
        return Err(format!(
            "component `{component}`: what is read is not what was written, also beside the edited part: insert a whole value"
        ));
    }
    insert(world, entity, component, value)
}

/// Refuses an edit of a part of a value if other parts would be lost.
fn refuse_losses(found: Option<Result<Found, ProbeError>>) -> Result<(), String> {
    match found {
        Some(Ok(Found { lost: Some(what), .. })) => Err(format!(
            "beside the edited part the value has {what}, which JSON has not: edit that part, or the whole value"
        )),
        Some(Err(error)) => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Refuses a part of a value that would make a number infinite: JSON has no infinite numbers, so no other part of the value could be edited
/// afterwards.
fn refuse_infinite<W: Inspect>(column: usize, part: &Value, value: &Value) -> Result<(), String> {
    if !has_large(part) {
        return Ok(());
    }
    // A value that cannot be read is refused where it is read.
    refuse_not_finite(W::convert_value(column, value, Losses::Beside).ok().and_then(Result::ok))
}

/// Refuses a value that was read from a large number, if it contains a number that is not finite.
fn refuse_not_finite(found: Option<Found>) -> Result<(), String> {
    match found {
        Some(Found { lost: Some(NOT_FINITE), .. }) => {
            Err(format!("a number beyond {:e} does not fit, and would be infinite", f32::MAX))
        }
        _ => Ok(()),
    }
}

/// Whether a value contains a number beyond the range of `f32`.
fn has_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number.abs() > f64::from(f32::MAX)),
        Value::Array(list) => list.iter().any(has_large),
        Value::Object(fields) => fields.values().any(has_large),
        _ => false,
    }
}

/// Whether two values are equal except for the part at `path`, which may have another form or be missing.
fn is_equal_beside(one: &Value, other: &Value, path: &[String]) -> bool {
    let Some((name, rest)) = path.split_first() else { return true };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let beside = |fields: &Map<String, Value>| fields.iter().filter(|(own, _)| *own != name).count();
            beside(one) == beside(other)
                && one.iter().all(|(own, value)| match other.get(own) {
                    Some(found) if own == name => is_equal_beside(value, found, rest),
                    Some(found) => is_equal(value, found),
                    None => own == name,
                })
        }
        (Value::Array(one), Value::Array(other)) => {
            let Some(at) = name.parse().ok().filter(|at: &usize| *at < one.len()) else { return false };
            let is_in_place = one.len() == other.len()
                && one.iter().zip(other).enumerate().all(|(own, (value, found))| {
                    if own == at { is_equal_beside(value, found, rest) } else { is_equal(value, found) }
                });
            // Sets have no order, and the edited element can equal another.
            is_in_place || are_among(one.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, own)| own), other)
        }
        _ => is_equal(one, other),
    }
}

/// Whether two values are equal, whatever the order of lists, since those of sets have no order.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|found| is_equal(value, found)))
        }
        (Value::Array(one), Value::Array(other)) => {
            let is_in_place = one.iter().zip(other).all(|(value, found)| is_equal(value, found));
            one.len() == other.len() && (is_in_place || are_among(one.iter(), other))
        }
        _ => one == other,
    }
}

/// Whether a list contains each of these values, at least as often as it is given. Runs in **O(length log length)** time.
fn are_among<'v>(mut values: impl Iterator<Item = &'v Value>, list: &[Value]) -> bool {
    let mut counts = BTreeMap::<String, usize>::new();
    for value in list {
        *counts.entry(value.to_string()).or_default() += 1;
    }
    values.all(|value| match counts.get_mut(&value.to_string()) {
        None | Some(0) => false,
        Some(count) => {
            *count -= 1;
            true
        }
    })
}

fn set_value<W: Inspect>(
    world: &mut W,
    section: &str,
    name: &str,
    path: &[String],
    part: &Value,
) -> Result<Response, String> {
    if section == "events" {
        return Err("events are shown, and cannot be changed".into());
    }
    let value = world.write_value(section, name, serde_json::value::Serializer);
    let value = value.ok_or_else(|| format!("there is no `{name}` in `{section}`, or it is transient"))?;
    let mut value = value.map_err(|error| format!("`{name}`: {error}"))?;
    let state_path = state_path(section, path);
    let path = state_path.as_deref().unwrap_or(path);
    replace(&mut value, path, part.clone())?;
    let losses = world.write_value(section, name, Losses::Towards(path));
    refuse_losses(losses).map_err(|reason| format!("`{name}`: {reason}"))?;
    if has_large(part) {
        // The value is read into another world first, because it may be refused.
        let mut other = W::default();
        other.read_value(section, name, &value).map_err(|error| format!("`{name}`: {error}"))?;
        refuse_not_finite(other.write_value(section, name, Losses::Beside).and_then(Result::ok))
            .map_err(|reason| format!("`{name}`: {reason}"))?;
    }
    world.read_value(section, name, value).map_err(|error| format!("`{name}`: {error}"))?;
    Ok(Response::Done)
}

/// Converts a path into a state to the form of saves, in which a state is a list; `None` for other entries.
pub(crate) fn state_path(section: &str, path: &[String]) -> Option<Vec<String>> {
    let (first, rest) = (section == "states").then(|| path.split_first()).flatten()?;
    let at = ["current", "requested", "entered"].iter().position(|name| name == first)?;
    Some([at.to_string()].into_iter().chain(rest.iter().cloned()).collect())
}

/// Replaces a part of a value.
fn replace(value: &mut Value, path: &[String], part: Value) -> Result<(), String> {
    let mut place = value;
    for name in path {
        let below = match place {
            Value::Object(fields) => fields.get_mut(name),
            Value::Array(list) => name.parse().ok().and_then(|at: usize| list.get_mut(at)),
            _ => None,
        };
        place = below.ok_or_else(|| format!("there is no `{name}` at `{}`", path.join(".")))?;
    }
    *place = part;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split('.').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn a_part_is_replaced_and_the_rest_stays() {
        let mut value = json!({ "a": [1, { "b": 2 }], "c": 3 });
        replace(&mut value, &path("a.1.b"), json!("new")).unwrap();
        assert_eq!(value, json!({ "a": [1, { "b": "new" }], "c": 3 }));
        replace(&mut value, &path("a.0"), json!(null)).unwrap();
        replace(&mut value, &path("c"), json!(4)).unwrap();
        assert_eq!(value, json!({ "a": [null, { "b": "new" }], "c": 4 }));
        replace(&mut value, &path(""), json!(5)).unwrap();
        assert_eq!(value, json!(5));
    }

    #[test]
    fn a_path_that_leads_nowhere_is_refused() {
        let mut value = json!({ "a": [1] });
        for wrong in ["b", "a.1", "a.x", "a.0.c", "a.-1"] {
            assert!(replace(&mut value, &path(wrong), json!(2)).is_err(), "{wrong}");
        }
        assert_eq!(value, json!({ "a": [1] }));
    }

    #[test]
    fn values_are_compared_beside_the_edited_part() {
        let equal = |one: Value, other: Value, at: &str| is_equal_beside(&one, &other, &path(at));
        assert!(equal(json!(1), json!("x"), ""), "all of it is edited");
        assert!(equal(json!({ "a": 1, "b": 2 }), json!({ "a": 5.5, "b": 2 }), "a"));
        assert!(equal(json!({ "a": 1, "b": 2 }), json!({ "b": 2 }), "a"), "it is left out where it is written");
        assert!(equal(json!({ "a": { "x": 1, "y": 2 } }), json!({ "a": { "x": 3, "y": 2 } }), "a.x"));
        assert!(equal(json!([[1, 2], 3]), json!([[1, 9], 3]), "0.1"));
        assert!(equal(json!([1, 2, 3]), json!([3, 9, 1]), "1"), "a set");
        assert!(equal(json!([1, 1]), json!([1]), "1"), "a set");
        assert!(equal(json!({ "a": 1, "set": [1, 2] }), json!({ "a": 1, "set": [2, 1] }), "a"));
        for (one, other, at) in [
            (json!({ "a": 1, "b": 2 }), json!({ "a": 1, "b": 3 }), "a"),
            (json!({ "a": 1, "b": 2 }), json!({ "a": 1 }), "a"),
            (json!({ "a": 1 }), json!({ "a": 1, "b": 2 }), "a"),
            (json!({ "a": { "x": 1, "y": 2 } }), json!({ "a": { "x": 1, "y": 3 } }), "a.x"),
            (json!({ "a": { "x": 1 } }), json!({ "a": 1 }), "a.x"),
            (json!([1, 2, 3]), json!([1, 9, 4]), "1"),
            (json!([1, 1, 2]), json!([1, 2, 2]), "2"),
            (json!([1, 2]), json!([2, 2]), "1"),
            (json!({ "a": 1, "set": [1, 2] }), json!({ "a": 1, "set": [2, 2] }), "a"),
            (json!({ "a": 1, "list": [1, 2] }), json!({ "a": 1, "list": [1] }), "a"),
        ] {
            assert!(!equal(one.clone(), other.clone(), at), "{one} {other} {at}");
        }
    }

    #[test]
    fn states_are_lists_in_saves() {
        assert_eq!(state_path("states", &path("requested")), Some(path("1")));
        assert_eq!(state_path("states", &path("current.Play")), Some(path("0.Play")));
        assert_eq!(state_path("states", &path("other")), None);
        assert_eq!(state_path("resources", &path("current")), None);
    }
}
