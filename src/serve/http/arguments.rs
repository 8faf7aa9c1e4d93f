//! An address or a body → arguments by their names.

use crate::serve::answers::resources::decoded;
use crate::serve::api::problem::Problem;
use hyper::header::{CONTENT_TYPE, HeaderMap};
use serde_json::{Map, Value};

/// The arguments behind the question mark of an address.
pub(super) fn of_address(query: &str) -> Result<Map<String, Value>, Problem> {
    let mut given = Map::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let text = |part: &str| decoded(&part.replace('+', " "));
        let (Some(name), Some(value)) = (text(name), text(value)) else {
            let message = "the address holds a % that is no character of UTF-8";
            return Err(Problem::new(400, "arguments", message, ["curl -G --data-urlencode writes it".to_owned()]));
        };
        if given.insert(name.clone(), value.into()).is_some() {
            let name: String = name.chars().take(60).collect();
            return Err(Problem::new(400, "arguments", format!("\"{name}\" is given more than once"), []));
        }
    }
    Ok(given)
}

/// Refuses arguments behind the question mark of an address whose body has them: left out, they would answer of something
/// else.
pub(super) fn none_in_address(query: &str) -> Result<(), Problem> {
    match of_address(query)?.keys().next() {
        Some(name) => {
            let name: String = name.chars().take(60).collect();
            let message = format!("\"{name}\" stands in the address: arguments of a POST stand in its body");
            Err(Problem::new(400, "arguments", message, ["put it into the body".to_owned()]))
        }
        None => Ok(()),
    }
}

/// The arguments in a body.
pub(super) fn of_body(headers: &HeaderMap, body: &[u8]) -> Result<Map<String, Value>, Problem> {
    let fix = || ["Content-Type: application/json (curl --json)".to_owned()];
    let object = || ["{\"docql\": \"$.toc\"}".to_owned()];
    let kind = headers.get(CONTENT_TYPE).map(|kind| kind.to_str().unwrap_or("").to_ascii_lowercase());
    let is_json = kind.as_deref().is_none_or(|kind| kind.split(';').next().map(str::trim) == Some("application/json"));
    if !is_json {
        return Err(Problem::new(415, "body", "the body is not said to be JSON", fix()));
    }
    match serde_json::from_slice(body) {
        Ok(Value::Object(given)) => Ok(given),
        Ok(_) => Err(Problem::new(400, "body", "the body is no object of JSON", object())),
        Err(error) => Err(Problem::new(400, "body", format!("the body is no JSON: {error}"), object())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_arguments() {
        let given = of_address("docql=%24.code&limit=5&query=a+b%2B%26&brief").expect("arguments");
        assert_eq!(
            Value::Object(given),
            serde_json::json!({"docql": "$.code", "limit": "5", "query": "a b+&", "brief": ""})
        );
        for wrong in ["a=%", "a=%zz", "a=%ff", "a=1&a=2"] {
            assert_eq!(of_address(wrong).expect_err(wrong).status, 400, "{wrong}");
        }
        assert_eq!(of_address(""), Ok(Map::new()));
    }
}
