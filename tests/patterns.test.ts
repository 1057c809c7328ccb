import { existsSync, readFileSync } from "node:fs";
import { parseSync, type Span, Visitor } from "oxc-parser";
import { check, type Parameters } from "recheck";
import { expect, test, vi } from "vitest";

// Where Java is installed the checker would use it, which takes three times as long.
if (existsSync("node_modules/recheck-linux-x64")) vi.stubEnv("RECHECK_BACKEND", "native");

/** The source of patterns that are built from parts, and the resulting pattern. */
const BUILT: Record<string, string> = {
  "`^[${letters}a-z0-9_*-]+$`": "^[a-z0-9_*-]+$",
  "`^[${of(code)}0-9_*-]+$`": "^[a-z0-9_*-]+$",
  "`^[${ALIKE}0-9_*-]+$`": "^[a-z0-9_*-]+$",
  "`(?<!${kana})[${STROKES}]+(?!${kana})`": "(?<![ab])[xy]+(?![ab])",
  "`^${NUMBER}(\\\\.${NUMBER}){3}$`":
    "^(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}$",
};

type Pattern = { place: string; source: string; flags: string };

const isLong = process.env.LONG === "1";
/** Its input is written by Remix and not by visitors, and fuzzing its pattern takes as long as all others together. */
const TRUSTED_INPUT = isLong ? [] : ["app/ui/shell/page-scripts.tsx"];

const files = Object.keys(import.meta.glob("../{app,mocks}/**/*.{ts,tsx,js}"))
  .map((path) => path.replace("../", ""))
  .filter((path) => !/\.test\.tsx?$/.test(path) && !TRUSTED_INPUT.includes(path));

/** Returns every regular expression literal of a source file, and each `new RegExp`. */
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
      const source = BUILT[written ? text.slice(written.start, written.end) : ""] ?? "(unlisted)*(unlisted)*$";
      found.push({ place: placeOf(node), source, flags: "" });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/**
 * Replaces counted repetitions such as "{1,64}" by "+", which is never faster: the automaton would need a state for each count.
 */
function withoutCounts(source: string): string {
  const many = (least: string, most = least) => Number(most) > 10 && (least === "0" ? "*" : "+");
  return source
    .replace(/\{(\d+),(\d+)\}/g, (counts, least, most) => many(least, most) || counts)
    .replace(/\{(\d+)\}/g, (counts, least) => many(least) || counts);
}

/**
 * The automaton checker decides without running the pattern. It cannot read look-arounds and flags such as `m`: those patterns
 * are fuzzed, with a fixed seed and a fixed number of steps, so that the result does not depend on the clock.
 */
const AUTOMATON: Parameters = { checker: "automaton", timeout: null };
const FUZZER: Parameters = {
  checker: "fuzz",
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  randomSeed: 20261122,
  attackLimit: isLong ? 5_000_000 : 500_000,
  maxAttackStringSize: 10_000,
};

/** Returns why a pattern takes more than linear time, or undefined if it does not. */
async function faultOf({ source, flags }: Pattern): Promise<string | undefined> {
  // Without unbounded repetition a pattern is linear.
  if (!/[*+]|\{\d+,/.test(source)) return undefined;
  const judged = await check(withoutCounts(source), flags, AUTOMATON);
  const isUnjudged = judged.status === "unknown" && judged.error.kind === "unsupported";
  const { status, ...about } = isUnjudged ? await check(source, flags, FUZZER) : judged;
  if (status === "safe") return undefined;
  if ("attack" in about) return `${about.complexity.summary}, for example ${about.attack.pattern}`;
  return JSON.stringify("error" in about ? about.error : status);
}

test("no regular expression takes more than linear time", async () => {
  const patterns = files.flatMap(patternsIn);
  expect(patterns.length).toBeGreaterThan(200);
  const faults: string[] = [];
  // The same pattern in two places is checked once.
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
])("reports %s as super-linear", async ({ source, flags }, fault) => {
  expect(await faultOf({ place: "", source, flags })).toContain(fault);
});
