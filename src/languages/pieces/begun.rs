//! A declaration that has begun, and the brackets that are open in it.

/// The levels of brackets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) braces: u32,
    pub(super) parentheses: u32,
    /// A declaration has begun.
    pub(super) open: bool,
}

impl Level {
    /// True in the middle of a declaration or an expression, where what a condition holds is no whole.
    pub(super) fn is_within(self) -> bool {
        self.open && (self.braces == 0 || self.parentheses > 0)
    }

    /// True in a declaration.
    pub(super) fn is_open(self) -> bool {
        self.open
    }

    /// True if no bracket is open.
    pub(super) fn is_closed(self) -> bool {
        self.braces == 0 && self.parentheses == 0
    }
}

/// What a declaration has been so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `static` and the like.
    Prefix,
    /// One word behind it.
    Prefixed,
    /// One word.
    Word,
    /// A word and something in parentheses.
    Call,
    Other,
}

/// What stands before the place that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Word,
    Parenthesis,
    Brace,
    Other,
}

/// A declaration that has begun.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) head: usize,
    pub(super) is_type: bool,
    pub(super) has_value: bool,
    pub(super) has_parameters: bool,
    /// The block that is open is the body of a function.
    pub(super) is_body: bool,
    pub(super) shape: Shape,
    pub(super) before: Before,
    pub(super) last_end: usize,
}

impl Open {
    /// One that begins at `head`, with a token that ends at `end`.
    pub(super) fn at(head: usize, end: usize, before: Before) -> Open {
        Open {
            head,
            is_type: false,
            has_value: false,
            has_parameters: false,
            is_body: false,
            shape: Shape::Other,
            before,
            last_end: end,
        }
    }
}
