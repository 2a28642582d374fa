//! The operations as data, so that they can be generated, shrunk, printed and replayed. This module does not depend on the world.

use super::numbers::Numbers;

/// A handle, chosen when the operation is executed.
#[derive(Debug, Clone, Copy)]
pub enum Pick {
    /// One of the living entities.
    Living(u32),
    /// One that is dead.
    Dead(u32),
    /// A handle of another world, which can by chance be valid in this world, too.
    Foreign(u32),
    /// Arbitrary bits, which may not form a handle.
    Forged(u64),
}

/// Where user code runs in the middle of an operation, and can be set to panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fuse {
    /// A value is dropped.
    Drop,
    /// A value is cloned.
    Clone,
    /// `on_added` of a system.
    Added,
    /// `on_removed` of a system.
    Removed,
    /// A callback at a sync, of a system with a view that defers changes.
    Late,
    /// A system runs.
    Run,
    /// An iterator yields a bundle, or a closure gets an item of a query or join.
    Item,
    /// Values are compared.
    Compare,
}

impl Fuse {
    pub const ALL: [Self; 8] =
        [Self::Drop, Self::Clone, Self::Added, Self::Removed, Self::Late, Self::Run, Self::Item, Self::Compare];
}

/// The size hint of an iterator.
#[derive(Debug, Clone, Copy)]
pub enum Said {
    Truth,
    Nothing,
    More,
    AsMuchAsCanBe,
}

impl Said {
    /// The size hint of an iterator that has this many items.
    pub fn hint(self, items: usize) -> (usize, Option<usize>) {
        match self {
            Self::Truth => (items, Some(items)),
            Self::Nothing => (0, Some(0)),
            Self::More => (items + 9, None),
            Self::AsMuchAsCanBe => (usize::MAX, Some(usize::MAX)),
        }
    }
}

/// A set of components; see `with_shape`.
pub type Shape = u8;

/// Number of shapes.
pub const SHAPES: u8 = 14;
/// Number of shapes including those with optional parts, which can be inserted but not removed.
pub const GIVEN: u8 = 16;
/// Number of pairs of bundles that are exchanged.
pub const EXCHANGES: u8 = 8;
/// The shape of the component that excludes entities from views.
pub const FROZEN: u8 = 2;
/// Shapes of three components, two of which are in a group; of two components that both exclude entities; and of one component.
pub const LARGE: u8 = 7;
pub const OTHER_FROZEN: u8 = 8;
pub const BOXED: u8 = 10;
/// Number of systems that are run alone.
pub const SYSTEMS: u8 = 8;
/// The shape of the components that deferred views require.
pub const LATER: u8 = 13;

