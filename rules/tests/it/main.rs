//! Games as text.

mod symbolic;
mod texts;
