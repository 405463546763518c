//! Counting ways to play without listing them.

pub mod census;
pub mod fold;
pub mod perft;
