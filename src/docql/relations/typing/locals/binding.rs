//! The declaration of a local variable or parameter, looked for backwards from where it is used.

use super::heads::{head, is_literal};
use super::typed::{NO_TYPES, before_name, colon};
use super::{function_types, lambda, sigils};
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment, position, type_end};
use crate::docql::relations::typing::python::blocks;
use crate::docql::relations::typing::python::targets::{assigned, comprehension, looped};
use crate::docql::relations::typing::rust::patterns;
use crate::document::{Lambda, TypePlace, TypeRules};

/// The nearest binding of `name` before the token `at`, with the token where it stands.
pub(in crate::docql::relations::typing) fn find(
    tokens: &Tokens,
    at: usize,
    name: &str,
    rules: &TypeRules,
) -> Option<(Binding, usize)> {
    if rules.assigns
        && !rules.blocks
        && let Some(found) = comprehension(tokens, at, name)
    {
        return Some(found);
    }
    let is_python = rules.assigns && !rules.blocks;
    let has_sigils = rules.place == TypePlace::BeforeSigil;
    let (mut closed, mut nothing) = (0usize, None);
    let mut has_else = false;
    let mut next = at.min(tokens.len());
    while let Some(here) = next.checked_sub(1) {
        next = here;
        match tokens.get(here)?.kind {
            // Names in the braces of a pattern are known behind it.
            TokenKind::Sign(b'}') if rules.tries && closed == 0 && patterns::ends_at(tokens, here) => {}
            TokenKind::Sign(b'}') if rules.blocks => {
                has_else = if closed == 0 { tokens.word(here + 1) == "else" } else { has_else };
                closed += 1;
            }
            TokenKind::Sign(b'{') if rules.blocks && closed == 1 => {
                closed = 0;
                // Go: what the head of a condition binds is known in the block of its `else` too.
                let is_go = rules.place == TypePlace::After;
                if has_sigils {
                    next = sigils::head(tokens, here);
                } else if !is_go || !has_else && !is_literal(tokens, here) {
                    next = head(tokens, here);
                }
            }
            TokenKind::Sign(b'{') if rules.blocks => closed = closed.saturating_sub(1),
            // PHP: what a block may have set it to is known behind it.
            TokenKind::Word
                if has_sigils && closed > 0 && tokens.word(here) == name && is_assignment(tokens, here + 1) =>
            {
                return Some((Binding::Opaque, here));
            }
            TokenKind::Word if closed == 0 && tokens.word(here) == name => match bound(tokens, here, rules) {
                Some(_) if has_sigils && !sigils::reaches(tokens, here, at) => {}
                Some(_) if rules.tries && !patterns::reaches(tokens, here, at) => {}
                Some(_) if is_python && !blocks::reaches(tokens, here, at) => {}
                // A value that is made from the name is made from what it was before.
                Some(Binding::Value(start, _)) if holds(tokens, start, at) => {}
                Some(Binding::Parameter(start, _)) if !rules.tries && !lambda::reaches(tokens, start, at) => {}
                // What starts as nothing becomes something elsewhere.
                Some(Binding::Value(start, _))
                    if matches!(tokens.word(start), "None" | "null" | "nil" | "undefined") =>
                {
                    nothing = nothing.or(Some((Binding::Opaque, here)));
                }
                Some(binding) => return Some((binding, here)),
                None => {}
            },
            _ => {}
        }
    }
    nothing
}

/// True if the statement with the expression at `start` goes on to the token `at`.
fn holds(tokens: &Tokens, start: usize, at: usize) -> bool {
    let mut depth = 0usize;
    for here in start..at {
        match tokens.get(here).map(|token| token.kind) {
            // A block.
            Some(TokenKind::Sign(b'{')) if tokens.is_line(here + 1) => return false,
            Some(TokenKind::Sign(b'(' | b'[' | b'{')) => depth += 1,
            Some(TokenKind::Sign(b')' | b']' | b'}')) if depth == 0 => return false,
            Some(TokenKind::Sign(b')' | b']' | b'}')) => depth -= 1,
            Some(TokenKind::Line | TokenKind::Sign(b';')) if depth == 0 => return false,
            _ => {}
        }
    }
    start <= at
}

