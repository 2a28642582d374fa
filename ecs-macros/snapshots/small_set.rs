#[doc(hidden)]
pub type __6motion_Place = base::bodies::Position;
#[doc(hidden)]
pub type __6motion_Velocity = physics::Velocity;
#[doc(hidden)]
pub type __6motion_Gravity = Gravity;
#[doc(hidden)]
pub fn __initial_6motion_gravity_u0() -> Gravity {
    Gravity(9.81)
}
#[doc(hidden)]
pub use base::bodies::spin as __6motion_spin;
#[doc(hidden)]
pub type __6motion_Physics = Physics;
#[doc(hidden)]
pub use self::reap as __6motion_reap;
#[doc(hidden)]
pub struct __witness_motion;
impl ::ecs_world::__private::Brings<0usize> for __witness_motion {
    type Member = base::bodies::Position;
}
impl ::ecs_world::__private::Brings<1usize> for __witness_motion {
    type Member = physics::Velocity;
}
impl ::ecs_world::__private::Brings<2usize> for __witness_motion {
    type Member = Gravity;
}
impl ::ecs_world::__private::Brings<3usize> for __witness_motion {
    type Member = Physics;
}
/// What moves.
pub mod motion {
    ///The component `Place` of set `motion`.
    #[doc(inline)]
    pub use super::__6motion_Place as Place;
    ///The component `Velocity` of set `motion`.
    #[doc(inline)]
    pub use super::__6motion_Velocity as Velocity;
    ///The resource `Gravity` of set `motion`.
    #[doc(inline)]
    pub use super::__6motion_Gravity as Gravity;
    #[doc(hidden)]
    pub use super::__initial_6motion_gravity_u0 as __initial_gravity_u0;
    ///The system `spin` of set `motion`.
    #[doc(inline)]
    pub use super::__6motion_spin as spin;
    ///The system `Physics` of set `motion`.
    #[doc(inline)]
    pub use super::__6motion_Physics as Physics;
    ///The system `reap` of set `motion`.
    #[doc(inline)]
    pub use super::__6motion_reap as reap;
    #[doc(hidden)]
    pub struct __set_58d3e77141c06654;
}
#[doc(hidden)]
#[macro_export]
macro_rules! __ecs_set_motion_58d3e77141c06654 {
    ([[$($next:tt)+] $($more:tt)*] $($all:tt)*) => {
        $($next)+ ! { [$($more)*] $($all)* { set motion origin motion
        __set_58d3e77141c06654 component Place(Position) [__ecs_0_Position] component
        Velocity(physics::Velocity) [__ecs_58d3e77141c06654_Velocity] resource
        Gravity(Gravity) [__ecs_58d3e77141c06654_Gravity] =
        __ecs_58d3e77141c06654_Gravity system spin(spin) [__ecs_0_spin] { system spin pub
        fn [] run() [(& mut __ecs_0_Position)] } sync system Physics(Physics)
        [__ecs_58d3e77141c06654_Physics] { system Physics impl [without(__ecs_0_Position)
        view(list)] run(& mut self) [(& mut __ecs_58d3e77141c06654_Velocity) (&
        __ecs_58d3e77141c06654_Gravity) (Entity)] on_added(& self) [(&
        __ecs_58d3e77141c06654_Velocity)] } system reap(reap)
        [__ecs_58d3e77141c06654_reap] { system reap pub fn [] run() [(Query < _, (Entity,
        Option < & __ecs_0_Position >,) >) (& mut Commands)] } query #[view(scan)]
        [__ecs_0_Position] [] [__ecs_58d3e77141c06654_Velocity] [] } }
    };
}
#[doc(hidden)]
pub use __ecs_set_motion_58d3e77141c06654 as motion;
