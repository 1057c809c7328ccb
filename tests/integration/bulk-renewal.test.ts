import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { DueName, OfferedName } from "#app/orders/renewals.ts";
import { fieldsOf } from "#app/orders/several-form.ts";
import * as renew from "#app/routes/dashboard/orders/renew.tsx";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { forgetAccount } from "#mocks/registrar/account-state.ts";
import { setDeadlines } from "../deadlines.js";
import type { Browser } from "./browser.ts";
import { pageResult, place } from "./demo-customers.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { database, FIRST, first, SECOND, second } from "./two-customers.ts";

const PATH = "/dashboard/orders/renew";
const [EXPIRED, TODAY, IN_30, IN_31] = [
  "shambalangu.co.ke",
  "njeri-bakes.com",
  "mwangihardware.co.ke",
  "safarinjema.com",
] as const;
const DUE = [EXPIRED, TODAY, IN_30, IN_31];

beforeEach(async () => {
  outbox.clear();
  forgetAccount();
  await database.query("truncate orders, mails cascade");
  await database.query("delete from domains where name like 'direct-%' or name like 'late-%'");
});

type Due = { offered: OfferedName[]; others: DueName[]; more: number; charge: string };
const look = async (browser: Browser = first) =>
  ((await pageResult(renew.loader(browser.requestArgs(PATH)))).data as unknown as { due: Due }).due;
const send = (fields: Record<string, string>) => pageResult(renew.action(first.requestArgs(PATH, fields)));

/** Returns the fields of the page's form with these domains ticked. */
async function formOf(names: readonly string[]): Promise<Record<string, string>> {
  const fields = (await look()).offered.flatMap(({ name, price }) => {
    const { pick, years, priceField } = fieldsOf(name);
    return [...(names.includes(name) ? [[pick, "on"]] : []), [years, "1"], [priceField, String(price)]];
  });
  return Object.fromEntries(fields);
}
const errorsOf = ({ data }: { data: unknown }) =>
  (data as { result: { error: Record<string, string[]> } }).result.error;
const orders = async () =>
  (await database.query("select domain, payload, price_ksh, status from orders order by domain")).map(
    ({ domain, payload, price_ksh, status }) => [domain, (payload as { years: number }).years, price_ksh, status],
  );
/** The subjects of the customer's receipts. */
const receipts = async () =>
  (await database.query("select subject from mails where kind = 'order' and recipient = $1", [FIRST.email])).map(
    ({ subject }) => subject,
  );
const ordered = async () => (await orders()).map(([domain]) => domain);
const addDomain = (name: string, daysLeft: number, owner: string = FIRST.id) =>
  database.query(
    `insert into domains (user_id, name, status, expiry_date) values ($1, $2, 'active', now() + make_interval(days => $3))`,
    [owner, name, daysLeft],
  );

test("the page lists the customer's domains that expire within sixty days or have expired, most urgent first", async () => {
  await addDomain("late-theirs.co.ke", 3, SECOND.id);
  const { offered, others, more, charge } = await look();
  expect(offered.map(({ name }) => name)).toEqual(DUE);
  expect([others, more, charge]).toEqual([[], 0, expect.stringContaining("you can still cancel")]);
  expect((await look(second)).offered.map(({ name }) => name)).toEqual(["late-theirs.co.ke"]);
});

test("one submission orders each ticked domain for its years, and the agency gets one mail about all", async () => {
  const fields = await formOf([EXPIRED, TODAY, IN_31]);
  const response = await send({ ...fields, [fieldsOf(EXPIRED).years]: "3" });
  expect(response).toMatchObject({ status: 303, to: "/dashboard/orders" });
  const text = `Renewal of ${EXPIRED}, ${TODAY} and ${IN_31}. KSh\u00a011,076 together. We check it and e-mail you. You pay nothing yet.`;
  expect(response.flash).toMatchObject({ title: "We have your 3 orders", text, isUnsure: false });
  expect(await orders()).toEqual([
    [TODAY, 1, 3288, "requested"],
    [IN_31, 1, 3288, "requested"],
    [EXPIRED, 3, 4500, "requested"],
  ]);
  const sent = outbox.list();
  expect(sent).toMatchObject([{ subject: "Orders: Renewal of 3 names" }]);
  for (const words of [`Renewal of ${EXPIRED}, 3 years.`, `Renewal of ${TODAY}, 1 year.`, IN_31, "KSh 4,500"])
    expect(sent[0]?.text).toContain(words);
  expect(await receipts()).toEqual(["We have your order: Renewal of 3 names"]);
  const { offered, others } = await look();
  expect(offered.map(({ name }) => name)).toEqual([IN_30]);
  expect(others).toMatchObject([EXPIRED, TODAY, IN_31].map((name) => ({ name, state: "ordered" })));
});

