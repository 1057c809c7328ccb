// Runs all checks and tests from a fresh clone; with --quick only those that need no build. The last line is `N passed, N
// failed`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fetchNode } from "../scripts/nodes.js";
import { buildIfStale, checkNode, installIfStale, NODES } from "../scripts/prepare.js";
import { INSTANTS } from "./clock.js";

const E2E_REPORT = ".cache/e2e.json";
/** Servers from Debian's packages, without which some tests are skipped. */
const SERVERS = [
  { name: "PostgreSQL 15", program: "/usr/lib/postgresql/15/bin/postgres", debian: "postgresql-15" },
  { name: "nginx", program: "/usr/sbin/nginx", debian: "nginx-light" },
  { name: "Redis", program: "/usr/bin/redis-server", debian: "redis-server" },
];
const isQuick = process.argv.includes("--quick");
/** Unit tests, gateways and mocks, and page tests that take seconds. */
const QUICK = [
  ...["tests/warm-up/database", "app", "mocks", "tests/architecture", "tests/routes"],
  ...["integration/login-page", "integration/sign-in.", "integration/dashboard"],
];

checkNode();
installIfStale();
mkdirSync(".cache", { recursive: true });
rmSync(E2E_REPORT, { force: true });
const { apt, fetchShell, findBrowser } = await import("../scripts/browser.js");

const total = { passed: 0, failed: 0, skipped: 0 };
/** The message of each failed test, repeated at the end. */
const failures = [];
/** The duration of each test file, once for each run. */
const files = [];

// These run during the build, and later beside the tests.
const checks = [
  check("lint", ["biome", "check", "."]),
  check("types", ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/types.json"]),
  check("unused code", ["knip", "--config", "scripts/knip.json"]),
];
if (!isQuick) {
  buildIfStale();
  prepareServers();
  if (mayInstallPackages()) fetchShell();
}
// All kinds of tests often wait, so they run at the same time.
const runs = isQuick
  ? [vitest("unit, quick routes", process.execPath, QUICK)]
  : [
      vitest("unit, routes, database", process.execPath, ["--project=!processes*"]),
      vitest("processes of the site", process.execPath, ["--project=processes*"], { output: "pipe" }),
      playwright(),
    ];
await Promise.all([...checks, ...runs]);
if (process.env.LONG === "1") {
  await testOnEachNode();
  await testAtEachInstant();
}

printLongestFiles();
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}\n`,
);
process.exit(total.failed > 0 ? 1 : 0);

/** Runs a check that passes or fails as a whole, and prints its output at the end. */
async function check(name, args) {
  const startedAt = Date.now();
  const child = spawn("npx", args, { stdio: ["ignore", "pipe", "pipe"] });
  const [output, problems, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  const written = `${output}${problems}`;
  process.stdout.write(`\n== ${name}\n${written}== ${name}: ${verdict(status, startedAt)}\n`);
  if (status !== 0) failures.push(`${name}\n${written}`);
  total[status === 0 ? "passed" : "failed"] += 1;
}

/**
 * Runs a test runner and adds its report to `total`. Its output is printed as it comes, or at the end if `output` is "pipe". A
 * missing report, or an exit code other than 0 without a failed test, counts as one failure.
 */
async function suite(name, command, args, readReport, { env = {}, output = "inherit" } = {}) {
  const startedAt = Date.now();
  const child = spawn(command, args, { stdio: ["ignore", output, "inherit"], env: { ...process.env, ...env } });
  const [written, [status]] = await Promise.all([child.stdout ? text(child.stdout) : "", once(child, "close")]);
  process.stdout.write(`\n== ${name}\n${written}== ${name}: ${verdict(status, startedAt)}\n`);
  try {
    const counts = readReport();
    for (const kind of ["passed", "failed", "skipped"]) total[kind] += counts[kind];
    if (status !== 0 && counts.failed === 0) total.failed += 1;
  } catch (error) {
    process.stdout.write(`${name}: no report (${error.message})\n`);
    total.failed += 1;
  }
}

/** Runs test files with Vitest by this Node executable. */
function vitest(name, node, files, options = {}) {
  const report = `.cache/${name.replace(/\W+/g, "-")}.json`;
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile=${report}`];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...reporters, ...files];
  rmSync(report, { force: true });
  return suite(name, node, args, () => readUnitReport(report), options);
}

