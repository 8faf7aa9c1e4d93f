//! What people say around a question: how it begins that asks to be told, and how it ends that is polite.

/// Beginnings that say nothing of the matter, in lower case.
const OPENINGS: &[&str] = &[
    "please",
    "hi",
    "hello",
    "hey",
    "can you",
    "could you",
    "would you",
    "will you",
    "i want to know",
    "i would like to know",
    "i'd like to know",
    "i need to know",
    "i want to understand",
    "i would like to understand",
    "i'd like to understand",
    "i am trying to understand",
    "i'm trying to understand",
    "do you know",
    "explain to me",
    "explain",
    "describe to me",
    "describe",
    "tell me about",
    "tell me",
    "walk me through",
    "talk me through",
    "give me an overview of",
    "give me an overview on",
    "give me a summary of",
    "give an overview of",
    "give a summary of",
    "an overview of",
    "overview of",
    "help me understand",
    "help me to understand",
    "teach me",
    "show me how",
    "summarize",
    "summarise",
    "elaborate on",
    "elaborate",
    "clarify",
    "find the code for",
    "find the code of",
    "find the code that",
    "show me the code for",
    "show me the code that",
    "what can you tell me about",
    "what do you know about",
    "let me know",
];

/// Those behind which the rest keeps its question word: `show me how x works` asks how.
const KEPT: &[(&str, &str)] = &[("show me how", "how")];

/// Endings of the same kind.
const ENDINGS: &[&str] = &[
    "please",
    "thanks",
    "thank you",
    "in detail",
    "in short",
    "in a nutshell",
    "in a few words",
    "briefly",
    "to me",
    "for me",
    "step by step",
];

/// The same in Chinese.
const CHINESE_OPENINGS: &[&str] = &[
    "请问",
    "请你",
    "请",
    "帮我",
    "解释一下",
    "解释",
    "介绍一下",
    "介绍",
    "说明一下",
    "描述一下",
    "概述一下",
    "概述",
    "告诉我",
    "讲一下",
    "讲讲",
    "说说",
    "我想知道",
    "我想了解",
];

/// A question without what is said around it; a text of several lines, and what is nothing else, stays as it is.
pub(in crate::agent) fn without_courtesy(text: &str) -> String {
    let mut kept = text.trim().to_owned();
    while !kept.contains('\n')
        && let Some(rest) = without_opening(&kept).or_else(|| without_ending(&kept))
        && rest.chars().any(char::is_alphanumeric)
    {
        kept = rest;
    }
    kept
}

fn without_opening(text: &str) -> Option<String> {
    if let Some(rest) = CHINESE_OPENINGS.iter().find_map(|opening| text.strip_prefix(opening)) {
        return Some(rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '，' | '：' | ',')).to_owned());
    }
    let rest = |opening: &&&str| {
        let rest = text.get(opening.len()..).filter(|_| text[..opening.len()].eq_ignore_ascii_case(opening))?;
        let rest = rest.strip_prefix(',').unwrap_or(rest);
        rest.starts_with([' ', ':']).then(|| rest.trim_start_matches([' ', ':']))
    };
    let is_begun = |opening: &&&str| text.is_char_boundary(opening.len()) && text.len() > opening.len();
    let (opening, rest) = OPENINGS.iter().filter(is_begun).find_map(|opening| Some((*opening, rest(&opening)?)))?;
    let kept = KEPT.iter().find(|(whole, _)| *whole == opening).map(|(_, kept)| *kept);
    Some(kept.map_or_else(|| rest.to_owned(), |kept| format!("{kept} {rest}")))
}

fn without_ending(text: &str) -> Option<String> {
    let (body, sign) = match text.strip_suffix(['?', '.', '!']) {
        Some(body) => (body, &text[body.len()..]),
        None => (text, ""),
    };
    let ending = ENDINGS.iter().find_map(|ending| {
        let at = body.len().checked_sub(ending.len()).filter(|at| body.is_char_boundary(*at))?;
        let before = body[at..].eq_ignore_ascii_case(ending).then(|| &body[..at])?;
        before.ends_with(' ').then(|| before.trim_end_matches([' ', ',']))
    })?;
    Some(format!("{ending}{}", if sign == "?" { "?" } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_around_a_question_is_taken_off() {
        for (text, kept) in [
            ("explain how request timeouts work", "how request timeouts work"),
            ("Could you please explain to me how locks are taken, please?", "how locks are taken?"),
            ("walk me through the startup", "the startup"),
            ("callers of init_signals please", "callers of init_signals"),
            ("show me how caching works", "how caching works"),
            ("请问如何开启鉴权？", "如何开启鉴权？"),
            ("介绍一下服务发现", "服务发现"),
            ("tell me about Scheduler in detail.", "Scheduler"),
        ] {
            assert_eq!(without_courtesy(text), kept, "{text}");
        }
        for text in ["explain", "how does explain work", "describeTable", "please\nhelp me", "", "hierarchy of types"] {
            assert_eq!(without_courtesy(text), text, "{text}");
        }
    }
}
