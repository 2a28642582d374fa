//! The work of one worker: its regions, step by step.

use std::collections::BTreeMap;
use std::time::Instant;

use ecs_world::prelude::*;

use crate::balance::{Measure, plan, start};
use crate::checkpoint::{Folder, Manifest};
use crate::error::ShardError;
use crate::exchange::{Exchange, Stop};
use crate::message::{Counts, Letter, Opened, Parcel, read, write};
use crate::region::{MemoryOf, Region};
use crate::run::{Job, Outcome, Report};
use crate::simulation::Simulation;

/// The number of a region, its sum, and what balancing measured.
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

/// A region of this worker.
fn region<S: Simulation>(regions: &mut [Option<Box<Region<S>>>], number: u32) -> Result<&mut Region<S>, ShardError> {
    regions.get_mut(number as usize).and_then(Option::as_deref_mut).ok_or_else(|| not_here(number))
}

fn not_here(region: u32) -> ShardError {
    ShardError::format(format!("region {region} is not here"))
}

struct Worker<'a, 'w, S: Simulation> {
    job: &'a Job<S>,
    exchange: &'a mut Exchange<'w>,
    /// The regions of this worker, by number.
    regions: Vec<Option<Box<Region<S>>>>,
    memory: MemoryOf<S>,
    /// The worker of each region.
    owners: Vec<u32>,
    /// What balancing measured for each region since the last plan.
    loads: Vec<u64>,
    total: S::Sum,
    counts: Counts,
    /// What is reported with the next step.
    late: Counts,
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
        Ok(Self { job, exchange, regions, memory: MemoryOf::<S>::default(), owners, loads, total, counts, late })
    }

    /// Runs one step, and returns what all workers sent. Step 0 runs nothing: regions get to see each other.
    fn step(&mut self, step: u64) -> Result<Counts, Stop> {
        let (mut sums, mut counts) = self.run(step)?;
        let messages = self.written(&sums, counts)?;
        let sent = messages.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        let since = Instant::now();
        let received = self.exchange.round(messages)?;
        let wait = nanoseconds(since);
        let since = Instant::now();
        let mut parcels = self.parcels(self.exchange.own());
        for bytes in received {
            let letter = read::<LetterOf<S>>(&bytes)?;
            parcels.extend(letter.parcels);
            sums.extend(letter.sums);
            counts.add(&letter.counts);
        }
        self.apply(parcels, sums)?;
        self.late = Counts { bytes: sent, wait, apply: nanoseconds(since), ..Counts::default() };
        self.counts.add(&counts);
        Ok(counts)
    }

    /// Runs the worlds, and returns the sum and the load of each, and what it counted.
    fn run(&mut self, step: u64) -> Result<(Vec<SumAndLoad<S>>, Counts), ShardError> {
        let simulation = &self.job.simulation;
        let (mut sums, mut counts) = (vec![], std::mem::take(&mut self.late));
        let by = self.job.options.balance.map(|balance| balance.by);
        for (number, region) in (0..).zip(&mut self.regions) {
            let Some(region) = region else { continue };
            let since = Instant::now();
            if step > 0 {
                simulation.run(&mut region.world, step);
            }
            let sum = simulation.sum(&region.world, number, step);
            let run = nanoseconds(since);
            let load = if by == Some(Measure::Entities) { region.world.len() as u64 } else { run };
            sums.push((number, sum, load));
            region.collect(simulation, &self.owners, &mut self.memory)?;
            region.count(&mut counts);
            counts.run += run;
            counts.collect += nanoseconds(since).saturating_sub(run);
        }
        Ok((sums, counts))
    }

    /// What the regions of this worker send to those of a worker, in their order.
    fn parcels(&mut self, worker: u32) -> Vec<Parcel<S::Seen>> {
        self.regions.iter_mut().flatten().filter_map(|region| region.take_parcel(worker)).collect()
    }

    /// Returns the memory of parcels to the regions that they are from, if these are here.
    fn give_back(&mut self, worker: u32, parcels: Vec<Parcel<S::Seen>>) {
        for parcel in parcels {
            if let Some(Some(region)) = self.regions.get_mut(parcel.from as usize) {
                region.give_back(worker, parcel);
            }
        }
    }

    /// The letters to other workers as bytes.
    fn written(&mut self, sums: &[SumAndLoad<S>], counts: Counts) -> Result<Vec<(u32, Vec<u8>)>, ShardError> {
        let (mut messages, own) = (vec![], self.exchange.own());
        for worker in (0..self.job.options.workers()).filter(|worker| *worker != own) {
            let letter = Letter { parcels: self.parcels(worker), sums: sums.to_vec(), counts };
            messages.push((worker, write(&letter)?));
            self.give_back(worker, letter.parcels);
        }
        Ok(messages)
    }

    /// Applies what arrived: in the order of the regions that sent it.
    fn apply(&mut self, mut parcels: Vec<Parcel<S::Seen>>, sums: Vec<SumAndLoad<S>>) -> Result<(), ShardError> {
        parcels.sort_by_key(|parcel| parcel.from);
        self.open(&parcels)?;
        self.total = self.summed(sums)?;
        for region in self.regions.iter_mut().flatten() {
            region.end(&self.job.simulation, &self.total);
        }
        self.give_back(self.exchange.own(), parcels);
        Ok(())
    }

    /// Applies parcels, region by region.
    fn open(&mut self, parcels: &[Parcel<S::Seen>]) -> Result<(), ShardError> {
        let (simulation, memory) = (&self.job.simulation, &mut self.memory);
        let mut due: Vec<(u32, usize)> = vec![];
        for (parcel, number) in parcels.iter().zip(0..) {
            due.extend(parcel.regions().map(|to| (to, number)));
        }
        due.sort_unstable();
        due.dedup();
        let mut opened: Vec<_> = parcels.iter().map(Opened::of).collect();
        for (to, number) in due {
            let (region, from) = (region(&mut self.regions, to)?, &mut opened[number]);
            from.hidden(to).iter().for_each(|(_, id)| region.hide(*id));
            for group in from.groups(to) {
                region.arrive(simulation, memory, group?)?;
            }
            from.shown(to).iter().for_each(|(_, id, seen)| region.show(*id, seen.clone()));
        }
        Ok(())
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

    /// Sends one message to all other workers, and returns what all of them say.
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

    /// A number of each region of this worker, to all workers: those of all regions, in their order.
    fn by_region(&mut self, own: Vec<(u32, u64)>) -> Result<Vec<u64>, Stop> {
        let mut all = self.tell(own)?.concat();
        all.sort_unstable();
        Ok(all.into_iter().map(|(_, number)| number).collect())
    }

    /// The regions of this worker.
    fn present(&self) -> impl Iterator<Item = (u32, &Region<S>)> {
        (0..).zip(&self.regions).filter_map(|(number, region)| Some((number, &**region.as_ref()?)))
    }

    /// The state hash of each region.
    fn hashes(&mut self) -> Result<Vec<u64>, Stop> {
        let own = self.present().map(|(region, own)| (region, own.world.state_hash()));
        let own = own.collect();
        self.by_region(own)
    }

    /// Writes a checkpoint.
    fn save(&mut self, step: u64) -> Result<(), Stop> {
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

    /// Moves regions to workers that have less to do.
    fn balance(&mut self) -> Result<(), Stop> {
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
