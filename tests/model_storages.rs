//! The model test with other worlds: with one kind of storage and with all kinds, without callbacks, and with masks of several words and
//! more than thirty views.
// Calls of user code are counted on the thread of the test, so systems must not run on other threads.
#![cfg(not(feature = "rayon"))]
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the modules here are parts of this one test")]
#![allow(clippy::unit_arg, clippy::let_unit_value, reason = "the empty bundle is one of the shapes")]
#![allow(clippy::result_large_err, reason = "refused values are compared with all values of an entity")]
#![allow(clippy::duplicate_mod, reason = "each world has a model of its own")]

#[macro_use]
#[path = "model/declare.rs"]
mod declare;
#[macro_use]
#[path = "model/wide.rs"]
mod wide_declaration;

#[path = "model/numbers.rs"]
mod numbers;
#[path = "model/operations.rs"]
mod operations;

macro_rules! declare_world {
    () => {
        storages! {
            ascending [vec] Counted, ascending [packed] Tag, ascending [vec] Wide, ascending [packed] Big,
            ascending [vec] Boxed, ascending [packed] Plain, ascending [vec] Other, ascending [packed] Frozen;
            groups:
        }
    };
}

#[path = "model/run.rs"]
mod vec_and_packed;

// Without callbacks, batches are spawned at once.
macro_rules! hearing {
    ($($system:tt)*) => { silent! { $($system)* } };
}

macro_rules! declare_world {
    () => {
        storages! {
            ascending [packed] Counted, ascending [tag] Tag, ascending [vec] Wide, free [btree_map] Big,
            ascending [hashed_array_tree(chunk = 1)] Boxed, free [sparse_set] Plain, free [sparse_set] Other, ascending [tag] Frozen;
            groups:
        }
    };
}

#[path = "model/run.rs"]
mod all_at_once_and_silent;

macro_rules! hearing {
    ($($system:tt)*) => { loud! { $($system)* } };
}

macro_rules! declare_world {
    () => {
        storages! {
            ascending [hashed_array_tree(chunk = 1)] Counted, ascending [hashed_array_tree(chunk = 64)] Tag,
            ascending [hashed_array_tree(chunk = 128)] Wide, ascending [hashed_array_tree(chunk = 256)] Big,
            ascending [hashed_array_tree(chunk = 8)] Boxed, ascending [hashed_array_tree(chunk = 256)] Plain,
            ascending [hashed_array_tree(chunk = 64)] Other, ascending [hashed_array_tree(chunk = 65_536)] Frozen;
            groups:
        }
    };
}

#[path = "model/run.rs"]
mod hashed_array_tree;

macro_rules! declare_world {
    () => {
        storages! {
            free [hash_map] Counted, free [btree_map] Tag, free [hash_map] Wide, free [btree_map] Big,
            free [hash_map] Boxed, free [btree_map] Plain, free [hash_map] Other, free [btree_map] Frozen;
            groups:
        }
    };
}

#[path = "model/run.rs"]
mod maps;

macro_rules! declare_world {
    () => {
        storages! {
            ascending [hashed_array_tree(chunk = 4)] Counted, ascending [tag] Tag, free [hash_map] Wide, free [sparse_set] Big,
            free [sparse_set] Boxed, ascending [vec] Plain, ascending [packed] Other, free [btree_map] Frozen;
            groups: (Big, Boxed)
        }
    };
}

#[path = "model/run.rs"]
mod all_at_once;

macro_rules! declare_world {
    () => {
        wide_world! {}
    };
}

#[path = "model/run.rs"]
mod wide;
