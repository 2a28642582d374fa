//! Query data of more than 9 elements: columns are borrowed and aligned as those of the first 8 and of the others.

use super::sealed::Sealed;
use super::{FetchOf, PlainQuery, QueryData, QueryKind, ReadQueryData, ReadQueryKind};
use crate::access::Access;
use crate::fetch::{Fetch, Flat};
use crate::population::Population;
use crate::world::{Core, EcsWorld};

macro_rules! wide_query_data {
    ([$($A:ident $a:ident),*] [$($B:ident $b:ident),*]) => {
        wide_query_data! { @ $($A,)* $($B),*; (($($A,)*), ($($B,)*)) }
    };
    (@ $($Q:ident),*; $Halves:ty) => {
        impl<World: EcsWorld, $($Q: QueryData<World>),*> Sealed<World, ($($Q,)*)> for PlainQuery {}

        impl<World: EcsWorld, $($Q: QueryData<World>),*> QueryData<World> for ($($Q,)*) {
            type Kind = PlainQuery;
        }

        impl<World: EcsWorld, $($Q: QueryData<World>),*> QueryKind<World, ($($Q,)*)> for PlainQuery {
            type Fetch = Flat<FetchOf<World, $Halves>>;
            const ACCESS: Access = Access::Many(&[$($Q::Kind::ACCESS),*]);

            #[inline]
            fn columns<'w>(
                columns: &mut World::Columns<'w>,
                all: &'w Population<World::Mask>,
            ) -> <Self::Fetch as Fetch>::Columns<'w> {
                <Self as QueryKind<World, $Halves>>::columns(columns, all)
            }

            #[inline(always)]
            fn align(columns: &mut <Self::Fetch as Fetch>::Columns<'_>, owns: impl Fn(usize) -> bool + Copy) {
                <Self as QueryKind<World, $Halves>>::align(columns, owns);
            }
        }

        impl<World: EcsWorld, $($Q: ReadQueryData<World>),*> ReadQueryData<World> for ($($Q,)*) {}

        impl<World: EcsWorld, $($Q: ReadQueryData<World>),*> ReadQueryKind<World, ($($Q,)*)> for PlainQuery {
            #[inline]
            fn shared(core: &Core<World>) -> <Self::Fetch as Fetch>::Columns<'_> {
                <Self as ReadQueryKind<World, $Halves>>::shared(core)
            }
        }
    };
}

crate::tuples::for_each_wide_arity!(wide_query_data);
