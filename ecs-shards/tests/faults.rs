//! Faults end the run in all processes with one reason, and runs that continue from checkpoints end in the same state.
#![allow(missing_docs, unreachable_pub, dead_code, reason = "the crowd is for several tests")]
#![allow(clippy::cast_possible_truncation, reason = "numbers are small")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process;
use std::thread;
use std::time::{Duration, Instant};

use common::{Crowd, hosts, together};
use ecs_shards::{Options, ShardErrorKind, Simulation, run};

fn options() -> Options {
    Options { steps: 12, start_limit: Duration::from_secs(20), ..Options::default() }
}

/// A folder that is removed with this value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ecs-shards-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// Returns the file of a folder whose name starts with this.
    fn file(&self, folder: &str, beginning: &str) -> PathBuf {
        let entries = fs::read_dir(self.0.join(folder)).expect("the folder is there");
        let mut paths = entries.map(|entry| entry.expect("the entry can be read").path());
        let is_match =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(beginning));
        paths.find(is_match).expect("the file was written")
    }

    fn options(&self) -> Options {
        Options { checkpoint: Some(self.0.clone()), checkpoint_every: 5, ..options() }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn processes_with_other_parameters_are_refused_with_the_difference() {
    for outcome in together(&Crowd::SMALL, &options(), 2, |crowd, _, process| crowd.seed += u64::from(process)) {
        let error = outcome.expect_err("the processes differ");
        assert_eq!(error.kind, ShardErrorKind::Refused, "{error}");
        assert!(error.reason.contains("parameters") && error.reason.contains("seed: 6"), "{error}");
    }
}

#[test]
fn processes_with_other_numbers_of_steps_are_refused() {
    for outcome in together(&Crowd::SMALL, &options(), 2, |_, options, process| options.steps += u64::from(process)) {
        assert_eq!(outcome.expect_err("the processes differ").kind, ShardErrorKind::Refused);
    }
}

/// A simulation of another world, with the parameters and the regions of the crowd: of its version, or of the next one.
struct Others<const NEXT: bool>;

mod others {
    use ecs_shards::{Ghost, GlobalId};

    ecs_world::ecs_world! {
        #[derive(Serialize, Deserialize)]
        pub struct Other;
        components: u32 as Place, GlobalId, Ghost;
    }
}

impl<const NEXT: bool> Simulation for Others<NEXT> {
    type World = others::Other;
    type Place = u32;
    type Group = ecs_world::Template<others::Other>;
    type Seen = ();
    type Sum = ();
    const VERSION: &'static str = if NEXT { "2" } else { Crowd::VERSION };
    fn parameters(&self) -> String {
        Crowd::SMALL.parameters()
    }
    fn regions(&self) -> u32 {
        8
    }
    fn start(&self, _: u32) -> others::Other {
        others::Other::default()
    }
    fn run(&self, _: &mut others::Other, _: u64) {}
    fn region(&self, place: &u32) -> u32 {
        *place
    }
    fn sum(&self, _: &others::Other, _: u32, _: u64) {}
    fn add(&self, (): &mut (), (): ()) {}
}

/// Runs two processes of different programs, which both must refuse the other one, and returns what they say.
fn refusals<A: Simulation<Sum: Send> + Send, B: Simulation<Sum: Send> + Send>(one: A, two: B) -> [String; 2] {
    let own = Options { processes: 2, hosts: hosts(2), ..options() };
    let other = Options { process: 1, ..own.clone() };
    let other = thread::spawn(move || run(two, &other, |_| ()).map(|_| ()));
    let errors = [run(one, &own, |_| ()).map(|_| ()), other.join().expect("the thread does not panic")];
    errors.map(|error| {
        let error = error.expect_err("the processes differ");
        assert_eq!(error.kind, ShardErrorKind::Refused, "{error}");
        error.reason
    })
}

#[test]
fn processes_with_other_worlds_are_refused() {
    for reason in refusals(Crowd::SMALL, Others::<false>) {
        assert!(reason.contains("SCHEMA_HASH"), "{reason}");
    }
}

#[test]
fn processes_of_another_version_are_refused() {
    for reason in refusals(Others::<false>, Others::<true>) {
        assert!(reason.contains("version"), "{reason}");
    }
}

#[test]
fn checkpoints_of_another_version_or_world_are_refused() {
    let scratch = Scratch::new("others");
    run(Others::<false>, &scratch.options(), |_| ()).expect("the run succeeds");
    let resume = Options { resume: true, ..scratch.options() };
    let newer = run(Others::<true>, &resume, |_| ()).expect_err("the checkpoint is of another version");
    assert!(newer.kind == ShardErrorKind::Refused && newer.reason.contains("version"), "{newer}");
    let other = run(Crowd::SMALL, &resume, |_| ()).expect_err("the checkpoint is of another world");
    assert!(other.kind == ShardErrorKind::Refused && other.reason.contains("SCHEMA_HASH"), "{other}");
    run(Others::<false>, &resume, |_| ()).expect("the checkpoint is its own");
}

#[test]
fn a_missing_process_is_reported_after_the_time_limit() {
    for process in [0, 1] {
        let limited = Options { processes: 2, process, hosts: hosts(2), ..options() };
        let limited = Options { start_limit: Duration::from_millis(200), ..limited };
        let since = Instant::now();
        let error = run(Crowd::SMALL, &limited, |_| ()).expect_err("there is no other worker");
        let missing = format!("process {}", 1 - process);
        assert!(error.kind == ShardErrorKind::Start && error.reason.contains(&missing), "{error}");
        assert!(since.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn a_connection_without_a_greeting_is_ignored() {
    let hosts = hosts(2);
    let own = Options { processes: 2, hosts: hosts.clone(), ..options() };
    let other = Options { process: 1, ..own.clone() };
    let first = thread::spawn(move || run(Crowd::SMALL, &own, |_| ()));
    let mut connections = vec![];
    for bytes in [&b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"[..], b"", b"ecsshrd1\xff\xff\xff\xff", b"ecsshrd1\x03\0\0\0abc"]
    {
        let connection = loop {
            match TcpStream::connect(&hosts[0]) {
                Ok(connection) => break connection,
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        };
        (&connection).write_all(bytes).expect("the stream is connected");
        connections.push(connection);
    }
    let outcomes = [run(Crowd::SMALL, &other, |_| ()), first.join().expect("the thread does not panic")];
    let alone = run(Crowd::SMALL, &options(), |_| ()).expect("the run succeeds");
    assert!(outcomes.into_iter().all(|outcome| outcome.is_ok_and(|outcome| outcome.hash == alone.hash)));
}

#[test]
fn a_connection_that_sends_slowly_is_ignored() {
    let own = Options { processes: 2, hosts: hosts(2), start_limit: Duration::from_millis(700), ..options() };
    let address = own.hosts[0].clone();
    let slow = thread::spawn(move || {
        let mut connection = loop {
            match TcpStream::connect(&address) {
                Ok(connection) => break connection,
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        };
        // The start of a long greeting, one byte at a time.
        let greeting = [&b"ecsshrd1\0\0\x10\0"[..], &[7; 200]].concat();
        greeting.chunks(1).filter(|byte| connection.write_all(byte).is_ok() && !is_closed(&connection)).count()
    });
    let error = run(Crowd::SMALL, &own, |_| ()).expect_err("the other process is not there");
    assert!(error.kind == ShardErrorKind::Start && error.reason.contains("process 1"), "{error}");
    assert!(
        slow.join().expect("the thread does not panic") < 200,
        "the connection is closed before all bytes are sent"
    );
}

/// Waits a moment, and returns true if the other side closed a connection.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(100))).expect("the timeout is not zero");
    stream.read(&mut [0]).is_ok_and(|bytes| bytes == 0)
}

#[test]
fn a_time_limit_that_no_clock_reaches_is_none() {
    for outcome in together(&Crowd::SMALL, &options(), 2, |_, options, _| options.start_limit = Duration::MAX) {
        outcome.expect("both processes take part");
    }
}

#[test]
fn a_panic_of_the_program_ends_the_run_in_all_processes_with_its_message() {
    let threads = Options { threads: 2, ..options() };
    for outcome in together(&Crowd { panics_in: 4, ..Crowd::SMALL }, &threads, 2, |_, _, _| ()) {
        let error = outcome.expect_err("a step panics");
        assert!(error.kind == ShardErrorKind::Panicked && error.reason.contains("the step for it"), "{error}");
    }
}

#[test]
fn an_entity_outside_of_the_map_ends_the_run_in_all_processes_with_its_region() {
    for outcome in together(&Crowd { strays_in: 3, ..Crowd::SMALL }, &options(), 2, |_, _, _| ()) {
        let error = outcome.expect_err("an entity is outside of the map");
        assert!(error.kind == ShardErrorKind::NoSuchRegion && error.reason.contains("region 99"), "{error}");
    }
}

#[test]
fn a_resumed_run_ends_in_the_same_state() {
    let scratch = Scratch::new("resumed");
    let whole = run(Crowd::SMALL, &options(), |_| ()).expect("the run succeeds");
    // Without a checkpoint, a run that is resumed begins at the start.
    let resume = Options { resume: true, ..scratch.options() };
    let from_start = run(Crowd::SMALL, &resume, |_| ()).expect("the run succeeds");
    assert_eq!(from_start.hash, whole.hash);
    assert!(scratch.0.join("step-0000000010").is_dir() && !scratch.0.join("step-0000000005").exists());
    for threads in [1, 3] {
        let first = std::sync::Arc::new(std::sync::Mutex::new(0));
        let seen = std::sync::Arc::clone(&first);
        let resumed = run(Crowd::SMALL, &Options { threads, ..resume.clone() }, move |report| {
            let mut first = seen.lock().expect("nothing panicked");
            *first = if *first == 0 { report.step } else { *first };
        });
        let resumed = resumed.expect("the run succeeds");
        assert_eq!((resumed.hash, resumed.total), (whole.hash, whole.total.clone()));
        assert_eq!(*first.lock().expect("nothing panicked"), 11);
    }
}

#[test]
fn a_run_that_failed_continues_from_its_last_complete_checkpoint() {
    let scratch = Scratch::new("failed");
    let whole = run(Crowd::SMALL, &options(), |_| ()).expect("the run succeeds");
    let failing = Crowd { panics_in: 8, ..Crowd::SMALL };
    for outcome in together(&failing, &scratch.options(), 2, |_, _, _| ()) {
        assert!(outcome.is_err());
    }
    // The next checkpoint is half written.
    fs::create_dir_all(scratch.0.join("step-0000000010")).expect("the folder is there");
    fs::write(scratch.0.join("step-0000000010/region-000000-0000000000000000.tmp"), b"half")
        .expect("the folder is there");
    fs::write(scratch.0.join("manifest.tmp"), b"half").expect("the folder is there");
    let resume = Options { resume: true, ..scratch.options() };
    let outcomes = together(&Crowd::SMALL, &resume, 2, |_, _, _| ());
    assert!(outcomes.into_iter().all(|outcome| outcome.is_ok_and(|outcome| outcome.hash == whole.hash)));
}

#[test]
fn a_new_run_leaves_the_checkpoint_of_another_one_complete() {
    let scratch = Scratch::new("new");
    let whole = run(Crowd::SMALL, &scratch.options(), |_| ()).expect("the run succeeds");
    // It writes other files of step 5, and ends before those of step 10.
    let manifest = fs::read(scratch.0.join("manifest")).expect("the file was written");
    let other = Crowd { seed: 6, panics_in: 12, ..Crowd::SMALL };
    run(other, &scratch.options(), |_| ()).expect_err("a step panics");
    // As if it had been killed before the manifest of step 10: its files are there.
    fs::write(scratch.0.join("manifest"), manifest).expect("the file can be written");
    let resumed =
        run(Crowd::SMALL, &Options { resume: true, ..scratch.options() }, |_| ()).expect("the checkpoint is complete");
    assert_eq!(resumed.hash, whole.hash);
}

#[test]
fn damaged_checkpoints_and_those_of_others_are_refused() {
    let scratch = Scratch::new("damaged");
    run(Crowd::SMALL, &scratch.options(), |_| ()).expect("the run succeeds");
    let resume = Options { resume: true, ..scratch.options() };
    let error = |crowd: Crowd, options: &Options| run(crowd, options, |_| ()).expect_err("the checkpoint is refused");
    let refused = error(Crowd { seed: 6, ..Crowd::SMALL }, &resume);
    assert!(refused.kind == ShardErrorKind::Refused && refused.reason.contains("parameters"), "{refused}");
    assert_eq!(error(Crowd::SMALL, &Options { steps: 10, ..resume.clone() }).kind, ShardErrorKind::Refused);

    let file = scratch.file("step-0000000010", "region-000003");
    let mut bytes = fs::read(&file).expect("the file was written");
    bytes[9] ^= 1;
    fs::write(&file, &bytes).expect("the file can be written");
    for threads in [1, 2] {
        let damaged = error(Crowd::SMALL, &Options { threads, ..resume.clone() });
        assert!(damaged.kind == ShardErrorKind::Checkpoint && damaged.reason.contains("region-000003"), "{damaged}");
    }
    fs::write(scratch.0.join("manifest"), b"nothing").expect("the file can be written");
    assert_eq!(error(Crowd::SMALL, &resume).kind, ShardErrorKind::Checkpoint);
}
