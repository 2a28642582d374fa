//! Owns states: which of a few things a world is doing, and what it was asked to do next; knows no world.
//!
//! - **I1** The value changes in `change` alone, so never while a system runs.

/// The state of a world, such as `Menu` or `Play`: an enum that stands in the `states:` of an `ecs_world!`.
///
/// Systems read it through `&State<Phase>` and ask for another through `&mut State<Phase>`, as does whoever has the world,
/// through `world.states.phase`. What was asked for happens as the next `world.run()` begins, after events aged and before its
/// first system, or by `world.update_states()`; no other schedule changes a state, and no sync. So all systems of a run see the
/// same one.
///
/// It is read by [`get`](Self::get) or compared with a value (`world.states.phase == Phase::Menu`, `*phase == Phase::Menu` in a system),
/// and not assigned to: `world.states.phase.set(Phase::Play)` asks for a change.
///
/// **A change** runs the systems of `systems(on_exit = Phase::Menu)` while the old state is still there, and then those of
/// `systems(on_enter = Phase::Play)` with the new one; what either command is applied at its end. The first run enters the state
/// that the world starts with, or one that was asked for before, in its place.
///
/// **Requests.** The last one counts. To ask for the state that is there takes an earlier request back, and is no change. Each
/// state changes at most once per run: what is asked for by the systems that run as it exits or enters waits for the next.
/// Several states change in the order of their declaration, so one that is declared later can answer in the same run. If a system
/// panics as a state exits, the request is gone and the state stays.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<S> {
    current: S,
    next: Option<S>,
    entered: bool,
}

impl<S> State<S> {
    /// A state that was not entered yet. `ecs_world!` makes those of a world.
    #[must_use]
    pub const fn new(first: S) -> Self {
        Self { current: first, next: None, entered: false }
    }

    /// The state; before the first run, the one that the world starts with.
    #[must_use]
    pub const fn get(&self) -> &S {
        &self.current
    }

    /// Asks for a state, in the place of what was asked for before.
    pub fn set(&mut self, next: S) {
        self.next = Some(next);
    }

    /// What was asked for since the last change, if anything.
    #[must_use]
    pub const fn requested(&self) -> Option<&S> {
        self.next.as_ref()
    }

    /// Whether the state was entered, as the first run does.
    #[must_use]
    pub const fn is_entered(&self) -> bool {
        self.entered
    }

    /// Takes the request, if it means a change.
    pub(crate) fn take_request(&mut self, is: fn(&S, &S) -> bool) -> Option<S> {
        self.next.take().filter(|next| !self.entered || !is(next, &self.current))
    }

    /// Changes into another state, or into the first if there is none.
    pub(crate) fn change(&mut self, next: Option<S>) {
        if let Some(next) = next {
            self.current = next;
        }
        self.entered = true;
    }
}

/// Compares the state, and not what was asked for: `world.states.phase == Phase::Play`, or `*state == Phase::Play` in a system.
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
        assert_eq!(state.get(), &1, "it changes when it is told to");
    }

    #[test]
    fn a_state_equals_its_value_whatever_was_requested() {
        let mut state = State::new(1_u8);
        state.set(2);
        assert!(state == 1 && state != 2);
        assert!(state != State::new(1), "two states also compare requests");
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
