import "./mpesa-settings.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import {
  arrive,
  baraka,
  bill,
  CODE,
  did,
  expectSums,
  LIST,
  page,
  post,
  said,
  wanjiku,
} from "./desk-payment-fixtures.ts";
import { billFor, rows } from "./payment-fixtures.ts";

const staff = [...env.staff];
beforeEach(() => Object.assign(env, { needsWitness: false }));
afterEach(() => Object.assign(env, { needsWitness: true, staff: [...staff] }));

const cash = (reference: string) => ({
  ...{ number: "17", takenBy: "Wanjiku Kamau", ksh: "1500", reference },
  paidAt: new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10),
});
const alone = () => rows("select recipient, subject, body_text from mails where key like 'contact-alone-%'");
const confirm = { ksh: "1500", expectedKsh: "1500" };

test("one person enters and counts a payment, which is logged and mailed once", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  expect(await page(LIST)).toContain("It counts when you have confirmed it");
  await post(wanjiku, "", "enter-cash", cash(reference));
  expect(await page(`${LIST}/CASH-17`)).toMatch(/you may count it alone.*I have counted it/);
  expect((await said(wanjiku, "CASH-17", "confirm", { ...confirm, ksh: "1499" }))[0]).toBe(400);
  for (const _press of [1, 2]) expect((await post(wanjiku, "CASH-17", "confirm", confirm)).status).toBe(303);
  expect(await bill()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 0 });
  expect(await did()).toEqual(["payment-entered", "payment-confirmed"]);
  expect(await page("/desk/log")).toContain("confirmed payment CASH-17: KSh 1,500, without a second person");
  expect(await alone()).toEqual([
    {
      recipient: brandFrom(env.brand).email,
      subject: "Counted by one person alone: KSh 1,500, CASH-17",
      body_text: expect.stringContaining(`Wanjiku Kamau entered the payment CASH-17 by hand`),
    },
  ]);
  await expectSums();
});

test("a match and a corrected amount count alone, too; what M-PESA or another person brought needs no mail", async () => {
  const [one, two] = [await billFor({ "duka.co.ke": 1500 }), await billFor({ "shamba.co.ke": 1500 })];
  await post(wanjiku, "", "enter-cash", { ...cash(""), ksh: "15000" });
  await post(wanjiku, "CASH-17", "match", { ...confirm, differs: "on", reference: one.reference });
  expect((await post(wanjiku, "CASH-17", "match", { ...confirm, reference: one.reference })).status).toBe(303);
  expect(await alone()).toHaveLength(1);
  expect(await page("/desk/log")).toContain(`with the bill ${one.reference}, without a second person`);
  await arrive({ reference: two.reference });
  expect((await post(wanjiku, CODE, "confirm", confirm)).status).toBe(303);
  await post(wanjiku, "", "enter-cash", { ...cash(two.reference), number: "18" });
  await post(baraka, "CASH-18", "confirm", { ksh: "1500", expectedKsh: "0" });
  expect([await alone(), await did()]).toEqual([[expect.anything()], expect.not.arrayContaining(["payment-deleted"])]);
  await expectSums();
});

test("with the default a second person is needed, and the only one reads what to do", async () => {
  Object.assign(env, { needsWitness: true });
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await post(wanjiku, "", "enter-cash", cash(reference));
  expect(await page(`${LIST}/CASH-17`)).toMatch(/somebody else must confirm it\.(?!.*PAYMENTS_WITNESS)/);
  Object.assign(env, { staff: staff.slice(0, 1) });
  const words = "you are the only one in STAFF. Add a second person there, or set PAYMENTS_WITNESS=0";
  expect(await page(`${LIST}/CASH-17`)).toContain(words);
  expect(await said(wanjiku, "CASH-17", "confirm", confirm)).toEqual([409, expect.stringContaining(words)]);
  expect(await bill()).toMatchObject({ paid_ksh: 0 });
  expect(await alone()).toEqual([]);
});
