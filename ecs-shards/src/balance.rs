//! The worker of each region, and moves of regions to workers with a smaller load.

/// When regions move between workers, and by which measure of their loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// Number of steps between two plans.
    pub every: u64,
    /// Measure of the load of a region.
    pub by: Measure,
}

/// Measure of the load of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The time that its world ran since the last plan. It differs between runs, and so do plans, but results do not.
    Time,
    /// The number of its entities; plans are the same in each run.
    Entities,
}

/// Regions move only if the largest load exceeds the mean by more than one part in this many.
const TOLERANCE: u64 = 10;

/// Returns the worker of each region at the start; regions with adjacent numbers stay together.
pub(crate) fn start(regions: u32, workers: u32) -> Vec<u32> {
    let worker = |region| u64::from(region) * u64::from(workers) / u64::from(regions.max(1));
    (0..regions).map(|region| u32::try_from(worker(region)).unwrap_or_default()).collect()
}

/// Returns the new worker of each region, a function of the arguments alone. Regions move one by one from the worker with the largest load
/// to the one with the smallest, as long as that reduces the largest load.
pub(crate) fn plan(owners: &[u32], loads: &[u64], workers: u32) -> Vec<u32> {
    let mut owners = owners.to_vec();
    let mut sums = vec![0_u64; workers as usize];
    for (owner, load) in owners.iter().zip(loads) {
        sums[*owner as usize] = sums[*owner as usize].saturating_add(*load);
    }
    let mean = sums.iter().fold(0_u64, |sum, own| sum.saturating_add(*own)) / u64::from(workers.max(1));
    for _ in 0..owners.len() {
        let most = (0..sums.len()).max_by_key(|worker| (sums[*worker], usize::MAX - worker)).unwrap_or_default();
        let least = (0..sums.len()).min_by_key(|worker| (sums[*worker], *worker)).unwrap_or_default();
        if sums[most] <= mean.saturating_add(mean / TOLERANCE) {
            break;
        }
        // The region whose move makes the two loads most nearly equal.
        let gap = sums[most] - sums[least];
        let own = (0..owners.len()).filter(|region| owners[*region] as usize == most);
        let Some(moved) = own.filter(|region| loads[*region] > 0 && loads[*region] < gap).min_by_key(|region| {
            let rest = loads[*region].saturating_mul(2).abs_diff(gap);
            (rest, loads[*region], *region)
        }) else {
            break;
        };
        sums[most] -= loads[moved];
        sums[least] += loads[moved];
        owners[moved] = u32::try_from(least).unwrap_or_default();
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn largest(owners: &[u32], loads: &[u64], workers: u32) -> u64 {
        let load = |worker| owners.iter().zip(loads).filter(|(owner, _)| **owner == worker).map(|(_, load)| load).sum();
        (0..workers).map(load).max().unwrap_or_default()
    }

    #[test]
    fn regions_are_divided_evenly_at_the_start() {
        assert_eq!(start(4, 2), [0, 0, 1, 1]);
        assert_eq!(start(3, 2), [0, 0, 1]);
        assert_eq!(start(2, 3), [0, 1]);
        assert_eq!([start(0, 1), start(1, 1)], [vec![], vec![0]]);
    }

    #[test]
    fn balanced_regions_stay_where_they_are() {
        for workers in [1, 2, 3, 4] {
            let owners = start(12, workers);
            assert_eq!(plan(&owners, &[5; 12], workers), owners);
            assert_eq!(plan(&owners, &[0; 12], workers), owners);
        }
    }

    #[test]
    fn a_plan_makes_the_largest_load_smaller_and_moves_nothing_twice() {
        let loads = [9, 1, 1, 1, 1, 1, 1, 1];
        for workers in [2, 3, 4] {
            let owners = start(8, workers);
            let planned = plan(&owners, &loads, workers);
            assert!(largest(&planned, &loads, workers) < largest(&owners, &loads, workers), "{workers} workers");
            assert_eq!(plan(&planned, &loads, workers), planned);
        }
    }

    #[test]
    fn one_region_that_is_larger_than_all_others_stays() {
        assert_eq!(plan(&[0, 1], &[100, 1], 2), [0, 1]);
        assert_eq!(plan(&[0, 0], &[100, 1], 2), [0, 1]);
    }
}
