//! The keeper.

use crate::lamp::{Lamp, OutOfOil};

/// Tends the lamp and writes the log.
pub struct Keeper {
    lamp: Lamp,
    log: Vec<String>,
}

impl Keeper {
    /// A keeper of this lamp, with an empty log.
    pub fn new(lamp: Lamp) -> Keeper {
        Keeper { lamp, log: Vec::new() }
    }

    /// Lights the lamp at dusk.
    pub fn light_up(&mut self) -> Result<(), OutOfOil> {
        self.lamp.light()?;
        self.write("lit");
        Ok(())
    }

    /// Keeps watch for so many hours; lights the lamp again when it goes out.
    pub fn watch(&mut self, hours: u32) {
        for _ in 0..hours {
            self.lamp.burn();
            if !self.lamp.is_lit() && self.light_up().is_err() {
                self.write("dark");
            }
        }
    }

    fn write(&mut self, line: &str) {
        self.log.push(line.to_owned());
    }
}
