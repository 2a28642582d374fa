//! A match of two players in two processes, and a test of the simulation.

use std::error::Error;
use std::net::{Ipv4Addr, UdpSocket};
use std::process::{Command, ExitCode, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, io};

use lexopt::prelude::*;
use rollback::play::{self, Peer};
use rollback::socket::Network;

const HELP: &str = "\
Plays one game in two processes that predict each other's inputs.

Usage: rollback [test | match | peer] [OPTIONS]

  test    simulates each frame several times in one process, and compares the states
  match   two processes on this machine, with a bad network between them
  peer    one of these processes
          (without any of them: a test, and a short match)

Options:
      --drones N      entities besides ships [10000]
      --frames N      frames of the test [240]
      --distance N    frames that the test goes back [7]
      --seconds N     length of the match [3]
      --loss N        messages of a hundred that are lost [10]
      --delay N       milliseconds that a message takes [40]
      --jitter N      milliseconds that it may take longer [20]
      --faulty        with a system that is not deterministic
      --player N      the number of this peer: 0 or 1
      --port N        the port of this peer
      --other N       the port of the other one
";

/// The task and its options.
#[derive(Debug, Clone)]
struct Options {
    task: Option<String>,
    frames: i32,
    distance: usize,
    delay: u64,
    jitter: u64,
    peer: Peer,
}

fn options() -> Result<Option<Options>, lexopt::Error> {
    let network = Network { loss: 10, delay: Duration::ZERO, jitter: Duration::ZERO };
    let peer = Peer { player: 0, port: 0, other: 0, network, seconds: 3, drones: 10_000, faulty: false };
    let mut options = Options { task: None, frames: 240, distance: 7, delay: 40, jitter: 20, peer };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Value(task) if options.task.is_none() => options.task = Some(task.string()?),
            Long("drones") => options.peer.drones = parser.value()?.parse()?,
            Long("frames") => options.frames = parser.value()?.parse()?,
            Long("distance") => options.distance = parser.value()?.parse()?,
            Long("seconds") => options.peer.seconds = parser.value()?.parse()?,
            Long("loss") => options.peer.network.loss = parser.value()?.parse()?,
            Long("delay") => options.delay = parser.value()?.parse()?,
            Long("jitter") => options.jitter = parser.value()?.parse()?,
            Long("faulty") => options.peer.faulty = true,
            Long("player") => options.peer.player = parser.value()?.parse()?,
            Long("port") => options.peer.port = parser.value()?.parse()?,
            Long("other") => options.peer.other = parser.value()?.parse()?,
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.peer.player > 1 {
        return Err("--player is 0 or 1".into());
    }
    options.peer.network.delay = Duration::from_millis(options.delay);
    options.peer.network.jitter = Duration::from_millis(options.jitter);
    Ok(Some(options))
}

fn test(options: &Options) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let outcome = play::test(options.peer.drones, options.frames, options.distance, options.peer.faulty)?;
    let milliseconds = start.elapsed().as_secs_f64() * 1_000.0 / f64::from(options.frames);
    println!("test:     {outcome}; {milliseconds:.2} ms a frame");
    Ok(())
}

/// Returns two free ports.
fn free_ports() -> io::Result<[u16; 2]> {
    let sockets = [UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?, UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?];
    Ok([sockets[0].local_addr()?.port(), sockets[1].local_addr()?.port()])
}

/// Returns the command that starts this program as one side of the match.
fn side(options: &Options, player: usize, ports: [u16; 2]) -> io::Result<Command> {
    let Peer { network, seconds, drones, faulty, .. } = options.peer;
    let mut command = Command::new(env::current_exe()?);
    command.arg("peer").stdout(Stdio::piped());
    for (name, value) in [
        ("--player", player.to_string()),
        ("--port", ports[player].to_string()),
        ("--other", ports[1 - player].to_string()),
        ("--seconds", seconds.to_string()),
        ("--drones", drones.to_string()),
        ("--loss", network.loss.to_string()),
        ("--delay", options.delay.to_string()),
        ("--jitter", options.jitter.to_string()),
    ] {
        command.args([name, &value]);
    }
    if faulty {
        command.arg("--faulty");
    }
    Ok(command)
}

/// Returns the output of one side of the match; an error if it failed.
fn said(output: Output) -> Result<String, Box<dyn Error>> {
    if output.status.success() { Ok(String::from_utf8(output.stdout)?) } else { Err("a player failed".into()) }
}

fn two_processes(options: &Options) -> Result<(), Box<dyn Error>> {
    let ports = free_ports()?;
    let [first, second] = [side(options, 0, ports)?.spawn()?, side(options, 1, ports)?.spawn()?];
    let said = [said(first.wait_with_output()?)?, said(second.wait_with_output()?)?];
    for (player, said) in said.iter().enumerate() {
        print!("player {player}: {said}");
    }
    let hash = |said: &String| said.split(',').next().map(str::to_owned);
    if hash(&said[0]) != hash(&said[1]) {
        return Err("the players ended in different states".into());
    }
    println!("both players ended {} s of play in the same state", options.peer.seconds);
    Ok(())
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    match options.task.as_deref() {
        None => test(options).and_then(|()| two_processes(options)),
        Some("test") => test(options),
        Some("match") => two_processes(options),
        Some("peer") => {
            println!("{}", play::play(&options.peer)?);
            Ok(())
        }
        Some(task) => Err(format!("there is no task `{task}`: see --help").into()),
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
            eprintln!("rollback: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}
