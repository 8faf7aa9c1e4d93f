//! What Markdown quotes: blocks of code, spans of code, links; and the docql commands among them.

/// A block of code between fences.
#[derive(Debug)]
pub struct Block {
    /// What stands behind the opening fence.
    pub language: String,
    /// What it holds.
    pub text: String,
    /// The line of its fence, from 1.
    pub line: usize,
}

/// The blocks of code of a document, and what stands outside of them, line by line.
pub fn blocks(markdown: &str) -> (Vec<Block>, String) {
    let (mut blocks, mut rest): (Vec<Block>, String) = (Vec::new(), String::new());
    let mut open: Option<Block> = None;
    for (at, line) in markdown.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => {
                open = Some(Block { language: language.to_owned(), text: String::new(), line: at + 1 });
            }
            (None, Some(block)) => block.text.extend([line, "\n"]),
            (None, None) => rest.push_str(line),
        }
        rest.push('\n');
    }
    (blocks, rest)
}

/// The spans of code of text without blocks, as they are meant: in tables a bar is escaped.
pub fn spans(text: &str) -> Vec<String> {
    let mut spans = Vec::new();
    for line in text.lines() {
        let is_row = line.starts_with('|');
        let mut rest = line;
        while let Some(start) = rest.find('`') {
            let fence = rest[start..].bytes().take_while(|byte| *byte == b'`').count();
            let inner = &rest[start + fence..];
            let Some(end) = inner.find(&"`".repeat(fence)) else { break };
            let span = inner[..end].trim();
            spans.push(if is_row { span.replace("\\|", "|") } else { span.to_owned() });
            rest = &inner[end + fence..];
        }
    }
    spans
}

/// The targets of links and pictures.
pub fn links(text: &str) -> Vec<String> {
    let pieces = text.split("](").skip(1);
    pieces.filter_map(|piece| Some(piece.split_once(')')?.0.to_owned())).collect()
}

/// The anchors of the headings of a document.
pub fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    plain
        .map(|title| {
            let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.collect::<String>().replace(' ', "-")
        })
        .collect()
}

/// Every call of docql in a piece of shell: its words behind the program's name.
pub fn calls(shell: &str) -> Vec<Vec<String>> {
    let shell = shell.replace("\\\n", " ");
    let mut calls = Vec::new();
    for line in shell.lines().map(without_comment) {
        for (at, _) in line.match_indices("docql") {
            let before = line[..at].chars().next_back();
            let after = line[at + "docql".len()..].chars().next();
            let begins = before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '\'' | '"' | '='));
            if begins && after.is_none_or(|c| c == ' ') {
                calls.push(words(&line[at + "docql".len()..]));
            }
        }
    }
    calls
}

/// A line of shell up to its comment, which begins with a word of its own outside of quotes.
fn without_comment(line: &str) -> &str {
    let is_comment = |at: usize| {
        let before = &line[..at];
        before.trim().is_empty() || before.ends_with(' ') && before.matches('\'').count().is_multiple_of(2)
    };
    let comment = line.match_indices('#').map(|(at, _)| at).find(|at| is_comment(*at));
    &line[..comment.unwrap_or(line.len())]
}

/// The words of a command as a shell reads them, up to its end.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\'' | '"' => {
                let tail = rest.as_str();
                // A quote that nothing closes is that of what stands around the command.
                let Some(end) = tail.find(character) else { break };
                word.get_or_insert_default().push_str(&tail[..end].replace("\\\"", "\""));
                rest = tail[end + 1..].chars();
            }
            '\\' => word.get_or_insert_default().extend(rest.next()),
            ' ' => words.extend(word.take()),
            '|' | ')' | ';' | '<' | '>' | '&' | '`' => break,
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[test]
fn calls_are_found_and_taken_apart() {
    let calls = |shell: &str| calls(shell).into_iter().map(|words| words.join("·")).collect::<Vec<_>>();
    assert_eq!(calls("vim -q <(docql query '$.a[?(@.b)]' -f vimgrep) # docql"), ["query·$.a[?(@.b)]·-f·vimgrep"]);
    assert_eq!(calls("$EDITOR \"$(docql pick parse)\""), ["pick·parse"]);
    assert_eq!(calls("command = \"docql query '$.code' -n 1\""), ["query·$.code·-n·1"]);
    assert_eq!(calls("docql man > share/docql\ndocql"), ["man", ""]);
    assert_eq!(calls("docql-tui docql.toml mydocql"), Vec::<String>::new());
}
