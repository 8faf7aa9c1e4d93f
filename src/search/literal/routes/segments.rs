//! A route as it is declared, segment by segment, and how well an address goes through it.

use regex::Regex;
use std::sync::LazyLock;

/// What stands in a route for a value: `:id`, `{id}`, `<int:id>`, `${id}`, `[id]`, `*rest`, `$id`, `%d`.
const PLACE: &str = r":[A-Za-z_]\w*[?*+]?|\$?\{[^{}]*\}|<[^<>]*>|\[[^\[\]]*\]|\*\*?\w*|\$[A-Za-z_]\w*|%[sd]";

static PLACES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(PLACE).ok());

/// What segments that are alike are worth: the same word, a place of the same name, a place for a place, a word around a
/// place, and a place for anything.
const SAME: i32 = 6;
const SAME_PLACE: i32 = 5;
const BOTH_PLACES: i32 = 4;
const AROUND: i32 = 3;
const ANY: i32 = 1;

/// Letters of a word in a route that tells it from others.
const MIN_TELLING: usize = 3;

/// Optional parts of one route, at most.
const MAX_OPTIONAL: usize = 4;

/// A segment of a route.
#[derive(Clone, Debug)]
enum Segment {
    Word(String),
    /// A place for a value, by its name.
    Place(String),
    /// Places with words around them, in small letters: `~:name`, `:id.png`.
    Around(Vec<String>),
    /// A place for all that follows.
    Rest,
}

/// One way through a route.
#[derive(Clone, Debug)]
pub(super) struct Way(Vec<Segment>);

/// How well an address goes through a route: the worth counts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    pub worth: i32,
    /// Letters of the words that both have.
    pub letters: usize,
    /// Whether a word of some length is among them.
    pub is_telling: bool,
    /// Whether the route takes whatever follows.
    pub is_open: bool,
}

/// The groups of an expression that have a name are places, too: `(?P<id>\d+)`.
static GROUPS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\(\?P?<(\w+)>[^()]*\)").ok());

/// The ways through a route as it is written: with what is optional in it, `(/page/:page)`, and without.
pub(super) fn ways(route: &str) -> Vec<Way> {
    let route = route.trim_start_matches('^').trim_end_matches('$').replace(r"\.", ".").replace(r"\/", "/");
    let route = GROUPS.as_ref().map_or(route.clone(), |groups| groups.replace_all(&route, "{$1}").into_owned());
    let mut texts = Vec::new();
    expand(&route, MAX_OPTIONAL, &mut texts);
    texts.iter().filter_map(|text| way(text)).collect()
}

fn expand(text: &str, left: usize, out: &mut Vec<String>) {
    let parts = text.find(')').and_then(|close| Some((text[..close].rfind('(')?, close)));
    let Some((open, close)) = parts.filter(|_| left > 0) else { return out.push(text.to_owned()) };
    let (before, inside, behind) = (&text[..open], &text[open + 1..close], &text[close + 1..]);
    // What else stands in brackets says what a place may be like.
    if inside.starts_with(['/', ':', '.', '*']) {
        expand(&format!("{before}{inside}{behind}"), left - 1, out);
    }
    expand(&format!("{before}{behind}"), left - 1, out);
}

fn way(text: &str) -> Option<Way> {
    let places = PLACES.as_ref()?;
    // A slash inside of a place parts nothing.
    let mut bare = String::new();
    let mut named: Vec<String> = Vec::new();
    let mut from = 0;
    for place in places.find_iter(text) {
        bare.push_str(&text[from..place.start()]);
        bare.push('\u{1}');
        named.push(place.as_str().to_owned());
        from = place.end();
    }
    bare.push_str(&text[from..]);
    let mut named = named.into_iter();
    let mut segments = Vec::new();
    for part in bare.split('/').filter(|part| !part.is_empty()) {
        let own: Vec<String> = named.by_ref().take(part.matches('\u{1}').count()).collect();
        segments.push(match own.as_slice() {
            [] => Segment::Word(part.to_lowercase()),
            [one] if part == "\u{1}" => of_place(one),
            _ => Segment::Around(part.to_lowercase().split('\u{1}').map(str::to_owned).collect()),
        });
    }
    Some(Way(segments))
}

fn of_place(place: &str) -> Segment {
    let is_rest = place.starts_with('*') || place.contains("path:") || place.contains("...") || place.starts_with("{*");
    if is_rest { Segment::Rest } else { Segment::Place(name_of(place)) }
}

/// The name of a place: `id` of `:id?`, `{id:int}`, `<int:id>`.
fn name_of(place: &str) -> String {
    let bare = place.trim_matches(|c: char| "<>{}[]()$:?*+".contains(c));
    let name = if place.starts_with('<') { bare.rsplit(':').next() } else { bare.split([':', '=']).next() };
    name.unwrap_or(bare).to_lowercase()
}

