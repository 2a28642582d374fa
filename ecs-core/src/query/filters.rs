//! The filters of ad-hoc queries: `with`, `without` and `any`.

use core::mem::ManuallyDrop;

use super::create::is_in;
use super::{FetchOf, Query, QueryData, QueryKind, fitting};
use crate::bundle::{Bundle, BundleKind};
use crate::fetch::Fetch;
use crate::mask::BitMask;
use crate::sparse::Source;
use crate::view::{Filter, Walk};
use crate::world::EcsWorld;

impl<W: EcsWorld, Q: QueryData<W>> Query<'_, W, Q> {
    /// Restricts the query to entities that also have every component of `B`, without fetching them.
    ///
    /// Costs nothing if the query fetches `B`, or if the world keeps a view of exactly these entities, which is then iterated. Otherwise
    /// the query iterates the smallest of the views that contain all matches, if that is smaller than what it iterated before, and tests a
    /// mask per visited entity. After the first `with` that finds an exact view, later ones only test masks, so name all components in one
    /// call, as in `with::<(B, C)>()`.
    ///
    /// The storages of `B` are not iterated, however short they are, since the query borrows only what it fetches. If `B` is rare, fetch
    /// `&B`, or declare the query. (A query parameter with `#[system(with(..))]` does iterate them, if no system writes `B`.)
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Health, Frozen; }
    /// # let mut world = World::default();
    /// let hero = world.spawn((Health(5), Frozen));
    /// world.spawn(Health(3));
    /// let frozen = world.query::<(Entity, &Health)>().with::<Frozen>();
    /// assert!(frozen.iter().eq([(hero, &Health(5))]));
    /// ```
    pub fn with<B: Bundle<W>>(mut self) -> Self {
        let mut mask = B::Kind::mask();
        while let Some(component) = mask.pop_first() {
            if !Q::Kind::ACCESS.requires(component) {
                self.walk.filter.get_or_insert_default().with(B::Kind::mask());
                return if const { W::VIEWS.is_empty() } || self.selects { self } else { self.narrowed() };
            }
        }
        self
    }

    /// Continues with the view of exactly what is required so far, or else with a smaller view that contains all matches, if there is one.
    fn narrowed(self) -> Self {
        let (Some(filter), most) = (&self.walk.filter, self.walk.source.upper_bound()) else { return self };
        let found = fitting::narrower::<W>(self.views, &Q::Kind::ACCESS, filter.required(), most);
        if let Some((view, members, is_exact)) = found {
            let views = self.views;
            let Walk { mut columns, entities, filter, .. } = self.into_walk();
            // Also resets optional columns, which a view does not align.
            FetchOf::<W, Q>::align(&mut columns, Source::empty());
            Q::Kind::align(&mut columns, is_in(W::VIEWS[view].owned));
            let mut walk = Walk::of_members(members, columns, entities);
            walk.filter = if is_exact { filter.and_then(Filter::without_required) } else { filter };
            return Self { walk: ManuallyDrop::new(walk), views, selects: is_exact };
        }
        self
    }

    /// Restricts the query to entities that have no component of `B`. Costs a test of a mask per visited entity, unless it is known that no
    /// entity has one, or all have ([`iter_mut`](Self::iter_mut)).
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Frozen;
    /// # ecs_world! { components: Health, Frozen; }
    /// # let mut world = World::default();
    /// world.spawn((Health(5), Frozen));
    /// world.spawn(Health(3));
    /// let mut moving = world.query_mut::<&mut Health>().without::<Frozen>();
    /// moving.for_each(|health| health.0 -= 1);
    /// assert!(world.query::<&Health>().without::<Frozen>().iter().eq([&Health(2)]));
    /// ```
    pub fn without<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().without(B::Kind::mask());
        self
    }

    /// Restricts the query to entities that have at least one component of `B`. Each further `any` must match, too.
    ///
    /// An `any` that another one implies, such as `any::<(A, B, C)>` beside `any::<(A, B)>`, is left out. Each remaining one costs a test
    /// of a mask per visited entity.
    ///
    /// # Panics
    ///
    /// If there are more than eight `any`, none of which implies another.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Fire;
    /// # struct Ice;
    /// # struct Water;
    /// # ecs_world! { components: Fire, Ice, Water; }
    /// # let mut world = World::default();
    /// let all = [world.spawn(Fire), world.spawn((Ice, Fire)), world.spawn(Water)];
    /// assert!(world.query::<Entity>().any::<(Fire, Ice)>().iter().eq([all[0], all[1]]));
    /// assert!(world.query::<Entity>().any::<(Fire, Ice)>().any::<(Ice, Water)>().iter().eq([all[1]]));
    /// ```
    #[track_caller]
    pub fn any<B: Bundle<W>>(mut self) -> Self {
        self.walk.filter.get_or_insert_default().any(B::Kind::mask());
        self
    }
}
