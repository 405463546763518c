//! A net is read or refused with a place; what is read can be written and read again, and a small one is counted alike by
//! both engines, or has no end.
#![no_main]

use explore::Explorer;
use game::{Limits, Notation, System};
use rules::net::{TokenGame, order, space};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let net = match rules::pnml::read(text) {
        Ok(net) => net,
        Err(mistake) => return assert!(mistake.problem.starts_with("line "), "{mistake}"),
    };
    assert_eq!(rules::pnml::read(&rules::pnml::write(&net)).as_ref(), Ok(&net));
    let limits = Limits::default().memory(2 << 20).time(std::time::Duration::from_millis(50));
    let game = TokenGame::new(net);
    let start = game.starts().next().expect("a net has a start");
    assert_eq!(game.parse_board(&game.board_text(&start)).as_ref(), Ok(&start));
    let listed = Explorer::new(&game).limits(&limits).count(&mut ());
    let found = space(game.net(), &order::choose(game.net()), &limits, &mut |_| ());
    if let (None, Some(markings)) = (listed.stopped, found.markings) {
        assert_eq!(markings, listed.counts.states.into());
    }
    assert!(found.unbounded.is_none() || listed.stopped.is_some());
});
