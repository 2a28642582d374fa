//! Handles within values: finds those of a component, which are replaced when entities are copied or moved. Depends only on handles.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::entity::Entity;

/// A value that contains handles of entities. `#[derive(VisitHandles)]` implements it for structs and enums.
///
/// When a world clones or moves a tree of entities, it replaces the handles that lead from one of them to another
/// ([`clone_tree`](crate::WorldTemplates::clone_tree), [`take_tree`](crate::WorldTemplates::take_tree)). It finds those in relations by
/// itself, and those in other components if their entry has an attribute: `components: #[handles] Target`. Without the attribute, the
/// handles of a component are not replaced, and no error reports that it is missing.
///
/// The derive visits fields of these types: [`Entity`], [`EntitySet`](crate::EntitySet), and `Option`, `Vec`, `VecDeque`, `Box`, arrays and
/// tuples of them. It visits a field of another type if the field has `#[handles]`. In a crate where ecs-world has another name, the type
/// needs `#[handles(crate = ::name)]`.
///
/// For a type of another crate, wrap the value in a struct of your own, and implement the trait by hand: call `visit` once for each handle,
/// always in the same order. Handles that are left out are not replaced.
///
/// # Examples
///
/// ```
/// use ecs_world::VisitHandles;
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq, VisitHandles)]
/// enum Order {
///     Wait,
///     Follow(Entity),
///     Visit { places: Vec<Entity>, pace: f32 },
///     Escort(#[handles] Convoy),
/// }
///
/// #[derive(Debug, Clone, PartialEq, VisitHandles)]
/// struct Convoy(Entity, Option<Entity>);
///
/// #[derive(Debug, Clone, Relation)]
/// struct ChildOf(Entity);
///
/// ecs_world! { components: #[handles] Order; relations: ChildOf (tree, cascade); }
///
/// let mut world = World::default();
/// let leader = world.spawn(());
/// world.spawn((ChildOf(leader), Order::Follow(leader)));
/// let clone = world.clone_tree::<ChildOf>(leader)?;
/// let follower = world.tree::<ChildOf>().children(clone).next().unwrap();
/// assert_eq!(world.get::<Order>(follower), Some(&Order::Follow(clone)));
/// # Ok::<(), ecs_world::ChangeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the handles in `{Self}` cannot be found",
    label = "does not implement `VisitHandles`",
    note = "write `#[derive(VisitHandles)]` at `{Self}`, or remove `#[handles]` if it holds none"
)]
pub trait VisitHandles {
    /// Calls a function for each handle in the value, always in the same order. The function may replace the handle.
    ///
    /// Collections visit their elements from the first to the last, in **O(elements)** time; `None` has no handle.
    ///
    /// # Examples
    ///
    /// Implemented by hand, for a collection that the derive does not support:
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// use std::collections::BTreeMap;
    ///
    /// struct Seats(BTreeMap<u32, Entity>);
    ///
    /// impl VisitHandles for Seats {
    ///     fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
    ///         self.0.values_mut().for_each(visit);
    ///     }
    /// }
    ///
    /// # ecs_world! {}
    /// # let mut world = World::default();
    /// let [pilot, gunner] = [0, 1].map(|_| world.spawn(()));
    /// let mut seats = Seats([(7, gunner), (2, pilot)].into());
    /// let mut found = Vec::new();
    /// seats.visit_handles(&mut |handle| found.push(*handle));
    /// assert_eq!(found, [pilot, gunner], "by number: a hash map would have no fixed order");
    /// ```
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity));
}

impl VisitHandles for Entity {
    #[inline]
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        visit(self);
    }
}

/// Implements the trait for collections of values that contain handles.
macro_rules! visit_each {
    ($([$($parameter:tt)*] $all:ty;)*) => {$(
        impl<T: VisitHandles, $($parameter)*> VisitHandles for $all {
            #[inline]
            fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
                for value in self {
                    value.visit_handles(visit);
                }
            }
        }
    )*};
}

visit_each! {
    [] Vec<T>;
    [] VecDeque<T>;
    [const N: usize] [T; N];
    [] [T];
}

impl<T: VisitHandles> VisitHandles for Option<T> {
    #[inline]
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        if let Some(value) = self {
            value.visit_handles(visit);
        }
    }
}

impl<T: VisitHandles + ?Sized> VisitHandles for Box<T> {
    #[inline]
    fn visit_handles(&mut self, visit: &mut dyn FnMut(&mut Entity)) {
        (**self).visit_handles(visit);
    }
}

macro_rules! visit_tuple {
    ($($T:ident $t:ident),*) => {
        impl<$($T: VisitHandles),*> VisitHandles for ($($T,)*) {
            #[inline]
            fn visit_handles(&mut self, _visit: &mut dyn FnMut(&mut Entity)) {
                let ($($t,)*) = self;
                $($t.visit_handles(_visit);)*
            }
        }
    };
}

crate::tuples::for_each_arity!(visit_tuple);

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::entity::entity;
    use crate::relation::EntitySet;

    fn visited(value: &mut dyn VisitHandles) -> Vec<u32> {
        let mut all = Vec::new();
        value.visit_handles(&mut |handle| {
            all.push(handle.index());
            *handle = entity(handle.index() + 10);
        });
        all
    }

    #[test]
    fn the_handles_of_containers_are_visited_in_order() {
        for count in [0, 1, 2, 3, 64] {
            let all: Vec<_> = (0..count).map(|index: u32| entity(index)).collect();
            let numbers: Vec<_> = (0..count).collect();
            assert_eq!(visited(&mut all.clone()), numbers);
            assert_eq!(visited(&mut all.iter().copied().collect::<VecDeque<_>>()), numbers);
            assert_eq!(visited(&mut all.iter().copied().collect::<EntitySet>()), numbers);
        }
        assert!(visited(&mut None::<Entity>).is_empty() && visited(&mut ()).is_empty());
        assert_eq!(visited(&mut Box::new((Some(entity(1)), [entity(2), entity(3)], vec![entity(4)]))), [1, 2, 3, 4]);
    }

    #[test]
    fn handles_are_replaced_in_place() {
        let mut value = (entity(1), vec![entity(2)]);
        visited(&mut value);
        assert_eq!(value, (entity(11), vec![entity(12)]));
    }

    #[test]
    fn a_set_whose_handles_become_equal_has_each_once() {
        let mut set: EntitySet = [entity(1), entity(2), entity(3)].into();
        set.visit_handles(&mut |handle| *handle = entity(handle.index() / 2));
        assert!(set.iter().eq([entity(0), entity(1)]));
    }
}