/// One call, or a few that belong together.
#[derive(Debug, Clone)]
pub enum Operation {
    Spawn(Shape, u32),
    SpawnBatch(Shape, u8, u32, Said),
    SpawnColumns(u8, u8, u32),
    Despawn(Pick),
    Clear,
    Insert(Pick, Shape, u32),
    Replace(Pick, Shape, u32),
    Remove(Pick, Shape),
    RemoveAny(Pick, Shape),
    /// Exchanges one of the pairs of bundles; see `ExchangeActs::on`.
    Exchange(Pick, u8, u32),
    /// Spawns an entity with one of the marks, inserts a mark, or removes it; no effect in a world without marks.
    SpawnMarked(u8, u32),
    Mark(Pick, u8, u32),
    Unmark(Pick, u8),
    /// Inserts a relation to another entity, or removes it; no effect in a world without relations.
    Relate(Pick, u8, Pick),
    Unrelate(Pick, u8),
    CommandRelate(Pick, u8, Pick),
    /// Spawns a template of a shape, once or several times, or inserts it.
    SpawnTemplate(Shape, u32),
    SpawnTemplates(Shape, u8, u32),
    InsertTemplate(Pick, Shape, u32),
    CloneEntity(Pick),
    /// Takes an entity out of the world, and inserts its components into another one.
    TakeAndGive(Pick, Pick),
    CommandSpawnTemplate(Shape, u32),
    CommandInsertTemplate(Pick, Shape, u32),
    CommandClone(Pick),
    Write(Pick, u32),
    WriteSeveral(Pick, Pick, u32),
    WriteMany(Pick, u32),
    /// Overwrites a value, which is dropped.
    Overwrite(Pick, u32),
    /// Writes all values of a component by a query, or joined with others.
    WriteEach(u32),
    WriteJoined(u32),
    /// Writes all values on all threads, each of which issues commands.
    WriteInParallel(u32),
    /// Leaks a borrowed iterator, or a value that was removed.
    LeakIterators(u8),
    LeakTaken(Pick),
    CommandSpawn(Shape, u32),
    CommandInsert(Pick, Shape, u32),
    CommandRemove(Pick, Shape),
    CommandRemoveAny(Pick, Shape),
    CommandExchange(Pick, u8, u32),
    CommandDespawn(Pick),
    /// Commands from an iterator.
    CommandSpawnBatch(Shape, u8, u32, Said),
    CommandInsertBatch([Pick; 3], Shape, u32),
    CommandRemoveBatch([Pick; 3], Shape),
    CommandDespawnBatch([Pick; 3]),
    DropCommands,
    /// Swaps the pending commands with those that were set aside.
    SwapCommands,
    /// Appends the commands that were set aside to the pending ones.
    AppendCommands,
    /// Appends commands in several batches to the pending ones, several times; a clone can take their place.
    AppendBatches([Pick; 3], u32),
    SpawnLater(u32),
    ReserveEntity,
    Flush,
    /// Runs one of the systems.
    RunOne(u8),
    Run,
    Query,
    QueryMut(u32),
    Columns(u32),
    /// Stops iterators after some steps, continues them, and folds them.
    Walk(u32),
    /// Runs systems of three components until positions are cached, and once more with a change in the middle of the run.
    RunSteadily(u32),
    Sort(u8),
    /// Tidies storages and lists: all of them, within a budget, or within a budget at each run (none for 0).
    Tidy,
    TidyWithin(u8),
    TidyAtRuns(u8),
    /// Allows tidying of everything that was sorted.
    Unsort,
    Send(u32),
    /// Reads events with one of the readers.
    ReadEvents(u8),
    AgeEvents,
    DropEvents,
    Clone,
    /// Takes a snapshot into one of two places.
    Save(u8),
    /// Restores the world from one of the snapshots, and continues from there.
    Restore(u8),
    /// Applies deltas to one of the snapshots and back; no effect without the feature `serde`.
    GoAndReturn(u8),
    Reserve(u8),
    Shrink,
    /// An operation in which user code panics, after the given number of calls that succeed.
    Panicking(Fuse, u8, Box<Operation>),
}

