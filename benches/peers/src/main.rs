//! Prints how long each workload takes with ecs-world, with plain `Vec`s and with other libraries, side by side; then the parallel
//! schedules of the libraries that have them, and each kind of view of ecs-world.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml [-- --rounds N --quick --only NAME]`. Each workload has a file, which says
//! what is done and how each library does it. All contestants of a workload must have the same checksum.

mod checksum;
mod columns;
mod contest;
mod flags;
mod random;
mod workloads;

use flags::Flags;

fn main() {
    match Flags::parse(std::env::args().skip(1)) {
        Ok(flags) => workloads::run_all(&flags),
        Err(problem) => {
            eprintln!("{problem}\n{}", flags::USAGE);
            std::process::exit(2);
        }
    }
}
