import { existsSync } from "node:fs";
import { checkNode, giveUp, isRealSite, refuseRealSite, takeSettings } from "./prepare.js";

checkNode();
const { args, files } = takeSettings();
// As the doctor, it never builds in the folder of a running site.
if (!existsSync("build/server/desk.js")) giveUp("There is no build. Run npm ci and npm run build first.");
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
if (isRealSite()) {
  await import("../build/server/desk.js");
} else {
  refuseRealSite("desk", files);
  await import("../build/server/sandbox-desk.js");
}
