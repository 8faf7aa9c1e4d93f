//! Questions to the full-text index: words, phrases, exclusions as the index's own queries.

use super::fields::TextFields;
use super::phrases::Phrase;
use super::search::FullText;
use super::stems::Stems;
use super::words::{Word, is_cjk, words};
use tantivy::Term;
use tantivy::query::{BooleanQuery, BoostQuery, ConstScoreQuery, EmptyQuery, FuzzyTermQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

/// The boost of a match in a title against one in a body.
const TITLE_BOOST: f32 = 3.0;

/// The boost of an identifier as a whole against its parts.
const WHOLE_BOOST: f32 = 2.0;

/// A query of the full text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextQuery {
    /// Words; a term may hold several (`AuthService`).
    pub terms: Vec<String>,
    /// Words in this order, next to each other, as written.
    pub phrases: Vec<String>,
    /// Words up to two letters away; where a word is nowhere, the nearest.
    pub fuzzy: Vec<String>,
    /// Words or phrases that must not occur.
    pub excluded: Vec<String>,
    /// Pairs of characters at which words meet that stand next to each other in text without spaces: where words must
    /// occur, those that hold these, too, come first.
    pub joints: Vec<String>,
    /// One of the words is enough; otherwise all must occur.
    pub any: bool,
    /// The last of `terms` is still being typed: words that begin with it are meant too, if it has at least two letters.
    pub unfinished: bool,
}

pub(super) type Boxed = Box<dyn Query>;

/// A query as the index is asked.
pub(super) struct Written {
    /// The query of all that matches, but for the order of words in phrases.
    pub sure: Boxed,
    /// The query of what matches too unless its text holds one of the excluded phrases in order.
    pub suspect: Option<Boxed>,
}

/// The phrases of a query whose order only the text knows.
#[derive(Default)]
pub(super) struct Ordered {
    pub wanted: Vec<Phrase>,
    pub excluded: Vec<Phrase>,
}

impl Ordered {
    pub(super) fn of(query: &TextQuery) -> Ordered {
        let read = |phrases: &[String]| -> Vec<Phrase> {
            phrases.iter().filter_map(|phrase| Phrase::read(phrase)).filter(Phrase::has_order).collect()
        };
        Ordered { wanted: read(&query.phrases), excluded: read(&query.excluded) }
    }
}

/// Writes our query as the index's.
pub(super) struct QueryWriter<'i> {
    text: &'i FullText,
    fields: &'i TextFields,
    stems: Stems,
}

