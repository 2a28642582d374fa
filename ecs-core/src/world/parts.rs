//! The traits that generated worlds implement once per component, resource, state and view. (Those of systems and schedules
//! are in `run.rs`.)

use crate::bundle::Bundle;
use crate::column::{ColumnMut, ReadColumn};
use crate::commands::Queue;
use crate::entity::Entity;
use crate::events::Events;
use crate::state::State;
use crate::storage::Storage;
use crate::view::{Aspect, Transition, View};
use crate::world::{EcsWorld, OwnedStorages, Token};

mod imply {
    pub trait Inner<T: ?Sized> {
        type Is: ?Sized;
    }

    impl<S: ?Sized, T: ?Sized> Inner<T> for S {
        type Is = T;
    }
}

/// Private, so that no other kind of bundle counts as a component that can be borrowed as `&mut`.
mod mutability {
    pub trait IsMutable {}

    impl<P> IsMutable for crate::bundle::ComponentKind<true, P> {}
}

/// Private, so that only components of the world implement it.
mod component {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a component of `{W}`, and nothing else makes it one",
        label = "add `{Self}` to the `components:` of the `ecs_world!` that declares `{W}`"
    )]
    pub trait Sealed<W> {}

    impl<W: super::Holds<C>, C: 'static> Sealed<W> for C {}
}

/// Makes a trait on one type imply a bound on another: `Imply<C, Is: Component<Self>>`.
pub trait Imply<T: ?Sized>: imply::Inner<T, Is = T> {}

impl<S: ?Sized, T: ?Sized> Imply<T> for S {}

/// Visits the handles in a component.
pub(crate) type VisitIn<C> = fn(&mut C, &mut dyn FnMut(&mut Entity));

/// A world that has the component `C`, which may be one that only the world writes: for reading and structural changes.
///
/// It implies that `C` is a [`Component`] and a [`Bundle`] of the world. [`Has`] adds `&mut C`, and is the bound for everything else.
///
/// # Examples
///
/// ```
/// use ecs_world::{Entity, Holds};
///
/// struct Position(f32);
///
/// fn replace<W: Holds<Position>>(world: &mut W, entity: Entity, x: f32) -> Option<f32> {
///     let old = world.get::<Position>(entity)?.0;
///     world.insert(entity, Position(x)).ok()?;
///     Some(old)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{C}` is not a component of world `{Self}`",
    label = "not a component of `{Self}`",
    note = "add `{C}` to the `components:` of the `ecs_world!` that declares `{Self}`",
    note = "`get` takes one component, without `&`: `get::<C>(entity)`; for several there are `get_components::<(&mut A, &B)>(entity)` and, to read only, `query::<(&A, &B)>().get(entity)`",
    note = "in code that is generic over the world, require `W: Holds<{C}>`, or `W: Has<{C}>` to write"
)]
pub trait Holds<C: 'static>: EcsWorld + Imply<C, Is: Component<Self>> {
    /// The number of the component: its bit in masks.
    const ID: usize;
    /// Returns the targets of a value, if the component is a relation of the world.
    #[doc(hidden)]
    const TARGETS: fn(&C) -> &[Entity] = |_| &[];
    /// Removes one of several targets of a value, if the component is a relation of the world.
    #[doc(hidden)]
    const REMOVE_TARGET: fn(&mut C, Entity) = |_, _| ();
    /// Visits the handles in a value, if the component is a relation of the world or has `#[handles]`.
    #[doc(hidden)]
    const VISIT_HANDLES: Option<VisitIn<C>> = None;
    /// How its values are stored.
    type Storage: Storage<Value = C>;
    /// The storage of its values.
    #[doc(hidden)]
    fn storage(storages: &Self::Storages) -> &Self::Storage;
    /// The storage of its values, for structural changes.
    #[doc(hidden)]
    fn storage_mut(storages: &mut Self::Storages) -> &mut Self::Storage;
    /// The column of the component among those of the world. Only this crate can call it, since it has the token.
    #[doc(hidden)]
    fn column<'a, 'w>(columns: &'a mut Self::Columns<'w>, token: Token) -> &'a mut ColumnMut<'w, C, Self::Storage>;
    /// The queue of its pending values.
    #[doc(hidden)]
    fn queue(queues: &mut Self::Queues) -> &mut Queue<C>;
    /// The queue of its pending values, for reading.
    #[doc(hidden)]
    fn queued(queues: &Self::Queues) -> &Queue<C>;
    /// Calls `on_replaced` of systems, after a value of an entity was replaced.
    #[doc(hidden)]
    fn __on_replaced(&mut self, _: &C, _: &Transition<Self::Mask>, _: Token) {}
}

