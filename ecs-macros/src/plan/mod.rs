//! Owns decisions: which views a world keeps, how, and whom each serves; which systems can run side by side. Only this module makes a [`Planned`].

mod access;
mod stages;
mod text;

use proc_macro2::Span;
use syn::Attribute;

pub(crate) use access::{Access, Shared};
pub(crate) use stages::Part;

use crate::check::Checked;
use crate::groups::{self, Ownership};
use crate::model::{Aspect, By, ViewKind, World};

/// A world with everything decided.
pub(crate) struct Planned<W> {
    world: W,
    views: Vec<View>,
    system_views: Vec<Option<usize>>,
    methods: Vec<QueryMethod>,
    accesses: Vec<Access>,
    schedules: Vec<Vec<Part>>,
    text: String,
}

/// A view of the world: one per distinct aspect.
pub(crate) struct View {
    pub(crate) aspect: Aspect,
    pub(crate) kept: Kept,
    /// The storages that it keeps in its own order.
    pub(crate) owned: Vec<usize>,
    /// Why it is kept so.
    pub(crate) reason: String,
    /// The systems that it serves.
    pub(crate) systems: Vec<usize>,
    /// Whether it serves an entry of `queries:` or `groups:`.
    pub(crate) declared: bool,
}

/// How a view is kept up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// The storage of the one component is the view.
    Storage,
    As(ViewKind),
}

impl Kept {
    /// Its name among those of `ecs_core::ViewKind`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Storage => "Storage",
            Self::As(ViewKind::Group) => "Group",
            Self::As(ViewKind::List) => "List",
            Self::As(ViewKind::Delayed) => "Delayed",
            Self::As(ViewKind::ActivePassive) => "ActivePassive",
            Self::As(ViewKind::Scan) => "Scan",
        }
    }
}

impl View {
    /// Whether changes of entities are told to it.
    pub(crate) fn is_kept(&self) -> bool {
        !matches!(self.kept, Kept::Storage | Kept::As(ViewKind::Scan))
    }

    /// Whether it notes changes and settles at the next sync.
    pub(crate) fn settles(&self) -> bool {
        matches!(self.kept, Kept::As(kind) if kind.settles())
    }
}

/// A generated `query_..`: its name and its view.
pub(crate) struct QueryMethod {
    /// The documentation that the user wrote.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) name: String,
    pub(crate) view: usize,
    pub(crate) span: Span,
}

impl Planned<World> {
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// The views, each after those around it.
    pub(crate) fn views(&self) -> &[View] {
        &self.views
    }

    /// The view of a system; `None` if it runs once.
    pub(crate) fn view_of(&self, system: usize) -> Option<usize> {
        self.system_views[system]
    }

    /// The generated queries.
    pub(crate) fn methods(&self) -> &[QueryMethod] {
        &self.methods
    }

    /// What a system touches.
    pub(crate) fn access(&self, system: usize) -> &Access {
        &self.accesses[system]
    }

    /// How each schedule runs by stages.
    pub(crate) fn schedules(&self) -> &[Vec<Part>] {
        &self.schedules
    }

