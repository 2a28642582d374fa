//! Aspects, which are requirements as masks, and transitions, which tell what a structural change means to an aspect.
//!
//! An entity enters a view if the aspect matches its new mask and not its old one, and leaves it in the opposite case; a change between two
//! matching masks does not affect the view. Both tests are a few instructions, so each view that a change can affect tests both masks, and
//! no view has to record whether it had the entity.
//!
//! ```text
//! aspect: all {Position}, none {Asleep}, any {}          old mask           new mask           meaning
//! insert(Position)                                        {}                 {Position}         enters
//! insert(Asleep)                                          {Position}         {Position, Asleep} leaves
//! insert(Velocity)                                        {Position}         {Position, ..}     not mentioned: not even tested
//! despawn                                                 {Position}         -                  leaves
//! ```

use crate::access::Mentions;
use crate::entity::Entity;
use crate::mask::{BitMask, Mask, SmallMask};
use crate::view::RemovalCause;

/// A requirement: entities must have all components of one set, none of a second one, and at least one of a third one. (The aspects of
/// Artemis.)
///
/// Aspects of views are constants, so `matches` compiles to a few instructions per word that is not zero.
///
/// # Examples
///
/// The aspect of a query, by the entities that match it:
///
/// ```
/// # use ecs_world::prelude::*;
/// struct Position;
/// struct Asleep;
///
/// ecs_world! { components: Position, Asleep; }
///
/// let mut world = World::default();
/// let awake = world.spawn(Position);
/// world.spawn((Position, Asleep));
/// world.spawn(Asleep);
/// let query = world.query::<(Entity, &Position)>().without::<Asleep>();
/// assert!(query.into_iter().map(|(entity, _)| entity).eq([awake]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aspect<M> {
    pub(super) all: M,
    pub(super) none: M,
    /// Components of which at least one is required; empty if there is no such requirement.
    pub(super) any: M,
}

impl<M> Aspect<M> {
    /// Creates an aspect; an empty mask requires nothing.
    #[must_use]
    pub const fn new(all: M, none: M, any: M) -> Self {
        Self { all, none, any }
    }
}

/// The aspects of views from what they mention, as constants: one function computes them all, since each constant takes rustc time.
macro_rules! constant_aspects {
    ($($mask:ty $(, const $words:ident)?;)*) => { $(
        impl$(<const $words: usize>)? Aspect<$mask> {
            /// The aspects of the first `VIEWS` of these views. Runs in **O(views + mentioned components)** time, at compile time.
            ///
            /// # Panics
            ///
            /// If there are fewer views.
            #[doc(hidden)]
            #[must_use]
            pub const fn of_views<const VIEWS: usize>(mut views: &[Mentions]) -> [Self; VIEWS] {
                let empty = <$mask>::of(&[]);
                let mut aspects = [Self::new(empty, empty, empty); VIEWS];
                let mut at = 0;
                while at < VIEWS {
                    let [Mentions { all, none, any, .. }, rest @ ..] = views else { panic!("fewer views than aspects") };
                    aspects[at] = Self::new(<$mask>::of(all), <$mask>::of(none), <$mask>::of(any));
                    views = rest;
                    at += 1;
                }
                aspects
            }
        }
    )* };
}

constant_aspects! {
    Mask<WORDS>, const WORDS;
    SmallMask<u8>;
    SmallMask<u16>;
    SmallMask<u32>;
}

impl<M: BitMask> Aspect<M> {
    /// Returns true if an entity with this mask matches. Runs in **O(words)** time.
    #[must_use]
    #[inline(always)]
    pub fn matches(&self, mask: &M) -> bool {
        mask.contains_all(&self.all)
            && !mask.intersects(&self.none)
            && (self.any.is_empty() || mask.intersects(&self.any))
    }

    /// The components that the aspect mentions: changes of others cannot affect it.
    ///
    /// Computed from constants, and so a constant where it is used.
    #[inline(always)]
    fn mentioned(&self) -> M {
        self.all.union(self.none).union(self.any)
    }
}

/// One structural change of one entity, from its old mask to its new one. A spawn has no old mask, and a despawn no new one.
///
/// It is created once per change, and read by each view that the change concerns and by each callback.
#[derive(Debug, Clone, Copy)]
pub struct Transition<M> {
    /// Alive before the change or after it, or both.
    entity: Entity,
    /// `None` for an entity that is spawned.
    old: Option<M>,
    /// `None` for an entity that is despawned.
    new: Option<M>,
    /// The components in which the masks can differ: those of the bundle, and so a constant.
    changed: M,
}

