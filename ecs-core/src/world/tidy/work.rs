//! One call of tidying: visits units, computes the positions of their members, and moves these there within the budget.
//!
//! ```text
//! all_from    each unit once, from where the last call stopped
//!   unit      the rest of a storage, behind all groups            which classes belong to it?
//!   view      the segment of a group, or a list                   from which position on?
//!     arrange_classes    class by class: the final position of each member
//!       move_members     in batches, until the budget is used up
//!         arrange        swaps in the first storage, repeated in the others
//! ```

use core::ops::Range;

use super::BATCH;
use crate::mask::BitMask;
use crate::population::Classes;
use crate::sparse::Swaps;
use crate::storage::StorageTasks as _;
use crate::view::{Aspect, Members};
use crate::world::EcsWorld;

/// The position at which a unit stopped because the budget was used up.
///
/// All positions of the unit before it are in order.
struct OutOfBudget(usize);

/// The state of one call.
///
/// It borrows the parts of the world in which values move, and reads the classes, which do not change meanwhile.
pub(super) struct Work<'w, W: EcsWorld> {
    pub(super) storages: &'w mut W::Storages,
    pub(super) views: &'w mut W::Views,
    pub(super) classes: &'w Classes<W::Mask>,
    pub(super) swaps: &'w mut Swaps,
    /// Components, modulo 64, of entities that changed since everything was in order (I2).
    pub(super) disordered: u64,
    /// Components whose order the user chose.
    pub(super) left_alone: W::Mask,
    /// Maximum number of moves of this call, rounded up to one swap in all storages of a group.
    pub(super) budget: usize,
    /// Number of moves that this call made; a swap in two storages counts twice.
    pub(super) moved: usize,
}

/// The storages or the list that a unit arranges.
///
/// A list has an order of its own, which no storage repeats.
#[derive(Clone, Copy)]
enum Target<'a> {
    /// These storages, with the same swaps in each.
    Storages(&'a [usize]),
    /// The list of a view.
    List(usize),
}

