//! The operations as data, so that they can be generated, shrunk, printed and replayed.

/// A handle, chosen when the operation is executed.
#[derive(Debug, Clone, Copy)]
pub enum Pick {
    /// One of the living entities.
    Living(u32),
    /// One that is dead.
    Dead(u32),
    /// A number that may be no handle at all.
    Forged(u64),
}

/// A set of components; see `shapes` in the executor.
pub type Shape = u8;

/// How many shapes there are.
pub const SHAPES: u8 = 11;

/// One call, or a few that belong together.
#[derive(Debug, Clone)]
pub enum Operation {
    Spawn(Shape, u32),
    SpawnBatch(u8, u32),
    SpawnColumns(u8, u8, u32),
    Despawn(Pick),
    Clear,
    Insert(Pick, Shape, u32),
    Replace(Pick, Shape, u32),
    Remove(Pick, Shape),
    Write(Pick, u32),
    WriteSeveral(Pick, Pick, u32),
    WriteMany(Pick, u32),
    CommandSpawn(u32),
    CommandInsert(Pick, Shape, u32),
    CommandRemove(Pick, Shape),
    CommandDespawn(Pick),
    Promise(u32),
    DropCommands,
    Flush,
    RunWatch,
    Run,
    Query,
    Columns,
    Reserve(u8),
    Shrink,
}

/// A source of numbers that looks random and is the same for the same seed (splitmix64).
#[derive(Debug, Clone)]
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn word(&mut self) -> u32 {
        self.next().to_le_bytes()[..4].iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
    }

    fn byte(&mut self, below: u8) -> u8 {
        self.next().to_le_bytes()[0] % below
    }

    /// A living entity in four of five cases.
    fn pick(&mut self) -> Pick {
        match self.byte(10) {
            0 => Pick::Dead(self.word()),
            1 => Pick::Forged(self.next() & 0x0000_0007_0000_003f),
            _ => Pick::Living(self.word()),
        }
    }

    /// The next operation. Spawning and despawning hold each other in check around a few dozen entities.
    pub fn operation(&mut self, living: usize) -> Operation {
        let crowded = living > 48;
        match self.byte(60) {
            0..=7 if !crowded => Operation::Spawn(self.byte(SHAPES), self.word()),
            8 if !crowded => Operation::SpawnBatch(self.byte(6), self.word()),
            9 if !crowded => Operation::SpawnColumns(self.byte(5), self.byte(5), self.word()),
            0..=15 => Operation::Despawn(self.pick()),
            16 => self.rare(),
            17..=24 => Operation::Insert(self.pick(), self.byte(SHAPES), self.word()),
            25..=28 => Operation::Replace(self.pick(), self.byte(SHAPES), self.word()),
            29..=35 => Operation::Remove(self.pick(), self.byte(SHAPES)),
            36 | 37 => Operation::Write(self.pick(), self.word()),
            38 => Operation::WriteSeveral(self.pick(), self.pick(), self.word()),
            39 => Operation::WriteMany(self.pick(), self.word()),
            40 if !crowded => Operation::CommandSpawn(self.word()),
            40..=43 => Operation::CommandInsert(self.pick(), self.byte(SHAPES), self.word()),
            44 | 45 => Operation::CommandRemove(self.pick(), self.byte(SHAPES)),
            46 | 47 => Operation::CommandDespawn(self.pick()),
            48 if !crowded => Operation::Promise(self.word()),
            48..=51 => Operation::Flush,
            52 | 53 => Operation::RunWatch,
            54 | 55 => Operation::Run,
            56 | 57 => Operation::Query,
            _ => Operation::Columns,
        }
    }

    fn rare(&mut self) -> Operation {
        match self.byte(8) {
            0 => Operation::Clear,
            1 => Operation::DropCommands,
            2 | 3 => Operation::Shrink,
            _ => Operation::Reserve(self.byte(9)),
        }
    }
}
