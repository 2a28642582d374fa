//! Error messages for `#[system]`.

use std::fmt::Display;

use super::{and, did_you_mean, nearest};

pub(crate) fn broken_argument() -> String {
    "expected `with(A, B)`, `without(A, B)`, `any(A, B)`, `changed(A)`, `added(A)`, `view = list`, `run_if = condition`, `parallel` \
     or `export`, separated by commas; of a query parameter, `with(parameter: A)` and `view(parameter) = list`"
        .into()
}

pub(crate) fn no_comma() -> String {
    "expected `,` before the next argument of `#[system]`".into()
}

/// For `systems: Physics::run;`.
pub(crate) fn run_of_a_type(ty: impl Display) -> String {
    format!("a system with state is listed by its type: write `{ty}`, and let the world call its `run`")
}

/// For `with(!A)`.
pub(crate) fn negated(filter: impl Display, component: impl Display) -> String {
    if filter.to_string() == "without" {
        format!(
            "`without` needs no `!`: write `without({component})`, or `with({component})` for entities that have it"
        )
    } else {
        format!("there is no `!` in `{filter}`: for entities that lack it, write `without({component})`")
    }
}

pub(crate) fn unknown_argument(name: &str, near: Option<&str>) -> String {
    if let "on_enter" | "on_exit" = name {
        return format!(
            "`{name}` is not an argument of `#[system]`, but of a list of systems: remove it, and list the system under \
             `systems({name} = Phase::Play):` in `ecs_world!`"
        );
    }
    if let "after" | "before" | "chain" | "in_set" | "label" = name {
        return format!(
            "`{name}` is not an argument of `#[system]`: remove it, and list the systems in the order in which they run, in `systems:` of \
             `ecs_world!`"
        );
    }
    format!(
        "`{name}` is not an argument of `#[system]`.{} There are {}",
        did_you_mean(near),
        and([
            "with(A, B)",
            "without(A, B)",
            "any(A, B)",
            "changed(A)",
            "added(A)",
            "view = list",
            "run_if = condition",
            "parallel",
            "export"
        ]
        .into_iter())
    )
}

/// An attribute on an entry that is a function. `section` is `systems` or `conditions`.
pub(crate) fn attribute_without_effect(name: &str, section: &str) -> String {
    let cure = match name {
        "with" | "without" | "any" | "changed" | "added" => format!("write `#[system({name}(..))]` at the function"),
        "run_if" => "write `#[system(run_if = ..)]` at the function".into(),
        "parallel" | "export" => format!("write `#[system({name})]` at the function"),
        "version" | "removed" => format!("write `#[{name}(..)]` before the `struct` of the world"),
        "transient" | "saved" | "renamed" | "since" | "storage" | "tracked" | "handles" | "double_buffered" => {
            "remove it".into()
        }
        _ => "remove it, or write it at the function".into(),
    };
    format!("`#[{name}]` has no effect on a function in `{section}:`; {cure}")
}

/// Other libraries name callbacks by the verb.
pub(crate) fn unknown_callback(name: &str) -> String {
    let near = match name {
        "on_add" | "on_insert" | "on_inserted" | "on_spawn" => Some("on_added"),
        "on_remove" | "on_despawn" | "on_discard" => Some("on_removed"),
        "on_replace" => Some("on_replaced"),
        _ => nearest(name, ["on_added", "on_removed", "on_replaced"].into_iter()),
    };
    format!(
        "`{name}` is not a callback of systems.{} There are `on_added`, `on_removed` and `on_replaced`; write other methods in an \
         `impl` block without `#[system]`",
        did_you_mean(near)
    )
}

pub(crate) fn filter_without_parentheses(name: &str) -> String {
    format!("`{name}` lists components in parentheses; write `{name}(A, B)`")
}

pub(crate) fn view_without_kind() -> String {
    "`view` names a kind of view; write `view = list`, or `view(parameter) = list` for a query".into()
}

pub(crate) fn view_of_no_query(system: &impl Display, parameter: &impl Display) -> String {
    format!(
        "system `{system}` has no `Query` parameter named `{parameter}`; remove `view({parameter})`, or name a query"
    )
}

pub(crate) fn filter_of_no_query(system: &impl Display, filter: &impl Display, parameter: &impl Display) -> String {
    format!(
        "system `{system}` has no `Query` parameter named `{parameter}`; name a query, or write `{filter}(A, B)` for the entities of the \
         system"
    )
}

