//! A reasoner for GDL, slow and independent of Regola: it derives all that follows from a position, from
//! the bottom up, until nothing is new.
//!
//! Negation is settled by alternating fixpoints (A. Van Gelder, "The Alternating Fixpoint of Logic Programs
//! with Negation", 1989): what follows if all is false that is not known, then what follows from the
//! negation of that, and so on. For the sheets of games both come to the same.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A term, an atom or a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expression {
    Variable(Arc<str>),
    Word(Arc<str>),
    List(Arc<[Expression]>),
}

use Expression::{List, Variable, Word};

/// Atoms, by what they are about.
#[derive(Clone, Debug, Default)]
pub struct Model {
    all: HashSet<Expression>,
    by_name: HashMap<Arc<str>, Vec<Expression>>,
    /// By the name of the relation, or of the fact, and the first argument.
    by_first: HashMap<(Arc<str>, Expression), Vec<Expression>>,
}

#[derive(Clone, Debug)]
struct Rule {
    head: Expression,
    body: Vec<Expression>,
}

/// A sheet of a game.
pub struct Sheet {
    rules: Vec<Rule>,
    /// What holds in every position.
    fixed: Model,
    effort: Effort,
}

/// How much longer the reasoner goes on with one question, in conditions that it looks at.
struct Effort {
    most: u64,
    left: Cell<u64>,
}

impl Effort {
    fn begin(&self) {
        self.left.set(self.most);
    }

    fn is_over(&self) -> bool {
        self.left.get() == 0
    }

    fn take(&self) {
        self.left.set(self.left.get().saturating_sub(1));
    }
}

/// What follows in a position.
pub struct Reasoned {
    model: Model,
}

type Bindings = Vec<(Arc<str>, Expression)>;

impl Model {
    fn has(&self, atom: &Expression) -> bool {
        self.all.contains(atom)
    }

    fn add(&mut self, atom: Expression) -> bool {
        let is_new = self.all.insert(atom.clone());
        if is_new {
            if let Some(key) = first(&atom) {
                self.by_first.entry(key).or_default().push(atom.clone());
            }
            let name = Arc::from(relation(&atom));
            self.by_name.entry(name).or_default().push(atom);
        }
        is_new
    }

    fn named(&self, name: &str) -> &[Expression] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The atoms that may match a pattern.
    fn like(&self, pattern: &Expression) -> &[Expression] {
        match first(pattern).filter(|(_, argument)| is_ground(argument)) {
            Some(key) => self.by_first.get(&key).map_or(&[], Vec::as_slice),
            None => self.named(relation(pattern)),
        }
    }

    fn count(&self) -> usize {
        self.all.len()
    }
}

/// The name of the relation of an atom, or that of the fact of which it speaks, and the first argument.
fn first(atom: &Expression) -> Option<(Arc<str>, Expression)> {
    let List(items) = atom else {
        return None;
    };
    let is_about_facts = matches!(relation(atom), "true" | "next" | "init");
    match (&items[0], &items[1]) {
        (_, List(fact)) if is_about_facts && fact.len() > 1 => {
            let Word(name) = &fact[0] else {
                return None;
            };
            Some((
                Arc::from(format!("{} {name}", relation(atom))),
                fact[1].clone(),
            ))
        }
        (Word(name), argument) if !is_about_facts => Some((name.clone(), argument.clone())),
        _ => None,
    }
}

/// The name of the relation of an atom.
fn relation(atom: &Expression) -> &str {
    match atom {
        Word(name) => name,
        List(items) => match &items[0] {
            Word(name) => name,
            _ => "",
        },
        Variable(_) => "",
    }
}

/// A list of one word is the word, for atoms; and `(true (p))` is `(true p)`.
fn as_atom(atom: Expression) -> Expression {
    match &atom {
        List(items) if items.len() == 1 => items[0].clone(),
        List(items) if matches!(relation(&atom), "true" | "next" | "init") => {
            List([items[0].clone(), as_atom(items[1].clone())].into())
        }
        _ => atom,
    }
}

/// The expressions of a text.
fn expressions(text: &str) -> Vec<Expression> {
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    for line in text.lines() {
        let line = line.split(';').next().expect("a line has a beginning");
        let spaced = line.replace('(', " ( ").replace(')', " ) ").to_lowercase();
        for token in spaced.split_whitespace() {
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().expect("brackets match");
                    open.last_mut()
                        .expect("brackets match")
                        .push(List(list.into()));
                }
                _ => {
                    let expression = match token.strip_prefix('?') {
                        Some(name) => Variable(name.into()),
                        None => Word(token.into()),
                    };
                    open.last_mut().expect("brackets match").push(expression);
                }
            }
        }
    }
    open.pop().expect("brackets match")
}

