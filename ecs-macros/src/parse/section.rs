//! Sections: their names, where each ends, and the `struct Name;` that may be among them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Token, Visibility, token};

use super::entry::{self, Entry, Initial};
use super::schedule::{self, ScheduleDecl, ScheduleName, Step};
use super::set::Include;
use super::{QueryDecl, WorldDecl, slips};
use crate::messages::{
    attributes as say_attributes, nearest, schedules as say_schedules, set as say_set, states as say_states,
    world as say,
};
use crate::report::Errors;
use crate::vocabulary::{EntryKind, Subject};

/// The sections of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Entries(EntryKind),
    Relations,
    Systems,
    Queries,
    Groups,
    Include,
}

impl Section {
    const OTHERS: [(&'static str, Self); 5] = [
        ("relations", Self::Relations),
        ("systems", Self::Systems),
        ("queries", Self::Queries),
        ("groups", Self::Groups),
        ("include", Self::Include),
    ];

    fn all() -> impl Iterator<Item = (&'static str, Self)> + Clone {
        let entries = EntryKind::ALL.into_iter().map(|kind| (kind.section(), Self::Entries(kind)));
        entries.chain(Self::OTHERS)
    }

    fn names() -> impl Iterator<Item = &'static str> + Clone {
        Self::all().map(|(name, _)| name)
    }

    /// Whether its entries are macros, too, which pass on external declarations.
    pub(super) fn names_macros(self) -> bool {
        match self {
            Self::Entries(kind) => kind.is_function(),
            Self::Systems | Self::Include => true,
            Self::Relations | Self::Queries | Self::Groups => false,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::all().find(|(own, _)| *own == name).map(|(_, section)| section)
    }
}

/// `#[derive(Clone)] pub struct Name;`, or `pub set name;`
pub(crate) struct WorldItem {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
}

impl WorldItem {
    fn parse(input: ParseStream, subject: Subject) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        keyword(input, subject)?;
        let refusal = input.error(match subject {
            Subject::World => say::world_without_name(),
            Subject::Set => say_set::no_set_name(),
        });
        let name = input.parse().map_err(|_| refusal)?;
        Ok(Self { attributes, visibility, name })
    }
}

/// Reads `struct` or `set`, depending on the macro.
fn keyword(input: ParseStream, subject: Subject) -> syn::Result<()> {
    match (subject, input.peek(Token![struct]), at_set(input)) {
        (Subject::World, true, _) => input.parse::<Token![struct]>().map(drop),
        (Subject::Set, _, true) => input.parse::<Ident>().map(drop),
        (Subject::World, _, true) => Err(input.error(say_set::set_in_world())),
        (Subject::Set, true, _) => Err(input.error(say_set::struct_in_set())),
        (Subject::World, ..) => Err(input.error(say::no_struct())),
        (Subject::Set, ..) => Err(input.error(say_set::no_set_item())),
    }
}

fn at_set(input: ParseStream) -> bool {
    input.fork().parse::<Ident>().is_ok_and(|word| word == "set")
}

