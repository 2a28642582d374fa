//! Lending of columns by generated code, which has them as fields, to this crate, which borrows from them. Generated code lends each
//! through a function that takes a key, so that users get no `&mut` to the values of a component that only the world writes.
//!
//! What a column lends, and what is left in its place:
//!
//! ```text
//! call      column        lends        left
//! share     Unique        &S           Shared
//! share     Shared        &S           Shared       two parameters read one component
//! take      Unique        &mut S       Gone
//! take      Shared        nothing      Gone
//! either    Gone          nothing      Gone
//! ```

use super::{Borrow, ColumnMut, EntityColumn, column};

/// The values of a component that only the world writes, such as a relation: a [`ColumnMut`] to read.
///
/// `&columns.child_of` can be joined like any column.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq)] struct Name(&'static str);
/// # #[derive(Relation)] struct ChildOf(Entity);
/// # ecs_world! { components: Name; relations: ChildOf (tree, cascade); }
/// # let mut world = World::default();
/// let root = world.spawn(Name("root"));
/// let child = world.spawn((Name("child"), ChildOf(root)));
/// let columns = world.columns();
/// assert_eq!(columns.child_of.get(child).unwrap().0, root);
/// for (name, parent) in (&columns.name, &columns.child_of).join() {
///     assert_eq!((name.0, parent.0), ("child", root));
/// }
/// ```
#[derive(Default)]
pub struct ReadColumn<Column>(Column);

impl<Column> core::ops::Deref for ReadColumn<Column> {
    type Target = Column;

    fn deref(&self) -> &Column {
        &self.0
    }
}

impl<Column: core::fmt::Debug> core::fmt::Debug for ReadColumn<Column> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

impl<Column> ReadColumn<Column> {
    /// The column, for this crate to borrow from.
    #[inline]
    pub(crate) fn column(&mut self) -> &mut Column {
        &mut self.0
    }
}

/// Wraps a storage whose values only the world writes, for generated code.
#[inline]
pub fn read_column<'w, C, S>(storage: &'w mut S, entities: EntityColumn<'w>) -> ReadColumn<ColumnMut<'w, C, S>> {
    ReadColumn(column(storage, entities))
}

impl<'w, C, S> ColumnMut<'w, C, S> {
    /// The storage to read, for as long as the world is borrowed; later calls may share it too.
    #[inline]
    pub(crate) fn share(&mut self) -> Option<&'w S> {
        let (storage, living): (&'w S, _) = match core::mem::take(self).borrow {
            Borrow::Gone => return None,
            Borrow::Shared(storage, living) => (storage, living),
            Borrow::Unique(storage, living) => (storage, living),
        };
        self.borrow = Borrow::Shared(storage, living);
        Some(storage)
    }

    /// The storage to write, for as long as the world is borrowed; later calls return `None`.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<&'w mut S> {
        match core::mem::take(self).borrow {
            Borrow::Unique(storage, _) => Some(storage),
            Borrow::Gone | Borrow::Shared(..) => None,
        }
    }
}
