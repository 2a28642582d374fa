//! The game played by a program: on many towers, with undo, saves and replays.

use std::collections::{BTreeSet, VecDeque};
use std::io::BufRead;

use crate::fight::Health;
use crate::game::{self, Tower};
use crate::map::Place;
use crate::session::Session;
use crate::things::Potion;
use crate::walk::Hero;

fn hero(world: &Tower) -> Place {
    *world.query::<&Place>().with::<Hero>().single().expect("there is one hero")
}

/// The first key of a shortest way to the stairs; `<` on them.
fn way(world: &Tower) -> char {
    let goal = *world.query::<&Place>().with::<game::Stairs>().single().expect("each floor has stairs");
    let (mut seen, mut open) = (BTreeSet::new(), VecDeque::new());
    let start = hero(world);
    if start == goal {
        return '<';
    }
    open.push_back((start, None));
    while let Some((at, key)) = open.pop_front() {
        if at == goal {
            return key.expect("the hero is elsewhere");
        }
        for (letter, x, y) in [('h', -1, 0), ('l', 1, 0), ('k', 0, -1), ('j', 0, 1)] {
            let next = Place { x: at.x + x, y: at.y + y };
            if world.resources.map.is_open(next) && seen.insert(next) {
                open.push_back((next, key.or(Some(letter))));
            }
        }
    }
    unreachable!("rooms are connected");
}

/// Goes straight to the stairs, and drinks when it hurts.
fn climb(seed: u64) -> Session {
    let mut session = Session::new(seed);
    while !session.is_over() {
        let weak = session.world.query::<&Health>().with::<Hero>().single().is_ok_and(|health| health.now < 8);
        let carried = session.world.query::<&Potion>().without::<Place>().iter().next().is_some();
        let key = if weak && carried { 'q' } else { way(&session.world) };
        assert!(session.press(key));
        session.world.check_invariants().expect("the world holds together");
        assert!(session.save().len() < 2_000, "the game does not end: {}", session.save());
    }
    session
}

#[test]
fn towers_can_be_climbed_and_are_dangerous() {
    let ends: Vec<_> = (1..=20).map(|seed| game::screen(&climb(seed).world)).collect();
    let won = ends.iter().filter(|end| end.contains("reached the top")).count();
    assert!((1..20).contains(&won), "{won} of 20 were won");
    assert!(ends.iter().all(|end| !end.contains("floor 6")), "there are five floors");
}

#[test]
fn a_hero_who_falls_on_the_last_stairs_does_not_win() {
    for (health, end) in [(1, "You reached the top!"), (0, "You fell.")] {
        let mut session = Session::new(1);
        session.world.resources.floor.0 = 4;
        let stairs = *session.world.query::<&Place>().with::<game::Stairs>().single().expect("each floor has stairs");
        for (place, own) in session.world.query_mut::<(&mut Place, &mut Health)>().with::<Hero>() {
            (*place, own.now) = (stairs, health);
        }
        assert!(session.press('<'));
        let screen = game::screen(&session.world);
        assert!(screen.contains(end), "{screen}");
    }
}

#[test]
fn a_save_played_again_is_the_same_game() {
    let session = climb(3);
    let again = Session::load(&session.save()).expect("it was saved just now");
    assert_eq!(format!("{:#?}", again.world), format!("{:#?}", session.world));
    for damaged in ["", "3", "x lll", "3 l?l"] {
        assert!(Session::load(damaged).is_none(), "`{damaged}` is no save");
    }
}

#[test]
fn undone_turns_leave_no_trace() {
    let (mut session, start) = (Session::new(5), Session::new(5));
    for key in "llljjhh..".chars() {
        assert!(session.press(key));
    }
    while session.undo() {}
    assert_eq!(format!("{:#?}", session.world), format!("{:#?}", start.world));
    assert_eq!(session.save(), start.save());
}

#[test]
fn a_terminal_shows_the_floor_after_each_line() {
    let mut screen = Vec::new();
    crate::play(Session::new(1), "ll\ns\n".as_bytes().lines(), &mut screen).expect("a `Vec` can be written");
    let text = String::from_utf8(screen).expect("it is text");
    assert_eq!((text.matches('@').count(), text.matches("floor 1").count()), (3, 3));
    assert!(text.contains("1 ll\n"));
}
