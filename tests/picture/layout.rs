//! Laws of the layout, on random trees.

use proptest::prelude::*;
use regola::picture::tidy::{Gaps, NodeSize, TreeLayout, tidy};

const GAPS: Gaps = Gaps {
    sides: 5,
    levels: 7,
};

type Tree = (Vec<Vec<usize>>, Vec<NodeSize>);

/// A tree in which every node but the root is the child of some earlier node.
fn trees() -> impl Strategy<Value = Tree> {
    let nodes = prop::collection::vec((any::<prop::sample::Index>(), 1..60i64, 1..40i64), 1..80);
    nodes.prop_map(|nodes| {
        let mut children = vec![Vec::new(); nodes.len()];
        for (node, (parent, ..)) in nodes.iter().enumerate().skip(1) {
            children[parent.index(node)].push(node);
        }
        (
            children,
            nodes
                .iter()
                .map(|(_, width, height)| NodeSize {
                    width: *width,
                    height: *height,
                })
                .collect(),
        )
    })
}

/// The nodes of each level from left to right, as the tree has them.
fn levels(children: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let below = |level: &Vec<usize>| -> Vec<usize> {
        level
            .iter()
            .flat_map(|node| children[*node].clone())
            .collect()
    };
    std::iter::successors(Some(vec![0]), |level| {
        Some(below(level)).filter(|next| !next.is_empty())
    })
    .collect()
}

fn ends(layout: &TreeLayout, sizes: &[NodeSize], node: usize) -> (i64, i64) {
    let left = layout.places[node].x - sizes[node].width / 2;
    (left, left + sizes[node].width)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neighbours_keep_their_order_and_their_distance((children, sizes) in trees()) {
        let layout = tidy(&children, &sizes, GAPS);
        for level in levels(&children) {
            for pair in level.windows(2) {
                let (left, right) = (ends(&layout, &sizes, pair[0]), ends(&layout, &sizes, pair[1]));
                prop_assert!(left.1 + GAPS.sides <= right.0, "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn parents_stand_over_the_middle_of_their_children((children, sizes) in trees()) {
        let layout = tidy(&children, &sizes, GAPS);
        for (parent, below) in children.iter().enumerate() {
            if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                let twice = layout.places[first].x + layout.places[last].x;
                prop_assert!((2 * layout.places[parent].x - twice).abs() <= 1);
            }
        }
    }

    #[test]
    fn levels_stand_one_below_the_other((children, sizes) in trees()) {
        let layout = tidy(&children, &sizes, GAPS);
        let mut top = 0;
        for level in levels(&children) {
            prop_assert!(level.iter().all(|node| layout.places[*node].y == top));
            top += level.iter().map(|node| sizes[*node].height).max().unwrap_or(0) + GAPS.levels;
        }
        prop_assert_eq!(layout.size.height, top - GAPS.levels);
    }

    #[test]
    fn the_picture_is_as_wide_as_its_nodes((children, sizes) in trees()) {
        let layout = tidy(&children, &sizes, GAPS);
        let ends = || (0..children.len()).map(|node| ends(&layout, &sizes, node));
        prop_assert_eq!(ends().map(|(left, _)| left).min(), Some(0));
        prop_assert_eq!(ends().map(|(_, right)| right).max(), Some(layout.size.width));
    }
}

const SQUARE: NodeSize = NodeSize {
    width: 10,
    height: 10,
};

/// Subtrees slide under each other: the wide second level of the first leaves room for the second
/// above it.
#[test]
fn subtrees_stand_as_close_as_their_levels_allow() {
    let children = [vec![1, 2], vec![3, 4, 5], vec![], vec![], vec![], vec![]].to_vec();
    let layout = tidy(&children, &[SQUARE; 6], GAPS);
    let places: Vec<_> = layout
        .places
        .iter()
        .map(|place| (place.x, place.y))
        .collect();
    assert_eq!(
        places,
        [(27, 0), (20, 17), (35, 17), (5, 34), (20, 34), (35, 34)]
    );
}

/// Neither a long line of play nor many long lines side by side take stack or time.
#[test]
fn deep_trees_are_laid_out() {
    let nodes = 200_000;
    let chain: Vec<Vec<usize>> = (1..=nodes)
        .map(|next| if next < nodes { vec![next] } else { vec![] })
        .collect();
    assert_eq!(tidy(&chain, &vec![SQUARE; nodes], GAPS).size.width, 10);
    let comb = |node: usize| {
        if node.is_multiple_of(2) && node + 2 < nodes {
            vec![node + 1, node + 2]
        } else {
            vec![]
        }
    };
    let comb: Vec<Vec<usize>> = (0..nodes).map(comb).collect();
    assert!(tidy(&comb, &vec![SQUARE; nodes], GAPS).size.width > 10);
}

#[test]
fn nothing_is_laid_out_as_nothing() {
    assert_eq!(tidy(&[], &[], GAPS), TreeLayout::default());
}
