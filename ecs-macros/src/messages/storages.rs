//! Error messages for storages.

use std::fmt::Display;

use super::{Words, and, did_you_mean, nearest};

pub(crate) fn unknown_storage(name: &str, kinds: impl Words) -> String {
    let near = match name.to_lowercase().as_str() {
        "vector" | "array" | "dense_vec" => Some("vec"),
        "sparse" | "sparseset" | "set" => Some("sparse_set"),
        "hash" | "hashmap" | "map" => Some("hash_map"),
        "btree" | "btreemap" | "tree" => Some("btree_map"),
        "dense" => Some("packed"),
        "marker" | "flag" | "bits" => Some("tag"),
        _ => nearest(name, kinds.clone()),
    };
    let near = did_you_mean(near);
    format!("`{name}` is not a kind of storage.{near} There are {}", and(kinds))
}

pub(crate) fn broken_storage() -> String {
    "expected one kind of storage, such as `#[storage(vec)]` or `#[storage(hashed_array_tree(chunk = 64))]`".into()
}

pub(crate) fn storage_twice() -> String {
    "`#[storage(..)]` is given twice; remove one of them".into()
}

pub(crate) fn storage_of_a_resource() -> String {
    "`#[storage(..)]` applies to components; remove it".into()
}

pub(crate) fn broken_chunk(written: &str, most: usize) -> String {
    format!("the size of a chunk is a power of two, at most {most}, and not {written}; write one such as `chunk = 64`")
}

pub(crate) fn computed_chunk() -> String {
    "the size of a chunk must be a literal, since a macro cannot evaluate constants; write the number, such as `chunk = 64`"
        .into()
}

pub(crate) fn chunk_of_what_has_none(kind: &str) -> String {
    format!("`{kind}` has no chunks; remove this, or choose `hashed_array_tree(chunk = ..)`")
}

pub(crate) fn group_cannot_own(name: &impl Display, kind: &str, is_of_set: bool) -> String {
    let cure = if is_of_set {
        format!("Write `#[storage(sparse_set)] {name}` in the `components:` of this world")
    } else {
        format!("Remove `#[storage({kind})]` from `{name}`, so that it is in a `sparse_set`")
    };
    format!(
        "a group cannot own the storage of `{name}`, which is a `{kind}`, since groups own a `sparse_set` only. {cure}, or remove this group"
    )
}

pub(crate) fn two_storages(component: &str, set: &str, kind: &str, other: &str) -> String {
    format!(
        "in set `{set}` the component `{component}` is kept in `{kind}`, and in an earlier set in `{other}`; write which applies here: \
         `components: #[storage({other})] {component}`"
    )
}

pub(crate) fn tag_with_a_size() -> String {
    "a component in `#[storage(tag)]` has no size: remove its fields, or choose another storage".into()
}
