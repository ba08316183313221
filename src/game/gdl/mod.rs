//! Sheets of the Game Description Language (N. Love, T. Hinrichs, D. Haley, E. Schkufza, M. Genesereth,
//! "General Game Playing: Game Description Language Specification", 2008), read as rule files.
//!
//! A sheet says who the roles are, what holds at the start, which moves are legal, what holds next, when
//! the game is over, and what it is worth. Its rules are sets: neither they nor their conditions have an
//! order. Here they become clauses that mean the same, with the places of the sheet, so that all that
//! Regola does with a rule file it does with a sheet.
//!
//! ```text
//! syntax::kif   text            -> expressions
//! read          expressions     -> rules
//! any_fact      rules about any fact, spelled out
//! strata        which rules lead back to themselves: what needs tables, what has no meaning
//! order         the conditions of a rule, in an order in which they can be asked
//! fixed         what holds in every position
//! indexed       the facts of one relation
//! statistics    how many answers a condition has
//! listed        some of that as facts, where rules go through much
//! domains       which terms each argument can have
//! turns         whether one role moves and the others wait
//! staying       rules by which facts stay, the other way around
//! reachable     the states that a few facts can be in
//! cases         in which cases a rule holds, if little is known of the position
//! propositions  what these cases assume
//! declarations  the fluents and their domains
//! names         names that mean nothing else in a rule file
//! write         rules           -> clauses
//! by_turns      the clauses of a game by turns
//! notation      terms           -> text, and back
//! ```

mod any_fact;
mod by_turns;
mod cases;
mod declarations;
mod domains;
mod fixed;
mod indexed;
mod listed;
mod names;
pub mod notation;
mod order;
mod propositions;
mod reachable;
mod read;
mod rule;
mod statistics;
mod staying;
mod strata;
mod turns;
mod values;
mod write;

use std::collections::{HashMap, HashSet};

use indexmap::{IndexMap, IndexSet};

use self::by_turns::ByTurns;
use self::domains::{Domains, Ground};
use self::fixed::FixedFacts;
use self::names::Names;
use self::order::{Basis, Places};
use self::rule::{Atom, Formula, Rule, TermKind};
use self::statistics::Statistics;
use self::staying::Known;
use self::strata::{RelationKey, Strata, key};
use self::write::Writer;
use crate::logic::Term;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::kif::{self, Sheet};
use crate::syntax::load::{self, Loaded, Reader};
use crate::syntax::reading::Reading;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{Clause, Name};

/// What a sheet says that its clauses do not.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    /// By role its move while another role has the turn, if the game is one by turns.
    pub waiting_moves: IndexMap<Name, Term>,
    /// By its name in the clauses the name of a fact in the sheet, where the two differ.
    pub facts: HashMap<RelationKey, Name>,
}

impl Origin {
    /// The waiting move of a role.
    pub fn waiting_move(&self, role: &Term) -> Option<Term> {
        let mut moves = self.waiting_moves.iter();
        let own = moves.find(|(name, _)| notation::constant(name) == *role);
        own.map(|(_, waiting)| waiting.clone())
    }

    /// A fact as the sheet writes it.
    pub fn fact(&self, fact: &Term) -> String {
        let original = fact
            .functor()
            .and_then(|(name, arity)| self.facts.get(&(Name::from(name), arity)));
        match original {
            Some(name) => notation::write(&Term::compound(name, &fact.arguments())),
            None => notation::write(fact),
        }
    }
}

/// What the clauses of a sheet are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To play the game: what says the same in fewer steps takes the place of some rules.
    Play,
    /// To be written in another notation, rule by rule.
    Write,
}

/// Reads a file and all files that it uses, as [`load_within`](load::load_within) does, and turns the
/// sheets among them into clauses, rule by rule.
pub(crate) fn load_within(reader: &dyn Reader, path: &str, reading: &Reading<'_>) -> Loaded {
    load_for(Purpose::Write, reader, path, reading).0
}

/// The same with clauses to be played, and with what else the first sheet says.
pub(super) fn load_with_origin(
    reader: &dyn Reader,
    path: &str,
    reading: &Reading<'_>,
) -> (Loaded, Origin) {
    load_for(Purpose::Play, reader, path, reading)
}

