// The start page of the site: the gallery is in the page itself.

import { StartPage } from "../gallery/start";
import { BrowserLibrary } from "./library";

new StartPage(new BrowserLibrary()).begin();
