//! Games whose type is forgotten are the games they were.

use arena::{AnyGame, AnyMove, AnyState};
use game::laws::Laws;
use game::{Game, Notation, Playable};
use games::amazons::Amazons;
use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use games::ultimate::Ultimate;

fn keeps_the_laws<G: Playable + Notation + 'static>(game: G) {
    Laws::game(&AnyGame::new(game)).notation().check();
}

#[test]
fn games_keep_the_laws_when_their_type_is_forgotten() {
    keeps_the_laws(Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    keeps_the_laws(Mnk::<u64, _>::with_gravity(4, 4, 3, Rule::Misere));
    keeps_the_laws(Nim::new(&[3, 4, 5], false));
    keeps_the_laws(Ultimate::new());
    keeps_the_laws(Amazons::new(4, 4));
}

#[test]
fn moves_are_numbered_in_the_order_of_the_rules() {
    let game = Mnk::<u64>::new(4, 3, 3, Rule::Normal);
    let any = AnyGame::new(game.clone());
    let (mut state, mut hidden) = (game.initial(), any.initial());
    let mut random = game::Random::new(4);
    while game.outcome(&state).is_none() {
        let mv = random.choose(game.moves(&state)).unwrap();
        let number = AnyMove::find(&game, &state, mv).unwrap();
        assert_eq!(number.get(&game, &state), Some(mv));
        assert_eq!(any.action_text(&hidden, number), game.action_text(&state, mv));
        game.play(&mut state, mv);
        any.play(&mut hidden, number);
        assert_eq!(hidden.get(), Some(&state));
        assert_eq!(hidden, AnyState::new(state));
        assert_eq!(any.board_text(&hidden), game.board_text(&state));
        assert_eq!(any.moves(&hidden).count(), game.moves(&state).count());
    }
    assert_eq!(any.outcome(&hidden), game.outcome(&state));
    assert_ne!(hidden, AnyState::new(0u8));
}
