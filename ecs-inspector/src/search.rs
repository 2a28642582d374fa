//! Searches for entities: their grammar, and how they are found.

use ecs_world::{BitMask, Entity, GeneratedWorld, Inspect};

use crate::probe::{Probe, Scalar, Step};

/// The conditions of a search.
pub(crate) struct Search<M> {
    all: M,
    none: M,
    indices: Vec<u32>,
    values: Vec<Compare>,
    targets: Vec<(usize, Entity)>,
}

/// A comparison of a part of a component.
struct Compare {
    component: usize,
    path: Vec<Step>,
    operator: Operator,
    value: Scalar,
    /// The right side as it was written, even if it reads as a number.
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
}

/// The longest operators come first, so that `<=` is not read as `<`.
const OPERATORS: [(&str, Operator); 7] = [
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("~", Operator::Contains),
];

impl Operator {
    fn holds(self, found: &Scalar, sought: &Scalar) -> bool {
        if let (Scalar::Text(found), Scalar::Text(sought)) = (found, sought) {
            return match self {
                Self::Equal => found == sought,
                Self::Unequal => found != sought,
                Self::Less => found < sought,
                Self::AtMost => found <= sought,
                Self::Greater => found > sought,
                Self::AtLeast => found >= sought,
                Self::Contains => found.contains(sought.as_str()),
            };
        }
        let order = match (found, sought) {
            (Scalar::Int(found), Scalar::Int(sought)) => Some(found.cmp(sought)),
            #[expect(clippy::cast_possible_truncation, reason = "it is compared with what the component can have")]
            (Scalar::Single(found), _) => sought.number().and_then(|sought| found.partial_cmp(&(sought as f32))),
            _ => found.number().zip(sought.number()).and_then(|(found, sought)| found.partial_cmp(&sought)),
        };
        match self {
            Self::Equal => order.is_some_and(std::cmp::Ordering::is_eq),
            Self::Unequal => !order.is_some_and(std::cmp::Ordering::is_eq),
            Self::Less => order.is_some_and(std::cmp::Ordering::is_lt),
            Self::AtMost => order.is_some_and(std::cmp::Ordering::is_le),
            Self::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
            Self::AtLeast => order.is_some_and(std::cmp::Ordering::is_ge),
            Self::Contains => false,
        }
    }
}

impl<M: BitMask> Search<M> {
    /// Parses a search.
    pub(crate) fn parse<W: Inspect + GeneratedWorld<Mask = M>>(text: &str) -> Result<Self, String> {
        let (indices, values, targets) = (Vec::new(), Vec::new(), Vec::new());
        let mut search = Self { all: M::EMPTY, none: M::EMPTY, indices, values, targets };
        for term in terms(text)? {
            search.add::<W>(&term)?;
        }
        Ok(search)
    }

    fn add<W: Inspect + GeneratedWorld<Mask = M>>(&mut self, term: &str) -> Result<(), String> {
        if let Some(index) = term.strip_prefix('#') {
            self.indices.push(index.parse().map_err(|_| format!("`{term}` is no index: write `#12`"))?);
            return Ok(());
        }
        if let Some(component) = term.strip_prefix('!') {
            self.none = self.none.union(M::bit(number::<W>(component)?));
            return Ok(());
        }
        let operator = term.char_indices().find_map(|(at, _)| {
            let found = OPERATORS.iter().find(|(sign, _)| term[at..].starts_with(sign));
            found.map(|(sign, operator)| (at, *sign, *operator))
        });
        let Some((at, sign, operator)) = operator else {
            self.all = self.all.union(M::bit(number::<W>(term)?));
            return Ok(());
        };
        let (left, right) = (&term[..at], &term[at + sign.len()..]);
        let mut names = left.split('.');
        let component = number::<W>(names.next().unwrap_or_default())?;
        let path: Vec<_> = names.map(Step::new).collect();
        self.all = self.all.union(M::bit(component));
        match handle(right) {
            Some(target) if operator == Operator::Equal && W::relations().any(|(own, _)| own == component) => {
                self.targets.push((component, target));
            }
            _ if !W::has_values(component) => {
                return Err(format!("component `{}` is transient: its values are not known", W::COMPONENTS[component]));
            }
            _ => self.values.push(Compare {
                component,
                path,
                operator,
                value: scalar(right, operator),
                text: right.to_owned(),
            }),
        }
        Ok(())
    }

    /// Returns the number of matching entities, and a page of them by ascending index: at most `limit`, from `offset` on.
    pub(crate) fn page<W: Inspect + GeneratedWorld<Mask = M>>(
        &self,
        world: &W,
        offset: usize,
        limit: usize,
    ) -> (usize, Vec<Entity>) {
        let matches = |entity: &Entity| self.matches(world, *entity);
        if self.is_empty() {
            return (world.len(), world.entities().skip(offset).take(limit).collect());
        }
        if self.values.is_empty() {
            let (mut found, mut page) = (0, Vec::new());
            for entity in world.entities().filter(matches) {
                if found >= offset && page.len() < limit {
                    page.push(entity);
                }
                found += 1;
            }
            return (found, page);
        }
        let mut found: Vec<_> = world.entities().filter(matches).collect();
        for compare in &self.values {
            found = compare.matching(world, found);
        }
        (found.len(), found.into_iter().skip(offset).take(limit).collect())
    }

