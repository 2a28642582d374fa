//! Runs the rain in a heap of fixed size, and prints how much of the heap is free.
//!
//! On this machine: `cargo run --package microcontroller`. For a Cortex-M4, and on an emulated one:
//!
//! ```sh
//! cargo build --release --package microcontroller --target thumbv7em-none-eabi
//! qemu-system-arm -machine netduinoplus2 -nographic -semihosting-config enable=on,target=native \
//!     -kernel target/thumbv7em-none-eabi/release/microcontroller
//! ```
#![cfg_attr(target_os = "none", no_std, no_main)]

use microcontroller::{World, largest_free_block, picture};

#[cfg(target_os = "none")]
use bare::print_line;
#[cfg(not(target_os = "none"))]
use hosted::print_line;

/// Size of the heap in bytes.
const HEAP: usize = 32 * 1024;

#[global_allocator]
static ALLOCATOR: emballoc::Allocator<HEAP> = emballoc::Allocator::new();

/// Prints the state of the world and of the heap.
fn report(after: &str, world: &World) {
    let (entities, picture, free) = (world.len(), picture(world), largest_free_block());
    print_line(format_args!("{after}: {entities} entities, picture {picture}, {free} bytes free in one block"));
}

fn simulate() {
    print_line(format_args!("a heap of {HEAP} bytes: {} free in one block", largest_free_block()));
    let mut world = World::default();
    report("a new world", &world);
    for (steps, after) in [(100, "100 steps"), (900, "1000 steps"), (9_000, "10000 steps")] {
        for _ in 0..steps {
            world.run();
        }
        report(after, &world);
    }
}

#[cfg(not(target_os = "none"))]
fn main() {
    simulate();
}

#[cfg(not(target_os = "none"))]
mod hosted {
    pub(crate) fn print_line(line: core::fmt::Arguments<'_>) {
        println!("{line}");
    }
}

/// The parts that replace an operating system on a microcontroller: an entry point and a panic handler.
#[cfg(target_os = "none")]
mod bare {
    use core::fmt::{Arguments, Write};

    use cortex_m_semihosting::debug::{self, ExitStatus};
    use cortex_m_semihosting::hio;

    #[cortex_m_rt::entry]
    fn main() -> ! {
        super::simulate();
        leave(debug::EXIT_SUCCESS)
    }

    #[panic_handler]
    fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
        print_line(format_args!("{info}"));
        leave(debug::EXIT_FAILURE)
    }

    /// Prints a line to the debugger or emulator; does nothing without either.
    pub(crate) fn print_line(line: Arguments<'_>) {
        if let Ok(mut output) = hio::hstdout() {
            let _ = writeln!(output, "{line}");
        }
    }

    /// Ends the emulator, or stops at the debugger.
    fn leave(code: ExitStatus) -> ! {
        loop {
            debug::exit(code);
        }
    }
}
