//! Random games, played in all games at once.

use super::explorer::{ComparedPly, Explorer, Halt, ply};
use super::host::CompareStage;

/// How random games are played.
#[derive(Clone, Copy)]
pub(super) struct Games {
    pub games: u64,
    pub seed: u64,
    /// The most plies of one game.
    pub plies: usize,
    /// Games are played only while some game is followed to positions after this number of plies:
    /// all shorter lines have been compared.
    pub beyond: usize,
}

impl Games {
    /// Plays the games, and counts them in `played`. Ends early if no game is left to follow. Once
    /// a game is known to differ, the games that follow only look for a shorter line.
    pub fn play(&self, explorer: &mut Explorer<'_, '_>, played: &mut u64) -> Result<(), Halt> {
        for game in 0..self.games {
            explorer.report(CompareStage::Games, game as usize, self.games as usize)?;
            if !explorer.follows(self.beyond) {
                break;
            }
            self.play_one(
                explorer,
                &mut fastrand::Rng::with_seed(self.seed.wrapping_add(game)),
                game,
            )?;
            *played += 1;
        }
        Ok(())
    }

    fn play_one(
        &self,
        explorer: &mut Explorer<'_, '_>,
        random: &mut fastrand::Rng,
        game: u64,
    ) -> Result<(), Halt> {
        let mut node = explorer.root();
        let mut line: Vec<ComparedPly> = Vec::new();
        while explorer.follows(line.len()) {
            explorer.report(CompareStage::Games, game as usize, self.games as usize)?;
            let Some(view) = explorer.look(&node, &|| line.clone(), line.len())? else {
                break;
            };
            explorer.count(&node, &view);
            if view.movers.is_empty() || line.len() >= self.plies {
                break;
            }
            let choice: Vec<usize> = view
                .movers
                .iter()
                .map(|mover| random.usize(..mover.moves.len()))
                .collect();
            let Some(next) = explorer.play(&node, &view, &choice, &|| line.clone(), line.len())?
            else {
                break;
            };
            line.push(ply(&view, &choice));
            node = next;
        }
        Ok(())
    }
}
