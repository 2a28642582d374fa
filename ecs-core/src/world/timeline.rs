//! Timelines: the snapshots of the last frames, in a ring whose memory is reused.
//!
//! - **I1** Frames ascend from the first to the last; there are at most `capacity`.
//!
//! A snapshot that is removed from the ring is kept for its memory, and overwritten by a later one. So a game that saves each frame
//! allocates nothing once all snapshots have the size of its state.
//!
//! ```text
//! frames   [ 3: snapshot ][ 4: snapshot ][ 5: snapshot ]     capacity 3
//! save(6)  frame 3 is removed, and its memory used for frame 6
//! save(4)  frames 4 and 5 move to `spare`, since they belong to another course of events; then 4 is saved
//! ```

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use crate::error::FrameError;
use crate::world::{Snapshot, Snapshots, snapshots};

/// The snapshots of the last frames of a world, to go back to one of them and continue from there.
///
/// Frames are ascending numbers that the caller chooses; numbers may be left out. If the timeline is full, saving a frame drops the oldest
/// one.
///
/// # Examples
///
/// The input of frame 2 arrives when frame 4 has run: the world goes back, and runs the frames since then again.
///
/// ```
/// use ecs_world::prelude::*;
/// use ecs_world::Timeline;
///
/// #[derive(Debug, PartialEq, Clone)]
/// struct Position(i64);
/// #[derive(Debug, Clone, Default)]
/// struct Input(i64);
///
/// #[system]
/// fn advance(position: &mut Position, input: &Input) {
///     position.0 += input.0;
/// }
///
/// ecs_world! {
///     #[derive(Snapshot)]
///     pub struct World;
///     components: Position;
///     resources: Input = Input(1);
///     systems: advance;
/// }
///
/// let mut world = World::default();
/// let ship = world.spawn(Position(0));
/// let mut timeline = Timeline::new(8);
/// for frame in 0..=4 {
///     timeline.save(frame, &world);
///     world.run();
/// }
/// assert_eq!(world.get::<Position>(ship), Some(&Position(5)));
///
/// timeline.load(2, &mut world)?;
/// for frame in 2..=4 {
///     timeline.save(frame, &world);
///     world.resources.input.0 = 10;
///     world.run();
/// }
/// assert_eq!(world.get::<Position>(ship), Some(&Position(32)));
/// assert!(timeline.load(9, &mut world).is_err());
/// # Ok::<(), ecs_world::FrameError>(())
/// ```
pub struct Timeline<W: Snapshots> {
    /// In ascending order of frame numbers, at most `capacity`.
    frames: VecDeque<(u64, Snapshot<W>)>,
    /// Snapshots that left the ring, kept for their memory.
    spare: Vec<Snapshot<W>>,
    /// Not zero. Snapshots in `spare` are not counted.
    capacity: usize,
}

