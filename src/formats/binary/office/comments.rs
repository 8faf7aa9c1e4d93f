//! Comments on cells and slides: where they stand, who wrote them, what they say.

use super::html::Html;
use super::inline::escaped;
use super::package::{Package, Relation};
use super::xml::{Token, each};
use std::collections::{HashMap, HashSet};

/// A comment, or an answer to one.
#[derive(Debug, Default)]
pub(super) struct Comment {
    /// The cell that it is about.
    place: String,
    author: String,
    text: String,
}

/// The comments of a sheet or slide: those of the parts that it has relations to. `authors` are known by their ids.
pub(super) fn of_part(
    package: &mut Package<'_>,
    relations: &HashMap<String, Relation>,
    authors: &HashMap<String, String>,
) -> Vec<Comment> {
    let mut parts = |kind: &str| {
        let mut names: Vec<&str> =
            relations.values().filter(|of| of.kind == kind).map(|of| of.target.as_str()).collect();
        names.sort_unstable();
        names.into_iter().filter_map(|name| package.part(name)).flat_map(|xml| read(&xml, authors)).collect()
    };
    let (mut plain, threads): (Vec<Comment>, Vec<Comment>) = (parts("comments"), parts("threadedComment"));
    // Beside a conversation stands a comment that says it once more, for older versions.
    let told: HashSet<&str> = threads.iter().map(|thread| thread.place.as_str()).collect();
    plain.retain(|comment| !told.contains(comment.place.as_str()));
    plain.extend(threads);
    plain
}

/// The names of authors by their ids: from the parts of these kinds that a document has relations to.
pub(super) fn authors(
    package: &mut Package<'_>,
    relations: &HashMap<String, Relation>,
    kinds: &[&str],
) -> HashMap<String, String> {
    let mut authors = HashMap::new();
    for part in relations.values().filter(|of| kinds.contains(&&*of.kind)) {
        let Some(xml) = package.part(&part.target) else { continue };
        each(&xml, &mut |token| {
            if let Token::Open(tag) = token
                && let (Some(id), Some(name)) = (tag.get("id"), tag.get("name").or_else(|| tag.get("displayName")))
            {
                authors.insert(id, name);
            }
        });
    }
    authors
}

fn read(xml: &[u8], authors: &HashMap<String, String>) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    // Authors that the part itself lists, by their places.
    let mut own: Vec<String> = Vec::new();
    // Answers stand in what they answer.
    let mut open: Vec<usize> = Vec::new();
    let (mut in_text, mut in_author) = (false, false);
    each(xml, &mut |token| match token {
        Token::Open(tag) => match tag.name {
            "author" => {
                own.push(String::new());
                in_author = true;
            }
            "comment" | "threadedComment" | "cm" | "reply" => {
                let id = tag.get("authorId").or_else(|| tag.get("personId")).unwrap_or_default();
                let listed = id.parse::<usize>().ok().and_then(|at| own.get(at));
                let author = listed.or_else(|| authors.get(&id)).cloned().unwrap_or_default();
                open.push(comments.len());
                comments.push(Comment { place: tag.get("ref").unwrap_or_default(), author, text: String::new() });
            }
            "t" | "text" => in_text = true,
            _ => {}
        },
        Token::Close("author") => in_author = false,
        Token::Close("comment" | "threadedComment" | "cm" | "reply") => drop(open.pop()),
        // A `text` of pieces ends with the last of them.
        Token::Close("t" | "text") => in_text = false,
        Token::Close("p") => {
            if let Some(comment) = open.last().and_then(|at| comments.get_mut(*at)) {
                comment.text.push(' ');
            }
        }
        Token::Text(text) if in_author => own.last_mut().into_iter().for_each(|author| author.push_str(text)),
        Token::Text(text) if in_text => {
            if let Some(comment) = open.last().and_then(|at| comments.get_mut(*at)) {
                comment.text.push_str(text);
            }
        }
        Token::Text(_) | Token::Close(_) => {}
    });
    comments
}

/// Writes comments as a section of this level.
pub(super) fn write(comments: &[Comment], level: usize, out: &mut Html) {
    let told: Vec<String> = comments.iter().filter_map(Comment::told).collect();
    if !told.is_empty() {
        out.heading(level, "Comments");
        told.iter().for_each(|comment| out.paragraph(comment));
    }
}

impl Comment {
    fn told(&self) -> Option<String> {
        let text = self.text.trim();
        // Some tools write the author into the text, too.
        let own = text.strip_prefix(&*self.author).and_then(|rest| rest.strip_prefix(':'));
        let text = own.filter(|_| !self.author.is_empty()).unwrap_or(text).trim();
        let place = if self.place.is_empty() { String::new() } else { format!("[{}] ", self.place) };
        let author = if self.author.is_empty() { String::new() } else { format!("{}: ", self.author) };
        (!text.is_empty()).then(|| escaped(&format!("{place}{author}{text}")).replace('\n', "<br>"))
    }
}
