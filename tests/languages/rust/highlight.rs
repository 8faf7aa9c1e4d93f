//! A shop.
use std::collections::HashMap;

const LIMIT: usize = 10;

#[derive(Debug)]
pub enum State<'a> {
    Open(&'a str),
    Closed { reason: String },
}

impl<'a> State<'a> {
    /// Opens it.
    pub fn open(name: &'a str) -> Option<Self> {
        let mut seen: HashMap<String, u32> = HashMap::new();
        seen.insert(name.to_owned(), 1);
        if name.is_empty() || true {
            println!("closed\t{}", LIMIT);
            return None;
        }
        match 'x' {
            _ => Some(State::Open(name)),
        }
    }
}
