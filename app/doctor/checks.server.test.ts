import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import settings from "#app/settings.json" with { type: "json" };
import { allChecks } from "./checks.server.ts";
import { parseDoctorOptions } from "./options.server.ts";

test("every line has a name of its own, and stands with it in docs/operations.md", () => {
  const names = allChecks({ mail: "you@example.co.ke" }).map(({ name }) => name);
  const operations = readFileSync("docs/operations.md", "utf8");
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  const unsaid = names.filter((name) => !operations.includes(`\`${name}\``));
  expect(unsaid, 'Name these lines in the table of docs/operations.md, "The doctor"').toEqual([]);
});

test("every address of a service is tried", () => {
  const files = readdirSync("app/doctor").filter((name) => !name.includes(".test."));
  const doctor = files.map((name) => readFileSync(`app/doctor/${name}`, "utf8")).join();
  const addresses = settings.flatMap(({ name, service }) => (service && name.endsWith("_URL") ? [name] : []));
  expect(addresses.length).toBeGreaterThan(5);
  const untried = addresses.filter((name) => !doctor.includes(`"${name}"`));
  expect(untried, "Nobody tries these: give each a line in app/doctor/workers.server.ts").toEqual([]);
});

test("a test mail is a line for whoever asks for one, and a wish that nobody knows is none", () => {
  expect(allChecks({}).map(({ name }) => name)).not.toContain("test mail");
  expect(parseDoctorOptions(["--json", "--mail=you@example.co.ke", "--dkim=google"])).toEqual({
    json: true,
    mail: "you@example.co.ke",
    dkim: "google",
  });
  for (const odd of [["--fix"], ["--mail"], ["now"]]) expect(parseDoctorOptions(odd)).toBeUndefined();
});