impl QueryWriter<'_> {
    pub(super) fn new(text: &FullText) -> QueryWriter<'_> {
        QueryWriter { text, fields: &text.index().fields, stems: Stems::new() }
    }

    /// `None` if nothing is looked for.
    pub(super) fn whole(&mut self, query: &TextQuery) -> Option<Written> {
        let mut clauses = self.wanted(query);
        if clauses.is_empty() {
            return None;
        }
        let (mut orders, mut words) = (Vec::new(), Vec::new());
        for phrase in query.excluded.iter().filter_map(|phrase| Phrase::read(phrase)) {
            let list = if phrase.has_order() { &mut orders } else { &mut words };
            list.push(self.phrase(&phrase));
        }
        clauses.extend(words.into_iter().map(|word| (Occur::MustNot, word)));
        let suspect = (!orders.is_empty()).then(|| {
            let any: Vec<Boxed> = orders.iter().map(|phrase| phrase.box_clone()).collect();
            let mut clauses: Vec<(Occur, Boxed)> = clauses.iter().map(|(o, query)| (*o, query.box_clone())).collect();
            // That it may hold what is not wanted makes it no better.
            clauses.push((Occur::Must, Box::new(BoostQuery::new(Box::new(BooleanQuery::union(any)), 0.0))));
            Box::new(BooleanQuery::new(clauses)) as Boxed
        });
        clauses.extend(orders.into_iter().map(|phrase| (Occur::MustNot, phrase)));
        Some(Written { sure: Box::new(BooleanQuery::new(clauses)), suspect })
    }

    fn wanted(&mut self, query: &TextQuery) -> Vec<(Occur, Boxed)> {
        let all_words: Vec<Word> = query.terms.iter().flat_map(|term| words(term)).collect();
        let occur = if query.any { Occur::Should } else { Occur::Must };
        let mut clauses: Vec<(Occur, Boxed)> = Vec::new();
        for (number, word) in all_words.iter().enumerate() {
            // The single character that ends a run of CJK pairs is part of the pair before it.
            let ends_run = number > 0 && all_words[number - 1].cjk && word.cjk && word.whole.chars().count() == 1;
            if ends_run {
                continue;
            }
            let is_typed = query.unfinished && number + 1 == all_words.len();
            clauses.push((occur, if is_typed { self.beginning(word) } else { self.word(word) }));
        }
        if !query.any {
            clauses.extend(query.joints.iter().map(|pair| (Occur::Should, self.term(pair, pair))));
        }
        clauses.extend(query.fuzzy.iter().flat_map(|term| words(term)).map(|word| (occur, self.fuzzy(&word.whole))));
        let phrases = query.phrases.iter().filter_map(|phrase| Phrase::read(phrase));
        clauses.extend(phrases.map(|phrase| (Occur::Must, self.phrase(&phrase))));
        clauses
    }

    /// One of the fields holds it.
    fn somewhere(&self, write: impl Fn(Field, bool) -> Boxed) -> Boxed {
        let TextFields { title, context, prose, code, .. } = *self.fields;
        let fields = [(title, true, TITLE_BOOST), (context, false, 1.0), (prose, true, 1.0), (code, false, 1.0)];
        let clauses = fields.into_iter().map(|(field, stemmed, boost)| {
            let query = write(field, stemmed);
            if boost == 1.0 { query } else { Box::new(BoostQuery::new(query, boost)) as Boxed }
        });
        Box::new(BooleanQuery::union(clauses.collect()))
    }

    fn term(&self, token: &str, stem: &str) -> Boxed {
        self.somewhere(|field, stemmed| term(field, if stemmed { stem } else { token }))
    }

    fn token(&mut self, token: &str) -> Boxed {
        let stem = self.stems.stem(token).to_owned();
        if self.is_known(token, &stem) {
            return self.term(token, &stem);
        }
        // Nothing holds this word: it is still being typed.
        self.prefix(token)
    }

    fn prefix(&self, token: &str) -> Boxed {
        self.somewhere(|field, _| {
            Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(field, token), 0, true)) as Boxed
        })
    }

    /// The word, or those that begin with it: it may be a word by itself before it is typed to its end.
    fn beginning(&mut self, word: &Word) -> Boxed {
        let itself = self.word(word);
        // With one letter begins too much of all that there is.
        match word.cjk || word.whole.chars().count() < 2 {
            true => itself,
            false => Box::new(BooleanQuery::union(vec![itself, self.prefix(&word.whole)])),
        }
    }

    fn is_known(&self, token: &str, stem: &str) -> bool {
        let TextFields { title, context, prose, code, .. } = *self.fields;
        if token.chars().count() == 1 && token.chars().all(is_cjk) {
            return false;
        }
        [(title, stem), (context, token), (prose, stem), (code, token)]
            .into_iter()
            .any(|(field, text)| self.text.holders(&Term::from_field_text(field, text)) > 0)
    }

    /// The word, or all of its parts: `AuthService` finds `auth_service` too.
    fn word(&mut self, word: &Word) -> Boxed {
        if word.parts.is_empty() {
            return self.token(&word.whole);
        }
        let parts: Vec<Boxed> = word.parts.iter().filter(|part| part.len() > 1).map(|part| self.token(part)).collect();
        let whole = Box::new(BoostQuery::new(self.token(&word.whole), WHOLE_BOOST));
        if parts.is_empty() {
            return whole;
        }
        Box::new(BooleanQuery::union(vec![whole, Box::new(BooleanQuery::intersection(parts))]))
    }

    fn fuzzy(&mut self, token: &str) -> Boxed {
        let near = self.text.nearby(token);
        self.somewhere(|field, _| {
            let terms = near.iter().filter(|term| term.field() == field);
            let any = terms.map(|near| Box::new(TermQuery::new(near.clone(), IndexRecordOption::Basic)) as Boxed);
            // None of them is better for being rare.
            Box::new(ConstScoreQuery::new(Box::new(BooleanQuery::union(any.collect())), 1.0)) as Boxed
        })
    }

    /// All words of a phrase, as written: no stems. A single word may stand anywhere, several stand in the
    /// text itself, which is where their order is looked at.
    fn phrase(&mut self, phrase: &Phrase) -> Boxed {
        let TextFields { prose, code, .. } = *self.fields;
        match phrase.words() {
            [] => Box::new(EmptyQuery),
            [word] if word.cjk && word.whole.chars().count() == 1 => self.token(&word.whole),
            [word] => self.term(&word.whole, &word.whole),
            words => {
                let one = |word: &Word| {
                    let fields = [prose, code].map(|field| term(field, &word.whole));
                    Box::new(BooleanQuery::union(fields.into())) as Boxed
                };
                Box::new(BooleanQuery::intersection(words.iter().map(one).collect()))
            }
        }
    }
}

fn term(field: Field, text: &str) -> Boxed {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs))
}
