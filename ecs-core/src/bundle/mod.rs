//! Bundles: one or more components that are inserted or removed together.
//!
//! A bundle has a *kind* ([`ComponentKind`], [`OptionKind`], [`TupleKind`], `WideKind` or [`StructKind`]), which implements the operations.
//! The impls of [`Bundle`] that the macros generate only name a kind, so generated code stays small. The kinds are in `kinds`, `nested` and
//! `wide`, the storages that they change in `places`, bundles of many entities in `columns`.

mod columns;
mod kinds;
mod nested;
mod places;
mod wide;

pub use columns::BundleColumns;
pub use kinds::{ComponentKind, OptionKind};
pub use nested::{IntoTuple, StructKind, TupleKind};
pub use places::{BothStorages, ChangedIn, OwnStorage};

use alloc::vec::Vec;

use crate::access::Access;
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::view::Transition;
use crate::world::EcsWorld;

/// A component of the world `W`, an `Option` of one, a tuple of bundles (up to 16), or a struct with `#[derive(Bundle)]`.
///
/// Nested bundles are flattened: the order and the nesting of components have no effect. A bundle that names a component twice is a compile
/// error where it is used (at `cargo build`).
///
/// An optional part adds nothing if it is `None`: an insertion is one transition, whichever parts it has. A removal does not require
/// optional parts: `remove::<(A, Option<B>)>` removes `A`, and `B` if the entity has it.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Health(u32);
/// # #[derive(Debug, PartialEq)] struct Shield(u32);
/// #[derive(Bundle)]
/// struct Enemy { health: Health, shield: Option<Shield> }
///
/// ecs_world! { components: Health, Shield; }
///
/// let mut world = World::default();
/// let weak = world.spawn(Enemy { health: Health(3), shield: None });
/// let strong = world.spawn((Health(9), Some(Shield(5))));
/// assert!(!world.has::<Shield>(weak) && world.has::<Shield>(strong));
/// assert_eq!(world.remove::<(Health, Option<Shield>)>(weak), Ok(Some((Health(3), None))));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component or bundle of world `{W}`",
    label = "not a component (or a tuple or bundle of components) of `{W}`",
    note = "add `{Self}` to the `components:`, or a relation to the `relations:`, of the `ecs_world!` that declares `{W}`",
    note = "if `{Self}` is a struct of components, write `#[derive(Bundle)]` at it; a resource is part of no bundle",
    note = "methods take the entity first, then the components: `insert(entity, (A, B))`; a tuple has at most 16 parts: nest more, `((A, B), (C, D))`",
    note = "in code that is generic over the world, require `W: Has<{Self}>`, or `W: HasRelation<{Self}>` if it is a relation"
)]
pub trait Bundle<W: EcsWorld>: Sized {
    /// What `replace` and `remove_any` return: an `Option` per component.
    type Replaced;
    /// The implementation of the operations.
    #[doc(hidden)]
    type Kind: BundleKind<W, Self, Replaced = Self::Replaced>;
}

/// The values of a bundle, with its structs taken apart.
pub(crate) type Plain<W, B> = <<B as Bundle<W>>::Kind as BundleKind<W, B>>::Plain;

/// Takes the structs of a bundle apart. This is user code, so it runs before anything changes.
#[inline(always)]
pub(crate) fn plain<W: EcsWorld, B: Bundle<W>>(bundle: B) -> Plain<W, B> {
    B::Kind::into_plain(bundle)
}

/// Puts the structs of a refused bundle together again, to return it with the error.
pub(crate) fn put_together<W: EcsWorld, B: Bundle<W>>(refused: ChangeError<Plain<W, B>>) -> ChangeError<B> {
    ChangeError { kind: refused.kind, value: B::Kind::from_plain(refused.value) }
}

