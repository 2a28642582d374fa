//! Owns the measuring: interleaved rounds, medians, ratios, checksums, and the table.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use crate::checksum::Checksum;
use crate::flags::Flags;

/// Who takes part, in the order of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Library {
    /// The program that one writes by hand: the baseline.
    Vec,
    /// This library.
    EcsWorld,
    /// Archetypes.
    Hecs,
    /// Archetypes.
    Bevy,
    /// Sparse sets, grouped where one group can serve.
    Sparsey,
    /// Sparse sets.
    Shipyard,
    /// Vectors indexed by entity, joined through bit sets.
    Specs,
    /// Archetypes that are fixed at compile time: entities never gain or lose components.
    Gecs,
}

impl Library {
    const ALL: [Self; 8] =
        [Self::Vec, Self::EcsWorld, Self::Hecs, Self::Bevy, Self::Sparsey, Self::Shipyard, Self::Specs, Self::Gecs];

    fn name(self) -> &'static str {
        match self {
            Self::Vec => "Vec",
            Self::EcsWorld => "ecs-world",
            Self::Hecs => "hecs",
            Self::Bevy => "bevy_ecs",
            Self::Sparsey => "sparsey",
            Self::Shipyard => "shipyard",
            Self::Specs => "specs",
            Self::Gecs => "gecs",
        }
    }

    fn is_peer(self) -> bool {
        !matches!(self, Self::Vec | Self::EcsWorld)
    }

    fn can_add_and_remove(self) -> bool {
        self != Self::Gecs
    }
}

/// A library's world at work.
pub trait Workload {
    /// Does once what is measured.
    fn step(&mut self);

    /// Sums up where all the steps led; not measured.
    fn check(&mut self, sum: &mut Checksum);
}

/// What a contest is called, and how big it is.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// How many of what a time is given for one `step` does.
    pub units: usize,
    /// How many steps are measured at a time.
    pub steps: usize,
}

/// One library in a contest.
pub struct Contestant {
    library: Library,
    workload: Box<dyn Workload>,
}

impl Contestant {
    /// Lets a library take part.
    pub fn new(library: Library, workload: impl Workload + 'static) -> Self {
        Self { library, workload: Box::new(workload) }
    }

    fn measure(&mut self, size: Size) -> f64 {
        let start = Instant::now();
        for _ in 0..size.steps {
            black_box(&mut *self.workload).step();
        }
        start.elapsed().as_nanos() as f64 / (size.steps * size.units) as f64
    }
}

/// All contests, as they are asked for.
pub struct Contest {
    flags: Flags,
}

impl Contest {
    /// Prints the head of the table.
    pub fn new(flags: Flags) -> Self {
        println!("Times are medians of {} interleaved rounds in ns, with their ratio to plain Vec (x).", flags.rounds);
        println!("On the right is the time of ecs-world over that of its best peer: of those that can add and remove");
        println!("components, and of all.\n");
        let heads =
            Library::ALL.iter().fold(String::new(), |heads, library| heads + &format!("{:>17}", library.name()));
        println!("{:37}{heads}{:>17}{:>17}", "", "over best adder", "over best");
        Self { flags }
    }

    /// Measures one workload and prints its line, if it is asked for.
    ///
    /// # Panics
    ///
    /// If two contestants come to different checksums.
    pub fn run(&mut self, name: &str, size: Size, contestants: impl FnOnce() -> Vec<Contestant>) {
        if !name.contains(&self.flags.only) {
            return;
        }
        let mut contestants = contestants();
        let mut times = vec![Vec::new(); contestants.len()];
        for contestant in &mut contestants {
            contestant.measure(size);
        }
        for round in 0..self.flags.rounds {
            for turn in 0..contestants.len() {
                let who = (round + turn) % contestants.len();
                times[who].push(contestants[who].measure(size));
            }
        }
        compare_checksums(name, &mut contestants);
        let medians = contestants.iter().zip(times).map(|(contestant, times)| (contestant.library, median(times)));
        println!("{name:37}{}", line(&medians.collect::<Vec<_>>()));
    }
}

fn compare_checksums(name: &str, contestants: &mut [Contestant]) {
    let mut first = None;
    for Contestant { library, workload } in contestants {
        let mut sum = Checksum::default();
        workload.check(&mut sum);
        let (expected, by) = *first.get_or_insert((sum, *library));
        assert_eq!(sum, expected, "{name}: {library:?} comes to another checksum than {by:?}");
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The cells of a line, given who took how long.
fn line(medians: &[(Library, f64)]) -> String {
    let time = |library| medians.iter().find(|(who, _)| *who == library).map(|(_, time)| *time);
    let mut line = String::new();
    for library in Library::ALL {
        let cell = match (time(library), time(Library::Vec)) {
            (Some(own), Some(plain)) => format!("{own:.2}{:7.2}x", own / plain),
            _ => "-".into(),
        };
        let _ = write!(line, "{cell:>17}");
    }
    for among in [Library::can_add_and_remove, |_| true] {
        let peers = medians.iter().filter(|(who, _)| who.is_peer() && among(*who));
        if let (Some(own), Some((who, best))) = (time(Library::EcsWorld), peers.min_by(|a, b| a.1.total_cmp(&b.1))) {
            let _ = write!(line, "{:>17}", format!("{:.2} {:8}", own / best, who.name()));
        }
    }
    line
}
