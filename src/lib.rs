//! An entity component system whose world is closed at compile time.
#![no_std]

pub use ecs_core::{
    Bundle, BundleColumns, ColumnMut, Commands, Component, DisjointError, EcsWorld, Entities, Entity, EntityColumn,
    Has, HasResource, InvariantError, Join, LiveEntities, Managed, Mask, Names, NoSuchEntity, Query, QueryData,
    QueryItem, QueryIter, ReadQueryData, SingleError, Spawner, UnequalColumns,
};
pub use ecs_macros::{Bundle, system};

/// What a game imports: `use ecs_world::prelude::*;`.
pub mod prelude {
    pub use crate::{Bundle, Commands, EcsWorld, Entity, Has, HasResource, Join, Query, Spawner, ecs_world, system};
}

/// What generated code names. Nothing here is for use by hand, and none of it is stable.
#[doc(hidden)]
pub mod __private {
    pub use ecs_core::*;
    pub use ecs_macros::{__ecs_chunk, __ecs_finish, __ecs_world, Decl};
}

/// Declares a world: its components, resources, systems and queries.
#[macro_export]
macro_rules! ecs_world {
    ($($declaration:tt)*) => {
        $crate::__private::__ecs_world! { [$crate] { $($declaration)* } }
    };
}
