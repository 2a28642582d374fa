//! Declares a world whose mask has three words, and which has more than thirty views: those of seventeen marks, most of them disjoint and
//! some nested.

/// Components and marks on both sides of the ends of words: `Big` (62) and `Boxed` (63) are the last of the first word, mark 12 is the last
/// of the second, and mark 13 (128) is the first of the third.
macro_rules! wide_world {
    () => {
        // Components that no entity has: 50 of them, so that the next one is number 62, and 57 more.
        fillers! { [0 1 2 3 4 5 6 7 8 9] 0 1 2 3 4; 5 6 7 8 9; [10 [0 1 2 3 4 5 6]] }
    };
}

/// Adds a filler component for each pair of digits.
macro_rules! fillers {
    ($all:tt $($row:literal)*; $($other:literal)*; $rest:tt) => {
        fillers! { @ $([$row $all])*; $([$other $all])* $rest }
    };
    (@ $([$row:literal [$($number:literal)*]])*; $([$other:literal [$($more:literal)*]])*) => {
        paste::paste! {
            // `Copy`, because a list of such values is cloned by fewer functions.
            #[derive(Debug, Clone, Copy)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
            pub struct Filler<const N: u32>;

            model_world! {
                parts: [free Counted, ascending Tag, free Wide, free Big, free Boxed, free Plain, ascending Other, free Frozen]
                components: {
                    Counted, #[storage(tag)] Tag, Wide,
                    Mark<0> as M0, Mark<1> as M1, Mark<2> as M2, Mark<3> as M3, Mark<4> as M4, Mark<5> as M5, Mark<6> as M6,
                    Mark<7> as M7, Mark<8> as M8,
                    $($(#[storage(tag)] Filler<{ $row * 10 + $number }> as [<Filler $row $number>],)*)*
                    Big, Boxed, Plain, #[storage(packed)] Other, Frozen,
                    Mark<9> as M9, Mark<10> as M10, Mark<11> as M11,
                    $($(#[storage(tag)] Filler<{ $other * 10 + $more }> as [<Filler $other $more>],)*)*
                    Mark<12> as M12, Mark<13> as M13, Mark<14> as M14,
                    Mark<15> as M15, Mark<16> as M16
                }
                queries: {
                    // Disjoint, as far as entities have one mark.
                    (M0, without(Frozen)), #[view(list)] (M1, without(Frozen)), (M2, without(Frozen)),
                    #[view(list)] (M3, without(Frozen)), #[view(delayed)] (M4, without(Frozen)), (M5, without(Frozen)),
                    #[view(list)] (M6, without(Frozen)), #[view(active_passive)] (M7, without(Frozen)),
                    #[view(list)] (M8, without(Frozen)), (M9, without(Frozen)), #[view(list)] (M10, without(Frozen)),
                    (M11, without(Frozen)), #[view(list)] (M12, without(Frozen)), (M13, without(Frozen)),
                    #[view(list)] (M14, without(Frozen)), #[view(list)] (M15, without(Frozen)),
                    #[view(list)] (M16, without(Frozen)),
                    // Nested, in one word and in two.
                    (M0, M1), (M0, M1, M2), (M0, M1, M2, without(M3)), #[view(list)] (Plain, M16), (Wide, M9, M16),
                    // With an `any` of three, in one word and in two.
                    #[view(list)] (M4, any(M5, M6, M7)), (M8, any(M3, M12, M16))
                }
                groups: { (Plain, Counted) }
                relations: { L0 (tree, cascade), L1 (clear), #[storage(hash_map)] L2 (keep) }
            }
        }
        links! { 0 1 2 }
        marks! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 }
    };
}

/// The operations of the model on marks.
macro_rules! marks {
    ($($N:literal)*) => { paste::paste! {
        /// One of the marks: components that no system uses.
        #[derive(Debug, Clone, Copy)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct Mark<const N: usize>(pub u32);

        /// Number of marks.
        pub const MARKS: usize = MARK_NUMBERS.len();
        const MARK_NUMBERS: &[usize] = &[$(<World as ecs_world::Holds<Mark<$N>>>::ID),*];

        pub fn spawn_marked(world: &mut World, mark: usize, number: u32) -> Option<Entity> {
            match mark {
                $($N => Some(world.spawn(Mark::<$N>(number))),)*
                _ => None,
            }
        }

        pub fn mark(world: &mut World, entity: Entity, mark: usize, number: u32) -> Result<(), Entity> {
            match mark {
                $($N => world.insert(entity, Mark::<$N>(number)).map_err(|error| gone(error.kind)),)*
                _ => Err(entity),
            }
        }

        /// Removes a mark; returns whether the entity had it.
        pub fn unmark(world: &mut World, entity: Entity, mark: usize) -> Result<bool, Entity> {
            match mark {
                $($N => world.remove::<Mark<$N>>(entity).map(|taken| taken.is_some()).map_err(|error| gone(error.kind)),)*
                _ => Err(entity),
            }
        }

        pub fn marks_of(world: &World, entity: Entity) -> Vec<Option<u32>> {
            vec![$(world.get::<Mark<$N>>(entity).map(|mark| mark.0)),*]
        }

        pub fn orders_of_marks(world: &mut World) -> Vec<Vec<Entity>> {
            let columns = world.columns();
            vec![$(columns.[<m $N>].entities().collect()),*]
        }

        /// The results of queries that require marks.
        pub fn views_of_marks(world: &mut World) -> Vec<(Aspect, Vec<Entity>)> {
            const fn part(mark: usize) -> usize {
                PARTS + mark
            }
            macro_rules! aspect {
                ($aspect:expr) => {{
                    const ASPECT: Aspect = $aspect;
                    ASPECT
                }};
            }
            // A loop: as many chains of iterators would take long to compile.
            macro_rules! entities {
                ($query:expr) => {{
                    let mut entities = vec![];
                    for it in $query {
                        entities.push(it.0);
                    }
                    entities
                }};
            }
            let mut found: Vec<(Aspect, Vec<Entity>)> = vec![];
            $(
                found.push((aspect!((&[part($N)], &[Frozen::ID], &[])), entities!(world.[<query_m $N _without_frozen_mut>]())));
            )*
            macro_rules! named {
                ($method:ident $aspect:expr) => {
                    found.push((aspect!($aspect), entities!(world.$method())));
                };
            }
            named! { query_m0_m1_mut (&[part(0), part(1)], &[], &[]) }
            named! { query_m0_m1_m2_mut (&[part(0), part(1), part(2)], &[], &[]) }
            named! { query_m0_m1_m2_without_m3_mut (&[part(0), part(1), part(2)], &[part(3)], &[]) }
            named! { query_plain_m16_mut (&[Plain::ID, part(16)], &[], &[]) }
            named! { query_wide_m9_m16_mut (&[Wide::ID, part(9), part(16)], &[], &[]) }
            named! { query_m4_any_m5_m6_m7_mut (&[part(4)], &[], &[part(5), part(6), part(7)]) }
            named! { query_m8_any_m3_m12_m16_mut (&[part(8)], &[], &[part(3), part(12), part(16)]) }
            // Besides a view with an `any` of three: each of the three, and another mark.
            macro_rules! adhoc {
                ($one:literal $two:literal) => {
                    let query = world.query::<(Entity, &Mark<$one>, &Mark<$two>)>();
                    let aspect = aspect!((&[part($one), part($two)], &[], &[]));
                    found.push((aspect, entities!(query)));
                };
            }
            adhoc! { 4 5 }
            adhoc! { 4 6 }
            adhoc! { 4 7 }
            adhoc! { 4 8 }
            adhoc! { 8 16 }
            found
        }
    } };
}

/// The operations of the model on relations.
macro_rules! links {
    ($($N:literal)*) => { paste::paste! {
        $(
            /// One of the relations.
            #[derive(Debug, Clone, Copy, Relation)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
            pub struct [<L $N>](pub Entity);
        )*

        /// Number of relations.
        pub const LINKS: usize = LINK_NUMBERS.len();
        const LINK_NUMBERS: &[usize] = &[$(<World as ecs_world::Holds<[<L $N>]>>::ID),*];

        /// Inserts a relation; if it is refused, returns whether the source is dead.
        pub fn relate(world: &mut World, source: Entity, relation: usize, target: Entity) -> Result<(), bool> {
            let refused = |kind| matches!(kind, ChangeErrorKind::NoSuchEntity(entity) if entity == source);
            match relation {
                $($N => world.insert(source, [<L $N>](target)).map_err(|error| refused(error.kind)),)*
                _ => Err(true),
            }
        }

        /// Removes a relation; returns whether the entity had it.
        pub fn unrelate(world: &mut World, source: Entity, relation: usize) -> Result<bool, Entity> {
            match relation {
                $($N => world.remove::<[<L $N>]>(source).map(|taken| taken.is_some()).map_err(|error| gone(error.kind)),)*
                _ => Err(source),
            }
        }

        pub fn command_relate(world: &mut World, source: Entity, relation: usize, target: Entity) {
            match relation {
                $($N => world.commands().insert(source, [<L $N>](target)),)*
                _ => {}
            }
        }

        /// The handles in the relations of an entity, alive or not.
        pub fn held_by(world: &World, entity: Entity) -> Vec<Option<Entity>> {
            vec![$(world.get::<[<L $N>]>(entity).map(|link| link.0)),*]
        }

        /// The living targets of an entity.
        pub fn targets_of(world: &World, entity: Entity) -> Vec<Option<Entity>> {
            vec![$(world.sources::<[<L $N>]>().target(entity)),*]
        }

        pub fn sources_of(world: &World, entity: Entity) -> Vec<Vec<Entity>> {
            vec![$(world.sources::<[<L $N>]>().of(entity).collect()),*]
        }

        pub fn orders_of_links(world: &mut World) -> Vec<Vec<Entity>> {
            let columns = world.columns();
            vec![$(columns.[<l $N>].entities().collect()),*]
        }
    } };
}
