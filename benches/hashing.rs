//! Hash functions for supertrace: how long they take, and how many states are taken for others.
//!
//! `cargo run --release -p argos-benches --bin hashing` prints two tables.

#![forbid(unsafe_code)]

use argos_benches::table::table;
use argos_runtime::memory::Budget;
use argos_runtime::store::bitstate::{Bitstate, mix};
use std::hint::black_box;
use std::time::Instant;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Vectors that are hashed for one figure, and how often.
const VECTORS: u64 = 4_000_000;
const ROUNDS: usize = 5;
/// States that are added to an array of this many bytes, and with how many seeds.
const STATES: u64 = 1_000_000;
const ARRAY: u64 = 2 << 20;
const SEEDS: u64 = 4;

fn main() {
    println!("Nanoseconds to hash a vector, best of {ROUNDS}:\n");
    let rows = [row::<1>(), row::<2>(), row::<4>(), row::<6>()];
    print!("{}", table(&["words", "MurmurHash3's finalizer, word by word", "xxh3"], &rows));
    println!(
        "\nStates missed of {STATES} in an array of {ARRAY} bytes, the mean of {SEEDS} seeds, and as predicted:\n"
    );
    let rows: Vec<Vec<String>> = (1..=6).map(missed).collect();
    print!("{}", table(&["bits of a state", "keys of one word", "vectors of four words", "predicted"], &rows));
}

fn row<const WORDS: usize>() -> Vec<String> {
    let by_word = nanoseconds::<WORDS>(|vector| vector.iter().fold(7, |hash, word| mix(hash ^ word)));
    let whole = nanoseconds::<WORDS>(|vector| {
        let mut bytes = [0; 64];
        vector.iter().zip(bytes.chunks_mut(8)).for_each(|(word, chunk)| chunk.copy_from_slice(&word.to_le_bytes()));
        xxh3_64_with_seed(&bytes[..8 * WORDS], 7)
    });
    vec![WORDS.to_string(), format!("{by_word:.2}"), format!("{whole:.2}")]
}

fn nanoseconds<const WORDS: usize>(hash: impl Fn(&[u64; WORDS]) -> u64) -> f64 {
    let time = |_| {
        let start = Instant::now();
        for number in 0..VECTORS {
            black_box(hash(&black_box([number; WORDS])));
        }
        start.elapsed().as_secs_f64() * 1e9 / VECTORS as f64
    };
    (0..ROUNDS).map(time).fold(f64::MAX, f64::min)
}

fn missed(hashes: u32) -> Vec<String> {
    let (mut keys, mut vectors, mut predicted) = (0.0, 0.0, 0.0);
    for seed in 0..SEEDS {
        let array = || Bitstate::new(ARRAY, hashes, seed, &Budget::of(2 * ARRAY)).expect("there is room");
        let (mut by_key, mut is_new) = (array(), vec![false; STATES as usize]);
        by_key.add_all(&(0..STATES).collect::<Vec<u64>>(), &mut is_new);
        keys += is_new.iter().filter(|is_new| !**is_new).count() as f64;
        predicted += by_key.fill().missed * STATES as f64;
        let mut by_vector = array();
        let is_old = |number: &u64| by_vector.add_words(&[*number, 1, 2, 3]) == argos_runtime::store::Added::Old;
        vectors += (0..STATES).filter(is_old).count() as f64;
    }
    let mean = |sum: f64| format!("{:.0}", sum / SEEDS as f64);
    vec![hashes.to_string(), mean(keys), mean(vectors), mean(predicted)]
}
