//! A game loaded and compiled, with the times for both.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::compile::{Compilation, Reason};
use regola::game::Rules;

use super::form::{CompiledForm, FormKind, LastPly, MachineForm, MeasuredForm};
use super::games::PeerGame;
use crate::bench::sample::median;
use crate::interrupt::CtrlC;

/// Loading or compiling is not repeated if the first time took longer than this.
const LONG: Duration = Duration::from_millis(300);

/// A game, ready to be measured.
pub struct MeasuredGame {
    pub game: &'static PeerGame,
    pub rules: Rules,
    /// The result of the compiler, or why the game stays with the machine.
    pub compilation: Result<Arc<Compilation>, Reason>,
    pub load: Duration,
    pub compile: Duration,
}

impl MeasuredGame {
    /// Loads and compiles a game `runs` times.
    pub fn new(game: &'static PeerGame, runs: u32, interrupt: &CtrlC) -> Self {
        let (rules, load) = repeated(runs, || game.rules());
        let rules = rules.with_interrupt(interrupt.flag());
        let (compilation, compile) = repeated(runs, || Compilation::new(&rules, game.effort));
        MeasuredGame {
            game,
            compilation: compilation.map(Arc::new),
            rules,
            load,
            compile,
        }
    }

    /// Returns all forms of the game, the machine first, if it takes part.
    pub fn forms(&self) -> Vec<(FormKind, Box<dyn MeasuredForm + '_>)> {
        let mut forms: Vec<(FormKind, Box<dyn MeasuredForm + '_>)> = Vec::new();
        if self.game.has_machine {
            forms.push((FormKind::Machine, Box::new(MachineForm::new(&self.rules))));
        }
        if let Ok(compilation) = &self.compilation {
            if let Ok(interpreted) = compilation.interpreted() {
                interpreted.make_ready(&self.rules);
                forms.push((
                    FormKind::Words,
                    Box::new(CompiledForm::new(&self.rules, interpreted.into())),
                ));
            }
            if compilation.is_native() {
                compilation.make_ready(&self.rules);
                forms.push((
                    FormKind::Native,
                    Box::new(CompiledForm::new(&self.rules, Arc::clone(compilation))),
                ));
            }
        }
        for (kind, last) in LastPly::BOTH {
            forms.extend(
                self.game
                    .by_hand(last)
                    .map(|form| (kind, form as Box<dyn MeasuredForm>)),
            );
        }
        forms
    }
}

/// Calls `make` `times` times, or only once if that takes long. Returns its last result and the
/// median of the CPU times.
fn repeated<T>(times: u32, mut make: impl FnMut() -> T) -> (T, Duration) {
    let mut spent = Vec::new();
    loop {
        let before = ProcessTime::now();
        let made = make();
        spent.push(before.elapsed());
        if spent.len() >= times as usize || spent[0] > LONG {
            return (made, median(spent));
        }
    }
}
