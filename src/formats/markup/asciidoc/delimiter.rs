//! Lines that begin and end blocks.

use super::attributes::BlockAttributes;

/// What a line begins that ends with an equal line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    /// `----`
    Listing,
    /// `....`
    Literal,
    /// `++++`
    Pass,
    /// Three backticks and the name of a language.
    Fenced,
    /// `////`
    Comment,
    /// `--`
    Open,
    /// `====`, `****`
    Example,
    /// `____`
    Quote,
    /// `|===`, `!===`, `,===`, `:===`, by what stands between the cells.
    Table(char),
}

impl Delimiter {
    /// Whether the lines of the block are shown as they are.
    pub(super) fn is_verbatim(self, above: &BlockAttributes<'_>) -> bool {
        match self {
            Delimiter::Listing | Delimiter::Literal | Delimiter::Pass | Delimiter::Fenced => true,
            Delimiter::Open => above.is_code(),
            _ => false,
        }
    }
}

/// The delimiter that a line is: four signs or more of one kind, or one of the short forms.
pub(super) fn delimiter(line: &str) -> Option<Delimiter> {
    if line == "--" {
        return Some(Delimiter::Open);
    }
    if let Some(info) = line.strip_prefix("```") {
        return (!info.contains('`')).then_some(Delimiter::Fenced);
    }
    let mark = line.chars().next()?;
    if let Some(rest) = line.strip_prefix(['|', '!', ',', ':']) {
        return (rest.len() >= 3 && rest.bytes().all(|byte| byte == b'=')).then_some(Delimiter::Table(mark));
    }
    if line.len() < 4 || !line.chars().all(|c| c == mark) {
        return None;
    }
    Some(match mark {
        '-' => Delimiter::Listing,
        '.' => Delimiter::Literal,
        '+' => Delimiter::Pass,
        '/' => Delimiter::Comment,
        '=' | '*' | '~' => Delimiter::Example,
        '_' => Delimiter::Quote,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_have_four_signs_or_more() {
        for (line, meant) in [
            ("----", Some(Delimiter::Listing)),
            ("--------", Some(Delimiter::Listing)),
            ("---", None),
            ("--", Some(Delimiter::Open)),
            ("....", Some(Delimiter::Literal)),
            ("++++++", Some(Delimiter::Pass)),
            ("////", Some(Delimiter::Comment)),
            ("=====", Some(Delimiter::Example)),
            ("****", Some(Delimiter::Example)),
            ("____", Some(Delimiter::Quote)),
            ("```", Some(Delimiter::Fenced)),
            ("```java", Some(Delimiter::Fenced)),
            ("````", None),
            ("```inline```", None),
            ("|===", Some(Delimiter::Table('|'))),
            ("|=======", Some(Delimiter::Table('|'))),
            ("|==", None),
            (",===", Some(Delimiter::Table(','))),
            (":====", Some(Delimiter::Table(':'))),
            ("!===", Some(Delimiter::Table('!'))),
            ("----x", None),
            ("#### ", None),
            ("", None),
        ] {
            assert_eq!(delimiter(line), meant, "{line}");
        }
    }
}
