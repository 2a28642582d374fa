//! Floors: tiles, what stands where, and how it is drawn.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ecs_world::prelude::*;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Place {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// How something looks. Of what is at one place, the highest layer is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) letter: char,
    pub(crate) layer: u8,
}

/// Random numbers are a part of the state: the same seed gives the same game.
#[derive(Debug, Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 to `bound` - 1.
    pub(crate) fn below(&mut self, bound: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from(self.0 >> 33).unwrap_or_default() % bound
    }
}

pub(crate) const WIDTH: i32 = 40;
pub(crate) const HEIGHT: i32 = 12;

/// Which tiles are open, and the centres of the rooms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Map {
    open: BTreeSet<Place>,
    pub(crate) rooms: Vec<Place>,
}

impl Map {
    /// A map of rooms, each connected with the one before.
    pub(crate) fn dig(random: &mut Random, rooms: usize) -> Self {
        let mut map = Self::default();
        while map.rooms.len() < rooms {
            let Place { x, y } = Place { x: 4 + random.below(WIDTH - 8), y: 3 + random.below(HEIGHT - 6) };
            let (wide, high) = (1 + random.below(3), 1 + random.below(2));
            map.open(x - wide..=x + wide, y - high..=y + high);
            if let Some(&last) = map.rooms.last() {
                map.open(last.x.min(x)..=last.x.max(x), last.y..=last.y);
                map.open(x..=x, last.y.min(y)..=last.y.max(y));
            }
            map.rooms.push(Place { x, y });
        }
        map
    }

    fn open(&mut self, columns: RangeInclusive<i32>, rows: RangeInclusive<i32>) {
        self.open.extend(rows.flat_map(|y| columns.clone().map(move |x| Place { x, y })));
    }

    pub(crate) fn is_open(&self, place: Place) -> bool {
        self.open.contains(&place)
    }
}

/// The floor as text, for players and for tests.
pub(crate) fn picture<W: Has<Place> + Has<Glyph> + HasResource<Map>>(world: &W) -> String {
    let mut text = String::new();
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let here = Place { x, y };
            let things = world.query::<(&Place, &Glyph)>();
            let seen = things.iter().filter(|(place, _)| **place == here).max_by_key(|(_, glyph)| glyph.layer);
            let tile = if world.resource().is_open(here) { '.' } else { '#' };
            text.push(seen.map_or(tile, |(_, glyph)| glyph.letter));
        }
        text.push('\n');
    }
    text
}

ecs_components! {
    /// What has a place on a floor.
    pub(crate) set floor;
    components: Place, Glyph;
    resources: Map, Random = Random(1);
}
