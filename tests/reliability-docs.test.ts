import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FAULTS = 75;
const rows = readFileSync("docs/reliability.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** Returns whether a file has a test with this title. */
function hasTest(file: string, name: string): boolean {
  if (!existsSync(file)) return false;
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?:\\b(?:test|it)|\\))\\(\\s*(["\`])${literal}\\1`).test(readFileSync(file, "utf8"));
}

test("the table has every fault once, in order, with its visible effect", () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: FAULTS }, (_, index) => index + 1));
  for (const [, , breaks, seen] of rows) expect([breaks, seen]).not.toContain("");
});

test.each(rows)("%s%s. %s: each test that proves it exists", (_edge, _number, _breaks, _seen, proof = "") => {
  const proofs = proof.split("<br>").map((one) => /^`([^`]+)`: (.+)$/.exec(one) ?? []);
  expect(proofs.filter(([, file = "", name = ""]) => !hasTest(file, name))).toEqual([]);
});
