import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { TYPES } from "#app/dns/types.ts";
import { withoutServerMembers } from "../scripts/browser-types.ts";

const FOLDER = "app/dns/types";

test("the browser's build has the form and the sentence of each usual type, and nothing that reads or writes records", () => {
  const usual = ["a", "aaaa", "caa", "cname", "mx", "ns", "srv", "txt"];
  expect(
    TYPES.slice(0, usual.length)
      .map(({ type }) => type.toLowerCase())
      .sort(),
  ).toEqual(usual);
  for (const name of usual) {
    const path = `${FOLDER}/${name}.ts`;
    const code = withoutServerMembers(path, readFileSync(path, "utf8"));
    expect(parseSync(path, code).errors, path).toEqual([]);
    expect(code).toMatch(/^ {2}fields: \[/m);
    expect(code).toMatch(/^ {2}sentence/m);
    expect(code).not.toMatch(/^ {2}(fromForm|toForm|canonical|file)\b/m);
  }
});

test("other files of the types stay as they are", () => {
  const others = readdirSync(FOLDER).filter((name) => /^(fields|columns|structured|record-type)\.ts$/.test(name));
  expect(others).toHaveLength(4);
  for (const name of others) {
    const source = readFileSync(`${FOLDER}/${name}`, "utf8");
    expect(withoutServerMembers(name, source)).toBe(source);
  }
});
