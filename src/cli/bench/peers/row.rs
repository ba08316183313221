//! One game: all its forms measured in turn, or only compared.

use std::time::Duration;

use regola::logic::Program;

use super::form::FormKind;
use super::games::PeerGame;
use super::measure::{FormMeasure, FormWork};
use super::opened::MeasuredGame;
use super::size::{CompiledSize, kept};
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;

/// So much CPU time is spent on one form in one work, all runs together; more where doing it once
/// takes more.
const TIME: Duration = Duration::from_millis(300);

/// A form that would need longer for the deeper tree leaves it out.
const PATIENCE: Duration = Duration::from_secs(1);

/// What was found out about a game.
pub struct PeerRow {
    pub game: &'static PeerGame,
    /// Clauses of the rule file and of the files that it uses.
    pub clauses: usize,
    pub load: Duration,
    pub compile: Duration,
    /// How large the compiled form is; none for a game that stays with the machine.
    pub size: Option<CompiledSize>,
    /// What stays with the machine, and why.
    pub kept: Vec<String>,
    /// What was done, by each of the forms that took part.
    pub works: Vec<(FormWork, Vec<FormMeasure>)>,
}

/// Measures a game in so many runs; `progress` is told of each run before it begins.
pub fn measured(
    game: &'static PeerGame,
    runs: u32,
    interrupt: &CtrlC,
    progress: &mut dyn FnMut(u32),
) -> Result<PeerRow, Trouble> {
    let opened = MeasuredGame::new(game, runs, interrupt);
    let forms = opened.forms();
    let [tree, deeper] = game.trees;
    let cells: Vec<FormMeasure> = forms
        .iter()
        .map(|(kind, _)| FormMeasure::new(*kind))
        .collect();
    let mut works = [
        FormWork::Perft(tree),
        FormWork::Perft(deeper),
        FormWork::Playouts,
    ]
    .map(|work| (work, cells.clone()));
    for run in 0..runs {
        progress(run);
        for number in 0..works.len() {
            for (at, (kind, form)) in forms.iter().enumerate() {
                if interrupt.is_requested() {
                    return Err(Trouble::Stopped("stopped".to_owned()));
                }
                let takes_part = match number {
                    0 => true,
                    1 => *kind != FormKind::Machine && is_quick(&works[0].1[at], deeper.leaves),
                    _ => *kind != FormKind::AllPlies,
                };
                if takes_part {
                    let (work, cells) = &mut works[number];
                    cells[at].run(&**form, *work, TIME / runs)?;
                }
            }
        }
    }
    Ok(PeerRow::new(&opened, works.into()))
}

/// Whether so many leaves take no longer than anybody waits.
fn is_quick(cell: &FormMeasure, leaves: u64) -> bool {
    cell.speed()
        .is_some_and(|speed| leaves as f64 / speed < PATIENCE.as_secs_f64())
}

/// Compares the forms of a game without a look at the clock.
pub fn compared(game: &'static PeerGame, interrupt: &CtrlC) -> Result<PeerRow, Trouble> {
    let opened = MeasuredGame::new(game, 1, interrupt);
    let mut works = vec![
        (FormWork::Perft(game.compared), Vec::new()),
        (FormWork::Playouts, Vec::new()),
    ];
    for (kind, form) in opened.forms() {
        for (work, cells) in &mut works {
            cells.push(FormMeasure::compared(kind, &*form, *work, game.games)?);
        }
    }
    Ok(PeerRow::new(&opened, works))
}

impl PeerRow {
    fn new(opened: &MeasuredGame, mut works: Vec<(FormWork, Vec<FormMeasure>)>) -> Self {
        works
            .iter_mut()
            .for_each(|(_, cells)| cells.retain(FormMeasure::has_run));
        works.retain(|(_, cells)| !cells.is_empty());
        PeerRow {
            game: opened.game,
            clauses: clauses(opened.rules.program()),
            load: opened.load,
            compile: opened.compile,
            size: opened
                .compilation
                .as_ref()
                .ok()
                .map(|compilation| CompiledSize::of(&opened.rules, compilation)),
            kept: kept(&opened.rules, &opened.compilation),
            works,
        }
    }

    /// Where forms came to something else than they should, in words.
    pub fn differences(&self) -> Vec<String> {
        let mut differences = Vec::new();
        for (work, cells) in &self.works {
            for cell in cells {
                // The machine, if it takes part, comes first.
                if let Some(difference) = cell.difference(&cells[0], *work) {
                    differences.push(format!(
                        "{}, {}: {difference}",
                        self.game.name,
                        cell.kind.title()
                    ));
                }
            }
        }
        differences
    }
}

/// How many clauses the files of a game have.
fn clauses(program: &Program) -> usize {
    let predicates = program.predicates();
    let known = predicates
        .iter()
        .filter_map(|(name, arity)| program.predicate(name, *arity));
    known
        .map(|predicate| program.clauses(predicate).len())
        .sum()
}
