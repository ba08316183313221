//! Files with endgame tables: written by `solve`, read by the commands that search or ask.

use std::io;
use std::sync::Arc;

use clap::Args;
use regola::files;
use regola::game::{Position, Rules};
use regola::logic::Term;
use regola::search::{Distance, EndgameTable, ForcedGoal};
use regola::syntax::load::FileReader;

use crate::trouble::Trouble;

/// The bytes of a table that are read take three times as much memory for a moment.
const SHARE_OF_MEMORY: usize = 4;

/// A table that a command uses.
#[derive(Args, Clone, Debug)]
pub struct TableOption {
    /// Use the solved positions of an endgame table, which `regola solve --write-table` has written
    #[arg(long, value_name = "FILE")]
    table: Option<String>,
}

impl TableOption {
    /// Reads the table, if the user named one.
    ///
    /// # Errors
    /// If the file cannot be read, or is no table of these rules.
    pub fn read(&self, rules: &Rules) -> Result<Option<Arc<EndgameTable>>, Trouble> {
        let Some(path) = &self.table else {
            return Ok(None);
        };
        let table = read(path, rules)
            .map_err(|reason| Trouble::Use(format!("cannot use the table `{path}`: {reason}")))?;
        Ok(Some(Arc::new(table)))
    }
}

fn read(path: &str, rules: &Rules) -> Result<EndgameTable, String> {
    let most = rules.limits().memory / SHARE_OF_MEMORY;
    let bytes = FileReader.read_up_to(path, most)?;
    if bytes.len() > most {
        return Err(format!(
            "it has more than {} MiB, a quarter of the memory limit; allow more by --max-memory",
            most >> 20
        ));
    }
    EndgameTable::from_bytes(&bytes, rules, rules.fingerprint()).map_err(|error| error.to_string())
}

/// The predicate with which a question asks a table.
pub const SOLVED: (&str, usize) = ("solved", 3);

/// The facts `solved(Role, Goal, Plies)` of a position that the table knows.
pub fn solved_facts(table: &EndgameTable, rules: &Rules, position: &Position) -> Vec<Term> {
    let known = table.known(rules, position).unwrap_or_default();
    let fact = |(role, known): (&Term, &ForcedGoal)| {
        let goal = Term::integer(i64::from(known.goal()?));
        let plies = match known.distance {
            Distance::Plies(plies) => Term::integer(i64::from(plies)),
            Distance::Endless => Term::atom("endless"),
            Distance::Unknown => Term::atom("unknown"),
        };
        Some(Term::compound(SOLVED.0, [role, &goal, &plies]))
    };
    rules.roles().iter().zip(known).filter_map(fact).collect()
}

/// Refuses a path at which a table cannot be written, so that nobody waits for a table in vain.
///
/// # Errors
/// As for [`write`].
pub fn refuse_place(path: &str) -> Result<(), Trouble> {
    files::try_to_write(path).map_err(|error| cannot_write(path, &error))
}

/// Writes a table, whole or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &str, table: &EndgameTable, rules: &Rules) -> Result<(), Trouble> {
    let bytes = table.to_bytes(rules, rules.fingerprint());
    files::write(path, bytes).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &str, error: &io::Error) -> Trouble {
    Trouble::Use(format!("cannot write `{path}`: {error}"))
}
