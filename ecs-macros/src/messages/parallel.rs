//! Error messages for parallel systems.

use std::fmt::Display;

pub(crate) fn receiver(system: &impl Display) -> String {
    format!(
        "`run` of the parallel system `{system}` is called by several threads at once and cannot take `&mut self`; take \
         `&self`, and write results to components"
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
        "the parallel system `{system}` is called by several threads at once and cannot send `{event}`, since the order of \
         events would depend on the threads; take `&Events<{event}>`, or write to a component what another system sends"
    )
}

pub(crate) fn requests(system: &str, state: &str) -> String {
    format!(
        "the parallel system `{system}` is called by several threads at once and cannot request another `{state}`; take \
         `&State<{state}>`, or write to a component what another system requests"
    )
}

pub(crate) fn spawner(system: &str) -> String {
    format!(
        "the parallel system `{system}` cannot take a `Spawner`, since the handles would depend on the threads; take \
         `&mut Commands<World>`, which spawns without a handle"
    )
}

pub(crate) fn writing_query(system: &str, component: &str) -> String {
    format!(
        "the parallel system `{system}` iterates this query on several threads at once and cannot change `{component}`; \
         fetch `&{component}`"
    )
}

pub(crate) fn nothing_to_divide(system: &str) -> String {
    format!(
        "`parallel` divides the entities of a system over threads, and `{system}` runs once; take a component or `Entity`, or \
         remove `parallel` and call `par_for_each` on a query"
    )
}
