//! A record, as text or JSON, is read or refused; what is read can be written in both forms and read again.
#![no_main]

use arena::Record;

fn reads_back(record: &Record) {
    let text = record.to_string();
    assert_eq!(Record::parse(&text).as_ref(), Ok(record), "{text}");
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(record));
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse(text) {
        reads_back(&record);
    }
    Record::parse_all(text).into_iter().flatten().for_each(|record| reads_back(&record));
    if let Ok(value) = serde_json::from_str(text) {
        if let Ok(record) = Record::from_json(&value) {
            reads_back(&record);
        }
    }
});
