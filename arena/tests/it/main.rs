//! The match loop, players, records and tournaments, from outside.

mod any;
mod look;
mod perfect;
mod read_back;
mod records;
mod stats;
mod table;
mod tournament;
