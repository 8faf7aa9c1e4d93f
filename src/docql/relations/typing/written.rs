//! Types as they are written: what they point to, hold and are called.

use crate::document::{TypePlace, TypeRules};
use crate::library::FileId;

/// A type as written at a place, whose imports give its names a meaning.
#[derive(Clone, Debug)]
pub(in crate::docql::relations) struct Written {
    pub text: String,
    pub file: FileId,
    pub offset: u32,
    /// TypeScript: the number of what stands for the parameters for types that it mentions; 0 where nothing is known of it.
    pub given: u32,
}

impl Written {
    /// A type as it is written at a place.
    pub(in crate::docql::relations) fn new(text: String, file: FileId, offset: u32) -> Written {
        Written { text, file, offset, given: 0 }
    }
}

/// Words before a type that do not change it.
const WORDS_BEFORE: &[&str] = &[
    "mut ",
    "dyn ",
    "impl ",
    "const ",
    "struct ",
    "class ",
    "union ",
    "enum ",
    "final ",
    "readonly ",
    "static ",
    "public ",
    "private ",
    "protected ",
    "internal ",
    "volatile ",
    "unsigned ",
    "override ",
    "inline ",
    "extern ",
    "virtual ",
    "abstract ",
    "async ",
    "synchronized ",
    "transient ",
    "native ",
    "default ",
    "sealed ",
    "required ",
    "unsafe ",
    "new ",
    "ref ",
    "out ",
    "params ",
];

/// What stands before a type and says nothing of its name: annotations (`@Nullable`, `@Value("x")`, `[Inject]`) and type
/// parameters (`<T extends A>`), where types stand before names.
fn without_annotations<'t>(text: &'t str, rules: &TypeRules) -> &'t str {
    if rules.place != TypePlace::Before {
        return text;
    }
    let mut rest = text;
    loop {
        let behind = match rest.as_bytes().first() {
            Some(b'@') => {
                let name = rest[1..].trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'));
                let arguments = name.trim_start();
                if arguments.starts_with('(') { behind_bracket(arguments) } else { Some(name) }
            }
            Some(b'[' | b'<') => behind_bracket(rest),
            _ => None,
        };
        match behind.map(str::trim_start) {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

/// The rest behind the bracket that closes the one at the start.
fn behind_bracket(text: &str) -> Option<&str> {
    let (mut depth, mut quoted) = (0i32, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'<' | b'[' | b'(' | b'{' => depth += 1,
            b'>' | b']' | b')' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return text.get(at + 1..);
                }
            }
            _ => {}
        }
    }
    None
}

/// The type without references, optional marks and holders: `&'a mut Arc<Node>` is `Node`.
pub(super) fn bare<'t>(text: &'t str, rules: &TypeRules) -> &'t str {
    let mut rest = text.trim().trim_matches(['"', '\'']);
    for _ in 0..8 {
        let before = rest;
        rest = without_annotations(rest, rules);
        rest = rest.trim_start_matches(['&', '*', '(', '@']).trim_start();
        if let Some(lifetime) = rest.strip_prefix('\'') {
            rest = lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        }
        for word in WORDS_BEFORE {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
        rest = rest.trim_end_matches(['*', '&', '?', '!', ')', ';']).trim_end();
        if rules.points {
            rest = without_qualifier(rest);
        }
        for nothing in ["| None", "| null", "| undefined", "|None"] {
            rest = rest.strip_suffix(nothing).unwrap_or(rest).trim_end();
        }
        rest = rest.trim_matches('"');
        let (name, inside) = generic_in(rest, rules);
        if rules.place == TypePlace::Colon && last_name(name) == "Annotated" && !inside.is_empty() {
            rest = arguments(inside).first().copied().unwrap_or(inside).trim();
            continue;
        }
        if rules.holders.contains(&last_name(name)) && !inside.is_empty() {
            rest = arguments(inside).last().copied().unwrap_or(inside).trim();
        }
        if rest.len() == before.len() {
            break;
        }
    }
    rest
}

/// C++: a type as it is compared with others: its last name, with a mark if it is a pointer.
pub(super) fn compared(text: &str, name: &str) -> String {
    if text.contains(['*', '[']) { format!("{name}*") } else { name.to_owned() }
}

/// C++: the type without a `const` or `volatile` behind it.
fn without_qualifier(text: &str) -> &str {
    let stands = |rest: &&str| rest.ends_with(|c: char| !c.is_alphanumeric() && c != '_');
    let rest = ["const", "volatile"].iter().find_map(|word| text.strip_suffix(word)).filter(stands);
    rest.map_or(text, str::trim_end)
}

/// True if a type stands for what it holds: `std::unique_ptr<Node>`.
pub(super) fn is_holder(text: &str, rules: &TypeRules) -> bool {
    let (name, inside) = generic(text.trim_end_matches(['&', ' ']));
    let name = name.rsplit(char::is_whitespace).next().unwrap_or(name);
    rules.holders.contains(&last_name(name)) && !inside.is_empty()
}

