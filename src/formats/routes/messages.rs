//! What a Protocol Buffers file declares beside its operations: messages, enumerations, services, one in the other.

use super::interfaces::{PROTOBUF, add};
use crate::document::{Document, Kind, LexemeKind, Node, Span, lexemes};

/// Words that begin a declaration.
const WORDS: [&str; 3] = ["message", "enum", "service"];

/// Declarations of a file that are named.
const MAX_NAMED: usize = 50_000;

/// Bytes of the name of what is around a declaration; beyond them that has its own name only.
const MAX_OWNER: usize = 200;

/// A block that is open: the node that it is, if it is a declaration, and the innermost one that it is in.
struct Open {
    own: Option<usize>,
    around: Option<usize>,
}

/// The declarations of a file, as far as they were read.
struct Declarations<'d> {
    document: &'d Document,
    nodes: Vec<Node>,
    open: Vec<Open>,
    /// What was declared last and has no block yet.
    declared: Option<Node>,
}

/// Adds a node for every message, enumeration and service: `Outer.Inner`, by what it is.
pub(in crate::formats) fn mark_messages(document: &mut Document) {
    let mut read = Declarations { document, nodes: Vec::new(), open: Vec::new(), declared: None };
    let text = &document.text;
    let mut before: Option<Span> = None;
    let mut seen = 0;
    for lexeme in lexemes(text, &PROTOBUF) {
        if read.between(seen..lexeme.span.start as usize) {
            before = None;
        }
        seen = lexeme.span.end as usize;
        if !matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) {
            continue;
        }
        let what = before.and_then(|before| WORDS.iter().find(|known| **known == before.of(text)));
        if let (Some(what), Some(before)) = (what, before) {
            read.declare(what, before, lexeme.span);
        }
        before = Some(lexeme.span);
    }
    read.between(seen..text.len());
    let nodes = read.nodes;
    add(document, nodes);
}

impl Declarations<'_> {
    fn declare(&mut self, what: &str, word: Span, name: Span) {
        let mut node = Node::new(Kind::Term, Span::new(word.start, name.end), &self.document.lines);
        let owner = self.open.last().and_then(|open| open.own.or(open.around)).map(|at| &*self.nodes[at].name);
        let owner =
            owner.filter(|owner| owner.len() <= MAX_OWNER).map_or_else(String::new, |owner| format!("{owner}."));
        node.name = format!("{owner}{}", name.of(&self.document.text)).into();
        node.detail = what.into();
        node.name_span = name;
        self.declared = Some(node);
    }

    /// Follows what stands between words; true if it is more than white space.
    fn between(&mut self, range: std::ops::Range<usize>) -> bool {
        let start = range.start;
        let bytes = &self.document.text.as_bytes()[range];
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'{' => self.open_block(),
                b'}' => self.close_block((start + at) as u32 + 1),
                // A field may be called like a declaration: `string message = 1;`.
                b';' | b'=' => self.declared = None,
                _ => {}
            }
        }
        !bytes.trim_ascii().is_empty()
    }

    fn open_block(&mut self) {
        let around = self.open.last().and_then(|open| open.own.or(open.around));
        let node = self.declared.take().filter(|_| self.nodes.len() < MAX_NAMED);
        let own = node.is_some().then_some(self.nodes.len());
        self.open.push(Open { own, around });
        self.nodes.extend(node);
    }

    fn close_block(&mut self, end: u32) {
        self.declared = None;
        if let Some(at) = self.open.pop().and_then(|open| open.own) {
            let node = &mut self.nodes[at];
            node.span.end = end;
            node.end_line = self.document.lines.line(end.saturating_sub(1));
            node.body = Span::new(node.name_span.end, end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::LineIndex;

    #[test]
    fn declarations_are_named_with_what_is_around_them() {
        let text = "syntax = \"proto3\";\nmessage User { // message None {\n  string message = 1;\n  enum State { NEW = 0; }\n  message Part {\n    oneof kind { int32 a = 1; }\n  }\n}\nservice Users {\n  rpc Get(User) returns (User) { option (x) = { a: 1 }; }\n}\nmessage Open {";
        let lines = LineIndex::new(text);
        let mut document = Document { text: text.to_owned(), lines, ..Document::default() };
        mark_messages(&mut document);
        let told = document.nodes.iter().map(|node| (&*node.detail, &*node.name, node.line, node.end_line));
        let expected = [
            ("message", "User", 2, 8),
            ("enum", "User.State", 4, 4),
            ("message", "User.Part", 5, 7),
            ("service", "Users", 9, 11),
            ("message", "Open", 12, 12),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }
}
