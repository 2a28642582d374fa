//! Relations: components that hold handles of other entities, and the index from each target back to its sources.
//!
//! An entity that has the component is a *source*, and the entity whose handle it holds is its *target*. The index (`index`) is kept
//! by the world and reads no values: it records what it linked itself, so a value that changed unnoticed cannot damage it. `sources`
//! reads any relation, `tree` those that are trees; `levels` is an order in which parents are first.
//!
//! ```text
//! value of a source          the index of the relation (one per relation, part of the population)
//! ChildOf(a)  of  b          a  ->  b, c        `Sources::of(a)`, `Tree::children(a)`
//! ChildOf(a)  of  c          b  ->  a           `Sources::target(b)`, `Tree::parent(b)`
//! ```
//!
//! Only structural changes change an index (`world/relations.rs`): they check all targets first, link after the values are inserted, and
//! cut after they are removed.

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
/// A world lists it in `relations:`, and keeps an index from each target to its sources. Nothing lends a relation as `&mut`; to change
/// the target, insert the relation again. Its targets are [handles](VisitHandles) that the world can replace in copies; the derive says
/// where they are.
///
/// The world calls [`targets`](Self::targets) of a value at least once before it is inserted (twice in `spawn_tree` and `spawn_template`, up to three times
/// in `Replica::apply`), and links what the last call returned. So an implementation by hand that panics there leaves a world in which nothing has changed (of a batch, what came before it is
/// spawned), and one that returns other targets from call to call is linked to those of that call. Its sources are missed then where the
/// value says something else, and nothing else breaks. It is called again when a target of a `clear` relation is despawned, when a world is
/// loaded, and by `check_invariants`; a panic while an entity is despawned leaves it alive, and the sources before it without their relation.
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
    /// Whether values can have other than one target: a world declares such a relation as `many`.
    const MANY: bool = false;

    /// Whether the derive refused the struct, and said why: a world then asks no more of it.
    #[doc(hidden)]
    const REFUSED: bool = false;

    /// The targets, each once. It is called before a value is inserted; a panic is passed on, and the value is not inserted.
    ///
    /// A dead one refuses the bundle, whatever the world does when a target is despawned.
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
    /// Only called for relations with several targets ([`MANY`](Self::MANY)), which keep their value while they have others. By default
    /// it does nothing: then the value still has the handle, and the index does not.
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

    /// Visits the handles. For generated code, which names this trait alone, so that what is no relation is reported once.
    #[doc(hidden)]
    fn visit_targets(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        self.visit_handles(visit);
    }
}

/// Compiles for components that are no relations: generated code names it for each entry of `components:`.
///
/// Where `C` is a [`Relation`], the inherent function is meant, which asks for what no relation has; for others it is that of
/// [`NoRelation`].
pub struct Unrelated<C>(PhantomData<C>);

impl<C: Relation> Unrelated<C> {
    /// Cannot be called.
    pub fn is_listed()
    where
        C: ListedAsComponent,
    {
    }
}

/// No type has it; its message is that of a relation in `components:`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a relation, and `components:` lists it",
    label = "a relation is an entry of `relations:`",
    note = "write `relations: {Self} (clear);`, with what happens when a target is despawned: `clear`, `cascade` or `keep`; in \
            `components:` the handle in it would become stale unnoticed"
)]
pub trait ListedAsComponent {}

/// The function that is meant if the component is no relation.
pub trait NoRelation {
    /// Does nothing.
    fn is_listed() {}
}

impl<C> NoRelation for Unrelated<C> {}
