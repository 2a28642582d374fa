//! One file per workload: what is done, and how each library does it.

mod adapters;
mod add_remove;
mod beside;
mod changes;
mod churn;
mod filtered;
mod fragmented;
mod get;
mod iterate;
mod kinds;
mod links;
mod loose;
mod motion;
mod optional;
mod particles;
mod profile_a;
mod reading;
mod relations;
mod schedule;
mod schedules;
mod shapes;
mod snapshots;
mod spawn;
mod tidied;
mod view;

use crate::contest::Contest;
use crate::flags::Flags;

/// Runs all contests, in the order of the tables.
pub fn run_all(flags: &Flags) {
    run_libraries(&mut Contest::new(flags));
    schedules::run(&mut Contest::new(flags));
    kinds::run(&mut Contest::new(flags));
}

/// Runs the contests between libraries.
fn run_libraries(contest: &mut Contest) {
    iterate::run(contest);
    fragmented::run(contest);
    view::run(contest);
    schedule::run(contest);
    add_remove::run(contest);
    get::run(contest);
    spawn::run(contest);
    churn::run(contest);
    particles::run(contest);
    profile_a::run(contest);
    tidied::run(contest);
    shapes::run(contest);
    loose::run(contest);
    filtered::run(contest);
    optional::run(contest);
    beside::run(contest);
    reading::run(contest);
    adapters::run(contest);
    links::run(contest);
    relations::run(contest);
    changes::run(contest);
    snapshots::run(contest);
}

/// Implements `specs::Component`, with `VecStorage`.
macro_rules! vec_storage {
    ($($component:ty),*) => {
        $(impl specs::Component for $component {
            type Storage = specs::VecStorage<Self>;
        })*
    };
}
use vec_storage;
