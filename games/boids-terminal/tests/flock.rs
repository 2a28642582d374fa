//! A flock ends in the same state on any number of threads, after a save was loaded, and when a recording is played.

use std::path::PathBuf;

use boids_terminal::flock::{Flock, Keys, Position};
use boids_terminal::session::{Session, replay};
use boids_terminal::threads::Threads;
use recording::Simulation;

const BOIDS: u32 = 1_000;
const FRAMES: usize = 40;

fn flock_on(threads: usize) -> Flock {
    let mut flock = Flock::start(&BOIDS);
    let threads = Threads::new(threads).expect("threads can be started");
    threads.run(|| {
        for frame in 0..FRAMES {
            flock.advance(Keys::of_robot(frame));
        }
    });
    flock
}

/// A temporary file of a test, which is removed when this is dropped.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("boids-terminal-{}-{name}", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _absent_if_not_written = std::fs::remove_file(&self.0);
    }
}

#[test]
fn one_two_and_four_threads_end_in_the_same_state() {
    let hashes = [1, 2, 4].map(|threads| flock_on(threads).hash());
    assert_eq!(hashes, [hashes[0]; 3]);
}

#[test]
fn the_number_of_threads_can_change_in_the_middle() {
    let mut session = Session::new(BOIDS, 1).expect("threads can be started");
    for frame in 0..FRAMES {
        if frame % 8 == 3 {
            session.threads().add();
        }
        session.step(Keys::of_robot(frame));
    }
    assert_eq!(session.flock().hash(), flock_on(1).hash());
    assert_eq!((session.thread_count(), session.checked()), (6, (2, None)));
}

#[test]
fn boids_flee_the_hawk() {
    let near = |flock: &Flock| {
        let hawk = flock.resources.field.hawk();
        let distance = |position: &Position| (position.0[0] - hawk[0]).hypot(position.0[1] - hawk[1]);
        flock.query::<&Position>().iter().filter(|position| distance(position) < 6.0).count()
    };
    let mut flock = Flock::start(&BOIDS);
    let before = near(&flock);
    (0..60).for_each(|_| flock.advance(Keys::default()));
    assert!(near(&flock) < before / 2, "{} are where {before} were", near(&flock));
}

#[test]
fn flocks_of_any_size_fly() {
    for boids in [0, 1, 2, 3, 100] {
        let mut flock = Flock::start(&boids);
        for frame in 0..5 {
            flock.advance(Keys::of_robot(frame));
        }
        assert_eq!(flock.len(), boids as usize);
    }
}

#[test]
fn a_flock_that_was_loaded_continues_as_the_saved_one() {
    let file = File::new("save");
    let mut session = Session::new(BOIDS, 2).expect("threads can be started");
    let play = |session: &mut Session| {
        (0..20).for_each(|frame| session.step(Keys::of_robot(frame)));
        session.flock().hash()
    };
    play(&mut session);
    session.save(&file.0).expect("the folder is there");
    let before = session.flock().hash();
    let after = play(&mut session);
    session.load(&file.0).expect("the save can be loaded");
    assert_eq!(session.flock().hash(), before);
    assert_eq!(play(&mut session), after);
}

#[test]
fn what_is_no_save_is_refused_and_the_flock_stays() {
    let file = File::new("no-save");
    let mut session = Session::new(10, 1).expect("threads can be started");
    let before = session.flock().hash();
    assert!(session.load(&file.0).is_err(), "the file does not exist");
    for bytes in [&b""[..], b"no save", &[255; 100]] {
        std::fs::write(&file.0, bytes).expect("the folder is there");
        assert!(session.load(&file.0).is_err());
        assert_eq!(session.flock().hash(), before);
    }
}

#[test]
fn a_recording_ends_as_recorded_on_any_number_of_threads() {
    let file = File::new("recording");
    let mut session = Session::new(BOIDS, 2).expect("threads can be started");
    for frame in 0..FRAMES {
        session.step(Keys::of_robot(frame));
    }
    session.record(&file.0.join("recording")).expect_err("the folder does not exist");
    session.record(&file.0).expect("the folder is there");
    for threads in [1, 4] {
        let threads = Threads::new(threads).expect("threads can be started");
        let (flock, frames) = replay(&file.0, &threads).expect("the recording ends as recorded");
        assert_eq!((flock.hash(), frames), (session.flock().hash(), FRAMES));
    }
    session.load(&file.0).expect_err("a recording is no save");
    session.record(&file.0).expect_err("the flock was recorded before");
}
