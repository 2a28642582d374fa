//! Owns the bugs that are planted on purpose, to see that the checkers find them.
//!
//! They are there only in builds with `RUSTFLAGS="--cfg ecs_canary"`, which no feature and no dependency can ask for, and of
//! these only the one that the environment names: `ECS_CANARY=wrong_swap`. `.ci/canaries` runs them. (The canaries of
//! `TigerBeetle`.)

/// Whether this bug is planted. Else the constant `false`, and nothing of it is compiled.
macro_rules! canary {
    ($bug:ident) => {
        $crate::canary::is_planted(stringify!($bug))
    };
}

#[cfg(not(ecs_canary))]
#[inline(always)]
pub(crate) const fn is_planted(_: &str) -> bool {
    false
}

#[cfg(ecs_canary)]
pub(crate) fn is_planted(bug: &str) -> bool {
    extern crate std;
    static PLANTED: std::sync::OnceLock<Option<std::string::String>> = std::sync::OnceLock::new();
    PLANTED.get_or_init(|| std::env::var("ECS_CANARY").ok()).as_deref() == Some(bug)
}
