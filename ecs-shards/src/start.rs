//! Connections between processes, which are opened here and passed to timely: with a time limit, a greeting that distinguishes programs,
//! and no output on standard output.

use std::any::Any;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Config, Hooks};

use crate::error::{ShardError, ShardErrorKind};
use crate::message::{read, write};
use crate::options::Options;

/// The first bytes of each connection, which distinguish it from connections of other programs.
const MAGIC: &[u8; 8] = b"ecsshrd1";
/// Maximum size of a greeting in bytes.
const LONGEST: usize = 1 << 20;
/// Time limit for the greeting of a process that connects.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// What all processes must agree on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Program {
    pub(crate) library: String,
    pub(crate) version: String,
    pub(crate) world: u64,
    pub(crate) parameters: String,
    pub(crate) regions: u32,
    pub(crate) steps: u64,
    pub(crate) hash_every: u64,
    pub(crate) checkpoint_every: u64,
    pub(crate) balance: (u64, bool),
    pub(crate) processes: u32,
    pub(crate) threads: u32,
    /// The checkpoint that the run continues from.
    pub(crate) checkpoint: Option<(u64, u64)>,
}

impl Program {
    /// Returns a description of how another program differs, if it does.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let say = |what: &str, own: &dyn std::fmt::Debug, other: &dyn std::fmt::Debug| {
            Some(format!("{what} {other:?} there, and {own:?} here"))
        };
        if self.library != other.library {
            say("ecs-shards is", &self.library, &other.library)
        } else if self.version != other.version {
            say("the version of the program is", &self.version, &other.version)
        } else if self.world != other.world {
            say("the world (its SCHEMA_HASH) is", &self.world, &other.world)
        } else if self.parameters != other.parameters {
            say("the parameters are", &self.parameters, &other.parameters)
        } else if self.checkpoint != other.checkpoint {
            say("the checkpoint (step, hash) is", &self.checkpoint, &other.checkpoint)
        } else if self != other {
            let options = |one: &Self| {
                (one.processes, one.threads, one.regions, one.steps, one.hash_every, one.checkpoint_every, one.balance)
            };
            let what = "the numbers of processes, threads, regions and steps, and the steps of hashes, checkpoints and balancing are";
            say(what, &options(self), &options(other))
        } else {
            None
        }
    }
}

/// What timely needs to create workers.
pub(crate) struct Connected {
    pub(crate) builders: Vec<AllocatorBuilder>,
    pub(crate) others: Box<dyn Any + Send>,
    /// Clones of the connections, to close them when the run fails.
    pub(crate) sockets: Vec<TcpStream>,
}

/// Connects to all other processes.
pub(crate) fn connect(options: &Options, program: &Program) -> Result<Connected, ShardError> {
    let threads = options.threads as usize;
    if options.processes == 1 {
        let config = if threads == 1 { Config::Thread } else { Config::Process(threads) };
        let (builders, others) = config.try_build().map_err(failed)?;
        return Ok(Connected { builders, others, sockets: vec![] });
    }
    let sockets = Meeting::of(options, program)?.sockets()?;
    let clones = sockets.iter().flatten().map(TcpStream::try_clone).collect::<io::Result<_>>().map_err(failed)?;
    let hooks = Hooks::default();
    let own = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
    let (builders, guard) =
        initialize_networking_from_sockets(own, sockets, options.process as usize, threads, hooks).map_err(failed)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    Ok(Connected { builders, others: Box::new(guard), sockets: clones })
}

fn failed(error: impl std::fmt::Display) -> ShardError {
    ShardError::new(ShardErrorKind::Start, format!("no connections: {error}"))
}

/// Processes that wait for each other.
struct Meeting<'a> {
    options: &'a Options,
    program: &'a Program,
    addresses: Vec<String>,
    greeting: Vec<u8>,
    until: Option<Instant>,
}

impl<'a> Meeting<'a> {
    fn of(options: &'a Options, program: &'a Program) -> Result<Self, ShardError> {
        let body = write(&(options.process, program))?;
        let length = u32::try_from(body.len()).ok().filter(|length| *length as usize <= LONGEST);
        let length = length.ok_or_else(|| failed("the parameters are longer than a mebibyte"))?;
        let greeting = [&MAGIC[..], &length.to_le_bytes(), &body].concat();
        // A limit that the clock cannot represent is no limit.
        let until = Instant::now().checked_add(options.start_limit);
        Ok(Self { options, program, addresses: options.addresses(), greeting, until })
    }

