import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Draws pages in Roboto, the font of Android phones. */
const FONTS = fileURLToPath(new URL("../tests/fonts.conf", import.meta.url));

/** Chromium without its window: the tests take half the time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Returns the path of a Chromium for the tests: CHROMIUM_PATH, the system's or Playwright's. Otherwise installs one with
 * Playwright's installer, or as root from Debian's packages. Browsers that this process starts use tests/fonts.conf. Throws if
 * no browser can be installed.
 */
export function findBrowser() {
  process.env.FONTCONFIG_FILE ??= FONTS;
  const known = [process.env.CHROMIUM_PATH, SHELL, ...SYSTEM, playwrightOwn()].find((path) => path && existsSync(path));
  if (known) return known;
  process.stdout.write("No browser found: fetching one with Playwright's installer …\n");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: ["ignore", "inherit", "inherit"] });
  if (existsSync(playwrightOwn())) return playwrightOwn();
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    process.stdout.write("That failed: installing Debian's chromium …\n");
    if (!apt("chromium-headless-shell")) apt("chromium");
  }
  const installed = [SHELL, ...SYSTEM].find((path) => existsSync(path));
  if (!installed) throw new Error("There is no Chromium: install one or set CHROMIUM_PATH.");
  return installed;
}

/**
 * Starts the Chromium of `findBrowser`, with these options beside those that every machine takes, and `more` for Playwright.
 */
export async function launchBrowser(/** @type {string[]} */ options = [], more = {}) {
  const { chromium } = await import("playwright");
  const args = ["--no-sandbox", "--disable-gpu", ...options];
  return chromium.launch({ executablePath: findBrowser(), args, ...more });
}

/** Installs the headless shell, which makes tests faster, if another Chromium is used. */
export function fetchShell() {
  if (process.env.CHROMIUM_PATH || existsSync(SHELL)) return;
  process.stdout.write("Installing Chromium's headless shell …\n");
  apt("chromium-headless-shell");
}

/** Updates the package lists and installs a Debian package. Returns whether that worked. */
export function apt(name) {
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  return spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options).status === 0;
}

function playwrightOwn() {
  return createRequire(import.meta.url)("playwright").chromium.executablePath();
}
