import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { buildFacts } from "../scripts/build-facts.js";
import { SET_CLOCK } from "./clock.js";
import { CHEAP_HASHES, QUICK_DATABASE } from "./database-options.ts";

const isLong = process.env.LONG === "1";
const root = new URL("..", import.meta.url).pathname;
const exclude = ["tests/e2e/**", "node_modules/**", "build/**"];

/**
 * Tests of pure functions and components, whose files have no `.server` in their names. They share processes, because starting
 * one takes longer than most tests.
 */
const PURE = ["app/!(routes)/**/!(*.server).test.{ts,tsx}", "app/routes/**/ui/*.test.{ts,tsx}"];

/** Tests of modules that call other systems. They share processes too, but each file loads the site's modules anew. */
const CALLS = [
  "app/**/*.test.{ts,tsx}",
  "mocks/**/*.test.ts",
  "tests/integration/**/*.test.ts",
  "tests/routes.test.ts",
  "tests/growth/*.test.ts",
];

/** Tests that start processes of the site, and the tests in the same folders that start none. */
const PROCESSES = ["tests/{resilience,cluster,smoke}/*.test.ts"];
const NO_PROCESSES = ["tests/resilience/{data-folder,hostile-posts,settings}.test.ts"];

/** They create cached data first. Otherwise each worker would create it, which takes as long as a dozen test files. */
const WARM_UP = "tests/warm-up/*.test.ts";

const sources = ["app", "tests/integration"]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`${root}${name}`, "utf8") }));
const filesWith = (text: string) => sources.filter((file) => file.text.includes(text)).map(({ name }) => name);

/** Tests that start a Redis. They run alone: the product waits 200 ms for it, and a busy machine may take longer. */
const REDIS = filesWith("/redis-processes.ts");
/** Tests that replace a module. Each runs in its own process, so that the next file has the real module. */
const REPLACED_MODULES = filesWith("vi.mock(").filter((name) => !REDIS.includes(name));

/**
 * Runs long files first, so that no core waits at the end. Keeps the files of a project together, because Vitest ends a shared
 * process when the next file is of another project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const projects = ["warm-up", "site", "replaced-modules", "calls", "pure", "processes", "processes-redis"];
    const folders = ["/tests/", "/app/dns/", "/app/domains/", "/app/platform/", "/"];
    const place = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project.name) * folders.length + folders.findIndex((folder) => moduleId.includes(folder));
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  define: buildFacts(),
  test: {
    // Tests of payments switch them on (tests/integration/mpesa-settings.ts).
    env: {
      SANDBOX_RULES: "1",
      ...{ LOG_LEVEL: "silent", DATA_DIR: "memory://", ACCOUNT_REPLY_MS: "0", SANDBOX_PAYMENTS: "0" },
      ...CHEAP_HASHES,
    },
    // On two cores three workers take a sixth less time than two, because tests also wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst, groupOrder: 1 },
    // These timeouts only end tests that hang; a busy machine is slow.
    testTimeout: isLong ? 7_200_000 : 900_000,
    hookTimeout: 900_000,
    projects: [
      {
        extends: true,
        test: {
          name: "warm-up",
          include: [WARM_UP],
          sequence: { groupOrder: 0 },
          setupFiles: ["tests/setup-deadlines.ts", "tests/setup-console.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "pure",
          include: PURE,
          exclude,
          isolate: false,
          setupFiles: ["tests/setup-deadlines.ts", "tests/setup-console.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "calls",
          include: CALLS,
          exclude: [...exclude, ...PURE, ...REPLACED_MODULES, ...REDIS],
          isolate: false,
          setupFiles: [
            "tests/setup-modules.ts",
            "tests/setup-deadlines.ts",
            "tests/setup-console.ts",
            "tests/setup-mocks.ts",
          ],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "replaced-modules",
          include: REPLACED_MODULES,
          exclude: PURE,
          setupFiles: ["tests/setup-deadlines.ts", "tests/setup-console.ts", "tests/setup-mocks.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          include: ["tests/{budgets,zone-files}/*.test.ts", "tests/*.test.ts", ...NO_PROCESSES],
          exclude: [...exclude, "tests/routes.test.ts"],
          setupFiles: ["tests/setup-deadlines.ts", "tests/setup-console.ts"],
          execArgv: [...SET_CLOCK, ...QUICK_DATABASE],
        },
      },
      {
        extends: true,
        test: {
          // One file at a time, because each starts processes of its own.
          name: "processes",
          include: PROCESSES,
          exclude: NO_PROCESSES,
          maxWorkers: 1,
          // With TEST_CLOCK each file runs in a process that starts at that time.
          isolate: process.env.TEST_CLOCK !== undefined,
          sequence: { groupOrder: 2 },
          setupFiles: ["tests/setup-modules.ts", "tests/setup-deadlines.ts", "tests/setup-console.ts"],
          execArgv: [...SET_CLOCK, ...QUICK_DATABASE],
        },
      },
      {
        extends: true,
        test: {
          name: "processes-redis",
          include: REDIS,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          setupFiles: ["tests/setup-deadlines.ts", "tests/setup-console.ts", "tests/setup-mocks.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
    ],
  },
});
