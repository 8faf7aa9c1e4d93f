//! The settings of the tool.

/// Where a build can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// For trying things.
    Staging,
    /// For everybody.
    Production,
}

/// What the tool needs to know.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The port of the service.
    pub port: u16,
    /// The name of the server.
    pub host: String,
}

impl Config {
    /// Reads the settings; what is missing has its default.
    pub fn load(path: &str) -> Config {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Config::parse(&text)
    }

    fn parse(text: &str) -> Config {
        let mut config = Config::default();
        for line in text.lines() {
            if let Some((key, value)) = line.split_once('=') {
                config.set(key.trim(), value.trim());
            }
        }
        config
    }

    fn set(&mut self, key: &str, value: &str) {
        match key {
            "port" => self.port = value.parse().unwrap_or(8080),
            "host" => self.host = value.trim_matches('"').to_owned(),
            _ => {}
        }
    }
}

impl Stage {
    /// The stage of this name.
    pub fn parse(name: &str) -> Option<Stage> {
        match name {
            "staging" => Some(Stage::Staging),
            "production" => Some(Stage::Production),
            _ => None,
        }
    }
}
