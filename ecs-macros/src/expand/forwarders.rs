//! Generates the methods that every world has, as forwarders to `EcsWorld`, so that games need not import the trait.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;

pub(super) fn generate(context: &Context) -> TokenStream {
    let (structure, access, everything) = (structure(context), access(context), everything(context));
    quote! { #structure #access #everything }
}

/// What changes which entities there are and what they have.
fn structure(context: &Context) -> TokenStream {
    let k = &context.k;
    let world = quote! { #k::EcsWorld };
    let (result, exchange) = (quote! { ::core::result::Result }, exchange(context));
    quote! {
        /// A world without entities; the same as `default()`.
        #[must_use]
        pub fn new() -> Self { <Self as ::core::default::Default>::default() }
        /// Spawns an entity with a bundle: a component, a tuple of bundles, or a struct with `#[derive(Bundle)]`.
        #[track_caller]
        pub fn spawn<B: #k::Bundle<Self>>(&mut self, bundle: B) -> #k::Entity { let () = #k::CheckBundle::<Self, B>::OK; #world::spawn(self, bundle) }
        /// Spawns an entity for each bundle of an iterator, and gives the handles in order.
        #[track_caller]
        pub fn spawn_batch<I: ::core::iter::IntoIterator<Item: #k::Bundle<Self>>>(&mut self, bundles: I) -> #k::Entities {
            let () = #k::CheckBundle::<Self, I::Item>::OK;
            #world::spawn_batch(self, bundles)
        }
        /// Spawns an entity for each row of some columns; columns of unequal length are given back.
        #[track_caller]
        pub fn spawn_columns<C: #k::BundleColumns<Self>>(
            &mut self,
            columns: C,
        ) -> #result<#k::Entities, #k::UnequalColumns<C>> {
            let () = #k::CheckColumns::<Self, C>::OK;
            #world::spawn_columns(self, columns)
        }
        /// Makes room for this many more entities with a bundle.
        pub fn reserve<B: #k::Bundle<Self>>(&mut self, additional: usize) {
            let () = #k::CheckBundle::<Self, B>::OK;
            #world::reserve::<B>(self, additional)
        }
        /// Despawns an entity and drops what it has; `Err` if the handle is stale or foreign.
        pub fn despawn(&mut self, entity: #k::Entity) -> #result<(), #k::NoSuchEntity> { #world::despawn(self, entity) }
        /// Despawns all entities.
        pub fn clear(&mut self) { #world::clear(self) }
        /// Gives an entity a bundle and drops what it had of it; `Err` gives the bundle back.
        pub fn insert<B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
            bundle: B,
        ) -> #result<(), #k::NoSuchEntity<B>> {
            let () = #k::CheckBundle::<Self, B>::OK;
            #world::insert(self, entity, bundle)
        }
        /// Gives an entity a bundle and returns what it had of it; `Err` gives the bundle back.
        pub fn replace<B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
            bundle: B,
        ) -> #result<<B as #k::Bundle<Self>>::Replaced, #k::NoSuchEntity<B>> {
            let () = #k::CheckBundle::<Self, B>::OK;
            #world::replace(self, entity, bundle)
        }
        /// Takes a bundle from an entity: all of it, or nothing.
        pub fn remove<B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
        ) -> #result<::core::option::Option<B>, #k::NoSuchEntity> {
            let () = #k::CheckBundle::<Self, B>::OK;
            #world::remove::<B>(self, entity)
        }
        #exchange
        /// The commands that wait for the next sync, to add to them.
        pub fn commands(&mut self) -> &mut #k::Commands<Self> { #world::commands(self) }
        /// Applies the commands that wait.
        pub fn flush(&mut self) { #world::flush(self) }
        /// How many commands were dropped so far because their entity was gone.
        #[must_use]
        pub fn dropped_commands(&self) -> u64 { #world::dropped_commands(self) }
        /// Gives spare memory back.
        pub fn shrink_to_fit(&mut self) { #world::shrink_to_fit(self) }
    }
}

/// The forwarder of the one change of two bundles.
fn exchange(context: &Context) -> TokenStream {
    let (k, result) = (&context.k, quote! { ::core::result::Result });
    let world = quote! { #k::EcsWorld };
    quote! {
        /// Removes a bundle from an entity, inserts another one in the same transition, and returns what was removed; `Err` gives the
        /// bundle back.
        pub fn exchange<R: #k::Bundle<Self>, B: #k::Bundle<Self>>(
            &mut self,
            entity: #k::Entity,
            bundle: B,
        ) -> #result<R, #k::ExchangeError<B>> {
            let () = #k::CheckBundle::<Self, R>::OK;
            let () = #k::CheckBundle::<Self, B>::OK;
            #world::exchange::<R, B>(self, entity, bundle)
        }
    }
}

