//! The rows of the endpoints → a description in OpenAPI 3.1.

use super::endpoints::{Called, ENDPOINTS, Endpoint};
use super::schemas::{reference, schemas};
use crate::serve::tools::table::{Argument, schema};
use serde_json::{Map, Value, json};

/// The statuses of errors, and what each means.
const ERRORS: [(&str, &str); 11] = [
    ("400", "The request cannot be understood; `fixes` are requests that can."),
    ("401", "The token is missing or another one."),
    ("403", "The Host or the Origin is none that this server answers."),
    ("404", "What was named is not there."),
    ("405", "The endpoint has no such method."),
    ("408", "The request did not come in time."),
    ("409", "Files changed since the page before: begin again without cursor."),
    ("413", "The request, or the whole answer, is too large."),
    ("415", "The body is no JSON."),
    ("503", "Too much is asked at once; Retry-After says when to come back."),
    ("504", "The answer took too long."),
];

/// The OpenAPI 3.1 document of all endpoints.
pub(super) fn description() -> Value {
    let paths: Map<String, Value> =
        ENDPOINTS.iter().map(|endpoint| (endpoint.path.to_owned(), operations(endpoint))).collect();
    json!({
        "openapi": "3.1.1",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "docql",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Code and documents of this machine as one tree, read only.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "this server"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "The token of `docql serve`."},
            },
        },
    })
}

fn operations(endpoint: &Endpoint) -> Value {
    let mut operations = Map::new();
    if endpoint.called != Called::Post {
        let mut get = operation(endpoint, "get");
        get["parameters"] = endpoint.arguments.iter().map(parameter).collect();
        operations.insert("get".to_owned(), get);
    }
    if endpoint.called != Called::Get {
        let mut post = operation(endpoint, "post");
        let body = match endpoint.called {
            Called::Post => reference("Message"),
            _ => Value::Object(schema(endpoint.arguments)),
        };
        post["requestBody"] = json!({"required": true, "content": {"application/json": {"schema": body}}});
        operations.insert("post".to_owned(), post);
    }
    Value::Object(operations)
}

fn operation(endpoint: &Endpoint, method: &str) -> Value {
    let name = endpoint.path.trim_start_matches("/v1").trim_matches('/').replace('.', "_");
    json!({
        "operationId": format!("{method}_{name}"),
        "summary": endpoint.title,
        "description": endpoint.doc,
        "responses": responses(endpoint),
    })
}

fn parameter(argument: &Argument) -> Value {
    let mut schema = argument.schema();
    let doc = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    let mut parameter = json!({"name": argument.name, "in": "query", "required": argument.is_required});
    if let Some(doc) = doc {
        parameter["description"] = doc;
    }
    parameter["schema"] = schema;
    parameter
}

fn responses(endpoint: &Endpoint) -> Value {
    let schema = match endpoint.answers {
        [only] => reference(only),
        several => json!({"oneOf": several.iter().map(|name| reference(name)).collect::<Vec<Value>>()}),
    };
    let mut content = json!({"application/json": {"schema": schema}});
    if endpoint.streams {
        content["text/event-stream"] = json!({"schema": {"type": "string"}});
    }
    let mut responses = Map::new();
    responses.insert("200".to_owned(), json!({"description": endpoint.title, "content": content}));
    let error = json!({"application/json": {"schema": reference("Error")}});
    for (status, meaning) in ERRORS {
        responses.insert(status.to_owned(), json!({"description": meaning, "content": error}));
    }
    Value::Object(responses)
}
