import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A copy of the project to which all recipes are applied. */
let copy = "";
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "recipes-"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const GUIDE = readFileSync("CONTRIBUTING.md", "utf8");

/** Returns the first code block of CONTRIBUTING.md after a text. */
function codeAfter(text: string): string {
  const [, code] = /```\w+\n([\s\S]*?)```/.exec(GUIDE.slice(GUIDE.indexOf(text))) ?? [];
  if (!GUIDE.includes(text) || code === undefined) throw new Error(`CONTRIBUTING.md has no code after: ${text}`);
  return code.replace(/^ {3}/gm, "");
}

/** Inserts text before or after a string in a file of the copy. */
function insert(file: string, place: { after: string } | { before: string }, text: string) {
  const content = readFileSync(path.join(copy, file), "utf8");
  const anchor = "after" in place ? place.after : place.before;
  expect(content.split(anchor), `${file} has one “${anchor}”`).toHaveLength(2);
  writeFileSync(
    path.join(copy, file),
    content.replace(anchor, "after" in place ? `${anchor}${text}` : `${text}${anchor}`),
  );
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
  insert(
    "app/routes.ts",
    { after: contact },
    codeAfter("add its URL, its file") + codeAfter("2. In `app/routes.ts`, after the line of `contact`:"),
  );
  insert(
    "app/routes/site/ui/site-links.ts",
    { before: '  { to: "/privacy"' },
    '  { to: "/about", label: "About us", places: ["foot"] },\n',
  );
  insert(
    "tests/forms.ts",
    { after: '  ["/contact", ["message", "name", "email", "subject", "domain", "answer"], { website_2: "" }],\n' },
    codeAfter("In `tests/forms.ts`, after `/contact`"),
  );
  insert(
    "app/platform/settings.json",
    { before: '  {\n    "name": "PROJECTS_URL"' },
    codeAfter("after the setting `CONTACT_URL`"),
  );
  insert(".env.example", { after: "#CONTACT_URL=\n\n" }, `${codeAfter("And the same in `.env.example`")}\n`);
  insert(
    "mocks/handlers.ts",
    { before: "import { projectsHandlers" },
    'import { officeHandlers } from "./handlers/office.ts";\n',
  );
  insert("mocks/handlers.ts", { after: "  ...contactHandlers,\n" }, "  ...officeHandlers,\n");
  insert("app/platform/upstream/record-call.server.ts", { after: '  "bot-check",\n' }, '  "office",\n');
  insert("app/doctor/own-services.server.ts", { before: '    { name: "projects"' }, codeAfter("the doctor's check"));
  insert("docs/operations.md", { after: "| `contact service`," }, " `office service`,");
  insert("app/dns/rare-types.ts", { before: "\n/**" }, 'import { SMIMEA } from "./types/smimea.ts";\n');
  insert("app/dns/rare-types.ts", { before: "];" }, ", SMIMEA");

  run("biome", "check", "--write", ".");
  run("tsc", "--noEmit");
  run("knip", "--config", "scripts/knip.json");
  const inApp = ["app/routes/call", "app/contact/office", "app/dns", "app/doctor"];
  const tests = [...inApp, "tests/architecture", "tests/routes", "mocks"];
  run("vitest", "run", "--config", "tests/vitest.config.ts", ...tests);
});
