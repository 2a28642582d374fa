//! Procedural macros of `ecs-world`. Users reach them through the facade, which passes its own path on, so that generated code finds it
//! under any name.
//!
//! `ecs_world!` is a pipeline; each stage is a module, and only `check` and `plan` create what the next stage accepts:
//!
//! | stage | module | result |
//! |---|---|---|
//! | collect sets and the signatures of systems | `chain`, `carrier` | tokens |
//! | grammar | `parse` | `WorldDecl` |
//! | meaning | `lower` | `World` |
//! | rules | `check` | `Checked<World>` |
//! | decisions | `plan` | `Planned<World>` |
//! | code | `expand` | tokens |
//!
//! `ecs_components!` goes through the same stages without `plan`. `#[system]`, `#[derive(Bundle)]`, `#[derive(Query)]`,
//! `#[derive(Relation)]` and `#[derive(VisitHandles)]` have small pipelines of their own, in `system`, `bundle`, `query`, `relation` and
//! `handles`; `cycle` finds sets that can never be complete. All wording is in `messages`, all generated names in `names`, and the
//! vocabulary of all stages, above all the table of kinds of entries, in `vocabulary`. `planner` (with `aspect`) decides how the views of a
//! world are kept; `check` uses it for refusals, and `plan` for views.

mod aspect;
mod bundle;
mod carrier;
mod chain;
mod check;
mod cycle;
mod expand;
mod handles;
mod lower;
mod messages;
mod methods;
mod model;
mod names;
mod parse;
mod plan;
mod planner;
mod query;
mod relation;
mod report;
#[cfg(test)]
mod snapshots;
mod system;
mod text;
mod tuples;
mod vocabulary;

use proc_macro::TokenStream;
use vocabulary::Subject;

