//! Relations: components that hold handles of other entities, and the index from each target back to its sources.
//!
//! An entity that has the component is a *source*, and the entity whose handle it holds is its *target*. The index (`index`) is kept by the
//! world and reads no values: it records what it linked itself, so it stays consistent even if a value changes unnoticed. `sources` reads
//! any relation, `tree` reads trees, and `levels` is an order in which parents come first.
//!
//! ```text
//! value of a source          the index of the relation (one per relation, part of the population)
//! ChildOf(a)  of  b          a  ->  b, c        `Sources::of(a)`, `Tree::children(a)`
//! ChildOf(a)  of  c          b  ->  a           `Sources::target(b)`, `Tree::parent(b)`
//! ```
//!
//! Only structural changes change an index (`world/relations.rs`): they check all targets first, link after values are inserted, and cut
//! after values are removed.

mod entity_set;
mod index;
mod levels;
mod read_targets;
mod sources;
mod tree;

pub use entity_set::EntitySet;
#[cfg(feature = "serde")]
pub(crate) use index::SavedOrder;
pub(crate) use index::{Doomed, RelationIndex};
pub use levels::LevelOrder;
pub(crate) use levels::Levels;
pub(crate) use read_targets::ReadTargets;
pub use sources::{Sources, SourcesIter, TargetsIter};
pub use tree::{Ancestors, Descendants, Tree};

use core::marker::PhantomData;

use crate::entity::Entity;
use crate::visit_handles::VisitHandles;

/// A component that holds the handle of another entity: its *target*. `#[derive(Relation)]` implements it for a struct with one field of
/// the type [`Entity`], or of the type [`EntitySet`] for several targets.
///
/// A world lists it in `relations:`, and keeps an index from each target to its sources. A relation cannot be borrowed as `&mut`; to change
/// its target, insert it again. Its targets are [handles](VisitHandles), which the world can replace in copies; the derive also implements
/// [`VisitHandles`].
///
/// The world calls [`targets`](Self::targets) of a value at least once before it inserts the value (twice in `spawn_tree` and
/// `spawn_template`, up to three times in `Replica::apply`), and links the result of the last call. If a manual implementation panics
/// there, the world has not changed (of a batch, the entities before the panic are spawned). If it returns other targets at each call, the
/// source is linked to those of that last call, and is not found as a source of others that its value names; nothing else breaks. `targets`
/// is called again when a target of a `clear` relation is despawned, when a world is loaded, and by `check_invariants`. If it panics while
/// an entity is despawned, that entity stays alive, and the sources that were handled before have lost their relation; a value with several
/// targets whose `remove_target` does nothing still names the entity, and `check_invariants` reports it. A target that a value names twice
/// is linked twice, but a save does not keep the order of its two links, so a world loaded from it can have another hash.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Relation)]
/// struct ChildOf(Entity);
///
/// ecs_world! { relations: ChildOf (tree, cascade); }
///
/// let mut world = World::default();
/// let parent = world.spawn(());
/// let child = world.spawn(ChildOf(parent));
/// assert!(world.tree::<ChildOf>().children(parent).eq([child]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a relation",
    label = "does not implement `Relation`",
    note = "write `#[derive(Relation)]` on a struct with one field of the type `Entity` or `EntitySet`"
)]
pub trait Relation: VisitHandles + 'static {
    /// Whether a value can have any number of targets instead of exactly one. A world declares such a relation as `many`.
    const MANY: bool = false;

    /// Whether the derive has already reported an error for the struct, so that a world reports no further ones.
    #[doc(hidden)]
    const REFUSED: bool = false;

    /// Returns the targets, each once. It is called before a value is inserted; if it panics, the value is not inserted, and the panic is
    /// passed on.
    ///
    /// If a target is dead, inserting the bundle fails, whatever the policy of the relation.
    ///
    /// # Examples
    ///
    /// A relation with further fields is implemented by hand:
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// struct Guards {
    ///     gate: Entity,
    ///     since: u32,
    /// }
    ///
    /// impl Relation for Guards {
    ///     fn targets(&self) -> &[Entity] {
    ///         std::slice::from_ref(&self.gate)
    ///     }
    /// }
    ///
    /// impl VisitHandles for Guards {
    ///     fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
    ///         visit(&mut self.gate);
    ///     }
    /// }
    ///
    /// ecs_world! { relations: Guards (clear); }
    ///
    /// let mut world = World::default();
    /// let gate = world.spawn(());
    /// let guard = world.spawn(Guards { gate, since: 3 });
    /// assert!(world.sources::<Guards>().of(gate).eq([guard]));
    /// assert_eq!(world.get::<Guards>(guard).map(|guards| guards.since), Some(3));
    /// ```
    fn targets(&self) -> &[Entity];

    /// Removes one of several targets, which is about to be despawned.
    ///
    /// It is only called for relations that can have several targets ([`MANY`](Self::MANY)), while others are left; by `Replica::apply`
    /// also for the last one, of a value that it then does not insert. The default implementation does nothing, so the value keeps the
    /// handle, which the index has removed.
    ///
    /// # Examples
    ///
    /// What the derive implements:
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// #[derive(Relation)]
    /// struct Likes(EntitySet);
    ///
    /// # ecs_world! { relations: Likes (many, clear); }
    /// # let mut world = World::default();
    /// let [apple, pear] = [0, 1].map(|_| world.spawn(()));
    /// let mut likes = Likes([apple, pear].into());
    /// likes.remove_target(apple);
    /// assert_eq!(likes.targets(), [pear]);
    /// ```
    fn remove_target(&mut self, target: Entity) {
        let _ = target;
    }

    /// Visits the handles. For generated code, which only uses this trait, so that a type that is not a relation is reported once.
    #[doc(hidden)]
    fn visit_targets(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.visit_handles(visit);
    }
}

/// Checks that a component is not a relation: generated code uses it for each entry of `components:`.
///
/// If `C` is a [`Relation`], `is_listed` resolves to the inherent function, whose bound no type satisfies; otherwise, it resolves to that
/// of [`NoRelation`].
pub struct Unrelated<C>(PhantomData<C>);

impl<C: Relation> Unrelated<C> {
    /// Cannot be called.
    pub fn is_listed()
    where
        C: ListedAsComponent,
    {
    }
}

/// A trait without implementations, whose error message reports a relation in `components:`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a relation, and `components:` lists it",
    label = "a relation is an entry of `relations:`",
    note = "write `relations: {Self} (clear);`, with what happens when a target is despawned: `clear`, `cascade` or `keep`; in \
            `components:` the handle in it would become stale unnoticed"
)]
pub trait ListedAsComponent {}

/// Provides `is_listed` for components that are not relations.
pub trait NoRelation {
    /// Does nothing.
    fn is_listed() {}
}

impl<C> NoRelation for Unrelated<C> {}
