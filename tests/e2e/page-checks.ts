import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations that axe finds on the page, a line each. */
export async function axe(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const options = { resultTypes: ["violations"], preload: false };
    const { violations } = await axe.run(rules === "all" ? options : { ...options, runOnly: ["cat.color"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, rules);
}

/**
 * Returns the violations in the light colour scheme by all rules, and in the dark one by the colour rules. The phone alone
 * checks the dark one, since a width changes no colour. Motion is off, so that no colour is in transition.
 */
export async function axeInBothSchemes(page: Page, checksDark = test.info().project.use.isMobile): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const found = await axe(page);
  if (!checksDark) return found;
  await page.emulateMedia({ colorScheme: "dark" });
  return [...found, ...(await axe(page, "colours")).map((line) => `dark: ${line}`)];
}

/**
 * Returns the labels that two text fields of a page have, visible or not: a label must be enough to find a field. Honeypots
 * aside.
 */
export function sameLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>(
      "input:is([type=text], [type=email], [type=tel], [type=password], :not([type])), textarea",
    );
    const labels = [...fields]
      .filter(({ name }) => name !== "website_2")
      .flatMap((field) => [...(field.labels ?? [])].map(({ textContent }) => textContent?.trim() ?? ""));
    return labels.filter((label, index) => labels.indexOf(label) !== index);
  });
}

/** Returns the links and controls in a part of the page that are less than 44 px high, links in running text aside. */
export function smallTargets(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate((root) => {
    const targets = ":is(a, button, input:not([type=hidden]), select, textarea, summary)";
    const exempt = ".ribbon, .skip, [aria-hidden], dialog:not([open]), .prose section, .quiet";
    return (
      [...document.querySelectorAll(`${root} ${targets}`)]
        .filter((target) => !target.closest(exempt) && target.checkVisibility())
        // The whole label of a checkbox or radio button can be pressed, the whole row of a record's name, and the row that a
        // link of the desk covers.
        .filter((one) => {
          const whole = one.closest(one.matches(".cover") ? "li" : "label, tbody tr:has(th)") ?? one;
          return whole.getBoundingClientRect().height < 43.5;
        })
        .map((target) => target.outerHTML.slice(0, 80))
    );
  }, within);
}

/** Returns by how many pixels the page is wider than a screen of this width, with its text at this size. */
export async function overflow(page: Page, width: number, textSize = "100%"): Promise<number> {
  await page.setViewportSize({ width, height: 740 });
  return page.evaluate(
    ([most, fontSize]) => {
      const { style } = document.documentElement;
      style.setProperty("font-size", fontSize);
      const excess = document.documentElement.scrollWidth - most;
      style.removeProperty("font-size");
      return Math.max(excess, 0);
    },
    [width, textSize] as const,
  );
}

/**
 * Checks the accessibility of the open page in both colour schemes, and on a phone its width at 320 px and with large text.
 * `targets` is the element in which every link and control must be 44 px high; if empty, this is not checked.
 */
export async function checkLook(page: Page, path: string, targets: "body" | "main" | "") {
  const { isMobile, viewport } = test.info().project.use;
  expect(await axeInBothSchemes(page), path).toEqual([]);
  if (targets) expect(await smallTargets(page, targets), path).toEqual([]);
  if (!isMobile || !viewport) return;
  for (const [width, textSize] of [
    [320, "100%"],
    [360, "200%"],
  ] as const) {
    expect(await overflow(page, width, textSize), `${path} at ${width} px`).toBe(0);
  }
  await page.setViewportSize(viewport);
}

/**
 * Checks a page with its folded parts open, because axe reads only what is shown. Each folded form has a title of its own, so two
 * of them may have a field "Reason".
 */
export async function checkUnfolded(page: Page, path: string) {
  await page.goto(path);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("main details")) fold.setAttribute("open", "");
  });
  await checkLook(page, path, "main");
}
