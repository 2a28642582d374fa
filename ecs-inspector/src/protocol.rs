//! Requests to an inspector, and its responses: data, in any format of serde.

use std::fmt;

use ecs_world::Entity;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// A request to an inspector. Over HTTP it is a JSON object: `{"ask": "entity", "entity": [3, 1]}`. Unknown fields are refused.
///
/// A `component` is the name of a component, an entity a pair of index and generation. A `path` leads to a part of a value: it consists of
/// names of fields and variants, and positions in lists; an empty path is the value itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Request {
    /// The declaration of the world. Answered by [`Response::World`].
    #[serde(deserialize_with = "nothing")]
    World,
    /// The state of the program. Answered by [`Response::Status`].
    #[serde(deserialize_with = "nothing")]
    Status,
    /// A page of the entities that a [search](crate#search) finds. Answered by [`Response::Entities`].
    Entities {
        /// The search; an empty one finds all entities.
        #[serde(default)]
        search: String,
        /// Number of entities to skip.
        #[serde(default)]
        offset: usize,
        /// Number of entities to return, at most [`MOST_ROWS`](crate::MOST_ROWS).
        limit: usize,
        /// The components whose values are returned, at most [`MOST_COLUMNS`](crate::MOST_COLUMNS).
        #[serde(default)]
        columns: Vec<String>,
    },
    /// The components and relations of one entity. Answered by [`Response::Entity`].
    Entity {
        /// The entity.
        entity: Entity,
    },
    /// The sources of an entity in a relation, or the entities that have sources, but no target. Answered by [`Response::Tree`].
    Tree {
        /// The component.
        relation: String,
        /// The entity; `None` for the entities that have sources, but no target.
        #[serde(default)]
        target: Option<Entity>,
        /// Number of entities to skip.
        #[serde(default)]
        offset: usize,
        /// Number of entities to return, at most [`MOST_ROWS`](crate::MOST_ROWS).
        limit: usize,
    },
    /// An example of a component's value: that of the first entity that has it. Answered by [`Response::Example`].
    Example {
        /// The component.
        component: String,
    },
    /// Resources, recent events, states and the fields of systems. Answered by [`Response::Values`].
    #[serde(deserialize_with = "nothing")]
    Values,
    /// The times of systems. Answered by [`Response::Systems`].
    #[serde(deserialize_with = "nothing")]
    Systems,
    /// The stages of each schedule, and what each system accesses. Answered by [`Response::Schedules`].
    #[serde(deserialize_with = "nothing")]
    Schedules,
    /// How views are kept, and why. Answered by [`Response::Views`].
    #[serde(deserialize_with = "nothing")]
    Views,
    /// The memory of each storage. Answered by [`Response::Memory`].
    #[serde(deserialize_with = "nothing")]
    Memory,
    /// Samples a number in each recorded frame from now on: frames are recorded for five seconds after a request. Answered by
    /// [`Response::Watching`].
    Watch {
        /// The number.
        number: Number,
    },
    /// Stops sampling a number, and drops its samples. Answered by [`Response::Done`].
    Unwatch {
        /// The id from [`Response::Watching`].
        id: u64,
    },
    /// The samples from a frame on. Answered by [`Response::Samples`].
    Samples {
        /// The first frame.
        #[serde(default)]
        since: u64,
    },
    /// A table as text. Answered by [`Response::Text`].
    Export {
        /// The table.
        table: Table,
        /// Its format.
        format: TableFormat,
    },
    /// Pauses the program. This request and the following ones need an [editable](crate::Settings::editable) inspector, and are answered by
    /// [`Response::Done`] unless stated otherwise.
    #[serde(deserialize_with = "nothing")]
    Pause,
    /// Continues a paused program.
    #[serde(deserialize_with = "nothing")]
    Resume,
    /// Runs a number of frames, then pauses.
    Step {
        /// The number of frames.
        frames: u64,
    },
    /// Steps back a number of frames, and pauses. Needs a [history](crate::Inspector::keep_history).
    StepBack {
        /// The number of frames.
        frames: u64,
    },
    /// Spawns an entity. Answered by [`Response::Spawned`].
    Spawn {
        /// The values by name of component; each name at most once.
        #[serde(default, deserialize_with = "unique")]
        components: Map<String, Value>,
    },
    /// Despawns an entity.
    Despawn {
        /// The entity.
        entity: Entity,
    },
    /// Inserts a component into an entity, or replaces its value.
    Insert {
        /// The entity.
        entity: Entity,
        /// The component.
        component: String,
        /// The value.
        value: Value,
    },
    /// Replaces a part of a value; the rest keeps its current value.
    ///
    /// The value is written as JSON, changed, and read again. The request is refused if this would change the rest: if the rest contains a
    /// number that is not finite, or `Some` of a value that is `null` in JSON, or the type reads something else than it writes. Fields that
    /// a type does not write, such as those with `#[serde(skip)]`, cannot be preserved, and are reset. A number that would become infinite,
    /// such as 1e39 for an `f32`, is refused here and in all other requests with values.
    Set {
        /// The entity.
        entity: Entity,
        /// The component.
        component: String,
        /// The path to the part.
        path: Vec<String>,
        /// The new part.
        value: Value,
    },
    /// Removes a component from an entity.
    Remove {
        /// The entity.
        entity: Entity,
        /// The component.
        component: String,
    },
    /// Replaces a part of a resource, a state or the fields of a system, like [`Set`](Self::Set); but a type that reads something else than
    /// it writes is not detected.
    SetValue {
        /// The section of the declaration: `resources`, `states` or `systems`.
        section: String,
        /// The name of the entry.
        name: String,
        /// The path to the part. That of a state begins with `current`, `requested` or `entered`.
        path: Vec<String>,
        /// The new part.
        value: Value,
    },
}