impl<W: Snapshots> Timeline<W> {
    /// Creates a timeline without frames, for the last `capacity` frames. Snapshots are allocated when they are first saved.
    ///
    /// # Panics
    ///
    /// If the capacity is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # ecs_world! { #[derive(Snapshot)] struct World; }
    /// let timeline = Timeline::<World>::new(60);
    /// assert_eq!((timeline.len(), timeline.capacity()), (0, 60));
    /// ```
    #[must_use]
    #[track_caller]
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0, "the capacity of a timeline must not be zero");
        Self { frames: VecDeque::new(), spare: Vec::new(), capacity }
    }

    /// Saves the state of a world as a frame, as [`snapshot_into`](crate::WorldSnapshots::snapshot_into) does. Frames from this one on are
    /// dropped first, since they belong to another course of events; if the timeline is full, so is the oldest frame.
    ///
    /// Takes the time of a copy of the world, plus **O(1)** per dropped frame. Allocates only as far as the state is larger than the
    /// snapshot whose memory it reuses.
    ///
    /// # Panics
    ///
    /// As [`snapshot`](crate::WorldSnapshots::snapshot) does; also if a `Clone` panics. The timeline then lacks the frame, and those that
    /// were dropped for it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # ecs_world! { #[derive(Snapshot)] struct World; }
    /// # let mut world = World::default();
    /// let mut timeline = Timeline::new(2);
    /// [1, 2, 5].map(|frame| timeline.save(frame, &world));
    /// assert!(timeline.frames().eq([2, 5]), "frame 1 was the oldest of three");
    /// timeline.save(4, &world);
    /// assert!(timeline.frames().eq([2, 4]), "frame 5 is later than the one that was saved");
    /// ```
    #[track_caller]
    pub fn save(&mut self, frame: u64, world: &W) {
        self.keep(|own| own < frame);
        while self.frames.len() >= self.capacity {
            self.spare.extend(self.frames.pop_front().map(|(_, snapshot)| snapshot));
        }
        let mut snapshot = self.spare.pop().unwrap_or_else(Snapshot::empty);
        snapshots::save(world, &mut snapshot);
        self.frames.push_back((frame, snapshot));
    }

    /// Restores the state of a frame, as [`restore`](crate::WorldSnapshots::restore) does. The timeline does not change: later frames stay
    /// until they are [discarded](Self::discard_after), or dropped by [`save`](Self::save).
    ///
    /// # Errors
    ///
    /// [`FrameError`] if the timeline does not have the frame. The world does not change then.
    ///
    /// # Panics
    ///
    /// As [`restore`](crate::WorldSnapshots::restore) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # #[derive(Clone)] struct Position(i32);
    /// # ecs_world! { #[derive(Snapshot)] struct World; components: Position; }
    /// # let mut world = World::default();
    /// let mut timeline = Timeline::new(4);
    /// timeline.save(1, &world);
    /// world.spawn(Position(0));
    /// timeline.load(1, &mut world)?;
    /// assert!(world.is_empty());
    /// let error = timeline.load(7, &mut world).unwrap_err();
    /// assert_eq!((error.frame(), error.range()), (7, Some(1..=1)));
    /// # Ok::<(), ecs_world::FrameError>(())
    /// ```
    #[track_caller]
    pub fn load(&self, frame: u64, world: &mut W) -> Result<(), FrameError> {
        let Some(snapshot) = self.get(frame) else {
            let ends = self.frames.front().zip(self.frames.back());
            return Err(FrameError::new(frame, ends.map(|((first, _), (last, _))| (*first, *last))));
        };
        snapshots::restore(world, snapshot);
        Ok(())
    }

    /// Drops all frames after this one. Runs in **O(dropped frames)** time, and keeps their memory for later ones.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # #[derive(Clone)] struct Position(i32);
    /// # ecs_world! { #[derive(Snapshot)] struct World; components: Position; }
    /// # let mut world = World::default();
    /// let mut timeline = Timeline::new(3);
    /// for frame in 0..5 {
    ///     timeline.save(frame, &world);
    ///     world.spawn(Position(0));
    /// }
    /// assert!(timeline.frames().eq([2, 3, 4]));
    /// timeline.discard_after(3);
    /// assert_eq!((timeline.len(), timeline.capacity()), (2, 3));
    /// assert_eq!(timeline.get(3).map(|snapshot| snapshot.len()), Some(3));
    /// timeline.clear();
    /// assert!(timeline.is_empty());
    /// ```
    pub fn discard_after(&mut self, frame: u64) {
        self.keep(|own| own <= frame);
    }

    /// Drops frames from the end until one is to be kept.
    fn keep(&mut self, is_kept: impl Fn(u64) -> bool) {
        while self.frames.back().is_some_and(|(own, _)| !is_kept(*own)) {
            self.spare.extend(self.frames.pop_back().map(|(_, snapshot)| snapshot));
        }
    }

    /// The snapshot of a frame, if the timeline has it. Runs in **O(log frames)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # ecs_world! { #[derive(Snapshot)] struct World; }
    /// # let world = World::default();
    /// let mut timeline = Timeline::new(4);
    /// [1, 5].map(|frame| timeline.save(frame, &world));
    /// assert!(timeline.get(5).is_some());
    /// assert!(timeline.get(3).is_none(), "frames that were left out have no snapshot");
    /// ```
    #[must_use]
    pub fn get(&self, frame: u64) -> Option<&Snapshot<W>> {
        let at = self.frames.binary_search_by_key(&frame, |(own, _)| *own).ok()?;
        self.frames.get(at).map(|(_, snapshot)| snapshot)
    }

    /// Iterates over the frames, from the oldest one on. Runs in **O(1)** time per frame.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # ecs_world! { #[derive(Snapshot)] struct World; }
    /// # let world = World::default();
    /// let mut timeline = Timeline::new(4);
    /// [1, 5, 9].map(|frame| timeline.save(frame, &world));
    /// assert_eq!((timeline.frames().len(), timeline.frames().next_back()), (3, Some(9)));
    /// let before = timeline.frames().rev().find(|frame| *frame <= 7);
    /// assert_eq!(before, Some(5), "the last frame from which frame 7 can be computed");
    /// ```
    #[must_use]
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator {
        self.frames.iter().map(|(frame, _)| *frame)
    }

    /// Number of frames. Runs in **O(1)** time.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Returns true if no frame is saved. Runs in **O(1)** time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Maximum number of frames. Runs in **O(1)** time.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Drops all frames. Their memory is kept for later ones, and so are the values in it, which are dropped when they are overwritten, or
    /// with the timeline. Runs in **O(frames)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{Timeline, prelude::*};
    /// # ecs_world! { #[derive(Snapshot)] struct World; }
    /// # let world = World::default();
    /// let mut timeline = Timeline::new(4);
    /// timeline.save(9, &world);
    /// timeline.clear();
    /// timeline.save(1, &world);
    /// assert!(timeline.frames().eq([1]), "frames of another match may begin anew");
    /// ```
    pub fn clear(&mut self) {
        self.keep(|_| false);
    }
}

impl<W: Snapshots> fmt::Debug for Timeline<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("frames", &self.frames().collect::<Vec<_>>())
            .field("capacity", &self.capacity)
            .finish_non_exhaustive()
    }
}
