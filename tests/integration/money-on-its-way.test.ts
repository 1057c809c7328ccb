import "./mpesa-settings.ts";
import { afterEach, describe, expect, test } from "vitest";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import { make, post } from "./own-service-page.ts";
import { readPage } from "./read-page.ts";
import { database, first } from "./two-customers.ts";

const CODE = "SG722NMVXQ";
const prompt = (state: string, ago = "1 minute") =>
  database.query(
    `insert into payment_prompts (bill_id, user_id, phone_e164, amount_ksh, state, asked_at)
     select id, user_id, '+254712345678', amount_ksh, $1, now() - $2::interval from bills`,
    [state, ago],
  );
const arrive = async () => {
  const [{ reference } = {}] = await database.query("select reference from bills");
  const money = { code: CODE, amountKsh: 6228, paidAt: "2026-12-02T05:00Z", source: "paybill" } as const;
  await recordPayment({ ...money, reference: String(reference) });
};
const type = () => database.query("update bills set typed_code = $1", [CODE]);

afterEach(() => database.query("delete from payment_prompts"));

/** Every page that has a button for the bill of the next year of a service. */
const PAGES = ["/dashboard", "/dashboard/services", "/dashboard/orders", "/dashboard/orders/renew", "service"];

/** Returns what the pages say of the bill: whether they ask for its money, and the links to it. */
async function pagesOf(service: string, bill: string) {
  const pages = await Promise.all(PAGES.map((path) => readPage(path === "service" ? service : path, first)));
  return pages.map((page, index) => ({
    page: PAGES[index],
    asks: /Pay ?KSh|Not paid yet|not paid yet/.test(page.texts("main").join().replaceAll(" ", " ")),
    links: page.all(`main a[href="${bill}"]`).map((link) => link.textContent?.replace(/KSh.*/, "").trim()),
  }));
}

describe("the pages of a customer with an unpaid bill", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["money that is held", arrive],
    ["a code that the customer typed", type],
    ["a prompt that M-PESA calls paid", () => prompt("paid")],
    ["a code that was typed after a prompt", async () => [await prompt("unknown"), await type()]],
  ])("ask for nothing while there is %s", async (_title, happen) => {
    const service = await make({ ends: 20 });
    const { to: bill = "" } = await post(service, "renew");
    for (const { asks, links, page } of await pagesOf(service, bill ?? ""))
      expect([page, asks, links]).toEqual([page, true, expect.arrayContaining(["Pay"])]);
    await happen();
    for (const { asks, links, page } of await pagesOf(service, bill ?? "")) {
      // In the list of orders the title leads to the bill, too.
      const title = page === "/dashboard/orders" ? ["Next year of Starter hosting for duka.co.ke"] : [];
      const see = page === "/dashboard/orders/renew" ? [] : ["See the bill"];
      expect([page, asks, links]).toEqual([page, false, [...title, ...see]]);
    }
    expect((await readPage("/dashboard", first)).texts("#under-way ~ ul li").join()).toMatch(
      /duka\.co\.keStarter hosting ends in 20 daysWe look for your payment\. Don’t pay again\./,
    );
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a prompt that nobody heard of", () => prompt("unknown")],
    ["a payment that M-PESA announced two days ago", () => prompt("paid", "2 days")],
    [
      "a code that is a payment of the bill, which did not count",
      async () => {
        await arrive();
        await type();
        await database.query("update payments set state = 'void'");
      },
    ],
  ])("ask for the money after %s", async (_title, happen) => {
    const service = await make({ ends: 20 });
    const { to: bill = "" } = await post(service, "renew");
    await happen();
    for (const { asks, page } of await pagesOf(service, bill ?? "")) expect([page, asks]).toEqual([page, true]);
  });

  test("do not offer to cancel an order whose money is on its way", async () => {
    const service = await make({ ends: 20 });
    await post(service, "renew");
    const changes = async () => (await readPage("/dashboard/orders", first)).link("Change or cancel");
    expect(await changes()).toHaveLength(1);
    await type();
    expect(await changes()).toEqual([]);
  });
});
