//! Random goals. Each knows which variables are bound where it stands and by what, so that most
//! goals have answers and few end in an error; some do.

use super::draft::{Callable, Draft, ROLE, Scope, call};

/// What a goal may be.
#[derive(Clone, Copy)]
enum Kind {
    Fluent,
    Callable,
    Domain,
    Comparison,
    Is,
    TermTest,
    Member,
    Between,
    Throw,
    Not,
    IfThenElse,
    SoftIfThenElse,
    Either,
    Aggregate,
    Once,
    ForAll,
    FindAll,
    Ignore,
    Call,
    Catch,
    MapList,
    FoldLeft,
    Include,
    ListPredicate,
}

const SIMPLE: [(usize, Kind); 9] = [
    (24, Kind::Fluent),
    (12, Kind::Callable),
    (6, Kind::Domain),
    (8, Kind::Comparison),
    (5, Kind::Is),
    (4, Kind::TermTest),
    (2, Kind::Member),
    (2, Kind::Between),
    (1, Kind::Throw),
];

const NESTING: [(usize, Kind); 15] = [
    (10, Kind::Not),
    (7, Kind::IfThenElse),
    (2, Kind::SoftIfThenElse),
    (7, Kind::Either),
    (10, Kind::Aggregate),
    (4, Kind::Once),
    (4, Kind::ForAll),
    (4, Kind::FindAll),
    (2, Kind::Ignore),
    (2, Kind::Call),
    (2, Kind::Catch),
    (2, Kind::MapList),
    (2, Kind::FoldLeft),
    (2, Kind::Include),
    (3, Kind::ListPredicate),
];

impl Draft<'_, '_> {
    /// Some goals with commas between them, or `true`.
    pub fn goals(&mut self, scope: &mut Scope, count: usize, depth: usize) -> String {
        let goals: Vec<String> = (0..count).map(|_| self.goal(scope, depth)).collect();
        if goals.is_empty() {
            "true".to_owned()
        } else {
            goals.join(", ")
        }
    }

    /// The same in brackets; what they bind is bound inside only.
    fn inner(&mut self, scope: &Scope, depth: usize) -> String {
        let (mut scope, count) = (scope.clone(), 1 + self.choices.below(2));
        format!("( {} )", self.goals(&mut scope, count, depth - 1))
    }

