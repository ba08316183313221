//! Counts over many games: how they end, which roles win and move, and which effects change
//! anything.

use std::collections::BTreeMap;

use super::TrialReport;
use super::finding::{Finding, met};
use crate::game::vocabulary::{ADD, DELETE, GOAL, NEXT, ROLE, TERMINAL};
use crate::game::{Effect, Game, Role, Rules};
use crate::logic::Term;

/// The least number of finished games that show that a role never wins, and of effects that show
/// that none changes anything.
const ENOUGH: u64 = 10;

/// The goal of a role that wins.
const WIN: u8 = 100;

/// The counts over all games of a trial.
pub(super) struct Tally<'r> {
    rules: &'r Rules,
    pub plies: u64,
    ended: u64,
    /// For each role, the number of games that it won, and of plies in which it moved.
    wins: Vec<u64>,
    moves: Vec<u64>,
    /// For each role the least and the greatest goal that it had.
    goals: Vec<Option<(u8, u8)>>,
    /// The number of games for each sum of all goals.
    sums: BTreeMap<u32, u64>,
    /// The first game that was too long with its limit, and the number of such games.
    long: Option<(Vec<String>, usize)>,
    too_long: u64,
    /// For each kind of effect and each fluent, what the effects did.
    effects: BTreeMap<(&'static str, String), Touch>,
}

/// What the effects of one kind did to one fluent.
struct Touch {
    times: u64,
    changes: u64,
    /// The fact of the first one, and the line that ends with its move.
    first: (Term, Vec<String>),
}

impl<'r> Tally<'r> {
    pub fn new(rules: &'r Rules) -> Self {
        let nothing = || vec![0; rules.role_count()];
        Tally {
            rules,
            plies: 0,
            ended: 0,
            wins: nothing(),
            moves: nothing(),
            goals: vec![None; rules.role_count()],
            sums: BTreeMap::new(),
            long: None,
            too_long: 0,
            effects: BTreeMap::new(),
        }
    }

    /// Counts a move of a role.
    pub fn moves(&mut self, role: Role) {
        self.moves[role.0] += 1;
    }

    /// Counts a finished game, with the goal of each role that has one.
    pub fn end(&mut self, goals: &[Option<u8>]) {
        self.ended += 1;
        let best = goals.iter().flatten().max().copied();
        let is_alone = goals.iter().filter(|goal| **goal == best).count() == 1;
        for (wins, goal) in self.wins.iter_mut().zip(goals) {
            *wins += u64::from(*goal == Some(WIN) || is_alone && *goal == best);
        }
        for (known, goal) in self.goals.iter_mut().zip(goals) {
            if let Some(goal) = *goal {
                let (least, most) = known.unwrap_or((goal, goal));
                *known = Some((least.min(goal), most.max(goal)));
            }
        }
        if goals.iter().all(Option::is_some) {
            *self
                .sums
                .entry(goals.iter().flatten().map(|goal| u32::from(*goal)).sum())
                .or_default() += 1;
        }
    }

    /// Counts a game that was stopped because of its length.
    pub fn too_long(&mut self, line: &[String], length: usize) {
        self.too_long += 1;
        self.long.get_or_insert_with(|| (line.to_vec(), length));
    }

    /// Counts the effects of the last ply of `line`.
    pub fn effects(&mut self, effects: &[Effect], line: &[String]) {
        for effect in effects
            .iter()
            .filter(|effect| effect.predicate != NEXT.name)
        {
            let Some((name, arity)) = effect.fact.functor() else {
                continue;
            };
            let touch = self
                .effects
                .entry((effect.predicate, format!("{name}/{arity}")))
                .or_insert_with(|| Touch {
                    times: 0,
                    changes: 0,
                    first: (effect.fact.clone(), line.to_vec()),
                });
            touch.times += 1;
            touch.changes += u64::from(effect.changes);
        }
    }