/// The name of a type and what stands in the brackets behind it.
pub(super) fn generic(text: &str) -> (&str, &str) {
    let Some(open) = text.find(['<', '[']) else { return (text, "") };
    let inside = text[open + 1..].trim_end().trim_end_matches(['>', ']', '?']);
    // Closing brackets of nested arguments are cut as well, which the names inside survive.
    (text[..open].trim_end(), inside)
}

/// The same, in TypeScript with what the arguments themselves have in brackets at their end: `Promise<Post[]>`.
fn generic_in<'t>(text: &'t str, rules: &TypeRules) -> (&'t str, &'t str) {
    match (text.find('<'), text.strip_suffix('>')) {
        (Some(open), Some(whole)) if rules.objects && !text[..open].contains('[') => {
            (text[..open].trim_end(), whole.get(open + 1..).unwrap_or_default().trim())
        }
        _ => generic(text),
    }
}

/// The parts of a list of type arguments.
pub(super) fn arguments(inside: &str) -> Vec<&str> {
    split(inside, b',')
}

/// The parts between the signs `at_sign` that stand in no brackets.
pub(super) fn split(inside: &str, at_sign: u8) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0i32, 0, Vec::new());
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'<' | b'[' | b'(' | b'{' => depth += 1,
            // An arrow closes nothing.
            b'>' if inside[..at].ends_with('=') => {}
            b'>' | b']' | b')' | b'}' => depth -= 1,
            byte if byte == at_sign && depth == 0 => {
                out.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&inside[start..]);
    out
}

/// The types that a value may be of, without none: `A | None`, `Union[A, B]`.
pub(super) fn alternatives<'t>(text: &'t str, rules: &TypeRules) -> Vec<&'t str> {
    if rules.place == TypePlace::BeforeSigil {
        let all = split(text.trim().trim_start_matches('?'), b'|').into_iter().map(str::trim);
        return all.filter(|part| !matches!(*part, "null" | "false" | "")).collect();
    }
    if rules.place != TypePlace::Colon || rules.literals {
        return vec![text];
    }
    let text = text.trim().trim_matches(['"', '\'']);
    let (name, inside) = generic(text);
    let is_union = last_name(name) == "Union" && !inside.is_empty();
    let mut all = if is_union { split(inside, b',') } else { split(text, b'|') };
    all.retain(|part| !matches!(part.trim(), "None" | "null" | "undefined" | ""));
    all
}

pub(super) fn last_name(path: &str) -> &str {
    path.rsplit(['.', ':', '\\']).next().unwrap_or(path)
}

/// The arguments of a generic type, without wildcards: `Map<K, ? extends V>`.
pub(super) fn arguments_of<'t>(text: &'t str, rules: &TypeRules) -> Vec<&'t str> {
    // Those of its elements are none of a list.
    if listed(text, rules).is_some() {
        return Vec::new();
    }
    let (_, inside) = generic_in(bare(text, rules), rules);
    let all = if inside.is_empty() { Vec::new() } else { arguments(inside) };
    all.into_iter().map(without_wildcard).collect()
}

/// `? super T`, `in T`
pub(super) fn without_wildcard(argument: &str) -> &str {
    let argument = argument.trim();
    let wildcards = ["? super ", "? extends ", "in ", "out "];
    wildcards.iter().find_map(|wildcard| argument.strip_prefix(wildcard)).unwrap_or(argument).trim()
}

/// True for the name of a type that a caller chooses: `T`, `K1`. What is known of it is known elsewhere.
pub(super) fn is_type_parameter(text: &str) -> bool {
    let name = text.trim().trim_end_matches('?');
    name.len() <= 3
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// The type of the parameter `number` of a function that is of the type `text`: `(A, B) -> R`, `BiConsumer<A, B>`.
pub(super) fn taken_by_function<'t>(text: &'t str, number: usize, rules: &TypeRules) -> Option<&'t str> {
    let text = text.trim();
    if rules.place == TypePlace::Colon && text.starts_with('(') {
        let inside = text.get(1..text.len() - behind_bracket(text)?.len() - 1)?;
        // TypeScript: what a function is called on is none of its arguments.
        let is_argument = |parameter: &&str| !rules.objects || !is_own_value(parameter);
        let parameter = split(inside, b',').into_iter().filter(is_argument).nth(number)?.trim();
        let type_ = parameter.split_once(':').map_or(parameter, |(_, type_)| type_);
        return Some(type_.trim()).filter(|type_| !type_.is_empty());
    }
    arguments_of(text, rules).get(number).copied().filter(|argument| !argument.is_empty())
}

