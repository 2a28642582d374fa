//! Error messages for `ecs_world!`.

use std::fmt::Display;

use super::{Words, and, did_you_mean, one, otherwise};

// Grammar.

pub(crate) fn no_section(sections: impl Words) -> String {
    format!("expected a section, such as `components: Position, Velocity;`; there are {}", and(sections))
}

pub(crate) fn unknown_section(of: &str, name: &str, near: Option<&str>, sections: impl Words) -> String {
    format!("`{name}:` is not a section of `{of}!`.{} There are {}", did_you_mean(near), and(sections))
}

pub(crate) fn section_twice(name: &impl Display) -> String {
    format!("section `{name}:` appears twice; merge the two")
}

pub(crate) fn no_colon(section: &impl Display) -> String {
    format!("expected `:` after the name of this section; write `{section}: ..`")
}

pub(crate) fn attribute_on_section() -> String {
    "a section takes no attributes and no documentation; put `#[cfg]` on each entry, and write comments with `//`"
        .into()
}

pub(crate) fn no_semicolon() -> String {
    "expected `;` before this section".into()
}

pub(crate) fn no_comma(what: &str) -> String {
    format!("expected `,` before the next {what}, or `;` at the end of the section")
}

pub(crate) fn more_than_a_path(what: &str) -> String {
    format!("{} is declared by its path; remove these brackets and their contents", one(what))
}

pub(crate) fn no_comma_in_query() -> String {
    "expected `,` before the next component of this query".into()
}

pub(crate) fn no_type() -> String {
    "expected the path of a type, such as `Position` or `physics::Position`".into()
}

pub(crate) fn broken_type() -> String {
    "this is not a type; write a path, such as `Position` or `physics::Position`".into()
}

pub(crate) fn entries_in_brackets() -> String {
    "entries take no brackets: write `components: Position, Velocity;`. An array is written `[f32; 3] as Name`".into()
}

pub(crate) fn broken_signature(error: &impl Display) -> String {
    format!("this signature of a system cannot be read: {error}; use the same version of ecs-world for all systems")
}

pub(crate) fn section_in_brackets(section: &impl Display) -> String {
    format!("the entries of a section follow a colon, without brackets: write `{section}: ..;`")
}

pub(crate) fn as_without_name() -> String {
    "expected a name after `as`, such as `b::Position as Goal`".into()
}

pub(crate) fn component_with_value() -> String {
    "a component has no initial value; remove it, and pass values to `spawn` and `insert`".into()
}

pub(crate) fn no_value() -> String {
    "expected a value after `=`, such as `Gravity = Gravity(9.81)`; remove `=` to use `Default`".into()
}

pub(crate) fn value_without_equals() -> String {
    "expected a path alone, without `(..)`, `{..}` or `:` after it; an initial value, if there is one, follows `=`: \
     `Gravity = Gravity(9.81)`"
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
    "a world is declared by a unit struct without parameters: `pub struct Game;`; its fields are generated".into()
}

pub(crate) fn no_struct() -> String {
    "expected `struct` and the name of the world, such as `pub struct Game;`".into()
}

pub(crate) fn world_without_name() -> String {
    "expected the name of the world after `struct`, such as `pub struct Game;`".into()
}

pub(crate) fn second_world() -> String {
    "one `ecs_world!` declares one world; declare the second one by another `ecs_world!`".into()
}

// Names.

pub(crate) fn no_name(what: &str) -> String {
    format!("this {what} has no name; give it one: `.. as Name`")
}

pub(crate) fn tuple_component() -> String {
    "a tuple cannot be a component, since it is a bundle; wrap it in a struct".into()
}

pub(crate) fn reference_component() -> String {
    "a reference cannot be a component; store the value, or wrap the reference in a struct".into()
}

pub(crate) fn borrowed_data(what: &str) -> String {
    format!(
        "the contents of a world are `'static`, and this {what} borrows data; store owned data (`String`, `Vec`, `Arc`, or the \
         `Entity` that holds it), or write `'static`"
    )
}

pub(crate) fn without_a_size(what: &str) -> String {
    format!("{} is stored by value, and this type has no size; wrap it in a `Box` or another owner", one(what))
}

pub(crate) fn twice(what: &str, name: &str) -> String {
    format!("the {what} `{name}` is given twice; remove one of them")
}

pub(crate) fn system_twice(name: &str) -> String {
    let second = if name.starts_with(char::is_uppercase) { "Again" } else { "_again" };
    format!(
        "the system `{name}` is given twice; remove one of them, or give one a name, so that it is a system of its own: \
         `.. as {name}{second}`"
    )
}

pub(crate) fn type_twice(what: &str, first: &str, second: &str) -> String {
    format!(
        "the {what} `{second}` has the type of the {what} `{first}`, and a world finds a value by its type; remove one of them, or \
         wrap it in a struct"
    )
}

