//! Measures what it costs to compile worlds of many components and systems: `cargo check` and release builds, the first one and the one
//! after a change of one line, compared with an empty crate, the same world written by hand, and other libraries.
//!
//! `cargo run --release --manifest-path benches/compile/Cargo.toml [-- --quick] [--patience=60] [LIBRARY ..]`
//!
//! A build that takes longer than the patience, in seconds, is killed. `-- --print ecs-world 64 64` prints the measured program, for
//! profiling.

mod clock;
mod lab;
mod report;
mod worlds;

use std::io;
use std::time::Duration;

use lab::Lab;
use worlds::{LIBRARIES, Size};

/// Sizes that are measured without `--quick`, and with it.
fn sizes(quick: bool) -> Vec<Size> {
    let all = [(16, 16), (64, 16), (64, 64), (64, 200), (256, 64), (512, 64), (512, 200)];
    let few = [(16, 16), (64, 64)];
    let chosen: &[_] = if quick { &few } else { &all };
    chosen.iter().map(|&(components, systems)| Size { components, systems }).collect()
}

fn print_program(name: &str, components: &str, systems: &str) -> io::Result<()> {
    let number = |text: &str| text.parse().map_err(io::Error::other);
    let size = Size { components: number(components)?, systems: number(systems)? };
    let library = LIBRARIES.iter().find(|library| library.name == name).ok_or(io::ErrorKind::NotFound)?;
    println!("{}", (library.source)(size).map_err(io::Error::other)?.replace("CHANGE", "0"));
    Ok(())
}

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if let [print, name, components, systems] = arguments.as_slice()
        && print == "--print"
    {
        return print_program(name, components, systems);
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let patience = arguments.iter().find_map(|argument| argument.strip_prefix("--patience="));
    let patience = Duration::from_secs(patience.map_or(Ok(60), str::parse).map_err(io::Error::other)?);
    let named: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    report::generated_lines()?;
    report::head();
    for library in LIBRARIES {
        if !named.is_empty() && !named.iter().any(|name| name.as_str() == library.name) {
            continue;
        }
        let lab = Lab::new(library, patience)?;
        for size in if library.name == "empty" { vec![Size::default()] } else { sizes(quick) } {
            match (library.source)(size) {
                Ok(source) => report::row(library.name, size, &lab.measure(&source)?),
                Err(why) => report::refusal(library.name, size, why),
            }
        }
    }
    Ok(())
}
