import "./mpesa-settings.ts";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { fieldsOf } from "#app/orders/several-form.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import * as order from "#app/routes/dashboard/orders/new.tsx";
import * as renew from "#app/routes/dashboard/orders/renew.tsx";
import { daraja } from "#mocks/daraja/daraja.ts";
import { server } from "#mocks/node.ts";
import { orderAddress, pageResult, place } from "./demo-customers.ts";
import { pass, rows, run } from "./payment-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first } from "./two-customers.ts";

const NAME = "direct-duka.com";
const ADDRESS = orderAddress("register", NAME);
/** Ends without an answer of the phone, so that the prompt stays open. */
const SILENT = "0712345998";
const RENEW = "/dashboard/orders/renew";

beforeEach(() => {
  daraja.deliver = async () => undefined;
});

const stored = async () => ({
  orders: await rows("select domain, payload from orders order by domain"),
  prompts: await rows("select phone_e164, amount_ksh from payment_prompts"),
});
const billPage = async () => `/dashboard/orders/pay/${(await rows("select id from bills"))[0]?.id}`;

/** The form of an order as its page has it. */
async function formAt(path: string, typed: Record<string, string> = {}) {
  const page = await readPage(path, first);
  const fields = Object.fromEntries(
    page
      .all('main form[method="post"] [name]:is(input:not([type=radio], [type=checkbox]), select, :checked)')
      .map((field) => [field.getAttribute("name"), (field as unknown as HTMLInputElement).value]),
  );
  return { page, fields: { ...fields, ...typed } };
}
const labelsOn = (page: Awaited<ReturnType<typeof readPage>>) =>
  page.texts("main form .button > :first-child").filter((words) => !words.includes("the sum"));
const send = (fields: Record<string, string>, path = ADDRESS) =>
  pageResult(order.action(first.requestArgs(path, fields)));

test("one press orders a name and sends the prompt, and leads to the page that waits", async () => {
  const { page, fields } = await formAt(ADDRESS, { phone: "0712 345 998", pay: "now" });
  expect(labelsOn(page)).toEqual(["Order and pay by M-PESA", "Order, pay later"]);
  const placed = await send(fields);
  expect(placed).toMatchObject({ status: 303, to: `${await billPage()}?n=0` });
  expect(await stored()).toEqual({
    orders: [{ domain: NAME, payload: { years: 1 } }],
    prompts: [{ phone_e164: "+254712345998", amount_ksh: 1942 }],
  });
  expect((await readPage(placed.to ?? "", first)).texts("h1")).toEqual(["Check your phone"]);
});

test("the form has the phone of the last bill, and the sum on its button where nothing is chosen", async () => {
  await send((await formAt(ADDRESS, { phone: SILENT, pay: "now" })).fields);
  const mail = await formAt("/dashboard/orders/new?kind=mail&plan=professional&domain=duka.co.ke&seats=5");
  expect(mail.fields).toMatchObject({ phone: "0712 345 998", seats: "5" });
  // Without scripts the sum changes after the button was rendered.
  expect(labelsOn(mail.page)).toContain("Order and pay by M-PESA");
  const byHand = await formAt(orderAddress("register", "njeri-duka.co.ke"));
  expect(byHand.fields).not.toHaveProperty("phone");
  expect(labelsOn(byHand.page)).toEqual(["Order this name"]);
});

test("a wrong phone number is an error at its field, and nothing is stored", async () => {
  const refused = await send((await formAt(ADDRESS, { phone: "12", pay: "now", choice: "2" })).fields);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.data)).toContain('"phone":["Type a Kenyan number');
  expect(JSON.stringify(refused.data)).toContain('"choice":"2"');
  expect(await stored()).toEqual({ orders: [], prompts: [] });
});

test("who pays later needs no phone, and comes to the bill", async () => {
  const placed = await send((await formAt(ADDRESS, { phone: "12", pay: "later" })).fields);
  expect(placed).toMatchObject({ status: 303, to: await billPage(), flash: { title: "We have your order" } });
  expect((await stored()).prompts).toEqual([]);
});

test("without scripts the sum is shown, and nothing that was typed is lost", async () => {
  const path = "/dashboard/orders/new?kind=mail&plan=professional&domain=duka.co.ke";
  const shown = await send((await formAt(path, { seats: "5", phone: SILENT, sum: "1" })).fields, path);
  expect(shown.data).toMatchObject({ result: { initialValue: { seats: "5", phone: SILENT } } });
  expect((await stored()).orders).toEqual([]);
});

test.each([
  ["the answer of M-PESA is lost", "*/processrequest", () => HttpResponse.error(), undefined, /Check your phone/],
  [
    "M-PESA refuses",
    "*/processrequest",
    () => HttpResponse.json({ requestId: "1", errorCode: "500.001.1001", errorMessage: "Wrong" }, { status: 500 }),
    undefined,
    /./,
  ],
  ["this phone was asked too often", "", undefined, "+254722345998", /We have asked this often enough/],
] as const)("if %s, the order is kept, and its bill says what happened", async (_what, url, reply, phone, words) => {
  if (reply) server.use(http.all(url, reply));
  for (let use = 0; phone && use < 100; use++) await consume("promptsToPhone", phone);
  const form = await formAt(ADDRESS, { phone: phone ?? SILENT, pay: "now" });
  const placed = await send(form.fields);
  expect(placed.to).toContain(await billPage());
  const page = await readPage(placed.to ?? "", first);
  const said = [...page.texts("[role=alert], h1"), placed.flash && `${placed.flash.title} ${placed.flash.text}`].join();
  expect(said).toMatch(words);
  if (words.source !== "Check your phone") expect(page.texts("main button").join()).toMatch(/Pay KSh 1,942 by M-PESA/);
  const once = await stored();
  expect(once.orders).toHaveLength(1);
  await send(form.fields);
  if (reply) expect(await stored()).toEqual(once);
  else expect((await stored()).orders).toHaveLength(1);
});

