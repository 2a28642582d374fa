//! The components of a world as a list of types, to visit those in a mask: code that knows components only by number gets values of their
//! types, without a trait object.
//!
//! A list is a type, [`List`] or a tuple of lists, so no code is generated for it, and none is compiled unless something visits it. Where
//! entities are cloned, [`CloneComponents`] checks in the same way that all components are `Clone`.

use core::marker::PhantomData;

use super::parts::Holds;
use crate::mask::BitMask;
use crate::world::EcsWorld;

/// Not exported, so that only this crate implements lists and visitors. The world is a parameter, since others could choose it freely.
pub(crate) mod sealed {
    #[diagnostic::on_unimplemented(
        message = "lists of components, and what visits them, are implemented by the library alone",
        label = "`{Self}` is neither"
    )]
    pub trait Sealed<W> {}
}

/// A list of up to 16 components, as a tuple.
#[derive(Debug)]
pub struct List<T>(PhantomData<T>);

/// A visitor of components of a list.
pub trait EachComponent<W: EcsWorld>: sealed::Sealed<W> {
    /// Visits a component.
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>;
}

/// A visitor of components that are `Clone`.
pub trait EachClone<W: EcsWorld>: sealed::Sealed<W> {
    /// Visits a component.
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>;
}

/// A list of components: a [`List`], or a tuple of lists.
pub trait ComponentList<W: EcsWorld>: sealed::Sealed<W> {
    /// The components of the list.
    fn mask() -> W::Mask;
    /// Visits the components of the list that are in a mask, in ascending order.
    fn visit<V: EachComponent<W>>(among: &W::Mask, visitor: &mut V);
}

/// A list of components that are all `Clone`. The lifetime has no meaning: see [`CloneComponents`].
#[diagnostic::on_unimplemented(message = "a component of world `{W}` is not `Clone`")]
pub trait CloneList<'x, W: EcsWorld>: ComponentList<W> {
    /// Visits the components of the list that are in a mask, in ascending order.
    fn visit_clone<V: EachClone<W>>(among: &W::Mask, visitor: &mut V);
}

/// A component that can be cloned with its entity.
#[diagnostic::on_unimplemented(
    message = "component `{Self}` is not `Clone`, and so entities and templates of world `{W}` cannot be cloned",
    label = "this clones components of `{W}`",
    note = "derive `Clone` for `{Self}`; `insert_template` and `take` clone nothing"
)]
pub trait CloneComponent<W>: Clone {}

#[diagnostic::do_not_recommend]
impl<W: Holds<C>, C: Clone + 'static> CloneComponent<W> for C {}

/// A world whose components are all `Clone`, as [`CloneEntities`] requires.
///
/// The lifetime has no meaning. It allows a bound to be written `for<'x>`: rustc checks such a bound where it is used. Other bounds that
/// name no type parameter are checked where they are written.
#[diagnostic::on_unimplemented(
    message = "the components of world `{Self}` are not known to be `Clone`",
    label = "this clones components of `{Self}`",
    note = "in code that is generic over the world, require `{Self}: CloneEntities`"
)]
pub trait CloneComponents<'x>: EcsWorld {
    /// Visits the components that are in a mask, in ascending order.
    #[doc(hidden)]
    fn __each_clone<V: EachClone<Self>>(among: &Self::Mask, visitor: &mut V);
}

/// A world whose entities can be cloned, since all of its components are `Clone`: the bound for library code that clones entities or spawns
/// templates.
///
/// # Examples
///
/// ```
/// use ecs_world::{CloneEntities, Entity};
///
/// fn twins<W: CloneEntities>(world: &mut W, entity: Entity) -> Option<[Entity; 2]> {
///     Some([entity, world.clone_entity(entity).ok()?])
/// }
/// ```
#[diagnostic::on_unimplemented(message = "the components of world `{Self}` are not known to be `Clone`")]
pub trait CloneEntities: for<'x> CloneComponents<'x> {}

#[diagnostic::do_not_recommend]
impl<W: for<'x> CloneComponents<'x>> CloneEntities for W {}

macro_rules! list {
    ($($C:ident $c:ident),*) => {
        impl<W: EcsWorld $(+ Holds<$C>)*, $($C: 'static),*> sealed::Sealed<W> for List<($($C,)*)> {}

        impl<W: EcsWorld $(+ Holds<$C>)*, $($C: 'static),*> ComponentList<W> for List<($($C,)*)> {
            #[inline(always)]
            fn mask() -> W::Mask {
                W::Mask::EMPTY$(.union(W::Mask::bit(<W as Holds<$C>>::ID)))*
            }

            fn visit<V: EachComponent<W>>(_among: &W::Mask, _visitor: &mut V) {
                $(if _among.contains(<W as Holds<$C>>::ID) {
                    _visitor.component::<$C>();
                })*
            }
        }

        impl<W: EcsWorld $(+ Holds<$C>)*, $($C: CloneComponent<W> + 'static),*> CloneList<'_, W> for List<($($C,)*)> {
            fn visit_clone<V: EachClone<W>>(_among: &W::Mask, _visitor: &mut V) {
                $(if _among.contains(<W as Holds<$C>>::ID) {
                    _visitor.component::<$C>();
                })*
            }
        }

        lists! { $($C $c),* }
    };
}

/// Implements the traits for tuples of at least one list.
macro_rules! lists {
    () => {};
    ($($L:ident $l:ident),+) => {
        impl<W: EcsWorld, $($L: ComponentList<W>),+> sealed::Sealed<W> for ($($L,)+) {}

        impl<W: EcsWorld, $($L: ComponentList<W>),+> ComponentList<W> for ($($L,)+) {
            #[inline(always)]
            fn mask() -> W::Mask {
                W::Mask::EMPTY$(.union($L::mask()))+
            }

            fn visit<V: EachComponent<W>>(among: &W::Mask, visitor: &mut V) {
                $(if among.intersects(&$L::mask()) {
                    $L::visit(among, visitor);
                })+
            }
        }

        impl<'x, W: EcsWorld, $($L: CloneList<'x, W>),+> CloneList<'x, W> for ($($L,)+) {
            fn visit_clone<V: EachClone<W>>(among: &W::Mask, visitor: &mut V) {
                $(if among.intersects(&$L::mask()) {
                    $L::visit_clone(among, visitor);
                })+
            }
        }
    };
}

crate::tuples::for_each_arity!(list);
