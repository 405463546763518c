//! Looks and picks of games whose type is forgotten.

use arena::AnyGame;
use game::laws::Laws;
use game::{Game, Notation, Playable};
use games::amazons::Amazons;
use games::mnk::{Mnk, Rule, Wild, WildRule};
use games::nim::Nim;
use games::ultimate::Ultimate;

fn same<G: Playable + Notation + Clone + 'static>(game: &G) {
    let any = AnyGame::new(game.clone());
    Laws::game(&any).games(2).plies(30).notation().check();
    let (state, forgotten) = (game.initial(), any.initial());
    assert_eq!(any.look(&forgotten), game.look(&state));
    let choices = any.choices(&forgotten);
    assert_eq!(choices.all.len(), game.moves(&state).count());
    for ((mv, picks), (number, known)) in
        choices.all.iter().zip(any.moves(&forgotten).zip(game.moves(&state)))
    {
        assert_eq!(*mv, number);
        assert_eq!(*picks, game.picks(&state, known));
        assert_eq!(*picks, any.picks(&forgotten, number));
    }
}

#[test]
fn what_is_forgotten_looks_the_same() {
    same(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    same(&Wild::<u64>::new(3, 3, 3, WildRule::Normal));
    same(&Amazons::new(4, 4));
    same(&Nim::new(&[3, 4, 5], false));
    same(&Ultimate::new());
}
