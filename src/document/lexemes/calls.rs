//! Names, and which of them are called.

use crate::document::Lexis;

pub(super) fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

pub(super) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && (is_word_start(bytes[at]) || bytes[at].is_ascii_digit()) {
        at += 1;
    }
    at
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[spaces..]
}

/// True if what follows a name calls it.
pub(super) fn is_called(rest: &[u8], lexis: &Lexis) -> bool {
    match skip_spaces(rest) {
        [b'(', ..] => true,
        [b'`', ..] => lexis.forms.tagged_literals,
        [b'"' | b'\'' | b'{', ..] | [b'[', b'[' | b'=', ..] if lexis.forms.bare_arguments => true,
        // JavaScript: a function that may not be there, `name?.(…)`.
        [b'?', b'.', b'(', ..] => lexis.types.objects,
        [b'?', b'.', b'<', more @ ..] if lexis.types.objects => {
            end_of_types(more, b'<', b'>').is_some_and(|behind| behind.starts_with(b"("))
        }
        [b'!', more @ ..] => match skip_spaces(more) {
            [b'(', ..] => true,
            [b'[' | b'{', ..] => lexis.forms.macros,
            _ => false,
        },
        [b':', b':', b'<', more @ ..] | [b'<', more @ ..] => {
            end_of_types(more, b'<', b'>').is_some_and(|behind| behind.starts_with(b"("))
        }
        [b'[', more @ ..] if lexis.forms.bracketed_types && rest.starts_with(b"[") => {
            end_of_types(more, b'[', b']').is_some_and(|behind| behind.starts_with(b"("))
        }
        _ => false,
    }
}

/// JavaScript: the end of the name in quotes at `start` if that is a member which is called: `a['name']()`.
pub(super) fn called_key(bytes: &[u8], start: usize, lexis: &Lexis) -> Option<usize> {
    let quote = Some(bytes[start]).filter(|byte| lexis.types.objects && matches!(byte, b'"' | b'\'' | b'`'))?;
    let of = bytes[..start].trim_ascii_end().strip_suffix(b"[")?;
    let is_part = |byte: u8| is_word_start(byte) || byte.is_ascii_digit();
    let word = &of[of.len() - of.iter().rev().take_while(|&&byte| is_part(byte)).count()..];
    let is_value = match word {
        b"" => of.ends_with(b")") || of.ends_with(b"]") || of.ends_with(b"?."),
        word => !lexis.forms.before_values.iter().any(|before| before.as_bytes() == word),
    };
    let end = Some(word_end(bytes, start + 1)).filter(|&end| {
        is_value && bytes.get(start + 1).is_some_and(|&first| is_word_start(first)) && bytes.get(end) == Some(&quote)
    })?;
    let behind = skip_spaces(&bytes[end + 1..]).strip_prefix(b"]")?;
    is_called(behind, lexis).then_some(end)
}

/// JavaScript: true if the function at `start..end` is called by a method of functions: `name.call(this)`. What is taken
/// from an array or a type of the language is no function of the workspace: `[].slice.call(x)`.
pub(super) fn is_called_by_method(bytes: &[u8], start: usize, end: usize, lexis: &Lexis) -> bool {
    let types = lexis.forms.function_methods;
    let rest = bytes[end..].strip_prefix(b"?").unwrap_or(&bytes[end..]);
    if types.is_empty() || !rest.starts_with(b".call(") && !rest.starts_with(b".apply(") {
        return false;
    }
    let Some(before) = bytes[..start].strip_suffix(b".") else { return true };
    let of_type = before.strip_suffix(b".prototype");
    let is_named = |of: &[u8]| {
        let word = of.iter().rev().take_while(|&&byte| is_word_start(byte) || byte.is_ascii_digit()).count();
        types.iter().any(|name| name.as_bytes() == &of[of.len() - word..])
    };
    !before.ends_with(b"]") && !of_type.is_some_and(is_named)
}

