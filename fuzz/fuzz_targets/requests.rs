//! Heads of requests to the inspector, and the requests in their bodies: any bytes are read or refused.
#![no_main]

use ecs_inspector::{Request, parse_head};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let whole = parse_head(bytes);
    // A complete head stays complete, whatever follows it.
    let mut longer = bytes.to_vec();
    longer.extend_from_slice(b"\r\n\r\n");
    assert!(whole != Ok(true) || parse_head(&longer) == Ok(true));
    let _ = serde_json::from_slice::<Vec<Request>>(bytes);
});
