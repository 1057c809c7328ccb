import { readdirSync, readFileSync } from "node:fs";
import { __unstable__loadDesignSystem as loadDesignSystem } from "tailwindcss";
import { expect, test } from "vitest";

const ASSETS = "build/client/assets";

/** Returns the rules of single classes in a style sheet, such as `.flex{display:flex}`, with the properties that each sets. */
function classRules(css: string): { name: string; properties: string[] }[] {
  return [...css.matchAll(/(?<=^|[{},;\s])\.((?:\\.|[\w-])+)\s*\{([^{}]*)\}/g)].map(([, name = "", body = ""]) => ({
    name: name.replaceAll("\\", ""),
    properties: [...body.matchAll(/(?:^|;)\s*([\w-]+):/g)].map(([, property = ""]) => property),
  }));
}

/** Returns the classes of a style sheet that Tailwind knows without a theme, and those of them that set other properties. */
async function ownClasses(css: string) {
  const plain = await loadDesignSystem("@tailwind utilities;");
  const rules = classRules(css);
  const meant = plain.candidatesToCss(rules.map(({ name }) => name));
  const known = rules.flatMap((rule, index) => (meant[index] ? [{ ...rule, meant: meant[index] }] : []));
  const changed = known.filter(({ properties, meant }) =>
    properties.some((property) => !property.startsWith("--") && !meant.includes(`${property}:`)),
  );
  return { known, changed: changed.map(({ name }) => name) };
}

test("no name in our theme changes what a class of Tailwind means", async () => {
  const sheets = readdirSync(ASSETS).filter((name) => name.endsWith(".css"));
  const { known, changed } = await ownClasses(
    sheets.map((name) => readFileSync(`${ASSETS}/${name}`, "utf8")).join("\n"),
  );
  expect(known.length).toBeGreaterThan(20);
  expect(changed, "Rename the token in app/ui/styles/theme.css, or the class").toEqual([]);
});

test("finds a spacing whose name makes inline-block a width, too", async () => {
  const ours = await loadDesignSystem("@theme { --spacing-block: 2rem; } @tailwind utilities;");
  const css = ours.candidatesToCss(["inline-block", "flex", "gap-block"]).join("\n");
  expect((await ownClasses(css)).changed).toEqual(["inline-block"]);
});
