//! Templates: components to spawn or insert together, chosen at run time.
//!
//! - **I1** The queue of a component holds one value if the mask has the component, and none otherwise.
//!
//! ```text
//! world: A, B, C        mask    101
//!                       values  A [a]   B []   C [c]      one queue per component, of the kind that commands have
//! spawn_template(&t)    clones of a and c become a bundle of an entity
//! insert_template(e, t) a and c are moved, and their queues stay empty
//! ```
//!
//! Values have the same form as those of commands, and move between both unchanged (`world/moved_values.rs`).

#[cfg(feature = "serde")]
mod document;
#[cfg(feature = "serde")]
mod library;
#[cfg(feature = "serde")]
mod mistakes;
mod moved;
#[cfg(feature = "serde")]
mod numbered;
#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "serde")]
mod traced;
mod transfer;
mod tree;
mod values;

use core::fmt;

#[cfg(feature = "serde")]
pub use library::Templates;
#[cfg(feature = "serde")]
pub use mistakes::{TemplateMistake, TemplatesError};
#[cfg(feature = "serde")]
pub use numbered::Numbered;

pub use transfer::Transfer;

pub(crate) use tree::Meaning;
pub use tree::TemplateTree;

use crate::bundle::{Bundle, BundleKind, plain};
use crate::mask::BitMask;
use crate::world::change::CheckBundle;
use crate::world::{CloneComponents, EcsWorld, Has, Holds};

/// Components of the world `W`, at most one of each type, that are spawned or inserted together: a prefab, or an entity that was taken
/// out of a world.
///
/// Unlike a bundle, a template has no type that lists its components, so it can be composed at run time, kept in a resource, and passed on
/// as a value. It consists of a mask and one queue per component of the world, each of one word if unused. Values are not boxed one by one,
/// and are cloned only by methods that say so.
///
/// # Examples
///
/// ```
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, Clone, PartialEq)] struct Health(u32);
/// #[derive(Debug, Clone, PartialEq)] struct Armour(u32);
/// #[derive(Debug, Clone)]            struct Flying;
///
/// ecs_world! { components: Health, Armour, Flying; }
///
/// let mut world = World::default();
/// let goblin = Template::<World>::new().with((Health(5), Armour(1)));
/// let bat = Template::new().with((Health(2), Flying)).extended(&goblin).without::<Armour>();
/// let [first, second] = [world.spawn_template(&goblin), world.spawn_template(&bat)];
/// assert_eq!(world.get::<Armour>(first), Some(&Armour(1)));
/// assert_eq!(world.component_names(second), Some(vec!["Health", "Flying"]));
/// assert_eq!(world.get::<Health>(second), Some(&Health(2)));
/// ```
#[must_use = "a template does nothing until it is spawned or inserted"]
pub struct Template<W: EcsWorld> {
    /// The components that have a value.
    mask: W::Mask,
    /// The value of each of these (I1).
    values: W::Queues,
}

impl<W: EcsWorld> Template<W> {
    /// Creates a template without components. Runs in **O(components of the world)** time, without an allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Clone)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// let nothing = Template::<World>::new();
    /// assert!(nothing.is_empty());
    /// let entity = world.spawn_template(&nothing.with(Health(2)).without::<Health>());
    /// assert_eq!(world.component_names(entity), Some(vec![]));
    /// ```
    pub fn new() -> Self {
        Self { mask: W::Mask::EMPTY, values: W::Queues::default() }
    }

    /// Adds the components of a bundle; values that the template had are replaced and dropped. Runs in **O(components of the world)** time,
    /// and allocates per new component.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Debug, PartialEq)] struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// let template = Template::<World>::new().with(Health(1)).with((Health(2), None::<Armour>));
    /// assert_eq!(template.get::<Health>(), Some(&Health(2)));
    /// assert!(!template.has::<Armour>());
    /// ```
    pub fn with<B: Bundle<W>>(mut self, bundle: B) -> Self {
        let () = CheckBundle::<W, B>::OK;
        let plain = plain::<W, B>(bundle);
        let given = B::Kind::measure(&plain);
        // The template is taken by value: if the `Drop` of a replaced value panics, it is dropped with the rest.
        let replaced = Self::dequeue(&mut self.values, self.mask.without(self.mask.without(given)));
        B::Kind::enqueue(plain, &mut self.values);
        self.mask = self.mask.union(given);
        drop(replaced);
        self
    }

