//! scratch
#![cfg(feature = "rayon")]
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
use ecs_world::prelude::*;
pub struct A(u64);
pub struct B(u64);
pub struct C(u64);
#[derive(Default)]
pub struct R(u64);
#[derive(Default)]
pub struct S1(u64);
#[system]
impl S1 {
    fn run(&mut self, a: &mut A, r: &R) {
        a.0 += 1 + r.0;
        self.0 += 1;
    }
}
#[system]
fn s2(b: &mut B, e: Entity, c: &mut Commands<World>) {
    b.0 += 1;
    if b.0 == 3 {
        c.insert(e, C(1));
    }
}
#[system]
fn s3(mut q: Query<'_, World, (&A, &mut C)>, c: &mut Spawner<World>) {
    for (a, c) in &mut q {
        c.0 += a.0;
    }
    c.spawn(B(7));
}
ecs_world! { components: A, B, C; resources: R; systems: S1, s2, sync, s3, s2 as s4; }
#[test]
fn it_runs() {
    let mut w = World::default();
    w.spawn((A(1), B(1)));
    for _ in 0..5 {
        w.run();
        w.par_run();
        w.run_sequential();
    }
    println!("{}", World::PLAN);
    println!("{}", World::PLAN.dot());
    println!("{}", World::PLAN.mermaid());
}
