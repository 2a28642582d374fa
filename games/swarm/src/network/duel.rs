//! Fulfils the requests of a `ggrs` session with a world: save, load, advance.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use ecs_world::Snapshot;
use ggrs::{
    Config, DesyncDetection, Frame, GameStateCell, GgrsEvent, GgrsRequest, P2PSession, PlayerType, PredictRepeatLast,
    SessionBuilder, SessionState,
};
use recording::Simulation;

use super::socket::Socket;
use crate::game::{Buttons, Game, PACE, Setup};
use crate::session::Failure;

/// Maximum number of frames that a player is ahead of the other's last input.
pub const PREDICTION: usize = 8;
/// Number of frames that each player continues after the frame whose states are compared, so that the other one receives all inputs up to
/// it.
const BEYOND: i32 = 60;
/// Maximum number of kept hashes.
const HASHES: usize = 600;

/// The types of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rules;

impl Config for Rules {
    type Input = Buttons;
    type InputPredictor = PredictRepeatLast;
    type State = Kept;
    type Address = SocketAddr;
}

/// The state of a frame; `None` while its memory is used for another frame.
#[derive(Debug, Clone, Default)]
struct Kept(Option<(Frame, Snapshot<Game>)>);

/// One player's side of a game of two players.
pub struct Duel {
    session: P2PSession<Rules>,
    own: usize,
    setup: Setup,
    game: Game,
    hashes: BTreeMap<Frame, u64>,
    /// The next frame of the game.
    frame: Frame,
    /// The last frame for which the last step knew all inputs, without predictions.
    confirmed: Frame,
    rolled_back: u64,
    last_rollback: u32,
}

impl Duel {
    /// Starts a session with the peer of a socket.
    ///
    /// # Errors
    ///
    /// If the session cannot be created.
    pub fn new(socket: Socket) -> Result<Self, Failure> {
        let (setup, own, peer) = (socket.setup().clone(), usize::from(!socket.is_host()), socket.peer());
        let session = SessionBuilder::new()
            .with_num_players(2)?
            .with_fps(PACE as usize)?
            .with_input_delay(1)
            .with_max_prediction_window(PREDICTION)
            .with_desync_detection_mode(DesyncDetection::On { interval: 10 })
            .with_disconnect_timeout(Duration::from_secs(5))
            .add_player(PlayerType::Local, own)?
            .add_player(PlayerType::Remote(peer), 1 - own)?
            .start_p2p_session(socket)?;
        let game = Game::start(&setup);
        let hashes = BTreeMap::new();
        Ok(Self { session, own, setup, game, hashes, frame: 0, confirmed: -1, rolled_back: 0, last_rollback: 0 })
    }

    /// The current game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The setup of the game.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The number of this player: 0 for the host.
    #[must_use]
    pub fn own(&self) -> usize {
        self.own
    }

    /// Number of frames that were simulated again.
    #[must_use]
    pub fn rolled_back(&self) -> u64 {
        self.rolled_back
    }

    /// Number of frames that were simulated again in the last step.
    #[must_use]
    pub fn last_rollback(&self) -> u32 {
        self.last_rollback
    }

    /// The hash of the state before a frame; `None` if inputs that are still to arrive can change it, or it is no longer kept.
    #[must_use]
    pub fn hash_before(&self, frame: Frame) -> Option<u64> {
        // Inputs that arrived since the last step are simulated in the next one.
        self.hashes.get(&frame).copied().filter(|_| frame <= self.confirmed)
    }