impl<W: EcsWorld> Work<'_, W> {
    /// Visits all units in a cycle, from one position back to the same position. Returns the unit and position where the budget was used
    /// up, if it was.
    ///
    /// A call with a budget can begin and end in the middle of a unit. The unit where it began is visited twice, its second part first, so
    /// after a full cycle each position was visited once.
    ///
    /// ```text
    /// 3 units, from (1, 4)    unit 1 from 4 on    unit 2    unit 0    unit 1 below 4
    /// ```
    pub(super) fn all_from(&mut self, (first, position): (usize, usize)) -> Option<(usize, usize)> {
        let units = W::VIEWS.len() + W::COMPONENTS.len();
        for step in 0..=units {
            let unit = if first + step < units { first + step } else { (first + step).checked_sub(units)? };
            let start = if step == 0 { position } else { 0 };
            let end = if step == units { position } else { usize::MAX };
            if start < end
                && let Err(OutOfBudget(at)) = self.unit(unit, start..end)
            {
                return Some((unit, at));
            }
        }
        None
    }

    /// Brings a range of the positions of a unit into order.
    ///
    /// Units are numbered: first the views, then the components, each for the rest of its storage behind all groups.
    fn unit(&mut self, unit: usize, range: Range<usize>) -> Result<(), OutOfBudget> {
        let Some(component) = unit.checked_sub(W::VIEWS.len()) else { return self.view(unit, range) };
        if W::TRANSIENT.contains(&component) {
            return Ok(());
        }
        let groups = self.inner(component, 0);
        let start = groups.map_or(0, |(len, _)| len);
        let is_in = |mask: &W::Mask| mask.contains(component) && !groups.is_some_and(|(_, group)| group.matches(mask));
        self.storages(&[component], start, range, &is_in)
    }

    /// Brings a range of the positions of a view into order: the segment of a group behind its inner groups, or a list.
    fn view(&mut self, view: usize, range: Range<usize>) -> Result<(), OutOfBudget> {
        let Some((own, aspect)) = W::__view(self.views, view) else { return Ok(()) };
        let mentions = &W::VIEWS[view];
        if mentions.any_of(W::TRANSIENT) {
            return Ok(());
        }
        match (own.members(), mentions.owned) {
            (Members::Prefix(_), [component, ..]) => {
                let inner = self.inner(*component, view + 1);
                let start = inner.map_or(0, |(len, _)| len);
                let is_in =
                    |mask: &W::Mask| aspect.matches(mask) && !inner.is_some_and(|(_, inner)| inner.matches(mask));
                self.storages(mentions.owned, start, range, &is_in)
            }
            (Members::Listed(_), _) if mentions.all.iter().all(|component| self.is_disordered(*component)) => {
                self.arrange_classes(Target::List(view), 0, range, &|mask| aspect.matches(mask))
            }
            _ => Ok(()),
        }
    }

    /// The outermost group, among the views from `from` on, that owns the storage of a component: its length and its aspect.
    ///
    /// Views are numbered from the outermost to the innermost group, so the next one with the component is the largest inner group; all
    /// further ones are within it.
    fn inner(&self, component: usize, from: usize) -> Option<(usize, Aspect<W::Mask>)> {
        for view in from..W::VIEWS.len() {
            if W::VIEWS[view].owned.contains(&component)
                && let Some((own, aspect)) = W::__view(self.views, view)
                && let Members::Prefix(len) = own.members()
            {
                return Some((len, aspect));
            }
        }
        None
    }

    /// Returns true if entities with this component may have changed since everything was in order. False is always right; true can be
    /// wrong, since components whose numbers are equal modulo 64 are not distinguished.
    fn is_disordered(&self, component: usize) -> bool {
        self.disordered >> (component % 64) & 1 == 1
    }

    /// Brings a segment of storages into order, unless it did not change or the user sorted it.
    fn storages(
        &mut self,
        owned: &[usize],
        start: usize,
        range: Range<usize>,
        is_in: &dyn Fn(&W::Mask) -> bool,
    ) -> Result<(), OutOfBudget> {
        let is_left_alone = owned.iter().any(|component| self.left_alone.contains(*component));
        if is_left_alone || !owned.iter().any(|component| self.is_disordered(*component)) {
            return Ok(());
        }
        self.arrange_classes(Target::Storages(owned), start, range, is_in)
    }

    /// Brings the classes of a unit into order, within a range of positions.
    ///
    /// Positions before the range were visited by an earlier call; those behind it will be visited by a later one.
    ///
    /// ```text
    /// classes of the unit    {Position}: e1 e4 e8      {Position, Asleep}: e3 e7      the unit starts at position 10
    /// positions              10 11 12                  13 14
    /// range 12..14           e8 belongs to 12          e3 belongs to 13
    /// ```
    fn arrange_classes(
        &mut self,
        target: Target<'_>,
        start: usize,
        range: Range<usize>,
        is_in: &dyn Fn(&W::Mask) -> bool,
    ) -> Result<(), OutOfBudget> {
        let mut first = start;
        for (mask, members) in self.classes.iter() {
            if !is_in(mask) {
                continue;
            }
            let end = first + members.len();
            let (from, to) = (range.start.clamp(first, end), range.end.clamp(first, end));
            if !self.move_members(target, from, &members[from - first..to - first])? {
                return Ok(());
            }
            first = end;
        }
        Ok(())
    }

    /// Moves entities to the positions from `first` on; returns false if the order of the target is fixed.
    fn move_members(&mut self, target: Target<'_>, first: usize, members: &[u32]) -> Result<bool, OutOfBudget> {
        let together = if let Target::Storages(owned) = target { owned.len() } else { 1 };
        let mut placed = 0;
        while placed < members.len() {
            let left = self.budget.saturating_sub(self.moved);
            self.swaps.begin(left.div_ceil(together).min(BATCH));
            let Some(more) = self.arrange(target, first + placed, &members[placed..]) else { return Ok(false) };
            placed += more;
            self.moved = self.moved.saturating_add(self.swaps.len() * together);
            if placed < members.len() && self.moved >= self.budget {
                return Err(OutOfBudget(first + placed));
            }
        }
        Ok(true)
    }

    /// Arranges the first storage, and repeats its swaps in the others.
    ///
    /// Returns the number of members that are in position now; `None` if the order of the target is fixed.
    fn arrange(&mut self, target: Target<'_>, first: usize, members: &[u32]) -> Option<usize> {
        match target {
            Target::List(view) => W::__view_alone_mut(self.views, view)?.arrange(first, members, self.swaps),
            Target::Storages(owned) => {
                let (lead, others) = owned.split_first()?;
                let placed = W::__storage(self.storages, *lead)?.arrange(first, members, self.swaps)?;
                for other in others {
                    if let Some(mut storage) = W::__storage(self.storages, *other) {
                        storage.swap_all(self.swaps.as_slice());
                    }
                }
                Some(placed)
            }
        }
    }
}
