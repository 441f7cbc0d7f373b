//! Plots as SVG files: charts side by side, one legend for all of them.

use crate::scale::{Kind, Scale};
use crate::workshop::Result;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

pub struct Chart {
    pub x: Axis,
    pub y: Axis,
    /// All charts of a plot have the same ones, in the same order.
    pub series: Vec<Series>,
}

#[derive(Clone, Copy)]
pub struct Axis {
    pub name: &'static str,
    pub kind: Kind,
}

pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
    /// Whether the points are of one quantity that changes.
    pub has_line: bool,
}

#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// Not the whole truth, as of a run that was stopped: drawn as a ring.
    pub is_open: bool,
}

impl Axis {
    pub const fn linear(name: &'static str) -> Axis {
        Axis { name, kind: Kind::Linear }
    }

    pub const fn logarithmic(name: &'static str) -> Axis {
        Axis { name, kind: Kind::Logarithmic }
    }
}

impl Series {
    pub fn line(name: impl Into<String>, points: Vec<Point>) -> Series {
        Series { name: name.into(), points, has_line: true }
    }

    pub fn dots(name: impl Into<String>, points: Vec<Point>) -> Series {
        Series { name: name.into(), points, has_line: false }
    }
}

impl Point {
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y, is_open: false }
    }
}

/// Colours that can be told apart, also by most people who see fewer of them (Okabe and Ito, and grey).
const COLOURS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(190, 180, 40),
    RGBColor(128, 128, 128),
];

const HEIGHT: u32 = 420;
/// One chart alone, or each of several.
const WIDTHS: [u32; 2] = [640, 470];
const LEGEND: u32 = 200;

type Drawn = std::result::Result<(), Box<dyn Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Writes charts beside each other as one SVG file.
pub fn draw(charts: &[Chart], file: &Path) -> Result<()> {
    draw_all(charts, file).map_err(|error| format!("cannot draw {}: {error}", file.display()))
}

fn draw_all(charts: &[Chart], file: &Path) -> Drawn {
    let width = WIDTHS[usize::from(charts.len() > 1)];
    let total = width * charts.len() as u32;
    let root = SVGBackend::new(file, (total + LEGEND, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(total);
    for (area, chart) in left.split_evenly((1, charts.len())).iter().zip(charts) {
        draw_chart(area, chart)?;
    }
    draw_legend(&right, &charts[0].series)?;
    root.present()?;
    Ok(())
}

fn draw_chart(area: &Area, chart: &Chart) -> Drawn {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let x = Scale::around(chart.x.kind, points().map(|point| point.x));
    let y = Scale::around(chart.y.kind, points().map(|point| point.y));
    let mut context = ChartBuilder::on(area)
        .margin(12)
        .margin_right(24)
        .x_label_area_size(45)
        .y_label_area_size(70)
        .build_cartesian_2d(x.clone(), y.clone())?;
    context
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc(chart.x.name)
        .y_desc(chart.y.name)
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 15))
        .draw()?;
    for (series, colour) in chart.series.iter().zip(COLOURS.iter().cycle()) {
        let visible = || series.points.iter().filter(|point| x.contains(point.x) && y.contains(point.y));
        if series.has_line {
            context.draw_series(LineSeries::new(visible().map(|point| (point.x, point.y)), colour.stroke_width(2)))?;
        }
        context.draw_series(visible().map(|point| mark((point.x, point.y), *colour, point.is_open)))?;
    }
    Ok(())
}

/// A disc, or a ring.
fn mark<At>(at: At, colour: RGBColor, is_open: bool) -> Circle<At, i32> {
    if is_open { Circle::new(at, 5, colour.stroke_width(2)) } else { Circle::new(at, 4, colour.filled()) }
}

fn draw_legend(area: &Area, series: &[Series]) -> Drawn {
    for ((series, colour), at) in series.iter().zip(COLOURS.iter().cycle()).zip(0..) {
        let y = 40 + 26 * at;
        if series.has_line {
            area.draw(&PathElement::new([(0, y), (24, y)], colour.stroke_width(2)))?;
        }
        area.draw(&mark((12, y), *colour, false))?;
        area.draw(&Text::new(series.name.as_str(), (32, y - 7), ("sans-serif", 13)))?;
    }
    Ok(())
}
