import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { allChecks } from "#app/doctor/run-doctor.server.ts";
import settings from "#app/platform/settings.json" with { type: "json" };
import { httpRequest } from "../resilience/request.ts";
import { LEAST, makeFolder, runSite } from "../resilience/run-site.ts";

type Service = {
  build?: string;
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: string[];
  volumes?: string[];
};
const compose: { services: Record<string, Service>; configs: Record<string, { file: string }> } = parse(
  readFileSync("compose.yaml", "utf8"),
  { merge: true },
);
const { "site-a": first, "site-b": second, redis, proxy } = compose.services;
const CADDYFILE = "docs/Caddyfile";
const caddyfile = readFileSync(CADDYFILE, "utf8");
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
  expect(proxy?.environment?.SITES).toBe(sites.map((name) => `${name}:${port}`).join(" "));
  expect(compose.configs.caddyfile?.file).toBe(`./${CADDYFILE}`);
  // Caddy replaces X-Forwarded-For by one entry, unless trusted_proxies is set.
  expect(first?.environment?.TRUSTED_PROXIES).toBe("1");
  expect(caddyfile).not.toContain("trusted_proxies");
  expect(proxy?.depends_on).toEqual(sites);
  expect(proxy?.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  expect(Object.keys(proxy?.environment ?? {})).toEqual(["PUBLIC_ORIGIN", "SITES"]);
  expect(first?.environment?.REDIS_URL).toBe("redis://redis:6379");
  for (const inner of [first, second, redis]) expect(inner?.ports).toBeUndefined();
});

