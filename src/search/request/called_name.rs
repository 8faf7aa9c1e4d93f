//! A name as programs write it where they call it: with arguments, with parameters of types, with the sign of a macro.

use super::read::Request;
use regex::Regex;
use std::sync::LazyLock;

/// Signs that part a name from what it is in.
const JOINTS: [char; 4] = [':', '.', '#', '\\'];

/// Signs that may end a name.
const ENDS: [char; 3] = ['!', '?', '='];

/// What names are of that a text calls its own.
const SELVES: [&str; 3] = ["$this", "self", "this"];

/// Letters of a name that stands alone, at least.
const MIN_LETTERS: usize = 3;

impl Request {
    /// The name that is all that was typed, without its arguments and parameters of types: `Pool.get` of
    /// `Pool<T>.get(key)`. A sign at its end is kept. `None` for what is no name, or nothing but a name.
    pub(in crate::search) fn of_call(text: &str) -> Option<String> {
        let text = text.trim();
        let (name, rest) = name_before_arguments(text)?;
        let is_call = !rest.is_empty();
        // A type with parameters, and nothing around it, is declared so.
        let is_qualified = name.contains(JOINTS) || name.contains("->");
        let is_macro = name.ends_with('!') && !name.contains("!=");
        // `io::Result<()>` is a type, and `self.inner.lock()` stands where it was copied.
        let is_type = !is_call && text.ends_with('>');
        let parts = name.split(['.', ':', '>']).filter(|part| !part.is_empty()).count();
        let is_own = SELVES.contains(&name.split(['.', ':', '-']).next().unwrap_or_default()) && parts > 2;
        let is_short = !is_qualified && name.chars().count() < MIN_LETTERS;
        if is_type || is_own || is_short {
            return None;
        }
        let is_whole = name.chars().next_back().is_some_and(|c| is_letter(c) || ENDS.contains(&c));
        let is_other = name != text && (is_call || is_qualified) || is_macro;
        (is_whole && is_other && ends_well(rest)).then_some(name)
    }
}

/// A name as the runtime of .NET writes it: ``A.B.C`1[[D, E]]+Inner, Assembly, Version=…``.
static RUNTIME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<name>[A-Za-z_][\w.`]*(?:\+[A-Z_<][\w.`]*)*)(?:\[.*\])?(?:, [\w.]+)?(?:, \w+=[\w.]+)*$").ok()
});

impl Request {
    /// The name of a type as it is declared, of one as the runtime of .NET writes it, and how many parameters of types it
    /// has; `None` for any other text.
    pub(in crate::search) fn of_runtime(text: &str) -> Option<(String, Option<usize>)> {
        let name = RUNTIME.as_ref()?.captures(text.trim())?.name("name")?.as_str();
        let parts: Vec<&str> = name.split(['.', '+']).collect();
        let is_type = |part: &&str| part.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
        // `a+b` is a sum.
        if !(name.contains('`') || name.contains('+') && parts.iter().all(is_type)) {
            return None;
        }
        // What is inside of a type is found by that; the rest may be a namespace, or types around it.
        let parts = match name.split_once('+') {
            Some((outer, _)) => parts[outer.matches('.').count()..].to_vec(),
            None => parts,
        };
        let bare: Vec<&str> = parts.iter().map(|part| part.split('`').next().unwrap_or(part)).collect();
        let of_last = parts.last().and_then(|last| last.split_once('`'));
        let arity = match of_last {
            Some((_, number)) => Some(number.parse().ok()?),
            None => None,
        };
        bare.iter().all(|part| !part.is_empty()).then(|| (bare.join("."), arity))
    }
}

/// The name without parameters of types, and what stands behind it from its bracket on.
fn name_before_arguments(text: &str) -> Option<(String, &str)> {
    let (mut name, mut depth, mut before) = (String::new(), 0_usize, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '>' if before == '-' && depth == 0 => name.push(c),
            '<' if depth > 0 || is_letter(before) || before == ':' => depth += 1,
            '>' if depth > 0 => depth -= 1,
            '(' if depth == 0 => return Some((without_turbofish(name), &text[at..])),
            _ if depth > 0 => {}
            '-' if text[at..].starts_with("->") => name.push(c),
            c if is_letter(c) || JOINTS.contains(&c) => name.push(c),
            c if ENDS.contains(&c) && (is_letter(before) || c == '=' && before == '=') => name.push(c),
            _ => return None,
        }
        before = c;
    }
    (depth == 0).then(|| (without_turbofish(name), ""))
}

/// `collect::<Vec<T>>()` has left `collect::`, and `Sender::<T>::send` `Sender::::send`.
fn without_turbofish(name: String) -> String {
    let name = name.replace("::::", "::");
    name.strip_suffix("::").map(str::to_owned).unwrap_or(name)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || c == '@'
}

/// True if nothing follows the arguments, which may still be typed. Quoted text is looked for as it stands.
fn ends_well(arguments: &str) -> bool {
    let mut depth = 0_usize;
    for (at, c) in arguments.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '"' | '\'' | '`' | '\n' => return false,
            _ => {}
        }
        if depth == 0 {
            return matches!(arguments[at + c.len_utf8()..].trim(), "" | ";" | ":" | "{");
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_runtime_are_those_of_types() {
        for (text, name, arity) in [
            ("A.B.C`1[System.Net.Http.Message]", "A.B.C", Some(1)),
            ("C`2", "C", Some(2)),
            ("A.Outer+Inner", "Outer.Inner", None),
            ("A.Outer`1+Inner[[System.Int32, mscorlib]], A, Version=1.0.0.0", "Outer.Inner", None),
        ] {
            assert_eq!(Request::of_runtime(text), Some((name.to_owned(), arity)), "{text}");
        }
        for text in ["a+b", "A.B", "1+1", "`code`", "a`b", "A + B", "C++"] {
            assert_eq!(Request::of_runtime(text), None, "{text}");
        }
    }

    #[test]
    fn arguments_and_types_are_left_out() {
        for (text, name) in [
            ("acquire_many()", "acquire_many"),
            ("Builder::worker_threads(", "Builder::worker_threads"),
            ("User#language()", "User#language"),
            ("Class->run($a, [1])", "Class->run"),
            (r"ns\Class::run()", r"ns\Class::run"),
            ("RwLock<T>::read", "RwLock::read"),
            ("Map<K, Vec<V>>::get(&self)", "Map::get"),
            ("iter.collect::<Vec<_>>()", "iter.collect"),
            ("tokio::pin!", "tokio::pin!"),
            ("Issue#visible?(user)", "Issue#visible?"),
            ("destroy(reassign_to = nil)", "destroy"),
        ] {
            assert_eq!(Request::of_call(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "read",
            "a.b",
            "Vec<T>",
            "a < b",
            "run(x).then",
            "say(\"it\")",
            "io::Result<()>",
            "self.inner.lock()",
            "l(:user)",
            "src/a.ts(4,9)",
            "(a)",
            "if (a)",
            "!=",
            "a -> b",
            "->x",
            "",
        ] {
            assert_eq!(Request::of_call(text), None, "{text}");
        }
    }
}
