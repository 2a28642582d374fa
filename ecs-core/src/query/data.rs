//! Query data: `&C`, `&mut C`, `Option`s, `Entity` and tuples of these, with the fetch of each and how its columns are borrowed from a
//! world.
//!
//! The item of a query depends on the world only through the storages of its components, so query data are mapped to a fetch over these
//! storages, and all iteration is code of the fetch. The fetch of a struct is that of its fields, with a conversion on top.
//!
//! To the compiler, a blanket implementation for structs would overlap with those for references and tuples. So, as for bundles, there are
//! kinds: query data name their kind, and the kinds are implemented here.

use core::marker::PhantomData;

use crate::access::Access;
use crate::entity::Entity;
use crate::fetch::{Build, Fetch, Handle, Maybe, Mut, Named, NotedMut, Read, ReadFetch, Stretch, Write, WriteMut};
use crate::population::Population;
use crate::storage::{Lookup, LookupMut};
use crate::world::{Core, EcsWorld, Has, Reads, Token};

/// The fetch of a query.
pub(crate) type FetchOf<W, Q> = <<Q as QueryData<W>>::Kind as QueryKind<W, Q>>::Fetch;

/// The item of a query for one entity.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// use ecs_world::QueryItem;
///
/// type Body<'w> = (Entity, &'w Health);
///
/// fn is_well((_, health): QueryItem<'_, World, Body<'_>>) -> bool {
///     health.0 > 3
/// }
///
/// world.spawn_batch([1, 5].map(Health));
/// assert_eq!(world.query::<Body>().iter().filter(|body| is_well(*body)).count(), 1);
/// ```
pub type QueryItem<'w, W, Q> = <<<Q as QueryData<W>>::Kind as QueryKind<W, Q>>::Fetch as Fetch>::Item<'w>;

/// Private, so that [`QueryKind`] is implemented only here. It has the world and the query data as parameters: otherwise other
/// crates could define what `&C` means for their own types.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "what a query can fetch is implemented by the library alone; `#[derive(Query)]` makes a struct of such",
        label = "`{Self}` cannot be the kind of `{Q}`"
    )]
    pub trait Sealed<W, Q> {}
}

use sealed::Sealed;

/// Types that a query of the world `W` can fetch: `Entity`, `&C`, `&mut C`, `Mut<'_, C>`, `&Past<C>`, an `Option` of one of these except
/// `Entity`, tuples of these, and structs with `#[derive(Query)]`.
///
/// Other crates can implement it for their own structs. The implementation borrows nothing: what is fetched, and that no component is
/// borrowed twice, follows from the sealed [`QueryKind`] of the fields.
///
/// # Examples
///
/// ```
/// # use ecs_world::{QueryData, prelude::*};
/// # struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// fn count<Q: QueryData<World>>(world: &mut World) -> usize {
///     world.query_mut::<Q>().into_iter().count()
/// }
///
/// world.spawn(Health(5));
/// world.spawn(());
/// assert_eq!(count::<&mut Health>(&mut world), 1);
/// assert_eq!(count::<Option<&Health>>(&mut world), 2, "an optional component restricts nothing");
/// ```
#[diagnostic::on_unimplemented(
    message = "a query of world `{W}` cannot fetch `{Self}`",
    label = "expected `Entity`, `&C`, `&mut C`, `Mut<'_, C>`, `&Past<C>`, an `Option` of one of these except `Entity`, or a tuple of these",
    note = "a component is fetched by reference: `&C` to read it, `&mut C` to write it"
)]
pub trait QueryData<W: EcsWorld>: Sized {
    /// Its kind, which determines its fetch.
    #[doc(hidden)]
    type Kind: QueryKind<W, Self>;
}

