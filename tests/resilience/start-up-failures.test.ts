import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import settings from "#app/platform/settings.json" with { type: "json" };
import { makeDataFolder } from "#mocks/database/data-folder.ts";
import { httpRequest } from "./request.ts";
import { freePorts, makeFolder, REAL, runSite, runToEnd } from "./run-site.ts";

const REQUIRED = settings.filter((setting) => setting.required).map((setting) => setting.name);

/** Another program that uses the port. */
const LISTEN = `require("node:http").createServer((_req, res) => res.end()).listen(process.env.PORT, "127.0.0.1")`;

/** Expects exit code 1 and one sentence on one line, without a stack trace. */
function expectSentence({ code, output }: { code: number | null; output: string }, sentence: string | RegExp) {
  expect(output).toMatch(/^[^\n]+\.\n$/);
  expect(output).not.toMatch(/\bat .+:\d+|Error:/);
  expect(output).toMatch(sentence);
  expect(code).toBe(1);
}

test("SANDBOX=0 without settings does not start, and one sentence names all that are missing", async () => {
  const start = await runToEnd("real", { SANDBOX: "0" });
  expectSentence(start, `These settings are missing: ${REQUIRED.join(", ")}. See .env.example.`);
});

// app/platform/settings/check-settings.test.ts and settings.test.ts have every invalid value.
test.each<[kind: string, settings: Record<string, string>, sentence: RegExp]>([
  [
    "malformed",
    { PUBLIC_ORIGIN: "https://a.ke/x", APP_SECRET: "too-short", SUPABASE_URL: "abc.supabase.co:443" },
    /cannot be used: PUBLIC_ORIGIN.*APP_SECRET.*SUPABASE_URL/,
  ],
  [
    "unsafe",
    { PUBLIC_ORIGIN: "http://www.example.co.ke", SUPABASE_PUBLISHABLE_KEY: "sb_secret_1" },
    /cannot be used: PUBLIC_ORIGIN \(https.*SUPABASE_PUBLISHABLE_KEY \(this is the secret one/,
  ],
  [
    "mistaken",
    { SMTP_URL: '"smtp://mail.jirani.example"', BRAND_CPANEL_LINK: "javascript:alert(1)" },
    /cannot be used: SMTP_URL \(without quot.*BRAND_CPANEL_LINK \(https/,
  ],
  [
    "invalid process",
    { PORT: "http", SANDBOX_PORT: "70000", SANDBOX: "yes", LOG_LEVEL: "loud", TRUSTED_PROXIES: "-1" },
    /a value that cannot be used: PORT, SANDBOX_PORT, SANDBOX, LOG_LEVEL, TRUSTED_PROXIES\. See/,
  ],
])("one sentence names all %s settings without their values", async (_kind, wrong, sentence) => {
  const start = await runToEnd("real", { ...REAL, ...wrong });
  expectSentence(start, sentence);
  for (const value of Object.values(wrong).filter((one) => one.length > 5)) expect(start.output).not.toContain(value);
});

test("process settings alone do not leave the sandbox, and a running sandbox keeps its data folder and ports", async () => {
  const own = { HOST: "127.0.0.1", LOG_LEVEL: "info", TRUSTED_PROXIES: "0", CDN: "0", BRAND_NAME: "Jirani" };
  const site = await runSite("sandbox", { ...own, NODE_ENV: "production" });
  await site.waitForOutput("(sandbox; its outbox is at");

  const inFolder = await runToEnd("sandbox", { ...(await freePorts()), DATA_DIR: site.dataDir });
  const inUse = `The data folder ${site.dataDir} is in use by process ${site.pid}: stop it, or set DATA_DIR.`;
  expectSentence(inFolder, inUse);
  expect((await httpRequest(site, "/blog")).text).toContain("/blog/co-ke-or-com");
  const inPort = await runToEnd("sandbox", { ...(await freePorts()), SANDBOX_PORT: String(site.sandboxPort) });
  expectSentence(inPort, `127.0.0.1:${site.sandboxPort} is in use; end what uses it or set PORT (and SANDBOX_PORT)`);

  await site.stop("SIGTERM");
  const PORT = String((await runSite(["-e", LISTEN], { PORT: String(site.port) })).port);
  const onPort = await runToEnd("sandbox", { ...(await freePorts()), PORT, DATA_DIR: site.dataDir });
  expectSentence(onPort, `127.0.0.1:${PORT} is in use; end what uses it or set PORT`);
  expect(await readdir(site.dataDir)).not.toContain("lock");
  const real = await runToEnd("real", { ...REAL, PORT, LOG_LEVEL: "silent" });
  expectSentence(real, `127.0.0.1:${PORT} is in use; end what uses it or set PORT`);
  const metrics = await runToEnd("real", { ...REAL, ...(await freePorts()), METRICS_PORT: PORT, LOG_LEVEL: "silent" });
  expectSentence(metrics, `127.0.0.1:${PORT} is in use; end what uses it or set METRICS_PORT to another.`);
});

test("a data folder that cannot be created or written is rejected with one sentence", async () => {
  const file = path.join(await makeFolder(), "file");
  await writeFile(file, "");
  const start = await runToEnd("sandbox", { ...(await freePorts()), DATA_DIR: file });
  expectSentence(start, `The data folder ${file} cannot be`);
  for (const folder of [path.join(file, "below"), file, "/sys/mtandao"]) {
    await expect(makeDataFolder(folder)).rejects.toThrow(`The data folder ${folder} cannot be`);
  }
});
