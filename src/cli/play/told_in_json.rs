//! Reports of a game for a program: one JSON object on each line.

use std::io::{self, Write};

use regola::contest::{GameClocks, Player};
use regola::game::{Move, PathInput, Position, Rules};
use regola::search::Value;
use serde_json::json;

use super::report::{Chosen, GameEnd, GameReporter, How, winner_over};
use crate::json::{self, Object};
use crate::results;
use crate::trouble::Trouble;

/// Reports a game in lines of JSON.
///
/// A move is `{"ply":1,"role":"black","move":"c4",...}`. The end is
/// `{"end":"over","plies":60,"goals":{...}}`, with the `seed` if chance was involved. A program
/// that plays a role through a pipe gets `{"to_move":"black","moves":[...]}` when it is to move,
/// and `{"refused":"..."}` after a wrong input. If it enters a move square by square it gets
/// `{"squares":["22"],"open":["18"]}`.
pub struct ToldInJson<'a> {
    out: &'a mut dyn Write,
    seed: Option<u64>,
}

impl<'a> ToldInJson<'a> {
    pub fn new(out: &'a mut dyn Write) -> Self {
        ToldInJson { out, seed: None }
    }
}

impl GameReporter for ToldInJson<'_> {
    fn begun(&mut self, _rules: &Rules, _players: &[Player], seed: Option<u64>) -> io::Result<()> {
        self.seed = seed;
        Ok(())
    }

    fn position(
        &mut self,
        _rules: &Rules,
        _position: &Position,
        _moves: &[Move],
    ) -> Result<(), Trouble> {
        Ok(())
    }

    fn entered(
        &mut self,
        _rules: &Rules,
        _position: &Position,
        input: &PathInput,
    ) -> Result<(), Trouble> {
        Ok(json::write(
            self.out,
            &json!({ "squares": input.clicked(), "open": input.open_squares() }),
        )?)
    }

    fn choices(&mut self, role: &str, moves: &[String]) -> io::Result<()> {
        self.all_choices(role, moves)
    }

    fn all_choices(&mut self, role: &str, moves: &[String]) -> io::Result<()> {
        json::write(self.out, &json!({ "to_move": role, "moves": moves }))
    }

    fn played(&mut self, ply: usize, role: &str, chosen: &Chosen) -> io::Result<()> {
        let mut object = Object::new();
        object.insert("ply".to_owned(), json!(ply));
        object.insert("role".to_owned(), json!(role));
        object.insert("move".to_owned(), json!(chosen.text));
        let how = match &chosen.how {
            How::Typed => "human",
            How::Only => "only",
            How::Random => "random",
            How::Known { .. } => "table",
            How::Searched { .. } => "search",
        };
        object.insert("by".to_owned(), json!(how));
        if let How::Known { value } = &chosen.how {
            json::put_value(&mut object, *value);
        }
        if let How::Searched {
            value,
            playouts,
            nodes,
            time,
            answered,
        } = &chosen.how
        {
            json::put_value(&mut object, *value);
            if *playouts > 0 {
                object.insert("playouts".to_owned(), json!(playouts));
            }
            object.insert("nodes".to_owned(), json!(nodes));
            object.insert("seconds".to_owned(), json!(json::seconds(*time)));
            object.insert("engine".to_owned(), json!(answered.name()));
        }
        json::write(self.out, &object.into())
    }

    fn clocks(&mut self, rules: &Rules, clocks: &GameClocks) -> io::Result<()> {
        let names = rules.role_names().into_iter();
        let times = clocks.remaining().map(|time| json!(json::seconds(time)));
        let times: Object = names.zip(times).collect();
        json::write(self.out, &json!({ "clocks": times }))
    }

    fn refused(&mut self, reason: &str) -> io::Result<()> {
        json::write(self.out, &json!({ "refused": reason }))
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        json::write(self.out, &json!({ "note": text }))
    }

    fn hint(&mut self, text: &str, value: Value, playouts: u64) -> io::Result<()> {
        let mut object = Object::new();
        object.insert("hint".to_owned(), json!(text));
        json::put_value(&mut object, value);
        if playouts > 0 {
            object.insert("playouts".to_owned(), json!(playouts));
        }
        json::write(self.out, &object.into())
    }

    fn taken_back(&mut self, ply: usize) -> io::Result<()> {
        json::write(self.out, &json!({ "taken_back": ply }))
    }

    fn ended(
        &mut self,
        rules: &Rules,
        _position: &Position,
        plies: &[String],
        end: &GameEnd,
    ) -> Result<(), Trouble> {
        let mut object = match end {
            GameEnd::Over(goals) => {
                json!({ "end": "over", "plies": plies.len(), "goals": results::goals_object(rules, goals) })
            }
            GameEnd::OutOfTime(role) => json!({
                "end": "time",
                "plies": plies.len(),
                "out_of_time": rules.role_name(*role),
                "winner": winner_over(rules, *role),
            }),
            GameEnd::Left => json!({ "end": "left", "plies": plies.len() }),
            GameEnd::Resigned(role) => json!({
                "end": "resigned",
                "plies": plies.len(),
                "resigned": rules.role_name(*role),
                "winner": winner_over(rules, *role),
            }),
        };
        if let Some(seed) = self.seed {
            object["seed"] = json!(seed);
        }
        Ok(json::write(self.out, &object)?)
    }
}
