//! The protocol between the page and the engines: requests and answers as JSON, over any catalogue of games.
//!
//! A request is a name and a JSON object; an answer is a JSON object, preceded by events if the request takes long. The
//! crate has no transport, starts no threads of its own, opens no files and uses no network: a server calls
//! [`Service::answer`] in its threads, and a page without a server calls it in a worker. The book describes every request.
//!
//! Every field of a request has a limit, and everything that is computed stays within [`Ceilings`], so that no request can
//! take the machine down.

mod around;
mod body;
mod check;
mod count;
mod diagram;
mod games;
mod history;
mod judge;
mod look;
mod loose;
mod moves;
mod position;
mod records;
mod refusal;
mod rounds;
mod service;
mod values;
mod worth;

pub use look::{look, picks};
pub use position::quoted;
pub use refusal::{Kind, Place, Refusal};
pub use service::{Ceilings, Emit, Event, Home, Service, Weight};
