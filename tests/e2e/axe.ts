import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Page, test } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it stands, a line each. */
export async function axe(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (asked) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    // What passes need not be described.
    const options = { resultTypes: ["violations"], preload: false };
    const { violations } = await axe.run(asked === "all" ? options : { ...options, runOnly: ["cat.color"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, rules);
}

/**
 * What axe finds on the page in its two cloths: by all its rules in the light one, and in the dark one by those that this makes
 * different, on the phone alone where there is one, since a width changes no colour. Motion is off, so that no colour is on its
 * way to another.
 */
export async function axeInCloths(page: Page, isDarkToo = test.info().project.use.isMobile): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const found = await axe(page);
  if (!isDarkToo) return found;
  await page.emulateMedia({ colorScheme: "dark" });
  return [...found, ...(await axe(page, "colours")).map((line) => `dark: ${line}`)];
}
