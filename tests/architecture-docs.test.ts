import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What a recipe has its reader write. */
const TO_WRITE = [
  "app/routes/site/about.tsx",
  "app/model/call.ts",
  "app/routes/call/ui/call-form.tsx",
  "app/routes/call/page.tsx",
  "mocks/handlers/office.ts",
  "app/gateways/office.server.ts",
  "app/gateways/office.server.test.ts",
  "app/model/dns/types/smimea.ts",
];

test.each(["README.md", "CONTRIBUTING.md"])("every path that %s names is there", (file) => {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/(?<![\w/.#-])(?:app|mocks|tests|docs|supabase|\.config)\/[\w./-]*\w/g)];
  const paths = new Set(named.map(([path]) => path));
  expect(paths.size).toBeGreaterThan(5);
  const gone = [...paths].filter((path) => !TO_WRITE.includes(path) && !existsSync(path));
  expect(gone, `${file} leads to what has moved: say where it is now`).toEqual([]);
});

test("every script that they name is one of package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const text = readFileSync("README.md", "utf8") + readFileSync("CONTRIBUTING.md", "utf8");
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
