//! A figure: the measurements, as data, and the charts that show them.

use crate::measured::Measured;
use argos_benches::csv::Csv;
use argos_benches::plot::{Axis, Chart, Point, Series, draw};
use argos_benches::workshop::Result;
use std::path::Path;

pub struct Figure {
    /// What it is about; with the number this makes the names of its files.
    pub name: &'static str,
    /// What is different from row to row of one search.
    pub varied: &'static str,
    pub rows: Vec<Row>,
    pub charts: Vec<Chart>,
}

/// A measurement.
#[derive(Clone)]
pub struct Row {
    /// What kind of search it is: one series of each chart.
    pub search: String,
    /// The value of what is varied.
    pub at: At,
    pub measured: Measured,
}

#[derive(Clone)]
pub enum At {
    Number(f64),
    /// One of several names, and its place among them.
    Name(&'static str, usize),
}

impl At {
    pub fn number(&self) -> f64 {
        match *self {
            At::Number(number) => number,
            At::Name(_, index) => index as f64,
        }
    }

    fn text(&self) -> String {
        match self {
            At::Number(number) => number.to_string(),
            At::Name(name, _) => name.to_string(),
        }
    }
}

impl Row {
    pub fn new(search: impl Into<String>, at: f64, measured: Measured) -> Row {
        Row { search: search.into(), at: At::Number(at), measured }
    }
}

/// The chart of these rows, with a line for each search. `point` gives what is shown of a row.
pub fn lines(rows: &[Row], x: Axis, y: Axis, point: impl Fn(&Row) -> (f64, f64)) -> Chart {
    let series = searches(rows).into_iter().map(|search| Series::line(search, points(rows, search, &point)));
    Chart { x, y, series: series.collect() }
}

/// The same with dots only.
pub fn dots(rows: &[Row], x: Axis, y: Axis, point: impl Fn(&Row) -> (f64, f64)) -> Chart {
    let series = searches(rows).into_iter().map(|search| Series::dots(search, points(rows, search, &point)));
    Chart { x, y, series: series.collect() }
}

/// The searches in the order in which they come first.
fn searches(rows: &[Row]) -> Vec<&str> {
    let mut searches: Vec<&str> = Vec::new();
    for row in rows {
        if !searches.contains(&row.search.as_str()) {
            searches.push(&row.search);
        }
    }
    searches
}

fn points(rows: &[Row], search: &str, point: impl Fn(&Row) -> (f64, f64)) -> Vec<Point> {
    let rows = rows.iter().filter(|row| row.search == search);
    rows.map(|row| {
        let (x, y) = point(row);
        Point { x, y, is_open: row.measured.is_stopped }
    })
    .collect()
}

impl Figure {
    /// Writes the picture, and the data beside it.
    pub fn write(&self, number: &str, folder: &Path) -> Result<()> {
        let file = folder.join(format!("{number}-{}.svg", self.name));
        draw(&self.charts, &file)?;
        self.data().write(&file.with_extension("csv"))?;
        eprintln!("written to {}", file.display());
        Ok(())
    }

    fn data(&self) -> Csv {
        let heads =
            ["search", self.varied, "states", "explored", "stored", "stuck", "places", "cpu_seconds", "stopped"];
        let mut csv = Csv::new(&heads);
        for Row { search, at, measured } in &self.rows {
            csv.row(&[
                search.clone(),
                at.text(),
                measured.states.to_string(),
                measured.explored.to_string(),
                measured.stored.map_or(String::new(), |stored| stored.to_string()),
                measured.stuck.to_string(),
                measured.places.to_string(),
                measured.seconds.map_or(String::new(), |seconds| format!("{seconds:.4}")),
                measured.is_stopped.to_string(),
            ]);
        }
        csv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_search_is_a_line_in_the_order_of_the_rows() {
        let row = |search: &str, at: f64| Row::new(search, at, Measured::computed(at as u64 * 10));
        let rows = [row("wide", 1.0), row("narrow", 1.0), row("wide", 2.0)];
        let axis = Axis::linear("");
        let chart = lines(&rows, axis, axis, |row| (row.at.number(), row.measured.states as f64));
        let found: Vec<_> = chart.series.iter().map(|series| (series.name.as_str(), series.points.len())).collect();
        assert_eq!(found, [("wide", 2), ("narrow", 1)]);
        assert_eq!((chart.series[0].points[1].x, chart.series[0].points[1].y), (2.0, 20.0));
    }
}
