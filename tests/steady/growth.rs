//! What growth is: bytes that are held, and allocations, while something is repeated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held bytes, and allocations so far, on all threads.
static HELD: AtomicIsize = AtomicIsize::new(0);
pub static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: all calls are passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size().cast_signed(), Ordering::Relaxed);
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size().cast_signed(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Runs one test at a time, since all share the counts.
pub fn alone() -> MutexGuard<'static, ()> {
    static TESTS: Mutex<()> = Mutex::new(());
    TESTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Number of repetitions that are measured.
const RUNS: usize = 1_000;

/// Bytes and allocations that the harness, or a pool, may need meanwhile. One byte per run would exceed it.
pub const NOISE: usize = RUNS - 1;

/// Upper bound of the additional bytes. Threads take the way that is faster at the time, and each way has queues that grow to the largest
/// use, so it takes more runs than these until none grows. One lost command per run would exceed the bound.
const BYTES: usize = if cfg!(feature = "rayon") { 16 * RUNS } else { NOISE };

/// If a thousand runs seem to grow, this many times as many runs decide. The output of the harness is counted as well, and exceeds the
/// noise if a busy machine delays it, but it does not increase with the runs.
const LONGER: usize = 8;

/// Increase of held bytes, and number of allocations, in a thousand runs after all needed memory was allocated.
#[derive(Debug)]
pub struct Growth {
    bytes: isize,
    allocations: usize,
}

impl Growth {
    pub fn of(mut run: impl FnMut(usize)) -> Self {
        (0..RUNS).for_each(&mut run);
        let growth = Self::of_times(1, &mut run);
        if growth.bytes <= BYTES.cast_signed() && growth.allocations <= NOISE {
            return growth;
        }
        Self::of_times(LONGER, &mut run)
    }

    /// The growth per thousand runs, as an average over `times` thousand runs.
    fn of_times(times: usize, run: &mut impl FnMut(usize)) -> Self {
        let (held, allocations) = (HELD.load(Ordering::Relaxed), ALLOCATIONS.load(Ordering::Relaxed));
        (0..times).for_each(|_| (0..RUNS).for_each(&mut *run));
        Self {
            bytes: (HELD.load(Ordering::Relaxed) - held) / times.cast_signed(),
            allocations: (ALLOCATIONS.load(Ordering::Relaxed) - allocations) / times,
        }
    }

    #[track_caller]
    pub fn is_none(&self) {
        self.is_bounded();
        assert!(self.allocations <= NOISE, "{self:?}");
    }

    #[track_caller]
    pub fn is_bounded(&self) {
        assert!(self.bytes <= BYTES.cast_signed(), "{self:?}");
    }
}