/// The fetch of `Q`, and how its columns are borrowed. Sealed.
pub trait QueryKind<W: EcsWorld, Q>: Sealed<W, Q> {
    /// The fetch of its items.
    type Fetch: Stretch;
    /// The components that it borrows.
    const ACCESS: Access;
    /// Borrows the columns of the fetch from those of the world.
    fn columns<'w>(
        columns: &mut W::Columns<'w>,
        entities: &'w Population<W::Mask>,
    ) -> <Self::Fetch as Fetch>::Columns<'w>;
    /// Marks as aligned the columns of components that the iterated view owns.
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owns: impl Fn(usize) -> bool + Copy);
}

/// Query data that only read: queries of them borrow the world shared, and can be iterated several times.
///
/// # Examples
///
/// ```
/// # use ecs_world::{QueryItem, ReadQueryData, prelude::*};
/// # #[derive(Debug, PartialEq)] struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// fn ends<Q: ReadQueryData<World>>(world: &World) -> Option<(QueryItem<'_, World, Q>, QueryItem<'_, World, Q>)> {
///     let all = world.query::<Q>();
///     Some((all.iter().next()?, all.iter().last()?))
/// }
///
/// assert_eq!(ends::<&Health>(&world), None);
/// world.spawn_batch([1, 2, 3].map(Health));
/// assert_eq!(ends::<&Health>(&world), Some((&Health(1), &Health(3))));
/// ```
#[diagnostic::on_unimplemented(
    message = "a query of world `{W}` cannot read `{Self}`",
    label = "expected `Entity`, `&C`, `&Past<C>`, an `Option` of a reference, or a tuple of these",
    note = "a component is fetched by reference: write `&C` for `C`",
    note = "to write, use `query_mut`, and iterate the query itself: `for item in query`, `iter_mut` or `for_each`; `query`, and `iter`, \
            `get`, `single`, `share` of a query, only read (`get_mut` and `single_mut` write)"
)]
pub trait ReadQueryData<W: EcsWorld>: QueryData<W, Kind: ReadQueryKind<W, Self>> {}

/// The fetch of query data `Q` that only read, and how its columns are borrowed.
pub trait ReadQueryKind<W: EcsWorld, Q>: QueryKind<W, Q, Fetch: ReadFetch> {
    /// Borrows the columns of the fetch, shared.
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_>;
}

/// The kind of a component, of the handle, and of tuples.
#[derive(Debug)]
pub struct PlainQuery;

/// The kind of a struct with `#[derive(Query)]`.
#[derive(Debug)]
pub struct StructQuery;

/// A struct that is fetched as the tuple of its fields; `#[derive(Query)]` implements it.
pub trait QueryStruct<W: EcsWorld> {
    /// The fields, in order.
    type Tuple: QueryData<W>;
    /// The struct, with another lifetime.
    type Item<'w>;
    /// Creates the struct from its fields.
    fn from_tuple(tuple: QueryItem<'_, W, Self::Tuple>) -> Self::Item<'_>;
}

/// Creates a struct from its fields.
#[derive(Debug)]
pub struct BuildStruct<W, S>(PhantomData<(W, S)>);

impl<W: EcsWorld, S: QueryStruct<W>> Build<FetchOf<W, S::Tuple>> for BuildStruct<W, S> {
    type Built<'w> = S::Item<'w>;

    #[inline(always)]
    fn build(item: QueryItem<'_, W, S::Tuple>) -> S::Item<'_> {
        S::from_tuple(item)
    }
}

impl<W: EcsWorld, S: QueryStruct<W>> Sealed<W, S> for StructQuery {}

impl<W: EcsWorld, S: QueryStruct<W>> QueryKind<W, S> for StructQuery {
    type Fetch = Named<BuildStruct<W, S>, FetchOf<W, S::Tuple>>;
    const ACCESS: Access = <S::Tuple as QueryData<W>>::Kind::ACCESS;

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, all: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        <S::Tuple as QueryData<W>>::Kind::columns(columns, all)
    }

    #[inline(always)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owns: impl Fn(usize) -> bool + Copy) {
        <S::Tuple as QueryData<W>>::Kind::align(columns, owns);
    }
}

