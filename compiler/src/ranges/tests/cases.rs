//! The smallest specifications that show what is found, and why.

use super::{compiled, found, machines};
use crate::ast::BinaryOp;
use crate::model::{Expr, VariableId};
use crate::ranges::{Range, expression_range, find_ranges};

#[test]
fn a_remainder_bounds_a_bit() {
    let text = "proc p { pvar sbit = 1; queue q[1]; do :: q!m(sbit); q?m(sbit); sbit = (sbit + 1) % 2 od }";
    assert_eq!(found(text, "sbit q?"), "sbit 0..1, q? 0..1");
}

#[test]
fn a_guard_bounds_a_counter() {
    let text = "proc p { pvar i; do :: (i < 37) -> i++ :: (i == 37) -> break od }";
    assert_eq!(found(text, "i"), "i 0..37");
    let other_way_round = "proc p { pvar i = 3; do :: (0 <= i) -> i-- :: (-1 == i) -> break od }";
    assert_eq!(found(other_way_round, "i"), "i -1..3");
    let with_an_offset = "pvar n = 9; proc p { pvar i; do :: (i + 2 < 2 * n) -> i++ :: q?timeout od }";
    assert_eq!(found(&format!("queue q[1]; {with_an_offset}"), "i"), "i 0..16");
}

/// `x` and `y` are -9..9 where a guard is evaluated; each assignment shows what the guard leaves.
#[test]
fn guards_reach_the_operands_of_sums_and_differences() {
    let left = |guard: &str| {
        let text = format!(
            "proc p {{ pvar x, y, r = 100, s = 100; do :: (x < 9) -> x++ :: (x > -9) -> x--
            :: (y < 9) -> y++ :: (y > -9) -> y-- :: ({guard}) -> r = x; s = y; break od }}"
        );
        found(&text, "r s")
    };
    assert_eq!(left("x - y > 14"), "r 6..100, s -9..100");
    assert_eq!(left("x - y < -14"), "r -9..100, s 6..100");
    assert_eq!(left("y - x >= 15 && y != 9"), "r -9..100, s 6..100");
    assert_eq!(left("x - 3 == 5 - y"), "r -1..100, s -1..100");
    assert_eq!(left("x + y > 16"), "r 8..100, s 8..100");
    assert_eq!(left("-x > 5 && x + y > 1"), "r -7..100, s 8..100");
}

/// Widening alone overshoots here: the bound 198 is no threshold.
#[test]
fn ranges_are_narrowed_after_widening() {
    assert_eq!(found("proc p { pvar i = 1; do :: (i < 100) -> i = i * 2 od }", "i"), "i 1..198");
}

/// The second option keeps `i` as it is, so only the threshold stops it.
#[test]
fn a_threshold_stops_a_counter_in_a_loop_that_keeps_it() {
    let text = "queue q[1]; proc p { pvar i; do :: (i != 50) -> i++ :: q!m; q?m od }";
    assert_eq!(found(text, "i"), "i 0..50");
}

#[test]
fn nested_loops_and_guards() {
    let text = "proc p { pvar i, j, k;
        do
        :: (i < 5) -> j = 0;
            do
            :: (j < 7 && i > 1) -> k = i * j; j++
            :: (j >= 7 || !(i > 1)) -> break
            od;
            i++
        :: (i >= 5) -> break
        od }";
    assert_eq!(found(text, "i j k"), "i 0..5, j 0..7, k 0..24");
}

#[test]
fn or_joins_what_both_sides_say() {
    let text = "queue q[1]; proc p { pvar x, y, z, w;
        do
        :: q!m(5); q?m(x); x = w
        :: w = w + 1
        :: ((x > 2 && x < 5) || (x >= 10 && x <= 12)) -> y = x
        :: !(x < 7 || x > 9) -> z = x
        od }";
    assert_eq!(found(text, "x y z"), "x -32768..32767, y 0..12, z 0..9");
}

