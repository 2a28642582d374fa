//! Owns bundles: one or more components that are given or taken together. What each kind does is in `kinds`.

mod columns;
mod kinds;

pub use columns::BundleColumns;
pub use kinds::{ComponentKind, IntoTuple, StructKind, TupleKind};

use crate::{Access, EcsWorld, Entity};

/// A component of the world `W`, a tuple of bundles (up to 16), or a struct with `#[derive(Bundle)]`.
///
/// A bundle that names a component twice is a compile error where it is used (at `cargo build`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component or bundle of world `{W}`",
    label = "not a component (or a tuple or bundle of components) of `{W}`",
    note = "add `{Self}` to the `components:` of the `ecs_world!` that declares `{W}`",
    note = "in code that is generic over the world, ask for `W: Has<{Self}>`"
)]
pub trait Bundle<W: EcsWorld>: Sized {
    /// What `replace` returns: an `Option` per component.
    type Replaced;
    /// How the bundle is given and taken.
    #[doc(hidden)]
    type Kind: BundleKind<W, Self, Replaced = Self::Replaced>;
}

/// Private, so that kinds and columns of bundles are implemented in this directory alone. They name the world and the bundle:
/// what these are, others could choose freely for a type of ours.
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

/// How a bundle is given to an entity and taken from it. The mask of the entity is the caller's affair.
pub trait BundleKind<W: EcsWorld, B>: sealed::Kind<W, B> {
    /// What `replace` returns.
    type Replaced;
    /// The components of the bundle, each as a write.
    const ACCESS: Access;
    /// The components of the bundle.
    fn mask() -> W::Mask;
    /// Gives the bundle to an entity that has none of it.
    fn put(bundle: B, storages: &mut W::Storages, entity: Entity);
    /// Adds the values of the bundle for an entity that is named later, by `name`.
    fn put_unnamed(bundle: B, storages: &mut W::Storages);
    /// Says whose the values are that were added without a name; values beyond are dropped.
    fn name(storages: &mut W::Storages, entities: &[Entity]);
    /// Gives the bundle to an entity that has these components, and returns what it had of it.
    fn replace(bundle: B, storages: &mut W::Storages, entity: Entity, old: &W::Mask) -> Self::Replaced;
    /// Takes the bundle from an entity that has all of it.
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<B>;
    /// Makes room for this many bundles.
    fn reserve(storages: &mut W::Storages, additional: usize);
    /// Puts the bundle at the end of the queues.
    fn enqueue(bundle: B, queues: &mut W::Queues);
    /// Takes the bundle from the front of the queues.
    fn dequeue(queues: &mut W::Queues) -> Option<B>;
}
