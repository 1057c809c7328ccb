import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { REPLY_ROWS } from "#app/platform/database/rows.table.server.ts";
import { MAX_ROWS } from "#mocks/database/row-limit.ts";

/**
 * A reply of the database ends after 1,000 rows without a word, so a query without a limit of its own loses what is beyond.
 * These tests find such queries.
 */
const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => ({ path: `app/${name}`, text: readFileSync(`app/${name}`, "utf8") }));

it("the limit of a reply is the same in the settings of the hosted project, the site and the embedded database", () => {
  const [, hosted] = /^max_rows = (\d+)$/m.exec(readFileSync("supabase/config.toml", "utf8")) ?? [];
  expect([Number(hosted), MAX_ROWS]).toEqual([REPLY_ROWS, REPLY_ROWS]);
});

/** What runs a query. */
const RUNS = /\b(?:await|runQuery|queryOnce|(?:read|poll|found|first)(?!only)\w*)\b/;
const WRITES = /\.(insert|update|upsert|delete)\(/;
const HAS_END = /\.(limit|range)\(|head: true|readRowsOf\(/;

/** The top-level declarations of a file, by name. */
function declarationsOf(text: string): Map<string, string> {
  const parts = text.split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m);
  return new Map(
    parts.map((part) => [/^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? "", part] as const),
  );
}

/** The declarations that run a query for rows without an end. One that only begins a query is judged by those that use it. */
function endlessReads(text: string): string[] {
  const declarations = [...declarationsOf(text)];
  const begins = new Set<string>();
  const changes = declarations.filter(([, part]) => WRITES.test(part) && !RUNS.test(bodyOf(part)));
  const writes = new RegExp(`\\b(?:${["-", ...changes.map(([name]) => name)].join("|")})\\(`);
  const isEndless = (part: string) => {
    const calls = new RegExp(`\\.select\\(|\\b(?:${["-", ...begins].join("|")})\\(`);
    return calls.test(bodyOf(part)) && !HAS_END.test(part) && !WRITES.test(part) && !writes.test(part);
  };
  for (let size = -1; size !== begins.size; ) {
    size = begins.size;
    for (const [name, part] of declarations) if (isEndless(part) && !RUNS.test(bodyOf(part))) begins.add(name);
  }
  return declarations.filter(([, part]) => isEndless(part) && RUNS.test(bodyOf(part))).map(([name]) => name);
}

/** A declaration without its name and the types of its parameters. */
const bodyOf = (part: string) => part.slice(part.search(/[{=] *\n|=>|= /));

const GATEWAYS = sources.filter(({ path, text }) => /\.(table|api)\.server\.ts$/.test(path) && /\.select\(/.test(text));

it.each(GATEWAYS)("each query of $path that reads rows ends: by limit, by range, or as a count", ({ text }) => {
  expect(endlessReads(text), "Add .limit(…), or read pages by readAllRows").toEqual([]);
});

it("finds a query without an end, also if another declaration begins it", () => {
  const own = `function own(id: string) {\n  return client().from("domains").select("id").eq("user_id", id);\n}\n`;
  const list = `export function list(id: string) {\n  return readRows(own(id).order("name"));\n}\n`;
  expect(GATEWAYS.length).toBeGreaterThan(20);
  expect(endlessReads(own + list)).toEqual(["list"]);
  expect(endlessReads(own + list.replace('order("name")', 'order("name").limit(50)'))).toEqual([]);
});

/** Functions of the database that return a set, and why a reply never cuts what they return; those with `max_rows` apart. */
const SETS: Record<string, string> = {
  claim_callback: "one row",
  claim_import_line: "one row",
  claim_mail: "one row",
  claim_message: "one row",
  billed_customer: "one row",
  claim_paid_bill: "one row",
  claim_prompt_query: "one row",
  dns_changes_to_notify: "max_domains rows",
  full_names: "a row for each address of a page of customers",
  list_issues: "at most 101 rows",
  payment_backlog: "a row for each kind",
};

it("a function that returns a set is called with the most rows, or returns few; others return one JSON value", () => {
  const schema = readFileSync("supabase/schema.sql", "utf8");
  const sets = [...schema.matchAll(/function public\.(\w+)\(([^)]*)\)\s+returns (?:table|setof)/gi)];
  expect(sets.length).toBeGreaterThan(10);
  const wrong = sets.flatMap(([, name = "", values = ""]) => {
    const callers = sources.filter(({ text }) => text.includes(`"${name}"`));
    const isPaged = /\bmax_rows\b/.test(values) && callers.every(({ text }) => text.includes("max_rows"));
    return callers.length === 0 || isPaged || SETS[name] !== undefined ? [] : [name];
  });
  expect(wrong, "Let it return jsonb, or take max_rows; or say in SETS why it returns few rows").toEqual([]);
});
