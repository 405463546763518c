//! What goes wrong is said: no other body takes the place of a form that contradicts itself.

use game::{Game, Limits, Value};
use games::nim::Nim;
use levels::Shape;
use tablebase::{Access, Body, Form};

use crate::common::solved;

/// A form that cannot be solved.
struct Failing {
    /// Whether it says that positions come again.
    endless: bool,
}

impl Form<Nim> for Failing {
    fn shape(&self) -> Shape {
        Shape::uniform(2, 4)
    }

    fn value(&self, _: &symbolic::Table, _: &Nim, _: &<Nim as Game>::State) -> Option<Value> {
        unreachable!("there is no table of it")
    }

    fn solve(
        &self,
        _: bool,
        _: &Limits,
        _: &mut dyn FnMut(&symbolic::Progress),
    ) -> Result<symbolic::Solved, Box<symbolic::Unsolved>> {
        let reason = "the judge contradicts itself".to_string();
        let (plies, positions) = ((1, 0), 1u32.into());
        Err(Box::new(symbolic::Unsolved { stopped: None, endless: self.endless, reason, plies, positions }))
    }
}

#[test]
fn a_form_that_contradicts_itself_is_an_error() {
    let nim = Nim::new(&[1, 2], false);
    let access = Access::new(&nim).form_by(Box::new(Failing { endless: false }));
    let unsolved = solved(&access, None).unwrap_err();
    assert_eq!((unsolved.body, unsolved.reason.as_str()), (Body::Diagrams, "the judge contradicts itself"));
}

#[test]
fn where_positions_come_again_another_body_is_tried() {
    let nim = Nim::new(&[1, 2], false);
    let access = Access::new(&nim).form_by(Box::new(Failing { endless: true }));
    let solved = solved(&access, None).unwrap();
    assert_eq!((solved.table.body(), solved.value), (Body::Listed, Value::win(3)));
}
