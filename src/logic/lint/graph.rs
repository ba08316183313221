//! Which predicates lead back to themselves.

/// For each node the number of its strongly connected component: two nodes have the same number if
/// each leads to the other. After S. R. Kosaraju (1978): the nodes in the order in which a walk
/// leaves them, then a walk against the arrows from the last to the first. No recursion.
pub(super) fn components(next: &[Vec<usize>]) -> Vec<usize> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (node, targets) in next.iter().enumerate() {
        targets.iter().for_each(|target| before[*target].push(node));
    }
    let mut order = Vec::with_capacity(next.len());
    let mut seen = vec![false; next.len()];
    for start in 0..next.len() {
        walk(start, next, &mut seen, &mut order);
    }
    let mut component = vec![usize::MAX; next.len()];
    let mut taken = vec![false; next.len()];
    for &start in order.iter().rev() {
        let mut members = Vec::new();
        walk(start, &before, &mut taken, &mut members);
        members
            .into_iter()
            .for_each(|member| component[member] = start);
    }
    component
}

/// Walks depth first over what has not been seen, and notes each node when it is left.
fn walk(start: usize, next: &[Vec<usize>], seen: &mut [bool], left: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((node, at)) = path.last_mut() {
        match next[*node].get(*at) {
            Some(&target) => {
                *at += 1;
                if !std::mem::replace(&mut seen[target], true) {
                    path.push((target, 0));
                }
            }
            None => {
                left.push(*node);
                path.pop();
            }
        }
    }
}
