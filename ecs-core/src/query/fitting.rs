//! Chooses the view of an ad-hoc query. Which views contain all matches is computed at compile time; which of them is the smallest, at run
//! time.
//!
//! A view fits if its aspect has no filter and requires nothing that the query does not require. Then it contains all matches; entities
//! that lack other required components are skipped when they are fetched. A view of exactly the matches is iterated if there is one;
//! otherwise the one with the fewest entities, unless a required storage has at most as many values. This choice determines the order of
//! items, but not their set.
//!
//! For a world with a group of `(Position, Velocity)` and a list of `(Position, Velocity, Frozen)`:
//!
//! | query | iterates |
//! |---|---|
//! | `(&Position, &Velocity)` | the group, whose slices it reads |
//! | `(&Position, &Velocity, &Mass)` | the group or the storage of `Mass`, whichever has fewer entities |
//! | `(&Position, &Velocity)` `.with::<Frozen>()` | the list, which is exact: nothing is tested |
//! | `&Position` | the storage of `Position` |
//! | `(&Position, Option<&Velocity>)` | the storage of `Position`: the group lacks matches |
//!
//! The second row in numbers, for a group of 300 entities, and 1 000 positions and velocities: if 50 entities have a mass, their
//! storage is iterated; if 400 have one, the group. If 300 have one, the storage is: a view that is not exact has to be smaller.
//!
//! Filters by `without` and `any` never choose a view: to iterate a view with such a filter, request it in `queries:`.

use core::marker::PhantomData;

use super::{QueryData, QueryKind};
use crate::access::{Access, ViewSet};
use crate::mask::BitMask;
use crate::view::Members;
use crate::world::{EcsWorld, aspects};

/// The views of a world that contain all matches of a query.
pub(super) struct FittingViews<W, Q>(PhantomData<(W, Q)>);

impl<W: EcsWorld, Q: QueryData<W>> FittingViews<W, Q> {
    /// The view of exactly what the query requires, and the views that contain these entities among others.
    const FITTING: (Option<usize>, ViewSet) = {
        // Borrowed constants would be further ones, which are evaluated by themselves.
        let (access, aspects) = (Q::Kind::ACCESS, aspects::<W>());
        (aspects.equal(&access), ViewSet::covering(&access, &aspects))
    };

    /// Whether there is no such view, so that a storage is iterated.
    pub(super) const NONE: bool = {
        let (equal, covering) = Self::FITTING;
        equal.is_none() && covering.is_empty()
    };

    /// The view of exactly what the query requires; otherwise the smallest one with fewer entities than the smallest storage.
    pub(super) fn best(views: &W::Views, shortest: usize) -> Option<(usize, Members<'_>)> {
        best::<W>(views, &Self::FITTING, shortest)
    }
}

/// Finds the view for [`FittingViews::best`]. One copy serves all queries of a world.
#[inline(never)]
fn best<'w, W: EcsWorld>(
    views: &'w W::Views,
    (equal, covering): &(Option<usize>, ViewSet),
    shortest: usize,
) -> Option<(usize, Members<'w>)> {
    let members = |view| members::<W>(views, view);
    equal.and_then(members).or_else(|| smallest(&members, W::VIEWS.len(), covering, shortest))
}

/// The view with the fewest entities, if it has fewer than `shortest`. Compiled once, with this library.
fn smallest<'w>(
    members: &dyn Fn(usize) -> Option<(usize, Members<'w>)>,
    views: usize,
    covering: &ViewSet,
    shortest: usize,
) -> Option<(usize, Members<'w>)> {
    let smallest = covering.iter(views).filter_map(members).min_by_key(|(_, members)| len(members));
    smallest.filter(|(_, members)| len(members) < shortest)
}

/// The view of exactly the entities that have what an access requires and the `further` components; otherwise the smallest view that
/// contains these entities, if it has fewer than `most`. `true` if it is the exact view. Runs in **O(views)** time.
#[inline(never)]
pub(super) fn narrower<'w, W: EcsWorld>(
    views: &'w W::Views,
    access: &Access,
    further: &W::Mask,
    most: usize,
) -> Option<(usize, Members<'w>, bool)> {
    let is_required = |component: &usize| access.requires(*component) || further.contains(*component);
    let mut smallest = None;
    for (view, mentions) in W::VIEWS.iter().enumerate() {
        let is_plain = mentions.none.is_empty() && mentions.any.is_empty() && !mentions.all.is_empty();
        if !is_plain || !mentions.all.iter().all(is_required) {
            continue;
        }
        let Some((_, members)) = members::<W>(views, view) else { continue };
        // The entities of a group are those of a storage that it owns, so one of these has to be fetched.
        let is_listed = matches!(members, Members::Listed(_));
        if !is_listed && !mentions.owned.iter().any(|component| access.requires(*component)) {
            continue;
        }
        if access.requires_only(mentions.all) && mentions_all::<W>(mentions.all, *further) {
            return Some((view, members, true));
        }
        let fewest = smallest.as_ref().map_or(most, |(_, members, _)| len(members));
        if len(&members) < fewest {
            smallest = Some((view, members, false));
        }
    }
    smallest
}

/// Returns true if all components of a mask are in a list.
fn mentions_all<W: EcsWorld>(components: &[usize], mut mask: W::Mask) -> bool {
    core::iter::from_fn(|| mask.pop_first()).all(|component| components.contains(&component))
}

/// A view, unless it keeps no entities at present.
fn members<W: EcsWorld>(views: &W::Views, view: usize) -> Option<(usize, Members<'_>)> {
    let members = W::__view_alone(views, view)?.members();
    (!matches!(members, Members::NotKept)).then_some((view, members))
}

fn len(members: &Members<'_>) -> usize {
    match members {
        Members::Prefix(len) => *len,
        Members::Listed(index) => index.len(),
        Members::Whole | Members::NotKept => usize::MAX,
    }
}