/// The column of a component that only the world writes, as [`Holds::column`] lends it. For generated code, which gets a token only from
/// there.
#[inline]
pub fn lend_read_column<Column>(column: &mut ReadColumn<Column>, _: Token) -> &mut Column {
    column.column()
}

/// A world that has the component `C`, and lends it as `&mut C`: the bound that library code needs most often.
///
/// It implies [`Holds<C>`](Holds), and so that `C` is a [`Component`] and a [`Bundle`] of the world.
///
/// # Examples
///
/// ```
/// use ecs_world::{EcsWorld, Entity, Has};
///
/// struct Position(f32);
///
/// fn spawn_at<W: Has<Position>>(world: &mut W, x: f32) -> Entity {
///     world.spawn(Position(x))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{C}` is not a mutable component of world `{Self}`",
    label = "not a mutable component of `{Self}`",
    note = "if `{C}` is a relation, take `&{C}`, and insert it again to change its target; only `run()` writes a `Past`",
    note = "otherwise add `{C}` to the `components:` of the `ecs_world!` that declares `{Self}`; `get_mut` takes one without `&mut`",
    note = "in code that is generic over the world, require `W: Has<{C}>`, or `W: HasRelation<{C}>` if it is a relation"
)]
pub trait Has<C: 'static>: Holds<C> {}

// A blanket implementation, instead of one per component.
#[diagnostic::do_not_recommend]
impl<W: Holds<C>, C: Bundle<W, Kind: mutability::IsMutable> + 'static> Has<C> for W {}

/// A component of the world `W`: implied by `W: Holds<C>`, which `ecs_world!` implements for the entries of `components:`.
///
/// # Examples
///
/// ```
/// use ecs_world::{Component, EcsWorld, prelude::*};
///
/// fn swap<W: EcsWorld, C: Component<W>>(world: &mut W, entity: Entity, value: C) -> Option<C> {
///     world.replace(entity, value).ok()?
/// }
///
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: Health; }
///
/// let mut world = World::default();
/// let ship = world.spawn(());
/// assert_eq!(swap(&mut world, ship, Health(3)), None);
/// assert_eq!(swap(&mut world, ship, Health(5)), Some(Health(3)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component of world `{W}`",
    label = "not a component of `{W}`",
    note = "add `{Self}` to the `components:` of the `ecs_world!` that declares `{W}`",
    note = "in code that is generic over the world, require `W: Holds<{Self}>`"
)]
pub trait Component<W: EcsWorld>: component::Sealed<W> + Bundle<W, Replaced = Option<Self>> + 'static {}

impl<W: Holds<C>, C: Bundle<W, Replaced = Option<C>> + 'static> Component<W> for C {}

/// A world that has the relation `R`: an entry of `relations:`.
///
/// It implies [`Holds<R>`](Holds). A relation that is a `tree` is also [`HasTree`].
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Relation)]
/// struct Targets(Entity);
///
/// fn is_targeted<W: HasRelation<Targets>>(world: &W, entity: Entity) -> bool {
///     world.sources::<Targets>().count(entity) > 0
/// }
///
/// ecs_world! { relations: Targets (clear); }
///
/// let mut world = World::default();
/// let player = world.spawn(());
/// world.spawn(Targets(player));
/// assert!(is_targeted(&world, player));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{R}` is not a relation of world `{Self}`",
    label = "not a relation of `{Self}`",
    note = "add `{R}` to the `relations:` of the `ecs_world!` that declares `{Self}`",
    note = "in code that is generic over the world, require `W: HasRelation<{R}>`"
)]
pub trait HasRelation<R: 'static>: Holds<R> {
    /// The number of the relation.
    #[doc(hidden)]
    const RELATION: usize;
}

/// A world that has the relation `R` as a `tree`: no entity is its own ancestor.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Relation)]
/// struct ChildOf(Entity);
///
/// fn depth<W: HasTree<ChildOf>>(world: &W, entity: Entity) -> usize {
///     world.tree::<ChildOf>().ancestors(entity).count()
/// }
///
/// ecs_world! { relations: ChildOf (tree, cascade); }
///
/// let mut world = World::default();
/// let parent = world.spawn(());
/// let child = world.spawn(ChildOf(parent));
/// assert_eq!(depth(&world, child), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{R}` is not a tree of world `{Self}`",
    label = "not a tree of `{Self}`",
    note = "declare it as `relations: {R} (tree, ..)` in the `ecs_world!` that declares `{Self}`; `sources` reads any relation",
    note = "in code that is generic over the world, require `W: HasTree<{R}>`"
)]
pub trait HasTree<R: 'static>: HasRelation<R> {}

