//! Runs the tokenizer over a page.

use super::page::Page;
use crate::document::Document;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, Rcdata};
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, StartTag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

/// Reads HTML.
pub(in crate::formats) fn parse(text: String) -> Document {
    let last_line = crate::document::LineIndex::new(&text).count();
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&text));
    let tokenizer = Tokenizer::new(Sink(RefCell::new(Page::new())), TokenizerOpts::default());
    // The tokenizer only stops early for scripts it should run, and we never tell it to.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish(last_line)
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
