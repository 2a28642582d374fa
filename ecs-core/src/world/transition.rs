//! Notifies views and callbacks of a structural change. Moves no values: `change`, `despawn` and `spawn` do so between the two halves.
//!
//! Kinds of changes are types, so that the views that a change can affect are a constant ([`Concerned`]), and generated code contains calls
//! for only these views.
//!
//! | change | leaves, enters | views that it affects |
//! |---|---|---|
//! | spawn | enters | those that the bundle matches |
//! | despawn | leaves | all |
//! | insert, replace | leaves those that exclude a new component, enters those that require one | by the bundle |
//! | remove, `remove_any` | leaves those that require a lost component, enters those that exclude one | by the bundle |
//! | exchange | both | by both bundles |
//! | clear | leaves | all, without a transition per entity |
//!
//! Replacing values is not a transition; `on_replaced` is called last, for systems whose aspect the entity matches before and after
//! (`BundleKind::report_replaced`).
//!
//! Views are left before values move and entered afterwards, since a group finds the values of an entity by their positions: it swaps an
//! entity out of its front while all its values are there, and swaps it in when the new ones are. (It owns none of the values that are lost
//! then.)

use core::marker::PhantomData;

use crate::access::{Concern, ViewSet};
use crate::bundle::{Bundle, BundleKind};
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Token, aspects};

/// Not exported, so that each kind of change is defined in this directory.
pub(super) mod sealed {
    #[diagnostic::on_unimplemented(
        message = "kinds of changes are implemented by the library alone",
        label = "`{Self}` cannot be a kind of change"
    )]
    pub trait Sealed {}
}

/// A kind of structural change, as a type, so that the views that it can affect are a constant.
///
/// Generated code tests [`VIEWS`](Self::VIEWS) in `if const { .. }` before it notifies a view, so calls to views that a change cannot
/// affect are never compiled. In a world of many views, most changes affect a few of them, which are taken from a table (`notify_table`).
pub trait Concerned<W: EcsWorld>: sealed::Sealed {
    /// The components that change, and how.
    const CONCERN: Concern;
    /// The views that it can affect.
    const VIEWS: ViewSet = {
        // Borrowed constants would be further ones, which are evaluated by themselves.
        let (concern, aspects) = (Self::CONCERN, aspects::<W>());
        ViewSet::of(&concern, &aspects)
    };
    /// Whether it can affect every view: a despawn, and a change of components that are known only at run time.
    const IS_ABOUT_ALL: bool = {
        let concern = Self::CONCERN;
        concern.is_about_all()
    };
}

/// An entity is spawned with `B`.
pub(super) struct Spawning<B>(PhantomData<B>);
/// A live entity gains or loses `B`, for views that require it.
pub(super) struct Required<B>(PhantomData<B>);
/// A live entity gains or loses `B`, for views that exclude it. A type of its own, so that no code is generated for impossible directions.
pub(super) struct Excluded<B>(PhantomData<B>);
/// A live entity loses `Lost` and gains `Gained`, for views that it leaves; with both exchanged, for views that it enters.
pub(super) struct Exchanging<Lost, Gained>(PhantomData<(Lost, Gained)>);
/// An entity is despawned.
pub(super) struct Despawning;

impl<B> sealed::Sealed for Spawning<B> {}
impl<B> sealed::Sealed for Required<B> {}
impl<B> sealed::Sealed for Excluded<B> {}
impl<Lost, Gained> sealed::Sealed for Exchanging<Lost, Gained> {}
impl sealed::Sealed for Despawning {}

impl<W: EcsWorld, B: Bundle<W>> Concerned<W> for Spawning<B> {
    const CONCERN: Concern = Concern::Spawn(<B::Kind as BundleKind<W, B>>::ACCESS);
}

impl<W: EcsWorld, B: Bundle<W>> Concerned<W> for Required<B> {
    const CONCERN: Concern = Concern::Required(<B::Kind as BundleKind<W, B>>::ACCESS);
}

impl<W: EcsWorld, B: Bundle<W>> Concerned<W> for Excluded<B> {
    const CONCERN: Concern = Concern::Excluded(<B::Kind as BundleKind<W, B>>::ACCESS);
}

impl<W: EcsWorld, Lost: Bundle<W>, Gained: Bundle<W>> Concerned<W> for Exchanging<Lost, Gained> {
    const CONCERN: Concern = Concern::Exchange {
        required: <Lost::Kind as BundleKind<W, Lost>>::ACCESS,
        excluded: <Gained::Kind as BundleKind<W, Gained>>::ACCESS,
    };
}

impl<W: EcsWorld> Concerned<W> for Despawning {
    const CONCERN: Concern = Concern::Despawn;
}

#[inline(always)]
pub(super) fn core<W: EcsWorld>(world: &mut W) -> &mut Core<W> {
    world.__core_mut(Token::new())
}

/// First half of a transition: calls `on_removed` of systems whose views the entity leaves, and then removes it from these views.
///
/// The callbacks run first, with values and views as they were. If one panics, nothing has changed.
#[inline(always)]
pub(super) fn leave<W: EcsWorld, C: Concerned<W>>(world: &mut W, change: &Transition<W::Mask>) {
    if W::CALLBACKS {
        world.__on_removed::<C>(change, Token::new());
    }
    let Core { storages, views, .. } = core(world);
    W::__before::<C>(storages, views, change);
}

/// Second half of a transition, after the mask changed: adds the entity to the views that it enters, and calls `on_added`. The values have
/// changed, too, except that those of lost components may still be there if there is no `on_added`.
#[inline(always)]
pub(super) fn enter<W: EcsWorld, C: Concerned<W>>(world: &mut W, change: &Transition<W::Mask>) {
    let Core { storages, views, .. } = core(world);
    W::__after::<C>(storages, views, change);
    // As in `call_added`; one function fewer for each kind of change.
    if W::CALLBACKS {
        world.__on_added::<C>(change, Token::new());
    }
}

/// The last step of a transition: calls `on_added`.
#[inline(always)]
pub(super) fn call_added<W: EcsWorld, C: Concerned<W>>(world: &mut W, change: &Transition<W::Mask>) {
    if W::CALLBACKS {
        world.__on_added::<C>(change, Token::new());
    }
}
