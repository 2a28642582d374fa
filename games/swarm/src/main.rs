//! Swarm, on the command line or in a browser.

#[cfg(not(target_arch = "wasm32"))]
mod arguments;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    arguments::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    #[cfg(feature = "window")]
    swarm::window::open(swarm::window::Options::default());
}
