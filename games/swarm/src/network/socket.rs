//! Sockets of two players, and how they find each other.
//!
//! The player who joins sends a greeting until the host answers with its setup. The host answers again whenever the greeting is repeated,
//! since an answer can be lost.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use ecs_world::Saves;
use ggrs::{Message, NonBlockingSocket};

use crate::game::{Game, Setup};
use crate::session::Failure;

/// Larger than any message of a session with inputs of two bytes.
const LONGEST: usize = 4096;
/// What greetings and answers begin with.
const GREETING: &[u8] = b"ecs-world swarm 1";

/// A socket that knows its peer.
#[derive(Debug)]
pub struct Socket {
    udp: UdpSocket,
    peer: SocketAddr,
    setup: Setup,
    /// What greetings are answered with; the player who joins answers none.
    answer: Option<Vec<u8>>,
    lag: Duration,
    /// Messages under way, each with the time at which it leaves.
    waiting: Vec<(Instant, Vec<u8>)>,
    buffer: Vec<u8>,
}

/// The address of a host: a port of this machine, or an address with a port.
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
    /// Waits at an address for a player who joins, and tells that player the setup. Each message is sent `lag` later, as in a network
    /// that is slow.
    ///
    /// # Errors
    ///
    /// If the address is in use, if no player joins in time, or with another version of the game.
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
    /// If no host answers in time, or one with another version of the game.
    pub fn join(host: SocketAddr, lag: Duration, patience: Duration) -> Result<Self, Failure> {
        let own: SocketAddr = match host {
            SocketAddr::V4(host) if host.ip().is_loopback() => (Ipv4Addr::LOCALHOST, 0).into(),
            SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
            SocketAddr::V6(_) => (std::net::Ipv6Addr::UNSPECIFIED, 0).into(),
        };
        let socket = UdpSocket::bind(own)?;
        socket.set_nonblocking(true)?;
        let greeting = greeting();
        // A host that is not there yet may be reported as an error, which is none.
        let greet = || socket.send_to(&greeting, host).map(|_| ()).or(Ok(()));
        let (_, answer) = wait(&socket, patience, greet, |from, bytes| from == host && bytes.starts_with(&greeting))?;
        let setup = postcard::from_bytes(&answer[greeting.len()..])?;
        Ok(Self::new(socket, host, setup, None, lag))
    }

    fn new(udp: UdpSocket, peer: SocketAddr, setup: Setup, answer: Option<Vec<u8>>, lag: Duration) -> Self {
        Self { udp, peer, setup, answer, lag, waiting: Vec::new(), buffer: vec![0; LONGEST] }
    }

    /// The other player.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// How the game starts, which the host decides.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether this is the host.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.answer.is_some()
    }

    /// Sends what is due. What cannot be sent is lost, as it could be on its way.
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

/// With the schema of the game: a player with another one would play another game.
fn greeting() -> Vec<u8> {
    [GREETING, &Game::SCHEMA_HASH.to_le_bytes()].concat()
}

/// Waits for bytes that are expected, and calls `meanwhile` now and then.
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
                // Some systems report with the next call that the port was closed when the last message arrived.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => return messages,
            }
        }
    }
}
