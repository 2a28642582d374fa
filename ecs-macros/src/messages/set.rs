//! Error messages for `ecs_components!`, `include:` and `..set`.

use std::fmt::Display;

use super::{and, did_you_mean, one, otherwise};

// Grammar.

pub(crate) fn no_set_name() -> String {
    "expected the name of the set after `set`, such as `pub set physics;`".into()
}

pub(crate) fn no_set_item() -> String {
    "expected `set` and its name here, such as `pub set physics;`".into()
}

pub(crate) fn unnamed_set() -> String {
    "this set has no name; begin it with one: `pub set physics;`".into()
}

pub(crate) fn struct_in_set() -> String {
    "a set is named by `set`: `pub set physics;`; a world is declared by `ecs_world!`".into()
}

pub(crate) fn set_in_world() -> String {
    "a world is named by `struct`: `pub struct Game;`; a set is declared by `ecs_components!`".into()
}

pub(crate) fn second_set() -> String {
    "one `ecs_components!` declares one set; declare the second one by another `ecs_components!`".into()
}

pub(crate) fn set_with_body() -> String {
    "expected `;` after the name of the set; its contents follow in sections".into()
}

pub(crate) fn no_set() -> String {
    "expected the path of a set here, such as `physics_lib::physics`".into()
}

pub(crate) fn set_with_as() -> String {
    "a set keeps its name; entries of it are renamed in braces: `path::physics { Position as Place }`".into()
}

pub(crate) fn attribute_on_include() -> String {
    "a set takes no attribute except `#[cfg]`; document its entries where the set is declared".into()
}

pub(crate) fn condition_on_a_set(set: &str) -> String {
    format!(
        "conditions belong to systems, not to sets: write `#[system(run_if = ..)]` at the functions of the set, with a condition, state or \
         resource of the set; or list `..{set}` in a schedule of its own, `systems(name): ..{set}`, and call \
         `world.run_name()` when it should run"
    )
}

pub(crate) fn broken_rename() -> String {
    "expected `Position as Place`: the name that the set uses, and the name to use here, separated by commas".into()
}

pub(crate) fn group_in_set() -> String {
    "only a world declares groups, since all of its groups share its storages; move this to the `groups:` of an `ecs_world!`, \
     or to `queries:` here"
        .into()
}

pub(crate) fn hidden_function(name: &impl Display, set: &impl Display) -> String {
    format!(
        "worlds that include set `{set}` call `{name}`, so it must be as public as the set; write `pub fn {name}`, or `set {set}`"
    )
}

pub(crate) fn hidden_function_of_a_set(name: &impl Display, set: &impl Display) -> String {
    format!(
        "worlds that include set `{set}` call `{name}` of a set that it includes, so that one must be as public as `{set}`; write `pub set` \
         where it is declared, or `set {set}` here"
    )
}

pub(crate) fn hides_macro(name: &str) -> String {
    format!("set `{name}` would hide the macro `{name}!`; rename the set")
}

// Including.

pub(crate) fn not_a_set(name: &impl Display) -> String {
    format!(
        "`{name}` is a system, not a set; put it into `systems:`, or include the set that `ecs_components!` declares"
    )
}

pub(crate) fn set_without_dots(name: &impl Display) -> String {
    format!("`{name}` is a set, not a system; put it into `include:`, and write `..{name}` where its systems run")
}

pub(crate) fn broken_set(name: &impl Display, error: &impl Display) -> String {
    format!("the set `{name}` cannot be read: {error}; use the same version of ecs-world for all sets")
}

pub(crate) fn unknown_part(name: &str) -> String {
    format!("this version of ecs-world does not know `{name}`")
}

pub(crate) fn included_twice(path: &str) -> String {
    format!("the set `{path}` is included twice; remove one of them, and put all renames into the other")
}

pub(crate) fn unknown_rename(set: &impl Display, name: &str, near: Option<&str>) -> String {
    format!(
        "there is no `{name}` in set `{set}`.{} A rename begins with the name that the set uses: `Position as Place`",
        did_you_mean(near)
    )
}

pub(crate) fn renamed_twice(name: &impl Display) -> String {
    format!("`{name}` is renamed twice here; remove one of them")
}

pub(crate) fn not_included(path: &str, near: Option<&str>) -> String {
    format!("no set `{path}` is included.{}", otherwise(near, "add its path to `include:`"))
}

/// `paths` are those of included sets in a module of this name, and `names` is how to list their systems.
pub(crate) fn module_of_sets(path: &str, paths: &[String], names: &[String]) -> String {
    format!(
        "`{path}` is a module and not a set; write {} for {}",
        and(names.iter()).replace(" and ", " or "),
        and(paths.iter()).replace(" and ", " or ")
    )
}

pub(crate) fn included_by_another(path: &str, around: &str) -> String {
    format!(
        "set `{path}` is included through `{around}`, which runs its systems; name it in `include:`, too, to write `..{path}`"
    )
}

pub(crate) fn several_included(path: &str, sets: &str) -> String {
    format!("`..{path}` is ambiguous: it could be {sets}; write a longer path")
}

pub(crate) fn spread_twice(path: &str) -> String {
    format!("`..{path}` is given twice; remove one of them")
}

pub(crate) fn includes_itself(name: &impl Display) -> String {
    format!("the set `{name}` includes itself; remove this entry, or write a longer path to another set")
}

/// `cycle` leads from the first set that this one includes back to itself.
pub(crate) fn cycle(name: &impl Display, cycle: &[String]) -> String {
    let through: Vec<_> = cycle.iter().map(|set| format!("`{set}`")).collect();
    format!(
        "the set `{name}` includes {}; move what they share to a set of its own, and include that instead",
        through.join(", which includes ")
    )
}

// Merging.

pub(crate) fn one_under_two_names(what: &str, first: &impl Display, second: &impl Display, set: &str) -> String {
    format!(
        "the {what} `{second}` of set `{set}` has the type of the {what} `{first}` of another set, and a world finds a value by its \
         type; give both one name: `include: {set} {{ {second} as {first} }}`"
    )
}

pub(crate) fn two_sets_of_one_key(set: &impl Display, first: &str, second: &str) -> String {
    format!(
        "the set `{set}` in `{second}` and the set `{set}` in `{first}` are two copies of one package and version, and their systems \
         cannot be distinguished; use one source of the package (`cargo tree --duplicates` shows several), or change the version of one"
    )
}

pub(crate) fn two_initials(what: &str, name: &impl Display, set: &str) -> String {
    format!(
        "the {what} `{name}` has one initial value in set `{set}` and another in an earlier set; write which applies here: \
         `{what}s: {name} = ..`"
    )
}

pub(crate) fn clash(name: &str, first: &str, second: &str) -> String {
    format!(
        "{second} and {first} are both named `{name}`; rename one of them where its set is included: \
         `include: set {{ Name as OtherName }}`, or where it is declared: `.. as OtherName`"
    )
}

pub(crate) fn one_name_in_a_set(name: &impl Display, first: &str, second: &str) -> String {
    format!(
        "{} and {} of this set are both named `{name}`; rename one of them: `.. as OtherName`",
        one(first),
        one(second)
    )
}