impl Operation {
    /// The kinds of user code that can run in the middle of the operation.
    pub fn fuses(&self) -> &'static [Fuse] {
        match self {
            Self::Spawn(..) => &[Fuse::Added],
            Self::SpawnBatch(..) => &[Fuse::Added, Fuse::Item],
            Self::SpawnColumns(..) => &[Fuse::Added, Fuse::Drop],
            Self::SpawnTemplate(..) | Self::SpawnTemplates(..) => &[Fuse::Added, Fuse::Clone, Fuse::Drop],
            Self::CloneEntity(_) => &[Fuse::Added, Fuse::Clone],
            Self::InsertTemplate(..) | Self::TakeAndGive(..) => &[Fuse::Added, Fuse::Removed, Fuse::Drop],
            Self::Despawn(_) | Self::Clear => &[Fuse::Removed, Fuse::Drop],
            Self::Insert(..) | Self::Replace(..) | Self::Remove(..) | Self::RemoveAny(..) | Self::Exchange(..) => {
                &[Fuse::Added, Fuse::Removed, Fuse::Drop]
            }
            Self::Flush => &[Fuse::Added, Fuse::Removed, Fuse::Drop, Fuse::Late],
            Self::LeakTaken(_) => &[Fuse::Removed],
            Self::Clone | Self::Save(_) | Self::Restore(_) => &[Fuse::Clone, Fuse::Drop],
            Self::Overwrite(..) | Self::DropCommands | Self::AgeEvents | Self::DropEvents => &[Fuse::Drop],
            Self::Sort(_) => &[Fuse::Compare],
            Self::WriteEach(_)
            | Self::WriteJoined(_)
            | Self::CommandSpawnBatch(..)
            | Self::CommandInsertBatch(..)
            | Self::CommandRemoveBatch(..)
            | Self::CommandDespawnBatch(_) => &[Fuse::Item],
            Self::SpawnLater(_) | Self::RunOne(_) | Self::Run => {
                &[Fuse::Added, Fuse::Removed, Fuse::Drop, Fuse::Late, Fuse::Run]
            }
            _ => &[],
        }
    }

    /// One of each operation in the middle of which user code can run.
    pub fn each(numbers: &mut Numbers) -> Vec<Self> {
        let mut all = vec![Self::Clear, Self::Clone, Self::DropCommands, Self::Flush, Self::Run];
        all.extend([Self::Save(0), Self::Restore(0)]);
        all.extend([Self::AgeEvents, Self::DropEvents]);
        all.extend((0..8).map(Self::Sort));
        all.extend((0..3).map(|_| Self::SpawnLater(numbers.word())));
        all.extend([Self::SpawnColumns(3, 3, numbers.word()), Self::SpawnColumns(2, 3, numbers.word())]);
        all.extend((0..SYSTEMS).map(Self::RunOne));
        for exchange in 0..EXCHANGES {
            all.push(Self::Exchange(Pick::Living(numbers.word()), exchange, numbers.word()));
        }
        for shape in [FROZEN, FROZEN, FROZEN, OTHER_FROZEN, OTHER_FROZEN, 0, 1, 5, LARGE, 11, 12, SHAPES, GIVEN - 1] {
            let (living, other) = (Pick::Living(numbers.word()), Pick::Living(numbers.word()));
            let number = numbers.word();
            all.extend([Self::SpawnTemplate(shape, number), Self::SpawnTemplates(shape, 3, number)]);
            all.extend([Self::InsertTemplate(living, shape, number), Self::CloneEntity(living)]);
            all.push(Self::TakeAndGive(living, other));
        }
        for shape in SHAPES..GIVEN {
            let living = Pick::Living(numbers.word());
            let number = numbers.word();
            all.extend([Self::Spawn(shape, number), Self::Insert(living, shape, number)]);
        }
        for shape in 0..SHAPES {
            let mut living = || Pick::Living(numbers.word());
            all.extend([Self::Remove(living(), shape), Self::Despawn(living()), Self::LeakTaken(living())]);
            let (one, two, number) = (living(), living(), numbers.word());
            all.extend([Self::Insert(one, shape, number), Self::Replace(two, shape, number)]);
            all.push(Self::RemoveAny(two, shape));
            all.extend([Self::Spawn(shape, number), Self::SpawnBatch(shape, 3, number, Said::Truth)]);
            all.push(Self::Overwrite(one, number));
        }
        let (shape, number, picks) = (numbers.byte(SHAPES), numbers.word(), [Pick::Living(numbers.word()); 3]);
        all.extend([Self::CommandSpawnBatch(shape, 3, number, Said::Truth), Self::CommandDespawnBatch(picks)]);
        all.extend([Self::CommandInsertBatch(picks, shape, number), Self::CommandRemoveBatch(picks, shape)]);
        all.extend([Self::WriteEach(numbers.word()), Self::WriteJoined(numbers.word())]);
        all
    }
}

/// Draws operations from numbers. A fifth of all handles are stale or forged.
impl Numbers {
    fn pick(&mut self) -> Pick {
        match self.byte(20) {
            0 | 1 => Pick::Dead(self.word()),
            2 => Pick::Forged(if self.byte(2) == 0 { self.next() } else { self.next() & 0x0000_000f_0000_003f }),
            3 => Pick::Foreign(self.word()),
            _ => Pick::Living(self.word()),
        }
    }