test("each domain is ordered once when the form is sent twice, again later, or from another tab", async () => {
  const [both, all] = [await formOf([EXPIRED, TODAY]), await formOf([EXPIRED, TODAY, IN_30])];
  const replies = await Promise.all([send(both), send(both), send(all), send(both)]);
  replies.push(await send(both));
  expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect(await ordered()).toEqual([IN_30, TODAY, EXPIRED]);
  expect(replies.at(-1)?.flash).toMatchObject({ title: "You have ordered this already" });
  const sent = JSON.stringify(outbox.list().map(({ text }) => text));
  for (const name of [EXPIRED, TODAY, IN_30]) expect(sent.split(`Renewal of ${name},`)).toHaveLength(2);
});

test("names that were ticked on the dashboard are renewed together, whenever they end, and no other customer's", async () => {
  const [later, theirs] = ["mamamboga.co.ke", "oumaelectronics.co.ke"];
  const path = `${PATH}?${new URLSearchParams([later, TODAY, theirs].map((name) => ["pick", name]))}`;
  const { data } = await pageResult(renew.loader(first.requestArgs(path)));
  const { offered, others } = (data as unknown as { due: Due }).due;
  expect([offered.map(({ name }) => name), others]).toEqual([[TODAY, later], []]);
  const fields = offered.flatMap(({ name, price }) => {
    const { pick, years, priceField } = fieldsOf(name);
    return [
      [pick, "on"],
      [years, "1"],
      [priceField, String(price)],
    ];
  });
  const posted = Object.fromEntries(fields);
  const elsewhere = await pageResult(
    renew.action(first.requestArgs(path, { ...posted, [fieldsOf(theirs).pick]: "on" })),
  );
  expect([elsewhere.status, await orders()]).toEqual([409, []]);
  expect((await pageResult(renew.action(first.requestArgs(path, posted)))).status).toBe(303);
  expect(await ordered()).toEqual([later, TODAY]);
});

