//! `ecs_components!`, with its documentation.

// For the links of the documentation.
#[cfg(doc)]
use crate::*;

/// Declares a set: components, resources, systems and queries that worlds [include](ecs_world!), in any module or crate.
///
/// ```text
/// ecs_components! {
///     [attributes] [visibility] set name;          // `pub set` is there for other crates; `set` for this module
///     components: ENTRY, ... ;                     // sections as in `ecs_world!`, except `groups:` and further schedules
///     resources:  ENTRY [= initial value], ... ;
///     systems:    ENTRY [= initial state], ... ;   // one list; `..set` of an included set and `sync` may be in it
///     queries:    (Type, ..., [with(A, B)], [without(A, B)], [any(A, B)]), ... ;
///     include:    path::to::set [{ Type as Name, ... }], ... ;   // a set may include sets
/// }
/// ```
///
/// A set is a module and a macro with the same name. The module contains an alias of each item that the set declares (`physics::Position`).
/// Worlds read the set through the macro, whose path is written in `include:`.
///
/// **Complete.** Everything that the systems of a set take must be in the set, or in a set that it includes. So a set that compiles can be
/// included, with two exceptions: a bound of a generic system, such as `W: Has<Mark>` for its commands, is only checked for each world; and
/// if a type parameter occurs only in a `Query`, as in `Query<'_, W, &Gen<T>>`, a world with both `Gen<u8>` and `Gen<u16>` cannot tell
/// which one is meant. Values, signatures and `#[cfg]` are resolved where the set is declared. Types and functions must be as public as the
/// set, since worlds store and call them; they may be in private modules. Private imports can name types, but not functions. A resource
/// needs neither `Default` nor an initial value here; without both, each world declares its initial value.
///
/// **Storages.** `#[storage(..)]` on a component of a set determines its storage in worlds. A set without it leaves the choice to other
/// declarations. An entry in the `components:` of a world or set that includes the set overrides it; without such an entry, two sets must
/// not differ. `#[rare]` and `#[rare(false)]` follow the same rules, and so do the properties of relations. A component is double-buffered
/// if any of its declarations says so.
///
/// **Order.** Components, resources and queries of sets precede those of the world, in the order of `include:`; those of an included set
/// precede those of the set that includes it.
///
/// **Schedules.** The systems of a set run where `..set` is in a list of systems of the world (`systems:`, `systems(name):`,
/// `systems(on_enter = ..):`, ..); without it they do not run. `..set` means only the `systems:` of the set itself; systems of a set that
/// it includes are among them only if `..other` is listed there. A world that lists `..set` must have the set in its own `include:`. A set
/// cannot choose the schedule of its systems: put systems of another schedule into a set of their own, as in
/// `pub set bedtime; include: labour; systems: go_to_bed;`, which a game runs by `systems(on_enter = Daytime::Night): ..bedtime;`.
///
/// **One name, one item.** A component, resource, event or state that is declared twice under one name, by several sets or by a set and the
/// world itself, is a single item, at its first position; different types are an error. The world's own entry may give a resource of a set
/// another initial value. Different items of one name are renamed with `include: path::set { Name as OtherName }`. A system that is
/// included in two ways runs once, at its first position.
///
/// # Errors
///
/// Mistakes in a set are reported where it is declared, and mistakes in an `include:` at that entry. ``cannot find macro `physics` `` at an
/// entry of `include:` means that no set of this name is in scope there: perhaps only its module is, or the set is not `pub`. Sets that
/// include each other in a cycle cause the same error; if the cycle can be seen from their names, a further error reports it. ``conflicting
/// implementations of trait `Holds<..>` `` at an entry means that an entry before it is the same type under another name: rename or remove
/// one of them. Two copies of a set, from two sources of one package and version, are refused, since their systems cannot be distinguished.
/// A set cannot be declared in the body of a function, since its module could not refer to items of that body (``unresolved import `super`
/// ``).
///
/// # Examples
///
/// ```
/// mod physics {
///     use ecs_world::prelude::*;
///
///     #[derive(Debug, PartialEq)]
///     pub struct Position(pub f32);
///     #[derive(Debug)]
///     pub struct Velocity(pub f32);
///     #[derive(Debug)]
///     pub struct Step(pub f32);
///
///     #[system]
///     pub fn advance(position: &mut Position, velocity: &Velocity, step: &Step) {
///         position.0 += velocity.0 * step.0;
///     }
///
///     /// Library code is generic over worlds with these components.
///     pub fn launch<W: Has<Position> + Has<Velocity>>(world: &mut W, speed: f32) -> Entity {
///         world.spawn((Position(0.0), Velocity(speed)))
///     }
///
///     ecs_components! {
///         /// Moving bodies.
///         pub set motion;
///         components: Position, Velocity;
///         resources: Step = Step(0.5);
///         systems: advance;
///     }
/// }
///
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, PartialEq)]
/// struct Height(f32);
///
/// /// Runs after the systems of the set.
/// #[system]
/// fn climb(height: &mut Height, place: &physics::Position) {
///     height.0 = place.0 * 2.0;
/// }
///
/// ecs_world! {
///     include: physics::motion { Position as Place };
///     components: Height;
///     systems: ..motion, climb;
///     queries: (Place, Height);
/// }
///
/// fn main() {
///     let mut world = World::default();
///     let entity = physics::launch(&mut world, 8.0);
///     world.insert(entity, Height(0.0)).unwrap();
///     world.run();
///     let (_, place, height) = world.query_place_height().single().unwrap();
///     assert_eq!((place, height), (&physics::Position(4.0), &Height(8.0)));
/// }
/// ```
#[macro_export]
macro_rules! ecs_components {
    ($($declaration:tt)*) => {
        $crate::__private::__ecs_set! { [$crate] { $($declaration)* } }
    };
}
