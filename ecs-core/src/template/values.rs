//! Operations on the values of a template, component by component: moving to and from queues, cloning, visiting.
//!
//! A template does not know its types. The world passes each component of a mask to a visitor ([`EachComponent`], [`EachClone`]), which is
//! generic over it; so there is one visitor per operation.
//!
//! | visitor | per component |
//! |---|---|
//! | [`Move`] | moves a value from one queue to another |
//! | [`Cloned`] | appends a clone; if one panics, removes all of them again |
//! | [`VisitEach`] | calls the function of the component that visits handles, if it has one |
//! | [`PopBack`] | drops the value that was appended last |

use super::Template;
use crate::bundle::BundleKind;
use crate::commands::Queue;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::{CloneComponents, EachClone, EachComponent, EcsWorld, Holds, each};

/// For the world and its commands.
impl<W: EcsWorld> Template<W> {
    /// Creates a template of these values, of these components (I1).
    pub(crate) fn of(mask: W::Mask, values: W::Queues) -> Self {
        Self { mask, values }
    }

    /// Returns the template as empty, after its values were moved out of its queues; keeps their memory.
    pub(crate) fn emptied(mut self) -> Self {
        self.mask = W::Mask::EMPTY;
        self
    }

    /// Adds clones of the components `among` of another template, which has them, except for those that this one has.
    ///
    /// A panic of a `Clone` drops the template with what it has; `base` is unchanged.
    pub(crate) fn gain(mut self, base: &Self, among: W::Mask) -> Self
    where
        W: for<'x> CloneComponents<'x>,
    {
        let gained = among.without(self.mask);
        base.clone_into(gained, &mut self.values);
        self.mask = self.mask.union(gained);
        self
    }

    /// Calls a function for each handle in relations and components with `#[handles]`.
    ///
    /// Runs in **O(components of the template)** time, plus that of the calls. Components whose type holds no handles are skipped by a
    /// constant.
    pub(crate) fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        W::__each_component(&self.mask, &mut VisitEach::<W> { queues: &mut self.values, visit });
    }

    /// Removes the relations that have a target for which `is_lost` returns true.
    ///
    /// The removed values are returned, so that the caller decides when they are dropped, which is user code. If a relation has several
    /// targets, one lost target removes the whole value.
    pub(crate) fn cut(&mut self, is_lost: impl Fn(Entity) -> bool) -> Self {
        let mut lost = W::Mask::EMPTY;
        for relation in W::RELATIONS.iter().filter(|relation| self.mask.contains(relation.component)) {
            if relation.waiting(&self.values).iter().any(|target| is_lost(*target)) {
                lost = lost.union(W::Mask::bit(relation.component));
            }
        }
        self.mask = self.mask.without(lost);
        Self::dequeue(&mut self.values, lost)
    }

    /// Removes the next value of each of these components from queues.
    ///
    /// Each of these queues must have a value: the returned template has all of these components (I1).
    pub(crate) fn dequeue(queues: &mut W::Queues, mask: W::Mask) -> Self {
        let mut template = Self::new();
        if !mask.is_empty() {
            move_values::<W>(queues, &mask, &mut template.values);
            template.mask = mask;
        }
        template
    }

    /// Appends the values to queues.
    pub(crate) fn enqueue(mut self, queues: &mut W::Queues) {
        move_values::<W>(&mut self.values, &self.mask, queues);
    }

    /// Appends clones of these values to queues; none, if a `Clone` panics.
    pub(crate) fn clone_into(&self, mask: W::Mask, queues: &mut W::Queues)
    where
        W: for<'x> CloneComponents<'x>,
    {
        let mut cloned = Cloned { from: self, queues, mask: W::Mask::EMPTY };
        W::__each_clone(&mask, &mut cloned);
        cloned.mask = W::Mask::EMPTY;
    }

    /// The queues with the values.
    pub(crate) fn queues(&self) -> &W::Queues {
        &self.values
    }

    /// The queues with the values, to write.
    pub(crate) fn values(&mut self) -> &mut W::Queues {
        &mut self.values
    }
}

/// Moves the next value of each of these components to other queues.
pub(super) fn move_values<W: EcsWorld>(from: &mut W::Queues, mask: &W::Mask, to: &mut W::Queues) {
    W::__each_component(mask, &mut Move::<W> { from, to });
}

struct Move<'a, W: EcsWorld> {
    from: &'a mut W::Queues,
    to: &'a mut W::Queues,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Move<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Move<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = W::queue(self.from).pop_front() {
            C::Kind::enqueue(C::Kind::into_plain(value), self.to);
        }
    }
}

struct VisitEach<'a, W: EcsWorld> {
    queues: &'a mut W::Queues,
    visit: &'a mut dyn FnMut(&mut Entity),
}

impl<W: EcsWorld> each::sealed::Sealed<W> for VisitEach<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for VisitEach<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(visit) = W::VISIT_HANDLES
            && let Some(value) = W::queue(self.queues).front_mut()
        {
            visit(value, self.visit);
        }
    }
}

/// Appends clones to queues. Unless the mask was emptied, they are removed again when this value is dropped.
///
/// ```text
/// queues with values of others   A: 1       B: 2       C: -       clone_into(A, B, C), where the `Clone` of C panics
/// A and B are cloned             A: 1 a     B: 2 b     C: -       mask {A, B}
/// C panics, this is dropped      A: 1       B: 2       C: -       the last value of A and of B is removed
/// ```
struct Cloned<'a, W: EcsWorld> {
    from: &'a Template<W>,
    queues: &'a mut W::Queues,
    /// The components that were cloned.
    mask: W::Mask,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Cloned<'_, W> {}

impl<W: EcsWorld> EachClone<W> for Cloned<'_, W> {
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = self.from.get::<C>() {
            C::Kind::enqueue(C::Kind::into_plain(value.clone()), self.queues);
            self.mask = self.mask.union(W::Mask::bit(W::ID));
        }
    }
}

impl<W: EcsWorld> Drop for Cloned<'_, W> {
    fn drop(&mut self) {
        if !self.mask.is_empty() {
            W::__each_component(&self.mask, &mut PopBack::<W>(self.queues));
        }
    }
}

struct PopBack<'a, W: EcsWorld>(&'a mut W::Queues);

impl<W: EcsWorld> each::sealed::Sealed<W> for PopBack<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for PopBack<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        drop(Queue::pop_back(W::queue(self.0)));
    }
}
