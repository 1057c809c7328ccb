import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { recordPayment } from "#app/gateways/payments/payments.server.ts";
import { billFor, database } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { first } from "./two-customers.ts";

const pageOf = ({ id }: { id: string }) => readPage(`/dashboard/orders/pay/${id}`, first);

describe("the page of a bill", () => {
  test("neither urges to pay nor asks for a code while money is checked", async () => {
    const bill = await billFor({ "njeri-bakes.com": 6000 });
    const money = { code: "SG722NMVXQ", amountKsh: 6000, paidAt: "2026-12-02T05:00Z" } as const;
    await recordPayment({ ...money, source: "paybill", reference: bill.reference });
    const held = await pageOf(bill);
    expect(held.texts("h1, [role=status] .banner-title")).toEqual(["Your bill: KSh 6,000", "Your KSh 6,000 is here"]);
    expect(held.all("main form")).toHaveLength(0);
  });

  test("folds a list of more than four orders", async () => {
    const short = await pageOf(await billFor({ "a.com": 500, "b.com": 500, "c.com": 500, "d.com": 500 }));
    expect([short.all("main summary").length, short.all("main li").length]).toEqual([0, 4]);
    const long = await pageOf(await billFor({ "e.com": 500, "f.com": 500, "g.com": 500, "h.com": 500, "i.com": 500 }));
    expect(long.texts("main summary")).toEqual(["All 5 orders"]);
    expect(long.all("main details li")).toHaveLength(5);
  });

  test("says of a paid bill what comes back", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    await database.query("update bills set paid_ksh = 1500, paid_at = now(), surplus_ksh = 300, returned_ksh = 100");
    expect((await pageOf(bill)).texts("main p").join()).toContain("KSh 200 is more than the bill");
  });

  test("says what comes back of a part that was paid, where no order is left", async () => {
    const bill = await billFor({ "njeri-bakes.com": 1500 });
    await database.query("update bills set paid_ksh = 400");
    await database.query("update orders set status = 'failed'");
    const words = async () => (await pageOf(bill)).texts("main").join();
    expect(await words()).toMatch(/Nothing to pay.*We send KSh 400 back to you/);
    await database.query("update bills set refunded_ksh = 400");
    expect(await words()).not.toContain("back to you");
  });
});
