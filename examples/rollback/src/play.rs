//! A test of the simulation in one process, and a match between two.

use std::error::Error;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use ggrs::{DesyncDetection, Frame, GgrsError, GgrsEvent, P2PSession, PlayerType, SessionBuilder, SessionState};

use crate::game::{Buttons, start};
use crate::session::{Match, Player};
use crate::socket::{LossySocket, Network};

/// Frames per second.
pub const PACE: usize = 60;
/// Maximum number of frames that a session is ahead of the last input of the other player.
const PREDICTION: usize = 8;
/// Number of frames that each player continues after the one whose states are compared, so that the other player receives all inputs that
/// it needs.
const BEYOND: i32 = 90;
/// Time limit for the players to wait for each other.
const PATIENCE: Duration = Duration::from_secs(20);

/// Result of a test or a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The hash of the last state.
    pub hash: u64,
    /// Number of entities in it.
    pub entities: usize,
    /// Number of drones that each player has destroyed.
    pub score: [u32; 2],
    /// Number of frames that were simulated again.
    pub frames_again: u64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.score;
        write!(
            f,
            "hash {:016x}, {} entities, score {first}:{second}, {} frames simulated again",
            self.hash, self.entities, self.frames_again
        )
    }
}

fn outcome(player: &Player, hash: u64) -> Outcome {
    let game = player.game();
    Outcome { hash, entities: game.len(), score: game.resources.score.0, frames_again: player.frames_again() }
}

/// Simulates each frame, goes back by `distance` after each one, and compares the states of all frames that are simulated again.
///
/// # Errors
///
/// If a frame ends differently when it is simulated again; the error contains the frame, the component, the entity and both values.
pub fn test(drones: usize, frames: i32, distance: usize, faulty: bool) -> Result<Outcome, Box<dyn Error>> {
    let mut session = SessionBuilder::<Match>::new()
        .with_num_players(2)?
        .with_max_prediction_window(distance + 1)
        .with_check_distance(distance)
        .start_synctest_session()?;
    let mut player = Player::of_test(start(drones, faulty));
    for frame in 0..frames {
        for robot in 0..2 {
            session.add_local_input(robot, Buttons::of_robot(robot, frame))?;
        }
        let requests = session.advance_frame();
        if let Some(difference) = player.difference() {
            return Err(difference.into());
        }
        player.fulfil(requests?);
    }
    let hash = player.game().state_hash();
    Ok(outcome(&player, hash))
}

/// One side of a match.
#[derive(Debug, Clone, Copy)]
pub struct Peer {
    /// The number of this player: 0 or 1.
    pub player: usize,
    /// The port of this process.
    pub port: u16,
    /// The port of the other process.
    pub other: u16,
    /// The network between them.
    pub network: Network,
    /// Length of the match in seconds.
    pub seconds: u32,
    /// Number of drones.
    pub drones: usize,
    /// True if a system is not deterministic.
    pub faulty: bool,
}

