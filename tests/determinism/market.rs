//! Commands that overwrite each other, callbacks that issue further commands, reserved entities and events: the results depend on the order
//! in which all of them were requested.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gold(i64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stock(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Debt(i64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mood(u8);
/// The name of the system that issued the last command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Says(&'static str);

#[derive(Debug, Clone, Copy)]
pub struct Trade {
    seller: Entity,
    price: u32,
}

#[derive(Debug, Clone, Copy)]
pub struct Bankrupt(Entity);

#[derive(Debug, Clone, Default)]
pub struct Ledger(Vec<(Entity, &'static str)>);
#[derive(Debug, Clone, Copy, Default)]
pub struct Day(u32);
#[derive(Debug, Clone, Copy, Default)]
pub struct Index(u64);

#[system]
pub fn dawn(day: &mut Day, ledger: &mut Ledger) {
    day.0 += 1;
    ledger.0.truncate(500);
}

#[system]
pub fn produce(stock: &mut Stock, day: &Day) {
    stock.0 = (stock.0 + day.0) % 97;
}

#[system]
pub fn haggle(price: &mut Price, day: &Day) {
    price.0 = (price.0 * 31 + day.0) % 101 + 1;
}

#[system]
pub fn boast(entity: Entity, stock: &Stock, commands: &mut Commands<World>) {
    if stock.0 > 40 {
        commands.insert(entity, Says("boast"));
    }
}

#[system]
pub fn complain(entity: Entity, price: &Price, commands: &mut Commands<World>) {
    if price.0 > 50 {
        commands.insert(entity, Says("complain"));
    } else {
        commands.remove::<Says>(entity);
    }
}

#[system]
pub fn brood(entity: Entity, debt: &Debt, commands: &mut Commands<World>) {
    commands.insert(entity, (Says("brood"), Mood((debt.0 % 7) as u8)));
}

#[system]
pub fn sell(seller: Entity, gold: &mut Gold, price: &Price, trades: &mut Events<Trade>) {
    gold.0 += i64::from(price.0) - 45;
    if price.0 % 3 == 0 {
        trades.send(Trade { seller, price: price.0 });
    }
}

/// Gets callbacks while commands are applied.
#[derive(Debug, Clone, Default)]
pub struct Listen {
    heard: Vec<(Entity, &'static str)>,
}

#[system]
impl Listen {
    fn run(&mut self, says: &Says, mood: &mut Mood) {
        mood.0 = mood.0.wrapping_mul(3).wrapping_add(says.0.len() as u8);
    }

    fn on_added(&mut self, entity: Entity, says: &Says, ledger: &mut Ledger, commands: &mut Commands<World>) {
        self.heard.push((entity, says.0));
        self.heard.truncate(300);
        ledger.0.push((entity, says.0));
        if self.heard.len() % 5 == 0 {
            commands.insert(entity, Debt(self.heard.len() as i64));
        }
    }

    fn on_removed(&mut self, entity: Entity, ledger: &mut Ledger) {
        ledger.0.push((entity, "silence"));
    }
}

#[derive(Debug, Clone, Default)]
pub struct Count {
    cursor: EventCursor<Trade>,
}

#[system]
impl Count {
    fn run(&mut self, trades: &Events<Trade>, index: &mut Index) {
        for trade in trades.read(&mut self.cursor) {
            index.0 = index.0.wrapping_mul(31).wrapping_add(u64::from(trade.price) ^ trade.seller.to_bits());
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Tax {
    cursor: EventCursor<Trade>,
}

#[system]
impl Tax {
    fn run(&mut self, trades: &Events<Trade>, mut purses: Query<'_, World, (&mut Gold, Option<&Debt>)>) {
        for trade in trades.read(&mut self.cursor) {
            if let Some((gold, debt)) = purses.get_mut(trade.seller) {
                gold.0 -= i64::from(trade.price / 8) + debt.map_or(0, |debt| debt.0 % 2);
            }
        }
    }
}

#[system]
pub fn borrow(entity: Entity, gold: &Gold, debt: Option<&mut Debt>, commands: &mut Commands<World>) {
    match debt {
        Some(debt) => debt.0 += i64::from(gold.0 < 0),
        None if gold.0 < -20 => commands.insert(entity, Debt(1)),
        None => {}
    }
}

#[system]
pub fn fail(entity: Entity, debt: &Debt, failed: &mut Events<Bankrupt>, commands: &mut Commands<World>) {
    if debt.0 > 12 {
        failed.send(Bankrupt(entity));
        commands.despawn(entity);
    }
}

#[derive(Debug, Clone, Default)]
pub struct Inherit {
    cursor: EventCursor<Bankrupt>,
}

#[system]
impl Inherit {
    fn run(&mut self, failed: &Events<Bankrupt>, spawner: &mut Spawner<World>) {
        for Bankrupt(entity) in failed.read(&mut self.cursor) {
            let successor = spawner.spawn((Gold(5), Price(entity.index() % 100)));
            spawner.insert(successor, Stock(entity.generation() % 50));
        }
    }
}

#[system]
pub fn settle_in(day: &Day, mood: Query<'_, World, &Mood>, spawner: &mut Spawner<World>) {
    if day.0 % 4 == 0 {
        let moods: u32 = mood.iter().map(|mood| u32::from(mood.0)).sum();
        spawner.spawn((Gold(i64::from(moods % 40)), Stock(moods % 60), Price(day.0 % 90)));
    }
}

#[system(without(Debt), any(Says, Mood))]
pub fn gossip(entity: Entity, gold: &Gold, ledger: &mut Ledger) {
    if gold.0 % 11 == 0 {
        ledger.0.push((entity, "rich"));
    }
}

#[system]
pub fn dusk(every_entity: Query<'_, World, (Entity, &Gold)>, index: &mut Index) {
    for (entity, gold) in &every_entity {
        index.0 = index.0.rotate_left(3) ^ entity.to_bits() ^ gold.0.unsigned_abs();
    }
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: Gold, Stock, #[storage(packed)] Price, #[storage(btree_map)] Debt, Mood, #[storage(hash_map)] Says;
    resources: Ledger, Day, Index;
    events: Trade, Bankrupt;
    systems:
        dawn, produce, haggle, boast, complain, brood, sync,
        sell, Listen, Count, Tax, borrow, sync,
        fail, Inherit, settle_in, gossip, dusk;
}

pub fn new() -> World {
    let mut world = World::default();
    for n in 0..150_u32 {
        let entity = world.spawn((Gold(i64::from(n % 30)), Price(n % 100)));
        if n % 2 == 0 {
            world.insert(entity, Stock(n)).expect("the entity is alive");
        }
        if n % 5 == 0 {
            world.insert(entity, Debt(i64::from(n % 9))).expect("the entity is alive");
        }
    }
    world
}
