//! The refusals of `ecs_world!`.

use std::fmt::Display;

use super::{Words, and, did_you_mean, one};

// Grammar.

pub(crate) fn no_section(sections: impl Words) -> String {
    format!("expected a section, such as `components: Position, Velocity;`; there are {}", and(sections))
}

pub(crate) fn unknown_section(of: &str, name: &str, near: Option<&str>, sections: impl Words) -> String {
    format!("`{name}:` is not a section of `{of}!`.{} There are {}", did_you_mean(near), and(sections))
}

pub(crate) fn section_twice(name: &impl Display) -> String {
    format!("the section `{name}:` stands here again; put all its entries into one")
}

pub(crate) fn no_colon(section: &impl Display) -> String {
    format!("a `:` is missing after the name of this section; write `{section}: ..`")
}

pub(crate) fn attribute_on_section() -> String {
    "attributes and documentation stand on entries and on the `struct`, not on sections; put a `#[cfg]` on each entry, and \
     write a comment with `//`"
        .into()
}

pub(crate) fn no_semicolon() -> String {
    "a `;` is missing before this section; each section but the last ends with one".into()
}

pub(crate) fn no_comma(what: &str) -> String {
    format!("expected `,` before the next {what}, or `;` at the end of the section")
}

pub(crate) fn more_than_a_path(what: &str) -> String {
    format!("{} is named by its path alone; remove these brackets, and what is in them", one(what))
}

pub(crate) fn no_comma_in_query() -> String {
    "expected `,` before the next component of this query".into()
}

pub(crate) fn no_type() -> String {
    "expected the path of a type here, such as `Position` or `physics::Position`; remove this, or name one".into()
}

pub(crate) fn broken_type() -> String {
    "no type can be read here; write a path, such as `Position` or `physics::Position`".into()
}

pub(crate) fn entries_in_brackets() -> String {
    "entries stand without brackets: `components: Position, Velocity;`; an array is one such as `[f32; 3] as Name`"
        .into()
}

pub(crate) fn broken_signature(error: &impl Display) -> String {
    format!("this signature of a system cannot be read: {error}; use the same version of ecs-world for all systems")
}

pub(crate) fn as_without_name() -> String {
    "expected a name after `as`, such as `b::Position as Goal`".into()
}

pub(crate) fn component_with_value() -> String {
    "a component has no initial value: entities bring their own; only resources and systems start from one".into()
}

pub(crate) fn event_with_value() -> String {
    "events have no initial value: they are sent while the world runs; only resources and systems start from one".into()
}

pub(crate) fn event_alone(system: &str, what: &str, name: &str) -> String {
    format!(
        "`{name}` is an event, and {what} of system `{system}` asks for one by itself; take `EventReader<'_, {name}>` or `&Events<{name}>` \
         to read those that were sent, or `&mut Events<{name}>` to send"
    )
}

pub(crate) fn events_without_kind(who: &str) -> String {
    format!("{who} does not say which events; write the type of one, as in `&Events<Hit>`")
}

pub(crate) fn reader_without_kind(place: &str) -> String {
    format!("{place} does not say which events it reads; write the type of one, as in `EventReader<'_, Hit>`")
}

pub(crate) fn reader_per_entity(system: &str, event: &str) -> String {
    format!(
        "system `{system}` runs once per entity and cannot take an `EventReader`, which passes each event of `{event}` to one run; \
         take the entities as `Query<'_, World, ..>`, so that the system runs once"
    )
}

pub(crate) fn undeclared_event(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not an event of {declared}, and {place} takes its events.{} Add `{name}` to `events:`",
        super::did_you_mean(near)
    )
}

pub(crate) fn no_event(name: &str, what: &str, place: &str) -> String {
    format!(
        "`{name}` is {} and no event, and {place} takes its events; declare a type of its own in `events:`, which systems send \
         through `&mut Events<..>`",
        one(what)
    )
}

pub(crate) fn no_value() -> String {
    "expected a value after `=`, such as `Gravity = Gravity(9.81)`; without `=`, it starts from `Default`".into()
}

pub(crate) fn value_without_equals() -> String {
    "an entry is named by its path alone, and what it starts from stands after `=`, such as `Gravity = Gravity(9.81)`"
        .into()
}

pub(crate) fn broken_value(error: &impl Display) -> String {
    format!("this value cannot be read: {error}; write one such as `Gravity(9.81)`")
}

pub(crate) fn query_without_parentheses() -> String {
    "a query is a list in parentheses: `(Position, Velocity, with(Ship), without(Frozen), any(Fire, Poison))`".into()
}

pub(crate) fn unknown_filter(name: &impl Display) -> String {
    format!("`{name}(..)` is not a filter; there are `with(..)`, `without(..)` and `any(..)`")
}

