//! Operations of interface files: gRPC services and GraphQL schemas. One pass over the words, no grammar.

use crate::document::{Document, Kind, Lexeme, LexemeKind, Lexis, Node, Span, StringRule, lexemes};
use crate::formats::draft::nodes::make_nest;

pub(super) static PROTOBUF: Lexis = Lexis {
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    strings: &[StringRule::line("\"", "\""), StringRule::line("'", "'")],
    ..Lexis::PLAIN
};

static GRAPHQL: Lexis = Lexis {
    line_comments: &["#"],
    strings: &[StringRule::raw("\"\"\"", "\"\"\""), StringRule::line("\"", "\"")],
    ..Lexis::PLAIN
};

/// Puts `nodes` among those of a document that is nested already.
pub(super) fn add(document: &mut Document, nodes: Vec<Node>) {
    document.nodes.extend(nodes);
    document.nest();
    if make_nest(&mut document.nodes, document.text.len() as u32) {
        document.nest();
    }
}

fn words(text: &str, lexis: &'static Lexis) -> Vec<Lexeme> {
    let is_word = |lexeme: &Lexeme| matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call);
    lexemes(text, lexis).filter(is_word).collect()
}

/// Adds a node for every `rpc` of a Protocol Buffers file: `UserService.GetUser`, `RPC /package.UserService/GetUser`.
pub(in crate::formats) fn mark_services(document: &mut Document) {
    let text = &document.text;
    let words = words(text, &PROTOBUF);
    let (mut package, mut service, mut nodes) = ("", "", Vec::new());
    for pair in words.windows(2) {
        let (word, next) = (pair[0].span.of(text), pair[1].span.of(text));
        match word {
            "package" => {
                let rest = &text[pair[1].span.start as usize..];
                package = rest.split([';', '\n']).next().unwrap_or("").trim();
            }
            "service" => service = next,
            "rpc" if pair[1].kind == LexemeKind::Call => {
                let start = pair[0].span.start as usize;
                let rest = &text[start..];
                let end = rest
                    .find([';', '{', '}'])
                    .map_or(rest.len(), |end| end + usize::from(rest.as_bytes()[end] == b';'));
                let full = if package.is_empty() { service.to_owned() } else { format!("{package}.{service}") };
                let range = start..start + rest[..end].trim_end().len();
                nodes.push(operation(document, range, pair[1].span, service, next, &format!("RPC /{full}/{next}")));
            }
            _ => {}
        }
    }
    add(document, nodes);
}

fn operation(
    document: &Document,
    range: std::ops::Range<usize>,
    name_at: Span,
    owner: &str,
    name: &str,
    detail: &str,
) -> Node {
    let mut node = Node::new(Kind::Api, Span::of_range(range), &document.lines);
    node.name = format!("{owner}.{name}").into();
    node.detail = detail.into();
    node.name_span = name_at;
    node
}

/// Adds a node for every field of the root types of a GraphQL schema: `Query.user`, `QUERY user`.
pub(in crate::formats) fn mark_operations(document: &mut Document) {
    let text = &document.text;
    let bytes = text.as_bytes();
    let words = words(text, &GRAPHQL);
    let mut nodes = Vec::new();
    let mut at = 0;
    while at + 1 < words.len() {
        let owner = words[at + 1].span.of(text);
        if words[at].span.of(text) != "type" || !matches!(owner, "Query" | "Mutation" | "Subscription") {
            at += 1;
            continue;
        }
        at += 2;
        let mut depth = 0;
        let mut seen = words[at - 1].span.end as usize;
        while let Some(word) = words.get(at) {
            depth += depth_change(&bytes[seen..word.span.start as usize]);
            seen = word.span.end as usize;
            if depth <= 0 && text[..word.span.start as usize].trim_end().ends_with('}') {
                break;
            }
            let name = word.span.of(text);
            let after = text[seen..].trim_start();
            // At depth 1 a name followed by arguments or a colon is a field; its type follows the colon.
            if depth == 1 && after.starts_with(['(', ':']) && !name.is_empty() {
                let start = word.span.start as usize;
                let line = text[start..].split('\n').next().unwrap_or("").trim_end();
                let detail = format!("{} {name}", owner.to_uppercase());
                nodes.push(operation(document, start..start + line.len(), word.span, owner, name, &detail));
            }
            at += 1;
        }
    }
    add(document, nodes);
}

fn depth_change(between: &[u8]) -> i32 {
    between.iter().map(|byte| i32::from(matches!(byte, b'{' | b'(')) - i32::from(matches!(byte, b'}' | b')'))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::LineIndex;

    fn names(text: &str, mark: fn(&mut Document)) -> Vec<String> {
        let lines = LineIndex::new(text);
        let mut document = Document { text: text.to_owned(), lines, ..Document::default() };
        mark(&mut document);
        document.nodes.iter().map(|node| format!("{} {} <{}>", node.line, node.name, node.detail)).collect()
    }

    #[test]
    fn operations_of_interface_files_are_endpoints() {
        let proto = "package a.v1;\n// rpc Old(X)\nservice Users {\n  rpc Get(Req) returns (Res);\n  rpc List (A) returns (stream B) {\n  }\n}\n";
        assert_eq!(
            names(proto, mark_services),
            ["4 Users.Get <RPC /a.v1.Users/Get>", "5 Users.List <RPC /a.v1.Users/List>"]
        );
        let graphql = "type User { name: String }\ntype Query {\n  # old(x: Int): Y\n  user(id: ID!, deep: [Int!]): User\n  all: [User!]!\n}\nextend type Mutation { add(n: Int): User }\n";
        assert_eq!(
            names(graphql, mark_operations),
            ["4 Query.user <QUERY user>", "5 Query.all <QUERY all>", "7 Mutation.add <MUTATION add>"]
        );
    }
}
