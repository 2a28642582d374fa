//! All kinds of views at once; all of them change continually.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Age(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Food(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place(i32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scared(u8);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asleep;
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wolf;

#[derive(Debug, Clone, Copy, Default)]
pub struct Hour(u32);
#[derive(Debug, Clone, Copy, Default)]
pub struct Grass(i32);
#[derive(Debug, Clone, Default)]
pub struct Diary(Vec<(Entity, u32)>);
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum(u64);

#[derive(Debug, Clone, Copy)]
pub struct Howl(i32);

#[system]
pub fn strike(hour: &mut Hour, diary: &mut Diary) {
    hour.0 += 1;
    if diary.0.len() > 400 {
        diary.0.drain(..200);
    }
}

#[system(view = group)]
pub fn run_about(place: &mut Place, speed: &Speed) {
    place.0 = (place.0 + speed.0 as i32) % 211;
}

#[system(view = list, without(Asleep))]
pub fn eat(food: &mut Food, age: &Age, hour: &Hour) {
    food.0 += (age.0 + hour.0) as i32 % 3 - 1;
}

/// Gets callbacks at syncs: for entities that fell asleep with their components, and by handle for those that woke up.
#[derive(Debug, Clone, Default)]
pub struct Dream {
    dreams: u32,
    woken: Vec<Entity>,
}

#[system(view = delayed)]
impl Dream {
    fn run(&mut self, _: &Asleep, age: &Age) {
        self.dreams = self.dreams.wrapping_mul(17).wrapping_add(age.0);
    }

    fn on_added(&mut self, entity: Entity, age: &Age, diary: &mut Diary) {
        diary.0.push((entity, age.0));
    }

    fn on_removed(&mut self, entity: Entity, commands: &mut Commands<World>) {
        self.woken.push(entity);
        self.woken.truncate(100);
        commands.insert(entity, Speed(self.woken.len() as u32));
    }
}

#[derive(Debug, Clone, Default)]
pub struct Flee {
    flights: u64,
}

#[system(view = active_passive)]
impl Flee {
    fn run(&mut self, scared: &mut Scared, place: &Place) {
        scared.0 = scared.0.wrapping_add(1);
        self.flights = self.flights.rotate_left(1) ^ u64::from(place.0.unsigned_abs());
    }

    fn on_added(&mut self, entity: Entity, commands: &mut Commands<World>) {
        commands.remove::<Asleep>(entity);
    }
}

#[system(view = scan, any(Scared, Asleep))]
pub fn grow(age: &mut Age, hour: &Hour) {
    age.0 += hour.0 % 2;
}

#[system]
pub fn howl(_: &Wolf, place: &Place, howls: &mut Events<Howl>) {
    if place.0 % 4 == 0 {
        howls.send(Howl(place.0));
    }
}

#[system(run_if = on_event(Howl))]
pub fn hear(
    howls: EventReader<'_, Howl>,
    herd: Query<'_, World, (Entity, &Place, &Food)>,
    commands: &mut Commands<World>,
) {
    for Howl(place) in howls {
        for (entity, own, _) in herd.iter().filter(|(_, own, _)| (own.0 - place).abs() < 3) {
            commands.insert(entity, Scared(own.0 as u8));
        }
    }
}

#[system]
pub fn calm_down(entity: Entity, scared: &Scared, commands: &mut Commands<World>) {
    if scared.0 % 8 == 0 {
        commands.remove::<Scared>(entity);
    }
}

#[system(without(Scared, Asleep))]
pub fn fall_asleep(entity: Entity, age: &Age, hour: &Hour, commands: &mut Commands<World>) {
    if (age.0 + hour.0 + entity.index()) % 13 == 0 {
        commands.insert(entity, Asleep);
        commands.remove::<Speed>(entity);
    }
}

#[system]
pub fn graze(food: &mut Food, grass: &mut Grass) {
    food.0 += i32::from(grass.0 > 0);
    grass.0 -= 1;
}

#[system]
pub fn sprout(grass: &mut Grass, hour: &Hour) {
    grass.0 = 40 + (hour.0 % 50) as i32;
}

#[system(without(Wolf))]
pub fn starve(entity: Entity, food: &Food, commands: &mut Commands<World>) {
    if food.0 < -6 {
        commands.despawn(entity);
    }
}

#[system]
pub fn breed(parents: Query<'_, World, (&Food, &Place)>, hour: &Hour, diary: &mut Diary, spawner: &mut Spawner<World>) {
    for (food, place) in parents.iter().filter(|(food, _)| food.0 > 9).take(2) {
        let child = spawner.spawn((Age(0), Food(food.0 / 2), Place(place.0)));
        diary.0.push((child, hour.0));
    }
}

#[system]
pub fn wander_in(hour: &Hour, spawner: &mut Spawner<World>) {
    if hour.0 % 9 == 0 {
        let wolf = spawner.spawn((Wolf, Place(hour.0 as i32 % 211)));
        spawner.insert(wolf, Speed(3));
    }
}

#[system]
pub fn sum_up(sum: &mut Sum, all: Query<'_, World, (Entity, Option<&Age>, Option<&Place>, Option<&Scared>)>) {
    for (entity, age, place, scared) in &all {
        let own = (age.map_or(7, |age| age.0) ^ place.map_or(9, |place| place.0.unsigned_abs()), scared.is_some());
        sum.0 = sum.0.rotate_left(7) ^ entity.to_bits() ^ u64::from(own.0) ^ u64::from(own.1);
    }
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components:
        Age, Food, Speed, Place, #[storage(hashed_array_tree(chunk = 16))] Scared, #[storage(tag)] Asleep, #[storage(tag)] Wolf;
    resources: Hour, Grass, Diary, Sum;
    events: Howl;
    systems:
        strike, run_about, eat, Dream, grow, sprout, sync,
        howl, hear, Flee, calm_down, fall_asleep, graze, sync,
        starve, breed, wander_in, sum_up;
    queries: (Age, Food, Place);
}

pub fn new() -> World {
    let mut world = World::default();
    for n in 0..160_i32 {
        let entity = world.spawn((Age(n.unsigned_abs() % 20), Food(n % 7), Place(n)));
        if n % 3 == 0 {
            world.insert(entity, Speed(n.unsigned_abs() % 5)).expect("the entity is alive");
        }
        if n % 20 == 0 {
            world.insert(entity, Wolf).expect("the entity is alive");
        }
    }
    world
}
