//! Generates the implementation for each system: how it runs.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::locals::Locals;
use super::{Context, run, stages};
use crate::names;

pub(super) fn generate(context: &Context) -> TokenStream {
    (0..context.world.systems.len()).map(|number| system(context, number)).collect()
}

fn system(context: &Context, number: usize) -> TokenStream {
    let Context { world, k, .. } = context;
    let (name, system) = (&world.name, &world.systems[number]);
    let token = names::local("token");
    let body = (!system.broken).then(|| body(context, number, &token));
    let parameter = if system.broken {
        quote! { _ }
    } else {
        quote! { #token }
    };
    quote! {
        impl #k::RunSystem<#number> for #name {
            #[inline(always)]
            fn __run_one(&mut self, #parameter: #k::Token) { #body }
        }
    }
}

fn body(context: &Context, number: usize, token: &Ident) -> TokenStream {
    let locals = Locals { running: Some(number), ..Locals::new() };
    let take_apart = locals.take_apart(context, &context.world.systems[number], token);
    let run = stages::call(context, number, &locals).unwrap_or_else(|| run::generate(context, number, &locals));
    quote! { #take_apart #run }
}
