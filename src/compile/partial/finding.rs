//! Finite domains of fluents that are declared without: a least model of what values and keys there can be.
//!
//! The first position gives the first terms. Then rules are evaluated with the position unknown, but for its
//! domains: what `add` or `next` gives may be new, and is evaluated with the next time, until nothing is. A
//! value is taken apart as far as all values are built alike: for a board in one fact each place of it has a
//! few contents. Numbers that go up or down are taken to go on to the next number that the rules name, and
//! then in steps that double (widening with thresholds, after P. Cousot and R. Cousot, 1977), so that a counter
//! to a hundred takes a few rounds. What is too many by that is left out at the end.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::draft::{Added, Draft, Functor, MOST_PARTS, Onward, Value};
use super::effort::Effort;
use super::game::{Game, Reading, with_game};
use super::limits::Budget;
use super::possible::Possible;
use super::reason::Reason;
use super::solver::{Does, Mode};
use super::store::{Instance, Item};
use super::thread::evaluated;
use crate::compile::circuit::Literal;
use crate::compile::domains::Domains;
use crate::game::Rules;
use crate::logic::{LIST_CELL, MAX_DENSE_KEYS, Storage, Term};
use crate::syntax::tree::{SourceTerm, TermKind};

/// More facts are not laid out as bits.
const MOST_FACTS: usize = 1 << 14;

/// After this number of rounds numbers are taken to go on.
const ROUNDS_ONE_BY_ONE: usize = 3;

/// After this number of rounds nothing has been found.
const MOST_ROUNDS: usize = 100;

/// The finite domains of all fluents that are declared without.
///
/// # Errors
/// For which fluent none was found, and why; or an interruption.
pub(super) fn found_domains(rules: &Rules, effort: Effort) -> Result<Arc<Domains>, Reason> {
    let relations = rules.schema().relations();
    let is_open = |number: &usize| matches!(relations[*number].storage, Storage::Open(_));
    let open = (0..relations.len()).filter(is_open);
    let drafts: Vec<Draft> = open
        .map(|number| Draft::new(rules, number))
        .collect::<Result<_, Reason>>()?;
    if drafts.is_empty() {
        return Ok(Arc::new(Domains::none(rules.schema())));
    }
    evaluated(rules, || find(rules, effort, &drafts))?
}

fn find(rules: &Rules, effort: Effort, first: &[Draft]) -> Result<Arc<Domains>, Reason> {
    let mut budget = Budget::new(effort, rules.limits());
    let named = named_numbers(rules);
    let (mut drafts, mut goes_on) = (first.to_vec(), true);
    let mut round = 0;
    while round < MOST_ROUNDS {
        let domains = Arc::new(domains(rules, &drafts)?);
        let with = (rules, &domains);
        let (added, spent) = with_game(with, budget, None, Reading::Values, |mut game| {
            game.solver.guesses_after = true;
            let added = game.added_facts();
            let spent = (game.solver.goals(), game.solver.is_exhausted());
            (added, spent)
        });
        let (goals, is_exhausted) = spent;
        budget.goals = budget.goals.saturating_sub(goals);
        let added = added.map_err(|reason| match is_exhausted && !reason.is_interruption() {
            true => drafts[0].not_found(rules),
            false => drafts[0].not_looked_for(reason),
        })?;
        let rounds = round.checked_sub(ROUNDS_ONE_BY_ONE);
        let onward = rounds.filter(|_| goes_on).map(|rounds| Onward {
            named: &named,
            steps: 1 << rounds.min(10),
        });
        let before = drafts.clone();
        add_all(rules, &mut drafts, &added, onward)?;
        round += 1;
        if drafts != before {
            continue;
        }
        if !goes_on || round <= ROUNDS_ONE_BY_ONE {
            return Ok(domains);
        }
        // Numbers that were taken to go on are too many perhaps: what comes of all terms is enough.
        goes_on = false;
        drafts = first.to_vec();
        add_all(rules, &mut drafts, &added, None)?;
    }
    Err(drafts[0].without(rules, "new values come up all the time"))
}