test("the proxies log no address that holds a secret", () => {
  const routes = readFileSync("app/routes.ts", "utf8");
  // A secret in the path is called token; in the query it is at a page that the link of a mail opens.
  const withSecret = [
    ...routes.matchAll(/"((?:[\w-]+\/)*(?:[\w-]+\/:token|[\w-]*confirm|unsubscribe|one-click)[\w/-]*)"/g),
  ];
  const paths = withSecret.map(([, path = ""]) => `/${path.replace(":token", "abc")}`);
  expect(paths.length).toBeGreaterThan(5);
  const nginx = /location ~ (\S+) \{\s+access_log off;\s+error_log \/dev\/null crit;/.exec(
    readFileSync("docs/nginx.conf", "utf8"),
  );
  const caddy = /request>uri regexp (\S+)\.\* /.exec(caddyfile);
  for (const [, pattern = "none"] of [nginx ?? [], caddy ?? []])
    expect(paths.filter((path) => !new RegExp(pattern).test(path))).toEqual([]);
});

test("docs/going-live.md names only lines that the doctor prints", () => {
  const documented = [...readFileSync("docs/going-live.md", "utf8").matchAll(/`good ([^`]+)`/g)].map(
    ([, name = ""]) => name,
  );
  expect(documented.length).toBeGreaterThan(12);
  const existing = allChecks({ mail: "you@example.co.ke" }).map(({ name }) => name);
  expect(documented.filter((name) => !existing.includes(name))).toEqual([]);
});

const CADDY = "/usr/bin/caddy";
const hasCaddy = existsSync(CADDY);
/** Caddy's own reading of the file, as it is used without Docker ("default") and by compose.yaml. */
function adaptCaddyfile(env: Record<string, string>) {
  const run = ["adapt", "--validate", "--adapter", "caddyfile", "--config", CADDYFILE];
  const { status, stdout, stderr } = spawnSync(CADDY, run, {
    encoding: "utf8",
    env: { NODE_ENV: "test", HOME: "/nonexistent", ...env },
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

test.skipIf(!hasCaddy)(
  hasCaddy ? "Caddy accepts the Caddyfile" : "Caddy accepts the Caddyfile (skipped: no caddy)",
  () => {
    const PUBLIC_ORIGIN = "https://www.example.co.ke";
    const one = adaptCaddyfile({ PUBLIC_ORIGIN });
    expect(one).toContain('"host":["www.example.co.ke"]');
    expect(one).toContain('"upstreams":[{"dial":"127.0.0.1:3000"}]');
    const two = adaptCaddyfile({ PUBLIC_ORIGIN, SITES: "127.0.0.1:3000 127.0.0.1:3010" });
    expect(two).toContain('"upstreams":[{"dial":"127.0.0.1:3000"},{"dial":"127.0.0.1:3010"}]');
    for (const config of [one, two]) {
      expect(config).toContain('"max_size":1000000');
      expect(config).toContain('"keep_alive":{"enabled":false}');
      expect(config).toContain('"regexp":"^/(pay|thread|stop|move|copies|auth|newsletter|stride)/.*"');
      // The timeouts must be above 60 s; without a line Caddy has none.
      expect(config).not.toMatch(/(read|write|response_header)_timeout/);
    }
  },
);

test("the Caddyfile has what docs/going-live.md requires of a proxy, and step 9 installs this file and no other", () => {
  for (const line of ["health_uri /readyz", "keepalive off", "max_size 1MB", "request>uri regexp ^/("])
    expect(caddyfile).toContain(line);
  const guides = ["going-live", "operations", "scaling"].map((name) => readFileSync(`docs/${name}.md`, "utf8"));
  expect(guides[0]).toContain("sudo cp docs/Caddyfile /etc/caddy/Caddyfile");
  for (const guide of guides) expect(guide).not.toMatch(/reverse_proxy|request_body/);
});

const unit = readFileSync("docs/mtandao.service", "utf8");
const template = readFileSync("docs/mtandao@.service", "utf8");
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

test("the template unit differs from the unit only by its user, its ports and its name", () => {
  const linesIn = (text: string) => text.split("\n").filter((line) => line && !line.startsWith("#"));
  const [one, many] = [linesIn(unit), linesIn(template)];
  expect(one.filter((line) => !many.includes(line))).toEqual([
    "Description=Mtandao",
    "ExecStart=/usr/bin/node build/server/start.js",
  ]);
  expect(many.filter((line) => !one.includes(line))).toEqual([
    "Description=Mtandao on port %i",
    // Without it each instance would be a user of its own, and could not write what another has written to DATA_DIR.
    "User=mtandao",
    "ExecStart=/usr/bin/env PORT=%i METRICS_PORT=1%i /usr/bin/node build/server/start.js",
  ]);
});

test("the ports of docs/scaling.md are those of nginx.conf, of Caddy and of the template's instances", () => {
  const ports = [...readFileSync("docs/nginx.conf", "utf8").matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(
    ([, port]) => port,
  );
  const scaling = readFileSync("docs/scaling.md", "utf8");
  expect(scaling).toContain(`SITES=${ports.map((port) => `127.0.0.1:${port}`).join(" ")}`);
  for (const port of ports) {
    expect(scaling).toContain(`mtandao@${port}`);
    expect(scaling).toContain(` 1${port}`);
  }
});

const ANALYZE = "/usr/bin/systemd-analyze";
const UNITS = ["docs/mtandao.service", "docs/mtandao@.service"];
const without = existsSync(ANALYZE) ? "" : " (skipped: systemd is not installed)";
test.skipIf(!existsSync(ANALYZE))(`systemd rates the exposure of both units at 2 of 10 or less${without}`, () => {
  for (const file of UNITS) {
    const rating = ["security", "--offline=true", "--threshold=20", "--no-pager", file];
    const { status, stdout, stderr } = spawnSync(ANALYZE, rating, { encoding: "utf8" });
    expect(status, `${stdout}${stderr}`).toBe(0);
  }
});

test.skipIf(!existsSync(ANALYZE))(`systemd reads every line of both units${without}`, () => {
  const { stderr } = spawnSync(ANALYZE, ["verify", "--man=no", ...UNITS], { encoding: "utf8" });
  // The machine that runs the tests may have Node elsewhere.
  expect(stderr.split("\n").filter((line) => line && !line.includes("is not executable"))).toEqual([]);
});

test("the systemd unit allows memory that is writable and executable, which V8's compiler needs", () => {
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});
