//! Error messages for `systems(name):`.

use std::fmt::Display;

use super::{did_you_mean, nearest};

/// `word` is the first word in the parentheses.
pub(crate) fn no_schedule(word: Option<&str>) -> String {
    if let Some(near) = word.and_then(|word| nearest(word, ["on_enter", "on_exit"].into_iter())) {
        return format!(
            "only `on_enter = ..` and `on_exit = ..` are changes of state.{} The name of a schedule is one word, as in `systems(render): draw;`",
            did_you_mean(Some(&format!("{near} = ..")))
        );
    }
    "expected the name of a schedule in these parentheses, such as `systems(render): draw;`, which `world.run_render()` runs; or \
     a change of state, such as `systems(on_enter = Phase::Play): reset;`"
        .into()
}

/// A change of state that is written as a section; `change` is `on_enter` or `on_exit`.
pub(crate) fn change_as_a_section(of: &str, change: &str) -> String {
    format!(
        "`{change}:` is not a section of `{of}!`; write the systems of a change of state as `systems({change} = Phase::Play): ..`"
    )
}

pub(crate) fn name_on_a_section(section: &impl Display) -> String {
    format!("only `systems` takes the name of a schedule; write `{section}: ..`")
}

pub(crate) fn schedule_twice(name: &impl Display) -> String {
    format!("schedule `{name}` is declared twice; merge the two")
}

pub(crate) fn named_like_a_method(name: &impl Display, method: &str) -> String {
    format!("schedule `{name}` would be run by `{method}`, which is a method of every world; rename the schedule")
}

pub(crate) fn schedule_in_a_set() -> String {
    "a set has one list of systems, which a world assigns to schedules; declare these systems as a set of their own"
        .into()
}

pub(crate) fn described_again(system: &impl Display) -> String {
    format!("system `{system}` is in several schedules; give the initial value and attributes only at its first entry")
}
