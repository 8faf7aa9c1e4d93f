//! What an identifier that was typed is at each place: who types one means it, and what has only its parts stands behind.

use super::fuse::Fused;
use super::score::{Scale, sort};
use crate::document::Kind;
use crate::library::{Library, Role, role};
use crate::search::literal::keys::defined::has_keys;
use crate::search::model::evidence::Identity;
use crate::search::model::match_class::MatchClass;
use crate::search::model::target::Target;
use crate::search::words::declaring::Declares;
use crate::search::words::expand::pieces;
use crate::search::words::question::Question;
use crate::search::words::spelling::{RunTogether, Spelling};
use crate::stdx::contains_ignoring_case;

/// Names that begin with the identifier and stand before the places that hold it, at most: it may still be typed.
const MAX_BEGUN: usize = 5;

/// Notes what the identifier is at each candidate, if that is what was typed and it stands somewhere as it was typed.
pub(super) fn note(all: &mut [Fused], question: &Question<'_>, scale: &Scale) {
    // A channel has found what defines it.
    if all.iter().any(|entry| entry.evidence.identity != Identity::Parts) {
        return;
    }
    if all.iter().any(|entry| entry.evidence.is_copied) {
        return of_copied(all);
    }
    if question.request.arity.is_some_and(|arity| of_arity(all, arity, question)) {
        return;
    }
    if let Some((declares, name)) = question.request.declared_as().filter(|_| question.options.asks_words()) {
        return of_declared(all, declares, name, question.library);
    }
    if question.request.selector().is_some() {
        return of_lines(all);
    }
    let holds = || all.iter().any(|entry| entry.evidence.has_identifier);
    let marker = question.request.marker().filter(|_| holds());
    let identifier = question.request.identifier().or(marker);
    let word = question.request.plain_word().filter(|_| identifier.is_none() && question.options.asks_words());
    if let Some(word) = word.filter(|_| holds()) {
        return of_word(all, word, question.library);
    }
    let Some(identifier) = identifier.filter(|_| question.options.asks_words()) else { return };
    let library = question.library;
    let is_called = |entry: &Fused| match entry.target {
        // Who means a file writes its ending.
        Target::File(_) => false,
        // In languages without an outline the line that declares it.
        Target::Line { file, span, .. } => {
            let begins = |text: &str| text.get(span.start as usize..).is_some_and(|rest| rest.starts_with(identifier));
            entry.evidence.literal >= 1.0 && library.peek_text(file).is_ok_and(|text| begins(&text))
        }
        target => {
            entry.evidence.class <= Some(MatchClass::Verbatim)
                && is_named(entry)
                && has_its_edges(target, identifier, library)
        }
    };
    let is_there = |entry: &Fused| entry.evidence.has_identifier || is_called(entry);
    if !all.iter().any(is_there) {
        return of_short(all, identifier, library);
    }
    sort(all, library, scale);
    let is_declaration = |entry: &Fused| match entry.target {
        // What a program declares stands before a key of data that is called so.
        Target::Line { file, .. } => !has_keys(library.file(file)),
        target => is_named(entry) && kind(target, library).is_some_and(Kind::is_symbol),
    };
    let is_declared = all.iter().any(is_called);
    let is_of_test = |entry: &Fused| role(library.file(entry.target.file())) == Some(Role::Test);
    let is_declared_outside = all.iter().any(|entry| is_called(entry) && !is_of_test(entry));
    let mut begun = 0;
    for entry in all {
        let is_begun = entry.evidence.is_begun && is_named(entry) && scale.is_own(entry, library);
        let told = match () {
            // What tests set or call so is behind what is called so elsewhere.
            () if is_called(entry) && is_declared_outside && is_of_test(entry) => Identity::Begins,
            () if is_called(entry) && is_declaration(entry) => Identity::Declares,
            // What others have written is behind what is written here.
            () if is_called(entry) && !is_foreign(entry, library) => Identity::IsTitle,
            // Where nothing is called just so, what is called so but for its capitals is meant.
            () if !is_declared
                && is_named(entry)
                && entry.evidence.class <= Some(MatchClass::Exact)
                && has_its_edges(entry.target, identifier, library) =>
            {
                Identity::Declares
            }
            () if is_begun && begun < MAX_BEGUN && begins(entry.target, identifier, library) => {
                begun += 1;
                Identity::Begins
            }
            () if entry.evidence.has_identifier && is_foreign(entry, library) => Identity::Otherwise,
            () if entry.evidence.has_identifier => Identity::Holds,
            () if is_named(entry) && entry.evidence.class <= Some(MatchClass::Prefix) => Identity::Otherwise,
            () => Identity::Parts,
        };
        entry.evidence.has_identifier |= is_called(entry);
        entry.evidence.identity = told;
    }
}

/// Notes what the identifier, which nothing has, is short for, part by part: that says all of a name, and stands before what
/// has the parts among others.
fn of_short(all: &mut [Fused], identifier: &str, library: &Library) {
    let words = pieces(identifier);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut spelling = Spelling::default();
    for entry in all {
        let Target::Node(at) = entry.target else { continue };
        let Some(outline) = library.outline(at.file).filter(|outline| at.node < outline.len()) else { continue };
        if is_named(entry) && outline.kind(at.node).is_symbol() {
            spelling.read(outline.name(at.node).as_bytes());
            spelling.mark(outline.name(at.node).as_bytes());
            if words.len() > 1 && spelling.in_short(&words) == Some(RunTogether::All) {
                // What makes a type is behind the type.
                let is_made = outline.kind(at.node) == Kind::Constructor;
                entry.evidence.identity = if is_made { Identity::Holds } else { Identity::Begins };
            }
        }
    }
}

