#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ecs_world_fuzz::deltas(bytes));
