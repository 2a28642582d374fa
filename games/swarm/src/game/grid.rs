//! A spatial index: the enemies by cell of the arena. Rebuilt in each frame by a counting sort, in **O(cells + enemies)** time.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "coordinates are limited to the arena")]

use ecs_world::prelude::*;

use super::components::{Enemy, Position};
use super::vector::{Vector, square, way};
use super::{ARENA, Game};

/// Width of a cell: enemies that touch are in the same cell or in adjacent cells.
pub(super) const CELL: f32 = 16.0;
/// Number of cells per side.
const SIDE: usize = (ARENA / CELL) as usize;

/// Enemies by cell: those of cell `c` are `enemies[starts[c]..starts[c + 1]]`.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    starts: Vec<u32>,
    enemies: Vec<(Entity, Vector)>,
    /// Enemies in the order in which they were added.
    unsorted: Vec<(Entity, Vector)>,
}

fn coordinate(at: f32) -> usize {
    // A negative float becomes 0.
    (at / CELL) as usize
}

fn cell([x, y]: Vector) -> usize {
    coordinate(y).min(SIDE - 1) * SIDE + coordinate(x).min(SIDE - 1)
}

impl Grid {
    /// Replaces all enemies.
    pub(super) fn fill(&mut self, enemies: impl Iterator<Item = (Entity, Vector)>) {
        let Self { starts, enemies: sorted, unsorted } = self;
        unsorted.clear();
        unsorted.extend(enemies);
        starts.clear();
        starts.resize(SIDE * SIDE + 1, 0);
        // `starts` contains the number of enemies of each cell, then its end, and finally its start.
        for (_, place) in &*unsorted {
            starts[cell(*place)] += 1;
        }
        let mut count = 0;
        for start in &mut *starts {
            count += *start;
            *start = count;
        }
        sorted.clone_from(unsorted);
        for (entity, place) in unsorted {
            let start = &mut starts[cell(*place)];
            *start -= 1;
            sorted[*start as usize] = (*entity, *place);
        }
    }

    /// The enemies of all cells that the square around a place touches; `reach` is half its width.
    pub(super) fn around(&self, [x, y]: Vector, reach: f32) -> impl Iterator<Item = (Entity, Vector)> {
        let columns = coordinate(x - reach).min(SIDE - 1)..=coordinate(x + reach).min(SIDE - 1);
        let rows = coordinate(y - reach).min(SIDE - 1)..=coordinate(y + reach).min(SIDE - 1);
        // The cells of a row are adjacent.
        rows.flat_map(move |row| {
            let (first, last) = (row * SIDE + columns.start(), row * SIDE + columns.end());
            self.starts.get(last + 1).map_or(&[][..], |end| &self.enemies[self.starts[first] as usize..*end as usize])
        })
        .copied()
    }

    /// The enemies in a circle.
    pub(super) fn within(&self, place: Vector, radius: f32) -> impl Iterator<Item = (Entity, Vector)> {
        self.around(place, radius).filter(move |(_, at)| square(way(place, *at)) <= radius * radius)
    }

    /// The nearest enemy within a distance; the first one among equals.
    pub(super) fn nearest(&self, place: Vector, radius: f32) -> Option<(Entity, Vector)> {
        let distance = |at: &Vector| square(way(place, *at));
        self.within(place, radius).min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)))
    }
}

#[system(run_if = in_state(Phase::Play))]
pub(super) fn index(grid: &mut Grid, enemies: Query<'_, Game, (Entity, &Position, &Enemy)>) {
    grid.fill(enemies.iter().map(|(entity, position, _)| (entity, position.0)));
}

#[cfg(test)]
mod tests {
    use ecs_world::Entity;

    use super::super::ARENA;
    use super::{CELL, Grid};
    use crate::game::Game;

    fn filled(places: &[[f32; 2]]) -> (Grid, Vec<Entity>) {
        let (mut game, mut grid) = (Game::default(), Grid::default());
        let entities: Vec<_> = places.iter().map(|_| game.spawn(())).collect();
        grid.fill(entities.iter().copied().zip(places.iter().copied()));
        (grid, entities)
    }

    #[test]
    fn an_empty_grid_finds_nothing() {
        assert_eq!(Grid::default().within([5.0; 2], 100.0).count(), 0);
        assert_eq!(filled(&[]).0.nearest([5.0; 2], 100.0), None);
    }

    #[test]
    fn a_grid_finds_what_a_search_of_all_finds() {
        let mut seed = 1_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from(u16::try_from(seed >> 20).unwrap_or_default())
        };
        for count in [1, 2, 3, 300] {
            let places: Vec<_> = (0..count).map(|_| [random(), random()]).collect();
            let (grid, entities) = filled(&places);
            for (place, radius) in
                [([0.0, 0.0], 900.0), ([ARENA, ARENA], 500.0), ([2000.0, 1500.0], CELL), ([700.0; 2], 0.0)]
            {
                let mut found: Vec<_> = grid.within(place, radius).map(|(entity, _)| entity).collect();
                found.sort();
                let is_near =
                    |at: &[f32; 2]| (at[0] - place[0]).powi(2) + (at[1] - place[1]).powi(2) <= radius * radius;
                let expected: Vec<_> = entities.iter().zip(&places).filter(|(_, at)| is_near(at)).collect();
                assert_eq!(found, expected.into_iter().map(|(entity, _)| *entity).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn places_on_the_edges_and_outside_are_in_the_outermost_cells() {
        let (grid, _) = filled(&[[-5.0, -5.0], [0.0, 0.0], [ARENA, ARENA], [ARENA + 9.0, 0.0]]);
        assert_eq!(grid.within([0.0; 2], 10.0).count(), 2);
        assert_eq!(grid.within([ARENA; 2], 1.0).count(), 1);
        assert_eq!(grid.within([ARENA, 0.0], 9.0).count(), 1);
    }
}