/// Reads the fields of a request without fields: refuses any. Serde itself would ignore unknown fields of such a request.
fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    Nothing::deserialize(deserializer).map(|Nothing {}| ())
}

/// Reads a map, and refuses names that occur twice.
fn unique<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    struct Unique;

    impl<'de> Visitor<'de> for Unique {
        type Value = Map<String, Value>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the values of components by name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut values = Map::new();
            while let Some((name, value)) = map.next_entry::<String, Value>()? {
                if values.contains_key(&name) {
                    return Err(A::Error::custom(format_args!("the entity has the component `{name}` twice")));
                }
                values.insert(name, value);
            }
            Ok(values)
        }
    }

    deserializer.deserialize_map(Unique)
}

/// A number that can be sampled in each recorded frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Number {
    /// A number in a component of an entity.
    Component {
        /// The entity.
        entity: Entity,
        /// The component.
        component: String,
        /// The path to the number.
        path: Vec<String>,
    },
    /// A number in a resource, a state or the fields of a system.
    Value {
        /// The section of the declaration.
        section: String,
        /// The name of the entry.
        name: String,
        /// The path to the number.
        path: Vec<String>,
    },
    /// The microseconds of the last run of a system.
    System {
        /// Its name.
        name: String,
    },
    /// Number of entities.
    #[serde(deserialize_with = "nothing")]
    Entities,
    /// The number of values of a component.
    Count {
        /// The component.
        component: String,
    },
    /// The microseconds from one frame to the next.
    #[serde(deserialize_with = "nothing")]
    Frame,
}

/// A table that can be exported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Table {
    /// The entities that a search finds, at most [`MOST_EXPORTED`](crate::MOST_EXPORTED), with values of components.
    Entities {
        /// The search.
        #[serde(default)]
        search: String,
        /// The components, at most [`MOST_COLUMNS`](crate::MOST_COLUMNS).
        columns: Vec<String>,
    },
    /// The times of systems.
    #[serde(deserialize_with = "nothing")]
    Systems,
    /// The memory of each storage.
    #[serde(deserialize_with = "nothing")]
    Memory,
    /// All samples.
    #[serde(deserialize_with = "nothing")]
    Samples,
}

