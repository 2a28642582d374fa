//! Owns `GeneratedWorld`: what `ecs_world!` generates of a world, and what all else is built on.

use crate::{
    Aspect, BitMask, Concerned, Core, Entity, EntityColumn, ErasedStorage, Mentions, Plan, Token, Transition, View,
};

/// A view of whatever kind, with its aspect.
pub type AnyView<'w, M> = (&'w dyn View<M>, Aspect<M>);
/// A view of whatever kind, to change, with its aspect.
pub type AnyViewMut<'w, M> = (&'w mut dyn View<M>, Aspect<M>);
/// The types, the constants and the parts of a world. `ecs_world!` implements it, and with it every world has the methods of
/// [`EcsWorld`](crate::EcsWorld).
///
/// It cannot be sealed, and is not meant for implementation by hand: one that is wrong breaks its own world, though no memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait GeneratedWorld: Default + Sized + 'static {
    /// A set of the world's components.
    type Mask: BitMask;
    /// One storage per component.
    #[doc(hidden)]
    type Storages: Default;
    /// One queue of waiting values per component.
    #[doc(hidden)]
    type Queues: Default;
    /// The views that the world keeps up to date.
    #[doc(hidden)]
    type Views: Default;
    /// One column per component, to borrow apart.
    type Columns<'w>;
    /// The name of the world.
    const NAME: &'static str;
    /// The names of the components, by number.
    const COMPONENTS: &'static [&'static str];
    /// What the aspect of each view mentions.
    #[doc(hidden)]
    const VIEWS: &'static [Mentions];
    /// The views that settle later.
    #[doc(hidden)]
    const SETTLING: &'static [usize];
    /// What was decided about the world: how each view is kept, and why.
    const PLAN: Plan;
    /// Whether any system wants to hear of entities that begin or cease to satisfy it.
    const CALLBACKS: bool;

    #[doc(hidden)]
    fn __core(&self, token: Token) -> &Core<Self>;
    #[doc(hidden)]
    fn __core_mut(&mut self, token: Token) -> &mut Core<Self>;
    #[doc(hidden)]
    fn __columns<'w>(storages: &'w mut Self::Storages, entities: EntityColumn<'w>) -> Self::Columns<'w>;
    #[doc(hidden)]
    fn __storage(storages: &mut Self::Storages, component: usize) -> Option<&mut dyn ErasedStorage>;
    /// Views, innermost first, before an entity changes.
    #[doc(hidden)]
    fn __before<C: Concerned<Self>>(
        storages: &mut Self::Storages,
        views: &mut Self::Views,
        change: &Transition<Self::Mask>,
    );
    /// Views, outermost first, after an entity changed.
    #[doc(hidden)]
    fn __after<C: Concerned<Self>>(
        storages: &mut Self::Storages,
        views: &mut Self::Views,
        change: &Transition<Self::Mask>,
    );
    /// Views, outermost first, after entities with this mask were spawned together.
    #[doc(hidden)]
    fn __spawned<C: Concerned<Self>>(
        storages: &mut Self::Storages,
        views: &mut Self::Views,
        entities: &[Entity],
        mask: &Self::Mask,
    );
    #[doc(hidden)]
    fn __view(views: &Self::Views, view: usize) -> Option<AnyView<'_, Self::Mask>>;
    #[doc(hidden)]
    fn __view_mut(views: &mut Self::Views, view: usize) -> Option<AnyViewMut<'_, Self::Mask>>;
    /// Tells systems who came to views that settle later, and who went.
    #[doc(hidden)]
    fn __report(&mut self, _: Token) {}
    #[doc(hidden)]
    fn __on_removed<C: Concerned<Self>>(&mut self, _: &Transition<Self::Mask>, _: Token) {}
    #[doc(hidden)]
    fn __on_added<C: Concerned<Self>>(&mut self, _: &Transition<Self::Mask>, _: Token) {}
}
