// The page of a game that a program on this machine serves.

import { begun, followGame, lineOf, readLine } from "./address";
import { addressOf, gallery, game as path, request, token } from "./folder/address";
import { FolderLibrary } from "./folder/library";
import type { Game } from "./game";
import { header } from "./gallery/header";
import { SocketCarrier } from "./socket";
import { openStudio } from "./studio";

const key = `${token} ${path}`;
const line = readLine(new URLSearchParams(location.hash.slice(1)));
const here = () => addressOf(path, lineOf(game));
const link = async () => new URL(here(), location.href).href;
const brand = header({ library: new FolderLibrary(), game: () => game, path, gallery, link });
const carrier = new SocketCarrier(`ws://${location.host}${request("/talk", { game: path })}`);
const game: Game = openStudio(carrier, key, begun(key, line), brand);
followGame(game, here);
