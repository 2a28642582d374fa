//! The views that are notified of a structural change, in worlds of many views: constants select functions from a table.
//!
//! A kind of change affects few of many views. If generated code tested for each view, in `if const { .. }`, whether the change can affect
//! it, the compiler would evaluate a constant per kind of change and view, even in code that it removes. So such a world lists the
//! functions of its views ([`Notify`]), and a kind of change selects those that it needs, by position:
//!
//! ```text
//! Required<Position>      VIEWS {2, 17, 40}      notified [2, 17, 40]
//!   notified 0     NOTIFIED[2].after       a direct call, which is inlined
//!   notified 1     NOTIFIED[17].after
//!   notified 2     NOTIFIED[40].after
//!   notified 3..   left out
//! ```
//!
//! A change that affects more than [`DIRECT`] views calls them through the table at run time.

use super::notify::{after, before, spawned};
use super::transition::Concerned;
use crate::access::{Aspects, ViewSet};
use crate::entity::Entity;
use crate::view::Transition;
use crate::world::{EcsWorld, GeneratedWorld, HasView};

/// Maximum number of views that a kind of change calls directly.
///
/// More calls would be code for each kind of change, of which a large world has hundreds.
const DIRECT: usize = 8;

type Storages<W> = <W as GeneratedWorld>::Storages;
type Views<W> = <W as GeneratedWorld>::Views;
type Mask<W> = <W as GeneratedWorld>::Mask;
type OnChange<W> = fn(&mut Storages<W>, &mut Views<W>, &Transition<Mask<W>>);
type OnSpawned<W> = fn(&mut Storages<W>, &mut Views<W>, &[Entity], &Mask<W>);

/// The functions that notify a view of structural changes; for generated code.
pub struct Notify<W: GeneratedWorld> {
    /// Called before the mask and the values change.
    before: OnChange<W>,
    /// Called after the mask and the values of the components that the view can own changed.
    after: OnChange<W>,
    /// Called once for entities with one mask that were spawned together.
    spawned: OnSpawned<W>,
    /// Whether the view keeps entities; otherwise it needs no notification.
    keeps: bool,
}

impl<W: GeneratedWorld> Clone for Notify<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: GeneratedWorld> Copy for Notify<W> {}

impl<W: GeneratedWorld> core::fmt::Debug for Notify<W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Notify").field("keeps", &self.keeps).finish_non_exhaustive()
    }
}

impl<W: GeneratedWorld> Notify<W> {
    /// The functions of a view that keeps no entities: they do nothing.
    pub const NOTHING: Self =
        Self { before: |_, _, _| {}, after: |_, _, _| {}, spawned: |_, _, _, _| {}, keeps: false };

    /// The functions of the view with this number.
    #[must_use]
    pub const fn view<const V: usize>() -> Self
    where
        W: HasView<V>,
    {
        Self { before: before::<W, V>, after: after::<W, V>, spawned: spawned::<W, V>, keeps: true }
    }
}

/// The aspects of the views of a world.
pub(crate) const fn aspects<W: GeneratedWorld>() -> Aspects {
    Aspects { views: W::VIEWS, by_component: W::BY_COMPONENT, open: W::OPEN }
}

/// The functions of the first views that are notified of a kind of change, and the number of all such views.
///
/// It is evaluated once per kind of change and world, at compile time.
struct NotifiedViews<F> {
    /// Filled up with the function of [`Notify::NOTHING`].
    first: [F; DIRECT],
    /// Includes views beyond the first [`DIRECT`], whose functions are not listed.
    len: usize,
}

/// Selects one function of each of the first views. (This compiles no function of other views.)
///
/// Views that keep nothing are skipped, since they need no notification. Runs in **O(views)** steps of the constant evaluator.
macro_rules! notified {
    ($W:ident, $C:ident, $function:ident) => {{
        // A borrowed constant would be a further one, which is evaluated by itself.
        let views = $C::VIEWS;
        let mut notified = NotifiedViews { first: [Notify::<$W>::NOTHING.$function; DIRECT], len: 0 };
        let mut from = 0;
        while let Some(view) = views.next_from(from, $W::NOTIFIED.len()) {
            let notify = $W::NOTIFIED[view];
            if notify.keeps {
                if notified.len < DIRECT {
                    notified.first[notified.len] = notify.$function;
                }
                notified.len += 1;
            }
            from = view + 1;
        }
        notified
    }};
}

/// The views that are notified of a kind of change, as constants.
struct NotifiedBy<W, C>(core::marker::PhantomData<(W, C)>);

impl<W: EcsWorld, C: Concerned<W>> NotifiedBy<W, C> {
    const BEFORE: &'static NotifiedViews<OnChange<W>> = &notified!(W, C, before);
    const AFTER: &'static NotifiedViews<OnChange<W>> = &notified!(W, C, after);
    const SPAWNED: &'static NotifiedViews<OnSpawned<W>> = &notified!(W, C, spawned);
}

