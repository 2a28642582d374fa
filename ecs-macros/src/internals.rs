//! The root of `ecs-macros-internals`, which is not published: the modules of the macros as a library, since a crate of macros can export
//! nothing else. Tests of the runtime plan views with [`views`]; fuzz targets read whole declarations with `World`.

#![allow(dead_code, unused_imports, reason = "the macros use what is not used here")]

#[cfg(feature = "pipeline")]
extern crate proc_macro;

mod aspect;
mod planner;

#[cfg(feature = "pipeline")]
mod bundle;
#[cfg(feature = "pipeline")]
mod carrier;
#[cfg(feature = "pipeline")]
mod chain;
#[cfg(feature = "pipeline")]
mod check;
#[cfg(feature = "pipeline")]
mod cycle;
#[cfg(feature = "pipeline")]
mod expand;
#[cfg(feature = "pipeline")]
mod handles;
#[cfg(feature = "pipeline")]
mod lower;
#[cfg(feature = "pipeline")]
mod messages;
#[cfg(feature = "pipeline")]
mod methods;
#[cfg(feature = "pipeline")]
mod model;
#[cfg(feature = "pipeline")]
mod names;
#[cfg(feature = "pipeline")]
mod parse;
#[cfg(feature = "pipeline")]
mod plan;
#[cfg(feature = "pipeline")]
mod query;
#[cfg(feature = "pipeline")]
mod relation;
#[cfg(feature = "pipeline")]
mod report;
#[cfg(feature = "pipeline")]
mod system;
#[cfg(feature = "pipeline")]
mod text;
#[cfg(feature = "pipeline")]
mod tuples;
#[cfg(feature = "pipeline")]
mod vocabulary;

#[cfg(feature = "pipeline")]
pub use declared::{World, view_kinds};

/// What a view requires of entities, with components as numbers; each list ascends.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Aspect {
    /// Components that are required.
    pub all: Vec<usize>,
    /// Components that are excluded.
    pub none: Vec<usize>,
    /// Components of which one is required, if the list is not empty.
    pub any: Vec<usize>,
}

impl Aspect {
    /// Whether every entity that matches this aspect matches the other, as far as the planner can tell.
    #[must_use]
    pub fn implies(&self, other: &Self) -> bool {
        self.inner().implies(&other.inner())
    }

    /// Whether it requires one component and nothing else; the view is then the storage of that component.
    #[must_use]
    pub fn is_storage(&self) -> bool {
        self.inner().is_storage()
    }

    fn inner(&self) -> aspect::Aspect {
        aspect::Aspect { all: self.all.clone(), none: self.none.clone(), any: self.any.clone() }
    }

    fn of(inner: &aspect::Aspect) -> Self {
        Self { all: inner.all.clone(), none: inner.none.clone(), any: inner.any.clone() }
    }
}

/// A view of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Its requirement.
    pub aspect: Aspect,
    /// The name of its kind: `group`, `list`, ..
    pub kind: &'static str,
    /// The components whose storages it owns, or whose storage it is.
    pub owned: Vec<usize>,
    /// The aspect and the reason for its kind, in words.
    pub words: String,
}

/// A request for a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The requirement of the view.
    pub aspect: Aspect,
    /// The name of the requested kind; without one, the planner decides.
    pub kind: Option<&'static str>,
    /// Whether it is an entry of `groups:`, which owns all that it requires or is refused.
    pub by_entry: bool,
}

/// The views for systems that request these aspects, each as a list or as the planner decides; outer ones before inner ones. All components
/// are in sparse sets; `rare` says which of them are rare.
#[must_use]
pub fn views(rare: &[bool], requests: &[(Aspect, bool)]) -> Vec<View> {
    let components = rare.iter().enumerate().map(|(number, rare)| planner::Component {
        name: format!("C{number}"),
        storage: "sparse_set",
        groupable: true,
        rare: *rare,
        transient: false,
    });
    let components: Vec<_> = components.collect();
    let aspects: Vec<_> = requests.iter().map(|(aspect, _)| aspect.inner()).collect();
    let requests = aspects.iter().zip(requests).map(|(aspect, (_, as_list))| planner::Request {
        aspect,
        with: &[],
        by: planner::Requester::System,
        requested: as_list.then_some(planner::Kept::List),
    });
    let plan = planner::plan(&components, &requests.collect::<Vec<_>>());
    let views = plan.views.iter().enumerate().map(|(number, view)| View {
        aspect: Aspect::of(&view.aspect),
        kind: view.kept.name(),
        owned: view.owned.clone(),
        words: format!("{}: {}", planner::show(&components, &view.aspect), plan.reason(&components, number)),
    });
    views.collect()
}

/// The result of a declaration of a world.
#[cfg(feature = "pipeline")]
mod declared {
    use proc_macro2::TokenStream;

    use super::{Aspect, Request, View};
    use crate::plan::Planned;
    use crate::report::Errors;
    use crate::vocabulary::Subject;
    use crate::{check, expand, lower, model, parse, plan};

    /// A declaration that went through all stages but the last.
    pub struct World {
        planned: Planned<model::World>,
        errors: Errors,
    }

    impl World {
        /// Runs the stages on the input of the last macro of the chain: `[] [path] { declaration }`, then signatures of systems.
        #[must_use]
        pub fn new(tokens: TokenStream) -> Self {
            let mut errors = Errors::default();
            let input = parse::Input::new(tokens.into_iter().skip(1).collect());
            let declared = parse::world(input, Subject::World, &mut errors);
            let lowered = lower::world(declared, &mut errors);
            let checked = check::world(lowered, &mut errors);
            Self { planned: plan::world(checked), errors }
        }

        /// The views, outer ones before inner ones.
        #[must_use]
        pub fn views(&self) -> Vec<View> {
            let views = self.planned.views().iter().map(|view| View {
                aspect: Aspect::of(&view.aspect),
                kind: view.kept.name(),
                owned: view.owned.clone(),
                words: format!("{}: {}", view.shown, view.reason),
            });
            views.collect()
        }

        /// The requests that are accepted.
        #[must_use]
        pub fn requests(&self) -> Vec<Request> {
            let requests = self.planned.world().view_requests().into_iter().map(|request| Request {
                aspect: Aspect::of(request.aspect),
                kind: request.requested.map(|requested| requested.kind.name()),
                by_entry: request.by_entry(),
            });
            requests.collect()
        }

        /// Whether a component is declared as rare.
        #[must_use]
        pub fn is_rare(&self, component: usize) -> bool {
            self.planned.world().components()[component].rare == Some(true)
        }

        /// The plan as text.
        #[must_use]
        pub fn text(&self) -> &str {
            self.planned.text()
        }

        /// The expansion of the macro, errors included; with stages if systems may run on several threads.
        #[must_use]
        pub fn expand(self, stages: bool) -> TokenStream {
            let threads = if stages { expand::Threads::Many } else { expand::Threads::One };
            let is_refused = self.errors.len() > 0;
            self.errors.report(&expand::world(&self.planned, threads, is_refused))
        }

        /// Drops the declaration and its errors, which are not reported.
        pub fn discard(self) {
            self.errors.reported_elsewhere();
        }
    }

    /// The names of the kinds of views that can be requested.
    pub fn view_kinds() -> impl Iterator<Item = &'static str> {
        model::ViewKind::names()
    }
}
