//! Brackets and quotes that close themselves while a query is typed.

use crate::app::state::line::Line;
use crate::docql::ascii_twin;

/// The meaning of a character typed into a query: outside of strings those of input methods and word processors stand
/// for their plain twins, and so does the one that closes the string.
pub(in crate::app) fn meant(line: &Line, character: char) -> char {
    let Some(twin) = ascii_twin(character) else { return character };
    match open_quote(line.before()) {
        Some(quote) if twin == quote && line.after().starts_with(quote) => quote,
        Some(_) => character,
        None => twin,
    }
}

/// Steps over all that closes right behind the caret. False if there is nothing.
pub(super) fn leave_closers(line: &mut Line) -> bool {
    let closers = line.after().len() - line.after().trim_start_matches(['"', '\'', '/', ')', ']', ' ']).len();
    line.place(line.caret() + closers);
    closers > 0
}

/// Steps out of the string at the caret and of the call that it is the argument of, where more is open around that: what
/// goes on there is typed there. False if the caret stands elsewhere.
pub(super) fn leave_argument(line: &mut Line) -> bool {
    let Some(quote) = open_quote(line.before()) else { return false };
    // Behind a step more steps may stand; a function of a filter is a condition by itself.
    let is_step = innermost_open(line.before()).is_some_and(|open| {
        let name = line.before()[..open].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        name.len() < open && name.ends_with('.')
    });
    let behind = line.after().strip_prefix(quote).and_then(|rest| rest.strip_prefix(')'));
    let goes_on = is_step && behind.is_some_and(|behind| !behind.trim().is_empty());
    if goes_on {
        line.place(line.caret() + quote.len_utf8() + 1);
    }
    goes_on
}

/// Types an opener with its closer, or steps over a closer. False if the character is an ordinary one.
pub(super) fn type_pair(line: &mut Line, character: char) -> bool {
    let next = line.after().chars().next();
    let quote = open_quote(line.before());
    let steps_over = next == Some(character)
        && match character {
            '"' | '\'' => quote == Some(character) && !line.before().ends_with('\\'),
            ')' | ']' => quote.is_none(),
            _ => false,
        };
    if steps_over {
        line.right();
        return true;
    }
    if character == '.' && quote.is_none() && line.before().ends_with(['"', '\'']) {
        // A name cannot go on after its argument: the query goes on behind the call.
        leave_call(line);
        return false;
    }
    let free = next.is_none_or(|next| matches!(next, ')' | ']' | ' '));
    let pair = match character {
        '(' if quote.is_none() && free => "()",
        '[' if quote.is_none() && free => "[]",
        '"' if quote.is_none() && free => "\"\"",
        '\'' if quote.is_none() && free => "''",
        _ => return false,
    };
    let caret = line.caret();
    line.replace(caret, caret, pair, 1);
    true
}

/// Steps over the parenthesis that closes a call, if the caret stands right before it.
pub(super) fn leave_call(line: &mut Line) {
    let is_name = |character: char| character.is_alphanumeric() || character == '_';
    let of_call = innermost_open(line.before())
        .is_some_and(|open| line.before()[open..].starts_with('(') && line.before()[..open].ends_with(is_name));
    if of_call && line.after().starts_with(')') {
        line.right();
    }
}

/// The place of the innermost bracket that is open at the end of `text`.
fn innermost_open(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut quote = None;
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(own), _) if character == own => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[') => open.push(at),
            (None, ')' | ']') => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// True if the caret stands between an opener and its closer.
pub(super) fn stands_in_empty_pair(line: &Line) -> bool {
    let pairs = [("(", ")"), ("[", "]"), ("\"", "\""), ("'", "'")];
    let empty = |(open, close): (&str, &str)| line.before().ends_with(open) && line.after().starts_with(close);
    !line.is_selected() && pairs.into_iter().any(empty)
}

/// The quote that opens a string which is still open at the end of `text`.
pub(super) fn open_quote(text: &str) -> Option<char> {
    let mut open = None;
    let mut escaped = false;
    for character in text.chars() {
        match (open, character) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(quote), _) if character == quote => open = None,
            (None, '"' | '\'') => open = Some(character),
            _ => {}
        }
    }
    open
}