    /// What was decided, to read.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// Plans a world: one view per distinct aspect, shared by all systems and queries that ask for it.
pub(crate) fn world(world: Checked<World>) -> Planned<World> {
    let world = world.into_inner();
    let views = views(&world);
    let number = |aspect: &Aspect| views.iter().position(|view| view.aspect == *aspect);
    let system_views = world.systems.iter().map(|system| {
        let managed = system.per_entity() && !system.broken;
        managed.then(|| number(&system.aspect)).flatten()
    });
    let system_views = system_views.collect();
    let methods = world.query_aspects().into_iter().filter_map(|(aspect, span)| {
        let (name, view) = (world.query_name(&aspect), number(&aspect)?);
        let declared = world.queries.iter().chain(&world.groups).find(|query| query.aspect == aspect);
        let attributes = declared.map(|query| query.attributes.clone()).unwrap_or_default();
        (!world.refused_methods.contains(&name)).then_some(QueryMethod { attributes, name, view, span })
    });
    let methods = methods.collect();
    let accesses: Vec<Access> = world.systems.iter().map(|system| Access::of(&world, system)).collect();
    let schedules =
        world.schedules.iter().map(|schedule| stages::parts(&schedule.steps, &accesses)).collect::<Vec<_>>();
    let text = text::of(&world, &views, &accesses, &schedules);
    Planned { world, views, system_views, methods, accesses, schedules, text }
}

/// One view per distinct aspect, each after those around it.
fn views(world: &World) -> Vec<View> {
    let mut views = demanded(world);
    let candidates = candidates(world, &views);
    let aspects: Vec<Aspect> = candidates.iter().map(|view| views[*view].aspect.clone()).collect();
    let ownerships =
        groups::own(&aspects.iter().collect::<Vec<_>>(), |storage| world.components[storage].storage.is_free());
    for (view, ownership) in candidates.iter().zip(&ownerships) {
        become_group(world, &mut views[*view], ownership, &aspects);
    }
    let order = groups::outermost_first(&views.iter().map(|view| &view.aspect).collect::<Vec<_>>());
    let mut views: Vec<_> = views.into_iter().map(Some).collect();
    order.into_iter().filter_map(|view| views[view].take()).collect()
}

/// The views that are asked for, in the order of the declaration, kept as is wished, or as lists where nothing is.
fn demanded(world: &World) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    for demand in world.demands() {
        let at = views.iter().position(|view| view.aspect == *demand.aspect).unwrap_or_else(|| {
            views.push(new_view(demand.aspect));
            views.len() - 1
        });
        let view = &mut views[at];
        match demand.by {
            By::System(system) => view.systems.push(system),
            By::Query | By::Group => view.declared = true,
        }
        if let Some(wish) = demand.wish
            && !(wish.kind == ViewKind::Group && demand.aspect.is_storage())
        {
            view.kept = Kept::As(wish.kind);
            view.reason = "as declared".into();
        }
    }
    views
}

fn new_view(aspect: &Aspect) -> View {
    let (kept, owned, reason) = if aspect.is_storage() {
        (Kept::Storage, aspect.all.clone(), "all values of the component are meant")
    } else {
        (Kept::As(ViewKind::List), vec![], "no component is required")
    };
    View { aspect: aspect.clone(), kept, owned, reason: reason.into(), systems: vec![], declared: false }
}

/// The views that may become groups, in the order in which they are given storages: as declared; then those that require
/// most systems' two or more components; then by size; then as declared.
fn candidates(world: &World, views: &[View]) -> Vec<usize> {
    let demands = world.demands();
    let declared = |view: &View, by_group: bool| {
        demands.iter().any(|demand| {
            *demand.aspect == view.aspect
                && (demand.by == By::Group) == by_group
                && demand.wish.is_some_and(|wish| wish.kind == ViewKind::Group)
        })
    };
    let wished = |view: &View| demands.iter().any(|demand| *demand.aspect == view.aspect && demand.wish.is_some());
    let rank = |view: &View| {
        let size = view.aspect.all.len();
        if declared(view, true) {
            (0, 0, 0)
        } else if declared(view, false) {
            (1, 0, 0)
        } else {
            (if size >= 2 { 2 } else { 3 }, usize::MAX - view.systems.len(), usize::MAX - size)
        }
    };
    let may = |view: &View| {
        let free = !wished(view) || declared(view, true) || declared(view, false);
        free && !view.aspect.all.is_empty() && !view.aspect.is_storage()
    };
    let mut candidates: Vec<usize> = (0..views.len()).filter(|view| may(&views[*view])).collect();
    candidates.sort_by_key(|view| rank(&views[*view]));
    candidates
}

/// Makes a candidate a group of what it owns.
fn become_group(world: &World, view: &mut View, ownership: &Ownership, candidates: &[Aspect]) {
    let lost = ownership.lost.iter().map(|(storage, owner)| {
        let name = &world.components[*storage].name;
        format!("{name} is kept in the order of {}", world.show(&candidates[*owner]))
    });
    let fixed = ownership.fixed.iter().map(|storage| {
        let component = &world.components[*storage];
        format!("{} is in a {}, which has an order of its own", component.name, component.storage.name())
    });
    let lost: Vec<_> = lost.chain(fixed).collect();
    view.kept = Kept::As(if !ownership.owned.is_empty() {
        ViewKind::Group
    } else if view.aspect.has_filters() {
        ViewKind::List
    } else {
        // Entities that came together stand side by side in all storages, and are walked as slices. Where they are not, one
        // of the storages bounds the walk; and no change has to keep a list.
        ViewKind::Scan
    });
    view.owned.clone_from(&ownership.owned);
    view.reason = if lost.is_empty() { "owns all that it requires".into() } else { lost.join("; ") };
}

#[cfg(test)]
mod tests;
