//! One game: all its forms measured in turn, or only compared.

use std::time::Duration;

use regola::logic::Program;

use super::form::FormKind;
use super::games::PeerGame;
use super::measure::{FormMeasure, FormWork};
use super::opened::MeasuredGame;
use super::size::{CompiledSize, kept};
use crate::interrupt::InterruptFlag;
use crate::trouble::Trouble;

/// The CPU time for one form at one work, all runs together. It is more if doing the work once
/// takes longer.
const TIME: Duration = Duration::from_millis(300);

/// A form does not count the deeper tree if that would take longer than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The figures of a game.
pub struct PeerRow {
    pub game: &'static PeerGame,
    /// The number of clauses in the rule file and the files that it uses.
    pub clauses: usize,
    pub load: Duration,
    pub compile: Duration,
    /// The size of the compiled form; none for a game that stays with the machine.
    pub size: Option<CompiledSize>,
    /// The parts that stay with the machine, with the reasons.
    pub kept: Vec<String>,
    /// The works, each with the measurements of the forms that did it.
    pub works: Vec<(FormWork, Vec<FormMeasure>)>,
}

/// Measures a game in `runs` runs; `progress` is called before each run.
pub fn measured(
    game: &'static PeerGame,
    runs: u32,
    interrupt: &InterruptFlag,
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

/// Whether a form counts `leaves` leaves within [`PATIENCE`].
fn is_quick(cell: &FormMeasure, leaves: u64) -> bool {
    cell.speed()
        .is_some_and(|speed| leaves as f64 / speed < PATIENCE.as_secs_f64())
}

/// Compares the forms of a game without measuring times.
pub fn compared(game: &'static PeerGame, interrupt: &InterruptFlag) -> Result<PeerRow, Trouble> {
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

    /// Returns a message for each form with a wrong result.
    pub fn differences(&self) -> Vec<String> {
        let mut differences = Vec::new();
        for (work, cells) in &self.works {
            for cell in cells {
                // The machine comes first, if it did the work.
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

/// Returns the number of clauses in the files of a game.
fn clauses(program: &Program) -> usize {
    let predicates = program.predicates();
    let known = predicates
        .iter()
        .filter_map(|(name, arity)| program.predicate(name, *arity));
    known
        .map(|predicate| program.clauses(predicate).len())
        .sum()
}