/// A world that has the resource `R`.
///
/// With several such bounds (`HasState<S>` implies `HasResource<State<S>>`) the type of the resource must be written:
/// `let gold: &mut Gold = world.resource_mut();`.
///
/// # Examples
///
/// ```
/// use ecs_world::{HasResource, prelude::*};
///
/// #[derive(Default)]
/// struct Score(u32);
///
/// fn win<W: HasResource<Score>>(world: &mut W) -> u32 {
///     world.resource_mut().0 += 1;
///     world.resource().0
/// }
///
/// ecs_world! { resources: Score; }
///
/// let mut world = World::default();
/// assert_eq!((win(&mut world), world.resources.score.0), (1, 1));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{R}` is not a resource of world `{Self}`",
    label = "not a resource of `{Self}`",
    note = "add `{R}` to the `resources:` of the `ecs_world!` that declares `{Self}`",
    note = "in code that is generic over the world, require `W: HasResource<{R}>`"
)]
pub trait HasResource<R>: EcsWorld {
    /// The resource.
    fn resource(&self) -> &R;
    /// The resource, for writing.
    fn resource_mut(&mut self) -> &mut R;
}

/// A world that has events of the type `E`.
///
/// # Examples
///
/// ```
/// use ecs_world::{HasEvents, prelude::*};
///
/// struct Hit(u32);
///
/// fn hit<W: HasEvents<Hit>>(world: &mut W, damage: u32) -> usize {
///     world.events_mut().send(Hit(damage));
///     world.events().len()
/// }
///
/// ecs_world! { events: Hit; }
///
/// let mut world = World::default();
/// assert_eq!([hit(&mut world, 3), hit(&mut world, 5)], [1, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{E}` is not an event of world `{Self}`",
    label = "not an event of `{Self}`",
    note = "add `{E}` to the `events:` of the `ecs_world!` that declares `{Self}`",
    note = "in code that is generic over the world, require `W: HasEvents<{E}>`"
)]
pub trait HasEvents<E>: EcsWorld {
    /// The events that are kept.
    fn events(&self) -> &Events<E>;
    /// The events that are kept, to send further ones.
    fn events_mut(&mut self) -> &mut Events<E>;
}

/// A world that has the state `S`: library code reads it, and requests transitions.
///
/// It is the same as `HasResource<State<S>>`, with methods of its own.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Phase { Menu, Play }
///
/// fn pause<W: HasState<Phase>>(world: &mut W) -> bool {
///     let plays = *world.state() == Phase::Play;
///     world.state_mut().set(Phase::Menu);
///     plays
/// }
///
/// ecs_world! { states: Phase = Phase::Play; }
///
/// let mut world = World::default();
/// assert!(pause(&mut world));
/// world.run();
/// assert!(!pause(&mut world));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{S}` is not a state of world `{Self}`",
    label = "not a state of `{Self}`",
    note = "add `{S}` to the `states:` of the `ecs_world!` that declares `{Self}`",
    note = "in code that is generic over the world, require `W: HasState<{S}>`"
)]
pub trait HasState<S>: HasResource<State<S>> {
    /// The state.
    fn state(&self) -> &State<S> {
        self.resource()
    }

    /// The state, to request a transition.
    fn state_mut(&mut self) -> &mut State<S> {
        self.resource_mut()
    }
}

#[diagnostic::do_not_recommend]
impl<W: HasResource<State<S>>, S> HasState<S> for W {}

/// A world with the state number `S`, whose values have the type `V`.
pub trait ChangeState<V, const S: usize>: EcsWorld {
    /// Returns true if two values are equal. The values of a state are compared only here.
    fn __is(value: &V, other: &V) -> bool;
    /// The state.
    fn __state(&mut self, token: Token) -> &mut State<V>;
    /// Runs the schedule `on_exit` of the current value, if there is one.
    fn __exit(&mut self, token: Token);
    /// Runs the schedule `on_enter` of the current value, if there is one.
    fn __enter(&mut self, token: Token);
}

/// A world with the view number `V`.
pub trait HasView<const V: usize>: EcsWorld {
    /// The aspect of the view.
    const ASPECT: Aspect<Self::Mask> = Self::ASPECTS[V];
    /// How the view is kept.
    type View: View<Self::Mask>;
    /// The storages that the view owns, as a list of types. (An associated type could not name a component that is less visible than the
    /// world.)
    #[must_use]
    fn owned() -> impl OwnedStorages<Self> {}
    /// The view.
    fn view(views: &Self::Views) -> &Self::View;
    /// The view, for writing.
    fn view_mut(views: &mut Self::Views) -> &mut Self::View;
}
