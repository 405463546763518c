//! Sets in files, as text and as drawings.

mod dot;
mod drawing;
mod file;
pub(crate) mod print;
mod text;

pub use print::Printed;