pub(crate) fn world_with_body() -> String {
    "the world is named by a unit struct: `pub struct Game;`; its fields are generated, and it takes no parameters"
        .into()
}

pub(crate) fn no_struct() -> String {
    "expected `struct` and the name of the world here, such as `pub struct Game;`".into()
}

pub(crate) fn world_without_name() -> String {
    "expected the name of the world after `struct`, such as `pub struct Game;`".into()
}

pub(crate) fn second_world() -> String {
    "one `ecs_world!` declares one world; declare the second one in a call of its own".into()
}

// Names.

pub(crate) fn no_name(what: &str) -> String {
    format!("this {what} has no name of its own; give it one: `.. as Name`")
}

pub(crate) fn tuple_component() -> String {
    "a tuple cannot be a component, since tuples are bundles; wrap it in a struct".into()
}

pub(crate) fn reference_component() -> String {
    "a component owns its data, and a reference does not; wrap what it refers to in a struct".into()
}

pub(crate) fn borrowed_data(what: &str) -> String {
    format!(
        "the contents of a world are `'static`, and this {what} borrows data; store owned data (`String`, `Vec`, `Arc`, or the \
         `Entity` that holds it), or write `'static`"
    )
}

pub(crate) fn without_a_size(what: &str) -> String {
    format!("{} is kept by value, and this has no size of its own; put it into a `Box` or another owner", one(what))
}

pub(crate) fn twice(what: &str, name: &str) -> String {
    format!("the {what} `{name}` is given twice; remove one of them")
}

pub(crate) fn type_twice(what: &str, first: &str, second: &str) -> String {
    format!(
        "the {what} `{second}` is of the same type as the {what} `{first}`, and a world tells them apart by their types; remove \
         one of them, or wrap it in a struct"
    )
}

pub(crate) fn clash(name: &str, first: &str, second: &str) -> String {
    format!("{second} is called `{name}`, and so is {first}; rename one of them: `.. as OtherName`")
}

pub(crate) fn never_raw(name: &str, field: &str) -> String {
    format!("`{name}` would be called `{field}`, which no field can be called; rename it: `{name} as OtherName`")
}

pub(crate) fn like_the_world(name: &str) -> String {
    format!("`{name}` is also the name of the world; name the world otherwise: `pub struct Game;` as the first section")
}

pub(crate) fn like_a_parameter(name: &str) -> String {
    format!("`{name}` means something else among the parameters of a system; rename it: `{name} as OtherName`")
}

pub(crate) fn component_and_resource(name: &str) -> String {
    format!(
        "`{name}` is a component and a resource, and a system that asks for it could mean either; rename one with `as`"
    )
}

pub(crate) fn derived_in_vain(name: &str) -> String {
    format!(
        "a world cannot derive `{name}`, which its parts do not implement; remove it: what a world can derive is `Clone` and `Debug`"
    )
}

pub(crate) fn default_derived() -> String {
    "every world implements `Default` already; remove it from the derives".into()
}

// Lookups.

pub(crate) fn world_as_a_parameter(system: &str, what: &str, name: &str) -> String {
    format!(
        "{what} of system `{system}` asks for the whole world, which is taken apart while systems run; ask for what the system \
         needs of it: components, `Query<'_, {name}, (..)>`, `&mut Commands<{name}>` to change entities at the next sync, or \
         `&mut Spawner<{name}>` to spawn them"
    )
}

pub(crate) fn undeclared(declared: &str, system: &str, what: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is neither a component nor a resource of {declared}, and {what} of system `{system}` asks for it.{} \
         Add `{name}` to `components:` or `resources:`, under the name that the signature uses",
        did_you_mean(near)
    )
}

pub(crate) fn undeclared_component(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not a component of {declared}, and {place} names it.{} Add `{name}` to `components:`",
        did_you_mean(near)
    )
}

pub(crate) fn ambiguous(place: &str, name: &str, entries: &str) -> String {
    format!("`{name}` in {place} could be {entries}; write a longer path, or the name after `as`")
}

pub(crate) fn resource_not_component(place: &str, name: &str) -> String {
    format!(
        "`{name}` in {place} is a resource; only components can stand here, and a system takes a resource as `&{name}` or \
         `&mut {name}`"
    )
}

pub(crate) fn entity_not_component(place: &str) -> String {
    format!(
        "`Entity` in {place} is no component: the queries of a world yield it by themselves, and systems take it by value; \
         remove this"
    )
}

pub(crate) fn option_not_component(place: &str) -> String {
    format!(
        "`Option` in {place} is no component; remove it, and ask for what may be missing as `Option<&C>` in a system or in \
         `world.query::<..>()`"
    )
}

// Systems.

