//! Stages: systems that run in parallel, or in turn if what they borrow cannot be sent to other threads. Uses no world.
//!
//! Generated code borrows the fields of a world separately and passes each system of a stage the references that it takes, so rustc's
//! borrow checker proves that no two of them conflict. Only the thread is decided here, which needs no `unsafe`.
//!
//! A stage is type-erased (`dyn Run`), so that `rayon::join` is instantiated once for a list of jobs and not once per stage: the cost
//! is one indirect call per system, the gain is the compile time of large schedules.

use core::ops::Deref;
use core::time::Duration;

use crate::pace::{Clock, Watch};
use crate::parallel::join;
use crate::trace::CurrentSpan;

/// A system with all that it borrows, to be run once.
///
/// `A` is the tuple of references that the system takes, and `F` a function item, which has no size: so a job is little more than its
/// references.
#[derive(Debug)]
pub struct Job<A, F> {
    /// `None` when the system has run, so it cannot run twice.
    borrowed: Option<A>,
    /// The function that the macro generated for the system.
    system: F,
}

/// Creates a job. Runs in **O(1)** time.
#[inline]
pub fn job<A, F: Fn(A)>(borrowed: A, system: F) -> Job<A, F> {
    Job { borrowed: Some(borrowed), system }
}

/// Private, so that stages are made of jobs alone.
mod sealed {
    #[diagnostic::on_unimplemented(message = "jobs are made by the library alone", label = "`{Self}` cannot be a job")]
    pub trait Sealed {}
}

/// A job of any system.
pub trait Run: sealed::Sealed {
    /// Runs the system; does nothing the second time.
    fn run_once(&mut self);
}

impl<A, F> sealed::Sealed for Job<A, F> {}

impl<A, F: Fn(A)> Run for Job<A, F> {
    #[inline]
    fn run_once(&mut self) {
        if let Some(borrowed) = self.borrowed.take() {
            (self.system)(borrowed);
        }
    }
}

/// Non-conflicting systems, as a tuple of jobs.
///
/// `stage.__how()` returns [`InParallel`] if all jobs are `Send`, and [`InTurn`] otherwise: method lookup finds the first method if its
/// bound holds, and otherwise continues with the type that a stage dereferences to (similar to dtolnay's autoref specialisation). So a
/// world whose contents are not `Send` compiles, and no bound has to be written.
#[derive(Debug)]
pub struct Stage<T>(pub T);

impl<T: Send> Stage<T> {
    /// All jobs are `Send`: run them on free threads.
    #[inline]
    #[must_use]
    pub fn __how(&self) -> InParallel {
        InParallel
    }
}

/// A stage whose jobs need not be `Send`.
#[derive(Debug)]
pub struct AnyStage;

impl<T> Deref for Stage<T> {
    type Target = AnyStage;

    fn deref(&self) -> &AnyStage {
        &AnyStage
    }
}

impl AnyStage {
    /// Some job is not `Send`: run all on this thread.
    #[inline]
    #[must_use]
    pub fn __how(&self) -> InTurn {
        InTurn
    }
}

/// Runs the systems of a stage on free threads of the pool.
#[derive(Debug, Clone, Copy)]
pub struct InParallel;

impl InParallel {
    /// Runs all jobs, with **O(jobs)** joins, nested to a depth of **O(log jobs)**.
    ///
    /// # Panics
    ///
    /// If a system panics: after running systems of the stage have finished, and possibly before others have started.
    pub fn run(self, jobs: &mut [&mut (dyn Run + Send)], watch: &mut Watch) {
        if watch.runs() {
            let clock = Clock::start();
            let all = run_measured(jobs);
            watch.note(clock.elapsed(), all);
        } else {
            run_in_parallel(jobs);
        }
    }

    /// Enters the pool for a whole run. Entering it for each stage would cost more than a small stage.
    pub fn enter<W>(self, world: &mut W, run: fn(&mut W))
    where
        for<'w> &'w mut W: Send,
    {
        if rayon::current_thread_index().is_some() {
            run(world);
        } else {
            let span = CurrentSpan::of_this_thread();
            rayon::scope(|_| span.enter(true, || run(world)));
        }
    }
}

/// Runs jobs by halves.
///
/// ```text
/// a b c d e
/// a b c | d e            both halves are joined: a free thread takes the second
/// a b | c   d | e
/// a | b                  five jobs, four joins, nested to a depth of 3
/// ```
fn run_in_parallel(jobs: &mut [&mut (dyn Run + Send)]) {
    match jobs {
        [] => {}
        [one] => one.run_once(),
        _ => {
            let (first, second) = jobs.split_at_mut(jobs.len().div_ceil(2));
            join(|| run_in_parallel(first), || run_in_parallel(second));
        }
    }
}