/// What looks entities and components up.
fn access(context: &Context) -> TokenStream {
    let Context { k, mask, .. } = context;
    let world = quote! { #k::EcsWorld };
    let (option, result) = (quote! { ::core::option::Option }, quote! { ::core::result::Result });
    quote! {
        /// A component of an entity.
        #[must_use]
        #[inline]
        pub fn get<C: 'static>(&self, entity: #k::Entity) -> #option<&C> where Self: #k::Has<C> {
            #world::get::<C>(self, entity)
        }
        /// A component of an entity, to change.
        #[must_use]
        #[inline]
        pub fn get_mut<C: 'static>(&mut self, entity: #k::Entity) -> #option<&mut C> where Self: #k::Has<C> {
            #world::get_mut::<C>(self, entity)
        }
        /// Several components of an entity at once: `get_many::<(&mut A, &B)>`.
        #[must_use]
        pub fn get_many<Q: #k::QueryData<Self>>(
            &mut self,
            entity: #k::Entity,
        ) -> #option<#k::QueryItem<'_, Self, Q>> {
            let () = #k::CheckQuery::<Self, Q>::OK;
            #world::get_many::<Q>(self, entity)
        }
        /// One component of several entities at once, to change; `Err` says which handle is in the way.
        pub fn get_disjoint_mut<C: 'static, const N: usize>(
            &mut self,
            entities: [#k::Entity; N],
        ) -> #result<[&mut C; N], #k::DisjointError> where Self: #k::Has<C> {
            #world::get_disjoint_mut::<C, { N }>(self, entities)
        }
        /// Whether the handle names a living entity of this world.
        #[must_use]
        pub fn contains(&self, entity: #k::Entity) -> bool { #world::contains(self, entity) }
        /// Whether an entity lives and has a component.
        #[must_use]
        pub fn has<C: 'static>(&self, entity: #k::Entity) -> bool where Self: #k::Has<C> {
            #world::has::<C>(self, entity)
        }
        /// What an entity has, as a set.
        #[must_use]
        pub fn mask(&self, entity: #k::Entity) -> #option<#mask> { #world::mask(self, entity) }
        /// What an entity has, by name.
        #[must_use]
        pub fn component_names(&self, entity: #k::Entity) -> #option<#k::Names> { #world::component_names(self, entity) }
        /// How many entities live.
        #[must_use]
        pub fn len(&self) -> usize { #world::len(self) }
        /// Whether no entity lives.
        #[must_use]
        pub fn is_empty(&self) -> bool { #world::is_empty(self) }
        /// The living entities by ascending index.
        #[must_use]
        pub fn entities(&self) -> #k::LiveEntities<'_> { #world::entities(self) }
        /// The entity that has this component, by its address.
        #[must_use]
        pub fn owner_of<C: 'static>(&self, component: &C) -> #option<#k::Entity> where Self: #k::Has<C> {
            #world::owner_of::<C>(self, component)
        }
    }
}

/// What goes over all that have certain components.
fn everything(context: &Context) -> TokenStream {
    let Context { k, names, .. } = context;
    let (world, columns) = (quote! { #k::EcsWorld }, &names.columns);
    let result = quote! { ::core::result::Result };
    quote! {
        /// Asks for entities with certain components, to read them: `query::<(Entity, &A, Option<&B>)>()`.
        pub fn query<Q: #k::ReadQueryData<Self>>(&self) -> #k::Query<'_, Self, Q> { let () = #k::CheckQuery::<Self, Q>::OK; #world::query::<Q>(self) }
        /// Asks for entities with certain components, to change them: `query_mut::<(&mut A, &B)>()`.
        pub fn query_mut<Q: #k::QueryData<Self>>(&mut self) -> #k::Query<'_, Self, Q> { let () = #k::CheckQuery::<Self, Q>::OK; #world::query_mut::<Q>(self) }
        /// The values of each component, to borrow apart and to join.
        pub fn columns(&mut self) -> #columns<'_> { #world::columns(self) }
        /// Sorts the values of a component, within the bounds of groups; equal ones keep their order.
        pub fn sort_by<C: 'static>(
            &mut self,
            compare: impl ::core::ops::FnMut(&C, &C) -> ::core::cmp::Ordering,
        ) where Self: #k::Has<C, Storage: #k::Sortable> {
            #world::sort_by::<C>(self, compare);
        }
        /// Sorts the values of a component by what is asked of each, within the bounds of groups; equal ones keep their order.
        pub fn sort_by_key<C: 'static, K: ::core::cmp::Ord>(
            &mut self,
            key: impl ::core::ops::FnMut(&C) -> K,
        ) where Self: #k::Has<C, Storage: #k::Sortable> {
            #world::sort_by_key::<C, K>(self, key);
        }
        /// Lets `tidy` move the values of a component again that were sorted.
        pub fn unsort<C: 'static>(&mut self) where Self: #k::Has<C, Storage: #k::Sortable> { #world::unsort::<C>(self) }
        /// Brings all storages and lists into one common order, so that walks which look components up find them side by side.
        pub fn tidy(&mut self) -> #k::Tidied { #world::tidy(self) }
        /// The same, by at most as many moves of values as the budget says.
        pub fn tidy_within(&mut self, budget: usize) -> #k::Tidied { #world::tidy_within(self, budget) }
        /// Has each `run()` end by tidying within a budget; with `None`, no more.
        pub fn set_tidy_budget(&mut self, budget: ::core::option::Option<usize>) { #world::set_tidy_budget(self, budget) }
        /// The budget within which `run()` tidies, if it does.
        #[must_use]
        pub fn tidy_budget(&self) -> ::core::option::Option<usize> { #world::tidy_budget(self) }
        /// Compares `World::PLAN` with the sizes at this time: which views lost storages to far smaller ones, and what to write.
        #[must_use]
        pub fn advice(&self) -> #k::Advice { #world::advice(self) }
        /// Checks that all parts of the world agree; for tests.
        pub fn check_invariants(&mut self) -> #result<(), #k::InvariantError> { #world::check_invariants(self) }
    }
}