fn load_for(
    purpose: Purpose,
    reader: &dyn Reader,
    path: &str,
    reading: &Reading<'_>,
) -> (Loaded, Origin) {
    let mut loaded = load::load_within(reader, path, reading);
    let mut origin = Origin::default();
    // From the last one on, so that the places of the others stay.
    for (place, sheet) in std::mem::take(&mut loaded.sheets).into_iter().rev() {
        match clauses(&sheet, purpose, reading) {
            Ok((clauses, own)) => {
                loaded.clauses.splice(place..place, clauses);
                origin = own;
            }
            Err(faults) => loaded.diagnostics.extend(faults),
        }
    }
    (loaded, origin)
}

/// The warnings that say nothing of a sheet. They are about the order of clauses, about what is said twice, which
/// matters in no set, about the names of variables, about tables, or about relations that `base` and `input` ask.
const NEEDLESS: [&str; 8] = [
    "clauses-apart",
    "move-twice",
    "needless-table",
    "negation-through-recursion",
    "repeated-clause",
    "singleton-variable",
    "unreachable-goal",
    "unused-predicate",
];

/// Whether a fault is one of a sheet.
pub(super) fn is_of_sheet(fault: &Diagnostic) -> bool {
    fault.code.starts_with("kif-")
}

/// Whether a warning matters at its place.
pub(crate) fn may_warn(warning: &Diagnostic, sources: &Sources) -> bool {
    let place = warning.primary.as_ref().map(|label| label.span.source);
    let is_of_sheet = place.is_some_and(|source| kif::is_sheet(&sources.get(source).name));
    !is_of_sheet || !NEEDLESS.contains(&warning.code)
}