/// True if the name at `here` is bound there, false if it is only set, or that of an argument; `None` if what it means is
/// read.
pub(in crate::docql::relations::typing) fn binds(tokens: &Tokens, here: usize, rules: &TypeRules) -> Option<bool> {
    match bound(tokens, here, rules) {
        Some(_) => Some(true),
        None => is_assignment(tokens, here + 1).then_some(false),
    }
}

fn bound(tokens: &Tokens, here: usize, rules: &TypeRules) -> Option<Binding> {
    if rules.place == TypePlace::BeforeSigil {
        return sigils::bound(tokens, here);
    }
    let before = |far: usize| here.checked_sub(far);
    if is_pointer(tokens, here, rules) {
        return Some(Binding::Opaque);
    }
    // Java: `T... x`
    let is_rest = rules.place == TypePlace::Before
        && !rules.points
        && before(3).is_some_and(|dots| tokens.are(dots, "...") && dots > 0);
    if !is_rest
        && before(1).is_some_and(|at| tokens.is(at, b'.') || tokens.is(at, b'>') && rules.place != TypePlace::Before)
    {
        return None;
    }
    if function_types::is_in_type(tokens, here, rules) {
        return None;
    }
    if rules.tries
        && let Some(found) = patterns::bound(tokens, here)
    {
        return Some(found);
    }
    let previous = before(1).map_or("", |at| tokens.word(at));
    let is_bound = rules.binders.contains(&previous);
    let next = here + 1;
    if is_bound && is_assignment(tokens, next) {
        return Some(Binding::Value(next + 1, 0));
    }
    if previous == "for" && matches!(tokens.word(next), "in" | "of") || is_bound && tokens.word(next) == "of" {
        return Some(Binding::Element(next + 1));
    }
    if rules.lambda == Lambda::Braces
        && let Some(found) = looped_in_kotlin(tokens, here)
    {
        return Some(found);
    }
    if rules.assigns
        && !rules.blocks
        && let Some(found) = looped(tokens, here)
    {
        return Some(found);
    }
    // `*args`, `**kwargs`
    if rules.assigns && before(1).is_some_and(|at| tokens.is(at, b'*')) && is_parameter(tokens, here) {
        return Some(Binding::Builtin);
    }
    if rules.assigns && tokens.are(next, ":=") {
        return Some(Binding::Value(next + 2, 0));
    }
    if before(2).is_some_and(|at| tokens.word(at) == "isinstance") && tokens.is(next, b',') {
        return Some(Binding::Typed(next + 1, type_end(tokens, next + 1)));
    }
    let found = match rules.place {
        TypePlace::After => after(tokens, here, is_bound),
        TypePlace::Colon => colon(tokens, here, is_bound, rules),
        TypePlace::Before => before_name(tokens, here, is_bound, rules),
        TypePlace::BeforeSigil | TypePlace::Nowhere => None,
    };
    let follows = |at: usize| !rules.blocks && is_assignment(tokens, at);
    let begins =
        before(1).is_none_or(|at| tokens.is_line(at) || tokens.is(at, b';') || tokens.is(at, b'{') || follows(at));
    found
        .or_else(|| (rules.assigns && begins && is_assignment(tokens, next)).then_some(Binding::Value(next + 1, 0)))
        .or_else(|| if rules.assigns { assigned(tokens, here) } else { None })
        .or_else(|| {
            let parameter = lambda::parameter(tokens, here, rules);
            parameter.map(|(start, number)| Binding::Parameter(start, number))
        })
        // Go: a parameter has a type, and what stands alone is one: `func(T)`.
        .or_else(|| (rules.place != TypePlace::After && is_parameter(tokens, here)).then_some(Binding::Opaque))
}

/// Kotlin: `for (x in all)`, `for ((k, v) in map)`.
fn looped_in_kotlin(tokens: &Tokens, here: usize) -> Option<Binding> {
    let open = tokens.opener(here).filter(|&open| tokens.is(open, b'('))?;
    let is_head = |open: usize| open > 0 && tokens.word(open - 1) == "for";
    if is_head(open) {
        return (here == open + 1 && tokens.word(here + 1) == "in").then_some(Binding::Element(here + 2));
    }
    let close = tokens.closing(open)?;
    let is_taken = tokens.opener(open).is_some_and(|outer| outer + 1 == open && is_head(outer));
    let number = (open + 1..here).filter(|&at| tokens.is(at, b',')).count();
    let is_name = here == open + 1 || tokens.is(here - 1, b',');
    (is_taken && is_name && tokens.word(close + 1) == "in").then_some(Binding::ElementPart(close + 2, number))
}

