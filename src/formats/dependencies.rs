//! Dependencies in files that list them line by line: go.mod, requirements.txt, Gemfile, build.gradle, build.gradle.kts.

use crate::document::{Document, Kind, Node, Span};
use regex::Regex;
use std::sync::LazyLock;

/// Dependencies of one file that are named.
const MAX_NAMED: usize = 20_000;

/// A format, and what a line that names a dependency looks like.
struct Row {
    id: &'static str,
    pattern: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        id: "gomod",
        pattern: r"(?m)^[ \t]*(?:require[ \t]+)?(?<name>[\w.~-]+(?:/[\w.~@-]+)+)[ \t]+v\d[^\s=]*[ \t]*(?:$|//)",
    },
    Row {
        id: "requirements",
        pattern: r"(?m)^[ \t]*(?<name>[A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])?[ \t]*(?:[<>=!~;@#,]|$)",
    },
    Row {
        id: "ruby",
        pattern: r#"(?m)^[ \t]*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[ \t(]+["'](?<name>[\w./-]+)["']"#,
    },
    Row {
        id: "gradle",
        pattern: r#"(?m)^[ \t]*(?:\w*[iI]mplementation|\w*[aA]pi|\w*[cC]ompileOnly|\w*[rR]untimeOnly|annotationProcessor|kapt|ksp|classpath)[ \t(]+(?:(?:enforcedP|p)latform[ \t]*\([ \t]*)?["'](?<name>[\w.-]+:[\w.-]+)"#,
    },
];

static PATTERNS: LazyLock<Vec<(&'static str, Regex)>> =
    LazyLock::new(|| ROWS.iter().filter_map(|row| Some((row.id, Regex::new(row.pattern).ok()?))).collect());

/// Adds a node for every dependency that a text in the format `id` names.
pub(super) fn mark(document: &mut Document, id: &str) {
    let Some((_, pattern)) = PATTERNS.iter().find(|(known, _)| *known == id) else { return };
    let mut nodes = Vec::new();
    for found in pattern.captures_iter(&document.text).take(MAX_NAMED) {
        let Some(name) = found.name("name") else { continue };
        let end = document.text[name.end()..].find('\n').map_or(document.text.len(), |length| name.end() + length);
        let start = found.get(0).map_or(name.start(), |whole| whole.start());
        let blank = document.text[start..].len() - document.text[start..].trim_start().len();
        let mut node = Node::new(Kind::Term, Span::of_range(start + blank..end.max(name.end())), &document.lines);
        node.name = name.as_str().into();
        node.name_span = Span::of_range(name.range());
        node.detail = "dependency".into();
        nodes.push(node);
    }
    if !nodes.is_empty() {
        document.nodes.extend(nodes);
        document.nest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::LineIndex;

    fn named(id: &str, text: &str) -> Vec<String> {
        let lines = LineIndex::new(text);
        let mut document = Document { text: text.to_owned(), lines, ..Document::default() };
        mark(&mut document, id);
        document.nodes.into_iter().map(|node| node.name.into()).collect()
    }

    #[test]
    fn every_row_names_what_a_file_of_its_kind_depends_on() {
        assert_eq!(PATTERNS.len(), ROWS.len());
        let go = "module a.b/c\n\ngo 1.22\n\nrequire x.org/one v1.2.3\nrequire (\n\tgithub.com/a/two v0.1.0 // indirect\n)\nreplace x.org/one => ../one\n";
        assert_eq!(named("gomod", go), ["x.org/one", "github.com/a/two"]);
        let python = "# tools\n-r base.txt\nrequests[socks]>=2\nDjango == 4.2  # web\nnumpy\nhttps://x.org/a.whl\n";
        assert_eq!(named("requirements", python), ["requests", "Django", "numpy"]);
        let ruby = "source \"https://rubygems.org\"\ngem 'rails', '~> 7'\n  gem \"puma\"\ns.add_dependency \"rake\"\n";
        assert_eq!(named("ruby", ruby), ["rails", "puma", "rake"]);
        let gradle = "dependencies {\n  implementation 'org.a:b:1.0'\n  testImplementation(\"junit:junit:4\")\n}\n";
        assert_eq!(named("gradle", gradle), ["org.a:b", "junit:junit"]);
        let kotlin = "dependencies {\n    api(platform(\"org.a:bom:1.0\"))\n    kapt(\"org.b:c:2\")\n}\n";
        assert_eq!(named("gradle", kotlin), ["org.a:bom", "org.b:c"]);
    }
}
