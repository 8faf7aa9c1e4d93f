//! The numbers of the nodes of one file: packed in as few bits as the file needs, readable at any node.

use crate::library::bytes::bits;
use crate::library::bytes::bits::{BitWriter, unzigzag, width, zigzag};
use crate::library::bytes::layout::{first, u32_at};

/// Numbers that are kept for each node, in as many bits as the largest of the file needs. Distances are
/// from the node's start and go both ways.
#[derive(Clone, Copy, Debug)]
pub(in crate::library) enum Field {
    /// First byte.
    Start,
    /// Bytes.
    Length,
    /// Start of the name.
    NameFrom,
    /// Bytes that the name has in the text beyond those in the names: none as a rule.
    NameLength,
    /// End of the body, from the end of the node; 0 with length 0 for none.
    BodyEnd,
    /// Bytes of the body.
    BodyLength,
    /// End of the doc comment.
    DocEnd,
    /// Bytes of the doc comment.
    DocLength,
    /// Line of the file.
    Line,
    /// Lines from its first to its last.
    Lines,
    /// Nodes from its parent to it; 0 for none.
    ParentBack,
    /// Nodes in it, itself included.
    Nodes,
    /// End of its name in the names of the file, line break included.
    NameEnd,
    /// End of its detail in the details of the file.
    DetailEnd,
    /// Its visibility.
    Visibility,
    /// Marks.
    Flags,
}

/// The number of [`Field`]s.
pub(super) const FIELDS: usize = Field::Flags as usize + 1;

/// Fields that grow from node to node: they are kept as distances from a line through zero and the last node.
const GROWING: [Field; 3] = [Field::Start, Field::Line, Field::NameEnd];

/// Fields of which few nodes have values that are much larger than those of all others: these stand aside, and all bits
/// of the field are set instead.
const SKEWED: [Field; 8] = [
    Field::Length,
    Field::NameFrom,
    Field::BodyEnd,
    Field::BodyLength,
    Field::DocEnd,
    Field::DocLength,
    Field::Lines,
    Field::Nodes,
];

/// Bytes of one value that stands aside: what it is found by, and what it is.
const OUTLIER: usize = 8;

/// The packing of the numbers of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::library) struct Shape {
    /// The slopes of the lines of [`GROWING`] fields, in parts of 256; 0 where plain values are no larger.
    slopes: [u32; GROWING.len()],
    /// The number of outliers.
    outliers: u32,
    widths: [u8; FIELDS],
}

/// Bytes of a [`Shape`].
pub(super) const SHAPE: usize = (GROWING.len() + 1) * 4 + FIELDS;

impl Shape {
    pub(in crate::library) fn write(&self, out: &mut Vec<u8>) {
        for number in self.slopes.into_iter().chain([self.outliers]) {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.widths);
    }

    /// Reads what [`Shape::write`] has written, whatever has become of it.
    pub(in crate::library) fn read(bytes: &[u8]) -> Shape {
        const COUNT: usize = GROWING.len() * 4;
        Shape {
            slopes: std::array::from_fn(|number| u32_at(bytes, number * 4)),
            outliers: u32_at(bytes, COUNT),
            widths: std::array::from_fn(|field| bytes.get(COUNT + 4 + field).copied().unwrap_or(0).min(32)),
        }
    }
}

/// The packed numbers of a file.
#[derive(Clone, Copy, Debug)]
pub(in crate::library) struct Numbers<'l> {
    /// They begin here; what follows is others'.
    bytes: &'l [u8],
    count: u32,
    shape: Shape,
    /// At which bit of a node each field starts.
    offsets: [u16; FIELDS],
    /// Bits of one node.
    bits: u16,
}

