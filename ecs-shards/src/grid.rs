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
    /// How far regions see beyond their borders, in both coordinates.
    pub reach: u32,
}

impl Grid {
    /// Returns the number of regions. Runs in **O(1)** time.
    #[must_use]
    pub const fn regions(&self) -> u32 {
        self.columns * self.rows
    }

    /// Returns the region of a point; that of the nearest point of the map, if it is outside. Runs in **O(1)** time.
    #[must_use]
    pub fn region(&self, x: u32, y: u32) -> u32 {
        self.row(y) * self.columns + self.column(x)
    }

    /// Calls a function for each region that sees a point, in their order: its own, and those at most `reach` away. Runs in
    /// **O(regions that see it)** time.
    pub fn near(&self, x: u32, y: u32, mut see: impl FnMut(u32)) {
        let (left, right) = (self.column(x.saturating_sub(self.reach)), self.column(x.saturating_add(self.reach)));
        let (top, bottom) = (self.row(y.saturating_sub(self.reach)), self.row(y.saturating_add(self.reach)));
        for row in top..=bottom {
            for column in left..=right {
                see(row * self.columns + column);
            }
        }
    }

    fn column(&self, x: u32) -> u32 {
        (x / self.side.max(1)).min(self.columns.saturating_sub(1))
    }

    fn row(&self, y: u32) -> u32 {
        (y / self.side.max(1)).min(self.rows.saturating_sub(1))
    }
}
