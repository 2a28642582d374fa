//! Schedules, and the conditions of systems.

use proc_macro2::{Ident, Span};

use super::Call;
use crate::names;
use crate::vocabulary::Change;

/// Systems that run one after another.
pub(crate) struct Schedule {
    pub(crate) when: When,
    pub(crate) steps: Vec<Step>,
}

/// When a schedule runs.
pub(crate) enum When {
    /// By `run()`.
    Run,
    /// By a method of its own.
    Named(Ident),
    /// When a state exits or enters a value.
    At(Change, StateValue),
}

impl When {
    /// The method by which users run it, if there is one.
    pub(crate) fn method(&self) -> Option<String> {
        match self {
            Self::Run => Some("run".into()),
            Self::Named(name) => Some(names::run(&name.to_string())),
            Self::At(..) => None,
        }
    }

    /// Whether both are the same schedule.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::At(change, value), Self::At(other, second)) => {
                change == other && value.state == second.state && value.value == second.value
            }
            _ => self.method().is_some() && self.method() == other.method(),
        }
    }

    /// `run`, `render`, `on_enter = Play`.
    pub(crate) fn show(&self) -> String {
        match self {
            Self::Run => "run".into(),
            Self::Named(name) => name.to_string(),
            Self::At(change, value) => format!("{} = {}", change.name(), value.value),
        }
    }

    /// The place of its name.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Self::Run => None,
            Self::Named(name) => Some(name.span()),
            Self::At(_, value) => Some(value.value.span()),
        }
    }
}

/// `Phase::Play`: a value of a state.
pub(crate) struct StateValue {
    /// The number of the state.
    pub(crate) state: usize,
    pub(crate) value: Ident,
}

/// A function that decides whether systems run.
pub(crate) struct Condition {
    /// Whether it can be called from everywhere.
    pub(crate) public: bool,
    /// Its identity, whatever path names it; `None` if it is generic.
    pub(crate) item: Option<Ident>,
    pub(crate) call: Call,
    /// An error was reported for it, so that its call would not compile.
    pub(crate) broken: bool,
}

/// The condition under which a system runs.
pub(crate) enum RunIf {
    Holds(usize),
    InState(StateValue),
    /// Events of this number were sent since the system was last reached.
    OnEvent(usize),
    /// An entity has the component of this number.
    AnyWith(usize),
    Not(Box<RunIf>),
    All(Vec<RunIf>),
    Any(Vec<RunIf>),
}

impl RunIf {
    /// The functions that it calls.
    pub(crate) fn conditions(&self) -> Vec<usize> {
        match self {
            Self::Holds(condition) => vec![*condition],
            Self::InState(_) | Self::OnEvent(_) | Self::AnyWith(_) => vec![],
            Self::Not(one) => one.conditions(),
            Self::All(list) | Self::Any(list) => list.iter().flat_map(Self::conditions).collect(),
        }
    }
}

/// A step of a run.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    System(usize),
    Sync(Span),
}
