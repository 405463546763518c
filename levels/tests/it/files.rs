//! Diagrams in files: whatever is read can be written and read again.

use levels::{Diagram, Error, Input, Output, Result, Shape};
use std::sync::Arc;

/// Levels, the last first, each as count, bits and packed children; then the root.
fn file(levels: &[(u64, u64, &[u8])], root: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut output = Output::new(&mut bytes);
    for (count, bits, children) in levels {
        output.number(*count).unwrap();
        output.number(*bits).unwrap();
        output.put(children).unwrap();
    }
    output.number(root).unwrap();
    output.finish().unwrap();
    bytes
}

fn read(bytes: &[u8]) -> Result<Diagram> {
    let mut input = Input::new(bytes);
    let diagram = input.diagram(&Arc::new(Shape::uniform(2, 2)))?;
    input.finish()?;
    Ok(diagram)
}

#[test]
fn a_node_without_children_is_damage_however_it_is_written() {
    assert!(read(&file(&[(2, 1, &[0b10]), (2, 1, &[0b01])], 1)).is_ok());
    let nowhere: [&[(u64, u64, &[u8])]; 4] = [
        &[(2, 0, &[]), (2, 1, &[0b01])],
        &[(2, 1, &[0b00]), (2, 1, &[0b01])],
        // The bits behind the last child mean nothing.
        &[(2, 2, &[0b0001_0000]), (2, 1, &[0b01])],
        // One of two nodes.
        &[(4, 1, &[0b0010]), (2, 1, &[0b01])],
    ];
    for levels in nowhere {
        let error = read(&file(levels, 1)).unwrap_err();
        assert!(matches!(&error, Error::Corrupt { reason } if reason == "a node leads nowhere"), "{error}");
    }
}