impl<'l> Numbers<'l> {
    /// The numbers of `count` nodes at the start of `bytes`.
    pub(in crate::library) fn new(bytes: &'l [u8], count: u32, shape: Shape) -> Numbers<'l> {
        let mut bits = 0;
        let offsets = shape.widths.map(|width| {
            let offset = bits;
            bits += u16::from(width);
            offset
        });
        Numbers { bytes, count, shape, offsets, bits }
    }

    /// A number of a node.
    #[inline]
    pub(in crate::library) fn get(&self, node: u32, field: Field) -> u32 {
        let (width, offset) = (self.shape.widths[field as usize], self.offsets[field as usize]);
        let at = u64::from(node) * u64::from(self.bits) + u64::from(offset);
        let value = bits::read(self.bytes, at, width);
        let slope = match field {
            Field::Start => self.shape.slopes[0],
            Field::Line => self.shape.slopes[1],
            Field::NameEnd => self.shape.slopes[2],
            _ if self.shape.outliers > 0 && width > 0 && value == u32::MAX >> (32 - width) => {
                return self.outlier(node, field).unwrap_or(value);
            }
            _ => return value,
        };
        match slope {
            0 => value,
            slope => (expected(node, slope) + unzigzag(value)).clamp(0, i64::from(u32::MAX)) as u32,
        }
    }

    /// A value that stands aside; `None` if it does not.
    #[cold]
    fn outlier(&self, node: u32, field: Field) -> Option<u32> {
        let outliers = self.bytes.get(self.width()..self.width() + self.shape.outliers as usize * OUTLIER)?;
        let (count, key) = (outliers.len() / OUTLIER, key(node, field));
        let at = first(count, |at| u32_at(outliers, at * OUTLIER) >= key);
        (at < count && u32_at(outliers, at * OUTLIER) == key).then(|| u32_at(outliers, at * OUTLIER + 4))
    }

    /// Bytes of all fields of all nodes.
    fn width(&self) -> usize {
        (u64::from(self.count) * u64::from(self.bits)).div_ceil(8) as usize
    }

    /// All of it as it was written; empty if there is less.
    pub(in crate::library) fn bytes(&self) -> &'l [u8] {
        self.bytes.get(..self.width() + self.shape.outliers as usize * OUTLIER).unwrap_or_default()
    }
}

/// The key of an outlier.
fn key(node: u32, field: Field) -> u32 {
    node.wrapping_mul(FIELDS as u32) + field as u32
}

/// The expected value of a field that grows by `slope`.
#[inline]
fn expected(node: u32, slope: u32) -> i64 {
    ((u64::from(node) * u64::from(slope)) >> 8) as i64
}

/// Appends the numbers of `nodes` to `out`, each field as wide as it has to be. `nodes` is left empty.
pub(super) fn pack(nodes: &mut Vec<[u32; FIELDS]>, out: &mut Vec<u8>) -> Shape {
    let slopes = GROWING.map(|field| level(nodes, field));
    let mut largest = [0; FIELDS];
    for numbers in nodes.iter() {
        largest.iter_mut().zip(numbers).for_each(|(largest, value)| *largest |= value);
    }
    let mut widths = largest.map(width);
    let mut outliers: Vec<(u32, u32)> = Vec::new();
    for field in SKEWED {
        widths[field as usize] = narrow(nodes, field, widths[field as usize], &mut outliers);
    }
    let mut writer = BitWriter::default();
    for numbers in nodes.drain(..) {
        for (value, width) in numbers.into_iter().zip(widths) {
            writer.write(out, value, width);
        }
    }
    writer.finish(out);
    outliers.sort_unstable();
    for (key, value) in &outliers {
        out.extend(key.to_le_bytes());
        out.extend(value.to_le_bytes());
    }
    Shape { slopes, outliers: outliers.len() as u32, widths }
}

/// Makes distances from a line of the values of `field`, if they are smaller; how steep it is.
fn level(nodes: &mut [[u32; FIELDS]], field: Field) -> u32 {
    let field = field as usize;
    let (Some(last), Some(steps)) = (nodes.last(), nodes.len().checked_sub(1).filter(|steps| *steps > 0)) else {
        return 0;
    };
    let slope = (u64::from(last[field]) << 8) / steps as u64;
    let Ok(slope) = u32::try_from(slope) else { return 0 };
    let distance = |node: usize, value: u32| i64::from(value) - expected(node as u32, slope);
    let all = || nodes.iter().enumerate().map(|(node, fields)| (fields[field], distance(node, fields[field])));
    let plain = all().fold(0, |all, (value, _)| all | value);
    let bound = all().map(|(_, distance)| distance.unsigned_abs()).max().unwrap_or(0);
    if slope == 0 || bound >= 1 << 30 || width(bound as u32) + 1 >= width(plain) {
        return 0;
    }
    for (node, fields) in nodes.iter_mut().enumerate() {
        fields[field] = zigzag(distance(node, fields[field]));
    }
    slope
}

