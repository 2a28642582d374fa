//! What monsters wish.

use ecs_world::prelude::*;

use crate::map::{Place, Random};
use crate::walk::{self, Hero, Wish};

/// A monster, and from how far it notices the hero.
#[derive(Debug, Clone)]
pub(crate) struct Mind {
    pub(crate) sight: i32,
}

/// A monster that notices the hero comes nearer; others stroll.
#[system(with(heroes: Hero))]
pub(crate) fn hunt<W: Has<Place> + Has<Hero>>(
    mind: &Mind,
    place: &Place,
    wish: &mut Wish,
    heroes: Query<'_, W, &Place>,
    random: &mut Random,
) {
    let Ok(hero) = heroes.single() else { return };
    let (x, y) = (hero.x - place.x, hero.y - place.y);
    *wish = if x.abs() + y.abs() > mind.sight {
        Wish(random.below(3) - 1, 0)
    } else if x.abs() > y.abs() {
        Wish(x.signum(), 0)
    } else {
        Wish(0, y.signum())
    };
}

ecs_components! {
    /// What thinks.
    pub(crate) set thinking;
    include: walk::walking;
    components: Mind;
    systems: hunt;
}
