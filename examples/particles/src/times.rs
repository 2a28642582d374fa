//! Measured times: medians over the last frames, so that single disturbances have no effect.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Number of frames that are measured: one second.
const FRAMES: usize = 60;

/// Durations of `N` parts of each of the last frames.
#[derive(Debug)]
pub struct Times<const N: usize> {
    frames: VecDeque<[Duration; N]>,
    total: Duration,
}

impl<const N: usize> Default for Times<N> {
    fn default() -> Self {
        Self { frames: VecDeque::with_capacity(FRAMES), total: Duration::ZERO }
    }
}

impl<const N: usize> Times<N> {
    /// Adds a frame.
    pub fn push(&mut self, frame: [Duration; N]) {
        if self.frames.len() == FRAMES {
            self.frames.pop_front();
        }
        self.frames.push_back(frame);
        self.total += frame.iter().sum::<Duration>();
    }

    /// Returns the median duration of a part.
    pub fn part(&self, part: usize) -> Duration {
        median(self.frames.iter().map(|frame| frame[part]))
    }

    /// Returns the median duration of all parts together.
    pub fn frame(&self) -> Duration {
        median(self.frames.iter().map(|frame| frame.iter().sum()))
    }

    /// Returns the total duration of all frames since the start.
    pub fn total(&self) -> Duration {
        self.total
    }
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Runs `N` parts, and returns the duration of each.
pub fn time<const N: usize>(mut part: impl FnMut(usize)) -> [Duration; N] {
    let mut before = Instant::now();
    std::array::from_fn(|at| {
        part(at);
        let after = Instant::now();
        after - std::mem::replace(&mut before, after)
    })
}

/// The times at which the last frames were drawn.
#[derive(Debug, Default)]
pub struct Rate {
    drawn: VecDeque<Instant>,
}

impl Rate {
    /// Records that a frame was drawn.
    pub fn push(&mut self, now: Instant) {
        if self.drawn.len() > FRAMES {
            self.drawn.pop_front();
        }
        self.drawn.push_back(now);
    }

    /// Returns the number of frames per second.
    #[expect(clippy::cast_precision_loss, reason = "there are some dozens of frames")]
    pub fn per_second(&self) -> f64 {
        let (Some(first), Some(last)) = (self.drawn.front(), self.drawn.back()) else { return 0.0 };
        let took = (*last - *first).as_secs_f64();
        if took > 0.0 { (self.drawn.len() - 1) as f64 / took } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{FRAMES, Rate, Times, time};

    fn micros(micros: [u64; 2]) -> [Duration; 2] {
        micros.map(Duration::from_micros)
    }

    #[test]
    fn times_are_medians_of_the_last_frames() {
        let mut times = Times::default();
        assert_eq!((times.part(0), times.frame(), times.total()), (Duration::ZERO, Duration::ZERO, Duration::ZERO));
        for frame in [[1, 5], [9, 0], [2, 4]] {
            times.push(micros(frame));
        }
        assert_eq!([times.part(0), times.part(1)], micros([2, 4]));
        assert_eq!([times.frame(), times.total()], micros([6, 21]));
        (0..FRAMES).for_each(|_| times.push(micros([7, 1])));
        assert_eq!([times.part(0), times.frame()], micros([7, 8]));
        assert_eq!(times.frames.len(), FRAMES);
    }

    #[test]
    fn each_part_is_timed_in_turn() {
        let mut parts = vec![];
        let _: [Duration; 3] = time(|part| parts.push(part));
        assert_eq!(parts, [0, 1, 2]);
    }

    #[test]
    fn the_rate_counts_from_one_frame_to_the_next() {
        let (start, mut rate) = (Instant::now(), Rate::default());
        assert!(rate.per_second().abs() < 1e-9);
        rate.push(start);
        assert!(rate.per_second().abs() < 1e-9, "one frame is no rate");
        (1..200).for_each(|frame| rate.push(start + frame * Duration::from_millis(20)));
        assert!((rate.per_second() - 50.0).abs() < 1e-9);
    }
}
