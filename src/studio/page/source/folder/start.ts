// The page of a folder that a program on this machine serves.

import { StartPage } from "../gallery/start";
import { FolderLibrary } from "./library";

new StartPage(new FolderLibrary()).begin();
