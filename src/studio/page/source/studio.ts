// The page of a game: its parts, put together.

import { Banner } from "./banner";
import { BoardView } from "./board/view";
import { CompareView } from "./compare/view";
import type { Carrier } from "./carrier";
import { Connection } from "./connection";
import { element } from "./element";
import { Game } from "./game";
import { recall, remember, type Remembered } from "./memory";
import { preferences } from "./preferences";
import { BesideView } from "./table/beside";
import { ClockView } from "./table/clock";
import { ControlsView } from "./table/controls";
import { EvaluationView } from "./table/evaluation";
import { LineView } from "./table/line";
import { MovesView } from "./table/moves";
import { PlayersView } from "./table/players";
import { RulesView } from "./table/rules";
import { Sounds } from "./table/sound";
import { StatusView } from "./table/status";
import { TreeView } from "./tree/view";
import { EditorPanel } from "./workshop/editor";
import { MatchView } from "./workshop/match";
import { QuestionView } from "./workshop/question";
import { ReasonView } from "./workshop/reason";
import { SessionsView } from "./workshop/sessions";
import { SetUpView } from "./workshop/setup";
import { TrialView } from "./workshop/trial";

/** What a page begins with, instead of what its tab remembers. */
export type Start = Partial<Remembered>;

/**
 * Puts the page together for the desk at the end of a carrier. What the tab remembers goes by the name `key`. The game can
 * be compared with those that are offered, by the names of their files.
 */
export function openStudio(
  carrier: Carrier,
  key: string,
  start: Start = {},
  brand: Node = element("span", { class: "brand" }, "Regola studio"),
  offered: Record<string, string> = {},
): Game {
  const kept = { ...recall(key), ...start };
  const banner = new Banner();
  const connection = new Connection(carrier, {
    opened: () => void begin(),
    closed: (seconds, isFull) => {
      banner.lost(seconds, isFull);
      document.body.classList.add("lost");
      game.changed();
    },
  });

  const game = new Game(connection);
  // Somebody looks at a position first.
  game.waiting = (start.moves?.length ?? 0) > 0;
  for (const [role, player] of Object.entries(kept.players)) game.players.set(role, player);
  for (const [path, text] of Object.entries(kept.texts)) game.unsaved.set(path, text);
  game.second = kept.second;
  game.lines.variations.take(kept.lines, kept.comments);
  for (const [path, version] of Object.entries(kept.versions)) game.versions.set(path, version);

  game.clock.kept = kept.clock;
  game.program.wantsEvaluation = preferences().evaluation;
  game.program.wantsThreats = preferences().threats;

  const status = new StatusView(game);
  const beside = new BesideView(game);
  const board = new BoardView(game);
  const evaluation = new EvaluationView(game);
  const clock = new ClockView(game);
  const rules = new RulesView(game);
  const sounds = new Sounds(game);
  const controls = new ControlsView(game, sounds);
  const players = new PlayersView(game);
  const moves = new MovesView(game);
  const line = new LineView(game);
  const editor = new EditorPanel(game);
  const question = new QuestionView(game, (place) => void editor.reveal(place));
  const reason = new ReasonView(game, editor, question);
  const setUp = new SetUpView(game);
  const trial = new TrialView(game, editor);
  const match = new MatchView(game);
  const sessions = new SessionsView(game, editor);
  const tree = new TreeView(game);
  const compare = new CompareView(game, offered);
  const title = element("h1", {}, "Regola");

  document.body.append(
    banner.root,
    element("header", {}, title, brand),
    element(
      "main",
      {},
      element(
        "section",
        { class: "table", "aria-label": "Table" },
        status.root,
        clock.times,
        beside.root,
        board.root,
        evaluation.root,
        element("div", { class: "below" }, board.note, moves.offBoard),
        controls.root,
      ),
      element("section", { class: "game", "aria-label": "Game" }, players.root, clock.root, rules.root, moves.root, line.root),
      element("section", { class: "workshop", "aria-label": "Workshop" }, editor.root, reason.root, question.root, setUp.root, trial.root, sessions.root, match.root),
    ),
    element("section", { "aria-label": "Comparison and game tree" }, compare.root, tree.root),
  );

  const views = [status, clock, beside, board, evaluation, controls, players, rules, moves, line, editor, reason, question, setUp, sessions, match, compare, tree, sounds];
  game.onChange(() => {
    const { state } = game;
    if (state !== null) {
      title.textContent = state.title;
      document.title = `${state.title} · Regola`;
    }
    keep();
    for (const view of views) view.render();
  });
  // Unsaved rules would be lost with the tab.
  addEventListener("beforeunload", (event) => {
    if (game.unsaved.size > 0) event.preventDefault();
  });
  // What was typed a moment ago is not played by yet.
  addEventListener("pagehide", keep);

  /** Keeps what this tab needs to come back. */
  function keep(): void {
    if (game.place === null) return;
    remember(key, {
      ...game.place,
      texts: Object.fromEntries(game.unsaved),
      versions: Object.fromEntries([...game.versions].filter(([path]) => game.unsaved.has(path))),
      players: Object.fromEntries(game.players),
      second: game.second,
      lines: [...game.lines.variations.lines],
      comments: game.lines.variations.comments,
      clock: game.clock.kept,
    });
  }

  /** Takes up the game where this tab left it, whether the page or the server began anew. */
  async function begin(): Promise<void> {
    const { moves, ply, start } = game.place ?? kept;
    await game.open(moves, ply, game.waiting || ply < moves.length, start);
    // Not before: a click meanwhile would be lost. And it may have closed again.
    if (!connection.isOpen) return;
    banner.found();
    document.body.classList.remove("lost");
    await editor.begin();
  }


  game.changed();
  connection.connect();
  if (carrier.hasDisk) editor.watch();
  return game;
}