/// Declarations that stand before the places that a call was copied from, at most.
const MAX_DECLARED: usize = 3;

/// Notes what is declared by a name that was called, and where the call stands as it was typed.
fn of_copied(all: &mut [Fused]) {
    let best = all.iter().filter(|entry| is_named(entry)).filter_map(|entry| entry.evidence.class).min();
    let best = best.filter(|best| *best <= MatchClass::Qualified);
    let mut declared = 0;
    for entry in all {
        entry.evidence.identity = match () {
            () if best.is_some() && is_named(entry) && entry.evidence.class == best && declared < MAX_DECLARED => {
                declared += 1;
                Identity::Declares
            }
            () if entry.evidence.is_copied => Identity::Holds,
            () => Identity::Parts,
        };
    }
}

/// Notes what is declared by the name that was typed, with so many parameters of types; false if nothing is.
fn of_arity(all: &mut [Fused], arity: usize, question: &Question<'_>) -> bool {
    let [term] = &question.request.terms[..] else { return false };
    let name = term.rsplit(['.', ':', '#']).next().unwrap_or(term);
    for entry in all.iter_mut() {
        let Target::Node(at) = entry.target else { continue };
        let Some(outline) = question.library.outline(at.file).filter(|outline| at.node < outline.len()) else {
            continue;
        };
        if outline.name(at.node) != name || !outline.kind(at.node).is_class() {
            continue;
        }
        let Ok(text) = question.library.peek_text(at.file) else { continue };
        let behind = text.get(outline.name_span(at.node).end as usize..).unwrap_or_default();
        let parameters = behind.strip_prefix('<').and_then(|rest| rest.split('>').next());
        if parameters.map_or(0, |all| all.matches(',').count() + 1) == arity {
            entry.evidence.identity = Identity::Declares;
        }
    }
    all.iter().any(|entry| entry.evidence.identity != Identity::Parts)
}

/// Notes what is declared as it was typed, with the word before its name: it stands before all others.
fn of_declared(all: &mut [Fused], declares: Declares, name: &str, library: &Library) {
    for entry in all {
        let Target::Node(at) = entry.target else { continue };
        let Some(outline) = library.outline(at.file).filter(|outline| at.node < outline.len()) else { continue };
        let (kind, own) = (outline.kind(at.node), outline.name(at.node));
        entry.evidence.identity = match () {
            () if !declares.may_be(kind) => continue,
            () if own == name && declares.is(kind) => Identity::Declares,
            () if own == name => Identity::IsTitle,
            () if own.eq_ignore_ascii_case(name) => Identity::Begins,
            () => continue,
        };
    }
}

/// Notes the lines that are what was typed: rules of stylesheets for a selector.
fn of_lines(all: &mut [Fused]) {
    for entry in all {
        if matches!(entry.target, Target::Line { .. }) && entry.evidence.literal >= 1.0 {
            entry.evidence.identity = Identity::Declares;
        }
    }
}

/// Notes what holds the rare word that was typed: behind the names that have it, before those that have another form of it,
/// and what is only like it.
fn of_word(all: &mut [Fused], word: &str, library: &Library) {
    let has_word = |target: Target| match target {
        Target::Node(at) => library
            .outline(at.file)
            .is_some_and(|outline| at.node < outline.len() && contains_ignoring_case(outline.name(at.node), word)),
        Target::File(file) => contains_ignoring_case(library.file(file).name(), word),
        _ => true,
    };
    for entry in all {
        entry.evidence.identity = match () {
            () if is_named(entry) && has_word(entry.target) => Identity::Begins,
            () if entry.evidence.has_identifier => Identity::Holds,
            () if is_named(entry) => Identity::Otherwise,
            () => Identity::Parts,
        };
    }
}

/// Whether the name of a candidate holds the words.
fn is_named(entry: &Fused) -> bool {
    entry.evidence.is_named()
}

fn is_foreign(entry: &Fused, library: &Library) -> bool {
    role(library.file(entry.target.file())) == Some(Role::Foreign)
}

fn kind(target: Target, library: &Library) -> Option<Kind> {
    let Target::Node(at) = target else { return None };
    library.outline(at.file).filter(|outline| at.node < outline.len()).map(|outline| outline.kind(at.node))
}

/// Whether a name has the underscores that an identifier begins and ends with: `_METHOD` is no method.
fn has_its_edges(target: Target, identifier: &str, library: &Library) -> bool {
    let Target::Node(at) = target else { return true };
    let outline = library.outline(at.file).filter(|outline| at.node < outline.len());
    let name = outline.map_or("", |outline| outline.name(at.node));
    (!identifier.starts_with('_') || name.starts_with('_')) && (!identifier.ends_with('_') || name.ends_with('_'))
}

/// Whether a name begins with the identifier, as it is written.
fn begins(target: Target, identifier: &str, library: &Library) -> bool {
    let Target::Node(at) = target else { return false };
    let outline = library.outline(at.file).filter(|outline| at.node < outline.len());
    let bare = identifier.trim_start_matches('_');
    let has_sign = |name: &str| !identifier.starts_with('_') || name.starts_with('_');
    outline.is_some_and(|outline| {
        let name = outline.name(at.node);
        has_sign(name) && name.trim_start_matches('_').starts_with(bare)
    })
}
