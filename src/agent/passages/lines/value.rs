//! The value that a line gives a name: by a sign, as an argument of a call, behind a word that says it is a default.

use crate::library::fold_words;

/// Whether a text says what a default is, and whether that is a value as it is: `default = 3`.
pub(in crate::agent::passages) fn stated(text: &str) -> Option<bool> {
    let lower = text.to_ascii_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    // A tag of a field may name what sets it too: `envDefault:"3"`.
    let begins = |at: usize| lower[..at].ends_with("env") || !lower[..at].ends_with(is_part);
    let mut words = lower.match_indices("default").filter(|(at, _)| begins(*at));
    words.find_map(|(at, _)| {
        let word = text[at..].trim_start_matches(is_part);
        let joint = word.trim_start_matches(['"', '\'', '`', '*']).trim_start();
        let value = without_joints(&text[at..]);
        let says = joint.starts_with(['=', ':', '(']) || joint.starts_with("to ") || joint.starts_with("is ");
        (says || is_literal(value)).then(|| is_literal(value))
    })
}

/// What a default is behind the word that says so: `default = 3`, `Default("3")`, `defaults to 3`.
fn without_joints(text: &str) -> &str {
    let mut rest = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    loop {
        let before = rest;
        let is_joint = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | '(' | '*' | '_' | ',');
        rest = rest.trim_start_matches(is_joint);
        let quoted = rest.strip_prefix(['`', '"', '\'']);
        // A quote that closes what it opens nowhere belongs to the word.
        if let Some(inner) = quoted.filter(|inner| inner.starts_with([' ', ':', '=', ','])) {
            rest = inner;
        }
        for word in ["value", "is", "to", "of", "was", "are"] {
            if let Some(inner) = rest.strip_prefix(word).filter(|inner| inner.starts_with([' ', ':', '='])) {
                rest = inner;
            }
        }
        if rest.len() == before.len() {
            return rest;
        }
    }
}

/// The cell of a row that stands below the title of defaults.
pub(in crate::agent::passages) fn cell_of_default<'r>(head: &str, row: &'r str) -> Option<&'r str> {
    let at = head.split('|').position(|title| title.to_lowercase().contains("default"))?;
    row.split('|').nth(at).map(str::trim).filter(|cell| cell.chars().any(char::is_alphanumeric))
}

/// The last argument of a call that gives a setting its value where there is none: `merge(own.size, before.size, 3)`.
pub(in crate::agent::passages) fn fallback<'b>(named: &str, behind: &'b str) -> Option<&'b str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let (before, argument) = named.rsplit_once('(')?;
    let callee = before.rsplit(|c| !is_part(c)).next().unwrap_or_default();
    let is_quoted = argument.trim_start().starts_with(['"', '\'']);
    let gives = |word: &String| FALLBACKS.contains(&word.as_str()) || is_quoted && GETTERS.contains(&word.as_str());
    if !fold_words(callee).iter().any(gives) {
        return None;
    }
    let (arguments, _) = behind.trim_start_matches(['"', '\'']).trim_start().strip_prefix(',')?.split_once(')')?;
    arguments.rsplit(',').next().map(str::trim)
}

/// Words in the names of calls that give a value where there is none.
const FALLBACKS: &[&str] = &["default", "setdefault", "merge", "init", "fallback"];

/// Words in the names of calls that do so where they look a name up.
const GETTERS: &[&str] = &["get", "getenv", "env", "environ", "option"];

/// Types in the names of calls that declare an option, which may end in [`FLAG_ENDS`]: `IntVarP`.
const FLAG_TYPES: &[&str] = &[
    "bool",
    "count",
    "duration",
    "float32",
    "float64",
    "int",
    "int32",
    "int64",
    "string",
    "stringarray",
    "stringslice",
    "uint",
    "uint32",
    "uint64",
];

/// What such a name may end in: where the value goes, and that a short form is given.
const FLAG_ENDS: &[&str] = &["varp", "var", "p", ""];

/// Beginnings of the names of macros that declare an option by its bare name.
const FLAG_MACROS: &[&str] = &["DEFINE_", "ABSL_FLAG"];

