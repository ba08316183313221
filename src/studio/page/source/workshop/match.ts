// A match between two players of the program: who plays, how it stands, and its games.

import { element, submitting } from "../element";
import type { Game } from "../game";
import type { MatchGame, Setting } from "../match";
import type { MatchScore, State } from "../protocol";
import { levelsOf, PlayerChoice } from "../table/choice";
import { counted } from "../words";

/** A player who plays any legal move. */
const RANDOM = "random";

/** What is played when nothing else is said. */
const USUAL = { games: 20, opening: 4 };

const RESULTS = { win: "won", draw: "drawn", loss: "lost" };

/** As many games as a match has at most. */
const MOST = 1000;

export class MatchView {
  private readonly players = element("div", { class: "sides" });
  private readonly games = element("input", { type: "number", name: "games", min: 1, max: MOST, value: USUAL.games, required: true });
  private readonly opening = element("input", { type: "number", name: "opening", min: 0, max: 40, value: USUAL.opening, required: true });
  private readonly play = element("button", { type: "submit" }, "Play");
  private readonly stop = element("button", { type: "button", hidden: true, click: () => void this.game.match.stop() }, "Stop");
  private readonly form: HTMLElement;
  private readonly bar = element("progress", { "aria-label": "Games played", hidden: true });
  /** What changes all the time is not read out. */
  private readonly present = element("p", { class: "faint" });
  private readonly told = element("p", { class: "told", role: "status" });
  private readonly mean = element("p", { class: "faint" });
  private readonly table = element("table");
  private readonly standing = element("div", { hidden: true }, this.table, this.mean);
  private readonly list = element("ol", { class: "games", "aria-label": "Games of the match" });
  private readonly refusal = element("p", { class: "refusal", hidden: true });
  readonly root: HTMLElement;
  private choices: [PlayerChoice, PlayerChoice] | null = null;
  private offered = "";
  /** The games whose rows are there. */
  private shown: MatchGame[] = [];

  constructor(private readonly game: Game) {
    const submit = submitting(() => this.begin());
    this.form = element(
      "form",
      // A strength that is hidden may be wrong.
      { submit, novalidate: true },
      this.players,
      element("label", {}, this.games, " games"),
      element("label", {}, this.opening, " random plies first"),
      element("div", { class: "buttons" }, this.play, this.stop),
    );
    this.root = element(
      "details",
      { class: "panel match" },
      element("summary", {}, "Play a match"),
      element("p", { class: "faint" }, "Which player of the program is stronger? Each opening is played twice, with exchanged roles."),
      this.refusal,
      this.form,
      this.bar,
      this.present,
      this.told,
      this.standing,
      this.list,
    );
  }

  render(): void {
    const { state, match } = this.game;
    if (state !== null) this.offer(state);
    const { games, setting, isRunning, moves, words } = match;
    this.offerPlay(isRunning);
    this.bar.hidden = !isRunning;
    if (setting === null) return;
    [this.bar.max, this.bar.value] = [setting.games, games.length];
    const plies = moves.length === 0 ? "" : `, ${moves.length} plies so far`;
    this.present.textContent = isRunning ? `Game ${games.length + 1} of ${setting.games}${plies}` : "";
    const told = isRunning ? "" : `The match of ${counted(games.length, "game")} was ${words}.`;
    if (this.told.textContent !== told) this.told.textContent = told;
    this.showTable(games, setting);
    this.showGames(games);
  }

  /** Offers to play or to stop; who has pressed the one button goes on at the other. */
  private offerPlay(isRunning: boolean): void {
    if (this.stop.hidden !== isRunning) return;
    const hadFocus = [this.play, this.stop].some((button) => button === document.activeElement);
    this.stop.hidden = !isRunning;
    this.play.disabled = isRunning;
    if (hadFocus) (isRunning ? this.stop : this.play).focus();
  }

