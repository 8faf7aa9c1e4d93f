//! Settings, keymaps and themes as somebody has written them: problems, never a panic.
#![cfg_attr(fuzzing, no_main)]

use docql::config::{Config, Layer, SettingSource, parse_chord, parse_size};

include!("driver.inc.rs");

target!(|text: &str| {
    for source in [SettingSource::User, SettingSource::Workspace] {
        let config = Config::read(&[Layer::file(source, "config.toml", text)], Vec::new());
        let _ = (config.has_errors(), config.effective().count());
    }
    let _ = (parse_chord(text), parse_size(text));
});
