//! Generates the views: how each is kept, and where it is stored. A text, as rustc reports nothing in it.

use proc_macro2::TokenStream;

use super::{Context, past};
use crate::plan::{Kept, View};
use crate::{names, text};

pub(super) fn generate(context: &Context) -> TokenStream {
    let views = context.plan.views().iter().enumerate().map(|(number, own)| view(context, number, own));
    text::tokens(&views.collect::<String>())
}

/// The fields that hold the views.
pub(super) fn fields(context: &Context) -> TokenStream {
    let views = context.plan.views().iter().enumerate();
    let fields = views.map(|(number, view)| format!("{}: {}, ", names::view(number), ty(context, view)));
    text::tokens(&fields.collect::<String>())
}

/// The type of a view. Those that settle later keep reports if a system has callbacks.
fn ty(context: &Context, view: &View) -> String {
    let k = &context.k;
    let reports = view.systems.iter().any(|system| context.world.systems[*system].has_callbacks());
    match view.kept {
        Kept::Storage => format!("{k}::StorageView"),
        Kept::Group => format!("{k}::GroupView"),
        Kept::List => format!("{k}::ListView"),
        Kept::Delayed => format!("{k}::DelayedView<{reports}>"),
        Kept::ActivePassive => format!("{k}::ActivePassiveView<{reports}>"),
        Kept::Scan => format!("{k}::ScanView"),
    }
}

fn view(context: &Context, number: usize, view: &View) -> String {
    let Context { world, k, names, .. } = context;
    let (name, views, field) = (&world.name, &names.views, names::view(number));
    let (ty, owned) = (ty(context, view), owned(context, view));
    // Its functions are inline for the reason that methods of systems are. The name of their parameter is none that a constant could have.
    format!(
        "impl {k}::HasView<{number}> for {name} {{
            type View = {ty};
            {owned}
            #[inline]
            fn view(__ecs_views: &{views}) -> &{ty} {{ &__ecs_views.{field} }}
            #[inline]
            fn view_mut(__ecs_views: &mut {views}) -> &mut {ty} {{ &mut __ecs_views.{field} }}
        }}
        "
    )
}

/// The function that returns the storages that a view owns, if it owns some.
fn owned(context: &Context, view: &View) -> String {
    let (k, list) = (&context.k, list(context, view));
    list.map_or_else(String::new, |list| {
        format!("fn owned() -> impl {k}::OwnedStorages<Self> {{ <{list} as {k}::OwnedStorages<Self>>::LIST }}")
    })
}

/// The storages that a view owns, as a list of types.
fn list(context: &Context, View { kept, owned, .. }: &View) -> Option<String> {
    let (k, first) = (&context.k, context.alias(*owned.first()?));
    if *kept == Kept::Storage {
        return Some(format!("{k}::IsStorage<{first}>"));
    }
    Some(owned.iter().rev().fold("()".into(), |rest, component| {
        let list = if past::is_kept(context, *component) { "OwnsBoth" } else { "Owns" };
        format!("{k}::{list}<{}, {rest}>", context.alias(*component))
    }))
}
