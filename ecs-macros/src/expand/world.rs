//! Generates the implementation of `GeneratedWorld`: how generic code reaches the parts of this world.

use std::fmt::Write as _;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{Context, callbacks, past};
use crate::model::Aspect;
use crate::plan::View;
use crate::{names, text};

pub(super) fn generate(context: &Context) -> TokenStream {
    let Context { world, k, names, mask, plan, .. } = context;
    let (name, storages, queues, views, columns) =
        (&world.name, &names.storages, &names.queues, &names.views, &names.columns);
    let text = name.to_string();
    let components = world.components().iter().map(|component| component.name.to_string());
    let (mentions, iterated, view_count) = (mentions(context), iterated(context), plan.views().len());
    let settling = (0..plan.views().len()).filter(|view| plan.views()[*view].settles());
    let callbacks = world.managing().any(|(number, system)| {
        system.has_callbacks() && plan.view_of(number).is_some_and(|view| !plan.views()[view].settles())
    });
    let replaced = callbacks::on_replaced(context);
    let (plan_data, relations) = (super::plan::generate(context), super::relations::constant(context));
    let double_buffered = past::constant(context);
    let transient = world.transient();
    let transient = (!transient.is_empty()).then(|| {
        quote! { const TRANSIENT: &'static [::core::primitive::usize] = &[#(#transient),*]; }
    });
    let (access, views_impl, callback_methods) = (access(context), view_access(context), callbacks::generate(context));
    let tables = tables(context);
    quote! {
        impl #k::GeneratedWorld for #name {
            type Mask = #mask;
            type Storages = #storages;
            type Queues = #queues;
            type Views = #views;
            type Columns<'w> = #columns<'w>;
            const NAME: &'static ::core::primitive::str = #text;
            const COMPONENTS: &'static [&'static ::core::primitive::str] = &[#(#components),*];
            const VIEWS: &'static [#k::Mentions] = #mentions;
            const ASPECTS: &'static [#k::Aspect<#mask>] =
                &<#k::Aspect<#mask>>::of_views::<#view_count>(<Self as #k::GeneratedWorld>::VIEWS);
            const ITERATED_BY: &'static [&'static [::core::primitive::usize]] = #iterated;
            const SETTLING: &'static [::core::primitive::usize] = &[#(#settling),*];
            #tables
            const PLAN: #k::Plan = #plan_data;
            #relations
            #double_buffered
            #transient
            const CALLBACKS: ::core::primitive::bool = #callbacks;
            #replaced
            fn __core(&self, _: #k::Token) -> &#k::Core<Self> { &self.__ecs }
            fn __core_mut(&mut self, _: #k::Token) -> &mut #k::Core<Self> { &mut self.__ecs }
            #access

            #views_impl
            #callback_methods
        }
    }
}

/// What each view mentions. Lists that are empty are left out, since rustc makes a constant of each.
fn mentions(context: &Context) -> TokenStream {
    let (k, mut text) = (&context.k, String::from("&["));
    for View { aspect: Aspect { all, none, any }, owned, .. } in context.plan.views() {
        let _ = write!(text, "{k}::Mentions {{ ");
        for (field, list) in [("all", all), ("none", none), ("any", any), ("owned", owned)] {
            if !list.is_empty() {
                let _ = write!(text, "{field}: &{list:?}, ");
            }
        }
        // A lint warns about a rest without fields.
        if [all, none, any, owned].iter().any(|list| list.is_empty()) {
            let _ = write!(text, "..{k}::Mentions::NOTHING ");
        }
        text += "}, ";
    }
    text::tokens(&(text + "]"))
}

/// The views that each system iterates.
fn iterated(context: &Context) -> TokenStream {
    let views = (0..context.world.systems.len()).map(|system| context.plan.iterated(system));
    let views = views.map(|view| format!("&{:?}, ", view.as_slice()));
    text::tokens(&format!("&[{}]", views.collect::<String>()))
}

/// The columns, and the storages and components by number.
fn access(context: &Context) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (storages, columns) = (&names.storages, &names.columns);
    let (all, component) = (names::local("storages"), names::local("component"));
    let (entities, list) = (names::local("entities"), &names.components);
    let (among, visitor) = (names::local("among"), names::local("visitor"));
    let fields: Vec<_> = (0..world.components().len()).map(|number| context.component(number)).collect();
    let numbers = 0..fields.len();
    let presents: Vec<_> = numbers.clone().map(|number| past::present(context, number)).collect();
    let (pasts, _) = past::fields(context);
    let kept = past::kept(context).into_iter().map(|number| context.component(number));
    let column = world.components().iter().map(|component| {
        if component.relation.is_some() {
            quote! { #k::read_column }
        } else {
            quote! { #k::column }
        }
    });
    quote! {
        fn __columns<'w>(#all: &'w mut #storages, #entities: #k::EntityColumn<'w>) -> #columns<'w> {
            #columns {
                entities: #entities,
                #(#fields: #column(&mut #all.#fields #presents, #entities)),*
                #(, #pasts: &#all.#kept.past)*
            }
        }
        fn __visit_storage<'w, __EcsVisitor: #k::VisitStorage<'w>>(
            #all: &'w mut #storages,
            #component: ::core::primitive::usize,
            #visitor: __EcsVisitor,
        ) -> ::core::option::Option<__EcsVisitor::Output> {
            match #component {
                #(#numbers => #visitor.visit(&mut #all.#fields),)*
                _ => ::core::option::Option::None,
            }
        }
        fn __each_component<__EcsVisitor: #k::EachComponent<Self>>(
            #among: &Self::Mask,
            #visitor: &mut __EcsVisitor,
        ) {
            <#list as #k::ComponentList<Self>>::visit(#among, #visitor)
        }
    }
}