/// The whole numbers that the clauses of a game name.
fn named_numbers(rules: &Rules) -> BTreeSet<i64> {
    let program = rules.program();
    let mut named = BTreeSet::new();
    let predicates = program.predicates().into_iter();
    let predicates = predicates.filter_map(|(name, arity)| program.predicate(name, arity));
    let clauses = predicates.flat_map(|id| program.clauses(id));
    let mut waiting: Vec<&SourceTerm> = clauses.map(|clause| &clause.term).collect();
    while let Some(term) = waiting.pop() {
        match &term.kind {
            TermKind::Integer(number) => drop(named.insert(*number)),
            TermKind::Compound { arguments, .. } => waiting.extend(&**arguments),
            TermKind::List { items, tail } => waiting.extend(items.iter().chain(tail.as_deref())),
            TermKind::Variable(_) | TermKind::Atom(_) | TermKind::String(_) => {}
        }
    }
    named
}

/// Adds facts to what is known of fluents.
fn add_all(
    rules: &Rules,
    drafts: &mut [Draft],
    added: &[Added],
    onward: Option<Onward<'_>>,
) -> Result<(), Reason> {
    for fact in added {
        let mut drafts = drafts.iter_mut();
        if let Some(draft) = drafts.find(|draft| draft.relation == fact.relation) {
            let is_added = draft.add(fact.clone(), onward);
            is_added.map_err(|text| draft.without(rules, text))?;
        }
    }
    Ok(())
}

/// The domains as they are known so far.
fn domains(rules: &Rules, drafts: &[Draft]) -> Result<Domains, Reason> {
    let mut domains = Domains::none(rules.schema());
    let mut facts = 0;
    for draft in drafts {
        let found = draft.found();
        let keys = found.key_count();
        let of_groups = found.groups.iter();
        let of_groups = of_groups.map(|group| group.places * group.contents.len());
        facts += keys * of_groups.sum::<usize>();
        if keys > MAX_DENSE_KEYS || facts > MOST_FACTS {
            return Err(draft.without(rules, "it has very many facts"));
        }
        domains.add(found);
    }
    Ok(domains)
}

