//! How names are spelled: what each byte of an ASCII name is, and where the parts of a name start.

/// What separates the parts of a name.
pub const SEPARATOR: u8 = 0;
/// A small letter.
pub const LOWER: u8 = 1;
/// A capital letter.
pub const UPPER: u8 = 2;
/// A digit.
pub const DIGIT: u8 = 3;

/// What each byte of an ASCII name is: one of the four above.
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

/// Whether a part starts between two classes, whatever follows. A capital also starts one if a small letter follows.
pub static STARTS: [[bool; 4]; 4] = [
    // separator, lower, upper, digit
    [false, true, true, true],
    [false, false, true, true],
    [false, false, false, true],
    [false, true, true, false],
];
