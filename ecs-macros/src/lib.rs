//! Procedural macros of `ecs-world`.
