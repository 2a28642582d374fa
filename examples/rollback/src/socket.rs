//! A socket on the loopback interface that loses messages, and delays the rest.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use ggrs::{Message, NonBlockingSocket};

/// Larger than any message of a session with inputs of one byte.
const LONGEST: usize = 4096;

/// Faults of a network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Network {
    /// Percentage of messages that are lost.
    pub loss: u8,
    /// Minimum delay of a message.
    pub delay: Duration,
    /// Maximum additional delay.
    pub jitter: Duration,
}

/// A socket that only this machine can reach.
#[derive(Debug)]
pub struct LossySocket {
    socket: UdpSocket,
    network: Network,
    random: u64,
    /// Delayed messages, each with the time at which it is sent.
    waiting: Vec<(Instant, SocketAddr, Vec<u8>)>,
    buffer: Vec<u8>,
}

impl LossySocket {
    /// Opens a socket at a port of 127.0.0.1.
    ///
    /// # Errors
    ///
    /// If the operating system refuses the port, for example because it is in use.
    pub fn bind(port: u16, network: Network) -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, port))?;
        socket.set_nonblocking(true)?;
        Ok(Self { socket, network, random: u64::from(port), waiting: Vec::new(), buffer: vec![0; LONGEST] })
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % bound.max(1)
    }

    /// Sends messages that are due. Those that cannot be sent are lost, as on a real network.
    fn send_due(&mut self) {
        let now = Instant::now();
        self.waiting.retain(|(due, to, message)| {
            let is_due = *due <= now;
            if is_due {
                let _lost = self.socket.send_to(message, to);
            }
            !is_due
        });
    }
}

impl NonBlockingSocket<SocketAddr> for LossySocket {
    fn send_to(&mut self, message: &Message, to: &SocketAddr) {
        if self.below(100) >= u64::from(self.network.loss) {
            let jitter = u64::try_from(self.network.jitter.as_micros()).unwrap_or(u64::MAX);
            let due = Instant::now() + self.network.delay + Duration::from_micros(self.below(jitter));
            if let Ok(bytes) = postcard::to_allocvec(message) {
                self.waiting.push((due, *to, bytes));
            }
        }
        self.send_due();
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.send_due();
        let mut messages = Vec::new();
        loop {
            match self.socket.recv_from(&mut self.buffer) {
                Ok((length, from)) => {
                    // Data from other programs may not be a message.
                    messages.extend(postcard::from_bytes(&self.buffer[..length]).ok().map(|message| (from, message)));
                }
                // Some operating systems report in the next call that the port was closed when the last message arrived.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => return messages,
            }
        }
    }
}