impl<M: BitMask> Transition<M> {
    /// Creates the transition of a spawn: whatever the mask is, no view had the entity before.
    #[inline(always)]
    pub(crate) fn spawned(entity: Entity, new: M) -> Self {
        Self { entity, old: None, new: Some(new), changed: new }
    }

    /// Creates the transition of a despawn. All components that the entity had count as changed, so it concerns each view that requires one
    /// of them.
    #[inline(always)]
    pub(crate) fn despawned(entity: Entity, old: M) -> Self {
        Self { entity, old: Some(old), new: None, changed: old }
    }

    /// Creates the transition of a live entity in which only the components `changed` (known at compile time) can differ.
    #[inline(always)]
    pub(crate) fn changed(entity: Entity, old: M, new: M, changed: M) -> Self {
        Self { entity, old: Some(old), new: Some(new), changed }
    }

    /// The entity that changes.
    #[must_use]
    #[inline(always)]
    pub fn entity(&self) -> Entity {
        self.entity
    }

    /// Returns true if the entity starts to match the aspect.
    #[must_use]
    #[inline(always)]
    pub fn enters(&self, aspect: &Aspect<M>) -> bool {
        self.matters_to(aspect)
            && self.new.as_ref().is_some_and(|new| aspect.matches(new))
            && !self.old.as_ref().is_some_and(|old| aspect.matches(old))
    }

    /// Returns true if the entity stops matching the aspect.
    #[must_use]
    #[inline(always)]
    pub fn leaves(&self, aspect: &Aspect<M>) -> bool {
        self.matters_to(aspect)
            && self.old.as_ref().is_some_and(|old| aspect.matches(old))
            && !self.new.as_ref().is_some_and(|new| aspect.matches(new))
    }

    /// Returns true if the entity matches the aspect before and after.
    ///
    /// Both masks are tested, whether or not the change concerns the aspect.
    #[must_use]
    #[inline(always)]
    pub fn stays(&self, aspect: &Aspect<M>) -> bool {
        [&self.old, &self.new].into_iter().all(|mask| mask.as_ref().is_some_and(|mask| aspect.matches(mask)))
    }

    /// Returns true if the entity had one of these components. Otherwise it matched no aspect that requires one of them, so a despawn can
    /// skip blocks of views.
    #[must_use]
    #[inline(always)]
    pub fn had_any(&self, components: &M) -> bool {
        self.old.as_ref().is_some_and(|old| old.intersects(components))
    }

    /// Returns true if the entity, which has this component, loses it.
    #[inline(always)]
    pub(crate) fn loses(&self, component: usize) -> bool {
        !self.new.as_ref().is_some_and(|new| new.contains(component))
    }

    /// Returns why the entity leaves an aspect.
    #[must_use]
    #[inline]
    pub fn cause(&self) -> RemovalCause {
        if self.is_despawn() { RemovalCause::Despawn } else { RemovalCause::Change }
    }

    /// Returns true if the entity is spawned.
    #[inline(always)]
    pub(super) fn is_spawn(&self) -> bool {
        self.old.is_none()
    }

    /// Returns true if the entity is despawned.
    #[inline(always)]
    pub(super) fn is_despawn(&self) -> bool {
        self.new.is_none()
    }

    /// Returns true if the entity gains or loses a component that the aspect mentions. A component of the bundle that it had before does
    /// not count, whatever else of the bundle is new: recorded changes must not depend on components that no save has.
    #[inline(always)]
    pub(super) fn differs_in(&self, aspect: &Aspect<M>) -> bool {
        let [old, new] = [self.old, self.new].map(|mask| mask.unwrap_or(M::EMPTY));
        self.matters_to(aspect) && aspect.mentioned().intersects(&old.without(new).union(new.without(old)))
    }

