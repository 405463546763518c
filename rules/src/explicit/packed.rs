//! Positions of a fixed width.

use game::{Packed, Packing};

use super::{Core, OVER, State, TextGame, TextSystem, Words};

impl<W: Words> Core<W> {
    /// The bits of where a move begins, or of who would be to move.
    fn place_bits(&self) -> u32 {
        let model = &self.machine.model;
        let places = model.locations.len() + model.players.len().max(1);
        usize::BITS - places.leading_zeros()
    }

    fn bits(&self) -> usize {
        (self.place_bits() + self.machine.used.iter().sum::<u32>()) as usize
    }

    fn pack(&self, state: &State<W>, to: &mut Packing) {
        let over = u32::try_from(self.machine.model.locations.len()).expect("there are few locations");
        let place = if state.at >= OVER { over + (state.at - OVER) } else { state.at };
        to.put(place.into(), self.place_bits());
        for (&word, bits) in state.words.as_ref().iter().zip(&self.machine.used) {
            to.put(word, *bits);
        }
    }

    fn unpack(&self, from: &mut Packing) -> State<W> {
        let over = u32::try_from(self.machine.model.locations.len()).expect("there are few locations");
        let place = u32::try_from(from.take(self.place_bits())).expect("there are few locations");
        let at = if place >= over { OVER + (place - over) } else { place };
        let words: Vec<u64> = self.machine.used.iter().map(|&bits| from.take(bits)).collect();
        State { words: W::of(&words), at }
    }
}

macro_rules! packed {
    ($type:ident) => {
        impl<W: Words> Packed for $type<W> {
            fn bits(&self) -> usize {
                self.0.bits()
            }

            fn pack(&self, state: &State<W>, to: &mut Packing) {
                self.0.pack(state, to);
            }

            fn unpack(&self, from: &mut Packing) -> State<W> {
                self.0.unpack(from)
            }
        }
    };
}

packed!(TextGame);
packed!(TextSystem);