/// The function that calls those of the notified views: a kind of change that affects two views is compiled to two calls, and rustc does
/// not even visit the code for any other number. (An `if const { .. }` per view would be a constant per view and kind of change, and rustc
/// also evaluates those that it removes.)
macro_rules! caller {
    ($table:ident $passed:tt, $parameters:tt, [$($len:literal: $($at:literal)*;)*], $nothing:expr, $many:ident) => {
        match NotifiedBy::<W, C>::$table.len {
            0 => $nothing,
            $($len => {
                #[inline(always)]
                fn call<W: EcsWorld, C: Concerned<W>>$parameters {
                    $((NotifiedBy::<W, C>::$table.first[$at])$passed;)*
                }
                call::<W, C>
            })*
            _ => $many::<W, C>,
        }
    };
    ($table:ident $passed:tt, $parameters:tt, ascending, $nothing:expr, $many:ident) => {
        caller!($table $passed, $parameters, [
            1: 0; 2: 0 1; 3: 0 1 2; 4: 0 1 2 3; 5: 0 1 2 3 4; 6: 0 1 2 3 4 5; 7: 0 1 2 3 4 5 6; 8: 0 1 2 3 4 5 6 7;
        ], $nothing, $many)
    };
    ($table:ident $passed:tt, $parameters:tt, descending, $nothing:expr, $many:ident) => {
        caller!($table $passed, $parameters, [
            1: 0; 2: 1 0; 3: 2 1 0; 4: 3 2 1 0; 5: 4 3 2 1 0; 6: 5 4 3 2 1 0; 7: 6 5 4 3 2 1 0; 8: 7 6 5 4 3 2 1 0;
        ], $nothing, $many)
    };
}

/// The function that notifies views before an entity changes, in descending order; for generated code.
#[must_use]
pub const fn notify_before<W: EcsWorld, C: Concerned<W>>() -> OnChange<W> {
    caller!(
        BEFORE(storages, views, change),
        (storages: &mut W::Storages, views: &mut W::Views, change: &Transition<W::Mask>),
        descending,
        Notify::<W>::NOTHING.before,
        before_many
    )
}

/// The function that notifies views after an entity changed, in ascending order; for generated code.
#[must_use]
pub const fn notify_after<W: EcsWorld, C: Concerned<W>>() -> OnChange<W> {
    caller!(
        AFTER(storages, views, change),
        (storages: &mut W::Storages, views: &mut W::Views, change: &Transition<W::Mask>),
        ascending,
        Notify::<W>::NOTHING.after,
        after_many
    )
}

/// The function that notifies views after entities with one mask were spawned together, in ascending order; for generated code.
#[must_use]
pub const fn notify_spawned<W: EcsWorld, C: Concerned<W>>() -> OnSpawned<W> {
    caller!(
        SPAWNED(storages, views, entities, mask),
        (storages: &mut W::Storages, views: &mut W::Views, entities: &[Entity], mask: &W::Mask),
        ascending,
        Notify::<W>::NOTHING.spawned,
        spawned_many
    )
}

/// Notifies these views through the table, before an entity changes.
fn before_many<W: EcsWorld, C: Concerned<W>>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    change: &Transition<W::Mask>,
) {
    each_descending::<W>(&C::VIEWS, |view| (view.before)(storages, views, change));
}

/// Notifies these views through the table, after an entity changed.
fn after_many<W: EcsWorld, C: Concerned<W>>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    change: &Transition<W::Mask>,
) {
    each_ascending::<W>(&C::VIEWS, |view| (view.after)(storages, views, change));
}

/// Notifies these views through the table, after entities were spawned together.
fn spawned_many<W: EcsWorld, C: Concerned<W>>(
    storages: &mut W::Storages,
    views: &mut W::Views,
    entities: &[Entity],
    mask: &W::Mask,
) {
    each_ascending::<W>(&C::VIEWS, |view| (view.spawned)(storages, views, entities, mask));
}

/// Visits these views in ascending order. Runs in **O(views + words)** time.
fn each_ascending<W: GeneratedWorld>(views: &ViewSet, mut visit: impl FnMut(&Notify<W>)) {
    let mut from = 0;
    while let Some(view) = views.next_from(from, W::NOTIFIED.len()) {
        visit(&W::NOTIFIED[view]);
        from = view + 1;
    }
}

/// Visits these views in descending order. Runs in **O(views of the world)** time.
fn each_descending<W: GeneratedWorld>(views: &ViewSet, mut visit: impl FnMut(&Notify<W>)) {
    for (view, notify) in W::NOTIFIED.iter().enumerate().rev() {
        if views.has(view) {
            visit(notify);
        }
    }
}