impl Sheet {
    /// Reads a sheet, whose brackets match. Each question is given up after looking at `most` conditions.
    pub fn new(text: &str, most: u64) -> Self {
        let mut rules = Vec::new();
        for sentence in expressions(text) {
            let (head, mut body): (_, Vec<Expression>) = match sentence {
                List(items) if items[0] == Word("<=".into()) => {
                    (items[1].clone(), items[2..].to_vec())
                }
                fact => (fact, Vec::new()),
            };
            // What finds values stands before what tests them.
            body.sort_by_key(|condition| match relation(condition) {
                "or" | "and" => 1,
                "not" | "distinct" => 2,
                _ => 0,
            });
            rules.push(Rule {
                head: as_atom(head),
                body,
            });
        }
        let mut changing: HashSet<String> = ["true", "does"].map(str::to_owned).into();
        loop {
            let before = changing.len();
            for rule in &rules {
                if rule
                    .body
                    .iter()
                    .any(|condition| depends(condition, &changing))
                {
                    changing.insert(relation(&rule.head).to_owned());
                }
            }
            if changing.len() == before {
                break;
            }
        }
        let (dynamic, fixed): (Vec<Rule>, Vec<Rule>) = rules
            .into_iter()
            .partition(|rule| changing.contains(relation(&rule.head)));
        let effort = Effort {
            most,
            left: Cell::new(most),
        };
        Self {
            fixed: model(&fixed, &Model::default(), &effort),
            rules: dynamic,
            effort,
        }
    }

    /// Whether what holds in every position took too much effort.
    pub fn is_given_up(&self) -> bool {
        self.effort.is_over()
    }

    /// The roles, in the order of the sheet.
    pub fn roles(&self) -> Vec<Expression> {
        arguments(self.fixed.named("role"), 0)
    }

    /// The facts of the first position.
    pub fn initial(&self) -> HashSet<Expression> {
        arguments(self.fixed.named("init"), 0).into_iter().collect()
    }

    /// What follows from the facts of a position and from moves; none if that takes too much effort.
    pub fn reason(
        &self,
        facts: &HashSet<Expression>,
        moves: &[(Expression, Expression)],
    ) -> Option<Reasoned> {
        if self.effort.is_over() {
            return None;
        }
        self.effort.begin();
        let mut given = self.fixed.clone();
        for fact in facts {
            given.add(List([Word("true".into()), fact.clone()].into()));
        }
        for (role, played) in moves {
            given.add(List(
                [Word("does".into()), role.clone(), played.clone()].into(),
            ));
        }
        let model = model(&self.rules, &given, &self.effort);
        (!self.effort.is_over()).then_some(Reasoned { model })
    }
}

impl Reasoned {
    /// The legal moves of a role.
    pub fn legal(&self, role: &Expression) -> HashSet<Expression> {
        self.of_role("legal", role)
    }

    /// The goal values of a role.
    pub fn goals(&self, role: &Expression) -> HashSet<Expression> {
        self.of_role("goal", role)
    }

    /// Whether the game is over.
    pub fn is_terminal(&self) -> bool {
        self.model.has(&Word("terminal".into()))
    }

    /// The facts of the next position.
    pub fn next(&self) -> HashSet<Expression> {
        arguments(self.model.named("next"), 0).into_iter().collect()
    }

    fn of_role(&self, name: &str, role: &Expression) -> HashSet<Expression> {
        let atoms = self.model.named(name).iter();
        let own = atoms.filter(|atom| matches!(atom, List(items) if items[1] == *role));
        arguments(&own.cloned().collect::<Vec<_>>(), 1)
            .into_iter()
            .collect()
    }
}

/// The arguments of atoms at a place.
fn arguments(atoms: &[Expression], place: usize) -> Vec<Expression> {
    let argument = |atom: &Expression| match atom {
        List(items) => items[place + 1].clone(),
        _ => unreachable!("an atom with arguments"),
    };
    atoms.iter().map(argument).collect()
}

fn depends(condition: &Expression, changing: &HashSet<String>) -> bool {
    match condition {
        List(items) if matches!(relation(condition), "or" | "and" | "not") => {
            items[1..].iter().any(|item| depends(item, changing))
        }
        _ => changing.contains(relation(condition)),
    }
}

/// All that follows from what is given.
fn model(rules: &[Rule], given: &Model, effort: &Effort) -> Model {
    let mut over = least(rules, given, None, effort);
    loop {
        let under = least(rules, given, Some(&over), effort);
        let next = least(rules, given, Some(&under), effort);
        if next.count() == over.count() || effort.is_over() {
            return under;
        }
        over = next;
    }
}

