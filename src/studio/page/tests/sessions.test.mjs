// The session files of a game: run by the texts of the page, compared with what was stored, and accepted.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { play, rewrite, says, square, withProgram, withSite } from "./studio.mjs";

const stored = fileURLToPath(new URL("../../../../snapshots/", import.meta.url));

/** Copies the stored output of a shipped game to where the program looks for it. */
function copySnapshots(folder, game) {
  mkdirSync(join(folder, "snapshots"));
  for (const name of readdirSync(stored).filter((name) => name.startsWith(`${game}__`))) cpSync(join(stored, name), join(folder, "snapshots", name));
}

/** Opens the panel; its list is there then. */
async function openPanel(page) {
  const panel = page.locator(".sessions");
  await panel.locator("summary").click();
  return panel;
}

/** Runs all session files to the end. */
async function run(panel) {
  await panel.getByRole("button", { name: "Run" }).click();
  await panel.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
}

/** What the panel says of a heading. */
const heading = (panel, name) => panel.locator(".session li", { hasText: name });

test(
  "a session passes, fails by a rule that is not saved, and passes again once that is saved and accepted",
  withProgram(async ({ folder, start, open }) => {
    copySnapshots(folder, "othello");
    const rules = join(folder, "games/othello.rules");
    const snapshot = join(folder, "snapshots/othello__opening_moves.snap");
    const [oldRules, oldSnapshot] = [readFileSync(rules, "utf8"), readFileSync(snapshot, "utf8")];
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const panel = await openPanel(page);
    await panel.getByText("othello.session").waitFor();
    await run(panel);
    await panel.getByText("6 ok.").waitFor();
    assert.equal(await panel.locator(".session pre").count(), 0);

    await rewrite(page, "init(control(black))", "init(control(white))");
    // Not a moment is left for what was typed to be played by.
    await run(panel);
    await panel.getByRole("status").filter({ hasText: /changed/ }).waitFor();
    const opening = heading(panel, "Opening moves");
    await opening.getByText("changed").waitFor();
    await opening.locator("del", { hasText: "- black to move" }).first().waitFor();
    await opening.locator("ins", { hasText: "+ white to move" }).first().waitFor();
    await opening.getByText(/^line [0-9]+$/).waitFor();
    assert.equal(readFileSync(rules, "utf8"), oldRules);

    await panel.getByRole("button", { name: "Accept othello.session" }).click();
    await panel.getByText("changes of the rules that are not saved").waitFor();
    assert.equal(readFileSync(snapshot, "utf8"), oldSnapshot);

    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("not saved", { exact: true }).waitFor({ state: "hidden" });
    await panel.getByRole("button", { name: "Accept othello.session" }).click();
    await panel.getByText("6 ok.").waitFor();
    assert.match(readFileSync(snapshot, "utf8"), /white to move/);
    await run(panel);
    await panel.getByText("6 ok.").waitFor();

    await rewrite(page, "init(control(white))", "init(control(black))");
    await says(page, "Black to move.");
    await panel.getByText("The rules have changed since this run.").waitFor();
  }),
);

test(
  "what is accepted is what was shown: other rules on the disk are run again first",
  withProgram(async ({ folder, start, open }) => {
    copySnapshots(folder, "tictactoe");
    const session = join(folder, "games/tictactoe.session");
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    const panel = await openPanel(page);
    writeFileSync(session, `${readFileSync(session, "utf8")}\n%% Later\nmember(X, [1]).\n`);
    await run(panel);
    await heading(panel, "Later").getByText("new").waitFor();
    writeFileSync(session, readFileSync(session, "utf8").replace("member(X, [1])", "member(X, [2])"));
    await panel.getByRole("button", { name: "Accept tictactoe.session" }).click();
    await panel.getByText("the output is no longer what was shown").waitFor();
    assert.ok(!readdirSync(join(folder, "snapshots")).includes("tictactoe__later.snap"));
    await run(panel);
    await heading(panel, "Later").locator("ins", { hasText: "X = 2" }).waitFor();
    await panel.getByRole("button", { name: "Accept tictactoe.session" }).click();
    await panel.getByRole("status").filter({ hasText: /^[0-9]+ ok\.$/ }).waitFor();
    assert.match(readFileSync(join(folder, "snapshots/tictactoe__later.snap"), "utf8"), /X = 2/);
    // A heading that is gone leaves what was stored for it.
    writeFileSync(session, readFileSync(session, "utf8").replace(/\n%% Later[^]*$/, ""));
    await run(panel);
    await heading(panel, "Later").getByText("missing").waitFor();
    await panel.getByRole("button", { name: "Accept tictactoe.session" }).click();
    await panel.getByRole("status").filter({ hasText: /^[0-9]+ ok\.$/ }).waitFor();
    assert.ok(!readdirSync(join(folder, "snapshots")).includes("tictactoe__later.snap"));
  }),
);

test(
  "a session without an end is stopped, and the game goes on",
  withProgram(async ({ folder, start, open }) => {
    writeFileSync(
      join(folder, "games/othello.session"),
      ":load othello.rules\n%% First\nmember(X, [1]).\n%% Endless\n:perft 30\n%% Last\nmember(X, [1]).\n",
    );
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const panel = await openPanel(page);
    await panel.getByRole("button", { name: "Run" }).click();
    await panel.getByText("Running games/othello.session").waitFor();
    // Other questions are answered meanwhile.
    await page.getByRole("button", { name: "Why?" }).click();
    await square(page, "f5").click();
    await page.getByRole("heading", { name: /Why f5/ }).waitFor();
    await page.getByRole("button", { name: "Why?" }).click();
    // A move begins the run again.
    await play(page, "f5");
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    // A slow machine may not have come to the endless entry.
    await panel.getByText(/^line [0-9]: stopped$/).waitFor();
    assert.equal(await heading(panel, "Last").count(), 0);
    assert.ok(await panel.getByRole("button", { name: "Accept othello.session" }).isHidden());
    // The program has waited with its move.
    await page.waitForFunction(() => document.querySelectorAll(".line button").length === 3);
  }),
);

test(
  "an error of a session has its line, and files outside the folder of the game are not read",
  withProgram(async ({ folder, start, open }) => {
    writeFileSync(join(folder, "secret.rules"), "secret(1).\n");
    writeFileSync(
      join(folder, "games/tictactoe.session"),
      ":load tictactoe.rules\n\n%% Wrong\nmember(X, [1]).\nno_such_predicate(X).\n\n%% Outside\n:load ../secret.rules\nsecret(X).\n:save here\n",
    );
    const { address } = await start("games/tictactoe.rules");
    const page = await open(address);
    const panel = await openPanel(page);
    await run(panel);
    await heading(panel, "Wrong").getByText(/^line 5: error.*no_such_predicate/).waitFor();
    await heading(panel, "Outside").getByText(/^line 8: error.*outside the folder of the game/).waitFor();
    await heading(panel, "Outside").getByText(/^line 10: error.*nothing is written here/).waitFor();
    assert.ok(!readdirSync(join(folder, "games")).includes("here.session"));
  }),
);

test(
  "the site says that session tests need the program",
  withSite(async ({ start, open }) => {
    const { address } = await start("games/othello.rules");
    const page = await open(address);
    const panel = await openPanel(page);
    await panel.getByText("Session tests need the program").waitFor();
    assert.ok(await panel.getByRole("button", { name: "Run" }).isHidden());
  }),
);
