//! Draws a page without ink: the operators of its content → glyphs at their places, which `words` puts together.

use super::fields::{Field, beside, fields};
use super::state::{IDENTITY, Matrix, State, product};
use super::words::{Glyph, Word, Words};
use crate::formats::binary::pdf::file::{File, as_dictionary};
use crate::formats::binary::pdf::fonts::encoding::Names;
use crate::formats::binary::pdf::fonts::font::{Font, Shown};
use crate::formats::binary::pdf::tokens::{Token, Tokens};
use lopdf::{Dictionary, Object, ObjectId, Stream};
use std::collections::HashMap;
use std::rc::Rc;

/// Forms that are drawn within each other.
const MAX_FORMS: usize = 12;

/// Bytes that drawing a form counts for, however short it is.
const FORM: usize = 500;

/// Operands of one operator.
const MAX_OPERANDS: usize = 100_000;

/// What a page shows.
#[derive(Debug, Default)]
pub(in crate::formats::binary::pdf) struct Shows {
    pub(in crate::formats::binary::pdf) words: Vec<Word>,
    /// Words that the page says are no part of its text: headers and footers.
    pub(in crate::formats::binary::pdf) margins: Vec<Word>,
    pub(in crate::formats::binary::pdf) has_pictures: bool,
    /// Characters whose font does not say what they are.
    pub(in crate::formats::binary::pdf) unknown: usize,
}

/// Work that may still be done: bytes of content, glyphs.
#[derive(Debug)]
pub(in crate::formats::binary::pdf) struct Budget {
    pub(in crate::formats::binary::pdf) bytes: usize,
    pub(in crate::formats::binary::pdf) glyphs: usize,
}

impl Budget {
    pub(in crate::formats::binary::pdf) fn is_spent(&self) -> bool {
        self.bytes == 0 || self.glyphs == 0
    }
}

/// What pages share.
#[derive(Default)]
pub(in crate::formats::binary::pdf) struct Shared {
    /// By the place of their dictionaries in memory.
    fonts: HashMap<*const Dictionary, Rc<Font>>,
    names: Names,
}

/// A page that is drawn.
pub(in crate::formats::binary::pdf) struct Drawing<'f, 's> {
    file: &'f File,
    shared: &'s mut Shared,
    budget: &'s mut Budget,
    words: Words,
    margins: Words,
    /// Words in fields, and whether these are being drawn.
    in_fields: Words,
    is_field: bool,
    has_pictures: bool,
    unknown: usize,
    state: State,
    saved: Vec<State>,
    text: Matrix,
    line: Matrix,
    forms: Vec<ObjectId>,
    /// Marked content that is open: what it says instead of its glyphs, and whether it stands in the margin.
    marked: Vec<(Option<String>, bool)>,
    /// Whether the letters of a string are set apart.
    is_spread: bool,
}

impl<'f, 's> Drawing<'f, 's> {
    /// Draws `page`.
    pub(in crate::formats::binary::pdf) fn draw(
        file: &'f File,
        page: &'f Dictionary,
        shared: &'s mut Shared,
        budget: &'s mut Budget,
    ) -> Shows {
        let state = State::default();
        let mut drawing = Drawing {
            file,
            shared,
            budget,
            words: Words::within(bounds(file, page)),
            margins: Words::within(bounds(file, page)),
            in_fields: Words::within(bounds(file, page)),
            is_field: false,
            has_pictures: false,
            unknown: 0,
            state,
            saved: Vec::new(),
            text: IDENTITY,
            line: IDENTITY,
            forms: Vec::new(),
            marked: Vec::new(),
            is_spread: false,
        };
        let resources = file.inherited(page, "Resources").and_then(as_dictionary);
        let mut content = Vec::new();
        let parts = match file.get(page, "Contents") {
            Some(Object::Array(parts)) => parts.iter().map(|part| file.resolve(part)).collect(),
            Some(part) => vec![part],
            None => Vec::new(),
        };
        for part in parts.into_iter().filter_map(|part| part.as_stream().ok()) {
            content.extend(file.unpack(part).unwrap_or_default());
            content.push(b'\n');
        }
        drawing.run(&content, resources);
        drawing.draw_fields(page);
        Shows {
            words: beside(drawing.words.into_list(), drawing.in_fields.into_list()),
            margins: drawing.margins.into_list(),
            has_pictures: drawing.has_pictures,
            unknown: drawing.unknown,
        }
    }

