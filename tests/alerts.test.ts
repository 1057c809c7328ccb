import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { SERVICES } from "#app/gateways/upstream/record-call.server.ts";
import { metrics } from "#app/metrics.server.ts";
import "#app/use-cases/security-events.server.ts";
import { apt } from "../scripts/browser.js";

const RULES = path.resolve("docs/alerts.yml");
const PROMTOOL = "/usr/bin/promtool";

// With LONG=1 it may be installed on a CI machine.
const mayInstall =
  process.env.LONG === "1" && process.env.CI && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
if (!existsSync(PROMTOOL) && mayInstall) apt("prometheus");
const hasPromtool = existsSync(PROMTOOL);

const alerts: string[] = parse(readFileSync(RULES, "utf8")).groups[0].rules.map(
  ({ alert }: { alert: string }) => alert,
);

/** Values of a series, one for each scrape, in promtool's notation: `0x40` is 0 and forty more of it, `0+1x40` grows by 1. */
type Series = Record<string, string>;

const waiting = (what: string) => `mtandao_waiting{what="${what}",instance="a"}`;
const events = (event: string) => `mtandao_security_events_total{event="${event}",instance="a"}`;
const replies = (status: string) =>
  `mtandao_reply_seconds_count{route="/",method="GET",status="${status}",instance="a"}`;
const READY = 'probe_success{job="mtandao-readyz"}';
const KEY_OF_DNS = 'mtandao_upstream_seconds_count{service="dns",kind="key",instance="a"}';
const CIRCUIT = 'mtandao_circuits_open{service="dns",instance="a"}';
const REDIS = 'mtandao_redis_up{instance="a"}';
const UNCAUGHT = 'mtandao_uncaught_errors_total{kind="unhandled rejection",instance="a"}';
const LAG = 'mtandao_nodejs_eventloop_lag_p99_seconds{instance="a"}';
const slow = (le: string) =>
  `mtandao_reply_seconds_bucket{route="/",method="GET",status="2xx",le="${le}",instance="a"}`;

/**
 * A day without faults, of a process that started long before Prometheus: it has old failures, an occasional wrong password, and
 * orders and messages that are handled.
 */
const QUIET: Series = {
  [READY]: "1x1500",
  [replies("2xx")]: "1000+24x1500",
  [replies("5xx")]: "3x1500",
  [slow("1")]: "1000+24x1500",
  [slow("+Inf")]: "1000+24x1500",
  [CIRCUIT]: "0x1500",
  [KEY_OF_DNS]: "5x1500",
  [waiting("mails")]: "3x1500",
  [waiting("mails given up")]: "2x1500",
  [waiting("messages")]: "1x1500",
  [waiting("messages for an hour")]: "0x1500",
  [waiting("messages given up")]: "2x1500",
  [waiting("orders")]: "2x1500",
  [waiting("orders for a day")]: "0x1500",
  [events("sign-in failed")]: "40+0.05x1500",
  [events("limit reached")]: "300+4x1500",
  [REDIS]: "1x1500",
  [UNCAUGHT]: "2x1500",
  [LAG]: "0.02x1500",
};

type Case = {
  /** The events since the start of the process and of Prometheus. */
  series: Series;
  /** A time at which the alarm fires, and an earlier one at which it does not. */
  firesAt: string;
  silentAt: string;
};

/** The first event of each alarm, ten minutes after the start of process and Prometheus, or at once. */
const CASES: Record<string, Case> = {
  SiteNotReady: { series: { [READY]: "1x40 0x60" }, silentAt: "10m", firesAt: "13m" },
  FailuresSeen: {
    series: { [replies("2xx")]: "0+6x100", [replies("5xx")]: "_x40 1+1x60" },
    silentAt: "10m",
    firesAt: "17m",
  },
  SlowReplies: {
    series: { [slow("3")]: "0+6x40 246x60", [slow("6")]: "0+6x100", [slow("+Inf")]: "0+6x100" },
    silentAt: "10m",
    firesAt: "20m",
  },
  ProviderLeftAlone: { series: { [CIRCUIT]: "0x40 1x20" }, silentAt: "10m", firesAt: "12m" },
  KeyRefused: { series: { [KEY_OF_DNS]: "0x40 1x40" }, silentAt: "10m", firesAt: "10m15s" },
  MailsWait: { series: { [waiting("mails")]: "0x40 60x80" }, silentAt: "20m", firesAt: "26m" },
  MailsGivenUp: { series: { [waiting("mails given up")]: "0x40 1x40" }, silentAt: "10m", firesAt: "10m15s" },
  MessagesWait: { series: { [waiting("messages for an hour")]: "0x40 1x40" }, silentAt: "10m", firesAt: "10m15s" },
  MessagesGivenUp: { series: { [waiting("messages given up")]: "2x40 3x40" }, silentAt: "10m", firesAt: "10m15s" },
  OrdersWait: { series: { [waiting("orders for a day")]: "0x40 1x40" }, silentAt: "10m", firesAt: "10m15s" },
  SignInsFail: { series: { [events("sign-in failed")]: "0x20 0+10x20" }, silentAt: "5m", firesAt: "8m" },
  RedisAway: { series: { [REDIS]: "1x40 0x20" }, silentAt: "10m", firesAt: "12m" },
  LimitsReached: { series: { [events("limit reached")]: "0x20 0+50x20" }, silentAt: "5m", firesAt: "6m" },
  ErrorsUncaught: { series: { [UNCAUGHT]: "0x40 1x40" }, silentAt: "10m", firesAt: "10m15s" },
  EventLoopLate: { series: { [LAG]: "0.02x40 0.4x80" }, silentAt: "15m", firesAt: "21m" },
};