/// `rest` are the components after the parameter.
pub(crate) fn query_as_a_component(filter: &impl Display, parameter: &impl Display, rest: &str) -> String {
    format!(
        "`{parameter}` is a parameter of the system, and `{filter}(..)` lists components; write `{filter}({parameter}: {rest})` to filter the \
         query"
    )
}

pub(crate) fn empty_filter_of_a_query(filter: &impl Display, parameter: &impl Display) -> String {
    format!("`{filter}({parameter}: ..)` names no component; name at least one, or remove it")
}

pub(crate) fn filter_of_a_query_twice(filter: &impl Display, parameter: &impl Display) -> String {
    if filter.to_string() == "any" {
        return format!(
            "`any({parameter}: ..)` is given twice, and an entity would have to pass each; keep one, and filter by the other where the \
             query is used: `{parameter}.any::<(A, B)>()`"
        );
    }
    format!("`{filter}({parameter}: ..)` is given twice; list all components in one")
}

pub(crate) fn view_twice() -> String {
    "`view = ..` is given twice; remove one of them".into()
}

pub(crate) fn empty_filter(name: &impl Display) -> String {
    format!("`{name}()` names no component; name at least one, or remove it")
}

pub(crate) fn filter_twice(name: &impl Display) -> String {
    if name.to_string() == "any" {
        return "`any(..)` is given twice, and an entity would have to pass each; keep one, and test the other where the entities are \
                iterated: as `Option<&C>` in a system, by `any::<(A, B)>()` of a query"
            .into();
    }
    format!("`{name}(..)` is given twice; merge the two")
}

pub(crate) fn argument_twice(name: &impl Display) -> String {
    format!("`{name}` is given twice; remove one of them")
}

pub(crate) fn exported_and_private(name: &impl Display) -> String {
    format!("system `{name}` is exported but not public; write `pub fn {name}`, or remove `export`")
}

/// `words` are those of all attributes of the item, if there are any; `are_distinct` says whether one attribute can have them all.
pub(crate) fn system_attribute_twice(name: &impl Display, words: &str, are_distinct: bool) -> String {
    if words.is_empty() {
        return format!("`{name}` has several `#[system]`; keep one of them");
    }
    if !are_distinct {
        return format!("`{name}` has several `#[system]`; write one, with all of their words, each of them once");
    }
    format!("`{name}` has several `#[system]`; write one, with all of their words: `#[system({words})]`")
}

pub(crate) fn wrong_item() -> String {
    "`#[system]` applies to a `fn`, or to `impl Type { fn run(..) {} }` for a system with state".into()
}

pub(crate) fn on_a_method(name: &impl Display) -> String {
    format!(
        "`{name}` is a method; put `#[system]` on the whole block, `impl Type {{ fn run(..) {{}} }}`, or on a `fn` without `self`"
    )
}

pub(crate) fn on_an_associated_function(name: &impl Display) -> String {
    format!(
        "`{name}` mentions `Self`, so it belongs to an `impl` block; move the function out of it, or, for a system, put `#[system]` \
         on the whole block: `impl Type {{ fn run(..) {{}} }}`"
    )
}

pub(crate) fn query_without_world() -> String {
    "a query names its world, and then what it fetches; write `Query<'_, World, (&mut Position, &Velocity)>`".into()
}

pub(crate) fn query_of_more() -> String {
    "a query takes a world and one type; write what it fetches as a tuple: `Query<'_, World, (&mut Position, &Velocity)>`".into()
}

pub(crate) fn queue_without_world(name: &str) -> String {
    format!("`{name}` names its world; write `&mut {name}<World>`")
}

pub(crate) fn filter_as_a_parameter(word: &str, components: &str) -> String {
    format!("a filter is not a parameter; remove this, and write `#[system({word}({components}))]`")
}

/// `parameter` is the name of the query, if it has one.
pub(crate) fn filter_in_a_query(word: &str, components: &str, parameter: Option<&str>) -> String {
    let (name, hint) = parameter.map_or(("moving", ", where `moving` is the name of the parameter"), |name| (name, ""));
    format!(
        "a filter is not part of the type of a query; remove this, and write `#[system({word}({name}: {components}))]`{hint}"
    )
}

pub(crate) fn component_by_value_in_a_query(ty: &str) -> String {
    if let Some(component) = ty.strip_prefix("Has<").and_then(|ty| ty.strip_suffix('>')) {
        return format!("to test whether an entity has `{component}`, write `Option<&{component}>`");
    }
    format!(
        "a query takes components by reference; write `&{ty}` or `&mut {ty}`. If `{ty}` is an alias or a struct, write what is in it, \
         since a macro cannot resolve them; `query.named::<Struct>()` makes structs of items"
    )
}

