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
  "supabase/migrations",
  "supabase/seed.sql",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "tsconfig.json",
];
const BUILD_STAMP = "build/stamp";
const INSTALLED = "node_modules/.package-lock.json";

/** Prints one sentence and exits with 1. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The tested versions of Node from package.json's engines: each major with its oldest minor. */
export const NODES = JSON.parse(readFileSync("package.json", "utf8"))
  .engines.node.split(" || ")
  .map((range) => range.slice(1).split(".").map(Number));

/** Exits if the version of Node is not supported, before code that it cannot load. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (NODES.some(([tried, oldest]) => major === tried && minor >= oldest)) return;
  const names = NODES.map(([tried, oldest]) => (oldest ? `${tried}.${oldest}` : tried)).join(", ");
  giveUp(`Node ${process.versions.node} was not tried with this. These were, or a newer minor of theirs: ${names}.`);
}

/** Returns whether the settings are those of a real site, by the rule of app/platform/env.server.ts. */
export function isRealSite(env = process.env) {
  const settings = JSON.parse(readFileSync("app/platform/settings.json", "utf8"));
  return env.SANDBOX === "0" || settings.some(({ name, service }) => service && env[name]?.trim());
}

/** The settings files of a real site (docs/going-live.md). */
const SETTINGS_FILES = [".env", "/etc/mtandao.env"];

/**
 * Returns the file with the settings of a real site in this folder or on this machine, if there is one. A command that was not
 * given this file must not use the sandbox instead, except with SANDBOX=1.
 */
export function findRealSettings() {
  if (process.env.SANDBOX === "1") return undefined;
  return SETTINGS_FILES.find((file) => existsSync(file) && isRealFile(file));
}

function isRealFile(file) {
  try {
    return isRealSite(parseEnv(readFileSync(file, "utf8")));
  } catch {
    // A settings file has secrets and is often readable by root only.
    return true;
  }
}

const ENV_FILE = /^--env-file=/;

/**
 * Loads the settings files of the command line (`--env-file=FILE`). Returns them and the other words. Exits if one does not
 * exist.
 */
export function takeSettings() {
  const args = process.argv.slice(2).filter((arg) => !ENV_FILE.test(arg));
  const files = process.argv.filter((arg) => ENV_FILE.test(arg)).map((arg) => arg.replace(ENV_FILE, ""));
  for (const file of files) {
    if (!existsSync(file)) giveUp(`There is no file ${file}.`);
    process.loadEnvFile(file);
  }
  return { args, files };
}

/** Exits if the settings of a real site exist: a command without them would use the sandbox. */
export function refuseRealSite(command, files) {
  if (files.length > 0 && process.env.SANDBOX !== "1")
    giveUp(`${files.join(" and ")} has no setting of a real site. Fill it in as docs/going-live.md says, step 7.`);
  const file = findRealSettings();
  if (file === undefined) return;
  const purpose = { doctor: "examine it", desk: "use it" }[command];
  giveUp(`The settings of a real site are in ${file}. To ${purpose}: npm run ${command} -- --env-file=${file}`);
}

/** Installs the packages if one is missing, or is another than in package-lock.json. */
export function installIfStale() {
  if (isInstalled()) return;
  // npm would empty the folder that the link points to.
  if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
    giveUp("node_modules is a link, and not that of package-lock.json. Remove the link, or install where it points.");
  }
  run("Installing packages", "npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/**
 * Returns whether npm has finished installing what package-lock.json lists: npm writes its own list last. Compared by content,
 * because a copied folder and another branch have other times. Optional packages may be for another machine.
 */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const [wanted, installed] = ["package-lock.json", INSTALLED].map(
    (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {},
  );
  return Object.entries(wanted).every(([place, { version, integrity, optional, devOptional }]) => {
    const found = installed[place];
    if (place === "" || (found === undefined && (optional || devOptional))) return true;
    return found?.version === version && found?.integrity === integrity;
  });
}

/** Returns whether there is a complete build of the current sources. */
export function isBuilt() {
  return existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, "utf8") === fingerprint();
}

/** Builds the site if the sources have changed since the last build. */
export function buildIfStale() {
  if (!isBuilt()) build();
}

/** Builds the site and records the fingerprint of its sources. */
export function build() {
  const sources = fingerprint();
  // Without the stamp, an interrupted build counts as missing.
  rmSync(BUILD_STAMP, { force: true });
  run("Building the site", process.execPath, [
    "node_modules/@remix-run/dev/dist/cli.js",
    "vite:build",
    "--logLevel",
    "warn",
  ]);
  run("Preparing the sandbox's database", process.execPath, ["build/server/sandbox-snapshot.js"]);
  writeFileSync(BUILD_STAMP, sources);
}

/** Runs a command with its output shown. Exits if it fails. */
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
  // By content: a copy and a check-out have other times.
  for (const file of SOURCES.flatMap(filesBelow)) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function filesBelow(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesBelow(path.join(place, name)));
}
