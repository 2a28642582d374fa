use ecs_world::prelude::*;

struct A;
struct B;
struct C;
struct F;

#[system]
fn one(_: &A, _: &B, _: &C) {}

#[system(view = group, without(F))]
fn two(_: &A, _: &B) {}

#[system(view = group)]
fn three(_: &A, _: &B, _: &C) {}

ecs_world! {
    components: A, B, C, F;
    systems: one, two, three;
}

fn main() {}