/// How structural changes affect the views, and the views by number.
fn view_access(context: &Context) -> TokenStream {
    let Context { k, mask, .. } = context;
    let (change, entities, own) = (names::local("change"), names::local("entities"), names::local("mask"));
    let transition = [(&change, quote! { &#k::Transition<#mask> })];
    let spawned = [(&entities, quote! { &[#k::Entity] }), (&own, quote! { &#mask })];
    let methods = [
        notify_method(context, "before", &transition, &kept(context).rev().collect::<Vec<_>>()),
        notify_method(context, "after", &transition, &kept(context).collect::<Vec<_>>()),
        notify_method(context, "spawned", &spawned, &kept(context).collect::<Vec<_>>()),
        by_number(context, None),
        by_number(context, Some(&quote! { mut })),
    ];
    methods.into_iter().collect()
}

/// The views that keep entities.
fn kept<'a>(context: &'a Context) -> impl DoubleEndedIterator<Item = usize> + 'a {
    let views = context.plan.views();
    (0..views.len()).filter(|view| views[*view].is_kept())
}

/// Returns true if constants choose the views that a change affects from a table: with so many views, a constant for each would take long
/// to compile.
fn is_listed(context: &Context) -> bool {
    kept(context).count() > BLOCK
}

/// The functions of the views by number, and the views by component, if there are many views.
fn tables(context: &Context) -> Option<TokenStream> {
    let (k, views) = (&context.k, context.plan.views());
    if !is_listed(context) {
        return None;
    }
    let mentioning = |is_mentioned: &dyn Fn(&Aspect) -> bool| -> Vec<usize> {
        (0..views.len()).filter(|view| is_mentioned(&views[*view].aspect)).collect()
    };
    let (mut by_component, mut notified) = (String::new(), String::new());
    for component in 0..context.world.components().len() {
        let required = mentioning(&|aspect| aspect.all.contains(&component) || aspect.any.contains(&component));
        let excluded = mentioning(&|aspect| aspect.none.contains(&component));
        if !required.is_empty() || !excluded.is_empty() {
            let _ = write!(
                by_component,
                "{k}::MentionedBy {{ component: {component}, required: &{required:?}, excluded: &{excluded:?} }}, "
            );
        }
    }
    for (number, view) in views.iter().enumerate() {
        let _ = if view.is_kept() {
            write!(notified, "{k}::Notify::view::<{number}>(), ")
        } else {
            write!(notified, "{k}::Notify::NOTHING, ")
        };
    }
    let open = mentioning(&|aspect| aspect.all.is_empty() && aspect.any.is_empty());
    Some(text::tokens(&format!(
        "const BY_COMPONENT: &'static [{k}::MentionedBy] = &[{by_component}];
        const OPEN: &'static [::core::primitive::usize] = &{open:?};
        const NOTIFIED: &'static [{k}::Notify<Self>] = &[{notified}];"
    )))
}

/// A method that notifies these views of a change, one after another.
fn notify_method(
    context: &Context,
    name: &str,
    parameters: &[(&Ident, TokenStream)],
    notified: &[usize],
) -> TokenStream {
    let Context { k, names, .. } = context;
    let (storages, views) = (&names.storages, &names.views);
    let (stored, all, span) = (names::local("storages"), names::local("views"), Span::call_site());
    let (method, function) = (names::ident(&format!("__{name}"), span), names::ident(name, span));
    let (arguments, types): (Vec<&Ident>, Vec<TokenStream>) = parameters.iter().cloned().unzip();
    let passed = quote! { #stored, #all, #(#arguments),* };
    let declared = quote! { (#stored: &mut #storages, #all: &mut #views, #(#arguments: #types,)*) };
    let unused = notified.is_empty().then(|| quote! { let _ = (#passed); });
    let body = if is_listed(context) {
        listed(context, name, &declared, &arguments, notified)
    } else {
        quote! {
            #(if const { #k::ViewSet::has(&__EcsChange::VIEWS, #notified) } {
                #k::#function::<Self, #notified>(#passed);
            })*
        }
    };
    // It is inlined with the steps of a change, of which it is a part: otherwise the transition would be passed in memory. (Without
    // optimisation, inlining would only take more of the stack.)
    quote! {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn #method<__EcsChange: #k::Concerned<Self>> #declared {
            #unused
            #body
        }
    }
}

/// The body of such a method in a world of many views: it notifies those of the table that a change can affect, or all of them.
fn listed(
    context: &Context,
    name: &str,
    declared: &TokenStream,
    arguments: &[&Ident],
    notified: &[usize],
) -> TokenStream {
    let (k, name_of_world, span) = (&context.k, &context.world.name, Span::call_site());
    let (stored, all) = (names::local("storages"), names::local("views"));
    let passed = quote! { #stored, #all, #(#arguments),* };
    let [tell, function, of_all] =
        [format!("notify_{name}"), name.to_owned(), format!("{name}_all")].map(|name| names::ident(&name, span));
    let calls = blocks(context, notified).into_iter().map(|block| {
        let calls = quote! { #(#k::#function::<#name_of_world, #block>(#passed);)* };
        if name == "before" { skip_if_absent(context, arguments[0], &block, calls) } else { calls }
    });
    // The first function is not generic, so that its constants are not evaluated for each kind of change. A constant chooses one
    // of the two: rustc also visits the functions that a constant condition excludes, and all that they call.
    quote! {
        #[inline]
        fn #of_all #declared { #(#calls)* }
        (const { if __EcsChange::IS_ABOUT_ALL { #of_all } else { #k::#tell::<Self, __EcsChange>() } })(#passed);
    }
}

/// The views in blocks, in this order; those that know entities which do not match are in blocks of their own, at the end.
fn blocks(context: &Context, notified: &[usize]) -> Vec<Vec<usize>> {
    let (noting, others): (Vec<usize>, Vec<usize>) =
        notified.iter().partition(|view| context.plan.views()[**view].notes_entities());
    others.chunks(BLOCK).chain(noting.chunks(BLOCK)).map(<[usize]>::to_vec).collect()
}

/// Calls for views, skipped if a despawned entity had no component that any of these views requires.
fn skip_if_absent(context: &Context, change: &Ident, block: &[usize], calls: TokenStream) -> TokenStream {
    let Context { k, mask, .. } = context;
    let Some(rarest_required) = rarest_required(context, block) else { return calls };
    quote! {
        if #k::Transition::had_any(#change, &const { <#mask>::of(&[#(#rarest_required),*]) }) {
            #calls
        }
    }
}

/// Number of views that a despawn skips with one test, since an entity can be in any view and is in few. If there are more views than this,
/// constants choose those that a change can affect from a table.
const BLOCK: usize = 8;

/// For each of these views, the required component that the fewest views require; `None` if one of them requires nothing, or knows entities
/// that lost it.
fn rarest_required(context: &Context, block: &[usize]) -> Option<Vec<usize>> {
    let views = context.plan.views();
    if block.iter().any(|view| views[*view].notes_entities()) {
        return None;
    }
    let requiring = |component: &usize| views.iter().filter(|view| view.aspect.all.contains(component)).count();
    block.iter().map(|view| views[*view].aspect.all.iter().copied().min_by_key(requiring)).collect()
}

/// A view by its number.
fn by_number(context: &Context, mutable: Option<&TokenStream>) -> TokenStream {
    let Context { k, names, plan, mask, .. } = context;
    let views = &names.views;
    let (all, number) = (names::local("views"), names::local("view"));
    let numbers: Vec<_> = (0..plan.views().len()).collect();
    let fields: Vec<_> = numbers.iter().copied().map(names::view).collect();
    let method = if mutable.is_some() { "__view_alone_mut" } else { "__view_alone" };
    let method = names::ident(method, Span::call_site());
    let body = if numbers.is_empty() {
        quote! { ::core::option::Option::None }
    } else {
        quote! {
            ::core::option::Option::<&#mutable dyn #k::View<#mask>>::Some(match #number {
                #(#numbers => &#mutable #all.#fields,)*
                _ => return ::core::option::Option::None,
            })
        }
    };
    quote! {
        fn #method(
            #all: &#mutable #views,
            #number: ::core::primitive::usize,
        ) -> ::core::option::Option<&#mutable dyn #k::View<#mask>> {
            #body
        }
    }
}
