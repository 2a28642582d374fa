//! Answers to requests that do not change the world.

use ecs_world::{BitMask, Entity, Inspect, ViewPlan};
use serde_json::Value;

use crate::inspector::Inspector;
use crate::record::nanoseconds;
use crate::search::{Search, number};
use crate::{
    AccessInfo, ComponentInfo, EntityInfo, NamedValue, Node, RelationInfo, Request, Response, Row, ScheduleInfo,
    Status, StorageInfo, SystemInfo, ViewInfo, WorldInfo, export,
};

/// Maximum number of rows of a page.
pub const MOST_ROWS: usize = 1000;
/// Maximum number of columns of a table of entities; over HTTP also of all pages of entities in one request body.
pub const MOST_COLUMNS: usize = 64;
/// Maximum number of events of an entry that are shown: the last ones.
const MOST_EVENTS: usize = 200;

/// Answers a request, or returns it if it changes the world, or pauses or steps the program.
pub(crate) fn read<W: Inspect>(
    inspector: &mut Inspector<W>,
    world: &W,
    request: Request,
) -> Result<Result<Response, String>, Request> {
    Ok(match request {
        Request::World => Ok(Response::World(world_info(inspector))),
        Request::Status => Ok(Response::Status(status(inspector, world))),
        Request::Entities { search, offset, limit, columns } => entities(world, &search, offset, limit, &columns),
        Request::Entity { entity } => one_entity(world, entity),
        Request::Tree { relation, target, offset, limit } => tree(world, &relation, target, offset, limit),
        Request::Example { component } => example(world, &component),
        Request::Values => Ok(Response::Values { values: values(world) }),
        Request::Systems => Ok(Response::Systems { systems: systems(inspector, world) }),
        Request::Schedules => Ok(schedules::<W>()),
        Request::Views => Ok(views(world)),
        Request::Memory => Ok(Response::Memory { storages: memory(world) }),
        Request::Watch { number } => inspector.record.watch::<W>(number).map(|id| Response::Watching { id }),
        Request::Unwatch { id } => {
            inspector.record.unwatch(id);
            Ok(Response::Done)
        }
        Request::Samples { since } => Ok(Response::Samples { series: inspector.record.series(since) }),
        Request::Export { table, format } => {
            export::export(inspector, world, table, format).map(|text| Response::Text { text })
        }
        other => return Err(other),
    })
}

fn world_info<W: Inspect>(inspector: &Inspector<W>) -> WorldInfo {
    let components = W::COMPONENTS.iter().enumerate().map(|(component, name)| {
        let tree = W::relations().find(|(own, _)| *own == component).map(|(_, is_tree)| is_tree);
        ComponentInfo {
            name: (*name).to_owned(),
            has_values: W::has_values(component),
            is_relation: tree.is_some(),
            is_tree: tree.unwrap_or(false),
        }
    });
    WorldInfo {
        name: W::NAME.to_owned(),
        components: components.collect(),
        editable: inspector.settings.editable,
        history: inspector.history.as_ref().map_or(0, |history| history.capacity()),
    }
}

fn status<W: Inspect>(inspector: &Inspector<W>, world: &W) -> Status {
    let course = &inspector.course;
    Status {
        frame: course.frame,
        paused: course.paused && course.steps == 0,
        entities: world.len(),
        back: inspector.back(),
    }
}

/// The numbers of the components of an entity.
fn components<W: Inspect>(world: &W, entity: Entity) -> Vec<usize> {
    let mut mask = world.mask(entity).unwrap_or(W::Mask::EMPTY);
    std::iter::from_fn(|| mask.pop_first()).collect()
}

/// The value of a component as JSON.
fn json<W: Inspect>(world: &W, entity: Entity, component: usize) -> Option<Result<Value, serde_json::Error>> {
    world.write_component(entity, component, serde_json::value::Serializer)
}

pub(crate) fn columns<W: Inspect>(names: &[String]) -> Result<Vec<usize>, String> {
    if names.len() > MOST_COLUMNS {
        return Err(format!("a table has at most {MOST_COLUMNS} columns, and {} are asked for", names.len()));
    }
    names.iter().map(|name| number::<W>(name)).collect()
}

pub(crate) fn rows<W: Inspect>(
    world: &W,
    search: &str,
    page: (usize, usize),
    columns: &[usize],
) -> Result<(usize, Vec<Row>), String> {
    let (found, page) = Search::parse::<W>(search)?.page(world, page.0, page.1);
    let rows = page.into_iter().map(|entity| Row {
        entity,
        components: components(world, entity),
        values: columns.iter().map(|column| json(world, entity, *column)?.ok()).collect(),
    });
    Ok((found, rows.collect()))
}

fn entities<W: Inspect>(
    world: &W,
    search: &str,
    offset: usize,
    limit: usize,
    names: &[String],
) -> Result<Response, String> {
    let (found, rows) = rows(world, search, (offset, limit.min(MOST_ROWS)), &columns::<W>(names)?)?;
    Ok(Response::Entities { found, rows })
}

pub(crate) fn named(section: &str, name: &str, value: Option<Result<Value, serde_json::Error>>) -> NamedValue {
    let (value, error) = match value {
        None => (None, None),
        Some(Ok(value)) => (Some(value), None),
        Some(Err(error)) => (None, Some(error.to_string())),
    };
    NamedValue { section: section.to_owned(), name: name.to_owned(), value, error }
}