/// Private, so that kinds and columns of bundles are implemented only in this directory. They are generic over the world and the bundle:
/// otherwise another crate could implement [`BundleKind`] of its own types for a kind of this crate.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "kinds of bundles are implemented by the library alone; `#[derive(Bundle)]` makes a bundle",
        label = "`{Self}` cannot be the kind of `{B}`"
    )]
    pub trait Kind<W, B> {}

    #[diagnostic::on_unimplemented(
        message = "columns of bundles are implemented by the library alone",
        label = "`{Self}` cannot be columns"
    )]
    pub trait Columns<W> {}
}

/// Operations of a bundle on storages and queues. Masks and views are updated by the caller.
///
/// They take the values of a bundle without its structs ([`Plain`](Self::Plain)). The two conversions call user code, which may panic, so
/// they are called before the first step of a change, or after its last one.
pub trait BundleKind<W: EcsWorld, B>: sealed::Kind<W, B> {
    /// The bundle without structs: a component, an `Option` of one, or a tuple of these, nested like the bundle.
    type Plain;
    /// What `replace` returns.
    type Replaced;
    /// The components of the bundle, each as a write.
    const ACCESS: Access;
    /// The components of the bundle, optional ones included.
    fn mask() -> W::Mask;
    /// Takes structs apart.
    fn into_plain(bundle: B) -> Self::Plain;
    /// Puts structs together.
    fn from_plain(plain: Self::Plain) -> B;
    /// The components for which the bundle has a value, without optional ones that are `None`.
    #[inline]
    fn measure(_plain: &Self::Plain) -> W::Mask {
        Self::mask()
    }
    /// Inserts the bundle into an entity that has none of its components.
    fn push(plain: Self::Plain, storages: &mut W::Storages, entity: Entity);
    /// Appends the values of the bundle without an owner; `assign_owners` follows.
    fn push_unowned(plain: Self::Plain, storages: &mut W::Storages);
    /// Assigns entities to appended values, in order; values without an entity are dropped.
    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]);
    /// Inserts one bundle per entity; none of the entities has its component. Called only for single components.
    fn extend(bundles: Vec<B>, storages: &mut W::Storages, entities: &[Entity]) {
        for (bundle, entity) in bundles.into_iter().zip(entities) {
            Self::push(Self::into_plain(bundle), storages, *entity);
        }
    }
    /// Inserts the bundle into an entity with the mask `old`, and returns the values that it replaces.
    fn replace(plain: Self::Plain, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Self::Replaced;
    /// Removes the bundle from an entity that has all of its components; optional ones only if it has them.
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<Self::Plain>;
    /// Removes those components of the bundle that an entity has.
    fn take_any(storages: &mut W::Storages, entity: Entity) -> Self::Replaced;
    /// Reserves capacity for `additional` bundles in each storage, except those of optional components.
    fn reserve(storages: &mut W::Storages, additional: usize);
    /// Appends the bundle to the queues of commands.
    fn enqueue(plain: Self::Plain, queues: &mut W::Queues);
    /// Calls `visit` with the number and the targets of each relation in the bundle.
    fn targets(plain: &Self::Plain, visit: &mut dyn FnMut(usize, &[Entity]));
    /// Calls the callbacks for the values that a change of an entity replaced.
    fn report_replaced(replaced: &Self::Replaced, world: &mut W, change: &Transition<W::Mask>);
    /// Calls the callbacks for the components `among` in a bundle that an exchange took, if they were replaced.
    fn report_exchanged(plain: &Self::Plain, among: &W::Mask, world: &mut W, change: &Transition<W::Mask>);
    /// Calls user code that must run before the bundle is inserted into an entity with the mask `old`.
    fn prepare(plain: &Self::Plain, storages: &mut W::Storages, old: &W::Mask);
    /// Calls user code that must run before these values are inserted into entities without them. Called only for single components.
    fn prepare_all(_bundles: &[B], _storages: &mut W::Storages) {}
    /// Calls user code that must run after components of the bundle were removed.
    fn finish(_storages: &mut W::Storages) {}
    /// Removes the bundle from the front of the queues; `held` are its components with a value.
    fn dequeue(queues: &mut W::Queues, held: &W::Mask) -> Option<Self::Plain>;
}
