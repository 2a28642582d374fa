//! The command line.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use lexopt::prelude::*;
use recording::{Recording, Simulation};
use swarm::game::{Game, Setup};
use swarm::headless;
use swarm::network::{Duel, Socket, address};
use swarm::session::Failure;

const HELP: &str = "\
A game of survival against ten thousand enemies.

Usage: swarm [OPTIONS]

  Arrows or WASD move, Enter starts, P pauses, 1 to 5 choose an upgrade, F3 shows figures,
  F5 saves, F9 loads, holding R rewinds the last ten seconds, Esc quits.

Options:
      --seed N         the seed of random numbers [1]
      --players N      1 or 2 at one keyboard (the second one moves with WASD) [1]
      --enemies N      enemies at the start [200; headless: 10000]
      --crowd N        maximum number of enemies [10000]
      --safe           nothing hurts players (headless: always)
      --save FILE      where F5 saves and F9 loads [swarm.save]
      --host ADDRESS   waits for another player at a port of this machine, or at an address such as 0.0.0.0:7000
      --join ADDRESS   plays with a host
      --lag N          milliseconds that messages are delayed, to try a slow network [0]
      --headless       without a window: prints the hash of the last state, and the time of a frame
      --frames N       frames without a window [600]
      --record FILE    writes what was played to a file at the end
      --replay FILE    plays what was recorded, without a window, and compares the hash
      --screenshot FILE   writes a picture (PNG) after two seconds of play
";

/// How long a player waits for the other one to connect.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Debug, Clone)]
struct Arguments {
    setup: Setup,
    enemies: Option<u32>,
    is_headless: bool,
    frames: u16,
    lag: Duration,
    host: Option<String>,
    join: Option<String>,
    save: PathBuf,
    record: Option<PathBuf>,
    replay: Option<PathBuf>,
    screenshot: Option<PathBuf>,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            setup: Setup::default(),
            enemies: None,
            is_headless: false,
            frames: 600,
            lag: Duration::ZERO,
            host: None,
            join: None,
            save: PathBuf::from("swarm.save"),
            record: None,
            replay: None,
            screenshot: None,
        }
    }
}

fn arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let mut arguments = Arguments::default();
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("seed") => arguments.setup.seed = parser.value()?.parse()?,
            Long("players") => arguments.setup.players = parser.value()?.parse()?,
            Long("enemies") => arguments.enemies = Some(parser.value()?.parse()?),
            Long("crowd") => arguments.setup.crowd = parser.value()?.parse()?,
            Long("safe") => arguments.setup.is_safe = true,
            Long("save") => arguments.save = parser.value()?.into(),
            Long("host") => arguments.host = Some(parser.value()?.string()?),
            Long("join") => arguments.join = Some(parser.value()?.string()?),
            Long("lag") => arguments.lag = Duration::from_millis(parser.value()?.parse()?),
            Long("headless") => arguments.is_headless = true,
            Long("frames") => arguments.frames = parser.value()?.parse()?,
            Long("record") => arguments.record = Some(parser.value()?.into()),
            Long("replay") => arguments.replay = Some(parser.value()?.into()),
            Long("screenshot") => arguments.screenshot = Some(parser.value()?.into()),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

/// Refuses at the start arguments that would fail in the middle of the game.
fn check(arguments: &Arguments) -> Result<(), Failure> {
    let players = arguments.setup.players;
    if !(1..=2).contains(&players) {
        return Err(format!("--players {players}: there are 1 or 2").into());
    }
    let Some(picture) = &arguments.screenshot else { return Ok(()) };
    if picture.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("png")) {
        return Err(format!("--screenshot {}: the name of a picture ends with .png", picture.display()).into());
    }
    let folder = picture.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(format!("--screenshot {}: there is no such folder", picture.display()).into());
    }
    Ok(())
}

fn run(mut arguments: Arguments) -> Result<(), Failure> {
    check(&arguments)?;
    if arguments.is_headless {
        arguments.setup.is_safe = true;
    }
    let enemies = if arguments.is_headless { 10_000 } else { arguments.setup.enemies };
    arguments.setup.enemies = arguments.enemies.unwrap_or(enemies);
    if let Some(path) = &arguments.replay {
        return replay(path);
    }
    if arguments.record.is_some() && (arguments.host.is_some() || arguments.join.is_some()) {
        return Err("a game of two players at two machines is not recorded".into());
    }
    match (duel(&mut arguments)?, arguments.is_headless) {
        (Some(duel), true) => {
            let ended = duel.play(arguments.frames)?;
            eprintln!("{} entities, {} frames simulated again", ended.entities, ended.rolled_back);
            println!("{:016x}", ended.hash);
            Ok(())
        }
        (None, true) => headless(&arguments),
        (duel, false) => window(arguments, duel),
    }
}

