//! The contract: laws, and how boards look.

mod laws;
mod look;
