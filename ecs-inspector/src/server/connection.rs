//! One connection: one request and its response, in small steps that never block.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use super::Site;
use super::head::{Head, MOST_BODY, MOST_HEAD, Method, Status};
use crate::answer::MOST_COLUMNS;
use crate::{Request, Response};

/// Time limit for the request, for the program's answer, and for each step of sending the response.
const DEADLINE: Duration = Duration::from_secs(2);
/// How long further input is read and discarded after the response, so that the response is not lost by a reset.
const LINGER: Duration = Duration::from_millis(500);
/// Maximum number of requests in one body.
const MOST_REQUESTS: usize = 32;
/// Maximum number of bytes that are written in one step.
const STEP: usize = 64 * 1024;

const PAGE: &str = include_str!("../page.html");

/// What a connection waits for.
enum Stage {
    /// The rest of the request.
    Reading { head: Option<Head>, bytes: Vec<u8> },
    /// The answer of the program.
    Waiting(Receiver<Vec<Response>>),
    /// Space to send the rest of the response, from a position on.
    Writing(Vec<u8>, usize),
    /// The peer to close the connection.
    Closing,
}

pub(super) struct Connection {
    stream: TcpStream,
    stage: Stage,
    deadline: Instant,
}

/// The outcome of a step.
enum Step {
    /// No progress is possible yet.
    Blocked,
    /// Something was read or written.
    Moved,
    /// The stage is complete, and this one follows.
    Next(Stage),
    /// The connection is over.
    End,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        // Responses are written whole, so that waiting for more data would only delay them.
        stream.set_nodelay(true)?;
        let stage = Stage::Reading { head: None, bytes: Vec::new() };
        Ok(Self { stream, stage, deadline: Instant::now() + DEADLINE })
    }

    /// Whether its request is incomplete.
    pub(super) fn is_reading(&self) -> bool {
        matches!(self.stage, Stage::Reading { .. })
    }

    /// Whether its response was sent.
    pub(super) fn is_answered(&self) -> bool {
        matches!(self.stage, Stage::Closing)
    }

    /// Performs steps until one transfers data or is blocked. Returns false when the connection is over.
    pub(super) fn go_on(&mut self, site: &Site, moved: &mut bool) -> bool {
        loop {
            let step = match &mut self.stage {
                Stage::Reading { head, bytes } => read(&mut self.stream, head, bytes, site),
                Stage::Waiting(answers) => wait(answers),
                Stage::Writing(bytes, at) => write(&mut self.stream, bytes, at),
                Stage::Closing => drain(&mut self.stream),
            };
            match step {
                Step::Blocked | Step::Moved => {
                    let now = Instant::now();
                    if matches!(step, Step::Moved) {
                        *moved = true;
                        // A response may take longer while the peer reads it: the peer had the token, or the response is short.
                        if matches!(self.stage, Stage::Writing(..)) {
                            self.deadline = now + DEADLINE;
                        }
                    }
                    // One step at a time, so that other connections proceed, too.
                    if now < self.deadline {
                        return true;
                    }
                    // Even if data was just transferred: a request that arrives byte by byte is refused with a response.
                    match self.late() {
                        Some(stage) => self.enter(stage),
                        None => return false,
                    }
                }
                Step::Next(stage) => {
                    *moved = true;
                    self.enter(stage);
                }
                Step::End => return false,
            }
        }
    }

    fn enter(&mut self, stage: Stage) {
        let time = if matches!(stage, Stage::Closing) { LINGER } else { DEADLINE };
        self.deadline = Instant::now() + time;
        self.stage = stage;
    }

    /// The stage that follows a missed deadline; `None` ends the connection.
    fn late(&self) -> Option<Stage> {
        match self.stage {
            Stage::Reading { .. } => Some(refusal(Status::RequestTimeout)),
            Stage::Waiting(_) => Some(refusal(Status::Unavailable)),
            Stage::Writing(..) | Stage::Closing => None,
        }
    }
}

fn read(stream: &mut TcpStream, head: &mut Option<Head>, bytes: &mut Vec<u8>, site: &Site) -> Step {
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) => return Step::End,
        Ok(len) => bytes.extend_from_slice(&buffer[..len]),
        Err(error) => return blocked(&error),
    }
    if head.is_none() {
        match Head::parse(bytes) {
            Ok(None) => return Step::Moved,
            Ok(Some(own)) => {
                // Refused before its body is read.
                if let Err(status) = own.permitted(&site.hosts, &site.token) {
                    return Step::Next(refusal(status));
                }
                *head = Some(own);
            }
            Err(status) => return Step::Next(refusal(status)),
        }
    }
    match head {
        Some(head) if bytes.len() >= head.len + head.body => Step::Next(answer(head, bytes, site)),
        // No request is longer than both bounds together, which one read can exceed.
        Some(_) if bytes.len() > MOST_HEAD + MOST_BODY + buffer.len() => Step::Next(refusal(Status::ContentTooLarge)),
        _ => Step::Moved,
    }
}

