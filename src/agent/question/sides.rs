//! Questions that hold what documents say against what the program does: "does the manual agree with the code". What is
//! asked about is the same on both sides; the sides themselves are no words of it.

use super::parts::{is_comparing, words};

/// Words for what documents say.
const DOCUMENTS: &[&str] = &["docs", "documentation", "documented", "manual", "manuals"];

/// Words for what the program does.
const PROGRAM: &[&str] = &["code", "implementation", "implemented", "source", "sources"];

/// Words that say that both say the same, or do not.
const AGREEING: &[&str] = &["agree", "agrees", "contradict", "contradicts", "disagree", "disagrees"];

/// Words by which a document is quoted.
const SAYING: &[&str] = &["claim", "claims", "say", "says"];

/// True if a text holds both sides against each other. Documentation that is made from source code is no side.
fn are_named(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let is_both = words.contains(&"documented") && words.contains(&"implemented");
    let compares = is_both || has(AGREEING) || has(SAYING) || words.iter().any(|word| is_comparing(word));
    has(DOCUMENTS) && has(PROGRAM) && compares
}

/// True for a word of a text that only names a side, or says that the sides agree.
pub(in crate::agent) fn is_side(text: &str, word: &str) -> bool {
    let lower = word.to_lowercase();
    let is_one =
        is_comparing(&lower) || [DOCUMENTS, PROGRAM, AGREEING, SAYING].iter().any(|list| list.contains(&&*lower));
    is_one && are_named(text)
}

/// What a text that holds both sides against each other is about, in words.
pub(in crate::agent) fn matter(text: &str) -> Option<String> {
    let matter: Vec<&str> = words(text).filter(|word| !is_side(text, word)).collect();
    (are_named(text) && !matter.is_empty()).then(|| matter.join(" "))
}

/// True for a part of a text that says nothing but that the sides are compared.
pub(in crate::agent) fn only_names_sides(text: &str, part: &str) -> bool {
    are_named(text) && words(part).all(|word| is_side(text, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_are_no_matter_where_they_are_held_against_each_other() {
        for (question, about) in [
            (
                "Is yaml coloured without settings? Compare the manual with the source.",
                "yaml coloured without settings",
            ),
            ("In which order are roots searched - does the manual agree with the code?", "order roots searched"),
            ("where is the retry limit documented and where is it implemented", "retry limit"),
        ] {
            assert_eq!(matter(question).as_deref(), Some(about), "{question}");
        }
        for question in ["how is documentation made from source code", "where is the manual", "which code reads docs"] {
            assert_eq!(matter(question), None, "{question}");
        }
        let question = "Is yaml coloured? Compare the manual with the source.";
        assert!(only_names_sides(question, "Compare the manual with the source"));
        assert!(!only_names_sides(question, "Is yaml coloured"));
    }
}