    /// A goal that nests others to this depth.
    pub fn goal(&mut self, scope: &mut Scope, depth: usize) -> String {
        let nests = depth > 0 && self.choices.happens(2, 5);
        let kind = if nests {
            self.choices.weighted(&NESTING)
        } else {
            self.choices.weighted(&SIMPLE)
        };
        match kind {
            Kind::Fluent => self.fluent(scope),
            Kind::Callable => self.callable(scope),
            Kind::Domain => {
                let domain = self.choices.below(self.domains.len());
                let name = self.domains[domain].name.clone();
                self.called(
                    &Callable {
                        name,
                        domains: vec![domain],
                    },
                    scope,
                )
            }
            Kind::Comparison => self.comparison(scope),
            Kind::Is => {
                self.uses("is");
                let (result, expression) = (self.variable(), self.expression(scope, 2));
                // Whatever it is a number of, it is one.
                if let Some(numbers) = self.domains.iter().position(|domain| domain.has_numbers) {
                    scope.push((result.clone(), numbers));
                }
                format!("{result} is {expression}")
            }
            Kind::TermTest => {
                self.uses("comparison of terms");
                let name = self.choices.pick(&["==", "\\==", "\\=", "=", "@<", "@>="]);
                let domain = self.choices.below(self.domains.len());
                format!(
                    "{} {name} {}",
                    self.bound(scope, domain),
                    self.bound(scope, domain)
                )
            }
            Kind::Member => {
                self.uses("member");
                let domain = self.choices.below(self.domains.len());
                let values: Vec<String> = (0..3).map(|_| self.value(domain)).collect();
                format!(
                    "member({}, [{}])",
                    self.argument(scope, domain),
                    values.join(", ")
                )
            }
            Kind::Between => {
                self.uses("between");
                let (most, number) = (self.expression(scope, 0), self.variable());
                let limit = self.choices.pick(&["3", "2", "5"]);
                let goal = format!("between(1, {limit}, {number}), {number} =< {most}");
                scope.extend(self.number_domain().map(|domain| (number, domain)));
                goal
            }
            Kind::Throw => {
                self.uses("throw");
                let mut inner = scope.clone();
                let condition = self.fluent(&mut inner);
                let ball =
                    self.choices
                        .pick(&["oops", "error(type_error(integer, a), _)", "f(X)", "_"]);
                format!("( {condition} -> throw({ball}) ; true )")
            }
            Kind::Not => {
                self.uses("negation");
                format!("\\+ {}", self.inner(scope, depth))
            }
            Kind::IfThenElse => {
                self.uses("if-then-else");
                let test = self.inner(scope, depth);
                if self.choices.happens(1, 2) {
                    let (domain, variable) =
                        (self.choices.below(self.domains.len()), self.variable());
                    let (one, two) = (self.bound(scope, domain), self.bound(scope, domain));
                    scope.push((variable.clone(), domain));
                    return format!("( {test} -> {variable} = {one} ; {variable} = {two} )");
                }
                let (then, otherwise) = (self.inner(scope, depth), self.inner(scope, depth));
                match self.choices.below(4) {
                    0 => format!("( {test} -> {then} )"),
                    _ => format!("( {test} -> {then} ; {otherwise} )"),
                }
            }
            Kind::SoftIfThenElse => {
                self.uses("soft if-then-else");
                format!(
                    "( {} *-> {} ; {} )",
                    self.inner(scope, depth),
                    self.inner(scope, depth),
                    self.inner(scope, depth)
                )
            }
            Kind::Either => {
                self.uses("disjunction");
                let (domain, variable) = (self.choices.below(self.domains.len()), self.variable());
                if self.choices.happens(1, 2) {
                    return format!(
                        "( {} ; {} )",
                        self.inner(scope, depth),
                        self.inner(scope, depth)
                    );
                }
                let (test, one, two) = (
                    self.inner(scope, depth),
                    self.bound(scope, domain),
                    self.bound(scope, domain),
                );
                scope.push((variable.clone(), domain));
                format!("( {test}, {variable} = {one} ; {variable} = {two} )")
            }
            Kind::Aggregate => self.aggregate(scope, depth),
            Kind::Once => {
                self.uses("once");
                let count = 1 + self.choices.below(2);
                format!("once(( {} ))", self.goals(scope, count, depth - 1))
            }
            Kind::ForAll => {
                self.uses("forall");
                let mut inner = scope.clone();
                let test = self.goal(&mut inner, depth - 1);
                format!("forall(( {test} ), {})", self.inner(&inner, depth))
            }
            Kind::FindAll => {
                self.uses("findall");
                let (goal, template) = self.collected(scope, depth);
                let list = self.variable();
                let use_of_list = match self.choices.below(7) {
                    0 => format!(
                        "length({list}, {})",
                        self.choices.pick(&["0", "1", "2", "_"])
                    ),
                    1 => format!("{list} = [{template} | _]"),
                    2 => format!("{list} \\== []"),
                    3 => format!("memberchk({template}, {list})"),
                    4 => format!("last({list}, {template})"),
                    5 => format!(
                        "member({template}, {list}), \\+ ( member(Z, {list}), Z @< {template} )"
                    )
                    .replace('Z', &self.variable()),
                    _ => format!("member({template}, {list})"),
                };
                let collect = self.choices.pick(&["findall", "findall", "setof", "bagof"]);
                format!("{collect}({template}, {goal}, {list}), {use_of_list}")
            }
            Kind::Ignore => {
                self.uses("ignore");
                format!("ignore({})", self.inner(scope, depth))
            }
            Kind::Call => {
                self.uses("call");
                match self.choices.below(2) {
                    0 => format!("call({})", self.inner(scope, depth)),
                    _ => format!("G = {}, call(G)", self.inner(scope, depth))
                        .replace('G', &self.variable()),
                }
            }
            Kind::Catch => {
                self.uses("catch");
                let ball = self.choices.pick(&["_", "oops", "error(_, _)"]);
                format!("catch({}, {ball}, true)", self.inner(scope, depth))
            }
            Kind::MapList => {
                self.uses("maplist");
                let Some(one) = self.one_argument() else {
                    return self.fluent(scope);
                };
                let values: Vec<String> = (0..self.choices.below(4))
                    .map(|_| self.argument(scope, one.domains[0]))
                    .collect();
                format!("maplist({}, [{}])", one.name, values.join(", "))
            }
            Kind::FoldLeft => {
                self.uses("foldl");
                let Some(one) = self.one_argument() else {
                    return self.fluent(scope);
                };
                let values: Vec<String> = (0..self.choices.below(4))
                    .map(|_| self.bound(scope, one.domains[0]))
                    .collect();
                let (number, sum) = (self.choices.below(3), self.variable());
                let count = format!("count_{}", one.name);
                let clause = format!(
                    "{count}(E, A, B) :- ( {}(E) -> B is A + 1 ; B = A )",
                    one.name
                );
                if !self.clauses.contains(&clause) {
                    self.write(clause);
                }
                let goal = format!("foldl({count}, [{}], {number}, {sum})", values.join(", "));
                scope.extend(self.number_domain().map(|domain| (sum, domain)));
                goal
            }
            Kind::Include => {
                self.uses("include");
                let Some(one) = self.one_argument() else {
                    return self.fluent(scope);
                };
                let values: Vec<String> = (0..self.choices.below(4))
                    .map(|_| self.bound(scope, one.domains[0]))
                    .collect();
                let (name, list, number) = (
                    self.choices.pick(&["include", "exclude"]),
                    self.variable(),
                    self.variable(),
                );
                let goal = format!(
                    "{name}({}, [{}], {list}), length({list}, {number})",
                    one.name,
                    values.join(", ")
                );
                scope.extend(self.number_domain().map(|domain| (number, domain)));
                goal
            }
            Kind::ListPredicate => {
                self.uses("other list predicates");
                let (goal, template) = self.collected(scope, depth);
                let (list, other) = (self.variable(), self.variable());
                let then = match self.choices.below(7) {
                    0 => format!("sort({list}, {other}), {other} = [_ | _]"),
                    1 => format!("msort({list}, {other}), {other} = [{template} | _]"),
                    2 => format!("nth0(0, {list}, {other})"),
                    3 => format!("append({other}, [_], {list})"),
                    4 => format!("min_member({other}, {list}), {other} == {template}"),
                    5 => format!("{list} = [_ | {other}], member({template}, {other})"),
                    _ => format!("reverse({list}, {other}), {other} = [{template} | _]"),
                };
                format!("findall({template}, {goal}, {list}), {then}")
            }
        }
    }

