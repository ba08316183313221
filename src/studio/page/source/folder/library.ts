// The games of a folder on this machine. The program lists and draws them, and makes new files.

import type { Line } from "../address";
import { type Card, type Contents, type Library, MOST_RECENT, Refusal } from "../gallery/library";
import { addressOf, request } from "./address";
import { Turns } from "./turns";

/** A game, as the program tells of it. */
interface ToldGame {
  game: string;
  title: string;
  about: string;
  version: string;
}

/** What the program tells of its folder. */
interface Told {
  folder: string;
  games: ToldGame[];
  used: string[];
  templates: { name: string; text: string }[];
  shipped: ToldGame[];
}

/** So many pictures are asked for at a time: other requests are not kept waiting by slow ones. */
const AT_ONCE = 3;

export class FolderLibrary implements Library {
  private turns = new Turns(AT_ONCE);

  async contents(): Promise<Contents> {
    // What was asked for before the page was left may never be answered, and would keep its turn.
    this.turns = new Turns(AT_ONCE);
    const { folder, games, used, templates, shipped } = await asked<Told>("/games");
    const cards = new Map(games.map((told) => [told.game, this.card(told)]));
    return {
      folder: folder === "" ? "this folder" : folder,
      recent: used.flatMap((game) => cards.get(game) ?? []).slice(0, MOST_RECENT),
      games: [...cards.values()],
      copies: shipped.map((told) => this.copy(told)),
      own: [],
      templates: Object.fromEntries(templates.map(({ name, text }) => [name, text])),
    };
  }

  async add(name: string, text: string): Promise<string> {
    return (await asked<{ game: string }>("/games", { name }, { method: "POST", body: text })).game;
  }

  address(path: string, line?: Line): string {
    return addressOf(path, line);
  }

  private card({ game, ...told }: ToldGame): Card {
    let drawn: Promise<string> | null = null;
    // A game that was used last is shown twice.
    const picture = () => (drawn ??= this.picture({ game }));
    return { ...told, open: addressOf(game), picture };
  }

  private copy({ game, ...told }: ToldGame): Card {
    const open = async () => addressOf((await asked<{ game: string }>("/copies", { name: game }, { method: "POST" })).game);
    return { ...told, open, picture: () => this.picture({ game, shipped: "true" }) };
  }

  private async picture(fields: Record<string, string>): Promise<string> {
    const drawn = await this.turns.take(() => asked<{ svg: string } | { fault: string }>("/picture", fields));
    if ("fault" in drawn) throw new Refusal(drawn.fault);
    return `data:image/svg+xml,${encodeURIComponent(drawn.svg)}`;
  }
}

/** The program's answer to a request. A `Refusal` says why there is none. */
async function asked<Answer>(path: string, fields: Record<string, string> = {}, init: RequestInit = {}): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(request(path, fields), init);
  } catch {
    throw new Refusal("The server has stopped. Start it again, and open the address that it prints.");
  }
  if (!answer.ok) throw new Refusal((await answer.text()).trim());
  return (await answer.json()) as Answer;
}
