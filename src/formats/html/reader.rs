//! Runs the tokenizer over a page.

use super::page::Page;
use crate::document::Document;
use crate::formats::draft::nodes::Draft;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, Rcdata};
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

/// A tag longer than this with many attributes in it is no page: the tokenizer compares each attribute of a tag
/// with all before it.
const LONGEST_TAG: usize = 64 << 10;

/// Reads HTML.
pub(in crate::formats) fn parse(text: String) -> Document {
    if has_endless_tag(&text) {
        let mut draft = Draft::new();
        draft.problem(0, "a tag with thousands of attributes; searched as text only");
        draft.source_lines = Some((1..=crate::document::LineIndex::new(&text).count()).collect());
        return draft.finish(text);
    }
    let last_line = crate::document::LineIndex::new(&text).count();
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&text));
    let tokenizer = Tokenizer::new(Sink(RefCell::new(Page::new())), TokenizerOpts::default());
    // The tokenizer only stops early for scripts it should run, and we never tell it to.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish(last_line)
}

fn has_endless_tag(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut last = 0;
    let mut is_endless = |end: usize| {
        let between = &bytes[last..end];
        last = end;
        if between.len() <= LONGEST_TAG {
            return false;
        }
        let tag = between.windows(2).position(|pair| pair[0] == b'<' && pair[1].is_ascii_alphabetic());
        tag.is_some_and(|tag| memchr::memchr_iter(b'=', &between[tag..]).count() > 2_000)
    };
    memchr::memchr_iter(b'>', bytes).any(&mut is_endless) || is_endless(bytes.len())
}

struct Sink(RefCell<Page>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        let line = line as u32;
        match token {
            CharacterTokens(text) => page.text(&text, line),
            TagToken(tag) if tag.kind == StartTag => {
                page.start(&tag, line);
                return match &*tag.name {
                    // What writers of XML end at once would take in all that follows.
                    _ if tag.self_closing => TokenSinkResult::Continue,
                    "title" | "textarea" => TokenSinkResult::RawData(Rcdata),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
                    "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                    "plaintext" => TokenSinkResult::Plaintext,
                    _ => TokenSinkResult::Continue,
                };
            }
            TagToken(tag) => page.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