    /// Adds the findings and notes about all games to the report.
    pub fn tell(self, games: u64, report: &mut TrialReport) {
        self.tell_length(games, report);
        self.tell_roles(report);
        self.tell_effects(report);
        self.tell_sums(report);
    }

    fn tell_length(&self, games: u64, report: &mut TrialReport) {
        let Some((line, length)) = &self.long else {
            return;
        };
        let note = format!(
            "{} of {games} random games went on for more than {length} plies",
            self.too_long
        );
        if self.rules.role_count() == 1 {
            // Random play may never solve a puzzle, so this is no fault of the game.
            report.notes.push(note);
            return;
        }
        let finding = Finding {
            rules: self.rules,
            code: "game-too-long",
            blamed: &TERMINAL,
            role: None,
        };
        let way_out = "let something grow less or be counted until `terminal` holds, or allow longer games with `--length`";
        report
            .findings
            .push(finding.warning(note, &met(line), way_out));
    }

    fn tell_roles(&self, report: &mut TrialReport) {
        if self.rules.role_count() == 1 || self.ended < ENOUGH {
            return;
        }
        let games = format!("in {} random games that ended", self.ended);
        // Dice have the same goal in each game, whoever wins.
        let is_won = self.wins.iter().any(|wins| *wins > 0);
        let plays_for_nothing = |role: Role| {
            is_won && self.goals[role.0].is_some_and(|(least, most)| least == most && least > 0)
        };
        let roles = || (0..self.rules.role_count()).map(Role);
        let never_win = roles().filter(|role| self.wins[role.0] == 0 && !plays_for_nothing(*role));
        let never_move = roles().filter(|role| self.moves[role.0] == 0);
        let mut find = |never: Vec<Role>, code, blamed, verb: &str, way_out: &str| {
            let names: Vec<String> = never
                .iter()
                .map(|role| format!("`{}`", self.rules.role_name(*role)))
                .collect();
            let finding = Finding {
                rules: self.rules,
                code,
                blamed,
                role: never.first().copied(),
            };
            if !names.is_empty() {
                let ending = if names.len() == 1 { "s" } else { "" };
                let title = format!("{} never {verb}{ending}", names.join(" and "));
                report
                    .findings
                    .push(finding.warning(title, &games, way_out));
            }
        };
        let way_out = "see whether `goal` gives it the best result where it should";
        find(never_win.collect(), "never-wins", &GOAL, "win", way_out);
        let way_out = "see whether `legal` ever gives it a move, or leave it out of `role`";
        find(never_move.collect(), "never-moves", &ROLE, "move", way_out);
    }

    fn tell_effects(&self, report: &mut TrialReport) {
        for ((predicate, fluent), touch) in &self.effects {
            if touch.changes > 0 || touch.times < ENOUGH {
                continue;
            }
            let (fact, line) = &touch.first;
            let (state, blamed) = if *predicate == ADD.name {
                ("is there already", &ADD)
            } else {
                ("is not there", &DELETE)
            };
            let title = format!(
                "`{predicate}` never changes anything of `{fluent}`: each time, {} in all, the fact {state}",
                touch.times
            );
            let finding = Finding {
                rules: self.rules,
                code: "effect-without-effect",
                blamed,
                role: None,
            };
            let way_out = format!("leave the effect out, or see why `{fact}` {state}");
            report
                .findings
                .push(finding.warning(title, &met(line), &way_out));
        }
    }

    /// Adds a note if the goals have different sums, although they add up to 100 in most games.
    fn tell_sums(&self, report: &mut TrialReport) {
        let usual = self.sums.get(&u32::from(WIN)).copied().unwrap_or(0);
        let others: Vec<String> = self
            .sums
            .iter()
            .filter(|(sum, _)| **sum != u32::from(WIN))
            .map(|(sum, games)| format!("{sum} in {games}"))
            .collect();
        if self.rules.role_count() > 1 && usual * 2 > self.ended && !others.is_empty() {
            report.notes.push(format!(
                "all goals together are 100 in {usual} random games, and {}",
                others.join(", ")
            ));
        }
    }
}
