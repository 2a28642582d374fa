//! Owns the choice of a view for an ad-hoc query: what constants can say is found out while compiling.

use core::marker::PhantomData;

use super::QueryData;
use crate::{Access, Aspect, EcsWorld, Kept, Mentions, Views};

/// The views of a world that hold all that a query looks for.
pub(super) struct Fitting<W, Q>(PhantomData<(W, Q)>);

impl<W: EcsWorld, Q: QueryData<W>> Fitting<W, Q> {
    /// The view of exactly what the query requires.
    const EQUAL: Option<usize> = equal(&Q::ACCESS, W::VIEWS);
    /// The views that hold these entities among others.
    const COVERING: Views = Views::covering(&Q::ACCESS, W::VIEWS);

    /// The equal view; else the smallest one that has fewer entities than the shortest storage.
    #[inline]
    pub(super) fn best(views: &W::Views, shortest: usize) -> Option<(usize, Kept<'_>, Aspect<W::Mask>)> {
        if let Some(view) = Self::EQUAL
            && let Some(fitting) = Self::kept(views, view)
        {
            return Some(fitting);
        }
        let covering = Self::COVERING.iter().filter_map(|view| Self::kept(views, view));
        let smallest = covering.min_by_key(|(_, kept, _)| len(kept));
        smallest.filter(|(_, kept, _)| len(kept) < shortest)
    }

    /// A view, unless its entities are nowhere at present.
    #[inline]
    fn kept(views: &W::Views, view: usize) -> Option<(usize, Kept<'_>, Aspect<W::Mask>)> {
        let (kept, aspect) = W::__view(views, view).map(|(view, aspect)| (view.kept(), aspect))?;
        (!matches!(kept, Kept::Nowhere)).then_some((view, kept, aspect))
    }
}

fn len(kept: &Kept<'_>) -> usize {
    match kept {
        Kept::Prefix(len) => *len,
        Kept::Listed(index) => index.len(),
        Kept::Nowhere => usize::MAX,
    }
}

const fn equal(access: &Access, aspects: &[Mentions]) -> Option<usize> {
    let mut view = 0;
    while view < aspects.len() {
        if aspects[view].is_exactly(access) {
            return Some(view);
        }
        view += 1;
    }
    None
}
