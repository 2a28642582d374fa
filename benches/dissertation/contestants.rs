//! Contestants: each kind of storage with each way to find the entities of a system.

use crate::measure::{Contestant, Workload};
use crate::schemes::{Delayed, Kept, Naive, Scheme, Subscribed};
use crate::worlds::{self, Subject};

/// A workload that is measured, for any world and any way to find its entities.
pub trait Task: Sized + 'static {
    /// Prepares the workload.
    fn new<W: Subject, S: Scheme>(world: W, scheme: S, size: Size) -> impl Workload + 'static;
}

/// Size of a workload.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub entities: usize,
    pub parameter: usize,
}

fn make<T: Task, W: Subject, S: Scheme>(size: Size) -> impl Workload + 'static {
    T::new(W::default(), S::default(), size)
}

/// All contestants, for one task.
pub fn all<T: Task>(size: Size) -> Vec<Contestant> {
    vec![
        Contestant::new("sparse_set + group", make::<T, worlds::sparse_set_group::World, Kept>(size)),
        Contestant::new("sparse_set + scan", make::<T, worlds::sparse_set_scan::World, Kept>(size)),
        Contestant::new("sparse_set + list", make::<T, worlds::sparse_set_list::World, Kept>(size)),
        Contestant::new("sparse_set + delayed", make::<T, worlds::sparse_set_delayed::World, Kept>(size)),
        Contestant::new("sparse_set + active_passive", make::<T, worlds::sparse_set_active_passive::World, Kept>(size)),
        Contestant::new("vec + scan", make::<T, worlds::vec_scan::World, Kept>(size)),
        Contestant::new("vec + list", make::<T, worlds::vec_list::World, Kept>(size)),
        Contestant::new("vec + delayed", make::<T, worlds::vec_delayed::World, Kept>(size)),
        Contestant::new("vec + active_passive", make::<T, worlds::vec_active_passive::World, Kept>(size)),
        Contestant::new("packed + scan", make::<T, worlds::packed_scan::World, Kept>(size)),
        Contestant::new("packed + list", make::<T, worlds::packed_list::World, Kept>(size)),
        Contestant::new("packed + delayed", make::<T, worlds::packed_delayed::World, Kept>(size)),
        Contestant::new("packed + active_passive", make::<T, worlds::packed_active_passive::World, Kept>(size)),
        Contestant::new("hashed_array_tree + scan", make::<T, worlds::hashed_array_tree_scan::World, Kept>(size)),
        Contestant::new("hashed_array_tree + list", make::<T, worlds::hashed_array_tree_list::World, Kept>(size)),
        Contestant::new("hashed_array_tree + delayed", make::<T, worlds::hashed_array_tree_delayed::World, Kept>(size)),
        Contestant::new(
            "hashed_array_tree + active_passive",
            make::<T, worlds::hashed_array_tree_active_passive::World, Kept>(size),
        ),
        Contestant::new("hash_map + scan", make::<T, worlds::hash_map_scan::World, Kept>(size)),
        Contestant::new("hash_map + list", make::<T, worlds::hash_map_list::World, Kept>(size)),
        Contestant::new("hash_map + delayed", make::<T, worlds::hash_map_delayed::World, Kept>(size)),
        Contestant::new("hash_map + active_passive", make::<T, worlds::hash_map_active_passive::World, Kept>(size)),
        Contestant::new("btree_map + scan", make::<T, worlds::btree_map_scan::World, Kept>(size)),
        Contestant::new("btree_map + list", make::<T, worlds::btree_map_list::World, Kept>(size)),
        Contestant::new("btree_map + delayed", make::<T, worlds::btree_map_delayed::World, Kept>(size)),
        Contestant::new("btree_map + active_passive", make::<T, worlds::btree_map_active_passive::World, Kept>(size)),
        Contestant::new("sparse_set + naive", make::<T, worlds::sparse_set_scan::World, Naive<true>>(size)),
        Contestant::new("vec + naive", make::<T, worlds::vec_scan::World, Naive<true>>(size)),
        Contestant::new("packed + naive", make::<T, worlds::packed_scan::World, Naive<true>>(size)),
        Contestant::new(
            "hashed_array_tree + naive",
            make::<T, worlds::hashed_array_tree_scan::World, Naive<true>>(size),
        ),
        Contestant::new("hash_map + naive", make::<T, worlds::hash_map_scan::World, Naive<true>>(size)),
        Contestant::new("btree_map + naive", make::<T, worlds::btree_map_scan::World, Naive<true>>(size)),
        Contestant::new(
            "sparse_set + naive without masks",
            make::<T, worlds::sparse_set_scan::World, Naive<false>>(size),
        ),
        Contestant::new("sparse_set + tree set", make::<T, worlds::sparse_set_scan::World, Subscribed>(size)),
        Contestant::new("sparse_set + tree set delayed", make::<T, worlds::sparse_set_scan::World, Delayed>(size)),
    ]
}
