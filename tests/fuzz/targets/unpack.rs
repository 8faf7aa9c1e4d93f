//! Compressed bytes, whole and cut: never more than the limit comes out.
#![no_main]

use docql::formats::{Packing, unpack, unpack_cut};
use libfuzzer_sys::fuzz_target;

const LIMIT: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    for packing in [Packing::Gzip, Packing::Zstd] {
        if let Ok(out) = unpack(packing, bytes, LIMIT) {
            assert!(out.len() as u64 <= LIMIT);
            assert_eq!(unpack_cut(packing, bytes, LIMIT), out);
        }
        assert!(unpack_cut(packing, bytes, 100).len() <= 100);
    }
});
