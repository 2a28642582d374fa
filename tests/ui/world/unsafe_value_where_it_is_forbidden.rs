#![forbid(unsafe_code)]
use ecs_world::prelude::*;

struct Time(f32);

ecs_world! {
    resources: Time = unsafe { std::mem::transmute::<u32, Time>(0) };
}

fn main() {}
