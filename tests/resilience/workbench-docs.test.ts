// What docs/testing.md says of the tester's API, tried on a started sandbox.
import { spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { ROUTES } from "#mocks/workbench/api.ts";
import { findBrowser } from "../../scripts/browser.js";
import { httpRequest } from "./request.ts";
import { BY_SMTP, makeFolder, runSite, type Site } from "./run-site.ts";
import { workbenchOf } from "./workbench-calls.ts";

let site: Site;
beforeAll(async () => {
  site = await runSite("sandbox", { LOG_LEVEL: "warn" });
});
const call = workbenchOf(() => site);

test("openapi.json and docs/testing.md have every route, and each shown answer has the members of the real one", async () => {
  const { json: api } = await call("GET /openapi.json");
  const described = Object.entries(api.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("{id}", ":id")}`),
  );
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(described.toSorted()).toEqual(routes.toSorted());
  const docs = readFileSync("docs/testing.md", "utf8");
  expect(routes.filter((route) => !docs.includes(`\`${route}\``))).toEqual([]);
  const inputs: Record<string, object> = {
    "POST /users": { domains: [{}], services: [{}] },
    "POST /state/save": { name: "after-order" },
    "POST /state/load": { name: "after-order" },
    "POST /faults": { service: "dns", effect: "cut" },
    "POST /clock": { advance: "24h" },
    "POST /sessions": { email: "staff@example.co.ke" },
    "POST /payments": { bill: "MH6DQGRR", amount: 1500 },
  };
  // Last those that read what the others leave: mails, faults, calls.
  for (const { method, path, answer } of ROUTES.toSorted((one, other) => other.method.localeCompare(one.method))) {
    const [status, example] = answer;
    if (example === null) continue;
    const { status: real, json } = await call(`${method} ${path}`, inputs[`${method} ${path}`]);
    expect([path, real, path === "/codes.json" ? [] : missingIn(example, json)]).toEqual([path, status, []]);
  }
});

/** Returns the members of an example that a real answer lacks, of each object in it and of the first item of each list. */
function missingIn(shown: unknown, real: unknown): string[] {
  if (Array.isArray(shown)) return shown.length === 0 ? [] : missingIn(shown[0], Array.isArray(real) ? real[0] : real);
  if (typeof shown !== "object" || shown === null) return [];
  const got = (real ?? {}) as Record<string, unknown>;
  return Object.entries(shown).flatMap(([key, value]) => {
    if (OPTIONAL.includes(key)) return [];
    if (!(key in got)) return [key];
    return missingIn(value, got[key]);
  });
}
/** Members that depend on the call. */
const OPTIONAL = ["body", "requestId"];

test("the subjects and links of docs/testing.md are those of the mails", async () => {
  const { text: page } = await httpRequest({ port: site.sandboxPort }, "/mails");
  const section = readFileSync("docs/testing.md", "utf8").split("### Mails")[1]?.split("###")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const cells = (at: number) => rows.flatMap((row) => [...(row.split("|")[at] ?? "").matchAll(/`([^`]+)`/g)]);
  const said = [...cells(1), ...cells(3)].map(([, text = ""]) => text);
  expect(said.length).toBeGreaterThan(12);
  expect(said.filter((text) => !page.includes(text))).toEqual([]);
});

test("a real site has none of it, at either port", async () => {
  const real = await runSite("real", { ...BY_SMTP, METRICS_PORT: "0" });
  for (const { method, path } of [...ROUTES, { method: "GET", path: "/openapi.json" }]) {
    const response = await httpRequest({ port: real.port }, path.replace(":id", "1"), { method });
    expect([path, [404, 403, 405, 415].includes(response.status)]).toEqual([path, true]);
  }
  await expect(httpRequest({ port: real.sandboxPort }, "/clock")).rejects.toThrow("ECONNREFUSED");
});

test("the fixtures and tests to copy pass in a folder of their own, with JavaScript on and off", async () => {
  const folder = await makeFolder();
  cpSync("docs/recipes/testing", folder, { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const launchOptions = { executablePath: findBrowser(), args: ["--no-sandbox"] };
  // The clock is everybody's.
  const own = `import config from "./playwright.config.ts";
    export default { ...config, workers: 1, reporter: "line", use: { launchOptions: ${JSON.stringify(launchOptions)} } };`;
  writeFileSync(path.join(folder, "own.config.ts"), own);
  const [SITE, WORKBENCH] = [site.port, site.sandboxPort].map((port) => `http://127.0.0.1:${port}`);
  const { PATH = "", HOME = "" } = process.env;
  const run = spawn(
    process.execPath,
    [path.resolve("node_modules/@playwright/test/cli.js"), "test", "-c", "own.config.ts"],
    {
      ...{ cwd: folder, env: { PATH, HOME, SITE, WORKBENCH } as unknown as NodeJS.ProcessEnv },
    },
  );
  const output = await Promise.all([text(run.stdout), text(run.stderr)]);
  expect(output.join("\n")).toContain("8 passed");
});
