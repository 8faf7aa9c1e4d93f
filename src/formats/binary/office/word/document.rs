//! Word documents: the parts that they are made of, one after the other: text, notes, comments, headers and footers.

use super::notes::Marks;
use super::story::Story;
use super::styles::{Parts, chunks, margin_parts, read_styles};
use crate::formats::binary::office::drawing::drawings;
use crate::formats::binary::office::html::Html;
use crate::formats::binary::office::margins::Margins;
use crate::formats::binary::office::numbering::Lists;
use crate::formats::binary::office::package::{Package, Relation};
use std::collections::HashMap;

/// Writes the document, its notes, its comments, its headers and footers.
pub(in crate::formats::binary::office) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let main = package.main("officeDocument", "word/document.xml");
    let xml = package.part(&main).ok_or("damaged: its text is missing")?;
    let relations = package.relations(&main);
    let related = |kind: &str| relations.values().find(|of| of.kind == kind).map(|of| of.target.clone());
    let (styles, numbering) = (related("styles"), related("numbering"));
    let notes = ["footnotes", "endnotes", "comments"].map(related);
    let drawings = drawings(package, &relations);
    let mut parts = Parts { relations: relations.clone(), drawings, ..Parts::default() };
    if let Some(xml) = styles.and_then(|name| package.part(&name)) {
        parts.styles = read_styles(&xml);
    }
    if let Some(xml) = numbering.and_then(|name| package.part(&name)) {
        parts.lists = Lists::read(&xml);
        let styles = &parts.styles;
        parts.lists.link(|style| Some(styles.get(style)?.list.as_ref()?.0.clone()));
    }
    parts.chunks = chunks(package, &relations, out);
    let mut marks = Marks::default();
    related("settings").and_then(|name| package.part(&name)).iter().for_each(|xml| marks.read(xml));
    marks.read(&xml);
    let mut story = Story::new(&parts, out, marks);
    story.read(&xml);
    let Story { mut marks, anchors, .. } = story;
    for (name, title) in notes.into_iter().zip(["Footnotes", "Endnotes", "Comments"]) {
        let Some((name, xml)) = name.and_then(|name| Some((name.clone(), package.part(&name)?))) else { continue };
        parts.relations = package.relations(&name);
        let mut told = out.beside();
        let mut story = Story::new(&parts, &mut told, marks);
        story.read(&xml);
        let notes = story.notes;
        marks = story.marks;
        if notes > 0 {
            out.heading(1, title);
            out.append(told);
        }
    }
    out.lead(&anchors);
    write_margins(package, &xml, relations, parts, out);
    Ok(())
}

/// Writes headers and footers behind all else, each text once: they stand on every page, and are no part of its text.
fn write_margins(
    package: &mut Package<'_>,
    xml: &[u8],
    relations: HashMap<String, Relation>,
    mut parts: Parts,
    out: &mut Html,
) {
    let mut margins = Margins::default();
    for name in margin_parts(xml, &relations) {
        let Some(xml) = package.part(&name) else { continue };
        parts.relations = package.relations(&name);
        parts.drawings.clear();
        let mut told = out.beside();
        let mut story = Story::new(&parts, &mut told, Marks::default());
        story.is_margin = true;
        story.read(&xml);
        margins.add(told);
    }
    margins.write(1, out);
}
