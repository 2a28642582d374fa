//! An entity component system whose world is closed at compile time.
#![no_std]

pub use ecs_core::{
    Bundle, BundleColumns, ColumnMut, Commands, Component, DisjointError, EcsWorld, Entities, Entity, EntityColumn,
    Has, HasResource, InvariantError, Join, Managed, Mask, NoSuchEntity, Query, QueryData, QueryItem, QueryIter,
    ReadQueryData, SingleError, Spawner, UnequalColumns,
};

/// What a game imports: `use ecs_world::prelude::*;`.
pub mod prelude {
    pub use crate::ecs_world;
    pub use crate::{Bundle, Commands, EcsWorld, Entity, Has, HasResource, Join, Query, Spawner};
}

/// What generated code names. Nothing here is for use by hand, and none of it is stable.
#[doc(hidden)]
pub mod __private {
    pub use ecs_core::*;
    #[allow(unused_imports, unreachable_pub, reason = "the macros that generated code names are on their way")]
    pub use ecs_macros::*;
}

/// Declares a world: its components, resources, systems and queries.
#[macro_export]
macro_rules! ecs_world {
    ($($declaration:tt)*) => {
        $crate::__private::__ecs_world! { [$crate] { $($declaration)* } }
    };
}
