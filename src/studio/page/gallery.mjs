// The parts of the start page (`start.html`) that differ between the program and the site.

/** The page of a folder that the program serves. */
export const FOLDER = {
  policy: "",
  title: "Regola",
  style: "/assets/gallery.css",
  script: "/assets/gallery.js",
  words: `<p>Play a game, read and change its rules beside the board, and ask why a move is not legal. A rule file that is dropped here is copied into the folder.</p>
      <noscript>The studio needs JavaScript.</noscript>`,
  yours: "New game",
  own: "",
  games: "",
  copies: `<details id="copies" hidden>
        <summary><h2>Copy a game of Regola into the folder</h2></summary>
        <ul class="gallery"></ul>
      </details>`,
  licenses: "/assets/licenses.txt",
};

/** The start page of the site, with these games. */
export function siteStart(games) {
  return {
    policy: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">`,
    title: "Regola: games as rule files",
    style: "start.css",
    script: "start.js",
    words: `<p>A game is a file of rules. Play one of these, read and change its rules beside the board, ask why a move is not legal, or write your own.</p>
      <nav aria-label="Site"><a href="book/index.html">Book: how to write rules, with examples that run</a> <a href="playground.html">Playground: a small game to change at once</a></nav>`,
    yours: "Your games",
    own: `<div id="own" hidden>
          <p>Saved in this browser:</p>
          <ul></ul>
        </div>`,
    games,
    copies: "",
    licenses: "licenses.txt",
  };
}
