// First: the site and those who test it go by one clock; the browser by the machine's.
import "./set-clock.js";
import { resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "../scripts/browser.js";
import { CHEAP_HASHES, QUICK_DATABASE } from "./quick-database.ts";

const PORT = Number(process.env.E2E_PORT ?? 4300);

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  // The page that stays open in each worker keeps the process of all others, and what that has compiled; a new one begins in it.
  "--process-per-site",
  "--renderer-process-limit=1",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** About scripts alone: without them there is nothing to see, and the width changes nothing. The phone stands for all. */
const SCRIPTS = ["hydration.spec.ts", "drafts.spec.ts", "bot-check.spec.ts"];

/** About the menu in the bar of a wide screen, the second of them with scripts. */
const BAR_MENU = ["menus.spec.ts", "services-menu.spec.ts"];

/** What only scripts can do or can look at. A test that is skipped once it runs has cost a page by then. */
const ONLY_SCRIPTS = /@scripts/;

/**
 * What a wide screen is seen with: how things are laid out, and each feature's main way, tagged "@wide". The rest says the
 * same at any width, and what needs scripts has them on the phone.
 */
const WIDE = /(\/| )(menus|services-menu)\.spec|@wide/;

/**
 * What scripts do not touch: how a page looks that nobody has typed in, what the server alone decides, what is there for want
 * of them. What is words and links alone is read in a hundredth of the time by tests/integration/read-page.ts.
 */
const PLAIN = /@plain/;

export default defineConfig({
  testDir: "e2e",
  globalTeardown: "./e2e/check-log-for-secrets.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  // On two cores three take a sixth less time than two: tests wait, too.
  workers: 3,
  retries: 0,
  // These end what hangs. How long a test takes depends on what else the machine does.
  timeout: process.env.LONG === "1" ? 900_000 : 180_000,
  expect: { timeout: 60_000 },
  reporter: process.env.E2E_REPORT ? [["line"], ["json", { outputFile: resolve(process.env.E2E_REPORT) }]] : [["line"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    launchOptions: { executablePath: findBrowser(), args: flags },
    trace: "off",
  },
  projects: [
    {
      name: "no-js",
      use: { ...devices["Desktop Chrome"], viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
      testIgnore: [...SCRIPTS, "services-menu.spec.ts"],
      grepInvert: ONLY_SCRIPTS,
    },
    {
      name: "android",
      use: { ...devices["Moto G4"], viewport: { width: 360, height: 740 } },
      testIgnore: BAR_MENU,
      grepInvert: PLAIN,
    },
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
      testIgnore: [...SCRIPTS, "login.spec.ts"],
      grep: WIDE,
    },
  ],
  webServer: {
    command: `rm -rf .cache/e2e && node --import ./tests/set-clock.js ${QUICK_DATABASE.join(" ")} build/server/sandbox.js 2>&1 | tee .cache/e2e.log`,
    cwd: new URL("..", import.meta.url).pathname,
    url: `http://127.0.0.1:${PORT}/readyz`,
    env: {
      PORT: String(PORT),
      SANDBOX_PORT: String(PORT + 1),
      DATA_DIR: ".cache/e2e",
      LOG_LEVEL: "warn",
      ...CHEAP_HASHES,
    },
    reuseExistingServer: process.env.E2E_REUSE === "1",
    stdout: "pipe",
    timeout: 180_000,
  },
});