/// Makes a type or a function a system, to be listed in the `systems:` of an `ecs_world!`.
///
/// On `impl Type { fn run(..) {} }`, in the module of the type, the system has a state, which the world owns: `world.systems.type_name`. On
/// a plain function it has none. The item itself is unchanged.
///
/// | parameter | what the world passes |
/// |---|---|
/// | `&C`, `&mut C` of a component | required: `run` is called once per entity that has them all |
/// | `Option<&C>`, `Option<&mut C>` | the component, if the entity has it |
/// | `Mut<'_, C>`, `Option<Mut<'_, C>>` | `&mut C` that counts as changed only if it is written |
/// | `&Past<C>`, `Option<&Past<C>>` | the value of a `#[double_buffered]` component when `run()` started; also beside `&mut C` |
/// | `Entity` | the current entity |
/// | `&R`, `&mut R` of a resource | the resource |
/// | `&Events<E>`, `&mut Events<E>` | all events that are kept; with `&mut`, to send events |
/// | `EventReader<'_, E>` | the events that were sent since the schedule last reached the system, and are still kept: those of this and the last `run()`; the system runs once |
/// | `&State<S>`, `&mut State<S>` | the state; with `&mut`, to request another |
/// | `Tree<'_, R>`, `Sources<'_, R>` of a relation | the parents and children of entities; the sources of each target |
/// | `&mut Commands<World>` | changes to apply at the next sync |
/// | `&mut Spawner<World>` | the same, and spawns whose handle is known at once |
/// | `Query<'_, World, (&mut A, &B)>` | a query |
///
/// A system with a parameter of the first five rows is called once per entity that matches; if all of these are `Option`s or `Entity`,
/// without a filter, once per entity of the world. Without any of them, `run` is called once.
///
/// `#[system(with(E), without(A, B), any(C, D))]` visits only entities that have `E`, neither `A` nor `B`, and `C` or `D`. The system does
/// not fetch `E`, so it does not conflict with systems that write it (unless it takes only `Entity` or `Option`s: then iteration reads the
/// storage of `E`). The callbacks can take `E`.
///
/// `#[system(changed(C))]` visits only entities whose `C` changed since the last run of this system, and `added(C)` only those to which `C`
/// was added since then; an entity must pass all filters. `C` must be required. Changes are tracked per system, so that none is lost,
/// however rarely it runs and in whatever schedule; its `run` does not see what it wrote itself, but it does see what its callbacks write
/// and what its commands change. A value that is borrowed as `&mut C` counts as changed: for each entity that a system or an iteration
/// visits, and if `get_mut` or a column lends it. An iteration marks all that it would visit when it begins, even if it ends early;
/// `Mut<'_, C>` marks only what is written. Values that are inserted or replaced count as changed, too, and only inserted ones count as
/// added. Moving values (`tidy`, `sort_by`, groups) changes nothing. Entities are visited in the order of the storage of the first
/// component of `changed(..)`, or of `added(..)` if there is no `changed`, and 64 without a change are skipped at once. With `run_if`,
/// changes wait until the system runs. Changes are tracked only for filters: one bit per value and filter, which `World::PLAN` lists.
///
/// `changed(moving: C)` and `added(moving: C)` filter the query in the parameter `moving` in the same way: it has the entities with changes
/// since the last run of the system, as a list; what the query writes is no change for this filter. The entities are listed before the run,
/// in **O(changes + values / 64)** time, as they are for the filters of a `parallel` system. If the run panics, all of them are in the next
/// one again.
///
/// `&Past<C>` requires `C` and conflicts with nothing: a system can take it beside `&mut C` or a query of `&mut C`, and runs in parallel
/// with others that write `C`. So each entity of a `parallel` system can read the past of all others in a query, while `C` is written.
///
/// `#[system(view = list)]` requests how the view of a per-entity system is kept. A query parameter of two or more components requests a
/// view: a group if the views of per-entity systems leave storages for one, otherwise none. `view(bodies) = none` opts out for the
/// parameter `bodies`, and `view(bodies) = list` requests a list. The type of a query must be written out, as the macro cannot see through
/// an alias.
///
/// `#[system(with(bodies: E), without(bodies: A, B), any(bodies: C, D))]` filters the query in the parameter `bodies`. Two queries may
/// borrow one component, one or both as `&mut`, if one query excludes a component that the other requires, and the plan has a group of
/// exactly the entities of the latter that owns the component: its values are split at the boundary of the group. Otherwise an error names
/// the entry of `groups:` to add.
///
/// ```text
/// #[system(without(roots: Parent))]
/// fn feed(mut roots: Query<'_, World, &mut Food>, children: Query<'_, World, (&mut Food, &Parent)>) {
///     for (food, parent) in children {
///         if let Some(other) = roots.get_mut(parent.0) {
///             other.0 -= 1;
///             food.0 += 1;
///         }
///     }
/// }
/// ```
///
/// `#[system(run_if = in_play)]` runs the system only if a [`condition`](macro@condition) holds, which is evaluated once per run of the
/// system, when its turn comes; also by `run_<system>()`. `in_state(Phase::Play)` holds in that state, `on_event(Hit)` if events were sent
/// since the schedule last reached the system, and `any_with(Ship)` if an entity has the component; `not(..)`, `all(.., ..)` and
/// `any(.., ..)` combine conditions. All of them are evaluated, whatever the first ones return, and all readers of events advance, whether
/// the system runs or not. Callbacks are called in any case.
///
/// `#[system(parallel)]` divides the entities of the system over threads if the facade has its feature `rayon`. Several threads then call
/// `run` at once: it takes `&self`, and resources, events and queries only to read; components that it writes must be `Send`, and what it
/// reads `Sync`, with the feature and without. `&mut Commands<World>` is one queue per share of the entities; the queues are joined in the
/// order of the entities, which is that of one thread. If a thread panics, the panic is resumed when all are done, and commands issued
/// until then wait for the next sync. Use it if the work for one entity is heavy, or entities are many.
///
/// `#[system(export)]` allows worlds of other crates to name the system by its path. Systems of a set (`ecs_components!`) do not need it,
/// since the set exports them; nor do systems of a world of the same crate.
///
/// In an `impl` block, `on_added(..)` and `on_removed(..)` are called when an entity starts or stops matching the system. Its components
/// are present in both cases. (If the view of the system is `delayed` or `active_passive`, both are called at the next sync point,
/// `on_removed` without components; if a value was replaced before, `on_added` sees the new one.) They can take components that `run`
/// requires, `Entity`, resources, `&Events<E>`, `&mut Events<E>`, `&State<S>`, `&mut State<S>`, `Tree` and `Sources`, and
/// `&mut Commands<World>`, whose commands wait for the next sync. `on_removed` can also take `RemovalCause`, which says whether the entity
/// is despawned.
///
/// `on_replaced(old: &C, ..)` is called when a value of `C` is replaced, once per value, for an entity that matches the system before and
/// after. `C` is a component that `run` requires, and the first parameter is the former value; the others are those of the callbacks above,
/// such as `new: &C` for the present value. `insert`, `replace`, `insert_template` and their commands replace values, and so does
/// `exchange` for each component of the inserted bundle that the entity had, first those that both bundles have; writing through `&mut C`
/// or `Mut<'_, C>` replaces none. It is called last, after `on_removed` and `on_added` of the same change, in the order of the components
/// in the bundle (for templates, in that of the world). If it panics, the change is complete, and the former value is dropped.
///
/// No other method of the block may have a name that begins with `on_`; write such methods in a second `impl` block.
///
/// A function may be generic, over the world (`fn fall<W: Has<Position>>(bodies: Query<'_, W, &mut Position>)`) or over the contents of
/// values (`fn age<T>(tag: &Tag<T>)`), as long as the types of its parameters determine its type parameters.
///
/// # Errors
///
/// An item that cannot be a system is refused at its own tokens. For a type without this attribute, or one that is not imported, rustc
/// reports ``cannot find macro `Physics` `` at its entry in `systems:`; no world is generated then, so rustc does not find the world
/// either.
#[proc_macro_attribute]
pub fn system(arguments: TokenStream, item: TokenStream) -> TokenStream {
    system::expand(arguments.into(), &item.into()).into()
}