/// Runs jobs by halves, and returns the sum of the durations of all jobs.
#[cold]
fn run_measured(jobs: &mut [&mut (dyn Run + Send)]) -> Duration {
    match jobs {
        [] => Duration::ZERO,
        [one] => {
            let clock = Clock::start();
            one.run_once();
            clock.elapsed()
        }
        _ => {
            let (first, second) = jobs.split_at_mut(jobs.len().div_ceil(2));
            let (first, second) = join(|| run_measured(first), || run_measured(second));
            first + second
        }
    }
}

/// Runs the systems of a stage on the calling thread.
#[derive(Debug, Clone, Copy)]
pub struct InTurn;

impl InTurn {
    /// Runs all jobs in their order.
    pub fn run(self, jobs: &mut [&mut dyn Run], _: &mut Watch) {
        for job in jobs {
            job.run_once();
        }
    }

    /// Stays on this thread.
    pub fn enter<W>(self, world: &mut W, run: fn(&mut W)) {
        run(world);
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn each_system_of_a_stage_runs_once() {
        let (mut sum, mut texts, step) = (1, vec![], 2);
        let mut stage = Stage((
            job((&mut sum, &step), |(sum, step): (&mut i32, &i32)| *sum += step),
            job((&mut texts, &step), |(texts, step): (&mut Vec<_>, &i32)| texts.push(*step)),
        ));
        let how: InParallel = stage.__how();
        let (sums, pushes) = (&mut stage.0.0, &mut stage.0.1);
        how.run(&mut [sums, pushes], &mut Watch::default());
        how.run(&mut [sums, pushes], &mut Watch::default());
        how.run(&mut [], &mut Watch::default());
        assert_eq!((sum, texts), (3, vec![2]));
    }

    #[test]
    fn stages_of_any_number_of_systems_run_each_once() {
        for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 100] {
            let mut runs = vec![0; count];
            let mut jobs: Vec<_> = runs.iter_mut().map(|runs| job(runs, |runs: &mut i32| *runs += 1)).collect();
            let mut stage: Vec<_> = jobs.iter_mut().map(|job| job as &mut (dyn Run + Send)).collect();
            InParallel.run(&mut stage, &mut Watch::default());
            InParallel.run(&mut stage, &mut Watch::default());
            assert_eq!(runs, vec![1; count], "each once, however often the stage is run");
        }
    }

    #[test]
    fn systems_that_cannot_be_sent_to_other_threads_run_in_turn() {
        let mut shared = Rc::new(1);
        let mut stage = Stage((job(&mut shared, |shared: &mut Rc<i32>| *Rc::make_mut(shared) += 1),));
        let how: InTurn = stage.__how();
        how.run(&mut [&mut stage.0.0], &mut Watch::default());
        assert_eq!(*shared, 2);
    }

    #[test]
    fn measured_jobs_run_once() {
        let mut done = [0; 5];
        let mut jobs = done.each_mut().map(|done| job(done, |done: &mut u32| *done += 1));
        let mut watch = Watch::started();
        InParallel.run(&mut jobs.each_mut().map(|job| job as &mut (dyn Run + Send)), &mut watch);
        InParallel.run(&mut [], &mut watch);
        assert_eq!(done, [1; 5]);
    }

    #[test]
    fn a_panic_waits_for_the_other_systems_and_unwinds() {
        for mut watch in [Watch::default(), Watch::started()] {
            panic_in_each(&mut watch);
        }
    }

    /// The first system panics at once, the others end later: all that have begun have ended when the panic goes on.
    fn panic_in_each(watch: &mut Watch) {
        let (begun, ended) = (std::sync::Mutex::new(0), std::sync::Mutex::new(0));
        let count = |counted: &std::sync::Mutex<u32>| *counted.lock().expect("nothing panics while it is locked") += 1;
        let mut jobs = [0, 1, 2, 3].map(|number: u32| {
            job((number, &begun, &ended, &count), |(number, begun, ended, count)| {
                count(begun);
                assert_ne!(number, 0, "this system panics");
                std::thread::sleep(std::time::Duration::from_millis(20));
                count(ended);
            })
        });
        let [a, b, c, d] = &mut jobs;
        let result =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| InParallel.run(&mut [a, b, c, d], watch)));
        assert!(result.is_err());
        let [begun, ended] = [begun, ended].map(|counted| counted.into_inner().expect("nothing panicked"));
        assert_eq!(begun, ended + 1, "all but the one that panicked");
    }
}
