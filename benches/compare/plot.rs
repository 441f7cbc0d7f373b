//! The plot of growth: states on a logarithmic axis, nanoseconds for each on the other.

use crate::workshop::Result;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

pub struct Line {
    pub name: &'static str,
    /// States and nanoseconds per state.
    pub points: Vec<(f64, f64)>,
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

const SIZE: (u32, u32) = (900, 480);
/// Where the legend begins.
const LEGEND: u32 = 720;

/// Writes the plot as an SVG file.
pub fn plot(lines: &[Line], file: &Path) -> Result<()> {
    draw(lines, file).map_err(|error| format!("cannot draw {}: {error}", file.display()))
}

fn draw(lines: &[Line], file: &Path) -> std::result::Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(LEGEND);
    let points = || lines.iter().flat_map(|line| &line.points);
    let least = points().map(|point| point.0).fold(1e5, f64::min);
    let most = points().map(|point| point.0).fold(1e6, f64::max);
    let top = points().map(|point| point.1).fold(0.0, f64::max) * 1.1;
    let mut chart = ChartBuilder::on(&left)
        .margin(15)
        .x_label_area_size(45)
        .y_label_area_size(60)
        .build_cartesian_2d((least * 0.8..most * 1.25).log_scale(), 0.0..top)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("states")
        .y_desc("ns of processor time per state")
        .x_label_formatter(&|states| format!("{states:.0e}"))
        .y_label_formatter(&|nanoseconds| format!("{nanoseconds:.0}"))
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 16))
        .draw()?;
    for ((line, colour), at) in lines.iter().zip(COLOURS.iter().cycle()).zip(0..) {
        chart.draw_series(LineSeries::new(line.points.iter().copied(), colour.stroke_width(2)))?;
        chart.draw_series(line.points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
        let y = 40 + 26 * at;
        right.draw(&PathElement::new([(0, y), (24, y)], colour.stroke_width(2)))?;
        right.draw(&Circle::new((12, y), 3, colour.filled()))?;
        right.draw(&Text::new(line.name, (32, y - 7), ("sans-serif", 14)))?;
    }
    root.present()?;
    Ok(())
}
