//! The signs of the screen and what they stand for: what draws them and the legend of the help read this table.

/// One sign.
#[derive(Debug)]
pub struct SignRow {
    /// The sign.
    pub sign: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

macro_rules! signs {
    ($($name:ident $sign:literal $doc:literal;)*) => {
        $(#[doc = $doc] pub const $name: &str = $sign;)*

        /// Every sign that is no letter of a kind and no role of a hit.
        pub const SIGNS: &[SignRow] = &[$(SignRow { sign: $sign, doc: $doc }),*];
    };
}

signs! {
    CURSOR "▌" "the selected row, the pane that has the focus, the line that is looked at";
    FOLDED "▸" "something is inside, hidden; the right arrow shows it";
    UNFOLDED "▾" "something is inside, and shown; in a title: what a click changes";
    MARKED "●" "a marked row; with a number in a title: so many are marked";
    BOOKMARK "◆" "a row with a bookmark";
    CALLED "◂" "from so many places it is called";
    MORE "+" "with a number: so many further places that the row stands for";
    TICK "▪" "in the scroll bar: matches";
    THUMB "▐" "in the scroll bar: the part that is on the screen";
    UNSURE "~" "a call that may be of another: what is known does not decide it";
    CHANGED "↻" "in the title of the preview: the file has changed since it was indexed";
    MODIFIED "±" "a file that differs from the commit that is checked out, or a directory with such files";
    NEW "✚" "a file that the commit has not";
    CONFLICT "≠" "a file that a merge has left with conflicts";
    LEAVING "✖" "a deleted file that the commit has";
    EDITED "┃" "at the left of a line: the commit has another one, or none";
    GONE "╹" "at the left of a line: above it, lines of the commit are gone";
    PROBLEM "!" "in the tree: the outline of the file could not be read; :problems lists files left out";
    HIDDEN "…" "at the right of a row: its number is not shown, the name needs the room";
    PARTIAL "≥" "at least so many; not all is counted yet";
    READ_AS "≡" "how the question was read, or the move, as a query";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stdx::display_width;

    #[test]
    fn no_sign_stands_for_two_things_and_none_takes_more_than_a_cell() {
        for (at, sign) in SIGNS.iter().enumerate() {
            assert_eq!(display_width(sign.sign), 1, "{}", sign.sign);
            assert!(SIGNS[..at].iter().all(|other| other.sign != sign.sign), "{}", sign.sign);
        }
    }
}
