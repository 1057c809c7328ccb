import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REAL_CLOCK_SETTING } from "../clock.js";
import { QUICK_DATABASE } from "../database-options.ts";
import { openDoctorServices } from "./doctor-services.ts";
import { leaksInLog, secretsOf } from "./leaks.ts";
import { runToEnd } from "./run-site.ts";

let site: Awaited<ReturnType<typeof openDoctorServices>>;
beforeAll(async () => {
  site = await openDoctorServices();
});
afterAll(() => site.close());

const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

/**
 * Runs the built doctor with changed settings. Returns its exit code, its output, and its lines as "state: message" by name.
 */
async function runDoctor(more: Record<string, string> = {}, args: string[] = []) {
  const settings = { ...site.settings, ...more };
  const { code, output } = await runToEnd(["build/server/doctor.js", ...args], settings);
  expect(leaksInLog(output, secretsOf(settings))).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this looks for the escape character, because output that is not to a terminal must have no colours
  expect(output).not.toMatch(/\x1b/);
  const found = [...output.matchAll(/^(good|warning|BAD|off|manual) +([^:]+): (.+)$/gm)];
  const lines: Record<string, string> = Object.fromEntries(
    found.map(([, state, name, message]) => [name, `${state}: ${message}`]),
  );
  return { code, output, lines };
}

test("the doctor exits with 0 for a correctly configured site", async () => {
  const { code, output, lines } = await runDoctor({}, ["--mail=njeri@example.co.ke"]);
  expect(output).toContain(`Mtandao ${version}+`);
  expect(Object.values(lines).filter((line) => /^(BAD|warning)/.test(line))).toEqual([]);
  expect(code, output).toBe(0);
  expect(lines).toMatchObject({
    proxies: "good: 1 proxy writes where visitors come from, and TRUSTED_PROXIES is 1.",
    "secret key": expect.stringMatching(/^good: .* may read every table\.$/),
    "mail server": expect.stringMatching(/^good: 127\.0\.0\.1 takes our user and password/),
    "test mail": expect.stringMatching(/^good: The server has taken it/),
    SPF: expect.stringMatching(/^good: mamamboga\.co\.ke: /),
    DMARC: expect.stringMatching(/^good: mamamboga\.co\.ke: /),
    "DNS provider": expect.stringMatching(/^good: /),
    "WHOIS of .ke": "off: Off, because KE_WHOIS is not set: a person looks whether a Kenyan name is free.",
    "mail templates": expect.stringMatching(/^manual: /),
  });
});

test("the doctor reports each of eleven mistakes on a separate line", async () => {
  Object.assign(site.faults, { proxies: 2, skewMs: -600_000, isDnsKeyRejected: true, isSchemaOld: true });
  const wrong = {
    BRAND_EMAIL: "info@big-zone-demo.co.ke",
    SMTP_URL: site.settings.SMTP_URL.replace("sandbox-smtp-password", "another-smtp-password"),
    REDIS_URL: `redis://:another-redis-password@127.0.0.1:${site.redisPort}`,
    PROJECTS_URL: "http://127.0.0.1:8/projects",
    REGISTRAR_URL: "http://127.0.0.1:8",
    KE_WHOIS: "127.0.0.1:9",
    DATA_DIR: "package.json/data",
  };
  const { code, output, lines } = await runDoctor(wrong);
  Object.assign(site.faults, { proxies: 1, skewMs: 0, isDnsKeyRejected: false, isSchemaOld: false });
  expect(code).toBe(1);
  expect(output).toContain("Visitors would notice what is bad.");
  expect(lines).toMatchObject({
    proxies: "BAD: 2 proxies write where visitors come from, and TRUSTED_PROXIES is 1: too few.",
    clock: expect.stringMatching(/^BAD: This machine's clock is (599|60[01]) s ahead\.$/),
    migrations: expect.stringMatching(/^BAD: The database lacks \d{14}\.$/),
    "mail server": "BAD: 127.0.0.1: it does not take user and password (535).",
    SPF: expect.stringMatching(/^BAD: big-zone-demo\.co\.ke: No list of allowed senders \(SPF\)\./),
    DMARC: expect.stringMatching(/^warning: big-zone-demo\.co\.ke: No DMARC record\./),
    "DNS provider": expect.stringMatching(/^BAD: .* it did not let us in \(HTTP 403/),
    Redis: expect.stringMatching(/^warning: .* it did not let us in \(WRONGPASS\)\.$/),
    "domain search": "BAD: 127.0.0.1:8: nobody listens there (ECONNREFUSED).",
    projects: "BAD: 127.0.0.1:8: nobody listens there (ECONNREFUSED).",
    "data folder": expect.stringMatching(/^warning: .* is no folder, so nothing can be kept in it\.$/),
    "WHOIS of .ke": expect.stringMatching(/^warning: 127\.0\.0\.1 gave no answer at port 9/),
  });
  for (const [, , after] of output.matchAll(/^(BAD|warning) .*\n(.*\n.*)\n/gm))
    expect(after).toMatch(/^ {8}Why it matters: \S.*\n {8}What to do: \S/);
});

test("if invalid settings would prevent the start, the doctor reports nothing else; --json prints JSON; an unknown option fails", async () => {
  const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = site.settings;
  const swapped = { SUPABASE_PUBLISHABLE_KEY: SUPABASE_SECRET_KEY, SUPABASE_SECRET_KEY: SUPABASE_PUBLISHABLE_KEY };
  const { code, output } = await runDoctor({ ...swapped, PUBLIC_ORIGIN: "http://www.example.co.ke" }, ["--json"]);
  expect(JSON.parse(output)).toMatchObject({
    ok: false,
    lines: [
      {
        name: "settings",
        message: expect.stringMatching(
          /PUBLIC_ORIGIN \(https.*SUPABASE_PUBLISHABLE_KEY \(this is the secret.*SUPABASE_SECRET_KEY \(/s,
        ),
      },
    ],
  });
  expect(code).toBe(1);
  const unknown = await runToEnd(["build/server/doctor.js", "--fix"], site.settings);
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining("--mail=address") });
});

test("the doctor without settings checks the running sandbox, or starts one, and exits with 0", async () => {
  const { port, sandboxPort, dataDir } = site.sandbox;
  const running = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, ...REAL_CLOCK_SETTING };
  // Starting a new sandbox takes five seconds of CPU time, so only test:long does it.
  for (const settings of process.env.LONG === "1" ? [running, REAL_CLOCK_SETTING] : [running]) {
    const { code, output } = await runToEnd([...QUICK_DATABASE, "scripts/doctor.js"], settings);
    expect(output).toMatch(/the sandbox: http:\/\/127\.0\.0\.1:\d+\n/);
    expect(output.match(/^(BAD|warning|manual) .*$/gm)).toBeNull();
    expect(code, output).toBe(0);
    expect(output.includes("No sandbox is running here")).toBe(settings !== running);
  }
});
