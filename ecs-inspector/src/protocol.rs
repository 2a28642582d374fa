//! What is asked of an inspector, and what it answers: data, in any format of serde.

use std::fmt;

use ecs_world::Entity;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// What is asked of an inspector. Over HTTP it is a JSON object: `{"ask": "entity", "entity": [3, 1]}`. A field that a request does not have
/// is refused.
///
/// A `component` is the name of a component, an entity a pair of index and generation. A `path` leads into a value: names of fields and of
/// variants, and positions in lists; an empty one is the value itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Request {
    /// What the world consists of. Answered by [`Response::World`].
    #[serde(deserialize_with = "nothing")]
    World,
    /// What changes with each frame. Answered by [`Response::Status`].
    #[serde(deserialize_with = "nothing")]
    Status,
    /// A page of the entities that a [search](crate#search) finds. Answered by [`Response::Entities`].
    Entities {
        /// The search; an empty one finds all.
        #[serde(default)]
        search: String,
        /// The entities to skip.
        #[serde(default)]
        offset: usize,
        /// The entities to return: at most [`MOST_ROWS`](crate::MOST_ROWS).
        limit: usize,
        /// The components whose values are returned: at most [`MOST_COLUMNS`](crate::MOST_COLUMNS).
        #[serde(default)]
        columns: Vec<String>,
    },
    /// All of one entity. Answered by [`Response::Entity`].
    Entity {
        /// The entity.
        entity: Entity,
    },
    /// The sources of an entity by a relation, or the entities above which there is none. Answered by [`Response::Tree`].
    Tree {
        /// The component.
        relation: String,
        /// The entity; `None` for entities that are targets and have none.
        #[serde(default)]
        target: Option<Entity>,
        /// The entities to skip.
        #[serde(default)]
        offset: usize,
        /// The entities to return: at most [`MOST_ROWS`](crate::MOST_ROWS).
        limit: usize,
    },
    /// The first value of a component: an example of its form. Answered by [`Response::Example`].
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
    /// Schedules by stages, and what each system accesses. Answered by [`Response::Schedules`].
    #[serde(deserialize_with = "nothing")]
    Schedules,
    /// How views are kept, and why. Answered by [`Response::Views`].
    #[serde(deserialize_with = "nothing")]
    Views,
    /// The memory of each storage. Answered by [`Response::Memory`].
    #[serde(deserialize_with = "nothing")]
    Memory,
    /// Samples a number in each frame from now on. Answered by [`Response::Watching`].
    Watch {
        /// The number.
        number: Number,
    },
    /// Ends the sampling of a number, and drops its samples. Answered by [`Response::Done`].
    Unwatch {
        /// From [`Response::Watching`].
        id: u64,
    },
    /// The samples since a frame. Answered by [`Response::Samples`].
    Samples {
        /// The first frame.
        #[serde(default)]
        since: u64,
    },
    /// A table as text. Answered by [`Response::Text`].
    Export {
        /// The table.
        table: Table,
        /// Its form.
        format: TableFormat,
    },
    /// Runs no further frame until told to. Answered by [`Response::Done`], as all that follow, if the inspector is
    /// [editable](crate::Settings::editable).
    #[serde(deserialize_with = "nothing")]
    Pause,
    /// Runs on.
    #[serde(deserialize_with = "nothing")]
    Resume,
    /// Runs this many frames, and pauses.
    Step {
        /// The number of frames.
        frames: u64,
    },
    /// Goes back this many frames, and pauses. Needs a [history](crate::Inspector::keep_history).
    StepBack {
        /// The number of frames.
        frames: u64,
    },
    /// Spawns an entity. Answered by [`Response::Spawned`].
    Spawn {
        /// The values of components by name, each once.
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
    /// Replaces a part of a value: the rest keeps what it is at that time.
    ///
    /// For that the value is written as JSON and read again. It is refused if that would change the rest: if there is a number that is not
    /// finite, or `Some` of something that is `null` in JSON, or the type reads something else than it writes. What a type does not
    /// write cannot be seen, and starts anew: fields with `#[serde(skip)]`. A number that would become infinite, such as 1e39 for an
    /// `f32`, is refused here and in all other requests with values.
    Set {
        /// The entity.
        entity: Entity,
        /// The component.
        component: String,
        /// Leads to the part.
        path: Vec<String>,
        /// The new part.
        value: Value,
    },
    /// Removes a component of an entity.
    Remove {
        /// The entity.
        entity: Entity,
        /// The component.
        component: String,
    },
    /// Replaces a part of a resource, a state or the fields of a system: as [`Set`](Self::Set) does, but a type that reads something else
    /// than it writes is not noticed.
    SetValue {
        /// The section of the declaration: `resources`, `states` or `systems`.
        section: String,
        /// The name of the entry.
        name: String,
        /// Leads to the part. That of a state begins with `current`, `requested` or `entered`.
        path: Vec<String>,
        /// The new part.
        value: Value,
    },
}

/// Reads what a request without fields has beside its name. Serde itself lets such a request have any fields.
fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    Nothing::deserialize(deserializer).map(|Nothing {}| ())
}

/// Reads a map, each of whose names occurs once.
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

/// A number that can be sampled in each frame.
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
        /// Leads to the number.
        path: Vec<String>,
    },
    /// A number in a resource, a state or the fields of a system.
    Value {
        /// The section of the declaration.
        section: String,
        /// The name of the entry.
        name: String,
        /// Leads to the number.
        path: Vec<String>,
    },
    /// The microseconds of the last run of a system.
    System {
        /// Its name.
        name: String,
    },
    /// The number of entities.
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

