//! States: a current value, such as a phase of a game, and a requested transition. Uses no world.
//!
//! - **I1** The current value only changes in `change`, which is called between systems.

use crate::reuse::clone_by_field;

/// A state machine of a world: the current value, such as `Menu` or `Play`, of a type that is listed in `states:` of `ecs_world!`.
///
/// Systems read it through `&State<Phase>` and request a transition through `&mut State<Phase>`; other code does so through
/// `world.states.phase`. Requested transitions are applied when the next `world.run()` begins, after events have aged and before its first
/// system, or by `world.update_states()`; other schedules and sync points apply none. So all systems of a run see the same state.
///
/// Use [`get`](Self::get) to read it, or compare it with a value (`world.states.phase == Phase::Menu`, or `*phase == Phase::Menu` in a
/// system). Its value cannot be assigned: `world.states.phase.set(Phase::Play)` requests a transition.
///
/// **A transition** runs the systems of `systems(on_exit = Phase::Menu)` while the old state is still current, and then those of
/// `systems(on_enter = Phase::Play)` with the new one; their commands are applied at the end of each. The first run enters the initial
/// state, or instead of it the one that was requested before.
///
/// **Requests.** The last request counts. Requesting the current state cancels an earlier request and causes no transition. Each state
/// changes at most once per run: requests of systems that run on its exit or entry are applied by the next run. Several states change in
/// the order of their declaration, so a request to one that is declared later is applied in the same run.
///
/// **Panics.** If a system that runs on exit panics, the request is dropped and the state does not change. If one that runs on entry panics,
/// the new state is current, and the remaining systems of its entry do not run.
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
    /// The value that systems read.
    current: S,
    /// The requested value, if there is a request. It may equal `current`.
    next: Option<S>,
    /// False until the first run has entered the initial state.
    entered: bool,
}

clone_by_field! { [S: Clone] State<S> { current, next, entered } }

impl<S> State<S> {
    /// Creates a state that has not been entered yet. `ecs_world!` calls it for the states of a world.
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

    /// Creates a state that has already been entered, so that no run enters it: a loaded game starts in its phase without running the
    /// systems of `systems(on_enter = ..)`, whose effects are part of the loaded data.
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

    /// Returns true if the state has been entered, which the first run does. Runs in **O(1)** time.
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

/// Compares the current value, not the requested one: `world.states.phase == Phase::Play`, or `*state == Phase::Play` in a system.
impl<S: PartialEq> PartialEq<S> for State<S> {
    fn eq(&self, other: &S) -> bool {
        self.current == *other
    }
}

/// Creates a state with the default value, which has not been entered yet.
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
    fn the_last_request_counts_and_one_for_the_current_state_cancels_it() {
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
    fn an_entered_state_is_not_entered_again() {
        let mut state = State::entered(2_u8);
        assert_eq!((state.get(), state.is_entered(), state.requested()), (&2, true, None));
        assert_eq!(state.take_request(u8::eq), None);
        state.set(2);
        assert_eq!(state.take_request(u8::eq), None, "the state is current already");
        state.set(3);
        assert_eq!(state.take_request(u8::eq), Some(3));
    }

    #[test]
    fn a_request_before_the_first_run_determines_the_first_state() {
        let mut state = State::<u8>::default();
        state.set(0);
        assert_eq!((state.take_request(u8::eq), state.is_entered()), (Some(0), false));
        state.change(Some(4));
        assert_eq!((state.get(), state.is_entered()), (&4, true));
    }
}