    /// The next operation. Spawns and despawns balance at a few dozen entities.
    pub fn operation(&mut self, living: usize) -> Operation {
        let calm = self.calm(living);
        let fuses = calm.fuses();
        // Batches are rare.
        let one_in = if matches!(calm, Operation::SpawnBatch(..)) { 2 } else { 8 };
        if fuses.is_empty() || self.byte(one_in) > 0 {
            return calm;
        }
        let fuse = fuses[self.word() as usize % fuses.len()];
        Operation::Panicking(fuse, self.byte(4), Box::new(calm))
    }

    /// The next operation, without panics.
    pub fn calm(&mut self, living: usize) -> Operation {
        let crowded = living > 48;
        match self.byte(75) {
            0..=10 if !crowded => self.growing(),
            0..=15 => Operation::Despawn(self.pick()),
            16 => self.rare(),
            17..=36 => self.bundle(),
            37..=41 => self.writing(),
            42..=51 => self.commanding(),
            52..=55 => Operation::Flush,
            56 | 57 => Operation::RunOne(self.byte(SYSTEMS)),
            58 | 59 => Operation::Run,
            60 | 61 => Operation::Query,
            62 | 63 => Operation::QueryMut(self.word()),
            64 => Operation::LeakIterators(self.byte(6)),
            65 => Operation::LeakTaken(self.pick()),
            66 => Operation::Sort(self.byte(8)),
            67..=69 => self.telling(),
            70 | 71 => self.tidying(),
            74 if self.byte(2) == 0 => Operation::Save(self.byte(2)),
            74 => Operation::Restore(self.byte(2)),
            _ => Operation::Columns(self.word()),
        }
    }

    fn growing(&mut self) -> Operation {
        match self.byte(12) {
            10 => Operation::ReserveEntity,
            0..=6 => Operation::Spawn(self.byte(GIVEN), self.word()),
            7 | 8 => self.batch(),
            9 => Operation::CommandSpawn(self.byte(GIVEN), self.word()),
            _ => Operation::SpawnLater(self.word()),
        }
    }

    /// A batch of entities to spawn.
    pub fn batch(&mut self) -> Operation {
        match self.byte(2) {
            0 if self.byte(4) == 0 => {
                Operation::SpawnBatch(self.byte(SHAPES), 6 + self.byte(30), self.word(), self.said())
            }
            0 => Operation::SpawnBatch(self.byte(SHAPES), self.byte(6), self.word(), self.said()),
            _ if self.byte(4) == 0 => {
                let rows = 6 + self.byte(30);
                Operation::SpawnColumns(rows, rows, self.word())
            }
            _ => Operation::SpawnColumns(self.byte(5), self.byte(5), self.word()),
        }
    }

    /// An operation that inserts or removes a bundle.
    pub fn bundle(&mut self) -> Operation {
        match self.byte(14) {
            13 if self.byte(3) == 0 => Operation::Unrelate(self.pick(), self.byte(u8::MAX)),
            12 | 13 => Operation::Relate(self.pick(), self.byte(u8::MAX), self.pick()),
            10 | 11 => self.template(),
            9 => Operation::RemoveAny(self.pick(), self.byte(SHAPES)),
            8 => Operation::Exchange(self.pick(), self.byte(EXCHANGES), self.word()),
            5 => Operation::SpawnMarked(self.byte(u8::MAX), self.word()),
            6 => Operation::Mark(self.pick(), self.byte(u8::MAX), self.word()),
            7 => Operation::Unmark(self.pick(), self.byte(u8::MAX)),
            0 | 1 => Operation::Insert(self.pick(), self.byte(GIVEN), self.word()),
            2 => Operation::Replace(self.pick(), self.byte(GIVEN), self.word()),
            _ => Operation::Remove(self.pick(), self.byte(SHAPES)),
        }
    }

