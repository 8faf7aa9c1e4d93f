//! How what comes next on a page is drawn: where, how large, how far apart.

use crate::formats::binary::pdf::fonts::font::Font;
use std::rc::Rc;

/// A transformation, as PDF writes one.
pub(in crate::formats::binary::pdf) type Matrix = [f32; 6];

pub(in crate::formats::binary::pdf) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// First `a`, then `b`.
pub(in crate::formats::binary::pdf) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

/// How what comes next is drawn.
#[derive(Clone)]
pub(in crate::formats::binary::pdf) struct State {
    pub(in crate::formats::binary::pdf) matrix: Matrix,
    pub(in crate::formats::binary::pdf) font: Option<Rc<Font>>,
    pub(in crate::formats::binary::pdf) size: f32,
    pub(in crate::formats::binary::pdf) spacing: f32,
    pub(in crate::formats::binary::pdf) word_spacing: f32,
    pub(in crate::formats::binary::pdf) stretch: f32,
    pub(in crate::formats::binary::pdf) leading: f32,
    pub(in crate::formats::binary::pdf) rise: f32,
}

impl Default for State {
    fn default() -> State {
        State {
            matrix: IDENTITY,
            font: None,
            size: 1.0,
            spacing: 0.0,
            word_spacing: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
        }
    }
}
