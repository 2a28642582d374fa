//! Owns runs and syncs: when systems are called, and when what they command is done.

use super::change;
use crate::{EcsWorld, HasView, Managed, RunSchedule, RunSystem, Token, Transition};

/// Runs a schedule and applies what it commanded.
pub fn run_schedule<W: RunSchedule<S>, const S: usize>(world: &mut W) {
    world.__run_schedule(Token::new());
    sync(world);
}

/// Runs one system and applies what it commanded.
pub fn run_system<W: RunSystem<S>, const S: usize>(world: &mut W) {
    world.__run_system(Token::new());
    sync(world);
}

/// Brings promised entities to life, then applies the waiting commands, those included that come up meanwhile.
///
/// A command leaves the queue before it is applied: if user code panics, the rest stays for the next sync.
pub fn sync<W: EcsWorld>(world: &mut W) {
    change::settle_reserved(world);
    while let Some(command) = world.__core_mut(Token::new()).commands.pop() {
        if command(world).is_err() {
            world.__core_mut(Token::new()).dropped_commands += 1;
        }
    }
}

/// The entities of a view.
pub fn managed<W: HasView<V>, const V: usize>(world: &W) -> Managed<'_> {
    Managed::new(W::view(&world.__core(Token::new()).views))
}

/// Lets an entity leave a view that it ceases to satisfy.
#[inline]
pub fn leave<W: HasView<V>, const V: usize>(views: &mut W::Views, change: &Transition<W::Mask>) {
    if change.leaves(&W::ASPECT) {
        W::view_mut(views).leave(change.entity());
    }
}

/// Lets an entity enter a view that it begins to satisfy.
#[inline]
pub fn enter<W: HasView<V>, const V: usize>(views: &mut W::Views, change: &Transition<W::Mask>) {
    if change.enters(&W::ASPECT) {
        W::view_mut(views).enter(change.entity());
    }
}
