//! Frames to which a world can return. A trait object, since the inspector supports all worlds, but only some have snapshots.

use ecs_world::{Snapshots, Timeline};

pub(crate) trait History<W> {
    /// Saves the state before a frame.
    fn save(&mut self, frame: u64, world: &W);
    /// Restores the state of a world before a frame; returns false if it was not saved.
    fn load(&mut self, frame: u64, world: &mut W) -> bool;
    /// The oldest frame.
    fn first(&self) -> Option<u64>;
    /// Maximum number of saved frames.
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
