import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The two cloths, and which of axe's rules to ask in each: all in one, and in the other what it makes different. */
export const CLOTHS = [
  ["light", "all"],
  ["dark", "colours"],
] as const;

/** What axe finds on the page as it stands, a line each. */
export async function axe(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  await page.evaluate(AXE);
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
