//! Search words, read: words, phrases, exclusions, facets. Reading never fails.

use crate::document::Kind;
use crate::search::pasted;
use crate::stdx::Moment;

/// Among words: capitals are others than small letters.
pub const EXACT_CASE: &str = "case:exact";

/// How words say that capitals count nowhere, in quotes and in expressions neither.
pub const ANY_CASE: &str = "case:any";

/// Among words: only whole words count.
pub const WHOLE_WORDS: &str = "word:whole";

/// Filters on files and nodes. Of several values of one facet any is enough; different facets all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// Parts of paths, or globs.
    pub path: Vec<String>,
    /// Extensions, without the dot.
    pub ext: Vec<String>,
    /// Languages or formats, by id, label or extension.
    pub lang: Vec<String>,
    /// Kinds of nodes.
    pub kind: Vec<Kind>,
    /// Parts of repository names or paths.
    pub repo: Vec<String>,
    /// Files changed at that time or later.
    pub after: Option<Moment>,
    /// Files changed before that time.
    pub before: Option<Moment>,
}

impl Facets {
    /// True if nothing is restricted.
    pub fn is_empty(&self) -> bool {
        *self == Facets::default()
    }

    /// The filters as they are typed.
    pub fn told(&self) -> Vec<String> {
        let words = [("path", &self.path), ("ext", &self.ext), ("lang", &self.lang), ("repo", &self.repo)];
        let words = words.into_iter().flat_map(|(name, all)| all.iter().map(move |value| format!("{name}:{value}")));
        let kinds = self.kind.iter().map(|kind| format!("kind:{}", kind.id()));
        let moments = [("after", &self.after), ("before", &self.before)].into_iter();
        let moments = moments.filter_map(|(name, moment)| moment.as_ref().map(|moment| format!("{name}:{moment}")));
        words.chain(kinds).chain(moments).collect()
    }
}

/// A search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Words.
    pub terms: Vec<String>,
    /// Words in this order, next to each other.
    pub phrases: Vec<String>,
    /// Words, phrases and exclusions in the order in which they were typed, with their signs.
    pub typed: Vec<String>,
    /// All that was pasted, where the words are what a line of a log, a trace or a run of tests says.
    pub pasted: Option<String>,
    /// Words that may be spelled differently.
    pub fuzzy: Vec<String>,
    /// Words and phrases that must not occur.
    pub excluded: Vec<String>,
    /// True if capitals are others than small letters (`case:exact`).
    pub exact_case: bool,
    /// True if capitals are small letters everywhere, in phrases too (`case:any`).
    pub any_case: bool,
    /// True if only whole words count (`word:whole`).
    pub whole_words: bool,
    /// Filters that a hit passes.
    pub facets: Facets,
    /// Filters that no hit passes (`-path:vendor/`).
    pub without: Facets,
    /// The same read as nothing but words, where exclusions or filters in it may be words of a message:
    /// `cannot be used with -m`. It counts where some place says so.
    pub as_text: Option<Box<Request>>,
    /// The same read as the name of what is called in it, `Pool.get` of `Pool<T>.get(key)`. It counts where something is
    /// declared so.
    pub as_name: Option<Box<Request>>,
    /// What was typed, where it is read as a name, and some place has all of it as it was typed.
    pub as_copied: Option<Box<Request>>,
    /// How many parameters of types what is named has, where that was written.
    pub arity: Option<usize>,
}

impl Request {
    /// The words, phrases and fuzzy words as one text.
    pub(in crate::search) fn text(&self) -> String {
        let text = self.terms.iter().chain(&self.phrases).chain(&self.fuzzy);
        text.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// True if nothing is looked for, but everything is listed that passes the filters.
    pub fn lists(&self) -> bool {
        self.is_empty() && self.excluded.is_empty() && (!self.facets.is_empty() || !self.without.is_empty())
    }

    /// True if no word is looked for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.phrases.is_empty() && self.fuzzy.is_empty()
    }
}

/// Lines of a pasted text that may stand in a file as they are, however much like a log or a session they look.
const MAX_LINES_OF_TEXT: usize = 4;

