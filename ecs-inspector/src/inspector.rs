//! The inspector of a program: requests arrive through a channel, and are answered between frames.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use ecs_world::{Inspect, Snapshots, Timeline};

use crate::history::History;
use crate::record::Record;
use crate::server::Server;
use crate::{Request, Response};

/// Maximum number of waiting lists of requests; further ones are refused.
const MOST_WAITING: usize = 64;
/// How long frames are recorded after the last request.
const RECORDED: Duration = Duration::from_secs(5);

/// Settings of an inspector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    pub(crate) port: u16,
    pub(crate) editable: bool,
}

impl Settings {
    /// Default settings: any free port, and nothing can be changed.
    #[must_use]
    pub const fn new() -> Self {
        Self { port: 0, editable: false }
    }

    /// Sets the port to listen on; 0 selects any free port.
    #[must_use]
    pub const fn port(self, port: u16) -> Self {
        Self { port, ..self }
    }

    /// Sets whether values can be changed, entities spawned and despawned, and the program paused.
    #[must_use]
    pub const fn editable(self, editable: bool) -> Self {
        Self { editable, ..self }
    }
}

/// Requests, and the channel for their answers.
pub(crate) struct Envelope {
    pub(crate) requests: Vec<Request>,
    pub(crate) reply: SyncSender<Vec<Response>>,
}

/// Sends requests to an inspector from another thread.
#[derive(Debug, Clone)]
pub struct Client {
    sender: SyncSender<Envelope>,
}

impl std::fmt::Debug for Envelope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Envelope").field("requests", &self.requests).finish_non_exhaustive()
    }
}

impl Client {
    /// Sends requests, which are answered together between two frames. Returns `None` if the inspector is gone, or too many requests are
    /// waiting.
    #[must_use]
    pub fn ask(&self, requests: Vec<Request>) -> Option<Receiver<Vec<Response>>> {
        let (reply, answers) = sync_channel(1);
        self.sender.try_send(Envelope { requests, reply }).ok()?;
        Some(answers)
    }
}

/// The number of frames so far, and whether further ones run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Course {
    /// Number of frames that ran.
    pub(crate) frame: u64,
    pub(crate) paused: bool,
    /// Number of frames that still run although the program is paused.
    pub(crate) steps: u64,
}

/// Answers requests about a world, and applies changes to it, between its frames.
///
/// Needs a world that is declared with `#[derive(Serialize, Deserialize)]`.
///
/// # Examples
///
/// ```
/// use ecs_inspector::{Inspector, Request, Response, Settings};
/// use ecs_world::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Health(u32);
///
/// ecs_world! {
///     #[derive(Serialize, Deserialize)]
///     pub struct World;
///     components: Health;
/// }
///
/// let mut world = World::default();
/// let ship = world.spawn(Health(3));
/// let mut inspector = Inspector::new(Settings::new().editable(true));
/// let edit = Request::Insert { entity: ship, component: "Health".into(), value: 9.into() };
/// assert_eq!(inspector.respond(&mut world, edit), Response::Done);
/// assert_eq!(world.get::<Health>(ship).unwrap().0, 9);
/// ```
pub struct Inspector<W: Inspect> {
    pub(crate) settings: Settings,
    pub(crate) course: Course,
    pub(crate) history: Option<Box<dyn History<W> + Send>>,
    pub(crate) record: Record,
    requests: Receiver<Envelope>,
    sender: SyncSender<Envelope>,
    server: Option<Server>,
    /// When the last requests arrived; `None` if frames are not recorded.
    asked: Option<Instant>,
}

impl<W: Inspect> std::fmt::Debug for Inspector<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inspector")
            .field("settings", &self.settings)
            .field("course", &self.course)
            .finish_non_exhaustive()
    }
}

