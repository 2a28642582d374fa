//! Records frames while a client is active: the times of systems, and the watched numbers.

use std::collections::VecDeque;
use std::time::Instant;

use ecs_world::Inspect;

use crate::probe::{Probe, Step};
use crate::search;
use crate::{Number, Series};

/// Maximum number of recorded runs per system.
const MOST_TIMES: usize = 120;
/// Maximum number of watched numbers.
const MOST_WATCHED: usize = 32;
/// Maximum number of samples per number.
const MOST_SAMPLES: usize = 4096;

#[derive(Debug, Default)]
pub(crate) struct Record {
    /// By system: its number of runs when it was last recorded, and the nanoseconds of the recorded ones.
    systems: Vec<(u64, VecDeque<u64>)>,
    watched: Vec<Watched>,
    next: u64,
    /// When the last frame was recorded.
    last: Option<Instant>,
}

#[derive(Debug)]
struct Watched {
    id: u64,
    number: Number,
    source: Source,
    samples: VecDeque<(u64, f64)>,
}

/// A watched number, whose names are resolved.
#[derive(Debug)]
enum Source {
    Component(usize, Vec<Step>),
    Value(Vec<Step>),
    Count(usize),
    Other,
}

impl Record {
    /// Starts to sample a number in each recorded frame, and returns its id.
    pub(crate) fn watch<W: Inspect>(&mut self, number: Number) -> Result<u64, String> {
        if let Some(known) = self.watched.iter().find(|watched| watched.number == number) {
            return Ok(known.id);
        }
        if self.watched.len() >= MOST_WATCHED {
            return Err(format!("{MOST_WATCHED} numbers are watched already"));
        }
        let source = Source::of::<W>(&number)?;
        self.next += 1;
        self.watched.push(Watched { id: self.next, number, source, samples: VecDeque::new() });
        Ok(self.next)
    }

    pub(crate) fn unwatch(&mut self, id: u64) {
        self.watched.retain(|watched| watched.id != id);
    }

    /// The samples since a frame.
    pub(crate) fn series(&self, since: u64) -> Vec<Series> {
        let series = self.watched.iter().map(|watched| {
            let first = watched.samples.partition_point(|(frame, _)| *frame < since);
            let points = watched.samples.range(first..).copied().collect();
            Series { id: watched.id, number: watched.number.clone(), points }
        });
        series.collect()
    }

    /// The nanoseconds of the last runs of a system, given by its number.
    pub(crate) fn times(&self, system: usize) -> Vec<u64> {
        self.systems.get(system).map(|(_, times)| times.iter().copied().collect()).unwrap_or_default()
    }

    /// Records a frame.
    pub(crate) fn sample<W: Inspect>(&mut self, world: &W, frame: u64) {
        for (number, time) in world.system_times().enumerate() {
            if self.systems.len() <= number {
                self.systems.push((time.runs, VecDeque::new()));
            }
            let (runs, times) = &mut self.systems[number];
            if *runs != time.runs {
                *runs = time.runs;
                push(times, nanoseconds(time.last), MOST_TIMES);
            }
        }
        let now = Instant::now();
        let since = self.last.replace(now).map(|last| now - last);
        for watched in &mut self.watched {
            let number = match &watched.number {
                Number::Frame => since.map(|time| time.as_secs_f64() * 1e6),
                number => watched.source.sample(number, world),
            };
            if let Some(number) = number.filter(|number| number.is_finite()) {
                push(&mut watched.samples, (frame, number), MOST_SAMPLES);
            }
        }
    }

    /// Drops the samples from a frame on, because the world stepped back.
    pub(crate) fn forget_from(&mut self, frame: u64) {
        for watched in &mut self.watched {
            watched.samples.retain(|(own, _)| *own < frame);
        }
        self.last = None;
    }

    /// Drops the times of systems, because further ones would not be of adjacent frames.
    pub(crate) fn forget_times(&mut self) {
        self.systems.clear();
        self.last = None;
    }
}

fn push<T>(ring: &mut VecDeque<T>, value: T, most: usize) {
    if ring.len() >= most {
        ring.pop_front();
    }
    ring.push_back(value);
}

pub(crate) fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl Source {
    fn of<W: Inspect>(number: &Number) -> Result<Self, String> {
        match number {
            Number::Component { component, path, .. } => {
                Ok(Self::Component(search::number::<W>(component)?, Step::path(path)))
            }
            Number::Value { section, name, path } => {
                let is_there = W::value_names().contains(&(section.as_str(), name.as_str()));
                if !is_there || section == "events" {
                    return Err(format!("there is no number `{name}` in `{section}`"));
                }
                Ok(Self::Value(
                    crate::edit::state_path(section, path).map_or_else(|| Step::path(path), |path| Step::path(&path)),
                ))
            }
            Number::System { name } => match W::PLAN.system(name) {
                Some(_) => Ok(Self::Other),
                None => Err(format!("there is no system `{name}`")),
            },
            Number::Count { component } => Ok(Self::Count(search::number::<W>(component)?)),
            Number::Entities | Number::Frame => Ok(Self::Other),
        }
    }

    fn sample<W: Inspect>(&self, number: &Number, world: &W) -> Option<f64> {
        let scalar = match (self, number) {
            (Self::Component(component, path), Number::Component { entity, .. }) => {
                world.write_component(*entity, *component, Probe(path))?.ok()?
            }
            (Self::Value(path), Number::Value { section, name, .. }) => {
                world.write_value(section, name, Probe(path))?.ok()?
            }
            (Self::Count(component), _) => return world.storage_size(*component).map(|size| count(size.len)),
            (_, Number::System { name }) => {
                return world.system_times().find(|time| time.name == name).map(|time| time.last.as_secs_f64() * 1e6);
            }
            _ => return Some(count(world.len())),
        };
        scalar?.number()
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer entities than 2^32")]
fn count(number: usize) -> f64 {
    number as f64
}