/// What can be exported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Table {
    /// The entities that a search finds, at most [`MOST_EXPORTED`](crate::MOST_EXPORTED), with the values of components.
    Entities {
        /// The search.
        #[serde(default)]
        search: String,
        /// The components: at most [`MOST_COLUMNS`](crate::MOST_COLUMNS).
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

/// A form of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TableFormat {
    /// Comma-separated values, with the names of columns in the first line.
    Csv,
    /// A list of objects, by the names of columns. Refused if two columns have one name: a component that is asked for twice, or that is
    /// named `entity`, as the column of handles is.
    Json,
}

/// What an inspector answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Response {
    /// The declaration of the world.
    World(WorldInfo),
    /// What changes with each frame.
    Status(Status),
    /// Entities that were found.
    Entities {
        /// The number of entities that were found.
        found: usize,
        /// A page of them.
        rows: Vec<Row>,
    },
    /// An entity.
    Entity(EntityInfo),
    /// Entities of a relation.
    Tree {
        /// The number of entities.
        found: usize,
        /// A page of them.
        nodes: Vec<Node>,
    },
    /// An example of a value; `None` if there is none.
    Example {
        /// The value.
        value: Option<Value>,
    },
    /// Values that belong to no entity.
    Values {
        /// In the order of the declaration.
        values: Vec<NamedValue>,
    },
    /// The times of systems, in the order of the declaration.
    Systems {
        /// The systems.
        systems: Vec<SystemInfo>,
    },
    /// The schedules.
    Schedules {
        /// The schedule of `run()` first.
        schedules: Vec<ScheduleInfo>,
        /// What each system accesses.
        systems: Vec<AccessInfo>,
    },
    /// The views.
    Views {
        /// In the order of the plan.
        views: Vec<ViewInfo>,
        /// What `world.advice()` says.
        advice: String,
    },
    /// The storages.
    Memory {
        /// In the order of the declaration.
        storages: Vec<StorageInfo>,
    },
    /// A number is sampled.
    Watching {
        /// Names the number in other requests.
        id: u64,
    },
    /// Samples.
    Samples {
        /// The numbers that are sampled.
        series: Vec<Series>,
    },
    /// A table.
    Text {
        /// In the form that was asked for.
        text: String,
    },
    /// An entity was spawned.
    Spawned {
        /// The entity.
        entity: Entity,
    },
    /// What was asked for is done.
    Done,
    /// What was asked for is not done, and the world did not change.
    Refused {
        /// The reason.
        reason: String,
    },
}

/// What a world consists of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WorldInfo {
    /// The name of the world.
    pub name: String,
    /// The components, by number.
    pub components: Vec<ComponentInfo>,
    /// Whether the inspector is editable.
    pub editable: bool,
    /// The number of frames to which the world can go back at most.
    pub history: usize,
}

/// A component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComponentInfo {
    /// The name.
    pub name: String,
    /// Whether its values can be read and written: not if it is transient.
    pub has_values: bool,
    /// Whether it is a relation.
    pub is_relation: bool,
    /// Whether it is a relation that is a tree.
    pub is_tree: bool,
}

/// What changes with each frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Status {
    /// The number of frames so far.
    pub frame: u64,
    /// Whether no frame runs.
    pub paused: bool,
    /// The number of live entities.
    pub entities: usize,
    /// The number of frames that the world can go back.
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
    /// The values of the columns; `None` if it lacks the component.
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
    /// The value; `None` if it is transient, or JSON has no such value.
    pub value: Option<Value>,
    /// Why JSON has no such value.
    pub error: Option<String>,
}

/// The relation of an entity to others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RelationInfo {
    /// The relation.
    pub name: String,
    /// The targets of the entity.
    pub targets: Vec<Entity>,
    /// The number of its sources.
    pub sources: usize,
}

/// An entity in a relation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The entity.
    pub entity: Entity,
    /// The numbers of its components.
    pub components: Vec<usize>,
    /// The number of its sources.
    pub sources: usize,
}

/// The time of a system, in nanoseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SystemInfo {
    /// Its name.
    pub name: String,
    /// The number of runs.
    pub runs: u64,
    /// The last run.
    pub last: u64,
    /// The longest run.
    pub longest: u64,
    /// All runs.
    pub total: u64,
    /// The last runs, one per frame.
    pub recent: Vec<u64>,
}

/// A schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScheduleInfo {
    /// Its name.
    pub name: String,
    /// Between two syncs: stages of systems.
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
    /// Whether it takes commands.
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
    /// The components of which they must have one.
    pub any: Vec<String>,
    /// How it is kept.
    pub kind: String,
    /// The storages that it owns.
    pub owned: Vec<String>,
    /// Why it is kept in this way.
    pub reason: String,
    /// The systems that iterate it.
    pub systems: Vec<String>,
    /// The number of entities.
    pub len: usize,
}

/// The storage of a component. Spare memory is not counted, nor what values own elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageInfo {
    /// The component.
    pub name: String,
    /// The kind of the storage.
    pub storage: String,
    /// The number of values.
    pub len: usize,
    /// The bytes of one value.
    pub value_bytes: usize,
    /// The bytes of all values.
    pub values_bytes: usize,
}

/// The samples of a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Series {
    /// Names the number in other requests.
    pub id: u64,
    /// The number.
    pub number: Number,
    /// Frames and numbers, ascending by frame. A frame in which there was no number is left out.
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
