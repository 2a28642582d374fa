//! The exchange of messages between workers, in rounds: all workers take part in each round, and continue when all messages have arrived.
//!
//! - **I1** Messages are stored by round, since a worker that is ahead can send those of the next round before this one has read those of
//!   the current round.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange as ByWorker;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::error::{ShardError, ShardErrorKind};
use crate::message::{read, write};

/// Longest time that a worker sleeps before it checks whether the process lost a connection.
const NAP: Duration = Duration::from_millis(50);

/// A message.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Packet {
    to: u32,
    from: u32,
    /// The message is the error that ended the run for the sender.
    is_error: bool,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// Why a worker stops.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This worker failed, and the others have not been notified.
    Here(ShardError),
    /// Another worker failed, and all have been notified.
    There(ShardError),
    /// A connection was lost.
    Lost,
}

impl From<ShardError> for Stop {
    fn from(error: ShardError) -> Self {
        Self::Here(error)
    }
}

/// The connections of a process, which its workers share.
pub(crate) struct Connections {
    sockets: Vec<TcpStream>,
    is_lost: AtomicBool,
}

impl Connections {
    pub(crate) fn new(sockets: Vec<TcpStream>) -> Self {
        Self { sockets, is_lost: AtomicBool::new(false) }
    }

    /// Closes all connections, so that the other processes stop, too.
    pub(crate) fn lose(&self) {
        self.is_lost.store(true, Ordering::Relaxed);
        for socket in &self.sockets {
            // It may be closed already.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }
}

type Inbox = Rc<RefCell<BTreeMap<u64, Vec<Packet>>>>;

/// A worker's part in the exchange.
pub(crate) struct Exchange<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Packet>>>,
    probe: ProbeHandle<u64>,
    inbox: Inbox,
    connections: &'w Connections,
    own: u32,
}

impl<'w> Exchange<'w> {
    pub(crate) fn new(worker: &'w mut Worker, connections: &'w Connections) -> Self {
        let own = u32::try_from(worker.index()).unwrap_or_default();
        let (mut input, inbox) = (InputHandle::new(), Inbox::default());
        let kept = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            let packets = scope.input_from(&mut input).container::<Vec<Packet>>();
            let arrived = packets.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                ByWorker::new(|packet: &Packet| u64::from(packet.to)),
                "packets",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|capability, packets| {
                            // There is one input, so there is one time.
                            let round = capability.stamp().least().copied().unwrap_or_default();
                            kept.borrow_mut().entry(round).or_default().append(packets);
                        });
                    }
                },
            );
            arrived.probe().0
        });
        Self { worker, input, probe, inbox, connections, own }
    }

    /// The number of this worker.
    pub(crate) fn own(&self) -> u32 {
        self.own
    }

    /// Sends messages to workers, waits until all workers have done so, and returns the messages for this one, in the order of their
    /// senders.
    pub(crate) fn round(&mut self, messages: Vec<(u32, Vec<u8>)>) -> Result<Vec<Vec<u8>>, Stop> {
        let round = *self.input.time();
        for (to, bytes) in messages {
            self.input.send(Packet { to, from: self.own, is_error: false, bytes });
        }
        self.input.advance_to(round + 1);
        self.input.flush();
        while self.probe.less_than(self.input.time()) {
            if self.connections.is_lost() {
                return Err(Stop::Lost);
            }
            self.worker.step_or_park(Some(NAP));
        }
        let mut packets = self.inbox.borrow_mut().remove(&round).unwrap_or_default();
        packets.sort_by_key(|packet| packet.from);
        if let Some(packet) = packets.iter().find(|packet| packet.is_error) {
            let unknown = |_| ShardError::new(ShardErrorKind::Format, format!("worker {} failed", packet.from));
            return Err(Stop::There(read(&packet.bytes).unwrap_or_else(unknown)));
        }
        Ok(packets.into_iter().map(|packet| packet.bytes).collect())
    }

    /// Sends the reason why this worker stops to all others, in place of its messages of the next round.
    pub(crate) fn announce(&mut self, error: &ShardError) {
        let bytes = write(error).unwrap_or_default();
        let all = u32::try_from(self.worker.peers()).unwrap_or_default();
        for to in (0..all).filter(|to| *to != self.own) {
            self.input.send(Packet { to, from: self.own, is_error: true, bytes: bytes.clone() });
        }
        self.input.flush();
    }

    /// Drops the dataflow without waiting for other workers, since no further round can end.
    pub(crate) fn abandon(self) {
        for dataflow in self.worker.installed_dataflows() {
            self.worker.drop_dataflow(dataflow);
        }
    }
}
