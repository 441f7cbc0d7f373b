//! The axis of a plot: where values are on it, where its ticks are, and what they say.
//!
//! plotters has a type for each kind of axis, so that a chart of two logarithmic ones is not of the same type as a chart of two
//! linear ones. Here it is one type with three kinds.

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// From zero.
    Linear,
    Logarithmic,
    /// The value is an index of these names.
    Names(&'static [&'static str]),
}

#[derive(Clone, Debug)]
pub struct Scale {
    kind: Kind,
    low: f64,
    high: f64,
}

/// What a linear axis should have, about.
const TICKS: f64 = 7.0;

impl Scale {
    /// An axis with room for all these values, and some to spare. A logarithmic one has no place for those that are not
    /// positive.
    pub fn around(kind: Kind, values: impl Iterator<Item = f64>) -> Scale {
        let values: Vec<f64> = values.filter(|&value| kind != Kind::Logarithmic || value > 0.0).collect();
        let least = values.iter().copied().reduce(f64::min).unwrap_or(1.0);
        let most = values.iter().copied().reduce(f64::max).unwrap_or(1.0);
        let (low, high) = match kind {
            Kind::Linear => (0.0, if most > 0.0 { most * 1.05 } else { 1.0 }),
            Kind::Logarithmic => (least * 0.7, most * 1.4),
            Kind::Names(names) => (-0.5, names.len() as f64 - 0.5),
        };
        Scale { kind, low, high }
    }

    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where a value is: 0 at the low end, 1 at the high one.
    fn position(&self, value: f64) -> f64 {
        let part = |low: f64, value: f64, high: f64| (value - low) / (high - low);
        match self.kind {
            Kind::Logarithmic => part(self.low.log10(), value.log10(), self.high.log10()),
            _ => part(self.low, value, self.high),
        }
    }

    fn ticks(&self) -> Vec<f64> {
        let ticks: Vec<f64> = match self.kind {
            Kind::Linear => multiples(step(self.high), self.high),
            Kind::Logarithmic => self.decades(),
            Kind::Names(names) => (0..names.len()).map(|index| index as f64).collect(),
        };
        ticks.into_iter().filter(|&tick| self.contains(tick)).collect()
    }

    /// Powers of ten, and their doubles and fivefolds if there would be few.
    fn decades(&self) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let factors: &[f64] = if self.high / self.low < 1000.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        (first..=last).flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power))).collect()
    }
}

/// 1, 2 or 5 times a power of ten.
fn step(high: f64) -> f64 {
    let raw = high / TICKS;
    let power = 10f64.powf(raw.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= raw).unwrap_or(10.0);
    factor * power
}

fn multiples(step: f64, high: f64) -> Vec<f64> {
    (0..=(high / step) as u32).map(|count| f64::from(count) * step).collect()
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        first + (self.position(*value) * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _hint: Hint) -> Vec<f64> {
        self.ticks()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, value: &f64) -> String {
        match self.kind {
            Kind::Names(names) => names.get(*value as usize).copied().unwrap_or_default().to_string(),
            _ => number(*value),
        }
    }
}

/// Few characters, whatever the size.
fn number(value: f64) -> String {
    if value != 0.0 && !(1e-4..1e5).contains(&value) {
        return format!("{value:e}").chars().take(8).collect();
    }
    // Sums and powers of floats have digits far behind the point that mean nothing.
    format!("{value:.5}").trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> Vec<String> {
        scale.ticks().iter().map(|tick| scale.format_ext(tick)).collect()
    }

    #[test]
    fn a_linear_axis_begins_at_zero() {
        let scale = Scale::around(Kind::Linear, [40.0, 200.0].into_iter());
        assert_eq!(labels(&scale), ["0", "50", "100", "150", "200"]);
        assert_eq!(scale.map(&0.0, (10, 220)), 10);
        assert_eq!(scale.map(&210.0, (10, 220)), 220);
    }

    #[test]
    fn a_logarithmic_axis_has_equal_room_for_each_power_of_ten() {
        let scale = Scale::around(Kind::Logarithmic, [0.0, 0.01, 1e6].into_iter());
        assert_eq!(labels(&scale), ["0.01", "0.1", "1", "10", "100", "1000", "10000", "1e5", "1e6"]);
        let at = |value: f64| scale.position(value);
        assert!((at(100.0) - at(1.0) - 2.0 * (at(1.0) - at(0.1))).abs() < 1e-9);
        assert!(!scale.contains(0.0));
    }

    #[test]
    fn a_short_logarithmic_axis_has_ticks_between_powers() {
        assert_eq!(
            labels(&Scale::around(Kind::Logarithmic, [1.0, 60.0].into_iter())),
            ["1", "2", "5", "10", "20", "50"]
        );
    }

    #[test]
    fn names_are_in_the_middle_of_their_room() {
        let scale = Scale::around(Kind::Names(&["most", "least"]), [0.0, 1.0].into_iter());
        assert_eq!(labels(&scale), ["most", "least"]);
        assert_eq!([0.0, 1.0].map(|value| scale.map(&value, (0, 100))), [25, 75]);
    }

    #[test]
    fn nothing_to_show_is_no_reason_to_fail() {
        for kind in [Kind::Linear, Kind::Logarithmic] {
            assert!(!Scale::around(kind, std::iter::empty()).ticks().is_empty());
        }
        assert!(!Scale::around(Kind::Linear, [0.0].into_iter()).ticks().is_empty());
    }
}
