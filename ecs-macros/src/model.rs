//! Owns what a declaration means: a world in which names are resolved to numbers.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, Expr, Path, Type, Visibility};

use crate::names;
use crate::parse::{Kind, Receiver};

/// A world, as declared.
pub(crate) struct World {
    pub(crate) krate: TokenStream,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
    pub(crate) components: Vec<Field>,
    pub(crate) resources: Vec<Field>,
    pub(crate) systems: Vec<System>,
    pub(crate) schedule: Vec<Step>,
    pub(crate) queries: Vec<Query>,
    /// The names of queries that clash with others, which are reported and not generated.
    pub(crate) refused_methods: Vec<String>,
}

impl World {
    /// The aspects that get a query method, each once, and who asks first.
    pub(crate) fn query_aspects(&self) -> Vec<(Aspect, Span)> {
        let systems = self.systems.iter().filter(|system| system.per_entity() && !system.broken);
        let systems = systems.map(|system| (&system.aspect, system.span()));
        let queries = self.queries.iter().map(|query| (&query.aspect, query.span));
        let mut aspects: Vec<(Aspect, Span)> = Vec::new();
        let mut seen = BTreeSet::new();
        for (aspect, span) in systems.chain(queries) {
            if !aspect.all.is_empty() && seen.insert(aspect) {
                aspects.push((aspect.clone(), span));
            }
        }
        aspects
    }

    /// `query_position_velocity_without_frozen`.
    pub(crate) fn query_name(&self, aspect: &Aspect) -> String {
        let snakes = |components: &[usize]| -> Vec<&str> {
            components.iter().map(|component| self.components[*component].snake.as_str()).collect()
        };
        let (all, none, any) = (snakes(&aspect.all), snakes(&aspect.none), snakes(&aspect.any));
        names::query(all.into_iter(), none.into_iter(), any.into_iter())
    }
}

/// A component or resource.
pub(crate) struct Field {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ty: Type,
    /// The path of the type, to compare with those in signatures.
    pub(crate) path: Option<Path>,
    /// The name it goes by.
    pub(crate) name: Ident,
    pub(crate) renamed: bool,
    /// The name in snake case: part of the names of queries.
    pub(crate) snake: String,
    pub(crate) initial: Option<Expr>,
}

/// A system with its place in the world.
pub(crate) struct System {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ty: Type,
    pub(crate) name: Ident,
    pub(crate) snake: String,
    pub(crate) kind: Kind,
    pub(crate) initial: Option<Expr>,
    pub(crate) aspect: Aspect,
    pub(crate) run: Call,
    pub(crate) on_added: Option<Call>,
    pub(crate) on_removed: Option<Call>,
    /// An error was reported for it, so that its code would not compile.
    pub(crate) broken: bool,
}

impl System {
    /// Whether it runs once per entity, and not once.
    pub(crate) fn per_entity(&self) -> bool {
        self.run.arguments.iter().any(|argument| argument.what.per_entity())
    }

    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }
}

/// What happens in a run, one after another.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    System(usize),
    Sync(Span),
}

/// A call of a function of a system.
pub(crate) struct Call {
    pub(crate) receiver: Receiver,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument, and where its type stands.
pub(crate) struct Argument {
    pub(crate) what: What,
    pub(crate) span: Span,
}

/// What a world passes for a parameter.
pub(crate) enum What {
    Component(Borrow),
    Entity,
    Resource {
        resource: usize,
        mutable: bool,
    },
    Commands,
    Spawner,
    Query(Shape),
    /// Nothing: an error was reported.
    Unknown,
}

impl What {
    pub(crate) fn per_entity(&self) -> bool {
        matches!(self, Self::Component(_) | Self::Entity)
    }
}

/// How a component is borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Borrow {
    pub(crate) component: usize,
    pub(crate) mutable: bool,
    pub(crate) optional: bool,
}

/// What a query parameter asks for.
pub(crate) enum Shape {
    Component(Borrow),
    Entity,
    Tuple(Vec<Shape>),
}

impl Shape {
    /// The components in it.
    pub(crate) fn borrows(&self) -> Vec<Borrow> {
        match self {
            Self::Component(borrow) => vec![*borrow],
            Self::Entity => vec![],
            Self::Tuple(parts) => parts.iter().flat_map(Self::borrows).collect(),
        }
    }
}

/// What entities must have; each list ascends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Aspect {
    pub(crate) all: Vec<usize>,
    pub(crate) none: Vec<usize>,
    pub(crate) any: Vec<usize>,
}

/// An entry of `queries:`.
pub(crate) struct Query {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) aspect: Aspect,
    pub(crate) span: Span,
}

impl Field {
    /// Whether the type is written as this name alone.
    pub(crate) fn path_is_name(&self, name: &Ident) -> bool {
        self.path.as_ref().is_some_and(|path| path.is_ident(name))
    }
}
