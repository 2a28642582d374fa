//! What a command does: a function that applies it, and a description, from which saves make the command again.
//!
//! An operation is a constant of its kind and types, so a command has a reference to one, and recording it costs nothing.
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
/// There is one per kind and types in the whole program, to which commands refer.
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "saves read the description"))]
pub(super) struct Operation<W: EcsWorld> {
    pub(super) apply: Apply<W>,
    pub(super) kind: Kind,
    /// The components that are removed.
    pub(super) removed: Access,
    /// The components of which values wait.
    pub(super) inserted: Inserted,
}

/// The kind of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "saves make `Saved`"))]
pub(crate) enum Kind {
    /// Of a bundle or of a template.
    Spawn,
    /// The same, into an entity.
    Insert,
    /// The only kind that removes components and has values.
    Exchange,
    /// All of a bundle, or nothing.
    Remove,
    /// What the entity has of a bundle.
    RemoveAny,
    Despawn,
    /// One change, whatever the number of entities that match at the sync.
    DespawnWith,
    /// Without values: they are cloned at the sync.
    CloneEntity,
    /// The same for an entity and its descendants.
    CloneTree,
    /// Of a function with its value.
    Call,
    /// Made again from a save: the description is in the batch.
    Saved,
}

/// The components of which a change has values.
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "saves read it"))]
#[derive(Debug, Clone, Copy)]
pub(super) enum Inserted {
    /// Those of a bundle. If it has optional ones, those that have a value are `held` by the batch.
    Bundle(Access),
    /// Those of a template, `held` by the batch.
    Template,
}

impl<W: EcsWorld> Operation<W> {
    /// An operation without components.
    pub(super) const fn new(apply: fn(&mut W, Option<Entity>) -> Applied, kind: Kind) -> Self {
        Self { apply, kind, removed: Access::None, inserted: Inserted::Bundle(Access::None) }
    }

    /// The same operation, with the components that it removes.
    pub(super) const fn removing(self, removed: Access) -> Self {
        Self { removed, ..self }
    }

    /// The same operation, with the components of which it takes values from the queues.
    pub(super) const fn inserting(self, inserted: Inserted) -> Self {
        Self { inserted, ..self }
    }
}

/// The operations that need no bundle.
pub(super) struct Of<W>(PhantomData<W>);

impl<W: EcsWorld> Of<W> {
    pub(super) const DESPAWN: &'static Operation<W> = &Operation::new(apply::despawn, Kind::Despawn);
    pub(super) const CALL: &'static Operation<W> = &Operation::new(apply::call, Kind::Call);
}

/// The operations with a bundle.
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
