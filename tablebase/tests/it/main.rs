//! Tablebases: their bodies against each other and against plain search, and their files.

mod agreement;
mod common;
mod damage;
mod fallbacks;
mod headers;
mod limits;
mod listed;
