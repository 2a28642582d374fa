//! Reading a document of templates, in one pass, since most formats cannot be read twice: values of components go into templates as they are
//! read, and what one template says of others is looked up when all of them are known.
//!
//! ```text
//! read      name by name: components into queues, `extends` and `without` as names, mistakes into a list
//! check     each name of `extends` is a template of the document or of the library
//! order     each template after those that it extends; circles are mistakes
//! resolve   in this order: clones of inherited components that a template lacks and does not leave out
//! ```
//!
//! Nothing reaches the library before all of it has succeeded: a document with a mistake changes
//! nothing. All mistakes of names are found in one reading; a value that its type refuses ends it, as
//! the format cannot be read beyond.
//!
//! The form that a document has, here as TOML, is that of a map of maps; which format it is in is decided by the deserializer:
//!
//! ```text
//! [goblin]                   a template: its name
//! Health = { current = 5 }   a component: its name in the world, and its value
//! [chief]
//! extends = "goblin"         a name, or a list of names
//! without = ["Armour"]       components that it does not inherit
//! ```

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::Template;
use super::library::Templates;
use super::mistakes::{Mistakes, TemplatesError};
use super::saved::{self, Name, Reader};
use super::traced::{Trace, Traced};
use crate::mask::BitMask;
use crate::nearest::did_you_mean;
use crate::world::{CloneComponents, EcsWorld, LoadWorld};

/// The templates of a document by name, with what they inherit from each other and from a library.
pub(super) fn read<'de, W: LoadWorld + for<'x> CloneComponents<'x>, D: Deserializer<'de>>(
    library: &Templates<W>,
    document: &str,
    deserializer: D,
) -> Result<BTreeMap<String, Template<W>>, TemplatesError> {
    let mut reading = Reading { library, templates: Vec::new(), names: BTreeMap::new(), mistakes: Mistakes::default() };
    match deserializer.deserialize_map(Document(&mut reading)) {
        Ok(()) => reading.resolve(),
        Err(error) => reading.mistakes.add_broken(&error),
    }
    let Reading { templates, mistakes, .. } = reading;
    mistakes.into_result(document)?;
    Ok(templates.into_iter().map(|read| (read.name, read.template)).collect())
}

/// A template as it is read.
///
/// It has its own components alone until `resolve`, so that an override can be told from an inherited value.
struct ReadTemplate<W: EcsWorld> {
    /// Its key in the document.
    name: String,
    template: Template<W>,
    /// The names of the templates that it inherits from. Of a component that several have, the last one
    /// counts.
    extends: Vec<String>,
    /// The inherited components that it leaves out.
    without: W::Mask,
}

/// Where the components of a template are inherited from.
///
/// Positions and not references, since templates of the document change while they are resolved.
#[derive(Clone, Copy)]
enum Base<'a, W: EcsWorld> {
    /// The template of the document at this position.
    Own(usize),
    /// One that an earlier document, or `insert`, has put there.
    Library(&'a Template<W>),
}

/// A document as it is read.
pub(super) struct Reading<'a, W: EcsWorld> {
    /// To read; what is found wrong leaves it as it is.
    library: &'a Templates<W>,
    /// In the order of the document, in which mistakes are reported.
    templates: Vec<ReadTemplate<W>>,
    /// The positions of templates.
    names: BTreeMap<String, usize>,
    mistakes: Mistakes,
}

