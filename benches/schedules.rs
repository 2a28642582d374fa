//! Schedules compared with hand-written loops, and on two threads with bare joins: `cargo bench --bench schedules --features rayon`.
//!
//! The contestants of a row take turns in each round, and each is first as often as last. A cell is the median of its rounds.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for this bench alone")]

use std::time::Instant;

const ROUNDS: usize = 201;

/// Three systems, each with two components that no other system uses.
mod three {
    use ecs_world::prelude::*;

    macro_rules! mover {
        ($system:ident: $place:ident, $speed:ident) => {
            #[derive(Debug, Clone, Copy, Default)]
            pub struct $place(pub [f32; 3]);
            #[derive(Debug, Clone, Copy, Default)]
            pub struct $speed(pub [f32; 3]);
            #[system]
            #[inline]
            pub fn $system(place: &mut $place, speed: &$speed) {
                for (place, speed) in place.0.iter_mut().zip(speed.0) {
                    *place += speed;
                }
            }
        };
    }

    mover!(first: PlaceA, SpeedA);
    mover!(second: PlaceB, SpeedB);
    mover!(third: PlaceC, SpeedC);

    ecs_world! {
        components: PlaceA, SpeedA, PlaceB, SpeedB, PlaceC, SpeedC;
        systems: first, second, third;
    }

    pub fn filled(entities: usize) -> World {
        let mut world = World::default();
        for _ in 0..entities {
            world.spawn((PlaceA::default(), SpeedA([1.0; 3])));
            world.spawn((PlaceB::default(), SpeedB([1.0; 3])));
            world.spawn((PlaceC::default(), SpeedC([1.0; 3])));
        }
        world
    }

    pub fn by_hand(world: &mut World) {
        world.query_place_a_speed_a_mut().for_each(|(_, place, speed)| first(place, speed));
        world.query_place_b_speed_b_mut().for_each(|(_, place, speed)| second(place, speed));
        world.query_place_c_speed_c_mut().for_each(|(_, place, speed)| third(place, speed));
    }

    /// Like `by_hand`, but without handles, which the systems do not take either.
    pub fn by_slices(world: &mut World) {
        world.query_mut::<(&mut PlaceA, &SpeedA)>().for_each(|(place, speed)| first(place, speed));
        world.query_mut::<(&mut PlaceB, &SpeedB)>().for_each(|(place, speed)| second(place, speed));
        world.query_mut::<(&mut PlaceC, &SpeedC)>().for_each(|(place, speed)| third(place, speed));
    }
}

/// Sixty-four systems, each with a component that no other system uses.
mod many {
    use ecs_world::prelude::*;

    macro_rules! systems {
        ($($system:ident $component:ident)*) => {
            $(
                #[derive(Debug, Clone, Copy, Default)]
                pub struct $component(pub [f32; 2]);
                #[system]
                #[inline]
                pub fn $system(it: &mut $component) {
                    it.0[0] = it.0[0] * 0.5 + it.0[1];
                }
            )*

            ecs_world! {
                components: $($component),*;
                systems: $($system),*;
            }

            pub fn filled(entities: usize) -> World {
                let mut world = World::default();
                $(world.spawn_batch((0..entities).map(|_| $component([1.0, 2.0])));)*
                world
            }

            pub fn by_hand(world: &mut World) {
                $(world.query_mut::<(&mut $component,)>().for_each(|(it,)| $system(it));)*
            }

            /// Like `by_hand`, but without the tuple with which systems are called.
            pub fn by_reference(world: &mut World) {
                $(world.query_mut::<&mut $component>().for_each($system);)*
            }
        };
    }

    systems! {
        s0 C0 s1 C1 s2 C2 s3 C3 s4 C4 s5 C5 s6 C6 s7 C7 s8 C8 s9 C9 s10 C10 s11 C11 s12 C12 s13 C13 s14 C14 s15 C15
        s16 C16 s17 C17 s18 C18 s19 C19 s20 C20 s21 C21 s22 C22 s23 C23 s24 C24 s25 C25 s26 C26 s27 C27 s28 C28 s29 C29
        s30 C30 s31 C31 s32 C32 s33 C33 s34 C34 s35 C35 s36 C36 s37 C37 s38 C38 s39 C39 s40 C40 s41 C41 s42 C42 s43 C43
        s44 C44 s45 C45 s46 C46 s47 C47 s48 C48 s49 C49 s50 C50 s51 C51 s52 C52 s53 C53 s54 C54 s55 C55 s56 C56 s57 C57
        s58 C58 s59 C59 s60 C60 s61 C61 s62 C62 s63 C63
    }
}