/// The width of `field`, `widest` at most, with which it takes least room. What is too large for it is put aside.
fn narrow(nodes: &mut [[u32; FIELDS]], field: Field, widest: u8, outliers: &mut Vec<(u32, u32)>) -> u8 {
    // Numbers of nodes must leave room for that of the field.
    if widest <= 1 || nodes.len() >= u32::MAX as usize / FIELDS {
        return widest;
    }
    let mut of_width = [0_usize; 33];
    for fields in nodes.iter() {
        of_width[width(fields[field as usize]) as usize] += 1;
    }
    let (mut best, mut least, mut wider) = (widest, nodes.len() * usize::from(widest), 0);
    for width in (1..widest).rev() {
        wider += of_width[usize::from(width) + 1];
        let bits = nodes.len() * usize::from(width) + wider * OUTLIER * 8;
        if bits < least {
            (best, least) = (width, bits);
        }
    }
    if best < widest {
        let mark = u32::MAX >> (32 - best);
        for (node, fields) in nodes.iter_mut().enumerate().filter(|(_, fields)| fields[field as usize] > mark) {
            outliers.push((key(node as u32, field), fields[field as usize]));
            fields[field as usize] = mark;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::bytes::bits::SLACK;
    use proptest::prelude::*;

    /// Numbers as files have them: some grow with the nodes, most are small, a few are large.
    fn nodes() -> impl Strategy<Value = Vec<[u32; FIELDS]>> {
        let skewed = || prop_oneof![40 => 0u32..9, 3 => 0u32..5000, 1 => any::<u32>()];
        let node = (proptest::array::uniform16(skewed()), 0u32..200);
        (proptest::collection::vec(node, 0..300), 0u32..3, any::<bool>()).prop_map(|(nodes, steep, wild)| {
            let mut all: Vec<[u32; FIELDS]> = Vec::new();
            for (mut numbers, step) in nodes {
                for field in GROWING {
                    let before = all.last().map_or(0, |before| before[field as usize]);
                    let grown = before.saturating_add(step << (steep * 10));
                    numbers[field as usize] = if wild { numbers[field as usize] } else { grown };
                }
                all.push(numbers);
            }
            all
        })
    }

    const FIELD: [Field; FIELDS] = [
        Field::Start,
        Field::Length,
        Field::NameFrom,
        Field::NameLength,
        Field::BodyEnd,
        Field::BodyLength,
        Field::DocEnd,
        Field::DocLength,
        Field::Line,
        Field::Lines,
        Field::ParentBack,
        Field::Nodes,
        Field::NameEnd,
        Field::DetailEnd,
        Field::Visibility,
        Field::Flags,
    ];

    proptest! {
        #[test]
        fn what_is_packed_is_read(nodes in nodes()) {
            let mut out = Vec::new();
            let shape = pack(&mut nodes.clone(), &mut out);
            let length = out.len();
            out.extend([0; SLACK]);
            let mut written = Vec::new();
            shape.write(&mut written);
            prop_assert_eq!((written.len(), Shape::read(&written)), (SHAPE, shape));
            let numbers = Numbers::new(&out, nodes.len() as u32, shape);
            prop_assert_eq!(numbers.bytes().len(), length);
            for (node, expected) in nodes.iter().enumerate() {
                prop_assert_eq!(FIELD.map(|field| numbers.get(node as u32, field)), *expected);
            }
        }

        #[test]
        fn damaged_numbers_never_panic(bytes: Vec<u8>, shape: [u8; SHAPE], count: u32, node: u32) {
            let numbers = Numbers::new(&bytes, count, Shape::read(&shape));
            let _ = (numbers.bytes(), FIELD.map(|field| numbers.get(node, field)));
        }
    }

    #[test]
    fn even_growth_costs_few_bits_and_one_large_value_does_not_widen_all() {
        let node = |node: u32| {
            let mut numbers = [0; FIELDS];
            numbers[Field::Start as usize] = node * 100 + node % 3;
            numbers[Field::Length as usize] = if node == 7 { 1 << 20 } else { 50 };
            numbers
        };
        let mut out = Vec::new();
        let shape = pack(&mut (0..10_000).map(node).collect(), &mut out);
        assert!(shape.widths[Field::Start as usize] <= 4 && shape.outliers == 1, "{shape:?}");
        assert_eq!(shape.widths[Field::Length as usize], 6);
    }
}
