import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import settings from "#app/platform/settings.json" with { type: "json" };
import { parseDoctorOptions } from "./report.server.ts";
import { allChecks } from "./run-doctor.server.ts";

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
