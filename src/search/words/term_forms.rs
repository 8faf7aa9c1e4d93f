//! Words prepared to be looked for in millions of names and around them: what finds them, and the letters that names
//! must hold.

use crate::library::Letters;
use memchr::memmem::Finder;

/// Shorter words are in too many names for it to say anything, unless a part of the name starts with them.
pub(in crate::search) const LEAST_INSIDE: usize = 3;

/// A form of a word, prepared for many names.
#[derive(Debug)]
pub(in crate::search) struct Form {
    /// It, in lower case.
    pub text: String,
    pub finder: Finder<'static>,
    /// The same with hyphens: the package `web_server` lies in `web-server/`.
    dashed: Option<Finder<'static>>,
    /// The letters of a name that holds it where it counts.
    pub in_name: Letters,
    /// The letters of a name that holds it anywhere.
    pub anywhere: Letters,
}

impl Form {
    pub(in crate::search) fn of(text: &str) -> Form {
        let finder = Finder::new(text.as_bytes()).into_owned();
        let dashed = text.contains('_').then(|| Finder::new(text.replace('_', "-").as_bytes()).into_owned());
        Form { text: text.to_owned(), finder, dashed, in_name: in_name(text), anywhere: Letters::of_run(text) }
    }

    /// True if a text in lower case holds it.
    pub(in crate::search) fn is_in(&self, lower: &str) -> bool {
        let holds = |finder: &Finder<'_>| finder.find(lower.as_bytes()).is_some();
        holds(&self.finder) || self.dashed.as_ref().is_some_and(holds)
    }
}

/// A word, as written and in all the forms that count as it.
#[derive(Debug)]
pub(in crate::search) struct Word {
    pub written: String,
    pub forms: Vec<Form>,
    /// The letters of names that hold one of the forms where it counts.
    pub in_name: Vec<Letters>,
    /// The letters of names that hold one of the forms anywhere.
    pub anywhere: Vec<Letters>,
}

impl Word {
    pub(in crate::search) fn of(written: String, forms: &[String]) -> Word {
        let forms: Vec<Form> = forms.iter().map(|form| Form::of(form)).collect();
        let in_name = forms.iter().map(|form| form.in_name).collect();
        let anywhere = forms.iter().map(|form| form.anywhere).collect();
        Word { written, forms, in_name, anywhere }
    }
}

/// A name as it was written with what is around it: `Type.name`, `a::b`, `a#b`, `a->b`.
#[derive(Debug)]
pub(in crate::search) struct Qualified {
    /// The segments around it, in lower case.
    pub lead: Vec<Form>,
    /// The name itself.
    pub last: String,
    /// The letters of a name that is spelled like it.
    pub in_name: Letters,
}

/// Segments that stand for what the place is in where they are written, and are no names.
const RELATIVE: [&str; 5] = ["$this", "crate", "self", "super", "this"];

impl Qualified {
    /// Reads a term; `None` if it has one segment only.
    pub(in crate::search) fn of(term: &str) -> Option<Qualified> {
        let unified = term.replace("->", ".").replace("::", ".");
        let mut parts = unified.split(['.', '#', '\\']).filter(|part| !part.is_empty());
        let last = parts.next_back()?.to_owned();
        let lead: Vec<&str> = parts.collect();
        let in_name = Letters::of_run(&last);
        let named = lead.iter().filter(|part| !RELATIVE.contains(part)).map(|part| Form::of(&part.to_lowercase()));
        (!lead.is_empty()).then(|| Qualified { lead: named.collect(), last, in_name })
    }
}

/// The letters of a name that holds `form` where it counts.
fn in_name(form: &str) -> Letters {
    if form.len() < LEAST_INSIDE { at_start(form) } else { Letters::of_run(form) }
}

/// The letters of a name of which a part starts with `form`.
pub(in crate::search) fn at_start(form: &str) -> Letters {
    Letters::of_run(form).and(form.bytes().next().map(Letters::initial).unwrap_or_default())
}

/// The letters of a name whose parts start with these letters.
pub(in crate::search) fn initials(letters: &str) -> Letters {
    letters.bytes().map(Letters::initial).fold(Letters::of(letters), Letters::and)
}

/// Ways to look for a word around a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Look {
    /// The scope first: it matters whether the word is there.
    ScopeFirst,
    /// Wherever it is found soonest.
    Anywhere,
}

/// Places around a name where a word was found, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::search) enum Around {
    /// It is the name of what encloses the node, or of its directory.
    Named,
    /// In the names of what encloses the node.
    Scope,
    /// In the path of its file.
    Path,
}
