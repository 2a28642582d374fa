//! The frames to which a world can go back. A trait object, since only some worlds have snapshots, and the inspector is for all.

use ecs_world::{Snapshots, Timeline};

pub(crate) trait History<W> {
    /// Saves the state before a frame.
    fn save(&mut self, frame: u64, world: &W);
    /// Brings a world into the state before a frame; false if that was not saved.
    fn load(&mut self, frame: u64, world: &mut W) -> bool;
    /// The oldest frame.
    fn first(&self) -> Option<u64>;
    /// The number of frames that there is room for.
    fn capacity(&self) -> usize;
    /// Drops all frames.
    fn clear(&mut self);
}

impl<W: Snapshots> History<W> for Timeline<W> {
    fn save(&mut self, frame: u64, world: &W) {
        Timeline::save(self, frame, world);
    }

    fn load(&mut self, frame: u64, world: &mut W) -> bool {
        Timeline::load(self, frame, world).is_ok()
    }

    fn first(&self) -> Option<u64> {
        self.frames().next()
    }

    fn capacity(&self) -> usize {
        Timeline::capacity(self)
    }

    fn clear(&mut self) {
        Timeline::clear(self);
    }
}