/// Reads these sections into the declaration.
pub(super) fn sections(tokens: TokenStream, world: &mut WorldDecl, reads: fn(Section) -> bool, errors: &mut Errors) {
    let mut sections = Sections { reads, seen: Vec::new() };
    let read = |input: ParseStream| {
        while !input.is_empty() {
            if input.parse::<Option<Token![;]>>()?.is_none() {
                sections.next(input, world, errors)?;
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(tokens) {
        errors.add(error);
    }
    for (kind, entries) in world.entries.iter_mut().filter(|(kind, _)| !kind.is_function()) {
        entry::one_name_per_type(entries, kind.word(), errors);
    }
}

/// The sections to read, and those that were read.
struct Sections {
    reads: fn(Section) -> bool,
    seen: Vec<Section>,
}

impl Sections {
    /// Reads the item or section that begins here.
    fn next(&mut self, input: ParseStream, world: &mut WorldDecl, errors: &mut Errors) -> syn::Result<()> {
        refuse_attributes_of_section(input, errors)?;
        if input.is_empty() {
            return Ok(());
        }
        let named = at_set(input) && input.peek2(Ident::peek_any);
        if named || input.peek(Token![#]) || input.peek(Token![pub]) || input.peek(Token![struct]) {
            return item(input, world, errors);
        }
        let Some((name, schedule)) = header(input, errors)? else { return Ok(()) };
        let body = body(input, errors)?;
        let Some(section) = meant(&name, world.subject, errors) else {
            errors.leave_out(&body);
            return Ok(());
        };
        if !(self.reads)(section) {
            return Ok(());
        }
        if section == Section::Systems {
            self.systems((&name, schedule), body, world, errors);
            return Ok(());
        }
        if let Some(schedule) = schedule {
            errors.at(schedule.span(), say_schedules::name_on_a_section(&name));
        }
        self.once(section, &name, errors);
        fill(section, body, world, errors);
        Ok(())
    }

    /// Reports a section that was given before, unless its name is wrong anyway; it is read all the same.
    fn once(&mut self, section: Section, name: &Ident, errors: &mut Errors) {
        if self.seen.contains(&section) && Section::named(&name.to_string()).is_some() {
            errors.on(name, say::section_twice(name));
        }
        self.seen.push(section);
    }

    /// Reads the entries of `systems:` or `systems(name):`.
    fn systems(
        &mut self,
        (section, schedule): (&Ident, Option<ScheduleName>),
        body: TokenStream,
        world: &mut WorldDecl,
        errors: &mut Errors,
    ) {
        match &schedule {
            None => self.once(Section::Systems, section, errors),
            Some(ScheduleName::NoPath(span)) => errors.at(*span, say_states::value_with_data()),
            Some(ScheduleName::Unreadable(span, begin)) => {
                errors.at(*span, say_schedules::no_schedule(begin.as_ref().map(ToString::to_string).as_deref()));
            }
            Some(ScheduleName::Named(_) | ScheduleName::At(..)) => {}
        }
        let steps = entry::list(body, "system", Step::parse, errors);
        world.schedules.push(ScheduleDecl { name: schedule, steps });
    }
}

/// Reports and skips attributes before a section, as attributes belong to entries.
fn refuse_attributes_of_section(input: ParseStream, errors: &mut Errors) -> syn::Result<()> {
    let after = input.fork();
    let Ok(attributes) = after.call(Attribute::parse_outer) else { return Ok(()) };
    if let (Some(first), true) = (attributes.first(), at_title(&after) || after.is_empty()) {
        let name = first.path().get_ident().map(Ident::to_string).unwrap_or_default();
        let of_world = say_attributes::OF_WORLDS.contains(&name.as_str());
        let refusal =
            if of_world { say_attributes::of_a_world(&name, "a section") } else { say::attribute_on_section() };
        errors.on(first, refusal);
        input.call(Attribute::parse_outer)?;
    }
    Ok(())
}

/// Reads `pub struct Name;` or `pub set name;`.
fn item(input: ParseStream, world: &mut WorldDecl, errors: &mut Errors) -> syn::Result<()> {
    let is_world = world.subject == Subject::World;
    match WorldItem::parse(input, world.subject) {
        Ok(item) if world.item.is_none() => world.item = Some(item),
        Ok(item) => errors.on(&item.name, if is_world { say::second_world() } else { say_set::second_set() }),
        Err(error) => {
            errors.add(error);
            // So that the name is not reported as missing, too.
            errors.leave_out(&Ident::new("set", Span::call_site()));
            return skip_body(input, errors);
        }
    }
    if at_header(input) {
        errors.add(input.error(say::no_semicolon()));
        return Ok(());
    }
    if !input.is_empty() && !input.peek(Token![;]) {
        errors.add(input.error(if is_world { say::world_with_body() } else { say_set::set_with_body() }));
    }
    skip_body(input, errors)
}

/// Reads `name:` or `name(schedule):`; reports anything else, and skips to the next `;`.
fn header(input: ParseStream, errors: &mut Errors) -> syn::Result<Option<(Ident, Option<ScheduleName>)>> {
    let refusal = input.error(say::no_section(Section::names()));
    let titled = at_title(input);
    let name = input.call(Ident::parse_any).ok();
    match name {
        Some(name) if titled => {
            let schedule = schedule::name(input)?;
            input.parse::<Token![:]>()?;
            Ok(Some((name, schedule)))
        }
        Some(name) if Section::named(&name.to_string()).is_some() && (!at_group(input) || goes_on(input)) => {
            errors.on(&name, say::no_colon(&name));
            let schedule = schedule::name(input)?;
            input.parse::<Option<Token![=]>>()?;
            Ok(Some((name, schedule)))
        }
        Some(name) if Section::named(&name.to_string()).is_some() => {
            errors.on(&name, say::section_in_brackets(&name));
            errors.leave_out(&name);
            skip_body(input, errors)?;
            Ok(None)
        }
        name => {
            errors.add(refusal);
            errors.leave_out(&name);
            skip_body(input, errors)?;
            Ok(None)
        }
    }
}

/// Whether brackets of some kind follow, in which entries must not be.
fn at_group(input: ParseStream) -> bool {
    matches!(input.cursor().token_tree(), Some((TokenTree::Group(_), _)))
}

/// Returns true if parentheses follow with more after them in this section, as after the name of a schedule.
fn goes_on(input: ParseStream) -> bool {
    let fork = input.fork();
    fork.peek(token::Paren) && fork.parse::<TokenTree>().is_ok() && !fork.is_empty() && !fork.peek(Token![;])
}

/// Skips what follows a reported mistake.
fn skip_body(input: ParseStream, errors: &mut Errors) -> syn::Result<()> {
    let mut ignored = Errors::default();
    let skipped = body(input, &mut ignored);
    ignored.reported_elsewhere();
    errors.leave_out(&skipped?);
    Ok(())
}

/// The tokens up to the next `;`, or up to a header that follows without one.
fn body(input: ParseStream, errors: &mut Errors) -> syn::Result<TokenStream> {
    let mut body = TokenStream::new();
    while !input.is_empty() && input.parse::<Option<Token![;]>>()?.is_none() {
        if !body.is_empty() && at_header(input) {
            errors.add(input.error(say::no_semicolon()));
            break;
        }
        input.parse::<TokenTree>()?.to_tokens(&mut body);
    }
    Ok(body)
}

fn at_header(input: ParseStream) -> bool {
    let known = input.fork().parse::<Ident>().is_ok_and(|name| Section::named(&name.to_string()).is_some());
    known && at_title(input)
}

/// Returns true if `name:` or `name(..):` follows.
pub(super) fn at_title(input: ParseStream) -> bool {
    let fork = input.fork();
    let named = fork.call(Ident::parse_any).is_ok();
    let read = !fork.peek(token::Paren) || fork.parse::<TokenTree>().is_ok();
    named && read && fork.peek(Token![:]) && !fork.peek(Token![::])
}

/// The section of this name, or the one that is probably meant.
fn meant(name: &Ident, subject: Subject, errors: &mut Errors) -> Option<Section> {
    let text = name.to_string();
    let section = Section::named(&text);
    if section.is_none() {
        let near = nearest(&text, Section::names());
        let names = Section::names().filter(|name| subject == Subject::World || *name != "groups");
        let refusal = match text.as_str() {
            "on_enter" | "on_exit" => say_schedules::change_as_a_section(subject.macro_name(), &text),
            _ => say::unknown_section(subject.macro_name(), &text, near, names),
        };
        errors.on(name, refusal);
        return near.and_then(Section::named);
    }
    section
}

fn fill(section: Section, body: TokenStream, world: &mut WorldDecl, errors: &mut Errors) {
    match section {
        Section::Entries(kind) => {
            let entry = |input: ParseStream| slips::refuse(kind, Entry::parse(input, Initial::of(kind))?);
            let mut entries = entry::list(body, kind.word(), entry, errors);
            entry::refuse_relations(&mut entries, errors);
            world.entries[kind].extend(entries);
        }
        // A relation is a component.
        Section::Relations => {
            let relations = entry::list(body, "relation", Entry::parse_relation, errors);
            world.entries[EntryKind::Component].extend(relations);
        }
        // Each schedule is a list of its own.
        Section::Systems => {}
        Section::Queries => world.queries.extend(entry::list(body, "query", QueryDecl::parse, errors)),
        Section::Groups => world.groups.extend(entry::list(body, "group", QueryDecl::parse, errors)),
        Section::Include => world.includes.extend(entry::list(body, "set", Include::parse, errors)),
    }
}