pub(crate) fn unsupported_parameter(system: &str, what: &str) -> String {
    format!(
        "{what} of system `{system}` has a type that a world cannot pass: take components as `&C`, `&mut C`, `Option<&C>` or \
         `Option<&mut C>`, resources as `&R` or `&mut R`, `Entity`, `&mut Commands<World>`, `&mut Spawner<World>`, \
         `Query<'_, World, ..>`, `EventReader<'_, E>`, and `&Events<E>` or `&State<S>`, also with `&mut`; an alias cannot be read: \
         write the type that it stands for"
    )
}

pub(crate) fn type_without_path(system: &str, what: &str, ty: &str, name: &str) -> String {
    format!(
        "{what} of system `{system}` asks for `{ty}`, and a world finds what it passes by its name, which is `{name}`; write \
         `type {name} = {ty};`, and take `&{name}` or `&mut {name}`"
    )
}

pub(crate) fn by_reference(system: &str, what: &str, name: &str, borrow: &str) -> String {
    format!("{what} of system `{system}` borrows `{name}`, which is passed by value; remove the `{borrow}`")
}

pub(crate) fn queue_by_value(system: &str, what: &str, name: &str) -> String {
    format!("{what} of system `{system}` takes `{name}` by value; systems borrow it: `&mut {name}<World>`")
}

pub(crate) fn by_value(system: &str, what: &str, name: &str) -> String {
    format!("{what} of system `{system}` takes `{name}` by value; systems borrow: `&{name}` or `&mut {name}`")
}

pub(crate) fn shared_queue(system: &str, name: &str) -> String {
    format!("system `{system}` takes `&{name}`, through which nothing can be commanded; write `&mut {name}`")
}

pub(crate) fn aliased(system: &str, what: &str, name: &str) -> String {
    format!("system `{system}` borrows the {what} `{name}` twice, at least once with `&mut`; take it once")
}

pub(crate) fn commands_twice(system: &str) -> String {
    format!("system `{system}` takes `Commands` or `Spawner` twice; one `&mut Spawner<World>` does what both do")
}

pub(crate) fn required_and_excluded(place: &str, name: &str) -> String {
    format!("{place} requires `{name}` and excludes it, so no entity can match; remove one of both")
}

pub(crate) fn required_already(place: &str, name: &str) -> String {
    format!("{place} fetches `{name}`, which requires it; remove `{name}` from `with(..)`")
}

pub(crate) fn required_and_optional(place: &str, name: &str) -> String {
    format!(
        "{place} takes `{name}` as an `Option` and requires it by `with(..)`; take `&{name}`, or remove it from `with(..)`"
    )
}

pub(crate) fn with_in_a_group(name: &str) -> String {
    format!("a group keeps all that it requires in its order, fetched or not; write `{name}` without `with(..)`")
}

pub(crate) fn filter_without_entities(system: &str) -> String {
    format!(
        "system `{system}` runs once, since it takes no component, so it has no entities to filter by `with(..)`, `without(..)` or \
         `any(..)`; filter its queries where they are used: `query.with::<Tag>()`"
    )
}

pub(crate) fn callback_parameter(system: &str, callback: &str) -> String {
    format!(
        "`{callback}` of system `{system}` can take components that `run` requires, resources, `Entity` and \
         `&mut Commands<World>`, and nothing else"
    )
}

pub(crate) fn callback_of_a_single_run(system: &str, callback: &str) -> String {
    format!("system `{system}` runs once and manages no entities, so `{callback}` would never be called; remove it")
}

pub(crate) fn function_with_state(system: &str) -> String {
    format!("system `{system}` is a function and has no state to start from; remove the initial value")
}

pub(crate) fn system_without_path() -> String {
    "a system is named by its path, such as `Physics` or `physics::drag`; give the type a name of its own".into()
}

pub(crate) fn sync_at_the_end() -> String {
    "a `sync` at either end does nothing: commands are applied at the end of every run; remove it, or put it between two \
     systems"
        .into()
}

// Queries.

pub(crate) fn unsupported_in_query(system: &str) -> String {
    format!(
        "the query of system `{system}` can fetch `Entity`, `&C`, `&mut C`, `Option` of the latter two, and tuples of these; an alias \
         cannot be read: write the types that it stands for"
    )
}

pub(crate) fn empty_query() -> String {
    "this query fetches no component; name at least one outside of `with(..)`, `without(..)` and `any(..)`".into()
}

pub(crate) fn query_component_without_path() -> String {
    "a component stands here by its path, such as `Position`, or by its name after `as`; write that name".into()
}

pub(crate) fn query_component_by_reference(name: &str) -> String {
    format!("name the component alone: `{name}`; both a query that reads it and one that writes it are generated")
}
