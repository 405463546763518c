//! Tests of the protocol: answers are compared with those of other ways to find them.

mod common;
mod explore;
mod fields;
mod games;
mod random;
mod sources;
mod values;
