import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SCHEMA = readFileSync("supabase/schema.sql", "utf8");
const DOCUMENT = readFileSync("docs/data-model.md", "utf8");

function names(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
}

test("docs/data-model.md has a row for each table of the schema, exactly once", () => {
  const tables = names(SCHEMA, /^create table public\.(\w+) \(/gm);
  expect(tables.length).toBeGreaterThan(30);
  expect(names(DOCUMENT, /^\| `([a-z_]+)` \|/gm)).toEqual(tables);
});

test("every function and view that docs/data-model.md names is in the schema", () => {
  const declared = names(SCHEMA, /^(?:CREATE OR REPLACE FUNCTION|create view) public\.(\w+)/gm);
  const named = names(DOCUMENT, /`(\w+)\(\)`/g).concat(names(DOCUMENT, /view `(\w+)`/g));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !declared.includes(name))).toEqual([]);
});

test("docs/data-model.md says of each customer's table that customers read it, and of no other", () => {
  const policies = SCHEMA.split(/^create table public\./m).slice(1);
  const own = policies.filter((text) => /^-- Policy .* \(permissive\) for \{authenticated\}/m.test(text));
  const rows = DOCUMENT.split("\n").filter((line) => /^\| `[a-z_]+` \|(?:[^|]*\|)\s*customer/.test(line));
  expect(names(rows.join("\n"), /^\| `([a-z_]+)`/gm)).toEqual(own.map((text) => text.split(" ")[0]).sort());
});