impl<W: LoadWorld + for<'x> CloneComponents<'x>> Reading<'_, W> {
    /// A template of the document, or else of the library. Runs in **O(log templates)** time.
    ///
    /// A template of the document hides one of the library, but both together are a mistake that the reading has noted already.
    fn base(&self, name: &str) -> Option<Base<'_, W>> {
        let own = self.names.get(name).map(|at| Base::Own(*at));
        own.or_else(|| self.library.get(name).map(Base::Library))
    }

    /// Adds what templates inherit.
    ///
    /// Runs in **O(templates + clones)** time.
    ///
    /// Bases are resolved before the templates that extend them, so a component is inherited through any number of templates by one
    /// clone each.
    fn resolve(&mut self) {
        self.check_bases();
        let order = self.order();
        if self.mistakes.is_any() {
            return;
        }
        for at in order {
            let mut template = core::mem::take(&mut self.templates[at].template);
            let ReadTemplate { extends, without, .. } = &self.templates[at];
            // What is there is not replaced, so the last one comes first.
            for name in extends.iter().rev() {
                let base = match self.base(name) {
                    Some(Base::Own(base)) => &self.templates[base].template,
                    Some(Base::Library(base)) => base,
                    None => continue,
                };
                template = template.gain(base, base.mask().without(*without));
            }
            self.templates[at].template = template;
        }
    }

    /// Reports names that no template has, each with the nearest name that one has.
    fn check_bases(&mut self) {
        let mut mistakes = core::mem::take(&mut self.mistakes);
        for ReadTemplate { name, extends, .. } in &self.templates {
            for missing in extends.iter().filter(|base| self.base(base).is_none()) {
                mistakes.add(format!("{name}.extends"), || {
                    let known = self.names.keys().map(String::as_str).chain(self.library.names());
                    format!("there is no template `{missing}`{}", did_you_mean(missing, known))
                });
            }
        }
        self.mistakes = mistakes;
    }

    /// The templates, each after those that it extends. Templates that extend themselves are mistakes.
    ///
    /// A depth-first search, with a stack of its own. Runs in **O(templates + names)** time.
    fn order(&mut self) -> Vec<usize> {
        let mut mistakes = core::mem::take(&mut self.mistakes);
        let mut states = vec![Visit::No; self.templates.len()];
        let mut order = Vec::with_capacity(self.templates.len());
        // Those that wait for their bases, each with the number of bases that were visited. Not the stack of the program, which a chain of
        // many templates would exhaust.
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        for start in 0..self.templates.len() {
            if states[start] == Visit::No {
                states[start] = Visit::Begun;
                waiting.push((start, 0));
            }
            while let Some((at, visited)) = waiting.last_mut() {
                let (at, Some(name)) = (*at, self.templates[*at].extends.get(*visited)) else {
                    states[*at] = Visit::Done;
                    order.push(*at);
                    waiting.pop();
                    continue;
                };
                *visited += 1;
                let Some(Base::Own(base)) = self.base(name) else { continue };
                match states[base] {
                    Visit::Done => {}
                    Visit::No => {
                        states[base] = Visit::Begun;
                        waiting.push((base, 0));
                    }
                    Visit::Begun => mistakes.add(format!("{}.extends", self.templates[at].name), || {
                        let from = waiting.iter().rposition(|(own, _)| *own == base).unwrap_or_default();
                        let circle = waiting[from..].iter().map(|(own, _)| self.templates[*own].name.as_str());
                        let circle: Vec<_> = circle.chain([name.as_str()]).collect();
                        format!("`{name}` extends itself: {}", shortened(&circle))
                    }),
                }
            }
        }
        self.mistakes = mistakes;
        order
    }
}

/// The names of a circle; of a long one its ends.
fn shortened(circle: &[&str]) -> String {
    const ENDS: usize = 8;
    let end = circle.len().saturating_sub(ENDS);
    if end <= ENDS {
        return circle.join(" -> ");
    }
    format!("{} -> .. -> {}", circle[..ENDS].join(" -> "), circle[end..].join(" -> "))
}

/// How far the search has come with a template: `Begun` while it waits for its bases, so that one that
/// is reached again then is in a circle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    /// Not reached.
    No,
    /// Waits for its bases.
    Begun,
    /// In the order, behind its bases.
    Done,
}

/// Reads a document.
///
/// It yields nothing: what is read is in the [`Reading`], also if an error ends it, so that the mistakes before the error are
/// reported with it.
struct Document<'r, 'a, W: EcsWorld>(&'r mut Reading<'a, W>);

impl<'de, W: LoadWorld> Visitor<'de> for Document<'_, '_, W> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map of templates by name, for world `{}`", W::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(Reading { library, templates, names, mistakes }) = self;
        loop {
            mistakes.path.clear();
            let Some(name) = map.next_key::<String>()? else { break };
            mistakes.path.clone_from(&name);
            let read = map.next_value_seed(TemplateSeed::<W> { name: &name, mistakes, world: PhantomData })?;
            if library.get(&name).is_some() {
                mistakes.add(&name, || "the library has a template of this name from another document".into());
            }
            match names.entry(name) {
                Entry::Occupied(twice) => {
                    mistakes.add(twice.key(), || "the document has this template twice".into());
                }
                Entry::Vacant(new) => {
                    new.insert(templates.len());
                    templates.push(read);
                }
            }
        }
        Ok(())
    }
}

