//! Sets in files, as text and as drawings.

mod diagram;
mod dot;
mod drawing;
mod file;
pub(crate) mod print;
mod text;

pub use diagram::{Diagram, Node};
pub use print::Printed;
