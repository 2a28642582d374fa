//! Columns between generated code, which has them as fields, and this crate, which borrows from them: so generated code can lend a
//! column that only the world writes, and cannot get at a `&mut` to its values.
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
use crate::storage::Storage;

/// The values of a component that only the world writes, such as a relation: a [`ColumnMut`] to read.
///
/// `&columns.child_of` can be joined as any column.
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

/// Wraps a storage whose values only the world writes, for generated code.
#[inline]
pub fn read_column<'w, S: Storage>(
    storage: &'w mut S,
    entities: EntityColumn<'w>,
) -> ReadColumn<ColumnMut<'w, S::Value, S>> {
    ReadColumn(column(storage, entities))
}

/// A column on its way from generated code to this crate, which alone can borrow from it: so no `&mut` to a value gets out of a
/// component that only the world writes.
pub struct Lent<'a, 'w, C, S>(&'a mut ColumnMut<'w, C, S>);

/// The column of a storage, without naming the component: generated code names it in few places, since rustc reports a type that lacks a
/// lifetime in each of them.
pub type LentOf<'a, 'w, S> = Lent<'a, 'w, <S as Storage>::Value, S>;

impl<'a, 'w, C: 'static, S: Storage<Value = C>> Lent<'a, 'w, C, S> {
    /// For generated code.
    #[inline]
    pub fn new(column: &'a mut ColumnMut<'w, C, S>) -> Self {
        Self(column)
    }

    /// For generated code, of a component that only the world writes.
    #[inline]
    pub fn read(column: &'a mut ReadColumn<ColumnMut<'w, C, S>>) -> Self {
        Self(&mut column.0)
    }

    /// The storage to read, for as long as the world is borrowed; later calls may share it too.
    #[inline]
    pub(crate) fn share(self) -> Option<&'w S> {
        let (storage, living): (&'w S, _) = match core::mem::take(self.0).borrow {
            Borrow::Gone => return None,
            Borrow::Shared(storage, living) => (storage, living),
            Borrow::Unique(storage, living) => (storage, living),
        };
        self.0.borrow = Borrow::Shared(storage, living);
        Some(storage)
    }

    /// The storage to write, for as long as the world is borrowed; later calls get nothing.
    #[inline]
    pub(crate) fn take(self) -> Option<&'w mut S> {
        match core::mem::take(self.0).borrow {
            Borrow::Unique(storage, _) => Some(storage),
            Borrow::Gone | Borrow::Shared(..) => None,
        }
    }
}

impl<C, S> core::fmt::Debug for Lent<'_, '_, C, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lent").finish_non_exhaustive()
    }
}