    /// Returns true if the search matches all entities.
    fn is_empty(&self) -> bool {
        let Self { all, none, indices, values, targets } = self;
        all.is_empty() && none.is_empty() && indices.is_empty() && values.is_empty() && targets.is_empty()
    }

    /// Tests all conditions except comparisons of values.
    fn matches<W: Inspect + GeneratedWorld<Mask = M>>(&self, world: &W, entity: Entity) -> bool {
        self.indices.iter().all(|index| entity.index() == *index)
            && world.mask(entity).is_some_and(|mask| mask.contains_all(&self.all) && !mask.intersects(&self.none))
            && self
                .targets
                .iter()
                .all(|(relation, target)| world.targets_of(*relation, entity).any(|own| own == *target))
    }
}

impl Compare {
    /// Returns those of the given entities whose values match.
    fn matching<W: Inspect>(&self, world: &W, among: Vec<Entity>) -> Vec<Entity> {
        let mut found = Vec::new();
        let mut among = among.into_iter();
        world.write_components(
            self.component,
            || among.next().map(|entity| (entity, Probe(&self.path))),
            |entity, value| {
                // Texts are compared with the text as it was written, even if it reads as a number.
                let text = Scalar::Text(self.text.clone());
                let to = |value: &Scalar| if matches!(value, Scalar::Text(_)) { &text } else { &self.value };
                if value.ok().flatten().is_some_and(|value| self.operator.holds(&value, to(&value))) {
                    found.push(entity);
                }
            },
        );
        found
    }
}

/// The number of a component.
pub(crate) fn number<W: Inspect>(component: &str) -> Result<usize, String> {
    W::number_of(component).ok_or_else(|| format!("world `{}` has no component `{component}`", W::NAME))
}

/// Parses a handle as it is displayed: `12v3`.
fn handle(text: &str) -> Option<Entity> {
    let (index, generation) = text.split_once('v')?;
    let (index, generation): (u32, u32) = (index.parse().ok()?, generation.parse().ok()?);
    Entity::from_bits(u64::from(generation) << 32 | u64::from(index))
}

fn scalar(text: &str, operator: Operator) -> Scalar {
    let number = || text.parse().map(Scalar::Int).or_else(|_| text.parse().map(Scalar::Float)).ok();
    match text {
        _ if operator == Operator::Contains => Scalar::Text(text.to_owned()),
        "true" => Scalar::Bool(true),
        "false" => Scalar::Bool(false),
        _ => number().unwrap_or_else(|| Scalar::Text(text.to_owned())),
    }
}

/// Splits a search into terms at spaces, except within double quotes, which are removed.
fn terms(text: &str) -> Result<Vec<String>, String> {
    let (mut terms, mut term, mut is_quoted) = (Vec::new(), String::new(), false);
    for character in text.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ' ' | '\t' | '\n' if !is_quoted => terms.push(std::mem::take(&mut term)),
            _ => term.push(character),
        }
    }
    terms.push(term);
    terms.retain(|term| !term.is_empty());
    if is_quoted { Err("a quotation mark is not closed".to_owned()) } else { Ok(terms) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_spaces_outside_of_quotation_marks() {
        assert_eq!(terms("  a b\t\"c d\"e ").unwrap(), ["a", "b", "c de"]);
        assert_eq!(terms("").unwrap(), [""; 0]);
        assert!(terms("a \"b").is_err());
    }

    #[test]
    fn handles_are_read_as_they_are_shown() {
        assert_eq!(handle("12v3").unwrap().to_string(), "12v3");
        for wrong in ["12", "12v2", "v1", "-1v1", "4294967296v1", "1v"] {
            assert_eq!(handle(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_compared_as_numbers_and_texts_as_texts() {
        let holds =
            |found: Scalar, operator, sought: &str| Operator::holds(operator, &found, &scalar(sought, operator));
        assert!(holds(Scalar::Int(9), Operator::Less, "10"));
        assert!(holds(Scalar::Float(1.5), Operator::Greater, "1"));
        assert!(holds(Scalar::Single(0.1), Operator::Equal, "0.1"));
        assert!(!holds(Scalar::Single(0.1), Operator::Greater, "0.1"));
        assert!(!holds(Scalar::Single(0.1), Operator::Unequal, "0.1"));
        assert!(holds(Scalar::Single(-4.0), Operator::Less, "-3"));
        assert!(!holds(Scalar::Single(1.0), Operator::Equal, "one"));
        assert!(!holds(Scalar::Int(9), Operator::Equal, "nine"));
        assert!(holds(Scalar::Int(9), Operator::Unequal, "nine"));
        assert!(holds(Scalar::Text("Ada".into()), Operator::Contains, "d"));
        assert!(!holds(Scalar::Float(f64::NAN), Operator::AtMost, "1"));
        assert!(holds(Scalar::Int(i128::from(u64::MAX)), Operator::Greater, "18446744073709551614"));
    }
}
