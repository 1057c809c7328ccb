import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { buildFacts } from "../scripts/build-facts.js";
import { SET_CLOCK } from "./clock.js";
import { CHEAP_HASHES, QUICK_DATABASE } from "./quick-database.ts";

const isLong = process.env.LONG === "1";
const root = new URL("..", import.meta.url).pathname;
const exclude = ["tests/e2e/**", "node_modules/**", "build/**"];

/** Tests of rules, which call nobody: they share their processes, since starting one takes longer than most of them. */
const RULES = ["app/model/**/*.test.ts", "app/ui/**/*.test.{ts,tsx}", "app/routes/**/ui/*.test.{ts,tsx}"];

/** Tests of what calls others: they share processes too, in which each file loads the site's modules anew. */
const CALLS = [
  "app/**/*.test.{ts,tsx}",
  "mocks/**/*.test.ts",
  "tests/integration/**/*.test.ts",
  "tests/routes.test.ts",
];

/** Tests that start processes of the site, and those beside them that start none. */
const PROCESSES = ["tests/{resilience,cluster,smoke}/*.test.ts"];
const NO_PROCESSES = ["tests/resilience/{data-folder,hostile-posts,reads-settings}.test.ts"];

/** What is made once and kept: three at once would each do it, and it takes as long as a dozen files do. */
const FIRST = "tests/warm-up/*.test.ts";

/** Those of both that put something in a module's place, which the next file must not find there. */
const STAND_INS = ["app", "tests/integration"]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.test\.tsx?$/.test(name) && readFileSync(`${root}${name}`, "utf8").includes("vi.mock("));

/**
 * What takes long first, and what is over in a moment last: or one core waits for the other at the end. A project's files
 * stand together, because Vitest ends a process that files share as soon as one of another project is next.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const projects = ["first", "site", "stand-ins", "calls", "rules", "processes"];
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
    // On two cores three take a sixth less time than two: tests wait, too.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst, groupOrder: 1 },
    // These end what hangs. How long a test takes depends on what else the machine does.
    testTimeout: isLong ? 7_200_000 : 900_000,
    hookTimeout: 900_000,
    projects: [
      {
        extends: true,
        test: {
          name: "first",
          include: [FIRST],
          sequence: { groupOrder: 0 },
          setupFiles: ["tests/setup-rules.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: { name: "rules", include: RULES, exclude, isolate: false, setupFiles: ["tests/setup-rules.ts"] },
      },
      {
        extends: true,
        test: {
          name: "calls",
          include: CALLS,
          exclude: [...exclude, ...RULES, ...STAND_INS],
          isolate: false,
          setupFiles: ["tests/setup-anew.ts", "tests/setup-rules.ts", "tests/setup.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "stand-ins",
          include: STAND_INS,
          exclude: RULES,
          setupFiles: ["tests/setup-rules.ts", "tests/setup.ts"],
          execArgv: QUICK_DATABASE,
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          include: ["tests/{budgets,zone-files}/*.test.ts", "tests/*.test.ts", ...NO_PROCESSES],
          exclude: [...exclude, "tests/routes.test.ts"],
          setupFiles: ["tests/setup-rules.ts"],
          execArgv: [...SET_CLOCK, ...QUICK_DATABASE],
        },
      },
      {
        extends: true,
        test: {
          // One file at a time, and nothing beside it: what these wait for has deadlines of the product.
          name: "processes",
          include: PROCESSES,
          exclude: NO_PROCESSES,
          maxWorkers: 1,
          // Where TEST_CLOCK is set each file has a process that starts then.
          isolate: process.env.TEST_CLOCK !== undefined,
          sequence: { groupOrder: 2 },
          setupFiles: ["tests/setup-anew.ts", "tests/setup-rules.ts"],
          execArgv: [...SET_CLOCK, ...QUICK_DATABASE],
        },
      },
    ],
  },
});