    /// Returns false for aspects that mention none of the changed components. That is a constant, so the rest is optimised away.
    #[inline(always)]
    pub(super) fn matters_to(&self, aspect: &Aspect<M>) -> bool {
        self.old.is_none() || self.new.is_none() || aspect.mentioned().intersects(&self.changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    type M = Mask<1>;

    fn aspect() -> Aspect<M> {
        Aspect::new(M::of(&[0, 1]), M::of(&[2]), M::of(&[3, 4]))
    }

    fn change(old: &[usize], new: &[usize]) -> Transition<M> {
        let (old, new) = (M::of(old), M::of(new));
        Transition::changed(Entity::new(0, 1).unwrap(), old, new, old.union(new).without(M::EMPTY))
    }

    #[test]
    fn changes_affect_only_views_that_mention_the_component() {
        let [mentioned, other] = [M::of(&[4]), M::of(&[9])].map(|changed| {
            let entity = Entity::new(0, 1).expect("generation 1 is odd");
            Transition::changed(entity, M::of(&[0, 9]), M::of(&[0]), changed)
        });
        assert!(mentioned.matters_to(&aspect()) && !other.matters_to(&aspect()));
        let entity = Entity::new(0, 1).expect("generation 1 is odd");
        assert!(Transition::spawned(entity, M::of(&[9])).matters_to(&aspect()));
        assert!(Transition::despawned(entity, M::of(&[9])).matters_to(&aspect()));
        assert!(other.had_any(&M::of(&[9, 3])) && !other.had_any(&M::of(&[1])));
    }

    #[test]
    fn the_aspects_of_views_are_those_that_they_mention() {
        let views = [
            Mentions { all: &[0, 7], ..Mentions::NOTHING },
            Mentions { all: &[1], none: &[2, 3], any: &[4, 5, 6], owned: &[1] },
            Mentions::NOTHING,
        ];
        macro_rules! same {
            ($mask:ty) => {
                let of = <$mask>::of;
                let aspects = Aspect::<$mask>::of_views::<3>(&views);
                assert_eq!(aspects[0], Aspect::new(of(&[0, 7]), of(&[]), of(&[])));
                assert_eq!(aspects[1], Aspect::new(of(&[1]), of(&[2, 3]), of(&[4, 5, 6])));
                assert_eq!(aspects[2], Aspect::new(of(&[]), of(&[]), of(&[])));
                assert_eq!(Aspect::<$mask>::of_views(&views), [aspects[0]]);
                assert_eq!(Aspect::<$mask>::of_views(&[]), []);
            };
        }
        same!(SmallMask<u8>);
        same!(SmallMask<u16>);
        same!(SmallMask<u32>);
        same!(Mask<1>);
        let wide = [Mentions { all: &[63, 64], none: &[127, 128], any: &[0, 191], owned: &[] }];
        let of = Mask::<3>::of;
        assert_eq!(Aspect::<Mask<3>>::of_views(&wide), [Aspect::new(of(&[63, 64]), of(&[127, 128]), of(&[0, 191]))]);
    }

    #[test]
    #[should_panic = "fewer views than aspects"]
    fn each_aspect_has_a_view() {
        let _ = Aspect::<M>::of_views::<2>(&[Mentions::NOTHING]);
    }

    #[test]
    fn an_aspect_requires_all_none_and_one_of_any() {
        assert!(aspect().matches(&M::of(&[0, 1, 4, 9])));
        assert!(!aspect().matches(&M::of(&[0, 1])));
        assert!(!aspect().matches(&M::of(&[0, 3])));
        assert!(!aspect().matches(&M::of(&[0, 1, 2, 3])));
        assert!(Aspect::new(M::EMPTY, M::EMPTY, M::EMPTY).matches(&M::EMPTY));
    }

    #[test]
    fn adding_an_excluded_component_leaves_and_removing_it_enters() {
        assert!(change(&[0, 1, 3], &[0, 1, 2, 3]).leaves(&aspect()));
        assert!(change(&[0, 1, 2, 3], &[0, 1, 3]).enters(&aspect()));
        assert!(!change(&[0, 1, 3], &[0, 1, 3, 4]).enters(&aspect()));
        assert!(change(&[0, 1], &[0]).loses(1) && !change(&[0, 1], &[0]).loses(0));
    }

    #[test]
    fn an_empty_aspect_is_entered_at_spawn_and_left_at_despawn() {
        let (empty, entity) = (Aspect::new(M::EMPTY, M::EMPTY, M::EMPTY), Entity::new(0, 1).unwrap());
        assert!(Transition::spawned(entity, M::EMPTY).enters(&empty));
        assert!(Transition::despawned(entity, M::EMPTY).leaves(&empty));
        assert!(!change(&[], &[1]).enters(&empty) && !change(&[1], &[]).leaves(&empty));
    }
}
