//! Local tuning.
use std::collections::HashMap;
use std::sync::LazyLock;
static T: LazyLock<HashMap<String, f32>> = LazyLock::new(|| {
    std::env::var("DOCQL_TUNE").unwrap_or_default().split(',').filter_map(|p| { let (a, b) = p.split_once('=')?; Some((a.to_owned(), b.parse().ok()?)) }).collect()
});
pub fn t(name: &str, default: f32) -> f32 { T.get(name).copied().unwrap_or(default) }
