//! Numbers in as few bits as they need, one after the other, readable at any place.

/// Bits that `value` needs; none for 0.
pub(in crate::library) fn width(value: u32) -> u8 {
    (u32::BITS - value.leading_zeros()) as u8
}

/// Small numbers for small distances in either direction.
pub(in crate::library) fn zigzag(value: i64) -> u32 {
    ((value << 1) ^ (value >> 63)) as u32
}

/// The number that [`zigzag`] was made of.
pub(in crate::library) fn unzigzag(value: u32) -> i64 {
    (i64::from(value) >> 1) ^ -(i64::from(value) & 1)
}

/// Bytes that follow the last number, so that eight can be read at the place of any.
pub(in crate::library) const SLACK: usize = 8;

/// Appends numbers to bytes, lowest bits first.
#[derive(Debug, Default)]
pub(in crate::library) struct BitWriter {
    held: u64,
    count: u32,
}

impl BitWriter {
    /// Appends the lowest `width` bits of `value`, at most 32.
    pub(in crate::library) fn write(&mut self, out: &mut Vec<u8>, value: u32, width: u8) {
        self.held |= u64::from(value) << self.count;
        self.count += u32::from(width);
        while self.count >= 8 {
            out.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Fills up the last byte.
    pub(in crate::library) fn finish(self, out: &mut Vec<u8>) {
        if self.count > 0 {
            out.push(self.held as u8);
        }
    }
}

/// The number of `width` bits (at most 32) at bit `at`; 0 beyond the end of `bytes`.
#[inline]
pub(in crate::library) fn read(bytes: &[u8], at: u64, width: u8) -> u32 {
    let byte = (at / 8) as usize;
    let Some(eight) = bytes.get(byte..).and_then(|rest| rest.first_chunk::<8>()) else { return 0 };
    let shifted = u64::from_le_bytes(*eight) >> (at % 8);
    (shifted & ((1u64 << width) - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(values in proptest::collection::vec((any::<u32>(), 0u8..=32), 0..200)) {
            let (mut out, mut writer) = (Vec::new(), BitWriter::default());
            let cut = |value: u32, width: u8| (u64::from(value) & ((1u64 << width) - 1)) as u32;
            for &(value, width) in &values {
                writer.write(&mut out, cut(value, width), width);
            }
            writer.finish(&mut out);
            out.extend([0; SLACK]);
            let mut at = 0;
            for &(value, width) in &values {
                prop_assert_eq!(read(&out, at, width), cut(value, width));
                at += u64::from(width);
            }
        }

        #[test]
        fn distances_survive(value in -(1i64 << 31)..(1i64 << 31)) {
            prop_assert_eq!(unzigzag(zigzag(value)), value);
        }
    }

    #[test]
    fn nothing_is_read_beyond_the_end() {
        assert_eq!(read(&[255; 7], 0, 8), 0);
        assert_eq!(read(&[255; 8], u64::MAX, 8), 0);
        assert_eq!(width(0), 0);
        assert_eq!(width(255), 8);
        assert_eq!(width(u32::MAX), 32);
    }
}