/// TypeScript: true for a parameter that says what the function is called on: `this: Context`.
pub(super) fn is_own_value(parameter: &str) -> bool {
    parameter.trim_start().strip_prefix("this").is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// Python, TypeScript: the type that a value is itself, and no value of: `type[T] | None`, `typeof T`.
pub(super) fn itself<'t>(text: &'t str, rules: &TypeRules) -> Option<&'t str> {
    let alternatives = alternatives(text, rules);
    let [only] = alternatives.as_slice() else { return None };
    if let Some(of) = only.trim().strip_prefix("typeof ").filter(|_| rules.objects) {
        return Some(of.trim());
    }
    let (name, inside) = generic(only.trim());
    let is_type = rules.assigns && matches!(last_name(name), "type" | "Type");
    Some(inside.trim()).filter(|inside| is_type && !inside.is_empty())
}

/// TypeScript: what a list that is written `X[]` holds, with or without arguments of its own: `Map<K, V>[]`, `(A | B)[]`.
pub(super) fn listed<'t>(text: &'t str, rules: &TypeRules) -> Option<&'t str> {
    let text = text.trim();
    let text = text.strip_prefix("readonly ").unwrap_or(text).trim_start();
    let inside = text.strip_suffix("[]").filter(|_| rules.objects)?.trim_end();
    // `A | B[]`, `() => A[]`
    let is_one = |sign: u8| split(inside, sign).len() == 1;
    let is_function = inside.starts_with('(') && !inside.ends_with(')');
    if !is_one(b'|') || !is_one(b'&') || is_function {
        return None;
    }
    let bare = inside.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(inside);
    Some(bare.trim()).filter(|bare| !bare.is_empty())
}

/// TypeScript: what the elements of a list are written as: `T[]`, `Array<T>`.
pub(super) fn element_name<'t>(text: &'t str, rules: &TypeRules) -> Option<&'t str> {
    listed(text, rules).or_else(|| {
        let arguments = arguments_of(text, rules);
        let is_list = matches!(path(text, rules).as_slice(), ["Array" | "ReadonlyArray" | "Iterable" | "Set"]);
        arguments.first().copied().filter(|_| is_list && arguments.len() == 1)
    })
}

/// The names of a path of a type; empty where the type is no name (`func()`, `[]byte`, `{ a: b }`).
pub(super) fn path<'t>(text: &'t str, rules: &TypeRules) -> Vec<&'t str> {
    let text = bare(text, rules);
    let is_name = |part: &str| part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    // `Outer<T>::Inner`
    if rules.points && text.contains(">::") {
        let parts: Vec<&str> =
            split(text, b':').into_iter().map(|part| generic(part).0.trim()).filter(|part| !part.is_empty()).collect();
        return if parts.iter().all(|part| is_name(part)) { parts } else { Vec::new() };
    }
    let (name, _) = generic(text);
    let parts: Vec<&str> = name
        .split(['.', ':', '\\'])
        .map(|part| without_annotations(part.trim(), rules))
        .filter(|part| !part.is_empty())
        .collect();
    if parts.iter().all(|part| is_name(part)) { parts } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: TypeRules = TypeRules { holders: &["Arc", "Optional"], ..TypeRules::NONE };

    #[test]
    fn types_are_named_by_what_they_hold() {
        for (text, names) in [
            ("*ast.File", "ast File"),
            ("&'a mut Arc<list::Node<T>>", "list Node"),
            ("Optional[Foo]", "Foo"),
            ("\"Foo\" | None", "Foo"),
            ("struct list *", "list"),
            ("[]byte", ""),
            ("func(a int)", ""),
        ] {
            assert_eq!(path(text, &RULES).join(" "), names, "{text}");
        }
    }

    #[test]
    fn annotations_before_a_type_are_none_of_its_name() {
        const BEFORE: TypeRules = TypeRules { place: TypePlace::Before, ..RULES };
        for (text, names) in [
            ("private final @Nullable Sampler", "Sampler"),
            ("@Value(\"a ) b\")\n    private Sampler", "Sampler"),
            ("@org.junit.Rule public Sampler", "Sampler"),
            ("[Inject, Named(\"x\")]\n  private readonly IStore<Item>", "IStore"),
            ("public static <T extends Comparable<T>> Sorter<T>", "Sorter"),
            ("java.util.@Nullable List<String>", "java util List"),
            ("@Nullable", ""),
        ] {
            assert_eq!(path(text, &BEFORE).join(" "), names, "{text}");
        }
    }

    #[test]
    fn a_value_may_be_of_several_types() {
        const COLON: TypeRules = TypeRules { place: TypePlace::Colon, ..RULES };
        for (text, types) in [
            ("A | None", "A "),
            ("Union[a.B, dict[str, C], None]", "a.B; dict[str, C]"),
            ("dict[str, A | B]", "dict[str, A | B]"),
            ("\"A | B\"", "A ; B"),
        ] {
            assert_eq!(alternatives(text, &COLON).join(";"), types, "{text}");
        }
    }
}
