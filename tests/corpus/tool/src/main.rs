//! The command line tool of Harbor.

use harbor_tool::{Config, deploy};

fn main() {
    let config = Config::load("config/settings.toml");
    let stage = std::env::args().nth(1).unwrap_or_default();
    match deploy(&config, &stage) {
        Ok(()) => println!("deployed to {stage}"),
        Err(problem) => eprintln!("harbor: {problem}"),
    }
}
