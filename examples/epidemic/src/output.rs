//! Output files of a run: `statistics.csv`, `map-00050.png` and so on, `epidemic.svg` at the end, and `hash`. Standard output stays empty.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::town::{Statistics, TILES};

const HEAD: &str = "step,susceptible,exposed,infectious,recovered,moved,ghosts,bytes";
/// The size of the plot, and the margin around it.
const SIZE: (u64, u64) = (800, 400);
const MARGIN: u64 = 50;
/// The lines of the plot: name, column and colour.
const LINES: [(&str, usize, &str); 4] = [
    ("susceptible", 1, "#4477aa"),
    ("exposed", 2, "#ccbb44"),
    ("infectious", 3, "#ee6677"),
    ("recovered", 4, "#228833"),
];

/// The folder of a run.
#[derive(Debug)]
pub struct Output {
    folder: PathBuf,
    statistics: Option<BufWriter<File>>,
}

impl Output {
    /// Creates the folder.
    ///
    /// # Errors
    ///
    /// If the folder cannot be created.
    pub fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.into(), statistics: None })
    }

    fn csv(&self) -> PathBuf {
        self.folder.join("statistics.csv")
    }

    /// Writes a row of statistics, and a picture if there is one. A resumed run continues the file after its checkpoint.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn step(&mut self, step: u64, counts: &Statistics, sent: [u64; 3]) -> io::Result<()> {
        let file = match self.statistics.take() {
            Some(file) => file,
            None => self.begin(step)?,
        };
        let file = self.statistics.insert(file);
        let Statistics { susceptible, exposed, infectious, recovered, pictures } = counts;
        let [moved, ghosts, bytes] = sent;
        writeln!(file, "{step},{susceptible},{exposed},{infectious},{recovered},{moved},{ghosts},{bytes}")?;
        if !pictures.is_empty() {
            file.flush()?;
            self.picture(step, pictures)?;
        }
        Ok(())
    }

    /// Creates the file of statistics, with the earlier rows before a step.
    fn begin(&self, step: u64) -> io::Result<BufWriter<File>> {
        let old = if step > 1 { fs::read_to_string(self.csv()).unwrap_or_default() } else { String::new() };
        let mut file = BufWriter::new(File::create(self.csv())?);
        writeln!(file, "{HEAD}")?;
        for row in old.lines().filter(|row| numbers(row).first().is_some_and(|own| *own < step)) {
            writeln!(file, "{row}")?;
        }
        Ok(file)
    }

    fn picture(&self, step: u64, regions: &[(u32, Vec<u8>)]) -> io::Result<()> {
        let row = 8 * usize::from(TILES);
        let mut pixels = vec![0; row * row * 3];
        for (region, own) in regions {
            let tiles = (own.len() / 3).isqrt();
            let (left, top) = (*region as usize % 8 * tiles, *region as usize / 8 * tiles);
            for (line, own) in own.chunks_exact(3 * tiles).enumerate() {
                let at = ((top + line) * row + left) * 3;
                pixels[at..at + own.len()].copy_from_slice(own);
            }
        }
        let file = BufWriter::new(File::create(self.folder.join(format!("map-{step:05}.png")))?);
        let side = u32::try_from(row).unwrap_or_default();
        let mut encoder = png::Encoder::new(file, side, side);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(())
    }

    /// Writes the plot and the final state hash. If there is no hash, that of an earlier run is removed.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn finish(&mut self, hash: Option<u64>) -> io::Result<()> {
        if let Some(file) = &mut self.statistics {
            file.flush()?;
        }
        let text = fs::read_to_string(self.csv()).unwrap_or_default();
        fs::write(self.folder.join("epidemic.svg"), plot(&text))?;
        let path = self.folder.join("hash");
        if let Some(hash) = hash {
            return fs::write(path, format!("{hash:016x}\n"));
        }
        fs::remove_file(path).or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
    }
}

/// Returns the numbers of a row; none for the header.
fn numbers(row: &str) -> Vec<u64> {
    row.split(',').map_while(|number| number.parse().ok()).collect()
}

/// Draws the statistics as a plot.
fn plot(csv: &str) -> String {
    let rows: Vec<_> = csv.lines().map(numbers).filter(|row| row.len() > 4).collect();
    let last = rows.last().map_or(1, |row| row[0]).max(1);
    let total = rows.first().map_or(1, |row| row[1..5].iter().sum::<u64>()).max(1);
    let ((width, height), mut svg) = (SIZE, String::new());
    let (right, bottom) = (width + MARGIN, height + MARGIN);
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#ffffff"/>
<path d="M{MARGIN},{MARGIN} V{bottom} H{right}" fill="none" stroke="#000000"/>
<text x="{right}" y="{}" text-anchor="end">step {last}</text>
<text x="{MARGIN}" y="{}">{total} agents</text>"##,
        width + 2 * MARGIN,
        height + 2 * MARGIN,
        bottom + 20,
        MARGIN - 10,
    );
    for (at, (name, column, colour)) in (0_u64..).zip(LINES) {
        let points = rows
            .iter()
            .step_by(rows.len().div_ceil(1_000).max(1))
            .map(|row| format!("{},{}", MARGIN + row[0] * width / last, bottom - row[column] * height / total));
        let points = points.collect::<Vec<_>>().join(" ");
        let (x, y) = (MARGIN + 150 * (at + 1), MARGIN - 10);
        let _ = writeln!(svg, r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>"#);
        let _ = writeln!(svg, r#"<text x="{x}" y="{y}" fill="{colour}">{name}</text>"#);
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_a_line_for_each_count_also_without_rows() {
        for csv in
            [HEAD.to_owned(), format!("{HEAD}\n1,9,1,0,0,0,0,0"), format!("{HEAD}\n1,9,1,0,0,0,0,0\n2,5,2,2,1,0,0,0")]
        {
            assert_eq!(plot(&csv).matches("<polyline").count(), 4, "{csv}");
        }
    }

    #[test]
    fn a_run_without_a_hash_leaves_none_and_draws_its_own_plot() {
        let folder = std::env::temp_dir().join(format!("epidemic-output-{}", std::process::id()));
        let finish = |infectious, hash| {
            let mut output = Output::new(&folder).unwrap();
            let counts = Statistics { susceptible: 9, infectious, ..Statistics::default() };
            output.step(1, &counts, [0; 3]).unwrap();
            output.finish(hash).unwrap();
            ["statistics.csv", "epidemic.svg", "hash"].map(|name| fs::read_to_string(folder.join(name)).ok())
        };
        let ([_, plot, hash], [rows, other, none]) = (finish(1, Some(7)), finish(2, None));
        assert_eq!((hash.as_deref(), none), (Some("0000000000000007\n"), None));
        assert!(rows.unwrap().ends_with("1,9,0,2,0,0,0,0\n"), "the file has the written rows");
        assert!(plot.is_some() && other.is_some() && plot != other);
        assert!(finish(2, None)[2].is_none(), "the earlier hash is removed");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_row_is_numbers_and_the_head_is_none() {
        assert_eq!((numbers("3,4"), numbers(HEAD), numbers("")), (vec![3, 4], vec![], vec![]));
    }
}
