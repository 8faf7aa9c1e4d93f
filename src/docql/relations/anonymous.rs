//! Implementations without a name: `new Task() { … }`, `object : Listener { … }`, `const memory: Store = { … }`.

use super::named::{Naming, Namings};
use super::references::lines_of;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::types::hierarchy::Hierarchy;
use crate::docql::relations::types::implementations::implementations as types_implementing;
use crate::docql::relations::types::overriding::{inheriting, is_overridable};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
use rayon::prelude::*;

/// Tokens between the word that begins an implementation and the name of the type, at most.
const MAX_BEFORE: usize = 60;

/// For each of `targets`, the implementations of it that have no name: of a type the lines in which they begin, of a
/// method those of its name in them.
pub(super) fn implementations(
    targets: &[NodeRef],
    hierarchy: &Hierarchy<'_>,
    context: Context<'_>,
) -> Result<Vec<List>, Stale> {
    let library = context.library;
    let mut out = vec![List::new(); targets.len()];
    // The types that are looked for, with the index of the target.
    let (mut of, mut types): (Vec<usize>, Vec<NodeRef>) = (Vec::new(), Vec::new());
    for (number, target) in targets.iter().enumerate() {
        context.check()?;
        for one in types_of(hierarchy, *target) {
            of.push(number);
            types.push(one);
        }
    }
    if types.is_empty() {
        return Ok(out);
    }
    let table = TypeTable::new(context);
    let namings = Namings::new(&types, true, &table, context)?;
    let in_file = |&file: &FileId| {
        context.check()?;
        let found = bodies(library, file, &namings).into_iter();
        Ok(found.map(|body| (body.naming.of, shown(library, file, targets[of[body.naming.of]], &body))).collect())
    };
    let parts: Vec<Vec<(usize, List)>> = namings.files().par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    for (at, found) in parts.into_iter().flatten() {
        out[of[at]].extend(found);
    }
    Ok(out)
}

/// The types whose implementations are those of `target`, in a language in which they can do without a name: of a member
/// its own and those below that have it from there.
fn types_of(hierarchy: &Hierarchy<'_>, target: NodeRef) -> Vec<NodeRef> {
    let library = hierarchy.library;
    let family = language_family(library.file(target.file).format.id);
    if !matches!(family, "java" | "javascript" | "php") {
        return Vec::new();
    }
    let is_member = is_overridable(library, target);
    let home = if is_member { fields::enclosing_node(library, target) } else { Some(target) };
    let kind = |of: &NodeRef| library.outline(of.file).map(|outline| outline.kind(of.node));
    let is_one = |of: &NodeRef| kind(of).is_some_and(|kind| kind.is_class() && kind != Kind::Enum);
    let Some(home) = home.filter(is_one) else { return Vec::new() };
    let below = if is_member {
        inheriting(hierarchy, target, home, |of| types_implementing(hierarchy, of))
    } else {
        Vec::new()
    };
    std::iter::once(home).chain(below.into_iter().filter(is_one)).collect()
}

/// The body of an implementation.
struct Body {
    /// The name of the type before it.
    naming: Naming,
    span: Span,
}

/// The implementations in a file.
fn bodies(library: &Library, file: FileId, namings: &Namings<'_, '_>) -> Vec<Body> {
    let all = namings.in_file(file, |_| true);
    let (Some(lexis), Ok(text)) = (library.file(file).format.lexis, library.peek_text(file)) else { return Vec::new() };
    if all.is_empty() {
        return Vec::new();
    }
    let tokens = Tokens::read(&text, 0, lexis);
    let language = library.file(file).format.id;
    let body = |naming: Naming| {
        let here = tokens.at(naming.span.start);
        let (open, close) = match language {
            "java" => java(&tokens, here),
            "kotlin" => kotlin(&tokens, here),
            "php" => php(&tokens, here),
            _ => script(&tokens, here),
        }?;
        let span = Span::new(tokens.get(open)?.start, tokens.get(close)?.end);
        Some(Body { naming, span })
    };
    all.into_iter().filter_map(body).collect()
}

/// What is shown of an implementation: where a method is asked for, that of its name.
fn shown(library: &Library, file: FileId, target: NodeRef, body: &Body) -> List {
    let (Some(of), Some(outline)) = (library.outline(target.file), library.outline(file)) else { return List::new() };
    if is_overridable(library, target) {
        let is_function = of.kind(target.node).is_function();
        let is_sort = |kind: Kind| match is_function {
            true => kind.is_function(),
            false => matches!(kind, Kind::Property | Kind::Field),
        };
        let is_it = |at: &u32| {
            is_sort(outline.kind(*at))
                && outline.name(*at) == of.name(target.node)
                && body.span.contains(outline.span(*at).start)
        };
        let found: List = (0..outline.len()).filter(is_it).map(|at| node_item(file, at)).collect();
        let has_line = found.is_empty() && !is_function;
        let naming = if has_line { property_in(library, file, of.name(target.node), body) } else { None };
        return match naming {
            Some(naming) => lines_of(library, file, vec![naming]).into_iter().map(|(_, found)| found).collect(),
            None => found,
        };
    }
    lines_of(library, file, vec![body.naming]).into_iter().map(|(_, found)| found).collect()
}

/// Kotlin: the place of a property in a body, where it is the variable of a function to the outline: `override val name`.
fn property_in(library: &Library, file: FileId, name: &str, body: &Body) -> Option<Naming> {
    let lexis = library.lexis(file).filter(|_| library.language(file) == "kotlin")?;
    let text = library.peek_text(file).ok()?;
    let tokens = Tokens::read(text.get(body.span.start as usize..body.span.end as usize)?, body.span.start, lexis);
    let is_it = |at: &usize| {
        tokens.word(*at) == name && matches!(tokens.word(at - 1), "val" | "var") && tokens.opener(*at) == Some(0)
    };
    let token = tokens.get((1..tokens.len()).find(is_it)?)?;
    Some(Naming { span: Span::new(token.start, token.end), ..body.naming })
}