/// JavaScript: true if brackets stand around the name at `start..end` and what it is taken from, and what follows them calls
/// it: `(name)()`, `(a.name)?.()`.
pub(super) fn is_called_in_brackets(bytes: &[u8], start: usize, end: usize, lexis: &Lexis) -> bool {
    let Some(behind) = skip_spaces(&bytes[end..]).strip_prefix(b")").filter(|_| lexis.types.objects) else {
        return false;
    };
    if !behind.starts_with(b"(") && !behind.starts_with(b"?.(") {
        return false;
    }
    let is_part = |byte: u8| is_word_start(byte) || byte.is_ascii_digit();
    let path = |&&byte: &&u8| matches!(byte, b'.' | b'?' | b'!' | b'#') || is_part(byte);
    let first = start - bytes[..start].iter().rev().take_while(path).count();
    let Some(before) = bytes[..first].trim_ascii_end().strip_suffix(b"(") else { return false };
    // What stands before the brackets is called itself: `f(name)()`.
    let before = before.trim_ascii_end();
    let word = before.iter().rev().take_while(|&&byte| is_part(byte)).count();
    match (&before[before.len() - word..], before.last()) {
        (b"return" | b"await" | b"yield" | b"void" | b"typeof" | b"else" | b"case", _) => true,
        (word, _) if !word.is_empty() => false,
        (_, last) => !matches!(last, Some(b')' | b']' | b'}' | b'>' | b'"' | b'\'' | b'`')) || before.ends_with(b"=>"),
    }
}

/// Kotlin: true if the name at `start..end` is called with a function in braces, `name { … }`, `name<T> { … }`: a type in
/// that place stands behind a colon, a word that declares it, or a comma among what a class extends.
pub(super) fn takes_lambda(text: &str, start: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let behind = match bytes.get(end) {
        Some(b'<') => end_of_types(&bytes[end + 1..], b'<', b'>').unwrap_or_default(),
        _ => &bytes[end..],
    };
    if !skip_spaces(behind).starts_with(b"{") {
        return false;
    }
    // From the beginning of `a.b.name`.
    let path = |&&byte: &&u8| byte == b'.' || is_word_start(byte) || byte.is_ascii_digit();
    let before = &bytes[..start - bytes[..start].iter().rev().take_while(path).count()];
    let before = before.trim_ascii_end();
    let word = before.iter().rev().take_while(|&&byte| is_word_start(byte)).count();
    match before.last() {
        Some(b':') => before.ends_with(b"::"),
        Some(b',') => !bytes[start].is_ascii_uppercase(),
        _ => !matches!(&before[before.len() - word..], b"class" | b"object" | b"interface" | b"package" | b"import"),
    }
}

/// True if the name at `start..end` is the last one of a decorator without brackets: `@a.name` on a line of its own.
pub(super) fn decorates(bytes: &[u8], start: usize, end: usize) -> bool {
    let path =
        bytes[..start].iter().rev().take_while(|&&byte| byte == b'.' || is_word_start(byte) || byte.is_ascii_digit());
    let Some(mark) = start.checked_sub(path.count() + 1).filter(|&mark| bytes[mark] == b'@') else { return false };
    let before = bytes[..mark].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    let begins = before.is_none_or(|&byte| byte == b'\n');
    begins && matches!(skip_spaces(&bytes[end..]), [] | [b'\r' | b'\n' | b'#', ..])
}

/// What follows the types that begin here, if they end within a short distance.
fn end_of_types(rest: &[u8], open: u8, close: u8) -> Option<&[u8]> {
    const MAX_ARGUMENTS_BYTES: usize = 400;
    // Those that are open of these brackets, and of others.
    let (mut depth, mut brackets) = (1usize, 0usize);
    for (index, &byte) in rest.iter().take(MAX_ARGUMENTS_BYTES).enumerate() {
        let (before, next) = (rest[..index].last(), rest.get(index + 1));
        match byte {
            _ if brackets == 0 && byte == open => depth += 1,
            // The result of a function.
            b'>' if close == b'>' && matches!(before, Some(b'=' | b'-')) && brackets == 0 => {}
            _ if brackets == 0 && byte == close => depth -= 1,
            b'(' | b'[' | b'{' => brackets += 1,
            b')' | b']' | b'}' => brackets = brackets.checked_sub(1)?,
            _ if brackets > 0 => {}
            b'=' | b'-' if next == Some(&b'>') => {}
            b'&' | b'|' if next == Some(&byte) => return None,
            b';' | b'=' | b'+' => return None,
            _ => {}
        }
        if depth == 0 {
            return rest.get(index + 1..);
        }
    }
    None
}
