//! Which views of a world an access or a change concerns, computed in constants.
//!
//! An interpreter evaluates these constants, once per type, so they look at as few views as they can: those that mention a component of
//! the access, which a world of many views lists by component ([`MentionedBy`]). In a world of few views, each is tested. Calls are most of
//! the time that an evaluation takes.

use super::{Access, Concern, Mentions};

/// The views whose aspects mention a component, by number, ascending.
#[derive(Debug, Clone, Copy)]
pub struct MentionedBy {
    /// The component.
    pub component: usize,
    /// Views that require it, or one of several components that include it.
    pub required: &'static [usize],
    /// Views that exclude it.
    pub excluded: &'static [usize],
}

/// The aspects of the views of a world, for constants.
#[derive(Debug, Clone, Copy)]
pub struct Aspects {
    /// What each view mentions, by number.
    pub views: &'static [Mentions],
    /// The views by component, ascending, of components that are mentioned; empty in a world of few views, of which each is tested.
    pub by_component: &'static [MentionedBy],
    /// The views that require nothing, if the others are listed by component.
    pub open: &'static [usize],
}

/// The result of the search for a component that no view mentions.
const NOT_MENTIONED: MentionedBy = MentionedBy { component: usize::MAX, required: &[], excluded: &[] };

impl Aspects {
    /// The views that mention a component. Runs in **O(1)** time if all components up to it are mentioned, otherwise in
    /// **O(log components)**, at compile time.
    const fn mentioning(&self, component: usize) -> MentionedBy {
        let (mut first, mut end) = (0, self.by_component.len());
        if component < end && self.by_component[component].component == component {
            return self.by_component[component];
        }
        while first < end {
            let middle = first.midpoint(end);
            if self.by_component[middle].component < component {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        if first < self.by_component.len() && self.by_component[first].component == component {
            return self.by_component[first];
        }
        NOT_MENTIONED
    }

    /// The first view whose entities are exactly those with the required components of an access.
    pub(crate) const fn equal(&self, access: &Access) -> Option<usize> {
        let listed = match access.first_required() {
            Some(component) if !self.by_component.is_empty() => Some(self.mentioning(component).required),
            _ => None,
        };
        let count = if let Some(listed) = listed { listed.len() } else { self.views.len() };
        let mut at = 0;
        while at < count {
            let view = if let Some(listed) = listed { listed[at] } else { at };
            if self.views[view].is_exactly(access) {
                return Some(view);
            }
            at += 1;
        }
        None
    }
}

/// Number of views that constants distinguish; a change is assumed to affect all views beyond.
///
/// A bound on the size of the constants, of which there is one per kind of change.
pub(super) const DISTINGUISHED: usize = 1024;

/// The views that a change can affect, by number.
///
/// An array of words instead of a `Vec`, since constants cannot allocate: 128 bytes, which exist at compile time only.
#[derive(Debug, Clone, Copy)]
pub struct ViewSet([u64; DISTINGUISHED / 64]);

/// The criterion by which views are chosen.
enum Criterion<'a> {
    /// A change can affect it.
    AffectedBy(&'a Concern),
    /// It contains all entities with the required components of an access.
    Covering(&'a Access),
}

impl Criterion<'_> {
    const fn has(&self, aspect: &Mentions) -> bool {
        match self {
            Self::AffectedBy(concern) => concern.is_about(aspect),
            Self::Covering(access) => aspect.covers(access),
        }
    }
}

impl ViewSet {
    const NONE: Self = Self([0; DISTINGUISHED / 64]);

    /// The views of these aspects that a change can affect.
    #[must_use]
    pub const fn of(concern: &Concern, aspects: &Aspects) -> Self {
        let (mut views, criterion) = (Self::NONE, Criterion::AffectedBy(concern));
        if aspects.by_component.is_empty() {
            views.add_all(&criterion, aspects);
            return views;
        }
        match concern {
            Concern::Any | Concern::Despawn => views.add_all(&criterion, aspects),
            Concern::Required(access) => views.add_mentioned(access, true, None, aspects),
            Concern::Excluded(access) => views.add_mentioned(access, false, None, aspects),
            Concern::Exchange { required: gained, excluded } => {
                views.add_mentioned(gained, true, None, aspects);
                views.add_mentioned(excluded, false, None, aspects);
            }
            Concern::Spawn(access) => {
                views.add_mentioned(access, true, Some(&criterion), aspects);
                views.add_listed(aspects.open, Some(&criterion), aspects);
            }
        }
        views
    }

    /// The views that contain all entities with the required components of an access, and perhaps others; only views that are
    /// distinguished.
    ///
    /// A query of these components can iterate any of them, with a test of what else it requires.
    #[must_use]
    pub(crate) const fn covering(access: &Access, aspects: &Aspects) -> Self {
        let (mut views, criterion) = (Self::NONE, Criterion::Covering(access));
        if aspects.by_component.is_empty() {
            views.add_all(&criterion, aspects);
        } else {
            views.add_mentioned(access, true, Some(&criterion), aspects);
        }
        views
    }

    /// Adds those of all views that meet the criterion.
    const fn add_all(&mut self, criterion: &Criterion<'_>, aspects: &Aspects) {
        let (mut view, views) = (0, aspects.views.len());
        while view < views {
            self.add(view, Some(criterion), aspects);
            view += 1;
        }
    }

    /// Adds those of these views that meet the criterion, or all, if there is none.
    const fn add_listed(&mut self, mut listed: &[usize], criterion: Option<&Criterion<'_>>, aspects: &Aspects) {
        while let [view, rest @ ..] = listed {
            self.add(*view, criterion, aspects);
            listed = rest;
        }
    }

    /// Adds the views that meet the criterion: of those that require an accessed component (`requires`), or of those that exclude one.
    /// Without a criterion, all of these are added: a gain or a loss of the component affects each. (Changes access no past.)
    const fn add_mentioned(
        &mut self,
        access: &Access,
        requires: bool,
        criterion: Option<&Criterion<'_>>,
        aspects: &Aspects,
    ) {
        match access {
            Access::None => {}
            Access::Maybe(access) => self.add_mentioned(access, requires, criterion, aspects),
            Access::Read(component) | Access::Past(component) | Access::Write(component) => {
                let mentioned = aspects.mentioning(*component);
                self.add_listed(if requires { mentioned.required } else { mentioned.excluded }, criterion, aspects);
            }
            Access::Many(parts) => {
                let mut parts = *parts;
                while let [part, rest @ ..] = parts {
                    self.add_mentioned(part, requires, criterion, aspects);
                    parts = rest;
                }
            }
        }
    }

    /// Adds a view, if it meets the criterion.
    const fn add(&mut self, view: usize, criterion: Option<&Criterion<'_>>, aspects: &Aspects) {
        if view >= DISTINGUISHED {
            return;
        }
        let is_met = match criterion {
            Some(criterion) => criterion.has(&aspects.views[view]),
            None => true,
        };
        if is_met {
            self.0[view / 64] |= 1 << (view % 64);
        }
    }

    /// The first view of the set from a number on, of `views` in the world; those that are not distinguished are always in it.
    pub(crate) const fn next_from(&self, first: usize, views: usize) -> Option<usize> {
        let mut view = first;
        while view < views {
            if view >= DISTINGUISHED {
                return Some(view);
            }
            let rest = self.0[view / 64] >> (view % 64);
            if rest != 0 {
                let found = view + rest.trailing_zeros() as usize;
                return if found < views { Some(found) } else { None };
            }
            view = (view / 64 + 1) * 64;
        }
        None
    }

    /// Returns true if there is no view.
    pub(crate) const fn is_empty(&self) -> bool {
        let mut word = 0;
        while word < self.0.len() {
            if self.0[word] != 0 {
                return false;
            }
            word += 1;
        }
        true
    }

    /// Iterates over the views, ascending. `views` is their number in the world, so that no later word is read; those that are not
    /// distinguished are not yielded.
    pub(crate) fn iter(&self, views: usize) -> impl Iterator<Item = usize> + '_ {
        let mut first = 0;
        core::iter::from_fn(move || {
            let view = self.next_from(first, views.min(DISTINGUISHED))?;
            first = view + 1;
            Some(view)
        })
    }

    /// Returns true if the change can affect a view.
    #[must_use]
    #[inline(always)]
    pub const fn has(&self, view: usize) -> bool {
        view >= DISTINGUISHED || self.0[view / 64] & 1 << (view % 64) != 0
    }
}