/// Go: `x := …`, `for _, x := range …`, `x T` among parameters or behind `var`.
fn after(tokens: &Tokens, here: usize, is_bound: bool) -> Option<Binding> {
    let mut end = here + 1;
    while tokens.is(end, b',') && !tokens.word(end + 1).is_empty() {
        end += 2;
    }
    let number = position(tokens, here);
    if tokens.are(end, ":=") {
        return Some(match tokens.word(end + 2) {
            "range" if number == 1 => Binding::Element(end + 3),
            "range" => Binding::Key(end + 3),
            _ => Binding::Value(end + 2, number),
        });
    }
    // `const a, b = …`
    let before_first = (here - 2 * number).checked_sub(1).map_or("", |at| tokens.word(at));
    let grouped = is_grouped(tokens, here) || number > 0 && matches!(before_first, "var" | "const");
    let grouped = grouped || is_bound && end > here + 1;
    let listed = is_bound || grouped || here > 0 && (tokens.is(here - 1, b'(') || tokens.is(here - 1, b','));
    if grouped && is_assignment(tokens, end) {
        return Some(Binding::Value(end + 1, number));
    }
    if !listed || tokens.touches(end) {
        return None;
    }
    let is_type = match tokens.get(end)?.kind {
        TokenKind::Word => !matches!(tokens.word(end), "range" | "if" | "else" | "case" | "default" | "return"),
        TokenKind::Sign(b'*') => tokens.touches(end + 1),
        TokenKind::Sign(b'[') => true,
        TokenKind::Sign(b'.') => tokens.are(end, "..."),
        TokenKind::Sign(b'<') => tokens.are(end, "<-"),
        TokenKind::Sign(b'(') => true,
        _ => false,
    };
    is_type.then(|| Binding::Typed(end, type_end(tokens, end)))
}

/// Go: true for the first name of a line in `var ( … )` or `const ( … )`.
fn is_grouped(tokens: &Tokens, here: usize) -> bool {
    let begins = here.checked_sub(1).is_some_and(|at| tokens.is_line(at) || tokens.is(at, b';') || tokens.is(at, b'('));
    let opener = || tokens.opener(here).filter(|&open| tokens.is(open, b'('));
    begins && opener().and_then(|open| open.checked_sub(1)).is_some_and(|at| matches!(tokens.word(at), "var" | "const"))
}

/// C: `int (*run)(void)`, but not the call `(*run)()`.
fn is_pointer(tokens: &Tokens, here: usize, rules: &TypeRules) -> bool {
    let Some(open) = here.checked_sub(2).filter(|_| rules.place == TypePlace::Before && rules.points) else {
        return false;
    };
    let type_ends = open
        .checked_sub(1)
        .is_some_and(|at| tokens.is(at, b'*') || !tokens.word(at).is_empty() && !NO_TYPES.contains(&tokens.word(at)));
    type_ends && tokens.is(open, b'(') && tokens.is(open + 1, b'*') && tokens.are(here + 1, ")(")
}

/// True for a parameter without a type.
fn is_parameter(tokens: &Tokens, here: usize) -> bool {
    let previous = here.checked_sub(1);
    let among = previous.is_some_and(|at| {
        tokens.is(at, b'(')
            || tokens.is(at, b',')
            || tokens.is(at, b'*')
            || tokens.is_line(at)
            || tokens.word(at) == "lambda"
    });
    // The last one may stand alone on its line.
    let next = (here + 1..tokens.len()).find(|&at| !tokens.is_line(at)).unwrap_or(here + 1);
    let ends = tokens.is(next, b',') || tokens.is(next, b')') || tokens.is(next, b'=') || tokens.is(next, b':');
    if !among || !ends {
        return false;
    }
    if previous.is_some_and(|at| tokens.word(at) == "lambda") {
        return true;
    }
    let Some(open) = tokens.opener(here).filter(|&open| tokens.is(open, b'(')) else { return false };
    let word = |far: usize| open.checked_sub(far).map_or("", |at| tokens.word(at));
    let declares = |word: &str| matches!(word, "def" | "fn" | "func" | "function" | "fun");
    declares(word(1)) || declares(word(2)) || tokens.closing(open).is_some_and(|close| tokens.are(close + 1, "=>"))
}
