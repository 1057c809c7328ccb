import { existsSync } from "node:fs";
import { buildIfStale, checkNode, giveUp, installIfStale, isRealSite } from "./prepare.js";

checkNode();
const isReal = isRealSite();
if (isReal) {
  // A real site is built once, where it is tested; a server that builds itself would run what nobody has seen.
  if (!existsSync("build/server/start.js")) giveUp("There is no build. Run npm ci and npm run build first.");
} else {
  installIfStale();
  buildIfStale();
}
await import(isReal ? "../build/server/start.js" : "../build/server/sandbox.js");