    /// An operation on a template, or on an entity that is used as one.
    fn template(&mut self) -> Operation {
        match self.byte(8) {
            0 => Operation::SpawnTemplate(self.byte(GIVEN), self.word()),
            1 => Operation::SpawnTemplates(self.byte(GIVEN), self.byte(5), self.word()),
            2 => Operation::CloneEntity(self.pick()),
            3 => Operation::TakeAndGive(self.pick(), self.pick()),
            4 => Operation::CommandSpawnTemplate(self.byte(GIVEN), self.word()),
            5 => Operation::CommandInsertTemplate(self.pick(), self.byte(GIVEN), self.word()),
            6 => Operation::CommandClone(self.pick()),
            _ => Operation::InsertTemplate(self.pick(), self.byte(GIVEN), self.word()),
        }
    }

    fn telling(&mut self) -> Operation {
        match self.byte(16) {
            0..=8 => Operation::Send(self.word()),
            9..=13 => Operation::ReadEvents(self.byte(2)),
            14 => Operation::AgeEvents,
            _ => Operation::DropEvents,
        }
    }

    fn tidying(&mut self) -> Operation {
        match self.byte(8) {
            0 | 1 => Operation::Tidy,
            2..=4 => Operation::TidyWithin(self.byte(40)),
            5 => Operation::TidyAtRuns(self.byte(3) * 20),
            _ => Operation::Unsort,
        }
    }

    fn said(&mut self) -> Said {
        [Said::Truth, Said::Nothing, Said::More, Said::AsMuchAsCanBe][usize::from(self.byte(4))]
    }

    fn writing(&mut self) -> Operation {
        match self.byte(9) {
            0 | 1 => Operation::Write(self.pick(), self.word()),
            2 => Operation::WriteSeveral(self.pick(), self.pick(), self.word()),
            3 | 4 => Operation::Overwrite(self.pick(), self.word()),
            5 => Operation::WriteEach(self.word()),
            6 => Operation::WriteJoined(self.word()),
            7 => Operation::WriteInParallel(self.word()),
            _ => Operation::WriteMany(self.pick(), self.word()),
        }
    }

    /// An operation that issues a command.
    pub fn commanding(&mut self) -> Operation {
        match self.byte(21) {
            20 => Operation::CommandRelate(self.pick(), self.byte(u8::MAX), self.pick()),
            0..=5 => Operation::CommandInsert(self.pick(), self.byte(GIVEN), self.word()),
            6 => Operation::CommandExchange(self.pick(), self.byte(EXCHANGES), self.word()),
            7..=11 => Operation::CommandRemove(self.pick(), self.byte(SHAPES)),
            12 | 13 => Operation::CommandRemoveAny(self.pick(), self.byte(SHAPES)),
            14..=16 => Operation::CommandDespawn(self.pick()),
            _ => self.commanding_several(),
        }
    }

    /// An operation that issues several commands of one kind.
    fn commanding_several(&mut self) -> Operation {
        let picks = [self.pick(), self.pick(), self.pick()];
        match self.byte(10) {
            8 | 9 => Operation::AppendBatches(picks, self.word()),
            0..=2 => Operation::CommandInsertBatch(picks, self.byte(GIVEN), self.word()),
            3..=5 => Operation::CommandRemoveBatch(picks, self.byte(SHAPES)),
            6 => Operation::CommandDespawnBatch(picks),
            _ => Operation::CommandSpawnBatch(self.byte(SHAPES), self.byte(4), self.word(), self.said()),
        }
    }

    fn rare(&mut self) -> Operation {
        match self.byte(14) {
            0 => Operation::Clear,
            12 | 13 => Operation::AppendCommands,
            1 => Operation::DropCommands,
            10 | 11 => Operation::SwapCommands,
            2..=4 => Operation::Clone,
            5 | 6 => Operation::Shrink,
            7 => Operation::GoAndReturn(self.byte(2)),
            _ => Operation::Reserve(self.byte(9)),
        }
    }
}
