//! The body of a clause as alternatives of flat conditions. A rule of a sheet has neither an order of its
//! conditions nor a choice of the first answer: constructs that need one are refused, unless only one
//! answer is possible or the first one can be told from the others.

use std::collections::{HashMap, HashSet};

use super::domains::OpenArgument;
use super::fault::{Fault, beyond, unknown_goal};
use super::program::Program;
use super::rule::{Atom, Literal, RelationKey, Rule, TRUE};
use super::term::{Substitution, Term};
use crate::logic::construct::{Construct, conjuncts};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The most rules that a clause becomes.
const MOST_ALTERNATIVES: usize = 64;

/// The deepest nesting of goals.
const MOST_NESTED: usize = 128;

/// The longest list of a clause.
const LONGEST_LIST: usize = 256;

/// The longest list whose items become rules of their own.
const MOST_ITEMS: usize = 16;

/// One way in which the goals so far hold.
#[derive(Clone, Default)]
pub(super) struct Alternative {
    pub substitution: Substitution,
    /// The arguments of the head.
    pub given: Vec<Term>,
    /// The places of those that have no value at first.
    pub open: HashSet<usize>,
    pub body: Vec<Literal>,
}

/// What is made of the clauses of one predicate.
pub(super) struct Translation<'p, 'g> {
    pub program: &'p Program<'g>,
    /// The name of the predicate.
    pub about: Name,
    /// The rules of the relations that the translation adds.
    pub added: Vec<Rule>,
    /// How often each variable occurs in the clause.
    occurrences: HashMap<Name, usize>,
    /// How many goals stand around the next one.
    depth: usize,
    pub names: &'p mut FreshNames,
    /// The arguments of relations that some condition leaves open.
    open: &'p HashSet<OpenArgument>,
    /// The open arguments of heads whose having no value matters, with a place where it does.
    pub relied: Vec<(OpenArgument, Span)>,
}

/// Names for what the translation adds.
#[derive(Default)]
pub(super) struct FreshNames {
    variables: usize,
    relations: HashMap<String, usize>,
    /// The relations of facts with some arguments left out, which clauses share.
    pub projections: HashMap<String, Name>,
}

impl FreshNames {
    /// A variable that no clause has.
    pub fn variable(&mut self) -> Name {
        self.variables += 1;
        Name::from(format!("${}", self.variables))
    }

    /// A relation that no file has.
    pub fn relation(&mut self, name: &str) -> Name {
        let count = self.relations.entry(name.to_owned()).or_default();
        *count += 1;
        Name::from(match count {
            1 => format!("${name}"),
            _ => format!("${name}_{count}"),
        })
    }
}

impl Alternative {
    pub fn apply(&self, term: &Term) -> Term {
        self.substitution.apply(term)
    }

    /// The variables that have a value after these conditions.
    pub fn known(&self) -> HashSet<Name> {
        let mut known = HashSet::new();
        let mut note = |term: &Term| {
            self.apply(term).each_variable(&mut |name| {
                known.insert(name.clone());
            });
        };
        let given = self.given.iter().enumerate();
        let given = given.filter(|(number, _)| !self.open.contains(number));
        given.for_each(|(_, term)| note(term));
        for literal in &self.body {
            match literal {
                Literal::Atom(atom) => atom.arguments.iter().for_each(&mut note),
                Literal::Not(_) | Literal::Distinct(..) => {}
            }
        }
        known
    }

    /// Whether all variables of a term have a value.
    pub fn knows(&self, term: &Term) -> bool {
        let known = self.known();
        let mut is_known = true;
        self.apply(term)
            .each_variable(&mut |name| is_known &= known.contains(name));
        is_known
    }

    /// With one more condition.
    pub fn with(mut self, literal: Literal) -> Self {
        self.body.push(literal);
        self
    }
}

