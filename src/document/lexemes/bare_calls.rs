//! Calls without brackets, in languages where a name alone may be one: `halt 400`, `user.name`, `valid?`.

/// The end of a word that may have a mark at its end: `save!`, `valid?`.
pub(super) fn marked_end(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at), bytes.get(at + 1)) {
        // `a != b`, and `a !~ b` without a space.
        (Some(b'!'), Some(b'=' | b'~')) => at,
        // `a ?b : c` has a space before the mark; `x?:y` is no name.
        (Some(b'?'), Some(b':')) if bytes.get(at + 2) != Some(&b':') => at,
        (Some(b'!' | b'?'), _) => at + 1,
        _ => at,
    }
}

/// True if the word there may be a call that is written without brackets: no constant, symbol, key, variable of an
/// object or what is assigned to. Whether it is a local variable is for [`is_variable`] to say.
pub(super) fn may_be_call(bytes: &[u8], start: usize, end: usize) -> bool {
    let (before, after) = (bytes[..start].last(), &bytes[end..]);
    if bytes[start].is_ascii_uppercase() {
        return false;
    }
    match before {
        Some(b'@' | b'$') => return false,
        // A symbol behind a `&` is what a block calls: `all.each(&:read)`.
        Some(b':') if start < 2 || !matches!(bytes[start - 2], b':' | b'&') => return false,
        _ => {}
    }
    let is_key = after.first() == Some(&b':') && after.get(1) != Some(&b':');
    !is_key && !is_assigned(after)
}

/// True if what follows a name assigns to it.
fn is_assigned(after: &[u8]) -> bool {
    let spaces = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let after = &after[spaces..];
    match after {
        [b'=', rest @ ..] => !matches!(rest, [b'=' | b'~' | b'>', ..]),
        [b'|', b'|', b'=', ..] | [b'&', b'&', b'=', ..] | [b'<', b'<', b'=', ..] | [b'*', b'*', b'=', ..] => true,
        [b'+' | b'-' | b'*' | b'/' | b'%' | b'|' | b'&' | b'^', b'=', rest @ ..] => !matches!(rest, [b'=', ..]),
        _ => false,
    }
}

/// True if `name` is a local variable or a parameter at the end of `before`, the text of a function up to there.
pub fn is_variable(before: &str, name: &str) -> bool {
    let bytes = before.as_bytes();
    let is_part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    memchr::memmem::find_iter(bytes, name.as_bytes()).any(|at| {
        let end = at + name.len();
        if is_part(bytes[..at].last()) || is_part(bytes.get(end)) {
            return false;
        }
        let line = &before[before[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        if line.ends_with(['.', '@', '$', ':']) {
            return false;
        }
        is_assigned(&bytes[end..]) || binds(line) || is_one_of_several(line, &before[end..])
    })
}

/// True if the name behind the beginning of a line is bound by it: a parameter, of a block too, or the variable of
/// `for` and `rescue`.
fn binds(line: &str) -> bool {
    let trimmed = line.trim();
    let is_parameter = trimmed.strip_prefix("def ").is_some_and(|rest| rest.contains(['(', ' ']));
    let of_block = line.rsplit_once('|').is_some_and(|(before, _)| {
        let before = before.trim_end();
        before.ends_with('{') || before.ends_with(" do")
    });
    let is_bound = trimmed == "for" || trimmed.ends_with("=>") && trimmed.contains("rescue");
    is_parameter || of_block || is_bound || line.ends_with("->(") || line.ends_with("-> (")
}

/// True for one of several that are assigned at once: `a, b = …`.
fn is_one_of_several(line: &str, after: &str) -> bool {
    let after = after.lines().next().unwrap_or_default();
    let Some((names, value)) = after.split_once('=') else { return false };
    let is_list = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_, *()".contains(c));
    (after.starts_with(',') || line.trim_end().ends_with(','))
        && is_list(line)
        && is_list(names)
        && !value.starts_with(['=', '~', '>'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_variables_and_parameters_are_no_calls() {
        let variable = |before: &str| is_variable(before, "time");
        for bound in [
            "def f(time)\n  ",
            "def f a, time\n  ",
            "def f\n  time = now\n  ",
            "def f\n  time ||= now\n  ",
            "def f\n  list.each do |at, time|\n  ",
            "def f\n  list.map { |time| ",
            "def f\n  rescue Late => time\n  ",
            "def f\n  for time in list\n  ",
            "def f\n  at, time = both\n ",
        ] {
            assert!(variable(bound), "{bound}");
        }
        for free in [
            "def f\n  time == 3\n  ",
            "def f\n  self.time = 3\n  ",
            "def f(times)\n  ",
            "def f\n  @time = 3\n",
            "def f\n  a = time\n",
            "def time\n  ",
        ] {
            assert!(!variable(free), "{free}");
        }
    }
}
