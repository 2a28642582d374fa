//! The refusals of parallel systems.

use std::fmt::Display;

pub(crate) fn receiver(system: &impl Display) -> String {
    format!(
        "`run` of the parallel system `{system}` is called by several threads at once and cannot take `&mut self`; take \
         `&self`, and keep what changes in components"
    )
}

pub(crate) fn writes(system: &str, what: &str, name: &str) -> String {
    format!(
        "the parallel system `{system}` is called by several threads at once and cannot change the {what} `{name}`; take \
         `&{name}`, or fold with `par_fold` in a system that takes a `Query`"
    )
}

pub(crate) fn sends(system: &str, event: &str) -> String {
    format!(
        "the parallel system `{system}` is called by several threads at once and cannot send `{event}`, as the order of events \
         would depend on these; take `&Events<{event}>`, or note in a component what a further system sends"
    )
}

pub(crate) fn asks(system: &str, state: &str) -> String {
    format!(
        "the parallel system `{system}` is called by several threads at once and cannot ask for another `{state}`; take \
         `&State<{state}>`, or note in a component what a further system asks for"
    )
}

pub(crate) fn spawner(system: &str) -> String {
    format!(
        "the parallel system `{system}` cannot take a `Spawner`, as the handles would depend on the threads; take \
         `&mut Commands<World>`, which spawns without a handle"
    )
}

pub(crate) fn writing_query(system: &str, component: &str) -> String {
    format!(
        "the parallel system `{system}` would walk this query on several threads at once and cannot change `{component}` in \
         it; ask for `&{component}`"
    )
}

pub(crate) fn nothing_to_divide(system: &str) -> String {
    format!(
        "`parallel` divides the entities of a system over threads, and `{system}` runs once; take a component or `Entity`, or \
         remove `parallel` and call `par_for_each` on a query"
    )
}
