//! Conditions of three or more conditions, combined in every way: each row of their truth tables.

use ecs_world::prelude::*;

#[derive(Debug, Default)]
pub struct Flags([bool; 4]);

/// The systems that ran.
#[derive(Debug, Default)]
pub struct Log(Vec<&'static str>);

#[condition]
fn a(flags: &Flags) -> bool {
    flags.0[0]
}

#[condition]
fn b(flags: &Flags) -> bool {
    flags.0[1]
}

#[condition]
fn c(flags: &Flags) -> bool {
    flags.0[2]
}

#[condition]
fn d(flags: &Flags) -> bool {
    flags.0[3]
}

/// Systems that log their names, a world of them, and the expected result of each condition.
macro_rules! truths {
    ($($name:ident [$($condition:tt)*] $holds:expr;)*) => {
        $(
            #[system(run_if = $($condition)*)]
            fn $name(log: &mut Log) {
                log.0.push(stringify!($name));
            }
        )*

        ecs_world! {
            resources: Flags, Log;
            conditions: a, b, c, d;
            systems: $($name),*;
        }

        /// The systems that must run.
        fn expected(flags: [bool; 4]) -> Vec<&'static str> {
            let mut names = vec![];
            $(
                let holds: fn(bool, bool, bool, bool) -> bool = $holds;
                let [a, b, c, d] = flags;
                if holds(a, b, c, d) {
                    names.push(stringify!($name));
                }
            )*
            names
        }
    };
}

truths! {
    one [a] |a, _, _, _| a;
    not_one [not(b)] |_, b, _, _| !b;
    not_not_one [not(not(b))] |_, b, _, _| b;
    any_of_one [any(c)] |_, _, c, _| c;
    all_of_one [all(c)] |_, _, c, _| c;
    not_any_of_one [not(any(c))] |_, _, c, _| !c;
    any_of_two [any(a, b)] |a, b, _, _| a || b;
    all_of_two [all(a, b)] |a, b, _, _| a && b;
    not_any_of_two [not(any(a, b))] |a, b, _, _| !(a || b);
    not_all_of_two [not(all(a, b))] |a, b, _, _| !(a && b);
    any_of_three [any(a, b, c)] |a, b, c, _| a || b || c;
    all_of_three [all(a, b, c)] |a, b, c, _| a && b && c;
    not_any_of_three [not(any(a, b, c))] |a, b, c, _| !(a || b || c);
    not_all_of_three [not(all(a, b, c))] |a, b, c, _| !(a && b && c);
    any_of_four [any(a, b, c, d)] |a, b, c, d| a || b || c || d;
    all_of_four [all(a, b, c, d)] |a, b, c, d| a && b && c && d;
    not_any_of_four [not(any(a, b, c, d))] |a, b, c, d| !(a || b || c || d);
    not_all_of_four [not(all(a, b, c, d))] |a, b, c, d| !(a && b && c && d);
    any_of_not [any(not(a), not(b), not(c))] |a, b, c, _| !a || !b || !c;
    all_of_not [all(not(a), not(b), not(c))] |a, b, c, _| !a && !b && !c;
    any_with_not_any [any(a, not(any(b, c, d)))] |a, b, c, d| a || !(b || c || d);
    all_with_not_all [all(a, not(all(b, c, d)))] |a, b, c, d| a && !(b && c && d);
    not_any_of_all [not(any(all(a, b), all(b, c), d))] |a, b, c, d| ![a && b, b && c, d].contains(&true);
    not_all_of_any [not(all(any(a, b), any(b, c), d))] |a, b, c, d| [a || b, b || c, d].contains(&false);
    any_of_all_of_any [any(all(a, any(b, c, d)), all(b, any(c, d)))] |a, b, c, d| a && (b || c || d) || b && (c || d);
}

#[test]
fn combined_conditions_hold_in_the_rows_of_their_truth_tables() {
    let mut world = World::default();
    for row in 0..16 {
        let flags = [0, 1, 2, 3].map(|bit| row & 1 << bit != 0);
        world.resources.flags.0 = flags;
        world.run();
        assert_eq!(std::mem::take(&mut world.resources.log.0), expected(flags), "{flags:?}");
    }
}