/// Reads search words. Quotes that do not balance and facets that do not exist are words like any other. A line that a
/// program has written is read as what it says: nothing in it is syntax.
pub fn read(words: &str) -> Request {
    let name = Request::of_runtime(words).or_else(|| Some((Request::of_call(words)?, None)));
    let as_name = name.map(|(name, arity)| {
        let mut request = Request { arity, ..Request::default() };
        take_words(&mut request, &name);
        Box::new(request)
    });
    Request { as_name, ..read_all(words) }
}

fn read_all(words: &str) -> Request {
    if let Some(said) = pasted::words(words) {
        let mut request = Request { pasted: Some(words.to_owned()), ..Request::default() };
        take_words(&mut request, &said);
        // What is left out of it may be of the text: `request failed status=404`.
        let mut whole = Request::default();
        take_words(&mut whole, words);
        let is_short = words.trim().lines().nth(MAX_LINES_OF_TEXT).is_none();
        request.as_text = Some(Box::new(whole)).filter(|whole| is_short && whole.typed != request.typed);
        return request;
    }
    let pieces: Vec<(&str, Sort)> = pieces(words).into_iter().map(|piece| (piece, sort(piece))).collect();
    let last_word = pieces.iter().rposition(|(_, sort)| *sort == Sort::Word);
    let mut request = Request::default();
    for (at, (piece, sort)) in pieces.iter().enumerate() {
        match sort {
            // What is left out stands behind the words: `-a and -d cannot be used together` leaves out nothing.
            Sort::Exclusion if Some(at) < last_word => take_words(&mut request, piece),
            _ => take(&mut request, piece),
        }
    }
    request.as_text = as_text(&pieces).map(Box::new);
    // From nothing nothing is left out: `-Xmx` alone is looked for.
    let only_excludes = pieces.iter().all(|(_, sort)| *sort == Sort::Exclusion) && !pieces.is_empty();
    if only_excludes {
        request = Request::default();
        pieces.iter().for_each(|(piece, _)| take_words(&mut request, piece));
    }
    let is_alone = request.terms.len() == 1 && request.phrases.is_empty() && request.fuzzy.is_empty();
    if is_alone && is_to_the_letter(&request.terms[0]) {
        request.phrases.append(&mut request.terms);
    }
    request
}

/// True if a term that stands alone is no word, but signs, digits among signs, or an end of a word with its sign:
/// `!=`, `~0`, `->flags`, `.unwrap(`.
fn is_to_the_letter(term: &str) -> bool {
    let has_sign = term.chars().any(|c| !c.is_alphanumeric()) && term.chars().count() > 1;
    // What stands in brackets is a place, a word, or who speaks.
    let starts = |text: &str| text.starts_with(['-', '.', '>', '=', '!', '&', '|', '*', '+', ':', '?']);
    let of_program = term.contains(['>', '(', ')', '=', '{', '}', '[', ']', ';', '<']);
    let is_word = term.chars().any(char::is_alphabetic);
    // `--colour=never` is an option with its value.
    if term.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic)) {
        return false;
    }
    has_sign && (!is_word || starts(term) && of_program)
}

/// What a piece is by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Word,
    Quoted,
    /// A word with a minus, which may also be an option that a message names.
    Exclusion,
    /// What is in quotes behind a minus, which is nothing else.
    QuotedExclusion,
    /// A facet, a switch, a word that may be spelled differently.
    Filter,
}

fn sort(piece: &str) -> Sort {
    let mut alone = Request::default();
    take(&mut alone, piece);
    match (alone.terms.is_empty(), alone.phrases.is_empty(), alone.excluded.is_empty()) {
        (false, ..) => Sort::Word,
        (_, false, _) => Sort::Quoted,
        (_, _, false) if piece.strip_prefix('-').and_then(unquoted).is_some() => Sort::QuotedExclusion,
        (_, _, false) => Sort::Exclusion,
        _ => Sort::Filter,
    }
}

