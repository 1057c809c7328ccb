import { expect, PROVIDERS, test } from "./fixtures.ts";
import { axe, overflow } from "./page-checks.ts";

test("all kinds of mails fit a phone, and axe finds nothing in either colour scheme", { tag: "@scripts" }, async ({
  page,
}) => {
  const check = async (path: string) => {
    expect(await overflow(page, 360), path).toBe(0);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await axe(page), path).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axe(page, "colours"), `${path} dark`).toEqual([]);
  };
  await page.goto(`${PROVIDERS}/mails`);
  // Each frame is checked as a page of its own.
  const paths = await page.locator("iframe").evaluateAll((frames) =>
    frames.map((frame) => {
      frame.remove();
      return frame.getAttribute("src") ?? "";
    }),
  );
  expect(paths.length).toBeGreaterThan(10);
  await check("/mails");
  for (const path of paths) {
    await page.goto(`${PROVIDERS}${path}`);
    await check(path);
  }
});
