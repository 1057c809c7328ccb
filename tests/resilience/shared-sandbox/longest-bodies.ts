import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signedIn } from "../../budgets/weigh.ts";
import { FORMS } from "../../forms.ts";
import { newVisitor, postForm } from "../request.ts";
import { site } from "./site.ts";

/** Every kind of character that a regular expression could repeat. */
const RUNS = [
  ..." \t\n\r\0a7.-_@\"'\\,;:=<&#*/()[]{}%|`",
  "\u00A0",
  "\u3000",
  "\u200B",
  "\u0301",
  "ü",
  "😀",
  "\uFFFD",
  "\r\n",
  "a ",
  "a.",
  "a@",
  "-\n",
  '" ',
  '\\"',
  "; ",
  "p=",
  "%{a}",
  "AʼA'",
  "xn--",
  "cf_tags=",
  "selector1-",
];
/** An encoded body has less than 64 KB: what takes three bytes is repeated less often. */
const BODY = 64_000;
/** The maximum length of each field, or nearly, so that it passes the limits. */
const LINE = 300;
const LONGEST: Record<string, number> = { message: 5_000, content: 16_000, dkim: 16_000 };
/** Each kind in one of the forms, and spaces in all; with LONG=1 all kinds in all forms. */
const isLong = process.env.LONG === "1";

/** Returns the CPU seconds of a process, user and system (proc(5), stat). */
function cpuOf(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = rest.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** A prefix without which the rest of the field is not read. */
const BEFORE: Record<string, string> = { text: "www 300 A 41.90.64.12 ; ", dkim: "v=DKIM1; ", content: "v=DMARC1; " };

/** Returns a field full of runs between other letters: a pattern for a run at the end restarts at each letter. */
function filled(field: string, run: string, most = BODY) {
  const times = Math.floor(BODY / new URLSearchParams({ "": run }).toString().slice(1).length);
  return `${BEFORE[field] ?? ""}x${run.repeat(times)}`.slice(0, most - 1).concat("x");
}

/** A quadratic pattern needs seconds for 64,000 characters; a request takes hundredths, the first ones tenths. */
const BOUND = 1.5;

test("the longest body of each form, of any kind of character, costs no more than any other", async () => {
  const session = await signedIn(site);
  const most = new Map<string, { seconds: number; run: string }>();
  for (const [nth, [path, fields, along = {}]] of FORMS.entries()) {
    for (const [index, run] of RUNS.entries()) {
      if (!isLong && run !== " " && index % FORMS.length !== nth) continue;
      const field = fields[index % fields.length] ?? "";
      const fitting = fields.map((name) => [name, filled(name, run, LONGEST[name] ?? LINE)]);
      const bodies = [
        { ...along, [field]: filled(field, run) },
        { ...along, ...Object.fromEntries(fitting) },
      ];
      for (const body of isLong ? bodies : bodies.slice(nth % 2, (nth % 2) + 1)) {
        const before = cpuOf(site.pid);
        const reply = await postForm(site, path, body, { ...newVisitor(), ...session });
        const seconds = cpuOf(site.pid) - before;
        const what = `${path} ${Object.values(along).join(" ")}`;
        expect(reply.status, `${what}: ${JSON.stringify(run)}`).toBeLessThan(504);
        if (seconds >= (most.get(what)?.seconds ?? 0)) most.set(what, { seconds, run });
      }
    }
  }
  const rows = [...most].map(([what, { seconds, run }]) => `${seconds.toFixed(2)} s ${what} ${JSON.stringify(run)}`);
  process.stdout.write(`CPU of the longest bodies\n${rows.join("\n")}\n`);
  for (const [what, { seconds, run }] of most) expect(seconds, `${what}: ${JSON.stringify(run)}`).toBeLessThan(BOUND);
});
