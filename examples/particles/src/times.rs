//! Owns the measured times: medians over the last frames, so that single disturbances do not show.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Over how many frames: a second of them.
const FRAMES: usize = 60;

/// How long `N` parts of a frame took, in the last frames.
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

    /// How long a part took.
    pub fn part(&self, part: usize) -> Duration {
        median(self.frames.iter().map(|frame| frame[part]))
    }

    /// How long all parts took.
    pub fn frame(&self) -> Duration {
        median(self.frames.iter().map(|frame| frame.iter().sum()))
    }

    /// How long all frames took that there ever were.
    pub fn total(&self) -> Duration {
        self.total
    }
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// How long each part of something took.
pub fn time<const N: usize>(mut part: impl FnMut(usize)) -> [Duration; N] {
    let mut before = Instant::now();
    std::array::from_fn(|at| {
        part(at);
        let after = Instant::now();
        after - std::mem::replace(&mut before, after)
    })
}

/// When the last frames were drawn.
#[derive(Debug, Default)]
pub struct Rate {
    drawn: VecDeque<Instant>,
}

impl Rate {
    /// A frame was drawn.
    pub fn push(&mut self, now: Instant) {
        if self.drawn.len() > FRAMES {
            self.drawn.pop_front();
        }
        self.drawn.push_back(now);
    }

    /// Frames per second.
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
