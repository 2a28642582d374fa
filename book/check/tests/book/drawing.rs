//! Drawings as SVG: storages as rows of cells, stages as columns of boxes.

use std::fmt;

use ecs_world::{PartPlan, Plan, ViewKind};

const CELL: usize = 34;
const LEFT: usize = 120;
/// Of groups, from the innermost one outwards.
const COLOURS: [&str; 3] = ["#7fb3d5", "#d4e6f1", "#e8daef"];

/// A storage: its name, and the names of the entities whose values it has, in its order.
pub(crate) struct Row {
    pub component: &'static str,
    pub entities: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Drawing {
    elements: Vec<String>,
    width: usize,
    height: usize,
}

impl Drawing {
    fn text(&mut self, x: usize, y: usize, anchor: &str, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        self.elements.push(format!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#));
    }

    fn rect(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], fill: &str) {
        self.elements.push(format!(
            r##"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" fill="{fill}" stroke="#34495e"/>"##
        ));
        self.width = self.width.max(x + width + 10);
        self.height = self.height.max(y + height + 10);
    }

    /// Draws storages below a line of text. Values of entities in a group that owns their storage have the colour of the innermost one.
    pub(crate) fn storages(&mut self, plan: Plan, title: &str, rows: &[Row], inside: impl Fn(&str, &[&str]) -> bool) {
        self.text(10, self.height + 24, "start", title);
        self.width = self.width.max(20 + title.len() * 8);
        self.height += 36;
        let groups: Vec<_> = plan.views.iter().filter(|view| view.kept == ViewKind::Group).collect();
        for row in rows {
            let y = self.height;
            self.text(LEFT - 10, y + 22, "end", row.component);
            for (column, entity) in row.entities.iter().enumerate() {
                // Inner groups are after outer ones.
                let owners = groups.iter().rev().filter(|view| view.owned.contains(&row.component));
                let innermost = owners.clone().position(|view| inside(entity, view.all));
                let fill = innermost.map_or("#ffffff", |group| COLOURS[group]);
                self.rect([LEFT + column * CELL, y], [CELL, CELL], fill);
                self.text(LEFT + column * CELL + CELL / 2, y + 22, "middle", entity);
            }
            self.height = y + CELL + 6;
        }
        self.height += 10;
    }

    /// Draws the stages of the parts of a schedule, from left to right; the systems of a stage are below one another.
    pub(crate) fn stages(&mut self, plan: Plan, parts: &[PartPlan]) {
        let (mut x, mut stage) = (10, 0);
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                self.rect([x, 34], [14, 150], "#f5b7b1");
                self.text(x + 7, 200, "middle", "sync");
                x += 34;
            }
            for systems in part.stages {
                stage += 1;
                self.text(x, 24, "start", &format!("stage {stage}"));
                for (row, name) in systems.iter().enumerate() {
                    let y = 34 + row * 80;
                    self.rect([x, y], [180, 70], COLOURS[1]);
                    self.text(x + 90, y + 20, "middle", name);
                    let system = plan.system(name).expect("the plan has each system of its schedules");
                    self.text(x + 90, y + 40, "middle", &access("writes", system.writes));
                    self.text(x + 90, y + 58, "middle", &access("reads", system.reads));
                }
                x += 200;
            }
        }
        self.height += 14;
    }
}

fn access(verb: &str, what: &[&str]) -> String {
    if what.is_empty() { String::new() } else { format!("{verb} {}", what.join(", ")) }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, .. } = self;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="14">"#
        )?;
        writeln!(f, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        for element in &self.elements {
            writeln!(f, "{element}")?;
        }
        writeln!(f, "</svg>")
    }
}
