//! Tokens → query, by recursive descent that never fails, and what the end of the text was waiting for.

use super::diagnostic::{Diagnostic, Severity};
use super::syntax::{Expression, ExpressionKind, Literal, Name, Query, Segment, SegmentKind, Selector, SelectorKind};
use super::token::{Dialect, Token, TokenKind, ascii_twin, tokens};
use crate::document::Span;

/// Deepest nesting of brackets and parentheses. No sensible query comes near; a hostile one must not
/// exhaust the stack.
const DEEPEST: usize = 64;

/// Findings after which reading stops: nobody reads more, and each costs a copy of the text.
const MOST_FINDINGS: usize = 16;

/// What could stand where the text ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Context {
    /// Nothing typed.
    Start,
    /// After a complete step: another one, or nothing.
    Step(Vec<Segment>),
    /// After `.` or `..`.
    Member { before: Vec<Segment>, descendant: bool },
    /// After `[`, or after a comma in it.
    Bracket(Vec<Segment>),
    /// An argument of the call `name`.
    Argument { before: Vec<Segment>, name: Name, index: usize },
    /// After a complete argument.
    ArgumentEnd,
    /// The start of a filter's term.
    Operand(Vec<Segment>),
    /// After an operand that could be compared.
    Operator { scope: Vec<Segment>, left: Expression },
    /// The right side of an operator.
    Value { scope: Vec<Segment>, left: Expression, operator: super::syntax::Operator },
    /// After a complete term: `&&`, `||`, or an end.
    Term,
}

/// A text as the parser read it.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    /// The query, with whatever could be read.
    pub query: Query,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// What could stand at the end.
    pub context: Context,
    /// The closing characters that are missing at the end.
    pub closers: String,
}

/// Reads `text`.
pub(super) fn parse(text: &str, dialect: Dialect) -> Parsed {
    let mut parser = Parser {
        text,
        tokens: tokens(text, dialect),
        at: 0,
        dialect,
        diagnostics: Vec::new(),
        context: None,
        open: Vec::new(),
        scope: Vec::new(),
    };
    let query = parser.query();
    let closers = parser.closers();
    Parsed { query, diagnostics: parser.diagnostics, context: parser.context.unwrap_or(Context::Start), closers }
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    pub(super) dialect: Dialect,
    diagnostics: Vec<Diagnostic>,
    context: Option<Context>,
    open: Vec<char>,
    /// The path from the root to the `@` of the innermost filter.
    pub(super) scope: Vec<Segment>,
}

impl<'t> Parser<'t> {
    // --- tokens ---

