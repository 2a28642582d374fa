//! Reads a document of templates in one pass, since most formats cannot be read twice: values of components are read into templates, and
//! references to other templates are resolved when all templates are known.
//!
//! ```text
//! read      name by name: components into queues, `extends` and `without` as names, mistakes into a list
//! check     each name of `extends` is a template of the document or of the library
//! order     each template after those that it extends; cycles are mistakes
//! resolve   in this order: clones of inherited components that a template lacks and does not leave out
//! ```
//!
//! Nothing is added to the library before all steps have succeeded: a document with a mistake changes nothing. All mistakes in names are
//! found in one pass; a value that its type refuses ends the pass, as the format cannot be read beyond it.
//!
//! A document is a map of maps, here as TOML; the deserializer decides the format:
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

/// A template while it is read.
///
/// Until `resolve` it has only its own components, so that an override can be distinguished from an inherited value.
struct ReadTemplate<W: EcsWorld> {
    /// Its key in the document.
    name: String,
    template: Template<W>,
    /// The names of the templates that it inherits from. If several have a component, the last one counts.
    extends: Vec<String>,
    /// The inherited components that it leaves out.
    without: W::Mask,
}

/// A template from which components are inherited.
///
/// A position instead of a reference, since templates of the document change while they are resolved.
#[derive(Clone, Copy)]
enum Base<'a, W: EcsWorld> {
    /// The template at this position in the document.
    Own(usize),
    /// A template of an earlier document, or of `insert`.
    Library(&'a Template<W>),
}

/// A document while it is read.
pub(super) struct Reading<'a, W: EcsWorld> {
    /// Only read: mistakes leave it unchanged.
    library: &'a Templates<W>,
    /// In the order of the document, in which mistakes are reported.
    templates: Vec<ReadTemplate<W>>,
    /// The positions of the templates.
    names: BTreeMap<String, usize>,
    mistakes: Mistakes,
}

impl<W: LoadWorld + for<'x> CloneComponents<'x>> Reading<'_, W> {
    /// Returns a template of the document, or else of the library. Runs in **O(log templates)** time.
    ///
    /// If both have one, that of the document is returned; this mistake was noted while reading.
    fn base(&self, name: &str) -> Option<Base<'_, W>> {
        let own = self.names.get(name).map(|at| Base::Own(*at));
        own.or_else(|| self.library.get(name).map(Base::Library))
    }

    /// Adds inherited components. Runs in **O(templates + clones)** time.
    ///
    /// Bases are resolved before the templates that extend them, so a component is inherited through any number of templates by one clone
    /// each.
    fn resolve(&mut self) {
        self.check_bases();
        let order = self.order();
        if self.mistakes.is_any() {
            return;
        }
        for at in order {
            let mut template = core::mem::take(&mut self.templates[at].template);
            let ReadTemplate { extends, without, .. } = &self.templates[at];
            // Components that are there are not replaced, so bases are added from the last to the first.
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

    /// Reports names in `extends` that no template has, each with the nearest existing name.
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

    /// Returns the templates in an order in which each is after those that it extends. Templates that extend themselves are mistakes.
    ///
    /// A depth-first search, with an explicit stack. Runs in **O(templates + names)** time.
    fn order(&mut self) -> Vec<usize> {
        let mut mistakes = core::mem::take(&mut self.mistakes);
        let mut states = vec![Visit::No; self.templates.len()];
        let mut order = Vec::with_capacity(self.templates.len());
        // Templates whose bases are being visited, each with the number of bases visited. Recursion would exhaust the stack of the program
        // for a long chain of templates.
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
                        let cycle = waiting[from..].iter().map(|(own, _)| self.templates[*own].name.as_str());
                        let cycle: Vec<_> = cycle.chain([name.as_str()]).collect();
                        format!("`{name}` extends itself: {}", shortened(&cycle))
                    }),
                }
            }
        }
        self.mistakes = mistakes;
        order
    }
}

/// Joins the names of a cycle; of a long one, only its ends.
fn shortened(cycle: &[&str]) -> String {
    const ENDS: usize = 8;
    let end = cycle.len().saturating_sub(ENDS);
    if end <= ENDS {
        return cycle.join(" -> ");
    }
    format!("{} -> .. -> {}", cycle[..ENDS].join(" -> "), cycle[end..].join(" -> "))
}

/// The progress of the search for a template. One that is reached again while it is `Begun` is in a cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    /// Not reached.
    No,
    /// Its bases are being visited.
    Begun,
    /// In the order, after its bases.
    Done,
}

/// Reads a document.
///
/// It returns nothing: what is read is in the [`Reading`], even if an error ends it, so that the mistakes before the error are reported
/// with it.
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
/// The path of the mistakes is always that of the value being read, where an error of the format is reported.
struct TemplateSeed<'r, W> {
    name: &'r str,
    mistakes: &'r mut Mistakes,
    world: PhantomData<fn() -> W>,
}

/// The meaning of a key of a template.
///
/// An unknown key has its text and a message. Its value is read and dropped, so that the rest of the document is read, too.
enum Key {
    Extends,
    Without,
    /// The number of a component that the template does not have yet.
    Component(usize),
    /// Any other key; also a relation, or a component that is given twice.
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

/// Finds the meaning of a key. The two keywords come first, so no component can be named `extends` or `without` in a document.
///
/// Relations are refused, as their handles would be those of entities of another run.
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