/// A format of exported tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TableFormat {
    /// Comma-separated values, with the names of columns in the first line.
    Csv,
    /// A list of objects, whose keys are the names of columns. Refused if two columns have the same name: if a component is requested
    /// twice, or is named `entity`, like the column of handles.
    Json,
}

/// A response of an inspector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Response {
    /// The declaration of the world.
    World(WorldInfo),
    /// The state of the program.
    Status(Status),
    /// Entities that were found.
    Entities {
        /// Number of entities that were found.
        found: usize,
        /// A page of them.
        rows: Vec<Row>,
    },
    /// An entity.
    Entity(EntityInfo),
    /// Entities in a relation.
    Tree {
        /// Number of entities.
        found: usize,
        /// A page of them.
        nodes: Vec<Node>,
    },
    /// An example of a value; `None` if there is none.
    Example {
        /// The value.
        value: Option<Value>,
    },
    /// Values that do not belong to entities.
    Values {
        /// The values, in the order of the declaration.
        values: Vec<NamedValue>,
    },
    /// The times of systems, in the order of the declaration.
    Systems {
        /// The systems.
        systems: Vec<SystemInfo>,
    },
    /// The schedules.
    Schedules {
        /// The schedules; that of `run()` first.
        schedules: Vec<ScheduleInfo>,
        /// What each system accesses.
        systems: Vec<AccessInfo>,
    },
    /// The views.
    Views {
        /// The views, in the order of the plan.
        views: Vec<ViewInfo>,
        /// The text of `world.advice()`.
        advice: String,
    },
    /// The storages.
    Memory {
        /// The storages, in the order of the declaration.
        storages: Vec<StorageInfo>,
    },
    /// A number is being sampled.
    Watching {
        /// The id of the number in other requests.
        id: u64,
    },
    /// Samples.
    Samples {
        /// The numbers that are sampled.
        series: Vec<Series>,
    },
    /// A table.
    Text {
        /// The table in the requested format.
        text: String,
    },
    /// An entity was spawned.
    Spawned {
        /// The entity.
        entity: Entity,
    },
    /// The request was performed.
    Done,
    /// The request was not performed, and the world did not change.
    Refused {
        /// The reason.
        reason: String,
    },
}

/// The declaration of a world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WorldInfo {
    /// The name of the world.
    pub name: String,
    /// The components, by number.
    pub components: Vec<ComponentInfo>,
    /// Whether the inspector is editable.
    pub editable: bool,
    /// Maximum number of frames that the world can step back.
    pub history: usize,
}

/// A component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComponentInfo {
    /// The name.
    pub name: String,
    /// Whether its values can be read and written; false if it is transient.
    pub has_values: bool,
    /// Whether it is a relation.
    pub is_relation: bool,
    /// Whether it is a tree.
    pub is_tree: bool,
}

/// The state of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Status {
    /// Number of frames that ran.
    pub frame: u64,
    /// Whether the program is paused, and no steps are pending.
    pub paused: bool,
    /// Number of live entities.
    pub entities: usize,
    /// Number of frames that the world can step back.
    pub back: u64,
}

/// A row of a table of entities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Row {
    /// The entity.
    pub entity: Entity,
    /// The numbers of its components.
    pub components: Vec<usize>,
    /// The values of the columns; `None` if the entity lacks the component, or JSON cannot represent the value.
    pub values: Vec<Option<Value>>,
}

/// An entity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EntityInfo {
    /// The entity.
    pub entity: Entity,
    /// Its components.
    pub components: Vec<NamedValue>,
    /// Its targets and the number of its sources, by relation.
    pub relations: Vec<RelationInfo>,
}