  /** Offers the players of these rules; those that were chosen stay, if they can. */
  private offer(state: State): void {
    const levels = levelsOf(state);
    const offered = JSON.stringify([state.roles.length, levels, state.heuristics]);
    if (offered === this.offered) return;
    this.offered = offered;
    const isForTwo = state.roles.length === 2;
    this.form.hidden = !isForTwo;
    this.refusal.hidden = isForTwo;
    this.refusal.textContent = `A match is played in a game for two roles; the number of roles here is ${state.roles.length}.`;
    const before = this.choices?.map((choice) => choice.player) ?? [];
    const side = (name: string, wanted: string | undefined, usual: string) => {
      const random = levels.includes(RANDOM) ? [] : [element("option", { value: RANDOM }, "any legal move")];
      const choice = new PlayerChoice(name, state, random, () => undefined);
      const isOffered = wanted !== undefined && (levels.includes(wanted) || wanted === RANDOM || wanted.includes("="));
      choice.player = isOffered ? wanted : usual;
      return choice;
    };
    this.choices = [side("First player", before[0], state.usual), side("Second player", before[1], RANDOM)];
    const rows = this.choices.map((choice) => element("div", { class: "seat" }, element("span", { class: "role" }, choice.select.name), choice.select, choice.own.root));
    this.players.replaceChildren(...rows);
  }

  private begin(): void {
    if (this.choices === null || !this.choices.every((choice) => choice.isValid)) return;
    if (![this.games, this.opening].every((field) => field.reportValidity())) return;
    const [first, second] = this.choices;
    this.game.match.begin({
      players: [first.player, second.player],
      games: this.games.valueAsNumber,
      opening: this.opening.valueAsNumber,
    });
  }

  private showTable(games: MatchGame[], { players }: Setting): void {
    const last = games.at(-1);
    this.standing.hidden = last === undefined;
    if (last === undefined || last === this.shown.at(-1)) return;
    const titles = ["Wins", "Draws", "Losses", "Score", "Elo"].map((title) => element("th", { scope: "col" }, title));
    const rows = last.table.map((score, at) => rowsOf(named(players, at), score));
    this.table.replaceChildren(element("caption", {}, "How the players stand"), element("thead", {}, element("tr", {}, ...titles)), ...rows);
    this.mean.textContent = `${last.meanPlies.toFixed(1)} plies a game. Elo with its 95 % interval, from pairs of games with one opening.`;
  }

  /** Adds the rows of the games that were played since, or those of another match. */
  private showGames(games: MatchGame[]): void {
    const isSame = this.shown.every((game, at) => game === games[at]);
    const added = isSame ? games.slice(this.shown.length) : games;
    if (!isSame) this.list.replaceChildren();
    this.list.append(...added.map((game) => this.item(game)));
    this.shown = [...games];
  }

  private item(game: MatchGame): HTMLElement {
    const course = `${RESULTS[game.result]} by the first player as ${game.role}, ${counted(game.plies, "ply", "plies")}`;
    const show = element("button", { type: "button", class: "quiet", title: "Show this game on the board", click: () => void this.open(game) }, game.words);
    return element("li", { class: game.result }, show, element("span", { class: "faint" }, course));
  }

  /** Shows a game on the board. Its line takes the place of another game of the match, and leaves any other line as a variation. */
  private async open({ moves }: MatchGame): Promise<void> {
    const { match, state, lines } = this.game;
    const line = JSON.stringify(state?.line.map((ply) => ply.move));
    const isOfMatch = match.games.some((game) => JSON.stringify(game.moves) === line);
    await lines.showFrom(match.start, moves, !isOfMatch);
  }
}

/** The name of a player: with its number, since both may be of one strength. */
function named(players: [string, string], at: number): string {
  return `${at + 1}. ${(players[at] ?? "").replaceAll("_", " ")}`;
}

/** The rows of a player: the name, which may be long, and the numbers below it. */
function rowsOf(name: string, { wins, draws, losses, share, elo }: MatchScore): HTMLElement {
  const counts = [wins, draws, losses].map((count) => element("td", {}, String(count)));
  const interval = elo === null ? null : element("span", { class: "interval" }, `${elo.least} to ${elo.most}`);
  const numbers = [...counts, element("td", {}, `${(100 * share).toFixed(1)} %`), element("td", {}, elo?.difference ?? "", " ", interval)];
  const title = element("th", { scope: "rowgroup", colspan: numbers.length }, name);
  return element("tbody", {}, element("tr", {}, title), element("tr", { class: "numbers" }, ...numbers));
}
