//! Pictures of OpenDocument: what their frames call them. Of other shapes these words are no text of the document either.

use crate::formats::binary::office::xml::Tag;

/// Elements that may have a title and a description of their own.
const SHAPES: &[&str] =
    &["frame", "custom-shape", "g", "rect", "line", "connector", "ellipse", "path", "polygon", "polyline"];

/// A shape that is open.
#[derive(Debug, Default)]
struct Shape {
    name: String,
    title: String,
    description: String,
    /// The part that its picture is.
    picture: Option<String>,
    /// It holds a text, a chart or a formula, beside which a picture only stands in for it.
    is_other: bool,
    /// Paragraphs that were open when it began: what is deeper is its text.
    depth: usize,
}

/// The shapes that are open, and which of their words is read.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    open: Vec<Shape>,
    /// Whether the description is read, or the title.
    field: Option<bool>,
}

impl Shapes {
    /// Begins what a tag begins in a text of so many open paragraphs.
    pub(super) fn start(&mut self, tag: &Tag<'_>, depth: usize) {
        if SHAPES.contains(&tag.name) {
            let name = tag.get("name").unwrap_or_default();
            self.open.push(Shape { name, depth, ..Shape::default() });
            return;
        }
        let Some(shape) = self.open.last_mut().filter(|shape| shape.depth == depth) else { return };
        match tag.name {
            "image" => shape.picture = shape.picture.take().or_else(|| tag.get("href")),
            "object" | "object-ole" | "text-box" | "plugin" | "applet" => shape.is_other = true,
            "title" => self.field = Some(false),
            "desc" => self.field = Some(true),
            _ => {}
        }
    }

    /// Takes text that says what a shape is; false if it is text of the document.
    pub(super) fn text(&mut self, text: &str) -> bool {
        match (self.open.last_mut(), self.field) {
            (Some(shape), Some(false)) => shape.title.push_str(text),
            (Some(shape), Some(true)) => shape.description.push_str(text),
            _ => return false,
        }
        true
    }

    /// Ends what `name` ends; gives what a picture is called.
    pub(super) fn end(&mut self, name: &str) -> Option<String> {
        if matches!(name, "title" | "desc") {
            self.field = None;
        }
        if !SHAPES.contains(&name) {
            return None;
        }
        let shape = self.open.pop()?;
        let part = shape.picture.filter(|_| !shape.is_other)?;
        let file = part.rsplit('/').next().unwrap_or_default().to_owned();
        [shape.description, shape.title, shape.name, file].into_iter().find(|told| !told.trim().is_empty())
    }
}
