import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const AREAS = readdirSync("app/ui/styles/areas").map((name) => name.replace(".css", ""));
const ROUTES = import.meta.glob<string>("../../routes/**/*.tsx", { query: "?raw", import: "default", eager: true });
/** The areas that pages wear together, as their handles say it. */
const WORN = Object.values(ROUTES).flatMap((text) => {
  const [, areas = ""] = /^export const handle = .*areas: "([^"]+)"/m.exec(text) ?? [];
  return areas === "" ? [] : [areas.split(" ")];
});

/** The classes that the rules of an area begin with. */
function dressedBy(area: string): Set<string> {
  const css = readFileSync(`app/ui/styles/areas/${area}.css`, "utf8");
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/(?:^|[{},])\s*\.([\w-]+)/g);
  return new Set([...rules].map(([, name = ""]) => name));
}

test.each(AREAS)(
  "%s dresses no class of another area: a page may stay open while one goes on, and wears both",
  (area) => {
    const own = dressedBy(area);
    expect(own.size).toBeGreaterThan(0);
    const apart = AREAS.filter((other) => !WORN.some((worn) => worn.includes(area) && worn.includes(other)));
    expect(apart.length).toBeGreaterThan(2);
    expect(apart.flatMap((other) => [...dressedBy(other)]).filter((name) => own.has(name))).toEqual([]);
  },
);
