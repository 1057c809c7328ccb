import { expect, hydrated, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";
import { openAdd, ownZone, row } from "./zone.ts";

test("a customer undoes a change by its flash message and sees the history", async ({ page, hasScripts, customer }) => {
  const name = "soko";
  const { path } = await ownZone(customer);
  await openAdd(page, path);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("IPv4 address").fill("41.90.64.12");
  await page.getByText("More settings").click();
  await page.getByLabel("Your note (optional)").fill("The new shop");
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByText("DNS record added successfully")).toBeVisible();
  await expect(row(page, name)).toContainText("The new shop");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${name} no longer points to 41.90.64.12`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);

  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { name: "History", exact: true })).toBeVisible();
  await page.getByRole("link", { name: `New: ${name} points to 41.90.64.12` }).click();
  await expect(page.getByText("1 of 1 done")).toBeVisible();
  await expect(page.locator("ins")).toContainText("41.90.64.12");
  if (hasScripts) expect(await axe(page)).toEqual([]);
  // The change is already undone.
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("a customer previews a change of several records, applies it and undoes it", async ({
  page,
  hasScripts,
  customer,
}) => {
  const [one, two] = ["soko", "kioski"];
  const { path } = await ownZone(
    customer,
    [one, two].map((name) => ["A", name, "203.0.113.24"]),
  );
  await page.goto(`${path}?select=1`);
  for (const name of [one, two]) await page.getByRole("checkbox", { name: `Select A record ${name}` }).check();
  // The style sheet counts, so the number is only in the accessibility tree.
  const { nodes } = await (await page.context().newCDPSession(page)).send("Accessibility.getFullAXTree");
  expect(nodes.map(({ name }) => name?.value)).toContain("2");
  await page.getByRole("combobox", { name: "TTL" }).selectOption("300");
  await page.getByRole("button", { name: "Set TTL" }).click();
  await expect(page.getByRole("heading", { name: "TTL of 2 records: 5 minutes (300 s)" })).toBeVisible();
  if (hasScripts) expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Make these 2 changes" }).click();
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(row(page, one)).toContainText("5 min");
  await page.goBack();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: "Make these 2 changes" }).click();
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await page.getByRole("link", { name: "Records", exact: true }).click();
  await expect(row(page, two)).toContainText("Auto");
});

test("a job of many records can be stopped, and scripts continue it", async ({ page, hasScripts, customer }) => {
  const { path } = await ownZone(
    customer,
    Array.from({ length: 60 }, (_, nth) => ["A", `host-${nth}`, "203.0.113.24"]),
  );
  await page.goto(`${path}?type=A&select=1`);
  const boxes = page.getByRole("checkbox", { name: /^Select A record/ });
  await boxes.nth(2).check();
  await boxes.evaluateAll((all) => {
    for (const box of all.slice(3, 47)) (box as HTMLInputElement).click();
  });
  await page.getByRole("combobox", { name: "TTL" }).selectOption("300");
  if (hasScripts) await hydrated(page);
  await page.getByRole("button", { name: "Set TTL" }).click();
  const make = page.getByRole("button", { name: /^Make these \d+ changes$/ });
  const planned = Number((await make.textContent())?.match(/\d+/)?.[0]);
  await make.click();
  if (!hasScripts) {
    await expect(page.getByText(`20 of ${planned} done`)).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(`40 of ${planned} done`)).toBeVisible();
    await page.getByRole("button", { name: "Stop here" }).click();
    await expect(page.getByText(`${planned - 40} not made, because you stopped`)).toBeVisible();
    await page.getByRole("button", { name: "Try these again" }).click();
  }
  await expect(page.getByText(`${planned} of ${planned} done`)).toBeVisible();
});