describe("nothing is ordered, and the reason is shown at the domain", () => {
  test("when a price has changed: the choice stays, and the next submission orders", async () => {
    const fields = { ...(await formOf([EXPIRED, TODAY])), [fieldsOf(TODAY).years]: "2" };
    const refused = await send({ ...fields, [fieldsOf(TODAY).priceField]: "1" });
    expect(refused.status).toBe(409);
    expect(errorsOf(refused)).toEqual({ [fieldsOf(TODAY).pick]: [expect.stringContaining("The price changed")] });
    expect(refused.data).toMatchObject({ result: { initialValue: { [fieldsOf(TODAY).years]: "2" } } });
    expect(await orders()).toEqual([]);
    expect((await send(fields)).status).toBe(303);
  });

  test.each(["oumaelectronics.co.ke", "nobody.co.ke", "x".repeat(250), "__proto__"])(
    "for %s, which belongs to another customer or nobody",
    async (name) => {
      const { pick, years, priceField } = fieldsOf(name);
      const refused = await send({ ...(await formOf([TODAY])), [pick]: "on", [years]: "1", [priceField]: "1500" });
      expect(refused.status).toBe(409);
      expect(Object.values(errorsOf(refused))).toEqual([["It is not among your names any more."]]);
      expect(await orders()).toEqual([]);
    },
  );

  test("for a domain that can no longer be renewed; the others can be ordered", async () => {
    const name = "late-duka.co.ke";
    await addDomain(name, -80);
    const fields = await formOf([name, TODAY]);
    await database.query("update domains set expiry_date = expiry_date - interval '2 days' where name = $1", [name]);
    const { html, status } = await renderPage(first, PATH, Object.entries(fields));
    expect([status, html.includes("It can’t be renewed any more.")]).toEqual([409, true]);
    expect((await look()).others).toMatchObject([{ name, state: "late" }]);
    expect((await send(await formOf([name, TODAY]))).status).toBe(303);
    expect(await ordered()).toEqual([TODAY]);
  });

  test("for years that the registry does not sell, and for an empty choice", async () => {
    const { pick, years } = fieldsOf(EXPIRED);
    const fields = await formOf([EXPIRED]);
    const refused = await send({ ...fields, [years]: "6" });
    expect(errorsOf(refused)).toEqual({ [years]: ["Choose how many years, from 1 to 5."] });
    const empty = await send({ ...fields, [pick]: "" });
    expect([empty.status, errorsOf(empty)]).toEqual([400, { "": ["Tick at least one name."] }]);
    expect(await orders()).toEqual([]);
  });

  test("after too many orders in a day, of which a submission counts as one: the choice stays", async () => {
    for (const name of ["a-duka.com", "b-duka.com"]) await place(first, "register", name);
    expect((await send(await formOf([EXPIRED, TODAY]))).status).toBe(303);
    const refused = await send(await formOf([IN_30]));
    expect(refused.status).toBe(429);
    expect(refused.data).toMatchObject({ result: { initialValue: { [fieldsOf(IN_30).pick]: "on" } } });
    expect(await orders()).toHaveLength(4);
  });
});

test("a lost reply of the database is reported, and sending again makes no second order", async () => {
  const fields = await formOf([EXPIRED, TODAY]);
  server.use(
    http.post("*/rest/v1/rpc/place_orders", async ({ request }) => {
      await database.answer(request);
      return HttpResponse.json({ message: "cut" }, { status: 500 });
    }),
  );
  const lost = await send(fields);
  expect(lost.status).toBe(503);
  expect(JSON.stringify(lost.data)).toContain("pressing again does not make a second one");
  server.resetHandlers();
  expect((await send(fields)).flash).toMatchObject({ title: "You have ordered this already" });
  expect(await orders()).toHaveLength(2);
  expect(await receipts()).toEqual(["We have your order: Renewal of 2 names"]);
  expect(outbox.list().filter(({ kind }) => kind === "contact").length).toBeLessThan(2);
});

test("direct orders are sent at the same time, and the agency reads the outcome of each", async () => {
  setDeadlines({ write: 1500 });
  const [done, lost, refused] = ["direct-duka.com", "direct-lost-duka.com", "direct-unknown.com"] as const;
  await place(first, "register", done);
  await database.query("delete from orders");
  await database.query("delete from services");
  await database.query("update domains set expiry_date = now() + interval '4 days' where name = $1", [done]);
  await addDomain(lost, 5);
  await addDomain(refused, 6);
  outbox.clear();
  const { flash } = await send(await formOf([done, lost, refused, TODAY]));
  expect(flash).toMatchObject({ title: "We have your 4 orders", isUnsure: true });
  for (const words of ["Renewed already: 1 of them.", "Not possible: 1 of them.", "could not confirm 1 of them"])
    expect(flash?.text).toContain(words);
  expect((await orders()).map(([domain, , , status]) => [domain, status])).toEqual([
    [done, "done"],
    [lost, "processing"],
    [refused, "failed"],
    [TODAY, "requested"],
  ]);
  const sent = outbox.list().filter(({ kind }) => kind === "contact");
  expect(sent).toMatchObject([{ subject: "Orders (done; look at it; refused): Renewal of 4 names" }]);
});

test("the dashboard links to the page when several domains are due; for none the page says so", async () => {
  expect((await readPage("/dashboard", first)).links(".button[href$=renew]")).toEqual([PATH]);
  expect((await readPage("/dashboard", second)).links(".button[href$=renew]")).toEqual([]);
  expect((await readPage(PATH, second)).texts("main").join()).toContain("Nothing is due");
});
