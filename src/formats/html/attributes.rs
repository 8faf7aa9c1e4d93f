//! Attributes: ids, languages of code, parts of a page that are not its content.

use crate::formats::draft::blocks::language_of_info;
use html5ever::tokenizer::Tag;

/// The value of an attribute, if it is there and not empty.
pub(super) fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|a| &*a.value).filter(|v| !v.is_empty())
}

fn classes(tag: &Tag) -> impl Iterator<Item = &str> {
    attribute(tag, "class").unwrap_or("").split_ascii_whitespace()
}

/// True if the tag has this class.
pub(super) fn has_class(tag: &Tag, wanted: &str) -> bool {
    classes(tag).any(|class| class == wanted)
}

/// The language that a class of a `pre`, a `code` or the `div` around them names: `language-x`, `lang-x`,
/// `highlight-source-x`, `highlight-x`, `brush: x`, `sourceCode x`.
pub(super) fn language(tag: &Tag) -> Option<String> {
    if let Some(named) = attribute(tag, "data-lang").or_else(|| attribute(tag, "data-language")) {
        return Some(language_of_info(named)).filter(|language| !language.is_empty());
    }
    let all: Vec<&str> = classes(tag).collect();
    for (number, class) in all.iter().enumerate() {
        let prefixes = ["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:", "src-"];
        if let Some(rest) = prefixes.iter().find_map(|prefix| class.strip_prefix(prefix)) {
            let rest = if rest.is_empty() { all.get(number + 1).copied().unwrap_or("") } else { rest };
            return match rest.trim_end_matches(';') {
                "" | "default" | "none" | "console-output" | "line-numbers" => None,
                "python3" | "py3" | "ipython3" => Some("python".into()),
                rest => Some(language_of_info(rest)),
            };
        }
        let is_own = ["sourceCode", "rust", "programlisting", "code"].contains(class);
        if is_own && *class == "rust" {
            return Some("rust".into());
        }
        if is_own && *class == "sourceCode" {
            return all.get(number + 1).map(|language| language_of_info(language));
        }
    }
    None
}

/// The attribute by which a document that was rewritten as HTML says that a table is one, whatever is in it.
pub(in crate::formats) const CERTAIN_TABLE: &str = "data-docql-table";

/// The attribute by which such a document says what stands before an item of a list.
pub(in crate::formats) const ITEM_MARK: &str = "data-docql-mark";

/// The attribute by which such a document says that a page of it begins, and which.
pub(in crate::formats) const PAGE_NUMBER: &str = "data-docql-page";

/// The attribute by which such a document says that an element is a note, and what that is called.
pub(in crate::formats) const NOTE: &str = "data-docql-note";

/// The attribute by which such a document says what a cell holds where that is not what it shows: the number behind it.
pub(in crate::formats) const CELL_VALUE: &str = "data-docql-value";

/// The attribute by which such a document says where the first cell of a row stands in its sheet.
pub(in crate::formats) const ROW_PLACE: &str = "data-docql-place";

/// Classes of what stands around a text: numbers of lines, side bars; and of wikis, what they say about a page.
const CHROME: &[&str] = &[
    "linenos",
    "linenodiv",
    "lineno",
    "src-line-numbers",
    "sphinxsidebar",
    "breadcrumb-section",
    "page-metadata",
    "toc-macro",
];

/// The address behind one that only counts who follows it.
pub(super) fn direct(url: &str) -> String {
    let counted = url
        .strip_prefix("https://www.google.com/url?")
        .and_then(|rest| rest.split('&').find_map(|part| part.strip_prefix("q=")));
    counted.map_or_else(|| url.to_owned(), unquoted)
}

/// Text in which characters are written as `%20`.
pub(in crate::formats) fn unquoted(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let pair = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                out.push(byte);
                rest = &after[2..];
            }
            None => {
                out.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// True if what the tag holds is for finding one's way or for machines, not for reading.
pub(super) fn is_skipped(tag: &Tag) -> bool {
    let name: &str = &tag.name;
    let by_name = matches!(
        name,
        "head"
            | "nav"
            | "dialog"
            | "search"
            | "script"
            | "style"
            | "noscript"
            | "template"
            | "svg"
            | "select"
            | "button"
            | "iframe"
            | "object"
            | "canvas"
            | "audio"
            | "video"
            | "textarea"
            | "datalist"
            | "map"
    );
    let container = matches!(
        name,
        "div" | "ul" | "ol" | "aside" | "header" | "footer" | "section" | "table" | "td" | "pre" | "span" | "form"
    );
    let by_role = container
        && (attribute(tag, "role").is_some_and(|role| {
            matches!(role, "navigation" | "search" | "dialog" | "alertdialog" | "banner" | "contentinfo")
        }) || classes(tag).any(|class| CHROME.contains(&class))
            || attribute(tag, "id") == Some("breadcrumb-section"));
    by_name || by_role
}

/// True if the text of a link is only a sign that links a heading to itself.
pub(super) fn is_permalink(text: &str) -> bool {
    matches!(text.trim(), "¶" | "#" | "§" | "🔗" | "\u{f0c1}" | "permalink" | "Permalink")
}
