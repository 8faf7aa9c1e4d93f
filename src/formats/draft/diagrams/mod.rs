//! The nodes of diagrams written as text: Mermaid, PlantUML, DOT, D2.
//!
//! - `asides`: what stands beside the nodes: notes, titles, comments, what is said about groups of messages.
//! - `dialect`: what kind of diagram a text is.
//! - `html_labels`: labels of DOT that are HTML.
//! - `lists`: diagrams that are lists: a line is a node.
//! - `mermaid`: what only Mermaid has: nodes with settings in braces, entities of data models.
//! - `patterns`: what the lines look like that name nodes, as regular expressions.
//! - `plantuml`: what only PlantUML has: words that declare, steps, branches; elements of the C4 model.
//! - `statements`: the statements of a line, and the sides of its arrows.

mod asides;
mod dialect;
mod html_labels;
mod lists;
mod mermaid;
mod patterns;
mod plantuml;
mod statements;

use asides::Asides;
use dialect::{Dialect, KEYWORDS};
use html_labels::html_labels;
use patterns::{ALONE, CLUSTER, DECLARED, LABELLED, OPENED, PART, RENAMED};
use statements::{ARROW, PLANTUML_ARROW, first_word, said_from, spoken_from, statements, without_count};

use regex::{Captures, Regex};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Nodes of one diagram that are named.
const MAX_NODES: usize = 2_000;

/// Longer lines are no part of a diagram that anybody wrote.
const LONGEST_LINE: usize = 2_000;

/// The nodes of a diagram, each once, where it is first met: its name for people and its place in `text`.
pub(super) fn nodes(text: &str) -> Vec<(String, Range<usize>)> {
    let dialect = Dialect::of(text);
    let has_html = matches!(dialect, Dialect::Dot | Dialect::Unknown) && (text.contains("=<") || text.contains("= <"));
    let (labels, shown) = if has_html { html_labels(text) } else { (Vec::new(), String::new()) };
    let text = if has_html { &*shown } else { text };
    let mut found = Found { dialect, ..Found::default() };
    let (mut asides, mut at) = (Asides::of(text, dialect), 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let code = line.trim_end();
        let trimmed = code.trim_start();
        let is_comment = ["%%", "//", "'", "#", "@", "!"].iter().any(|sign| trimmed.starts_with(sign));
        if trimmed.is_empty() || is_comment || code.len() > LONGEST_LINE || found.nodes.len() >= MAX_NODES {
            continue;
        }
        if asides.as_mut().is_some_and(|asides| asides.has(code, start)) {
            continue;
        }
        if let Some(name) = lists::name(dialect, code) {
            found.insert(&code[name.clone()], None, start + name.start..start + name.end);
        }
        if matches!(dialect, Dialect::Mindmap | Dialect::Outline | Dialect::Tasks) || found.part(code, start) {
            continue;
        }
        found.of_mermaid(code, start);
        if found.of_plantuml(code, start) {
            continue;
        }
        found.declared(code, start);
        found.said_alone(code, start);
        found.labelled(code, start);
        found.joined(code, start);
    }
    found.clusters(text);
    for label in labels {
        found.add(&label.id, Some(&label.label), label.place);
    }
    found.nodes.sort_by_key(|(_, range)| range.start);
    found.nodes
}

struct Found {
    dialect: Dialect,
    /// Places in `nodes` by identifier.
    known: HashMap<String, usize>,
    nodes: Vec<(String, Range<usize>)>,
    /// What arrows lead to and nobody is shown by a name.
    unnamed: HashSet<String>,
}

impl Default for Found {
    fn default() -> Found {
        Found { dialect: Dialect::Unknown, known: HashMap::new(), nodes: Vec::new(), unnamed: HashSet::new() }
    }
}