    /// A goal and a variable that it binds.
    fn collected(&mut self, scope: &Scope, depth: usize) -> (String, String) {
        let mut inner = scope.clone();
        let fluent = self.choices.below(self.fluents.len());
        let fluent = self.fluents[fluent].callable.clone();
        let (variables, more) = self.variables_for(&fluent.domains);
        inner.extend(more);
        let mut goal = call(&fluent.name, &variables);
        if self.choices.happens(1, 2) {
            goal = format!(
                "( {goal}, {} )",
                self.goal(&mut inner, depth.saturating_sub(1))
            );
        }
        let template = variables.last().cloned().unwrap_or_else(|| "x".to_owned());
        (goal, template)
    }

    fn aggregate(&mut self, scope: &mut Scope, depth: usize) -> String {
        let mut inner = scope.clone();
        let goal = {
            let fluent = self.fluent(&mut inner);
            let more = self.choices.below(2);
            match self.goals(&mut inner, more, depth - 1).as_str() {
                "true" => fluent,
                goals => format!("( {fluent}, {goals} )"),
            }
        };
        let result = self.variable();
        let (what, test) = match self.choices.below(8) {
            0..=2 => {
                self.uses("count");
                ("count".to_owned(), None)
            }
            3 | 4 => {
                self.uses("sum");
                (format!("sum({})", self.expression(&inner, 1)), None)
            }
            5 => {
                self.uses("max, min");
                (
                    format!(
                        "{}({})",
                        self.choices.pick(&["max", "min"]),
                        self.expression(&inner, 1)
                    ),
                    None,
                )
            }
            6 => {
                self.uses("max, min with a witness");
                let witness = self.bound(&inner, ROLE);
                let name = self.choices.pick(&["max", "min"]);
                let what = format!("{name}({}, {witness})", self.expression(&inner, 1));
                (what, Some(format!("{result} = {name}(_, _)")))
            }
            _ => {
                self.uses("bag, set");
                let name = self.choices.pick(&["bag", "set"]);
                let what = format!("{name}({})", self.expression(&inner, 0));
                (
                    what,
                    Some(format!(
                        "{result} {} []",
                        self.choices.pick(&["==", "\\=="])
                    )),
                )
            }
        };
        match test {
            Some(test) => format!("aggregate_all({what}, {goal}, {result}), {test}"),
            None => {
                scope.extend(self.number_domain().map(|domain| (result.clone(), domain)));
                format!("aggregate_all({what}, {goal}, {result})")
            }
        }
    }

