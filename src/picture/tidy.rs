//! A tidy layout of a tree: the children of a node stand side by side in their order, each parent
//! is above the middle of its children, and subtrees are as close together as the nodes of each
//! level allow.
//!
//! The idea is that of E. Reingold and J. Tilford (Tidier Drawings of Trees, 1981), for any number
//! of children and for nodes of various sizes. Each subtree is laid out alone, and then pushed
//! against its neighbour: their contours are compared level by level. Only the levels that both
//! have are compared, so the layout takes linear time. The price of this simple method: a small
//! subtree between two large ones is placed next to the left one.

/// The size of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeSize {
    /// From left to right.
    pub width: i64,
    /// From top to bottom.
    pub height: i64,
}

/// The distances to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaps {
    /// Between neighbours of the same level, at least.
    pub sides: i64,
    /// Between the lowest node of a level and the next level.
    pub levels: i64,
}

/// The place of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodePlace {
    /// Its middle, from the left edge of the picture.
    pub x: i64,
    /// Its upper edge, from the upper edge of the picture.
    pub y: i64,
}

/// The places of all nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeLayout {
    /// The place of each node.
    pub places: Vec<NodePlace>,
    /// The size of the picture.
    pub size: NodeSize,
}

/// Lays out a tree. The first node is the root. A child has a greater number than its parent.
///
/// # Panics
/// If there are fewer sizes than nodes, or if the number of a child is not that of a node.
#[must_use]
pub fn tidy(children: &[Vec<usize>], sizes: &[NodeSize], gaps: Gaps) -> TreeLayout {
    let offsets = offsets(children, sizes, gaps.sides);
    let mut places = vec![NodePlace::default(); children.len()];
    let mut levels = vec![0; children.len()];
    for (node, below) in children.iter().enumerate() {
        for &child in below {
            places[child].x = places[node].x + offsets[child];
            levels[child] = levels[node] + 1;
        }
    }
    let tops = tops(&levels, sizes, gaps.levels);
    for (place, level) in places.iter_mut().zip(levels) {
        place.y = tops[level];
    }
    from_the_corner(places, sizes)
}

/// The distance of each node from its parent, to the right.
fn offsets(children: &[Vec<usize>], sizes: &[NodeSize], gap: i64) -> Vec<i64> {
    let mut offsets = vec![0; children.len()];
    let mut contours = vec![Contour::default(); children.len()];
    for node in (0..children.len()).rev() {
        let mut contour = Contour::default();
        for &child in &children[node] {
            offsets[child] = contour.push(std::mem::take(&mut contours[child]), gap);
        }
        if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
            let middle = (offsets[first] + offsets[last]).div_euclid(2);
            children[node]
                .iter()
                .for_each(|child| offsets[*child] -= middle);
            contour.offset -= middle;
        }
        contour.crown(left_half(sizes[node]), sizes[node].width);
        contours[node] = contour;
    }
    offsets
}

fn left_half(size: NodeSize) -> i64 {
    size.width / 2
}

/// The outline of trees that stand side by side: the beginning and end of each level.
#[derive(Clone, Debug, Default)]
struct Contour {
    /// The number to add to all ends in `levels`.
    offset: i64,
    /// The left and the right end of each level, the lowest level first.
    levels: Vec<(i64, i64)>,
}

impl Contour {
    /// Pushes a tree against the right side of this one. Returns how far the tree moved to the
    /// right.
    fn push(&mut self, mut tree: Contour, gap: i64) -> i64 {
        let both = || self.levels.iter().rev().zip(tree.levels.iter().rev());
        let overlap = both()
            .map(|((_, end), (start, _))| end + self.offset - start - tree.offset)
            .max();
        let shift = overlap.map_or(0, |overlap| overlap + gap);
        tree.offset += shift;
        if self.levels.len() >= tree.levels.len() {
            for (mine, other) in self.levels.iter_mut().rev().zip(tree.levels.iter().rev()) {
                mine.1 = other.1 + tree.offset - self.offset;
            }
        } else {
            for (other, mine) in tree.levels.iter_mut().rev().zip(self.levels.iter().rev()) {
                other.0 = mine.0 + self.offset - tree.offset;
            }
            *self = tree;
        }
        shift
    }

    /// Adds a parent at 0 above all levels.
    fn crown(&mut self, left_half: i64, width: i64) {
        let start = -left_half - self.offset;
        self.levels.push((start, start + width));
    }
}

/// The upper edge of each level.
fn tops(levels: &[usize], sizes: &[NodeSize], gap: i64) -> Vec<i64> {
    let mut heights = vec![0; levels.iter().max().map_or(0, |last| last + 1)];
    for (level, size) in levels.iter().zip(sizes) {
        heights[*level] = size.height.max(heights[*level]);
    }
    let next = |top: &mut i64, height: i64| Some(std::mem::replace(top, *top + height + gap));
    heights.into_iter().scan(0, next).collect()
}

/// Moves the nodes so that the left edge of the picture is at 0, and finds its size.
fn from_the_corner(mut places: Vec<NodePlace>, sizes: &[NodeSize]) -> TreeLayout {
    let left = places
        .iter()
        .zip(sizes)
        .map(|(place, size)| place.x - left_half(*size))
        .min()
        .unwrap_or(0);
    let mut whole = NodeSize::default();
    for (place, size) in places.iter_mut().zip(sizes) {
        place.x -= left;
        whole.width = whole.width.max(place.x - left_half(*size) + size.width);
        whole.height = whole.height.max(place.y + size.height);
    }
    TreeLayout {
        places,
        size: whole,
    }
}