/// What follows if what is not in `assumed` is false; without it all that is negated is.
fn least(rules: &[Rule], given: &Model, assumed: Option<&Model>, effort: &Effort) -> Model {
    let mut model = given.clone();
    loop {
        let mut found = Vec::new();
        for rule in rules {
            let search = Search {
                model: &model,
                assumed,
                effort,
            };
            search.solve(&rule.body, &mut Bindings::new(), &mut |bindings| {
                found.push(as_atom(replaced(&rule.head, bindings)));
            });
        }
        let mut is_new = false;
        for atom in found {
            is_new |= model.add(atom);
        }
        if !is_new || effort.is_over() {
            return model;
        }
    }
}

/// A search for the ways in which conditions hold.
struct Search<'m> {
    model: &'m Model,
    /// What is true where it is negated.
    assumed: Option<&'m Model>,
    effort: &'m Effort,
}

impl Search<'_> {
    /// Calls `each` with the values of each way in which all conditions hold.
    fn solve(
        &self,
        conditions: &[Expression],
        bindings: &mut Bindings,
        each: &mut dyn FnMut(&Bindings),
    ) {
        let Some((first, rest)) = conditions.split_first() else {
            return each(bindings);
        };
        match (relation(first), first) {
            ("distinct", List(items)) => {
                if replaced(&items[1], bindings) != replaced(&items[2], bindings) {
                    self.solve(rest, bindings, each);
                }
            }
            ("not", List(items)) => {
                if !self.is_assumed(&items[1..2], bindings) {
                    self.solve(rest, bindings, each);
                }
            }
            ("or", List(items)) => {
                for part in &items[1..] {
                    let joined: Vec<Expression> =
                        std::iter::once(part).chain(rest).cloned().collect();
                    self.solve(&joined, bindings, each);
                }
            }
            ("and", List(items)) => {
                let joined: Vec<Expression> = items[1..].iter().chain(rest).cloned().collect();
                self.solve(&joined, bindings, each);
            }
            _ => self.solve_atom(first, rest, bindings, each),
        }
    }

    fn solve_atom(
        &self,
        atom: &Expression,
        rest: &[Expression],
        bindings: &mut Bindings,
        each: &mut dyn FnMut(&Bindings),
    ) {
        let wanted = as_atom(replaced(atom, bindings));
        if is_ground(&wanted) {
            if self.model.has(&wanted) {
                self.solve(rest, bindings, each);
            }
            return;
        }
        for atom in self.model.like(&wanted) {
            self.effort.take();
            if self.effort.is_over() {
                return;
            }
            let before = bindings.len();
            if matches(&wanted, atom, bindings) {
                self.solve(rest, bindings, each);
            }
            bindings.truncate(before);
        }
    }

    /// Whether negated conditions hold in what is assumed: then their negation is false.
    fn is_assumed(&self, conditions: &[Expression], bindings: &Bindings) -> bool {
        let Some(assumed) = self.assumed else {
            return false;
        };
        let mut holds = false;
        let search = Search {
            model: assumed,
            assumed: Some(self.model),
            effort: self.effort,
        };
        search.solve(conditions, &mut bindings.clone(), &mut |_| holds = true);
        holds
    }
}

fn is_ground(expression: &Expression) -> bool {
    match expression {
        Variable(_) => false,
        Word(_) => true,
        List(items) => items.iter().all(is_ground),
    }
}

/// The value of a variable, if it has one.
fn value<'b>(bindings: &'b Bindings, name: &str) -> Option<&'b Expression> {
    let known = bindings.iter().find(|(known, _)| **known == *name);
    known.map(|(_, value)| value)
}

fn matches(pattern: &Expression, ground: &Expression, bindings: &mut Bindings) -> bool {
    match (pattern, ground) {
        (Variable(name), _) => match value(bindings, name) {
            Some(known) => known == ground,
            None => {
                bindings.push((name.clone(), ground.clone()));
                true
            }
        },
        (Word(one), Word(other)) => one == other,
        (List(ones), List(others)) => {
            ones.len() == others.len()
                && ones
                    .iter()
                    .zip(others.iter())
                    .all(|(one, other)| matches(one, other, bindings))
        }
        _ => false,
    }
}

fn replaced(expression: &Expression, bindings: &Bindings) -> Expression {
    match expression {
        Variable(name) => value(bindings, name).unwrap_or(expression).clone(),
        Word(_) => expression.clone(),
        List(items) => List(items.iter().map(|item| replaced(item, bindings)).collect()),
    }
}