pub(crate) fn clash(name: &str, first: &str, second: &str) -> String {
    format!("{second} and {first} are both named `{name}`; rename an entry that the name comes from: `.. as OtherName`")
}

pub(crate) fn never_raw(name: &str, field: &str) -> String {
    format!("the field of `{name}` would be `{field}`, which is not a valid name; rename it: `.. as OtherName`")
}

pub(crate) fn like_the_world(name: &str) -> String {
    format!(
        "`{name}` is also the name of the world; give the world another name: begin the declaration with `pub struct Game;`"
    )
}

pub(crate) fn like_a_parameter(name: &str) -> String {
    format!("`{name}` has another meaning in the parameters of a system; rename it: `.. as OtherName`")
}

pub(crate) fn component_and_resource(name: &str) -> String {
    format!(
        "`{name}` is both a component and a resource, so a parameter of this type is ambiguous; rename one with `as`"
    )
}

pub(crate) fn derived_in_vain(name: &str) -> String {
    format!(
        "a world cannot derive `{name}`; remove it; a world can derive `Clone`, `Debug`, `Snapshot`, `Serialize` and `Deserialize`"
    )
}

pub(crate) fn default_derived() -> String {
    "every world implements `Default` already; remove it from the derives".into()
}

// Lookups.

pub(crate) fn world_as_a_parameter(system: &str, what: &str, name: &str) -> String {
    format!(
        "{what} of system `{system}` takes the whole world, which is borrowed in parts while systems run; take what the system \
         needs: components, `&mut Commands<{name}>` to spawn and change entities at the next sync, or, except in callbacks, \
         `Query<'_, {name}, (..)>` or `&mut Spawner<{name}>`"
    )
}

pub(crate) fn undeclared(declared: &str, system: &str, what: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is neither a component nor a resource of {declared}, and {what} of system `{system}` takes it.{}",
        otherwise(
            near,
            &format!(
                "add `{name}` to `components:` or `resources:`, under the name that the signature uses; a macro cannot resolve aliases"
            )
        )
    )
}

pub(crate) fn undeclared_component(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not a component of {declared}, and {place} names it.{}",
        otherwise(near, &format!("add `{name}` to `components:`, or to `relations:` if it derives `Relation`"))
    )
}

/// For an entry that nothing names, if a similar name is not declared.
pub(crate) fn entry_that_nothing_names(name: &str, missing: &str) -> String {
    format!("`{name}` is declared here, and no system or query names it; write `{missing}` if that is meant")
}

pub(crate) fn ambiguous(place: &str, name: &str, entries: &str) -> String {
    format!("`{name}` in {place} is ambiguous: it could be {entries}; write a longer path, or the name after `as`")
}

pub(crate) fn resource_not_component(place: &str, name: &str) -> String {
    format!(
        "`{name}` in {place} is a resource, not a component; remove it here: a system takes a resource as a parameter of its own, \
         `&{name}` or `&mut {name}`"
    )
}

pub(crate) fn entity_not_component(place: &str) -> String {
    format!(
        "`Entity` in {place} is not a component; remove it: generated queries always yield the entity, and systems take it by \
         value"
    )
}

pub(crate) fn option_not_component(place: &str) -> String {
    format!(
        "`Option` in {place} is not a component; remove it, and fetch optional components as `Option<&C>` in a system or in \
         `world.query::<..>()`"
    )
}

// Systems.

pub(crate) fn unsupported_parameter(system: &str, what: &str) -> String {
    format!(
        "{what} of system `{system}` has a type that a world cannot pass: take components as `&C`, `&mut C`, `Option<&C>` or \
         `Option<&mut C>`, resources as `&R` or `&mut R`, `Entity`, `&mut Commands<World>`, `&mut Spawner<World>`, \
         `Query<'_, World, ..>`, `Mut<'_, C>`, `&Past<C>`, `Tree<'_, R>`, `Sources<'_, R>`, `EventReader<'_, E>`, and `&Events<E>` or \
         `&State<S>`, also with `&mut`. A macro cannot resolve aliases: write the type itself"
    )
}

/// A primitive type, such as `f32`.
pub(crate) fn plain_value(system: &str, what: &str, ty: &str) -> String {
    format!(
        "{what} of system `{system}` has the type `{ty}`, and systems take only what the world declares, by reference; make it a resource, \
         `#[derive(Default)] struct Time({ty});`, add `Time` to `resources:`, and take `&Time`"
    )
}

pub(crate) fn type_without_path(system: &str, what: &str, ty: &str, name: &str) -> String {
    format!(
        "{what} of system `{system}` takes `{ty}`, and a world finds what it passes by name, which is `{name}`; write \
         `type {name} = {ty};`, and take `&{name}` or `&mut {name}`"
    )
}

pub(crate) fn by_reference(system: &str, what: &str, name: &str, borrow: &str) -> String {
    format!("{what} of system `{system}` borrows `{name}`, which is passed by value; remove the `{borrow}`")
}

