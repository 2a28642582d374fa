//! Figures of a running game: times of systems, kinds and sizes of views, memory.

use std::time::Duration;

use ecs_world::{BitMask, GeneratedWorld, ViewKind, ViewPlan};

use crate::game::Game;

/// A view of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewFigures {
    /// The components that it requires.
    pub components: String,
    /// The kind of the view.
    pub kept: ViewKind,
    /// Number of entities in it.
    pub entities: usize,
}

/// The views of the game, in the order of its plan. Runs in **O(entities * views)** time.
#[must_use]
pub fn views(game: &Game) -> Vec<ViewFigures> {
    let numbers = |names: &[&str]| {
        let places = names.iter().map(|name| Game::COMPONENTS.iter().position(|component| component == name));
        places.flatten().collect::<Vec<_>>()
    };
    let of_view = |view: &ViewPlan| {
        let (all, none, any) = (numbers(view.all), numbers(view.none), numbers(view.any));
        let entities = game.entities().filter_map(|entity| game.mask(entity)).filter(|mask| {
            all.iter().all(|component| mask.contains(*component))
                && !none.iter().any(|component| mask.contains(*component))
                && (any.is_empty() || any.iter().any(|component| mask.contains(*component)))
        });
        ViewFigures { components: view.all.join(", "), kept: view.kept, entities: entities.count() }
    };
    Game::PLAN.views.iter().map(of_view).collect()
}

/// Times of the last run of each system; empty in browsers.
#[must_use]
pub fn systems(game: &Game) -> Vec<(&'static str, Duration)> {
    game.system_times().map(|time| (time.name, time.last)).collect()
}

/// Memory of this process in bytes, if known.
#[must_use]
pub fn memory() -> Option<usize> {
    #[cfg(target_arch = "wasm32")]
    let bytes = Some(core::arch::wasm32::memory_size(0) << 16);
    #[cfg(not(target_arch = "wasm32"))]
    let bytes = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim().parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
    });
    bytes
}

#[cfg(test)]
mod tests {
    use ecs_world::ViewKind;

    use super::{systems, views};
    use crate::game::Setup;
    use crate::headless::play_session;

    #[test]
    fn views_have_the_entities_that_a_query_counts() {
        let session = play_session(&Setup { enemies: 50, is_safe: true, ..Setup::default() }, 60);
        let game = session.game();
        let views = views(game);
        let enemies =
            views.iter().find(|view| view.components.contains("Enemy") && view.components.contains("Position"));
        let counted = game.query_position_enemy().iter().count();
        assert!(counted >= 50 && enemies.is_some_and(|view| view.entities == counted), "{views:?}");
        assert!(views.iter().any(|view| view.kept == ViewKind::Group), "{views:?}");
    }

    #[test]
    fn systems_are_timed() {
        let session = play_session(&Setup::default(), 10);
        let times = systems(session.game());
        assert!(times.iter().any(|(name, time)| *name == "chase" && !time.is_zero()), "{times:?}");
    }
}
