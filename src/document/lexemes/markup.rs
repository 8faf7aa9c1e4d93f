//! Elements among the values of a program: `<p>text {code}</p>`.

use super::calls::is_word_start;
use std::collections::HashMap;

/// The names of elements that a text closes, each with the last place where it does.
pub(super) struct Closed<'t>(HashMap<&'t [u8], usize>);

impl<'t> Closed<'t> {
    pub(super) fn read(bytes: &'t [u8]) -> Closed<'t> {
        Closed(memchr::memmem::find_iter(bytes, b"</").map(|at| (name_at(bytes, at + 2), at)).collect())
    }

    /// True if the element whose name starts at `name` is closed behind it: what is not is no element, but a type.
    pub(super) fn is_closed(&self, bytes: &[u8], name: usize) -> bool {
        self.0.get(name_at(bytes, name)).is_some_and(|last| *last > name)
    }
}

/// The name of an element; empty for a fragment.
pub(super) fn name_at(bytes: &[u8], at: usize) -> &[u8] {
    let is_part = |byte: &&u8| is_word_start(**byte) || byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b':');
    let rest = &bytes[at.min(bytes.len())..];
    &rest[..rest.iter().take_while(is_part).count()]
}

/// True if the word that ends at `end` ends the name of a tag, which begins at `name`, and that is the name of a component:
/// it begins with a capital, or is a member. A name before `,` or `extends` is that of a type parameter: `<T,>(x: T) => x`.
pub(super) fn ends_component(bytes: &[u8], name: usize, end: usize) -> bool {
    let whole = name_at(bytes, name);
    if name + whole.len() != end || whole.iter().any(|byte| matches!(byte, b'-' | b':')) {
        return false;
    }
    let rest = bytes[end..].trim_ascii_start();
    (whole.contains(&b'.') || !whole.first().is_some_and(u8::is_ascii_lowercase))
        && !rest.starts_with(b",")
        && !rest.strip_prefix(b"extends").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
}

/// True if a tag may open at `at`.
pub(super) fn opens_tag(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'<' && bytes.get(at + 1).is_some_and(|&byte| byte == b'>' || is_word_start(byte))
}

/// The end of the text that starts at `at` in an element: where a tag or an expression begins.
pub(super) fn text_end(bytes: &[u8], at: usize) -> usize {
    let stops = |&at: &usize| {
        bytes[at] == b'{' || opens_tag(bytes, at) || bytes[at] == b'<' && bytes.get(at + 1) == Some(&b'/')
    };
    (at..bytes.len()).find(stops).unwrap_or(bytes.len())
}

/// The end of the value of an attribute, whose quote stands at `at`: nothing in it is escaped.
pub(super) fn attribute_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(bytes[at], &bytes[at + 1..]).map_or(bytes.len(), |length| at + length + 2)
}
