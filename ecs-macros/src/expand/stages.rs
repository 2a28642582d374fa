//! Generates runs by stages, in which systems that do not conflict run in parallel.
//!
//! The world is borrowed apart into its fields, and each system of a stage gets references to those that it uses: ordinary borrows, so that
//! rustc itself proves that systems do not conflict. A system is a function of these references, which is generated once, however many
//! stages there are.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::locals::{Locals, by_field};
use super::{Context, Threads, companions, past, run, structs};
use crate::model::{ArgumentKind, System};
use crate::names;
use crate::plan::{Part, Shared};
use crate::vocabulary::{EntryKind, Kind, Receiver};

/// The functions of the systems that stages run.
pub(super) fn generate(context: &Context) -> TokenStream {
    let name = &context.world.name;
    let systems = (0..context.world.systems.len()).filter(|system| is_staged(context, *system));
    let functions: Vec<_> = systems.map(|system| function(context, system)).collect();
    if functions.is_empty() {
        TokenStream::new()
    } else {
        quote! { impl #name { #(#functions)* } }
    }
}

/// Whether stages run a system, so that it has a function.
fn is_staged(context: &Context, system: usize) -> bool {
    let schedules = (0..context.plan.schedules().len()).filter(|schedule| is_parallel(context, *schedule));
    let parts = schedules.flat_map(|schedule| &context.plan.schedules()[schedule]);
    let mut stages = parts.filter(|part| part.is_parallel()).flat_map(|part| &part.stages);
    !context.world.systems[system].broken && stages.any(|stage| stage.contains(&system))
}

/// A call of the function of a system, if there is one, given the parts of the world in locals.
pub(super) fn call(context: &Context, system: usize, locals: &Locals) -> Option<TokenStream> {
    is_staged(context, system).then(|| {
        let (function, borrowed) = (names::system(system), borrowed(context, system, locals, None));
        quote! { Self::#function(#borrowed); }
    })
}

/// Everything that a system borrows.
fn borrowed(context: &Context, system: usize, locals: &Locals, queue: Option<&Ident>) -> TokenStream {
    let borrowed = borrows(context, system, locals).into_iter().map(|borrow| borrow.given(locals, queue));
    quote! { (#(#borrowed,)*) }
}

/// Whether a schedule runs by stages. Schedules of states do not: they are rare, and part of other runs.
fn is_parallel(context: &Context, schedule: usize) -> bool {
    let is_run_by_users = context.world.schedules[schedule].when.method().is_some();
    let parallel = context.plan.schedules()[schedule].iter().any(Part::is_parallel);
    context.threads == Threads::Many && is_run_by_users && parallel
}

/// Runs a schedule: by stages, if systems can run in parallel.
pub(super) fn enter(context: &Context, schedule: usize) -> TokenStream {
    let k = &context.k;
    if !is_parallel(context, schedule) {
        return quote! { #k::run_schedule::<Self, #schedule>(self) };
    }
    let (world, run) = (names::local("world"), names::local("run"));
    quote! {
        #k::run_in_measured_mode::<Self, #schedule>(
            self,
            |#world, #run| #k::Stage(::core::marker::PhantomData::<&mut Self>).__how().enter(#world, #run),
        )
    }
}

/// The method that requires threads.
pub(super) fn par_run(context: &Context) -> Option<TokenStream> {
    let k = &context.k;
    (context.threads == Threads::Many).then(|| {
        quote! {
            /// The same as `run`, for worlds whose contents can all go to other threads: a compile error for others.
            pub fn par_run(&mut self)
            where
                for<'__ecs> &'__ecs Self: ::core::marker::Send,
                for<'__ecs> &'__ecs mut Self: ::core::marker::Send,
            {
                #k::InParallel.enter(self, #k::run_stages::<Self, 0>)
            }
        }
    })
}

/// The run of a schedule by stages, after the beginning of a run; `None` if the schedule does not run by stages.
pub(super) fn run(context: &Context, schedule: usize, first: &TokenStream) -> Option<TokenStream> {
    let Context { k, .. } = context;
    let parts = &context.plan.schedules()[schedule];
    if !is_parallel(context, schedule) {
        return None;
    }
    let (token, watch) = (names::local("token"), names::local("watch"));
    let mut before = 0;
    let parts = parts.iter().enumerate().map(|(at, own)| {
        let sync = (at > 0).then(|| quote! { #k::sync(self); });
        let part = part(context, own, before, &token);
        before += own.stages.len();
        quote! { #sync #part }
    });
    Some(quote! {
        fn __run_stages(&mut self, #token: #k::Token, #watch: &mut #k::Watch) { #first #(#parts)* }
    })
}

/// The stages between two syncs, after `before` other stages.
fn part(context: &Context, part: &Part, before: usize, token: &Ident) -> TokenStream {
    let k = &context.k;
    if !part.is_parallel() {
        let systems = part.stages.iter().flatten();
        return quote! { #(#k::run_one::<Self, #systems>(self, #token);)* };
    }
    let locals = Locals::new();
    let Locals { core, storages, views, entities, commands, reserved, .. } = &locals;
    let fields = locals.fields(context);
    let (count, queues) = (part.queued.len(), (0..part.queued.len()).map(queue));
    let stages = (before..).zip(&part.stages).map(|(number, systems)| {
        let (traced, stage) = (names::local("_traced"), stage(context, part, systems, &locals));
        quote! { { let #traced = #k::trace_stage(#number); #stage } }
    });
    quote! {
        {
            #fields
            let #k::Queued {
                parts: #k::Parts {
                    storages: #storages, views: #views, entities: #entities, commands: #commands, reserved: #reserved,
                },
                queues: [#(#queues),*],
            } = #core.queued::<#count>(#token);
            #(#stages)*
        }
    }
}

/// A queue for the commands of one system.
fn queue(number: usize) -> Ident {
    names::local(&format!("queue_{number}"))
}

fn stage(context: &Context, part: &Part, systems: &[usize], locals: &Locals) -> TokenStream {
    let k = &context.k;
    let systems = systems.iter().copied().filter(|system| !context.world.systems[*system].broken);
    let jobs = systems.map(|system| {
        let queue = part.queued.iter().position(|queued| *queued == system).map(queue);
        (names::system(system), borrowed(context, system, locals, queue.as_ref()))
    });
    let (functions, borrowed): (Vec<_>, Vec<_>) = jobs.unzip();
    if let ([function], [borrowed]) = (&functions[..], &borrowed[..]) {
        return quote! { Self::#function(#borrowed); };
    }
    let (stage, how, watch) = (names::local("stage"), names::local("how"), names::local("watch"));
    let jobs: Vec<_> = (0..functions.len()).map(|job| names::local(&format!("job_{job}"))).collect();
    quote! {
        let mut #stage = #k::Stage((#(#k::job(#borrowed, Self::#functions),)*));
        let #how = #stage.__how();
        let #k::Stage((#(#jobs,)*)) = &mut #stage;
        #how.run(&mut [#(#jobs),*], #watch);
    }
}

/// A system as a function of what it borrows.
fn function(context: &Context, number: usize) -> TokenStream {
    let locals = Locals { by_field: true, running: Some(number), ..Locals::new() };
    let name = names::system(number);
    let borrows = borrows(context, number, &locals);
    let (names, types): (Vec<_>, Vec<_>) = borrows.iter().map(|borrow| (borrow.name(), borrow.ty())).unzip();
    let run = run::generate(context, number, &locals);
    quote! {
        fn #name((#(#names,)*): (#(#types,)*)) {
            let _ = (#(&#names,)*);
            #run
        }
    }
}

/// A reference that is passed to a system.
struct Borrow {
    /// The part of the world.
    part: Ident,
    /// The field of the part; `None` for all of it.
    field: Option<Ident>,
    /// The path within the field; empty for all of it.
    path: TokenStream,
    /// The local that holds it, if that is not named by part and field.
    local: Option<Ident>,
    ty: TokenStream,
    mutable: bool,
}

impl Borrow {
    /// All of a part.
    fn of(part: &Ident, ty: TokenStream, mutable: bool) -> Self {
        Self { part: part.clone(), field: None, path: TokenStream::new(), local: None, ty, mutable }
    }

    /// The local that holds it, in the function of the system.
    fn name(&self) -> Ident {
        let named = || self.field.as_ref().map_or_else(|| self.part.clone(), |field| by_field(&self.part, field));
        self.local.clone().unwrap_or_else(named)
    }

    fn ty(&self) -> TokenStream {
        let (ty, mutable) = (&self.ty, self.mutable.then(|| quote! { mut }));
        quote! { &#mutable #ty }
    }

    /// The expression that is passed for it, given the parts of the world in locals; for commands, the system's own queue if it has one.
    fn given(&self, locals: &Locals, queue: Option<&Ident>) -> TokenStream {
        let own = queue.filter(|_| self.part == locals.commands);
        let (part, field, path) = (own.unwrap_or(&self.part), self.field.iter(), &self.path);
        let mutable = self.mutable.then(|| quote! { mut });
        if self.field.is_none() && !self.mutable {
            return quote! { #part };
        }
        let all = self.field.is_none().then(|| quote! { * });
        quote! { &#mutable #all #part #(.#field)* #path }
    }
}

/// Everything that a system borrows: what it shares with others, its state, and what iteration and commands need.
fn borrows(context: &Context, number: usize, locals: &Locals) -> Vec<Borrow> {
    let Context { world, k, plan, mask, .. } = context;
    let (system, access) = (&world.systems[number], plan.access(number));
    let field = |part: &Ident, field: Ident, ty: TokenStream, mutable| {
        Some(Borrow { field: Some(field), ..Borrow::of(part, ty, mutable) })
    };
    let whole = Borrow::of;
    let touched = access.touched().filter_map(|(what, writes)| touched(context, what, writes, locals));
    let changes = system.changes.iter().filter(|change| !system.writes(change.component)).map(|change| Borrow {
        field: Some(context.component(change.component)),
        path: {
            let (present, path) =
                (past::present(context, change.component), companions::path_to(context, number, *change));
            quote! { #present #path }
        },
        local: Some(companions::local(context, locals, *change)),
        ..Borrow::of(&locals.storages, companions::marks(context, change.added), true)
    });
    let cursors = world.read_once(system).into_iter().enumerate().filter_map(|(at, event)| {
        let ty = &world.entries[EntryKind::Event.number(event)].ty;
        field(&locals.cursors, names::cursor(number, at), quote! { #k::EventCursor<#ty> }, true)
    });
    let views = &context.names.views;
    let iteration = [
        whole(&locals.views, quote! { #views }, false),
        whole(&locals.entities, quote! { #k::Population<#mask> }, false),
    ];
    let commands = access.commands.then(|| whole(&locals.commands, quote! { #k::Commands<Self> }, true));
    let spawns = system.run.arguments.iter().any(|argument| matches!(argument.kind, ArgumentKind::Spawner));
    let reserved = spawns.then(|| whole(&locals.reserved, quote! { #k::Reserved }, true));
    touched
        .chain(changes)
        .chain(state(system, locals))
        .chain(cursors)
        .chain(iteration)
        .chain(commands)
        .chain(reserved)
        .collect()
}

/// The reference to something that systems share.
fn touched(context: &Context, what: Shared, writes: bool, locals: &Locals) -> Option<Borrow> {
    let entry = match what {
        Shared::Entry(entry) => entry,
        Shared::Past(component) => return Some(past_of(context, component, locals)),
        Shared::Spawner => return None,
    };
    let field = Some(context.field(entry));
    if entry.kind != EntryKind::Component {
        return Some(Borrow { field, ..Borrow::of(locals.container(entry.kind), context.ty(entry), writes) });
    }
    let (number, present) = (entry.number, past::present(context, entry.number));
    // A system that only reads values leaves their companions to others.
    if !writes && companions::accompany(context, number) {
        let (path, ty) = (quote! { #present.own }, context.own_storage(number));
        return Some(Borrow { field, path, ..Borrow::of(&locals.storages, ty, false) });
    }
    let (path, ty) = (present.unwrap_or_default(), context.storage(number).into_token_stream());
    Some(Borrow { field, path, ..Borrow::of(&locals.storages, ty, writes) })
}

/// The reference to the past of a component.
fn past_of(context: &Context, component: usize, locals: &Locals) -> Borrow {
    Borrow {
        field: Some(context.component(component)),
        path: quote! { .past },
        local: Some(Locals::past(context, component)),
        ..Borrow::of(&locals.storages, past::storage(context, component), false)
    }
}

/// The state of the system itself.
fn state(system: &System, locals: &Locals) -> Option<Borrow> {
    let has_state = system.kind == Kind::Impl && system.run.receiver != Receiver::None;
    let (field, ty) = (structs::state_field(system), &system.ty);
    has_state.then(|| Borrow {
        field: Some(field),
        ..Borrow::of(&locals.systems, quote! { #ty }, system.run.receiver == Receiver::Mut)
    })
}
