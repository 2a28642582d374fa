//! Steps of all workers: each runs its regions, sends moved entities and ghosts, and waits for all others.

use crate::figures::Figures;

/// Number of simulated steps; times are their means.
const STEPS: u64 = 50;

/// How sums are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sums {
    /// As today: each worker sends a message with the sums of its regions to each other worker.
    ToAll,
    /// Along a tree over the workers, and back; other messages are sent only if they are not empty.
    Tree,
}

/// What is simulated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) machines: u64,
    pub(crate) agents: u64,
    pub(crate) sums: Sums,
}

/// Parts of a step, in seconds: those of the mean worker, and its wait for the slowest one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Times {
    pub(crate) run: f64,
    pub(crate) move_and_show: f64,
    pub(crate) messages: f64,
    pub(crate) wait: f64,
}

impl Times {
    pub(crate) fn total(&self) -> f64 {
        self.run + self.move_and_show + self.messages + self.wait
    }
}

/// Random numbers: `SplitMix64`.
struct Random(u64);

impl Random {
    /// Returns a number above 0, and at most 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((mixed ^ (mixed >> 31)) >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// Returns an exponentially distributed number with mean 1.
    fn exponential(&mut self) -> f64 {
        -self.next().ln()
    }

    /// Returns a nearly normally distributed number with mean 0 and deviation 1, from the sum of twelve numbers.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

/// Mean traffic of a step.
struct Traffic {
    /// Number of agents of a worker that change region.
    moved: f64,
    /// Number of ghosts of a worker that are new or changed.
    shown: f64,
    /// Number of workers to which a worker sends something.
    partners: f64,
    /// Share of the traffic that leaves the machine.
    away: f64,
}

fn traffic(figures: &Figures, plan: &Plan) -> Traffic {
    let workers = figures.workers * plan.machines as f64;
    let regions = workers * figures.regions;
    let in_region = plan.agents as f64 / regions;
    // With one agent per cell, the number of agents near the border is that of the cells along the sides of a square.
    let near_border = (4.0 * in_region.sqrt() * figures.stray).min(in_region);
    let commuting = in_region * figures.commuting;
    // Half of those near the border stray away from it, and one in eight far enough.
    let moved = figures.regions * (near_border / 16.0 + commuting);
    let shown = figures.regions * near_border * figures.visible;
    // The regions of a worker form a block with eight neighbours; commuters reach any other worker.
    let partners = (8.0 + figures.regions * commuting).min(workers - 1.0);
    let nearby = figures.regions * near_border / 16.0 / moved.max(1e-9);
    let machines = plan.machines as f64;
    let away_at_random = 1.0 - 1.0 / machines;
    let away_nearby = if plan.machines > 1 { 1.0 / figures.workers.sqrt() } else { 0.0 };
    Traffic { moved, shown, partners, away: nearby * away_nearby + (1.0 - nearby) * away_at_random }
}

/// Time that a worker spends on messages in a step.
fn messages(figures: &Figures, plan: &Plan, traffic: &Traffic) -> f64 {
    let (workers, machines) = (figures.workers * plan.machines as f64, plan.machines as f64);
    let values = traffic.moved * figures.migration_bytes + traffic.shown * figures.ghost_bytes;
    let own_sums = figures.regions * figures.sum_bytes;
    let (count, sums, rounds) = match plan.sums {
        Sums::ToAll => (workers - 1.0, (workers - 1.0) * own_sums, 1.0),
        Sums::Tree => (traffic.partners + 4.0, 2.0 * figures.sum_bytes, 2.0 * workers.log2().ceil()),
    };
    let is_away = if plan.machines > 1 { 1.0 } else { 0.0 };
    let away_of_messages = (count * (machines - 1.0) / machines).max(0.0);
    // All workers of a machine share its network.
    let bytes = figures.workers * (values * traffic.away + is_away * sums + away_of_messages * figures.message_bytes);
    count * figures.message + bytes / figures.bandwidth + is_away * (figures.round + rounds * figures.latency)
}

/// Mean times of a step of a plan.
pub(crate) fn step(figures: &Figures, plan: &Plan) -> Times {
    let workers = (figures.workers * plan.machines as f64) as usize;
    let agents = plan.agents as f64 / workers as f64;
    let mut random = Random(plan.agents ^ plan.machines.rotate_left(32));
    // Number of agents of each worker relative to the mean, after balancing, which does not divide regions.
    let spread = figures.uneven / figures.regions;
    let loads: Vec<f64> = (0..workers).map(|_| (1.0 + spread * random.normal()).max(0.0)).collect();
    let traffic = traffic(figures, plan);
    let run = agents * figures.run;
    let move_and_show = traffic.moved * figures.migration + traffic.shown * figures.ghost;
    let messages = messages(figures, plan, &traffic);
    let mut slowest = 0.0;
    for _ in 0..STEPS {
        let times = loads.iter().map(|load| {
            let own = (run + move_and_show) * load;
            let paused = if random.next() < figures.pauses { figures.pause } else { 0.0 };
            own * (1.0 + figures.jitter * random.exponential()) + paused
        });
        slowest += times.fold(0.0, f64::max) / STEPS as f64;
    }
    Times { run, move_and_show, messages, wait: slowest - run - move_and_show }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Plan = Plan { machines: 10, agents: 100_000_000, sums: Sums::ToAll };

    #[test]
    fn the_same_figures_give_the_same_times() {
        let one = step(&Figures::default(), &ALL);
        let other = step(&Figures::default(), &ALL);
        assert!(one.total().to_bits() == other.total().to_bits() && one.total() > 0.0);
    }

    #[test]
    fn without_stragglers_and_differences_no_worker_waits() {
        let figures = Figures { jitter: 0.0, pauses: 0.0, uneven: 0.0, ..Figures::default() };
        assert!(step(&figures, &ALL).wait.abs() < 1e-12);
        let figures = Figures { jitter: 0.1, ..figures };
        assert!(step(&figures, &ALL).wait > 0.0);
    }

    #[test]
    fn messages_to_all_cost_more_than_a_tree_where_there_are_many() {
        let cost = |machines, sums| step(&Figures::default(), &Plan { machines, sums, ..ALL }).messages;
        assert!(cost(1_000, Sums::ToAll) > 3.0 * cost(1_000, Sums::Tree));
        assert!(cost(1, Sums::ToAll) < 2.0 * cost(1, Sums::Tree));
    }
}
