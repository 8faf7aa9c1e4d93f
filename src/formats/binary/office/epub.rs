//! Books: the chapters in the order of the spine, each the HTML that it is.

use super::html::Html;
use super::inline::escaped;
use super::package::{Package, resolved};
use super::xml::{Token, each};
use crate::formats::bytes::decode;
use crate::formats::html::unquoted;
use std::collections::{HashMap, HashSet};

/// Writes all chapters.
pub(super) fn write(package: &mut Package<'_>, out: &mut Html) -> Result<(), &'static str> {
    let container = package.part("META-INF/container.xml").ok_or("damaged: no list of contents")?;
    let mut book = None;
    each(&container, &mut |token| {
        if let Token::Open(tag) = token
            && tag.name == "rootfile"
            && book.is_none()
        {
            book = tag.get("full-path");
        }
    });
    let book = book.ok_or("damaged: no list of contents")?;
    let contents = package.part(&book).ok_or("damaged: no list of contents")?;
    let folder = book.rsplit_once('/').map_or("", |(folder, _)| folder);
    let Contents { title, chapters } = Contents::read(&contents, folder);
    if let Some(title) = title {
        out.raw(&format!("<title>{}</title>", escaped(&title)));
    }
    let (mut read, encrypted) = (HashSet::new(), package.encrypted());
    if !chapters.is_empty() && chapters.iter().all(|chapter| encrypted.contains(chapter)) {
        return Err("encrypted: only the program that it was bought for opens it");
    }
    for chapter in chapters {
        // A chapter has one place, however often it is listed.
        if out.is_full() || !read.insert(chapter.clone()) {
            continue;
        }
        if encrypted.contains(&chapter) {
            out.lose("chapters that are encrypted".to_owned());
            continue;
        }
        let Some(bytes) = package.part(&chapter) else { continue };
        let decode::Decoded::Text { text, .. } = decode::decode(bytes) else { continue };
        out.raw(body(&text));
    }
    Ok(())
}

#[derive(Default)]
struct Contents {
    title: Option<String>,
    chapters: Vec<String>,
}

impl Contents {
    fn read(xml: &[u8], folder: &str) -> Contents {
        let mut contents = Contents::default();
        let mut items: HashMap<String, String> = HashMap::new();
        let mut in_title = false;
        each(xml, &mut |token| match token {
            Token::Open(tag) => match tag.name {
                "title" => in_title = contents.title.is_none(),
                "item" => {
                    let kind = tag.get("media-type").unwrap_or_default();
                    if let (true, Some(id), Some(name)) = (kind.contains("html"), tag.get("id"), tag.get("href")) {
                        items.insert(id, resolved(folder, &unquoted(&name)));
                    }
                }
                "itemref" => contents.chapters.extend(tag.get("idref").and_then(|id| items.get(&id).cloned())),
                _ => {}
            },
            Token::Close("title") => in_title = false,
            Token::Text(text) if in_title => contents.title.get_or_insert_default().push_str(text),
            _ => {}
        });
        contents
    }
}

/// What stands in the body of a page.
fn body(page: &str) -> &str {
    let lower = page.to_ascii_lowercase();
    let Some(at) = lower.find("<body") else { return page };
    let start = page[at..].find('>').map_or(at, |end| at + end + 1);
    let end = lower.rfind("</body").filter(|end| *end >= start).unwrap_or(page.len());
    &page[start..end]
}
