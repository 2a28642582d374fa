//! The server: one thread, on the loopback interface.
//!
//! - **I1** Memory is bounded: at most [`MOST_CONNECTIONS`] connections, each with one head, one body and one response.
//! - **I2** Each connection ends: everything that it waits for has a deadline.
//!
//! While no client is connected, the thread sleeps in `accept`. Otherwise it runs each connection in turn, and sleeps for a millisecond if
//! none makes progress. If there are too many connections, the oldest one whose response was sent is closed, or else the oldest one whose
//! request is incomplete.

mod connection;
mod head;

use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use connection::Connection;

use crate::Client;

/// Maximum number of connections.
const MOST_CONNECTIONS: usize = 32;
/// How long the thread sleeps if no connection makes progress.
const NAP: Duration = Duration::from_millis(1);

/// A server and its thread, which ends when the server is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    address: SocketAddr,
    token: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Data that all connections of a server share.
pub(crate) struct Site {
    /// The values of `Host` that this server accepts.
    hosts: Vec<String>,
    token: String,
    client: Client,
}

impl Server {
    pub(crate) fn start(port: u16, client: Client) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let token = token()?;
        let site = Site { hosts: hosts(address.port()), token: token.clone(), client };
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let serve = move || serve(&listener, &site, &stopped);
        let thread = thread::Builder::new().name("ecs-inspector".into()).spawn(serve)?;
        Ok(Self { address, token, stop, thread: Some(thread) })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.token)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        // Wakes the thread from `accept`. If that fails, the thread is not joined.
        let woken = TcpStream::connect_timeout(&self.address, Duration::from_secs(1)).is_ok();
        if let Some(thread) = self.thread.take().filter(|_| woken) {
            // A panic of the server must not become a panic of the program.
            let _ = thread.join();
        }
    }
}

/// The values of `Host` for a server at this port. Browsers omit the default port of HTTP.
fn hosts(port: u16) -> Vec<String> {
    let names = ["127.0.0.1", "localhost"];
    let mut hosts = names.map(|name| format!("{name}:{port}")).to_vec();
    if port == 80 {
        hosts.extend(names.map(str::to_owned));
    }
    hosts
}

/// 128 bits from the operating system, in hexadecimal digits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    let mut token = String::new();
    for byte in bytes {
        // Writing to a `String` does not fail.
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

fn serve(listener: &TcpListener, site: &Site, stop: &AtomicBool) {
    let mut connections: Vec<Connection> = Vec::new();
    while !stop.load(Ordering::Acquire) {
        let accepted = admit(listener, &mut connections);
        let mut moved = false;
        connections.retain_mut(|connection| connection.go_on(site, &mut moved));
        if !moved && (!connections.is_empty() || accepted.is_err()) {
            thread::sleep(NAP);
        }
    }
}

/// Accepts all pending connections; if no connection is open, blocks until the first.
fn admit(listener: &TcpListener, connections: &mut Vec<Connection>) -> io::Result<()> {
    for _ in 0..MOST_CONNECTIONS {
        listener.set_nonblocking(!connections.is_empty())?;
        match listener.accept() {
            Ok((stream, peer)) if peer.ip().is_loopback() => {
                if connections.len() >= MOST_CONNECTIONS {
                    // Closes the oldest connection whose response was sent, or else the oldest one whose request is incomplete. If there is
                    // neither, the new connection is refused.
                    let answered = connections.iter().position(Connection::is_answered);
                    let idle = answered.or_else(|| connections.iter().position(Connection::is_reading));
                    let Some(idle) = idle else { continue };
                    connections.remove(idle);
                }
                connections.extend(Connection::new(stream).ok());
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Parses the head of a request; for tests and fuzzing. Returns true if it is complete.
///
/// # Errors
///
/// The status with which the server refuses it.
#[doc(hidden)]
pub fn parse_head(bytes: &[u8]) -> Result<bool, u16> {
    match head::Head::parse(bytes) {
        Ok(head) => Ok(head.is_some()),
        Err(status) => Err(status.code()),
    }
}

#[cfg(test)]
mod tests {
    use super::hosts;

    #[test]
    fn the_port_of_http_can_be_left_out() {
        assert_eq!(hosts(80), ["127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"]);
        for port in [79, 81, 8080] {
            assert_eq!(hosts(port), [format!("127.0.0.1:{port}"), format!("localhost:{port}")]);
        }
    }
}