impl<'p, 'g> Translation<'p, 'g> {
    pub fn new(
        program: &'p Program<'g>,
        about: &Name,
        names: &'p mut FreshNames,
        open: &'p HashSet<OpenArgument>,
    ) -> Self {
        Self {
            program,
            about: about.clone(),
            added: Vec::new(),
            occurrences: HashMap::new(),
            depth: 0,
            names,
            open,
            relied: Vec::new(),
        }
    }

    /// The rules of a clause whose head is given.
    pub fn clause(&mut self, head: &SourceTerm, clause: &Clause) -> Result<Vec<Rule>, Fault> {
        if has_long_list(&clause.term) {
            let title = format!("a list has more than {LONGEST_LIST} items");
            let help = "a sheet has no lists: write its items as facts of a predicate";
            return Err(beyond(title, head.span, help));
        }
        self.occurrences.clear();
        clause.term.each_variable(&mut |name, _| {
            *self.occurrences.entry(name.clone()).or_default() += 1;
        });
        let Some((name, _)) = head.name_and_arguments() else {
            return Ok(Vec::new());
        };
        let arguments = match self.term(head) {
            Term::Function(_, arguments) => arguments,
            _ => Vec::new(),
        };
        let key = (name.clone(), arguments.len());
        let is_open = |number: &usize| self.open.contains(&(key.clone(), *number));
        let start = Alternative {
            open: (0..arguments.len()).filter(is_open).collect(),
            given: arguments,
            ..Alternative::default()
        };
        let ends = match clause.body() {
            Some(body) => self.goal(body, start)?,
            None => vec![start],
        };
        let rules = ends.into_iter().map(|end| {
            let head = Atom::new(name, end.given.clone(), head.span);
            rule(head, &end)
        });
        let mut rules: Vec<Rule> = rules.collect();
        if let Some(first) = rules.first_mut() {
            first.comment = clause.comment.clone();
        }
        Ok(rules)
    }

    pub fn term(&mut self, term: &SourceTerm) -> Term {
        Term::from_syntax(term, &mut || self.names.variable())
    }

    /// All ways in which a goal holds after what holds already.
    pub fn goal(
        &mut self,
        goal: &SourceTerm,
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        if self.depth == MOST_NESTED {
            return Err(too_many(goal.span));
        }
        self.depth += 1;
        let ends = self.ways(goal, so_far);
        self.depth -= 1;
        ends
    }

    fn ways(&mut self, goal: &SourceTerm, so_far: Alternative) -> Result<Vec<Alternative>, Fault> {
        let span = goal.span;
        let Some((name, arguments)) = goal.name_and_arguments() else {
            return Err(unknown_goal(span));
        };
        let key = (name.clone(), arguments.len());
        let construct = match self.program.defines(&key) {
            true => None,
            false => Construct::of_goal(goal),
        };
        let Some(construct) = construct else {
            return self.predicate(goal, &key, arguments, so_far);
        };
        match construct {
            Construct::And(..) => {
                let mut ends = vec![so_far];
                for part in conjuncts(goal) {
                    let mut next = Vec::new();
                    for end in ends {
                        next.extend(self.goal(part, end)?);
                    }
                    ends = next;
                    if ends.len() > MOST_ALTERNATIVES {
                        return Err(too_many(span));
                    }
                }
                Ok(ends)
            }
            Construct::Or(left, right) => match Construct::of_goal(left) {
                Some(Construct::IfThen(condition, then)) => {
                    self.choice(condition, then, Some(right), so_far)
                }
                Some(Construct::SoftIfThen(..)) => Err(soft(left.span)),
                _ => {
                    let mut ends = self.goal(left, so_far.clone())?;
                    ends.extend(self.goal(right, so_far)?);
                    match ends.len() > MOST_ALTERNATIVES {
                        true => Err(too_many(span)),
                        false => Ok(ends),
                    }
                }
            },
            Construct::IfThen(condition, then) => self.choice(condition, then, None, so_far),
            Construct::True => Ok(vec![so_far]),
            Construct::Fail => Ok(Vec::new()),
            Construct::Not(inner) | Construct::NotPredicate(inner) => {
                self.negation(&[inner], &[], span, so_far)
            }
            Construct::ForAll(condition, action) => {
                self.negation(&[condition], &[action], span, so_far)
            }
            Construct::Once(inner) => self.first_answer(inner, so_far),
            Construct::Call(inner, []) => self.goal(inner, so_far),
            Construct::Cut => Err(beyond(
                "a cut chooses the first clause or answer",
                span,
                "a sheet has no order of rules: say in each clause when it holds, with `\\+` or `( C -> A ; B )`",
            )),
            Construct::SoftIfThen(..) => Err(soft(span)),
            Construct::Throw
            | Construct::Call(..)
            | Construct::Apply
            | Construct::Ignore(_)
            | Construct::FindAll(_)
            | Construct::FindAllBefore(..)
            | Construct::AggregateAll(_)
            | Construct::BagOf(_)
            | Construct::SetOf(_)
            | Construct::Quantified(_)
            | Construct::Catch(..)
            | Construct::Lambda(..)
            | Construct::OverLists(..) => self.collected(goal, name, so_far),
        }
    }