/// The stage that follows a complete request.
fn answer(head: &Head, bytes: &[u8], site: &Site) -> Stage {
    let place = match head.permitted(&site.hosts, &site.token) {
        Ok(place) => place,
        Err(status) => return refusal(status),
    };
    match (head.method, place) {
        (Method::Get, "") => response(Status::Ok, "text/html; charset=utf-8", PAGE.as_bytes()),
        (Method::Post, "ask") => ask(&bytes[head.len..head.len + head.body], site),
        (Method::Post, "") | (Method::Get, "ask") => refusal(Status::MethodNotAllowed),
        _ => refusal(Status::NotFound),
    }
}

fn ask(body: &[u8], site: &Site) -> Stage {
    let requests: Vec<Request> = match serde_json::from_slice(body) {
        Ok(requests) => requests,
        Err(error) => return response(Status::BadRequest, "text/plain; charset=utf-8", error.to_string().as_bytes()),
    };
    if is_too_much(&requests) {
        let reason = format!(
            "at most {MOST_REQUESTS} requests are answered together, with at most one export, and {MOST_COLUMNS} columns of entities"
        );
        return response(Status::ContentTooLarge, "text/plain; charset=utf-8", reason.as_bytes());
    }
    match site.client.ask(requests) {
        Some(answers) => Stage::Waiting(answers),
        None => refusal(Status::Unavailable),
    }
}

/// Whether the answers to these requests, which are computed between two frames, could take too much time or memory.
fn is_too_much(requests: &[Request]) -> bool {
    let (mut exports, mut columns) = (0, 0_usize);
    for request in requests {
        match request {
            Request::Export { .. } => exports += 1,
            Request::Entities { columns: own, .. } => columns += own.len(),
            _ => {}
        }
    }
    requests.len() > MOST_REQUESTS || exports > 1 || columns > MOST_COLUMNS
}

fn wait(answers: &Receiver<Vec<Response>>) -> Step {
    match answers.try_recv() {
        Ok(answers) => match serde_json::to_vec(&answers) {
            Ok(json) => Step::Next(response(Status::Ok, "application/json", &json)),
            Err(_) => Step::Next(refusal(Status::Unavailable)),
        },
        Err(TryRecvError::Empty) => Step::Blocked,
        Err(TryRecvError::Disconnected) => Step::Next(refusal(Status::Unavailable)),
    }
}

fn write(stream: &mut TcpStream, bytes: &[u8], at: &mut usize) -> Step {
    let rest = &bytes[*at..];
    if rest.is_empty() {
        let _ = stream.shutdown(Shutdown::Write);
        return Step::Next(Stage::Closing);
    }
    match stream.write(&rest[..rest.len().min(STEP)]) {
        Ok(0) => Step::End,
        Ok(len) => {
            *at += len;
            Step::Moved
        }
        Err(error) => blocked(&error),
    }
}

fn drain(stream: &mut TcpStream) -> Step {
    match stream.read(&mut [0; 4096]) {
        Ok(0) => Step::End,
        Ok(_) => Step::Moved,
        Err(error) => blocked(&error),
    }
}

fn blocked(error: &io::Error) -> Step {
    match error.kind() {
        ErrorKind::WouldBlock => Step::Blocked,
        ErrorKind::Interrupted => Step::Moved,
        _ => Step::End,
    }
}

fn refusal(status: Status) -> Stage {
    response(status, "text/plain; charset=utf-8", status.parts().1.as_bytes())
}

fn response(status: Status, ty: &str, body: &[u8]) -> Stage {
    let (code, reason) = status.parts();
    let length = body.len();
    let mut bytes = format!(
        "HTTP/1.1 {code} {reason}\r\nContent-Type: {ty}\r\nContent-Length: {length}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
         connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\r\n"
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    Stage::Writing(bytes, 0)
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;
    use crate::inspector::tests::Game;
    use crate::{Inspector, Settings};

    #[test]
    fn a_request_of_which_a_byte_comes_at_its_deadline_is_refused_in_words() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut peer = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        peer.write_all(b"G").unwrap();
        let (stream, _) = listener.accept().unwrap();
        assert_eq!(stream.peek(&mut [0]).unwrap(), 1, "the byte is there");
        let mut connection = Connection::new(stream).unwrap();
        connection.deadline = Instant::now();
        let client = Inspector::<Game>::new(Settings::new()).client();
        let (site, mut moved) = (Site { hosts: Vec::new(), token: String::new(), client }, false);
        assert!(connection.go_on(&site, &mut moved) && moved, "it is not over");
        while connection.go_on(&site, &mut moved) && !connection.is_answered() {}
        let mut response = [0; 12];
        peer.read_exact(&mut response).unwrap();
        assert_eq!(&response, b"HTTP/1.1 408");
    }
}
