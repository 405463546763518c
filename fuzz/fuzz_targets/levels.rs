//! Saved diagrams of levels, with a checksum made right so that the reader itself is reached: an error, never a panic,
//! and whatever is read can be counted, written and read again.
#![no_main]

use std::sync::Arc;

use levels::{Diagram, Input, Output, Shape};

fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut output = Output::new(&mut bytes);
    output.put(body).expect("memory does not fail");
    output.finish().expect("memory does not fail");
    bytes
}

fn read(shape: &Arc<Shape>, bytes: &[u8]) -> levels::Result<Diagram> {
    let mut input = Input::new(bytes);
    let diagram = input.diagram(shape)?;
    input.finish()?;
    Ok(diagram)
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let shape = Arc::new(Shape::uniform(4, 3));
    let Ok(diagram) = read(&shape, &sealed(bytes)) else { return };
    let mut again = Vec::new();
    let mut output = Output::new(&mut again);
    output.diagram(&diagram).expect("memory does not fail");
    output.finish().expect("memory does not fail");
    let same = read(&shape, &again).expect("what is written reads back");
    assert_eq!(same.counts(), diagram.counts());
});
