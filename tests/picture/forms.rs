//! The forms of a picture: text, Graphviz, SVG.

use regola::game::Rules;
use regola::picture::{Face, NodeFrame, Picture};
use regola::search::{Equivalence, Options, TreeOptions};

use super::{LOST, SHORT, WON, drawn, filetto, whole, xml};

fn with_frame(picture: &Picture, frame: NodeFrame) -> usize {
    picture
        .nodes
        .iter()
        .filter(|node| node.frame == frame)
        .count()
}

/// Two plies of tic-tac-toe, valued by open lines.
fn two_plies() -> Picture {
    let rules = Rules::load("games/tictactoe.rules").expect("it ships");
    let values = Options {
        depth: 2,
        heuristic: Some(0),
        ..Options::default()
    };
    let options = TreeOptions {
        values: Some(values),
        ..TreeOptions::default()
    };
    drawn(&rules, &regola::game::Game::initial(&rules), &options)
}

#[test]
fn whole_trees_as_text() {
    let texts = [
        (WON, Equivalence::None),
        (LOST, Equivalence::None),
        (LOST, Equivalence::Brothers),
    ];
    let texts = texts.map(|(moves, equivalence)| whole(moves, equivalence).text());
    assert_snapshot!("picture__text", texts.join("\n"));
}

#[test]
fn a_tree_with_values_as_text() {
    let (rules, position) = filetto(SHORT);
    let values = Some(Options {
        depth: 9,
        prefer_quick: true,
        ..Options::default()
    });
    let picture = drawn(
        &rules,
        &position,
        &TreeOptions {
            depth: 9,
            values,
            ..TreeOptions::default()
        },
    );
    assert_snapshot!("picture__text_values", picture.text());
}

#[test]
fn a_tree_for_graphviz() {
    assert_snapshot!("picture__dot", whole(SHORT, Equivalence::None).dot());
}

#[test]
fn a_tree_as_svg() {
    assert_snapshot!("picture__svg", whole(SHORT, Equivalence::None).svg());
}

#[test]
fn finished_games_are_red_and_equivalent_brothers_cyan() {
    for (moves, equivalence, nodes, over, same) in [
        (WON, Equivalence::None, 32, 16, 0),
        (LOST, Equivalence::None, 37, 18, 0),
        (LOST, Equivalence::Brothers, 21, 9, 2),
        (SHORT, Equivalence::Brothers, 14, 6, 0),
    ] {
        let picture = whole(moves, equivalence);
        let frames =
            [NodeFrame::Over, NodeFrame::Equivalent].map(|frame| with_frame(&picture, frame));
        assert_eq!(
            (picture.nodes.len(), frames),
            (nodes, [over, same]),
            "{moves}"
        );
        // The legend has a sample of each colour.
        let svg = picture.svg();
        assert_eq!(svg.matches("stroke=\"#d32f2f\"").count(), over + 1);
        assert_eq!(
            svg.matches("stroke=\"#00a5bf\"").count(),
            same + usize::from(same > 0)
        );
        let dot = picture.dot();
        assert_eq!(dot.matches("color=\"#d32f2f\"").count(), over);
        assert_eq!(dot.matches("color=\"#00a5bf\"").count(), same);
    }
}

/// O completes the last row with either of two moves that mirror each other: both are leaves, the
/// second is cyan.
#[test]
fn cyan_wins_over_red() {
    let rules = Rules::load("games/filetto.rules").expect("it ships");
    let text =
        "cell(0, 0, o). cell(2, 0, o). cell(1, 1, o). cell(1, 0, x). cell(0, 1, x). cell(2, 1, x).";
    let position = rules.position("mirror", text).expect("it is a position");
    let options = TreeOptions {
        depth: 1,
        equivalence: Equivalence::Brothers,
        ..TreeOptions::default()
    };
    let picture = drawn(&rules, &position, &options);
    let frames: Vec<_> = picture
        .nodes
        .iter()
        .map(|node| (&*node.played, node.frame, node.note.as_deref()))
        .collect();
    let expected = [
        ("", NodeFrame::Open, None),
        ("a3", NodeFrame::Over, Some("o wins")),
        ("b3", NodeFrame::Open, None),
        ("c3", NodeFrame::Equivalent, Some("= a3")),
    ];
    assert_eq!(frames, expected);
}

#[test]
fn an_equivalent_that_is_no_brother_is_named_by_its_line() {
    let (rules, position) = filetto("");
    let options = TreeOptions {
        depth: 3,
        equivalence: Equivalence::Level,
        ..TreeOptions::default()
    };
    let picture = drawn(&rules, &position, &options);
    let shown = |ply| {
        picture
            .nodes
            .iter()
            .filter(|node| node.ply == ply && node.frame == NodeFrame::Open)
            .count()
    };
    assert_eq!([1, 2, 3].map(shown), [3, 12, 38]);
    let child = |place: usize, played: &str| -> usize {
        let mut children = picture.nodes[place].children.iter().copied();
        children
            .find(|child| picture.nodes[*child].played == played)
            .expect("the move is legal")
    };
    let twin = child(child(child(0, "b2"), "b1"), "a1");
    assert_eq!(picture.nodes[twin].note.as_deref(), Some("= a1 b1 b2"));
}

