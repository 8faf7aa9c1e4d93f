//! Vectors in a byte for each number, to be kept by the million and compared at the speed of memory.

use super::DIMENSIONS;
use multiversion::multiversion;

/// Bytes of a kept vector before its numbers: the scale.
const SCALE: usize = 4;

/// A vector whose numbers are whole, from -127 to 127, times a scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    scale: f32,
    /// As the processor multiplies them.
    numbers: Box<[i16]>,
}

impl Quantised {
    /// The nearest to `vector`.
    pub fn of(vector: &[f32]) -> Quantised {
        let largest = vector.iter().fold(0f32, |largest, number| largest.max(number.abs()));
        let scale = largest.max(f32::MIN_POSITIVE) / 127.0;
        Quantised { scale, numbers: vector.iter().map(|number| i16::from((number / scale).round() as i8)).collect() }
    }

    /// The vector that is as near to this as to `other`, of length one; `None` if they are of different spaces, or opposite.
    pub fn between(&self, other: &Quantised) -> Option<Quantised> {
        let numbers = |vector: &Quantised| -> Vec<f32> {
            let scale = vector.scale;
            vector.numbers.iter().map(|&number| f32::from(number) * scale).collect()
        };
        let sum: Vec<f32> = numbers(self).iter().zip(numbers(other)).map(|(a, b)| a + b).collect();
        let norm = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
        let is_one = self.numbers.len() == other.numbers.len() && norm > 1e-3;
        is_one.then(|| Quantised::of(&sum.iter().map(|number| number / norm).collect::<Vec<f32>>()))
    }

    /// The bytes to keep: the scale (`f32`, little-endian), then a byte for each number.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers.iter().map(|&number| number as u8);
        self.scale.to_le_bytes().into_iter().chain(numbers).collect()
    }

    /// The cosine of the angle between this and a kept vector, nearly; 0 for bytes that are no vector of as many
    /// numbers.
    pub fn similarity(&self, kept: &[u8]) -> f32 {
        let Some((scale, numbers)) = kept.split_first_chunk::<SCALE>() else { return 0.0 };
        if numbers.len() != self.numbers.len() {
            return 0.0;
        }
        product(&self.numbers, numbers) as f32 * self.scale * f32::from_le_bytes(*scale)
    }
}

/// The sum of the products of two vectors of the same length, the second as its bytes.
#[multiversion(targets("x86_64+avx2"))]
fn product(a: &[i16], b: &[u8]) -> i32 {
    // Of a length that is known the compiler makes steps as wide as the processor's registers, without a test between.
    match (a.as_array::<DIMENSIONS>(), b.as_array::<DIMENSIONS>()) {
        (Some(a), Some(b)) => (0..DIMENSIONS).map(|at| i32::from(a[at]) * i32::from(b[at] as i8)).sum(),
        _ => a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b as i8)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantic::Vector;

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
        let (a, b) = (Quantised::of(&wave(0.3)), Quantised::of(&wave(1.7)));
        let middle = a.between(&b).expect("vectors of one space");
        let likeness = [&a, &b].map(|vector| middle.similarity(&vector.to_bytes()));
        assert!((likeness[0] - likeness[1]).abs() < 0.01 && likeness[0] > 0.6, "{likeness:?}");
        assert_eq!(a.between(&Quantised::of(&[1.0])), None);
        assert_eq!(Quantised::of(&wave(1.0)).similarity(&[1, 2, 3]), 0.0);
        assert_eq!(Quantised::of(&[0.0; DIMENSIONS]).similarity(&Quantised::of(&wave(1.0)).to_bytes()), 0.0);
    }
}
