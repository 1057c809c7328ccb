import { resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "../scripts/browser.js";
import { QUIET_HOUR } from "./clock.js";
import { CHEAP_HASHES, QUICK_DATABASE } from "./database-options.ts";

const PORT = Number(process.env.E2E_PORT ?? 4300);
// The fixtures read them (docs/recipes/testing/fixtures.ts), here and in the workers.
process.env.SITE = `http://127.0.0.1:${PORT}`;
process.env.WORKBENCH = `http://127.0.0.1:${PORT + 1}`;

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  // All pages of a worker share one renderer process, which keeps its compiled code while one page stays open.
  "--process-per-site",
  "--renderer-process-limit=1",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Specs about scripts alone, which do not depend on the width. Only the android project runs them. */
const SCRIPTS = ["hydration.spec.ts", "drafts.spec.ts", "bot-check.spec.ts", "suggestions.spec.ts"];

/** The spec of old browsers, which has a project of its own. */
const OLD = "old-browsers.spec.ts";

/** The spec of the Services menu, which only wide screens have. */
const WIDE_MENU = "services-menu.spec.ts";

/** Tests that need scripts. A tag is cheaper than `test.skip`, which opens a page first. */
const ONLY_SCRIPTS = /@scripts/;

/** Tests for a wide screen too: layout, and the main journey of each feature. */
const WIDE = /@wide/;

/**
 * Tests that scripts do not change: the look of an unused page, the server's decisions, markup for browsers without scripts.
 */
const SCRIPT_INDEPENDENT = /@script-independent/;

export default defineConfig({
  testDir: "e2e",
  globalTeardown: "./e2e/check-log-for-secrets.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  // Tests also wait, so on two cores three workers take a sixth less time than two.
  workers: 3,
  retries: 0,
  // These timeouts only end tests that hang; a busy machine is slow.
  timeout: process.env.LONG === "1" ? 900_000 : 180_000,
  expect: { timeout: 60_000 },
  reporter: process.env.E2E_REPORT ? [["line"], ["json", { outputFile: resolve(process.env.E2E_REPORT) }]] : [["line"]],
  use: {
    launchOptions: { executablePath: findBrowser(), args: flags },
    trace: "off",
    // A test's routes do not see what a worker requests. The tests of the worker allow it.
    serviceWorkers: "block",
  },
  projects: [
    {
      name: "no-js",
      use: { ...devices["Desktop Chrome"], viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
      testIgnore: [...SCRIPTS, OLD],
      grepInvert: ONLY_SCRIPTS,
    },
    {
      name: "android",
      use: { ...devices["Moto G4"], viewport: { width: 360, height: 740 } },
      testIgnore: [WIDE_MENU, OLD],
      grepInvert: SCRIPT_INDEPENDENT,
    },
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
      testIgnore: [...SCRIPTS, OLD],
      grep: WIDE,
    },
    { name: "old", use: { ...devices["Moto G4"] }, testMatch: OLD },
  ],
  webServer: {
    command: `rm -rf .cache/e2e && node --import ./tests/set-deadlines.js ${QUICK_DATABASE.join(" ")} build/server/sandbox.js 2>&1 | tee .cache/e2e.log`,
    cwd: new URL("..", import.meta.url).pathname,
    url: `http://127.0.0.1:${PORT}/readyz`,
    env: {
      PORT: String(PORT),
      SANDBOX_PORT: String(PORT + 1),
      DATA_DIR: ".cache/e2e",
      LOG_LEVEL: "warn",
      // The same day at each run, far from midnight.
      SANDBOX_CLOCK: QUIET_HOUR,
      ...CHEAP_HASHES,
    },
    reuseExistingServer: process.env.E2E_REUSE === "1",
    // The log, with the warnings that tests cause, is in .cache/e2e.log.
    stdout: "ignore",
    timeout: 180_000,
  },
});