impl Game<'_> {
    /// The facts that moves may add to fluents that are declared without a domain, given the domains that these
    /// have.
    ///
    /// # Errors
    /// If it is not known of all moves what they add.
    fn added_facts(&mut self) -> Result<Vec<Added>, Reason> {
        let (named, legal) = self.legal()?;
        if legal.unlisted != Literal::FALSE {
            return Err(self.first_exception());
        }
        let asked = [Item::Variable(0)];
        let mut instances: Vec<(Instance, Literal)> = Vec::new();
        let name = match self.has_next() {
            true => "next",
            false => "add",
        };
        let mut conditions = vec![Vec::new(); named.len()];
        for (number, condition) in &legal.answers {
            conditions[*number].push(*condition);
        }
        let conditions = conditions.into_iter();
        let conditions = conditions.map(|any| self.solver.circuit.any(any)).collect();
        let over = self.over();
        let is_together = self.is_played_together() || self.may_be_joint(&named, &legal.answers);
        let (chosen, cells): (Vec<Does>, _) = match is_together {
            true => {
                let (any, cells) = self.any_choice(&named, true)?;
                (vec![any], cells)
            }
            false => {
                let moves = named.keys().zip(0..);
                let one =
                    |(instance, number): (&Instance, u32)| Does::One(number, instance.clone());
                (moves.map(one).collect(), 0..0)
            }
        };
        let mut possible = Possible::new(&self.solver.circuit, conditions, cells, over);
        for chosen in chosen {
            let played = match chosen {
                Does::One(number, _) => Some(number as usize),
                Does::Any(_) | Does::Nothing => None,
            };
            self.solver.choose(chosen);
            let found = self.solver.answers_of(name, &asked, 1, Mode::Set);
            self.solver.choose(Does::Nothing);
            let (answers, beyond) = found?;
            if beyond.literal != Literal::FALSE
                && !possible.is_never(&self.solver.circuit, beyond.literal, played)
            {
                self.except.extend(&*beyond.reasons);
                return Err(self.first_exception());
            }
            for (instance, condition) in answers {
                let condition = condition.literal(&mut self.solver.circuit);
                for (instance, condition) in self.solver.few_answers(instance, condition) {
                    self.solver.spend(None)?;
                    if !possible.is_never(&self.solver.circuit, condition, played) {
                        instances.push((instance, condition));
                    }
                    self.solver.weigh_items(possible.take_looked_at());
                }
            }
        }
        self.solver.go_on(None)?;
        let mut added = Vec::new();
        for (instance, condition) in instances {
            for _ in &*instance {
                self.solver.spend(None)?;
            }
            self.add_facts(&instance, condition, &mut added)?;
        }
        Ok(added)
    }

    /// Where the game is over, as far as that is known: nothing is played there.
    fn over(&mut self) -> Literal {
        match self.holds("terminal", false) {
            Ok((terminal, unknown)) => self.solver.circuit.all([terminal, !unknown]),
            Err(_) => Literal::FALSE,
        }
    }

    fn first_exception(&self) -> Reason {
        let first = self.except.first();
        first.map_or_else(
            || Reason::new("not all moves are known", None),
            |first| self.solver.reasons.get(*first).clone(),
        )
    }

    /// Adds the facts of such a fluent that an instance states.
    fn add_facts(
        &mut self,
        instance: &Instance,
        condition: Literal,
        added: &mut Vec<Added>,
    ) -> Result<(), Reason> {
        let relations = self.solver.relations;
        let Some(relation) = relations.relation(instance, &self.solver.store) else {
            return Ok(());
        };
        let of = &self.rules.schema().relations()[relation];
        if !matches!(of.storage, Storage::Open(_)) {
            return Ok(());
        }
        let not_known = || Reason::new("a fact that is added is not known", None);
        let (keys, valued) = (of.keys, of.valued);
        let mut rest = &instance[1..];
        let start = instance.len() - rest.len();
        for _ in 0..keys {
            self.solver.store.next_term(&mut rest);
        }
        let end = instance.len() - rest.len();
        let key: Instance = instance[start..end].into();
        let known = self.solver.known_answers(key, condition);
        let value = match valued {
            true => self.value(rest).ok_or_else(not_known)?,
            false => Value::OneOf(BTreeSet::from([Term::atom("true")])),
        };
        for (key, _) in known.ok_or_else(not_known)? {
            let mut key = &*key;
            let terms = (0..keys).map(|_| self.solver.store.term(&mut key));
            added.push(Added {
                relation,
                keys: terms.collect::<Option<_>>().ok_or_else(not_known)?,
                value: value.clone(),
            });
        }
        Ok(())
    }

    /// What a value that is added can be; none if part of it is not known.
    fn value(&mut self, items: &[Item]) -> Option<Value> {
        if items.len() > MOST_PARTS {
            return None;
        }
        let (first, mut rest) = items.split_first()?;
        match first {
            Item::Compound(functor) => {
                let (name, arity) = self.solver.store.constants.functor_parts(*functor);
                let is_list = (&**name, arity) == (LIST_CELL, 2);
                let name = name.to_string();
                let mut parts = Vec::with_capacity(arity as usize);
                for _ in 0..arity {
                    let part = self.solver.store.next_term(&mut rest);
                    parts.push(self.value(part)?);
                }
                Some(match (is_list, &mut parts[..]) {
                    (true, [_, Value::Compound(Functor::List, rest)]) => {
                        let rest = std::mem::take(rest);
                        parts.truncate(1);
                        parts.extend(rest);
                        Value::Compound(Functor::List, parts)
                    }
                    (true, [_, Value::OneOf(end)]) if end.iter().eq([&Term::list([])]) => {
                        parts.truncate(1);
                        Value::Compound(Functor::List, parts)
                    }
                    _ => Value::Compound(Functor::Named(name), parts),
                })
            }
            Item::Variable(_) | Item::Subsequence(_) | Item::Hidden(_) => None,
            Item::Constant(_) | Item::Sum(_) | Item::Content(_) => {
                let one = Instance::from([*first]);
                let known = self.solver.known_answers(one, Literal::TRUE)?;
                let terms = known
                    .iter()
                    .map(|(term, _)| self.solver.store.term(&mut &**term));
                Some(Value::OneOf(terms.collect::<Option<_>>()?))
            }
        }
    }
}
