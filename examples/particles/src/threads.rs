//! The threads that particles are divided over.

use std::error::Error;

/// A pool of the requested number of threads.
#[cfg(feature = "rayon")]
#[derive(Debug)]
pub struct Threads(rayon::ThreadPool);

#[cfg(feature = "rayon")]
impl Threads {
    /// Starts the threads.
    pub fn new(threads: u16) -> Result<Self, Box<dyn Error>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build();
        Ok(Self(pool.map_err(|error| format!("{threads} threads: {error}"))?))
    }

    /// Runs a function that divides its work over the threads.
    pub fn run(&self, work: impl FnOnce() + Send) {
        self.0.install(work);
    }
}

/// The only thread, without the feature `rayon`.
#[cfg(not(feature = "rayon"))]
#[derive(Debug)]
pub struct Threads;

#[cfg(not(feature = "rayon"))]
impl Threads {
    /// Returns an error for more than one thread.
    pub fn new(threads: u16) -> Result<Self, Box<dyn Error>> {
        if threads > 1 {
            return Err(format!("--threads {threads}: built for one thread; build with `--features rayon`").into());
        }
        Ok(Self)
    }

    /// Runs a function.
    pub fn run(&self, work: impl FnOnce()) {
        work();
    }
}
