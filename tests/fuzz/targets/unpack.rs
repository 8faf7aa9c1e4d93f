//! Compressed bytes, whole and cut: never more than the limit comes out.
#![cfg_attr(fuzzing, no_main)]

use docql::formats::{Packing, unpack, unpack_cut};

include!("driver.inc.rs");

const LIMIT: u64 = 1 << 20;

target!(|bytes: &[u8]| {
    for packing in [Packing::Gzip, Packing::Zstd] {
        if let Ok(out) = unpack(packing, bytes, LIMIT) {
            assert!(out.len() as u64 <= LIMIT);
            assert_eq!(unpack_cut(packing, bytes, LIMIT), out);
        }
        assert!(unpack_cut(packing, bytes, 100).len() <= 100);
    }
});
