//! States: a current value, such as a phase of a game, and a requested transition. Uses no world.
//!
//! - **I1** The current value changes only in `change`, which is called between systems.

use crate::reuse::clone_by_field;

/// A state of a world, such as `Menu` or `Play`: an enum that is listed in the `states:` of an `ecs_world!`.
///
/// Systems read it through `&State<Phase>` and request a transition through `&mut State<Phase>`; other code does so through
/// `world.states.phase`. Requested transitions are applied when the next `world.run()` begins, after events aged and before its first
/// system, or by `world.update_states()`; other schedules and syncs apply none. So all systems of a run see the same state.
///
/// It is read by [`get`](Self::get) or compared with a value (`world.states.phase == Phase::Menu`, `*phase == Phase::Menu` in a
/// system). It cannot be assigned to: `world.states.phase.set(Phase::Play)` requests a transition.
///
/// **A transition** runs the systems of `systems(on_exit = Phase::Menu)` while the old state is still current, and then those of
/// `systems(on_enter = Phase::Play)` with the new one; their commands are applied at the end of each. The first run enters the initial
/// state, or one that was requested before, instead of it.
///
/// **Requests.** The last one counts. Requesting the current state cancels an earlier request, and is no transition. Each state changes
/// at most once per run: requests of the systems that run with its exit or entry wait for the next run. Several states change in the
/// order of their declaration, so one that is declared later can respond in the same run. If a system panics while a state exits, the
/// request is dropped and the state stays.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Debug, PartialEq)]
/// enum Phase { Menu, Play }
///
/// #[derive(Default)]
/// struct Score(u32);
///
/// #[system(run_if = in_state(Phase::Play))]
/// fn score(score: &mut Score) {
///     score.0 += 1;
/// }
///
/// #[system]
/// fn reset(score: &mut Score) {
///     score.0 = 0;
/// }
///
/// ecs_world! {
///     resources: Score;
///     states: Phase = Phase::Menu;
///     systems: score;
///     systems(on_enter = Phase::Play): reset;
/// }
///
/// let mut world = World::default();
/// world.run();
/// world.states.phase.set(Phase::Play);
/// assert!(world.states.phase == Phase::Menu);
/// world.run();
/// assert_eq!((world.states.phase.get(), world.resources.score.0), (&Phase::Play, 1));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct State<S> {
    /// What systems read.
    current: S,
    /// What was requested, if anything was. It may equal `current`.
    next: Option<S>,
    /// False until the first run has entered the initial state.
    entered: bool,
}

clone_by_field! { [S: Clone] State<S> { current, next, entered } }

impl<S> State<S> {
    /// Creates a state that was not entered yet. `ecs_world!` creates those of a world.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::State;
    /// # #[derive(Debug, PartialEq)] enum Phase { Menu, Play }
    /// let phase = State::new(Phase::Menu);
    /// assert!(!phase.is_entered() && phase.requested().is_none());
    /// ```
    #[must_use]
    pub const fn new(first: S) -> Self {
        Self { current: first, next: None, entered: false }
    }

    /// Creates a state that was entered already, so that no run enters it: how a game that is loaded gets into its phase without the systems
    /// of `systems(on_enter = ..)`, whose work is part of what was loaded.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// use ecs_world::State;
    ///
    /// #[derive(Debug, PartialEq)]
    /// enum Phase { Menu, Play }
    ///
    /// struct Ship;
    ///
    /// #[system]
    /// fn launch(commands: &mut Commands<World>) {
    ///     commands.spawn(Ship);
    /// }
    ///
    /// ecs_world! {
    ///     components: Ship;
    ///     states: Phase = Phase::Menu;
    ///     systems(on_enter = Phase::Play): launch;
    /// }
    ///
    /// let mut world = World::default();
    /// world.spawn(Ship); // loaded
    /// world.states.phase = State::entered(Phase::Play);
    /// world.run();
    /// assert_eq!((world.states.phase.get(), world.len()), (&Phase::Play, 1));
    /// ```
    #[must_use]
    pub const fn entered(current: S) -> Self {
        Self { current, next: None, entered: true }
    }

    /// The current state; before the first run, the initial one. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::State;
    /// # #[derive(Debug, PartialEq)] enum Phase { Menu, Play }
    /// # ecs_world! { states: Phase = Phase::Menu; }
    /// # let mut world = World::default();
    /// world.states.phase.set(Phase::Play);
    /// assert_eq!(world.states.phase.get(), &Phase::Menu, "a request changes nothing yet");
    /// world.run();
    /// assert_eq!(world.states.phase.get(), &Phase::Play);
    /// ```
    #[must_use]
    pub const fn get(&self) -> &S {
        &self.current
    }

