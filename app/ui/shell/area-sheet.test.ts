import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const STYLES = "app/ui/styles";
const AREAS = readdirSync(`${STYLES}/areas`).map((name) => name.replace(".css", ""));
const ROUTES = import.meta.glob<string>("../../routes/**/*.tsx", { query: "?raw", import: "default", eager: true });
/** The areas of each page that has several, from its handle. */
const COMBINED = Object.values(ROUTES).flatMap((text) => {
  const [, areas = ""] = /^export const handle = .*areas: "([^"]+)"/m.exec(text) ?? [];
  return areas === "" ? [] : [areas.split(" ")];
});

/**
 * Returns the classes with which the rules of an area begin. Utilities are left out, because they are the same in every sheet.
 */
function classesOf(area: string): Set<string> {
  const css = readFileSync(`${STYLES}/areas/${area}.css`, "utf8");
  const rules = css.replace(/\/\*[\s\S]*?\*\/|@(?:import|source)[^;]*;/g, "").matchAll(/(?:^|[{},])\s*\.([\w-]+)/g);
  return new Set([...rules].map(([, name = ""]) => name));
}

test.each(AREAS)(
  "the %s sheet styles no class of an area that is never on the same page, because both sheets stay loaded",
  (area) => {
    const own = classesOf(area);
    const apart = AREAS.filter((other) => !COMBINED.some((areas) => areas.includes(area) && areas.includes(other)));
    expect(apart.length).toBeGreaterThan(2);
    expect(apart.flatMap((other) => [...classesOf(other)]).filter((name) => own.has(name))).toEqual([]);
  },
);

test("the utilities of pages that styles.css leaves out are in the sheet of their area, of the dashboard or of the desk", () => {
  const leftOut = sourcesOf("styles.css", "not ");
  expect(leftOut.length).toBeGreaterThan(5);
  const others = ["dashboard.css", "desk.css", ...AREAS.map((area) => `areas/${area}.css`)].flatMap((sheet) =>
    sourcesOf(sheet),
  );
  const isCovered = (path: string) => others.some((source) => source.startsWith(path) || path.startsWith(source));
  expect(leftOut.filter((path) => !isCovered(path))).toEqual([]);
});

/** Returns the paths of a sheet's @source lines below app/routes, up to the first wildcard, with each {choice} expanded. */
function sourcesOf(sheet: string, not = ""): string[] {
  const lines = readFileSync(`${STYLES}/${sheet}`, "utf8").matchAll(
    new RegExp(`^@source ${not}"[./]*/routes/(.+)";`, "gm"),
  );
  return [...lines].flatMap(([, path = ""]) => {
    const [, before = "", choices = "", after = ""] = /^([^{]*)(?:\{(.*)\})?(.*)$/.exec(path) ?? [];
    return choices.split(",").map((choice) => (before + choice + after).replace(/\*.*/, ""));
  });
}