/// Makes a function a condition, to be listed in the `conditions:` of an `ecs_world!`, and named in `run_if =` of systems.
///
/// It returns `bool` and reads resources (`&R`), states (`&State<S>`) and events (`EventReader<'_, E>` for those that were sent since the
/// schedule last reached the system, `&Events<E>` for all that are kept). `#[condition(export)]` allows worlds of other crates to name it
/// by its path; conditions of a set do not need it.
#[proc_macro_attribute]
pub fn condition(arguments: TokenStream, item: TokenStream) -> TokenStream {
    system::condition::of(arguments.into(), &item.into()).into()
}

/// Makes a struct of components a bundle, to spawn, insert and remove as one. A field is a component, an `Option` of one, or another
/// bundle, each at least as visible as the struct. `#[bundle(crate = ::name)]` on the struct names this crate if it is renamed.
#[proc_macro_derive(Bundle, attributes(bundle))]
pub fn bundle(input: TokenStream) -> TokenStream {
    let bundle = syn::parse_macro_input!(input as syn::DeriveInput);
    bundle::expand(&bundle).into()
}

/// Makes a struct a relation, to be listed in the `relations:` of an `ecs_world!`. Its one field has the type `Entity`, its target, or the
/// type `EntitySet`, its targets, for a relation that is `many`. `VisitHandles` is implemented, too. A struct with further fields is
/// refused: implement both traits by hand, as in the example of `Relation::targets`. `#[relation(crate = ::name)]` on the struct names this
/// crate if it is renamed.
///
/// # Examples
///
/// ```text
/// #[derive(Relation)]
/// struct ChildOf(pub Entity);
///
/// ecs_world! { relations: ChildOf (tree, cascade); }
/// ```
#[proc_macro_derive(Relation, attributes(relation))]
pub fn relation(input: TokenStream) -> TokenStream {
    let relation = syn::parse_macro_input!(input as syn::DeriveInput);
    relation::expand(&relation).into()
}

/// Implements `VisitHandles` for a struct or an enum, so that a world can replace the handles in it when it copies or moves entities.
///
/// Fields of the types `Entity` and `EntitySet`, and `Option`, `Vec`, `VecDeque`, `Box`, arrays and tuples with them, are visited; so is
/// each field with `#[handles]`, whose type must implement the trait itself. Others are not. A component needs `#[handles]` at its entry,
/// too. `#[handles(crate = ::name)]` on the type names this crate if it is renamed.
///
/// # Examples
///
/// ```text
/// #[derive(VisitHandles)]
/// struct Squad {
///     leader: Entity,
///     members: Vec<(Entity, Role)>,
///     #[handles]
///     orders: Orders,
///     size: usize,
/// }
///
/// ecs_world! { components: #[handles] Squad; }
/// ```
#[proc_macro_derive(VisitHandles, attributes(handles))]
pub fn visit_handles(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    handles::expand(&input).into()
}

/// Makes a struct of references something that queries can fetch in place of a tuple, so that its parts have names.
///
/// A field is `&'w C`, `&'w mut C`, `&'w Past<C>`, an `Option` of one of these, or `Entity`; not `Mut`. The struct has a lifetime if a
/// field is a reference, and may have type parameters. Components must be at least as visible as the struct. If no field is written,
/// `query::<Ship>()` accepts it; otherwise use `query_mut::<Ship>()`. It works in every world that has its components.
///
/// In the query parameters of a system, types must be written out, since the macro cannot look into a struct; `query.named::<Ship>()`
/// yields the items of such a query as structs. `#[query(crate = ::name)]` names this crate if it is renamed.
///
/// # Examples
///
/// ```text
/// #[derive(Query)]
/// struct Ship<'w> {
///     entity: Entity,
///     position: &'w mut Position,
///     velocity: &'w Velocity,
///     armour: Option<&'w Armour>,
/// }
///
/// for ship in world.query_mut::<Ship>() {
///     ship.position.0 += ship.velocity.0;
/// }
/// ```
#[proc_macro_derive(Query, attributes(query))]
pub fn query(input: TokenStream) -> TokenStream {
    let query = syn::parse_macro_input!(input as syn::DeriveInput);
    query::expand(&query).into()
}