/// Whether a segment that was typed is a place itself.
pub(super) fn typed_place(segment: &str) -> Option<String> {
    let found = PLACES.as_ref()?.find(segment)?;
    (found.start() == 0 && found.end() == segment.len()).then(|| name_of(segment))
}

impl Way {
    /// Whether an address goes through, though nothing but values may be in it.
    pub(super) fn takes(&self, address: &[String]) -> bool {
        let is_rest = |segment: &Segment| matches!(segment, Segment::Rest);
        let takes = |(segment, part): (&Segment, &String)| match segment {
            Segment::Word(word) => word.eq_ignore_ascii_case(part),
            Segment::Around(words) => goes_around(words, &part.to_lowercase()),
            Segment::Place(_) | Segment::Rest => true,
        };
        (self.0.len() == address.len() || self.0.last().is_some_and(is_rest) && self.0.len() <= address.len())
            && self.0.iter().zip(address).all(takes)
    }

    /// `None` if the address does not go through.
    pub(super) fn fit(&self, address: &[String]) -> Option<Fit> {
        let mut fit = Fit { worth: 0, letters: 0, is_telling: false, is_open: false };
        let mut typed = address.iter();
        for segment in &self.0 {
            if let Segment::Rest = segment {
                typed.next()?;
                fit.is_open = true;
                return fit.of_words();
            }
            let part = typed.next()?;
            let place = typed_place(part);
            match (segment, place) {
                (Segment::Word(word), None) if word.eq_ignore_ascii_case(part) => fit.take(word, SAME),
                (Segment::Place(name), Some(typed)) if *name == typed => fit.worth += SAME_PLACE,
                (Segment::Place(_), Some(_)) => fit.worth += BOTH_PLACES,
                (Segment::Place(_), None) => fit.worth += ANY,
                (Segment::Around(words), None) if goes_around(words, &part.to_lowercase()) => {
                    fit.worth += AROUND;
                    fit.letters += words.iter().flat_map(|word| word.chars()).filter(|c| !"_-.".contains(*c)).count();
                }
                _ => return None,
            }
        }
        typed.next().is_none().then_some(fit)?.of_words()
    }
}

/// Whether a segment that was typed is these words with something between each two of them.
fn goes_around(words: &[String], typed: &str) -> bool {
    let Some((first, others)) = words.split_first() else { return false };
    let Some((last, between)) = others.split_last() else { return false };
    let Some(mut rest) = typed.strip_prefix(first.as_str()) else { return false };
    for word in between {
        let Some((at, _)) = rest.char_indices().nth(1) else { return false };
        let Some(found) = rest[at..].find(word.as_str()) else { return false };
        rest = &rest[at + found + word.len()..];
    }
    rest.len() > last.len() && rest.ends_with(last.as_str())
}

impl Fit {
    fn take(&mut self, word: &str, worth: i32) {
        self.worth += worth;
        self.letters += word.len();
        self.is_telling |= word.len() >= MIN_TELLING;
    }

    /// A route of nothing but places fits everything.
    fn of_words(self) -> Option<Fit> {
        (self.letters > 0).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(address: &str, route: &str) -> Option<i32> {
        let address: Vec<String> = address.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        ways(route).iter().filter_map(|way| way.fit(&address)).map(|fit| fit.worth).max()
    }

    #[test]
    fn addresses_go_through_routes_segment_by_segment() {
        for (address, route) in [
            ("/issues/12/quoted", "/issues/:id/quoted"),
            ("/issues/12/quoted", "issues/<int:id>/quoted/"),
            ("/issues/12/quoted", "/issues/{id}/quoted"),
            ("/issues/12/quoted", "/issues/${id}/quoted"),
            ("/issues/12", r"^issues/(?P<id>\d+)/$"),
            ("/~bob", "/~:name"),
            ("/s/abc/title", "/s/:id/(:title)"),
            ("/s/abc", "/s/:id/(:title)"),
            ("/top/1w/page/2", "/top(/:length(/page/:page))"),
            ("/top", "/top(/:length(/page/:page))"),
            ("/files/a/b/c.txt", "/files/*path"),
            ("/t/rust", "/t/[tag]"),
            ("/stories/:id", "/stories/:short_id"),
            ("/c/abc.json", "/c/:id.json"),
        ] {
            assert!(fits(address, route).is_some(), "{address} {route}");
        }
        for (address, route) in [
            ("/issues/12/quoted", "/issues/quoted"),
            ("/issues/12/quoted", "/issues/:id"),
            ("/issues/12/quoted", "/:a/:b/:c"),
            ("/issues/12", "/issue/:id"),
            ("/stories/:id", "/stories/new"),
        ] {
            assert_eq!(fits(address, route), None, "{address} {route}");
        }
        assert!(fits("/newest/page/2", "/newest/page/:page") > fits("/newest/page/2", "/newest/:user(/page/:page)"));
        assert!(fits("/s/:id", "/s/:id") > fits("/s/:id", "/s/:other"));
    }
}
