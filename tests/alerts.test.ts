import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { metrics } from "#app/platform/metrics.server.ts";
import { SERVICES } from "#app/platform/upstream/record-call.server.ts";
import "#app/platform/abuse/security-events.server.ts";
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

/** The values of each series, in promtool's notation: `0x40` is 0 and forty times more, `0+1x40` grows by 1. */
type Series = Record<string, string>;

const waiting = (what: string) => `mtandao_waiting{what="${what}",instance="a"}`;
const oldest = (kind: string) => `mtandao_backlog_oldest_seconds{kind="${kind}",instance="a"}`;
const backlog = (kind: string) => `mtandao_backlog{kind="${kind}",instance="a"}`;
const events = (event: string) => `mtandao_security_events_total{event="${event}",instance="a"}`;
const replies = (status: string) =>
  `mtandao_reply_seconds_count{route="/",method="GET",status="${status}",instance="a"}`;
const repliesWithin = (le: string) =>
  `mtandao_reply_seconds_bucket{route="/",method="GET",status="2xx",le="${le}",instance="a"}`;
const READY = 'probe_success{job="mtandao-readyz"}';
const DNS_KEY = 'mtandao_upstream_seconds_count{service="dns",kind="key",instance="a"}';
const CIRCUIT = 'mtandao_circuits_open{service="dns",instance="a"}';
const REDIS = 'mtandao_redis_up{instance="a"}';
const UNCAUGHT = 'mtandao_uncaught_errors_total{kind="unhandled rejection",instance="a"}';
const LAG = 'mtandao_nodejs_eventloop_lag_p99_seconds{instance="a"}';

/**
 * A day without faults of a process that started long before Prometheus: it has old failures, an occasional wrong password, and
 * orders and messages that are handled.
 */
const QUIET_DAY: Series = {
  [READY]: "1x1500",
  [replies("2xx")]: "1000+24x1500",
  [replies("5xx")]: "3x1500",
  [repliesWithin("1")]: "1000+24x1500",
  [repliesWithin("+Inf")]: "1000+24x1500",
  [CIRCUIT]: "0x1500",
  [DNS_KEY]: "5x1500",
  [waiting("mails")]: "3x1500",
  [waiting("failed mails")]: "2x1500",
  [waiting("messages")]: "1x1500",
  [waiting("messages for an hour")]: "0x1500",
  [waiting("failed messages")]: "2x1500",
  [waiting("orders")]: "2x1500",
  // Handled within three quarters of an hour, and orders and refunds within half a day; M-PESA lost two reports in a row.
  [oldest("order")]: "0+60x700 0x800",
  [oldest("order-paid")]: "0+60x700 0x800",
  [oldest("bill-paid")]: "0 10 5x1500",
  [oldest("payment-held")]: "0+60x45 0x1450",
  [oldest("payment-unmatched")]: "0x60 0+60x45 0x1400",
  [oldest("payment-claimed")]: "0x1500",
  [oldest("payment-refund")]: "0+60x700 0x800",
  [oldest("payment-surplus")]: "0x1500",
  [oldest("refund")]: "0x1500",
  [backlog("report-missing")]: "0x100 1x50 2x10 0x1350",
  [backlog("query-missing")]: "0x100 1x50 2x10 0x1350",
  [events("sign-in failed")]: "40+0.05x1500",
  [events("limit reached")]: "300+4x1500",
  [REDIS]: "1x1500",
  [UNCAUGHT]: "2x1500",
  [LAG]: "0.02x1500",
};

/**
 * For each alarm its first event after the start of process and Prometheus, a time before it fires, and one at which it fires.
 */
const CASES: Record<string, [series: Series, silentAt: string, firesAt: string]> = {
  SiteNotReady: [{ [READY]: "1x40 0x60" }, "10m", "13m"],
  FailuresSeen: [{ [replies("2xx")]: "0+6x100", [replies("5xx")]: "_x40 1+1x60" }, "10m", "17m"],
  SlowReplies: [
    { [repliesWithin("3")]: "0+6x40 246x60", [repliesWithin("6")]: "0+6x100", [repliesWithin("+Inf")]: "0+6x100" },
    "10m",
    "20m",
  ],
  CircuitOpen: [{ [CIRCUIT]: "0x40 1x20" }, "10m", "12m"],
  KeyRefused: [{ [DNS_KEY]: "0x40 1x40" }, "10m", "10m15s"],
  MailsWait: [{ [waiting("mails")]: "0x40 60x80" }, "20m", "26m"],
  MailsFailed: [{ [waiting("failed mails")]: "0x40 1x40" }, "10m", "10m15s"],
  MessagesWait: [{ [waiting("messages for an hour")]: "0x40 1x40" }, "10m", "10m15s"],
  MessagesFailed: [{ [waiting("failed messages")]: "2x40 3x40" }, "10m", "10m15s"],
  OrdersWait: [{ [oldest("order")]: "85800+15x80" }, "10m", "10m15s"],
  PaymentsWait: [{ [oldest("payment-unmatched")]: "3000+15x80" }, "10m", "10m15s"],
  RefundsWait: [{ [oldest("payment-refund")]: "85800+15x80" }, "10m", "10m15s"],
  PaidOrdersNotBegun: [{ [oldest("order-paid")]: "0x100", [oldest("bill-paid")]: "300+15x80" }, "10m", "10m15s"],
  PaymentReportsStop: [{ [backlog("report-missing")]: "2x40 3x40" }, "10m", "12m"],
  PaymentQueriesStop: [{ [backlog("query-missing")]: "2x40 3x40" }, "10m", "12m"],
  SignInsFail: [{ [events("sign-in failed")]: "0x20 0+10x20" }, "5m", "8m"],
  RedisDown: [{ [REDIS]: "1x40 0x20" }, "10m", "12m"],
  LimitsReached: [{ [events("limit reached")]: "0x20 0+50x20" }, "5m", "6m"],
  ErrorsUncaught: [{ [UNCAUGHT]: "0x40 1x40" }, "10m", "10m15s"],
  EventLoopLate: [{ [LAG]: "0.02x40 0.4x80" }, "15m", "21m"],
};

