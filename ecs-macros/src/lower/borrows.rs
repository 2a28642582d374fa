//! Borrowed components in the parameters of systems and in the items of their queries: `&C`, `Mut<'_, C>`, `&Past<C>`, optional or not.

use syn::{Type, TypeReference};

use super::parameters::{is_mut, within_option};
use super::systems::Reader;
use crate::messages::{past as say_past, world as say};
use crate::model::{Borrow, Buffer, Field, Shape};
use crate::vocabulary::{generic_types, last, path_of, unwrapped};

impl Reader<'_> {
    /// The component of `&C` or `Option<&C>`; reported if there is none.
    pub(super) fn borrow(&mut self, reference: &TypeReference, optional: bool, what: &str) -> Option<Borrow> {
        let place = format!("{what} of system `{}`", self.system);
        let Some(path) = path_of(&reference.elem) else {
            self.unsupported(&reference.elem, what);
            return None;
        };
        if last(path) == "Past" && !self.is_declared(path) {
            return self.past(reference, optional, what);
        }
        let component = self.scope.component(path, &place, self.errors)?;
        Some(Borrow { mutable: reference.mutability.is_some(), optional, ..Borrow::read(component) })
    }

    /// The component of `&Past<C>` or `Option<&Past<C>>`; reported if it has no past.
    fn past(&mut self, reference: &TypeReference, optional: bool, what: &str) -> Option<Borrow> {
        let place = format!("{what} of system `{}`", self.system);
        let Some(path) = generic_types(&reference.elem).into_iter().next_back().and_then(path_of) else {
            self.errors.on(&reference.elem, say_past::unnamed(&place));
            return None;
        };
        let component = self.scope.component(path, &place, self.errors)?;
        let field @ Field { name, relation, .. } = &self.scope.components()[component];
        let refusal = if relation.is_some() {
            say_past::of_a_relation_in
        } else if !field.is_double_buffered() {
            say_past::not_double_buffered
        } else if reference.mutability.is_some() {
            say_past::mutable
        } else {
            return Some(Borrow { optional, buffer: Buffer::Past, ..Borrow::read(component) });
        };
        self.errors.on(reference, refusal(&place, &name.to_string()));
        None
    }

    /// The component of `Mut<'_, C>` or `Option<Mut<'_, C>>`; reported if there is none.
    pub(super) fn noted(&mut self, ty: &Type, optional: bool, what: &str) -> Option<Borrow> {
        let Some(path) = generic_types(ty).into_iter().next_back().and_then(path_of) else {
            self.unsupported(ty, what);
            return None;
        };
        let component = self.scope.component(path, &format!("{what} of system `{}`", self.system), self.errors)?;
        Some(Borrow { mutable: true, optional, noted: true, ..Borrow::read(component) })
    }

    /// The shape of a query; reported if it is not supported.
    pub(super) fn shape(&mut self, ty: &Type, what: &str) -> Option<Shape> {
        match unwrapped(ty) {
            Type::Reference(reference) => self.borrow(reference, false, what).map(Shape::Component),
            Type::Tuple(tuple) => {
                let parts: Vec<_> = tuple.elems.iter().map(|part| self.shape(part, what)).collect();
                parts.into_iter().collect::<Option<_>>().map(Shape::Tuple)
            }
            ty => match path_of(ty).and_then(|path| path.segments.last()) {
                Some(segment) if segment.ident == "Entity" => Some(Shape::Entity),
                Some(segment) if segment.ident == "Option" => match within_option(ty) {
                    Some(Type::Reference(reference)) => self.borrow(reference, true, what).map(Shape::Component),
                    Some(inner) if is_mut(inner) => self.noted(inner, true, what).map(Shape::Component),
                    _ => self.unsupported_in_query(ty),
                },
                _ if is_mut(ty) => self.noted(ty, false, what).map(Shape::Component),
                _ => self.unsupported_in_query(ty),
            },
        }
    }

    fn unsupported_in_query(&mut self, ty: &Type) -> Option<Shape> {
        self.errors.on(ty, say::unsupported_in_query(&self.system));
        None
    }
}