/** Runs the end-to-end tests. */
function playwright() {
  const env = { CHROMIUM_PATH: findBrowser(), E2E_REPORT };
  const args = ["playwright", "test", "--config", "tests/playwright.config.ts"];
  return suite("end to end", "npx", args, readE2eReport, { env, output: "pipe" });
}

function readUnitReport(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  for (const { name, message, startTime, endTime, assertionResults } of report.testResults) {
    files.push({ name: path.relative(".", name), seconds: (endTime - startTime) / 1000 });
    if (message) failures.push(`${name}\n${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") failures.push(`${fullName}\n${failureMessages.join("\n")}`);
    }
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
}

function readE2eReport() {
  const { suites, stats } = JSON.parse(readFileSync(E2E_REPORT, "utf8"));
  for (const { title, file, tests } of suites.flatMap(specsOf)) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    files.push({ name: `tests/e2e/${file}`, seconds: ms / 1000 });
    for (const { projectName, results } of tests) {
      for (const { errors } of results) {
        if (errors.length > 0)
          failures.push(`[${projectName}] ${title}\n${errors.map(({ message }) => message).join("\n")}`);
      }
    }
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

/** Runs the smoke test and the tests of all gateways on every supported Node version. */
async function testOnEachNode() {
  for (const [major] of NODES) {
    const node = fetchNode(major);
    if (node) {
      await vitest(`Node ${major}`, node, ["tests/smoke/works.test.ts", "app/platform", "app/domains"], {
        env: { LONG: "" },
      });
    } else {
      process.stdout.write(`Node ${major} cannot be installed here: its tests are skipped.\n`);
      total.skipped += 1;
    }
  }
}

/** Runs the tests that start processes at each time of INSTANTS. */
async function testAtEachInstant() {
  const table = [];
  for (const [name, instant] of Object.entries(INSTANTS)) {
    const { passed, failed } = total;
    const startedAt = Date.now();
    await vitest(`processes at ${name}`, process.execPath, ["--project=processes"], {
      env: { LONG: "", TEST_CLOCK: instant },
    });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    table.push({ name, instant, passed: total.passed - passed, failed: total.failed - failed, seconds });
  }
  console.table(table);
}

/** Prints the ten longest test files. The time of an end-to-end file is the sum of its tests, which run in parallel. */
function printLongestFiles() {
  const seconds = new Map();
  for (const file of files) seconds.set(file.name, (seconds.get(file.name) ?? 0) + file.seconds);
  const longest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, 10);
  process.stdout.write("\nThe ten longest files\n");
  for (const [name, time] of longest) process.stdout.write(`${time.toFixed(1).padStart(7)} s  ${name}\n`);
}

function verdict(status, startedAt) {
  return `${status === 0 ? "ok" : "FAILED"}, ${Math.round((Date.now() - startedAt) / 1000)} s`;
}

/** Returns every spec of a suite of Playwright's report, with those of inner suites. */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Returns whether Debian packages may be installed, as on CI. */
function mayInstallPackages() {
  return process.env.CI && process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

/** Installs PostgreSQL 15, nginx and Redis where that is allowed; without them their tests are skipped. */
function prepareServers() {
  for (const { name, program, debian } of SERVERS.filter((server) => !existsSync(server.program))) {
    if (mayInstallPackages()) {
      process.stdout.write(`Installing ${name} …\n`);
      apt(debian);
    }
    if (!existsSync(program)) process.stdout.write(`${name} is not installed: its tests are skipped.\n`);
  }
}