    /// Removes and drops those components of a bundle that the template has. Runs in **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// let goblin = Template::<World>::new().with((Health(5), Armour(1)));
    /// let bare = goblin.without::<Armour>();
    /// assert!(bare.has::<Health>() && !bare.has::<Armour>());
    /// ```
    pub fn without<B: Bundle<W>>(mut self) -> Self {
        let lost = self.mask.without(self.mask.without(B::Kind::mask()));
        let removed = Self::dequeue(&mut self.values, lost);
        self.mask = self.mask.without(lost);
        drop(removed);
        self
    }

    /// Adds clones of those components of another template that this one lacks: its own values override those of `base`. Runs in
    /// **O(components of the world)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// let goblin = Template::<World>::new().with((Health(5), Armour(1)));
    /// let chief = Template::new().with(Health(9)).extended(&goblin);
    /// assert_eq!((chief.get::<Health>(), chief.get::<Armour>()), (Some(&Health(9)), Some(&Armour(1))));
    /// ```
    pub fn extended(self, base: &Self) -> Self
    where
        W: for<'x> CloneComponents<'x>,
    {
        self.gain(base, base.mask)
    }

    /// Returns a component of the template; `None` if it lacks it. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # #[derive(Debug, PartialEq)] struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// let goblin = Template::<World>::new().with(Health(5));
    /// assert_eq!((goblin.get::<Health>(), goblin.get::<Armour>()), (Some(&Health(5)), None));
    /// ```
    #[must_use]
    pub fn get<C: 'static>(&self) -> Option<&C>
    where
        W: Holds<C>,
    {
        W::queued(&self.values).front()
    }

    /// Returns a component of the template to write; `None` if it lacks it. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone)] struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// let mut goblin = Template::<World>::new().with(Health(5));
    /// if let Some(health) = goblin.get_mut::<Health>() {
    ///     health.0 *= 2;
    /// }
    /// assert_eq!(goblin.get::<Health>(), Some(&Health(10)));
    /// ```
    #[must_use]
    pub fn get_mut<C: 'static>(&mut self) -> Option<&mut C>
    where
        W: Has<C>,
    {
        W::queue(&mut self.values).front_mut()
    }

    /// Returns true if the template has a component. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # struct Flying;
    /// # ecs_world! { components: Health, Flying; }
    /// let bat = Template::<World>::new().with((Health(2), None::<Flying>));
    /// assert!(bat.has::<Health>());
    /// assert!(!bat.has::<Flying>(), "an optional part without a value is not inserted");
    /// ```
    #[must_use]
    pub fn has<C: 'static>(&self) -> bool
    where
        W: Holds<C>,
    {
        self.mask.contains(W::ID)
    }

    /// Returns the components of the template as a mask. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # struct Health(u32);
    /// # struct Armour(u32);
    /// # ecs_world! { components: Health, Armour; }
    /// # let mut world = World::default();
    /// let goblin = Template::<World>::new().with(Health(5));
    /// assert!(goblin.has::<Health>() && !goblin.has::<Armour>() && !goblin.is_empty());
    /// let mask = goblin.mask();
    /// let entity = world.spawn(());
    /// world.insert_template(entity, goblin).ok();
    /// assert_eq!(world.mask(entity), Some(mask));
    /// ```
    #[must_use]
    pub fn mask(&self) -> W::Mask {
        self.mask
    }

    /// Returns true if the template has no component. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mask.is_empty()
    }
}

impl<W: EcsWorld> Default for Template<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: for<'x> CloneComponents<'x>> Clone for Template<W> {
    fn clone(&self) -> Self {
        Self::new().extended(self)
    }
}

impl<W: EcsWorld> fmt::Debug for Template<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mask = self.mask;
        let names = core::iter::from_fn(move || mask.pop_first().and_then(|component| W::COMPONENTS.get(component)));
        f.write_str("Template")?;
        f.debug_set().entries(names).finish()
    }
}
