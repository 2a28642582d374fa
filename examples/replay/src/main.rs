//! Records a game, replays it, seeks any of its frames, and finds where two recordings diverge.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

use lexopt::prelude::*;
use replay::{Recording, Tape, first_difference};
use rollback::game::Buttons;

const HELP: &str = "\
Records a game by its inputs, and plays it again.

Usage: replay record FILE [--frames N] [--drones N] [--press FRAME]
       replay play FILE
       replay seek FILE FRAME
       replay compare FILE FILE
       replay                    (all of it, with files in the folder for temporary ones)

Options:
      --frames N      frames to record [600]
      --drones N      entities besides ships [1000]
      --press FRAME   the first player presses another button in this frame, from 1
";

#[derive(Debug, Clone)]
struct Options {
    words: Vec<String>,
    frames: usize,
    drones: usize,
    press: Option<usize>,
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options { words: Vec::new(), frames: 600, drones: 1_000, press: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Value(word) => options.words.push(word.string()?),
            Long("frames") => options.frames = parser.value()?.parse()?,
            Long("drones") => options.drones = parser.value()?.parse()?,
            Long("press") => options.press = Some(parser.value()?.parse()?),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}

fn record(file: &Path, options: &Options) -> Result<(), Box<dyn Error>> {
    let mut inputs = (0..)
        .take(options.frames)
        .map(|frame| [0, 1].map(|player| Buttons::of_robot(player, frame)))
        .collect::<Vec<_>>();
    if let Some(frame) = options.press {
        let held = frame.checked_sub(1).and_then(|number| inputs.get_mut(number));
        let held = held.ok_or_else(|| format!("there is no frame {frame}"))?;
        held[0].0 ^= 1;
    }
    let recording = Recording::of(options.drones, inputs);
    let bytes = recording.to_bytes()?;
    fs::write(file, &bytes)?;
    println!("recorded {} frames in {} bytes; hash {:016x}", recording.len(), bytes.len(), recording.hash());
    Ok(())
}

fn read(file: &Path) -> Result<Recording, Box<dyn Error>> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Recording::from_bytes(&bytes).map_err(|error| format!("{}: {error}", file.display()))?)
}

fn play(file: &Path) -> Result<(), Box<dyn Error>> {
    let recording = read(file)?;
    let ended = recording.play()?;
    println!(
        "played {} frames: hash {:016x}, as recorded; {} entities",
        recording.len(),
        recording.hash(),
        ended.game().len()
    );
    Ok(())
}

fn seek(file: &Path, frame: usize) -> Result<(), Box<dyn Error>> {
    let recording = read(file)?;
    let mut tape = Tape::new(&recording);
    tape.seek(usize::MAX);
    let start = Instant::now();
    tape.seek(frame);
    let hash = tape.game().state_hash();
    println!("frame {}: hash {hash:016x}; back from the end in {:.1?}", tape.frame(), start.elapsed());
    Ok(())
}

fn compare(one: &Path, other: &Path) -> Result<(), Box<dyn Error>> {
    match first_difference(&read(one)?, &read(other)?) {
        None => println!("both have the same state after the last frame that both have"),
        Some(parting) => println!("{parting}"),
    }
    Ok(())
}

/// Performs each task once.
fn all(options: &Options) -> Result<(), Box<dyn Error>> {
    let folder = env::temp_dir();
    let [one, other] = ["one", "other"].map(|name| folder.join(format!("replay-{}-{name}", std::process::id())));
    let tasks = || {
        record(&one, options)?;
        play(&one)?;
        seek(&one, options.frames / 3)?;
        record(&other, &Options { press: Some(options.frames.div_ceil(2)), ..options.clone() })?;
        compare(&one, &other)
    };
    let result = tasks();
    for file in [one, other] {
        let _absent_if_refused = fs::remove_file(file);
    }
    result
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = options.words.iter().map(String::as_str).collect();
    let path = PathBuf::from;
    match *words {
        [] => all(options),
        ["record", file] => record(&path(file), options),
        ["play", file] => play(&path(file)),
        ["seek", file, frame] => seek(&path(file), frame.parse()?),
        ["compare", one, other] => compare(&path(one), &path(other)),
        _ => Err("what to do? See --help".into()),
    }
}

fn main() -> ExitCode {
    let result = match options() {
        Ok(Some(options)) => run(&options),
        Ok(None) => {
            print!("{HELP}");
            Ok(())
        }
        Err(error) => Err(error.into()),
    };
    result.map_or_else(
        |error| {
            eprintln!("replay: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
