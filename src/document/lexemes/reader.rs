//! The machine that reads a text as lexemes: what a byte means depends on the strings and elements around it.

use super::bare_calls::{marked_end, may_be_call};
use super::calls::{
    called_key, decorates, is_called, is_called_by_method, is_called_in_brackets, is_word_start, takes_lambda, word_end,
};
use super::conditions::Conditions;
use super::expressions::{Expression, is_formatted, opening};
use super::heredocs::{self, Closers};
use super::lexeme::{Lexeme, LexemeKind};
use super::literals::{closing, comment_end, number_end, rule_at};
use super::markup::{Closed, attribute_end, ends_component, opens_tag, text_end};
use super::percent;
use super::templates::Template;
use super::values::Values;
use crate::document::{ExpressionMark, Lexis, Span, StringRule};
use std::collections::VecDeque;

/// What stands around a place. Where nothing does, there is code.
enum Around<'t> {
    /// An expression in a string whose end is known.
    Expression(Expression),
    /// An expression in a literal that may hold literals itself, with the braces and other brackets that are open in it.
    Template { template: Template<'t>, braces: usize, others: usize },
    /// A tag that opens an element: where its name begins, and the `<` that are open in it.
    Tag(usize, usize),
    /// The inside of an element.
    Element,
    /// A tag that closes an element.
    ClosingTag,
    /// An expression in a tag or an element, with the braces that are open in it.
    Braces(usize),
}

/// The lexemes of a text, one after another.
pub(super) struct Reader<'t> {
    text: &'t str,
    lexis: &'t Lexis,
    at: usize,
    around: Vec<Around<'t>>,
    values: Values,
    /// Read when the first element is.
    closed: Option<Closed<'t>>,
    /// Strings of lines that begin with the next line.
    heredocs: VecDeque<Template<'t>>,
    /// Read when it is first in doubt whether one of them opens.
    closers: Option<Closers<'t>>,
    conditions: Conditions,
}