type Expected = { alertname: string; eval_time: string; isFiring: boolean };

/**
 * Runs the rules over these series with promtool, with a scrape every 15 s by default. Returns its report of alarms that fired
 * unexpectedly or did not fire.
 */
function judge(series: Series, expected: Expected[], interval = "15s"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mtandao-alerts-"));
  // Prometheus has a series of its own alarms, so the test needs no labels.
  const promql_expr_test = expected.map(({ alertname, eval_time, isFiring }) => ({
    expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
    eval_time,
    exp_samples: [{ labels: "{}", value: Number(isFiring) }],
  }));
  const input_series = Object.entries(series).map(([one, values]) => ({ series: one, values }));
  const file = path.join(folder, "alerts.test.yml");
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({
      rule_files: [RULES],
      evaluation_interval: interval,
      tests: [{ interval, input_series, promql_expr_test }],
    }),
  );
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ["test", "rules", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return status === 0 ? "" : `${stdout}${stderr}`;
}

test("every alarm has a test case", () => {
  expect(Object.keys(CASES)).toEqual(alerts);
});

const title = hasPromtool
  ? "Prometheus' own judgement"
  : "Prometheus' own judgement (skipped: promtool is not installed)";
describe.skipIf(!hasPromtool)(title, () => {
  test.each(Object.entries(CASES))("%s fires at its first event, and not before", (alertname, about) => {
    const { series, silentAt, firesAt } = about;
    const moments = [
      { alertname, eval_time: silentAt, isFiring: false },
      { alertname, eval_time: firesAt, isFiring: true },
    ];
    expect(judge(series, moments)).toBe("");
  });

  test("no alarm fires on a quiet day, from a fresh Prometheus' first scrape on", () => {
    const moments = ["0m", "1m", "15m", "70m", "6h", "24h30m"];
    const expected = moments.flatMap((eval_time) =>
      alerts.map((alertname) => ({ alertname, eval_time, isFiring: false })),
    );
    expect(judge(QUIET, expected, "1m")).toBe("");
  });

  test("Prometheus accepts the configuration of docs/operations.md with these rules", () => {
    const [, block = ""] = /^ {4}(rule_files: [\s\S]*?)^\S/m.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
    const config = block.replace(/^ {4}/gm, "").replace("/etc/prometheus/alerts.yml", RULES);
    const folder = mkdtempSync(path.join(tmpdir(), "mtandao-prometheus-"));
    writeFileSync(path.join(folder, "prometheus.yml"), config);
    const { status, stdout, stderr } = spawnSync(PROMTOOL, ["check", "config", "prometheus.yml"], {
      cwd: folder,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain(`${alerts.length} rules found`);
  });

  test("failed mails that were sent again or deleted raise no alarm", () => {
    const series = { [waiting("mails given up")]: "3x40 0x400" };
    expect(judge(series, [{ alertname: "MailsGivenUp", eval_time: "11m", isFiring: false }])).toBe("");
  });

  test("starting a second process does not hide an alarm about a failed mail", () => {
    const second = waiting("mails given up").replace('"a"', '"b"');
    const series = { [waiting("mails given up")]: "0x40 1x100", [second]: "_x50 1x100" };
    expect(judge(series, [{ alertname: "MailsGivenUp", eval_time: "20m", isFiring: true }])).toBe("");
  });
});

test("every counter that an alarm watches for single events is exported as 0 when the process starts", async () => {
  const text = await metrics.metrics();
  const counted = [...readFileSync(RULES, "utf8").matchAll(/mtandao_security_events_total\{event="([^"]+)"\}/g)];
  expect(counted.length).toBeGreaterThan(0);
  for (const [, event] of counted) expect(text).toContain(`mtandao_security_events_total{event="${event}"} 0`);
  for (const service of SERVICES)
    expect(text).toContain(`mtandao_upstream_seconds_count{service="${service}",kind="key"} 0`);
});

test("the alarm about rejected keys covers every service that a gateway calls", () => {
  const sources = readdirSync("app/gateways", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(`app/gateways/${name}`, "utf8"));
  const called = sources.flatMap((text) => [...text.matchAll(/\bservice: "([^"]+)"/g)].map(([, name = ""]) => name));
  expect(new Set(SERVICES), "SERVICES in app/gateways/upstream/record-call.server.ts").toEqual(new Set(called));
});
