//! What a game asks of its rules, with the position unknown.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::condition::Condition;
use super::program::Predicates;
use super::reason::Reason;
use super::relations::Relations;
use super::solver::{Budget, Mode, Solver, Stop};
use super::store::{Instance, Item, Store, is_ground};
use crate::compile::circuit::{Literal, Sum};
use crate::compile::residual::{Effect, PossibleMove, Residual};
use crate::game::Rules;
use crate::logic::Term;

/// What a game can spend: a second or so.
const BUDGET: Budget = Budget { goals: 4_000_000, nodes: 1_000_000, depth: 4_000 };

/// What is on the stack while goals wait for each other, in bytes a goal; measured with room to spare.
const STACK: usize = BUDGET.depth * (16 << 10);

/// A game's moves in the order of [`Residual::moves`], and what is left of its rules.
#[derive(Debug)]
pub struct Evaluated {
    /// What is left.
    pub residual: Residual,
    /// The moves as the rules call them.
    pub terms: Vec<Term>,
}

/// What is left of the rules of a game.
///
/// # Errors
/// Why `legal`, `add`, `delete` or `terminal` depends on the position in a way that is not compiled.
pub fn residual(rules: &Rules) -> Result<Evaluated, Reason> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let handle = builder.spawn_scoped(scope, || evaluate(rules));
        let handle = handle.map_err(|error| Reason::new(format!("no thread to compile in: {error}"), None))?;
        handle.join().unwrap_or_else(|_| Err(Reason::new("the compiler failed", None)))
    })
}

fn evaluate(rules: &Rules) -> Result<Evaluated, Reason> {
    let mut store = Store::default();
    let relations = Relations::new(rules.program().schema(), &mut store);
    let predicates = Predicates::new(rules, &mut store.constants);
    rules.with_machine(|machine| {
        let solver = Solver::new(store, &relations, &predicates, machine, BUDGET);
        Game { solver, predicates: &predicates, rules }.residual()
    })
}

struct Game<'s> {
    solver: Solver<'s>,
    predicates: &'s Predicates,
    rules: &'s Rules,
}

