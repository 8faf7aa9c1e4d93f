//! Marked text cut to the cells there are.

use crate::stdx::clip_name;
use std::ops::Range;

/// What is `shown` of a path, with the marks in what is left of it.
pub fn marked_path(path: &str, marks: &[Range<usize>], shown: String) -> (String, Vec<Range<usize>>) {
    let marks = left(path, marks, &shown);
    (shown, marks)
}

/// A name as it fits into so many cells, with its marks; whole where a mark would be lost: then what is marked is shown.
pub fn clipped_name(name: &str, marks: &[Range<usize>], cells: usize) -> (String, Vec<Range<usize>>) {
    let shown = clip_name(name, cells);
    let left = left(name, marks, &shown);
    if left.len() == marks.len() { (shown, left) } else { (name.to_owned(), marks.to_vec()) }
}

/// The marks of a text that are left in what is `shown` of it, its beginning and its end.
fn left(text: &str, marks: &[Range<usize>], shown: &str) -> Vec<Range<usize>> {
    let same = |(a, b): &(u8, u8)| a == b;
    let front = text.bytes().zip(shown.bytes()).take_while(same).count();
    let back = text.bytes().rev().zip(shown.bytes().rev()).take_while(same).count();
    let (from, to) = (text.len() - back, shown.len() - back);
    let marks = marks.iter().filter_map(|mark| match mark {
        mark if mark.end <= front => Some(mark.clone()),
        mark if mark.start >= from => Some(mark.start - from + to..mark.end - from + to),
        _ => None,
    });
    marks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stdx::clip_path;

    #[test]
    fn marks_stay_on_what_they_marked_or_the_name_is_left_whole() {
        let name = "ngx_http_upstream_next";
        let cut = |mark: Range<usize>| {
            let (shown, marks) = clipped_name(name, std::slice::from_ref(&mark), 12);
            (shown.clone(), marks.into_iter().map(|mark| shown[mark].to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(cut(0..3), ("ngx_ht…_next".to_owned(), vec!["ngx".to_owned()]));
        assert_eq!(cut(18..22), ("ngx_ht…_next".to_owned(), vec!["next".to_owned()]));
        assert_eq!(cut(9..17), (name.to_owned(), vec!["upstream".to_owned()]), "the middle is what was found");
        let cut = clip_path("source/engine/run.rs", 12);
        let (shown, marks) = marked_path("source/engine/run.rs", std::slice::from_ref(&(14..17)), cut);
        assert_eq!((&shown[marks[0].clone()], shown.contains('…')), ("run", true));
    }
}
