//! What a command does: a function that applies it, and a description from which saves recreate the command.
//!
//! An operation is a constant of its kind and types, so a command only holds a reference to one.
//!
//! ```text
//! commands.exchange::<Walking, _>(e2, Falling)
//!
//! operation   apply       exchange::<World, Walking, Falling>      one constant for all such commands
//!             kind        Exchange
//!             removed     Write(Walking)
//!             inserted    Bundle(Write(Falling))
//! subject     One(e2)                                              in the batch, with the count 1
//! ```

use core::marker::PhantomData;

use super::apply;
use super::batch::{Applied, Apply};
use crate::access::Access;
use crate::bundle::{Bundle, BundleKind};
use crate::entity::Entity;
use crate::world::EcsWorld;

/// What a command does.
///
/// There is one constant per kind and types in the whole program, to which commands refer.
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "saves read the description"))]
pub(super) struct Operation<W: EcsWorld> {
    pub(super) apply: Apply<W>,
    pub(super) kind: Kind,
    /// The components that are removed.
    pub(super) removed: Access,
    /// The components whose values are in the queues.
    pub(super) inserted: Inserted,
}

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "saves make `Saved`"))]
pub(crate) enum Kind {
    /// Spawns a bundle or a template.
    Spawn,
    /// Inserts a bundle or a template into an entity.
    Insert,
    /// Replaces a bundle by another: the only kind that removes components and has values.
    Exchange,
    /// Removes a bundle if the entity has all of it.
    Remove,
    /// Removes the components of a bundle that the entity has.
    RemoveAny,
    Despawn,
    /// Despawns all entities that match at the sync; counts as one change.
    DespawnWith,
    /// Clones an entity. Has no values: they are cloned at the sync.
    CloneEntity,
    /// Clones an entity and its descendants.
    CloneTree,
    /// Calls a function with its value.
    Call,
    /// Recreated from a save: the description is in the batch.
    Saved,
}

/// The components for which a change has values.
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "saves read it"))]
#[derive(Debug, Clone, Copy)]
pub(super) enum Inserted {
    /// Those of a bundle. If some are optional, `held` of the batch has those with a value.
    Bundle(Access),
    /// Those of a template, which are in `held` of the batch.
    Template,
}

impl<W: EcsWorld> Operation<W> {
    /// An operation without components.
    pub(super) const fn new(apply: fn(&mut W, Option<Entity>) -> Applied, kind: Kind) -> Self {
        Self { apply, kind, removed: Access::None, inserted: Inserted::Bundle(Access::None) }
    }

    /// Sets the components that the operation removes.
    pub(super) const fn removing(self, removed: Access) -> Self {
        Self { removed, ..self }
    }

    /// Sets the components whose values the operation takes from the queues.
    pub(super) const fn inserting(self, inserted: Inserted) -> Self {
        Self { inserted, ..self }
    }
}

/// The operations without a bundle.
pub(super) struct Of<W>(PhantomData<W>);

impl<W: EcsWorld> Of<W> {
    pub(super) const DESPAWN: &'static Operation<W> = &Operation::new(apply::despawn, Kind::Despawn);
    pub(super) const CALL: &'static Operation<W> = &Operation::new(apply::call, Kind::Call);
}

/// The operations with one bundle.
pub(super) struct With<W, B>(PhantomData<(W, B)>);

impl<W: EcsWorld, B: Bundle<W>> With<W, B> {
    const ACCESS: Access = <B::Kind as BundleKind<W, B>>::ACCESS;
    const INSERTED: Inserted = Inserted::Bundle(Self::ACCESS);
    pub(super) const SPAWN: &'static Operation<W> =
        &Operation::new(apply::spawn::<W, B>, Kind::Spawn).inserting(Self::INSERTED);
    pub(super) const INSERT: &'static Operation<W> =
        &Operation::new(apply::insert::<W, B>, Kind::Insert).inserting(Self::INSERTED);
    pub(super) const REMOVE: &'static Operation<W> =
        &Operation::new(apply::remove::<W, B>, Kind::Remove).removing(Self::ACCESS);
    pub(super) const REMOVE_ANY: &'static Operation<W> =
        &Operation::new(apply::remove_any::<W, B>, Kind::RemoveAny).removing(Self::ACCESS);
    pub(super) const DESPAWN: &'static Operation<W> =
        &Operation::new(apply::despawn_with::<W, B>, Kind::DespawnWith).removing(Self::ACCESS);
}

/// The operation with two bundles.
pub(super) struct Exchange<W, R, B>(PhantomData<(W, R, B)>);

impl<W: EcsWorld, R: Bundle<W>, B: Bundle<W>> Exchange<W, R, B> {
    pub(super) const OPERATION: &'static Operation<W> = &Operation::new(apply::exchange::<W, R, B>, Kind::Exchange)
        .removing(With::<W, R>::ACCESS)
        .inserting(With::<W, B>::INSERTED);
}