impl<W: EcsWorld, S: QueryStruct<W, Tuple: ReadQueryData<W>>> ReadQueryKind<W, S> for StructQuery {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        <S::Tuple as QueryData<W>>::Kind::shared(core)
    }
}

impl<W: Reads<C>, C: 'static> Sealed<W, &C> for PlainQuery {}

impl<W: Reads<C>, C: 'static> QueryData<W> for &C {
    type Kind = PlainQuery;
}

impl<W: Reads<C>, C: 'static> QueryKind<W, &C> for PlainQuery {
    type Fetch = Read<W::Values>;
    const ACCESS: Access = W::READ;

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, _: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        W::lent_values(columns).map_or_else(Lookup::default, crate::read)
    }

    #[inline(always)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owns: impl Fn(usize) -> bool + Copy) {
        columns.aligned = owns(W::COMPONENT);
    }
}

impl<W: Reads<C>, C: 'static> ReadQueryData<W> for &C {}

impl<W: Reads<C>, C: 'static> ReadQueryKind<W, &C> for PlainQuery {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        crate::read(W::values(&core.storages))
    }
}

impl<W: Has<C>, C: 'static> Sealed<W, &mut C> for PlainQuery {}

impl<W: Has<C>, C: 'static> QueryData<W> for &mut C {
    type Kind = PlainQuery;
}

impl<W: Has<C>, C: 'static> QueryKind<W, &mut C> for PlainQuery {
    type Fetch = Write<W::Storage>;
    const ACCESS: Access = Access::Write(W::ID);

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, _: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        W::column(columns, Token::new()).take().map_or_else(LookupMut::default, crate::write)
    }

    #[inline(always)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owns: impl Fn(usize) -> bool + Copy) {
        columns.aligned = owns(W::ID);
    }
}

impl<W: Has<C>, C: 'static> Sealed<W, Mut<'_, C>> for PlainQuery {}

impl<W: Has<C>, C: 'static> QueryData<W> for Mut<'_, C> {
    type Kind = PlainQuery;
}

impl<W: Has<C>, C: 'static> QueryKind<W, Mut<'_, C>> for PlainQuery {
    type Fetch = WriteMut<W::Storage>;
    const ACCESS: Access = Access::Write(W::ID);

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, _: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        W::column(columns, Token::new()).take().map_or_else(NotedMut::default, crate::write_noted)
    }

    #[inline(always)]
    fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owns: impl Fn(usize) -> bool + Copy) {
        columns.column.aligned = owns(W::ID);
    }
}

impl<W: Has<C>, C: 'static> Sealed<W, Option<Mut<'_, C>>> for PlainQuery {}

impl<W: Has<C>, C: 'static> QueryData<W> for Option<Mut<'_, C>> {
    type Kind = PlainQuery;
}

impl<'m, W: Has<C>, C: 'static> QueryKind<W, Option<Mut<'m, C>>> for PlainQuery {
    type Fetch = Maybe<WriteMut<W::Storage>>;
    const ACCESS: Access = Access::Maybe(&Access::Write(W::ID));

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, all: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        <Self as QueryKind<W, Mut<'m, C>>>::columns(columns, all)
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: impl Fn(usize) -> bool + Copy) {}
}

impl<W: Reads<C>, C: 'static> Sealed<W, Option<&C>> for PlainQuery {}

impl<W: Reads<C>, C: 'static> QueryData<W> for Option<&C> {
    type Kind = PlainQuery;
}

impl<W: Reads<C>, C: 'static> QueryKind<W, Option<&C>> for PlainQuery {
    type Fetch = Maybe<Read<W::Values>>;
    const ACCESS: Access = Access::Maybe(&W::READ);

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, all: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        <Self as QueryKind<W, &C>>::columns(columns, all)
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: impl Fn(usize) -> bool + Copy) {}
}

