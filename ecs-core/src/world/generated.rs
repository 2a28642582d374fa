//! `GeneratedWorld`: the trait that `ecs_world!` implements, on which all other code is based.
//!
//! The macro knows names and numbers, but no behaviour. So this trait has types, constants, and functions that pass a number on to the
//! field or function with that number; the rest of the library is written against it and the traits in `parts.rs`, once for all worlds.
//! Each hidden method takes parts of a `Core` or gives access to it, which requires a `Token` that only this crate can make.

use crate::access::{MentionedBy, Mentions};
use crate::column::EntityColumn;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::plan::Plan;
use crate::storage::{BorrowErased, ErasedMut, VisitStorage};
use crate::view::{Aspect, Transition, View};
use crate::world::{Concerned, Core, EachComponent, Notify, Relating, Token};

/// A view of any kind, with its aspect.
pub type AnyView<'w, M> = (&'w dyn View<M>, Aspect<M>);
/// A view of any kind, for writing, with its aspect.
pub type AnyViewMut<'w, M> = (&'w mut dyn View<M>, Aspect<M>);
/// The types, the constants and the parts of a world. `ecs_world!` implements this trait, which gives every world the methods of
/// [`EcsWorld`](crate::EcsWorld).
///
/// It cannot be sealed, and is not meant to be implemented by hand: a wrong implementation breaks its own world, but not memory safety.
///
/// # Examples
///
/// Tools and messages read the constants:
///
/// ```
/// use ecs_world::{GeneratedWorld, prelude::*};
///
/// struct Health(u32);
///
/// ecs_world! { struct Game; components: Health, u32 as Score; }
///
/// assert_eq!((Game::NAME, Game::COMPONENTS), ("Game", &["Health", "Score"][..]));
/// assert!(!Game::CALLBACKS, "it has no system, and so none with `on_added`");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a world",
    note = "if this is a call of a method: `{Self}` has no such method, and a method of worlds has this name",
    note = "methods of worlds and of `Commands` take the entity: `commands.insert(entity, Health(1))`, and `spawn` a tuple; a `Template` has `with` and `without`",
    note = "a world is what `ecs_world!` declares; library code takes `W: Has<Component>`"
)]
pub trait GeneratedWorld: Default + Sized + 'static {
    /// The mask type of the world: a set of its components.
    type Mask: BitMask;
    /// One storage per component.
    #[doc(hidden)]
    type Storages: Default;
    /// One queue of pending values per component.
    #[doc(hidden)]
    type Queues: Default;
    /// The views that the world keeps up to date.
    #[doc(hidden)]
    type Views: Default;
    /// One column per component, as the fields of a struct.
    type Columns<'w>;
    /// The name of the world.
    const NAME: &'static str;
    /// The names of the components, by number.
    const COMPONENTS: &'static [&'static str];
    /// The components that the aspect of each view mentions.
    #[doc(hidden)]
    const VIEWS: &'static [Mentions];
    /// The same requirements as masks: the aspect of each view.
    #[doc(hidden)]
    const ASPECTS: &'static [Aspect<Self::Mask>];
    /// The views that each system iterates, in ascending order.
    #[doc(hidden)]
    const ITERATED_BY: &'static [&'static [usize]];
    /// The views that mention each component, in ascending order; empty in a world of few views.
    #[doc(hidden)]
    const BY_COMPONENT: &'static [MentionedBy] = &[];
    /// The views that require nothing; empty in a world of few views.
    #[doc(hidden)]
    const OPEN: &'static [usize] = &[];
    /// The functions that notify each view of changes; empty in a world of few views.
    #[doc(hidden)]
    const NOTIFIED: &'static [Notify<Self>] = &[];
    /// The views that defer changes.
    #[doc(hidden)]
    const SETTLING: &'static [usize];
    /// The plan of the world: how each view is kept, and why; systems and schedules.
    const PLAN: Plan;
    /// The relations, by number.
    #[doc(hidden)]
    const RELATIONS: &'static [Relating<Self>] = &[];
    /// The components that snapshots do not have, in ascending order; empty unless the world has snapshots.
    #[doc(hidden)]
    const TRANSIENT: &'static [usize] = &[];
    /// The components that are double-buffered, by number.
    #[doc(hidden)]
    const DOUBLE_BUFFERED: &'static [usize] = &[];
    /// Whether any system has callbacks that transitions call.
    const CALLBACKS: bool;
    /// Whether any system has `on_replaced`.
    #[doc(hidden)]
    const ON_REPLACED: bool = false;

    /// The state of the world, for reading.
    #[doc(hidden)]
    fn __core(&self, token: Token) -> &Core<Self>;
    /// The state of the world, for structural changes and runs.
    #[doc(hidden)]
    fn __core_mut(&mut self, token: Token) -> &mut Core<Self>;
    /// Splits the storages into columns, which can then be borrowed one by one, each with the handles that yield `Entity`.
    #[doc(hidden)]
    fn __columns<'w>(storages: &'w mut Self::Storages, entities: EntityColumn<'w>) -> Self::Columns<'w>;
    /// The storage of the component with this number, without its type; `None` beyond the last one.
    #[doc(hidden)]
    fn __storage(storages: &mut Self::Storages, component: usize) -> Option<ErasedMut<'_>> {
        Self::__visit_storage(storages, component, BorrowErased)
    }
    /// Passes the storage of the component with this number to a visitor; `None` beyond the last one.
    #[doc(hidden)]
    fn __visit_storage<'w, V: VisitStorage<'w>>(
        storages: &'w mut Self::Storages,
        component: usize,
        visitor: V,
    ) -> Option<V::Output>;
    /// Visits the components that are in a mask, in ascending order.
    #[doc(hidden)]
    fn __each_component<V: EachComponent<Self>>(among: &Self::Mask, visitor: &mut V);
    /// Calls `before` of affected views, innermost first.
    #[doc(hidden)]
    fn __before<C: Concerned<Self>>(
        storages: &mut Self::Storages,
        views: &mut Self::Views,
        change: &Transition<Self::Mask>,
    );
    /// Calls `after` of affected views, outermost first.
    #[doc(hidden)]
    fn __after<C: Concerned<Self>>(
        storages: &mut Self::Storages,
        views: &mut Self::Views,
        change: &Transition<Self::Mask>,
    );
    /// Calls `spawned` of matching views, outermost first.
    #[doc(hidden)]
    fn __spawned<C: Concerned<Self>>(
        storages: &mut Self::Storages,
        views: &mut Self::Views,
        entities: &[Entity],
        mask: &Self::Mask,
    );
    /// The view with this number, for reading; `None` beyond the last one.
    #[doc(hidden)]
    fn __view_alone(views: &Self::Views, view: usize) -> Option<&dyn View<Self::Mask>>;
    /// The view with this number, for writing; `None` beyond the last one.
    #[doc(hidden)]
    fn __view_alone_mut(views: &mut Self::Views, view: usize) -> Option<&mut dyn View<Self::Mask>>;
    /// The view with this number, for reading, and its aspect; `None` beyond the last one.
    #[doc(hidden)]
    fn __view(views: &Self::Views, view: usize) -> Option<AnyView<'_, Self::Mask>> {
        Some((Self::__view_alone(views, view)?, *Self::ASPECTS.get(view)?))
    }
    /// The view with this number, for writing, and its aspect: to settle, reset or arrange views one after another.
    #[doc(hidden)]
    fn __view_mut(views: &mut Self::Views, view: usize) -> Option<AnyViewMut<'_, Self::Mask>> {
        Some((Self::__view_alone_mut(views, view)?, *Self::ASPECTS.get(view)?))
    }
    /// Notifies systems of entities that entered and left views that defer changes.
    #[doc(hidden)]
    fn __report(&mut self, _: Token) {}
    /// Calls `on_removed` of the systems that the entity stops matching, before anything changes. Empty unless a system has one.
    #[doc(hidden)]
    fn __on_removed<C: Concerned<Self>>(&mut self, _: &Transition<Self::Mask>, _: Token) {}
    /// Calls `on_added` of the systems that the entity starts to match, after everything changed. Empty unless a system has one.
    #[doc(hidden)]
    fn __on_added<C: Concerned<Self>>(&mut self, _: &Transition<Self::Mask>, _: Token) {}
}
