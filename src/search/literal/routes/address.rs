//! What was typed as an address: a path, with a server before it, or the line of a request.

use crate::search::request::read::Request;
use regex::Regex;
use std::sync::LazyLock;

/// The path of a request, and how it is asked for, where that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Address {
    /// In small letters.
    pub method: Option<String>,
    pub segments: Vec<String>,
}

/// A path, the address of a page, and what logs and programs say of a request.
static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"^(?:Started )?(?:"?(?P<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)"?[ ]+)?"?(?:[a-z][a-z+]*://[^/\s"]+)?"#,
        r#"(?P<path>/[^\s"?#]*)(?:[?#][^\s"]*)?"?(?: HTTP/[\d.]+"?| for [\d.:a-f]+ at .*)?$"#
    ))
    .ok()
});

/// The ways to ask, where one of them stands before a path.
const MAX_SEGMENTS: usize = 12;

impl Request {
    /// The address that is all that was typed.
    pub(in crate::search) fn address(&self) -> Option<Address> {
        if !self.fuzzy.is_empty() || self.typed.len() > 8 && self.pasted.is_none() {
            return None;
        }
        let typed = self.typed.join(" ");
        let text = self.pasted.as_deref().unwrap_or(&typed).trim();
        let found = FORM.as_ref()?.captures(text)?;
        let segments: Vec<String> =
            found["path"].split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let is_part =
            |part: &String| part.chars().all(|c| c.is_alphanumeric() || "_-.~@:%+*{}<>[]$()!,=&;'".contains(c));
        let is_telling = segments.iter().any(|part| part.chars().any(char::is_alphanumeric));
        // Comments of C, and the ends of tags.
        let is_path =
            !found["path"].starts_with("//") && !found["path"].contains("/*") && segments.len() <= MAX_SEGMENTS;
        let method = found.name("method").map(|method| method.as_str().to_lowercase());
        (is_path && is_telling && segments.iter().all(is_part)).then_some(Address { method, segments })
    }
}

#[cfg(test)]
mod tests {
    use crate::search::request::read::read;

    #[test]
    fn addresses_are_read_with_and_without_a_server() {
        for (typed, path, method) in [
            ("/u/jcs", "u/jcs", None),
            ("https://example.org/s/abc123/some_title?x=1#top", "s/abc123/some_title", None),
            ("GET /newest/page/2", "newest/page/2", Some("get")),
            ("GET \"/newest/page/2\"", "newest/page/2", Some("get")),
            ("POST /items HTTP/1.1", "items", Some("post")),
            ("/stories/:id", "stories/:id", None),
        ] {
            let address = read(typed).address().expect(typed);
            assert_eq!((address.segments.join("/").as_str(), address.method.as_deref()), (path, method), "{typed}");
        }
        for typed in ["issues/12", "/", "// text", "/a b/12", "/* x */", "word", "--x /y"] {
            assert!(read(typed).address().is_none(), "{typed}");
        }
    }
}
