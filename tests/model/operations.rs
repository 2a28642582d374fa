//! The operations as data, so that they can be generated, shrunk, printed and replayed. Knows no world.

use super::numbers::Numbers;

/// A handle, chosen when the operation is executed.
#[derive(Debug, Clone, Copy)]
pub enum Pick {
    /// One of the living entities.
    Living(u32),
    /// One that is dead.
    Dead(u32),
    /// A number that may be no handle at all, or one of another world, or by chance one that lives.
    Forged(u64),
}

/// A set of components; see `with_shape`.
pub type Shape = u8;

/// How many shapes there are.
pub const SHAPES: u8 = 13;

/// One call, or a few that belong together.
#[derive(Debug, Clone)]
pub enum Operation {
    Spawn(Shape, u32),
    SpawnBatch(Shape, u8, u32),
    SpawnColumns(u8, u8, u32),
    Despawn(Pick),
    Clear,
    Insert(Pick, Shape, u32),
    Replace(Pick, Shape, u32),
    Remove(Pick, Shape),
    Write(Pick, u32),
    WriteSeveral(Pick, Pick, u32),
    WriteMany(Pick, u32),
    CommandSpawn(Shape, u32),
    CommandInsert(Pick, Shape, u32),
    CommandRemove(Pick, Shape),
    CommandDespawn(Pick),
    DropCommands,
    Promise(u32),
    Flush,
    RunWatch,
    Run,
    Query,
    QueryMut(u32),
    Columns(u32),
    Sort(u8),
    Clone,
    Reserve(u8),
    Shrink,
}

/// Draws operations from numbers. Handles that are stale or forged make up a fifth of all.
impl Numbers {
    fn pick(&mut self) -> Pick {
        match self.byte(20) {
            0 | 1 => Pick::Dead(self.word()),
            2 => Pick::Forged(self.next()),
            3 => Pick::Forged(self.next() & 0x0000_000f_0000_003f),
            _ => Pick::Living(self.word()),
        }
    }

    /// The next operation. Spawning and despawning hold each other in check around a few dozen entities.
    pub fn operation(&mut self, living: usize) -> Operation {
        let crowded = living > 48;
        match self.byte(68) {
            0..=10 if !crowded => self.growing(),
            0..=15 => Operation::Despawn(self.pick()),
            16 => self.rare(),
            17..=24 => Operation::Insert(self.pick(), self.byte(SHAPES), self.word()),
            25..=28 => Operation::Replace(self.pick(), self.byte(SHAPES), self.word()),
            29..=36 => Operation::Remove(self.pick(), self.byte(SHAPES)),
            37..=41 => self.writing(),
            42..=51 => self.commanding(),
            52..=55 => Operation::Flush,
            56 | 57 => Operation::RunWatch,
            58 | 59 => Operation::Run,
            60 | 61 => Operation::Query,
            62 | 63 => Operation::QueryMut(self.word()),
            64 | 65 => Operation::Sort(self.byte(8)),
            _ => Operation::Columns(self.word()),
        }
    }

    fn growing(&mut self) -> Operation {
        match self.byte(11) {
            0..=6 => Operation::Spawn(self.byte(SHAPES), self.word()),
            7 => Operation::SpawnBatch(self.byte(SHAPES), self.byte(6), self.word()),
            8 => Operation::SpawnColumns(self.byte(5), self.byte(5), self.word()),
            9 => Operation::CommandSpawn(self.byte(SHAPES), self.word()),
            _ => Operation::Promise(self.word()),
        }
    }

    fn writing(&mut self) -> Operation {
        match self.byte(5) {
            0 | 1 => Operation::Write(self.pick(), self.word()),
            2 => Operation::WriteSeveral(self.pick(), self.pick(), self.word()),
            _ => Operation::WriteMany(self.pick(), self.word()),
        }
    }

    fn commanding(&mut self) -> Operation {
        match self.byte(5) {
            0 | 1 => Operation::CommandInsert(self.pick(), self.byte(SHAPES), self.word()),
            2 | 3 => Operation::CommandRemove(self.pick(), self.byte(SHAPES)),
            _ => Operation::CommandDespawn(self.pick()),
        }
    }

    fn rare(&mut self) -> Operation {
        match self.byte(10) {
            0 => Operation::Clear,
            1 => Operation::DropCommands,
            2..=4 => Operation::Clone,
            5 | 6 => Operation::Shrink,
            _ => Operation::Reserve(self.byte(9)),
        }
    }
}
