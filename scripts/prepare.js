import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";

const SOURCES = [
  "app",
  "mocks",
  "public",
  "scripts/build-facts.js",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "tsconfig.json",
];
const BUILD_STAMP = "build/stamp";
const INSTALLED = "node_modules/.package-lock.json";

/** Ends the process with one sentence. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The versions of Node that all this is tried on: of each major the oldest minor, as package.json's engines say. */
export const NODES = JSON.parse(readFileSync("package.json", "utf8"))
  .engines.node.split(" || ")
  .map((range) => range.slice(1).split(".").map(Number));

/** Refuses a Node that nothing was tried on, before anything that it could not load. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (NODES.some(([tried, oldest]) => major === tried && minor >= oldest)) return;
  const names = NODES.map(([tried, oldest]) => (oldest ? `${tried}.${oldest}` : tried)).join(", ");
  giveUp(`Node ${process.versions.node} was not tried with this. These were, or a newer minor of theirs: ${names}.`);
}

/** Whether these settings make a real site, as app/env.server.ts has it. */
export function isRealSite(given = process.env) {
  const settings = JSON.parse(readFileSync("app/settings.json", "utf8"));
  return given.SANDBOX === "0" || settings.some(({ name, service }) => service && given[name]?.trim());
}

/** Where the guide to going live puts the settings of a real site. */
const SETTINGS_FILES = [".env", "/etc/mtandao.env"];

/**
 * The file with the settings of a real site that belongs to this folder or machine, if there is one. Without being told to read
 * it, no command may take the sandbox for what was meant; SANDBOX=1 asks for the sandbox all the same.
 */
export function findRealSettings() {
  if (process.env.SANDBOX === "1") return undefined;
  return SETTINGS_FILES.find((file) => existsSync(file) && isRealFile(file));
}

function isRealFile(file) {
  try {
    return isRealSite(parseEnv(readFileSync(file, "utf8")));
  } catch {
    // Only root may read it: it has secrets.
    return true;
  }
}

/** Installs the packages that package-lock.json names, if they are missing or older than it. */
export function installIfStale() {
  const isFresh = existsSync(INSTALLED) && modified(INSTALLED) >= modified("package-lock.json") - 2000;
  if (isFresh) return;
  // npm would empty the folder that the link points to, which is somebody else's.
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp("node_modules is a link, and older than package-lock.json. Remove the link, or install where it points.");
  }
  run("Installing packages", "npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** Whether there is a whole build of the sources as they are now. */
export function isBuilt() {
  return existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === fingerprint();
}

/** Builds the site, if its sources are not the ones that were built last. */
export function buildIfStale() {
  if (!isBuilt()) build();
}

/** Builds the site, and writes down which sources it was built from. */
export function build() {
  const sources = fingerprint();
  // A build that is broken off has no stamp.
  rmSync(BUILD_STAMP, { force: true });
  run("Building the site", process.execPath, [
    "node_modules/@remix-run/dev/dist/cli.js",
    "vite:build",
    "--logLevel",
    "warn",
  ]);
  writeFileSync(BUILD_STAMP, sources);
}

/** Runs a step with its output shown, and gives up if it fails. */
export function run(title, command, args, env = {}) {
  process.stdout.write(`${title} …\n`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", ...env },
  });
  if (status !== 0) giveUp(`${title} failed.`);
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesBelow)) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function filesBelow(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesBelow(path.join(place, name)));
}

function modified(file) {
  return statSync(file).mtimeMs;
}