/// Reads a template.
///
/// The path of the mistakes always leads to what is read at the moment: an error of the format is reported there.
struct TemplateSeed<'r, W> {
    name: &'r str,
    mistakes: &'r mut Mistakes,
    world: PhantomData<fn() -> W>,
}

/// What a key of a template means.
///
/// An unknown key has its text, and what is wrong with it. Its value is read and dropped, so that the rest of the document is read,
/// too.
enum Key {
    Extends,
    Without,
    /// A component by its number, which the template does not have yet.
    Component(usize),
    /// Neither; also a relation, and a component that is there twice.
    Unknown(String, String),
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for TemplateSeed<'_, W> {
    type Value = ReadTemplate<W>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ReadTemplate<W>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for TemplateSeed<'_, W> {
    type Value = ReadTemplate<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a template: a map of components, and optionally `extends` and `without`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ReadTemplate<W>, A::Error> {
        let Self { name, mistakes, .. } = self;
        let (mut reader, mut extends, mut without) = (Reader::<W>::new(), None, None);
        loop {
            mistakes.path = name.into();
            let Some(key) = map.next_key_seed(Name(|key: &str| Ok(meaning(&reader, key))))? else { break };
            match key {
                Key::Extends | Key::Without => {
                    let (word, list) =
                        if matches!(key, Key::Extends) { ("extends", &mut extends) } else { ("without", &mut without) };
                    mistakes.path = format!("{name}.{word}");
                    if list.replace(map.next_value_seed(List)?).is_some() {
                        mistakes.add(format!("{name}.{word}"), || format!("the template has `{word}` twice"));
                    }
                }
                Key::Component(component) => {
                    let path = format!("{name}.{}", W::COMPONENTS[component]);
                    let mut trace = Trace::default();
                    let read = map.next_value_seed(Traced::new(reader.value(component), &mut trace));
                    mistakes.path = trace.path(&path);
                    read?;
                    for (path, suggestion) in trace.into_ignored(&path) {
                        mistakes.add(path, || format!("unknown field{suggestion}"));
                    }
                }
                Key::Unknown(key, message) => {
                    mistakes.path = format!("{name}.{key}");
                    map.next_value::<IgnoredAny>()?;
                    mistakes.add(format!("{name}.{key}"), || message);
                }
            }
        }
        let mut left_out = W::Mask::EMPTY;
        for component in without.unwrap_or_default() {
            match saved::find::<W>(&component, &[]) {
                Ok(own) if reader.template.mask().contains(own) => mistakes.add(format!("{name}.without"), || {
                    format!("the template has the component `{component}`, which it leaves out")
                }),
                Ok(own) => left_out = left_out.union(W::Mask::bit(own)),
                Err(message) => mistakes.add(format!("{name}.without"), || message),
            }
        }
        Ok(ReadTemplate {
            name: name.into(),
            template: reader.template,
            extends: extends.unwrap_or_default(),
            without: left_out,
        })
    }
}

/// The two words of the grammar come first; so no component can be named `extends` or `without` in a
/// document.
///
/// Relations are refused, as the handle in one would be that of an entity of another run.
fn meaning<W: LoadWorld>(reader: &Reader<W>, key: &str) -> Key {
    match key {
        "extends" => Key::Extends,
        "without" => Key::Without,
        _ => match reader.find(key, &["extends", "without"]) {
            Ok(component) if W::RELATIONS.iter().any(|relating| relating.component == component) => Key::Unknown(
                key.into(),
                format!("`{key}` is a relation, and a document knows no entities: insert it after spawning"),
            ),
            Ok(component) => Key::Component(component),
            Err(message) => Key::Unknown(key.into(), message),
        },
    }
}

/// Reads a name, or a list of names.
///
/// `"A"` and `["A"]` mean the same, so a document need not write a list for one name.
struct List;

impl<'de> DeserializeSeed<'de> for List {
    type Value = Vec<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<String>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for List {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name, or a list of names")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Vec<String>, E> {
        Ok(vec![name.into()])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<String>, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = seq.next_element()? {
            names.push(name);
        }
        Ok(names)
    }
}
