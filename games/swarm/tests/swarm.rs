//! A game ends in the same state whenever it is played with the same inputs: again, after a rewind, from a save, or from a recording.

use recording::{Recording, Simulation};
use swarm::game::{Buttons, Enemy, Game, Particle, Phase, Player, Position, Setup};
use swarm::headless::{play, play_session};
use swarm::session::Session;

fn setup(enemies: u32) -> Setup {
    Setup { enemies, is_safe: true, ..Setup::default() }
}

fn robot(frame: usize) -> [Buttons; 2] {
    [0, 1].map(|player| Buttons::of_robot(player, frame))
}

fn play_on(session: &mut Session, frames: std::ops::Range<usize>) -> u64 {
    frames.for_each(|frame| session.step(robot(frame)));
    session.game().hash()
}

#[test]
fn ten_thousand_enemies_end_in_the_same_state_each_time() {
    let [one, other] = [(); 2].map(|()| play(&setup(10_000), 40));
    assert_eq!((one.hash, one.entities), (other.hash, other.entities));
    assert!(one.enemies > 9_900 && one.enemies <= 10_000, "{one}");
}

#[test]
fn enemies_are_defeated_and_leave_gems_that_give_levels_and_upgrades() {
    let session = play_session(&setup(3_000), 1_200);
    let game = session.game();
    assert_eq!(game.phase(), Phase::Play);
    assert!(game.resources.progress.defeats > 20, "{:?}", game.resources.progress);
    assert!(game.resources.progress.level > 0, "{:?}", game.resources.progress);
    assert!(game.query::<&Player>().iter().all(|player| player.upgrades.iter().any(|upgrade| *upgrade > 0)));
    assert!(game.query::<&Particle>().iter().count() <= 2_000);
    game.clone().check_invariants().expect("the world is sound");
}

#[test]
fn enemies_keep_apart_and_stay_in_the_arena() {
    let session = play_session(&setup(3_000), 400);
    let places: Vec<_> = session.game().query::<(&Position, &Enemy)>().iter().map(|(place, _)| place.0).collect();
    assert!(places.iter().flatten().all(|axis| (0.0..=swarm::game::ARENA).contains(axis)));
    let near = |one: &[f32; 2], other: &[f32; 2]| (one[0] - other[0]).hypot(one[1] - other[1]) < 5.0;
    let pairs: usize = places.iter().map(|one| places.iter().filter(|other| near(one, other)).count() - 1).sum();
    assert!(pairs < places.len() / 2, "{pairs} of {}", places.len());
}

#[test]
fn a_game_goes_through_its_phases() {
    let mut session = Session::new(Setup { enemies: 0, crowd: 3_000, ..Setup::default() });
    let press = |session: &mut Session, button| {
        session.step([button, Buttons(0)]);
        session.step([Buttons(0); 2]);
        session.game().phase()
    };
    assert_eq!((session.game().phase(), session.game().len()), (Phase::Title, 0));
    assert_eq!(press(&mut session, Buttons::PAUSE), Phase::Title);
    assert_eq!(press(&mut session, Buttons::START), Phase::Play);
    assert_eq!(press(&mut session, Buttons::PAUSE), Phase::Pause);
    let frames = session.game().resources.progress.frames;
    (0..10).for_each(|_| session.step([Buttons::LEFT; 2]));
    assert_eq!(session.game().resources.progress.frames, frames, "no frame is played in a pause");
    assert_eq!(press(&mut session, Buttons::PAUSE), Phase::Play);
    // A player that stands still is defeated in the end.
    let defeated = (0..60 * 600).any(|_| {
        session.step([Buttons(0); 2]);
        session.game().phase() == Phase::Over
    });
    assert!(defeated, "{:?}", session.game().query::<&Player>().iter().collect::<Vec<_>>());
    assert_eq!(press(&mut session, Buttons::START), Phase::Title);
    assert_eq!(session.game().len(), 0);
    assert_eq!(press(&mut session, Buttons::START), Phase::Play);
    assert_eq!(session.game().resources.progress.defeats, 0);
}

#[test]
fn a_rewind_goes_back_ten_seconds_and_not_further() {
    let mut session = Session::new(setup(500));
    let before = play_on(&mut session, 0..100);
    let after = play_on(&mut session, 100..140);
    while session.frame() > 100 {
        session.rewind();
    }
    assert_eq!((session.frame(), session.game().hash()), (100, before));
    assert_eq!(play_on(&mut session, 100..140), after);
    let recorded = session.recording().expect("the game was not loaded");
    assert_eq!((recorded.len(), recorded.hash()), (140, after));
    recorded.play().expect("rewound frames are not in the recording");
    play_on(&mut session, 140..1_000);
    assert_eq!(session.snapshots(), 150);
    (0..300).for_each(|_| session.rewind());
    assert_eq!(session.frame(), 400);
}

#[test]
fn nothing_is_rewound_before_the_first_frame() {
    let mut session = Session::new(setup(10));
    session.rewind();
    assert_eq!((session.frame(), session.snapshots()), (0, 0));
}

#[test]
fn a_game_that_was_loaded_continues_as_the_saved_one() {
    let mut session = Session::new(setup(1_000));
    let before = play_on(&mut session, 0..300);
    let save = session.save().expect("the game can be saved");
    let after = play_on(&mut session, 300..360);
    session.load(&save).expect("the save can be loaded");
    session.rewind();
    assert_eq!(session.game().hash(), before, "a rewind does not lead back to what was played before the load");
    assert_eq!(play_on(&mut session, 300..360), after);
    assert!(session.recording().is_err(), "a loaded game cannot be recorded");
}

#[test]
fn what_is_no_save_is_refused_and_the_game_stays() {
    let mut session = Session::new(setup(100));
    let hash = play_on(&mut session, 0..20);
    let save = session.save().expect("the game can be saved");
    let damaged = [&save[..save.len() - 1], &[], &[255; 64], &[&save[..], &[0]].concat()]
        .map(|bytes| session.load(bytes).is_err());
    assert_eq!((damaged, session.game().hash()), ([true; 4], hash));
}

#[test]
fn saves_are_written_to_files() {
    let path = std::env::temp_dir().join(format!("swarm-{}.save", std::process::id()));
    let mut session = Session::new(setup(100));
    let hash = play_on(&mut session, 0..30);
    session.save_to(&path).expect("the folder is there");
    play_on(&mut session, 30..40);
    session.load_from(&path).expect("the save can be loaded");
    std::fs::remove_file(&path).expect("the file exists");
    assert_eq!(session.game().hash(), hash);
    assert!(session.load_from(&path).is_err(), "the file was removed");
}

#[test]
fn a_recording_ends_as_recorded() {
    let session = play_session(&setup(800), 200);
    let bytes = session
        .recording()
        .and_then(|recording| Ok(recording.to_bytes()?))
        .expect("the game was played from its start");
    let recording = Recording::<Game>::from_bytes(&bytes).expect("the recording can be read");
    assert_eq!(recording.play().expect("the recording ends as recorded").hash(), session.game().hash());
}
