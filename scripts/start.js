import { existsSync } from "node:fs";
import { buildIfStale, checkNode, findRealSettings, giveUp, installIfStale, isRealSite } from "./prepare.js";

checkNode();
const isReal = isRealSite();
if (isReal) {
  // A real site is built where it is tested. A server that builds itself could run an untested build.
  if (!existsSync("build/server/start.js")) giveUp("There is no build. Run npm ci and npm run build first.");
} else {
  const file = findRealSettings();
  if (file !== undefined) {
    giveUp(
      `The settings of a real site are in ${file}. To start it: NODE_ENV=production node --env-file=${file} build/server/start.js (SANDBOX=1 npm start shows the sandbox.)`,
    );
  }
  installIfStale();
  buildIfStale();
}
await import(isReal ? "../build/server/start.js" : "../build/server/sandbox.js");
