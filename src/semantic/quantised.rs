//! Vectors in a byte for each number, to be kept by the million and compared at the speed of memory.

use super::model::{DIMENSIONS, Vector};

/// Bytes of a vector as it is kept: a scale, and a byte for each number.
pub const QUANTISED_BYTES: usize = 4 + DIMENSIONS;

/// A vector whose numbers are whole, from -127 to 127, times a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    scale: f32,
    numbers: [i8; DIMENSIONS],
}

impl Quantised {
    /// The nearest to `vector`.
    pub fn of(vector: &Vector) -> Quantised {
        let largest = vector.iter().fold(0f32, |largest, number| largest.max(number.abs()));
        let scale = largest.max(f32::MIN_POSITIVE) / 127.0;
        Quantised { scale, numbers: std::array::from_fn(|at| (vector[at] / scale).round() as i8) }
    }

    /// The bytes to keep.
    pub fn to_bytes(&self) -> [u8; QUANTISED_BYTES] {
        let mut bytes = [0; QUANTISED_BYTES];
        bytes[..4].copy_from_slice(&self.scale.to_le_bytes());
        for (byte, number) in bytes[4..].iter_mut().zip(&self.numbers) {
            *byte = *number as u8;
        }
        bytes
    }

    /// How alike this and a kept vector are: the cosine of the angle between them, nearly.
    pub fn similarity(&self, kept: &[u8; QUANTISED_BYTES]) -> f32 {
        let (scale, numbers) = kept.split_at(4);
        let scale = f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]);
        // Sixteen sums side by side, for the processor's wide registers.
        let mut sums = [0i32; 16];
        for (mine, kept) in self.numbers.as_chunks::<16>().0.iter().zip(numbers.as_chunks::<16>().0) {
            for (sum, (a, b)) in sums.iter_mut().zip(mine.iter().zip(kept)) {
                *sum += i32::from(i16::from(*a) * i16::from(*b as i8));
            }
        }
        sums.iter().sum::<i32>() as f32 * self.scale * scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_vectors_are_as_alike_as_the_vectors() {
        let wave = |step: f32| -> Vector {
            let mut vector: Vector = std::array::from_fn(|at| (at as f32 * step).sin());
            let norm = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
            vector.iter_mut().for_each(|number| *number /= norm);
            vector
        };
        for (a, b) in [(0.1, 0.1), (0.1, 0.11), (0.3, 1.7), (0.5, 0.52)] {
            let (a, b) = (wave(a), wave(b));
            let exact: f32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            let kept = Quantised::of(&a).similarity(&Quantised::of(&b).to_bytes());
            assert!((exact - kept).abs() < 0.005, "{exact} {kept}");
        }
        assert_eq!(Quantised::of(&[0.0; DIMENSIONS]).similarity(&Quantised::of(&wave(1.0)).to_bytes()), 0.0);
    }
}