type Expected = { alertname: string; eval_time: string; isFiring: boolean };

/** Runs promtool in a temporary folder with one file. Returns its exit code and its output. */
function runPromtool(args: string[], fileName: string, text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "mtandao-alerts-"));
  writeFileSync(path.join(folder, fileName), text);
  const { status, stdout, stderr } = spawnSync(PROMTOOL, [...args, fileName], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { status, output: `${stdout}${stderr}` };
}

/** Expects alarms to fire or not when the rules are applied to these series, which have a value every 15 s by default. */
function expectAlarms(series: Series, expected: Expected[], interval = "15s") {
  // Prometheus has a series of its own alarms, so the test needs no labels.
  const promql_expr_test = expected.map(({ alertname, eval_time, isFiring }) => ({
    expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
    eval_time,
    exp_samples: [{ labels: "{}", value: Number(isFiring) }],
  }));
  const input_series = Object.entries(series).map(([one, values]) => ({ series: one, values }));
  const tests = [{ interval, input_series, promql_expr_test }];
  // JSON is YAML.
  const file = JSON.stringify({ rule_files: [RULES], evaluation_interval: interval, tests });
  expect(runPromtool(["test", "rules"], "alerts.test.yml", file)).toMatchObject({ status: 0 });
}

test("every alarm has a test case", () => {
  expect(Object.keys(CASES)).toEqual(alerts);
});

const title = hasPromtool ? "evaluated by Prometheus" : "evaluated by Prometheus (skipped: promtool is not installed)";
describe.skipIf(!hasPromtool)(title, () => {
  test.each(Object.entries(CASES))(
    "%s fires at its first event, and not before",
    (alertname, [series, silentAt, firesAt]) =>
      expectAlarms(series, [
        { alertname, eval_time: silentAt, isFiring: false },
        { alertname, eval_time: firesAt, isFiring: true },
      ]),
  );

  test("no alarm fires on a quiet day, not even after the first scrape of a new Prometheus", () => {
    const times = ["0m", "1m", "15m", "70m", "6h", "24h30m"];
    const expected = times.flatMap((eval_time) =>
      alerts.map((alertname) => ({ alertname, eval_time, isFiring: false })),
    );
    expectAlarms(QUIET_DAY, expected, "1m");
  });

  test.each([
    ["PaymentsWait", ["payment-held", "payment-unmatched", "payment-claimed"], 3601],
    ["RefundsWait", ["refund", "payment-refund", "payment-surplus"], 86401],
    ["PaidOrdersNotBegun", ["order-paid"], 43201],
  ])("%s fires for each of its kinds alone", (alertname, kinds, seconds) => {
    for (const kind of kinds)
      expectAlarms({ [oldest(kind)]: `${seconds}x40` }, [{ alertname, eval_time: "5m", isFiring: true }]);
  });

  test("no alarm fires when failed mails are sent again or deleted", () => {
    const series = { [waiting("failed mails")]: "3x40 0x400" };
    expectAlarms(series, [{ alertname: "MailsFailed", eval_time: "11m", isFiring: false }]);
  });

  test("an alarm about a failed mail still fires when a second process starts", () => {
    const second = waiting("failed mails").replace('"a"', '"b"');
    const series = { [waiting("failed mails")]: "0x40 1x100", [second]: "_x50 1x100" };
    expectAlarms(series, [{ alertname: "MailsFailed", eval_time: "20m", isFiring: true }]);
  });

  test("the configuration in docs/operations.md is valid with these rules", () => {
    const [, block = ""] = /^ {4}(rule_files: [\s\S]*?)^\S/m.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
    const config = block.replace(/^ {4}/gm, "").replace("/etc/prometheus/alerts.yml", RULES);
    const { status, output } = runPromtool(["check", "config"], "prometheus.yml", config);
    expect(status, output).toBe(0);
    expect(output).toContain(`${alerts.length} rules found`);
  });
});

test("every counter of which an alarm reports single events is 0 when the process starts", async () => {
  const text = await metrics.metrics();
  const counted = [...readFileSync(RULES, "utf8").matchAll(/mtandao_security_events_total\{event="([^"]+)"\}/g)];
  expect(counted.length).toBeGreaterThan(0);
  for (const [, event] of counted) expect(text).toContain(`mtandao_security_events_total{event="${event}"} 0`);
  for (const service of SERVICES)
    expect(text).toContain(`mtandao_upstream_seconds_count{service="${service}",kind="key"} 0`);
});

test("the alarm about rejected keys covers every service that the site calls", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".server.ts") && !name.startsWith("doctor/"))
    .map((name) => readFileSync(`app/${name}`, "utf8"));
  const called = sources.flatMap((text) => [...text.matchAll(/\bservice: "([^"]+)"/g)].map(([, name = ""]) => name));
  expect(new Set(SERVICES), "SERVICES in app/platform/upstream/record-call.server.ts").toEqual(new Set(called));
});
