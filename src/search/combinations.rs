//! All ways to choose one move for each role that is to move.

/// Iterates over all choices of one item from each list; the last list changes fastest. Without
/// items if a list is empty; one empty choice if there are no lists.
#[derive(Clone, Debug)]
pub struct Combinations<M> {
    lists: Vec<Vec<M>>,
    /// The index in each list of the next choice; `None` after the last.
    places: Option<Vec<usize>>,
}

impl<M> Combinations<M> {
    /// All choices of one item from each list.
    #[must_use]
    pub fn new(lists: Vec<Vec<M>>) -> Self {
        let places = (!lists.iter().any(Vec::is_empty)).then(|| vec![0; lists.len()]);
        Combinations { lists, places }
    }

    /// The total number of choices.
    #[must_use]
    pub fn total(&self) -> usize {
        self.lists
            .iter()
            .fold(1, |total, list| total.saturating_mul(list.len()))
    }
}

impl<M: Clone> Iterator for Combinations<M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let mut places = self.places.take()?;
        let choice = self
            .lists
            .iter()
            .zip(&places)
            .map(|(list, &place)| list[place].clone())
            .collect();
        for (place, list) in places.iter_mut().zip(&self.lists).rev() {
            *place += 1;
            if *place < list.len() {
                self.places = Some(places);
                break;
            }
            *place = 0;
        }
        Some(choice)
    }
}