/// The first macro of `ecs_world!`: passes the declaration through its sets and systems.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_world(tokens: TokenStream) -> TokenStream {
    start(tokens.into(), Subject::World).into()
}

/// The first macro of `ecs_components!`: passes the declaration through the sets that it includes and its systems.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_set(tokens: TokenStream) -> TokenStream {
    start(tokens.into(), Subject::Set).into()
}

/// The last macro of a chunk of systems: keeps their signatures in a macro.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_chunk(tokens: TokenStream) -> TokenStream {
    chain::chunk(tokens.into()).into()
}

/// Continues with a declaration after rustc has evaluated its `cfg`s.
#[doc(hidden)]
#[proc_macro_derive(Decl, attributes(ecs))]
pub fn __decl(input: TokenStream) -> TokenStream {
    let carrier = syn::parse_macro_input!(input as syn::DeriveInput);
    go_on(&carrier, Subject::World).into()
}

/// Continues with the declaration of a set after rustc has evaluated its `cfg`s.
#[doc(hidden)]
#[proc_macro_derive(SetDecl, attributes(ecs))]
pub fn __set_decl(input: TokenStream) -> TokenStream {
    let carrier = syn::parse_macro_input!(input as syn::DeriveInput);
    go_on(&carrier, Subject::Set).into()
}

/// The last macro of `ecs_world!`: all sets and signatures are known.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_finish(tokens: TokenStream) -> TokenStream {
    world(tokens.into(), expand::Threads::One).into()
}

/// The last macro of `ecs_world!` if the facade has its feature `rayon`: the facade exports one of the two under one name, so that what is
/// generated depends only on the features of the facade that a world names.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_finish_by_stages(tokens: TokenStream) -> TokenStream {
    world(tokens.into(), expand::Threads::Many).into()
}

/// The last macro of `ecs_components!`.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_set_finish(tokens: TokenStream) -> TokenStream {
    set(tokens.into()).into()
}

/// The last macro of `ecs_components!` for a set that may be in a cycle of sets.
#[doc(hidden)]
#[proc_macro]
pub fn __ecs_set_finish_checked(tokens: TokenStream) -> TokenStream {
    set_with(tokens.into(), cycle::completed).into()
}

/// The first stage: `[crate] { declaration }`.
fn start(tokens: proc_macro2::TokenStream, subject: Subject) -> proc_macro2::TokenStream {
    let input = parse::Input::new(tokens);
    if carrier::is_needed(&input.declaration) {
        let name = parse::name(input.declaration.clone(), subject);
        return carrier::load(&input.krate, &name, input.declaration, subject);
    }
    chain::follow(&input.krate, &input.declaration, subject)
}

/// The first stage after `cfg`s are evaluated.
fn go_on(carrier: &syn::DeriveInput, subject: Subject) -> proc_macro2::TokenStream {
    let unloaded = carrier::unload(carrier);
    unloaded.map(|(krate, declaration)| chain::follow(&krate, &declaration, subject)).unwrap_or_default()
}

/// The pipeline of a world.
fn world(tokens: proc_macro2::TokenStream, threads: expand::Threads) -> proc_macro2::TokenStream {
    let mut errors = report::Errors::default();
    let input = parse::Input::new(tokens.into_iter().skip(1).collect());
    let declared = parse::world(input, Subject::World, &mut errors);
    let lowered = lower::world(declared, &mut errors);
    let checked = check::world(lowered, &mut errors);
    let planned = plan::world(checked);
    let is_refused = errors.len() > 0;
    errors.report(&expand::world(&planned, threads, is_refused))
}

/// The pipeline of a set, which plans nothing.
fn set(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    set_with(tokens, |_| proc_macro2::TokenStream::new())
}

/// The pipeline of a set, with the items that `beside` returns for its name.
fn set_with(
    tokens: proc_macro2::TokenStream,
    beside: fn(&proc_macro2::Ident) -> proc_macro2::TokenStream,
) -> proc_macro2::TokenStream {
    let mut errors = report::Errors::default();
    let input = parse::Input::new(tokens.into_iter().skip(1).collect());
    let declared = parse::world(input, Subject::Set, &mut errors);
    let lowered = lower::world(declared, &mut errors);
    let checked = check::set(lowered, &mut errors);
    errors.report(&[beside(&checked.get().name), expand::set(&checked)].into_iter().collect())
}