/// `new a.Task<T>(x) { … }`
fn java(tokens: &Tokens, here: usize) -> Option<(usize, usize)> {
    let mut first = here;
    while first >= 2 && tokens.is(first - 1, b'.') && !tokens.word(first - 2).is_empty() {
        first -= 2;
    }
    let is_made = first.checked_sub(1).is_some_and(|before| tokens.word(before) == "new");
    let open = behind_arguments(tokens, here + 1);
    block(tokens, tokens.closing(open).filter(|_| is_made && tokens.is(open, b'('))? + 1)
}

/// `object : Base(), Listener<T> { … }`
fn kotlin(tokens: &Tokens, here: usize) -> Option<(usize, usize)> {
    // What stands before a dot is around the type, and what stands in angles is given to another.
    if tokens.is(here + 1, b'.') {
        return None;
    }
    let (mut at, mut depth) = (here, 0usize);
    let colon = loop {
        at = at.checked_sub(1).filter(|at| here - at <= MAX_BEFORE)?;
        match () {
            () if tokens.is(at, b':') => break at,
            () if tokens.is(at, b')') => at = tokens.opening(at)?,
            () if tokens.is(at, b'>') => depth += 1,
            () if tokens.is(at, b'<') => depth = depth.checked_sub(1)?,
            () if !tokens.word(at).is_empty() || tokens.is_line(at) => {}
            () if [b',', b'.', b'?', b'*'].iter().any(|sign| tokens.is(at, *sign)) => {}
            () => return None,
        }
    };
    let is_object = colon.checked_sub(1).is_some_and(|before| tokens.word(before) == "object");
    is_object.then(|| heads_block(tokens, here + 1)).flatten()
}

/// `new class(x) extends Base implements Store { … }`, perhaps with attributes and words before `class`.
fn php(tokens: &Tokens, here: usize) -> Option<(usize, usize)> {
    let mut at = here;
    loop {
        at = at.checked_sub(1).filter(|at| here - at <= MAX_BEFORE)?;
        match tokens.word(at) {
            "class" => break,
            "" if tokens.is(at, b')') => at = tokens.opening(at)?,
            "" if !tokens.is_line(at) && !tokens.is(at, b',') && !tokens.is(at, b'\\') => return None,
            _ => {}
        }
    }
    while let Some(before) = at.checked_sub(1) {
        let open = tokens.opening(before).filter(|_| tokens.is(before, b']'));
        match open.and_then(|open| open.checked_sub(1)).filter(|mark| tokens.is(*mark, b'#')) {
            Some(mark) => at = mark,
            None if tokens.is_line(before) || tokens.word(before) == "readonly" => at = before,
            None => break,
        }
    }
    let is_made = at.checked_sub(1).is_some_and(|before| tokens.word(before) == "new");
    is_made.then(|| heads_block(tokens, here + 1)).flatten()
}

/// `: Store<T> = { … }`, `{ … } satisfies Store`, `{ … } as Store`, `<Store>{ … }`
fn script(tokens: &Tokens, here: usize) -> Option<(usize, usize)> {
    let before = here.checked_sub(1)?;
    let behind = behind_arguments(tokens, here + 1);
    if tokens.is(before, b':') && tokens.is(behind, b'=') && !tokens.is(behind + 1, b'>') {
        return block(tokens, behind + 1);
    }
    if tokens.is(before, b'<') && tokens.is(here + 1, b'>') {
        // `Promise<Store> {` is a type with arguments, and the block that of a function.
        let is_argument = tokens.touches(before) && !tokens.word(before - 1).is_empty();
        return block(tokens, here + 2).filter(|_| !is_argument);
    }
    let close = before.checked_sub(1).filter(|close| tokens.is(*close, b'}'))?;
    let is_said = matches!(tokens.word(before), "satisfies" | "as");
    is_said.then(|| Some((tokens.opening(close)?, close))).flatten()
}

/// Behind the type arguments that may stand at `at`.
fn behind_arguments(tokens: &Tokens, at: usize) -> usize {
    if !tokens.is(at, b'<') {
        return at;
    }
    let mut depth = 0usize;
    for end in at..(at + MAX_BEFORE).min(tokens.len()) {
        match () {
            () if tokens.is(end, b'<') => depth += 1,
            () if tokens.is(end, b'>') => depth -= 1,
            () => {}
        }
        if depth == 0 {
            return end + 1;
        }
    }
    at
}

/// The block behind what else may be named in the head of an implementation.
fn heads_block(tokens: &Tokens, mut at: usize) -> Option<(usize, usize)> {
    let end = at + MAX_BEFORE;
    while at < end.min(tokens.len()) {
        match () {
            () if tokens.is(at, b'{') => return block(tokens, at),
            () if tokens.is(at, b'(') => at = tokens.closing(at)?,
            () if !tokens.word(at).is_empty() || tokens.is_line(at) => {}
            () if [b',', b'.', b'<', b'>', b'?', b'*', b'\\'].iter().any(|sign| tokens.is(at, *sign)) => {}
            () => return None,
        }
        at += 1;
    }
    None
}

/// The block that begins at `at`, perhaps in a later line.
fn block(tokens: &Tokens, mut at: usize) -> Option<(usize, usize)> {
    while at < tokens.len() && tokens.is_line(at) {
        at += 1;
    }
    Some((at, tokens.closing(at).filter(|_| tokens.is(at, b'{'))?))
}
