//! Access to a scene file, which is TOML: each error names the file, the line, and the field.

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::{Problem, SceneError};

/// The name of a file, and its text.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// A table of a file; the file itself is one, too.
pub struct Table<'a> {
    source: Source<'a>,
    name: &'a str,
    start: usize,
    entries: &'a DeTable<'a>,
}

impl<'a> Source<'a> {
    pub fn parse(self) -> Result<Spanned<DeTable<'a>>, SceneError> {
        DeTable::parse(self.text).map_err(|error| self.malformed(&error))
    }

    /// Returns the error of the parser, with the key of the line that it refers to.
    fn malformed(self, error: &Error) -> SceneError {
        let start = error.span().map_or(0, |span| span.start);
        let line = self.text.lines().nth(self.line(start) - 1).unwrap_or_default();
        let key = line.split(['=', '#']).next().unwrap_or_default().trim();
        self.error(start, if key.is_empty() { "scene" } else { key }, error.message())
    }

    fn error(self, start: usize, field: &str, problem: &str) -> SceneError {
        SceneError::new(self.name, self.line(start), field, problem)
    }

    /// Returns the number of the line that contains a byte.
    fn line(self, start: usize) -> usize {
        1 + self.text.bytes().take(start).filter(|byte| *byte == b'\n').count()
    }

    /// Returns a part of the file, on one line.
    fn written<T>(self, part: &Spanned<T>) -> String {
        self.text[part.span()].split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl<'a> Table<'a> {
    /// Returns the table of a whole file.
    pub fn of_file(source: Source<'a>, file: &'a Spanned<DeTable<'a>>) -> Self {
        Self { source, name: "scene", start: 0, entries: file.get_ref() }
    }

    /// Returns an error for the first key that is none of these, if there is one.
    pub fn refuse_others(&self, keys: &[&str]) -> Result<(), SceneError> {
        let others = self.entries.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        others.min_by_key(|key| key.span().start).map_or(Ok(()), |key| {
            let problem = format!("is no field of `{}`: {}", self.name, keys.join(", "));
            Err(self.source.error(key.span().start, &self.source.written(key), &problem))
        })
    }

    /// Returns the number that a key is set to.
    pub fn number(&self, key: &str, check: fn([f32; 1]) -> Problem) -> Result<f32, SceneError> {
        let value = self.field(key)?;
        let [number] = self.checked(key, value, [self.read_number(key, value)?], check)?;
        Ok(number)
    }

    /// Returns the list of numbers that a key is set to.
    pub fn numbers<const N: usize>(&self, key: &str, check: fn([f32; N]) -> Problem) -> Result<[f32; N], SceneError> {
        let value = self.field(key)?;
        let list = value.get_ref().as_array().filter(|list| list.len() == N);
        let list = list.ok_or_else(|| self.unexpected(key, value, &format!("a list of {N} numbers")))?;
        let mut numbers = [0.0; N];
        for (number, value) in numbers.iter_mut().zip(list) {
            *number = self.read_number(key, value)?;
        }
        self.checked(key, value, numbers, check)
    }

    /// Returns the table of this name in this one.
    pub fn table(&self, name: &'a str) -> Result<Self, SceneError> {
        self.read_table(name, self.value(name, &format!("`[{name}]`"))?)
    }

    /// Returns the tables of this name in this one; an error if there are none.
    pub fn tables(&self, name: &'a str) -> Result<Vec<Self>, SceneError> {
        let header = format!("`[[{name}]]`");
        let value = self.value(name, &header)?;
        let list = value.get_ref().as_array();
        let list = list.ok_or_else(|| self.unexpected(name, value, &format!("a list of tables: {header}")))?;
        if list.is_empty() {
            return Err(self.missing(&header));
        }
        list.iter().map(|value| self.read_table(name, value)).collect()
    }

    fn field(&self, key: &str) -> Result<&'a Spanned<DeValue<'a>>, SceneError> {
        self.value(key, &format!("field `{key}`"))
    }

    fn value(&self, key: &str, description: &str) -> Result<&'a Spanned<DeValue<'a>>, SceneError> {
        self.entries.get(key).ok_or_else(|| self.missing(description))
    }

    fn read_number(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<f32, SceneError> {
        number(value.get_ref()).ok_or_else(|| self.unexpected(key, value, "a number"))
    }

    fn read_table(&self, name: &'a str, value: &'a Spanned<DeValue<'a>>) -> Result<Self, SceneError> {
        let entries = value.get_ref().as_table().ok_or_else(|| self.unexpected(name, value, "a table"))?;
        Ok(Self { source: self.source, name, start: value.span().start, entries })
    }

    fn checked<const N: usize>(
        &self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        numbers: [f32; N],
        check: fn([f32; N]) -> Problem,
    ) -> Result<[f32; N], SceneError> {
        check(numbers).map_or(Ok(numbers), |problem| Err(self.source.error(value.span().start, key, problem)))
    }

    fn missing(&self, description: &str) -> SceneError {
        self.source.error(self.start, self.name, &format!("missing {description}"))
    }

    fn unexpected(&self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str) -> SceneError {
        let problem = format!("`{}` is not {expected}", self.source.written(value));
        self.source.error(value.span().start, key, &problem)
    }
}

fn number(value: &DeValue<'_>) -> Option<f32> {
    #[expect(clippy::cast_precision_loss, reason = "a scene needs no more than 24 bits")]
    let rounded = |number: i128| number as f32;
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(integer) => i128::from_str_radix(integer.as_str(), integer.radix()).ok().map(rounded),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, Table};
    use crate::scene::SceneError;

    /// Reads from the table of a file with this text.
    fn read<T>(text: &str, read: impl Fn(&Table<'_>) -> Result<T, SceneError>) -> Result<T, String> {
        let source = Source { name: "a", text };
        source.parse().and_then(|file| read(&Table::of_file(source, &file))).map_err(|error| error.to_string())
    }

    fn number(text: &str) -> Result<f32, String> {
        read(text, |table| table.number("x", |_| None))
    }

    fn list(text: &str) -> Result<[f32; 2], String> {
        read(text, |table| table.numbers("x", |_| None))
    }

    #[test]
    fn malformed_lines_are_refused_with_their_number() {
        let cases = [
            ("x", "a:1: x: "),
            ("\r\n[forces # all", "a:2: [forces: "),
            ("# one\nx = ", "a:2: x: "),
            ("x = 1\nx = 1", "a:2: x: duplicate key"),
            ("[x]\n[[y]]\n[x]", "a:3: [x]: duplicate key"),
            ("x = [1,\n", "a:1: x: "),
            ("x = 1\n=", "a:2: scene: "),
        ];
        for (text, expected) in cases {
            let error = number(text).unwrap_err();
            assert!(error.starts_with(expected) && error.lines().count() == 1, "{error}");
        }
    }

    #[test]
    fn numbers_are_read_in_all_notations() {
        for (text, expected) in
            [("-2_000", -2000.0), ("0x1F", 31.0), ("0b11", 3.0), ("+2.5e-1", 0.25), ("1e39", f32::INFINITY)]
        {
            assert_eq!(number(&format!("x = {text}")), Ok(expected));
        }
        assert!(number("x = -nan").is_ok_and(f32::is_nan));
        for text in ["\"many\"", "true", "[1]", "1979-05-27", "{ y = 1 }"] {
            assert_eq!(number(&format!("x = {text}")), Err(format!("a:1: x: `{text}` is not a number")));
        }
        assert_eq!(number(""), Err("a:1: scene: missing field `x`".into()));
    }

    #[test]
    fn lists_have_as_many_numbers_as_are_asked_for() {
        assert_eq!(list("x = [1, -2.5]"), Ok([1.0, -2.5]));
        assert_eq!(list("x = [\n  1, # one\n  2,\n]"), Ok([1.0, 2.0]));
        for text in ["[]", "[1]", "[1, 2, 3]", "1", "\"1, 2\""] {
            assert_eq!(list(&format!("x = {text}")), Err(format!("a:1: x: `{text}` is not a list of 2 numbers")));
        }
        assert_eq!(list("\nx = [\n  1\n]"), Err("a:2: x: `[ 1 ]` is not a list of 2 numbers".into()));
        assert_eq!(list("x = [\n1,\n\"b\"]"), Err("a:3: x: `\"b\"` is not a number".into()));
    }

    #[test]
    fn tables_are_read_in_all_notations() {
        let x_of_y = |text| read(text, |table| table.table("y")?.number("x", |_| None));
        for text in ["[y]\nx = 1", "y = { x = 1 }", "y.x = 1"] {
            assert_eq!(x_of_y(text), Ok(1.0), "{text}");
        }
        assert_eq!(x_of_y("\n[y]"), Err("a:2: y: missing field `x`".into()));
        assert_eq!(x_of_y("y = 1"), Err("a:1: y: `1` is not a table".into()));
        assert_eq!(x_of_y("x = 1"), Err("a:1: scene: missing `[y]`".into()));
    }

    #[test]
    fn lists_of_tables_keep_the_order_of_the_file_and_are_not_empty() {
        let numbers = |text| {
            read(text, |table| {
                table.tables("y")?.iter().map(|y| y.number("x", |_| None)).collect::<Result<Vec<_>, _>>()
            })
        };
        assert_eq!(numbers("[[y]]\nx = 2\n[z]\n[[y]]\nx = 1"), Ok(vec![2.0, 1.0]));
        assert_eq!(numbers("y = [{ x = 1 }]"), Ok(vec![1.0]));
        assert_eq!(numbers("[[y]]\nx = 2\n[[y]]"), Err("a:3: y: missing field `x`".into()));
        assert_eq!(numbers("[y]"), Err("a:1: y: `[y]` is not a list of tables: `[[y]]`".into()));
        assert_eq!(numbers("y = [1]"), Err("a:1: y: `1` is not a table".into()));
        for text in ["", "y = []"] {
            assert_eq!(numbers(text), Err("a:1: scene: missing `[[y]]`".into()));
        }
    }

    #[test]
    fn the_first_unknown_key_is_refused() {
        let refusal = |text| read(text, |table| table.refuse_others(&["x", "y"]));
        assert_eq!(refusal(""), Ok(()));
        assert_eq!(refusal("x = 1\ny = 2"), Ok(()));
        assert_eq!(refusal("x = 1\nb = 1\na = 1"), Err("a:2: b: is no field of `scene`: x, y".into()));
        assert_eq!(refusal("\u{feff}\"z\\n\" = 1"), Err("a:1: \"z\\n\": is no field of `scene`: x, y".into()));
    }
}
