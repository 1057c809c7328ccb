import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { assert, expect, test } from "vitest";
import settings from "#app/platform/settings.json" with { type: "json" };
import packageJson from "../../package.json" with { type: "json" };
import { contactFields, httpRequest, postForm } from "../resilience/request.ts";
import { freePorts, makeFolder, REAL, readOutbox, runSite, runToEnd } from "../resilience/run-site.ts";
import { runDockerfile } from "./dockerfile.ts";

test("the README and the guide to going live name only existing settings", () => {
  const names = new Set(settings.map((setting) => setting.name));
  const text = readFileSync("docs/going-live.md", "utf8") + readFileSync("README.md", "utf8");
  const named =
    text.match(/\b(?:BRAND|SUPABASE|REGISTRAR|CONTACT|ORDERS|TRUSTED|PUBLIC|APP|LOG|DATA|SANDBOX)_[A-Z_]+\b/g) ?? [];
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test("an unsupported Node version is rejected with one sentence, and the Docker image has a supported one", () => {
  const start = (version: string) => {
    const check = `Object.defineProperty(process.versions, "node", { value: "${version}" });
      (await import("./scripts/prepare.js")).checkNode()`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", check], { encoding: "utf8" });
    return [status, stderr];
  };
  for (const tried of ["20.19.0", "26.10.0"]) expect(start(tried)).toEqual([0, ""]);
  for (const other of ["20.18.3", "22.12.0", "25.1.0"]) {
    const sentence = `Node ${other} was not tried with this. These were, or a newer minor of theirs: 20.19, 22.13, 24, 26.\n`;
    expect(start(other)).toEqual([1, sentence]);
  }
  const images = [...readFileSync("Dockerfile", "utf8").matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
  expect(images).toEqual(["24", "24", "24", "24"]);
});

/** Options of node that give up root rights, as the image does. */
const AS_NOBODY =
  process.getuid?.() === 0
    ? ["--import", "data:text/javascript,process.setgroups([]);process.setgid(65534);process.setuid(65534)"]
    : [];

// Installs all packages twice: about a minute and a half.
if (process.env.LONG === "1") {
  test("every step of the Dockerfile works, and the image serves the site and stops on SIGTERM", async () => {
    const root = await makeFolder();
    chmodSync(root, 0o755);
    const { stages, placeIn } = runDockerfile(root);
    const { sandbox: testers, image } = stages;
    assert(testers && image);
    const { howToRun } = image;
    expect(howToRun).toMatchObject({ USER: "node", STOPSIGNAL: "SIGTERM" });
    expect(image.env).toMatchObject({ SANDBOX: "0", NODE_ENV: "production", HOST: "0.0.0.0" });
    const development = Object.keys(packageJson.devDependencies).map((name) => `node_modules/${name}`);
    const unwanted = [...development, ".env", ".git", "app", "mocks"];
    expect(unwanted.filter((place) => existsSync(placeIn(image, place)))).toEqual([]);
    expect(readdirSync(placeIn(image, ".data"))).toEqual([]);

    const line = (command = "") => [...AS_NOBODY, ...JSON.parse(command.replace(/^.*?CMD /, "")).slice(1)];
    const run = { ...image.env, ...(await freePorts()), HOST: "127.0.0.1" };
    const refused = await runToEnd(line(howToRun.CMD), run, placeIn(image));
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^These settings are missing: .*PUBLIC_OR/),
    });

    // The providers: the image for testers, whose two ports are published.
    expect(testers.env).toMatchObject({ SANDBOX: "1", HOST: "0.0.0.0" });
    expect(testers.howToRun).toMatchObject({ USER: "node", EXPOSE: "3000 3001" });
    const itsData = { ...testers.env, ...(await freePorts()), DATA_DIR: placeIn(testers, ".data") };
    const sandbox = await runSite(line(testers.howToRun.CMD), itsData, placeIn(testers));
    for (const port of [sandbox.port, sandbox.sandboxPort])
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(sandbox.output()).not.toMatch(/"level":"(warn|error)"/);
    const outbox = `http://127.0.0.1:${sandbox.sandboxPort}`;
    const services = { PROJECTS_URL: `${outbox}/worker/projects`, CONTACT_URL: `${outbox}/contact` };
    const settings = { ...run, ...REAL, ...services, BOT_CHECK_URL: `${outbox}/bot-check` };
    const site = await runSite(line(howToRun.CMD), settings, placeIn(image));
    for (const place of ["/healthz", "/", "/favicon.svg", "/projects", "/sitemap.xml", "/card.png?page=/"])
      expect([place, (await httpRequest(site, place)).status]).toEqual([place, 200]);
    expect((await httpRequest(site, "/")).text).toMatch(/<header[\s\S]*<footer/);
    const sent = await postForm(site, "/contact", contactFields({ email: "njeri@example.co.ke" }));
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/^\/contact\?sent=/)]);
    expect(await readOutbox(sandbox)).toMatchObject([{ kind: "contact" }]);

    const examined = await runToEnd(["build/server/doctor.js", "--json"], settings, placeIn(image));
    expect(JSON.parse(examined.output)).toMatchObject({ mode: "a real site", lines: expect.any(Array) });

    const checkHealth = () => runToEnd(line(howToRun.HEALTHCHECK), { PORT: String(site.port) }, placeIn(image));
    expect(await checkHealth()).toMatchObject({ code: 0 });
    expect(await site.stop("SIGTERM"), site.output()).toBe(0);
    expect(await checkHealth()).toMatchObject({ code: 1 });
  });
}
