import { expect, test } from "vitest";
import { dateOf, dayNumber, nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { act, at, mails, NAME, postOnce, row, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { made } from "./order-fixtures.ts";

test("what cannot be taken back is shown as the customer will read it, and saved by a second press of the same values", async () => {
  const order = await made("register", NAME, 1500);
  await act(wanjiku, order, "take");
  const press = (days: number, sure = "") =>
    postOnce(wanjiku, order, "done", { until: at(days), expectedExpiry: "", sure });
  const asked = await press(365);
  expect(asked.status).toBe(409);
  expect(asked.html).toContain(`It is yours until ${nairobiDay(new Date(at(365))).words}`);
  const sure = /name="sure" value="([\w-]+)"/.exec(asked.html)?.[1];
  // Another day is another question.
  expect((await press(730, sure)).status).toBe(409);
  expect(await row(order)).toMatchObject({ status: "processing" });
  expect(await mails()).toEqual([]);
  expect((await press(365, sure)).status).toBe(303);
  expect(await textAt("/desk/log")).toContain(`done, until ${dateOf(dayNumber(new Date()) + 365).words}`);
});

test.each(["hosting", "mail", "certificate"] as const)("an order for %s is not done past its service", async (kind) => {
  const order = await made(kind, NAME, 17_148);
  await act(wanjiku, order, "take");
  const forged = await postOnce(wanjiku, order, "done");
  expect([forged.status, forged.html.includes("Set it up there, with the way in.")]).toEqual([409, true]);
  expect(await row(order)).toMatchObject({ status: "processing" });
});

test("a price is shown as the customer will read it, and another price is another question", async () => {
  const order = await made("register", NAME, 0);
  const press = (ksh: string, sure = "") => postOnce(wanjiku, order, "price", { ksh, sure });
  const asked = await press("1500");
  expect(asked.status).toBe(409);
  expect(asked.html).toContain("KSh\u00A01,500");
  const sure = /name="sure" value="([\w-]+)"/.exec(asked.html)?.[1];
  expect((await press("2500", sure)).status).toBe(409);
  expect(await row(order)).toMatchObject({ price_ksh: 0 });
  expect((await press("1500", sure)).status).toBe(303);
  expect(await row(order)).toMatchObject({ price_ksh: 1500 });
});
