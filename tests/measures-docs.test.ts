import { readdirSync, readFileSync } from "node:fs";
import { collectDefaultMetrics, Registry } from "prom-client";
import { expect, test } from "vitest";
import { z } from "zod";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  .map((name) => readFileSync(`app/${name}`, "utf8"));
const OWN = sources.flatMap((text) => [...text.matchAll(/name: "(mtandao_\w+)"/g)].map(([, name = ""]) => name));
const LABELS = sources.flatMap((text) =>
  [...text.matchAll(/labelNames: \[([^\]]+)\]/g)].flatMap(([, names = ""]) => names.match(/\w+/g) ?? []),
);

/** Labels that Prometheus adds. */
const PROMETHEUS_LABELS = ["le", "job", "instance"];

/** The metrics of the process that app/platform/metrics.server.ts collects. */
function processMetrics(): string[] {
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: "mtandao_" });
  return register.getMetricsAsArray().map(({ name }) => name);
}

const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string().min(1),
      description: z.string().min(1),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string().min(1), legendFormat: z.string().min(1) })).min(1),
    }),
  ),
});

const text = readFileSync("docs/board.json", "utf8");
const { panels } = dashboardSchema.parse(JSON.parse(text));
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const rules = readFileSync("docs/alerts.yml", "utf8").match(/expr: (>\n(?: {10}.*\n)+|.*\n)/g) ?? [];

/** Returns the metrics in an expression; a histogram's three series are one metric. */
function metricsIn(expression: string): string[] {
  return (expression.match(/\bmtandao_\w+/g) ?? []).map((name) => name.replace(/(_seconds)_(bucket|count|sum)$/, "$1"));
}

test("every metric in a query of the dashboard or an alarm exists", () => {
  const existing = new Set([...OWN, ...processMetrics()]);
  const used = [...queries, ...rules].flatMap(metricsIn);
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter((name) => !existing.has(name))).toEqual([]);
});

test("every label in a query is a label of some metric", () => {
  const known = new Set([...LABELS, ...PROMETHEUS_LABELS]);
  const used = [...queries, ...rules].flatMap((expression) => [
    ...[...expression.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"/g)].map(([, label]) => label),
    ...[...expression.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/)),
  ]);
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((label) => !known.has(label ?? ""))).toEqual([]);
});

test("the dashboard shows every metric of the site, and docs/operations.md lists it", () => {
  const displayed = new Set(queries.flatMap(metricsIn));
  expect(OWN.filter((name) => !displayed.has(name))).toEqual([]);
  const operations = readFileSync("docs/operations.md", "utf8");
  expect(OWN.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

test("no two panels overlap or share an id", () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const [index, { gridPos: one }] of panels.entries()) {
    for (const { gridPos: other } of panels.slice(index + 1)) {
      const isApart =
        one.x + one.w <= other.x ||
        other.x + other.w <= one.x ||
        one.y + one.h <= other.y ||
        other.y + other.h <= one.y;
      expect(isApart).toBe(true);
    }
  }
});
