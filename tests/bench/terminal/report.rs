//! Figures → lines for people or JSON for scripts.

use std::time::Duration;

/// A share of the sorted values.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let at = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(at.saturating_sub(1).min(sorted.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
}

/// Prints the percentiles of what was measured; nothing was measured where `values` is empty.
pub fn values(json: bool, name: &str, unit: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    if values.is_empty() {
        return missing(json, name);
    }
    let [p50, p95, p99] = [0.5, 0.95, 0.99].map(|share| percentile(&values, share));
    let (count, most) = (values.len(), values[values.len() - 1]);
    if json {
        let line = serde_json::json!({
            "measure": name, "unit": unit, "count": count, "p50": p50, "p95": p95, "p99": p99, "max": most,
        });
        println!("{line}");
    } else {
        println!("{name:<44} p50 {p50:>9.1}  p95 {p95:>9.1}  p99 {p99:>9.1}  max {most:>9.1} {unit}  ({count} ×)");
    }
}

/// Prints one figure.
pub fn value(json: bool, name: &str, unit: &str, value: f64) {
    if json {
        println!("{}", serde_json::json!({ "measure": name, "unit": unit, "value": value }));
    } else {
        println!("{name:<44} {value:>13.2} {unit}");
    }
}

/// Prints that something could not be measured.
pub fn missing(json: bool, name: &str) {
    if json {
        println!("{}", serde_json::json!({ "measure": name, "missing": true }));
    } else {
        println!("{name:<44}     not available");
    }
}

/// Milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
