//! Of several rounds the best counts, because other work on the machine only ever makes a program slower.

use std::time::Duration;

pub fn best(times: &[Duration]) -> f64 {
    times.iter().min().expect("there is a round").as_secs_f64()
}

/// The best time and the worst, as in `1.23 to 1.31`.
pub fn spread(times: &[Duration]) -> String {
    let worst = times.iter().max().expect("there is a round").as_secs_f64();
    format!("{:.2} to {worst:.2}", best(times))
}

/// How many times as long the rounds of `slow` took as those of `fast`: the lowest and the highest.
pub fn ratios(slow: &[Duration], fast: &[Duration]) -> (f64, f64) {
    let ratios = slow.iter().zip(fast).map(|(slow, fast)| slow.as_secs_f64() / fast.as_secs_f64());
    ratios.fold((f64::MAX, 0.0), |(low, high), ratio| (ratio.min(low), ratio.max(high)))
}

pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOW: [Duration; 2] = [Duration::from_millis(3000), Duration::from_millis(2000)];
    const FAST: [Duration; 2] = [Duration::from_millis(1000), Duration::from_millis(1250)];

    #[test]
    fn the_best_round_counts() {
        assert_eq!((best(&SLOW), spread(&SLOW)), (2.0, "2.00 to 3.00".into()));
    }

    #[test]
    fn ratios_are_of_the_same_round() {
        assert_eq!(ratios(&SLOW, &FAST), (1.6, 3.0));
    }

    #[test]
    fn the_median_of_an_even_number_is_between_two() {
        assert_eq!(median(&[5.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[5.0, 1.0, 2.0, 4.0]), 3.0);
    }
}
