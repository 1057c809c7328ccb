import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { buildFacts } from "../scripts/build-facts.js";
import { SET_CLOCK } from "./clock.js";
import { CHEAP_HASHES, QUICK_DATABASE } from "./database-options.ts";

const isLong = process.env.LONG === "1";
const root = new URL("..", import.meta.url).pathname;
const exclude = ["tests/e2e/**", "node_modules/**", "build/**"];

/** Tests of pure functions and components. They share their processes, since starting one takes longer than most of them. */
const RULES = ["app/model/**/*.test.ts", "app/ui/**/*.test.{ts,tsx}", "app/routes/**/ui/*.test.{ts,tsx}"];

/** Tests of what calls other systems. They share processes too, in which each file loads the site's modules anew. */
const CALLS = [
  "app/**/*.test.{ts,tsx}",
  "mocks/**/*.test.ts",
  "tests/integration/**/*.test.ts",
  "tests/routes.test.ts",
];

/** Tests that start processes of the site, and their neighbours that start none. */
const PROCESSES = ["tests/{resilience,cluster,smoke}/*.test.ts"];
const NO_PROCESSES = ["tests/resilience/{data-folder,hostile-posts,settings}.test.ts"];

/** They make what is then cached. Three workers at once would each do it, and it takes as long as a dozen test files. */
const WARM_UP = "tests/warm-up/*.test.ts";

const sources = ["app", "tests/integration"]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`${root}${name}`, "utf8") }));
const filesWith = (text: string) => sources.filter((file) => file.text.includes(text)).map(({ name }) => name);

/** Tests that start a Redis: the product waits 200 ms for it, which a busy machine may exceed. */
const REDIS = filesWith("/redis-processes.ts");
/** Tests that replace a module, which the next file in the same process must not find replaced. */
const REPLACED_MODULES = filesWith("vi.mock(").filter((name) => !REDIS.includes(name));

/**
 * Runs long files first and short ones last, or one core would wait for the other at the end. The files of a project stay
 * together, because Vitest ends a shared process as soon as a file of another project is next.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const projects = ["warm-up", "site", "replaced-modules", "calls", "rules", "processes", "processes-redis"];
    const folders = ["/tests/", "/app/gateways/", "/app/use-cases/", "/app/http/", "/"];
    const place = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project.name) * folders.length + folders.findIndex((folder) => moduleId.includes(folder));
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  define: buildFacts(),
  test: {
    env: { LOG_LEVEL: "silent", DATA_DIR: "memory://", ACCOUNT_REPLY_MS: "0", ...CHEAP_HASHES },
    // On two cores three workers take a sixth less time than two, because tests also wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst, groupOrder: 1 },
    // These end a test that hangs; they say nothing about how long one may take on a busy machine.
    testTimeout: isLong ? 7_200_000 : 900_000,
    hookTimeout: 900_000,
    projects: [
      {
        extends: true,
        test: {
          name: "warm-up",
          include: [WARM_UP],
          sequence: { groupOrder: 0 },
          setupFiles: ["tests/setup-console.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: { name: "rules", include: RULES, exclude, isolate: false, setupFiles: ["tests/setup-console.ts"] },
      },
      {
        extends: true,
        test: {
          name: "calls",
          include: CALLS,
          exclude: [...exclude, ...RULES, ...REPLACED_MODULES, ...REDIS],
          isolate: false,
          setupFiles: ["tests/setup-modules.ts", "tests/setup-console.ts", "tests/setup-mocks.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "replaced-modules",
          include: REPLACED_MODULES,
          exclude: RULES,
          setupFiles: ["tests/setup-console.ts", "tests/setup-mocks.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          include: ["tests/{budgets,zone-files}/*.test.ts", "tests/*.test.ts", ...NO_PROCESSES],
          exclude: [...exclude, "tests/routes.test.ts"],
          setupFiles: ["tests/setup-console.ts"],
          execArgv: [...SET_CLOCK, ...QUICK_DATABASE],
        },
      },
      {
        extends: true,
        test: {
          // One file at a time and nothing else: the product's own deadlines apply here.
          name: "processes",
          include: PROCESSES,
          exclude: NO_PROCESSES,
          maxWorkers: 1,
          // With TEST_CLOCK each file runs in a process that starts at that time.
          isolate: process.env.TEST_CLOCK !== undefined,
          sequence: { groupOrder: 2 },
          setupFiles: ["tests/setup-modules.ts", "tests/setup-console.ts"],
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
          setupFiles: ["tests/setup-console.ts", "tests/setup-mocks.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
    ],
  },
});
