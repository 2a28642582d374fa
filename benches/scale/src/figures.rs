//! Figures that were measured, and figures that are assumed.

/// Times in seconds, sizes in bytes.
#[derive(Debug, Clone)]
pub(crate) struct Figures {
    /// Measured: a step of one agent that stays in its region, with all overhead of regions.
    pub(crate) run: f64,
    /// Measured: to remove, write, read and spawn an entity that moves to a region of another worker.
    pub(crate) migration: f64,
    /// Measured: its bytes in a message.
    pub(crate) migration_bytes: f64,
    /// Measured: to find, write, read and apply a new or changed ghost, in a region of another worker.
    pub(crate) ghost: f64,
    /// Measured: its bytes in a message.
    pub(crate) ghost_bytes: f64,
    /// Measured: a round of messages between two processes, on two cores which their network threads share.
    pub(crate) round: f64,
    /// Assumed: the time of a message, besides that of its bytes.
    pub(crate) message: f64,
    /// Measured: the bytes of a message without moves and ghosts, besides the sums of regions.
    pub(crate) message_bytes: f64,
    /// Measured: the bytes of the sum of one region.
    pub(crate) sum_bytes: f64,
    /// Assumed: the share of agents that move to a random region in a step.
    pub(crate) commuting: f64,
    /// Assumed: how far an agent strays in a step, in sides of its cell; agents near a border cross it, and have ghosts.
    pub(crate) stray: f64,
    /// Assumed: the share of agents near a border whose ghosts change in a step.
    pub(crate) visible: f64,
    /// Assumed: workers per machine.
    pub(crate) workers: f64,
    /// Assumed: regions per worker.
    pub(crate) regions: f64,
    /// Assumed: the standard deviation of the number of agents per region, as a share of the mean.
    pub(crate) uneven: f64,
    /// Assumed: bytes per second that a machine sends.
    pub(crate) bandwidth: f64,
    /// Assumed: the latency from one machine to another.
    pub(crate) latency: f64,
    /// Assumed: the mean time that a worker loses in a step, as a share of its step, distributed exponentially.
    pub(crate) jitter: f64,
    /// Assumed: the probability that a worker pauses in a step.
    pub(crate) pauses: f64,
    /// Assumed: the length of a pause.
    pub(crate) pause: f64,
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            run: 19.1e-9,
            migration: 437e-9,
            migration_bytes: 21.7,
            ghost: 134e-9,
            ghost_bytes: 7.5,
            round: 320e-6,
            message: 5e-6,
            message_bytes: 10.0,
            sum_bytes: 8.0,
            commuting: 0.004,
            stray: 1.0,
            visible: 0.05,
            workers: 16.0,
            regions: 4.0,
            uneven: 0.1,
            bandwidth: 1.25e9,
            latency: 30e-6,
            jitter: 0.02,
            pauses: 1e-5,
            pause: 5e-3,
        }
    }
}

impl Figures {
    /// Sets a field, given `name=value`.
    pub(crate) fn set(&mut self, argument: &str) -> Result<(), String> {
        let (name, value) = argument.split_once('=').ok_or_else(|| format!("`{argument}` is not NAME=VALUE"))?;
        let value: f64 = value.parse().map_err(|error| format!("`{argument}`: {error}"))?;
        let field = match name {
            "run" => &mut self.run,
            "migration" => &mut self.migration,
            "migration_bytes" => &mut self.migration_bytes,
            "ghost" => &mut self.ghost,
            "ghost_bytes" => &mut self.ghost_bytes,
            "round" => &mut self.round,
            "message" => &mut self.message,
            "message_bytes" => &mut self.message_bytes,
            "sum_bytes" => &mut self.sum_bytes,
            "commuting" => &mut self.commuting,
            "stray" => &mut self.stray,
            "visible" => &mut self.visible,
            "workers" => &mut self.workers,
            "regions" => &mut self.regions,
            "uneven" => &mut self.uneven,
            "bandwidth" => &mut self.bandwidth,
            "latency" => &mut self.latency,
            "jitter" => &mut self.jitter,
            "pauses" => &mut self.pauses,
            "pause" => &mut self.pause,
            _ => return Err(format!("there is no figure `{name}`")),
        };
        *field = value;
        Ok(())
    }
}