    /// Returns a connection to each other process. Each process connects to those before it, and accepts connections from those after it.
    fn sockets(&self) -> Result<Vec<Option<TcpStream>>, ShardError> {
        let (own, count) = (self.options.process as usize, self.options.processes as usize);
        let address = &self.addresses[own];
        let listener = TcpListener::bind(address).map_err(|error| failed(format!("{address}: {error}")))?;
        let mut sockets: Vec<_> = (0..count).map(|_| None).collect();
        for (process, socket) in sockets.iter_mut().enumerate().take(own) {
            *socket = Some(self.call(process)?);
        }
        listener.set_nonblocking(true).map_err(failed)?;
        while let Some(missing) = (own + 1..count).find(|process| sockets[*process].is_none()) {
            match listener.accept() {
                Ok((stream, _)) => {
                    if let Some((process, stream)) = self.answer(stream)? {
                        sockets[process] = Some(stream);
                    }
                    self.check_time(missing)?;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(missing)?,
                Err(error) => return Err(failed(error)),
            }
        }
        Ok(sockets)
    }

    /// Waits a moment for a process.
    fn wait(&self, process: usize) -> Result<(), ShardError> {
        self.check_time(process)?;
        thread::sleep(PAUSE);
        Ok(())
    }

    /// Returns an error if a process is missing after the time limit.
    fn check_time(&self, process: usize) -> Result<(), ShardError> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            let (limit, address) = (self.options.start_limit.as_secs_f64(), &self.addresses[process]);
            let reason = format!("process {process} at {address} was not there within {limit} s");
            return Err(ShardError::new(ShardErrorKind::Start, reason));
        }
        Ok(())
    }

    /// Connects to a process.
    fn call(&self, process: usize) -> Result<TcpStream, ShardError> {
        loop {
            if let Some(mut stream) = open(&self.addresses[process]) {
                let until = self.until.map(|until| until.max(Instant::now() + PAUSE));
                let said = stream.write_all(&self.greeting).and_then(|()| hear(&mut stream, until));
                if let Some((_, other)) = said.ok().flatten().filter(|(own, _)| *own as usize == process) {
                    self.agree(process, &other)?;
                    ready(&stream).map_err(failed)?;
                    return Ok(stream);
                }
            }
            self.wait(process)?;
        }
    }

    /// Answers an incoming connection; `None` if it is not from one of the processes that connect to this one.
    fn answer(&self, mut stream: TcpStream) -> Result<Option<(usize, TcpStream)>, ShardError> {
        let said = stream.set_nonblocking(false).and_then(|()| hear(&mut stream, Some(Instant::now() + PATIENCE)));
        let Ok(Some((process, other))) = said else { return Ok(None) };
        let process = process as usize;
        // The greeting is sent in any case, so that the other process can report what differs.
        if stream.write_all(&self.greeting).is_err() {
            return Ok(None);
        }
        self.agree(process, &other)?;
        if process <= self.options.process as usize || process >= self.options.processes as usize {
            return Ok(None);
        }
        ready(&stream).map_err(failed)?;
        Ok(Some((process, stream)))
    }

    fn agree(&self, process: usize, other: &Program) -> Result<(), ShardError> {
        self.program.difference(other).map_or(Ok(()), |difference| {
            let reason = format!("process {process} cannot take part: {difference}");
            Err(ShardError::new(ShardErrorKind::Refused, reason))
        })
    }
}

fn open(address: &str) -> Option<TcpStream> {
    address.to_socket_addrs().ok()?.find_map(|address| TcpStream::connect_timeout(&address, PATIENCE).ok())
}

/// Reads a greeting before a deadline; `None` if the bytes are not a greeting.
fn hear(stream: &mut TcpStream, until: Option<Instant>) -> io::Result<Option<(u32, Program)>> {
    let mut stream = Patient { stream, until };
    let mut head = [0; 12];
    stream.read_exact(&mut head)?;
    let [magic @ .., a, b, c, d] = head;
    let length = u32::from_le_bytes([a, b, c, d]) as usize;
    if &magic != MAGIC || length > LONGEST {
        return Ok(None);
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(read(&body).ok())
}

/// A connection that is read until a deadline, even if data arrives slowly. (The time limit of a socket applies to each read.)
struct Patient<'a> {
    stream: &'a mut TcpStream,
    until: Option<Instant>,
}

impl Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(left)?;
        self.stream.read(bytes)
    }
}

/// Prepares a connection for timely.
fn ready(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_nodelay(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(parameters: usize) -> Program {
        Program {
            library: "0".into(),
            version: "1".into(),
            world: 2,
            parameters: "p".repeat(parameters),
            regions: 1,
            steps: 1,
            hash_every: 0,
            checkpoint_every: 0,
            balance: (0, false),
            processes: 2,
            threads: 1,
            checkpoint: None,
        }
    }

    #[test]
    fn a_greeting_that_others_would_not_hear_is_refused_before_anything_is_sent() {
        let options = Options { processes: 2, ..Options::default() };
        let body = |parameters| write(&(options.process, program(parameters))).map(|body| body.len());
        // The length of a text takes three bytes here, and one if it is empty.
        let most = LONGEST - body(0).expect("it can be written") - 2;
        assert_eq!([most, most + 1].map(|length| body(length).ok()), [Some(LONGEST), Some(LONGEST + 1)]);
        assert!(Meeting::of(&options, &program(most)).is_ok_and(|meeting| meeting.greeting.len() == LONGEST + 12));
        let error = Meeting::of(&options, &program(most + 1)).err().expect("it is too long");
        assert!(error.kind == ShardErrorKind::Start && error.reason.contains("parameters"), "{error}");
    }

    #[test]
    fn a_process_that_is_none_of_the_run_is_ignored_though_there_is_an_address_for_it() {
        let hosts: Vec<_> = (1..6).map(|port| format!("localhost:{port}")).collect();
        let (options, program) = (Options { processes: 2, hosts, ..Options::default() }, program(0));
        let own = Meeting::of(&options, &program).expect("it is short");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let is_answered = [0, 1, 2, 4, 5].map(|process| {
            let other = Options { process, ..options.clone() };
            let greeting = Meeting::of(&other, &program).expect("it is short").greeting;
            let mut caller = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it is there");
            caller.write_all(&greeting).expect("it is heard");
            let (stream, _) = listener.accept().expect("it called");
            own.answer(stream).expect("they agree").is_some()
        });
        assert_eq!(is_answered, [false, true, false, false, false]);
    }
}
