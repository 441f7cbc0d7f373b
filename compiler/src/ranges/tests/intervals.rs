//! Intervals against the values in them.

use super::concrete;
use crate::ast::BinaryOp;
use crate::ranges::interval::{Interval, binary};
use argos_runtime::value;
use proptest::prelude::*;

fn interval() -> impl Strategy<Value = Interval> {
    let bound = || prop_oneof![-9_i32..10, any::<i32>(), Just(i32::MIN), Just(i32::MAX)];
    (bound(), bound()).prop_map(|(a, b)| Interval::new(a.min(b).into(), a.max(b).into()))
}

const OPERATORS: [BinaryOp; 11] = [
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Greater,
    BinaryOp::GreaterEqual,
    BinaryOp::Add,
    BinaryOp::Subtract,
    BinaryOp::Multiply,
    BinaryOp::Divide,
    BinaryOp::Remainder,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// What an operator gives for two values lies in what it gives for intervals around them.
    #[test]
    fn intervals_contain_the_values(left in interval(), right in interval(), a in 0.0..1.0, b in 0.0..1.0) {
        let within = |it: Interval, part: f64| (it.min + ((it.max - it.min) as f64 * part).round() as i64) as i32;
        for (x, y) in [(within(left, a), within(right, b)), (within(left, a.round()), within(right, b.round()))] {
            for operator in OPERATORS {
                let Ok(value) = concrete(operator, x, y) else { continue };
                let result = binary(operator, left, right).expect("there is a value");
                prop_assert!(result.contains(value.into()), "{x} {operator:?} {y} = {value}, {result:?}");
                prop_assert!(result.is_within(Interval::INT));
                prop_assert!(result.store().contains(value::store(value).into()));
            }
        }
    }

    /// All values of narrow intervals, where the bounds are to be exact but for remainders.
    #[test]
    fn narrow_intervals_are_exact(a in -9_i64..10, b in 0_i64..6, c in -9_i64..10, d in 0_i64..6) {
        let (left, right) = (Interval::new(a, a + b), Interval::new(c, c + d));
        for operator in OPERATORS {
            let pairs_with = |x: i64| (right.min..=right.max).map(move |y| (x as i32, y as i32));
            let pairs = (left.min..=left.max).flat_map(pairs_with);
            let values = pairs.filter_map(|(x, y)| concrete(operator, x, y).ok());
            let exact = values.map(|value| Interval::only(value.into())).reduce(Interval::join);
            let result = binary(operator, left, right);
            if operator == BinaryOp::Remainder {
                prop_assert!(exact.is_none_or(|exact| result.is_some_and(|result| exact.is_within(result))));
            } else {
                prop_assert_eq!(exact, result, "{:?} {:?} {:?}", left, operator, right);
            }
        }
    }
}
