//! Owns decisions: which views a world keeps, and whom each serves. Only this module makes a [`Planned`].

use proc_macro2::Span;
use syn::Attribute;

use crate::check::Checked;
use crate::model::{Aspect, World};
use crate::names;

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
    for (aspect, span) in query_aspects(&world) {
        let (name, view) = (query_name(&world, &aspect), view(&mut views, &aspect));
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

/// The aspects that get a query method, each once, and who asks first.
pub(crate) fn query_aspects(world: &World) -> Vec<(Aspect, Span)> {
    let systems = world.systems.iter().filter(|system| system.per_entity() && !system.broken);
    let systems = systems.map(|system| (&system.aspect, system.span()));
    let queries = world.queries.iter().map(|query| (&query.aspect, query.span));
    let mut aspects: Vec<(Aspect, Span)> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (aspect, span) in systems.chain(queries) {
        if !aspect.all.is_empty() && seen.insert(aspect) {
            aspects.push((aspect.clone(), span));
        }
    }
    aspects
}

/// `query_position_velocity_without_frozen`.
pub(crate) fn query_name(world: &World, aspect: &Aspect) -> String {
    let snakes = |components: &[usize]| -> Vec<&str> {
        components.iter().map(|component| world.components[*component].snake.as_str()).collect()
    };
    let (all, none, any) = (snakes(&aspect.all), snakes(&aspect.none), snakes(&aspect.any));
    names::query(all.into_iter(), none.into_iter(), any.into_iter())
}
