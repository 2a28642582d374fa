//! Owns meaning: resolves the names of a declaration. What means nothing (a name that is not declared, an entry that stands
//! twice) is reported and left out, so that later stages see a world that holds together.

mod fields;
mod lookup;
mod queries;
mod systems;
mod wish;

use proc_macro2::Span;
use syn::Visibility;

use crate::messages::world as say;
use crate::model::World;
use crate::names;
use crate::parse::{WorldDecl, WorldItem};
use crate::report::Errors;

/// The names that components and resources go by, to look up.
pub(crate) struct Scope<'a> {
    pub(crate) world: String,
    pub(crate) components: &'a [crate::model::Field],
    pub(crate) resources: &'a [crate::model::Field],
}

/// Resolves a declaration.
pub(crate) fn world(decl: WorldDecl, errors: &mut Errors) -> World {
    let item = decl.item.unwrap_or_else(|| WorldItem {
        attributes: vec![],
        visibility: Visibility::Public(syn::Token![pub](Span::call_site())),
        name: names::ident("World", Span::call_site()),
    });
    let components = fields::components(decl.components, errors);
    let resources = fields::resources(decl.resources, errors);
    let scope = Scope { world: item.name.to_string(), components: &components, resources: &resources };
    let (systems, schedule) = systems::systems(decl.systems, decl.signatures, &scope, errors);
    let queries = queries::queries(decl.queries, "query", &scope, errors);
    let groups = queries::queries(decl.groups, "group", &scope, errors);
    for field in &resources {
        if components.iter().any(|component| component.name == field.name) {
            errors.on(&field.name, say::component_and_resource(&field.name.to_string()));
        }
    }
    World {
        krate: decl.krate,
        attributes: item.attributes,
        visibility: item.visibility,
        name: item.name,
        components,
        resources,
        systems,
        schedule,
        queries,
        groups,
        refused_methods: vec![],
    }
}
