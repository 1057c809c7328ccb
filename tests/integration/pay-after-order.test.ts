import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { fieldsOf } from "#app/orders/several-form.ts";
import { recordPayment } from "#app/payments/payments.table.server.ts";
import * as renew from "#app/routes/dashboard/orders/renew.tsx";
import * as several from "#app/routes/dashboard/orders/several.tsx";
import { daraja } from "#mocks/daraja/daraja.ts";
import { createDemoCustomers } from "#mocks/demo-customers.ts";
import { pageResult, place } from "./demo-customers.ts";
import { database, rows } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { first } from "./two-customers.ts";

const payPath = (bill: unknown) => `/dashboard/orders/pay/${bill}`;
const billRow = async () => (await rows("select id, reference, amount_ksh from bills"))[0] ?? {};

beforeEach(async () => {
  daraja.deliver = async () => undefined;
  await createDemoCustomers(database);
});

describe("ordering where customers pay", () => {
  test("a renewal leads to its bill, whose order is carried out by nobody before it is paid", async () => {
    const placed = await place(first, "renew", "njeri-bakes.com");
    const bill = await billRow();
    expect(placed).toMatchObject({
      status: 303,
      to: payPath(bill.id),
      flash: { title: "We have your order" },
    });
    expect(await rows("select status, bill_id from orders")).toEqual([{ status: "requested", bill_id: bill.id }]);
    const [mail] = await rows("select body_text from mails where kind = 'order'");
    expect(mail?.body_text).toContain("/pay/");
    expect(mail?.body_text).toContain(String(bill.reference));
    const list = await readPage("/dashboard/orders", first);
    expect(list.link(`Pay KSh ${Number(bill.amount_ksh).toLocaleString("en")}`)).toEqual([payPath(bill.id)]);
    const dashboard = await readPage("/dashboard", first);
    expect(dashboard.texts(".needs li").join()).toMatch(/njeri-bakes\.com.*not paid yet.*We begin when it is paid/);
    expect(dashboard.links(".needs a")).toContain(payPath(bill.id));
    const renewals = await readPage("/dashboard/orders/renew", first);
    expect(renewals.link(`Not paid yet: Pay KSh ${Number(bill.amount_ksh).toLocaleString("en")}`)).toEqual([
      payPath(bill.id),
    ]);
    const again = await place(first, "renew", "njeri-bakes.com");
    expect(again).toMatchObject({ status: 303, flash: { title: "You have ordered this already" } });
    expect(await rows("select id from bills")).toHaveLength(1);
  });

  test("a direct name waits for its payment, and one that we register by hand is not billed", async () => {
    expect((await place(first, "register", "direct-duka.com")).to).toMatch(/^\/dashboard\/orders\/pay\//);
    expect(await rows("select status from orders")).toEqual([{ status: "requested" }]);
    expect((await place(first, "register", "njeri-duka.co.ke")).to).toBe("/dashboard/orders");
    expect((await place(first, "transfer", "njeri-duka.com", { authCode: "aB3!x" })).to).toBe("/dashboard/orders");
    expect(await rows("select id from bills")).toHaveLength(1);
  });

  test("orders that were paid do not count towards the three of a day", async () => {
    const toPay = async (name: string) => (await place(first, "register", `direct-${name}.com`)).to;
    for (const name of ["a1", "a2", "a3"]) expect(await toPay(name)).toMatch(/^\/dashboard\/orders\/pay\//);
    const refused = await place(first, "register", "direct-a4.com");
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([
      429,
      expect.stringContaining("you have paid do not count"),
    ]);
    const bill = await billRow();
    const money = { code: "SG722NMVXQ", amountKsh: Number(bill.amount_ksh), paidAt: "2026-12-02T05:00Z" } as const;
    await recordPayment({ ...money, source: "pull", reference: String(bill.reference), confirmedBy: "pull" });
    expect(await toPay("a4")).toMatch(/^\/dashboard\/orders\/pay\//);
    expect((await place(first, "register", "direct-a5.com")).status).toBe(429);
  });

  test("many renewals of one press are one bill", async () => {
    const page = await readPage("/dashboard/orders/renew", first);
    const names = page.texts(".due [translate=no]").slice(0, 2);
    const fields = Object.fromEntries(
      names.flatMap((name) => {
        const { pick, years, priceField } = fieldsOf(name);
        return [
          [pick, "on"],
          [years, "1"],
          [priceField, page.all(`[name=${priceField}]`)[0]?.getAttribute("value") ?? ""],
        ];
      }),
    );
    const placed = await pageResult(renew.action(first.requestArgs("/dashboard/orders/renew", fields)));
    const bill = await billRow();
    expect(placed.to).toBe(payPath(bill.id));
    expect(await rows("select id from orders where bill_id is not null")).toHaveLength(names.length);
  });

  test("several ticked names are ordered by one press: the paid ones are one bill, a taken one is not offered", async () => {
    const board = await readPage(
      "/domains/board?names=direct-one.com,direct-two.com,njeri-duka.co.ke,taken-a.com",
      first,
    );
    const ticked = board.all("input[name=domain]:checked").map((box) => box.getAttribute("value"));
    expect(ticked).toEqual(["direct-one.com", "direct-two.com", "njeri-duka.co.ke"]);
    const domains = [...ticked, "taken-a.com"].map((name) => ["domain", String(name)]);
    const path = `${board.all("main form[action*=several]")[0]?.getAttribute("action")}?${new URLSearchParams(domains)}`;
    const page = await readPage(path, first);
    expect(page.texts("main").join()).toContain("taken-a.com is taken. Someone already owns it.");
    expect(page.texts("main").join()).toContain(
      "njeri-duka.co.ke: not paid now, we e-mail you first. What else you tick you pay by M-PESA.",
    );
    const fields = Object.fromEntries(
      ["direct-one.com", "njeri-duka.co.ke"].flatMap((name) => {
        const { pick, years, priceField } = fieldsOf(name);
        const price = page.all(`[name=${priceField}]`)[0]?.getAttribute("value") ?? "";
        return [
          [pick, "on"],
          [years, "1"],
          [priceField, price],
        ];
      }),
    );
    const { pick, years } = fieldsOf("taken-a.com");
    const refused = await pageResult(
      several.action(first.requestArgs(path, { ...fields, [pick]: "on", [years]: "1" })),
    );
    expect([refused.status, await rows("select id from orders")]).toEqual([409, []]);
    const placed = await pageResult(several.action(first.requestArgs(path, fields)));
    const bill = await billRow();
    expect(placed.to).toBe(payPath(bill.id));
    expect(await rows("select kind, domain, bill_id, payload from orders order by domain")).toEqual([
      { kind: "register", domain: "direct-one.com", bill_id: bill.id, payload: { years: 1 } },
      { kind: "register", domain: "njeri-duka.co.ke", bill_id: null, payload: { years: 1 } },
    ]);
    const again = await pageResult(several.action(first.requestArgs(path, fields)));
    expect(again.flash).toMatchObject({ title: "You have ordered this already" });
    const none = await readPage("/dashboard/orders/several", first);
    expect(none.link("Check other names")).toEqual(["/domains/board"]);
  });
});
