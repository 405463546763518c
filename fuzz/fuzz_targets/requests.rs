//! Requests of a page: the first line is the name, the rest the body. Each is admitted or refused with a word, and one
//! that is light is answered.
#![no_main]

use std::sync::LazyLock;

use game::Stop;
use protocol::{Ceilings, Home, Refusal, Service, Weight};

static SERVICE: LazyLock<Service> =
    LazyLock::new(|| Service::new(builtin::catalogue("fuzz"), Home::Server, Ceilings::default()));

fn is_said(refusal: &Refusal) {
    assert!(!refusal.error.is_empty() && refusal.kind.status() >= 400);
    if let Some(place) = &refusal.place {
        assert!(place.start <= place.end && place.end <= place.text.chars().count() + 1, "{place:?}");
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Some((name, body)) = text.split_once('\n') else { return };
    let Ok(body) = serde_json::from_str(body) else { return };
    match SERVICE.admit(name, &body) {
        Ok(Weight::Light) => match SERVICE.answer(name, &body, &Stop::new(), &|_| ()) {
            Ok(answer) => assert!(answer.is_object()),
            Err(refusal) => is_said(&refusal),
        },
        Ok(_) => {}
        Err(refusal) => is_said(&refusal),
    }
});
