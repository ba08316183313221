// The page that a program on this machine serves.

import { SocketCarrier } from "./socket";
import { openStudio } from "./studio";

const token = new URLSearchParams(location.search).get("token") ?? "";
openStudio(new SocketCarrier(`ws://${location.host}/talk?token=${encodeURIComponent(token)}`), token);
