//! Heads of requests of the inspector, and what is asked in their bodies: bytes of any kind are read or refused.
#![no_main]

use ecs_inspector::{Request, parse_head};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let whole = parse_head(bytes);
    // A head that is complete or refused stays so, whatever follows it.
    let mut longer = bytes.to_vec();
    longer.extend_from_slice(b"\r\n\r\n");
    assert!(whole != Ok(true) || parse_head(&longer) == Ok(true));
    let _ = serde_json::from_slice::<Vec<Request>>(bytes);
});
