import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allChecks } from "./checks.server.ts";
import { readWishes } from "./wishes.server.ts";

test("every line has a name of its own, and stands with it in docs/operations.md", () => {
  const names = allChecks({ mail: "you@example.co.ke" }).map(({ name }) => name);
  const operations = readFileSync("docs/operations.md", "utf8");
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

test("a test mail is a line for whoever asks for one, and a wish that nobody knows is none", () => {
  expect(allChecks({}).map(({ name }) => name)).not.toContain("test mail");
  expect(readWishes(["--json", "--mail=you@example.co.ke", "--dkim=google"])).toEqual({
    json: true,
    mail: "you@example.co.ke",
    dkim: "google",
  });
  for (const odd of [["--fix"], ["--mail"], ["now"]]) expect(readWishes(odd)).toBeUndefined();
});
