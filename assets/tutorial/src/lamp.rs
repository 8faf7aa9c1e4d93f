//! The lamp.

/// A lamp that turns as long as it has oil.
pub struct Lamp {
    oil: u32,
    lit: bool,
}

impl Lamp {
    /// A lamp with so many hours of oil.
    pub fn new(oil: u32) -> Lamp {
        Lamp { oil, lit: false }
    }

    /// Lights the lamp, if there is oil.
    pub fn light(&mut self) -> Result<(), OutOfOil> {
        if self.oil == 0 {
            return Err(OutOfOil);
        }
        self.lit = true;
        Ok(())
    }

    /// Burns for an hour.
    pub fn burn(&mut self) {
        self.oil = self.oil.saturating_sub(1);
        self.lit = self.lit && self.oil > 0;
    }

    /// Whether ships can see it.
    pub fn is_lit(&self) -> bool {
        self.lit
    }
}

/// There is nothing left to burn.
#[derive(Debug)]
pub struct OutOfOil;
