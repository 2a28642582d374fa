//! Requests that change a world. A request that is refused has changed nothing.

use ecs_world::{Entity, Inspect};
use serde_json::{Map, Value};

use crate::search::number;
use crate::{Request, Response};

/// Does what a request says.
pub(crate) fn edit<W: Inspect>(world: &mut W, request: Request) -> Result<Response, String> {
    match request {
        Request::Spawn { components } => spawn(world, components).map(|entity| Response::Spawned { entity }),
        Request::Despawn { entity } => {
            world.despawn(entity).map(|()| Response::Done).map_err(|error| error.to_string())
        }
        Request::Insert { entity, component, value } => insert(world, entity, &component, value),
        Request::Set { entity, component, path, value } => set(world, entity, &component, &path, value),
        Request::Remove { entity, component } => match world.remove_value(entity, number::<W>(&component)?) {
            Ok(true) => Ok(Response::Done),
            Ok(false) => Err(format!("entity {entity} lacks component `{component}`")),
            Err(error) => Err(error.to_string()),
        },
        Request::SetValue { section, name, path, value } => set_value(world, &section, &name, &path, value),
        other => Err(format!("{other:?} changes nothing")),
    }
}

fn spawn<W: Inspect>(world: &mut W, components: Map<String, Value>) -> Result<Entity, String> {
    let entity = world.spawn(());
    for (component, value) in components {
        if let Err(reason) = insert(world, entity, &component, value) {
            // Nothing is left of what is refused. The entity is alive, unless a callback of the program panicked.
            let _ = world.despawn(entity);
            return Err(reason);
        }
    }
    Ok(entity)
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
    part: Value,
) -> Result<Response, String> {
    let value = world.write_component(entity, number::<W>(component)?, serde_json::value::Serializer);
    let value = value.ok_or_else(|| format!("entity {entity} has no value of component `{component}`"))?;
    let mut value = value.map_err(|error| format!("component `{component}`: {error}"))?;
    replace(&mut value, path, part)?;
    insert(world, entity, component, value)
}

fn set_value<W: Inspect>(
    world: &mut W,
    section: &str,
    name: &str,
    path: &[String],
    part: Value,
) -> Result<Response, String> {
    if section == "events" {
        return Err("events are shown, and cannot be changed".into());
    }
    let value = world.write_value(section, name, serde_json::value::Serializer);
    let value = value.ok_or_else(|| format!("there is no `{name}` in `{section}`, or it is transient"))?;
    let mut value = value.map_err(|error| format!("`{name}`: {error}"))?;
    match state_path(section, path) {
        Some(path) => replace(&mut value, &path, part)?,
        None => replace(&mut value, path, part)?,
    }
    world.read_value(section, name, value).map_err(|error| format!("`{name}`: {error}"))?;
    Ok(Response::Done)
}

/// The path into a state as it is saved; `None` for other entries.
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
    fn states_are_lists_in_saves() {
        assert_eq!(state_path("states", &path("requested")), Some(path("1")));
        assert_eq!(state_path("states", &path("current.Play")), Some(path("0.Play")));
        assert_eq!(state_path("states", &path("other")), None);
        assert_eq!(state_path("resources", &path("current")), None);
    }
}
