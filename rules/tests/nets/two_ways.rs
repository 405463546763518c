//! The same net one marking after the other, and all markings at once.

use explore::{Explorer, Largest};
use game::{Limits, Notation, Observe, Random, System};
use registry::Capabilities;
use rules::net::{Flow, Net, Place, TokenGame, Transition, order, pump, space};

use crate::{net, symbolic};

/// Compares all that both engines count. `false` if there are too many markings to list.
fn agree(net: &Net, order: &[u32]) -> bool {
    let game = TokenGame::new(net.clone());
    let mut largest = Largest::of(game.measures());
    let report = Explorer::new(&game).limits(&Limits::default().memory(8 << 20)).count(&mut largest);
    if report.stopped.is_some() {
        return false;
    }
    let found = space(net, order, &Limits::default(), &mut |_| ());
    assert_eq!(found.unbounded, None, "{net:?}");
    assert_eq!(found.markings, Some(report.counts.states.into()), "{net:?}");
    assert_eq!(found.firings, Some(report.counts.transitions.into()), "{net:?}");
    assert_eq!(found.deadlocks, Some(report.counts.stuck.into()), "{net:?}");
    let measured = [("fullest", found.most_in_place), ("tokens", found.most_in_marking)];
    for ((name, value), (known, most)) in largest.values().zip(measured) {
        assert_eq!((name, u64::try_from(value).ok()), (known, most), "{net:?}");
    }
    true
}

#[test]
fn families() {
    for (family, sizes) in
        [("kanban", 1..4), ("fms", 1..4), ("philosophers", 1..8), ("ring", 1..5), ("mutex", 1..9)]
    {
        for size in sizes {
            let net = net(family, size);
            assert!(agree(&net, &order::choose(&net)), "{family} {size}");
            // In any other order as well.
            let mut shuffled: Vec<u32> = (0..net.places.len() as u32).collect();
            let mut random = Random::new(size.into());
            for at in (1..shuffled.len()).rev() {
                shuffled.swap(at, random.below(at + 1));
            }
            assert!(agree(&net, &shuffled), "{family} {size}");
        }
    }
}

/// A net of a few places and transitions with any arcs.
fn random_net(random: &mut Random) -> Net {
    let (places, transitions) = (1 + random.below(6) as u32, 1 + random.below(6));
    let node = |kind: char, number: usize| format!("{kind}{number}").into();
    let mut place =
        |number| Place { id: node('p', number), tokens: random.below(3) as u32, ..Place::default() };
    let places_of = (0..places as usize).map(&mut place).collect();
    let mut flows = |chance: usize| -> Vec<Flow> {
        let mut flow =
            |place| (random.below(chance) == 0).then(|| Flow { place, tokens: 1 + random.below(2) as u32 });
        (0..places).filter_map(&mut flow).collect()
    };
    let mut transition = |number| {
        let (takes, puts) = (flows(2), flows(3));
        Transition { id: node('t', number), takes, puts, ..Transition::default() }
    };
    let transitions = (0..transitions).map(&mut transition).collect();
    Net { name: "random".into(), places: places_of, transitions, units: None }
}

/// Whatever can be listed is counted alike; and what has no end is found out, or else the limit is reached.
#[test]
fn random_nets() {
    let mut random = Random::new(17);
    let (mut bounded, mut pumped) = (0, 0);
    for _ in 0..1000 {
        let net = random_net(&mut random);
        assert_eq!(rules::pnml::read(&rules::pnml::write(&net)).as_ref(), Ok(&net));
        match pump(&net, None, 1 << 18, &Limits::default()).expect("nothing is limited") {
            Some(proof) => {
                pumped += 1;
                follow(&net, &proof);
            }
            None => bounded += u32::from(agree(&net, &order::choose(&net))),
        }
    }
    assert!(bounded > 300 && pumped > 80, "{bounded} bounded, {pumped} not");
}

/// A proof that a net is not bounded can be replayed.
fn follow(net: &Net, proof: &rules::net::Pump) {
    let game = TokenGame::new(net.clone());
    let mut marking = game.starts().next().expect("there is a start");
    let mut fire = |transitions: &[u32]| {
        for &transition in transitions {
            assert!(game.actions(&marking).any(|enabled| enabled == transition));
            assert!(game.can_fire(&marking, transition));
            game.apply(&mut marking, transition);
        }
        marking.clone()
    };
    let before = fire(&proof.before);
    for _ in 0..3 {
        let after = fire(&proof.repeated);
        let larger = |place: u32| (before.at(place), after.at(place));
        assert!(
            !proof.grows.is_empty() && proof.grows.iter().all(|&place| larger(place).0 < larger(place).1)
        );
        assert!((0..net.places.len() as u32).all(|place| larger(place).0 <= larger(place).1));
    }
}