    /// Returns true if this player is ahead of the other one, and should wait a little.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        self.session.frames_ahead() > 0
    }

    /// Receives messages of the other player.
    ///
    /// # Errors
    ///
    /// If the other player left, or the players' states differ.
    pub fn poll(&mut self) -> Result<(), Failure> {
        self.session.poll_remote_clients();
        for event in self.session.events() {
            match event {
                GgrsEvent::DesyncDetected { frame, local_checksum, remote_checksum, .. } => {
                    let hashes = format!("{local_checksum:016x} here, {remote_checksum:016x} there");
                    return Err(format!("the players' states differ since frame {frame} or before: {hashes}").into());
                }
                GgrsEvent::Disconnected { .. } => return Err("the other player left".into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Simulates wrongly predicted frames again, and then one new frame. Returns false, and ignores the buttons, if the new frame has to
    /// wait: before the players are connected, and while this one is [`PREDICTION`] frames ahead of the other one's last input.
    ///
    /// # Errors
    ///
    /// If the session fails.
    pub fn step(&mut self, buttons: Buttons) -> Result<bool, Failure> {
        self.last_rollback = 0;
        if self.session.current_state() != SessionState::Running {
            return Ok(false);
        }
        self.session.add_local_input(self.own, buttons)?;
        let before = self.session.current_frame();
        self.session.advance_frame()?.into_iter().try_for_each(|request| self.fulfil(request))?;
        self.confirmed = self.session.confirmed_frame();
        Ok(self.session.current_frame() > before)
    }

    fn fulfil(&mut self, request: GgrsRequest<Rules>) -> Result<(), Failure> {
        match request {
            GgrsRequest::SaveGameState { cell, frame } => self.save(&cell, frame),
            GgrsRequest::LoadGameState { cell, frame } => {
                let kept = cell.data();
                let state = kept.as_ref().and_then(|kept| kept.0.as_ref());
                let (_, snapshot) = state.ok_or_else(|| format!("frame {frame} was not kept"))?;
                self.game.restore(snapshot);
                self.last_rollback = u32::try_from(self.frame - frame).unwrap_or_default();
                self.rolled_back += u64::from(self.last_rollback);
                self.frame = frame;
            }
            GgrsRequest::AdvanceFrame { inputs } => {
                self.game.advance([inputs[0].0, inputs[1].0]);
                self.frame += 1;
            }
        }
        Ok(())
    }

    /// Reuses the memory of the state in the cell, so that a frame does not allocate.
    fn save(&mut self, cell: &GameStateCell<Kept>, frame: Frame) {
        let hash = self.game.hash();
        let old = cell.data().and_then(|mut kept| kept.as_mut_dangerous().0.take());
        let snapshot = match old {
            None => self.game.snapshot(),
            Some((_, mut snapshot)) => {
                self.game.snapshot_into(&mut snapshot);
                snapshot
            }
        };
        self.hashes.insert(frame, hash);
        if self.hashes.len() > HASHES {
            self.hashes.pop_first();
        }
        cell.save(frame, Some(Kept(Some((frame, snapshot)))), Some(hash.into()));
    }

    /// Plays without a window, with inputs of the program, until both players confirmed a number of frames.
    ///
    /// # Errors
    ///
    /// If the other player does not answer or leaves, or the players' states differ.
    pub fn play(mut self, frames: u16) -> Result<Ended, Failure> {
        let pace = Duration::from_secs(1) / PACE;
        let (began, mut next, mut frame) = (Instant::now(), Instant::now(), 0);
        let mut hash = None;
        loop {
            self.poll()?;
            let confirmed = self.session.confirmed_frame();
            hash = hash.or_else(|| self.hash_before(frames.into()));
            if let Some(hash) = hash
                && confirmed >= i32::from(frames) + BEYOND
            {
                self.linger();
                return Ok(Ended { hash, entities: self.game.len(), rolled_back: self.rolled_back });
            }
            if Instant::now() >= next {
                next = (next + if self.is_ahead() { pace * 11 / 10 } else { pace }).max(Instant::now());
                frame += usize::from(self.step(Buttons::of_robot(self.own, frame))?);
            } else if began.elapsed() > Duration::from_secs(20) + 4 * pace * u32::from(frames) {
                return Err("the other player does not answer".into());
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Continues to answer the other player, which may request lost messages.
    fn linger(&mut self) {
        let end = Instant::now() + Duration::from_secs(1);
        while Instant::now() < end {
            self.session.poll_remote_clients();
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl fmt::Debug for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Duel").field("own", &self.own).field("frame", &self.frame).finish_non_exhaustive()
    }
}

/// How a game without a window ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The hash of the state after the frames that were asked for.
    pub hash: u64,
    /// Number of entities in it.
    pub entities: usize,
    /// Number of frames that were simulated again.
    pub rolled_back: u64,
}