    fn run(&mut self, content: &[u8], resources: Option<&'f Dictionary>) {
        let mut tokens = Tokens::new(content);
        let mut operands: Vec<Token<'_>> = Vec::new();
        let mut before = 0;
        while let Some(token) = tokens.next() {
            let Token::Word(operator) = token else {
                if operands.len() < MAX_OPERANDS {
                    operands.push(token);
                }
                continue;
            };
            self.budget.bytes = self.budget.bytes.saturating_sub(tokens.at() - before);
            before = tokens.at();
            if self.budget.is_spent() {
                return;
            }
            match operator {
                b"ID" => {
                    self.has_pictures = true;
                    tokens.skip_picture();
                }
                b"true" | b"false" | b"null" => continue,
                _ => self.operate(operator, &operands, resources),
            }
            operands.clear();
        }
    }

    fn operate(&mut self, operator: &[u8], operands: &[Token<'_>], resources: Option<&'f Dictionary>) {
        let number = |at: usize| match operands.get(at) {
            Some(Token::Number(number)) => *number,
            _ => 0.0,
        };
        let matrix = || [number(0), number(1), number(2), number(3), number(4), number(5)];
        match operator {
            b"q" if self.saved.len() < 512 => self.saved.push(self.state.clone()),
            b"Q" => self.state = self.saved.pop().unwrap_or_else(|| self.state.clone()),
            b"cm" => self.state.matrix = product(&matrix(), &self.state.matrix),
            b"BT" => (self.text, self.line) = (IDENTITY, IDENTITY),
            b"Tc" => self.state.spacing = number(0),
            b"Tw" => self.state.word_spacing = number(0),
            b"Tz" => self.state.stretch = number(0) / 100.0,
            b"TL" => self.state.leading = number(0),
            b"Ts" => self.state.rise = number(0),
            b"Tf" => {
                self.state.size = number(1);
                if let Some(Token::Name(name)) = operands.first() {
                    self.state.font = self.font(name, resources);
                }
            }
            b"Td" => self.next_line(number(0), number(1)),
            b"TD" => {
                self.state.leading = -number(1);
                self.next_line(number(0), number(1));
            }
            b"Tm" => (self.text, self.line) = (matrix(), matrix()),
            b"T*" => self.next_line(0.0, -self.state.leading),
            b"Tj" | b"TJ" => self.show_all(operands),
            b"'" | b"\"" => {
                if operator == b"\"" {
                    (self.state.word_spacing, self.state.spacing) = (number(0), number(1));
                }
                self.next_line(0.0, -self.state.leading);
                self.show_all(operands.get(operands.len().saturating_sub(1)..).unwrap_or_default());
            }
            b"BMC" | b"BDC" => self.mark(operands, resources),
            b"EMC" => drop(self.marked.pop()),
            b"Do" => {
                if let Some(Token::Name(name)) = operands.first() {
                    self.draw_object(name, resources);
                }
            }
            _ => {}
        }
    }

    fn font(&mut self, name: &[u8], resources: Option<&'f Dictionary>) -> Option<Rc<Font>> {
        let file = self.file;
        let object = file.dictionary(resources?, "Font")?.get(name).ok()?;
        let font = as_dictionary(file.resolve(object))?;
        let place = std::ptr::from_ref(font);
        if let Some(known) = self.shared.fonts.get(&place) {
            return Some(Rc::clone(known));
        }
        let font = Rc::new(Font::read(file, font, &mut self.shared.names));
        self.shared.fonts.insert(place, Rc::clone(&font));
        Some(font)
    }

    fn next_line(&mut self, x: f32, y: f32) {
        self.line = product(&[1.0, 0.0, 0.0, 1.0, x, y], &self.line);
        self.text = self.line;
    }

    fn mark(&mut self, operands: &[Token<'_>], resources: Option<&'f Dictionary>) {
        if self.marked.len() > 512 {
            return;
        }
        let key = |name: &[u8]| operands.iter().position(|token| *token == Token::Name(name.to_vec()));
        let mut instead = None;
        if let Some(at) = key(b"ActualText")
            && let Some(Token::Text(text)) = operands.get(at + 1)
        {
            instead = self.file.told(&Object::string_literal(text.clone()));
        } else if let Some(Token::Name(list)) = operands.get(1)
            && let Some(lists) = resources.and_then(|of| self.file.dictionary(of, "Properties"))
            && let Some(list) = lists.get(list).ok().and_then(|list| as_dictionary(self.file.resolve(list)))
        {
            instead = self.file.get(list, "ActualText").and_then(|text| self.file.told(text));
        }
        let is_artifact = operands.first() == Some(&Token::Name(b"Artifact".to_vec())) && key(b"Pagination").is_some();
        self.marked.push((instead, is_artifact));
    }

    fn draw_object(&mut self, name: &[u8], resources: Option<&'f Dictionary>) {
        let file = self.file;
        let Some(objects) = resources.and_then(|of| file.dictionary(of, "XObject")) else { return };
        let Ok(object) = objects.get(name) else { return };
        let Object::Stream(stream) = file.resolve(object) else { return };
        if file.name(&stream.dict, "Subtype") != Some(b"Form") {
            self.has_pictures = true;
            return;
        }
        self.draw_form(stream, object.as_reference().unwrap_or_default(), resources);
    }

    /// Draws what the fields of a form show on the page.
    fn draw_fields(&mut self, page: &'f Dictionary) {
        self.marked.clear();
        self.is_field = true;
        for field in fields(self.file, page) {
            (self.state, self.text, self.line) = (State::default(), IDENTITY, IDENTITY);
            self.saved.clear();
            match field {
                Field::Drawn { stream, id, place, resources } => {
                    self.state.matrix = place;
                    self.draw_form(stream, id, resources);
                }
                Field::Told { text, at, size } => {
                    // Words are added one by one: no font says how wide they are.
                    let mut x = at.0;
                    for word in text.split_whitespace() {
                        let length = 0.5 * size * word.chars().count() as f32;
                        let glyph = Glyph {
                            at: (x, at.1),
                            along: (1.0, 0.0),
                            length,
                            size,
                            spacing: 0.0,
                            is_bold: false,
                            is_mono: false,
                        };
                        self.in_fields.add(" ", &glyph);
                        self.in_fields.add(word, &glyph);
                        x += length + 0.3 * size;
                    }
                }
            }
            if self.budget.is_spent() {
                return;
            }
        }
    }

    fn draw_form(&mut self, stream: &'f Stream, id: ObjectId, resources: Option<&'f Dictionary>) {
        let file = self.file;
        if self.forms.len() >= MAX_FORMS || self.forms.contains(&id) {
            return;
        }
        self.budget.bytes = self.budget.bytes.saturating_sub(FORM);
        let Some(content) = file.unpack(stream) else { return };
        let own = file.dictionary(&stream.dict, "Resources");
        let kept = (self.state.clone(), self.text, self.line, std::mem::take(&mut self.saved));
        if let [a, b, c, d, e, f] = file.numbers(&stream.dict, "Matrix").as_slice() {
            self.state.matrix = product(&[*a, *b, *c, *d, *e, *f], &self.state.matrix);
        }
        self.forms.push(id);
        self.run(&content, own.or(resources));
        self.forms.pop();
        (self.state, self.text, self.line, self.saved) = kept;
    }

    fn show_all(&mut self, operands: &[Token<'_>]) {
        let Some(font) = self.state.font.clone() else { return };
        for operand in operands {
            match operand {
                Token::Text(bytes) => {
                    // Of a letter or two it is the space behind them that is meant.
                    self.is_spread = bytes.len() > 3;
                    font.show(bytes, |shown| self.show(&font, shown));
                }
                Token::Number(back) => {
                    let lead = -back / 1000.0 * self.state.size;
                    self.advance(&font, lead * if font.is_vertical { 1.0 } else { self.state.stretch });
                }
                _ => {}
            }
        }
    }

    fn advance(&mut self, font: &Font, by: f32) {
        let step = if font.is_vertical { [1.0, 0.0, 0.0, 1.0, 0.0, -by] } else { [1.0, 0.0, 0.0, 1.0, by, 0.0] };
        self.text = product(&step, &self.text);
    }

    fn show(&mut self, font: &Font, shown: Shown<'_>) {
        self.budget.glyphs = self.budget.glyphs.saturating_sub(1);
        let state = &self.state;
        let spread = state.spacing + if shown.is_space { state.word_spacing } else { 0.0 };
        let width = shown.width * state.size;
        let lead = if font.is_vertical { state.size + spread } else { (width + spread) * state.stretch };
        let wide = if font.is_vertical { state.size } else { width * state.stretch };
        let frame = product(&product(&[1.0, 0.0, 0.0, 1.0, 0.0, state.rise], &self.text), &state.matrix);
        let size = state.size.abs() * frame[2].hypot(frame[3]) * font.height;
        let along = if font.is_vertical { (-frame[2], -frame[3]) } else { (frame[0], frame[1]) };
        // A font that is mirrored by its size runs the other way.
        let along = if state.size < 0.0 && !font.is_vertical { (-along.0, -along.1) } else { along };
        let length = along.0.hypot(along.1) * wide.abs();
        self.advance(font, lead);
        let is_margin = self.marked.iter().any(|(_, out)| *out);
        let (text, is_hidden) = match self.marked.iter_mut().rev().find(|(instead, _)| instead.is_some()) {
            Some((instead, _)) => (std::mem::take(instead.get_or_insert_default()).into(), true),
            None => (shown.text, false),
        };
        if text.is_empty() && !is_hidden && !shown.is_space {
            self.unknown += 1;
        }
        let spread = if self.is_spread { spread } else { 0.0 };
        let spacing = spread * self.state.stretch * along.0.hypot(along.1);
        let (is_bold, is_mono) = (font.is_bold, font.is_mono);
        let words = match (is_margin, self.is_field) {
            (true, _) => &mut self.margins,
            (false, true) => &mut self.in_fields,
            (false, false) => &mut self.words,
        };
        words.add(&text, &Glyph { at: (frame[4], frame[5]), along, length, size, spacing, is_bold, is_mono });
    }
}

/// The part of a page that is seen, a little more than that.
fn bounds(file: &File, page: &Dictionary) -> [f32; 4] {
    let of = |key: &str| {
        let numbers: Vec<f32> = file
            .inherited(page, key)?
            .as_array()
            .ok()?
            .iter()
            .filter_map(|at| file.resolve(at).as_float().ok())
            .collect();
        let [a, b, c, d] = numbers.as_slice() else { return None };
        let seen = [a.min(*c) - 2.0, b.min(*d) - 2.0, a.max(*c) + 2.0, b.max(*d) + 2.0];
        (seen[2] - seen[0] > 10.0 && seen[3] - seen[1] > 10.0).then_some(seen)
    };
    of("CropBox").or_else(|| of("MediaBox")).unwrap_or([-1e5, -1e5, 1e5, 1e5])
}