/// A value with its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedValue {
    /// The section of the declaration.
    pub section: String,
    /// The name.
    pub name: String,
    /// The value; `None` if it is transient, or JSON cannot represent it.
    pub value: Option<Value>,
    /// Why JSON cannot represent it.
    pub error: Option<String>,
}

/// The targets and sources of an entity in one relation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RelationInfo {
    /// The relation.
    pub name: String,
    /// The targets of the entity.
    pub targets: Vec<Entity>,
    /// Number of its sources.
    pub sources: usize,
}

/// An entity in a relation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The entity.
    pub entity: Entity,
    /// The numbers of its components.
    pub components: Vec<usize>,
    /// Number of its sources.
    pub sources: usize,
}

/// The time of a system, in nanoseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SystemInfo {
    /// Its name.
    pub name: String,
    /// Number of runs.
    pub runs: u64,
    /// Time of the last run.
    pub last: u64,
    /// Time of the longest run.
    pub longest: u64,
    /// Time of all runs.
    pub total: u64,
    /// Times of the last recorded runs, at most one per frame.
    pub recent: Vec<u64>,
}

/// A schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleInfo {
    /// Its name.
    pub name: String,
    /// For each part between two sync points: its stages, which are lists of systems.
    pub parts: Vec<Vec<Vec<String>>>,
}

/// What a system accesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AccessInfo {
    /// Its name.
    pub name: String,
    /// What it reads.
    pub reads: Vec<String>,
    /// What it writes.
    pub writes: Vec<String>,
    /// Whether it has a parameter `Commands`.
    pub commands: bool,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ViewInfo {
    /// The components that entities must have.
    pub all: Vec<String>,
    /// The components that they must lack.
    pub none: Vec<String>,
    /// The components of which they must have at least one.
    pub any: Vec<String>,
    /// The kind of the view.
    pub kind: String,
    /// The storages that it owns.
    pub owned: Vec<String>,
    /// Why the planner chose this kind.
    pub reason: String,
    /// The systems that iterate it.
    pub systems: Vec<String>,
    /// Number of entities.
    pub len: usize,
}

/// The storage of a component. Sizes exclude spare capacity, and memory that values own elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageInfo {
    /// The component.
    pub name: String,
    /// The kind of the storage.
    pub storage: String,
    /// Number of values.
    pub len: usize,
    /// Size of one value in bytes.
    pub value_bytes: usize,
    /// Size of all values in bytes.
    pub values_bytes: usize,
}

/// The samples of a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Series {
    /// The id of the number in other requests.
    pub id: u64,
    /// The number.
    pub number: Number,
    /// Pairs of frame and number, ascending by frame. Frames without a number are omitted.
    pub points: Vec<(u64, f64)>,
}

impl Response {
    /// A refusal.
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused { reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_has_no_fields_refuses_fields() {
        let plain = ["world", "status", "values", "systems", "schedules", "views", "memory", "pause", "resume"];
        for ask in plain {
            let request: Request = serde_json::from_value(json!({ "ask": ask })).expect("it has no fields");
            assert_eq!(serde_json::to_value(request).ok(), Some(json!({ "ask": ask })));
            let text = format!(r#"{{"x": 1, "ask": "{ask}"}}"#);
            let refused = serde_json::from_str::<Request>(&text).expect_err("it has one").to_string();
            assert!(refused.contains("unknown field `x`"), "{refused}");
        }
        for of in ["entities", "frame"] {
            assert!(serde_json::from_value::<Number>(json!({ "of": of })).is_ok());
            assert!(serde_json::from_value::<Number>(json!({ "of": of, "x": 1 })).is_err());
        }
        for of in ["systems", "memory", "samples"] {
            assert!(serde_json::from_value::<Table>(json!({ "of": of })).is_ok());
            assert!(serde_json::from_value::<Table>(json!({ "of": of, "x": 1 })).is_err());
        }
    }
}