impl<W: Inspect> Inspector<W> {
    /// Creates an inspector without a server: it answers its [clients](Self::client).
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let (sender, requests) = sync_channel(MOST_WAITING);
        let (course, record) = (Course::default(), Record::default());
        Self { settings, course, history: None, record, requests, sender, server: None, asked: None }
    }

    /// Creates an inspector with a server on the loopback interface, whose page is at [`url`](Self::url). The server runs on its own
    /// thread, which sleeps while no client is connected, and ends with the inspector.
    ///
    /// # Errors
    ///
    /// If the port is in use, the operating system provides no random numbers, or the thread cannot be started.
    pub fn attach(settings: Settings) -> io::Result<Self> {
        let mut inspector = Self::new(settings);
        inspector.server = Some(Server::start(settings.port, inspector.client())?);
        Ok(inspector)
    }

    /// The address of the page, with the token that requests need; `None` without a server.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        self.server.as_ref().map(Server::url)
    }

    /// Returns a client, which sends requests to this inspector from another thread.
    #[must_use]
    pub fn client(&self) -> Client {
        Client { sender: self.sender.clone() }
    }

    /// Keeps a snapshot of each of the last `capacity` frames while frames are recorded, so that the world can step back. A capacity of 0
    /// keeps none.
    ///
    /// [`answer`](Self::answer) then panics if [`snapshot`](ecs_world::WorldSnapshots::snapshot) does: if commands with values of transient
    /// components are pending.
    pub fn keep_history(&mut self, capacity: usize)
    where
        W: Snapshots,
        Timeline<W>: Send,
    {
        self.history = (capacity > 0).then(|| Box::new(Timeline::new(capacity)) as Box<dyn History<W> + Send>);
    }

    /// Answers the requests that arrived since the last call, and returns true if the program runs a frame now, or false while it is
    /// paused.
    ///
    /// Call it once per frame, before the world runs. If no request arrived in the last five seconds, it runs in **O(1)** time.
    ///
    /// # Panics
    ///
    /// Only with [a history](Self::keep_history): if commands with values of transient components are pending when a frame is saved. Call
    /// [`flush`](ecs_world::EcsWorld::flush) first.
    #[must_use = "the program is paused if it returns false"]
    pub fn answer(&mut self, world: &mut W) -> bool {
        // One more than can wait: bounded, so that a client that sends requests without pause does not stop the program.
        for _ in 0..=MOST_WAITING {
            match self.requests.try_recv() {
                Ok(envelope) => {
                    self.asked = Some(Instant::now());
                    let answers = envelope.requests.into_iter().map(|request| self.respond(world, request)).collect();
                    // The client may be gone.
                    let _ = envelope.reply.try_send(answers);
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        if self.course.paused {
            if self.course.steps == 0 {
                return false;
            }
            self.course.steps -= 1;
        }
        self.record(world);
        self.course.frame += 1;
        true
    }

    /// Records the state before a frame, for five seconds after a request, and while the program is paused after one.
    fn record(&mut self, world: &W) {
        let Some(asked) = self.asked else { return };
        if asked.elapsed() > RECORDED && !self.course.paused {
            self.asked = None;
            self.record.forget_times();
            self.history.iter_mut().for_each(|history| history.clear());
            return;
        }
        self.record.sample(world, self.course.frame);
        if let Some(history) = &mut self.history {
            history.save(self.course.frame, world);
        }
    }

    /// Answers one request immediately.
    pub fn respond(&mut self, world: &mut W, request: Request) -> Response {
        let answer = match crate::answer::read(self, world, request) {
            Ok(answer) => return answer.unwrap_or_else(Response::refused),
            Err(request) if !self.settings.editable => {
                let _ = request;
                return Response::refused(
                    "the inspector is read-only: the program attaches it without `editable(true)`",
                );
            }
            Err(request) => self.change(world, request),
        };
        answer.unwrap_or_else(Response::refused)
    }

    fn change(&mut self, world: &mut W, request: Request) -> Result<Response, String> {
        match request {
            Request::Pause => (self.course.paused, self.course.steps) = (true, 0),
            Request::Resume => self.course.paused = false,
            Request::Step { frames } => (self.course.paused, self.course.steps) = (true, frames),
            Request::StepBack { frames } => self.step_back(world, frames)?,
            other => return crate::edit::edit(world, other),
        }
        Ok(Response::Done)
    }

    fn step_back(&mut self, world: &mut W, frames: u64) -> Result<(), String> {
        let Some(history) = &mut self.history else {
            return Err(
                "the program keeps no history: `keep_history` does, for a world with `#[derive(Snapshot)]`".into()
            );
        };
        let frame = self.course.frame.checked_sub(frames);
        if frames > 0 && !frame.is_some_and(|frame| history.load(frame, world)) {
            return Err(format!("the history does not reach back {frames} frames"));
        }
        self.course = Course { frame: frame.unwrap_or_default(), paused: true, steps: 0 };
        self.record.forget_from(self.course.frame);
        Ok(())
    }

    /// The number of frames that the world can go back.
    pub(crate) fn back(&self) -> u64 {
        let first = self.history.as_ref().and_then(|history| history.first());
        first.map_or(0, |first| self.course.frame.saturating_sub(first))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use ecs_world::prelude::*;

    use super::*;

    ecs_world! {
        #[derive(Serialize, Deserialize, Snapshot)]
        pub(crate) struct Game;
        components: u32 as Health;
    }

    #[test]
    fn frames_are_forgotten_after_the_last_request_unless_the_program_is_paused() {
        for (is_paused, back) in [(false, 0), (true, 2)] {
            let (mut inspector, mut game) = (Inspector::new(Settings::new().editable(true)), Game::default());
            inspector.keep_history(4);
            inspector.asked = Some(Instant::now());
            assert!(inspector.answer(&mut game));
            assert_eq!(inspector.back(), 1);
            inspector.asked = Instant::now().checked_sub(RECORDED * 2);
            if is_paused {
                inspector.respond(&mut game, Request::Step { frames: 1 });
            }
            assert!(inspector.answer(&mut game));
            assert_eq!(inspector.back(), back);
        }
    }
}