#[test]
fn two_plies_of_tic_tac_toe_have_the_values_of_the_textbook() {
    let picture = two_plies();
    let values = |ply| -> Vec<&str> {
        let nodes = picture.nodes.iter().filter(move |node| node.ply == ply);
        nodes
            .map(|node| node.value.as_deref().expect("every node is valued"))
            .collect()
    };
    assert_eq!(values(0), ["1"]);
    assert_eq!(
        values(1),
        ["-1", "-2", "-1", "-2", "1", "-2", "-1", "-2", "-1"]
    );
    let replies = values(2);
    assert_eq!(replies.len(), 72);
    assert_eq!(
        replies[..8],
        ["1", "0", "1", "-1", "1", "0", "1", "0"],
        "to the corner"
    );
    assert_eq!(
        replies[8..16],
        ["-1", "-1", "0", "-2", "0", "-1", "0", "-1"],
        "to the edge"
    );
    assert_eq!(
        replies[32..40],
        ["1", "2", "1", "2", "2", "1", "2", "1"],
        "to the centre"
    );
    let best: Vec<_> = picture
        .nodes
        .iter()
        .filter(|node| node.principal)
        .map(|node| &*node.played)
        .collect();
    assert_eq!(best, ["", "b2", "a1"], "the centre is best");
    let signs: Vec<_> = [0, 1, 10]
        .map(|node| picture.nodes[node].sign)
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(signs, ['+', '−', '+']);
}

#[test]
fn a_tree_that_is_cut_says_how_much_is_missing() {
    let (rules, position) = filetto("");
    let picture = drawn(
        &rules,
        &position,
        &TreeOptions {
            limit: 20,
            ..TreeOptions::default()
        },
    );
    assert_eq!(
        (picture.nodes.len(), with_frame(&picture, NodeFrame::Cut)),
        (18, 8)
    );
    assert_eq!(
        picture.counts,
        "18 nodes, 16 leaves, depth 2, 64 nodes left out with all below them"
    );
    for form in [picture.text(), picture.dot(), picture.svg()] {
        assert_eq!(form.matches("... 8 more").count(), 8);
        assert!(form.contains("64 nodes left out"));
    }
    assert!(
        picture.svg().contains("stroke-dasharray") && picture.dot().contains("style=\"dashed\"")
    );
}

/// A game whose every word means something in XML.
const NASTY: &str = r#"
    :- game("A < B & \"C\"").
    role('<x>').
    count(0..2).
    :- fluent left -> count.
    init(left(2)).
    legal('<x>', take) :- left(N), N > 0.
    add(left(M)) :- does(_, take), left(N), M is N - 1.
    goal('<x>', 100) :- left(0).
    goal('<x>', 0) :- left(N), N > 0.
    grid(1, 1).
    show(1, 1, "&<") :- left(_).
    notation(take, "]]><b>'\"&amp;").
"#;

#[test]
fn what_means_something_in_xml_is_escaped() {
    let rules = Rules::from_text(NASTY).expect("it is a game");
    let picture = drawn(
        &rules,
        &regola::game::Game::initial(&rules),
        &TreeOptions::default(),
    );
    let svg = picture.svg();
    xml::assert_well_formed(&svg);
    assert!(svg.contains("A &lt; B &amp; &quot;C&quot;: &#39;&lt;x&gt;&#39; to move"));
    assert!(
        svg.contains(">]]&gt;&lt;b&gt;&#39;&quot;&amp;amp;</text>")
            && svg.contains(">&amp;&lt;</text>")
    );
    assert!(
        picture
            .dot()
            .contains("[label=<]]&gt;&lt;b&gt;&#39;&quot;&amp;amp;>]")
    );
    assert_eq!(
        regola::picture::escape("a\u{1b}\u{FFFF}b"),
        "a\u{FFFD}\u{FFFD}b"
    );
}

#[test]
fn a_game_without_a_board_shows_its_facts() {
    let rules = Rules::load("games/change.rules").expect("it ships");
    let picture = drawn(
        &rules,
        &regola::game::Game::initial(&rules),
        &TreeOptions::default(),
    );
    assert_eq!(
        picture.nodes[0].face,
        Face::Facts(vec!["rest(6)".to_owned()])
    );
    assert!(
        picture.nodes.iter().all(|node| node.sign.is_none()),
        "one role takes no sides"
    );
    assert_snapshot!("picture__facts", picture.text());
    xml::assert_well_formed(&picture.svg());
}

#[test]
fn every_svg_is_well_formed() {
    let pictures = [WON, LOST, SHORT].map(|moves| whole(moves, Equivalence::Everywhere));
    pictures
        .iter()
        .chain([&two_plies()])
        .for_each(|picture| xml::assert_well_formed(&picture.svg()));
}
