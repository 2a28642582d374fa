//! Sockets of two players, and how they connect.
//!
//! The joining player sends a greeting until the host answers with its setup. The host answers each repeated greeting, since an answer can
//! be lost.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use ecs_world::Saves;
use ggrs::{Message, NonBlockingSocket};

use crate::game::{Game, Setup};
use crate::session::Failure;

/// Size of the buffer in bytes: larger than any message of a session with inputs of two bytes.
const LONGEST: usize = 4096;
/// The beginning of greetings and answers.
const GREETING: &[u8] = b"ecs-world swarm 1";

/// A socket that knows its peer.
#[derive(Debug)]
pub struct Socket {
    udp: UdpSocket,
    peer: SocketAddr,
    setup: Setup,
    /// The answer to greetings; `None` for the joining player, which answers none.
    answer: Option<Vec<u8>>,
    lag: Duration,
    /// Delayed messages, each with the time at which it is sent.
    waiting: Vec<(Instant, Vec<u8>)>,
    buffer: Vec<u8>,
}

/// Parses the address of a host: a port of this machine, or an address with a port.
///
/// # Errors
///
/// If the text is neither.
pub fn address(text: &str) -> Result<SocketAddr, Failure> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let mut addresses = text.to_socket_addrs().map_err(|error| format!("`{text}` is no address: {error}"))?;
    Ok(addresses.next().ok_or_else(|| format!("`{text}` is no address"))?)
}

impl Socket {
    /// Waits at an address for a player to join, and sends the setup to that player. Each message is delayed by `lag`, to simulate a slow
    /// network.
    ///
    /// # Errors
    ///
    /// If the address is in use, no player joins in time, or the player has another version of the game.
    pub fn host(at: SocketAddr, setup: &Setup, lag: Duration, patience: Duration) -> Result<Self, Failure> {
        let socket = UdpSocket::bind(at).map_err(|error| format!("{at}: {error}"))?;
        socket.set_nonblocking(true)?;
        let greeting = greeting();
        let answer = [&greeting[..], &postcard::to_allocvec(setup)?].concat();
        let (peer, _) = wait(&socket, patience, || Ok(()), |_, bytes| bytes == greeting)?;
        socket.send_to(&answer, peer)?;
        Ok(Self::new(socket, peer, setup.clone(), Some(answer), lag))
    }

    /// Joins the host at an address.
    ///
    /// # Errors
    ///
    /// If no host answers in time, or the host has another version of the game.
    pub fn join(host: SocketAddr, lag: Duration, patience: Duration) -> Result<Self, Failure> {
        let own: SocketAddr = match host {
            SocketAddr::V4(host) if host.ip().is_loopback() => (Ipv4Addr::LOCALHOST, 0).into(),
            SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
            SocketAddr::V6(_) => (std::net::Ipv6Addr::UNSPECIFIED, 0).into(),
        };
        let socket = UdpSocket::bind(own)?;
        socket.set_nonblocking(true)?;
        let greeting = greeting();
        // A host that has not started yet may be reported as an error, which is ignored.
        let greet = || socket.send_to(&greeting, host).map(|_| ()).or(Ok(()));
        let (_, answer) = wait(&socket, patience, greet, |from, bytes| from == host && bytes.starts_with(&greeting))?;
        let setup = postcard::from_bytes(&answer[greeting.len()..])?;
        Ok(Self::new(socket, host, setup, None, lag))
    }

    fn new(udp: UdpSocket, peer: SocketAddr, setup: Setup, answer: Option<Vec<u8>>, lag: Duration) -> Self {
        Self { udp, peer, setup, answer, lag, waiting: Vec::new(), buffer: vec![0; LONGEST] }
    }

    /// The address of the other player.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// The setup of the game, which the host determines.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns true if this is the host.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.answer.is_some()
    }

    /// Sends messages that are due. Those that cannot be sent are lost, as they could be in the network.
    fn send_due(&mut self) {
        let now = Instant::now();
        self.waiting.retain(|(due, message)| {
            let is_due = *due <= now;
            if is_due {
                let _lost = self.udp.send_to(message, self.peer);
            }
            !is_due
        });
    }
}

/// Returns a greeting that contains the schema of the game: a player with another schema would play another game.
fn greeting() -> Vec<u8> {
    [GREETING, &Game::SCHEMA_HASH.to_le_bytes()].concat()
}

/// Waits for an expected message, and calls `meanwhile` about every 20 milliseconds.
fn wait(
    socket: &UdpSocket,
    patience: Duration,
    meanwhile: impl Fn() -> io::Result<()>,
    is_expected: impl Fn(SocketAddr, &[u8]) -> bool,
) -> Result<(SocketAddr, Vec<u8>), Failure> {
    let (start, mut buffer) = (Instant::now(), vec![0; LONGEST]);
    while start.elapsed() < patience {
        meanwhile()?;
        while let Ok((length, from)) = socket.recv_from(&mut buffer) {
            if is_expected(from, &buffer[..length]) {
                return Ok((from, buffer[..length].to_vec()));
            }
            if buffer[..length].starts_with(GREETING) {
                // The other player learns the reason, too, instead of waiting in vain.
                let _ignored = socket.send_to(&greeting(), from);
                return Err(format!("{from} has another version of the game").into());
            }
        }
        thread::sleep(Duration::from_millis(20));
    }
    Err("the other player does not come".into())
}

impl NonBlockingSocket<SocketAddr> for Socket {
    fn send_to(&mut self, message: &Message, _: &SocketAddr) {
        if let Ok(bytes) = postcard::to_allocvec(message) {
            self.waiting.push((Instant::now() + self.lag, bytes));
        }
        self.send_due();
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.send_due();
        let mut messages = Vec::new();
        loop {
            match self.udp.recv_from(&mut self.buffer) {
                Ok((_, from)) if from != self.peer => {}
                Ok((length, _)) if self.buffer[..length].starts_with(GREETING) => {
                    let answer = self.answer.iter();
                    answer.for_each(|answer| _ = self.udp.send_to(answer, self.peer));
                }
                Ok((length, from)) => {
                    messages.extend(postcard::from_bytes(&self.buffer[..length]).ok().map(|message| (from, message)));
                }
                // Some systems report in the next call that the port was closed when the last message arrived.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => return messages,
            }
        }
    }
}