#[test]
fn assertions_that_pass_are_guards() {
    assert_eq!(found("proc p { pvar i; do :: i++; assert (i <= 8) od }", "i"), "i 0..9");
}

#[test]
fn an_index_that_is_no_fault_is_a_guard() {
    let text = "proc p { pvar i, a[4]; do :: a[i] = i * 2 - 1; i++ od }";
    assert_eq!(found(text, "i a"), "i 0..4, a -1..5");
    assert_eq!(found("queue q[3][1]; proc p { pvar i; do :: q[i]!m; i++ od }", "i"), "i 0..3");
}

#[test]
fn arrays_have_one_range() {
    let text = "pvar a[3] = 4; proc p[2] { pvar x; a[_PROCID] = 9; x = a[2]; a[x % 3] = -2; x = a[0] }";
    assert_eq!(found(text, "a x"), "a -2..9, x -2..9");
}

#[test]
fn a_counter_goes_round_between_two_processes() {
    let text = "proc a { queue qa[1]; pvar x; qb!ping(x); do :: qa?pong(x); qb!ping((x + 1) % 8) od }
                proc b { queue qb[1]; pvar y; do :: qb?ping(y); qa!pong((y + 1) % 8) od }";
    assert_eq!(found(text, "x y qa? qb?"), "x 0..7, y 0..7, qa? 0..7, qb? 0..7");
}

#[test]
fn each_message_of_a_queue_has_its_own_values() {
    let text = "queue q[2] = { big(500) }; proc p { q!small(2); q!plain } proc r { pvar x, y, z;
        do :: q?small(x) :: q?big(y) :: q?never(z) :: q?plain od }";
    assert_eq!(found(text, "x y z q?"), "x 0..2, y 0..500, z 0..0, q? 2..500");
    assert_eq!(found("queue q[1]; proc p { q!m } proc r { q?m }", "q?"), "q? nothing");
}

#[test]
fn what_cannot_be_received_is_not_executed() {
    let text = "queue q[2]; proc p { pvar x; if :: q?never -> x = 9; q!m(7) :: (x > 3) -> x = 4 fi; q?m(x) }";
    assert_eq!(found(text, "x q?"), "x 0..0, q? nothing");
}

#[test]
fn a_global_variable_with_one_writer_is_followed() {
    let text = "pvar stock = 3; proc machine { do :: (stock > 0) -> stock-- :: (stock == 0) -> stock = 2 od }
                proc other { pvar seen; seen = stock }";
    assert_eq!(found(text, "stock seen"), "stock 0..3, seen 0..3");
}

/// Between the guard and the assignment the other instance can run.
#[test]
fn a_guard_on_a_shared_variable_does_not_last() {
    let text = "pvar inside; proc user[2] { do :: (inside < 3) -> inside++ od }";
    assert_eq!(found(text, "inside"), "inside -32768..32767");
    let at_once = "pvar g; proc w[2] { pvar x; g++; if :: (g >= 0 && x + g < 4 && g < 9) -> x = 4 - x fi }";
    assert_eq!(found(at_once, "x"), "x 0..4");
}

#[test]
fn parameters_start_at_zero_and_get_their_arguments() {
    let text = "twice(n) pvar n; { pvar sum = 5; sum += n; n = sum * 2 }
                proc p { twice(10) } proc q { pvar i; do :: twice(i); i = 1 - i od }";
    assert_eq!(found(text, "n sum i"), "n 0..30, sum 5..15, i 0..1");
}

#[test]
fn instances_have_their_own_initial_values() {
    let text = "proc p[4] { pvar me = _PROCID * 10, next; next = (_PROCID + 1) % 4; me = me - 1 }";
    assert_eq!(found(text, "me next"), "me -1..30, next 0..3");
}

#[test]
fn nothing_bounds_a_counter_without_a_guard() {
    assert_eq!(found("proc p { pvar n; do :: n++ od }", "n"), "n -32768..32767");
}