/// The value behind the name of an option in the call that declares it: `IntVarP(&own, "depth", "d", 5, "How deep.")`.
pub(in crate::agent::passages) fn flagged<'b>(named: &str, behind: &'b str) -> Option<&'b str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (before, argument) = named.rsplit_once('(')?;
    let callee = before.rsplit(|c| !is_part(c)).next().unwrap_or_default();
    let arguments = behind.trim_start_matches(['"', '\'']).trim_start().strip_prefix(',')?.trim_start();
    if FLAG_MACROS.iter().any(|macro_name| callee.starts_with(macro_name)) {
        return Some(arguments);
    }
    let lower = callee.to_ascii_lowercase();
    let end = FLAG_ENDS.iter().find(|end| lower.strip_suffix(**end).is_some_and(|own| FLAG_TYPES.contains(&own)))?;
    if !argument.contains(['"', '\'']) {
        return None;
    }
    if end.ends_with('p') { Some(arguments.split_once(',')?.1.trim_start()) } else { Some(arguments) }
}

/// Words in the names of calls that declare an option by its name, its type and its default.
const DECLARING: &[&str] = &["option", "flag", "setting", "define", "argument"];

/// Arguments between the name of an option and its default, at most.
const MAX_BETWEEN: usize = 2;

/// The first value among the arguments behind the name of an option: `add_option("depth", int, 5, "How deep.")`.
pub(in crate::agent::passages) fn declaring<'b>(named: &str, behind: &'b str) -> Option<&'b str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (before, argument) = named.rsplit_once('(')?;
    let callee = fold_words(before.rsplit(|c| !is_part(c)).next().unwrap_or_default());
    let is_first = argument.trim_start().starts_with(['"', '\'']) && !argument.contains(',');
    if !is_first || !callee.iter().any(|word| DECLARING.contains(&word.as_str())) {
        return None;
    }
    let arguments = behind.trim_start_matches(['"', '\'']).trim_start().strip_prefix(',')?;
    let mut arguments = arguments.split(',').take(MAX_BETWEEN + 1).map(str::trim);
    // A text of several words says what the option is for.
    arguments.find(|argument| is_literal(argument) && !argument.contains(' '))
}

/// Words in the names of calls that make a row of a table of settings.
const MAKING: &[&str] = &["add", "create", "declare", "define", "make", "new", "register"];

/// The default in a row of a table of settings that names where the value is kept, which the default stands behind:
/// `createIntConfig("depth", NULL, 0, 9, server.depth, 5, NULL)`.
pub(in crate::agent::passages) fn configured<'b>(named: &str, behind: &'b str) -> Option<&'b str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (before, argument) = named.rsplit_once('(')?;
    let callee = fold_words(before.rsplit(|c| !is_part(c)).next().unwrap_or_default());
    let has = |words: &[&str]| callee.iter().any(|word| words.contains(&word.as_str()));
    let is_first = argument.trim_start().starts_with(['"', '\'']) && !argument.contains(',');
    if !is_first || !has(MAKING) || !has(&["config", "setting", "option", "param"]) {
        return None;
    }
    let arguments = own_arguments(behind.trim_start_matches(['"', '\'']).trim_start().strip_prefix(',')?);
    let keeps = |argument: &&str| {
        argument.starts_with(|c: char| c.is_alphabetic() || c == '&') && argument.contains(['.', '>'])
    };
    arguments.split([',', ')']).map(str::trim).skip_while(|argument| !keeps(argument)).nth(1)
}

/// What stands before the bracket that closes a call which is open where a text begins.
fn own_arguments(text: &str) -> &str {
    let mut open = 1_i32;
    let closes = |c: char| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open == 0
    };
    &text[..text.find(closes).unwrap_or(text.len())]
}

/// True if a line of settings has a key, and behind a space its value. In a comment it has one that is written as values
/// are: other words say something of the key.
pub(in crate::agent::passages) fn spaced(before: &str, behind: &str) -> bool {
    let signs = before.trim();
    let is_comment = !signs.is_empty();
    let value = behind.trim();
    let is_value = match is_comment {
        false => !value.is_empty() && !value.starts_with([':', '=']),
        true => {
            let mut words = value.split_whitespace();
            let first = words.next().is_some_and(|word| is_literal(word) && !word.ends_with(['.', ',', ';']));
            let are_few = value.split_whitespace().count() == 1 && value.ends_with(|c: char| c.is_alphanumeric());
            let are_literal = first && words.all(is_literal);
            !value.starts_with('<') && (are_literal || are_few)
        }
    };
    behind.starts_with([' ', '\t']) && is_value && signs.trim_matches(['#', ';']).is_empty()
}

