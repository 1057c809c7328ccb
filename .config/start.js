import { existsSync, readFileSync } from "node:fs";
import { buildIfStale, checkNode, giveUp, installIfStale } from "./prepare.js";

checkNode();
const settings = JSON.parse(readFileSync("app/settings.json", "utf8"));
const isReal =
  process.env.SANDBOX === "0" || settings.some(({ name, service }) => service && process.env[name]?.trim());
if (isReal) {
  // A real site is built once, where it is tested; a server that builds itself would run what nobody has seen.
  if (!existsSync("build/server/start.js")) giveUp("There is no build. Run npm ci and npm run build first.");
} else {
  installIfStale();
  buildIfStale();
}
await import(isReal ? "../build/server/start.js" : "../build/server/sandbox.js");