impl Game<'_> {
    fn residual(mut self) -> Result<Evaluated, Reason> {
        if self.rules.program().predicate("next", 1).is_some() {
            return Err(Reason::new("games with `next` stay with the machine", None));
        }
        let (terms, legal) = self.legal()?;
        let mut moves = Vec::new();
        for (number, (instance, role)) in terms.iter().enumerate() {
            self.solver.choose(Some((number as u32, instance.clone())));
            let (deletes, mut faults) = self.effects("delete")?;
            let (adds, more) = self.effects("add")?;
            faults.extend(more);
            let label = self.solver.label(3, instance);
            moves.push(PossibleMove { role: *role, label, deletes, adds, faults });
        }
        self.solver.choose(None);
        let terminal = self.holds("terminal", Literal::FALSE)?;
        let quiet = self.holds("quiet", Literal::TRUE)?;
        let goals = self.goals();
        let heuristics = self.heuristics();
        let terms = terms.keys().map(|instance| self.term(&instance[1..])).collect();
        let circuit = self.solver.circuit;
        let roles = self.rules.roles().len();
        let residual = Residual { circuit, roles, moves, legal, terminal, goals, heuristics, quiet };
        Ok(Evaluated { residual, terms })
    }

    /// All answers to a predicate of that name; none if it does not depend on the position or is not there.
    fn answers(&mut self, name: &str, given: &[Item], arity: usize, mode: Mode) -> Result<Vec<(Instance, Condition)>, Reason> {
        if let Some(predicate) = self.predicates.find(name, arity) {
            return self.solver.answers(predicate, given, mode).map_err(|Stop::Reason(reason)| reason);
        }
        if self.rules.program().predicate(name, arity).is_none() {
            return Ok(Vec::new());
        }
        self.solver.static_answers(name, given, arity).map_err(|Stop::Reason(reason)| reason)
    }

    /// Each move with its role, and the answers of `legal`: the move's number and when it is legal.
    #[expect(clippy::type_complexity, reason = "the two results of one walk")]
    fn legal(&mut self) -> Result<(IndexMap<Instance, usize, FxBuildHasher>, Vec<(usize, Literal)>), Reason> {
        let roles = self.roles();
        let mut moves: IndexMap<Instance, usize, FxBuildHasher> = IndexMap::default();
        let mut legal: Vec<(usize, Literal)> = Vec::new();
        let mut earlier: FxHashMap<usize, Vec<Literal>> = FxHashMap::default();
        for (instance, condition) in self.answers("legal", &[Item::Variable(0), Item::Variable(1)], 2, Mode::Order)? {
            if !is_ground(&instance) || instance.iter().any(|item| matches!(item, Item::Sum(_))) {
                return Err(Reason::new("a move that is not known before the position is", None));
            }
            let role = roles.iter().position(|role| instance[..1] == **role);
            let role = role.ok_or_else(|| Reason::new("a player that is no role", None))?;
            let (number, _) = moves.insert_full(instance, role);
            let before = earlier.entry(number).or_default();
            let own = condition.literal(&mut self.solver.circuit);
            let first = before.iter().map(|literal| !*literal).chain([own]).collect::<Vec<_>>();
            before.push(own);
            match legal.last_mut() {
                // With nothing between them, both come at the same place.
                Some((last, literal)) if *last == number => *literal = self.solver.circuit.any([*literal, own]),
                _ => legal.push((number, self.solver.circuit.all(first))),
            }
        }
        Ok((moves, legal))
    }

    /// The roles as items; a role that is no atom is not compiled.
    fn roles(&mut self) -> Vec<Instance> {
        let roles = self.rules.roles().to_vec();
        roles.iter().map(|role| self.items(role)).collect()
    }

    fn items(&mut self, term: &Term) -> Instance {
        let mut items = Vec::new();
        self.solver.store.add_term(term, &mut items);
        items.into()
    }

    fn term(&self, mut items: &[Item]) -> Term {
        self.solver.store.term(&mut items).expect("a move without sums, by what `legal` has let pass")
    }

    /// The effects of the chosen move, and when there is one that is no fact.
    fn effects(&mut self, name: &str) -> Result<(Vec<Effect>, Vec<Literal>), Reason> {
        let (mut effects, mut faults) = (Vec::new(), Vec::new());
        for (instance, condition) in self.answers(name, &[Item::Variable(0)], 1, Mode::Set)? {
            let condition = condition.literal(&mut self.solver.circuit);
            match self.solver.relations.fact(&instance, &self.solver.store) {
                Some((cell, content)) => effects.push(Effect { cell, content, condition }),
                None if self.solver.relations.is_open(&instance, &self.solver.store) => {
                    return Err(Reason::new(format!("`{name}` changes a fluent that has a domain without end"), None));
                }
                None => faults.push(condition),
            }
        }
        Ok((effects, faults))
    }

    fn holds(&mut self, name: &str, otherwise: Literal) -> Result<Literal, Reason> {
        if self.rules.program().predicate(name, 0).is_none() {
            return Ok(otherwise);
        }
        let answers = self.answers(name, &[], 0, Mode::Set)?;
        let literals: Vec<Literal> =
            answers.iter().map(|(_, condition)| condition.literal(&mut self.solver.circuit)).collect();
        Ok(self.solver.circuit.any(literals))
    }

    /// The results of each role; none at all if one cannot be compiled.
    fn goals(&mut self) -> Vec<Vec<(Literal, Sum)>> {
        let roles = self.roles();
        let values: Result<Vec<_>, Reason> = roles.iter().map(|role| self.values("goal", role)).collect();
        values.unwrap_or_default()
    }

    /// The values of each heuristic and role; none where one cannot be compiled.
    fn heuristics(&mut self) -> Vec<Vec<Vec<(Literal, Sum)>>> {
        let roles = self.roles();
        let names = self.rules.heuristics().to_vec();
        let mut heuristics = Vec::new();
        for name in names {
            let name = self.items(&Term::atom(&name));
            let values: Result<Vec<_>, Reason> =
                roles.iter().map(|role| self.values("heuristic", &[&*name, role].concat())).collect();
            heuristics.push(values.unwrap_or_default());
        }
        heuristics
    }

    /// The values that a predicate has as its last argument, in order.
    fn values(&mut self, name: &str, given: &[Item]) -> Result<Vec<(Literal, Sum)>, Reason> {
        let asked = [given, &[Item::Variable(0)]].concat();
        let mut values = Vec::new();
        for (instance, condition) in self.answers(name, &asked, asked.len(), Mode::Order)? {
            let value = match instance[given.len()..] {
                [Item::Sum(number)] => Some(self.solver.store.get_sum(number).clone()),
                [Item::Constant(number)] => self.solver.store.constants.as_integer(number).map(Sum::constant),
                _ => None,
            };
            let value = value.ok_or_else(|| Reason::new(format!("a value of `{name}` that is no number"), None))?;
            values.push((condition.literal(&mut self.solver.circuit), value));
        }
        Ok(values)
    }
}
