//! The spelling of names: the class of each byte of an ASCII name, and the starts of its parts.

/// Bytes that separate the parts of a name.
pub const SEPARATOR: u8 = 0;
/// A small letter.
pub const LOWER: u8 = 1;
/// A capital letter.
pub const UPPER: u8 = 2;
/// A digit.
pub const DIGIT: u8 = 3;

/// The class of each byte of an ASCII name: one of the four above.
pub static CLASS: [u8; 256] = {
    let mut classes = [SEPARATOR; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            _ => SEPARATOR,
        };
        byte += 1;
    }
    classes
};

/// True if a part starts between two classes, whatever follows. A capital also starts one if a small letter follows.
pub static STARTS: [[bool; 4]; 4] = [
    // separator, lower, upper, digit
    [false, true, true, true],
    [false, false, true, true],
    [false, false, false, true],
    [false, true, true, false],
];
