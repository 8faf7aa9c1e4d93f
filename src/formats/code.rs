//! Programs: the outline of the language, and the endpoints they declare.

use super::dependencies;
use super::format::{Format, Reader};
use super::markup::plain::parse_text_only;
use super::routes;
use crate::document::Document;
use crate::languages::{self, LANGUAGES, Language};

/// One row per language.
pub(super) fn rows() -> Vec<Format> {
    let row = |language: &'static Language| Format {
        info: language.info,
        extensions: language.extensions,
        filenames: language.filenames,
        interpreters: language.interpreters,
        reader: Reader::Code(language),
    };
    LANGUAGES.iter().map(row).collect()
}

/// Reads a program.
pub(super) fn parse(language: &'static Language, text: String) -> Document {
    let mut document = languages::parse(language, text);
    routes::mark(&mut document, language.info);
    match language.info.id {
        "ruby" => dependencies::mark(&mut document, "ruby"),
        // A build file in Kotlin lists them as one in Groovy does.
        "kotlin" if document.text.contains("dependencies {") => dependencies::mark(&mut document, "gradle"),
        _ => {}
    }
    document
}

/// Reads a Protocol Buffers file.
pub(super) fn parse_protobuf(text: String) -> Document {
    let mut document = parse_text_only(text);
    routes::mark_messages(&mut document);
    routes::mark_services(&mut document);
    document
}

/// Reads a GraphQL schema.
pub(super) fn parse_graphql(text: String) -> Document {
    let mut document = parse_text_only(text);
    routes::mark_operations(&mut document);
    document
}

/// Reads the modules that a module of Go requires.
pub(super) fn parse_gomod(text: String) -> Document {
    with_dependencies(text, "gomod")
}

/// Reads a list of requirements of Python.
pub(super) fn parse_requirements(text: String) -> Document {
    with_dependencies(text, "requirements")
}

/// Reads a build file of Gradle.
pub(super) fn parse_gradle(text: String) -> Document {
    with_dependencies(text, "gradle")
}

fn with_dependencies(text: String, id: &str) -> Document {
    let mut document = parse_text_only(text);
    dependencies::mark(&mut document, id);
    document
}