/// Connects to another player, if requested.
fn duel(arguments: &mut Arguments) -> Result<Option<Duel>, Failure> {
    let socket = if let Some(host) = &arguments.host {
        let at = address(host)?;
        arguments.setup.players = 2;
        eprintln!("waiting for the other player at {at}");
        Socket::host(at, &arguments.setup, arguments.lag, PATIENCE)?
    } else if let Some(join) = &arguments.join {
        Socket::join(address(join)?, arguments.lag, PATIENCE)?
    } else {
        return Ok(None);
    };
    Duel::new(socket).map(Some)
}

/// Prints only the hash to standard output, so that it can be compared.
fn headless(arguments: &Arguments) -> Result<(), Failure> {
    let frames = usize::from(arguments.frames);
    if let Some(path) = &arguments.record {
        let session = headless::play_session(&arguments.setup, frames);
        write(path, &session.recording()?.to_bytes()?)?;
        println!("{:016x}", session.game().hash());
    } else {
        let report = headless::play(&arguments.setup, frames);
        eprintln!("{report}");
        println!("{:016x}", report.hash);
    }
    Ok(())
}

fn replay(path: &Path) -> Result<(), Failure> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let recording = Recording::<Game>::from_bytes(&bytes)?;
    recording.play()?;
    eprintln!("{} frames end as recorded", recording.len());
    println!("{:016x}", recording.hash());
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?)
}

#[cfg(feature = "window")]
#[expect(clippy::unnecessary_wraps, reason = "without the feature it fails")]
fn window(arguments: Arguments, duel: Option<Duel>) -> Result<(), Failure> {
    let Arguments { setup, save, record, screenshot, .. } = arguments;
    swarm::window::open(swarm::window::Options { setup, save, record, screenshot, duel });
    Ok(())
}

#[cfg(not(feature = "window"))]
fn window(_: Arguments, _: Option<Duel>) -> Result<(), Failure> {
    Err("built without the feature `window`: `--headless` needs none".into())
}

pub(crate) fn main() -> ExitCode {
    let result = match arguments() {
        Ok(Some(arguments)) => run(arguments),
        Ok(None) => {
            print!("{HELP}");
            Ok(())
        }
        Err(error) => Err(error.into()),
    };
    result.map_or_else(
        |error| {
            eprintln!("swarm: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

#[cfg(test)]
mod tests {
    use super::{Arguments, check, run};
    use swarm::game::Setup;

    #[test]
    fn a_game_with_another_player_that_should_be_recorded_is_refused_before_it_begins() {
        let record = Arguments { is_headless: true, record: Some("never".into()), ..Arguments::default() };
        let nowhere = Some("nowhere".to_owned());
        for arguments in [Arguments { host: nowhere.clone(), ..record.clone() }, Arguments { join: nowhere, ..record }]
        {
            let refused = run(arguments).expect_err("the arguments are refused").to_string();
            assert!(refused.contains("not recorded"), "{refused}");
        }
    }

    #[test]
    fn games_of_no_player_or_of_more_than_two_are_refused() {
        for (players, is_fine) in [(0, false), (1, true), (2, true), (3, false), (255, false)] {
            let setup = Setup { players, ..Setup::default() };
            assert_eq!(check(&Arguments { setup, ..Arguments::default() }).is_ok(), is_fine, "{players}");
        }
    }

    #[test]
    fn pictures_that_cannot_be_written_are_refused_before_the_game_begins() {
        for (picture, refusal) in [
            ("picture.png", None),
            ("./picture.PNG", None),
            ("picture", Some(".png")),
            ("picture.jpg", Some(".png")),
            ("no such folder/picture.png", Some("no such folder/picture.png")),
        ] {
            let checked = check(&Arguments { screenshot: Some(picture.into()), ..Arguments::default() });
            let said = checked.err().map(|error| error.to_string());
            assert_eq!(said.is_some(), refusal.is_some(), "{picture}: {said:?}");
            assert!(said.unwrap_or_default().contains(refusal.unwrap_or_default()));
        }
    }
}
