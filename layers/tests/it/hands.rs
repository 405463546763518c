//! Work that is done by others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::Limits;
use games::mnk::{Mnk, Rule};
use layers::{Error, Hands, Job, Keeping, Piece, Ply, Store, Taker};

use crate::{Temporary, asked, compare, files, whole};

/// Does pieces the wrong way round, and gives up in the middle of a step now and then.
struct Others {
    calls: AtomicUsize,
}

impl Hands for Others {
    fn pieces(&self, _: u64) -> u64 {
        5
    }

    fn work(&self, job: &Job<'_>, pieces: Vec<Piece>, give: &mut Taker<'_>) -> Result<(), Error> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        give(Vec::new())?;
        for (number, piece) in pieces.into_iter().rev().enumerate() {
            if call % 3 == 1 && number == 2 {
                return Err(Error::Refused("enough".to_string()));
            }
            let small = job.manifest.for_step(piece.step(), piece.ply, job.space.is_graded());
            let mut rest = Some(piece);
            while let Some(piece) = rest {
                let made = piece.begin((&job.place, &small), job.space, job.limits, &format!("-{call}"))?;
                rest = piece.rest(&made);
                give(vec![made])?;
            }
        }
        Ok(())
    }
}

#[test]
fn others_do_the_same_in_any_order() {
    let (folder, plain) = (Temporary::new("others"), Temporary::new("alone"));
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let space = whole(&game);
    let limits = Limits::default().memory(1 << 12);
    let hands = Arc::new(Others { calls: AtomicUsize::new(0) });
    let mut failures = 0;
    let others = loop {
        let opened = Store::open((&folder.0, &Keeping::default()), asked("m"), &space, &limits, &|_| ());
        let mut store = opened.unwrap().by(hands.clone());
        match store.solve() {
            Ok(()) => break store,
            Err(error) => assert_eq!(error, Error::Refused("enough".to_string())),
        }
        failures += 1;
    };
    assert!(failures > 3, "{failures}");
    compare(&space, &others);
    let mut store =
        Store::open((&plain.0, &Keeping::default()), asked("m"), &space, &limits, &|_| ()).unwrap();
    store.solve().unwrap();
    let totals = |store: &Store<'_>| store.folder.manifest.plies.iter().map(Ply::totals).collect::<Vec<_>>();
    assert_eq!(totals(&others), totals(&store));
    assert_eq!(others.folder.verify(&|_| Ok(())).unwrap(), []);
    let named = others.folder.manifest.files().count();
    assert_eq!(files(&folder.0).iter().filter(|name| name.starts_with("ply-")).count(), named);
}
