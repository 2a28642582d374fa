//! The refusals of `systems(name):`.

use std::fmt::Display;

pub(crate) fn no_schedule() -> String {
    "expected the name of a schedule in these parentheses, such as `systems(render): draw;`, which `world.run_render()` runs; or \
     a change of state, such as `systems(on_enter = Phase::Play): reset;`"
        .into()
}

pub(crate) fn name_on_a_section(section: &impl Display) -> String {
    format!("only `systems` stands once per schedule, and `{section}` has no other name; write `{section}: ..`")
}

pub(crate) fn schedule_twice(name: &impl Display) -> String {
    format!("the schedule `{name}` stands here again; put all its systems into one")
}

pub(crate) fn named_like_a_method(name: &impl Display, method: &str) -> String {
    format!(
        "`{method}` would run the schedule `{name}`, and is a method that every world has; call the schedule something else"
    )
}

pub(crate) fn schedule_in_a_set() -> String {
    "a set has one list of systems, and the world that includes it says in which schedules they run; declare these systems as a \
     set of their own"
        .into()
}

pub(crate) fn described_again(system: &impl Display) -> String {
    format!(
        "the system `{system}` stands in several schedules and is one system: say where it stands first what it starts from, and \
         what its attributes are"
    )
}