    /// A call of a fluent.
    pub fn fluent(&mut self, scope: &mut Scope) -> String {
        let fluent = self.choices.below(self.fluents.len());
        let callable = self.fluents[fluent].callable.clone();
        self.called(&callable, scope)
    }

    /// A call of a predicate with facts or clauses.
    fn callable(&mut self, scope: &mut Scope) -> String {
        if self.callables.is_empty() {
            return self.fluent(scope);
        }
        let callable = self.choices.below(self.callables.len());
        let callable = self.callables[callable].clone();
        self.called(&callable, scope)
    }

    /// A predicate that can be called with one argument.
    fn one_argument(&mut self) -> Option<Callable> {
        let all = self
            .fluents
            .iter()
            .map(|fluent| &fluent.callable)
            .chain(&self.callables);
        let fitting: Vec<Callable> = all
            .filter(|callable| callable.domains.len() == 1)
            .cloned()
            .collect();
        let chosen = self.choices.below(fitting.len().max(1));
        fitting.get(chosen).cloned()
    }

    /// A call whose arguments are bound variables, constants, variables that it binds, or nothing.
    fn called(&mut self, callable: &Callable, scope: &mut Scope) -> String {
        let arguments: Vec<String> = callable
            .domains
            .iter()
            .map(|domain| self.argument(scope, *domain))
            .collect();
        call(&callable.name, &arguments)
    }

    fn argument(&mut self, scope: &mut Scope, domain: usize) -> String {
        match self.choices.below(10) {
            0..=4 => self.bound(scope, domain),
            5 => self.value(domain),
            6..=8 => {
                let variable = self.variable();
                scope.push((variable.clone(), domain));
                variable
            }
            _ => "_".to_owned(),
        }
    }

    /// A bound variable with values of the domain if there is one, else one of its values.
    pub fn bound(&mut self, scope: &Scope, domain: usize) -> String {
        let is_fitting = |other: usize| {
            let (one, two) = (&self.domains[domain], &self.domains[other]);
            other == domain || one.has_numbers && two.has_numbers
        };
        let fitting: Vec<&String> = scope
            .iter()
            .filter(|(_, other)| is_fitting(*other))
            .map(|(name, _)| name)
            .collect();
        let chosen = self.choices.below(fitting.len().clamp(1, 256));
        match fitting.get(chosen) {
            Some(variable) => (*variable).clone(),
            None => self.value(domain),
        }
    }

    /// Some domain of numbers.
    fn number_domain(&mut self) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.domains.len())
            .filter(|domain| self.domains[*domain].has_numbers)
            .collect();
        if fitting.is_empty() {
            None
        } else {
            Some(self.choices.pick(&fitting))
        }
    }
}
