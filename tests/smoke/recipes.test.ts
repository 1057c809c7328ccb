import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The folder of a copy of the project with all recipes. */
let copy = "";
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "recipes-"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const GUIDE = readFileSync("CONTRIBUTING.md", "utf8");

/** Returns the fenced code after these words of CONTRIBUTING.md. */
function codeAfter(words: string): string {
  const [, code] = /```\w+\n([\s\S]*?)```/.exec(GUIDE.slice(GUIDE.indexOf(words))) ?? [];
  if (!GUIDE.includes(words) || code === undefined) throw new Error(`CONTRIBUTING.md does not say: ${words}`);
  return code.replace(/^ {3}/gm, "");
}

/** Inserts text before or after a string in a file of the copy. */
function put(file: string, place: { after: string } | { before: string }, text: string) {
  const there = readFileSync(path.join(copy, file), "utf8");
  const mark = "after" in place ? place.after : place.before;
  expect(there.split(mark), `${file} has one “${mark}”`).toHaveLength(2);
  writeFileSync(path.join(copy, file), there.replace(mark, "after" in place ? `${mark}${text}` : `${text}${mark}`));
}

function run(...command: string[]) {
  const { status, stdout, stderr } = spawnSync("npx", command, { cwd: copy, encoding: "utf8" });
  expect(status, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
}

// This takes three minutes of CPU time, and the recipes rarely change.
test.runIf(process.env.LONG === "1")("the recipes produce a site that passes lint, types and tests", () => {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) cpSync(file, path.join(copy, file));
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  for (const recipe of ["page", "form", "gateway", "record-type"]) {
    cpSync(path.join(copy, "docs/recipes", recipe), copy, { recursive: true });
  }

  const contact = '"Ask us. A person answers."),\n';
  put(
    "app/routes.ts",
    { after: contact },
    codeAfter("add its URL, its file") + codeAfter("2. In `app/routes.ts`, after the line of `contact`:"),
  );
  put(
    "app/routes/site/ui/site-links.ts",
    { before: '  { to: "/privacy"' },
    '  { to: "/about", label: "About us", places: ["foot"] },\n',
  );
  put(
    "tests/forms.ts",
    { after: '  ["/contact", ["message", "name", "email", "subject", "domain", "answer"], { website_2: "" }],\n' },
    codeAfter("In `tests/forms.ts`, after `/contact`"),
  );
  put("app/settings.json", { before: '  {\n    "name": "PROJECTS_URL"' }, codeAfter("after the setting `CONTACT_URL`"));
  put(".env.example", { after: "#CONTACT_URL=\n\n" }, `${codeAfter("And the same in `.env.example`")}\n`);
  put(
    "mocks/handlers.ts",
    { before: "import { projectsHandlers" },
    'import { officeHandlers } from "./handlers/office.ts";\n',
  );
  put("mocks/handlers.ts", { after: "  ...contactHandlers,\n" }, "  ...officeHandlers,\n");
  put("app/gateways/upstream/record-call.server.ts", { after: '  "bot-check",\n' }, '  "office",\n');
  put("app/doctor/workers.server.ts", { before: '    { name: "projects"' }, codeAfter("the doctor's check"));
  put("docs/operations.md", { after: "| `contact service`," }, " `office service`,");
  put("app/model/dns/types.ts", { before: "import { SRV }" }, 'import { SMIMEA } from "./types/smimea.ts";\n');
  put("app/model/dns/types.ts", { after: "SRV, CAA" }, ", SMIMEA");

  run("biome", "check", "--write", ".");
  run("tsc", "--noEmit");
  run("knip", "--config", "scripts/knip.json");
  const tests = [
    "app/routes/call",
    "app/gateways/office",
    "app/model/dns",
    "app/doctor",
    "tests/architecture",
    "tests/routes",
    "mocks",
  ];
  run("vitest", "run", "--config", "tests/vitest.config.ts", ...tests);
});
