import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Those in one list are worn together. */
const WORN = [["blog", "post"], ["home"], ["projects"], ["stride"]];

/** The classes that the rules of some areas begin with. */
function dressedBy(areas: readonly string[]): Set<string> {
  const css = areas.map((area) => readFileSync(`app/ui/sheets/${area}.css`, "utf8")).join("\n");
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/(?:^|[{},])\s*\.([\w-]+)/g);
  return new Set([...rules].map(([, name = ""]) => name));
}

test("no two areas dress the same class: a page that stays open while one goes on keeps the CSS of both", () => {
  const dressed = WORN.map(dressedBy);
  expect(dressed.every((names) => names.size > 3)).toBe(true);
  const all = dressed.flatMap((names) => [...names]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
});
