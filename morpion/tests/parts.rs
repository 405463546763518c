//! The tests inside the parts of the program that stand alone: so that the program need not be compiled a second time,
//! with every engine for every game, to run them.

#![allow(dead_code, unreachable_pub, reason = "the program uses what the tests do not")]

#[path = "../src/cli/compare.rs"]
mod compare;
#[path = "../src/cli/units.rs"]
mod units;
