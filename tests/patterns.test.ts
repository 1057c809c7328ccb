import { existsSync, readFileSync } from "node:fs";
import { parseSync, type Span, Visitor } from "oxc-parser";
import { check, type Parameters } from "recheck";
import { expect, test, vi } from "vitest";

// The checker takes Java where it finds one, which needs three times as long.
if (existsSync("node_modules/recheck-linux-x64")) vi.stubEnv("RECHECK_BACKEND", "native");

/** Patterns that are put together; what they become. */
const MADE: Record<string, string> = {
  "`^[${letters}a-z0-9_*-]+$`": "^[a-z0-9_*-]+$",
  "`^[${of(code)}0-9_*-]+$`": "^[a-z0-9_*-]+$",
  "`^[${ALIKE}0-9_*-]+$`": "^[a-z0-9_*-]+$",
  "`(?<!${kana})[${STROKES}]+(?!${kana})`": "(?<![ab])[xy]+(?![ab])",
  "`^${NUMBER}(\\\\.${NUMBER}){3}$`":
    "^(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}$",
};

type Pattern = { place: string; source: string; flags: string };

const files = Object.keys(import.meta.glob("../{app,mocks}/**/*.{ts,tsx,js}"))
  .map((path) => path.replace("../", ""))
  .filter((path) => !/\.test\.tsx?$/.test(path));

/** Every regular expression that is written in the sources, and each `new RegExp`. */
function patternsIn(path: string): Pattern[] {
  const text = readFileSync(path, "utf8");
  const found: Pattern[] = [];
  const placeOf = ({ start }: Span) => `${path}:${text.slice(0, start).split("\n").length}`;
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) found.push({ place: placeOf(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: (node) => {
      if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
      const [written] = node.arguments;
      const source = MADE[written ? text.slice(written.start, written.end) : ""] ?? "(unlisted)*(unlisted)*$";
      found.push({ place: placeOf(node), source, flags: "" });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** "{1,64}" is judged as "+", which is no better: the checker would make sixty-four states of it. */
function withoutCounts(source: string): string {
  const many = (least: string, most = least) => Number(most) > 10 && (least === "0" ? "*" : "+");
  return source
    .replace(/\{(\d+),(\d+)\}/g, (counts, least, most) => many(least, most) || counts)
    .replace(/\{(\d+)\}/g, (counts, least) => many(least) || counts);
}

/** By theory where there is one; what looks around is tried out, in a fixed number of steps. No clock has a say in it. */
const BY_THEORY: Parameters = { checker: "automaton", timeout: null };
const BY_TRIAL: Parameters = {
  checker: "fuzz",
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  randomSeed: 20261122,
  attackLimit: 5_000_000,
  maxAttackStringSize: 10_000,
};

/** What is wrong with a pattern, undefined where nothing is. */
async function faultOf({ source, flags }: Pattern): Promise<string | undefined> {
  // Nothing is repeated without a limit.
  if (!/[*+]|\{\d+,/.test(source)) return undefined;
  const judged = await check(withoutCounts(source), flags, BY_THEORY);
  const isUnjudged = judged.status === "unknown" && judged.error.kind === "unsupported";
  const { status, ...about } = isUnjudged ? await check(source, flags, BY_TRIAL) : judged;
  if (status === "safe") return undefined;
  if ("attack" in about) return `${about.complexity.summary}, for example ${about.attack.pattern}`;
  return JSON.stringify("error" in about ? about.error : status);
}

test("no regular expression takes more than linear time", async () => {
  const patterns = files.flatMap(patternsIn);
  expect(patterns.length).toBeGreaterThan(200);
  const faults: string[] = [];
  // The same words in two places are judged once.
  const judged = new Map<string, string | undefined>();
  for (const pattern of patterns) {
    const written = `/${pattern.source}/${pattern.flags}`;
    if (!judged.has(written)) judged.set(written, await faultOf(pattern));
    const fault = judged.get(written);
    if (fault !== undefined) faults.push(`${pattern.place} ${written}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test.each([
  [/^\s+|\s+$/g, "2nd degree polynomial"],
  [/(a|a)*$/, "exponential"],
  [/(?!x)\s+$/, "2nd degree polynomial"],
])("%s is found", async ({ source, flags }, fault) => {
  expect(await faultOf({ place: "", source, flags })).toContain(fault);
});
