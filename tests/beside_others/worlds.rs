//! A world with a component in one kind of storage, and with systems that require it alone and with another one.

/// How often each system, or each query, visited the entity.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Visits(pub [u32; WAYS]);
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Other;
/// No entity has any of these: they only give systems views of their own.
pub struct Never0;
pub struct Never1;
pub struct Never2;
pub struct Never3;

/// Number of systems, and of queries.
const WAYS: usize = 13;

impl Visits {
    /// How often an entity is visited: some systems require `Part` alone, others also `Other`.
    pub fn expected(has_part: bool, has_other: bool) -> Self {
        let [part, both] = [has_part, has_part && has_other].map(u32::from);
        Self([part, part, part, part, part, part, part, part, part, both, both, both, both])
    }

    /// The same, if only these systems or queries ran.
    pub fn of(self, ways: &[usize]) -> Self {
        Self(std::array::from_fn(|way| if ways.contains(&way) { self.0[way] } else { 0 }))
    }
}

/// Around the widths of runs, blocks and positions that are found at once.
pub const COUNTS: [usize; 11] = [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 300];

/// Every how many entities there is a `Part`, and an `Other`.
pub const SHAPES: [(usize, usize); 6] = [(1, 1), (2, 1), (1, 2), (2, 3), (3, 2), (50, 5)];

/// The parts of a module: `Part`, which is declared with these attributes, the systems, a world, and worlds with entities.
macro_rules! world_with_a_part {
    ([$($parallel:tt)*], $($declared:tt)*) => {
        use super::worlds::{Never0, Never1, Never2, Never3, Other, Visits};
        use ecs_world::prelude::*;

        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub struct Part;

        #[system(view = scan, $($parallel)*)]
        fn scanned(visits: &mut Visits, _: &Part) {
            visits.0[0] += 1;
        }

        #[system(view = scan, $($parallel)*)]
        fn written(visits: &mut Visits, _: &mut Part) {
            visits.0[1] += 1;
        }

        #[system(view = scan, $($parallel)*)]
        fn watched(mut visits: Mut<'_, Visits>, _: Mut<'_, Part>) {
            visits.0[2] += 1;
        }

        #[system($($parallel)*)]
        fn optional(visits: &mut Visits, part: Option<&Part>) {
            visits.0[3] += u32::from(part.is_some());
        }

        #[system(view = list, without(Never0), $($parallel)*)]
        fn listed(visits: &mut Visits, part: Option<&mut Part>) {
            visits.0[4] += u32::from(part.is_some());
        }

        #[system(view = list, without(Never1), $($parallel)*)]
        fn kept(visits: &mut Visits, _: &Part) {
            visits.0[5] += 1;
        }

        #[system(view = scan, with(Part), $($parallel)*)]
        fn filtered(visits: &mut Visits) {
            visits.0[6] += 1;
        }

        #[system(view = delayed, without(Never2), $($parallel)*)]
        fn delayed(visits: &mut Visits, _: &Part) {
            visits.0[7] += 1;
        }

        #[system(view = active_passive, without(Never3), $($parallel)*)]
        fn active(visits: &mut Visits, _: &Part) {
            visits.0[8] += 1;
        }

        #[system(view = scan, $($parallel)*)]
        fn three(visits: &mut Visits, _: &Part, _: &Other) {
            visits.0[9] += 1;
        }

        #[system(without(Never0), $($parallel)*)]
        fn planned(_: &mut Part, _: &mut Other, visits: &mut Visits) {
            visits.0[10] += 1;
        }

        #[system(view = scan, with(Other), $($parallel)*)]
        fn three_filtered(visits: &mut Visits, _: &Part) {
            visits.0[11] += 1;
        }

        #[system(view = list, $($parallel)*)]
        fn three_listed(visits: &mut Visits, _: &Other, part: Option<&Part>) {
            visits.0[12] += u32::from(part.is_some());
        }

        ecs_world! {
            pub struct World;
            components: Visits, Other, Never0, Never1, Never2, Never3, $($declared)* Part;
            systems: scanned, written, watched, optional, listed, kept, filtered, delayed, active, three, planned, three_filtered,
                three_listed;
        }

        /// `count` entities, of which every `part`-th has a `Part`, and every `other`-th an `Other`.
        fn filled(count: usize, part: usize, other: usize) -> (World, Vec<Entity>) {
            let mut world = World::default();
            let all = world.spawn_batch((0..count).map(|_| Visits::default())).into_vec();
            for at in (0..count).map(|n| n * 7 % count).filter(|at| at % part == 0) {
                world.insert(all[at], Part).expect("the entity is alive");
            }
            for at in (0..count).map(|n| n * 11 % count).filter(|at| at % other == 0) {
                world.insert(all[at], Other).expect("the entity is alive");
            }
            (world, all)
        }
    };
}

pub(crate) use world_with_a_part;