/// Operators behind which a value stands for one that is missing.
const OTHERWISE: &[&str] = &["||", "??", "?:", "or "];

/// Calls whose argument stands for a value that is missing.
const OTHERWISE_CALLS: &[&str] = &[
    ".unwrap_or(",
    ".unwrap_or_else(",
    ".or_else(",
    ".orElse(",
    ".orElseGet(",
    ".getOrElse(",
    ".getOrDefault(",
    ".get_or_insert(",
];

/// The value that is taken where there is none under a name: `env.DEPTH || 5`, `var("DEPTH").unwrap_or("5")`, `${depth:5}`,
/// `${DEPTH:-5}`.
pub(in crate::agent::passages) fn otherwise<'b>(before: &str, behind: &'b str) -> Option<&'b str> {
    if before.ends_with("${") {
        let value = behind.strip_prefix([':', '-']).map(|value| value.strip_prefix(['-', '=']).unwrap_or(value))?;
        return value.split_once('}').map(|(value, _)| value).filter(|value| !value.is_empty());
    }
    let rest = behind.trim_start_matches(['"', '\'', '`', ']', ')']).trim_start();
    if let Some(value) = OTHERWISE.iter().find_map(|operator| rest.strip_prefix(operator)) {
        return Some(value.trim_start()).filter(|value| is_literal(value));
    }
    let (at, call) = OTHERWISE_CALLS.iter().find_map(|call| Some((behind.find(call)?, call)))?;
    let value = behind[at + call.len()..].trim_start_matches(['|', '_', ' ', '(', ')', '-', '>']);
    // What stands between belongs to the same value: calls that make a number of it.
    Some(value).filter(|value| is_literal(value) && !behind[..at].contains([';', ',', '{']))
}

/// What is assigned behind a name.
pub(in crate::agent::passages) fn assigned(behind: &str) -> Option<&str> {
    let rest = behind.trim_start_matches(['"', '\'', '`', ']', ')', '*', '?']).trim_start();
    let joint = rest.strip_prefix(":=").or_else(|| rest.strip_prefix("=>")).or_else(|| rest.strip_prefix(':'));
    if let Some(value) = joint {
        // A type may stand before the value.
        return Some(value.split_once(" = ").map_or(value, |(_, value)| value));
    }
    rest.strip_prefix('=').filter(|value| !value.starts_with('='))
}

/// True if what stands behind a key begins a value of several lines.
pub(in crate::agent::passages) fn opens_value(value: &str) -> bool {
    let value = value.split(" #").next().unwrap_or(value).trim();
    value.is_empty() || value == "{"
}

/// True if a text begins with a value as it is.
pub(in crate::agent::passages) fn is_literal(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+', '`', '*']);
    let word: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
    // A quote that closes a text opens none: what stands behind it is a sign.
    let opens = |inner: &str| !inner.starts_with([' ', '"', '\'', ')', ']', '}', ',', ';', ':']);
    let is_quoted = text.strip_prefix(['"', '\'']).is_some_and(opens);
    is_quoted || word.starts_with(|c: char| c.is_ascii_digit()) || is_word_of_value(&word)
}

fn is_word_of_value(word: &str) -> bool {
    ["true", "false", "yes", "no", "on", "off", "none", "null", "nullptr", "nil", "unlimited", "disabled", "enabled"]
        .contains(&word.to_lowercase().as_str())
}

/// True if a value is written as it is in an expression: `time.Duration(10 * time.Second)`.
pub(in crate::agent::passages) fn holds_literal(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let is_one = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || is_word_of_value(word);
    // One of the values of an enumeration: `LineNumber::Absolute`.
    let variant = text.trim().trim_end_matches([',', ';']);
    if let Some((owner, name)) = variant.rsplit_once("::") {
        let is_path = |path: &str| path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'));
        if name.starts_with(char::is_uppercase) && is_path(owner) && is_path(name) {
            return true;
        }
    }
    // A single quote that nothing closes is a lifetime.
    text.contains('"') || text.matches('\'').count() > 1 || words.any(is_one)
}
