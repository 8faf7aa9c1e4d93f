//! JSON Schema, as much of it as the description uses: a word that is not known here is no schema that can be trusted.

use serde_json::Value;

/// Everything by which `document` is not what `schema` says; `whole` holds what references lead to.
pub fn problems(whole: &Value, schema: &Value, document: &Value) -> Vec<String> {
    let mut out = Vec::new();
    check(whole, schema, document, "", &mut out);
    out
}

fn check(whole: &Value, schema: &Value, document: &Value, at: &str, out: &mut Vec<String>) {
    let rules = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no schema"));
    for (word, rule) in rules {
        let is_right = match word.as_str() {
            "description" | "default" => true,
            "type" => match rule {
                Value::Array(types) => types.iter().any(|one| is_of(one, document)),
                one => is_of(one, document),
            },
            "const" => rule == document,
            "enum" => rule.as_array().expect("a list").contains(document),
            "minimum" => document.as_f64().is_none_or(|number| number >= rule.as_f64().expect("a number")),
            "maximum" => document.as_f64().is_none_or(|number| number <= rule.as_f64().expect("a number")),
            "minItems" => document.as_array().is_none_or(|list| list.len() as u64 >= rule.as_u64().expect("a number")),
            "maxItems" => document.as_array().is_none_or(|list| list.len() as u64 <= rule.as_u64().expect("a number")),
            "required" => {
                let names = rule.as_array().expect("a list").iter().map(|name| name.as_str().expect("a name"));
                document.as_object().is_none_or(|members| names.clone().all(|name| members.contains_key(name)))
            }
            "$ref" => {
                let pointer = rule.as_str().and_then(|rule| rule.strip_prefix('#')).expect("a reference");
                let target = whole.pointer(pointer).unwrap_or_else(|| panic!("{pointer} leads nowhere"));
                check(whole, target, document, at, out);
                true
            }
            "allOf" => {
                rule.as_array().expect("a list").iter().for_each(|one| check(whole, one, document, at, out));
                true
            }
            "anyOf" => fitting(whole, rule, document) > 0,
            "oneOf" => fitting(whole, rule, document) == 1,
            "items" => {
                for (number, item) in document.as_array().into_iter().flatten().enumerate() {
                    check(whole, rule, item, &format!("{at}/{number}"), out);
                }
                true
            }
            "properties" => {
                for (name, rule) in rule.as_object().expect("members") {
                    document
                        .get(name)
                        .into_iter()
                        .for_each(|value| check(whole, rule, value, &format!("{at}/{name}"), out));
                }
                true
            }
            "additionalProperties" => {
                let known = |name: &String| schema["properties"].get(name).is_some();
                let others = document.as_object().into_iter().flatten().filter(|(name, _)| !known(name));
                match rule {
                    Value::Bool(may_come) => *may_come || others.count() == 0,
                    rule => {
                        others.for_each(|(name, value)| check(whole, rule, value, &format!("{at}/{name}"), out));
                        true
                    }
                }
            }
            other => panic!("{at}: the checker does not know \"{other}\""),
        };
        if !is_right {
            out.push(format!("{at}: {word} {rule}, not {document}"));
        }
    }
}

fn fitting(whole: &Value, schemas: &Value, document: &Value) -> usize {
    let schemas = schemas.as_array().expect("a list").iter();
    schemas.filter(|one| problems(whole, one, document).is_empty()).count()
}

fn is_of(kind: &Value, document: &Value) -> bool {
    match kind.as_str().expect("a type") {
        "null" => document.is_null(),
        "boolean" => document.is_boolean(),
        "integer" => document.is_i64() || document.is_u64(),
        "number" => document.is_number(),
        "string" => document.is_string(),
        "array" => document.is_array(),
        "object" => document.is_object(),
        other => panic!("there is no type \"{other}\""),
    }
}

#[test]
fn what_is_not_as_described_is_found() {
    use serde_json::json;
    let whole =
        json!({"a": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 1}}}});
    let schema = json!({"allOf": [{"$ref": "#/a"}], "properties": {"s": {"enum": ["x"]}}});
    assert!(problems(&whole, &schema, &json!({"n": 1, "s": "x", "more": null})).is_empty());
    for wrong in
        [json!({}), json!({"n": 0}), json!({"n": "1"}), json!({"n": 1.5}), json!({"n": 1, "s": "y"}), json!([])]
    {
        assert_eq!(problems(&whole, &schema, &wrong).len(), 1, "{wrong}");
    }
    let one = json!({"oneOf": [{"type": "integer"}, {"type": "number"}]});
    assert_eq!(problems(&whole, &one, &json!(1.5)).len() + problems(&whole, &one, &json!(1)).len(), 1);
}
