//! Owns decisions: which views a world keeps, and whom each serves. Only this module makes a [`Planned`].

use proc_macro2::Span;
use syn::Attribute;

use crate::check::Checked;
use crate::model::{Aspect, World};

/// A world with everything decided.
pub(crate) struct Planned<W> {
    world: W,
    views: Vec<Aspect>,
    system_views: Vec<Option<usize>>,
    methods: Vec<QueryMethod>,
}

/// A generated `query_..`: its name and its view.
pub(crate) struct QueryMethod {
    /// The documentation that the user wrote.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: String,
    pub(crate) view: usize,
    pub(crate) span: Span,
}

impl Planned<World> {
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// The aspect of each view.
    pub(crate) fn views(&self) -> &[Aspect] {
        &self.views
    }

    /// The view of a system; `None` if it runs once.
    pub(crate) fn view_of(&self, system: usize) -> Option<usize> {
        self.system_views[system]
    }

    /// The generated queries.
    pub(crate) fn methods(&self) -> &[QueryMethod] {
        &self.methods
    }
}

/// Plans a world: one view per distinct aspect, shared by all systems and queries that ask for it.
pub(crate) fn world(world: Checked<World>) -> Planned<World> {
    let world = world.into_inner();
    let mut views = Vec::new();
    let system_views = world.systems.iter().map(|system| {
        let managed = system.per_entity() && !system.broken;
        managed.then(|| view(&mut views, &system.aspect))
    });
    let system_views = system_views.collect();
    let mut methods: Vec<QueryMethod> = Vec::new();
    for (aspect, span) in world.query_aspects() {
        let (name, view) = (world.query_name(&aspect), view(&mut views, &aspect));
        if !world.refused_methods.contains(&name) {
            let declared = world.queries.iter().find(|query| query.aspect == aspect);
            let attributes = declared.map(|query| query.attributes.clone()).unwrap_or_default();
            methods.push(QueryMethod { attributes, name, view, span });
        }
    }
    Planned { world, views, system_views, methods }
}

/// The number of the view of an aspect, which is made where it lacks.
fn view(views: &mut Vec<Aspect>, aspect: &Aspect) -> usize {
    views.iter().position(|own| own == aspect).unwrap_or_else(|| {
        views.push(aspect.clone());
        views.len() - 1
    })
}