    /// The next token that is no space.
    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens[self.at..].iter().find(|token| token.kind != TokenKind::Space).copied()
    }

    pub(super) fn peek_kind(&self) -> Option<TokenKind> {
        self.peek().map(|token| token.kind)
    }

    /// The token after the next one, spaces left out.
    pub(super) fn peek_second(&self) -> Option<Token> {
        self.tokens[self.at..].iter().filter(|token| token.kind != TokenKind::Space).nth(1).copied()
    }

    /// Takes the next token that is no space.
    pub(super) fn bump(&mut self) -> Option<Token> {
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            if token.kind != TokenKind::Space {
                return Some(token);
            }
        }
        None
    }

    /// Takes the next token if it is of `kind`.
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        if self.peek_kind() == Some(kind) { self.bump() } else { None }
    }

    /// Whether a space stands before the next token. RFC 9535 forbids it in a few places.
    pub(super) fn space_ahead(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.kind == TokenKind::Space)
    }

    pub(super) fn slice(&self, token: Token) -> &'t str {
        token.span.of(self.text)
    }

    /// Where the last taken token ended.
    pub(super) fn end(&self) -> u32 {
        self.tokens[..self.at]
            .iter()
            .rev()
            .find(|token| token.kind != TokenKind::Space)
            .map_or(0, |token| token.span.end)
    }

    /// The next token's place; an empty place after the last token at the end of the text.
    pub(super) fn here(&self) -> Span {
        self.peek().map_or(Span::new(self.end(), self.end()), |token| token.span)
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().is_none()
    }

    pub(super) fn strict(&self) -> bool {
        self.dialect == Dialect::Strict
    }

    // --- findings ---

    /// At the end of the text, remembers what is expected; the innermost expectation comes first and stays.
    pub(super) fn expecting(&mut self, context: impl FnOnce() -> Context) {
        if self.at_end() && self.context.is_none() {
            self.context = Some(context());
        }
    }

    pub(super) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        expected: &[&str],
    ) -> &mut Diagnostic {
        let incomplete = span.start as usize >= self.text.trim_end().len();
        self.push(Diagnostic {
            severity: Severity::Error,
            code,
            span,
            message: message.into(),
            expected: expected.iter().map(|text| (*text).to_owned()).collect(),
            fixes: Vec::new(),
            incomplete,
        })
    }

    /// Something that is read leniently; an error in the strict dialect.
    pub(super) fn lenient(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let severity = if self.strict() { Severity::Error } else { Severity::Note };
        self.push(Diagnostic {
            severity,
            code,
            span,
            message: message.into(),
            expected: Vec::new(),
            fixes: Vec::new(),
            incomplete: false,
        })
    }

    fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        if self.diagnostics.len() < MOST_FINDINGS {
            self.diagnostics.push(diagnostic);
        } else {
            self.at = self.tokens.len();
        }
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// The whole text with `span` replaced: a fix.
    pub(super) fn replaced(&self, span: Span, by: &str) -> String {
        super::suggest::replaced(self.text, span, by)
    }

    pub(super) fn opened(&mut self, closer: char) -> bool {
        self.open.push(closer);
        if self.open.len() <= DEEPEST {
            return true;
        }
        let here = self.here();
        if !self.diagnostics.iter().any(|known| known.code == "Q022") {
            self.error("Q022", here, format!("brackets are nested more than {DEEPEST} deep"), &[]).incomplete = false;
        }
        self.at = self.tokens.len();
        false
    }

    /// Takes the closing token, or says that it is missing and goes on after where it may have been meant.
    pub(super) fn close(&mut self, kind: TokenKind, code: &'static str) {
        let closer = if kind == TokenKind::CloseBracket { ']' } else { ')' };
        if self.eat(kind).is_some() {
            self.open.pop();
            return;
        }
        let here = self.here();
        if self.at_end() {
            let text = closer.to_string();
            self.error(code, here, format!("\"{closer}\" is missing"), &[&text]);
            return;
        }
        let found = self.slice(self.peek().unwrap_or(Token { kind, span: here })).to_owned();
        let text = closer.to_string();
        let fix = self.replaced(Span::new(here.start, here.start), &text);
        let another = matches!(self.peek_kind(), Some(TokenKind::At))
            .then(|| self.replaced(Span::new(here.start, here.start), "&& "));
        let fix_without = self.replaced(here, "");
        let diagnostic = self.error(code, here, format!("expected \"{closer}\", found \"{}\"", clip(&found)), &[&text]);
        diagnostic.fixes.extend(another);
        diagnostic.fixes.extend([fix, fix_without]);
        self.open.pop();
        // Resume after the closer if it stands further right on the same level; else right here.
        let mut depth = 0_i32;
        for index in self.at..self.tokens.len() {
            match self.tokens[index].kind {
                TokenKind::OpenBracket | TokenKind::OpenParen => depth += 1,
                found if depth == 0 && found == kind => {
                    self.at = index + 1;
                    return;
                }
                TokenKind::CloseBracket | TokenKind::CloseParen => {
                    depth -= 1;
                    if depth < 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Forgets the innermost opening that has no closer of its own (the operand of `!`).
    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// The closing characters missing at the end, an open string's quote included.
    fn closers(&self) -> String {
        let mut closers = String::new();
        if let Some(last) = self.tokens.last() {
            let text = last.span.of(self.text);
            match last.kind {
                TokenKind::Text { closed: false } => {
                    closers.extend(text.chars().next().map(|quote| ascii_twin(quote).unwrap_or(quote)));
                }
                TokenKind::Regex { closed: false } => closers.push('/'),
                _ => {}
            }
        }
        closers.extend(self.open.iter().rev().filter(|closer| **closer != ' '));
        closers
    }

    // --- grammar ---

    fn query(&mut self) -> Query {
        self.expecting(|| Context::Start);
        if self.strict() && (self.text.starts_with(char::is_whitespace) || self.text.ends_with(char::is_whitespace)) {
            let span = if self.text.starts_with(char::is_whitespace) {
                Span::new(0, 1)
            } else {
                Span::new(self.text.len() as u32 - 1, self.text.len() as u32)
            };
            self.error("Q023", span, "white space around a query is not allowed", &[]).incomplete = false;
        }
        let dollar = self.eat(TokenKind::Dollar);
        if dollar.is_none() {
            let here = self.here();
            let fix = format!(
                "${}{}",
                if matches!(self.peek_kind(), Some(TokenKind::Name)) { "." } else { "" },
                self.text.trim_start()
            );
            let implied = matches!(self.peek_kind(), Some(TokenKind::Dot | TokenKind::DotDot | TokenKind::OpenBracket))
                && !self.strict();
            if !implied {
                self.error(
                    "Q002",
                    here,
                    if self.at_end() { "the query is empty" } else { "a query starts with \"$\"" },
                    &["$"],
                )
                .fixes
                .push(fix);
                if !matches!(self.peek_kind(), Some(TokenKind::Dot | TokenKind::DotDot | TokenKind::OpenBracket)) {
                    self.at = self.tokens.len();
                }
            }
        }
        let segments = self.segments(Vec::new());
        if let Some(token) = self.peek() {
            self.trailing(token);
        }
        Query { segments }
    }

    fn trailing(&mut self, token: Token) {
        let found = clip(self.slice(token)).to_owned();
        let cut = self.text[..token.span.start as usize].trim_end().to_owned();
        let (message, fix) = match token.kind {
            TokenKind::Name | TokenKind::Number => (
                "a step starts with \".\" or \"[\"".to_owned(),
                Some(self.replaced(Span::new(token.span.start, token.span.start), ".")),
            ),
            TokenKind::CloseBracket | TokenKind::CloseParen => {
                (format!("\"{found}\" closes nothing"), Some(self.replaced(token.span, "")))
            }
            TokenKind::OpenParen => ("only a function takes arguments".to_owned(), None),
            TokenKind::Dollar => {
                ("\"$\" stands only at the start of a query".to_owned(), Some(self.replaced(token.span, "")))
            }
            _ => (format!("\"{found}\" cannot stand after a step"), None),
        };
        let diagnostic = self.error("Q013", token.span, message, &[".", "["]);
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(fix);
        diagnostic.fixes.push(cut);
        self.at = self.tokens.len();
    }

    /// Steps after a path that began with `base`.
    pub(super) fn segments(&mut self, base: Vec<Segment>) -> Vec<Segment> {
        let skip = base.len();
        let mut all = base;
        loop {
            self.expecting(|| Context::Step(all.clone()));
            let Some(token) = self.peek() else { break };
            let start = token.span.start;
            let kind = match token.kind {
                TokenKind::Dot | TokenKind::DotDot => {
                    self.bump();
                    match self.after_dot(token, &all) {
                        Some(kind) => kind,
                        None => break,
                    }
                }
                TokenKind::OpenBracket => SegmentKind::Bracket(self.bracket(&all)),
                _ => break,
            };
            all.push(Segment { kind, span: Span::new(start, self.end()) });
        }
        all.split_off(skip)
    }

    fn after_dot(&mut self, dot: Token, before: &[Segment]) -> Option<SegmentKind> {
        let descendant = dot.kind == TokenKind::DotDot;
        if self.strict() && self.space_ahead() {
            let here = self.here();
            self.error("Q023", Span::new(dot.span.end, here.start), "no white space may follow the dot", &[])
                .incomplete = false;
        }
        self.expecting(|| Context::Member { before: before.to_vec(), descendant });
        let wrap = |kind: SegmentKind| if descendant { SegmentKind::Descendant(Box::new(kind)) } else { kind };
        let Some(token) = self.peek() else {
            let here = self.here();
            let fix = self.replaced(Span::new(dot.span.start, here.end), "");
            self.error("Q007", here, "a name is missing after the dot", &["a name", "*"]).fixes.push(fix);
            return None;
        };
        match token.kind {
            TokenKind::Star => {
                self.bump();
                Some(wrap(SegmentKind::Wildcard))
            }
            TokenKind::OpenBracket if descendant => Some(wrap(SegmentKind::Bracket(self.bracket(before)))),
            TokenKind::OpenBracket => {
                let diagnostic = self.lenient("Q007", dot.span, "no dot is needed before \"[\"");
                diagnostic.expected.push("[".into());
                Some(SegmentKind::Bracket(self.bracket(before)))
            }
            TokenKind::Name => {
                self.bump();
                let name = Name { text: self.slice(token).to_owned(), span: token.span };
                if self.peek_kind() == Some(TokenKind::OpenParen) {
                    if self.strict() {
                        let here = self.here();
                        self.error("Q023", here, "RFC 9535 knows no functions outside of filters", &[".", "["]);
                    }
                    let arguments = self.arguments(&name, before);
                    return Some(wrap(SegmentKind::Call(name, arguments)));
                }
                Some(wrap(SegmentKind::Member(name)))
            }
            TokenKind::Text { .. } if !self.strict() => {
                self.bump();
                let literal = self.text_literal(token);
                let fix = self.replaced(Span::new(dot.span.start, token.span.end), &format!("[{}]", self.slice(token)));
                self.lenient("Q007", token.span, "a quoted name belongs between brackets").fixes.push(fix);
                let Literal::Text { value, .. } = literal else { return None };
                Some(wrap(SegmentKind::Member(Name { text: value, span: token.span })))
            }
            _ => {
                let found = clip(self.slice(token)).to_owned();
                let fix = self.replaced(Span::new(dot.span.start, token.span.start), "");
                let numbered = self.replaced(Span::new(dot.span.start, token.span.end), &format!("[{found}]"));
                let fix = if token.kind == TokenKind::Number { numbered } else { fix };
                let diagnostic = self.error(
                    "Q007",
                    token.span,
                    format!("expected a name after the dot, found \"{found}\""),
                    &["a name", "*"],
                );
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                None
            }
        }
    }

    /// `(…)` after a function name outside of filters.
    fn arguments(&mut self, name: &Name, before: &[Segment]) -> Vec<Expression> {
        self.bump();
        let mut arguments = Vec::new();
        if !self.opened(')') {
            return arguments;
        }
        loop {
            self.expecting(|| Context::Argument {
                before: before.to_vec(),
                name: name.clone(),
                index: arguments.len(),
            });
            match self.peek_kind() {
                None | Some(TokenKind::CloseParen | TokenKind::CloseBracket) => break,
                _ => arguments.push(self.argument()),
            }
            self.expecting(|| Context::ArgumentEnd);
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.close(TokenKind::CloseParen, "Q006");
        arguments
    }

    /// A literal; a bare word is read as a string, because that is what people who forget quotes mean.
    fn argument(&mut self) -> Expression {
        let Some(token) = self.peek() else { return self.missing() };
        if matches!(token.kind, TokenKind::Name) && !matches!(self.slice(token), "true" | "false" | "null") {
            let mut end = token.span;
            while let Some(next) = self
                .peek()
                .filter(|next| !matches!(next.kind, TokenKind::CloseParen | TokenKind::Comma | TokenKind::CloseBracket))
            {
                if matches!(next.kind, TokenKind::Text { .. } | TokenKind::OpenParen | TokenKind::OpenBracket) {
                    break;
                }
                end = next.span;
                self.bump();
            }
            let span = Span::new(token.span.start, end.end);
            let value = span.of(self.text).to_owned();
            let fix = self.replaced(span, &super::format::quoted(&value));
            self.lenient("Q016", span, "text belongs in quotes").fixes.push(fix);
            return Expression { kind: ExpressionKind::Literal(Literal::Text { value, open: false }), span };
        }
        let literal = self.literal_expression();
        if let ExpressionKind::Literal(Literal::Number(number)) = &literal.kind
            && self.slice(token).contains('.')
            && number.to_string() != self.slice(token)
        {
            // `chapter(1.10)`: as a number it would be another chapter.
            let value = self.slice(token).to_owned();
            let fix = self.replaced(token.span, &super::format::quoted(&value));
            self.lenient("Q016", token.span, "text belongs in quotes").fixes.push(fix);
            return Expression {
                kind: ExpressionKind::Literal(Literal::Text { value, open: false }),
                span: token.span,
            };
        }
        literal
    }

    fn missing(&self) -> Expression {
        Expression { kind: ExpressionKind::Error, span: self.here() }
    }

    /// `[…]`, the opening bracket being next.
    fn bracket(&mut self, before: &[Segment]) -> Vec<Selector> {
        let open = self.bump().map_or(self.here(), |token| token.span);
        let mut selectors = Vec::new();
        if !self.opened(']') {
            return selectors;
        }
        loop {
            self.expecting(|| Context::Bracket(before.to_vec()));
            match self.peek_kind() {
                None => break,
                Some(TokenKind::CloseBracket) => {
                    let here = self.here();
                    let span = if selectors.is_empty() { Span::new(open.start, here.end) } else { here };
                    let fix = self.replaced(here, "*]");
                    let diagnostic = self.error(
                        "Q008",
                        span,
                        "a selector is missing between the brackets",
                        &["*", "0", "1:3", "?(…)", "\"name\""],
                    );
                    diagnostic.incomplete = false;
                    diagnostic.fixes.push(fix);
                    break;
                }
                _ => {}
            }
            match self.selector(before) {
                Some(selector) => selectors.push(selector),
                None => break,
            }
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if selectors.is_empty() && self.at_end() {
            let here = self.here();
            self.error("Q008", here, "a selector is missing", &["*", "0", "1:3", "?(…)", "\"name\""]);
        }
        self.close(TokenKind::CloseBracket, "Q005");
        selectors
    }

    fn selector(&mut self, before: &[Segment]) -> Option<Selector> {
        let token = self.peek()?;
        let start = token.span.start;
        let kind = match token.kind {
            TokenKind::Star => {
                self.bump();
                SelectorKind::Wildcard
            }
            TokenKind::Text { .. } => {
                self.bump();
                match self.text_literal(token) {
                    Literal::Text { value, .. } => SelectorKind::Name(value),
                    _ => return None,
                }
            }
            TokenKind::Question => {
                self.bump();
                SelectorKind::Filter(self.filter(before))
            }
            TokenKind::Number | TokenKind::Colon => self.index_or_slice(),
            TokenKind::At | TokenKind::OpenParen | TokenKind::Operator if !self.strict() => {
                let fix = self.replaced(Span::new(start, start), "?");
                self.lenient("Q008", token.span, "a filter starts with \"?\"").fixes.push(fix);
                SelectorKind::Filter(self.filter(before))
            }
            TokenKind::Name if !self.strict() => {
                self.bump();
                let value = self.slice(token).to_owned();
                let fix = self.replaced(token.span, &super::format::quoted(&value));
                self.lenient("Q008", token.span, "a name between brackets belongs in quotes").fixes.push(fix);
                SelectorKind::Name(value)
            }
            _ => {
                let found = clip(self.slice(token)).to_owned();
                let fix = self.replaced(token.span, if token.kind == TokenKind::Comma { "" } else { "*" });
                let diagnostic = self.error(
                    "Q008",
                    token.span,
                    format!("expected a selector, found \"{found}\""),
                    &["*", "0", "1:3", "?(…)", "\"name\""],
                );
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                return None;
            }
        };
        Some(Selector { kind, span: Span::new(start, self.end()) })
    }

    fn index_or_slice(&mut self) -> SelectorKind {
        let mut parts = [None; 3];
        let mut part = 0;
        let mut colons = 0;
        loop {
            match self.peek() {
                Some(token) if token.kind == TokenKind::Number && parts[part].is_none() => {
                    self.bump();
                    parts[part] = self.integer(token);
                }
                Some(token) if token.kind == TokenKind::Colon && colons < 2 => {
                    self.bump();
                    colons += 1;
                    part += 1;
                }
                _ => break,
            }
        }
        if colons == 0 {
            return SelectorKind::Index(parts[0].unwrap_or(0));
        }
        SelectorKind::Slice(parts[0], parts[1], parts[2])
    }

    /// RFC 9535 `int`: no leading zero, no `-0`, no fraction, within ±(2^53 − 1).
    fn integer(&mut self, token: Token) -> Option<i64> {
        const LARGEST: i64 = (1 << 53) - 1;
        let text = self.slice(token);
        let value = text.trim_start_matches('+').parse::<i64>().ok().filter(|value| value.abs() <= LARGEST);
        let digits = text.trim_start_matches(['-', '+']);
        if value.is_some() && (text.starts_with('+') || text == "-0" || (digits.len() > 1 && digits.starts_with('0'))) {
            let fix = self.replaced(token.span, &value.unwrap_or(0).to_string());
            self.lenient("Q009", token.span, "this is an unusual way to write the number").fixes.push(fix);
        } else if value.is_none() {
            let fix = self.replaced(token.span, text.split(['.', 'e', 'E']).next().unwrap_or("0"));
            let diagnostic = self.error(
                "Q009",
                token.span,
                format!("\"{}\" is not a whole number that can count items", clip(text)),
                &["0", "-1"],
            );
            diagnostic.incomplete = false;
            diagnostic.fixes.push(fix);
        }
        value
    }
}

/// At most a handful of characters for a message.
pub(super) fn clip(text: &str) -> &str {
    text.char_indices().nth(24).map_or(text, |(at, _)| &text[..at])
}
