//! Directed graphs: which nodes lie on cycles. Nodes are numbers; a graph is a list of successors
//! for each node.

/// The strongly connected components, each after those to which it leads. Two nodes are in the same
/// component if each leads to the other (R. Tarjan 1972). Does not use recursion.
pub(crate) fn strongly_connected(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut index = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut is_open = vec![false; edges.len()];
    let (mut open, mut groups, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..edges.len() {
        if index[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((at, edge)) = path.last_mut() {
            let at = *at;
            if *edge == 0 {
                (index[at], low[at], is_open[at]) = (next, next, true);
                next += 1;
                open.push(at);
            }
            if let Some(to) = edges[at].get(*edge).copied() {
                *edge += 1;
                if index[to] == UNSEEN {
                    path.push((to, 0));
                } else if is_open[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[at]);
            }
            if low[at] == index[at] {
                let start = open.iter().rposition(|number| *number == at).unwrap_or(0);
                let group = open.split_off(start);
                group.iter().for_each(|number| is_open[*number] = false);
                groups.push(group);
            }
        }
    }
    groups
}

/// For each node the number of its strongly connected component.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut component = vec![0; edges.len()];
    for (number, members) in strongly_connected(edges).into_iter().enumerate() {
        for member in members {
            component[member] = number;
        }
    }
    component
}
