//! Crate doc
use std::{fmt, io::{self, Read as R}, collections::*};
pub(crate) use a::b;
use x::y as z;
/// Doc S
/// more
#[derive(Debug)]
pub struct S<'a, T: Copy> where T: Clone {
    /// f
    pub a: &'a T,
    b: u8,
}
pub enum E { A(u8), B { x: u8 }, #[serde] C = 3 }
impl<'a, T> std::fmt::Display for S<'a, T> {
    const K: u8 = 1;
    type Out = u8;
    /// m
    #[inline]
    pub(super) async fn m<X>(&self) -> u8 { fn inner() {} let c = |x| x; 1 }
}
pub trait Tr: Clone + fmt::Debug { fn sig(&self); fn def(&self) {} type A; }
mod tests {
    //! inner doc
    //! two
    #[test]
    fn t() {}
    #[tokio::test(flavor = "x")]
    async fn u() {}
}
mod other;
macro_rules! m { () => {} }
static Q: u8 = 1;
const _: () = ();
extern "C" { fn ext(x: u8); }
/** block */
union U { a: u8 }
fn late() {
    foo(|| {
        fn deep() {}
    });
}
