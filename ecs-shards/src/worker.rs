//! The work of one worker: its regions, step by step.

use std::collections::BTreeMap;
use std::time::Instant;

use ecs_world::prelude::*;

use crate::arrivals::{Arrivals, QueueOf, Roads};
use crate::balance::{Measure, plan, start};
use crate::checkpoint::{Folder, Manifest};
use crate::error::ShardError;
use crate::exchange::{Exchange, Stop};
use crate::message::{Counts, Letter, Opened, Parcel, read, write};
use crate::region::Region;
use crate::run::{Job, Outcome, Report};
use crate::simulation::Simulation;

/// The number of a region, its sum, and the load that balancing measured.
type SumAndLoad<S> = (u32, <S as Simulation>::Sum, u64);
type LetterOf<S> = Letter<<S as Simulation>::Seen, <S as Simulation>::Sum>;

/// Runs the regions of one worker until the last step.
pub(crate) fn work<S: Simulation>(
    job: &Job<S>,
    exchange: &mut Exchange<'_>,
    observe: &mut dyn FnMut(&Report<'_, S::Sum>),
) -> Result<Outcome<S::Sum>, Stop> {
    let mut own = Worker::new(job, exchange)?;
    let steps = job.options.steps;
    if job.manifest.is_none() {
        own.step(0)?;
    }
    for step in job.manifest.as_ref().map_or(0, |manifest| manifest.step) + 1..=steps {
        let counts = own.step(step)?;
        let hashes = if is_due(step, job.options.hash_every) { own.hashes()? } else { vec![] };
        if own.exchange.own() == 0 {
            observe(&Report { step, steps, total: &own.total, hashes: &hashes, counts });
        }
        if step < steps && is_due(step, job.options.checkpoint_every) {
            own.save(step)?;
        }
        if let Some(balance) = job.options.balance
            && step < steps
            && is_due(step, balance.every)
        {
            own.balance()?;
        }
    }
    let hashes = own.hashes()?;
    let hash = hashes.iter().fold(0, |hash: u64, own| (hash ^ own).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    let Worker { total, owners, counts, .. } = own;
    Ok(Outcome { total, hashes, hash, owners, counts })
}

fn is_due(step: u64, every: u64) -> bool {
    every > 0 && step.is_multiple_of(every)
}

fn nanoseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

fn not_here(region: u32) -> ShardError {
    ShardError::format(format!("region {region} is not here"))
}

struct Worker<'a, 'w, S: Simulation> {
    job: &'a Job<S>,
    exchange: &'a mut Exchange<'w>,
    /// The regions of this worker, by number.
    regions: Vec<Option<Box<Region<S>>>>,
    /// Parcels that the last step sent to these regions, in the order of the senders; `None` if they were applied.
    arrived: Option<Vec<Parcel<S::Seen>>>,
    /// By region: entities that arrive.
    arrivals: Vec<Arrivals<S>>,
    /// By region: entities that left for it in this step.
    departures: Vec<Arrivals<S>>,
    spare: Spare<S>,
    /// The worker of each region.
    owners: Vec<u32>,
    /// The load that balancing measured for each region since the last plan.
    loads: Vec<u64>,
    total: S::Sum,
    counts: Counts,
    /// Counts that are reported with the next step.
    late: Counts,
}

/// Memory that the next step reuses.
struct Spare<S: Simulation> {
    parcels: Vec<Parcel<S::Seen>>,
    queue: QueueOf<S>,
}

impl<'a, 'w, S: Simulation> Worker<'a, 'w, S> {
    fn new(job: &'a Job<S>, exchange: &'a mut Exchange<'w>) -> Result<Self, ShardError> {
        let count = job.simulation.regions();
        let (owners, mut regions) = (start(count, job.options.workers()), vec![]);
        regions.resize_with(count as usize, || None);
        for region in (0..count).filter(|region| owners[*region as usize] == exchange.own()) {
            let own = match (&job.manifest, &job.options.checkpoint) {
                (Some(manifest), Some(folder)) => Region::load(region, &Folder(folder).read_region(manifest, region)?)?,
                _ => Region::start(&job.simulation, region),
            };
            regions[region as usize] = Some(Box::new(own));
        }
        let (loads, total) = (vec![0; count as usize], S::Sum::default());
        let (counts, late) = (Counts::default(), Counts::default());
        let empty = || (0..count).map(|_| Arrivals::default()).collect();
        let (arrived, arrivals, departures) = (None, empty(), empty());
        let spare = Spare { parcels: vec![], queue: QueueOf::<S>::default() };
        Ok(Self { job, exchange, regions, arrived, arrivals, departures, spare, owners, loads, total, counts, late })
    }

    /// Runs one step, and returns the counts of all workers. Step 0 runs no world: regions only exchange ghosts and sums.
    fn step(&mut self, step: u64) -> Result<Counts, Stop> {
        let (mut sums, mut counts) = self.run(step)?;
        let messages = self.written(&sums, counts)?;
        let sent = messages.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        let since = Instant::now();
        let received = self.exchange.round(messages)?;
        let wait = nanoseconds(since);
        let since = Instant::now();
        let mut parcels = self.parcels(self.exchange.own());
        let mut is_alone = true;
        for bytes in received {
            let letter = read::<LetterOf<S>>(&bytes)?;
            is_alone &= letter.parcels.is_empty();
            parcels.extend(letter.parcels);
            sums.extend(letter.sums);
            counts.add(&letter.counts);
        }
        std::mem::swap(&mut self.arrivals, &mut self.departures);
        if !is_alone {
            parcels.sort_by_key(|parcel| parcel.from);
            self.merge(&parcels)?;
        }
        self.arrived = Some(parcels);
        self.total = self.summed(sums)?;
        self.late = Counts { bytes: sent, wait, apply: nanoseconds(since), ..Counts::default() };
        self.counts.add(&counts);
        Ok(counts)
    }

    /// Inserts entities of other workers among those that arrive.
    fn merge(&mut self, parcels: &[Parcel<S::Seen>]) -> Result<(), ShardError> {
        let mut others = vec![];
        for parcel in parcels {
            for group in parcel.each_group() {
                let (to, bytes) = group?;
                others.push((to, parcel.from, bytes));
            }
        }
        others.sort_by_key(|(to, ..)| *to);
        for own in others.chunk_by(|(one, ..), (other, ..)| one == other) {
            let to = own[0].0;
            let is_here = self.regions.get(to as usize).is_some_and(Option::is_some);
            let arrivals = self.arrivals.get_mut(to as usize).filter(|_| is_here).ok_or_else(|| not_here(to))?;
            arrivals.merge(own)?;
        }
        Ok(())
    }

    /// Applies what arrived to each region and runs its world; returns the sum and the load of each, and the counts. All work on a region
    /// is done in sequence, while the region is in the cache.
    fn run(&mut self, step: u64) -> Result<(Vec<SumAndLoad<S>>, Counts), ShardError> {
        let (mut sums, mut counts) = (vec![], std::mem::take(&mut self.late));
        let by = self.job.options.balance.map(|balance| balance.by);
        let applied = self.each_region(|simulation, region, roads| {
            let since = Instant::now();
            if step > 0 {
                simulation.run(&mut region.world, step);
            }
            let sum = simulation.sum(&region.world, region.number, step);
            let run = nanoseconds(since);
            let load = if by == Some(Measure::Entities) { region.world.len() as u64 } else { run };
            sums.push((region.number, sum, load));
            region.collect(simulation, roads)?;
            region.count(&mut counts);
            counts.run += run;
            counts.collect += nanoseconds(since).saturating_sub(run);
            Ok(())
        })?;
        counts.apply += applied;
        Ok((sums, counts))
    }

    /// Applies what arrived, if that was not done yet.
    fn settle(&mut self) -> Result<(), ShardError> {
        if self.arrived.is_some() {
            self.late.apply += self.each_region(|_, _, _| Ok(()))?;
        }
        Ok(())
    }

    /// Applies to each region what arrived, if that was not done yet, and calls a function for it. Returns the nanoseconds that applying
    /// took.
    fn each_region(
        &mut self,
        mut act: impl FnMut(&S, &mut Region<S>, &mut Roads<'_, S>) -> Result<(), ShardError>,
    ) -> Result<u64, ShardError> {
        let (simulation, arrived, mut applied) = (&self.job.simulation, self.arrived.take(), 0);
        let mut opened: Option<Vec<_>> = arrived.as_ref().map(|parcels| parcels.iter().map(Opened::of).collect());
        let Spare { parcels: spare, queue } = &mut self.spare;
        let mut roads =
            Roads { owners: &self.owners, own: self.exchange.own(), arrivals: &mut self.departures, spare: queue };
        for (region, arrivals) in self.regions.iter_mut().zip(&mut self.arrivals) {
            let Some(region) = region else { continue };
            if let Some(opened) = &mut opened {
                let since = Instant::now();
                region.apply(simulation, opened, arrivals, &self.total)?;
                applied += nanoseconds(since);
            }
            act(simulation, region, &mut roads)?;
        }
        if let Some(to) = opened.iter().flatten().find_map(Opened::next) {
            return Err(not_here(to));
        }
        drop(opened);
        for mut parcel in arrived.into_iter().flatten() {
            parcel.clear();
            spare.push(parcel);
        }
        spare.truncate(self.regions.len());
        Ok(applied)
    }

    /// Takes the parcels from the regions of this worker to those of a worker, in the order of regions.
    fn parcels(&mut self, worker: u32) -> Vec<Parcel<S::Seen>> {
        let spare = &mut self.spare.parcels;
        self.regions.iter_mut().flatten().filter_map(|region| region.take_parcel(worker, spare)).collect()
    }

    /// Serialises the letters to other workers.
    fn written(&mut self, sums: &[SumAndLoad<S>], counts: Counts) -> Result<Vec<(u32, Vec<u8>)>, ShardError> {
        let (mut messages, own) = (vec![], self.exchange.own());
        for worker in (0..self.job.options.workers()).filter(|worker| *worker != own) {
            let letter = Letter { parcels: self.parcels(worker), sums: sums.to_vec(), counts };
            messages.push((worker, write(&letter)?));
            for mut parcel in letter.parcels {
                parcel.clear();
                self.spare.parcels.push(parcel);
            }
        }
        Ok(messages)
    }

    /// Adds the sums in the order of regions.
    fn summed(&mut self, mut sums: Vec<SumAndLoad<S>>) -> Result<S::Sum, ShardError> {
        sums.sort_by_key(|(region, _, _)| *region);
        if !sums.iter().map(|(region, _, _)| *region).eq(0..self.job.simulation.regions()) {
            return Err(ShardError::format("the sums are not those of all regions"));
        }
        let mut total = S::Sum::default();
        for ((_, sum, load), known) in sums.into_iter().zip(&mut self.loads) {
            self.job.simulation.add(&mut total, sum);
            *known = known.saturating_add(load);
        }
        Ok(total)
    }

    /// Sends a value to all other workers, and returns the values of all workers.
    fn tell<T: serde::Serialize + serde::de::DeserializeOwned>(&mut self, own: T) -> Result<Vec<T>, Stop> {
        let bytes = write(&own)?;
        let others = (0..self.job.options.workers()).filter(|worker| *worker != self.exchange.own());
        let received = self.exchange.round(others.map(|worker| (worker, bytes.clone())).collect())?;
        let mut all = vec![own];
        for bytes in received {
            all.push(read(&bytes)?);
        }
        Ok(all)
    }

    /// Sends a number for each region of this worker to all workers, and returns those of all regions, in their order.
    fn by_region(&mut self, own: Vec<(u32, u64)>) -> Result<Vec<u64>, Stop> {
        let mut all = self.tell(own)?.concat();
        all.sort_unstable();
        Ok(all.into_iter().map(|(_, number)| number).collect())
    }

    /// The regions of this worker.
    fn present(&self) -> impl Iterator<Item = (u32, &Region<S>)> {
        (0..).zip(&self.regions).filter_map(|(number, region)| Some((number, &**region.as_ref()?)))
    }

    /// Returns the state hash of each region.
    fn hashes(&mut self) -> Result<Vec<u64>, Stop> {
        self.settle()?;
        let own = self.present().map(|(region, own)| (region, own.world.state_hash()));
        let own = own.collect();
        self.by_region(own)
    }

    /// Writes a checkpoint.
    fn save(&mut self, step: u64) -> Result<(), Stop> {
        self.settle()?;
        let Some(folder) = self.job.options.checkpoint.as_deref().map(Folder) else { return Ok(()) };
        let mut files = vec![];
        for (region, own) in self.present() {
            files.push((region, folder.write_region(step, region, &own.save()?)?));
        }
        let files = self.by_region(files)?;
        if self.exchange.own() == 0 {
            let (simulation, world) = (&self.job.simulation, <S::World as ecs_world::Saves>::SCHEMA_HASH);
            folder.complete(&Manifest::new(step, S::VERSION, world, simulation.parameters(), files))?;
        }
        Ok(())
    }

    /// Moves regions to workers with a smaller load.
    fn balance(&mut self) -> Result<(), Stop> {
        self.settle()?;
        let owners = plan(&self.owners, &self.loads, self.job.options.workers());
        self.loads.fill(0);
        if owners == self.owners {
            return Ok(());
        }
        let mut messages: BTreeMap<u32, Vec<(u32, serde_bytes::ByteBuf)>> = BTreeMap::new();
        for (region, (from, to)) in (0..).zip(self.owners.iter().zip(&owners)) {
            if *from == self.exchange.own()
                && from != to
                && let Some(own) = self.regions[region as usize].take()
            {
                messages.entry(*to).or_default().push((region, serde_bytes::ByteBuf::from(own.save()?)));
            }
        }
        let messages = messages.into_iter().map(|(to, regions)| Ok((to, write(&regions)?)));
        let received = self.exchange.round(messages.collect::<Result<_, ShardError>>()?)?;
        for bytes in received {
            for (region, bytes) in read::<Vec<(u32, serde_bytes::ByteBuf)>>(&bytes)? {
                let own = Region::load(region, &bytes)?;
                let place = self.regions.get_mut(region as usize).ok_or_else(|| not_here(region))?;
                *place = Some(Box::new(own));
            }
        }
        self.owners = owners;
        Ok(())
    }
}
