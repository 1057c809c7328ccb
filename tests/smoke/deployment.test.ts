import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { allChecks } from "#app/doctor/checks.server.ts";
import settings from "#app/settings.json" with { type: "json" };
import { httpRequest } from "../resilience/request.ts";
import { LEAST, makeFolder, runSite } from "../resilience/run-site.ts";

type Service = {
  build?: string;
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: string[];
  volumes?: string[];
};
const compose: { services: Record<string, Service>; configs: Record<string, { content: string }> } = parse(
  readFileSync("compose.yaml", "utf8"),
  { merge: true },
);
const { "site-a": first, "site-b": second, redis, proxy } = compose.services;
const caddyfile = compose.configs.caddyfile?.content ?? "";
const dockerfile = readFileSync("Dockerfile", "utf8");
const NAMES = new Set(settings.map(({ name }) => name));

test("compose.yaml uses only existing settings and starts two real sites from the Dockerfile", () => {
  expect(Object.keys(first?.environment ?? {}).filter((name) => !NAMES.has(name))).toEqual([]);
  expect(first).toMatchObject({
    build: ".",
    image: "mtandao",
    env_file: ".env",
    read_only: true,
    stop_grace_period: "30s",
  });
  const { build: _, ...same } = first ?? {};
  expect(second).toEqual(same);
  expect(first?.environment).toMatchObject({ SANDBOX: "0", HOST: "0.0.0.0" });
  // The Dockerfile makes this folder writable for any user.
  const folder = settings.find(({ name }) => name === "DATA_DIR")?.default;
  expect([first?.volumes, dockerfile]).toEqual([
    [`kept:/site/${folder}`],
    expect.stringMatching(`RUN mkdir -m 1777 ${folder}`),
  ]);
  expect(dockerfile).toMatch(/^ENV .*SANDBOX=0 HOST=0\.0\.0\.0 PORT=3000$/m);
});

test("compose.yaml puts Caddy in front of both sites as the one trusted proxy, and gives both the Redis service", () => {
  const port = first?.environment?.PORT;
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  const sites = Object.keys(compose.services).filter((name) => name.startsWith("site-"));
  expect(caddyfile).toContain(`reverse_proxy ${sites.map((name) => `${name}:${port}`).join(" ")} {`);
  expect(caddyfile).toContain("health_uri /readyz");
  expect(caddyfile).toContain("keepalive off");
  // Caddy replaces X-Forwarded-For by one entry, unless trusted_proxies is set.
  expect(first?.environment?.TRUSTED_PROXIES).toBe("1");
  expect(caddyfile).not.toContain("trusted_proxies");
  expect(proxy?.depends_on).toEqual(sites);
  expect(proxy?.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  expect(caddyfile.startsWith("{$$PUBLIC_ORIGIN} {")).toBe(true);
  expect(Object.keys(proxy?.environment ?? {})).toEqual(["PUBLIC_ORIGIN"]);
  expect(first?.environment?.REDIS_URL).toBe("redis://redis:6379");
  for (const inner of [first, second, redis]) expect(inner?.ports).toBeUndefined();
});

test("docs/going-live.md names only lines that the doctor prints", () => {
  const documented = [...readFileSync("docs/going-live.md", "utf8").matchAll(/`good ([^`]+)`/g)].map(
    ([, name = ""]) => name,
  );
  expect(documented.length).toBeGreaterThan(12);
  const existing = allChecks({ mail: "you@example.co.ke" }).map(({ name }) => name);
  expect(documented.filter((name) => !existing.includes(name))).toEqual([]);
});

const unit = readFileSync("docs/mtandao.service", "utf8");
const linesOf = (kind: string) => [...unit.matchAll(new RegExp(`^${kind}=(.*)$`, "gm"))].map(([, value = ""]) => value);

test("the systemd unit starts a real site with only the required settings, and it stops in time", async () => {
  const environment = linesOf("Environment").flatMap((line) =>
    line.split(" ").map((one) => one.split("=") as [string, string]),
  );
  expect(environment.map(([name]) => name).filter((name) => name !== "NODE_ENV" && !NAMES.has(name))).toEqual([]);
  const [node, ...line] = (linesOf("ExecStart")[0] ?? "").split(" ");
  expect([node, linesOf("TimeoutStopSec")]).toEqual(["/usr/bin/node", ["30"]]);
  const own = { ...Object.fromEntries(environment), DATA_DIR: await makeFolder() };
  const site = await runSite(line, { ...own, ...LEAST });
  expect((await httpRequest(site, "/contact")).status).toBe(200);
  await site.waitForOutput('"mode":"real"');
  expect(await site.stop("SIGTERM")).toBe(0);
});

test("docs/going-live.md sets the data folder of the systemd unit", () => {
  const folder = /DATA_DIR=(\S+)/.exec(linesOf("Environment").join(" "))?.[1];
  expect(folder).toBe(`/var/lib/${linesOf("StateDirectory")[0]}`);
  expect(readFileSync("docs/going-live.md", "utf8")).toContain(`DATA_DIR=${folder}`);
  expect(linesOf("EnvironmentFile")).toEqual(["/etc/mtandao.env"]);
});

const ANALYZE = "/usr/bin/systemd-analyze";
const title = existsSync(ANALYZE)
  ? "systemd rates the exposure of the unit at 2 of 10 or less"
  : "systemd rates the unit's exposure (skipped: systemd is not installed)";
test.skipIf(!existsSync(ANALYZE))(title, () => {
  const rating = ["security", "--offline=true", "--threshold=20", "--no-pager", "docs/mtandao.service"];
  const { status, stdout, stderr } = spawnSync(ANALYZE, rating, { encoding: "utf8" });
  expect(status, `${stdout}${stderr}`).toBe(0);
});

test("the systemd unit allows memory that is writable and executable, which V8's compiler needs", () => {
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});
