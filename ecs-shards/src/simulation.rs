//! The trait that a program implements.

use ecs_world::{Bundle, EcsWorld, Entity, Has, LoadWorld, SaveWorld};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::components::{Ghost, GlobalId};
use crate::group::Group;

/// A simulation that is divided into regions.
///
/// The results of all methods must depend only on their arguments and on [`parameters`](Self::parameters): no clock, no random numbers
/// except those of the world, no values outside of the world.
///
/// Values that are sent to another worker are written and read by serde; with `TemplateTree` as the [`Group`](Self::Group), so are those of
/// each group that moves, even on one worker. So components, [`Seen`](Self::Seen) and [`Sum`](Self::Sum) must not change when serde writes
/// and reads them: a field that serde skips would depend on the number of workers.
pub trait Simulation: Send + Sync + 'static {
    /// The world of a region. It declares [`GlobalId`] and [`Ghost`] as components.
    type World: EcsWorld
        + Has<Self::Place>
        + Has<GlobalId>
        + Has<Ghost>
        + SaveWorld
        + LoadWorld
        + Serialize
        + DeserializeOwned
        + 'static;
    /// The component that determines the region of an entity. It must have a size.
    type Place: 'static;
    /// The entities that move together: `Template<World>`, an entity alone, or `TemplateTree<World, ChildOf>`, an entity with its
    /// descendants.
    type Group: Group<Self::World>;
    /// The components of a ghost: a bundle that includes `Place` if systems need it. `()` if regions do not see each other.
    type Seen: Bundle<Self::World> + Clone + PartialEq + Serialize + DeserializeOwned + 'static;
    /// Values that are summed over all regions in each step.
    type Sum: Clone + Default + Serialize + DeserializeOwned + Send + 'static;

    /// The version of the program: processes and checkpoints with another one are refused.
    const VERSION: &'static str = "";

    /// Returns everything that the simulation depends on besides the program, as text: processes and checkpoints with other parameters are
    /// refused.
    fn parameters(&self) -> String;

    /// Returns the number of regions.
    fn regions(&self) -> u32;

    /// Creates the world of a region, with the entities that the region owns at the start. Before the first step, the world receives its
    /// ghosts and the total of step 0.
    fn start(&self, region: u32) -> Self::World;

    /// Runs one step of a region: `world.run()`, and whatever else belongs to it. Steps are counted from 1.
    fn run(&self, world: &mut Self::World, step: u64);

    /// Returns the region of a place.
    fn region(&self, place: &Self::Place) -> u32;

    /// Calls a function for each region that sees an entity at a place, in any order, such as [`Grid::near`](crate::Grid::near). The
    /// region of the place itself is ignored. Called in each step for each entity that is not [`inside`](Self::inside).
    fn near(&self, place: &Self::Place, see: impl FnMut(u32)) {
        let (_, _) = (place, see);
    }

    /// Returns a quick test of places in a region: true only if a place is in it, and no other region sees an entity there, such as
    /// [`Grid::inside`](crate::Grid::inside). No other method is called for entities that pass, so a step costs less.
    fn inside(&self, region: u32) -> impl Fn(&Self::Place) -> bool {
        let _ = region;
        |_: &Self::Place| false
    }

    /// Returns a quick test of places in a region: true only if a place is in it, such as [`Grid::within`](crate::Grid::within). If
    /// [`visible`](Self::visible) reports the entities that others see, [`region`](Self::region) is not called for other entities that
    /// pass.
    fn within(&self, region: u32) -> impl Fn(&Self::Place) -> bool {
        let _ = region;
        |_: &Self::Place| false
    }

    /// Returns the components of the ghosts of an entity; `None` for an entity that is invisible at present.
    fn seen(&self, world: &Self::World, entity: Entity) -> Option<Self::Seen> {
        let (_, _) = (world, entity);
        None
    }

    /// Calls a function for each entity of a region that other regions may see at present, in any order, and returns true. The default
    /// returns false, for programs that do not distinguish these: then [`seen`](Self::seen) is called for all entities that are not
    /// [`inside`](Self::inside).
    ///
    /// It must report each entity that is `seen` and `near` another region. It saves time if few of the entities near a border are visible,
    /// and one query finds them.
    fn visible(&self, world: &Self::World, region: u32, see: impl FnMut(Entity)) -> bool {
        let (_, _, _) = (world, region, see);
        false
    }

    /// Returns the values of a region after it ran a step and before entities move; in step 0, those of the start.
    fn sum(&self, world: &Self::World, region: u32, step: u64) -> Self::Sum;

    /// Adds the values of a region to those of the regions before it.
    fn add(&self, total: &mut Self::Sum, part: Self::Sum);

    /// Passes the total of all regions to the world of one region, at the end of a step.
    fn set_total(&self, world: &mut Self::World, total: &Self::Sum) {
        let (_, _) = (world, total);
    }
}
