//! Tables as text.

use ecs_world::Inspect;
use serde_json::{Map, Value, json};

use crate::inspector::Inspector;
use crate::{Table, TableFormat, answer};

/// Maximum number of entities in an exported table.
pub const MOST_EXPORTED: usize = 100_000;

/// Names of columns, and rows of values.
struct Cells {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

pub(crate) fn export<W: Inspect>(
    inspector: &Inspector<W>,
    world: &W,
    table: Table,
    format: TableFormat,
) -> Result<String, String> {
    let cells = match table {
        Table::Entities { search, columns } => entities(world, &search, columns)?,
        Table::Systems => of(&["name", "runs", "last", "longest", "total"], &answer::systems(inspector, world)),
        Table::Memory => of(&["name", "storage", "len", "value_bytes", "values_bytes"], &answer::memory(world)),
        Table::Samples => samples(inspector),
    };
    Ok(match format {
        TableFormat::Csv => csv(&cells),
        TableFormat::Json => text(&objects(cells)?),
    })
}

fn entities<W: Inspect>(world: &W, search: &str, names: Vec<String>) -> Result<Cells, String> {
    let (_, rows) = answer::rows(world, search, (0, MOST_EXPORTED), &answer::columns::<W>(&names)?)?;
    let columns = std::iter::once("entity".to_owned()).chain(names).collect();
    let rows = rows.into_iter().map(|row| {
        let entity = Value::String(row.entity.to_string());
        std::iter::once(entity).chain(row.values.into_iter().map(Option::unwrap_or_default)).collect()
    });
    Ok(Cells { columns, rows: rows.collect() })
}

/// A table of structs, with these fields of each.
fn of<T: serde::Serialize>(fields: &[&str], all: &[T]) -> Cells {
    let row = |one: &T| {
        let value = serde_json::to_value(one).unwrap_or_default();
        fields.iter().map(|field| value.get(field).cloned().unwrap_or_default()).collect()
    };
    Cells { columns: fields.iter().map(|field| (*field).to_owned()).collect(), rows: all.iter().map(row).collect() }
}

fn samples<W: Inspect>(inspector: &Inspector<W>) -> Cells {
    let mut rows = Vec::new();
    for series in inspector.record.series(0) {
        let number = serde_json::to_value(&series.number).unwrap_or_default();
        let points = series.points.iter();
        rows.extend(points.map(|(frame, value)| vec![json!(series.id), number.clone(), json!(frame), json!(value)]));
    }
    Cells { columns: ["id", "number", "frame", "value"].map(str::to_owned).to_vec(), rows }
}

fn text(value: &Value) -> String {
    value.to_string()
}

/// One object per row; refused if two columns have the same name, because a component was requested twice or is named `entity`.
fn objects(cells: Cells) -> Result<Value, String> {
    let columns = cells.columns;
    if let Some((_, name)) = columns.iter().enumerate().find(|(at, name)| columns[..*at].contains(name)) {
        return Err(format!(
            "the table has two columns `{name}`, and a JSON object can have one: export CSV, or ask for other columns"
        ));
    }
    let object = |row: Vec<Value>| Value::Object(columns.iter().cloned().zip(row).collect::<Map<_, _>>());
    Ok(Value::Array(cells.rows.into_iter().map(object).collect()))
}

fn csv(cells: &Cells) -> String {
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                text.push(',');
            }
            text.push_str(&cell);
        }
        text.push_str("\r\n");
    };
    line(&mut cells.columns.iter().map(|column| quoted(column)));
    for row in &cells.rows {
        line(&mut row.iter().map(cell));
    }
    text
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(is) => is.to_string(),
        Value::Number(number) => number.to_string(),
        // Spreadsheets read a text that begins like this as a formula.
        Value::String(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => quoted(&format!("'{text}")),
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    }
}

/// A cell, in quotation marks if it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let row = vec![json!(1.5), json!("a,b"), json!("say \"so\""), json!({ "x": 1 }), json!(null), json!("=1+2")];
        let cells = Cells { columns: ["a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec(), rows: vec![row] };
        assert_eq!(csv(&cells), "a,b,c,d,e,f\r\n1.5,\"a,b\",\"say \"\"so\"\"\",\"{\"\"x\"\":1}\",,'=1+2\r\n");
    }

    #[test]
    fn a_table_without_rows_has_its_columns() {
        let cells = Cells { columns: vec!["a".into()], rows: vec![] };
        assert_eq!(csv(&cells), "a\r\n");
        assert_eq!(objects(cells), Ok(json!([])));
    }

    #[test]
    fn two_columns_of_one_name_are_no_object() {
        for columns in [["entity", "a", "entity"], ["entity", "a", "a"]] {
            let row = vec![json!("0v1"), json!(1), json!(2)];
            let cells = Cells { columns: columns.map(str::to_owned).to_vec(), rows: vec![row] };
            assert_eq!(csv(&cells), format!("{}\r\n0v1,1,2\r\n", columns.join(",")));
            let said = format!("the table has two columns `{}`, and a JSON object can have one", columns[2]);
            assert!(objects(cells).is_err_and(|reason| reason.starts_with(&said)));
        }
    }
}