    /// Requests a transition to a state, replacing an earlier request. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::State;
    /// # #[derive(Debug, PartialEq)] enum Phase { Menu, Play }
    /// # ecs_world! { states: Phase = Phase::Menu; }
    /// # let mut world = World::default();
    /// world.states.phase.set(Phase::Play);
    /// world.states.phase.set(Phase::Menu);
    /// world.run();
    /// assert!(world.states.phase == Phase::Menu, "the last request counts");
    /// ```
    pub fn set(&mut self, next: S) {
        self.next = Some(next);
    }

    /// The requested state, if there is a request since the last transition. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::State;
    /// # #[derive(Debug, PartialEq)] enum Phase { Menu, Play }
    /// # ecs_world! { states: Phase = Phase::Menu; }
    /// # let mut world = World::default();
    /// world.states.phase.set(Phase::Play);
    /// assert_eq!(world.states.phase.requested(), Some(&Phase::Play));
    /// world.update_states();
    /// assert_eq!(world.states.phase.requested(), None);
    /// ```
    #[must_use]
    pub const fn requested(&self) -> Option<&S> {
        self.next.as_ref()
    }

    /// Returns true if the state was entered, which the first run does. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use ecs_world::State;
    /// # #[derive(Debug, PartialEq)] enum Phase { Menu, Play }
    /// # ecs_world! { states: Phase = Phase::Menu; }
    /// # let mut world = World::default();
    /// assert!(!world.states.phase.is_entered());
    /// world.run();
    /// assert!(world.states.phase.is_entered());
    /// ```
    #[must_use]
    pub const fn is_entered(&self) -> bool {
        self.entered
    }

    /// Removes the request, and returns it if it is a transition.
    pub(crate) fn take_request(&mut self, is: fn(&S, &S) -> bool) -> Option<S> {
        self.next.take().filter(|next| !self.entered || !is(next, &self.current))
    }

    /// Applies a transition, or enters the initial state if there is none.
    pub(crate) fn change(&mut self, next: Option<S>) {
        if let Some(next) = next {
            self.current = next;
        }
        self.entered = true;
    }
}

/// Compares the current state, not the requested one: `world.states.phase == Phase::Play`, or `*state == Phase::Play` in a system.
impl<S: PartialEq> PartialEq<S> for State<S> {
    fn eq(&self, other: &S) -> bool {
        self.current == *other
    }
}

/// Starts with the default.
impl<S: Default> Default for State<S> {
    fn default() -> Self {
        Self::new(S::default())
    }
}

#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "serde")]
pub(crate) use saved::{LoadState, SaveState};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_request_counts_and_one_for_what_is_there_takes_it_back() {
        let mut state = State::new(1_u8);
        state.change(None);
        assert_eq!(state.take_request(u8::eq), None);
        state.set(2);
        state.set(3);
        assert_eq!(state.requested(), Some(&3));
        state.set(1);
        assert_eq!((state.take_request(u8::eq), state.requested()), (None, None));
        state.set(3);
        assert_eq!(state.take_request(u8::eq), Some(3));
        assert_eq!(state.get(), &1, "it changes when transitions are applied");
    }

    #[test]
    fn a_state_equals_its_value_whatever_was_requested() {
        let mut state = State::new(1_u8);
        state.set(2);
        assert!(state == 1 && state != 2);
        assert!(state != State::new(1), "two states also compare requests");
    }

    #[test]
    fn a_state_that_was_entered_is_entered_no_more() {
        let mut state = State::entered(2_u8);
        assert_eq!((state.get(), state.is_entered(), state.requested()), (&2, true, None));
        assert_eq!(state.take_request(u8::eq), None);
        state.set(2);
        assert_eq!(state.take_request(u8::eq), None, "it is there already");
        state.set(3);
        assert_eq!(state.take_request(u8::eq), Some(3));
    }

    #[test]
    fn a_request_before_the_first_run_is_the_state_to_start_with() {
        let mut state = State::<u8>::default();
        state.set(0);
        assert_eq!((state.take_request(u8::eq), state.is_entered()), (Some(0), false));
        state.change(Some(4));
        assert_eq!((state.get(), state.is_entered()), (&4, true));
    }
}