#[test]
fn a_net_without_end_is_recognised() {
    let text = "<pnml><net id='n' type='ptnet'><place id='p'/><place id='q'/><transition id='make'/>\
                <transition id='move'/><arc source='make' target='p'/><arc source='p' target='move'/>\
                <arc source='move' target='q'/></net></pnml>";
    let net = rules::pnml::read(text).unwrap();
    let found = symbolic(&net);
    assert_eq!((found.markings, found.stopped), (None, None));
    let proof = found.unbounded.expect("it is not bounded");
    assert_eq!((&proof.before[..], &proof.repeated[..], &proof.grows[..]), (&[][..], &[0][..], &[0][..]));
    let why = TokenGame::new(net).endless(&Limits::default());
    assert_eq!(why.as_deref(), Some("make can be repeated for ever and adds to p"));
}

/// A counter that goes up to a number by itself is bounded, however large the number is.
#[test]
fn many_tokens_are_no_proof() {
    let counter = |tokens: u32| Net {
        places: vec![
            Place { id: "left".into(), tokens, ..Place::default() },
            Place { id: "done".into(), ..Place::default() },
        ],
        transitions: vec![Transition {
            id: "count".into(),
            takes: vec![Flow { place: 0, tokens: 1 }],
            puts: vec![Flow { place: 1, tokens: 2 }],
            ..Transition::default()
        }],
        ..Net::default()
    };
    let found = symbolic(&counter(30_000));
    assert_eq!((found.markings, found.most_in_place), (Some(30_001u32.into()), Some(60_000)));
    assert_eq!((found.most_in_marking, found.unbounded), (Some(60_000), None));
    let mut heavy = counter(2);
    heavy.transitions[0].puts[0].tokens = 2_147_483_647;
    let found = symbolic(&heavy);
    assert_eq!((found.markings, found.unbounded, found.overfull), (None, None, Some(1)));
    let report = Explorer::new(&TokenGame::new(heavy)).count(&mut ());
    assert_eq!((report.counts.states, report.counts.stuck), (3, 1));
}

#[test]
fn limits_are_kept() {
    let net = net("ring", 20);
    let order = order::choose(&net);
    let short = space(&net, &order, &Limits::default().memory(300_000), &mut |_| ());
    assert_eq!((short.stopped, short.markings), (Some(game::Stopped::Memory), None));
    let late = space(&net, &order, &Limits::default().time(std::time::Duration::ZERO), &mut |_| ());
    assert_eq!(late.stopped, Some(game::Stopped::Time));
}

#[test]
fn laws_hold() {
    for (family, size) in [("kanban", 2), ("philosophers", 4), ("mutex", 3)] {
        let game = TokenGame::new(net(family, size));
        game::laws::Laws::system(&game).notation().observe().plies(200).check();
    }
}

#[test]
fn claims_name_places_and_transitions() {
    let game = TokenGame::new(net("philosophers", 3));
    let names = explore::Vocabulary::of_system(&game).and(game.observables());
    let start = game.starts().next().expect("there is a start");
    let (_, line) = game.parse_line("takeLeft1 takeLeft2 takeLeft3").unwrap();
    let holds = |claim: &str, marking| names.predicate(claim).unwrap_or_else(|e| panic!("{e}"))(marking);
    assert!(holds(
        "think1 = 1 and place(think1) = 1 and not deadlock and tokens = 6 and fullest = 1",
        &start
    ));
    assert!(holds("fireable(takeLeft1) and not fireable(stop1) and fireable(0)", &start));
    assert!(holds("deadlock and stuck and moves = 0 and left1 + left2 + left3 = 3", &line[3]));
    let mistake = names.predicate("place(nobody) = 1").err().expect("there is no such place");
    assert_eq!(&mistake.text[mistake.place.clone()], "nobody");
}

/// Whatever order the places are given in, partly or all, the markings are the same.
#[test]
fn orders_by_name() {
    let game = TokenGame::new(net("fms", 2));
    let (known, mut random) = (symbolic(game.net()), Random::new(2));
    for _ in 0..8 {
        let mut names: Vec<String> = game.net().places.iter().map(|place| place.id.to_string()).collect();
        for at in (1..names.len()).rev() {
            names.swap(at, random.below(at + 1));
        }
        names.truncate(1 + random.below(names.len()));
        let ordered = game.ordered(&names.join(" ")).expect("these are its places");
        assert_eq!(ordered.place_text(ordered.order()[0]), names[0]);
        let found = ordered.saturate(&Limits::default(), &mut |_| ()).expect("it has markings");
        assert_eq!((found.states, found.transitions), (known.markings.clone(), known.firings.clone()));
    }
    let mistake = game.ordered("P1 P9").err().expect("there is no such place");
    assert_eq!(mistake.problem, "there is no variable `P9`");
    assert!(mistake.help.starts_with("these are the names: P1 P1wM1 P1M1 M1") && mistake.help.ends_with('…'));
}
