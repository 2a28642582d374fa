//! The refusals of storages.

use super::{and, did_you_mean, nearest};
use crate::model::StorageKind;

pub(crate) fn unknown_storage(name: &str) -> String {
    let near = did_you_mean(nearest(name, StorageKind::names()));
    format!("`{name}` is not a kind of storage.{near} There are {}", and(StorageKind::names()))
}

pub(crate) fn broken_storage() -> String {
    "expected one kind of storage, such as `#[storage(vec)]` or `#[storage(hashed_array_tree(chunk = 64))]`".into()
}

pub(crate) fn storage_twice() -> String {
    "a component is kept in one storage; remove this".into()
}

pub(crate) fn storage_of_a_resource() -> String {
    "a resource is one value and needs no storage; remove this".into()
}

pub(crate) fn broken_chunk(written: &str) -> String {
    format!(
        "a chunk has a power of two of places, at most {}, and not {written}; write one such as `chunk = 64`",
        StorageKind::MOST_CHUNK
    )
}

pub(crate) fn chunk_of_what_has_none(kind: &str) -> String {
    format!("`{kind}` has no chunks; remove this, or choose `hashed_array_tree(chunk = ..)`")
}

pub(crate) fn group_cannot_own(component: &str, kind: &str) -> String {
    format!(
        "a group cannot keep `{component}` in its order: the values of `{kind}` have their own place. Remove \
         `#[storage({kind})]` from `{component}`, so that it is in a `sparse_set`, or remove this group"
    )
}

pub(crate) fn storage_in_a_set(component: &str, kind: &str) -> String {
    format!(
        "a world chooses the storages: remove `#[storage(..)]` here, and write `#[storage({kind})] {component}` in the \
         `components:` of the world that includes this set"
    )
}

pub(crate) fn tag_with_a_size() -> String {
    "a component in `#[storage(tag)]` has no size: remove its fields, or choose another storage".into()
}
