//! Query data: `&C`, `&mut C`, `Option`s, `Entity` and tuples of these, with the fetch of each and how its columns are borrowed from a
//! world.

use crate::{
    Access, Core, EcsWorld, Entity, Fetch, Handle, Has, Holds, Lookup, LookupMut, Maybe, Population, Read, ReadFetch,
    Stretch, Write,
};

/// The item of a query for one entity.
pub type QueryItem<'w, W, Q> = <<Q as QueryData<W>>::Fetch as Fetch>::Item<'w>;

/// Private, so that query data are implemented only in this file. It has the world as a parameter: for a world of their own, other crates
/// could define what `&C` means.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "what a query can ask for is implemented by the library alone",
        label = "`{Self}` cannot be asked for"
    )]
    pub trait Sealed<W> {}
}

use sealed::Sealed;

/// Types that a query of the world `W` can fetch: `Entity`, `&C`, `&mut C`, `Option` of the latter two, tuples of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not something that a query of world `{W}` can ask for",
    label = "expected `Entity`, `&C`, `&mut C`, `Option<&C>`, `Option<&mut C>`, or a tuple of these",
    note = "a component is asked for by reference: `&Position` to read it, `&mut Position` to change it"
)]
pub trait QueryData<W: EcsWorld>: Sealed<W> {
    /// The fetch of its items.
    #[doc(hidden)]
    type Fetch: Stretch;
    /// The components that it borrows.
    #[doc(hidden)]
    const ACCESS: Access;
    /// Borrows the columns of the fetch from those of the world.
    #[doc(hidden)]
    fn columns<'w>(
        columns: &mut W::Columns<'w>,
        entities: &'w Population<W::Mask>,
    ) -> <Self::Fetch as Fetch>::Columns<'w>;
    /// Marks the columns of these components as aligned: the view that is iterated owns them.
    #[doc(hidden)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owned: &[usize]);
}

/// Query data that only read.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not something that a query of world `{W}` can read",
    label = "expected `Entity`, `&C`, `Option<&C>`, or a tuple of these",
    note = "to write, use `query_mut`, and `iter_mut`, `get_mut`, `single_mut` of a query; `query`, and `iter`, `get`, `single`, `share` \
            of a query, only read"
)]
pub trait ReadQueryData<W: EcsWorld>: QueryData<W, Fetch: ReadFetch> {
    /// Borrows the columns of the fetch, shared.
    #[doc(hidden)]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_>;
}

impl<W: Holds<C>, C: 'static> Sealed<W> for &C {}

impl<W: Holds<C>, C: 'static> QueryData<W> for &C {
    type Fetch = Read<W::Storage>;
    const ACCESS: Access = Access::Read(W::ID);

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, _: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        W::column(columns).share().map_or_else(Lookup::default, crate::read)
    }

    #[inline(always)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owned: &[usize]) {
        columns.aligned = owned.contains(&W::ID);
    }
}

impl<W: Holds<C>, C: 'static> ReadQueryData<W> for &C {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        crate::read(W::storage(&core.storages))
    }
}

impl<W: Has<C>, C: 'static> Sealed<W> for &mut C {}

impl<W: Has<C>, C: 'static> QueryData<W> for &mut C {
    type Fetch = Write<W::Storage>;
    const ACCESS: Access = Access::Write(W::ID);

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, _: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        W::column(columns).take().map_or_else(LookupMut::default, crate::write)
    }

    #[inline(always)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owned: &[usize]) {
        columns.aligned = owned.contains(&W::ID);
    }
}

impl<W: Holds<C>, C: 'static> Sealed<W> for Option<&C> {}

impl<W: Holds<C>, C: 'static> QueryData<W> for Option<&C> {
    type Fetch = Maybe<Read<W::Storage>>;
    const ACCESS: Access = Access::Maybe(&Access::Read(W::ID));

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, all: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        <&C as QueryData<W>>::columns(columns, all)
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: &[usize]) {}
}

impl<W: Holds<C>, C: 'static> ReadQueryData<W> for Option<&C> {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        <&C as ReadQueryData<W>>::shared(core)
    }
}

impl<W: Has<C>, C: 'static> Sealed<W> for Option<&mut C> {}

impl<W: Has<C>, C: 'static> QueryData<W> for Option<&mut C> {
    type Fetch = Maybe<Write<W::Storage>>;
    const ACCESS: Access = Access::Maybe(&Access::Write(W::ID));

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, all: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        <&mut C as QueryData<W>>::columns(columns, all)
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: &[usize]) {}
}

impl<W: EcsWorld> Sealed<W> for Entity {}

impl<W: EcsWorld> QueryData<W> for Entity {
    type Fetch = Handle;
    const ACCESS: Access = Access::None;

    #[inline]
    fn columns<'w>(_: &mut W::Columns<'w>, entities: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        entities.handles()
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: &[usize]) {}
}

impl<W: EcsWorld> ReadQueryData<W> for Entity {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        core.entities.handles()
    }
}

macro_rules! tuple_query_data {
    ($($Q:ident $q:ident),*) => {
        impl<World: EcsWorld, $($Q: QueryData<World>),*> Sealed<World> for ($($Q,)*) {}

        impl<World: EcsWorld, $($Q: QueryData<World>),*> QueryData<World> for ($($Q,)*) {
            type Fetch = ($($Q::Fetch,)*);
            const ACCESS: Access = Access::Many(&[$($Q::ACCESS),*]);

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple asks for nothing")]
            fn columns<'w>(
                _columns: &mut World::Columns<'w>,
                _entities: &'w Population<World::Mask>,
            ) -> <Self::Fetch as Fetch>::Columns<'w> {
                ($($Q::columns(_columns, _entities),)*)
            }

            #[inline(always)]
            fn align(($($q,)*): &mut <Self::Fetch as Fetch>::Columns<'_>, _owned: &[usize]) {
                $($Q::align($q, _owned);)*
            }
        }

        impl<World: EcsWorld, $($Q: ReadQueryData<World>),*> ReadQueryData<World> for ($($Q,)*) {
            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple asks for nothing")]
            fn shared(_core: &Core<World>) -> <Self::Fetch as Fetch>::Columns<'_> {
                ($($Q::shared(_core),)*)
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_query_data);