/// `borrowed` is what the option should contain: `&C` or `&mut C`.
pub(crate) fn option_by_reference(system: &str, what: &str, borrowed: &str) -> String {
    format!("{what} of system `{system}` borrows an `Option`, which is passed by value; write `Option<{borrowed}>`")
}

/// `ty` is the type as it is written, such as `Commands<Game>`.
pub(crate) fn queue_by_value(system: &str, what: &str, ty: &str) -> String {
    format!("{what} of system `{system}` takes `{ty}` by value; write `&mut {ty}`")
}

pub(crate) fn by_value(system: &str, what: &str, name: &str) -> String {
    format!("{what} of system `{system}` takes `{name}` by value; write `&{name}` or `&mut {name}`")
}

pub(crate) fn shared_queue(system: &str, name: &str) -> String {
    format!("system `{system}` takes `&{name}`, which issues no commands; write `&mut {name}`")
}

pub(crate) fn aliased(system: &str, what: &str, name: &str) -> String {
    format!("system `{system}` borrows the {what} `{name}` twice, at least once with `&mut`; take it once")
}

/// For the entities of a system and a query that overlap.
pub(crate) fn aliased_by_a_query(system: &str, name: &str) -> String {
    format!(
        "system `{system}` borrows the component `{name}` for its own entities and in a query, at least once with `&mut`; read the \
         others as `&Past<{name}>`, with `#[double_buffered] {name}` in `components:`, or write in a system of its own. Or \
         take one `Query` instead of both: its `for_each_with` reads other entities. (Filters separate two queries, but no query from \
         the entities of the system)"
    )
}

pub(crate) fn aliased_by_queries(system: &str, name: &str) -> String {
    format!(
        "two queries of system `{system}` borrow the component `{name}`, at least once with `&mut`; borrow it in one query, \
         and reach the other entities by its `get_mut(entity)`, or exclude from one what the other requires: \
         `#[system(without(parameter: Component))]`"
    )
}

pub(crate) fn commands_twice(system: &str) -> String {
    format!("system `{system}` takes `Commands` or `Spawner` twice; take one of them: a `Spawner` issues commands, too")
}

pub(crate) fn required_and_excluded(place: &str, name: &str) -> String {
    format!("{place} requires `{name}` and excludes it, so no entity can match; remove one of them")
}

pub(crate) fn required_already(place: &str, name: &str) -> String {
    format!("{place} fetches `{name}`, which requires it; remove `{name}` from `with(..)`")
}

pub(crate) fn required_and_optional(place: &str, name: &str) -> String {
    format!(
        "{place} takes `{name}` as an `Option` and requires it by `with(..)`; take `&{name}`, or remove it from `with(..)`"
    )
}

pub(crate) fn excluded_and_optional(place: &str, name: &str) -> String {
    format!(
        "{place} takes `{name}` as an `Option` and excludes it by `without(..)`, so that it would always be `None`; remove one of them"
    )
}

pub(crate) fn with_in_a_group(name: &str) -> String {
    format!("a group owns the storages of all required components, fetched or not; write `{name}` without `with(..)`")
}

pub(crate) fn filter_without_entities(system: &str, filter: &str, component: &str, has_queries: bool) -> String {
    let cure = if has_queries {
        format!("filter a query: `{filter}(parameter: {component})`")
    } else {
        format!("take a component or `Entity`, or remove `{filter}({component})`")
    };
    format!(
        "system `{system}` runs once, since it takes neither a component nor `Entity`, so it has no entities to filter; {cure}"
    )
}

pub(crate) fn function_with_state(system: &str) -> String {
    format!("system `{system}` is a function and has no initial value; remove it")
}

pub(crate) fn system_without_path() -> String {
    "a system is named by its path, such as `Physics` or `physics::drag`; write a path".into()
}

pub(crate) fn sync_at_the_end() -> String {
    "a `sync` at the end has no effect, since each run ends with one, and one at the beginning would only apply what was commanded \
     outside of runs; remove it, put it between two systems, or call `world.flush()` before the run"
        .into()
}

// Queries.

pub(crate) fn unsupported_in_query(system: &str) -> String {
    format!(
        "the query of system `{system}` can fetch `Entity`, `&C`, `&mut C`, `Mut<'_, C>`, `&Past<C>`, `Option` of these but \
         `Entity`, and tuples of all of them. A macro cannot resolve aliases or structs: write the types themselves; `query.named::<Struct>()` makes structs of \
         them"
    )
}

pub(crate) fn empty_query() -> String {
    "this query fetches no component; name at least one outside of `with(..)`, `without(..)` and `any(..)`".into()
}

pub(crate) fn query_component_without_path() -> String {
    "expected the path of a component, such as `Position`, or its name after `as`".into()
}

pub(crate) fn query_component_by_reference(name: &str) -> String {
    format!("expected a component without `&`: write `{name}`; a query that reads and one that writes are generated")
}
