import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signedIn } from "../../budgets/weigh.ts";
import { FORMS } from "../../forms.ts";
import { newVisitor, postForm } from "../request.ts";
import { site } from "./site.ts";

/** Every kind of character that a regular expression could repeat. */
const RUNS = [
  ..." \t\n\r\0a7.-_@\"'\\,;:=<&#*/()[]{}%|`\u00A0\u3000\u200B\u0301ü😀\uFFFD",
  ...["\r\n", "a ", "a.", "a@", "-\n", '" ', '\\"', "; ", "p=", "%{a}", "AʼA'", "xn--", "cf_tags=", "selector1-"],
];
/** An encoded body must stay below 64 KB, so a character with a longer encoding is repeated fewer times. */
const BODY = 64_000;
/** Lengths that are not rejected, close to the limits: `LONGEST` by field, `DEFAULT_LENGTH` for all others. */
const DEFAULT_LENGTH = 300;
const LONGEST: Record<string, number> = { message: 5_000, content: 16_000, dkim: 16_000 };
/** By default each run of characters is tested in one form, and spaces in every form; with LONG=1 every run in every form. */
const isLong = process.env.LONG === "1";

/** Returns the CPU seconds of a process, user and system (proc(5), stat). */
function cpuOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = rest.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** Prefixes without which the rest of the field is not parsed. */
const REQUIRED_PREFIX: Record<string, string> = {
  text: "www 300 A 41.90.64.12 ; ",
  dkim: "v=DKIM1; ",
  content: "v=DMARC1; ",
};

/** Returns "x", many repetitions of `run`, and "x". A pattern such as /\s+$/ restarts at every character of the run. */
function filled(field: string, run: string, most = BODY) {
  const times = Math.floor(BODY / new URLSearchParams({ "": run }).toString().slice(1).length);
  return `${REQUIRED_PREFIX[field] ?? ""}x${run.repeat(times)}`.slice(0, most - 1).concat("x");
}

/** A regular expression of quadratic time takes several hundred times as long as a normal request, on any machine. */
const MAX_TIMES_MEDIAN = 50;

test("the longest body of each form, with any repeated character, takes about as much CPU time as others", async () => {
  const session = await signedIn(site);
  const most = new Map<string, { seconds: number; run: string }>();
  for (const [nth, [path, fields, along = {}]] of FORMS.entries()) {
    for (const [index, run] of RUNS.entries()) {
      if (!isLong && run !== " " && index % FORMS.length !== nth) continue;
      const field = fields[index % fields.length] ?? "";
      const fitting = fields.map((name) => [name, filled(name, run, LONGEST[name] ?? DEFAULT_LENGTH)]);
      const bodies = [
        { ...along, [field]: filled(field, run) },
        { ...along, ...Object.fromEntries(fitting) },
      ];
      for (const body of isLong ? bodies : bodies.slice(nth % 2, (nth % 2) + 1)) {
        const before = cpuOf(site.pid);
        const response = await postForm(site, path, body, { ...newVisitor(), ...session });
        const seconds = cpuOf(site.pid) - before;
        const what = `${path} ${Object.values(along).join(" ")}`;
        expect(response.status, `${what}: ${JSON.stringify(run)}`).toBeLessThan(504);
        if (seconds >= (most.get(what)?.seconds ?? 0)) most.set(what, { seconds, run });
      }
    }
  }
  const rows = [...most].map(([what, { seconds, run }]) => `${seconds.toFixed(2)} s ${what} ${JSON.stringify(run)}`);
  process.stdout.write(`CPU of the longest bodies\n${rows.join("\n")}\n`);
  const sorted = [...most.values()].map(({ seconds }) => seconds).sort((one, other) => one - other);
  const median = Math.max(sorted[Math.floor(sorted.length / 2)] ?? 0, 0.03);
  for (const [what, { seconds, run }] of most)
    expect(seconds, `${what}: ${JSON.stringify(run)}`).toBeLessThan(MAX_TIMES_MEDIAN * median);
});
