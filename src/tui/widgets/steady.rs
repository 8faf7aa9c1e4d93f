//! Text whose width all terminals agree about. Where they do not – joined emoji, flags, skin tones, emoji by
//! variation selector – cells of one frame would remain in the next.

use super::ascii::narrow;
use crate::stdx::{is_ambiguous_wide, printable};
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// `text` safe to print, each character cluster of disputed width replaced by a simple one that stands for it.
pub fn steady(text: &str) -> Cow<'_, str> {
    let text = match is_ambiguous_wide() && !text.is_ascii() {
        true => Cow::Owned(text.chars().map(|character| narrow(character).unwrap_or(character)).collect::<String>()),
        false => Cow::Borrowed(text),
    };
    let text = match text {
        Cow::Borrowed(text) => printable(text),
        Cow::Owned(text) => Cow::Owned(printable(&text).into_owned()),
    };
    if !text.chars().any(is_disputed) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for cluster in text.graphemes(true) {
        push(cluster, &mut out);
    }
    Cow::Owned(out)
}

fn push(cluster: &str, out: &mut String) {
    if !cluster.chars().any(is_disputed) {
        return out.push_str(cluster);
    }
    let Some(base) = cluster.chars().next() else { return };
    if cluster.contains('\u{200d}') && base >= '\u{2000}' && base != '\u{200d}' && !is_flag_letter(base) {
        // Who is joined to the first one is not shown.
        return out.push(base);
    }
    for character in cluster.chars() {
        match character {
            letter if is_flag_letter(letter) => out.push(char::from(b'A' + (letter as u32 - 0x1f1e6) as u8)),
            // Alone it is an emoji of its own.
            tone if is_skin_tone(tone) && tone == base => out.push(tone),
            other if is_disputed(other) => {}
            other => out.push(other),
        }
    }
}

/// True if a cluster with this character in it is drawn in different widths.
fn is_disputed(character: char) -> bool {
    let is_invisible = matches!(character, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{20e3}' | '\u{fe00}'..='\u{fe0f}');
    is_invisible
        || matches!(character, '\u{e0000}'..='\u{e01ef}')
        || is_skin_tone(character)
        || is_flag_letter(character)
}

fn is_skin_tone(character: char) -> bool {
    matches!(character, '\u{1f3fb}'..='\u{1f3ff}')
}

fn is_flag_letter(character: char) -> bool {
    matches!(character, '\u{1f1e6}'..='\u{1f1ff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stdx::display_width;

    #[test]
    fn clusters_of_disputed_width_become_simple() {
        for (text, shown) in [
            ("plain 中文 é 🚀", "plain 中文 é 🚀"),
            ("e\u{301}", "e\u{301}"),
            ("👨\u{200d}👩\u{200d}👧 family", "👨 family"),
            ("👍\u{1f3fd}!", "👍!"),
            ("🇩🇪🇫🇷", "DEFR"),
            ("❤\u{fe0f} 1\u{fe0f}\u{20e3}", "❤ 1"),
            ("🏴\u{e0067}\u{e0062}\u{e007f}", "🏴"),
            ("क\u{94d}\u{200d}ष", "क\u{94d}ष"),
            ("a\u{200b}b\u{1b}", "ab␛"),
        ] {
            assert_eq!(steady(text), shown, "{text:?}");
            let simple: usize = steady(text).chars().map(|c| display_width(c.encode_utf8(&mut [0; 4]))).sum();
            assert_eq!(display_width(&steady(text)), simple, "{text:?}");
        }
    }
}
