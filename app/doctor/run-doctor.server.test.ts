import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import settings from "#app/platform/settings.json" with { type: "json" };
import { setDeadlines } from "../../tests/deadlines.js";
import {
  bad,
  type Check,
  formatJson,
  formatReport,
  good,
  manual,
  off,
  parseDoctorOptions,
  SANDBOX_MODE,
  warning,
} from "./report.server.ts";
import { allChecks, runChecks, sanitizeLines } from "./run-doctor.server.ts";

const check = (name: string, run: Check["run"]): Check => ({ name, why: `Why ${name}.`, run });
const ABOUT = { mode: "a real site", address: "https://www.example.co.ke" };

test("runs checks in parallel, and reports one that fails or hangs as bad without the text of its error", async () => {
  let resolve = () => {};
  const both = new Promise<void>((done) => {
    resolve = done;
  });
  let started = 0;
  const waitForBoth = async () => {
    started += 1;
    if (started === 2) resolve();
    await both;
    return good("Both had started.");
  };
  setDeadlines({ doctorCheck: 300 });
  const lines = await runChecks([
    check("one", waitForBoth),
    check("other", waitForBoth),
    check("throws", () => {
      throw Object.assign(new Error("Bearer sb_secret_1"), { code: "EODD" });
    }),
    check("rejects", () => Promise.reject("sb_secret_1")),
    check("hangs", () => new Promise(() => {})),
  ]);
  expect(lines.map(({ name, state, message }) => [name, state, message])).toEqual([
    ["one", "good", "Both had started."],
    ["other", "good", "Both had started."],
    ["throws", "bad", "This could not be tried (other, EODD)."],
    ["rejects", "bad", "This could not be tried (other)."],
    ["hangs", "bad", "Nothing came of it within 0.3 s."],
  ]);
  expect(JSON.stringify(lines)).not.toContain("sb_secret_1");
});

const LINES = [
  check("fine", () => good("Fine.")),
  check("odd", () => warning("It ends in 3 days.", "Renew it.")),
  check("left", () => off("KE_WHOIS", "a person looks")),
  check("hidden", () => manual("Nobody may read it.", "Look yourself.")),
];

test("blames a service for a connection that fails, and the site for other errors", async () => {
  const failing = (code: string) => check(code, () => Promise.reject(Object.assign(new Error("no"), { code })));
  const lines = await runChecks([failing("ECONNREFUSED"), failing("EODD")]);
  expect(lines.map(({ advice }) => advice)).toEqual([
    "See whether the service answers, then try again.",
    "Report it: it is our fault.",
  ]);
});

test("the report of the sandbox says that no real site was examined", async () => {
  expect(formatReport({ ...ABOUT, mode: SANDBOX_MODE }, await runChecks(LINES), false)).toMatch(
    /This was the sandbox: a real site is examined with --env-file=FILE\.\n$/,
  );
});

test("the report has a line for each check, advice if something is to be done, and what visitors would notice", async () => {
  const lines = await runChecks(LINES);
  expect(formatReport(ABOUT, lines, false)).toBe(`Mtandao ${SITE_VERSION}, a real site: https://www.example.co.ke

good    fine: Fine.
warning odd: It ends in 3 days.
        Why it matters: Why odd.
        What to do: Renew it.
off     left: Off, because KE_WHOIS is not set: a person looks.
manual  hidden: Nobody may read it.
        Why it matters: Why hidden.
        What to do: Look yourself.

1 good, 1 with a warning, 1 off, 1 to check by hand. Visitors would notice nothing.
`);
  const ill = await runChecks([...LINES, check("gone", () => bad("It is gone.", "Bring it back."))]);
  expect(formatReport(ABOUT, ill, false)).toContain("BAD     gone: It is gone.\n        Why it matters: Why gone.\n");
  expect(formatReport(ABOUT, ill, false)).toMatch(/1 bad.* Visitors would notice what is bad\.\n$/);
  // Only the word of the state is coloured.
  const coloured = formatReport(ABOUT, ill, true);
  expect(coloured).toContain("\x1b[31mBAD");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured.replace(/\x1b\[\d*m/g, "")).toBe(formatReport(ABOUT, ill, false));
});

test("--json prints the same lines as one object, with whether no check is bad", async () => {
  const lines = await runChecks(LINES);
  expect(JSON.parse(formatJson(ABOUT, lines))).toEqual({ version: SITE_VERSION, ...ABOUT, ok: true, lines });
  const ill = [...lines, { name: "gone", why: "", ...bad("It is gone.", "Bring it back.") }];
  expect(JSON.parse(formatJson(ABOUT, ill))).toMatchObject({ ok: false });
});

test("removes secrets from the report", () => {
  const lines = [bad("It is sb_secret_1, sb_secret_1.", "Change sb_secret_1."), good("All good.")];
  expect(sanitizeLines(lines, ["sb_secret_1", "", "good"])).toEqual([bad("It is …, ….", "Change …."), lines[1]]);
});

test("replaces control characters, which texts of a zone may contain", () => {
  const [line] = sanitizeLines([bad("This word: \x1b[2J\u009b1m\ngood    SPF: fine\u202e.", "See.\r")], []);
  expect(line).toEqual(bad("This word: \uFFFD[2J\uFFFD1m\uFFFDgood    SPF: fine\uFFFD.", "See.\uFFFD"));
});

test("each check has a unique name that docs/operations.md lists", () => {
  const names = allChecks({ mail: "you@example.co.ke" }).map(({ name }) => name);
  const operations = readFileSync("docs/operations.md", "utf8");
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  const unlisted = names.filter((name) => !operations.includes(`\`${name}\``));
  expect(unlisted, 'Name these lines in the table of docs/operations.md, "The doctor"').toEqual([]);
});

test("each address of a service is checked", () => {
  const files = readdirSync("app/doctor").filter((name) => !name.includes(".test."));
  const doctor = files.map((name) => readFileSync(`app/doctor/${name}`, "utf8")).join();
  const addresses = settings.flatMap(({ name, service }) => (service && name.endsWith("_URL") ? [name] : []));
  expect(addresses.length).toBeGreaterThan(5);
  const unchecked = addresses.filter((name) => !doctor.includes(`"${name}"`));
  expect(unchecked, "Nobody tries these: give each a line in app/doctor/own-services.server.ts").toEqual([]);
});

test("sends a test mail only if asked for one", () => {
  expect(allChecks({}).map(({ name }) => name)).not.toContain("test mail");
});

test("accepts its documented options and rejects others", () => {
  const mail = "you@example.co.ke";
  expect(parseDoctorOptions(["--json", `--mail=${mail}`, "--dkim=google"])).toEqual({
    json: true,
    mail,
    dkim: "google",
  });
  for (const odd of [["--fix"], ["--mail"], ["now"]]) expect(parseDoctorOptions(odd)).toBeUndefined();
});
