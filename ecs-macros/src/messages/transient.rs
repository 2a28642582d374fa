//! Error messages for `#[transient]`.

pub(crate) fn broken() -> String {
    "`#[transient]` takes no arguments; write `#[transient]`".into()
}

pub(crate) fn twice() -> String {
    "`#[transient]` is given twice; remove one of them".into()
}

pub(crate) fn without_snapshots(name: &str, world: &str) -> String {
    format!(
        "`#[transient]` leaves `{name}` out of snapshots and saves, and world `{world}` has neither; begin the declaration with \
         `#[derive(Snapshot)] pub struct {world};`, or with `#[derive(Serialize)]`, or remove `#[transient]`"
    )
}

pub(crate) fn on_a_relation(name: &str) -> String {
    format!(
        "`{name}` is a relation, and what it links is a part of each snapshot; remove `#[transient]`, or keep the handle in a component \
         that is transient"
    )
}

pub(crate) fn group_cannot_own(own: &str, storage: &str, transient: &str) -> String {
    format!(
        "the group {own} mentions the transient component `{transient}`, so it does not own the storage of `{storage}`, whose order is a \
         part of each snapshot. Remove this group, or `#[transient]` from `{transient}`"
    )
}
