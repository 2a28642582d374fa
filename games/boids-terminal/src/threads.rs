//! The threads that run a flock.

use std::error::Error;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Maximum number of threads.
const MOST: usize = 64;

/// A pool whose number of threads can be changed.
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
    count: usize,
}

impl Threads {
    /// Starts `count` threads: at least one, at most 64.
    ///
    /// # Errors
    ///
    /// If the operating system refuses to start threads.
    pub fn new(count: usize) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let count = count.clamp(1, MOST);
        let pool = ThreadPoolBuilder::new().num_threads(count).build();
        Ok(Self { pool: pool.map_err(|error| format!("{count} threads: {error}"))?, count })
    }

    /// Number of threads.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds one thread, up to 64. Does nothing if the operating system refuses.
    pub fn add(&mut self) {
        self.change(self.count + 1);
    }

    /// Removes one thread, unless it is the only one.
    pub fn remove(&mut self) {
        self.change(self.count - 1);
    }

    fn change(&mut self, count: usize) {
        if let Ok(threads) = Self::new(count) {
            *self = threads;
        }
    }

    /// Runs work that is divided over the threads.
    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Threads};

    #[test]
    fn there_is_at_least_one_thread_and_at_most_the_limit() {
        for (asked, started) in [(0, 1), (1, 1), (2, 2), (MOST - 1, MOST - 1), (MOST, MOST), (MOST + 1, MOST)] {
            let threads = Threads::new(asked).unwrap();
            assert_eq!((threads.count(), threads.run(rayon::current_num_threads)), (started, started));
        }
    }

    #[test]
    fn the_number_of_threads_changes_by_one() {
        let mut threads = Threads::new(1).unwrap();
        threads.remove();
        assert_eq!(threads.count(), 1);
        threads.add();
        threads.add();
        assert_eq!(threads.run(rayon::current_num_threads), 3);
        threads.remove();
        assert_eq!(threads.run(rayon::current_num_threads), 2);
    }
}