#[test]
fn stored_values_wrap_around() {
    let text = "proc p { pvar a, b, c, d; a = 70000; b = 32767; b++; c = 2147483647; c = c * 2 + 1;
                do :: (d >= 0 && d < 300) -> d = d * 40000 / 40000 od }";
    assert_eq!(found(text, "a b c d"), "a 0..4464, b -32768..32767, c -1..0, d 0..0");
    let large = "proc p { pvar x, y; do :: (x < 20000) -> x += 20000; y = x * 200000 od }";
    assert_eq!(found(large, "x y"), "x -32768..32767, y -32768..32767");
}

#[test]
fn division_and_negative_ranges() {
    let text = "queue q[1]; proc p { pvar n = 5, d, e, r;
        do
        :: (n > -5) -> n--
        :: (n < 5) -> n++
        :: d = 100 / n
        :: e = 100 / (n - 6)
        :: r = n % 3
        :: (n < 0) -> r = 7 / n
        od }";
    assert_eq!(found(text, "n d e r"), "n -5..5, d -100..100, e -100..0, r -7..2");
    assert_eq!(found("proc p { pvar x, y; x = 4 / y; x = 7 }", "x"), "x 0..0");
}

#[test]
fn the_length_of_a_queue_is_bounded_by_its_capacity() {
    assert_eq!(found("queue q[5]; proc p { pvar n, e; q!m; n = len(q); e = full(q); q?m }", "n e"), "n 0..5, e 0..1");
}

#[test]
fn reasons_say_where_the_bounds_come_from() {
    let text = "proc p {\npvar sbit = 1, n;\nn = 2;\nsbit = (sbit + 1) % 2;\nn = sbit + 40000;\nn = n + 1 }";
    let compilation = compiled(text);
    let (model, machines) = machines(&compilation, true);
    let text = crate::print::ranges::ranges(model, &find_ranges(model, &machines), &compilation.sources);
    let expected = "2 variables:
  p.sbit  0..1       1 bit    line 2
      line 4: sbit = (sbit + 1) % 2 gives 0
      initial value 1
  p.n     -25536..2  15 bits  line 2
      line 5: n = sbit + 40000 gives 40000, of which 16 bits are -25536
      line 3: n = 2 gives 2
      initial value 0
      line 6: n = n + 1 gives -25535
0 queues
";
    assert_eq!(text, expected);
}

#[test]
fn an_expression_lies_between_bounds_given_the_ranges() {
    let compilation = compiled("pvar i = 3; proc p { pvar j; j = i }");
    let (model, machines) = machines(&compilation, true);
    let ranges = find_ranges(model, &machines);
    let sum = Expr::Binary(BinaryOp::Add, Box::new(Expr::ProcessIndex), Box::new(Expr::Variable(VariableId(0))));
    assert_eq!(expression_range(&sum, model, &ranges, Range { min: 0, max: 5 }), (3, 8));
    let without_value = Expr::Binary(BinaryOp::Divide, Box::new(sum), Box::new(Expr::Constant(0)));
    let any = (i32::MIN.into(), i32::MAX.into());
    assert_eq!(expression_range(&without_value, model, &ranges, Range::only(0)), any);
}

/// Each variable runs after the next, with more thresholds than a range may pass.
#[test]
fn slow_convergence_is_cut_short() {
    let mut text = String::from("pvar g[4]; proc p { pvar v[2]");
    (0..40).for_each(|at| text += &format!(", x{at}"));
    text += "; do";
    (0..900).for_each(|at| {
        let (to, from) = (at % 40, (at * 7 + 1) % 40);
        text += &format!("\n:: (x{from} < {}) -> x{to} = x{from} + 1; g[0] = x{to} + g[1]", at * 3);
    });
    text += " od }";
    let compilation = compiled(&text);
    let (model, machines) = machines(&compilation, true);
    let start = std::time::Instant::now();
    find_ranges(model, &machines);
    // Measured: 0.8 s in a debug build.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