    fn predicate(
        &mut self,
        goal: &SourceTerm,
        key: &RelationKey,
        arguments: &[SourceTerm],
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        let span = goal.span;
        let terms: Vec<Term> = arguments
            .iter()
            .map(|argument| self.term(argument))
            .collect();
        if self.program.fluent(&key.0, key.1).is_some() {
            let fact = Term::applied(&key.0, terms);
            let atom = Atom::new(TRUE, vec![fact], span);
            return Ok(vec![so_far.with(Literal::Atom(atom))]);
        }
        if self.program.defines(key) || (&*key.0, key.1) == ("does", 2) {
            let atom = Atom::new(&key.0, terms, span);
            return Ok(vec![so_far.with(Literal::Atom(atom))]);
        }
        match (&*key.0, &terms[..]) {
            ("=", [one, other]) => Ok(unified(one, other, so_far)),
            ("==", [one, other]) if so_far.knows(one) && so_far.knows(other) => {
                Ok(unified(one, other, so_far))
            }
            ("\\=" | "\\==" | "dif", [one, other]) => {
                let (one, other) = (so_far.apply(one), so_far.apply(other));
                if &*key.0 != "dif" && !(so_far.knows(&one) && so_far.knows(&other)) {
                    let title = "terms are compared before they are known";
                    return Err(beyond(
                        title,
                        span,
                        "compare them after the goals that give their variables values",
                    ));
                }
                Ok(distinct(&one, &other, span, so_far).into_iter().collect())
            }
            ("member", [item, list]) => {
                let list = so_far.apply(list);
                match list.items() {
                    Some(items) if items.len() <= MOST_ITEMS => Ok(items
                        .into_iter()
                        .flat_map(|one| unified(item, one, so_far.clone()))
                        .collect()),
                    _ => Ok(vec![asked(&key.0, terms, span, so_far)]),
                }
            }
            ("is", [result, expression]) => Ok(self.evaluation(result, expression, span, so_far)),
            ("<" | ">" | "=<" | ">=" | "=:=" | "=\\=", [one, other]) => {
                Ok(self.comparison(&key.0, one, other, span, so_far))
            }
            ("after", [_, _, _]) => Err(beyond(
                "a sheet asks for the present position only",
                span,
                "say by facts of this position what holds after the move, without `after/3`",
            )),
            _ => Ok(vec![asked(&key.0, terms, span, so_far)]),
        }
    }

