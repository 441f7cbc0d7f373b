//! The front end on any bytes. In `compiler/`: `cargo install cargo-fuzz`, then
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none front_end -- -max_len=4096 -timeout=10 -rss_limit_mb=2048`
//! (`RUSTC_BOOTSTRAP` only for a stable compiler). A first corpus: `cp ../examples/*.argos fuzz/corpus/front_end/`.

#![no_main]

#[path = "../../tests/common/check.rs"]
mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    check::check(&String::from_utf8_lossy(bytes), &check::OneEmptyFile);
});
