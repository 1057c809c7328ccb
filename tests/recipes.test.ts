import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const FOLDER = "docs/recipes";
const RECIPES = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

/** A copy of the project to which all recipes are applied. */
let copy = "";
/** The test files that the recipes add. */
const added = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => name.replace(/^[^/]+\//, ""));
/** The files of the copy that differ from those of the project. */
const changed = new Set<string>();

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "recipes-"));
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) if (existsSync(file)) cpSync(file, path.join(copy, file));
  // Without node_modules/.cache: the copy has its own, because its database has another table.
  mkdirSync(path.join(copy, "node_modules"));
  for (const name of readdirSync("node_modules")) {
    if (name !== ".cache") symlinkSync(path.resolve("node_modules", name), path.join(copy, "node_modules", name));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Steps such as: In `file`, after the line with `text`, add this: and a code block. */
const STEP =
  /In\s+`([^`]+)`,\s+(after|before|replace)\s+the\s+line\s+with\s+`([^`]+)`[^:`]*(?:`[^`]*`[^:`]*)*:\n\n {3}```\w+\n([\s\S]*?) {3}```/g;

/** Returns the steps of a recipe that change a file. */
function stepsOf(recipe: string) {
  return [...recipe.matchAll(STEP)].map(([, file = "", how, text = "", block = ""]) => {
    return { file, how, text, lines: block.replace(/^ {3}/gm, "") };
  });
}

/** Changes a file of the copy as a step says. */
function follow({ file, how, text, lines }: ReturnType<typeof stepsOf>[number]) {
  const target = path.join(copy, file);
  const all = readFileSync(target, "utf8").split(/(?<=\n)/);
  const places = all.flatMap((line, index) => (line.includes(text) ? [index] : []));
  expect(places, `${file} must have one line with “${text}”`).toHaveLength(1);
  const [place = 0] = places;
  all.splice(how === "after" ? place + 1 : place, how === "replace" ? 1 : 0, lines);
  writeFileSync(target, all.join(""));
  changed.add(file);
}

function run(...command: string[]) {
  // Property tests run as usual in the copy, also with LONG=1.
  const env = { ...process.env, LONG: "" };
  const { status, stdout, stderr } = spawnSync("npx", command, { cwd: copy, encoding: "utf8", env });
  expect(status, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
}

const vitest = (...names: string[]) => run("vitest", "run", "--config", "tests/vitest.config.ts", ...names);

test.each(RECIPES)("every code block of %s belongs to a step that names its file and line", (name) => {
  const recipe = readFileSync(`${FOLDER}/${name}`, "utf8");
  expect(stepsOf(recipe).length).toBe(recipe.match(/^ *```\w+$/gm)?.length ?? 0);
  const folder = `${FOLDER}/${name.replace(".md", "")}`;
  expect([recipe.includes(`\`cp -R ${folder}/. .\``), existsSync(folder)]).toEqual([true, true]);
});

describe("a copy of the project to which all recipes are applied", () => {
  beforeAll(() => {
    for (const name of RECIPES) {
      const folder = path.join(FOLDER, name.replace(".md", ""));
      cpSync(folder, copy, { recursive: true });
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) changed.add(file);
    }
    for (const name of RECIPES) stepsOf(readFileSync(`${FOLDER}/${name}`, "utf8")).forEach(follow);
  });

  test("passes lint and types", () => {
    const files = [...changed].filter((file) => /\.(tsx?|json)$/.test(file));
    run("biome", "check", "--write", ...files);
    run("tsc", "--noEmit");
  });

  test("passes the tests of the recipes and those that a forgotten step fails", () => {
    // `npm run schema`
    vitest("tests/integration/schema.test.ts", "--update");
    vitest(...added, "tests/architecture", "tests/integration/rules.test.ts", "mocks/sample-mails");
  });

  test.runIf(process.env.LONG === "1")("passes the tests that concern all pages, tables, settings and mails", () => {
    run("knip", "--config", "scripts/knip.json");
    const pages = ["tests/routes", "tests/integration/ownership", "tests/integration/desk-access"];
    const tables = ["tests/integration/own-data", "tests/integration/doctor", "tests/integration/backup", "mocks"];
    vitest(...pages, ...tables, "app/dns", "app/doctor", "app/mail", "app/server", "app/platform/settings");
  });
});
