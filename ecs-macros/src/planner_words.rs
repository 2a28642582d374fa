//! The words for the decisions of the planner, and for their reasons.

use super::{Aspect, Component, Kept, Plan, Priority, Why};

impl Priority {
    /// Its name in `ecs_core::GroupPriority`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Entry => "Entry",
            Self::Requested => "Requested",
            Self::Several => "Several",
            Self::One => "One",
            Self::Parameter => "Parameter",
        }
    }
}

impl Kept {
    /// Its name in `ecs_core::ViewKind`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Storage => "Storage",
            Self::Group => "Group",
            Self::List => "List",
            Self::Delayed => "Delayed",
            Self::ActivePassive => "ActivePassive",
            Self::Scan => "Scan",
        }
    }

    /// Its name in `view = ..`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Group => "group",
            Self::List => "list",
            Self::Delayed => "delayed",
            Self::ActivePassive => "active_passive",
            Self::Scan => "scan",
        }
    }
}

impl Plan {
    /// Why a view is kept as it is, in words.
    pub(crate) fn reason(&self, components: &[Component], view: usize) -> String {
        let own = &self.views[view];
        if own.priority.is_none() {
            let reason = match own.kept {
                _ if own.is_requested => "as declared",
                Kept::Storage => "its entities are all that have the component",
                _ => "no component is required",
            };
            return reason.into();
        }
        let reasons: Vec<_> =
            own.unowned.iter().map(|(storage, why)| self.show_why(components, *storage, *why)).collect();
        if reasons.is_empty() { "owns all that it requires".into() } else { reasons.join("; ") }
    }

    fn show_why(&self, components: &[Component], storage: usize, why: Why) -> String {
        let Component { name, storage, .. } = &components[storage];
        match why {
            Why::Fixed => format!("{name} is in a {storage}, which no group can own"),
            Why::Rare { left_to, component } => {
                let (view, rare) = (show(components, &self.views[left_to].aspect), &components[component].name);
                format!("{name} is left to {view}, since {rare} is rare")
            }
            Why::Transient { component } => {
                format!("{name} is in snapshots, and {} is not", components[component].name)
            }
            Why::Owned { by } => {
                let owner = &self.views[by];
                let entry = if owner.priority == Some(Priority::Entry) { ", an entry of `groups:`" } else { "" };
                format!("{name} is kept in the order of {}{entry}", show(components, &owner.aspect))
            }
        }
    }
}

/// An aspect as text: `(Position, Velocity, without(Frozen))`.
pub(crate) fn show(components: &[Component], aspect: &Aspect) -> String {
    let names =
        |numbers: &[usize]| -> Vec<&str> { numbers.iter().map(|number| components[*number].name.as_str()).collect() };
    let mut parts: Vec<String> = names(&aspect.all).into_iter().map(str::to_owned).collect();
    for (filter, numbers) in [("without", &aspect.none), ("any", &aspect.any)] {
        if !numbers.is_empty() {
            parts.push(format!("{filter}({})", names(numbers).join(", ")));
        }
    }
    format!("({})", parts.join(", "))
}
