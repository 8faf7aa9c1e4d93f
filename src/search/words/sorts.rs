//! Words that say only which sort of code is asked for: "which function parses the header", "the class that holds it".

use crate::search::request::read::Request;

/// Words for sorts of code.
const SORTS: [&str; 13] = [
    "class",
    "classes",
    "code",
    "function",
    "functions",
    "macro",
    "macros",
    "method",
    "methods",
    "routine",
    "routines",
    "struct",
    "structs",
];

/// Words that are called something else together with "code" before them: no code is asked for.
const COMPOUNDS: [&str; 16] = [
    "block",
    "blocks",
    "conduct",
    "coverage",
    "fence",
    "formatting",
    "generation",
    "generator",
    "of",
    "owner",
    "owners",
    "page",
    "point",
    "review",
    "style",
    "styles",
];

/// Words that ask for one, in front of it, and that go on behind it.
const BEFORE: [&str; 2] = ["what", "which"];
const BEHIND: [&str; 2] = ["that", "which"];

/// True for the word at a place of a question that only says which sort of code it asks for.
pub fn is_sort<T: AsRef<str>>(words: &[T], at: usize) -> bool {
    let is = |at: usize, known: &[&str]| {
        words.get(at).is_some_and(|word| known.iter().any(|known| known.eq_ignore_ascii_case(word.as_ref())))
    };
    let is_asked = at == 1 && is(0, &BEFORE) && words.len() > 2;
    let begins = at == 0 || is(at - 1, &["the"]);
    let goes_on = begins && is(at + 1, &BEHIND) && words.len() > at + 2;
    let is_compound = is(at, &["code"]) && is(at + 1, &COMPOUNDS);
    is(at, &SORTS) && !is_compound && (is_asked || goes_on)
}

/// What a request means, as one text: what only says which sort of code it asks for is left out.
pub(in crate::search) fn meaning(request: &Request) -> String {
    let terms = &request.terms;
    let meant = (0..terms.len()).filter(|at| !is_sort(terms, *at)).map(|at| &terms[at]);
    let text = meant.chain(&request.phrases).chain(&request.fuzzy);
    text.map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::is_sort;

    #[test]
    fn a_sort_of_code_that_is_asked_for_is_no_word_of_what_it_does() {
        let sorts = |question: &str| -> Vec<usize> {
            let words: Vec<&str> = question.split(' ').collect();
            (0..words.len()).filter(|at| is_sort(&words, *at)).collect()
        };
        assert_eq!(sorts("which function frees a client"), [1]);
        assert_eq!(sorts("where is the code that parses it"), [3]);
        let others =
            ["what is a function", "which function", "call a function with arguments", "class that", "the code"];
        let compounds = ["which code of conduct applies", "what code style do we use", "which code owners review it"];
        for other in others.into_iter().chain(["go source code which was read"]).chain(compounds) {
            assert_eq!(sorts(other), [0; 0], "{other}");
        }
    }
}