/// Plays one side of a match until the state of its last frame is confirmed by both players, and a little longer.
///
/// # Errors
///
/// If the other player does not answer or leaves, or if the states of both differ.
pub fn play(peer: &Peer) -> Result<Outcome, Box<dyn Error>> {
    let mut session = session(peer)?;
    let mut player = Player::of_match(start(peer.drones, peer.faulty));
    let last = i32::try_from(peer.seconds)? * i32::try_from(PACE)?;
    let pace = Duration::from_secs(1) / u32::try_from(PACE)?;
    let (began, mut next) = (Instant::now(), Instant::now());
    let mut result = None;
    loop {
        session.poll_remote_clients();
        fail_on_events(&mut session)?;
        if let Some(hash) = result
            && session.confirmed_frame() >= last + BEYOND
        {
            linger(&mut session);
            return Ok(outcome(&player, hash));
        }
        if session.current_state() == SessionState::Running && Instant::now() >= next {
            // A player that is ahead waits a little, so that the other one has less to predict.
            next += if session.frames_ahead() > 0 { pace * 11 / 10 } else { pace };
            // Frames that a slow machine missed are not made up for at once.
            next = next.max(Instant::now());
            if step(&mut session, &mut player, peer.player)? > last {
                result = result.or_else(|| player.hash_before(last));
            }
        } else if began.elapsed() > PATIENCE + 2 * pace * u32::try_from(last + BEYOND)? {
            return Err("the other player does not answer".into());
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn session(peer: &Peer) -> Result<P2PSession<Match>, Box<dyn Error>> {
    let other = SocketAddr::from((Ipv4Addr::LOCALHOST, peer.other));
    Ok(SessionBuilder::new()
        .with_num_players(2)?
        .with_fps(PACE)?
        .with_input_delay(1)
        .with_max_prediction_window(PREDICTION)
        .with_desync_detection_mode(DesyncDetection::On { interval: 10 })
        .with_disconnect_timeout(Duration::from_secs(5))
        .add_player(PlayerType::Local, peer.player)?
        .add_player(PlayerType::Remote(other), 1 - peer.player)?
        .start_p2p_session(LossySocket::bind(peer.port, peer.network)?)?)
}

fn fail_on_events(session: &mut P2PSession<Match>) -> Result<(), String> {
    for event in session.events() {
        match event {
            GgrsEvent::DesyncDetected { frame, local_checksum, remote_checksum, .. } => {
                let hashes = format!("{local_checksum:016x} here, {remote_checksum:016x} there");
                return Err(format!("the players' states differ since frame {frame} or before: {hashes}"));
            }
            GgrsEvent::Disconnected { .. } => return Err("the other player left".into()),
            _ => {}
        }
    }
    Ok(())
}

/// Simulates wrongly predicted frames again, and one new frame, unless the player is as far ahead as allowed. Returns the last frame
/// without predicted inputs: inputs that arrive later change states only in the next step.
fn step(session: &mut P2PSession<Match>, player: &mut Player, own: usize) -> Result<Frame, GgrsError> {
    session.add_local_input(own, Buttons::of_robot(own, session.current_frame()))?;
    player.fulfil(session.advance_frame()?);
    Ok(session.confirmed_frame())
}

/// Continues to answer for a second, since the other player may request lost messages.
fn linger(session: &mut P2PSession<Match>) {
    let end = Instant::now() + Duration::from_secs(1);
    while Instant::now() < end {
        session.poll_remote_clients();
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use std::net::UdpSocket;

    use super::*;

    /// Returns two sessions that are connected and have not begun.
    fn sessions() -> [P2PSession<Match>; 2] {
        let ports = [(); 2].map(|()| UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free"));
        let [port, other] = ports.map(|socket| socket.local_addr().expect("the socket is bound").port());
        let network = Network { loss: 0, delay: Duration::ZERO, jitter: Duration::ZERO };
        let first = Peer { player: 0, port, other, network, seconds: 1, drones: 100, faulty: false };
        let mut both = [first, Peer { player: 1, port: other, other: port, ..first }]
            .map(|peer| session(&peer).expect("the ports are free"));
        while both.iter().any(|session| session.current_state() != SessionState::Running) {
            both.iter_mut().for_each(P2PSession::poll_remote_clients);
            thread::sleep(Duration::from_millis(1));
        }
        both
    }

    #[test]
    fn a_hash_is_read_when_what_was_predicted_wrong_was_simulated_again_and_each_frame_counts_once() {
        let [mut session, mut other] = sessions();
        let [mut player, mut other_player] = [(); 2].map(|()| Player::of_match(start(100, false)));
        // The first player runs as far ahead as allowed, and waits.
        for _ in 0..2 * PREDICTION {
            assert!(step(&mut session, &mut player, 0).expect("the step succeeds") < 1);
        }
        let (ahead, predicted) = (session.current_frame(), player.hash_before(5).expect("the frame was simulated"));
        assert_eq!(player.frames_again(), 0);
        while step(&mut other, &mut other_player, 1).expect("the step succeeds") <= 5 {
            session.poll_remote_clients();
        }
        while session.confirmed_frame() <= 5 {
            other.poll_remote_clients();
            session.poll_remote_clients();
        }
        assert_eq!(player.hash_before(5), Some(predicted), "inputs that arrived are not simulated yet");
        assert!(step(&mut session, &mut player, 0).expect("the step succeeds") > 5);
        let hash = player.hash_before(5);
        assert_ne!(hash, Some(predicted));
        assert_eq!(hash, other_player.hash_before(5));
        // All frames but the first one: because of the input delay of one frame, no button is held there.
        assert_eq!(player.frames_again(), u64::try_from(ahead - 1).expect("the player is ahead"));
    }
}
