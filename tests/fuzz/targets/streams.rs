//! Streams of events: however they are cut, they are the same events.
#![cfg_attr(fuzzing, no_main)]

use docql::net::{Decode, JsonLines, ServerSentEvents};

include!("driver.inc.rs");

fn all<D: Decode>(chunks: &[&[u8]]) -> (Vec<String>, bool)
where
    D::Item: std::fmt::Debug,
{
    let (mut decoder, mut out) = (D::default(), Vec::new());
    for chunk in chunks {
        if decoder.feed(chunk, &mut |item| out.push(format!("{item:?}"))).is_err() {
            return (out, false);
        }
    }
    let is_whole = decoder.finish(&mut |item| out.push(format!("{item:?}"))).is_ok();
    (out, is_whole)
}

target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let (head, tail) = bytes.split_at(usize::from(first).min(bytes.len()));
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    for cut in [vec![head, tail], single] {
        assert_eq!(all::<ServerSentEvents>(&cut), all::<ServerSentEvents>(&[bytes]));
        assert_eq!(all::<JsonLines>(&cut), all::<JsonLines>(&[bytes]));
    }
});