pub(crate) fn entity_by_reference() -> String {
    "`Entity` is taken by value in a query: write `Entity`".into()
}

pub(crate) fn option_of_several() -> String {
    "an `Option` in a query holds one component; write one for each: `Option<&A>, Option<&B>`".into()
}

pub(crate) fn struct_in_a_query(ty: &str) -> String {
    format!(
        "a macro cannot look into `{ty}`; write what is in it, such as `(Entity, &mut Position)`, and `query.named::<Struct>()` makes \
         structs of items"
    )
}

pub(crate) fn static_borrow(ty: &str) -> String {
    format!("a `{ty}` borrows the world for one call, so it cannot be `'static`; write `{ty}<'_, ..>`")
}

/// `wrapper` is a type of other libraries, and `cure` what to write here instead.
pub(crate) fn wrapper_of_another_library(wrapper: &str, cure: &str) -> String {
    format!("`{wrapper}` is not a parameter of systems here; write {cure}")
}

pub(crate) fn trait_impl() -> String {
    "this block implements a trait; put `#[system]` on `impl Type { fn run(..) {} }`".into()
}

pub(crate) fn foreign_type() -> String {
    "`#[system]` must be in the module of the type, where its path is one name: `impl Physics { .. }`".into()
}

pub(crate) fn instance(name: &impl Display) -> String {
    format!(
        "this block implements one instance of `{name}`, and a system covers all of them; write `impl<T> {name}<T>` \
         (`impl<const N: usize> {name}<N>` for a constant), or wrap the instance in a type of its own"
    )
}

/// `callback` is a callback in the block, if there is one.
pub(crate) fn no_run(name: &impl Display, callback: Option<&impl Display>) -> String {
    let moved = callback.map_or_else(String::new, |callback| {
        format!(". If `run` is in another block, move `{callback}` there: a system is one `#[system] impl`")
    });
    format!(
        "system `{name}` has no function `run`; add `fn run(&mut self, ..) {{}}`, whose parameters are passed by the world{moved}"
    )
}

pub(crate) fn receiver(method: &impl Display) -> String {
    format!(
        "`{method}` takes `self` with a type, or by value, and the world lends the system; write `&mut self` or `&self`"
    )
}

pub(crate) fn qualified(method: &impl Display, word: &str) -> String {
    format!("`{method}` cannot be `{word}`, since a world calls it as a plain function; remove `{word}`")
}

pub(crate) fn returns(method: &impl Display) -> String {
    format!(
        "`{method}` returns a value, which the world would drop; store it in the system, a resource or a component instead"
    )
}

pub(crate) fn never_returns(method: &impl Display) -> String {
    format!("`{method}` never returns, so later systems would never run; remove `-> !`, and end the program elsewhere")
}

pub(crate) fn type_parameter_as_a_kind(name: &impl Display, kind: &str) -> String {
    let (what, example) = if kind == "State" { ("a state", "Phase") } else { ("events", "Hit") };
    format!(
        "`{name}` is a type parameter, and a world finds {what} by name; write the type, as in `{kind}<{example}>`, or one that has \
         the parameter, such as `{kind}<Tag<{name}>>`"
    )
}

pub(crate) fn type_parameter(name: &impl Display) -> String {
    format!(
        "`{name}` is a type parameter, and a world finds what it passes by its name; take a component or resource that has one, \
         such as `&Position` or `&Tag<{name}>`"
    )
}

pub(crate) fn parameter_of_nothing(name: &impl Display, examples: &str) -> String {
    format!(
        "no parameter has `{name}` in its type, so it cannot be inferred; take a parameter that has it, such as {examples}, or \
         remove `{name}`"
    )
}

pub(crate) fn of_a_world(name: &impl Display) -> String {
    format!("`Query<'_, {name}, ..>` or `&mut Commands<{name}>`")
}

pub(crate) fn of_a_value(name: &impl Display) -> String {
    format!("`&Grid<{name}>`")
}

pub(crate) fn cfg_inside() -> String {
    "`#[cfg]` cannot be inside a system or condition, whose signature is read before `#[cfg]` is evaluated; put it on the whole item, and \
     write one item per case"
        .into()
}

pub(crate) fn hides_macro(name: &str) -> String {
    format!("`{name}` would hide the macro `{name}!`; rename the function")
}

pub(crate) fn called_sync() -> String {
    "`sync` is a keyword in `systems:`; rename the function".into()
}
