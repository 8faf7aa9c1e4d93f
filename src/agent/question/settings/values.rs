//! Questions for what gives a name its value: a constant, a field, a variable.

use crate::agent::question::analysis::{Analysis, is_name};
use crate::docql::quoted;

/// Beginnings of such questions, before the name.
const BEFORE: &[&str] =
    &["what sets", "who sets", "which code sets", "what is the value of", "what's the value of", "value of"];

/// What stands behind the name, where the question begins otherwise.
const BEHIND: &[&str] = &["set", "set to", "defined", "declared", "assigned", "initialised", "initialized", "given"];

/// The same in Chinese.
const CHINESE: &[&str] = &["在哪里定义", "在哪定义", "在哪里设置", "在哪里赋值", "的值是", "被谁设置", "谁设置"];

/// The name whose value a question asks for, if it asks nothing else.
pub(in crate::agent) fn asked(analysis: &Analysis) -> Option<&str> {
    let [name] = &analysis.names[..] else { return None };
    if analysis.report.is_some() || !is_name(name) && !analysis.quoted.contains(name) || name.starts_with('-') {
        return None;
    }
    let is_end = |c: char| matches!(c, '`' | '"' | '?' | '.' | '？' | '。') || c.is_whitespace();
    let (before, behind) = analysis.text.split_once(name.as_str())?;
    let (before, behind) = (before.trim_end_matches(is_end).to_lowercase(), behind.trim_matches(is_end).to_lowercase());
    let before = before.trim_end_matches(" the").trim_end_matches(" constant").trim_end_matches(" the");
    let is_before = BEFORE.contains(&before) && behind.is_empty();
    let is_around = ["where is", "where was", "where gets", "what is"].contains(&before) && BEHIND.contains(&&*behind);
    let is_chinese = CHINESE.iter().any(|words| analysis.text.contains(words));
    (is_before || is_around || is_chinese).then_some(name)
}

/// The query for the declarations of a name.
pub(in crate::agent) fn declared(name: &str) -> String {
    format!("$.toc[?(@.name == {})]", quoted(crate::agent::question::relations::last_part(name)))
}

/// The query for the lines that give it a value.
pub(in crate::agent) fn assigned(name: &str) -> String {
    let name = crate::agent::question::relations::last_part(name);
    format!(r"$.content.grep(/(^|[^A-Za-z0-9_]){name}[ \t]*(:[^=:]+)?(:=|[-+*|&]?=)[^=>~]/)")
}

/// The query for the lines in which a macro declares an option by its name, as its first argument: the whole name, or what
/// stands behind the tool's own, which the macro then begins with. `None` for what no option is called like.
pub(in crate::agent) fn defined_by_macro(name: &str) -> Option<String> {
    let name = name.trim_start_matches('-').replace('-', "_");
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !name.split('_').all(is_part) {
        return None;
    }
    let whole = format!(r"\w*(DEFINE|FLAG|OPTION)\w*[ \t]*\(([\w:<> ]+,)?[ \t]*[\x22']?{name}[\x22']?[ \t]*,");
    let tail = name.split_once('_').map(|(tool, rest)| {
        let of_tool = format!(r"{}_\w*DEFINE\w*[ \t]*\([ \t]*{rest}[ \t]*,", tool.to_uppercase());
        // Where the call is long, its arguments stand in the next line, and the name once more as that in the environment.
        format!(r"|{of_tool}|^[ \t]+{rest},[ \t].*\x22{rest}\x22")
    });
    Some(format!("$.files[?(@.language in [\"c\", \"cpp\"])].grep(/{whole}{}/)", tail.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_asked_for_and_nothing_else() {
        for (text, name) in [
            ("what sets `DEFAULT_TIMEOUT`?", Some("DEFAULT_TIMEOUT")),
            ("where is MAX_SIZE defined", Some("MAX_SIZE")),
            ("what is `maxSize` set to", Some("maxSize")),
            ("what is the value of the constant MAX_SIZE?", Some("MAX_SIZE")),
            ("MAX_SIZE 在哪里定义", Some("MAX_SIZE")),
            ("where is MAX_SIZE used", None),
            ("what sets MAX_SIZE when the pool is full", None),
            ("what sets the timeout", None),
            ("what is --max-size set to", None),
        ] {
            assert_eq!(asked(&Analysis::of(text)), name, "{text}");
        }
    }
}
