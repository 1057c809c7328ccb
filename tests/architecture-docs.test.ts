import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import settings from "#app/platform/settings.json" with { type: "json" };

/** The files that the recipes add, by their target paths. */
const FROM_RECIPES = readdirSync("docs/recipes", { recursive: true, encoding: "utf8" }).map((name) =>
  name.replace(/^[^/]+\//, ""),
);

const RECIPES = readdirSync("docs/recipes").filter((name) => name.endsWith(".md"));
const GUIDES = ["README.md", "CONTRIBUTING.md", ...RECIPES.map((name) => `docs/recipes/${name}`)];
const read = (file: string) => readFileSync(file, "utf8");

test.each(GUIDES)("every path that %s names exists", (file) => {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/(?<![\w/.#-])(?:app|mocks|tests|docs|supabase|\scripts)\/[\w./-]*\w/g)];
  const paths = new Set(named.map(([path]) => path));
  expect(paths.size).toBeGreaterThan(2);
  const missing = [...paths].filter((path) => !FROM_RECIPES.includes(path) && !existsSync(path));
  expect(missing, `${file} names paths that do not exist`).toEqual([]);
});

test("every function, type and constant that CONTRIBUTING.md and the recipes name is declared in the code", () => {
  const folders = ["app", "mocks", "tests", "scripts", "docs/recipes"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|js|json|sql)$/.test(name))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
  );
  const declaration = /\b(?:function|const|type|class) (?:public\.)?(\w+)|^ +(\w+)\??: |"name": "(\w+)"/gm;
  const guide = GUIDES.slice(1).map(read).join("\n");
  const declared = new Set([...[...files, guide].join("\n").matchAll(declaration)].flatMap(([, ...names]) => names));
  const code = guide.match(/```(?:ts|json)\n[\s\S]*?```|`[^`\n]+`/g) ?? [];
  // Names in camel case or in capitals, and functions that the code calls; not the methods and the globals of the platform.
  const name = /\b[A-Za-z]*[a-z][A-Z]\w*|\b[A-Z][A-Z_]{4,}\b(?!\.md)|(?<![\w.])[a-z]\w+(?=\()/g;
  const names = code.flatMap((text) => text.match(name) ?? []);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !declared.has(name))).toEqual([]);
});

test("CONTRIBUTING.md lists every background run", () => {
  const code = readFileSync("app/server/background-loops.server.ts", "utf8");
  const names = [...code.matchAll(/name: "([^"]+)"/g)].map(([, name = ""]) => name);
  const listed = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| ([a-z ]+) \| \d+ (?:s|min)/gm)];
  expect(listed.map(([, name]) => name).sort()).toEqual(names.sort());
});

test("every npm script that the documents name is in package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const text = GUIDES.map(read).join("\n");
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test(".env.example has every setting and no other, with its explanation and default, commented out unless required", () => {
  const text = readFileSync(".env.example", "utf8");
  const documented = [...text.matchAll(/^# (.+)\n(#?)([A-Z_]+)=(.*)$/gm)].map(([, about, comment, name, value]) => ({
    name,
    about,
    value,
    isRequired: comment === "",
  }));
  const names = documented.map(({ name }) => name);
  const missing = settings.filter(({ name }) => !names.includes(name));
  const lines = missing.map((one) => `# ${one.about}\n${one.required ? "" : "#"}${one.name}=${one.default ?? ""}\n`);
  expect(missing, `.env.example lacks this, where app/platform/settings.json has it:\n\n${lines.join("\n")}`).toEqual(
    [],
  );
  expect(documented).toEqual(
    settings.map(({ name, about, required = false, default: value = "" }) => ({
      name,
      about,
      value,
      isRequired: required,
    })),
  );
  expect(text.match(/^#?[A-Z_]+=/gm)).toHaveLength(settings.length);
});

test.each(RECIPES)("%s has at most 45 lines beside its code, and CONTRIBUTING.md lists it", (name) => {
  const text = read(`docs/recipes/${name}`).replace(/^ *```\w+\n[\s\S]*?```\n/gm, "");
  expect(text.trim().split("\n").length).toBeLessThanOrEqual(45);
  expect(read("CONTRIBUTING.md")).toContain(`](docs/recipes/${name})`);
});
