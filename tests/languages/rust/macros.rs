//! Items that the grammar reads as tokens.
cfg_rt! {
    /// Spawns.
    #[track_caller]
    pub fn spawn<F>(
        future: F,
    ) -> u8 {
        inner(future)
    } // behind

    cfg_unstable! {
        fn inner() { fn local() {} }
    }

    #[cfg(test)]
    mod tests {
        //! Inside.
        #[test]
        fn works() {}
    }
}

impl Runtime {
    cfg_net! {
        /// Binds.
        pub fn bind(&self) {}
    }
    fn plain() {}
}

cfg_if::cfg_if! {
    if #[cfg(unix)] {
        mod unix;
        use unix::sys;
    } else if #[cfg(windows)] {
        fn windows() {}
    } else {
        /// None.
        struct Unit;
    }
}

lazy_static! {
    static ref HIDDEN: u8 = 1;
    /// Shown.
    pub static ref SHOWN: Vec<u8> = { vec![] };
}

thread_local!(static LOCAL: Cell<u8> = const { Cell::new(0) });

bitflags! {
    /// Marks.
    #[derive(Debug)]
    pub struct Flags: u32 {
        /// The first.
        const A = 1;
        #[cfg(unix)]
        const B = 0b10 | Self::A.bits();
        const _ = !0;
    }

    impl Other: u8 { const X = 1; }
}

libc_bitflags! {
    struct OFlag: c_int {
        /// Mask.
        O_ACCMODE;
        O_RDONLY as c_int;
    }
}

pin_project! {
    #[project = Projection]
    pub struct Pinned<T> where T: Future { #[pin] inner: T }

    impl<T> PinnedDrop for Pinned<T> { fn drop(this: u8) {} }
}

proptest! {
    #[test]
    fn holds(x in 0..3, ref y in any::<u8>()) { assert!(x > 1); }
}

RIDL! { #[uuid(1)] interface IFoo(IFooVtbl): IUnknown(IUnknownVtbl) { fn Bar(a: B,) -> C, fn Baz() -> D, } }
tokens! { bool struct enum fn => } 
f_like! { fn => 1; struct { } enum X }

fn body() {
    cfg_rt! { fn never_here() {} }
}
