//! Error messages for `relations:` and `#[derive(Relation)]`.

use super::{Words, and, did_you_mean, nearest, otherwise};

pub(crate) fn no_policy() -> String {
    "expected what happens to an entity when its target is despawned, such as `ChildOf (tree, cascade)`: one of `cascade` (it is \
     despawned, too), `clear` (it loses the relation) and `keep` (it keeps a stale handle)"
        .into()
}

pub(crate) fn policy_twice(word: &str) -> String {
    format!("`{word}` is given twice; remove one of them")
}

pub(crate) fn two_policies(first: &str, second: &str) -> String {
    format!("`{first}` and `{second}` are two answers to what happens when a target is despawned; remove one of them")
}

pub(crate) fn unknown_policy(word: &str, words: impl Words) -> String {
    let near = did_you_mean(nearest(word, words.clone()));
    format!("`{word}` is not a property of a relation.{near} There are {}", and(words))
}

pub(crate) fn broken_policies() -> String {
    "expected properties of a relation, such as `(tree, cascade)`".into()
}

pub(crate) fn tree_of_several() -> String {
    "`tree` and `many` exclude each other: in a tree an entity has one parent; remove one of them".into()
}

/// Evaluated by rustc, which knows the type.
pub(crate) fn other_targets(name: &str, is_many: bool) -> String {
    if is_many {
        format!(
            "the relation `{name}` is declared as `many`, and holds one `Entity`; give it an `EntitySet`, or remove `many`"
        )
    } else {
        format!(
            "the relation `{name}` holds an `EntitySet`, which is several targets; declare it as `{name} (many, ..)`"
        )
    }
}

pub(crate) fn name_after_policies() -> String {
    "the name comes before the properties: `ChildOf as Parent (tree, cascade)`".into()
}

pub(crate) fn relation_as_an_attribute() -> String {
    "a relation is an entry of `relations:`, such as `relations: ChildOf (tree, cascade);`; move it there, without this attribute"
        .into()
}

pub(crate) fn mutable_relation(system: &str, name: &str) -> String {
    format!(
        "system `{system}` takes the relation `{name}` as `&mut`, and the world keeps an index of its targets; take `&{name}`, and insert \
         it again to change the target: `commands.insert(entity, {name}(target))`"
    )
}

pub(crate) fn undeclared_relation(declared: &str, place: &str, name: &str, near: Option<&str>) -> String {
    format!(
        "`{name}` is not a relation of {declared}, and {place} reads it.{}",
        otherwise(
            near,
            &format!(
                "add `{name}` to `relations:`, with what happens when a target is despawned, such as `{name} (clear)`"
            )
        )
    )
}

pub(crate) fn also_a_component(name: &str) -> String {
    format!("`{name}` is listed in `components:` and in `relations:`; remove it from `components:`")
}

pub(crate) fn no_relation(place: &str, name: &str) -> String {
    format!(
        "`{name}` is a component, not a relation, and {place} reads its sources; derive `Relation` for it, and move it to `relations:`, \
         with what happens when a target is despawned, such as `{name} (clear)`"
    )
}

pub(crate) fn reader_of_a_world(place: &str, is_tree: bool, relation: &str) -> String {
    let name = if is_tree { "Tree" } else { "Sources" };
    format!("`{name}` has the relation alone as a parameter, not the world; in {place} write `{name}<'_, {relation}>`")
}

pub(crate) fn no_tree(place: &str, name: &str) -> String {
    format!(
        "the relation `{name}` is not a tree, and {place} takes it as one; take `Sources<'_, {name}>`, or declare \
         `{name} (tree, ..)`"
    )
}

pub(crate) fn two_relations(component: &str, set: &str, properties: &str, other: &str) -> String {
    format!(
        "in set `{set}` the relation `{component}` is `({properties})`, and in an earlier set it is `({other})`; write which applies \
         here: `relations: {component} ({other})`"
    )
}

pub(crate) fn not_a_struct() -> String {
    "`#[derive(Relation)]` applies to structs with one field of the type `Entity` or `EntitySet`; an enum or union has no fixed field"
        .into()
}

pub(crate) fn fields(count: usize) -> String {
    format!(
        "a relation has one field, the `Entity` that is its target (or an `EntitySet` of several), and this one has {count}; put other values into a component of \
         their own, or implement `Relation` and `VisitHandles` by hand: the documentation of `Relation::targets` has an example"
    )
}

pub(crate) fn field_of_another_type(is_several: bool) -> String {
    if is_several {
        return "the field of a relation of several targets is an `EntitySet`: write that instead of this type, and declare the relation as `many`"
            .into();
    }
    "the field of a relation is its target, of the type `Entity`, or an `EntitySet` of several; put other values into a component of their own".into()
}

pub(crate) fn optional_target() -> String {
    "the field of a relation is its target, of the type `Entity`: an entity without a target is one without the relation".into()
}

pub(crate) fn broken_attribute() -> String {
    "expected `#[relation(crate = path)]`, with the path under which this crate knows ecs-world".into()
}
