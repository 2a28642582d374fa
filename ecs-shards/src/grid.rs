//! Regions as the cells of a rectangle.

/// Regions of a rectangular map: equal squares, numbered row by row.
///
/// # Examples
///
/// ```
/// let grid = ecs_shards::Grid { columns: 4, rows: 2, side: 100, reach: 10 };
/// assert_eq!(grid.regions(), 8);
/// assert_eq!(grid.region(150, 120), 5);
/// let mut near = vec![];
/// grid.near(195, 95, |region| near.push(region));
/// assert_eq!(near, [1, 2, 5, 6]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Number of regions in a row.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
    /// Length of the side of a region.
    pub side: u32,
    /// Distance that regions see beyond their borders, in both coordinates.
    pub reach: u32,
}

impl Grid {
    /// Returns the number of regions, at most `u32::MAX`. Runs in **O(1)** time.
    #[must_use]
    pub const fn regions(&self) -> u32 {
        self.columns.saturating_mul(self.rows)
    }

    /// Returns the region of a point; if it is outside of the map, that of the nearest point of the map. Runs in **O(1)** time.
    #[must_use]
    pub fn region(&self, x: u32, y: u32) -> u32 {
        self.number(self.row(y), self.column(x))
    }

    /// Calls a function for each region that sees a point, in ascending order: its own, and those at most `reach` away. Runs in **O(regions
    /// that see it)** time.
    pub fn near(&self, x: u32, y: u32, mut see: impl FnMut(u32)) {
        let (left, right) = (self.column(x.saturating_sub(self.reach)), self.column(x.saturating_add(self.reach)));
        let (top, bottom) = (self.row(y.saturating_sub(self.reach)), self.row(y.saturating_add(self.reach)));
        for row in top..=bottom {
            for column in left..=right {
                see(self.number(row, column));
            }
        }
    }

    /// Returns a test for points of a region that no other region sees. It returns false for the coordinate `u32::MAX`. Both run in
    /// **O(1)** time.
    pub fn inside(&self, region: u32) -> impl Fn(u32, u32) -> bool + use<> {
        let columns = self.columns.max(1);
        let size = self.side.saturating_sub(self.reach.saturating_mul(2));
        let axis = |number: u32| {
            let first = number.saturating_mul(self.side).saturating_add(self.reach);
            // A longer range would wrap around to 0.
            (first, size.min(u32::MAX - first))
        };
        let ((left, width), (top, height)) = (axis(region % columns), axis(region / columns));
        // Without a branch, so that the compiler can test many points at once.
        move |x, y| (x.wrapping_sub(left) < width) & (y.wrapping_sub(top) < height)
    }

    /// Returns a test for points of a region. It returns false for points outside of the map, and for the coordinate `u32::MAX`. Both run
    /// in **O(1)** time.
    pub fn within(&self, region: u32) -> impl Fn(u32, u32) -> bool + use<> {
        Self { reach: 0, ..*self }.inside(region)
    }

    fn number(&self, row: u32, column: u32) -> u32 {
        row.saturating_mul(self.columns).saturating_add(column)
    }

    fn column(&self, x: u32) -> u32 {
        (x / self.side.max(1)).min(self.columns.saturating_sub(1))
    }

    fn row(&self, y: u32) -> u32 {
        (y / self.side.max(1)).min(self.rows.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(grid: &Grid, x: u32, y: u32) -> Vec<u32> {
        let mut all = vec![];
        grid.near(x, y, |region| all.push(region));
        all
    }

    #[test]
    fn what_is_inside_is_seen_by_its_region_alone() {
        for reach in [0, 1, 2, 3, 4, 9] {
            let grid = Grid { columns: 3, rows: 2, side: 5, reach };
            for (x, y) in (0..15).flat_map(|x| (0..10).map(move |y| (x, y))) {
                for region in 0..grid.regions() {
                    if grid.inside(region)(x, y) {
                        assert_eq!(near(&grid, x, y), [region], "{x}, {y}");
                    }
                    assert_eq!(grid.within(region)(x, y), grid.region(x, y) == region, "{x}, {y}");
                }
                assert!(near(&grid, x, y).contains(&grid.region(x, y)));
            }
            assert_eq!((0..15).any(|x| (0..6).any(|region| grid.inside(region)(x, 2))), reach <= 2);
        }
    }

    #[test]
    fn each_region_within_reach_is_named_once_and_no_other() {
        for reach in [0, 1, 4, 5, 6, 20] {
            let grid = Grid { columns: 3, rows: 2, side: 5, reach };
            for (x, y) in (0..15_u32).flat_map(|x| (0..10_u32).map(move |y| (x, y))) {
                let is_near = |region: &u32| {
                    let all = (0..15_u32).flat_map(|x| (0..10_u32).map(move |y| (x, y)));
                    let mut own = all.filter(|(x, y)| grid.region(*x, *y) == *region);
                    own.any(|(left, top)| x.abs_diff(left) <= reach && y.abs_diff(top) <= reach)
                };
                assert!(near(&grid, x, y).into_iter().eq((0..6).filter(is_near)), "{x}, {y}, {reach}");
            }
        }
    }

    #[test]
    fn points_outside_of_the_map_are_those_of_its_edge() {
        let grid = Grid { columns: 3, rows: 2, side: 5, reach: 1 };
        assert_eq!([grid.region(14, 9), grid.region(15, 10), grid.region(u32::MAX, u32::MAX)], [5, 5, 5]);
        assert_eq!(near(&grid, u32::MAX, 0), [2]);
        assert!(!grid.within(5)(15, 9) && !grid.within(5)(14, 10) && grid.within(5)(14, 9));
    }

    #[test]
    fn a_grid_without_a_size_has_no_regions_and_divides_by_nothing() {
        let grid = Grid { columns: 0, rows: 0, side: 0, reach: 0 };
        assert_eq!((grid.regions(), grid.region(3, 3)), (0, 0));
        assert!(!grid.inside(0)(0, 0));
    }

    #[test]
    fn coordinates_beyond_32_bits_are_in_no_region() {
        for (columns, side, region) in [(2, 3_000_000_000, 1), (3, 1 << 31, 2), (3, u32::MAX, 1), (3, u32::MAX, 2)] {
            let along = Grid { columns, rows: 1, side, reach: 0 };
            let down = Grid { columns: 1, rows: columns, ..along };
            for at in [0, 1, 1 << 31, (1 << 31) + 1, 3_000_000_000, u32::MAX - 1] {
                let (is_along, is_down) = (along.within(region)(at, 0), down.within(region)(0, at));
                assert_eq!((is_along, is_down), (along.region(at, 0) == region, down.region(0, at) == region), "{at}");
                let wide = Grid { reach: 5, ..along };
                assert!(!wide.inside(region)(at, 9) || near(&wide, at, 9) == [region], "{at}");
            }
            // The last coordinate is left out, so that one comparison is enough.
            assert!(!along.within(region)(u32::MAX, 0) && !down.within(region)(0, u32::MAX));
        }
        let many = Grid { columns: 1 << 20, rows: 1 << 20, side: 1, reach: 0 };
        assert_eq!((many.regions(), many.region(0, 1 << 19)), (u32::MAX, u32::MAX));
    }
}
