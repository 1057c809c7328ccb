import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder, runToEnd } from "../resilience/run-site.ts";

/** A copy of the scripts, with a build whose programs only print their names. */
let folder: string;
beforeEach(async () => {
  folder = await makeFolder();
  for (const place of ["scripts", "package.json", "package-lock.json", "app/platform/settings.json"])
    cpSync(place, path.join(folder, place), { recursive: true });
  for (const entry of ["start", "doctor", "sandbox", "desk", "sandbox-desk", "sandbox-snapshot"])
    write(`build/server/${entry}.js`, `console.log("ran ${entry}")`);
  write(
    "build/server/sandbox-doctor.js",
    'export const examineSandbox = async () => { console.log("ran sandbox-doctor"); return 0 }',
  );
  cpSync("package-lock.json", path.join(folder, "node_modules/.package-lock.json"));
  write("node_modules/@remix-run/dev/dist/cli.js", BUILDER);
});

/** A fake of Remix's build command: it records each build and exits with BUILD_ENDS_WITH. */
const BUILDER = `import { appendFileSync } from "node:fs";
appendFileSync("built", "once ");
process.exit(Number(process.env.BUILD_ENDS_WITH ?? 0));`;

function write(place: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
  writeFileSync(path.join(folder, place), text);
}

const run = (line: string[], settings: Record<string, string> = {}) => runToEnd(line, settings, folder);
const DOCTOR = ["scripts/doctor.js"];
const START = ["scripts/start.js"];
const hasBuilt = () => existsSync(path.join(folder, "built"));

const REAL_FILE = "PORT=1\nSUPABASE_URL=https://project.example\n";

test("the doctor does not start a sandbox in the folder of a real site, and prints the command to use", async () => {
  write(".env", REAL_FILE);
  const refused = await run(DOCTOR);
  expect(refused).toEqual({
    code: 1,
    output: "The settings of a real site are in .env. To examine it: npm run doctor -- --env-file=.env\n",
  });
  expect(await run([...DOCTOR, "--env-file=.env"])).toEqual({ code: 0, output: "ran doctor\n" });
  expect(hasBuilt()).toBe(false);
});

test("the desk's command uses the site of its settings, and no sandbox in the folder of a real site", async () => {
  const desk = (...words: string[]) => run(["scripts/desk.js", ...words]);
  expect(await desk("step-off", "a@example.co.ke")).toEqual({ code: 0, output: "ran sandbox-desk\n" });
  write(".env", REAL_FILE);
  const refused = await desk("step-off", "a@example.co.ke");
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("npm run desk -- --env-file=.env") });
  expect(await desk("--env-file=.env", "step-off", "a@example.co.ke")).toEqual({ code: 0, output: "ran desk\n" });
});

test("npm start does not start the sandbox in the folder of a real site unless SANDBOX=1", async () => {
  write(".env", REAL_FILE);
  const refused = await run(START);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining("node --env-file=.env build/server/start.js"),
  });
  expect(hasBuilt()).toBe(false);
  expect(await run(START, { SANDBOX: "1" })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/ran sandbox\n$/),
  });
});

test("the doctor rejects an --env-file without a setting of a real site", async () => {
  cpSync(".env.example", path.join(folder, "unfilled"));
  const refused = await run([...DOCTOR, "--env-file=unfilled"]);
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^unfilled has no setting of a real site/) });
  // Node 20 reads the option itself, wherever it stands, and prints its own message.
  expect((await run([...DOCTOR, "--env-file=gone"])).code).not.toBe(0);
});

test("the doctor does not start a sandbox while another site listens at its port", async () => {
  const site = createServer((_req, res) => res.end("ok\n")).listen(0, "127.0.0.1");
  await once(site, "listening");
  const { port } = site.address() as AddressInfo;
  const refused = await run(DOCTOR, { PORT: String(port), SANDBOX_PORT: "1" });
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining(`answers at port ${port}. To examine it:`),
  });
  const examined = await run(DOCTOR, { PORT: String(port), SANDBOX_PORT: String(port) });
  expect(examined).toMatchObject({ code: 0, output: expect.stringMatching(/ran sandbox-doctor\n$/) });
  site.close();
});

test("the doctor neither builds nor installs if there is no build", async () => {
  rmSync(path.join(folder, "build"), { recursive: true });
  rmSync(path.join(folder, "node_modules/.package-lock.json"));
  expect(await run(DOCTOR)).toMatchObject({ code: 1, output: expect.stringMatching(/^There is no build\./) });
  expect(readdirSync(folder)).not.toContain("build");
  expect(hasBuilt()).toBe(false);
});

test("npm start uses the result of npm run build, and repeats an interrupted build", async () => {
  const build = (ends: string) =>
    spawnSync("npm", ["run", "build"], { cwd: folder, env: { ...process.env, BUILD_ENDS_WITH: ends } }).status;
  expect(build("0")).toBe(0);
  expect(await run(START)).toEqual({ code: 0, output: "ran sandbox\n" });
  expect(build("1")).toBe(1);
  expect((await run(START)).output).toMatch(/^Building the site …\n/);
});

test("a copied folder neither installs nor builds again, and another package or source does", async () => {
  write("app/page.ts", "1");
  expect((await run(START)).output).toMatch(/^Building the site …\n/);
  // As a copy or another branch does, newest first.
  const later = (place: string, seconds: number) => {
    const at = Date.now() / 1000 + seconds;
    utimesSync(path.join(folder, place), at, at);
  };
  for (const [index, place] of ["node_modules/.package-lock.json", "app/page.ts", "package-lock.json"].entries())
    later(place, index * 3600);
  expect(await run(START)).toEqual({ code: 0, output: "ran sandbox\n" });

  // Of the same size.
  write("app/page.ts", "2");
  expect((await run(START)).output).toMatch(/^Building the site …\n/);

  write("programs/npm", '#!/bin/sh\necho "npm $1"');
  chmodSync(path.join(folder, "programs/npm"), 0o755);
  const start = async () => (await run(START, { PATH: `${path.join(folder, "programs")}:${process.env.PATH}` })).output;
  const list: { packages: Record<string, { optional?: boolean }> } = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  );
  const installed = (packages: object) => write("node_modules/.package-lock.json", JSON.stringify({ packages }));
  const { "node_modules/zod": zod, ...others } = list.packages;
  for (const packages of [others, { ...others, "node_modules/zod": { ...zod, integrity: "sha512-other" } }]) {
    installed(packages);
    expect(await start()).toBe("Installing packages …\nnpm ci\nran sandbox\n");
  }
  installed(Object.fromEntries(Object.entries(list.packages).filter(([, { optional }]) => !optional)));
  expect(await start()).toBe("ran sandbox\n");
});