/// What a step has led to: a lexeme that ends where the reader stands, or nothing to tell of.
type Step = Option<Lexeme>;

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, lexis: &'t Lexis) -> Reader<'t> {
        let (around, values, heredocs) = (Vec::new(), Values::default(), VecDeque::new());
        let conditions = Conditions::default();
        Reader { text, lexis, at: 0, around, values, closed: None, heredocs, closers: None, conditions }
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    fn lexeme(&self, kind: LexemeKind, start: usize) -> Step {
        Some(Lexeme { kind, span: Span::of_range(start..self.at) })
    }

    /// Reads on from a byte that means something else there than in code. `None` if it does not.
    fn step_around(&mut self) -> Option<Step> {
        let (bytes, at) = (self.bytes(), self.at);
        let byte = bytes[at];
        match self.around.last_mut()? {
            Around::Expression(expression) => {
                if !expression.ends_at(bytes, at) {
                    return None;
                }
                let (next, end) = (opening(bytes, at + 1, expression.end, expression.mark), expression.end);
                self.at = next.unwrap_or(end).max(at);
                match next {
                    Some(_) => expression.depth = 0,
                    None => drop(self.around.pop()),
                }
                Some(if self.at > at { self.lexeme(LexemeKind::Text, at) } else { None })
            }
            Around::Template { .. } => self.step_in_template(),
            Around::Braces(depth) if byte == b'{' => {
                *depth += 1;
                None
            }
            Around::Braces(depth) if byte == b'}' && *depth > 0 => {
                *depth -= 1;
                None
            }
            Around::Braces(_) if byte == b'}' => {
                self.around.pop();
                self.at += 1;
                Some(None)
            }
            Around::Braces(_) => None,
            Around::Tag(..) => self.step_in_tag(),
            Around::Element => Some(self.step_in_element()),
            Around::ClosingTag if is_word_start(byte) => {
                self.at = word_end(bytes, at);
                Some(self.lexeme(LexemeKind::Word, at))
            }
            Around::ClosingTag => {
                self.at += 1;
                if byte == b'>' {
                    self.around.pop();
                    self.values.set_ended(true);
                }
                Some(None)
            }
        }
    }

    fn step_in_tag(&mut self) -> Option<Step> {
        let (bytes, at) = (self.bytes(), self.at);
        let Some(Around::Tag(name, depth)) = self.around.last_mut() else { return None };
        let name = *name;
        match bytes[at] {
            b'"' | b'\'' => {
                self.at = attribute_end(bytes, at);
                return Some(self.lexeme(LexemeKind::Text, at));
            }
            b'{' => {
                self.around.push(Around::Braces(0));
                self.values.set_ended(false);
            }
            b'<' => *depth += 1,
            // `=>` in the type of a function.
            b'>' if bytes[..at].last() == Some(&b'=') => {}
            b'>' if *depth > 0 => *depth -= 1,
            b'>' if bytes[..at].ends_with(b"/") && !bytes[..at].ends_with(b"*/") => {
                self.around.pop();
                self.values.set_ended(true);
            }
            b'>' => {
                self.around.pop();
                self.values.set_ended(false);
                let closed = self.closed.get_or_insert_with(|| Closed::read(bytes));
                if closed.is_closed(bytes, name) {
                    self.around.push(Around::Element);
                }
            }
            b'/' if !matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {}
            _ => return None,
        }
        self.at += 1;
        Some(None)
    }

    fn step_in_element(&mut self) -> Step {
        let (bytes, at) = (self.bytes(), self.at);
        if opens_tag(bytes, at) {
            self.around.push(Around::Tag(at + 1, 0));
            self.at += 1;
        } else if bytes[at] == b'<' && bytes.get(at + 1) == Some(&b'/') {
            self.around.pop();
            self.around.push(Around::ClosingTag);
            self.at += 2;
        } else if bytes[at] == b'{' {
            self.around.push(Around::Braces(0));
            self.values.set_ended(false);
            self.at += 1;
        } else {
            self.at = text_end(bytes, at);
            if !bytes[at..self.at].iter().all(u8::is_ascii_whitespace) {
                return self.lexeme(LexemeKind::Text, at);
            }
        }
        None
    }

    /// Reads a literal from inside of it on, up to its end or the next expression. It began, or goes on, at `start`.
    fn literal(&mut self, mut template: Template<'t>, start: usize) -> Step {
        let (end, opened) = template.read(self.bytes(), self.at);
        self.at = end;
        if opened.is_some() {
            self.around.push(Around::Template { template, braces: 0, others: 0 });
        }
        self.values.set_ended(opened.is_none());
        (end > start).then(|| Lexeme { kind: LexemeKind::Text, span: Span::of_range(start..end) })
    }

    /// Reads on in an expression of a literal.
    fn step_in_template(&mut self) -> Option<Step> {
        let (bytes, at) = (self.bytes(), self.at);
        let Some(Around::Template { template, braces, others }) = self.around.last_mut() else { return None };
        let template = *template;
        let is_twice = template.mark == Some(ExpressionMark::TwiceInterpolated);
        match bytes[at] {
            b'{' => *braces += 1,
            b'(' | b'[' => *others += 1,
            b')' | b']' => *others = others.saturating_sub(1),
            b'}' if *braces > 0 => *braces -= 1,
            b'}' => {
                self.around.pop();
                self.at += 1 + usize::from(is_twice && bytes.get(at + 1) == Some(&b'}'));
                return Some(self.literal(template, at));
            }
            // What tells how the value is written; `a::b` is a name.
            b':' if (is_twice || template.mark == Some(ExpressionMark::Interpolated))
                && (*braces, *others) == (0, 0)
                && bytes.get(at + 1) != Some(&b':')
                && bytes[..at].last() != Some(&b':') =>
            {
                self.around.pop();
                return Some(self.literal(template, at));
            }
            _ => {}
        }
        None
    }

    /// Reads what opens a string of lines, which begins with the next line.
    fn heredoc(&mut self, start: usize) -> Option<Step> {
        let bytes = self.bytes();
        let rule = self.lexis.forms.heredocs?;
        let (template, end) = heredocs::opening(bytes, start, rule)?;
        if rule.doubtful && !self.values.may_begin() {
            self.values.may_begin_argument(bytes, start).then_some(())?;
            let mut is_closed = || self.closers.get_or_insert_with(|| Closers::read(bytes)).close(&template, end);
            (template.is_indented() || is_closed()).then_some(())?;
        }
        self.at = end;
        self.heredocs.push_back(template);
        self.values.set_ended(true);
        Some(self.lexeme(LexemeKind::Text, start))
    }

    /// Begins a line.
    fn line_break(&mut self) -> Step {
        if self.lexis.bare_calls {
            self.values.set_ended(false);
        }
        let template = self.heredocs.pop_front()?;
        self.literal(template, self.at)
    }

    /// Reads a name, a keyword, or a string with a prefix.
    fn word(&mut self, start: usize) -> Step {
        let (bytes, lexis) = (self.bytes(), self.lexis);
        let mut end = word_end(bytes, start + usize::from(bytes[start] == b'#'));
        if matches!(bytes.get(end), Some(b'"' | b'@'))
            && let Some(rule) = rule_at(bytes, start, lexis)
            && rule.open.len() > end - start
        {
            return self.string(rule);
        }
        if lexis.bare_calls {
            end = marked_end(bytes, end);
        }
        self.at = end;
        self.values.pass_word(bytes, start, self.text.get(start..end).unwrap_or_default(), lexis);
        let is_call = is_called(&bytes[end..], lexis)
            || is_called_by_method(bytes, start, end, lexis)
            || is_called_in_brackets(bytes, start, end, lexis)
            || lexis.forms.references && bytes[..start].ends_with(b"::")
            || lexis.forms.trailing_lambdas && takes_lambda(self.text, start, end)
            || lexis.bare_calls && may_be_call(bytes, start, end)
            || lexis.decorators && decorates(bytes, start, end)
            || matches!(self.around.last(), Some(&Around::Tag(name, 0)) if ends_component(bytes, name, end));
        self.lexeme(if is_call { LexemeKind::Call } else { LexemeKind::Word }, start)
    }

    fn string(&mut self, rule: &'t StringRule) -> Step {
        let (bytes, start) = (self.bytes(), self.at);
        let inside = start + rule.open.len();
        let is_plain = rule.delimited || rule.close.is_empty();
        if !is_plain && rule.expression != Some(ExpressionMark::Brace) {
            self.at = inside;
            return self.literal(Template::of(rule), start);
        }
        let end = closing(bytes, start, rule);
        let is_nested = self.is_in_expression();
        let mark = rule.expression.filter(|mark| !is_nested && is_formatted(bytes, start, *mark));
        let open = mark.and_then(|mark| Some((mark, opening(bytes, inside, end, mark)?)));
        self.at = end;
        self.values.set_ended(open.is_none());
        if let Some((mark, open)) = open {
            let last = end.saturating_sub(rule.close.len());
            self.around.push(Around::Expression(Expression { end, last, depth: 0, mark }));
            self.at = open;
        }
        self.lexeme(LexemeKind::Text, start)
    }

    /// Reads the literal of a regular expression, up to its end or the first expression in it.
    fn pattern(&mut self, start: usize, end: usize) -> Step {
        let open =
            opening(self.bytes(), start + 1, end, ExpressionMark::Hash).filter(|_| self.lexis.has_hash_expressions());
        self.at = open.unwrap_or(end);
        self.values.set_ended(open.is_none());
        if open.is_some() {
            let last = end.saturating_sub(1);
            self.around.push(Around::Expression(Expression { end, last, depth: 0, mark: ExpressionMark::Hash }));
        }
        self.lexeme(LexemeKind::Text, start)
    }

    fn is_in_expression(&self) -> bool {
        matches!(self.around.last(), Some(Around::Expression(_)))
    }

    fn step(&mut self) -> Step {
        let (bytes, start, lexis) = (self.bytes(), self.at, self.lexis);
        if let Some(step) = self.step_around() {
            return step;
        }
        let byte = bytes[start];
        let is_private =
            lexis.forms.private_names && byte == b'#' && bytes.get(start + 1).is_some_and(|&next| is_word_start(next));
        if is_word_start(byte) || is_private {
            return self.word(start);
        }
        if byte.is_ascii_digit() {
            self.at = number_end(bytes, start, lexis);
            self.values.set_ended(true);
            return None;
        }
        if byte.is_ascii_whitespace() {
            self.at += 1;
            return if byte == b'\n' { self.line_break() } else { None };
        }
        if let Some(end) = comment_end(bytes, start, lexis).filter(|_| !self.is_in_expression()) {
            self.at = end;
            return self.lexeme(LexemeKind::Comment, start);
        }
        if let Some(end) = called_key(bytes, start, lexis) {
            self.at = end + 1;
            self.values.set_ended(true);
            return Some(Lexeme { kind: LexemeKind::Call, span: Span::of_range(start + 1..end) });
        }
        if let Some(rule) = rule_at(bytes, start, lexis) {
            return self.string(rule);
        }
        if byte == b'#'
            && lexis.forms.conditions
            && let Some(unread) = self.conditions.pass(bytes, start)
        {
            self.at = unread.end;
            return self.lexeme(LexemeKind::Unread, unread.start);
        }
        if byte == b'<'
            && let Some(step) = self.heredoc(start)
        {
            return step;
        }
        if byte == b'%'
            && lexis.forms.percent_literals
            && self.values.may_begin_argument(bytes, start)
            && let Some((template, inside)) = percent::opening(bytes, start)
        {
            self.at = inside;
            return self.literal(template, start);
        }
        if byte == b'/'
            && !lexis.forms.before_values.is_empty()
            && !self.is_in_expression()
            && let Some(end) = self.values.regex_end(bytes, start, lexis)
        {
            return self.pattern(start, end);
        }
        self.at += 1;
        if lexis.forms.markup && self.values.may_begin() && opens_tag(bytes, start) {
            self.around.push(Around::Tag(start + 1, 0));
        } else {
            self.values.pass_sign(bytes, start);
        }
        None
    }
}

impl Iterator for Reader<'_> {
    type Item = Lexeme;

    fn next(&mut self) -> Option<Lexeme> {
        while self.at < self.text.len() {
            if let Some(lexeme) = self.step() {
                return Some(lexeme);
            }
        }
        None
    }
}