impl<W: Reads<C>, C: 'static> ReadQueryData<W> for Option<&C> {}

impl<W: Reads<C>, C: 'static> ReadQueryKind<W, Option<&C>> for PlainQuery {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        <Self as ReadQueryKind<W, &C>>::shared(core)
    }
}

impl<W: Has<C>, C: 'static> Sealed<W, Option<&mut C>> for PlainQuery {}

impl<W: Has<C>, C: 'static> QueryData<W> for Option<&mut C> {
    type Kind = PlainQuery;
}

impl<W: Has<C>, C: 'static> QueryKind<W, Option<&mut C>> for PlainQuery {
    type Fetch = Maybe<Write<W::Storage>>;
    const ACCESS: Access = Access::Maybe(&Access::Write(W::ID));

    #[inline]
    fn columns<'w>(columns: &mut W::Columns<'w>, all: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        <Self as QueryKind<W, &mut C>>::columns(columns, all)
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: impl Fn(usize) -> bool + Copy) {}
}

impl<W: EcsWorld> Sealed<W, Entity> for PlainQuery {}

impl<W: EcsWorld> QueryData<W> for Entity {
    type Kind = PlainQuery;
}

impl<W: EcsWorld> QueryKind<W, Entity> for PlainQuery {
    type Fetch = Handle;
    const ACCESS: Access = Access::None;

    #[inline]
    fn columns<'w>(_: &mut W::Columns<'w>, entities: &'w Population<W::Mask>) -> <Self::Fetch as Fetch>::Columns<'w> {
        entities.handles()
    }

    #[inline(always)]
    fn align(_: &mut <Self::Fetch as Fetch>::Columns<'_>, _: impl Fn(usize) -> bool + Copy) {}
}

impl<W: EcsWorld> ReadQueryData<W> for Entity {}

impl<W: EcsWorld> ReadQueryKind<W, Entity> for PlainQuery {
    #[inline]
    fn shared(core: &Core<W>) -> <Self::Fetch as Fetch>::Columns<'_> {
        core.entities.handles()
    }
}

macro_rules! tuple_query_data {
    ($($Q:ident $q:ident),*) => {
        impl<World: EcsWorld, $($Q: QueryData<World>),*> Sealed<World, ($($Q,)*)> for PlainQuery {}

        impl<World: EcsWorld, $($Q: QueryData<World>),*> QueryData<World> for ($($Q,)*) {
            type Kind = PlainQuery;
        }

        impl<World: EcsWorld, $($Q: QueryData<World>),*> QueryKind<World, ($($Q,)*)> for PlainQuery {
            type Fetch = ($(FetchOf<World, $Q>,)*);
            const ACCESS: Access = Access::Many(&[$($Q::Kind::ACCESS),*]);

            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple fetches nothing")]
            fn columns<'w>(
                _columns: &mut World::Columns<'w>,
                _entities: &'w Population<World::Mask>,
            ) -> <Self::Fetch as Fetch>::Columns<'w> {
                ($($Q::Kind::columns(_columns, _entities),)*)
            }

            #[inline(always)]
            fn align(($($q,)*): &mut <Self::Fetch as Fetch>::Columns<'_>, _owns: impl Fn(usize) -> bool + Copy) {
                $($Q::Kind::align($q, _owns);)*
            }
        }

        impl<World: EcsWorld, $($Q: ReadQueryData<World>),*> ReadQueryData<World> for ($($Q,)*) {}

        impl<World: EcsWorld, $($Q: ReadQueryData<World>),*> ReadQueryKind<World, ($($Q,)*)> for PlainQuery {
            #[inline]
            #[allow(clippy::unused_unit, reason = "the empty tuple fetches nothing")]
            fn shared(_core: &Core<World>) -> <Self::Fetch as Fetch>::Columns<'_> {
                ($($Q::Kind::shared(_core),)*)
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_query_data);

mod wide; // Last, since error messages list implementations in the order of the source.