fn one_entity<W: Inspect>(world: &W, entity: Entity) -> Result<Response, String> {
    if !world.contains(entity) {
        return Err(format!("no entity {entity} is alive"));
    }
    let relation = |component| W::relations().any(|(own, _)| own == component);
    let components = components(world, entity).into_iter().map(|component| {
        let section = if relation(component) { "relations" } else { "components" };
        named(section, W::COMPONENTS[component], json(world, entity, component))
    });
    let relations = W::relations().map(|(component, _)| RelationInfo {
        name: W::COMPONENTS[component].to_owned(),
        targets: world.targets_of(component, entity).collect(),
        sources: world.source_count(component, entity),
    });
    let relations = relations.filter(|relation| relation.sources > 0 || !relation.targets.is_empty());
    Ok(Response::Entity(EntityInfo { entity, components: components.collect(), relations: relations.collect() }))
}

fn tree<W: Inspect>(
    world: &W,
    relation: &str,
    target: Option<Entity>,
    offset: usize,
    limit: usize,
) -> Result<Response, String> {
    let component = number::<W>(relation)?;
    if !W::relations().any(|(own, _)| own == component) {
        return Err(format!("component `{relation}` is no relation"));
    }
    let is_top = |entity: &Entity| {
        world.source_count(component, *entity) > 0 && world.targets_of(component, *entity).next().is_none()
    };
    let all: Vec<_> = match target {
        Some(target) => world.sources_of(component, target).collect(),
        None => world.entities().filter(is_top).collect(),
    };
    let page = all.iter().skip(offset).take(limit.min(MOST_ROWS)).map(|entity| Node {
        entity: *entity,
        components: components(world, *entity),
        sources: world.source_count(component, *entity),
    });
    Ok(Response::Tree { found: all.len(), nodes: page.collect() })
}

fn example<W: Inspect>(world: &W, component: &str) -> Result<Response, String> {
    let (_, rows) = rows(world, component, (0, 1), &[number::<W>(component)?])?;
    Ok(Response::Example { value: rows.into_iter().next().and_then(|row| row.values.into_iter().next().flatten()) })
}

/// Resources, events, states and the fields of systems.
pub(crate) fn values<W: Inspect>(world: &W) -> Vec<NamedValue> {
    let values = W::value_names().iter().map(|(section, name)| {
        let value = world.write_value(section, name, serde_json::value::Serializer);
        named(section, name, value.map(|value| value.map(|value| shown(section, value))))
    });
    values.collect()
}

/// Names the parts of events and states, which are lists in saves.
pub(crate) fn shown(section: &str, value: Value) -> Value {
    match (section, value) {
        ("events", Value::Array(parts)) => {
            let [first, old, new] = [0, 1, 2].map(|at| parts.get(at).cloned().unwrap_or_default());
            serde_json::json!({ "first": first, "last_run": last(old), "since": last(new) })
        }
        ("states", Value::Array(parts)) => {
            let [current, requested, entered] = [0, 1, 2].map(|at| parts.get(at).cloned().unwrap_or_default());
            serde_json::json!({ "current": current, "requested": requested, "entered": entered })
        }
        (_, value) => value,
    }
}

/// The last [`MOST_EVENTS`] elements of a list.
fn last(list: Value) -> Value {
    match list {
        Value::Array(mut list) => Value::Array(list.split_off(list.len().saturating_sub(MOST_EVENTS))),
        other => other,
    }
}

pub(crate) fn systems<W: Inspect>(inspector: &Inspector<W>, world: &W) -> Vec<SystemInfo> {
    let systems = world.system_times().enumerate().map(|(number, time)| SystemInfo {
        name: time.name.to_owned(),
        runs: time.runs,
        last: nanoseconds(time.last),
        longest: nanoseconds(time.longest),
        total: nanoseconds(time.total),
        recent: inspector.record.times(number),
    });
    systems.collect()
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn schedules<W: Inspect>() -> Response {
    let schedules = W::PLAN.schedules.iter().map(|schedule| ScheduleInfo {
        name: schedule.name.to_owned(),
        parts: schedule.parts.iter().map(|part| part.stages.iter().map(|stage| texts(stage)).collect()).collect(),
    });
    let systems = W::PLAN.systems.iter().map(|system| AccessInfo {
        name: system.name.to_owned(),
        reads: texts(system.reads),
        writes: texts(system.writes),
        commands: system.commands,
    });
    Response::Schedules { schedules: schedules.collect(), systems: systems.collect() }
}

fn views<W: Inspect>(world: &W) -> Response {
    let info = |(number, view): (usize, &ViewPlan)| ViewInfo {
        all: texts(view.all),
        none: texts(view.none),
        any: texts(view.any),
        kind: format!("{:?}", view.kept),
        owned: texts(view.owned),
        reason: view.reason.to_owned(),
        systems: texts(view.systems),
        len: world.view_len(number).unwrap_or_default(),
    };
    let views = W::PLAN.views.iter().enumerate().map(info).collect();
    Response::Views { views, advice: world.advice().to_string() }
}

pub(crate) fn memory<W: Inspect>(world: &W) -> Vec<StorageInfo> {
    let storages = W::COMPONENTS.iter().enumerate().filter_map(|(component, name)| {
        let size = world.storage_size(component)?;
        Some(StorageInfo {
            name: (*name).to_owned(),
            storage: kind(size.storage),
            len: size.len,
            value_bytes: size.value_bytes,
            values_bytes: size.values_bytes,
        })
    });
    storages.collect()
}

/// The kind of a storage: the name of its type without path and parameters, such as `DenseSet`.
fn kind(storage: &str) -> String {
    let outer = storage.split('<').next().unwrap_or_default();
    outer.rsplit("::").next().unwrap_or_default().to_owned()
}
