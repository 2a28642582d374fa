//! Generates the implementation of `EcsWorld`: how generic code reaches the parts of this world.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, systems};
use crate::model::Aspect;
use crate::names;

pub(super) fn generate(context: &Context) -> TokenStream {
    let Context { world, k, names, mask, plan, .. } = context;
    let (name, storages, queues, views, columns) =
        (&world.name, &names.storages, &names.queues, &names.views, &names.columns);
    let text = name.to_string();
    let components = world.components.iter().map(|component| component.name.to_string());
    let view_list = plan.views().iter().map(|Aspect { all, none, any }| {
        quote! { #k::Mentions { all: &[#(#all),*], none: &[#(#none),*], any: &[#(#any),*] } }
    });
    let callbacks = world.systems.iter().any(|system| system.on_added.is_some() || system.on_removed.is_some());
    let (access, views_impl, callback_methods) = (access(context), view_access(context), systems::callbacks(context));
    quote! {
        impl #k::EcsWorld for #name {
            type Mask = #mask;
            type Storages = #storages;
            type Queues = #queues;
            type Views = #views;
            type Columns<'w> = #columns<'w>;
            const NAME: &'static str = #text;
            const COMPONENTS: &'static [&'static str] = &[#(#components),*];
            const VIEWS: &'static [#k::Mentions] = &[#(#view_list),*];
            const CALLBACKS: bool = #callbacks;
            fn __core(&self, _: #k::Token) -> &#k::Core<Self> { &self.__ecs }
            fn __core_mut(&mut self, _: #k::Token) -> &mut #k::Core<Self> { &mut self.__ecs }
            #access
            #views_impl
            #callback_methods
        }
    }
}

/// The columns and the storages by number.
fn access(context: &Context) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (storages, columns) = (&names.storages, &names.columns);
    let (all, component) = (names::local("storages"), names::local("component"));
    let entities = names::local("entities");
    let fields: Vec<_> = (0..world.components.len()).map(|number| context.component(number)).collect();
    let numbers = 0..fields.len();
    quote! {
        fn __columns<'w>(#all: &'w mut #storages, #entities: #k::EntityColumn<'w>) -> #columns<'w> {
            #columns { entities: #entities, #(#fields: #k::SparseSet::column_mut(&mut #all.#fields)),* }
        }
        fn __storage(
            #all: &mut #storages,
            #component: usize,
        ) -> ::core::option::Option<&mut dyn #k::ErasedStorage> {
            match #component {
                #(#numbers => ::core::option::Option::Some(&mut #all.#fields),)*
                _ => ::core::option::Option::None,
            }
        }
    }
}

/// What a structural change means to the views, and the views by number.
fn view_access(context: &Context) -> TokenStream {
    let Context { k, names, plan, mask, .. } = context;
    let (storages, views) = (&names.storages, &names.views);
    let (all, change, number) = (names::local("views"), names::local("change"), names::local("view"));
    let numbers: Vec<_> = (0..plan.views().len()).collect();
    let fields = numbers.iter().copied().map(names::view);
    quote! {
        #[inline]
        fn __leave<__EcsChange: #k::Concerned<Self>>(_: &mut #storages, #all: &mut #views, #change: &#k::Transition<#mask>) {
            #(if #k::Views::has(&__EcsChange::VIEWS, #numbers) {
                #k::leave::<Self, #numbers>(#all, #change);
            })*
        }
        #[inline]
        fn __enter<__EcsChange: #k::Concerned<Self>>(_: &mut #storages, #all: &mut #views, #change: &#k::Transition<#mask>) {
            #(if #k::Views::has(&__EcsChange::VIEWS, #numbers) {
                #k::enter::<Self, #numbers>(#all, #change);
            })*
        }
        fn __view(
            #all: &#views,
            #number: usize,
        ) -> ::core::option::Option<(&#k::ListView, #k::Aspect<#mask>)> {
            match #number {
                #(#numbers => ::core::option::Option::Some((&#all.#fields, <Self as #k::HasView<#numbers>>::ASPECT)),)*
                _ => ::core::option::Option::None,
            }
        }
    }
}
