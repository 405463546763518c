//! The description of the server, and a check of JSON against the part of JSON Schema that it uses.

use std::sync::OnceLock;

use serde_json::Value;

/// Returns the description.
pub(crate) fn description() -> &'static Value {
    static DESCRIPTION: OnceLock<Value> = OnceLock::new();
    DESCRIPTION.get_or_init(|| serde_json::from_str(include_str!("../../openapi.json")).expect("it is JSON"))
}

fn named(kind: &str, name: &str) -> &'static Value {
    let schema = &description()["components"]["schemas"][format!("{kind}{name}")];
    assert!(schema.is_object(), "no schema of {kind}{name}");
    schema
}

/// Checks an answer.
pub(crate) fn check_answer(name: &str, status: u16, answer: &Value) {
    let schema = if status == 200 { named("Answer_", name) } else { named("Error", "") };
    conforms(schema, answer).unwrap_or_else(|why| panic!("the answer to {name}, {answer}: {why}"));
}

/// Checks an event.
pub(crate) fn check_event(name: &str, event: &Value) {
    conforms(named("Event_", name), event).unwrap_or_else(|why| panic!("an event of {name}, {event}: {why}"));
}

/// Returns whether a request is as described.
pub(crate) fn is_request(name: &str, body: &Value) -> bool {
    conforms(named("Request_", name), body).is_ok()
}

/// Checks a value against a schema, and says what is wrong with it.
pub(crate) fn conforms(schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(path) = schema["$ref"].as_str() {
        let target = description().pointer(path.trim_start_matches('#')).expect("the schema is there");
        return conforms(target, value);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let wrong: Vec<String> = options.iter().filter_map(|option| conforms(option, value).err()).collect();
        return match options.len() - wrong.len() {
            1 => Ok(()),
            fitting => Err(format!("{fitting} of the options fit: {}", wrong.join("; "))),
        };
    }
    let has = |name: &Value| match name.as_str().expect("a type") {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("no such type: {other}"),
    };
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    if !kinds.iter().any(has) {
        return Err(format!("{} is not {}", shown(value), schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        return Err(format!("{} is not one of {}", shown(value), schema["enum"]));
    }
    limits(schema, value)?;
    for (number, part) in value.as_array().into_iter().flatten().enumerate() {
        conforms(&schema["items"], part).map_err(|why| format!("[{number}]: {why}"))?;
    }
    fields(schema, value)
}

/// Checks sizes of numbers, and lengths of texts and lists.
fn limits(schema: &Value, value: &Value) -> Result<(), String> {
    let length = value.as_array().map(|list| list.len() as f64);
    let characters = value.as_str().map(|text| text.chars().count() as f64);
    let sizes = [
        (["minimum", "maximum"], value.as_f64()),
        (["minLength", "maxLength"], characters),
        (["minItems", "maxItems"], length),
    ];
    for ([least, most], size) in sizes {
        let Some(size) = size else { continue };
        if schema[least].as_f64().is_some_and(|least| size < least) {
            return Err(format!("{} is below {least}, {}", shown(value), schema[least]));
        }
        if schema[most].as_f64().is_some_and(|most| size > most) {
            return Err(format!("{} is above {most}, {}", shown(value), schema[most]));
        }
    }
    Ok(())
}

/// Checks the fields of an object.
fn fields(schema: &Value, value: &Value) -> Result<(), String> {
    let (Some(object), Some(known)) = (value.as_object(), schema["properties"].as_object()) else {
        return Ok(());
    };
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().expect("a name");
        object.get(name).ok_or_else(|| format!("{name} is missing"))?;
    }
    for (name, part) in object {
        let schema = known.get(name).ok_or_else(|| format!("{name} is not described"))?;
        conforms(schema, part).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

fn shown(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}

#[test]
fn the_check_finds_what_is_wrong() {
    let place = &description()["components"]["schemas"]["Error"];
    for (value, fits) in [
        (serde_json::json!({ "error": "no" }), true),
        (serde_json::json!({ "error": "no", "place": { "text": "a", "start": 0, "end": 1 } }), true),
        (serde_json::json!({}), false),
        (serde_json::json!({ "error": 1 }), false),
        (serde_json::json!({ "error": "no", "more": 1 }), false),
        (serde_json::json!({ "error": "no", "place": { "text": "a", "start": "0", "end": 1 } }), false),
        (serde_json::json!([]), false),
    ] {
        assert_eq!(conforms(place, &value).is_ok(), fits, "{value}");
    }
}

#[test]
fn the_check_finds_what_is_too_large_or_too_small() {
    let number = serde_json::json!({ "type": "number", "minimum": 0.5, "maximum": 2 });
    let text = serde_json::json!({ "type": "string", "maxLength": 2 });
    let list =
        serde_json::json!({ "type": "array", "items": { "type": "null" }, "minItems": 1, "maxItems": 2 });
    for (schema, value, fits) in [
        (&number, serde_json::json!(0.5), true),
        (&number, serde_json::json!(0.4), false),
        (&number, serde_json::json!(2), true),
        (&number, serde_json::json!(3), false),
        (&text, serde_json::json!("éé"), true),
        (&text, serde_json::json!("abc"), false),
        (&list, serde_json::json!([]), false),
        (&list, serde_json::json!([null, null]), true),
        (&list, serde_json::json!([null, null, null]), false),
    ] {
        assert_eq!(conforms(schema, &value).is_ok(), fits, "{schema} {value}");
    }
}