test("the form of another choice pays no bill that exists, and says so", async () => {
  await send((await formAt(ADDRESS, { pay: "later" })).fields);
  const other = await send((await formAt(ADDRESS, { choice: "2", phone: SILENT, pay: "now" })).fields);
  expect(other).toMatchObject({ to: await billPage(), flash: { title: "You have ordered this already" } });
  expect((await stored()).prompts).toEqual([]);
});

test.each([
  ["one order", ADDRESS, order.action],
  ["several names", RENEW, renew.action],
] as const)(
  "a form of %s whose price was changed at the desk sends no prompt, and leads to the bill",
  async (_, path, action) => {
    const { fields } = await formAt(path, { phone: SILENT });
    const sent = (pay: string) => pageResult(action(first.requestArgs(path, { ...fields, pay })));
    await sent("later");
    await rows("update orders set price_ksh = price_ksh + 58, price_named_at = now()");
    expect(await sent("now")).toMatchObject({
      to: await billPage(),
      flash: { title: "You have ordered this already" },
    });
    expect((await stored()).prompts).toEqual([]);
  },
);

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("send" as const), times: fc.integer({ min: 1, max: 3 }) }) },
  fc.record({ do: fc.constant("pass" as const), seconds: fc.constantFrom(10, 130, 4000) }),
  fc.record({ do: fc.constant("run" as const) }),
);

test.each([
  ["a name", () => ({ path: ADDRESS, typed: {}, action: order.action })],
  [
    "hosting",
    () => ({ path: orderAddress("hosting", "duka.co.ke"), typed: { choice: "starter" }, action: order.action }),
  ],
  ["one renewal", () => ({ path: orderAddress("renew", "njeri-bakes.com"), typed: {}, action: order.action })],
  ["renewals", () => ({ path: RENEW, typed: {}, action: renew.action })],
])(
  "%s: a form that is sent at any times, however its prompt ends, makes one order and one prompt",
  async (_what, of) => {
    const { path, typed, action } = of();
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { maxLength: 5 }),
        fc.constantFrom("998", "032", "037", "000"),
        async (acts, digits) => {
          await rows("truncate payment_callbacks, payments, payment_prompts, bills, orders, mails, messages cascade");
          await rows("delete from services where created_at > now() - interval '1 hour'");
          daraja.reset();
          const { fields } = await formAt(path, { ...typed, phone: `0712345${digits}`, pay: "now" });
          const press = () => pageResult(action(first.requestArgs(path, fields)));
          const wanted = Object.keys(fields).filter((name) => name.startsWith("pick_")).length || 1;
          for (const one of [{ do: "send" as const, times: 2 }, ...acts]) {
            if (one.do === "pass") await pass(one.seconds);
            if (one.do === "run") await run();
            if (one.do === "send") {
              const replies = await Promise.all(Array.from({ length: one.times }, press));
              for (const { status } of replies) expect(status).toBe(303);
            }
            expect(await rows("select id from orders")).toHaveLength(wanted);
            expect(await rows("select id from payment_prompts")).toHaveLength(1);
            expect(await rows("select id from bills")).toHaveLength(1);
          }
        },
      ),
      { numRuns: process.env.LONG === "1" ? 50 : 3, seed: 20_261_130, endOnFailure: true },
    );
  },
);

test("ticked names of which one was ordered meanwhile are ordered, but not paid at another sum", async () => {
  const { fields } = await formAt(RENEW, { phone: SILENT, pay: "now" });
  expect(await place(first, "renew", "njeri-bakes.com")).toMatchObject({ status: 303 });
  const { pick } = fieldsOf("njeri-bakes.com");
  expect(fields[pick]).toBe("on");
  const placed = await pageResult(renew.action(first.requestArgs(RENEW, fields)));
  expect(placed.flash?.text).toMatch(/ordered before/);
  expect(await rows("select id from payment_prompts")).toEqual([]);
});

test("the form of several new names says without scripts what the ticked ones cost, and what is paid now", async () => {
  const names = ["several-a.com", "several-b.com", "several-c.co.ke"];
  const path = `/dashboard/orders/several?${new URLSearchParams(names.map((name) => ["domain", name]))}`;
  const page = await readPage(path, first);
  expect(page.texts("form output").join()).toContain("3 names together KSh 5,384To pay now: KSh 3,884");
  const typed = names.slice(1).flatMap((name): [string, string][] => {
    const { pick, years, priceField } = fieldsOf(name);
    const price = String(page.all(`[name=${priceField}]`)[0]?.getAttribute("value"));
    return [
      [pick, "on"],
      [years, "2"],
      [priceField, price],
    ];
  });
  const { html } = await renderPage(first, path, [...typed, ["phone", "0712"], ["sum", "1"]]);
  const { document } = new JSDOM(html).window;
  const said = [...document.querySelectorAll("form output")].map(textOf).join();
  expect(said).toContain("2 names together KSh 8,230To pay now: KSh 5,230");
  expect(document.querySelector("[name=phone]")?.getAttribute("value")).toBe("0712");
  expect(await rows("select id from orders")).toEqual([]);
});
