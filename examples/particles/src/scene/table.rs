//! Owns the tables of a scene file, which are a part of TOML: one key a line, whose value is a number or a list of numbers.

use super::{Problem, SceneError};

/// The tables that there are: their headers, their names, and the keys of each.
const TABLES: [(&str, &str, &[&str]); 3] = [
    ("", "scene", &["step"]),
    ("[forces]", "forces", &["gravity", "wind", "drag"]),
    ("[[emitter]]", "emitter", &["position", "direction", "spread", "rate", "speed", "lifetime"]),
];

/// A table of a file. What stands before all headers is one, too.
pub struct Table<'a> {
    pub name: &'static str,
    file: &'a str,
    line: usize,
    keys: &'static [&'static str],
    entries: Vec<Entry<'a>>,
}

/// A key, and what is written behind it.
struct Entry<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

/// All tables of a file, as they stand there.
pub fn tables<'a>(file: &'a str, text: &'a str) -> Result<Vec<Table<'a>>, SceneError> {
    let mut tables = vec![];
    let mut table = Table::new(file, 1, "")?;
    for (text, line) in text.lines().zip(1..) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.starts_with('[') {
            tables.push(std::mem::replace(&mut table, Table::new(file, line, text)?));
            let is_twice = table.name == "forces" && tables.iter().any(|other| other.name == "forces");
            if is_twice {
                return Err(table.error(line, table.name, "stands there twice"));
            }
        } else if !text.is_empty() {
            table.add(line, text)?;
        }
    }
    tables.push(table);
    Ok(tables)
}

impl<'a> Table<'a> {
    fn new(file: &'a str, line: usize, header: &str) -> Result<Self, SceneError> {
        let known = TABLES.iter().find(|(known, ..)| *known == header);
        let unknown = || SceneError::new(file, line, header, "there are `[forces]` and `[[emitter]]`");
        let (_, name, keys) = *known.ok_or_else(unknown)?;
        Ok(Self { name, file, line, keys, entries: vec![] })
    }

    fn add(&mut self, line: usize, text: &'a str) -> Result<(), SceneError> {
        let Some((key, value)) = text.split_once('=') else {
            return Err(self.error(line, text, "expected `key = value`"));
        };
        let (key, value) = (key.trim(), value.trim());
        if !self.keys.contains(&key) {
            return Err(self.error(line, key, &format!("is no field of `{}`: {}", self.name, self.keys.join(", "))));
        }
        if self.entries.iter().any(|entry| entry.key == key) {
            return Err(self.error(line, key, "stands there twice"));
        }
        self.entries.push(Entry { line, key, value });
        Ok(())
    }

    fn error(&self, line: usize, field: &str, problem: &str) -> SceneError {
        SceneError::new(self.file, line, field, problem)
    }

    /// The error that a further table is needed.
    pub fn lacks(&self, header: &str) -> SceneError {
        self.error(self.line, self.name, &format!("missing `{header}`"))
    }

    /// What a key is set to, if it says so many numbers that have no problem.
    fn value<const N: usize>(
        &self,
        key: &str,
        numbers: impl Fn(&str) -> Result<[f32; N], String>,
        check: fn([f32; N]) -> Problem,
    ) -> Result<[f32; N], SceneError> {
        let missing = || self.error(self.line, self.name, &format!("missing field `{key}`"));
        let entry = self.entries.iter().find(|entry| entry.key == key).ok_or_else(missing)?;
        let wrong = |problem: &str| self.error(entry.line, key, problem);
        let value = numbers(entry.value).map_err(|problem| wrong(&problem))?;
        check(value).map_or(Ok(value), |problem| Err(wrong(problem)))
    }

    /// The number that a key is set to.
    pub fn number(&self, key: &str, check: fn([f32; 1]) -> Problem) -> Result<f32, SceneError> {
        let [number] = self.value(key, |text| Ok([number(text)?]), check)?;
        Ok(number)
    }

    /// The list of numbers that a key is set to.
    pub fn numbers<const N: usize>(&self, key: &str, check: fn([f32; N]) -> Problem) -> Result<[f32; N], SceneError> {
        self.value(key, list, check)
    }
}

fn number(text: &str) -> Result<f32, String> {
    text.replace('_', "").parse().map_err(|_| format!("`{text}` is not a number"))
}

fn list<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let wrong = || format!("`{text}` is not a list of {N} numbers");
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or_else(wrong)?.trim();
    let parts = inside.strip_suffix(',').unwrap_or(inside).split(',');
    let numbers = parts.map(|part| number(part.trim())).collect::<Result<Vec<_>, _>>()?;
    numbers.try_into().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::{list, number, tables};

    fn refusal(text: &str) -> String {
        tables("a", text).err().expect("it is malformed").to_string()
    }

    #[test]
    fn tables_stand_in_the_order_of_the_file_after_what_has_no_header() {
        let names = |text| tables("a", text).unwrap().iter().map(|table| table.name).collect::<Vec<_>>();
        assert_eq!(names(""), ["scene"]);
        assert_eq!(
            names("step = 1\n\n[[emitter]]\n[forces] # all\n[[emitter]]"),
            ["scene", "emitter", "forces", "emitter"]
        );
    }

    #[test]
    fn malformed_lines_are_refused_with_their_number() {
        let cases = [
            ("step", "a:1: step: expected `key = value`"),
            ("\n[forces", "a:2: [forces: there are `[forces]` and `[[emitter]]`"),
            ("[emitter]", "a:1: [emitter]: there are `[forces]` and `[[emitter]]`"),
            ("# one\nspeed = 1", "a:2: speed: is no field of `scene`: step"),
            ("[forces]\nwind = 1\nwind = 1", "a:3: wind: stands there twice"),
            ("[forces]\n[[emitter]]\n[forces]", "a:3: forces: stands there twice"),
        ];
        for (text, expected) in cases {
            assert_eq!(refusal(text), expected);
        }
    }

    #[test]
    fn lists_have_as_many_numbers_as_are_asked_for() {
        assert_eq!(list("[1, -2.5]"), Ok([1.0, -2.5]));
        assert_eq!(list("[1,]"), Ok([1.0]));
        for text in ["1, 2", "[1]", "[1, 2, 3]", "[]", "[1, 2", "[1, x]", "[1, , 2]"] {
            assert!(list::<2>(text).is_err(), "{text}");
        }
        assert_eq!(list::<2>("[1]").unwrap_err(), "`[1]` is not a list of 2 numbers");
        assert_eq!(number("\"many\"").unwrap_err(), "`\"many\"` is not a number");
    }
}