    /// A goal that collects answers or calls others: its answers can be listed if no position changes them.
    fn collected(
        &mut self,
        goal: &SourceTerm,
        name: &Name,
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        if !self.program.is_fixed(goal) {
            return Err(beyond(
                format!("`{name}` depends on the position"),
                goal.span,
                "a sheet asks only whether something holds: keep what is counted or collected as a fact that moves change",
            ));
        }
        let mut outer: Vec<Term> = Vec::new();
        let mut here: HashMap<Name, usize> = HashMap::new();
        goal.each_variable(&mut |name, _| *here.entry(name.clone()).or_default() += 1);
        goal.each_variable(&mut |name, _| {
            let is_outer = self.occurrences.get(name).copied() > here.get(name).copied();
            let variable = Term::Variable(name.clone());
            if is_outer && &**name != "_" && !outer.contains(&variable) {
                outer.push(variable);
            }
        });
        let asked = self.term(goal);
        Ok(vec![listed(name, outer, asked, goal.span, so_far)])
    }

    /// Notes that it matters that some variables have no value.
    pub fn rely<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n Name>,
        so_far: &Alternative,
        span: Span,
    ) {
        for name in names {
            for number in &so_far.open {
                let mut stands = false;
                so_far
                    .apply(&so_far.given[*number])
                    .each_variable(&mut |other| stands |= other == name);
                if stands {
                    let key = (self.about.clone(), so_far.given.len());
                    self.relied.push(((key, *number), span));
                }
            }
        }
    }

    /// How often a variable occurs in the clause outside some goals.
    pub fn occurs_outside(&self, name: &Name, goals: &[&SourceTerm]) -> bool {
        let mut within = 0;
        for goal in goals {
            goal.each_variable(&mut |other, _| within += usize::from(other == name));
        }
        self.occurrences.get(name).is_some_and(|all| *all > within)
    }
}

/// A rule with the values of its variables put in.
pub(super) fn rule(head: Atom, end: &Alternative) -> Rule {
    let apply = |term: &Term| end.apply(term);
    let body = end.body.iter().map(|literal| literal.map(&apply));
    Rule::new(head.map(&apply), body.collect())
}

/// The alternative in which two terms are equal, if they can be.
pub(super) fn unified(one: &Term, other: &Term, mut so_far: Alternative) -> Vec<Alternative> {
    match so_far.substitution.unify(one, other) {
        true => vec![so_far],
        false => Vec::new(),
    }
}

/// The alternative in which two terms are not equal, if they can be so.
pub(super) fn distinct(
    one: &Term,
    other: &Term,
    span: Span,
    so_far: Alternative,
) -> Option<Alternative> {
    if one == other {
        return None;
    }
    if !so_far.substitution.clone().unify(one, other) {
        return Some(so_far);
    }
    Some(so_far.with(Literal::Distinct(one.clone(), other.clone(), span)))
}

/// With a predicate of Regola as a condition.
fn asked(name: &Name, arguments: Vec<Term>, span: Span, so_far: Alternative) -> Alternative {
    let goal = Term::applied(name, arguments.clone());
    listed(name, arguments, goal, span, so_far)
}

/// With a condition whose facts are the answers of the machine to a goal.
pub(super) fn listed(
    name: &str,
    arguments: Vec<Term>,
    goal: Term,
    span: Span,
    so_far: Alternative,
) -> Alternative {
    let mut atom = Atom::new(&format!("${name}"), arguments, span);
    atom.goal = Some(goal);
    so_far.with(Literal::Atom(atom))
}

/// Whether a list in a term is longer than is written. The parser bounds how deep a term nests.
fn has_long_list(term: &SourceTerm) -> bool {
    match &term.kind {
        TermKind::Compound { arguments, .. } => arguments.iter().any(has_long_list),
        TermKind::List { items, tail } => {
            items.len() > LONGEST_LIST || items.iter().chain(tail.as_deref()).any(has_long_list)
        }
        _ => false,
    }
}

fn soft(span: Span) -> Fault {
    beyond(
        "`*->` tries other goals only if there is no answer",
        span,
        "write two clauses, the other one with `\\+`",
    )
}

fn too_many(span: Span) -> Fault {
    beyond(
        format!("this clause stands for more than {MOST_ALTERNATIVES} rules"),
        span,
        "give the alternatives a predicate of their own",
    )
}