/// The clauses that mean the same as a sheet.
///
/// # Errors
/// What is wrong with the sheet; nothing if the reading was stopped.
fn clauses(
    sheet: &Sheet,
    purpose: Purpose,
    reading: &Reading<'_>,
) -> Result<(Vec<Clause>, Origin), Vec<Diagnostic>> {
    let (rules, mut faults) = read::rules(sheet);
    faults.extend(any_fact::faults(&rules));
    if !faults.is_empty() {
        return Err(faults);
    }
    let rules = any_fact::spelled_out(rules);
    let strata = Strata::new(&rules, reading);
    if reading.is_interrupted() {
        return Err(Vec::new());
    }
    let mut faults = strata.faults(&rules);
    let in_order = |number: usize, known: &Places, statistics: Option<&Statistics<'_>>| {
        let leads_back = |atom: &Atom| strata.leads_back(&rules, number, atom);
        let basis = Basis {
            leads_back: &leads_back,
            known,
            statistics,
        };
        order::ordered(&rules[number], &basis)
    };
    let mut ordered = Vec::new();
    for number in 0..rules.len() {
        match in_order(number, &Places::new(), None) {
            Ok(rule) => ordered.push(rule),
            Err(fault) => faults.push(*fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut fixed = FixedFacts::new(&ordered, &strata);
    let recursive = strata.recursive(&rules);
    let known = order::known_arguments(&ordered);
    let statistics = Some(Statistics::new(&fixed)).filter(|_| purpose == Purpose::Play);
    let nothing = Places::new();
    for (number, rule) in ordered.iter_mut().enumerate() {
        let relation = key(&rule.head);
        let known = known
            .get(&relation)
            .filter(|_| recursive.contains(&relation));
        let has_or = rule.body.iter().any(Formula::has_or);
        if (known.is_some() || has_or)
            && let Ok(again) = in_order(number, known.unwrap_or(&nothing), statistics.as_ref())
        {
            *rule = again;
        }
    }
    let ends = |relation: &&RelationKey| strata.ends(&ordered, relation, &fixed);
    let ending: HashSet<RelationKey> = recursive.iter().filter(ends).cloned().collect();
    let mut to_be_listed = recursive.clone();
    if purpose == Purpose::Play {
        to_be_listed.extend(listed::searching(&ordered, &strata, &fixed));
        fixed.forget_indexes();
    }
    let asked = asked(&rules);
    ordered.retain(|rule| {
        let is_domain_only = rule.head.is("base", 1) || rule.head.is("input", 2);
        !is_domain_only || asked.contains(&key(&rule.head))
    });
    let mut domains = Domains::new(&ordered, reading);
    if reading.is_interrupted() {
        return Err(Vec::new());
    }
    ordered.retain(|rule| !has_wrong_role(rule, &domains) && !domains.refute_rule(rule));
    let mut listed = HashSet::new();
    if purpose == Purpose::Play {
        (ordered, listed) = listed::listed(ordered, &to_be_listed, &fixed);
    }
    let turns = turns::turns(&ordered, &domains, &fixed);
    if purpose == Purpose::Play {
        let known = Known {
            domains: &domains,
            fixed: &fixed,
            turns: turns.as_ref(),
        };
        // Those too that are asked and that nothing defines.
        let relations = rules.iter().map(|rule| key(&rule.head)).chain(asked);
        let names = relations.map(|(name, _)| name).collect();
        let added = staying::turned_around(&mut ordered, names, &known);
        domains.extend(&added, reading);
        ordered.extend(added);
    }
    let fluents = fluents(&ordered);
    let relations: IndexSet<RelationKey> = ordered.iter().map(|rule| key(&rule.head)).collect();
    let mut names = Names::new(fluents.keys(), relations.iter());
    let has_values = |fluent: &RelationKey| {
        let turns = turns.as_ref();
        turns.is_some_and(|turns| turns.single.contains(fluent))
    };
    let mut written = write::sorted(&ordered);
    written.extend(declarations::declarations(
        &fluents,
        &domains,
        &fixed,
        &has_values,
        &mut names,
    ));
    for relation in recursive {
        if listed.contains(&relation) || ending.contains(&relation) {
            continue;
        }
        if let Some(name) = names.relation(&relation) {
            let first = strata.defined[&relation][0];
            written.push(write::table(name, relation.1, rules[first].head.span));
        }
    }
    let by_turns = turns.as_ref().map(|turns| ByTurns::new(turns, &mut names));
    let writer = Writer {
        names: &names,
        domains: &domains,
        turns: by_turns.as_ref(),
    };
    let is_waiting = |number: usize| {
        let by_turns = by_turns.as_ref();
        by_turns.is_some_and(|by_turns| by_turns.is_waiting(number))
    };
    if let Some(by_turns) = &by_turns {
        written.extend(by_turns.clauses(&ordered, &writer));
    }
    let rules = ordered.iter().enumerate();
    let rules = rules.filter(|(number, _)| !is_waiting(*number));
    written.extend(rules.map(|(number, rule)| writer.clause(number, rule)));
    let waiting_moves = turns.iter().flat_map(|turns| &turns.waiting_moves);
    let waiting_moves = waiting_moves.map(|(role, waits)| (role.clone(), notation::ground(waits)));
    let origin = Origin {
        waiting_moves: waiting_moves.collect(),
        facts: names.renamed_facts(),
    };
    Ok((written, origin))
}

/// The relations that some condition asks.
fn asked(rules: &[Rule]) -> HashSet<RelationKey> {
    let mut asked = HashSet::new();
    for rule in rules {
        rule.each_condition(&mut |atom, _| {
            asked.insert(key(atom));
        });
    }
    asked
}

/// Whether a rule is about somebody who is no role: it says nothing.
fn has_wrong_role(rule: &Rule, domains: &Domains) -> bool {
    let is_about_roles = rule.head.is("legal", 2) || rule.head.is("goal", 2);
    let Some(role) = rule.head.arguments.first().filter(|_| is_about_roles) else {
        return false;
    };
    let TermKind::Constant(name) = &role.kind else {
        return false;
    };
    domains
        .roles()
        .is_some_and(|roles| !roles.contains(&Ground::Constant(name.clone())))
}

/// The facts that rules can make true, with the place of the first rule.
fn fluents(rules: &[Rule]) -> IndexMap<RelationKey, Span> {
    let mut fluents = IndexMap::new();
    for rule in rules {
        if let Some(place) = read::fluent_place(&rule.head)
            && let Some((name, arguments)) = rule.head.arguments[place].parts()
        {
            let span = rule.head.arguments[place].span;
            fluents
                .entry((name.clone(), arguments.len()))
                .or_insert(span);
        }
    }
    fluents
}
