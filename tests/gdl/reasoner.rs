//! A reasoner for GDL, slow and independent of Regola: it derives all that follows from a position, from
//! the bottom up, until nothing is new.
//!
//! Negation is settled by alternating fixpoints (A. Van Gelder, "The Alternating Fixpoint of Logic Programs
//! with Negation", 1989): what follows if all is false that is not known, then what follows from the
//! negation of that, and so on. For the sheets of games both come to the same.

use std::collections::{HashMap, HashSet};

/// A term, an atom or a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expression {
    Variable(String),
    Word(String),
    List(Vec<Expression>),
}

use Expression::{List, Variable, Word};

/// Atoms by the name of their relation.
#[derive(Clone, Debug, Default)]
pub struct Model {
    atoms: HashMap<String, (Vec<Expression>, HashSet<Expression>)>,
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
}

/// What follows in a position.
pub struct Reasoned {
    model: Model,
}

type Bindings = HashMap<String, Expression>;

impl Model {
    fn has(&self, atom: &Expression) -> bool {
        self.atoms
            .get(relation(atom))
            .is_some_and(|(_, set)| set.contains(atom))
    }

    fn add(&mut self, atom: Expression) -> bool {
        let (list, set) = self.atoms.entry(relation(&atom).to_owned()).or_default();
        let is_new = set.insert(atom.clone());
        if is_new {
            list.push(atom);
        }
        is_new
    }

    fn named(&self, name: &str) -> &[Expression] {
        self.atoms.get(name).map_or(&[], |(list, _)| list)
    }

    fn count(&self) -> usize {
        self.atoms.values().map(|(list, _)| list.len()).sum()
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
    match atom {
        List(items) if items.len() == 1 => items[0].clone(),
        List(mut items) if matches!(relation(&items[0]), "true" | "next" | "init") => {
            let fact = items.pop().expect("there are two");
            List(vec![items[0].clone(), as_atom(fact)])
        }
        other => other,
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
                    open.last_mut().expect("brackets match").push(List(list));
                }
                _ => {
                    let expression = match token.strip_prefix('?') {
                        Some(name) => Variable(name.to_owned()),
                        None => Word(token.to_owned()),
                    };
                    open.last_mut().expect("brackets match").push(expression);
                }
            }
        }
    }
    open.pop().expect("brackets match")
}

impl Sheet {
    /// Reads a sheet, whose brackets match.
    pub fn new(text: &str) -> Self {
        let mut rules = Vec::new();
        for sentence in expressions(text) {
            let (head, mut body) = match sentence {
                List(mut items) if items[0] == Word("<=".to_owned()) => {
                    let body = items.split_off(2);
                    (items.pop().expect("a rule has a head"), body)
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
        Self {
            fixed: model(&fixed, &Model::default()),
            rules: dynamic,
        }
    }

    /// The roles, in the order of the sheet.
    pub fn roles(&self) -> Vec<Expression> {
        arguments(self.fixed.named("role"), 0)
    }

    /// The facts of the first position.
    pub fn initial(&self) -> HashSet<Expression> {
        arguments(self.fixed.named("init"), 0).into_iter().collect()
    }

    /// What follows from the facts of a position and from moves.
    pub fn reason(
        &self,
        facts: &HashSet<Expression>,
        moves: &[(Expression, Expression)],
    ) -> Reasoned {
        let mut given = self.fixed.clone();
        for fact in facts {
            given.add(List(vec![Word("true".to_owned()), fact.clone()]));
        }
        for (role, played) in moves {
            let does = Word("does".to_owned());
            given.add(List(vec![does, role.clone(), played.clone()]));
        }
        Reasoned {
            model: model(&self.rules, &given),
        }
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
        self.model.has(&Word("terminal".to_owned()))
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
fn model(rules: &[Rule], given: &Model) -> Model {
    let mut over = least(rules, given, None);
    loop {
        let under = least(rules, given, Some(&over));
        let next = least(rules, given, Some(&under));
        if next.count() == over.count() {
            return under;
        }
        over = next;
    }
}

/// What follows if what is not in `assumed` is false; without it all that is negated is.
fn least(rules: &[Rule], given: &Model, assumed: Option<&Model>) -> Model {
    let mut model = given.clone();
    loop {
        let mut found = Vec::new();
        for rule in rules {
            solve(
                &rule.body,
                &model,
                assumed,
                Bindings::new(),
                &mut |bindings| {
                    found.push(replaced(&rule.head, bindings));
                },
            );
        }
        let mut is_new = false;
        for atom in found {
            is_new |= model.add(atom);
        }
        if !is_new {
            return model;
        }
    }
}

/// Calls `each` with the values of each way in which all conditions hold.
fn solve(
    conditions: &[Expression],
    model: &Model,
    assumed: Option<&Model>,
    bindings: Bindings,
    each: &mut dyn FnMut(&Bindings),
) {
    let Some((first, rest)) = conditions.split_first() else {
        return each(&bindings);
    };
    let List(items) = first else {
        if model.has(first) {
            solve(rest, model, assumed, bindings, each);
        }
        return;
    };
    match relation(first) {
        "distinct" => {
            if replaced(&items[1], &bindings) != replaced(&items[2], &bindings) {
                solve(rest, model, assumed, bindings, each);
            }
        }
        "not" => {
            // A negated condition is false if it holds in what is assumed.
            let mut holds = false;
            if let Some(assumed_model) = assumed {
                let inner = &items[1..2];
                solve(
                    inner,
                    assumed_model,
                    Some(model),
                    bindings.clone(),
                    &mut |_| holds = true,
                );
            }
            if !holds {
                solve(rest, model, assumed, bindings, each);
            }
        }
        "or" => {
            for part in &items[1..] {
                let joined: Vec<Expression> = std::iter::once(part).chain(rest).cloned().collect();
                solve(&joined, model, assumed, bindings.clone(), each);
            }
        }
        "and" => {
            let joined: Vec<Expression> = items[1..].iter().chain(rest).cloned().collect();
            solve(&joined, model, assumed, bindings, each);
        }
        name => {
            let wanted = as_atom(replaced(first, &bindings));
            if is_ground(&wanted) {
                if model.has(&wanted) {
                    solve(rest, model, assumed, bindings, each);
                }
                return;
            }
            for atom in model.named(name) {
                let mut bound = bindings.clone();
                if matches(&wanted, atom, &mut bound) {
                    solve(rest, model, assumed, bound, each);
                }
            }
        }
    }
}

fn is_ground(expression: &Expression) -> bool {
    match expression {
        Variable(_) => false,
        Word(_) => true,
        List(items) => items.iter().all(is_ground),
    }
}

fn matches(pattern: &Expression, ground: &Expression, bindings: &mut Bindings) -> bool {
    match (pattern, ground) {
        (Variable(name), _) => match bindings.get(name) {
            Some(known) => known == ground,
            None => {
                bindings.insert(name.clone(), ground.clone());
                true
            }
        },
        (Word(one), Word(other)) => one == other,
        (List(ones), List(others)) => {
            ones.len() == others.len()
                && ones
                    .iter()
                    .zip(others)
                    .all(|(one, other)| matches(one, other, bindings))
        }
        _ => false,
    }
}

fn replaced(expression: &Expression, bindings: &Bindings) -> Expression {
    match expression {
        Variable(name) => bindings.get(name).unwrap_or(expression).clone(),
        Word(_) => expression.clone(),
        List(items) => List(items.iter().map(|item| replaced(item, bindings)).collect()),
    }
}