/// Medians of alternating contestants, in ns per step.
fn medians<const N: usize>(steps: u32, mut contestants: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for round in 0..ROUNDS {
        for turn in 0..N {
            let turn = if round % 2 == 0 { turn } else { N - 1 - turn };
            let (contestant, times) = (&mut contestants[turn], &mut times[turn]);
            let start = Instant::now();
            for _ in 0..steps {
                contestant();
            }
            times.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(steps));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn row(name: &str, [first, second]: [f64; 2]) {
    println!("| {name} | {first:.0} | {second:.0} | {:.2} |", first / second);
}

fn sequential() {
    println!("| one after another | schedule, ns | loops over the same views, ns | ratio |\n|---|---:|---:|---:|");
    for entities in [10, 1_000, 10_000] {
        let (mut one, mut other) = (three::filled(entities), three::filled(entities));
        let (mut run, mut by_hand) = (|| one.run_sequential(), || three::by_hand(&mut other));
        let steps = u32::try_from(100_000 / entities).expect("a small number");
        row(&format!("3 systems, {entities} entities each"), medians(steps, [&mut run, &mut by_hand]));
        let (mut one, mut other) = (three::filled(entities), three::filled(entities));
        let (mut run, mut by_hand) = (|| one.run_sequential(), || three::by_slices(&mut other));
        row(&format!("3 systems, {entities} entities each, ad-hoc queries"), medians(steps, [&mut run, &mut by_hand]));
    }
    for entities in [10, 1_000] {
        let (mut one, mut other) = (many::filled(entities), many::filled(entities));
        let (mut run, mut by_hand) = (|| one.run_sequential(), || many::by_hand(&mut other));
        let steps = u32::try_from(20_000 / entities).expect("a small number");
        row(&format!("64 systems, {entities} entities each"), medians(steps, [&mut run, &mut by_hand]));
        let (mut one, mut other) = (many::filled(entities), many::filled(entities));
        let (mut run, mut by_reference) = (|| one.run_sequential(), || many::by_reference(&mut other));
        let times = medians(steps, [&mut run, &mut by_reference]);
        row(&format!("64 systems, {entities} entities each, values one by one"), times);
    }
}

mod threads {
    use std::hint::black_box;

    use super::{many, medians, row, three};

    /// Two systems, each of which inverts the matrices of a thousand entities a hundred times.
    mod heavy {
        use std::hint::black_box;

        use ecs_world::prelude::*;

        pub type Rows = [[f32; 4]; 4];
        #[derive(Debug, Clone, Copy)]
        pub struct Left(pub Rows);
        #[derive(Debug, Clone, Copy)]
        pub struct Right(pub Rows);

        pub const EACH: usize = 1_000;
        const TIMES: usize = 100;

        #[system]
        pub fn left(matrix: &mut Left) {
            invert_often(&mut matrix.0);
        }

        #[system]
        pub fn right(matrix: &mut Right) {
            invert_often(&mut matrix.0);
        }

        ecs_world! {
            components: Left, Right;
            systems: left, right;
        }

        pub fn matrix() -> Rows {
            [[4.0, 1.0, 0.0, 2.0], [1.0, 5.0, 2.0, 0.0], [0.0, 2.0, 6.0, 1.0], [2.0, 0.0, 1.0, 7.0]]
        }

        pub fn filled() -> World {
            let mut world = World::default();
            world.spawn_batch((0..EACH).map(|_| Left(matrix())));
            world.spawn_batch((0..EACH).map(|_| Right(matrix())));
            world
        }

        pub fn invert_often(rows: &mut Rows) {
            for _ in 0..TIMES {
                *rows = black_box(inverse(rows));
            }
        }

        /// Inverts a matrix by elimination with pivots.
        fn inverse(rows: &Rows) -> Rows {
            let (mut left, mut right) = (*rows, [[0.0; 4]; 4]);
            for (at, row) in right.iter_mut().enumerate() {
                row[at] = 1.0;
            }
            for column in 0..4 {
                let best = (column..4).max_by(|a, b| left[*a][column].abs().total_cmp(&left[*b][column].abs()));
                let best = best.unwrap_or(column);
                left.swap(column, best);
                right.swap(column, best);
                let scale = 1.0 / left[column][column];
                left[column] = left[column].map(|it| it * scale);
                right[column] = right[column].map(|it| it * scale);
                let (own, own_right) = (left[column], right[column]);
                for row in (0..4).filter(|row| *row != column) {
                    let factor = left[row][column];
                    for at in 0..4 {
                        left[row][at] -= factor * own[at];
                        right[row][at] -= factor * own_right[at];
                    }
                }
            }
            right
        }
    }

    /// A control that touches no memory.
    fn busy() {
        let mut number = black_box(1_u64);
        for _ in 0..4_000_000_u32 {
            number = black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
        black_box(number);
    }

    fn overhead() {
        println!(
            "\n| a stage, in the pool | schedule, ns | the same in nested joins, ns | ratio |\n|---|---:|---:|---:|"
        );
        let (mut world, mut numbers) = (heavy::World::default(), [0_u64; 2]);
        let mut run = || world.par_run();
        let mut join = || {
            let [one, other] = &mut numbers;
            rayon::join(|| *one += 1, || *other += 1);
        };
        row("2 systems without entities", medians(200, [&mut run, &mut join]));
        let mut world = many::filled(0);
        let mut numbers = [0_u64; 64];
        let (mut run, mut join) = (|| world.par_run(), || joins(&mut numbers));
        row("64 systems without entities", medians(50, [&mut run, &mut join]));
    }

    fn joins(numbers: &mut [u64]) {
        if let [one] = numbers {
            *one = black_box(*one + 1);
            return;
        }
        let (first, second) = numbers.split_at_mut(numbers.len() / 2);
        rayon::join(|| joins(first), || joins(second));
    }

    fn speed_up() {
        println!("\n| two threads | one after another, ns | side by side, ns | faster by |\n|---|---:|---:|---:|");
        let (mut one, mut other) = (heavy::filled(), heavy::filled());
        let (mut in_turn, mut by_stages) = (|| one.run_sequential(), || other.run());
        let (mut busy_twice, mut busy_joined) = (
            || {
                busy();
                busy();
            },
            || {
                rayon::join(busy, busy);
            },
        );
        let [heavy_turn, heavy_stages, control_turn, control_joined] =
            medians(1, [&mut in_turn, &mut by_stages, &mut busy_twice, &mut busy_joined]);
        row("2 systems that invert 1000 matrices each", [heavy_turn, heavy_stages]);
        row("busy loops, a control of the machine", [control_turn, control_joined]);
        for entities in [1_000, 100_000] {
            let (mut one, mut other) = (three::filled(entities), three::filled(entities));
            let (mut in_turn, mut by_stages) = (|| one.run_sequential(), || other.run());
            let name = format!("3 systems that add, {entities} entities each");
            row(&name, medians(5, [&mut in_turn, &mut by_stages]));
        }
    }

    pub fn all() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads can be started");
        pool.install(overhead);
        pool.install(speed_up);
        println!("\n| a run from outside the pool | schedule, ns | an empty scope, ns | ratio |\n|---|---:|---:|---:|");
        let mut world = heavy::World::default();
        row("2 systems without entities", medians(20, [&mut || world.par_run(), &mut || rayon::scope(|_| {})]));
        println!("\n| a run that decides by itself | `run`, ns | `run_sequential`, ns | ratio |\n|---|---:|---:|---:|");
        for entities in [0, 10, 100, 1_000, 100_000] {
            let (mut one, mut other) = (three::filled(entities), three::filled(entities));
            let (mut run, mut in_turn) = (|| one.run(), || other.run_sequential());
            let steps = u32::try_from(100_000 / entities.max(100)).expect("a small number");
            row(&format!("3 systems that add, {entities} entities each"), medians(steps, [&mut run, &mut in_turn]));
        }
        let (mut one, mut other) = (heavy::filled(), heavy::filled());
        let times = medians(1, [&mut || one.run(), &mut || other.run_sequential()]);
        row("2 systems that invert 1000 matrices each", times);
    }
}

fn main() {
    // `cargo test --benches` only builds it.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    sequential();
    threads::all();
}