/// The pieces read as words, but for the filters behind all of them; `None` where nothing among them is read otherwise.
fn as_text(pieces: &[(&str, Sort)]) -> Option<Request> {
    let first_word = pieces.iter().position(|(_, sort)| *sort == Sort::Word)?;
    let last_word = pieces.iter().rposition(|(_, sort)| *sort == Sort::Word)?;
    let end = pieces.iter().rposition(|(_, sort)| !matches!(sort, Sort::Filter | Sort::QuotedExclusion))? + 1;
    let (text, filters) = pieces.split_at(end);
    let is_read_otherwise = |(at, (_, sort)): (usize, &(&str, Sort))| match sort {
        Sort::Exclusion => at > last_word,
        Sort::Filter => (first_word..last_word).contains(&at),
        _ => false,
    };
    let is_plain = !text.iter().any(|(_, sort)| *sort == Sort::QuotedExclusion);
    if !is_plain || !text.iter().enumerate().any(is_read_otherwise) {
        return None;
    }
    let mut request = Request::default();
    text.iter().for_each(|(piece, _)| take_words(&mut request, piece));
    filters.iter().for_each(|(piece, _)| take(&mut request, piece));
    Some(request)
}

fn take_words(request: &mut Request, piece: &str) {
    for word in piece.split_whitespace() {
        request.typed.push(word.to_owned());
        request.terms.push(word.to_owned());
    }
}

/// Words, filters, and what is in quotes, each whole.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let (piece, after) = next_piece(rest);
        pieces.push(piece);
        rest = after.trim_start();
    }
    pieces
}

/// The next piece: up to white space outside of balanced quotes.
pub(super) fn next_piece(text: &str) -> (&str, &str) {
    let mut quoted_until = 0;
    for (at, character) in text.char_indices() {
        if at < quoted_until {
            continue;
        }
        if character.is_whitespace() {
            return text.split_at(at);
        }
        // A quote opens at the start of a word (after `-` or a facet's colon), never inside of one: `don"t`.
        let opens = at == 0 || text[..at].ends_with(['-', ':']);
        if let Some(close) = closing(character).filter(|_| opens)
            && let Some(length) = text[at + character.len_utf8()..].find(close)
        {
            quoted_until = at + character.len_utf8() + length + close.len_utf8();
        }
    }
    (text, "")
}

fn closing(open: char) -> Option<char> {
    match open {
        '"' => Some('"'),
        '“' => Some('”'),
        '「' => Some('」'),
        _ => None,
    }
}

/// The text between quotes; `None` if it is not quoted.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    let open = text.chars().next()?;
    text.strip_prefix(open)?.strip_suffix(closing(open)?)
}

fn take(request: &mut Request, piece: &str) {
    let (negative, body) = match piece.strip_prefix('-') {
        // `->flags` and `-=` are text of a program, `-l` is an option: nearly everything has the letter.
        Some(body) if body.chars().nth(1).is_some() && !body.starts_with(['-', '>', '=']) => (true, body),
        _ => (false, piece),
    };
    if let Some(phrase) = unquoted(body) {
        let phrase = phrase.trim();
        if !phrase.is_empty() {
            request.typed.push(piece.to_owned());
            let list = if negative { &mut request.excluded } else { &mut request.phrases };
            list.push(phrase.to_owned());
        }
        return;
    }
    match body.to_ascii_lowercase().as_str() {
        // What is said last counts.
        EXACT_CASE if !negative => return (request.exact_case, request.any_case) = (true, false),
        ANY_CASE if !negative => return (request.exact_case, request.any_case) = (false, true),
        WHOLE_WORDS if !negative => return request.whole_words = true,
        _ => {}
    }
    let facets = if negative { &mut request.without } else { &mut request.facets };
    if let Some((name, value)) = body.split_once(':')
        && take_facet(facets, name, unquoted(value).unwrap_or(value))
    {
        return;
    }
    if negative {
        request.typed.push(piece.to_owned());
        request.excluded.push(body.to_owned());
    } else if let Some(word) =
        body.strip_prefix('~').filter(|word| word.is_empty() || word.starts_with(char::is_alphabetic))
    {
        let word = word.trim_end_matches('~');
        if !word.is_empty() {
            request.fuzzy.push(word.to_owned());
        }
    } else {
        request.typed.push(piece.to_owned());
        request.terms.push(piece.to_owned());
    }
}

