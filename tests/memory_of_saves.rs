//! Memory that forged saves take, counted and not timed: it is bounded by the number of input bytes, as `docs/SAVES.md` says.
#![allow(unsafe_code, reason = "an allocator that counts is written with `unsafe`")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeMap;

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

thread_local! {
    /// Bytes that are allocated on this thread, and their maximum.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

impl Counting {
    fn add(bytes: isize) {
        HELD.set(HELD.get() + bytes);
        MOST.set(MOST.get().max(HELD.get()));
    }
}

// SAFETY: all calls are forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size().cast_signed());
        // SAFETY: the caller fulfils the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Self::add(-layout.size().cast_signed());
        // SAFETY: the caller fulfils the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::add(size.cast_signed() - layout.size().cast_signed());
        // SAFETY: the caller fulfils the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[system(changed(u32))]
fn watch(_: &u32) {}

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[version(2)]
    #[removed("Old" = u32)]
    struct Game;
    components: u32 as A, u64 as B;
    systems: watch;
}

type Columns = BTreeMap<String, (Vec<i64>, Vec<u64>, Vec<Vec<i64>>)>;
type Changes = (String, Vec<(String, bool)>, Vec<String>, Vec<Option<(u32, u32)>>);
type Pending = (Vec<Changes>, BTreeMap<String, Vec<u64>>);

/// A section without entries.
type Nothing = BTreeMap<String, u8>;

/// The fields of a save of such a world, to be forged.
#[derive(Clone, Serialize, Deserialize)]
struct Save {
    format: u32,
    schema: u64,
    generations: Vec<u32>,
    free: Vec<u32>,
    components: Columns,
    relations: Nothing,
    lists: BTreeMap<String, Vec<i64>>,
    entries: [Nothing; 4],
    dropped_commands: u64,
    is_running: bool,
    tidy_budget: Option<u64>,
    tidy_next: (u64, u64),
    sorted: Vec<String>,
    reserved: Vec<(u32, u32)>,
    commands: Vec<Pending>,
    deferred: Nothing,
    version: u32,
}

/// Bytes of memory per byte of a forged save while it is read, and whether the save is refused.
fn memory(forge: impl FnOnce(&mut Save)) -> (isize, bool) {
    let saved = postcard::to_allocvec(&Game::default()).expect("the world can be saved");
    let mut save: Save = postcard::from_bytes(&saved).expect("`Save` has the fields of a save");
    assert_eq!(postcard::to_allocvec(&save), Ok(saved), "`Save` has all fields of a save");
    forge(&mut save);
    let forged = postcard::to_allocvec(&save).expect("the save can be serialised");
    drop(save);
    let before = HELD.get();
    MOST.set(before);
    let is_refused = postcard::from_bytes::<Game>(&forged).is_err();
    ((MOST.get() - before) / forged.len().cast_signed(), is_refused)
}

/// So large that the memory of a new world is less than a byte per entry.
const MANY: usize = 100_000;

#[test]
fn lists_of_numbers_take_no_more_memory_than_is_documented() {
    let numbers = |save: &mut Save| save.generations = vec![1; MANY];
    let reserved = |save: &mut Save| save.reserved = vec![(0, 1); MANY];
    let entities = |save: &mut Save| save.components.entry("A".into()).or_default().0 = vec![0; MANY];
    let forges: [&dyn Fn(&mut Save); 3] = [&numbers, &reserved, &entities];
    for (number, forge) in forges.into_iter().enumerate() {
        let (bytes, is_refused) = memory(forge);
        assert!(bytes <= 16, "{number}: {bytes} bytes of memory per byte of input");
        assert!(is_refused || number == 0);
    }
}

#[test]
fn lists_of_changes_that_no_system_reads_take_no_memory() {
    for component in ["A", "B", "Old"] {
        let (bytes, is_refused) = memory(|save| {
            save.components.entry(component.into()).or_default().2 = vec![vec![]; MANY];
            save.version = 1;
        });
        assert!(bytes == 0, "{component}: {bytes} bytes of memory per byte of input");
        assert_eq!(is_refused, component != "Old");
    }
}

#[test]
fn names_take_no_memory() {
    let of_kind = |save: &mut Save, removed: usize, inserted: usize| {
        let name = |_| "Old".to_owned();
        let removed = (0..removed).map(|at| (name(at), true)).collect();
        save.version = 1;
        save.commands =
            vec![(vec![("exchange".into(), removed, (0..inserted).map(name).collect(), vec![])], BTreeMap::new())];
    };
    let sorted = |save: &mut Save| save.sorted = vec!["A".into(); MANY];
    let sorted_before = |save: &mut Save| (save.sorted, save.version) = (vec!["Old".into(); MANY], 1);
    let inserted = |save: &mut Save| of_kind(save, 0, MANY);
    let removed = |save: &mut Save| of_kind(save, MANY, 0);
    let forges: [&dyn Fn(&mut Save); 4] = [&sorted, &sorted_before, &inserted, &removed];
    for (number, forge) in forges.into_iter().enumerate() {
        let (bytes, is_refused) = memory(forge);
        assert!(bytes == 0, "{number}: {bytes} bytes of memory per byte of input");
        assert_eq!(is_refused, number == 0, "{number}");
    }
}

#[test]
fn pending_commands_take_no_more_memory_than_is_documented() {
    let kind = |operation: &str, removed: &[&str], inserted: &[&str], entity| -> Changes {
        let removed = removed.iter().map(|name| ((*name).into(), true)).collect();
        (operation.into(), removed, inserted.iter().map(|name| (*name).into()).collect(), vec![entity])
    };
    let entity = Some((0, 1));
    for kind in [
        kind("spawn", &[], &[], None),
        kind("insert", &[], &["B"], entity),
        kind("exchange", &["A"], &["B"], entity),
        kind("remove", &["A"], &[], entity),
        kind("despawn", &[], &[], entity),
    ] {
        let values = |count| kind.2.iter().map(|name| (name.clone(), vec![0; count])).collect();
        let size = postcard::to_allocvec(&kind).expect("the commands can be serialised").len() + kind.2.len();
        // Just above a power of two, because lists grow by doubling.
        let many = (1 << 16) + 1;
        let (bytes, is_refused) = memory(|save| save.commands = vec![(vec![kind.clone(); many], values(many))]);
        let each = bytes * size.cast_signed();
        assert!(each <= 500 && !is_refused, "{}: {each} bytes of memory per command", kind.0);
        let (bytes, is_refused) = memory(|save| {
            let (operation, removed, inserted, entities) = kind.clone();
            save.commands = vec![(vec![(operation, removed, inserted, entities.repeat(many))], values(many))];
        });
        assert!(bytes <= 16 && !is_refused, "{}: {bytes} bytes of memory per byte of input", kind.0);
    }
}
