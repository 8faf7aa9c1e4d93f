//! Compound files (MS-CFB): documents of offices before 2007, mail of Outlook, and documents with a password. They are
//! named, and not read.

/// The first bytes of a compound file.
const MAGIC: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/// The bytes of an entry of its directory; its header is so long that entries stand at multiples of this.
const ENTRY: usize = 128;

/// Bytes that are looked through for entries.
const MAX_SEARCHED: usize = 64 << 20;

/// What is said of a document that has a password.
pub(in crate::formats) const ENCRYPTED: &str = "encrypted: it asks for a password; save it without one";

/// The entry of an encrypted document.
const PACKED: &str = "EncryptedPackage";

/// Entries that stand beside each other: some programs put a document of old in front of an encrypted one, which tells
/// older programs that they cannot open it.
const BESIDE: usize = 8 * ENTRY;

/// An entry that a kind of document has, and why such a document is not read.
const KINDS: &[(&str, &str)] = &[
    (PACKED, ENCRYPTED),
    ("WordDocument", "a Word document of before 2007 (.doc); save it as .docx to have it read"),
    ("Workbook", "sheets of before 2007 (.xls); save them as .xlsx to have them read"),
    ("Book", "sheets of before 1997 (.xls); save them as .xlsx to have them read"),
    ("PowerPoint Document", "slides of before 2007 (.ppt); save them as .pptx to have them read"),
    ("__properties_version1.0", "a message of Outlook (.msg); save it as .eml to have it read"),
    ("VisioDocument", "a Visio drawing (.vsd); export it as .pdf or .svg to have it read"),
];

/// The same of one that has none of them.
const UNKNOWN: &str = "encrypted, or of a program before 2007; save it without a password, in a format of today";

/// Why the bytes of a file are not read, if they are a compound file: what it is, and what would be read instead.
pub(in crate::formats) fn compound(bytes: &[u8]) -> Option<&'static str> {
    if !bytes.starts_with(&MAGIC) {
        return None;
    }
    let searched = &bytes[..bytes.len().min(MAX_SEARCHED)];
    // What is embedded has entries of its own, behind those of the document.
    let first = KINDS.iter().filter_map(|(name, reason)| Some((position(searched, name)?, *reason))).min();
    let Some((at, reason)) = first else { return Some(UNKNOWN) };
    let is_packed = position(searched, PACKED).is_some_and(|packed| packed < at + BESIDE);
    Some(if is_packed { ENCRYPTED } else { reason })
}

/// Where an entry of this name stands: in UTF-16, and ended by a zero.
fn position(bytes: &[u8], name: &str) -> Option<usize> {
    let wanted: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    memchr::memmem::find_iter(bytes, &wanted).find(|at| at.is_multiple_of(ENTRY))
}