/// Takes a facet; false if there is none of this name or its value means nothing.
fn take_facet(facets: &mut Facets, name: &str, value: &str) -> bool {
    // `Path::new` is a name of a program.
    if value.is_empty() || value.starts_with(':') {
        return false;
    }
    match name.to_ascii_lowercase().as_str() {
        "path" => facets.path.push(value.to_lowercase()),
        "ext" | "filetype" | "extension" => facets.ext.push(value.trim_start_matches('.').to_lowercase()),
        "lang" | "language" => facets.lang.push(value.to_lowercase()),
        "repo" => facets.repo.push(value.to_lowercase()),
        "modified" | "after" | "since" | "before" => match Moment::read(value) {
            Some(moment) if name.eq_ignore_ascii_case("before") => facets.before = Some(moment),
            Some(moment) => facets.after = Some(moment),
            None => return false,
        },
        "kind" => match Kind::parse(value) {
            Some(kind) => facets.kind.push(kind),
            None => return false,
        },
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn every_part_is_read() {
        let request =
            read(r#"auth "exact  phrase" -test -"not this" ~tokn~ ext:RS filetype:.md path:src/ kind:method"#);
        assert_eq!(request.terms, ["auth"]);
        assert_eq!(request.phrases, ["exact  phrase"]);
        assert_eq!(request.excluded, ["test", "not this"]);
        assert_eq!(request.fuzzy, ["tokn"]);
        assert_eq!(request.facets.ext, ["rs", "md"]);
        assert_eq!(request.facets.path, ["src/"]);
        assert_eq!(request.facets.kind, [Kind::Method]);
        let request = read(r#"path:"my docs" -lang:go repo:X"#);
        assert_eq!((request.facets.path, request.without.lang), (list(&["my docs"]), list(&["go"])));
        assert_eq!(request.facets.repo, ["x"]);
    }

    #[test]
    fn options_that_a_message_names_are_its_words() {
        let request = read("-a and -d cannot be used together");
        assert_eq!((request.terms.len(), request.excluded.len(), request.as_text), (7, 0, None));
        let request = read("cannot be used with -m -r ext:go");
        assert_eq!(request.terms, ["cannot", "be", "used", "with", "-m", "-r"]);
        assert_eq!((request.excluded.len(), &request.facets.ext, request.as_text), (0, &list(&["go"]), None));
        let request = read("cannot be used with -march -rec ext:go");
        assert_eq!(
            (request.terms.len(), &request.excluded, &request.facets.ext),
            (4, &list(&["march", "rec"]), &list(&["go"]))
        );
        let text = request.as_text.expect("another reading");
        assert_eq!(text.terms, ["cannot", "be", "used", "with", "-march", "-rec"]);
        assert_eq!((text.excluded.len(), text.facets.ext), (0, list(&["go"])));
        let text = read("expected ext:rs but got nothing").as_text.expect("another reading");
        assert_eq!((text.terms[1].as_str(), text.facets.is_empty()), ("ext:rs", true));
        for plain in ["ext:rs token", "token ext:rs", "token -\"rate\" -path:a", "\"a b\" token", "token -\"a\" -b"] {
            assert_eq!(read(plain).as_text, None, "{plain}");
        }
    }

    #[test]
    fn what_is_no_syntax_is_text() {
        let terms = |words: &str| read(words).terms;
        let letter = read("Token case:exact word:Whole case:other");
        assert_eq!((letter.exact_case, letter.whole_words), (true, true));
        assert_eq!(letter.terms, ["Token", "case:other"], "what means nothing is a word");
        assert_eq!(terms(r#""open phrase"#), ["\"open", "phrase"]);
        assert_eq!(terms("foo:bar kind:nothing ext:"), ["foo:bar", "kind:nothing", "ext:"]);
        assert_eq!(terms("- -- a-b don\"t do\"it std::io"), ["-", "--", "a-b", "don\"t", "do\"it", "std::io"]);
        assert_eq!(terms("用户 认证"), ["用户", "认证"]);
        assert_eq!(read("“全文 检索”").phrases, ["全文 检索"]);
        assert!(read("   ").is_empty() && read("~").is_empty());
    }
}