impl Found {
    /// What stands between two nodes.
    fn arrow(&self) -> Option<&'static Regex> {
        if self.dialect == Dialect::PlantUml { PLANTUML_ARROW.as_ref() } else { ARROW.as_ref() }
    }

    fn add(&mut self, id: &str, label: Option<&str>, range: Range<usize>) {
        let word = id.trim().trim_matches('"');
        if !KEYWORDS.contains(&word.to_ascii_lowercase().as_str()) {
            self.insert(id, label, range);
        }
    }

    /// The same for what is a node for sure, whatever it is called.
    fn insert(&mut self, id: &str, label: Option<&str>, range: Range<usize>) {
        let id = id.trim().trim_matches('"');
        if !id.chars().any(char::is_alphanumeric) || id.len() > 100 || self.unnamed.contains(id) {
            return;
        }
        let label = label
            .map(|label| label.replace("\\n", " ").replace("<br/>", " ").replace("<br />", " ").replace("<br>", " "));
        let label = label.map(|label| label.trim().to_owned()).filter(|label| !label.is_empty());
        match self.known.get(id) {
            Some(&at) => {
                if let Some(label) = label.filter(|_| self.nodes[at].0 == id) {
                    self.nodes[at].0 = label;
                }
            }
            None if self.nodes.len() < MAX_NODES => {
                self.known.insert(id.to_owned(), self.nodes.len());
                self.nodes.push((label.unwrap_or_else(|| id.to_owned()), range));
            }
            None => {}
        }
    }

    /// A part of a diagram; true if the line begins one.
    fn part(&mut self, line: &str, start: usize) -> bool {
        let Some(found) = PART.as_ref().and_then(|pattern| pattern.captures(line)) else { return false };
        let named = ["label", "quoted", "title"].iter().find_map(|name| found.name(name));
        if let Some(named) = named {
            let id = found.name("id").unwrap_or(named);
            self.insert(id.as_str(), Some(named.as_str()), start + named.start()..start + named.end());
        }
        true
    }

    /// Parts that say in themselves what they are called, each before the nodes in it.
    fn clusters(&mut self, text: &str) {
        let Some(pattern) = CLUSTER.as_ref().filter(|_| text.contains("cluster")) else { return };
        for found in pattern.captures_iter(text) {
            if let (Some(id), Some(label)) = (found.name("id"), found.name("label").or_else(|| found.name("word"))) {
                self.add(id.as_str(), Some(label.as_str()), label.range());
            }
        }
    }

    fn of_mermaid(&mut self, line: &str, start: usize) {
        let alone = match self.dialect {
            Dialect::Entities => mermaid::entity(line),
            Dialect::States => mermaid::state(line),
            _ => None,
        };
        for (id, label) in mermaid::set(line).into_iter().chain(alone) {
            self.add(&line[id.clone()], label.map(|label| &line[label]), start + id.start..start + id.end);
        }
    }

    /// What only PlantUML has, and elements of the C4 model, which Mermaid has too; true if the line is no more than one.
    fn of_plantuml(&mut self, line: &str, start: usize) -> bool {
        let is_plantuml = self.dialect == Dialect::PlantUml;
        if let Some((id, label)) = plantuml::element(line).or_else(|| plantuml::renamed(line).filter(|_| is_plantuml)) {
            self.insert(&line[id], Some(&line[label.clone()]), start + label.start..start + label.end);
        } else if let Some(id) = plantuml::branch(line).filter(|_| is_plantuml) {
            self.unnamed.insert(id.to_owned());
        } else if let Some(step) = plantuml::step(line).filter(|_| is_plantuml) {
            self.insert(&line[step.clone()], None, start + step.start..start + step.end);
        } else {
            return false;
        }
        true
    }

    fn declared(&mut self, line: &str, start: usize) {
        let Some(pattern) = DECLARED.as_ref() else { return };
        let mut at = 0;
        // In the brackets of a package others may stand on the same line.
        for piece in line.split_inclusive('{') {
            let is_one = |found: &Captures<'_>| self.dialect == Dialect::PlantUml || found.name("plant").is_none();
            if let Some(found) = pattern.captures(piece).filter(is_one) {
                let group = |name: &str| found.name(name);
                let label = group("label").or_else(|| group("name")).map(|label| label.as_str());
                // `actor Ann as a` is called Ann by PlantUML, and a by Mermaid.
                let short = group("name").filter(|_| self.dialect == Dialect::PlantUml && group("quote").is_none());
                if let (Some(id), Some(short)) =
                    (group("id"), short.and_then(|name| name.as_str().split_whitespace().next()))
                {
                    self.insert(short, Some(id.as_str()), start + at + id.start()..start + at + id.end());
                } else if let Some(named) = group("alias").or_else(|| group("id")).or_else(|| group("label")) {
                    self.insert(named.as_str(), label, start + at + named.start()..start + at + named.end());
                }
            }
            at += piece.len();
            if !self.dialect.is_declared() {
                return;
            }
        }
    }

    fn said_alone(&mut self, line: &str, start: usize) {
        let renamed = || RENAMED.as_ref().filter(|_| self.dialect != Dialect::Dot)?.captures(line);
        if let Some(found) = renamed() {
            let label = ["label", "port", "named", "case"].iter().find_map(|name| found.name(name));
            if let (Some(named), Some(label)) = (found.name("id").or(label), label) {
                self.add(named.as_str(), Some(label.as_str()), start + named.start()..start + named.end());
            }
            return;
        }
        if !matches!(self.dialect, Dialect::Dot | Dialect::Unknown)
            || !line.contains([';', '{', '}', '[']) && self.dialect != Dialect::Dot
        {
            return;
        }
        for (at, statement) in statements(line) {
            // Without a sign that ends it, a word of a text that is no DOT may be anything.
            let is_ended = self.dialect == Dialect::Dot || line[at + statement.len()..].starts_with(';');
            let Some(id) = ALONE.as_ref().filter(|_| is_ended).and_then(|alone| alone.captures(statement)?.name("id"))
            else {
                continue;
            };
            self.add(id.as_str(), None, start + at + id.start()..start + at + id.end());
        }
    }

    fn labelled(&mut self, line: &str, start: usize) {
        let (Some(pattern), Some(arrow)) = (LABELLED.as_ref(), self.arrow()) else { return };
        let arrows: Vec<Range<usize>> = arrow.find_iter(line).map(|found| found.range()).collect();
        let is_said = |at: usize| {
            let in_arrow = arrows.iter().any(|arrow| arrow.contains(&at));
            let behind = self.dialect == Dialect::Unknown
                && arrows.first().is_some_and(|first| said_from(line, first.end) <= at);
            in_arrow || behind
        };
        let mut told = Vec::new();
        for found in pattern.captures_iter(line) {
            let Some(id) = found.name("id") else { continue };
            // An edge has labels too, in the same place.
            if found.name("dot").is_some() && !arrows.is_empty() || is_said(id.start()) {
                continue;
            }
            // What brackets hold there are arguments, unless it is a text in quotes.
            let is_quoted = line[id.end()..].starts_with("[\"");
            if self.dialect.is_declared() && !is_quoted || self.dialect == Dialect::Entities {
                continue;
            }
            let label = ["dot", "quoted", "label"].iter().find_map(|name| found.name(name)).map(|label| label.as_str());
            told.push((id, label));
        }
        for (id, label) in told {
            self.add(id.as_str(), label, start + id.start()..start + id.end());
        }
    }

    /// What stands on both sides of arrows.
    fn joined(&mut self, line: &str, start: usize) {
        let Some(pattern) = self.arrow() else { return };
        let mut from = OPENED.as_ref().and_then(|opened| opened.find(line)).map_or(0, |opened| opened.end());
        let Some(first) = pattern.find(line) else { return };
        let said =
            if self.dialect.is_declared() { spoken_from(line, first.end()) } else { said_from(line, first.end()) };
        let line = &line[..said];
        from = from.min(line.len());
        // How many there are of a class may have dots too: `"0..n"`.
        let is_text = |at: usize| self.dialect.is_declared() && line[..at].matches('"').count() % 2 == 1;
        let arrows = pattern.find_iter(line).map(|found| found.range());
        let arrows = arrows.filter(|arrow| arrow.start >= from && !is_text(arrow.start));
        let arrows: Vec<Range<usize>> = arrows.collect();
        for end in arrows.iter().map(|arrow| arrow.start).chain([line.len()]) {
            let part = &line[from..end];
            let is_dot = self.dialect == Dialect::Dot;
            for piece in part.split(|c| matches!(c, '&' | ';') || is_dot && matches!(c, '{' | '}')) {
                let offset = from + (piece.as_ptr() as usize - part.as_ptr() as usize);
                let is_setting = is_dot && piece.split('[').next().is_some_and(|piece| piece.contains('='));
                if is_setting {
                    continue;
                }
                // How many there are of a class stands between it and the arrow.
                let piece = if self.dialect.is_declared() { without_count(piece) } else { piece };
                let offset = offset + (piece.as_ptr() as usize - line[offset..].as_ptr() as usize);
                if let Some((id, at)) = first_word(piece) {
                    // `a:port:n` is the box `a`.
                    let is_bare = is_dot && !piece.trim_start().starts_with('"');
                    let id = id.split(':').next().filter(|_| is_bare).unwrap_or(id);
                    self.add(id, None, start + offset + at..start + offset + at + id.len());
                }
            }
            from = arrows.iter().find(|arrow| arrow.start == end).map_or(line.len(), |arrow| arrow.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        nodes(text).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn nodes_are_called_by_their_labels() {
        let mermaid = "flowchart LR\n  A[Login page] --> B{Valid?}\n  B -->|yes| C((Home))\n  B -- no --> A\n";
        assert_eq!(names(mermaid), ["Login page", "Valid?", "Home"]);
        let dot = "digraph modules {\n  rank=same;\n  parser [label=\"The parser\"];\n  parser -> lexer -> \"utf 8\" [label=\"reads\"];\n}\n";
        assert_eq!(names(dot), ["The parser", "lexer", "utf 8"]);
        let ports = "digraph {\n  a:p0 -> b:p1:ne -> \"std::c\":p2;\n}\n";
        assert_eq!(names(ports), ["a", "b", "std::c"]);
        let sequence = "sequenceDiagram\n  participant U as User\n  U->>Server: sign in\n  Server-->>U: token\n";
        assert_eq!(names(sequence), ["User", "Server"]);
        let uml = "@startuml\nactor \"Some one\" as S\ndatabase Store\nS -> Store : asks\n[Gate] --> Store\n@enduml\n";
        assert_eq!(names(uml), ["Some one", "Store", "Gate"]);
        let classes = "classDiagram\n  class Animal\n  Animal <|-- Duck\n";
        assert_eq!(names(classes), ["Animal", "Duck"]);
        let short = "digraph { aa -> bb; \"c c\" -> aa }\n";
        assert_eq!(names(short), ["aa", "bb", "c c"]);
        assert_eq!(names("digraph {\n  lone;\n  a -> b;\n}\n"), ["lone", "a", "b"]);
        let renamed = "@startuml\n[Web server] as W\nW --> [Store]\n@enduml\n";
        assert_eq!(names(renamed), ["Web server", "Store"]);
        let lines = "flowchart TB\n  A[Two lines<br/>of one] --> B[/Input/]\n  C[\"read / write\"] --> D(In<br>out)\n";
        assert_eq!(names(lines), ["Two lines of one", "Input", "read / write", "In out"]);
        let parts = "flowchart TB\n  subgraph api [Public API]\n    A --> B\n  end\n  subgraph Back office\n    C\n  end\n  api --> C\n";
        assert_eq!(names(parts), ["Public API", "A", "B", "Back office", "C"]);
        let clusters = "digraph g {\n  subgraph cluster_0 {\n    node [style=filled, label=\"x\"];\n    label = \"Worker pool\";\n    a0 -> a1;\n  }\n  subgraph cluster_b { label=Store; d; }\n}\n";
        assert_eq!(names(clusters), ["Worker pool", "a0", "a1", "Store", "d"]);
        let related =
            "erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  p[Person]:::hot {\n    string name\n  }\n  LAMP\n";
        assert_eq!(names(related), ["CUSTOMER", "ORDER", "Person", "LAMP"]);
        let styled = "flowchart LR\n  A:::hot & 47(Oil lamp)-->C[fa:lamp on]:::cold\n  d1@{ shape: docs, label: \"All (two) papers\" } --> A\n";
        assert_eq!(names(styled), ["A", "Oil lamp", "fa:lamp on", "All (two) papers"]);
        let states = "stateDiagram-v2\n  accTitle: x\n  [*] --> off:::dark\n  off: It is dark\n  off --> On\n  state On {\n    [*] --> Low\n  }\n  Broken\n";
        assert_eq!(names(states), ["It is dark", "On", "Low", "Broken"]);
        let counted = "classDiagram\n  Student \"1\" --> \"1..n\" Course : takes\n  class Course:::hot\n  \"Old one\" --> Course\n";
        assert_eq!(names(counted), ["Student", "Course", "Old one"]);
        let aliased = "sequenceDiagram\n  participant A@{ \"type\": \"queue\", \"alias\": \"Mail queue\" }\n  actor C@{ \"type\": \"x\" } as The client\n  A->>B: x\n";
        assert_eq!(names(aliased), ["Mail queue", "The client", "B"]);
    }

    #[test]
    fn places_are_those_of_the_names() {
        let text = "graph TD\n  A --> B & C\n";
        let found: Vec<&str> = nodes(text).into_iter().map(|(_, range)| &text[range]).collect();
        assert_eq!(found, ["A", "B", "C"]);
    }
}
