//! Fields of Word texts: what a `HYPERLINK` or a reference leads to. The text that a field shows is text of the document, its code is not.

/// Bytes of a code that are read.
const MAX_CODE: usize = 4 << 10;

/// Fields in fields that are told apart.
const MAX_DEPTH: usize = 64;

/// A field that is open.
#[derive(Debug, Default)]
struct Field {
    code: String,
    is_link: bool,
}

/// The fields that are open.
#[derive(Debug, Default)]
pub(in crate::formats::binary::office) struct Fields {
    open: Vec<Field>,
    deeper: usize,
}

impl Fields {
    /// Begins a field, before its code.
    pub(in crate::formats::binary::office) fn begin(&mut self) {
        if self.open.len() < MAX_DEPTH {
            self.open.push(Field::default());
        } else {
            self.deeper += 1;
        }
    }

    /// Adds to the code of the innermost one.
    pub(in crate::formats::binary::office) fn code(&mut self, text: &str) {
        if let Some(field) = self.open.last_mut().filter(|_| self.deeper == 0) {
            field.code.push_str(&text[..text.floor_char_boundary(MAX_CODE.saturating_sub(field.code.len()))]);
        }
    }

    /// Ends the code; gives the address of a link, whose text follows.
    pub(in crate::formats::binary::office) fn separate(&mut self) -> Option<String> {
        let field = self.open.last_mut().filter(|field| self.deeper == 0 && !field.is_link)?;
        let address = address(&field.code)?;
        field.is_link = true;
        Some(address)
    }

    /// Ends a field; true if it was a link.
    pub(in crate::formats::binary::office) fn end(&mut self) -> bool {
        if self.deeper > 0 {
            self.deeper -= 1;
            return false;
        }
        self.open.pop().is_some_and(|field| field.is_link)
    }
}

/// The address of `HYPERLINK "https://…" \l "place" \o "a tip"`, or of `REF place \h`.
fn address(code: &str) -> Option<String> {
    let mut words = words(code).into_iter();
    let field = words.next()?;
    if field.eq_ignore_ascii_case("REF") {
        let place = words.next()?;
        return words.any(|word| word == "\\h").then(|| format!("#{place}"));
    }
    if !field.eq_ignore_ascii_case("HYPERLINK") {
        return None;
    }
    let (mut address, mut place) = (String::new(), None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "\\l" => place = words.next(),
            // A tip, a frame.
            "\\o" | "\\t" => drop(words.next()),
            word if word.starts_with('\\') => {}
            word if address.is_empty() => address = word.to_owned(),
            _ => {}
        }
    }
    let told = place.map_or_else(|| address.clone(), |place| format!("{address}#{place}"));
    (!told.is_empty()).then_some(told)
}

/// The words of a code; those in quotes hold spaces, and a backslash there stands before what it keeps.
fn words(code: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let mut word = String::new();
        let mut end = rest.len();
        if first == '"' {
            let mut is_kept = false;
            for (at, c) in rest.char_indices().skip(1) {
                match c {
                    '\\' if !is_kept => is_kept = true,
                    '"' if !is_kept => {
                        end = at + 1;
                        break;
                    }
                    c => {
                        word.push(c);
                        is_kept = false;
                    }
                }
            }
        } else {
            end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            word.push_str(&rest[..end]);
        }
        words.push(word);
        rest = rest[end..].trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_an_address_and_a_place_in_it() {
        assert_eq!(address(r#" HYPERLINK "https://a.org/x y" \o "a \"tip\"" "#).as_deref(), Some("https://a.org/x y"));
        assert_eq!(address(r#"hyperlink \l "_Toc1" \h"#).as_deref(), Some("#_Toc1"));
        assert_eq!(address(r#"HYPERLINK "C:\\dir\\a.docx" \l part"#).as_deref(), Some(r"C:\dir\a.docx#part"));
        assert_eq!(address("PAGEREF _Toc1 \\h"), None);
        assert_eq!(address("REF _Ref7 \\r \\h").as_deref(), Some("#_Ref7"));
        assert_eq!(address("REF total"), None);
        assert_eq!(address("HYPERLINK \""), None);
    }
}
