//! Error messages for what a declaration says about saves.

pub(crate) fn broken_saved() -> String {
    "expected `#[saved(with = module)]`, where `module` has the functions `serialize` and `deserialize`, as serde's `with` requires".into()
}

pub(crate) fn broken_renamed() -> String {
    "expected the names that the entry had, as in `#[renamed(\"Old\", \"Older\")]`".into()
}

pub(crate) fn broken_since() -> String {
    "expected the first version that has the entry, as in `#[since(2)]`".into()
}

pub(crate) fn broken_version() -> String {
    "expected the version of the declaration, 1 or more, as in `#[version(2)]`".into()
}

pub(crate) fn broken_removed() -> String {
    "expected the names of entries that the world had, as in `#[removed(\"Old\", \"Older\" = OldType)]` or, of one section, \
     `#[removed(resources: \"Old\")]`; with its type, an entry is skipped in all formats"
        .into()
}

pub(crate) fn twice(name: &str) -> String {
    format!("`#[{name}(..)]` is given twice; remove one of them")
}

pub(crate) fn in_a_set(attribute: &str) -> String {
    format!(
        "the world that includes the set determines how an entry is saved, since each world has saves of its own; remove \
         `#[{attribute}(..)]`, and repeat the entry with it in the world: `components: #[renamed(\"Old\")] Position`"
    )
}

pub(crate) fn without_saves(attribute: &str, world: &str) -> String {
    format!(
        "`#[{attribute}(..)]` says how saves are written or read, and world `{world}` has none; begin the declaration with \
         `#[derive(Serialize, Deserialize)] pub struct {world};`, or remove it"
    )
}

pub(crate) fn of_a_transient_entry(attribute: &str, name: &str) -> String {
    format!("`{name}` is transient, so no save has it; remove `#[{attribute}(..)]`, or `#[transient]`")
}

pub(crate) fn since_the_beginning(name: &str) -> String {
    format!("versions start at 1, so each has `{name}`; remove `#[since(1)]`")
}

pub(crate) fn since_a_later_version(since: u32, world: &str, version: Option<u32>) -> String {
    match version {
        Some(version) => format!(
            "world `{world}` is of version {version}, before {since}; replace `#[version({version})]` with `#[version({since})]`"
        ),
        None => format!(
            "world `{world}` has no version, so no save is older than this; write `#[version({since})]` before `struct {world};`"
        ),
    }
}

pub(crate) fn renamed_to_itself(name: &str) -> String {
    format!("`{name}` is its present name; remove it, or write the name that saves have")
}

pub(crate) fn renamed_from_another(old: &str, word: &str) -> String {
    format!("there is the {word} `{old}`, so saves that have `{old}` mean that; remove this")
}

pub(crate) fn two_renamed(old: &str, first: &str, second: &str) -> String {
    format!("`{first}` and `{second}` were both called `{old}`; a save can mean only one of them; remove this")
}

pub(crate) fn removed_and_declared(name: &str, word: &str) -> String {
    format!("`{name}` is removed here, and the {word} `{name}` is declared; remove one of them")
}

pub(crate) fn removed_twice(name: &str) -> String {
    format!("`{name}` is removed twice; remove one of them")
}

pub(crate) fn removed_and_renamed(old: &str, name: &str) -> String {
    format!("`{old}` is removed here, and `{name}` was renamed from it; remove one of them")
}
